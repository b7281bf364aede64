"""Values that callers give, looked at before anything is done with them."""

import operator
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.words.errors import HandError, MahjongError, quoted

#: Most that a number option can be, and a stake: far beyond every game, and payments still fit 32 bits.
MOST = 1_000_000


def whole(value: Any) -> int | None:
    """The int a value is; None if it is no single whole number. True and False are none.

    Examples
    --------
    >>> import numpy as np
    >>> whole(np.uint8(7)), whole(np.array(7)), whole(7.0), whole(True), whole([7])
    (7, 7, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def as_flag(value: Any, what: str, error: type[MahjongError] = MahjongError) -> bool:
    """True or False, and nothing that only counts as one.

    Examples
    --------
    >>> as_flag("no", "last_wall")
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: last_wall is True or False, not 'no'
    """
    if not isinstance(value, (bool, np.bool_)):
        raise error(f"{what} is True or False, not {quoted(value)}")
    return bool(value)


def items_of(values: Any, what: str, error: type[MahjongError] = MahjongError) -> list[Any]:
    """The items of a list, tuple, array or other iterable; text is none.

    Parameters
    ----------
    values : iterable
    what : str
        What they are, in the plural, for the message.
    error : type, optional

    Examples
    --------
    >>> items_of((3, 1), "seats")
    [3, 1]
    >>> items_of(3, "seats")
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: seats are a list, not 3
    """
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes)):
        try:
            return list(values)
        except TypeError:  # an array without axes
            pass
    raise error(f"{what} are a list, not {quoted(values)}")


def as_array(values: Any, what: str, error: type[MahjongError] = HandError) -> NDArray[Any]:
    """Anything as an array, of whatever dtype; lists of uneven lists are refused.

    Examples
    --------
    >>> as_array([1, [2, 3]], "the winners")
    Traceback (most recent call last):
    mjcore.words.errors.HandError: the winners are an array, not a list of uneven rows
    """
    try:
        return np.asarray(values)
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise error(f"{what} are an array, not {quoted(values)} of uneven rows") from None


def as_generator(rng: Any) -> np.random.Generator:
    """Check that chance comes from a NumPy generator.

    Examples
    --------
    >>> as_generator(3)
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: rng is a numpy.random.Generator, such as default_rng(1), not 3
    """
    if not isinstance(rng, np.random.Generator):
        raise MahjongError(f"rng is a numpy.random.Generator, such as default_rng(1), not {quoted(rng)}")
    return rng
