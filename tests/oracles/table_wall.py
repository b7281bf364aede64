"""Where tiles come from: the walls of the two games, as lists of positions."""

from collections.abc import Sequence

N_DEALT = 53


def dealt_positions() -> list[list[int]]:
    """Positions of the thirteen tiles of each player, from the dealer on; the dealer has 52 besides.

    >>> dealt_positions()[0]
    [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48]
    """
    return [
        [16 * rounds + 4 * place + n for rounds in range(3) for n in range(4)] + [48 + place]
        for place in range(4)
    ]


class TailedWall:
    """The wall of Soft Eight: a live wall, and a tail that is kept for kongs."""

    def __init__(self, wall: Sequence[int], *, n_tail: int, rear_first: bool, replenished: bool):
        self.tiles, self.replenished = list(wall), replenished
        self.next_live, self.live_end = N_DEALT, len(self.tiles) - n_tail
        tail = range(self.live_end, len(self.tiles))
        stacks = [tail[n : n + 2] for n in range(0, len(tail), 2)]
        self.supply = [place for stack in (stacks[::-1] if rear_first else stacks) for place in stack]
        self.kong_places: list[int] = []

    @property
    def n_live(self) -> int:
        return self.live_end - self.next_live

    @property
    def has_kong_tile(self) -> bool:
        return bool(self.supply) or (self.replenished and bool(self.kong_places) and self.n_live > 0)

    def draw(self) -> int:
        self.next_live += 1
        return self.tiles[self.next_live - 1]

    def draw_for_kong(self) -> int:
        if self.replenished and self.n_live > 0:
            self.live_end -= 1
        self.kong_places.append(self.supply.pop(0) if self.supply else self.live_end)
        return self.tiles[self.kong_places[-1]]


class OpenWall:
    """The wall of MCR: draws from one end, replacements from the other, to the last tile."""

    def __init__(self, wall: Sequence[int]):
        self.tiles, self.next_live, self.end = list(wall), N_DEALT, len(wall)

    @property
    def n_live(self) -> int:
        return self.end - self.next_live

    @property
    def has_kong_tile(self) -> bool:
        return self.n_live > 0

    def draw(self) -> int:
        self.next_live += 1
        return self.tiles[self.next_live - 1]

    def draw_for_kong(self) -> int:
        self.end -= 1
        return self.tiles[self.end]
