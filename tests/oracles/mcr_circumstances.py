"""How a hand of Chinese Official Mahjong was won, and what cannot have happened (section 3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from .mcr_readings import Declared, own
from .sets import N_COPIES, kind_text

SOURCES = ("discard", "wall", "replacement", "robbed")
SELF_DRAWN = ("wall", "replacement")


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """How the hand was won; winds count East, South, West, North from 0."""

    source: str = "discard"
    last_wall: bool = False
    last_copy: bool = False
    initial: bool = False
    seat_wind: int = 0
    prevalent_wind: int = 0
    flowers: int = 0

    @property
    def is_self_drawn(self) -> bool:
        """Whether the player drew the winning tile."""
        return self.source in SELF_DRAWN


def check_tiles(concealed: Sequence[int], declared: Sequence[Declared], tile: int) -> None:
    """Refuse another number of tiles than 13 before the winning one, and a fifth copy."""
    n_tiles = sum(concealed) + 3 * len(declared)
    if n_tiles != 13 or len(declared) > 4:
        raise ValueError(f"{n_tiles} tiles before the winning one, where there are 13")
    held = own(concealed, declared)
    held[tile] += 1
    for kind, n in enumerate(held):
        if n > N_COPIES:
            raise ValueError(f"a fifth copy of {kind_text(kind)}")


def check_circumstances(
    concealed: Sequence[int], declared: Sequence[Declared], tile: int, how: Circumstances
) -> None:
    """Refuse circumstances that contradict each other or the tiles."""
    for is_there, reason in _faults(concealed, declared, tile, how):
        if is_there:
            raise ValueError(reason)


def _faults(concealed, declared, tile, how):
    """Each contradiction: whether it is there, and the reason why it cannot be."""
    name, is_robbed = kind_text(tile), how.source == "robbed"
    yield how.source not in SOURCES, f"{how.source!r} is no source of a tile"
    yield not 0 <= how.flowers <= 8, f"{how.flowers} flowers, where there are 0 to 8"
    has_kong = any(meld.type == "kong" for meld in declared)
    yield how.source == "replacement" and not has_kong, "a replacement tile needs a kong of one's own"
    has_another = own(concealed, declared)[tile] > 0
    yield is_robbed and has_another, f"three {name} are in the pung that is robbed, so none is here"
    yield is_robbed and how.last_wall, "a kong needs a replacement tile, so the wall is not empty"
    yield (
        how.last_copy and concealed[tile] > 0,
        f"{name} is no last copy: the hand conceals another, which nobody sees",
    )
    yield how.initial and how.source != "wall", "an initial win is drawn from the wall"
    yield how.initial and bool(declared), "before the first discard nothing is declared"
    yield how.initial and how.last_wall, "an initial win does not empty the wall"
    yield how.initial and how.last_copy, "no copies are visible before the first discard"
    yield how.initial and how.seat_wind != 0, "an initial win is the dealer's, whose seat wind is East"


def is_last_copy(declared: Sequence[Declared], tile: int, how: Circumstances) -> bool:
    """Whether everybody sees the other three copies, which the own exposed sets may show by themselves."""
    exposed = [meld for meld in declared if not meld.concealed]
    return not how.initial and (how.last_copy or own([0] * 34, exposed)[tile] == 3)
