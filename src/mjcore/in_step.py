"""Hands with players whose policy is a function: played in lock step, as the other policies play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.actions import N_ACTIONS, action_text
from mjcore.lockstep import Tables
from mjcore.players import Player
from mjcore.policies import Policy, player_of
from mjcore.seats import N_SEATS
from mjcore.words.errors import MahjongError
from mjcore.words.mcr import McrRules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.values import as_array

#: Tables side by side: arrays long enough for NumPy, which decides what a function's chance comes to.
AT_ONCE = 1024


class SteppedTables(Tables):
    """Tables that a player is shown while somebody else takes the steps.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    policies : sequence of Policy or Player, length 4
    walls, seeds, dealers, winds, zha, di : ndarray
        Columns of the hands, checked.

    Raises
    ------
    MahjongError
        If a player is known by its name only.
    """

    def __init__(
        self,
        rules: SoftEightRules | McrRules,
        policies: Sequence[Policy | Player],
        walls: NDArray[np.uint8],
        seeds: NDArray[np.uint64],
        dealers: NDArray[np.uint8],
        winds: NDArray[np.uint8],
        zha: NDArray[np.uint8],
        di: NDArray[np.int32],
    ) -> None:
        self._seats = {
            policy: np.array([policy == other for other in policies]) for policy in dict.fromkeys(policies)
        }
        self._rngs = _generators([policy for policy in self._seats if isinstance(policy, Player)], seeds)
        stakes = (zha, di) if zha.any() or di.any() else ()
        self._begin(rules, walls, seeds, dealers, winds, AT_ONCE, *stakes)

    def step(self, actions: Any) -> None:
        """Refused: a player gives its actions back."""
        raise MahjongError("a player gives its actions back, and takes no step itself")

    def ask_all(self) -> NDArray[np.uint8]:
        """Ask everybody, and take the step; the actions that were taken."""
        seats = self.table()["seat"]
        actions = np.zeros(len(self), dtype=np.uint8)
        for policy, is_own in self._seats.items():
            asked = is_own[seats]
            if isinstance(policy, Player):
                rows = np.flatnonzero(asked)
                if len(rows):
                    actions[rows] = self._answers(policy, rows)
            else:
                self._lanes.choose(player_of(policy, self.rules), asked.view(np.uint8), actions)
        row = self._lanes.step(actions)
        if row >= 0:
            by = next(policy for policy, is_own in self._seats.items() if is_own[seats[row]])
            allowed = ", ".join(map(action_text, self.legal[row, : self.n_legal[row]].tolist()))
            raise MahjongError(
                f"{self._told(by, row)}: {action_text(int(actions[row]))} is not legal; legal are {allowed}"
            )
        return actions

    def _answers(self, player: Player, rows: NDArray[np.intp]) -> NDArray[np.uint8]:
        """What a player does at the tables where it is asked, checked but for being legal."""
        function: Any = player.function
        try:
            answer = function(self, rows, self._rngs[player])
        except Exception as error:
            error.add_note(f"{self._told(player, int(rows[0]))}, and at {len(rows) - 1} other tables.")
            raise
        actions = as_array(answer, f"the actions of {player!r}")
        if actions.shape != rows.shape or actions.dtype.kind not in "iu":
            raise MahjongError(
                f"{player!r} gives one action for each of its rows: whole numbers of shape {rows.shape}, "
                f"not {actions.dtype} of shape {actions.shape}"
            )
        wrong = (actions < 0) | (actions >= N_ACTIONS)
        if wrong.any():
            at = int(wrong.argmax())
            raise MahjongError(
                f"{self._told(player, int(rows[at]))}: actions are numbers from 0 to {N_ACTIONS - 1}, "
                f"not {actions[at]}"
            )
        return actions.astype(np.uint8)

    def _told(self, policy: Policy | Player, row: int) -> str:
        """Who is asked about what."""
        about = self.table()
        return f"row {about['hand'][row]}: {policy!r} in seat {about['seat'][row]}"


def _generators(players: Sequence[Player], seeds: NDArray[np.uint64]) -> dict[Player, np.random.Generator]:
    """A generator for each player, from the seeds of the hands: like these, it depends on the state alone."""
    for player in players:
        if player.function is None:
            raise MahjongError(
                f"{player!r} is known by its name only, as stored runs know it, and plays nothing: "
                f"give mj.Player({player.name!r}, function, version={player.version!r})"
            )
    entropy = np.random.SeedSequence(seeds[:N_SEATS].tolist())
    return dict(zip(players, map(np.random.default_rng, entropy.spawn(len(players))), strict=True))
