import numpy as np
from numpy.typing import NDArray

def fill_walls(
    bit_generator: np.random.BitGenerator,
    out: NDArray[np.uint8],  # uint8_t[:, ::1]
) -> None: ...
def fill_deals(
    bit_generator: np.random.BitGenerator,
    tiles: int,
    out: NDArray[np.uint8],  # uint8_t[:, ::1]
) -> None: ...
