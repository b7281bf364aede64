"""What each wait of a ready hand would be worth under MCR: ready, and perhaps below the minimum."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.copies import live_copies
from mjcore.encoding.arrays import as_rows
from mjcore.encoding.layout import CIRCUMSTANCES, HAND_DTYPE, NO_TILE, SOURCES
from mjcore.scoring import points
from mjcore.shape import kinds_in, waits
from mjcore.words.errors import WinError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.tiles import N_KINDS, WINDS, tile_text
from mjcore.words.values import as_flag

_BITS = np.uint64(1) << np.arange(N_KINDS, dtype=np.uint64)


@dataclass(frozen=True, eq=False, repr=False)
class WaitPoints:
    """What winning with each kind of tile would be worth, for one hand or many.

    ``print(wait_points(...))`` shows one hand as a line a wait.

    Attributes
    ----------
    minimum : int
        Points a win needs, flowers apart.
    waits : ndarray of uint64, shape (...)
        Masks of the kinds that complete the hand and of which there is a copy left, as `waits` gives them.
    left : ndarray of uint8, shape (..., 34)
        Copies outside the hand of each such kind; 0 for the others.
    discard, self_drawn : ndarray of int32, shape (..., 34)
        Points by another player's discard and by one's own draw; 0 for kinds that do not win.

    Examples
    --------
    >>> ready = wait_points("123456m99m234p56s", McrRules())
    >>> [int(ready.discard[kind]) for kind in kinds_in(ready.waits)]
    [6, 5]
    """

    minimum: int
    waits: NDArray[np.uint64]
    left: NDArray[np.uint8]
    discard: NDArray[np.int32]
    self_drawn: NDArray[np.int32]

    @property
    def enough_by_discard(self) -> NDArray[np.uint64]:
        """Masks of the waits that reach the minimum on a discard.

        Examples
        --------
        >>> ready = wait_points("[123m][345m] 56s678p33z", McrRules())
        >>> kinds_in(ready.enough_by_discard).tolist(), kinds_in(ready.enough_self_drawn).tolist()
        ([21, 24], [])
        """
        return self._masks(self.discard)

    @property
    def enough_self_drawn(self) -> NDArray[np.uint64]:
        """Masks of the waits that reach the minimum on a self-draw."""
        return self._masks(self.self_drawn)

    def _masks(self, worth: NDArray[np.int32]) -> NDArray[np.uint64]:
        reached = (worth >= self.minimum) & ((self.waits[..., None] & _BITS) > 0)
        return (reached * _BITS).sum(axis=-1, dtype=np.uint64)

    def __str__(self) -> str:
        return "\n".join(self._lines()) if self.waits.ndim == 0 else self._summary()

    def __repr__(self) -> str:
        what = "not ready" if not self.waits.any() else str(self).replace("\n", "; ")
        return f"<WaitPoints: {what}>"

    def _lines(self) -> list[str]:
        lines = [
            f"{tile_text([kind])}  {self.left[kind]} left, discard {self._worth(self.discard[kind])}, "
            f"self-draw {self._worth(self.self_drawn[kind])}"
            for kind in kinds_in(self.waits).tolist()
        ]
        return lines or ["not ready"]

    def _worth(self, worth: np.int32) -> str:
        short = self.minimum - int(worth)
        return f"{worth}" + (f" ({short} short)" if short > 0 else "")

    def _summary(self) -> str:
        ready = self.waits > 0
        by_discard, drawn = self.enough_by_discard > 0, self.enough_self_drawn > 0
        return (
            f"{ready.size} hands, {ready.sum()} ready; a wait reaches {self.minimum} "
            f"by discard in {by_discard.sum()}, by self-draw in {drawn.sum()}, "
            f"in neither way in {(ready & ~by_discard & ~drawn).sum()}"
        )


def wait_points(
    hands: Any,
    rules: McrRules,
    *,
    seat_wind: str | int | None = None,
    prevalent_wind: str | int | None = None,
    last_wall: bool = False,
    last_copy: bool = False,
) -> WaitPoints:
    """What each wait of ready hands would be worth, by discard and by self-draw.

    Parameters
    ----------
    hands : array_like of int, shape (..., 34); ndarray of HAND_DTYPE; text, Hand, Win or a list of them
        Hands of 13 tiles, a meld counting three; a winning tile is left aside, and so is how it was won.
    rules : McrRules
    seat_wind, prevalent_wind : {"E", "S", "W", "N"} or 0 to 3, optional
        Where they are left out, those of packed hands and wins; E for others.
    last_wall : bool
        Whether the tile is the last of the wall, or discarded after it.
    last_copy : bool
        Whether everybody sees the other three copies of the tile. It says nothing of kinds that the hand has
        concealed.

    Returns
    -------
    WaitPoints

    Raises
    ------
    HandError
        Naming the row and the reason, if one is no hand of 13 tiles.
    RuleError
        If the rules are not those of MCR, the only ones with a minimum of points.
    WinError
        If there is no such wind, or a flag is neither True nor False.

    Examples
    --------
    >>> print(wait_points("[123m][345m] 56s678p33z", McrRules()))
    4s  4 left, discard 8, self-draw 1 (7 short)
    7s  4 left, discard 8, self-draw 1 (7 short)
    >>> wait_points(["[123m][345m] 56s678p33z", "[123m] 56s678p33z12m2s"], McrRules())
    <WaitPoints: 2 hands, 1 ready; a wait reaches 8 by discard in 1, by self-draw in 0, in neither way in 0>
    """
    check_rules(rules, McrRules, what="waits have points only under")
    last_wall, last_copy = (
        as_flag(last_wall, "last_wall", WinError),
        as_flag(last_copy, "last_copy", WinError),
    )
    rows, shape = as_rows(hands)
    masks = waits(hands, rules)
    before = _as_ready(rows)
    for name, wind in {"seat_wind": seat_wind, "prevalent_wind": prevalent_wind}.items():
        if wind is not None:
            before[name] = _wind_number(name, wind)
    row, kind = np.nonzero(masks.reshape(-1, 1) & _BITS)
    wins = before[row]
    wins["winning_tile"] = kind
    hidden = wins["concealed"][np.arange(len(row)), kind] > 0
    wins["circumstances"] = CIRCUMSTANCES["last_wall"] * last_wall
    wins["circumstances"] |= (CIRCUMSTANCES["last_copy"] * (last_copy & ~hidden)).astype(np.uint8)
    worth = {}
    for source in ("discard", "wall"):
        wins["source"] = SOURCES.index(source)
        worth[source] = np.zeros((len(before), N_KINDS), dtype=np.int32)
        worth[source][row, kind] = points(wins, rules)
    left = np.zeros((len(before), N_KINDS), dtype=np.uint8)
    left[row, kind] = live_copies(before)[row, kind]
    wide = (*shape, N_KINDS)
    return WaitPoints(
        minimum=rules.scoring.min_points,
        waits=masks,
        left=left.reshape(wide),
        discard=worth["discard"].reshape(wide),
        self_drawn=worth["wall"].reshape(wide),
    )


def _as_ready(rows: NDArray[np.uint8]) -> NDArray[np.void]:
    """Rows as packed hands, without a winning tile and how it was won."""
    ready = np.zeros(len(rows), dtype=HAND_DTYPE)
    if rows.shape[1] == N_KINDS:
        ready["concealed"] = rows
    else:
        given = rows.view(HAND_DTYPE).reshape(-1)
        for name in ("concealed", "melds", "seat_wind", "prevalent_wind"):
            ready[name] = given[name]
    ready["winning_tile"] = NO_TILE
    return ready


def _wind_number(name: str, wind: str | int) -> int:
    if isinstance(wind, str) and wind in tuple(WINDS):
        return WINDS.index(wind)
    if isinstance(wind, int | np.integer) and not isinstance(wind, bool) and 0 <= wind < len(WINDS):
        return int(wind)
    raise WinError(f"{name} is one of {', '.join(WINDS)} or 0 to {len(WINDS) - 1}, not {quoted(wind)}")
