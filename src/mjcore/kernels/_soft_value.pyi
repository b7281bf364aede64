from collections.abc import Mapping

from mjcore.kernels._policy import Player
from mjcore.kernels._table_rules import TableRules

class SoftValuePlayer(Player):
    def __init__(self, rules: TableRules, dials: Mapping[str, float]) -> None: ...
