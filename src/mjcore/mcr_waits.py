"""The wait fan of a reading in Chinese Official Mahjong, or why there is none (section 6)."""

from typing import NamedTuple

from mjcore.decompose import ConcealedSet, Decomposition
from mjcore.encoding.hands import Win
from mjcore.shape import kinds_in, waits
from mjcore.words.mcr import McrRules
from mjcore.words.tiles import N_RANKS, tile_text

_WITH_WAITS = ("standard", "knitted_straight")
_LAST_CHOW = N_RANKS - 3  # rank of the lowest tile of 789


class Wait(NamedTuple):
    """A wait fan, or none.

    Attributes
    ----------
    fan : str or None
        Key of the fan that the reading has.
    text : str
        What makes it, or why there is none.
    """

    fan: str | None
    text: str


#: Where the winning tile can stand in a reading, the usual place first; "side" is elsewhere in a chow.
PLACES = ("edge", "middle", "pair", "side", "pung", "body")
_FANS = {"edge": "edge_wait", "middle": "closed_wait", "pair": "single_wait"}


def places_of(win: Win, rules: McrRules, way: Decomposition) -> list[str]:
    """Where the winning tile can stand in a reading, the usual place first.

    Parameters
    ----------
    win : Win
    rules : McrRules
    way : Decomposition
        One of those of the hand.

    Examples
    --------
    >>> from mjcore.decompose import decompositions
    >>> from mjcore.encoding.hands import parse_hand
    >>> win = parse_hand("[111z][222z][333z] 1233p +3p").win()
    >>> [places_of(win, McrRules(), way) for way in decompositions(win, McrRules())]
    [['edge', 'pair']]
    """
    tile = _tile(win)
    found = {"body"} if tile in way.singles else set()
    if found and (win.hand.concealed[tile] == 0 or not rules.scoring.knitted_straight_body_waits):
        return ["body"]
    for one in way.sets:
        if tile in one.tiles:
            if one.type == "chow":
                found.add(_place_in_chow(tile, one))
            else:
                found.add("pung")
    if tile in way.pairs:
        found.add("pair")
    return [place for place in PLACES if place in found]


def wait_of(win: Win, rules: McrRules, way: Decomposition, place: str | None = None) -> Wait:
    """The wait fan that a reading has, whether or not it is counted in the end.

    Parameters
    ----------
    win : Win
    rules : McrRules
    way : Decomposition
        One of those of the hand.
    place : str, optional
        Where the winning tile stands, one of `places_of`; the usual place if left out.

    Examples
    --------
    >>> from mjcore.decompose import decompositions
    >>> from mjcore.encoding.hands import parse_hand
    >>> rules = McrRules()
    >>> for text in ["[111z][222z][333z] 1233p +3p", "[111z][222z][333z] 3335s +4s"]:
    ...     win = parse_hand(text).win()
    ...     print(wait_of(win, rules, decompositions(win, rules)[0]))
    Wait(fan='edge_wait', text='3p in 123p, the only tile that wins')
    Wait(fan=None, text='2 tiles win: 4s 5s')
    """
    if way.form not in _WITH_WAITS:
        return Wait(None, "only a hand with sets and a pair has one")
    if win.initial and not rules.play.initial_win_wait_fans:
        return Wait(None, "no tile of a hand that wins as dealt is the winning one")
    tile = _tile(win)
    text = tile_text([tile])
    place = place or places_of(win, rules, way)[0]
    if place == "body":
        if win.hand.concealed[tile] == 0:
            return Wait(None, f"{text} completed the knitted tiles")
        option = "" if rules.scoring.knitted_straight_body_waits else " (knitted_straight_body_waits)"
        return Wait(None, f"{text} is one of the knitted tiles{option}")
    winning = [
        tile_text([kind])
        for kind in kinds_in(waits(win.hand, rules, structural=rules.scoring.wait_counts_exhausted)).tolist()
    ]
    if len(winning) > 1:
        return Wait(None, f"{len(winning)} tiles win: {' '.join(winning)}")
    only = f"{text} is the only tile that wins, but"
    if place == "side":
        return Wait(None, f"{only} completes a chow that is open at both ends")
    if place == "pung":
        return Wait(None, f"{only} completes a pung")
    return Wait(_FANS[place], f"{text} in {_block_with(tile, way, place)}, the only tile that wins")


def _tile(win: Win) -> int:
    tile = win.hand.winning_tile
    assert tile is not None
    return tile


def _place_in_chow(tile: int, chow: ConcealedSet) -> str:
    at_ends = {0: ("side", "middle", "edge"), _LAST_CHOW: ("edge", "middle", "side")}
    return at_ends.get(chow.kind % N_RANKS, ("side", "middle", "side"))[tile - chow.kind]


def _block_with(tile: int, way: Decomposition, place: str) -> str:
    """Text of the block in which the winning tile has its place."""
    if place == "pair":
        return tile_text([tile, tile])
    return next(
        tile_text(one.tiles)
        for one in way.sets
        if one.type == "chow" and tile in one.tiles and _place_in_chow(tile, one) == place
    )
