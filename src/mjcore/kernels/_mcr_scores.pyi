import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from mjcore.tables._tables import Tables
from mjcore.tables.mcr import CHOICE_DTYPE as CHOICE_DTYPE
from mjcore.tables.mcr import N_BYTES as N_BYTES
from mjcore.tables.mcr import REPEATED as REPEATED
from mjcore.tables.mcr import SINGLE as SINGLE
from mjcore.tables.mcr import McrTables
from mjcore.tables.mcr import mcr_tables as mcr_tables
from mjcore.tables.parts import MELD_DTYPE as MELD_DTYPE
from mjcore.tables.parts import PART_DTYPE as PART_DTYPE
from mjcore.tables.parts import first_parts as first_parts
from mjcore.tables.parts import parts_of as parts_of
from mjcore.words.mcr import McrRules

FAULTS: dict[int, str]

@disjoint_base
class McrScorer:
    arrays: McrTables
    n_columns: int
    def __init__(self, tables: Tables, rules: McrRules) -> None: ...
    def fill_points(
        self,
        rows: NDArray[np.uint8],  # const uint8_t[:, ::1]
        points: NDArray[np.int32],  # int32_t[::1]
    ) -> tuple[int, int]: ...
    def fill_scores(
        self,
        rows: NDArray[np.uint8],  # const uint8_t[:, ::1]
        out: NDArray[np.uint8],  # uint8_t[:, ::1]
    ) -> tuple[int, int]: ...
