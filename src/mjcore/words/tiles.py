"""The 34 kinds of tile: text in three styles, names in two languages.

A kind is a number from 0 to 33::

    0-8    1m-9m   characters        27-30  1z-4z  E S W N  the winds East South West North
    9-17   1p-9p   dots              31     5z     P        White
    18-26  1s-9s   bamboos           32     6z     F        Green
                                     33     7z     C        Red

Some programs order the dragons red, green, white, and so does Unicode; here ``567z`` is white, green, red.
Letters and symbols mean the same everywhere and are the way to carry tiles over from such a program.

Suits are lower-case letters after their digits, honours upper-case letters of their own: ``s`` is bamboo and
``S`` is South, ``p`` is dots and ``P`` is White.
"""

import operator
from itertools import groupby
from typing import NoReturn, SupportsIndex
from unicodedata import east_asian_width, normalize

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjcore.words.errors import MahjongError, TileError, quoted

N_KINDS = 34
N_COPIES = 4
N_TILES = N_KINDS * N_COPIES
N_RANKS = 9
FIRST_HONOUR = 3 * N_RANKS

#: Suits of the digits style, in the order of the kinds; ``z`` holds the seven honours.
SUITS = "mpsz"
#: Honours of the letters style, in the order of the kinds 27 to 33.
HONOURS = "ESWNPFC"
#: The four winds in the order of the seats.
WINDS = HONOURS[:4]
#: Text of each kind in the digits style.
KIND_TEXTS = tuple(f"{kind % N_RANKS + 1}{SUITS[kind // N_RANKS]}" for kind in range(N_KINDS))

STYLES = ("digits", "letters", "unicode")
LANGUAGES = ("en", "zh")

# Unicode: U+1F000 E S W N red green white, then characters, bamboos, dots.
_BLOCK = [27, 28, 29, 30, 33, 32, 31, *range(0, 9), *range(18, 27), *range(9, 18)]
_KIND_OF_SYMBOL = {chr(0x1F000 + place): kind for place, kind in enumerate(_BLOCK)}
_SYMBOLS = {kind: symbol for symbol, kind in _KIND_OF_SYMBOL.items()}
_FLOWERS = {chr(code) for code in range(0x1F022, 0x1F02A)}
_VARIATION = "\ufe0e\ufe0f"  # text or emoji look of the tile before it

_KIND_OF_LETTER = {letter: FIRST_HONOUR + place for place, letter in enumerate(HONOURS)}
_KIND_OF_SIGN = _KIND_OF_LETTER | _KIND_OF_SYMBOL
_KIND_OF_TEXT = {text: kind for kind, text in enumerate(KIND_TEXTS)}
#: What texts of hands are made of, besides the tiles of Unicode.
_PLAIN = frozenset(f"0123456789{SUITS}{HONOURS}[]{{}}+,")
#: Brackets of Chinese texts, and those that are read.
_BRACKETS = dict(zip("【】〔〕「」", "[][][]", strict=True))
_DIGITS = frozenset("0123456789")
_SUITS = frozenset(SUITS)

_ENGLISH = {
    **dict(zip("mps", ("Characters", "Dots", "Bamboos"), strict=True)),
    "z": ("East", "South", "West", "North", "White", "Green", "Red"),
}
_CHINESE = {**dict(zip("mps", "万饼条", strict=True)), "z": "东南西北白发中"}
_CHINESE_NUMBERS = "一二三四五六七八九"

#: No text of real tiles is longer: 136 tiles of four characters each, and room for spaces.
_LONGEST_TEXT = 2000


def parse_tiles(text: str) -> NDArray[np.uint8]:
    """Read tiles from text, in the order written.

    Parameters
    ----------
    text : str
        Digits with a suit (``"123m456p11z"``), letters of honours (``"ESWNCFP"``), Unicode tiles, or all
        of them mixed. Spaces and commas do not matter. At most 136 tiles, a whole set; how many copies of
        a kind there are is a question of hands and not asked here.

    Returns
    -------
    ndarray of uint8, shape (n,)
        Kinds, 0 to 33.

    Raises
    ------
    TileError
        If a character is no tile, digits have no suit or a suit no digits, a rank does not exist (there
        are no red fives, so rank 0 is refused), there are no tiles or more than a set has, or `text` is no
        string.

    Examples
    --------
    >>> parse_tiles("19m1z").tolist()
    [0, 8, 27]
    >>> tile_text(parse_tiles("CFP"))                  # red, green, white
    '765z'
    >>> parse_tiles("40m")
    Traceback (most recent call last):
    mjcore.words.errors.TileError: '0m' at character 2 of '40m': ranks run from 1 to 9, there are no red fives
    """
    check_text(text)
    kinds = read_tiles(text, 0, len(text))
    if not kinds:
        raise TileError(f"{quoted(text)} has no tiles")
    _check_number(len(kinds))
    return np.array(kinds, dtype=np.uint8)


