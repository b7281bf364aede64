"""One hand at a table, for bots, teaching and looking closely."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.actions import action_text, parse_action
from mjcore.encoding.hands import Hand
from mjcore.encoding.melds import Meld
from mjcore.kernels._one_table import DECISIONS
from mjcore.logs import Event, events_of
from mjcore.players import Player
from mjcore.policies import Policy, player_of
from mjcore.recording import begun_table, log_of
from mjcore.refusals import reason_against
from mjcore.seats import NO_STAKES, as_seat
from mjcore.words.errors import MahjongError
from mjcore.words.mcr import McrRules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import N_KINDS


class Table:
    """One hand, decision by decision.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    rng : numpy.random.Generator
        Shuffles the wall, and seeds the chance of policies that are asked.
    dealer : int
    prevalent_wind : {"E", "S", "W", "N"}
    zha, di : sequence of int, shape (4,)
    wall : ndarray of uint8, shape (136,) or (144,), optional
        A wall instead of a shuffled one, in drawing order.

    Raises
    ------
    MahjongError
        As `play`; `step` gives the reason if an action is not legal.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> table = Table(SOFT_EIGHT, np.random.default_rng(1))
    >>> table.decision, table.seat, table.legal_texts()[0]
    ('turn', 0, 'discard 1m')
    >>> table.step("pung")
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: pung is not legal: seat 0 may discard, kong or win in its turn
    >>> while not table.over:
    ...     table.step(table.choose("random"))
    >>> table.events[-1]["type"]
    'exhaustive_draw'
    """

    def __init__(
        self,
        rules: SoftEightRules | McrRules,
        rng: np.random.Generator,
        *,
        dealer: int = 0,
        prevalent_wind: str = "E",
        zha: Any = NO_STAKES,
        di: Any = NO_STAKES,
        wall: NDArray[np.uint8] | None = None,
    ) -> None:
        self.rules = rules
        self._table, self._wall, _ = begun_table(
            rules, rng, dealer=dealer, prevalent_wind=prevalent_wind, zha=zha, di=di, wall=wall
        )

    def __repr__(self) -> str:
        asks = "over" if self.over else f"{self.decision} of seat {self.seat}"
        return f"<Table of {self.rules.name}: {asks}>"

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self._table.decision == 0

    @property
    def decision(self) -> str:
        """What is decided: turn, win_claim, set_claim, heavenly, late_ready, consent; or over."""
        return DECISIONS[self._table.decision]

    @property
    def seat(self) -> int:
        """Who decides."""
        return self._table.actor

    @property
    def tile(self) -> int | None:
        """Kind of the tile drawn, or in question; None after a claim, or if the seat cannot see it."""
        return self._table.tile if self._table.tile < 255 else None

    @property
    def other(self) -> int | None:
        """Who discarded the tile in question; None in one's own turn."""
        return self._table.other if self.decision in ("win_claim", "set_claim") else None

    @property
    def left(self) -> int:
        """Tiles that can still be drawn in turn."""
        return self._table.left

    @property
    def legal(self) -> tuple[int, ...]:
        """Numbers of the legal actions."""
        return tuple(self._table.actions().tolist())

    def legal_texts(self) -> list[str]:
        """The legal actions in words.

        Returns
        -------
        list of str
        """
        return [action_text(action) for action in self.legal]

    def step(self, action: int | str) -> None:
        """Take an action, by number or in words, and go on to the next decision.

        Parameters
        ----------
        action : int or str
        """
        number = parse_action(action) if isinstance(action, str) else action
        text = action_text(number)
        if self.over:
            raise MahjongError(f"{text} is not legal: the hand is over")
        if not self._table.act(number):
            raise MahjongError(f"{text} is not legal: {reason_against(self._table, self.rules, number)}")

    def choose(self, policy: str | Policy) -> int:
        """What a policy does now; its chance moves on with every question.

        Parameters
        ----------
        policy : str or Policy

        Returns
        -------
        int
            An action by number.
        """
        if self.over:
            raise MahjongError("the hand is over")
        policy = policy if isinstance(policy, (Policy, Player)) else Policy(policy)
        return self._table.choose(player_of(policy, self.rules))

    def hand(self, seat: int) -> Hand:
        """Tiles of a player, in his turn with the one drawn; flowers apart.

        Parameters
        ----------
        seat : int
            0 to 3.

        Returns
        -------
        Hand

        Raises
        ------
        MahjongError
            If the player keeps flowers (``flower_policy="free"``), so that the other tiles are no whole hand.
        """
        known = self.player(seat)
        if known["held_flowers"]:
            raise MahjongError(
                f"seat {seat} keeps flowers, and its other tiles are no whole hand: see player"
            )
        melds = tuple(Meld.from_code(code) for code in known["melds"].tolist() if code)
        return Hand(tuple(known["concealed"].tolist()), melds)

    def player(self, seat: int) -> dict[str, Any]:
        """What is known of a player: waits as a mask, barred kinds, declarations, discards.

        Parameters
        ----------
        seat : int
            0 to 3.

        Returns
        -------
        dict
        """
        return self._table.player(as_seat(seat, "the player"))

    def visible(self) -> NDArray[np.uint8]:
        """Copies of each kind in discards and exposed sets.

        Returns
        -------
        ndarray of uint8, shape (34,)
        """
        return self._table.visible()[:N_KINDS]

    @property
    def events(self) -> list[Event]:
        """What happened so far, in the words of a log."""
        return events_of(self._table.event_rows(), with_passes=not isinstance(self.rules, McrRules))

    @property
    def record(self) -> Any:
        """The hand as a row of RECORD_DTYPE, when it is over."""
        if not self.over:
            raise MahjongError("the hand is not over, and has no record yet")
        return self._table.record()

    def log(self) -> dict[str, Any]:
        """The hand as `play_log` writes it, when it is over.

        Returns
        -------
        dict
        """
        if not self.over:
            raise MahjongError("the hand is not over, and has no log yet")
        return log_of(self._table, self.rules, self._wall)

    def copy(self) -> Table:
        """The same hand, to be played on apart from this one.

        Returns
        -------
        Table
        """
        other = object.__new__(Table)
        other.rules, other._wall, other._table = self.rules, self._wall, self._table.copy()
        return other
