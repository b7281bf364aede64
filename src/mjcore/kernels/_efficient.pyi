from typing_extensions import disjoint_base

from mjcore.kernels._mcr_scores import McrScorer
from mjcore.kernels._policy import Player
from mjcore.kernels._soft_eight import SoftEightScorer
from mjcore.tables._tables import Tables

@disjoint_base
class EfficientPlayer(Player):
    def __init__(self, tables: Tables, scorer: SoftEightScorer | McrScorer) -> None: ...
