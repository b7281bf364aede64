"""The wait fan of a reading in Chinese Official Mahjong, or why there is none (section 6)."""

from typing import NamedTuple

from mjcore.decompose import Decomposition
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


def wait_of(win: Win, rules: McrRules, way: Decomposition) -> Wait:
    """The wait fan that a reading has, whether or not it is counted in the end.

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
    >>> rules = McrRules()
    >>> for text in ["[111z][222z][333z] 1233p +3p", "[111z][222z][333z] 3335s +4s"]:
    ...     win = parse_hand(text).win()
    ...     print(wait_of(win, rules, decompositions(win, rules)[0]))
    Wait(fan='edge_wait', text='3p in 123p, the only tile that wins')
    Wait(fan=None, text='2 tiles win: 4s 5s')
    """
    tile = win.hand.winning_tile
    assert tile is not None
    if way.form not in _WITH_WAITS:
        return Wait(None, "only a hand with sets and a pair has one")
    if win.initial:
        return Wait(None, "no tile of a hand that wins as dealt is the winning one")
    text = tile_text([tile])
    if tile in way.singles:
        if win.hand.concealed[tile] == 0:
            return Wait(None, f"{text} completed the knitted tiles")
        if not rules.scoring.knitted_straight_body_waits:
            return Wait(None, f"{text} is one of the knitted tiles (knitted_straight_body_waits)")
    winning = [
        tile_text([kind])
        for kind in kinds_in(waits(win.hand, rules, structural=rules.scoring.wait_counts_exhausted)).tolist()
    ]
    if len(winning) > 1:
        return Wait(None, f"{len(winning)} tiles win: {' '.join(winning)}")
    fan, block = _block_with(tile, way)
    if fan is None:
        return Wait(None, f"{text} is the only tile that wins, but {block}")
    return Wait(fan, f"{text} in {block}, the only tile that wins")


def _block_with(tile: int, way: Decomposition) -> tuple[str | None, str]:
    """The fan that the winning tile makes with its block, the first of edge, closed and single wait."""
    chows = [chow for chow in way.sets if chow.type == "chow" and tile in chow.tiles]
    for chow in chows:
        if tile - chow.kind == {0: 2, _LAST_CHOW: 0}.get(chow.kind % N_RANKS):
            return "edge_wait", tile_text(chow.tiles)
    for chow in chows:
        if tile - chow.kind == 1:
            return "closed_wait", tile_text(chow.tiles)
    if tile in way.pairs:
        return "single_wait", tile_text([tile, tile])
    return None, "completes a chow that is open at both ends" if chows else "completes a pung"
