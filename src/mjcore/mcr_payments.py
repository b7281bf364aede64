"""Who pays whom in Chinese Official Mahjong (section 7): the base of eight, the hand, and the stake.

Each other player pays the base; the one who gave the winning tile, or all three on a self-draw, pay the hand
too. Nothing else is paid: kongs bring fans and no points of their own, and the dealer is a player like the
others.
"""

from typing import Any, Protocol

import numpy as np

from mjcore.ledger import Entry, Parts, Payments
from mjcore.seats import as_seat, other_seats
from mjcore.winnings import as_payer, score_numbers
from mjcore.words.errors import RuleError
from mjcore.words.mcr import McrRules

#: What every other player pays when a hand is won.
BASE = 8
#: What a false win costs, to each other player, under ``false_win="penalty10"``.
FALSE_WIN = 10

#: Why some arguments of other games say nothing here.
_NOT_PAID = {
    "dealer": "the dealer pays and receives like everybody else",
    "kongs": "kongs are fans of the hand and are not paid beside it",
    "zha": "there are no zha stakes",
    "di": "there are no di stakes",
}


class Score(Protocol):
    """What a winning hand scored: points of its fans without flowers, and of the flowers."""

    @property
    def points(self) -> int: ...

    @property
    def flowers(self) -> int: ...


def mcr_payments(
    score: Score, rules: McrRules, *, winner: int, payer: int | None = None, source: str
) -> Payments:
    """Payments of a hand that one player won.

    Parameters
    ----------
    score : object with `points` and `flowers`
        What the winning hand scored. Whether that is enough to win is not asked here.
    rules : McrRules
    winner : int
        Seat, 0 to 3.
    payer : int, optional
        Seat that discarded the winning tile, or whose kong was robbed; None on a self-draw.
    source : {"discard", "wall", "replacement", "robbed"}
        Where the winning tile came from.

    Returns
    -------
    Payments
        ``net``, int32 of shape (4,), and the ``entries``.

    Raises
    ------
    MahjongError
        If a seat does not exist, or the payer and the source do not go together.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from mjcore.words.mcr import MCR
    >>> paid = mcr_payments(SimpleNamespace(points=10, flowers=1), MCR, winner=1, payer=3, source="discard")
    >>> print(*paid.entries, sep="\\n")
    2 pays 1: 8 (WIN, clause 7)
    3 pays 1: 8+11 = 19 (WIN, clause 7)
    0 pays 1: 8 (WIN, clause 7)
    >>> paid.net.tolist()
    [-8, 35, -8, -19]
    """
    winner = as_seat(winner, "the winner")
    payer = as_payer(payer, source, winners=[winner])
    hand = sum(score_numbers(score, "points", "flowers"))
    shares = {player: hand if payer in (None, player) else 0 for player in other_seats(winner)}
    return Payments.of(
        _entry(player, winner, "WIN", Parts(BASE, fans=share, multiplier=rules.play.stake))
        for player, share in shares.items()
    )


def mcr_false_win_payments(rules: McrRules, *, offender: int) -> Payments:
    """Payments for calling a win with a complete hand that does not reach the minimum.

    The hand goes on: the offender can no longer win it, and pays as usual when somebody else does.

    Parameters
    ----------
    rules : McrRules
    offender : int
        Seat that claimed the win.

    Returns
    -------
    Payments

    Raises
    ------
    RuleError
        If the rules know no false win, because it cannot be called.
    MahjongError
        If the seat does not exist.

    Examples
    --------
    >>> from mjcore.words.mcr import MCR
    >>> mcr_false_win_payments(MCR.replace(false_win="penalty10"), offender=1).net.tolist()
    [10, -30, 10, 10]
    """
    offender = as_seat(offender, "the offender")
    if rules.play.false_win == "illegal":
        raise RuleError("a win below the minimum cannot be called where false_win is illegal (clause 7)")
    parts = Parts(FALSE_WIN, multiplier=rules.play.stake)
    return Payments.of(_entry(offender, other, "PENALTY", parts) for other in other_seats(offender))


def refuse_other_payments(rules: McrRules, **given: Any) -> None:
    """Refuse what other games pay, when it is given and is not nothing.

    Parameters
    ----------
    rules : McrRules
    **given
        `dealer`, `kongs`, `zha` or `di`, as other games take them.

    Raises
    ------
    RuleError
        With the reason.

    Examples
    --------
    >>> from mjcore.words.mcr import MCR
    >>> refuse_other_payments(MCR, dealer=0, kongs=())
    >>> refuse_other_payments(MCR, kongs=[(1, "concealed", "8p")])
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: mcr takes no kongs: kongs are fans of the hand and are not paid beside it \
(clause 7)
    """
    for name, value in given.items():
        if _is_something(value):
            raise RuleError(f"{rules.name} takes no {name}: {_NOT_PAID[name]} (clause 7)")


def _is_something(value: Any) -> bool:
    """Whether there is a number but 0 in a value, or anything but numbers."""
    if isinstance(value, (list, tuple)):
        return any(map(_is_something, value))
    return bool(value.any() if isinstance(value, np.ndarray) else value)


def _entry(payer: int, receiver: int, kind: str, parts: Parts) -> Entry:
    return Entry(payer, receiver, parts.points, kind, "7", parts)
