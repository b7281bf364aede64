"""Many hands in lock step, for policies written in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.actions import N_ACTIONS, action_text
from mjcore.deal import draw_walls
from mjcore.hand_columns import as_walls, seat_column, wind_column
from mjcore.kernels._hands import RECORD_DTYPE
from mjcore.kernels._lockstep import Lanes
from mjcore.players import Player
from mjcore.policies import Policy, player_of
from mjcore.seats import N_SEATS
from mjcore.table_rules import table_rules
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import N_KINDS
from mjcore.words.values import as_array, as_generator, whole

_SCALARS = ("seat", "decision", "tile", "other", "source", "dealer", "prevalent_wind", "left")
_MOST_DISCARDS = 48


class Tables:
    """Hands played in lock step: all tables ask, one array of actions answers.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    n : int
        Number of hands.
    rng : numpy.random.Generator
        As in `play`: the same state gives the same walls.
    dealer, prevalent_wind, walls
        As in `play`.
    at_once : int
        Hands side by side. Where one ends, the next takes its place, so that arrays stay full to the end.

    Attributes
    ----------
    records : structured ndarray of RECORD_DTYPE, shape (n,)
        What `play` returns; the rows of hands that are over are filled.

    Raises
    ------
    MahjongError
        As `play`; `step` names the row and the action if one is not legal, and does nothing then.

    Notes
    -----
    A row of every array is a table that asks. Which hand it plays tells `hand`; which seat must decide,
    `seat`. All arrays show what that seat may see, other players in turn order after it.

    Examples
    --------
    A policy in NumPy that takes any legal action:

    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> rng = np.random.default_rng(1)
    >>> tables = Tables(SOFT_EIGHT, 500, rng)
    >>> while len(tables):
    ...     chosen = (rng.random(len(tables)) * tables.n_legal).astype(np.intp)
    ...     tables.step(tables.legal[np.arange(len(tables)), chosen])
    >>> tables.records["points"].sum()
    np.int64(0)
    """

    records: NDArray[np.void]

    def __init__(
        self,
        rules: SoftEightRules | McrRules,
        n: int | None = None,
        rng: np.random.Generator | None = None,
        *,
        dealer: Any = 0,
        prevalent_wind: Any = "E",
        walls: NDArray[np.uint8] | None = None,
        at_once: int = 1024,
    ) -> None:
        check_rules(rules, SoftEightRules, McrRules)
        side_by_side = whole(at_once)
        if side_by_side is None or side_by_side < 1:
            raise MahjongError(f"at_once is a whole number from 1 on, not {quoted(at_once)}")
        generator = as_generator(rng)
        walls = draw_walls(generator, n, rules) if walls is None else as_walls(walls, rules)  # type: ignore[arg-type]
        if n is not None and whole(n) != len(walls):
            raise MahjongError(f"n is {quoted(n)}, and there are {len(walls)} walls")
        seeds = generator.integers(0, 2**64, size=len(walls), dtype=np.uint64)
        dealers = seat_column(dealer, len(walls), "the dealer")
        self._begin(rules, walls, seeds, dealers, wind_column(prevalent_wind, len(walls)), side_by_side)

    def _begin(
        self,
        rules: SoftEightRules | McrRules,
        walls: NDArray[np.uint8],
        seeds: NDArray[np.uint64],
        dealers: NDArray[np.uint8],
        winds: NDArray[np.uint8],
        at_once: int,
        *stakes: NDArray[Any],
    ) -> None:
        """Deal the first hands; what is given is checked."""
        self.rules = rules
        self.records = np.zeros(len(walls), dtype=RECORD_DTYPE)
        rows = self.records.view(np.uint8).reshape(len(walls), RECORD_DTYPE.itemsize)
        made = table_rules(rules)
        self._lanes = Lanes(made, walls, seeds, dealers, winds, min(at_once, len(walls)), rows, *stakes)

    def __repr__(self) -> str:
        return f"<Tables of {self.rules.name}: {len(self)} ask, {self.n_over} hands are over>"

    def __len__(self) -> int:
        """Tables that ask; 0 when all hands are over."""
        return self._lanes.n_active

    @property
    def n_over(self) -> int:
        """Hands that are over."""
        return self._lanes.n_over

    @property
    def legal(self) -> NDArray[np.uint8]:
        """Legal actions, those of each row first and in ascending order of sorts: shape (m, 64).

        What stands behind the first `n_legal` of a row means nothing. `action_text` puts one into words.
        """
        return self._lanes.legal_array[: len(self)]

    @property
    def n_legal(self) -> NDArray[np.uint8]:
        """Number of legal actions, at least two: shape (m,)."""
        return self._lanes.n_legal_array[: len(self)]

    def mask(self) -> NDArray[np.bool_]:
        """Whether each action is legal.

        Returns
        -------
        ndarray of bool, shape (m, 162)
        """
        out = np.empty((len(self), N_ACTIONS), dtype=np.uint8)
        self._lanes.fill_mask(out)
        return out.view(np.bool_)

    def step(self, actions: Any) -> None:
        """Take an action at each table.

        Parameters
        ----------
        actions : array_like of int, shape (m,)
            Numbers of legal actions.
        """
        array = as_array(actions, "actions")
        if array.shape != (len(self),) or array.dtype.kind not in "iu":
            raise MahjongError(
                f"actions are whole numbers, one a table: shape ({len(self)},), "
                f"not {array.dtype} of shape {array.shape}"
            )
        if array.size and (array.min() < 0 or array.max() >= N_ACTIONS):
            row = int(np.flatnonzero((array < 0) | (array >= N_ACTIONS))[0])
            raise MahjongError(f"row {row}: actions are numbers from 0 to {N_ACTIONS - 1}, not {array[row]}")
        row = self._lanes.step(np.ascontiguousarray(array, dtype=np.uint8))
        if row >= 0:
            allowed = ", ".join(map(action_text, self.legal[row, : self.n_legal[row]].tolist()))
            raise MahjongError(f"row {row}: {action_text(array[row])} is not legal; legal are {allowed}")

    def choose(self, policy: str | Policy, rows: Any = None) -> NDArray[np.uint8]:
        """What a policy of the project would do at the tables, or at some of them.

        Parameters
        ----------
        policy : str or Policy
        rows : ndarray of bool, shape (m,), or of int, shape (k,), optional
            At which tables: a mask, or indices.

        Returns
        -------
        ndarray of uint8, shape (m,) or (k,)
            An action a table, 0 where a mask is false; with indices an action for each of them.
        """
        asked, indices = self._as_rows(rows)
        out = np.zeros(len(self), dtype=np.uint8)
        policy = policy if isinstance(policy, (Policy, Player)) else Policy(policy)
        self._lanes.choose(player_of(policy, self.rules), asked.view(np.uint8), out)
        return out if indices is None else out[indices]

    def _as_rows(self, rows: Any) -> tuple[NDArray[np.bool_], NDArray[np.intp] | None]:
        """Rows as a mask, and the indices if these were given."""
        if rows is None:
            return np.ones(len(self), dtype=bool), None
        array = as_array(rows, "rows")
        if array.dtype == bool and array.shape == (len(self),):
            return np.ascontiguousarray(array), None
        mask = np.zeros(len(self), dtype=bool)
        is_index = array.dtype.kind in "iu" and array.ndim == 1
        if is_index and array.size and (array.min() < 0 or array.max() >= len(self)):
            wrong = int(np.flatnonzero((array < 0) | (array >= len(self)))[0])
            raise MahjongError(f"there is no table {array[wrong]}: rows are from 0 to {len(self) - 1}")
        if is_index:
            mask[array] = True
        if mask.sum() != array.size:  # an index twice, or no indices at all
            raise MahjongError(
                f"rows are true or false, one a table: shape ({len(self)},), or indices of tables, "
                f"each once, not {array.dtype} of shape {array.shape}"
            )
        return mask, array.astype(np.intp)

    def table(self) -> dict[str, NDArray[Any]]:
        """What the decision is about: arrays of shape (m,).

        Returns
        -------
        dict
            ``hand``, the number of the row in `records`; ``seat``, who decides; ``decision`` 1 turn, 2 win on
            another's tile, 3 set of a discard, 4 heavenly ready, 5 late declaration, 6 consent; ``tile``
            drawn, or in question (255 after a claim, or if the seat cannot see it); ``other``, who
            discarded it; ``source`` 0 deal, 1 wall, 2 kong tile, 3 claim; ``dealer``; ``prevalent_wind``;
            ``left``, tiles that can still be drawn.
        """
        hands = np.empty(len(self), dtype=np.int64)
        out = np.empty((len(self), len(_SCALARS)), dtype=np.uint8)
        self._lanes.fill_scalars(hands, out)
        return {"hand": hands} | {name: out[:, i] for i, name in enumerate(_SCALARS)}

    def concealed(self) -> NDArray[np.uint8]:
        """Concealed tiles of who decides, by kind.

        Returns
        -------
        ndarray of uint8, shape (m, 34)
        """
        out = np.empty((len(self), N_KINDS), dtype=np.uint8)
        self._lanes.fill_concealed(out)
        return out

    def visible(self) -> NDArray[np.uint8]:
        """Copies of each kind in discards and exposed sets.

        Returns
        -------
        ndarray of uint8, shape (m, 34)
        """
        out = np.empty((len(self), N_KINDS), dtype=np.uint8)
        self._lanes.fill_visible(out)
        return out

    def melds(self) -> NDArray[np.uint8]:
        """Meld codes of the four players, who decides first.

        192 is a concealed kong whose kind is not shown.

        Returns
        -------
        ndarray of uint8, shape (m, 4, 4)
        """
        out = np.empty((len(self), N_SEATS, 4), dtype=np.uint8)
        self._lanes.fill_melds(out)
        return out

    def discards(self) -> NDArray[np.uint8]:
        """Kinds discarded by the four players in order, who decides first.

        Returns
        -------
        ndarray of uint8, shape (m, 4, 48)
            255 after the last.
        """
        out = np.empty((len(self), N_SEATS, _MOST_DISCARDS), dtype=np.uint8)
        self._lanes.fill_discards(out)
        return out

    def players(self) -> dict[str, NDArray[np.uint8]]:
        """Of the four players, who decides first: arrays of shape (m, 4).

        Returns
        -------
        dict
            ``declared`` ready, ``heavenly``, ``dead`` (may not win any more), ``flowers``, ``n_discards``.
        """
        names = ("declared", "heavenly", "dead", "flowers", "n_discards")
        out = np.empty((len(self), N_SEATS, len(names)), dtype=np.uint8)
        self._lanes.fill_players(out)
        return {name: out[:, :, i] for i, name in enumerate(names)}
