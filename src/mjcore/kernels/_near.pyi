import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from mjcore.tables._tables import Tables

@disjoint_base
class Near:
    def __init__(self, tables: Tables) -> None: ...
    def fill_discards(
        self,
        rows: NDArray[np.uint8],  # const uint8_t[:, ::1]
        visible: NDArray[np.uint8],  # const uint8_t[:, ::1]
        distances: NDArray[np.uint8],  # uint8_t[:, ::1]
        useful: NDArray[np.uint64],  # uint64_t[:, ::1]
        chosen: NDArray[np.uint8],  # uint8_t[:, ::1]
    ) -> int: ...
    def fill_distance(
        self,
        rows: NDArray[np.uint8],  # const uint8_t[:, ::1]
        out: NDArray[np.uint8],  # uint8_t[::1]
    ) -> int: ...
