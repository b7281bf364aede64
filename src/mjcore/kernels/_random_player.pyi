from mjcore.kernels._policy import Player

class RandomPlayer(Player):
    def __init__(self) -> None: ...
