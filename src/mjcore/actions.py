"""Actions at a table: whole numbers for machines, words for people."""

from __future__ import annotations

from mjcore.kernels._one_table import ACTIONS
from mjcore.logs import FIRST_FLOWER, log_tile, tile_of_log
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.options import close_matches
from mjcore.words.values import whole

PASS = ACTIONS["pass"]
WIN = ACTIONS["win"]
DECLARE = ACTIONS["declare"]
RECALL = ACTIONS["recall"]
PUNG = ACTIONS["pung"]
KONG = ACTIONS["kong"]
CHOW = ACTIONS["chow"]
DECLINE = ACTIONS["decline"]
FLOWER = ACTIONS["flower"]
DISCARD = ACTIONS["discard"]
DISCARD_READY = ACTIONS["discard_ready"]
CONCEALED_KONG = ACTIONS["concealed_kong"]
ADDED_KONG = ACTIONS["added_kong"]
N_ACTIONS = ACTIONS["end"]

_OF_TILES = {
    "discard": DISCARD,
    "discard_ready": DISCARD_READY,
    "concealed_kong": CONCEALED_KONG,
    "added_kong": ADDED_KONG,
}
_ALONE = {
    "pass": PASS,
    "win": WIN,
    "declare": DECLARE,
    "recall": RECALL,
    "pung": PUNG,
    "kong": KONG,
    "decline": DECLINE,
    "chow_lowest": CHOW,
    "chow_middle": CHOW + 1,
    "chow_highest": CHOW + 2,
}
_WORDS = {number: word for word, number in _ALONE.items()}


def action_text(action: int) -> str:
    """An action in words; `parse_action` is the inverse.

    Parameters
    ----------
    action : int

    Returns
    -------
    str
        ``pass``, ``win``, ``declare``, ``recall``, ``pung``, ``kong``, ``decline``, ``chow_lowest``,
        ``chow_middle``, ``chow_highest`` (where the claimed tile stands), or with a tile ``discard``,
        ``discard_ready`` (and declare ready), ``concealed_kong``, ``added_kong``, ``flower``.

    Raises
    ------
    MahjongError
        If there is no such action.

    Examples
    --------
    >>> action_text(18), action_text(6)
    ('discard 1m', 'chow_lowest')
    """
    number = whole(action)
    if number is None or not 0 <= number < N_ACTIONS:
        raise MahjongError(f"actions are numbers from 0 to {N_ACTIONS - 1}, not {quoted(action)}")
    if number in _WORDS:
        return _WORDS[number]
    if number < DISCARD:
        return f"flower {log_tile(FIRST_FLOWER + number - FLOWER)}"
    word = max((word for word in _OF_TILES if _OF_TILES[word] <= number), key=_OF_TILES.__getitem__)
    return f"{word} {log_tile(number - _OF_TILES[word])}"


def parse_action(text: str) -> int:
    """The number of an action in words.

    Parameters
    ----------
    text : str
        As `action_text` writes it.

    Returns
    -------
    int

    Raises
    ------
    MahjongError
        If there is no such action.

    Examples
    --------
    >>> parse_action("discard 1m"), parse_action("pung")
    (18, 4)
    >>> parse_action("discrad 1m")
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: there is no action 'discrad'; did you mean discard or discard_ready?
    """
    if not isinstance(text, str):
        raise MahjongError(f"an action in words is text, not {quoted(text)}")
    word, _, tile = text.partition(" ")
    if word in _ALONE and not tile:
        return _ALONE[word]
    if word == "flower" and tile:
        kind = tile_of_log(tile)
        if kind < FIRST_FLOWER:
            raise MahjongError(f"{tile} is no flower, which are 1f to 8f")
        return FLOWER + kind - FIRST_FLOWER
    if word in _OF_TILES and tile:
        kind = tile_of_log(tile)
        if kind < FIRST_FLOWER or word == "discard":
            return _OF_TILES[word] + kind
        raise MahjongError(f"a flower is discarded or exposed, and makes no {word}")
    known = [*_ALONE, *_OF_TILES, "flower"]
    if word in known:
        raise MahjongError(f"the action {word} {'needs a tile' if word not in _ALONE else 'has no tile'}")
    raise MahjongError(f"there is no action {quoted(word)}{close_matches(word, known)}")
