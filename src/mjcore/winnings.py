"""Who pays whom when a hand of Soft Eight is won (articles 3.3, 4.1, 5, 6.2 and 13 to 15).

Between a winner and each player who pays him, points are worked out as article 15 says: base and additional
points (the dealer's bonus, zha, the winner's kongs), times the fans, plus di. Options of `rules.points` say
who pays what. Nothing here knows tiles, only what a hand scored and what happened.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mjcore.kongs import Kong, as_kongs, flat_kongs, kong_debts
from mjcore.ledger import Entry, Parts, Payments, transfer
from mjcore.seats import NO_STAKES, SEATS, as_seat, as_seats, other_seats
from mjcore.stakes import as_di, as_zha, zha_points
from mjcore.words.errors import RuleError, WinError, quoted
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.values import items_of, whole

#: Sources of a winning tile that nobody else gave.
SELF_DRAWN = ("wall", "replacement")
#: Sources of a winning tile with the player who pays for it.
GIVEN = ("discard", "robbed")


class Score(Protocol):
    """What a winning hand scored."""

    @property
    def base(self) -> int: ...

    @property
    def multiplier(self) -> int: ...


def soft_eight_payments(
    score: Score | np.void | NDArray[np.void],
    rules: SoftEightRules,
    *,
    winner: int,
    payer: int | None = None,
    source: str,
    dealer: int = 0,
    kongs: Iterable[Any] = (),
    zha: Sequence[int] = NO_STAKES,
    di: Sequence[int] = NO_STAKES,
) -> Payments:
    """Payments of a hand that one player won.

    Parameters
    ----------
    score : row of what `mjcore.score` returns, or object with `base` and `multiplier`
        What the winning hand scored.
    rules : SoftEightRules
    winner : int
        Seat, 0 to 3.
    payer : int, optional
        Seat that discarded the winning tile, or whose kong was robbed; None on a self-draw.
    source : {"discard", "wall", "replacement", "robbed"}
        Where the winning tile came from.
    dealer : int
    kongs : iterable of (owner, type, tile, feeder)
        Completed kongs of all players, in the order in which they were made.
    zha, di : sequence of int, shape (4,)
        Stakes by seat; the dealer has no di stake.

    Returns
    -------
    Payments
        ``net``, int32 of shape (4,), and the ``entries``.

    Raises
    ------
    MahjongError
        If a seat does not exist, the payer and the source do not go together, a kong cannot be, a stake is
        not allowed, or the score is that of no win.

    Notes
    -----
    How options that meet are read: under ``ron_payers="all_three"`` all three pay the win, and with
    ``kong_on_ron_nondiscarder="discarder_covers"`` the discarder still pays all kong points of the winner
    and the two others none. Under ``kong_bottom_payer="kong_feeder"`` the feeder of the winner's last kong,
    of an added one the feeder of its pung whatever `added_kong_payer` says, pays what the three would have
    paid, their di too; a concealed kong was fed by nobody and changes nothing.

    Examples
    --------
    A concealed kong, a win on the tile drawn for it, one fan: the dealer pays his bonus too.

    >>> from types import SimpleNamespace
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> paid = soft_eight_payments(SimpleNamespace(base=4, multiplier=2), SOFT_EIGHT, winner=1,
    ...                            source="replacement", kongs=[(1, "concealed", "8p")])
    >>> print(*paid.entries, sep="\\n")
    2 pays 1: (4+2)x2 = 12 (WIN, clause 15)
    3 pays 1: (4+2)x2 = 12 (WIN, clause 15)
    0 pays 1: (4+2+2)x2 = 16 (WIN, clause 15)
    >>> paid.net.tolist()
    [-16, 40, -12, -12]
    """
    check_rules(rules, SoftEightRules)
    winner = as_seat(winner, "the winner")
    return Payments.of(
        _WonHand.checked(rules, {winner: score}, payer, source, dealer, kongs, zha, di).entries()
    )


def multi_ron_payments(
    scores: Sequence[Score] | NDArray[np.void],
    rules: SoftEightRules,
    *,
    winners: Sequence[int],
    payer: int,
    source: str = "discard",
    dealer: int = 0,
    kongs: Iterable[Any] = (),
    zha: Sequence[int] = NO_STAKES,
    di: Sequence[int] = NO_STAKES,
) -> Payments:
    """Payments of a hand in which several players won the same tile (``multi_ron="all"``).

    Each winner is scored on his own line; kongs between two winners, and those of the losers, are paid once
    and not multiplied.

    Parameters
    ----------
    scores : array that `mjcore.score` returns, or sequence of object with `base` and `multiplier`
        What each winning hand scored.
    rules : SoftEightRules
    winners : sequence of int
        Seats, in the order of `scores`.
    payer, source, dealer, kongs, zha, di
        As in `soft_eight_payments`.

    Returns
    -------
    Payments

    Raises
    ------
    RuleError
        If the rules give a tile to one winner only.
    MahjongError
        As in `soft_eight_payments`.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> plain, seven = SimpleNamespace(base=4, multiplier=1), SimpleNamespace(base=4, multiplier=2)
    >>> everybody = SOFT_EIGHT.replace(multi_ron="all")
    >>> multi_ron_payments([plain, seven], everybody, winners=[1, 2], payer=3).net.tolist()
    [0, 4, 8, -12]
    """
    check_rules(rules, SoftEightRules)
    winners, scores = as_seats(winners, "a winner"), items_of(scores, "scores", WinError)
    if len(scores) != len(winners):
        raise WinError(f"{len(winners)} winners need as many scores, not {len(scores)}")
    if not winners:
        raise WinError("a hand that was won has a winner")
    if len(winners) > 1 and rules.points.multi_ron == "nearest":
        raise RuleError("one tile has one winner, the nearest, unless multi_ron is all (clause 3.3)")
    if payer is None:
        raise WinError("several players win a tile that somebody gave, so a payer is needed")
    lines = dict(zip(winners, scores, strict=True))
    return Payments.of(_WonHand.checked(rules, lines, payer, source, dealer, kongs, zha, di).entries())


def as_payer(payer: int | None, source: str, *, winners: Sequence[int]) -> int | None:
    """Check that the seat that pays goes with where the winning tile came from.

    Parameters
    ----------
    payer : int or None
        Seat that gave the tile; None on a self-draw.
    source : {"discard", "wall", "replacement", "robbed"}
    winners : sequence of int
        Seats, one at least.

    Returns
    -------
    int or None

    Raises
    ------
    MahjongError
        If they do not go together, or the payer is no seat or a winner.

    Examples
    --------
    >>> as_payer(3, "discard", winners=[1])
    3
    >>> as_payer(3, "wall", winners=[1])
    Traceback (most recent call last):
    mjcore.words.errors.WinError: a tile from the wall was given by nobody, and seat 3 is named as payer
    """
    if not isinstance(source, str) or source not in SELF_DRAWN + GIVEN:
        raise WinError(f"a winning tile comes from {', '.join(GIVEN + SELF_DRAWN)}, not {quoted(source)}")
    if payer is None:
        if source in GIVEN:
            raise WinError(f"seat {winners[0]} won by {source}, so the seat that pays must be named")
        return None
    payer = as_seat(payer, "the payer")
    if source in SELF_DRAWN:
        raise WinError(f"a tile from the {source} was given by nobody, and seat {payer} is named as payer")
    if payer in winners:
        raise WinError(f"seat {payer} cannot win from itself")
    return payer


def score_numbers(score: Any, *names: str) -> tuple[int, ...]:
    """Numbers that a score holds, be it a row of an array or an object.

    Parameters
    ----------
    score : structured scalar, or object with these attributes
    *names : str

    Raises
    ------
    WinError
        If one is missing or no whole number from 0 on.

    Examples
    --------
    >>> import numpy as np
    >>> score_numbers(np.array((True, 4, 2), [("legal", "?"), ("base", "i4"), ("multiplier", "i4")]), "base")
    (4,)
    """
    fields = getattr(getattr(score, "dtype", None), "names", None)
    if fields and getattr(score, "ndim", 1) == 0:
        given = dict(zip(fields, score.item(), strict=True))
    else:
        given = {name: getattr(score, name) for name in names if hasattr(score, name)}
    numbers = []
    for name in names:
        if name not in given:
            raise WinError(f"a score has {' and '.join(names)}, and {quoted(score)} has no {name}")
        number = whole(given[name])
        if number is None or number < 0:
            raise WinError(f"{name} of a score is a whole number from 0, not {quoted(given[name])}")
        numbers.append(number)
    return tuple(numbers)


@dataclass(frozen=True)
class _Line:
    """What a winner scored."""

    base: int
    multiplier: int


@dataclass(frozen=True)
class _WonHand:
    """A hand with at least one winner, checked."""

    rules: SoftEightRules
    scores: dict[int, _Line]
    payer: int | None
    source: str
    dealer: int
    kongs: tuple[Kong, ...]
    owed: list[list[int]]
    zha: tuple[int, ...]
    di: tuple[int, ...]

    @classmethod
    def checked(
        cls,
        rules: SoftEightRules,
        scores: dict[int, Any],
        payer: int | None,
        source: str,
        dealer: int,
        kongs: Iterable[Any],
        zha: Iterable[Any],
        di: Iterable[Any],
    ) -> "_WonHand":
        payer = as_payer(payer, source, winners=tuple(scores))
        dealer, made = as_seat(dealer, "the dealer"), as_kongs(kongs)
        owed = kong_debts(made, rules, dealer=dealer)
        lines = {seat: _Line(*score_numbers(score, "base", "multiplier")) for seat, score in scores.items()}
        for seat, line in lines.items():
            if not line.multiplier:
                raise WinError(f"the hand of seat {seat} scored as no win, so nobody pays")
        return cls(
            rules,
            lines,
            payer,
            source,
            dealer,
            made,
            owed,
            as_zha(zha, rules),
            as_di(di, rules, dealer=dealer),
        )

    def entries(self) -> Iterator[Entry]:
        """Every transfer of the hand: the winners' lines, then the kongs of the others."""
        for winner in self.scores:
            yield from self._line(winner)
        yield from self._other_kongs()

    def _line(self, winner: int) -> Iterator[Entry]:
        """What one winner receives from each other player."""
        score, points = self.scores[winner], self.rules.points
        multiplied, flat = self._kong_points(winner)
        substitute = self._feeder_who_pays(winner)
        for player in other_seats(winner):
            pays = self._pays_base(player)
            with_dealer = self.dealer in (winner, player)
            parts = Parts(
                base=score.base if pays else 0,
                dealer=points.dealer_bonus if pays and with_dealer else 0,
                zha=0
                if self.payer is not None
                else zha_points(self.rules, self.zha[winner], self.zha[player], with_dealer=with_dealer),
                kong=multiplied[player],
                multiplier=score.multiplier,
            )
            debtor = player if substitute is None else substitute
            yield from transfer(debtor, winner, parts.points, "WIN", "15", parts)
            if pays and with_dealer and (points.di_symmetric or winner != self.dealer):
                yield from transfer(debtor, winner, self.di[winner] + self.di[player], "DI", "5.2")
            yield from transfer(player, winner, flat[player], "KONG_FLAT", "4.1")

    def _kong_points(self, winner: int) -> tuple[list[int], list[int]]:
        """The winner's kong points by player, those that fans multiply and those they do not."""
        points = self.rules.points
        multiplied, flat = [0] * len(SEATS), [0] * len(SEATS)
        beside_base = points.kong_on_ron_nondiscarder
        for player in other_seats(winner):
            due = self.owed[player][winner]
            if player in self.scores:
                flat[player] += due
            elif beside_base == "discarder_covers" and self.payer is not None:
                multiplied[self.payer] += due
            elif self._pays_base(player) or beside_base == "multiplied":
                multiplied[player] += due
            elif beside_base == "flat":
                flat[player] += due
            if self._is_netted(winner, player):
                multiplied[player] -= self.owed[winner][player]
        if points.winner_kong_scope == "flat":
            flat = [sum(pair) for pair in zip(multiplied, flat, strict=True)]
            multiplied = [0] * len(SEATS)
        return multiplied, flat

    def _other_kongs(self) -> Iterator[Entry]:
        """Kongs of players who did not win, except those netted against the winner's."""
        if self.rules.points.loser_kongs == "void":
            return
        owed = [
            [
                0 if owner in self.scores or self._is_netted(debtor, owner) else self.owed[debtor][owner]
                for owner in SEATS
            ]
            for debtor in SEATS
        ]
        yield from flat_kongs(owed, "4.1")

    def _pays_base(self, player: int) -> bool:
        """Whether a player who is not the winner pays him for the win itself."""
        return self.payer in (None, player) or self.rules.points.ron_payers == "all_three"

    def _is_netted(self, winner: int, player: int) -> bool:
        """Whether what the winner owes a player for kongs is taken off what the player owes him."""
        return (
            self.rules.points.loser_kongs == "netted"
            and winner in self.scores
            and player not in self.scores
            and self._pays_base(player)
        )

    def _feeder_who_pays(self, winner: int) -> int | None:
        """Who pays for all on a tile drawn for a kong: the feeder of the winner's last one, if it was fed."""
        if self.rules.points.kong_bottom_payer == "all_three" or self.source != "replacement":
            return None
        own = [kong for kong in self.kongs if kong.owner == winner]
        return own[-1].feeder if own else None
