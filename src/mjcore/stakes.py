"""The two stakes of article 5: zha, which counts on a self-draw, and di, against the dealer."""

from collections.abc import Callable, Iterable
from typing import Any

from mjcore.seats import SEATS, as_numbers
from mjcore.words.errors import MahjongError
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
            raise MahjongError(f"seat {seat} stakes {zha[seat]} zha, where {most} are allowed (clause 5.1)")
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
    cap = rules.points.di_cap
    if di[dealer]:
        raise MahjongError(f"seat {dealer} deals, and di stakes are against the dealer (clause 5.2)")
    for seat in SEATS:
        if cap is not None and di[seat] > cap:
            raise MahjongError(f"seat {seat} stakes {di[seat]} di, where {cap} are allowed (clause 5.2)")
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
