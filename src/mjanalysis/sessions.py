"""Who deals the next hand of many sessions at once: Soft Eight and matches of MCR; and what is staked.

For one session of Soft Eight :mod:`mjcore.session` has it all; here is what it says of hands without errors,
of arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.hand_rows import NOBODY
from mjanalysis.stakes import DiBooks
from mjcore.words.errors import MahjongError, quoted

__all__ = ["MATCH", "NextDeal", "as_session_length"]

MATCH = 16  #: hands of a match of MCR: each of four seats deals under each of four winds


def as_session_length(rules: Any, sessions: int | str | None) -> int | None:
    """Hands of a session; None for single hands.

    Raises
    ------
    MahjongError
        If it is no number from 1, or the rules end sessions by the clock.

    Examples
    --------
    >>> as_session_length(mj.MCR, "rules"), as_session_length(mj.SOFT_EIGHT.replace(end_rule=24), "rules")
    (16, 24)
    >>> as_session_length(mj.SOFT_EIGHT, "rules")
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: end_rule 'four_dealer_changes' counts from the time that was agreed: give \
the number of hands of a session
    """
    if sessions is None:
        return None
    if sessions == "rules":
        if isinstance(rules, mj.McrRules):
            return MATCH
        if not isinstance(rules.session.end_rule, int):
            raise mj.RuleError(
                f"end_rule {rules.session.end_rule!r} counts from the time that was agreed: give the number "
                "of hands of a session"
            )
        return rules.session.end_rule
    if isinstance(sessions, str):
        raise MahjongError(f"sessions are a number of hands each, or 'rules', not {quoted(sessions)}")
    return as_whole_number("sessions", sessions, 1)


@dataclass(frozen=True)
class NextDeal:
    """Dealer, prevalent wind and stakes of the next hand of each session.

    Attributes
    ----------
    rules : rule set
    dealer, wind : ndarray of uint8, shape (n,)
    n_deals : ndarray of int64, shape (n,)
        How often the deal has passed on.
    books : DiBooks
        Of stakes against the dealer.
    first_wind : int
        The wind that the match began with.

    Examples
    --------
    >>> deal = NextDeal.first(mj.SOFT_EIGHT, 2, dealer=0)
    >>> records = np.zeros(2, dtype=mj.RECORD_DTYPE)
    >>> records["winner"] = [2, -1]  # a win of seat 2, and nobody won
    >>> deal.after(records).dealer.tolist()
    [2, 0]
    """

    rules: Any
    dealer: np.ndarray
    wind: np.ndarray
    n_deals: np.ndarray
    books: DiBooks
    first_wind: int = 0

    @classmethod
    def first(
        cls, rules: Any, n: int, dealer: int, wind: int = 0, di: tuple[str, ...] = ("never",) * 4
    ) -> NextDeal:
        """The first deal of `n` sessions; `di` are strategies of the seats."""
        dealers, winds = np.full(n, dealer, np.uint8), np.full(n, wind, np.uint8)
        return cls(rules, dealers, winds, np.zeros(n, np.int64), DiBooks.of(rules, di, n), wind)

    def after(self, records: np.ndarray) -> NextDeal:
        """The deal after the hands that were played."""
        winner = records["winner"]
        if isinstance(self.rules, mj.McrRules):
            return self._of_match(self.rules.play.dealer_repeats & (winner == self.dealer))
        session = self.rules.session
        onward = (self.dealer + 1) % 4
        if session.dealer_after_win == "winner":
            after_win = winner
        else:
            is_dealer = records["winners"] >> self.dealer & 1 == 1
            after_win = np.where(is_dealer, self.dealer, onward)
        drawn = self.dealer if session.drawn_hand_dealer == "stay" else onward
        dealer = np.where(winner == NOBODY, drawn, after_win).astype(np.uint8)
        n_deals = self.n_deals + (dealer != self.dealer)
        books = self.books.after(records, self.dealer, dealer)
        return replace(self, dealer=dealer, n_deals=n_deals, books=books)

    def _of_match(self, stays: np.ndarray) -> NextDeal:
        """The deal passes on, and with the fifth, ninth and thirteenth deal the wind changes."""
        n_deals = self.n_deals + ~stays
        dealer = ((self.dealer + ~stays) % 4).astype(np.uint8)
        wind = ((self.first_wind + n_deals // 4) % 4).astype(np.uint8)
        return replace(self, dealer=dealer, wind=wind, n_deals=n_deals)
