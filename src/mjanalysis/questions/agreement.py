"""How often a policy discards what recorded players discarded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from mjanalysis.estimates import with_proportions
from mjcore.policies import as_policies
from mjcore.replaying import decisions, kind_discarded
from mjcore.seats import SEATS, as_seat
from mjcore.words.errors import MahjongError, quoted

__all__ = ["discard_agreement"]

N_BEST = 3  #: discards that are good enough


def discard_agreement(
    logs: Iterable[Mapping[str, Any]], rules: Any, policy: Any = "value", *, seats: Sequence[int] = SEATS
) -> pd.DataFrame:
    """Replay recorded hands, and ask a policy before each discard what it would do.

    The policy sees what the player saw. Whatever it answers, the hand goes on as it was recorded.

    Parameters
    ----------
    logs : iterable of mapping
        As `mj.play_log` writes them; recorded games of another source in that form.
    rules : McrRules or SoftEightRules
    policy : str or Policy
    seats : sequence of int
        Whose discards count.

    Returns
    -------
    DataFrame
        measure, hits, n, share, low, high. ``first choice``: the policy discards the same kind, where to win
        or to make a kong is another choice. ``among the three best``: at most two kinds are worth more after
        being discarded; of policies that value discards, which is `value` in Chinese Official Mahjong. The
        limits take decisions for independent, and those of one hand are not quite.

    Raises
    ------
    MahjongError
        If a log cannot be replayed, or no seat has a choice of discards in any.

    Examples
    --------
    >>> import mjcore as mj
    >>> import numpy as np
    >>> log = mj.play_log(mj.MCR, "value", rng=np.random.default_rng(1))
    >>> discard_agreement([log], mj.MCR, "value")["share"].tolist()
    [1.0, 1.0]
    """
    policy = as_policies(policy)[0]
    chosen = {as_seat(seat, "the seat whose discards count") for seat in seats}
    same = best = n = 0
    values_discards = False
    for log in logs:
        for decision in decisions(log, rules):
            kind = decision.discarded
            if kind is None or decision.table.actor not in chosen:
                continue
            n += 1
            same += kind_discarded(decision.chosen(policy)) == kind
            worth = decision.worth(policy)
            if worth is not None:
                values_discards = True
                best += int((worth > worth[kind]).sum()) < N_BEST
    if not n:
        raise MahjongError(f"no choice of discards of seat {quoted(sorted(chosen))} is recorded")
    rows = [("first choice", same)]
    if values_discards:
        rows.append(("among the three best", best))
    frame = pd.DataFrame(rows, columns=["measure", "hits"])
    frame["n"] = n
    return with_proportions(frame)
