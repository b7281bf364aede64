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

#: What the fields of the record of a hand say. Those of shape (4,) go by seat.
RECORD_FIELDS = {
    "hand": "the winning hand and how it won, as `mjcore.score` takes it; `winning_tile` 255 if nobody won",
    "outcome": "how the hand ended, an index of `mjcore.OUTCOMES`",
    "winner": "seat that won, the nearest to the discarder of several; -1 nobody",
    "payer": "seat whose tile was won on; -1 nobody won, or on a self-draw",
    "winners": "all who won, a bit a seat",
    "dealer": "seat of the dealer",
    "prevalent_wind": "0 to 3, east to north",
    "draws": "tiles drawn after the deal",
    "discards": "tiles discarded by all",
    "deal_shanten": "shanten of the first 13 tiles",
    "ready_turn": "own discards made when first ready; 255 never",
    "declared": "who declared ready, a bit a seat",
    "refused": "complete hands that the minimum or the threshold refused",
    "chows": "chows claimed",
    "pungs": "pungs claimed; one that was made a kong counts there",
    "kongs": "kongs made",
    "flowers": "flowers drawn",
    "fans": "fans of the winner, a bit each; `mjcore.record_fans` spells them out",
    "fan_counts": "how often fans count that count several times; `mjcore.record_fans` spells them out",
    "base": "base points of Soft Eight; points of MCR without flowers",
    "multiplier": "what the base is multiplied by; 1 under MCR",
    "flower_points": "points of the flowers of the winner",
    "points": "won or lost",
    "lost_to_dealer": "part of the points that counts towards a di stake (`di_loss_measure`)",
}

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
