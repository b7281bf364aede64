"""Why a hand of Soft Eight is a win or none, and why a fan counts or does not (articles 2 and 14).

What holds is decided by `score`, `shanten` and `decompositions`; here it is put into words.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from mjcore.decompose import ConcealedSet, Decomposition, decompositions, n_decompositions
from mjcore.encoding.hands import Win
from mjcore.encoding.melds import Meld
from mjcore.explanation import SuitTiles
from mjcore.tables.forms import FORMS, Form, form_of
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import FIRST_HONOUR, N_RANKS, WINDS, tile_text

_NUMBER_SUITS = ("characters", "dots", "bamboos")
_HONOURS = ("honours",)
_HONOURS_APART = ("winds", "dragons")
_RUNS = (0, 3, 6)  # lowest ranks of 123, 456 and 789

N_PAIRS = 7

#: PURE is mentioned where so many main tiles come near it.
_NEARLY_PURE = 11


@dataclass(frozen=True)
class Subject:
    """A hand to be spoken about.

    Attributes
    ----------
    win : Win
    rules : SoftEightRules
    reading : Decomposition or None
        The one that counts.
    main : int or None
        Number of the main suit.
    """

    win: Win
    rules: SoftEightRules
    reading: Decomposition | None = None
    main: int | None = None

    @property
    def kinds(self) -> list[int]:
        """Kinds in the hand, melds and winning tile included, in order."""
        held = set(np.flatnonzero(self.win.hand.counts(with_winning=True)).tolist())
        return sorted(held.union(*(meld.tiles for meld in self.win.hand.melds)))

    @property
    def kongs(self) -> list[Meld]:
        """The kongs of the hand."""
        return [meld for meld in self.win.hand.melds if meld.is_kong]

    @property
    def suit_names(self) -> tuple[str, ...]:
        """The suits of the rules, in the order of their numbers."""
        return _NUMBER_SUITS + (_HONOURS if self.rules.shape.honours_one_suit else _HONOURS_APART)

    def suit_of(self, kind: int) -> int:
        """Number of the suit of a kind."""
        dragon = kind >= FIRST_HONOUR + len(WINDS) and not self.rules.shape.honours_one_suit
        return kind // N_RANKS + dragon


def suit_tiles(subject: Subject, *, kong: int | None = None) -> tuple[int, ...]:
    """Tiles of each suit, a kong counting as many as the rules say (or `kong`).

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> win = parse_hand("{1111m}[2222m] 345p678s9s +9s").win()
    >>> suit_tiles(Subject(win, SoftEightRules())), suit_tiles(Subject(win, SoftEightRules()), kong=4)
    ((6, 3, 5, 0), (8, 3, 5, 0))
    """
    of_kong = subject.rules.shape.kong_tiles_counted if kong is None else kong
    tiles = [0] * len(subject.suit_names)
    for kind, copies in enumerate(subject.win.hand.counts(with_winning=True).tolist()):
        tiles[subject.suit_of(kind)] += copies
    for meld in subject.win.hand.melds:
        tiles[subject.suit_of(meld.kind)] += of_kong if meld.is_kong else 3
    return tuple(tiles)


def suits_of(subject: Subject) -> tuple[SuitTiles, ...]:
    """The suits and their tiles, most first.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> subject = Subject(parse_hand("[777z] 12345678s44p +9s").win(), SoftEightRules(), main=2)
    >>> print(*suits_of(subject), sep=", ")
    bamboos 9, honours 3, dots 2, characters 0
    """
    suits = [
        SuitTiles(name, tiles, number == subject.main)
        for number, (name, tiles) in enumerate(zip(subject.suit_names, suit_tiles(subject), strict=True))
    ]
    return tuple(sorted(suits, key=lambda suit: -suit.tiles))


def readings(win: Win, rules: SoftEightRules) -> list[Decomposition]:
    """The ways to see a hand that win, those with most fans first.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> print(*readings(parse_hand("1122334445678m +9m").win(), SoftEightRules()), sep=" | ")
    123m 123m 456m 789m 44m | 234m 234m 456m 789m 11m
    """
    ways = decompositions(win, rules)
    return sorted(ways, key=lambda way: -len(_fans_of_reading(Subject(win, rules, way))))


def why_fan(code: str, subject: Subject) -> str:
    """What makes a fan that the hand has.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> why_fan("KONGBOTTOM", Subject(parse_hand("{8888p} 123456m99m78s +9s").win(), SoftEightRules()))
    '9s was drawn from the tail for the kong {8888p}'
    """
    return _MAKES[code](subject)


def why_no_fan(code: str, subject: Subject) -> str | None:
    """Why a fan that one may expect does not count; None where nobody would expect it.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> win = parse_hand("123456m99m234p56s +7s").win(last_wall=True)
    >>> why_no_fan("HAIDI", Subject(win, SoftEightRules()))
    'the last tile of the wall was discarded, and only its drawer gets this fan'
    """
    return _MISSES[code](subject)


def why_no_win(subject: Subject) -> str:
    """Why a hand of 14 tiles is no win, in part of a sentence.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> why_no_win(Subject(parse_hand("123456m789p123s5z +5z").win(), SoftEightRules()))
    'the largest suit, characters, has 6 tiles, and a win needs 8 of one suit (clause 2)'
    >>> why_no_win(Subject(parse_hand("123z555z66z456m78m +9m").win(), SoftEightRules()))
    'these tiles make neither four sets and a pair nor seven pairs, since honours form no runs (clause 2)'
    """
    form = form_of(subject.rules)
    shape_only = replace(form, min_main_tiles=0, pair_must_be_main=False)
    if not n_decompositions(subject.win, shape_only):
        shapes = "four sets and a pair"
        shapes = f"neither {shapes} nor seven pairs" if form.seven_pairs != "none" else f"no {shapes}"
        since = _nearly_a_shape(subject, shape_only)
        return f"these tiles make {shapes}{f', since {since}' if since else ''} (clause 2)"
    tiles, needed = suit_tiles(subject), form.min_main_tiles
    if max(tiles) >= needed:
        return f"the pair and two sets must be of a suit with {needed} tiles (pair_must_be_main)"
    most = [name for name, n in zip(subject.suit_names, tiles, strict=True) if n == max(tiles)]
    if len(most) == 1:
        found = f"the largest suit, {most[0]}, has {max(tiles)} tiles"
    else:
        found = f"the largest suits, {', '.join(most[:-1])} and {most[-1]}, have {max(tiles)} tiles each"
    if max(suit_tiles(subject, kong=4)) >= needed:
        found += ", a kong counting 3"
    return f"{found}, and a win needs {needed} of one suit (clause 2)"


def _nearly_a_shape(subject: Subject, form: Form) -> str | None:
    """What would have to be allowed for these tiles to be a winning shape."""
    pairs = int((subject.win.hand.counts(with_winning=True) // 2).sum())
    if subject.kongs and pairs + 2 * len(subject.kongs) == N_PAIRS:
        return "a kong is no two of seven pairs"
    for allowed, why in (
        (FORMS["thirteen_orphans"], "thirteen orphans is no winning shape"),
        (FORMS["seven_pairs"], _no_pairs(form)),
        (replace(form, honour_runs=True), "honours form no runs"),
    ):
        if n_decompositions(subject.win, allowed):
            return why
    return None


def _no_pairs(form: Form) -> str:
    """Why seven pairs that count four equal tiles as two are none."""
    if form.seven_pairs == "none":
        return "seven pairs do not win under these rules (seven_pairs)"
    return "four equal tiles are not two pairs under these rules (four_kind_as_two_pairs)"


def _fans_of_reading(subject: Subject) -> set[str]:
    """Fans that count and depend on the reading."""
    found = set()
    if _dragon_suit(subject) is not None:
        found.add("DRAGON")
    if subject.reading is not None and subject.reading.form == "seven_pairs":
        found.add("SEVEN")
    return found & set(subject.rules.points.fans)


def _dragon_suit(subject: Subject) -> int | None:
    """The suit whose dragon the reading shows."""
    reading = subject.reading
    if reading is None or reading.form != "standard":
        return None
    if not subject.rules.shape.dragon_requires_runs:
        return _suit_with_all_ranks(subject)
    runs = {set_.kind for set_ in _sets(reading) if set_.type == "chow"}
    return next((suit for suit in range(3) if {N_RANKS * suit + rank for rank in _RUNS} <= runs), None)


def _sets(reading: Decomposition) -> tuple[ConcealedSet | Meld, ...]:
    return (*reading.sets, *reading.melds)


def _suit_with_all_ranks(subject: Subject) -> int | None:
    ranks = [{kind % N_RANKS for kind in subject.kinds if kind // N_RANKS == suit} for suit in range(3)]
    return next((suit for suit, held in enumerate(ranks) if len(held) == N_RANKS), None)


def _made_pure(subject: Subject) -> str:
    return f"every tile is of one suit, {subject.suit_names[subject.suit_of(subject.kinds[0])]}"


def _made_dragon(subject: Subject) -> str:
    suit = _dragon_suit(subject)
    first = N_RANKS * (0 if suit is None else suit)
    if not subject.rules.shape.dragon_requires_runs:
        return f"{tile_text(range(first, first + N_RANKS))} are all there"
    return " ".join(tile_text(range(first + rank, first + rank + 3)) for rank in _RUNS)


def _made_seven(subject: Subject) -> str:
    pairs = () if subject.reading is None else subject.reading.pairs
    return " ".join(tile_text([pair, pair]) for pair in pairs)


def _made_kong_bottom(subject: Subject) -> str:
    kongs = subject.kongs
    which = f"the kong {kongs[0]}" if len(kongs) == 1 else f"one of the kongs {' '.join(map(str, kongs))}"
    return f"{_winning_tile(subject)} was drawn from the tail for {which}"


def _made_haidi(subject: Subject) -> str:
    return f"{_winning_tile(subject)} was drawn as the last tile of the wall"


def _made_tianhe(subject: Subject) -> str:
    return "the dealer wins with the tiles dealt"


def _made_tianting(subject: Subject) -> str:
    return "declared ready before drawing or claiming a tile"


def _winning_tile(subject: Subject) -> str:
    tile = subject.win.hand.winning_tile
    return "" if tile is None else tile_text([tile])


def _missed_pure(subject: Subject) -> str | None:
    if subject.main is None or suit_tiles(subject)[subject.main] < _NEARLY_PURE:
        return None
    others = [kind for kind in subject.kinds if subject.suit_of(kind) != subject.main]
    if not others:
        return None
    return f"{tile_text(others)} {'is' if len(others) == 1 else 'are'} not of the main suit"


def _missed_dragon(subject: Subject) -> str | None:
    suit = _suit_with_all_ranks(subject)
    if suit is not None:
        first = N_RANKS * suit
        return f"{tile_text(range(first, first + N_RANKS))} are there, but not as the runs 123, 456 and 789"
    if subject.reading is None:
        return None
    runs = {
        set_.kind % N_RANKS: set_
        for set_ in _sets(subject.reading)
        if set_.type == "chow" and set_.kind < FIRST_HONOUR and set_.kind % N_RANKS in _RUNS
    }
    if len(runs) < len(_RUNS):
        return None
    return f"{' '.join(tile_text(runs[rank].tiles) for rank in _RUNS)} are not of one suit"


def _missed_seven(subject: Subject) -> str | None:
    form = form_of(subject.rules)
    pairs = FORMS["seven_pairs"]
    return _no_pairs(form) if form.seven_pairs != "quads" and n_decompositions(subject.win, pairs) else None


def _missed_kong_bottom(subject: Subject) -> str | None:
    if subject.win.source == "robbed":
        return "the tile was taken from another player's kong, and robbing a kong is no fan"
    if not subject.kongs:
        return None
    came = {"wall": "drawn from the wall", "discard": "discarded"}[subject.win.source]
    return f"{_winning_tile(subject)} was {came}, not drawn from the tail"


def _missed_haidi(subject: Subject) -> str | None:
    if not subject.win.last_wall:
        return None
    if subject.win.source == "discard":
        return "the last tile of the wall was discarded, and only its drawer gets this fan"
    return f"{_winning_tile(subject)} was drawn from the tail, not from the wall"


def _never_missed(subject: Subject) -> str | None:
    return None


#: What says why a fan holds, by its code.
_MAKES: dict[str, Callable[[Subject], str]] = {
    "PURE": _made_pure,
    "DRAGON": _made_dragon,
    "SEVEN": _made_seven,
    "KONGBOTTOM": _made_kong_bottom,
    "HAIDI": _made_haidi,
    "TIANHE": _made_tianhe,
    "TIANTING": _made_tianting,
}
#: What says why a fan does not hold.
_MISSES: dict[str, Callable[[Subject], str | None]] = {
    "PURE": _missed_pure,
    "DRAGON": _missed_dragon,
    "SEVEN": _missed_seven,
    "KONGBOTTOM": _missed_kong_bottom,
    "HAIDI": _missed_haidi,
    "TIANHE": _never_missed,
    "TIANTING": _never_missed,
}
