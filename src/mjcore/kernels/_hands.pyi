from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.layout import HAND_DTYPE as HAND_DTYPE
from mjcore.kernels._policy import Player
from mjcore.kernels._table_rules import TableRules

RECORD_DTYPE: np.dtype[np.void]

def fill_records(
    rules: TableRules,
    players: Iterable[Player],
    walls: NDArray[np.uint8],
    seeds: NDArray[np.uint64],
    dealers: NDArray[np.uint8],
    winds: NDArray[np.uint8],
    zha: NDArray[np.uint8],
    di: NDArray[np.int32],
    out: NDArray[np.uint8],
) -> tuple[int, int]: ...
