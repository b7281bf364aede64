from typing import Any

from typing_extensions import disjoint_base

from mjcore.kernels._policy import Player

@disjoint_base
class RandomPlayer(Player):
    def __init__(self, /, *args: Any, **kwargs: Any) -> None: ...
