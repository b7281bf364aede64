"""Wins of a run scored and paid by other rules, hand for hand.

The rows of a run have each winning hand and what every seat won or lost, but not who fed which kong. Under
Soft Eight all ways to feed the kongs that there were are tried, and those that the points of the row allow
are kept; when all of these pay the same by the new rules, that is what the hand pays.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

import mjcore as mj
from mjanalysis.hand_rows import NOBODY, seat_columns
from mjanalysis.runs import Run
from mjanalysis.summaries import WON, by_hand
from mjcore.encoding.layout import KIND_BITS, MELD_TYPES, SOURCES
from mjcore.kongs import Kong, kong_debts
from mjcore.no_winner import drawn_hand_payments
from mjcore.seats import N_SEATS, SEATS, other_seats
from mjcore.winnings import soft_eight_payments
from mjcore.words.errors import MahjongError, RuleError, quoted

__all__ = ["Rescored", "check_same_play", "columns_needed", "rescore"]

_COLUMNS = (
    "outcome", "winner", "payer", "source", "dealer", "winning_hand", *seat_columns("points"),
    *seat_columns("kongs"),
)  # fmt: skip

#: Options that do not change how hands are played, by game and subject: all of a subject but these.
_SCORED = {
    "soft_eight": {
        "shape": {"ready_dead_wait"},
        "points": {"multi_ron", "added_kong_payer", "drawn_hand_kongs"},
    },
    "mcr": {"scoring": {"flowers"}, "fans": set()},
}
#: And single options of other subjects.
_PAID = {"soft_eight": (), "mcr": ("stake",)}

#: Options that say what may be staked against the dealer.
_STAKED = {
    "di_threshold", "di_start", "di_step", "di_streak", "di_loss_measure", "di_min_losses", "di_step_mode",
    "di_cap",
}  # fmt: skip

_LATER = "play the same walls under both and compare the runs"
#: Why some others cannot be looked at afterwards.
_NOT_KEPT = {
    "multi_ron": "the rows of a run keep one winning hand of a tile that several won on",
    "added_kong_payer": "the rows of a run do not say which kongs were added to pungs",
    "drawn_hand_kongs": "the rows of a drawn hand do not say who fed its kongs",
    "flowers": "other tiles are played with",
}


class Rescored(NamedTuple):
    """Hands of a part by other rules.

    Attributes
    ----------
    won : ndarray of bool, shape (n,)
        Hands that somebody won as they were played.
    stands : ndarray of bool, shape (n,)
        Those that are wins by the new rules too.
    known : ndarray of bool, shape (n,)
        Hands of which the rows say what they pay by the new rules.
    points : ndarray of int64, shape (n, 4)
        What they pay; a win that does not stand pays as a drawn hand does.
    before, after : structured ndarray, shape (number won,)
        What `mjcore.score` says of the winning hands by both rules.
    """

    won: np.ndarray
    stands: np.ndarray
    known: np.ndarray
    points: np.ndarray
    before: np.ndarray
    after: np.ndarray


def check_same_play(run: Run, new: Any) -> None:
    """Refuse rules by which the hands of a run cannot be scored and paid again.

    Raises
    ------
    MahjongError
        If the run did not keep its winning hands.
    RuleError
        If these are rules of another game, or would have been played otherwise from the first tile on.
    """
    if type(new) is not type(run.rules):
        raise RuleError(f"hands of {run.rules.name} are scored by other rules of it, not by {quoted(new)}")
    if not run.setup["hands"]:
        raise MahjongError("the run did not keep its winning hands: simulate(..., hands=True)")
    game = new.name
    before, after = run.rules.options(), new.options()
    several = before.get("multi_ron") == "all"
    changed = [name for name in after if after[name] != before[name]] + ["multi_ron"] * several
    staked = _has_di(run)
    subjects = {row.name: row.subject for row in type(new).catalogue()}
    for name in changed:
        subject = subjects[name]
        is_scored = subject in _SCORED[game] and name not in _SCORED[game][subject]
        if staked and name in _STAKED:
            raise RuleError(f"{name}: it changes the stakes of the run; {_LATER}")
        if not is_scored and name not in _PAID[game]:
            reason = _NOT_KEPT.get(name, "it changes how hands are played, not what they are worth")
            raise RuleError(f"{name}: {reason}; {_LATER}")


def columns_needed(run: Run) -> list[str]:
    """Columns of a part that `rescore` looks at."""
    return [*_COLUMNS, *(seat_columns("di") if _has_di(run) else [])]


def _has_di(run: Run) -> bool:
    """Whether seats stake against the dealer."""
    return bool(set(run.setup.get("di", ())) - {"never"})


def rescore(columns: dict[str, np.ndarray], old: Any, new: Any, zha: Iterable[int]) -> Rescored:
    """Score and pay the hands of a part by other rules.

    Parameters
    ----------
    columns : dict of str to ndarray
        `columns_needed` of the part.
    old, new : rule sets
        Those that were played by, and the others; see `check_same_play`.
    zha : sequence of int
        Stakes of the seats.

    Returns
    -------
    Rescored
    """
    won = columns["outcome"] == WON
    hands = np.frombuffer(b"".join(columns["winning_hand"][won]), dtype=mj.HAND_DTYPE)
    before, after = mj.score(hands, old), mj.score(hands, new)
    stands = won.copy()
    stands[won] = after["legal"]
    pay = _paid_by_soft_eight if isinstance(new, mj.SoftEightRules) else _paid_by_mcr
    points, known = pay(columns, hands, (before, after), (old, new), tuple(zha))
    return Rescored(won, stands, known, points, before, after)


def _paid_by_mcr(
    columns: dict[str, np.ndarray], hands: np.ndarray, scores: Any, rules: Any, zha: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Points of each seat, and that all are known: only wins are paid, and penalties as they were."""
    won = columns["outcome"] == WON
    points = by_hand(columns, "points").astype(np.int64)
    paid = [np.zeros_like(points), np.zeros_like(points)]
    for table, scored, by in zip(paid, scores, rules, strict=True):
        rows = np.flatnonzero(won)[scored["legal"]]
        table[rows] = mj.payments(
            hands[scored["legal"]], by, winner=columns["winner"][rows], payer=columns["payer"][rows]
        )
    old, new = (by.play.stake for by in rules)
    penalties = points - paid[0]
    return paid[1] + penalties * new // old, np.ones(len(points), dtype=bool)


