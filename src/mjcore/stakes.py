"""The two stakes of article 5: zha, which counts on a self-draw, and di, against the dealer."""

from collections.abc import Callable, Iterable
from typing import Any

from mjcore.ledger import Entry, Parts
from mjcore.seats import N_SEATS, SEATS, as_numbers
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.soft_eight import SoftEightRules

#: What the stakes of winner and payer add on a self-draw; the last argument says whether one of them deals.
_ZHA: dict[str, Callable[[int, int, bool], int]] = {
    "mutual_sum": lambda winner, payer, _: winner + payer,
    "mutual_max": lambda winner, payer, _: max(winner, payer),
    "own_win_only": lambda winner, payer, _: winner,
    "dealer_pairs_only": lambda winner, payer, with_dealer: (winner + payer) * with_dealer,
    "off": lambda winner, payer, _: 0,
}


def as_zha(stakes: Iterable[Any], rules: SoftEightRules) -> tuple[int, ...]:
    """Check zha stakes, one a seat, and return them as ints (article 5.1).

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> as_zha([0, 3, 0, 0], SOFT_EIGHT)
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: seat 1 stakes 3 zha, where 2 are allowed (clause 5.1)
    """
    zha = as_numbers(stakes, "zha stakes", low=0)
    most = rules.points.zha_max
    for seat in SEATS:
        if zha[seat] > most:
            raise MahjongError(
                f"seat {seat} stakes {quoted(zha[seat])} zha, where {most} are allowed (clause 5.1)"
            )
    return zha


def as_di(stakes: Iterable[Any], rules: SoftEightRules, *, dealer: int) -> tuple[int, ...]:
    """Check di stakes, one a seat, and return them as ints (article 5.2).

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> as_di([2, 0, 0, 0], SOFT_EIGHT, dealer=0)
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: seat 0 deals, and di stakes are against the dealer (clause 5.2)
    """
    di = as_numbers(stakes, "di stakes", low=0)
    most = rules.points.largest_di
    if di[dealer]:
        raise MahjongError(f"seat {dealer} deals, and di stakes are against the dealer (clause 5.2)")
    for seat in SEATS:
        if di[seat] > most:
            raise MahjongError(
                f"seat {seat} stakes {quoted(di[seat])} di, where {most} are allowed (clause 5.2)"
            )
    return di


def zha_points(rules: SoftEightRules, winner: int, payer: int, *, with_dealer: bool) -> int:
    """What the zha stakes of two players add on a self-draw, before the fans multiply it.

    Parameters
    ----------
    rules : SoftEightRules
    winner, payer : int
        Their stakes.
    with_dealer : bool
        Whether one of the two deals.

    Returns
    -------
    int

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> zha_points(SOFT_EIGHT, 2, 1, with_dealer=False)
    3
    >>> zha_points(SOFT_EIGHT.replace(zha_pair_cap=2), 2, 1, with_dealer=False)
    2
    """
    worth = _ZHA[rules.points.zha_model](winner, payer, with_dealer)
    cap = rules.points.zha_pair_cap
    return worth if cap is None else min(worth, cap)


def legal_di(rules: SoftEightRules, *, last: int, lost: int, n_losses: int) -> tuple[int, ...]:
    """The di stakes a player who does not deal may announce for the next hand.

    Parameters
    ----------
    rules : SoftEightRules
    last : int
        His stake of the hand before; 0 if he had none.
    lost : int
        Points he has lost to the dealer in succession.
    n_losses : int
        In how many hands.

    Returns
    -------
    tuple of int
        0, no stake, is always among them.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> legal_di(SOFT_EIGHT, last=0, lost=6, n_losses=1), legal_di(SOFT_EIGHT, last=0, lost=12, n_losses=2)
    ((0,), (0, 2))
    >>> legal_di(SOFT_EIGHT, last=4, lost=12, n_losses=2)
    (0, 4, 6)
    """
    points = rules.points
    if lost < points.di_threshold or n_losses < points.di_min_losses:
        return (0,)
    if last == 0:
        return (0, points.di_start)
    raised = last + points.di_step
    if raised > points.largest_di:
        return (0, last)
    return (0, raised) if points.di_step_mode == "exact" else tuple(sorted({0, last, raised}))


def lost_to_dealer(
    entries: Iterable[Entry], rules: SoftEightRules, *, dealer: int, dealer_won: bool
) -> tuple[int, ...]:
    """What each seat lost to the dealer in a hand, as far as it counts towards di (`di_loss_measure`).

    Parameters
    ----------
    entries : iterable of Entry
        Of the hand.
    rules : SoftEightRules
    dealer : int
    dealer_won : bool

    Returns
    -------
    tuple of int, shape (4,)

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> entries = [Entry(1, 0, 16, "WIN", "15", Parts(base=4, dealer=2, kong=2, multiplier=2)),
    ...            Entry(1, 0, 2, "DI", "5.2"), Entry(0, 1, 2, "KONG_FLAT", "4.1")]
    >>> for measure in ("paid_on_dealer_wins", "base_only", "net_all"):
    ...     rules = SOFT_EIGHT.replace(di_loss_measure=measure)
    ...     print(measure, lost_to_dealer(entries, rules, dealer=0, dealer_won=True)[1])
    paid_on_dealer_wins 18
    base_only 6
    net_all 16
    """
    measure = rules.points.di_loss_measure
    lost = [0] * N_SEATS
    for entry in entries:
        if measure == "net_all":
            if entry.receiver == dealer:
                lost[entry.payer] += entry.points
            elif entry.payer == dealer:
                lost[entry.receiver] -= entry.points
        elif dealer_won and entry.receiver == dealer and entry.kind in ("WIN", "DI"):
            parts = entry.parts or Parts()
            lost[entry.payer] += parts.base + parts.dealer if measure == "base_only" else entry.points
    return tuple(lost)