def tile_text(kinds: ArrayLike, style: str = "digits") -> str:
    """Write tiles as text, in the order given; `parse_tiles` reads it back.

    Parameters
    ----------
    kinds : array_like of int, shape (n,)
        Kinds, 0 to 33; at most 136. No tiles give the empty text, the only one that `parse_tiles` refuses.
    style : {"digits", "letters", "unicode"}
        Honours as ``z`` digits or as letters, or every tile as a Unicode symbol. Neighbours of one suit share
        its letter.

    Returns
    -------
    str

    Raises
    ------
    TileError
        If a number is no kind, or the style is unknown.

    Examples
    --------
    >>> hand = parse_tiles("1m2m3m 99p EEE")
    >>> tile_text(hand), tile_text(hand, style="letters"), tile_text(hand[:3], style="unicode")
    ('123m99p111z', '123m99pEEE', '🀇🀈🀉')
    """
    if not isinstance(style, str) or style not in STYLES:
        raise TileError(f"a style of tile text is one of {', '.join(STYLES)}, not {quoted(style)}")
    kinds = _as_kinds(kinds)
    _check_number(len(kinds))
    if style == "unicode":
        return "".join(_SYMBOLS[kind] for kind in kinds)
    parts = []
    for suit, same in groupby(kinds, key=lambda kind: kind // N_RANKS):
        if style == "letters" and SUITS[suit] == "z":
            parts += [HONOURS[kind - FIRST_HONOUR] for kind in same]
        else:
            parts += [*(str(kind % N_RANKS + 1) for kind in same), SUITS[suit]]
    return "".join(parts)


def tile_name(kind: SupportsIndex, language: str = "en") -> str:
    """Name of a kind in English or Chinese.

    Parameters
    ----------
    kind : int
        0 to 33.
    language : {"en", "zh"}

    Returns
    -------
    str

    Raises
    ------
    TileError
        If there is no such kind or language.

    Examples
    --------
    >>> tile_name(0), tile_name(0, "zh"), tile_name(33), tile_name(33, "zh")
    ('1 Characters', '一万', 'Red', '中')
    """
    if not isinstance(language, str) or language not in LANGUAGES:
        raise TileError(f"tiles have names in {' and '.join(LANGUAGES)}, not in {quoted(language)}")
    kind = as_kind(kind)
    suit, rank = SUITS[kind // N_RANKS], kind % N_RANKS
    if language == "en":
        return _ENGLISH["z"][rank] if suit == "z" else f"{rank + 1} {_ENGLISH[suit]}"
    return _CHINESE["z"][rank] if suit == "z" else _CHINESE_NUMBERS[rank] + _CHINESE[suit]


def as_kind(value: object, error: type[MahjongError] = TileError) -> int:
    """Check that a value is a kind and return it as an int; otherwise raise `error`.

    Examples
    --------
    >>> import numpy as np
    >>> as_kind(np.uint8(33))
    33
    >>> as_kind(34)
    Traceback (most recent call last):
    mjcore.words.errors.TileError: 34 is no kind of tile: kinds are whole numbers from 0 (1m) to 33 (7z)
    """
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        kind = operator.index(value)  # type: ignore[arg-type]  # the question is whether it is one
    except TypeError:
        kind = -1
    if not 0 <= kind < N_KINDS:
        raise error(f"{quoted(value)} is no kind of tile: kinds are whole numbers from 0 (1m) to 33 (7z)")
    return kind


def check_text(text: object) -> None:
    """Refuse at once what is no string, or longer than any text of tiles.

    Examples
    --------
    >>> check_text("5m" * 500000)
    Traceback (most recent call last):
    mjcore.words.errors.TileError: a text of 1000000 characters is too long for tiles, which need at most 2000
    """
    if not isinstance(text, str):
        raise TileError(f"tiles are read from a string, not from {quoted(text)}")
    if len(text) > _LONGEST_TEXT:
        raise TileError(
            f"a text of {len(text)} characters is too long for tiles, which need at most {_LONGEST_TEXT}"
        )


def read_tiles(text: str, start: int, stop: int) -> list[int]:
    """Kinds in ``text[start:stop]``; errors count characters from the beginning of `text`.

    `text` has passed `check_text`, which is not repeated.

    Examples
    --------
    >>> read_tiles("[123m] EE", 6, 9)
    [27, 27]
    """
    kinds: list[int] = []
    waiting: list[int] = []  # places of the digits that have no suit yet
    for place in range(start, stop):
        char = text[place]
        if char in _DIGITS:
            waiting.append(place)
        elif char in _SUITS:
            if not waiting:
                _refuse_bare_suit(text, place)
            for digit in waiting:
                kind = _KIND_OF_TEXT.get(text[digit] + char)
                if kind is None:
                    _refuse_rank(text, digit, char)
                kinds.append(kind)
            waiting.clear()
        elif char == "," or char.isspace():
            pass
        elif char in _KIND_OF_SIGN:
            if waiting:
                _refuse_bare_digits(text, waiting, char)
            kinds.append(_KIND_OF_SIGN[char])
        elif not (char in _VARIATION and place > start and text[place - 1] in _KIND_OF_SYMBOL):
            _refuse_character(text, place)
    if waiting:
        _refuse_bare_digits(text, waiting, "")
    return kinds


def _check_number(n: int) -> None:
    if n > N_TILES:
        raise TileError(f"{n} tiles are more than the {N_TILES} of a whole set")


def _as_kinds(kinds: ArrayLike) -> list[int]:
    """Kinds as a list of checked ints."""
    try:
        array = np.asarray(kinds)
    except (ValueError, TypeError, OverflowError):
        raise TileError(f"tiles are a flat list of kinds, not {quoted(kinds)}") from None
    if array.ndim != 1:
        raise TileError(f"tiles are a flat list of kinds, not {quoted(kinds)} with {array.ndim} axes")
    if array.size and array.dtype.kind not in "iu":
        raise TileError(f"kinds are whole numbers, not {array.dtype}")
    wrong = np.flatnonzero((array < 0) | (array >= N_KINDS)) if array.size else array
    if wrong.size:
        place = int(wrong[0])
        raise TileError(
            f"{array[place]} (number {place + 1} of {array.size}) is no kind of tile: "
            "kinds are whole numbers from 0 (1m) to 33 (7z)"
        )
    result: list[int] = array.tolist()
    return result


def _at(text: str, place: int) -> str:
    return f"at character {place + 1} of {quoted(text)}"


def _refuse_rank(text: str, place: int, suit: str) -> NoReturn:
    tile = text[place] + suit
    why = "honours run from 1z to 7z" if suit == "z" else "ranks run from 1 to 9, there are no red fives"
    raise TileError(f"{tile!r} {_at(text, place)}: {why}")


def _refuse_bare_suit(text: str, place: int) -> NoReturn:
    hint = ", South is an upper-case 'S'" if text[place] == "s" else ""
    raise TileError(f"suit {text[place]!r} {_at(text, place)} has no digits before it{hint}")


def _refuse_bare_digits(text: str, places: list[int], after: str) -> NoReturn:
    digits = "".join(text[place] for place in places)
    hint = {
        "S": ", and 'S' is South: bamboo is a lower-case 's'",
        "P": ", and 'P' is White: dots are a lower-case 'p'",
    }.get(after, "")
    plural = "s" if len(digits) > 1 else ""
    raise TileError(
        f"digit{plural} {quoted(digits)} {_at(text, places[0])} must be followed by a suit m, p, s or z{hint}"
    )


def _refuse_character(text: str, place: int) -> NoReturn:
    char = text[place]
    if char in "[]{}+":
        why = "is a mark of hands, which parse_hand reads"
    elif char.lower() in "mz":
        why = "is no tile: suits are lower-case m p s z"
    elif char.upper() in HONOURS:
        why = "is no tile: honours are upper-case E S W N C F P"
    elif char in _FLOWERS:
        why = "is a flower: flowers are not held in the hand, give their number with flowers="
    elif char in _VARIATION:
        why = "is a variation selector with no Unicode tile before it"
    elif char in _BRACKETS:
        why = f"is a Chinese bracket: write {_BRACKETS[char]!r}"
    elif east_asian_width(char) == "F" and normalize("NFKC", char) in _PLAIN:
        why = f"is full-width: write {normalize('NFKC', char)!r}"
    else:
        why = "is no tile: tiles are digits with a suit m p s z, letters E S W N C F P, or Unicode tiles"
    shown = ascii(char) if char in _VARIATION else repr(char)  # it has no look of its own
    raise TileError(f"{shown} {_at(text, place)} {why}")
