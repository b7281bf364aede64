import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from mjcore.tables._tables import Tables

@disjoint_base
class SoftCounts:
    @property
    def arrays(self) -> tuple[NDArray[np.generic], ...]: ...
    def __init__(self, tables: Tables, theta: float, beta: float) -> None: ...
    def line(self, copies: ArrayLike) -> NDArray[np.float32]: ...

def soft_counts(tables: Tables, theta: float, beta: float) -> SoftCounts: ...
