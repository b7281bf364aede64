from typing import Any

from mjcore.kernels._policy import Player

class RandomPlayer(Player):
    def __init__(self, /, *args: Any, **kwargs: Any) -> None: ...
