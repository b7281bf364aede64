"""Why one hand is worth what it is: sets, suits, fans with what makes them, the formula and the payments."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from mjcore.encoding.arrays import hand_array, hand_of
from mjcore.encoding.hands import Hand, Win
from mjcore.explanation import Explanation, FanReason
from mjcore.ledger import Payments
from mjcore.mcr_explain import explained, why_incomplete
from mjcore.mcr_explanation import McrExplanation
from mjcore.mcr_payments import mcr_payments
from mjcore.reasons import Subject, readings, suits_of, why_fan, why_no_fan, why_no_win
from mjcore.scoring import score
from mjcore.seats import NO_STAKES
from mjcore.settle import payments
from mjcore.shape import UNREACHABLE, kinds_in, shanten, useful_tiles
from mjcore.winnings import soft_eight_payments
from mjcore.words.errors import HandError, MahjongError
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import FAN_CODES, FANS, SoftEightRules
from mjcore.words.tiles import N_KINDS, tile_text
from mjcore.words.values import items_of


def explain(
    win: Any,
    rules: SoftEightRules | McrRules,
    *,
    winner: int | None = None,
    payer: int | None = None,
    dealer: int | None = None,
    kongs: Iterable[Any] = (),
    zha: Sequence[int] = NO_STAKES,
    di: Sequence[int] = NO_STAKES,
) -> Explanation:
    """Say why one hand is worth what it is, or why it is no win.

    Parameters
    ----------
    win : Win, Hand, str or HAND_DTYPE scalar
        Fourteen tiles, one of them the winning tile; text and hands count as won from a discard.
    rules : SoftEightRules or McrRules
    winner : int, optional
        Seat of the winner. With it the payments are explained too.
    payer, dealer, kongs, zha, di
        As for `payments`, the dealer at seat 0 if left out; only together with `winner`.

    Returns
    -------
    Explanation
        To be printed, shown in a notebook, or taken apart; an `McrExplanation` under MCR. A hand that is no
        win has no payments.

    Raises
    ------
    HandError
        If it is no hand, has no winning tile, cannot have been won so, or contradicts seats and kongs.
    RuleError
        If hands are not explained under such rules.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> win = parse_hand("[777z] 12345678s44p +9s").win()
    >>> print(explain(win, SoftEightRules(), winner=1, payer=3))
    [777z] 44p12345678s +9s, won on a discard
    A win: 9 bamboos, 1 fan.
      form      four sets and a pair: [777z] 123s 456s 789s 44p
      suits     bamboos 9 (main), honours 3, dots 2, characters 0
      fans      DRAGON 一条龙 (14.2): 123s 456s 789s
      score     base 4 (13.1), F = 1: (4 + additional points) x (F + 1) = (4 + additional points) x 2 (15)
      payments  3 pays 1: 4x2 = 8 (WIN, clause 15)
      net       seat 0 +0, seat 1 +8, seat 2 +0, seat 3 -8
    >>> print(explain("123456m789p123s5z +5z", SoftEightRules()).sentence)
    Not a win: the largest suit, characters, has 6 tiles, and a win needs 8 of one suit (clause 2); \
