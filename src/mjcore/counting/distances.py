"""How many hands are how far from complete."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjcore.counting.fold import Tally, collected, pairs_of, suit_tally, sums_by, vectors_of
from mjcore.tables._tables import Tables
from mjcore.tables.forms import Form
from mjcore.tables.suits import FAR

N_PAIRS = 7


def distance_counts(tables: Tables, tiles: int) -> tuple[dict[int, int], dict[int, int]]:
    """Hands of so many tiles by the tiles they lack: how many multisets, how many deals.

    Two number suits are merged to a left half, the third with the honours to a right half, as in
    :mod:`mjcore.tables.merge`; each pair of halves has one distance.
    """
    form, merge = tables.spec, tables.merge
    number = _number_tally(tables, tiles)
    honours = _honours_tally(tables, tiles)
    left = _merged(number, number, merge.left, tiles)
    right = _merged(number, honours, merge.right, tiles)
    distinct: dict[int, int] = {}
    weighted: dict[int, int] = {}
    for n in range(tiles + 1):
        a, b = _of_size(left, n), _of_size(right, tiles - n)
        distance = _distances(a, b, tables)
        for total, weights in ((distinct, "distinct"), (weighted, "weighted")):
            products = getattr(a, weights)[:, None] * getattr(b, weights)[None]
            for value, count in sums_by(distance.reshape(-1), products.reshape(-1)).items():
                total[value] = total.get(value, 0) + count
    assert form.standard or FAR not in weighted
    return dict(sorted(distinct.items())), dict(sorted(weighted.items()))


def _of_size(tally: Tally, tiles: int) -> Tally:
    keep = tally["tiles"] == tiles
    return Tally({k: v[keep] for k, v in tally.columns.items()}, tally.distinct[keep], tally.weighted[keep])


def _number_tally(tables: Tables, most: int) -> Tally:
    copies = vectors_of(9).copies
    columns = {"state": tables.number.classes.astype(np.int64)}
    columns |= _pair_columns(copies, [copies], tables.spec)
    columns |= _orphan_columns(copies[:, [0, 8]], tables.spec)
    return _suit(copies, columns, tables.spec, most)


def _honours_tally(tables: Tables, most: int) -> Tally:
    copies = vectors_of(7).copies
    groups = [copies] if tables.spec.honours_one_suit else [copies[:, :4], copies[:, 4:]]
    columns = {"state": tables.merge.honour_classes.astype(np.int64)}
    columns |= _pair_columns(copies, groups, tables.spec)
    columns |= _orphan_columns(copies, tables.spec)
    return _suit(copies, columns, tables.spec, most)


def _suit(copies: NDArray[np.uint8], columns: dict[str, NDArray[np.int64]], form: Form, most: int) -> Tally:
    tiles = copies.sum(axis=1, dtype=np.int64)
    if not form.standard:
        columns["state"] = np.zeros_like(tiles)
    return suit_tally(copies.shape[1], {"tiles": tiles} | columns, tiles <= most)


# ---- seven pairs -------------------------------------------------------------------------------------


def _slots(copies: NDArray[np.uint8], form: Form) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs held, and kinds of which one tile makes a (further) pair."""
    if form.seven_pairs == "different":
        return (copies > 1).sum(axis=1), (copies == 1).sum(axis=1)
    return (copies // 2).sum(axis=1, dtype=np.int64), (copies % 2).sum(axis=1, dtype=np.int64)


def _main_pairs(form: Form) -> int:
    """Pairs that the main suit must have."""
    return (form.min_main_tiles + 1) // 2


def _pair_columns(
    copies: NDArray[np.uint8], groups: list[NDArray[np.uint8]], form: Form
) -> dict[str, NDArray[np.int64]]:
    """Pairs held, near pairs, and (a bit each) what the suits offer as main suit.

    An offer is how many of the main suit's pairs are held and how many are near. Bit
    ``8 * held + near``; offers no better than another in either respect are dropped.
    """
    if form.seven_pairs == "none":
        return {}
    held, near = _slots(copies, form)
    columns = {"held": np.minimum(held, N_PAIRS), "near": near}
    wanted = _main_pairs(form)
    if wanted:
        offers = np.zeros(len(copies), dtype=np.int64)
        most = 1 if form.seven_pairs == "different" else 2
        for group in groups:
            if most * group.shape[1] >= wanted:
                h, n = _slots(group, form)
                h = np.minimum(h, wanted)
                offers |= np.int64(1) << (8 * h + np.minimum(n, wanted - h))
        columns["offers"] = offers
    return columns


def _pairs_cost(
    held: NDArray[np.int64], near: NDArray[np.int64], offer: int, wanted: int
) -> NDArray[np.int64]:
    """Tiles missing to seven pairs if the main suit makes a given offer."""
    main_held, main_near = divmod(offer, 8)
    rest_held = np.minimum(N_PAIRS - wanted, held - main_held)
    rest_near = np.minimum(N_PAIRS - wanted - rest_held, near - main_near)
    return 14 - 2 * (main_held + rest_held) - main_near - rest_near


def _pairs_distances(a: Tally, b: Tally, form: Form) -> NDArray[np.int64]:
    held = np.minimum(a["held"][:, None] + b["held"][None], N_PAIRS)
    near = a["near"][:, None] + b["near"][None]
    wanted = _main_pairs(form)
    if not wanted:
        return _pairs_cost(held, near, 0, 0)
    best = np.full(held.shape, FAR, dtype=np.int64)
    for offer in range(8 * wanted + 1):
        in_a, in_b = a["offers"] >> offer & 1, b["offers"] >> offer & 1
        if not in_a.any() and not in_b.any():
            continue
        offered = (in_a[:, None] | in_b[None]).astype(bool)
        cost = _pairs_cost(held[offered], near[offered], offer, wanted)
        best[offered] = np.minimum(best[offered], cost)
    return best


# ---- thirteen orphans --------------------------------------------------------------------------------


def _orphan_columns(copies: NDArray[np.uint8], form: Form) -> dict[str, NDArray[np.int64]]:
    """Orphans held and whether one of them is paired."""
    if not form.orphans:
        return {}
    return {"orphans": (copies > 0).sum(axis=1), "paired": (copies > 1).any(axis=1).astype(np.int64)}


# ---- halves ------------------------------------------------------------------------------------------


def _merged(a: Tally, b: Tally, states: NDArray[np.uint16], most: int) -> Tally:
    """Two suits together; `states` numbers the merged distance classes."""
    i, j = pairs_of(a, b, most, exactly=False)
    columns = {
        "tiles": a["tiles"][i] + b["tiles"][j],
        "state": states[a["state"][i], b["state"][j]].astype(np.int64),
    }
    if "held" in a.columns:
        columns["held"] = np.minimum(a["held"][i] + b["held"][j], N_PAIRS)
        columns["near"] = a["near"][i] + b["near"][j]
    if "offers" in a.columns:
        columns["offers"] = a["offers"][i] | b["offers"][j]
    if "orphans" in a.columns:
        columns["orphans"] = a["orphans"][i] + b["orphans"][j]
        columns["paired"] = a["paired"][i] | b["paired"][j]
    return collected(columns, a.distinct[i] * b.distinct[j], a.weighted[i] * b.weighted[j])


def _distances(a: Tally, b: Tally, tables: Tables) -> NDArray[np.int64]:
    """Distance of each row of a left half with each of a right half."""
    form = tables.spec
    best = np.full((len(a), len(b)), FAR, dtype=np.int64)
    if form.standard:
        best = tables.merge.final[a["state"][:, None], b["state"][None]].astype(np.int64)
    if form.seven_pairs != "none":
        best = np.minimum(best, _pairs_distances(a, b, form))
    if form.orphans:
        kinds = a["orphans"][:, None] + b["orphans"][None]
        best = np.minimum(best, 14 - kinds - (a["paired"][:, None] | b["paired"][None]))
    return best
