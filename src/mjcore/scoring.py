"""What a win is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.arrays import as_rows, row_error, row_label
from mjcore.encoding.layout import ROW_BYTES
from mjcore.kernels._mcr_scores import FAULTS as MCR_FAULTS
from mjcore.kernels._mcr_scores import McrScorer
from mjcore.kernels._soft_eight import FAULTS, SCORE_DTYPE, SoftEightScorer
from mjcore.tables._tables import tables_of
from mjcore.words.errors import HandError, WinError
from mjcore.words.fans import N_FANS
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import FAN_CODES, SoftEightRules

SOFT_EIGHT_FANS = FAN_CODES  #: the order of the column `fans`


def score(wins: Any, rules: SoftEightRules | McrRules) -> NDArray[np.void]:
    """Score wins: legal or not, what they are worth and every fan.

    Parameters
    ----------
    wins : Win, Hand, text, a list of them, or ndarray of HAND_DTYPE, shape (...)
        Hands with their winning tile and how they were won. Text and hands count as won from a
        discard, as :meth:`Hand.win` does.
    rules : SoftEightRules or McrRules

    Returns
    -------
    structured ndarray, shape (...)
        Under Soft Eight: ``legal`` (bool); ``main_suit`` 0 characters, 1 dots, 2 bamboo, 3 honours
        (winds, with 4 the dragons, under ``honours_one_suit=False``), 255 none; ``main_tiles``;
        ``fans`` u1[7] in the order PURE, DRAGON, SEVEN, KONGBOTTOM, HAIDI, TIANHE, TIANTING; ``base``
        points; ``multiplier``. A hand that is not legal has 0 everywhere.

        Under MCR: ``legal`` (bool), whether the minimum is reached; ``points`` without flowers, 0 if
        the hand is not complete; ``flowers``, the points that flowers add; ``form`` 0 none, 1 standard,
        2 seven pairs, 3 thirteen orphans, 4 honors and knitted tiles, 5 knitted straight; ``fans`` u1[82],
        how often each fan counts, by number - 1 (behind them new fans of the rules, by their keys).

    Raises
    ------
    HandError
        Naming the row and the reason, if a hand has no winning tile or is no hand.
    WinError
        If it cannot have been won so: a heavenly win from a discard, say.

    Notes
    -----
    Of several readings the one with most fans (Soft Eight, articles 14 and 15; see ``docs/soft_eight.md``)
    or most points (MCR) counts. Whether the winner was allowed to win is the
    game's affair, not the hand's.

    Examples
    --------
    >>> result = score("12345678s44p [777z] +9s", SoftEightRules())
    >>> bool(result["legal"]), int(result["main_tiles"]), int(result["base"]), int(result["multiplier"])
    (True, 9, 4, 2)
    >>> result = score("12345678s44p [777z] +9s", McrRules())
    >>> int(result["points"]), (np.flatnonzero(result["fans"]) + 1).tolist()
    (19, [28, 59, 75])
    """
    rows, shape, scorer = _rows_and_scorer(wins, rules)
    dtype = SCORE_DTYPE if isinstance(rules, SoftEightRules) else mcr_score_dtype(scorer.n_columns)
    out = np.empty(len(rows), dtype=dtype)
    bad, fault = scorer.fill_scores(rows, out.view(np.uint8).reshape(len(rows), dtype.itemsize))
    _refuse(bad, fault, rows, shape, rules)
    return out.reshape(shape)


def points(wins: Any, rules: McrRules) -> NDArray[np.int32]:
    """Points of MCR wins without flowers, and nothing else: faster than :func:`score`.

    Parameters
    ----------
    wins, rules
        As for :func:`score`.

    Returns
    -------
    ndarray of int32, shape (...)
        0 where the hand is not complete; below the minimum where it may not win.

    Raises
    ------
    HandError, WinError
        As for :func:`score`.

    Examples
    --------
    >>> points(["12345678s44p [777z] +9s", "123m456p789s1123z +2z"], McrRules()).tolist()
    [19, 0]
    """
    check_rules(rules, McrRules, what="hands have points, whatever is paid for them, under")
    rows, shape, scorer = _rows_and_scorer(wins, rules)
    out = np.empty(len(rows), dtype=np.int32)
    bad, fault = scorer.fill_points(rows, out)
    _refuse(bad, fault, rows, shape, rules)
    return out.reshape(shape)


@lru_cache(maxsize=16)
def mcr_score_dtype(n_fans: int = N_FANS) -> np.dtype[np.void]:
    """What a row of an MCR score is."""
    return np.dtype(
        [("legal", "?"), ("points", "<i4"), ("flowers", "<i4"), ("form", "u1"), ("fans", "u1", (n_fans,))]
    )


def _rows_and_scorer(wins: Any, rules: Any) -> tuple[NDArray[np.uint8], tuple[int, ...], Any]:
    check_rules(rules, SoftEightRules, McrRules, what="hands are scored under")
    rows, shape = as_rows(wins)
    if rows.shape[1] != ROW_BYTES:
        raise HandError("counts alone do not say which tile won; give hands with a winning tile")
    return rows, shape, soft_eight_scorer(rules) if isinstance(rules, SoftEightRules) else mcr_scorer(rules)


def _refuse(bad: int, fault: int, rows: NDArray[np.uint8], shape: tuple[int, ...], rules: Any) -> None:
    """Raise the error of the row that a kernel found bad, if it found one."""
    if fault == 1:
        raise row_error(rows, shape, bad, allowed_sizes=())
    if fault:
        faults = FAULTS if isinstance(rules, SoftEightRules) else MCR_FAULTS
        raise WinError(f"{row_label(bad, shape)}{faults[fault]}")


@lru_cache(maxsize=64)
def mcr_scorer(rules: McrRules) -> McrScorer:
    """The compiled scorer of a rule set, made once."""
    return McrScorer(tables_of(rules), rules)


@lru_cache(maxsize=64)
def soft_eight_scorer(rules: SoftEightRules) -> SoftEightScorer:
    points = rules.points
    return SoftEightScorer(
        tables_of(rules),
        base_points=points.base_points,
        base_points_pure=points.base_points_pure,
        dragon_requires_runs=rules.shape.dragon_requires_runs,
        tianhe_untouched=rules.play.tianhe_untouched,
        tianting_after_kong=rules.play.tianting_after_kong,
        chow_claims=rules.play.chow_claims,
        enabled=[fan in points.fans for fan in FAN_CODES],
        multipliers=[multiplier(n_fans, rules) for n_fans in range(len(FAN_CODES) + 1)],
    )


def multiplier(n_fans: int, rules: SoftEightRules) -> int:
    """What a win with so many fans is multiplied by (article 15).

    >>> multiplier(2, SoftEightRules()), multiplier(2, SoftEightRules(fan_formula="exponential"))
    (3, 4)
    """
    return rules.points.multiplier(n_fans)
