"""Hands as text of mahjong-algorithm (summerinsects) and GB-Mahjong (zheng-fan): ``[123m1][CCCC]56m99p7m``.

Declared sets stand in brackets, with a number after their tiles: which of a chow was claimed, or from whom a
pung or kong came, with 4 added for a kong made from a pung. GB-Mahjong puts a comma before it. A kong without
a number is concealed. All other tiles are concealed; of fourteen the last one wins. Dragons are letters: C
red, F green and P white. As a digit ``5z`` is red in such programs and white here; somebody has to say which.
"""

import re
from collections.abc import Sequence

from mjcore.encoding.hands import Hand
from mjcore.encoding.layout import N_HAND
from mjcore.encoding.melds import Meld
from mjcore.words.errors import HandError, TileError, quoted
from mjcore.words.tiles import FIRST_HONOUR, HONOURS, N_KINDS, check_text, read_tiles, tile_text

#: How ``5z 6z 7z`` are meant.
DRAGON_ORDERS = ("white_first", "red_first")
#: What is written between the tiles of an exposed set and its number.
_MARKS = {"mahjong-algorithm": "", "GB-Mahjong": ","}

_PARTS = re.compile(r"\[(?P<set>[^\[\]]*)\]|(?P<concealed>[^\[\]]+)")
_SET = re.compile(r"(?P<tiles>.*[a-zA-Z])\s*,?\s*(?P<offer>\d?)\s*")
_Z_DIGITS = re.compile(r"\d+z")
_OTHER_WAY = str.maketrans("57", "75")
_RED, _WHITE = (FIRST_HONOUR + HONOURS.index(letter) for letter in "CP")


def from_algorithm_text(text: str, *, dragons: str | None = None) -> Hand:
    """Read a hand from text of mahjong-algorithm or GB-Mahjong.

    Parameters
    ----------
    text : str
        The tiles only, without the circumstances that GB-Mahjong writes after a bar.
    dragons : {"white_first", "red_first"}, optional
        How ``567z`` are meant; without it they are refused. ``"red_first"`` is the order of these programs.

    Returns
    -------
    Hand
        Who gave the tiles of exposed sets is not kept.

    Raises
    ------
    TileError
        If something in it is no tile, or a dragon is written as a digit and nobody says which it is.
    HandError
        If a bracket is out of place, a set is none, or the tiles make no hand.

    Examples
    --------
    >>> from_algorithm_text("[123m,1][777s][2222p]56pCC7p")
    parse_hand('[123m][777s]{2222p} 56p77z +7p')
    >>> print(from_algorithm_text("[555z]123m45678s66z9s", dragons="red_first"))
    [777z] 123m45678s66z +9s
    """
    check_text(text)
    _check_order(dragons)
    read = _Z_DIGITS.sub(lambda digits: _as_white_first(digits, dragons), text)
    concealed: list[int] = []
    melds: list[Meld] = []
    end = 0
    for part in _PARTS.finditer(read):
        if part.start() != end:
            break
        end = part.end()
        if part["set"] is None:
            concealed += read_tiles(read, part.start(), part.end())
        else:
            melds.append(_meld(read, part))
    if end < len(read):
        raise HandError(f"{read[end]!r} at character {end + 1} of {quoted(text)} is out of place")
    winning_tile = concealed.pop() if len(concealed) + 3 * len(melds) == N_HAND + 1 else None
    try:
        return Hand(tuple(map(concealed.count, range(N_KINDS))), tuple(melds), winning_tile)
    except HandError as error:
        raise HandError(f"{error} (in {quoted(text)})") from None


def to_algorithm_text(hand: Hand, *, dragons: str | None = None, program: str = "mahjong-algorithm") -> str:
    """Write a hand as text of mahjong-algorithm or GB-Mahjong; `from_algorithm_text` reads it back.

    Parameters
    ----------
    hand : Hand
    dragons : {"white_first", "red_first"}, optional
        Write honours as digits, with the dragons in this order; without it as letters, which mean the same
        everywhere.
    program : {"mahjong-algorithm", "GB-Mahjong"}
        Who is to read it.

    Returns
    -------
    str
        Sets are numbered as claimed from the left, because a `Meld` does not know more.

    Raises
    ------
    HandError
        If the hand has fourteen tiles and none that wins, which such text cannot say.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> hand = parse_hand("[123m][8888p]{CCCC} 55s66p +6p")
    >>> to_algorithm_text(hand)
    '[123m][8888p1][CCCC]66p55s6p'
    >>> to_algorithm_text(hand, dragons="red_first", program="GB-Mahjong")
    '[123m,1][8888p,1][5555z]66p55s6p'
    """
    if not isinstance(hand, Hand):
        raise HandError(f"a Hand is written as text, not {quoted(hand)}")
    _check_order(dragons)
    if program not in _MARKS:
        raise HandError(f"program is {' or '.join(_MARKS)}, not {quoted(program)}")
    if hand.winning_tile is None and hand.n_tiles > N_HAND:
        raise HandError(f"{hand} has {hand.n_tiles} tiles and none that wins, but the last one written would")
    written = [f"[{_text(meld.tiles, dragons)}{_offer(meld, _MARKS[program])}]" for meld in hand.melds]
    written.append(_text([kind for kind, n in enumerate(hand.concealed) for _ in range(n)], dragons))
    if hand.winning_tile is not None:
        written.append(_text([hand.winning_tile], dragons))
    return "".join(written)


def _check_order(dragons: object) -> None:
    """Refuse an order of dragons that does not exist; None is no order."""
    if dragons is not None and dragons not in DRAGON_ORDERS:
        raise TileError(f"dragons are {' or '.join(DRAGON_ORDERS)}, not {quoted(dragons)}")


def _as_white_first(digits: re.Match[str], dragons: str | None) -> str:
    """Honours in digits, dragons in the order used here."""
    text = digits[0]
    if dragons is None and not set(text).isdisjoint("567"):
        raise TileError(
            f"{text!r} at character {digits.start() + 1} of {quoted(digits.string)}: 5z is white here and "
            "red in other programs, so say dragons='white_first' or 'red_first', or write C, F and P"
        )
    return text.translate(_OTHER_WAY) if dragons == "red_first" else text


def _meld(text: str, part: re.Match[str]) -> Meld:
    inside = _SET.fullmatch(part["set"])
    tiles, offer = (inside["tiles"], inside["offer"]) if inside else (part["set"], "")
    start = part.start("set")
    kinds = read_tiles(text, start, start + len(tiles))
    offers = "123567" if len(kinds) == 4 else "123"
    try:
        meld = Meld.from_tiles(kinds, concealed=len(kinds) == 4 and not offer)
        if offer and offer not in offers:
            raise HandError(
                f"the number after a {meld.type.replace('_', ' ')} is one of {', '.join(offers)}, not {offer}"
            )
    except HandError as error:
        raise HandError(f"set {quoted(part[0])} at character {start} of {quoted(text)}: {error}") from None
    return meld


def _offer(meld: Meld, mark: str) -> str:
    """The number of an exposed set. mahjong-algorithm leaves it out where it is 1, but for a kong."""
    if meld.is_concealed or (not mark and not meld.is_kong):
        return ""
    return f"{mark}1"


def _text(kinds: Sequence[int], dragons: str | None) -> str:
    if dragons == "red_first":
        kinds = [_RED + _WHITE - kind if kind in (_RED, _WHITE) else kind for kind in kinds]
    return tile_text(kinds, style="letters" if dragons is None else "digits")
