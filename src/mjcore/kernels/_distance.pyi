import numpy as np
from numpy.typing import NDArray

from mjcore.tables._tables import Tables

def fill_shanten(
    tables: Tables,
    rows: NDArray[np.uint8],  # const uint8_t[:, ::1]
    n_melds: int,
    out: NDArray[np.int8],  # int8_t[::1]
) -> int: ...
