"""What the records of played hands say, spelled out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.logs import ENDINGS
from mjcore.scoring import mcr_scorer
from mjcore.words.errors import MahjongError
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import FAN_CODES, SoftEightRules

#: What the column `outcome` of a record says, by its number.
OUTCOMES = (*ENDINGS, "won")

_FLOWERS = 80  # column of Flower Tiles


def record_fans(records: Any, rules: SoftEightRules | McrRules) -> NDArray[np.uint8]:
    """How often each fan counts in the winning hands of records.

    Parameters
    ----------
    records : structured ndarray of RECORD_DTYPE, shape (...)
        As `mjcore.play` returns them, or any structured array with the fields ``fans``, ``fan_counts``,
        ``winner`` and ``flowers``.
    rules : SoftEightRules or McrRules
        Under which they were played.

    Returns
    -------
    ndarray of uint8, shape (..., 7) or (..., 82)
        In the order of the column ``fans`` of `mjcore.score`; 0 everywhere where nobody won.

    Raises
    ------
    MahjongError
        If the records have no such fields.

    Examples
    --------
    >>> from mjcore.playing import play
    >>> from mjcore.scoring import score
    >>> from mjcore.words.mcr import MCR
    >>> hands = play(MCR.replace(min_points=0), "random", n=500, rng=np.random.default_rng(1))
    >>> won = hands[hands["outcome"] == 3]
    >>> fans = record_fans(won, MCR.replace(min_points=0))
    >>> np.array_equal(fans, score(won["hand"], MCR.replace(min_points=0))["fans"])
    True
    """
    check_rules(rules, SoftEightRules, McrRules)
    fields = getattr(getattr(records, "dtype", None), "names", None) or ()
    missing = {"fans", "fan_counts", "winner", "flowers"} - set(fields)
    if missing:
        raise MahjongError(f"these are no records of played hands: {', '.join(sorted(missing))} missing")
    bits, shape = records["fans"].reshape(-1, 2), records.shape
    if isinstance(rules, SoftEightRules):
        counts = (bits[:, :1] >> np.arange(len(FAN_CODES), dtype=np.uint64)) & np.uint64(1)
        return counts.astype(np.uint8).reshape(*shape, len(FAN_CODES))
    scorer = mcr_scorer(rules)
    nibble, column = scorer.arrays.nibble, scorer.arrays.column
    times = records["fan_counts"].reshape(-1)
    out = np.zeros((len(bits), scorer.n_columns), dtype=np.uint8)
    for row in range(len(column)):
        word, bit = divmod(row, 64)
        counted = (bits[:, word] >> np.uint64(bit) & np.uint64(1)).astype(np.uint8)
        if nibble[row] >= 0:
            counted *= (times >> np.uint32(4 * nibble[row]) & np.uint32(15)).astype(np.uint8)
        out[:, column[row]] = counted
    winner = records["winner"].reshape(-1)
    won = winner >= 0
    if "flower_tiles" not in rules.fans.disabled:
        flowers = records["flowers"].reshape(-1, 4)
        out[won, _FLOWERS] = flowers[won, winner[won]]
    return out.reshape(*shape, scorer.n_columns)