# ---- Soft Eight ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Score:
    base: int
    multiplier: int


def _paid_by_soft_eight(
    columns: dict[str, np.ndarray], hands: np.ndarray, scores: Any, rules: Any, zha: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """Points of each seat by the new rules, and where the rows say them.

    Hands alike in all that decides the payments are paid once, seats counted from the winner on.
    """
    won, winner = columns["outcome"] == WON, columns["winner"].astype(np.int64)
    first = np.where(won, winner, 0)
    turned = (first[:, None] + np.arange(N_SEATS)) % N_SEATS
    of_hand = np.zeros((len(won), 2 + 4), dtype=np.int64)  # concealed and other kongs of the winner, worths
    of_hand[won] = _worths(hands, scores)
    table = np.column_stack(
        [
            won,
            np.where(columns["payer"] == NOBODY, NOBODY, (columns["payer"] - first) % N_SEATS),
            columns["source"],
            (columns["dealer"] - first) % N_SEATS,
            of_hand,
            np.take_along_axis(by_hand(columns, "kongs").astype(np.int64), turned, axis=1),
            np.take_along_axis(by_hand(columns, "points").astype(np.int64), turned, axis=1),
            np.take(np.array(zha, dtype=np.int64), turned),
            np.take_along_axis(_di_of(columns, len(won)), turned, axis=1),
        ]
    )
    sorts, sort = np.unique(table, axis=0, return_inverse=True)
    paid = [_paid_in(tuple(row), *rules) for row in sorts.tolist()]
    known = np.array([one is not None for one in paid])
    of_sorts = np.array([one or (0,) * N_SEATS for one in paid], dtype=np.int64).reshape(-1, N_SEATS)
    points = np.zeros((len(won), N_SEATS), dtype=np.int64)
    np.put_along_axis(points, turned, of_sorts[sort.ravel()], axis=1)
    return points, known[sort.ravel()]


def _di_of(columns: dict[str, np.ndarray], n: int) -> np.ndarray:
    """Stakes against the dealer, as they were staked."""
    if "di_0" in columns:
        return by_hand(columns, "di").astype(np.int64)
    return np.zeros((n, N_SEATS), dtype=np.int64)


def _worths(hands: np.ndarray, scores: Any) -> np.ndarray:
    """Concealed kongs and other kongs of hands, and base and multiplier by both rules."""
    types = hands["melds"] >> KIND_BITS
    is_kong = [types == MELD_TYPES.index(name) for name in ("concealed_kong", "melded_kong")]
    counts = [which.sum(axis=1) for which in is_kong]
    return np.column_stack([*counts, *(one[name] for one in scores for name in ("base", "multiplier"))])


@lru_cache(maxsize=65_536)
def _paid_in(sort: tuple[int, ...], old: Any, new: Any) -> tuple[int, ...] | None:
    """What a sort of hand pays by the new rules, the winner at 0; None if the rows do not say."""
    won, payer, source, dealer, concealed, exposed, *rest = sort
    worths, counts = (rest[:2], rest[2:4]), tuple(rest[4:8])
    points, zha, di = (tuple(rest[first : first + N_SEATS]) for first in (8, 12, 16))
    how: dict[str, Any] = {
        "payer": None if payer == NOBODY else payer,
        "source": SOURCES[source],
        "dealer": dealer,
        "zha": zha,
        "di": di,
    }

    def paid(kongs: tuple[Kong, ...], rules: Any, worth: list[int]) -> tuple[int, ...]:
        if not won or not worth[1]:
            return tuple(drawn_hand_payments(rules, dealer=dealer, kongs=kongs).net.tolist())
        return tuple(soft_eight_payments(_Score(*worth), rules, winner=0, kongs=kongs, **how).net.tolist())

    own = (concealed, exposed) if won else None
    found = {
        paid(kongs, new, worths[1])
        for kongs in _ways(counts, own, dealer, old, new)
        if paid(kongs, old, worths[0]) == points
    }
    if not found:
        raise MahjongError(f"no kongs pay {points} as a row of the run says: its rules are not those given")
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=4_096)
def _ways(
    counts: tuple[int, ...], own: tuple[int, int] | None, dealer: int, old: Any, new: Any
) -> tuple[tuple[Kong, ...], ...]:
    """Ways to make so many kongs a seat, one of those that nobody pays otherwise for.

    `own` are the concealed kongs and the others of the winner, who sits at 0.
    """
    found: dict[Any, tuple[Kong, ...]] = {}
    for kongs in itertools.product(*(_of_seat(seat, counts[seat], own) for seat in SEATS)):
        made = tuple(
            Kong(owner, kind, tile, feeder)
            for tile, (owner, kind, feeder) in enumerate(itertools.chain.from_iterable(kongs))
        )
        last = next((kong.feeder for kong in reversed(made) if kong.owner == 0), None)
        debts = [tuple(map(tuple, kong_debts(made, rules, dealer=dealer))) for rules in (old, new)]
        found.setdefault((last, *debts), made)
    return tuple(found.values())


def _of_seat(
    seat: int, n: int, own: tuple[int, int] | None
) -> Iterator[tuple[tuple[int, str, int | None], ...]]:
    """Ways in which a seat made its kongs, in order: of which kind, and who fed them."""
    concealed = (seat, "concealed", None)
    fed = [(seat, kind, feeder) for kind in ("melded", "added") for feeder in other_seats(seat)]
    if seat or own is None:
        yield from itertools.combinations_with_replacement([concealed, *fed], n)
        return
    for is_fed in set(itertools.permutations([False] * own[0] + [True] * own[1])):
        yield from itertools.product(*(fed if one else [concealed] for one in is_fed))
