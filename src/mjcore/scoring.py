"""What a win is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.arrays import as_rows, row_error, row_label
from mjcore.encoding.layout import ROW_BYTES
from mjcore.kernels._soft_eight import FAULTS, SCORE_DTYPE, SoftEightScorer
from mjcore.tables._tables import tables_of
from mjcore.words.errors import HandError, RuleError, WinError
from mjcore.words.soft_eight import FAN_CODES, SoftEightRules

SOFT_EIGHT_FANS = FAN_CODES  #: the order of the column `fans`


def score(wins: Any, rules: SoftEightRules) -> NDArray[np.void]:
    """Score wins: legal or not, main suit, fans, base and multiplier.

    Parameters
    ----------
    wins : Win, Hand, text, a list of them, or ndarray of HAND_DTYPE, shape (...)
        Hands with their winning tile and how they were won. Text and hands count as won from a
        discard, as :meth:`Hand.win` does.
    rules : SoftEightRules

    Returns
    -------
    structured ndarray, shape (...)
        ``legal`` (bool); ``main_suit`` 0 characters, 1 dots, 2 bamboo, 3 honours (winds, with 4 the
        dragons, under ``honours_one_suit=False``), 255 none; ``main_tiles``; ``fans`` u1[7] in the
        order PURE, DRAGON, SEVEN, KONGBOTTOM, HAIDI, TIANHE, TIANTING; ``base`` points;
        ``multiplier``. A hand that is not legal has 0 everywhere.

    Raises
    ------
    HandError
        Naming the row and the reason, if a hand has no winning tile or is no hand.
    WinError
        If it cannot have been won so: a heavenly win from a discard, say.

    Notes
    -----
    ``rules/soft_eight`` section 3: articles 2, 13.1 and 14 of the rules. Of several readings the one
    with most fans counts. Whether the winner was allowed to win (declared ready, not barred) is the
    game's affair, not the hand's.

    Examples
    --------
    >>> result = score("12345678s44p [777z] +9s", SoftEightRules())
    >>> bool(result["legal"]), int(result["main_tiles"]), int(result["base"]), int(result["multiplier"])
    (True, 9, 4, 2)
    """
    if not isinstance(rules, SoftEightRules):
        raise RuleError(f"{rules!r} is no rule set with a score")
    rows, shape = as_rows(wins)
    if rows.shape[1] != ROW_BYTES:
        raise HandError("counts alone do not say which tile won; give hands with a winning tile")
    out = np.empty(len(rows), dtype=SCORE_DTYPE)
    bad, fault = _scorer(rules).fill_scores(rows, out.view(np.uint8).reshape(len(rows), SCORE_DTYPE.itemsize))
    if fault:
        error = row_error(rows, shape, bad, allowed_sizes=())
        if fault > 1:
            error = WinError(f"{row_label(bad, shape)}{FAULTS[fault]}")
        raise error
    return out.reshape(shape)


@lru_cache(maxsize=64)
def _scorer(rules: SoftEightRules) -> SoftEightScorer:
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
    points = rules.points
    value = n_fans * points.fan_value
    if points.fan_cap is not None:
        value = min(value, points.fan_cap)
    return 2**value if points.fan_formula == "exponential" else value + 1
