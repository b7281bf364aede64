"""The four seats of a table, and numbers that belong to them.

Seats are 0 to 3 in the order of play; 0 sits East when a session starts.
"""

from collections.abc import Iterable
from typing import Any

from mjcore.words.errors import MahjongError, quoted
from mjcore.words.values import items_of, whole

N_SEATS = 4
SEATS = tuple(range(N_SEATS))
NO_STAKES = (0,) * N_SEATS


def next_seat(seat: int, steps: int = 1) -> int:
    """The seat that plays after another one.

    Examples
    --------
    >>> next_seat(3), next_seat(3, 2)
    (0, 1)
    """
    return (seat + steps) % N_SEATS


def other_seats(seat: int) -> tuple[int, ...]:
    """The three other seats, in the order of play.

    Examples
    --------
    >>> other_seats(2)
    (3, 0, 1)
    """
    return tuple(next_seat(seat, steps) for steps in (1, 2, 3))


def as_seat(value: object, role: str) -> int:
    """Check that a value is a seat and return it as an int.

    Parameters
    ----------
    value : int
        0 to 3.
    role : str
        Whose seat it is, for the message.

    Returns
    -------
    int

    Raises
    ------
    MahjongError
        If there is no such seat.

    Examples
    --------
    >>> as_seat(4, "the winner")
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: the winner sits at 0, 1, 2 or 3, not at 4
    """
    seat = whole(value)
    if seat is None or seat not in SEATS:
        raise MahjongError(f"{role} sits at 0, 1, 2 or 3, not at {quoted(value)}")
    return seat


def as_seats(values: Iterable[Any], role: str) -> tuple[int, ...]:
    """Check that values are different seats and return them as ints, in their order.

    Examples
    --------
    >>> as_seats([3, 0], "a winner")
    (3, 0)
    """
    seats = tuple(as_seat(value, role) for value in items_of(values, "seats"))
    if len(set(seats)) < len(seats):
        raise MahjongError(f"{role} is named twice: {', '.join(map(str, seats))}")
    return seats


def as_numbers(values: Iterable[Any], what: str, *, low: int | None = None) -> tuple[int, ...]:
    """Check that there is a whole number for each seat and return them as ints.

    Parameters
    ----------
    values : sequence of int, shape (4,)
    what : str
        What the numbers are, for the message.
    low : int, optional
        The least that is allowed.

    Returns
    -------
    tuple of int

    Raises
    ------
    MahjongError
        If there are not four, or one is no whole number or too small.

    Examples
    --------
    >>> as_numbers([0, 2, 0, 0], "zha stakes", low=0)
    (0, 2, 0, 0)
    >>> as_numbers([0, 2, 0], "zha stakes")
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: zha stakes are 4 whole numbers, one a seat, not 3
    """
    try:
        given = items_of(values, what)
    except MahjongError:
        raise MahjongError(f"{what} are {N_SEATS} whole numbers, one a seat, not {quoted(values)}") from None
    if len(given) != N_SEATS:
        raise MahjongError(f"{what} are {N_SEATS} whole numbers, one a seat, not {len(given)}")
    numbers = []
    for seat, value in enumerate(given):
        number = whole(value)
        if number is None:
            raise MahjongError(f"{what} are whole numbers, and seat {seat} has {quoted(value)}")
        if low is not None and number < low:
            raise MahjongError(f"{what} are at least {low}, and seat {seat} has {quoted(number)}")
        numbers.append(number)
    return tuple(numbers)
