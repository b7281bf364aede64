from collections.abc import Mapping

from typing_extensions import disjoint_base

from mjcore.kernels._policy import Player
from mjcore.kernels._table_rules import TableRules

@disjoint_base
class SoftValuePlayer(Player):
    def __init__(self, rules: TableRules, dials: Mapping[str, float]) -> None: ...
