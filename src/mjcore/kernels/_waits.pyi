import numpy as np
from numpy.typing import NDArray

from mjcore.tables._tables import Tables

def fill_waits(
    tables: Tables,
    rows: NDArray[np.uint8],  # const uint8_t[:, ::1]
    n_melds: int,
    structural: bool,
    out: NDArray[np.uint64],  # uint64_t[::1]
) -> int: ...
