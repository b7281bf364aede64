"""Who pays whom when nobody wins a hand: it is drawn, or somebody makes a false win."""

from collections.abc import Iterable, Sequence
from typing import Any

from mjcore.kongs import as_kongs, flat_kongs, kong_debts
from mjcore.ledger import Entry, Payments, transfer
from mjcore.mcr_payments import mcr_false_win_payments, refuse_other_payments
from mjcore.seats import NO_STAKES, as_seat, other_seats
from mjcore.stakes import as_di
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules


def drawn_hand_payments(
    rules: SoftEightRules | McrRules, *, dealer: int = 0, kongs: Iterable[Any] = ()
) -> Payments:
    """Payments of a hand that nobody won: kongs, if `drawn_hand_kongs` says so.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
        In Chinese Official Mahjong nobody pays, and `dealer` and `kongs` are left out.
    dealer : int
    kongs : iterable of (owner, type, tile, feeder)

    Returns
    -------
    Payments

    Raises
    ------
    MahjongError
        If a seat does not exist or a kong cannot be.
    RuleError
        If `rules` is no rule set.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> kongs = [(1, "concealed", "8p")]
    >>> drawn_hand_payments(SOFT_EIGHT, kongs=kongs).net.tolist()
    [0, 0, 0, 0]
    >>> drawn_hand_payments(SOFT_EIGHT.replace(drawn_hand_kongs="flat"), kongs=kongs).net.tolist()
    [-2, 6, -2, -2]
    """
    check_rules(rules, SoftEightRules, McrRules)
    if isinstance(rules, McrRules):
        refuse_other_payments(rules, dealer=dealer, kongs=kongs)
        return Payments.of(())
    made, dealer = as_kongs(kongs), as_seat(dealer, "the dealer")
    counted = made if rules.points.drawn_hand_kongs == "flat" else ()
    return Payments.of(flat_kongs(kong_debts(counted, rules, dealer=dealer), "4.1"))


def false_win_payments(
    rules: SoftEightRules | McrRules,
    *,
    offender: int,
    dealer: int = 0,
    kongs: Iterable[Any] = (),
    di: Sequence[int] = NO_STAKES,
) -> Payments:
    """Payments for a false win.

    In Soft Eight it ends the hand (article 11.2). The offender pays a penalty to each other player and the di
    stakes between him and them; all kongs are paid, his own too. There are no fans and no zha. In Chinese
    Official Mahjong there is only the penalty, if `false_win` says so, and the hand goes on without him as a
    winner.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
        `dealer`, `kongs` and `di` are left out in Chinese Official Mahjong.
    offender : int
        Seat that claimed the win.
    dealer : int
    kongs : iterable of (owner, type, tile, feeder)
    di : sequence of int, shape (4,)

    Returns
    -------
    Payments

    Raises
    ------
    MahjongError
        If a seat does not exist, a kong cannot be, a stake is not allowed, or the rules know no false win.

    Examples
    --------
    >>> from mjcore.words.mcr import MCR
    >>> false_win_payments(MCR.replace(false_win="penalty10"), offender=1).net.tolist()
    [10, -30, 10, 10]
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> kongs, di = [(2, "concealed", "1m")], (0, 2, 0, 0)
    >>> false_win_payments(SOFT_EIGHT, offender=1, kongs=kongs, di=di).net.tolist()
    [3, -13, 9, 1]
    """
    check_rules(rules, SoftEightRules, McrRules)
    if isinstance(rules, McrRules):
        refuse_other_payments(rules, dealer=dealer, kongs=kongs, di=di)
        return mcr_false_win_payments(rules, offender=offender)
    offender, dealer = as_seat(offender, "the offender"), as_seat(dealer, "the dealer")
    made, di = as_kongs(kongs), as_di(di, rules, dealer=dealer)
    entries: list[Entry] = []
    for other in other_seats(offender):
        with_dealer = dealer in (offender, other)
        bonus = rules.points.dealer_bonus if rules.session.false_win_dealer_bonus and with_dealer else 0
        entries += transfer(offender, other, rules.session.false_win_penalty + bonus, "PENALTY", "11.2")
        if with_dealer and (rules.points.di_symmetric or offender == dealer):
            entries += transfer(offender, other, di[offender] + di[other], "DI", "11.2")
    counted = made if rules.session.false_win_kongs == "flat" else ()
    entries += flat_kongs(kong_debts(counted, rules, dealer=dealer), "11.2")
    return Payments.of(entries)
