"""Final settlement of a session in whole hundreds (article 16)."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcore.ledger import Entry, net_text, transfer
from mjcore.seats import N_SEATS, SEATS, as_numbers
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.values import as_generator

#: Units that `settle_unit` points are worth.
HUNDRED = 100

_MOST_UNITS = 2**63 - 1  #: what an int64 holds


class Settlement(NamedTuple):
    """Totals after settlement.

    Attributes
    ----------
    points : ndarray of int64, shape (4,)
        Multiples of `settle_unit`, sum zero.
    units : ndarray of int64, shape (4,)
        The same in hundreds: 10 points are 100 by default.
    entries : tuple of Entry
        The gifts that turn the totals into `points`.

    Examples
    --------
    >>> settle_totals([37, -12, -18, -7], SoftEightRules()).units.tolist()
    [400, -100, -200, -100]
    """

    points: NDArray[np.int64]
    units: NDArray[np.int64]
    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        lines = [net_text(self.points), f"in hundreds: {net_text(self.units)}", *map(str, self.entries)]
        return "\n".join(lines)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Settlement):
            return NotImplemented
        return self._values() == other._values()

    def __ne__(self, other: object) -> bool:  # a tuple has its own, which looks at the arrays
        return not self == other

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[Any, ...]:
        return tuple(self.points.tolist()), tuple(self.units.tolist()), self.entries


def settle_totals(
    totals: Iterable[Any], rules: SoftEightRules, *, rng: np.random.Generator | None = None
) -> Settlement:
    """Round the totals of a session to whole hundreds.

    Parameters
    ----------
    totals : sequence of int, shape (4,)
        Points won or lost by seat, sum zero.
    rules : SoftEightRules
        ``settle_method="modular"`` looks at the remainder of the total, also of a loss (-12 leaves 8): the
        smaller gives to the larger. ``"truncate"`` rounds every amount towards zero and lets the losers, or
        winners, with the largest remainders make up the difference.
    rng : numpy.random.Generator, optional
        Draws the lot where ``settle_final_tie="lot"``.

    Returns
    -------
    Settlement

    Raises
    ------
    MahjongError
        If the totals do not sum to zero or are beyond what 64 bits hold, or a lot is to be drawn without
        `rng`.
    RuleError
        If `rules` is no rule set of Soft Eight.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> settled = settle_totals([37, -12, -18, -7], SOFT_EIGHT)
    >>> settled.units.tolist()
    [400, -100, -200, -100]
    >>> print(*settled.entries, sep="\\n")
    2 pays 1: 2 (SETTLEMENT, clause 16.2)
    3 pays 0: 3 (SETTLEMENT, clause 16.2)
    """
    check_rules(rules, SoftEightRules)
    amounts = as_numbers(totals, "final totals")
    if sum(amounts):
        shown = ", ".join(map(quoted, amounts))
        raise MahjongError(f"final totals sum to zero, and {shown} to {quoted(sum(amounts))}")
    unit = rules.session.settle_unit
    rounded = _ROUNDED[rules.session.settle_method](amounts, unit, _tie_order(rules, rng))
    units = [points // unit * HUNDRED for points in rounded]
    for seat in SEATS:
        if max(abs(rounded[seat]), abs(units[seat])) > _MOST_UNITS:
            raise MahjongError(f"seat {seat} ends with {quoted(amounts[seat])}, which 64 bits do not hold")
    entries = tuple(_gifts(amounts, rounded))
    return Settlement(np.array(rounded, dtype=np.int64), np.array(units, dtype=np.int64), entries)


def _modular(totals: tuple[int, ...], unit: int, tie: tuple[int, ...]) -> list[int]:
    """The largest remainders are filled up by the smaller ones; of equal ones, the loser's first."""
    remainders = [total % unit for total in totals]
    order = sorted(SEATS, key=lambda seat: (-remainders[seat], totals[seat], tie[seat]))
    filled = order[: sum(remainders) // unit]
    return [totals[seat] - remainders[seat] + unit * (seat in filled) for seat in SEATS]


def _truncate(totals: tuple[int, ...], unit: int, tie: tuple[int, ...]) -> list[int]:
    """Amounts are cut; what is then missing or over goes to those who lost most by the cut.

    Of equal remainders the player who is better off gives, or the one who is worse off receives.
    """
    remainders = [abs(total) % unit for total in totals]
    cut = [total - remainders[seat] * (1 if total > 0 else -1) for seat, total in enumerate(totals)]
    missing = sum(cut) // unit
    sign = 1 if missing > 0 else -1  # 1: losers pay more; -1: winners receive more
    side = [seat for seat in SEATS if totals[seat] * sign < 0]
    side.sort(key=lambda seat: (-remainders[seat], -sign * totals[seat], -sign * tie[seat]))
    for seat in side[: abs(missing)]:
        cut[seat] -= sign * unit
    return cut


_ROUNDED = {"modular": _modular, "truncate": _truncate}


def _tie_order(rules: SoftEightRules, rng: np.random.Generator | None) -> tuple[int, ...]:
    """Rank of each seat among players with equal remainders and equal totals; the first is favoured."""
    if rules.session.settle_final_tie == "seat_order":
        return SEATS
    if rng is None:
        raise MahjongError("settle_final_tie is lot, which needs rng, a numpy.random.Generator")
    return tuple(as_generator(rng).permutation(N_SEATS).tolist())


def _gifts(totals: tuple[int, ...], settled: list[int]) -> Iterable[Entry]:
    """Transfers from those rounded down to those rounded up: smallest gift to smallest need first."""
    changes = [after - before for before, after in zip(totals, settled, strict=True)]
    givers = sorted((seat for seat in SEATS if changes[seat] < 0), key=lambda seat: -changes[seat])
    receivers = sorted((seat for seat in SEATS if changes[seat] > 0), key=lambda seat: changes[seat])
    for giver in givers:
        for receiver in receivers:
            moved = min(-changes[giver], changes[receiver])
            changes[giver] += moved
            changes[receiver] -= moved
            yield from transfer(giver, receiver, moved, "SETTLEMENT", "16.2")
