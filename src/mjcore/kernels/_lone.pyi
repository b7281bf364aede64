import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from mjcore.tables._tables import Tables

def fill_efficient(
    tables: Tables,
    walls: NDArray[np.uint8],  # const uint8_t[:, ::1]
    draws: int,
    frozen: bool,
    completed: NDArray[np.uint8],  # uint8_t[::1]
    main_suit: NDArray[np.uint8],  # uint8_t[::1]
) -> None: ...

@disjoint_base
class Foresight:
    def __init__(
        self,
        tables: Tables,
        number: NDArray[np.uint16],  # const uint16_t[::1]
        honours: NDArray[np.uint16],  # const uint16_t[::1]
        dragons: NDArray[np.uint16],  # const uint16_t[::1]
    ) -> None: ...
    def fill(
        self,
        walls: NDArray[np.uint8],  # const uint8_t[:, ::1]
        draws: int,
        out: NDArray[np.uint8],  # uint8_t[:, :, ::1]
    ) -> None: ...
