"""Errors, all children of `MahjongError`.

Every message is one sentence in one line that says where the fault is (the character, the tile, the row)
and why it is one. Rows are numbered as Python counts them, from 0: row 1 of `hands` is ``hands[1]``.
Nothing is ever repaired in silence: what is not plainly right is refused.

The tree follows what the reader has to put right::

    MahjongError            a ValueError, so that old ``except ValueError`` still works
      TileError             a tile, or text that should be tiles
      HandError             a hand, a set, or an array of hands
        WinError            how a hand was won: source, winds, flowers, the winning tile itself
      RuleError             a rule set or one of its options
"""

_LONGEST = 60  #: characters of a caller's value that a message repeats
_NAMES = {"ndarray": "array"}


class MahjongError(ValueError):
    """Anything this package refuses.

    Examples
    --------
    >>> from mjcore.words.tiles import parse_tiles
    >>> try:
    ...     parse_tiles("12x")
    ... except MahjongError as error:
    ...     print(type(error).__name__)
    TileError
    """


class TileError(MahjongError):
    """A tile that does not exist, or text that is not tiles."""


class HandError(MahjongError):
    """A hand, a set or an array of hands that cannot be."""


class WinError(HandError):
    """A win that cannot be: unknown source, wind or number of flowers, or no tile to win with."""


class RuleError(MahjongError):
    """A rule set that cannot be: unknown option, value out of its range, broken TOML."""


def quoted(value: object) -> str:
    """Show a value in a message: short, in one line, whatever it is.

    Parameters
    ----------
    value : object
        What the caller gave. Text and numbers are shown, of anything else only the type.

    Returns
    -------
    str

    Examples
    --------
    >>> quoted("123x"), quoted(7), quoted([1, 2])
    ("'123x'", '7', 'a list')
    >>> quoted("1" * 1000000 + "m")
    "'111111111111111111111111111111111111111111111111111111111111...'"
    """
    if isinstance(value, str):
        return repr(str(value)) if len(value) <= _LONGEST else repr(value[:_LONGEST] + "...")
    if isinstance(value, float):
        return repr(float(value))
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, int):
        return repr(value) if value.bit_length() < 4 * _LONGEST else "a huge number"
    if hasattr(value, "dtype") and getattr(value, "ndim", 1) == 0 and value.dtype.kind in "biuf":
        return str(value)
    name = _NAMES.get(type(value).__name__, type(value).__name__)
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def shortened(message: object) -> str:
    """A message of another library in one line, cut where it repeats too much of what it was given.

    Examples
    --------
    >>> len(shortened("no key " + "a" * 1000000))
    123
    >>> shortened("two\\nlines")
    'two lines'
    """
    line = " ".join(str(message).split())
    return line if len(line) <= 2 * _LONGEST else line[: 2 * _LONGEST] + "..."
