import numpy as np
from numpy.typing import NDArray

from mjcore.kernels._mcr_scores import McrScorer

def add_fans(
    scorer: McrScorer,
    hands: NDArray[np.uint8],  # const uint8_t[:, ::1]
    ways: NDArray[np.uint64],  # const uint64_t[::1]
    skip_standard: bool,
    joint: NDArray[np.uint64],  # uint64_t[:, ::1]
    times: NDArray[np.uint64],  # uint64_t[::1]
    points: NDArray[np.uint64],  # uint64_t[::1]
) -> None: ...
