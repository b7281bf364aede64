import numpy as np
from numpy.typing import NDArray

from mjcore.tables._tables import Tables

def fill_n_decompositions(
    tables: Tables,
    rows: NDArray[np.uint8],  # const uint8_t[:, ::1]
    out: NDArray[np.uint8],  # uint8_t[::1]
) -> int: ...
