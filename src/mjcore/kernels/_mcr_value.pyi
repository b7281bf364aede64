from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from mjcore.kernels._mcr_scores import McrScorer
from mjcore.kernels._policy import Player
from mjcore.tables._tables import Tables

@disjoint_base
class McrValuePlayer(Player):
    def __init__(self, scorer: McrScorer, tables: Tables, dials: Mapping[str, float]) -> None: ...
    def evaluate(
        self,
        copies: NDArray[np.uint8],  # const uint8_t[::1], shape (34,)
        melds: NDArray[np.uint8],  # const uint8_t[::1], shape (4,)
        visible: NDArray[np.uint8],  # const uint8_t[::1], shape (34,)
        seat_wind: int,
        prevalent_wind: int,
    ) -> dict[str, Any]: ...
    def fill_values(
        self,
        rows: NDArray[np.uint8],  # const uint8_t[:, ::1]
        visible: NDArray[np.uint8],  # const uint8_t[:, ::1]
        values: NDArray[np.float32],  # float[::1]
        after: NDArray[np.float32],  # float[:, ::1]
    ) -> int: ...