shanten 1 once 5z is discarded, nearer with 123456789m.
    >>> win = parse_hand("[123m][345m] 56s678p33z +7s").win(flowers=1)
    >>> print(explain(win, McrRules(), winner=1, payer=3))
    [123m][345m] 678p56s33z +7s, won on a discard, seat wind E, prevalent wind E
    A win: 8 points and 1 for flowers, 9 in all.
      form      four sets and a pair: [123m] [345m] 678p 567s 33z
      fans      8 Chicken Hand 无番和 (43): no other fan counts
                1 Flower Tiles 花牌 (81): a flower
      wait      no wait fan: 2 tiles win: 4s 7s
      score     8, and 1 for flowers
      payments  2 pays 1: 8 (WIN, clause 7)
                3 pays 1: 8+9 = 17 (WIN, clause 7)
                0 pays 1: 8 (WIN, clause 7)
      net       seat 0 -8, seat 1 +33, seat 2 -8, seat 3 -17
    """
    check_rules(rules, SoftEightRules, McrRules, what="hands are explained under")
    row = hand_array(win)
    if row.shape:
        raise HandError(f"one hand is explained at a time, not {row.size}")
    win = hand_of(row[()])
    scored = score(win, rules)[()]
    kongs = items_of(kongs, "kongs")
    seats_given = payer is not None or dealer is not None
    if winner is None and (seats_given or kongs or np.any(zha) or np.any(di)):
        raise MahjongError("payments are worked out for a winner, so name the winner's seat too")
    explanation: Explanation
    if isinstance(rules, McrRules):
        explanation = explained(win, rules, scored) if scored["form"] else _no_mcr_win(win, rules)
    else:
        explanation = _win(win, rules, scored) if scored["legal"] else _no_win(win, rules)
    if winner is None or not explanation.legal:
        return explanation
    seats = {"winner": winner, "payer": payer, "dealer": dealer or 0, "kongs": kongs, "zha": zha, "di": di}
    return replace(explanation, payments=_paid(win, rules, scored, seats))


def _win(win: Win, rules: SoftEightRules, scored: Any) -> Explanation:
    ways = readings(win, rules)
    subject = Subject(win, rules, ways[0], int(scored["main_suit"]))
    fans, not_counted = _fans(subject, scored)
    suits = suits_of(subject)
    main = next(suit for suit in suits if suit.is_main)
    number = f"{len(fans)} fan{'' if len(fans) == 1 else 's'}" if fans else "no fan"
    return Explanation(
        win=win,
        rules=rules,
        legal=True,
        sentence=f"A win: {main.tiles} {main.name}, {number}.",
        suits=suits,
        reading=ways[0],
        others=tuple(ways[1:]),
        fans=fans,
        not_counted=not_counted,
        points={"base": int(scored["base"]), "multiplier": int(scored["multiplier"])},
        formula=_formula(rules, len(fans), int(scored["base"]), int(scored["multiplier"])),
    )


def _fans(subject: Subject, scored: Any) -> tuple[tuple[FanReason, ...], tuple[FanReason, ...]]:
    """The fans that count, and those that one may expect to."""
    every = subject.rules.replace(fans=FAN_CODES)
    holds = score(subject.win, every)[()]["fans"]
    with_every = replace(subject, rules=every, reading=readings(subject.win, every)[0])
    counted: list[FanReason] = []
    not_counted: list[FanReason] = []
    for fan, has, counts in zip(FANS, holds, scored["fans"], strict=True):
        reason = why_fan(fan.code, with_every) if has else why_no_fan(fan.code, subject)
        if has and not counts:
            reason = f"{reason}, but these rules do not count it (fans)"
        if reason is not None:
            (counted if counts else not_counted).append(FanReason(fan.code, fan.chinese, fan.clause, reason))
    return tuple(counted), tuple(not_counted)


def _formula(rules: SoftEightRules, n_fans: int, base: int, multiplier: int) -> str:
    """How a payment follows from base and fans (article 15)."""
    points = rules.points
    value = str(n_fans) if points.fan_value == 1 else f"{n_fans} x {points.fan_value}"
    if points.fan_cap is not None and n_fans * points.fan_value > points.fan_cap:
        value += f", at most {points.fan_cap}"
    factor = "2^F" if points.fan_formula == "exponential" else "(F + 1)"
    sum_ = f"({base} + additional points)"
    return f"base {base} (13.1), F = {value}: {sum_} x {factor} = {sum_} x {multiplier} (15)"


def _no_win(win: Win, rules: SoftEightRules) -> Explanation:
    subject = Subject(win, rules)
    sentence, far, useful = _not_a_win(win, rules, why_no_win(subject))
    return Explanation(
        win=win,
        rules=rules,
        legal=False,
        sentence=sentence,
        suits=suits_of(subject),
        shanten=far,
        useful=useful,
    )


def _no_mcr_win(win: Win, rules: McrRules) -> McrExplanation:
    sentence, far, useful = _not_a_win(win, rules, why_incomplete(win))
    return McrExplanation(
        win=win, rules=rules, legal=False, sentence=sentence, suits=(), shanten=far, useful=useful
    )


def _not_a_win(win: Win, rules: SoftEightRules | McrRules, why: str) -> tuple[str, int, tuple[int, ...]]:
    """What is said of a hand that is not complete, its distance, and what brings it nearer."""
    far = int(shanten(win, rules))
    useful = tuple(kinds_in(useful_tiles(win, rules)).tolist())
    if far == UNREACHABLE:
        way = "its sets leave no way to a win"
    else:
        discards = _best_discards(win, rules, far)
        one_of = "one of " if len(discards) > 1 else ""
        way = f"shanten {far} once {one_of}{tile_text(discards)} is discarded"
        way += f", nearer with {tile_text(useful)}" if useful else ""
    return f"Not a win: {why}; {way}.", far, useful


def _best_discards(win: Win, rules: SoftEightRules | McrRules, far: int) -> list[int]:
    """Kinds of the hand without which its other tiles are as near to ready as all of them."""
    held = win.hand.counts(with_winning=True)
    kinds = np.flatnonzero(held)
    left = [Hand(tuple((held - (np.arange(N_KINDS) == kind)).tolist()), win.hand.melds) for kind in kinds]
    return kinds[shanten(left, rules) == far].tolist()


def _paid(win: Win, rules: SoftEightRules | McrRules, scored: Any, seats: dict[str, Any]) -> Payments:
    """The payments one by one."""
    payments(win, rules, **seats)  # refuses what hand, seats and kongs say against each other
    if isinstance(rules, McrRules):
        points = SimpleNamespace(points=int(scored["points"]), flowers=int(scored["flowers"]))
        return mcr_payments(points, rules, winner=seats["winner"], payer=seats["payer"], source=win.source)
    points = SimpleNamespace(base=int(scored["base"]), multiplier=int(scored["multiplier"]))
    return soft_eight_payments(points, rules, source=win.source, **seats)
