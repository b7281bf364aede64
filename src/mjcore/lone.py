"""A lone player who draws and discards: what can be made of a deal without opponents.

He is dealt the first thirteen tiles of a wall and draws the next ones, one after the other. What he
does not see is as good as shuffled, so that opponents who take tiles unseen would change nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.kernels._lone import Foresight, fill_efficient
from mjcore.tables import suits
from mjcore.tables._tables import Tables, tables_of
from mjcore.tables.forms import Form, form_of
from mjcore.words.errors import HandError, RuleError, quoted
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import N_KINDS, N_TILES
from mjcore.words.values import as_array, whole

NEVER = 255  #: in place of a draw: not within the draws looked at
N_DEALT = 13

#: What a row of :func:`lone_efficient` is.
LONE_DTYPE = np.dtype([("draw", "u1"), ("main_suit", "u1")])


def lone_efficient(walls: Any, rules: SoftEightRules | str | Form, *, draws: int = 18) -> NDArray[np.void]:
    """When a lone player who plays efficiently completes his hand.

    He keeps the hand nearest to complete, among equals the one with most useful tiles not yet seen;
    a hand with no useful tile left counts as one tile farther; of equal discards the highest kind
    goes. Where the rules ask for a declaration he declares as soon as he is ready and then only waits.

    Parameters
    ----------
    walls : ndarray of uint8, shape (n, m)
        Kinds in drawing order, as :func:`mjcore.draw_walls` gives them; m at least ``13 + draws``.
    rules : rule set or str
        A rule set or the name of a form.
    draws : int
        Draws at most.

    Returns
    -------
    structured ndarray, shape (n,)
        ``draw``, 1 for the first, 255 if the hand was not completed; ``main_suit`` as in
        :func:`mjcore.score`, 255 likewise.

    Raises
    ------
    HandError
        If the walls are too short, or hold what is no kind or a fifth copy.

    Examples
    --------
    >>> from mjcore.words.tiles import parse_tiles
    >>> wall = parse_tiles("123456m99m234p56s 1z 4s")
    >>> lone_efficient(wall[None], "standard", draws=2).tolist()
    [(2, 0)]
    """
    tables = tables_of(rules)
    walls, draws = _as_walls(walls, draws)
    out = np.empty(len(walls), dtype=LONE_DTYPE)
    draw, main_suit = np.empty((2, len(walls)), dtype=np.uint8)
    frozen = isinstance(rules, SoftEightRules) and rules.play.must_declare
    fill_efficient(tables, walls, draws, frozen, draw, main_suit)
    out["draw"], out["main_suit"] = draw, main_suit
    return out


def lone_foresight(walls: Any, rules: SoftEightRules | str | Form, *, draws: int = 18) -> NDArray[np.uint8]:
    """When a lone player who knew his draws beforehand could complete a hand, by its main suit.

    An upper bound for every policy: the first draw after which his thirteen tiles and his draws
    together contain a complete hand.

    Parameters
    ----------
    walls, rules, draws
        As for :func:`lone_efficient`. The threshold of the rules is not looked at, all are answered.

    Returns
    -------
    ndarray of uint8, shape (n, 5, 15)
        ``[i, suit, tiles]``: the first draw with which a hand with at least so many tiles of that suit
        is there, 255 if there is none. The suits are characters, dots, bamboo, honours (or winds), and
        dragons where the honours are two suits.

    Raises
    ------
    HandError
        As for :func:`lone_efficient`.
    RuleError
        If the form has knitted tiles.

    Examples
    --------
    >>> from mjcore.words.tiles import parse_tiles
    >>> wall = parse_tiles("123456m99m234p56s 1z 4s")
    >>> lone_foresight(wall[None], "standard", draws=2)[0, 0, [5, 8, 9]].tolist()
    [2, 2, 255]
    """
    form = form_of(rules)
    if form.honors_and_knitted or form.knitted_straight:
        raise RuleError("what foresight could make of knitted tiles is not counted here")
    walls, draws = _as_walls(walls, draws)
    out = np.empty((len(walls), 5, 15), dtype=np.uint8)
    _foresight(form).fill(walls, draws, out)
    return out


@lru_cache(maxsize=16)
def _foresight(form: Form) -> Foresight:
    tables: Tables = tables_of(form)
    runs = form.honour_runs
    if form.honours_one_suit:
        honours, dragons = (suits.HONOURS_WITH_RUNS if runs else suits.HONOURS), suits.DRAGONS
    elif runs:
        honours, dragons = suits.WINDS_WITH_RUNS, suits.DRAGONS_WITH_RUNS
    else:
        honours, dragons = suits.WINDS, suits.DRAGONS
    return Foresight(tables, *map(_demands_held, (suits.NUMBER, honours, dragons)))


@lru_cache(maxsize=8)
def _demands_held(suit: suits.Suit) -> NDArray[np.uint16]:
    return suits.demands_held(suit)


def _as_walls(walls: Any, draws: Any) -> tuple[NDArray[np.uint8], int]:
    """Walls long enough, of tiles that exist, and the number of draws."""
    n_draws = whole(draws)
    if n_draws is None or not 0 <= n_draws <= N_TILES - N_DEALT:
        raise HandError(f"a lone player draws from 0 to {N_TILES - N_DEALT} tiles, not {quoted(draws)}")
    array = as_array(walls, "walls")
    if array.ndim != 2 or array.dtype != np.uint8:
        raise HandError(f"walls are uint8 with two axes, not {array.dtype} of shape {array.shape}")
    if array.shape[1] < N_DEALT + n_draws:
        raise HandError(
            f"walls of {array.shape[1]} tiles are too short for {N_DEALT} dealt and {n_draws} drawn"
        )
    used = array[:, : N_DEALT + n_draws]
    if not used.size:
        return np.ascontiguousarray(array), n_draws
    if used.max() >= N_KINDS:
        row, place = np.argwhere(used >= N_KINDS)[0]
        raise HandError(f"row {row}: tile {place} is {used[row, place]}, not a kind from 0 to {N_KINDS - 1}")
    ordered = np.sort(used, axis=1)
    fifth = (ordered[:, 4:] == ordered[:, :-4]).any(axis=1)
    if fifth.any():
        raise HandError(f"row {int(fifth.argmax())}: a fifth copy of a kind")
    return np.ascontiguousarray(array), n_draws
