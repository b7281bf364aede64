from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from mjcore.tables._tables import Tables
from mjcore.words.soft_eight import FAN_CODES as FAN_CODES

SCORE_DTYPE: np.dtype[np.void]
FAULTS: dict[int, str]

@disjoint_base
class SoftEightScorer:
    def __init__(
        self,
        tables: Tables,
        *,
        base_points: int,
        base_points_pure: int,
        dragon_requires_runs: bool,
        tianhe_untouched: bool,
        tianting_after_kong: bool,
        chow_claims: bool,
        enabled: Sequence[bool],
        multipliers: Sequence[int],
    ) -> None: ...
    def fill_scores(
        self,
        rows: NDArray[np.uint8],  # const uint8_t[:, ::1]
        out: NDArray[np.uint8],  # uint8_t[:, ::1]
    ) -> tuple[int, int]: ...
