from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from mjcore.kernels._policy import Player
from mjcore.kernels._table_rules import TableRules

@disjoint_base
class Lanes:
    rules: TableRules
    n_begun: int
    n_over: int
    n_active: int
    legal_array: Any
    n_legal_array: Any
    def __init__(
        self,
        rules: TableRules,
        walls: NDArray[np.uint8],
        seeds: NDArray[np.uint64],
        dealers: NDArray[np.uint8],
        winds: NDArray[np.uint8],
        at_once: int,
        records: NDArray[np.uint8],
        zha: NDArray[np.uint8] | None = None,
        di: NDArray[np.int32] | None = None,
    ) -> None: ...
    def step(self, actions: NDArray[np.uint8]) -> int: ...
    def choose(self, player: Player, rows: NDArray[np.uint8], out: NDArray[np.uint8]) -> None: ...
    def fill_scalars(self, hands: NDArray[np.int64], out: NDArray[np.uint8]) -> None: ...
    def fill_concealed(self, out: NDArray[np.uint8]) -> None: ...
    def fill_visible(self, out: NDArray[np.uint8]) -> None: ...
    def fill_melds(self, out: NDArray[np.uint8]) -> None: ...
    def fill_players(self, out: NDArray[np.uint8]) -> None: ...
    def fill_discards(self, out: NDArray[np.uint8]) -> None: ...
    def fill_mask(self, out: NDArray[np.uint8]) -> None: ...
