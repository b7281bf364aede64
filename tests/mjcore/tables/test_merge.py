"""Merged suits against the direct minimum over every way to share four sets and a pair among suits."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from mjcore.tables.files import load
from mjcore.tables.forms import FORMS, Form, form_of
from mjcore.tables.merge import merge_tables
from mjcore.tables.suits import (
    DRAGONS,
    DRAGONS_WITH_RUNS,
    FAR,
    HONOURS_WITH_RUNS,
    WINDS,
    WINDS_WITH_RUNS,
    build,
)
from mjcore.words.errors import RuleError
from mjcore.words.soft_eight import SoftEightRules
from tests.mjcore.soft_eight_shapes import SHAPES, shape_name

STANDARD = FORMS["standard"]
every_form = pytest.mark.parametrize(
    "form", [STANDARD, *map(form_of, SHAPES)], ids=["standard", *map(shape_name, SHAPES)]
)


@cache
def suit(name):
    if name in ("number", "honours"):
        return load(name)
    return build({"honours_with_runs": HONOURS_WITH_RUNS}[name])


def honours_of(form):
    return suit("honours_with_runs" if form.honour_runs else "honours")


@cache
def tables(form):
    return merge_tables(suit("number"), honours_of(form), form)


@cache
def shares(n_suits):
    """Cells of each suit in every way to share four sets and a pair, shape (n, n_suits)."""
    sets = [s for s in product(range(5), repeat=n_suits) if sum(s) == 4]
    return np.array([[m + 5 * (k == pair) for k, m in enumerate(s)] for s in sets for pair in range(n_suits)])


def has_main_suit(cells, form):
    """Whether a share makes some suit the main one, in the words of the rules."""
    if form.min_main_tiles == 0:
        return True
    for cell in cells:
        sets, pairs = cell % 5, cell // 5
        enough = 3 * sets + 2 * pairs >= form.min_main_tiles
        if enough and (not form.pair_must_be_main or (pairs == 1 and sets >= 2)):
            return True
    return False


@cache
def allowed(n_suits, form):
    return shares(n_suits)[[has_main_suit(cells, form) for cells in shares(n_suits).tolist()]]


def direct_costs(rows, form):
    """Cost of every allowed share, shape (n hands, n shares); `rows` are arrays (n hands, 10), one a suit."""
    cells = allowed(len(rows), form)
    return sum(row[:, cells[:, k]].astype(int) for k, row in enumerate(rows))


def honour_vectors(form, n, rng):
    """Random honours: their class in the tables, and the cost rows of their suits."""
    found = honours_of(form)
    copies = rng.integers(0, 5, (40 * n, 7))
    copies = copies[copies.sum(axis=1) <= 14]
    copies = copies[: n - 1] if len(copies) >= n else copies
    copies = np.concatenate([copies, np.zeros((n - len(copies), 7), dtype=int)])
    place = found.base[key(copies[:, :4])] + found.order[key(copies[:, 4:])]
    if form.honours_one_suit:
        return tables(form).honour_classes[place], [found.rows[found.classes[place]]]
    parts = (WINDS_WITH_RUNS, DRAGONS_WITH_RUNS) if form.honour_runs else (WINDS, DRAGONS)
    winds, dragons = map(build, parts)
    of_winds = winds.rows[winds.classes[winds.base[key(copies[:, :4])]]]
    of_dragons = dragons.rows[dragons.classes[dragons.base[key(copies[:, 4:])]]]
    return tables(form).honour_classes[place], [of_winds, of_dragons]


def key(copies):
    return copies @ 5 ** np.arange(copies.shape[1])


def sample(form, n, seed):
    """Random classes of three number suits and of honours with their cost rows."""
    rng = np.random.default_rng(seed)
    number = suit("number").rows
    classes = rng.integers(0, len(number), (3, n))
    honours, rows = honour_vectors(form, n, rng)
    return classes, honours, [number[c] for c in classes] + rows


@every_form
def test_the_merged_distance_is_the_least_over_all_ways_to_share(form):
    (a, b, c), d, rows = sample(form, 8_000, 20260310)
    found = tables(form)
    merged = found.final[found.left[a, b], found.right[c, d]]
    assert np.array_equal(merged, np.minimum(direct_costs(rows, form).min(axis=1), FAR))


@every_form
def test_the_order_of_suits_does_not_matter(form):
    (a, b, c), d, _ = sample(form, 8_000, 20260311)
    found = tables(form)
    distance = found.final[found.left[a, b], found.right[c, d]]
    for x, y, z in ((a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
        assert np.array_equal(found.final[found.left[x, y], found.right[z, d]], distance)


@every_form
def test_optimal_cells_are_those_of_the_cheapest_shares(form):
    (a, b, c), d, rows = sample(form, 2_000, 20260312)
    found = tables(form)
    costs = direct_costs(rows, form)
    cheapest = costs == costs.min(axis=1, keepdims=True)
    cheapest &= costs.min(axis=1, keepdims=True) < FAR
    cells = allowed(len(rows), form)

    def expected(k):
        return sum((cheapest[:, cells[:, k] == cell].any(axis=1) << cell) for cell in range(10))

    beside = (found.right[c, d], found.right[c, d], found.right[b, d])
    others = (b, a, a)
    for k, mine in enumerate((a, b, c)):
        assert np.array_equal(
            found.optimal_number[mine, found.beside_number[others[k], beside[k]]], expected(k)
        )
    if form.honours_one_suit:
        assert np.array_equal(
            found.optimal_honours[d, found.beside_honours[c, found.left[a, b]]], expected(3)
        )


@pytest.mark.slow
@pytest.mark.parametrize("form", [STANDARD, form_of(SoftEightRules())], ids=["standard", "soft_eight"])
def test_every_combination_of_classes_has_the_least_distance(form):
    number, honours = suit("number").rows, suit("honours").rows
    found = tables(form)
    pairs = np.array([(a, b) for a in range(len(number)) for b in range(a + 1)])
    classes = np.array([found.honour_classes[np.flatnonzero(honours_of(form).classes == k)[0]]
                        for k in range(len(honours))])  # fmt: skip
    cells = allowed(4, form)
    for c, d in product(range(len(number)), range(len(honours))):
        rest = number[c].astype(np.uint8)[cells[:, 2]] + honours[d].astype(np.uint8)[cells[:, 3]]
        least = by_cells(cells, rest)
        direct = np.full(len(pairs), FAR, dtype=np.uint8)
        for (i, j), cost in least.items():
            np.minimum(direct, number[pairs[:, 0], i] + number[pairs[:, 1], j] + cost, out=direct)
        merged = found.final[found.left[pairs[:, 0], pairs[:, 1]], found.right[c, classes[d]]]
        assert np.array_equal(merged, direct), (c, d)


def by_cells(cells, rest):
    """Least cost of the last two suits for each pair of cells of the first two."""
    least = {}
    for (i, j, _, _), cost in zip(cells.tolist(), rest.tolist(), strict=True):
        least[i, j] = min(cost, least.get((i, j), FAR))
    return least


def distances(form, classes, honours):
    (a, b, c), found = classes, tables(form)
    return found.final[found.left[a, b], found.right[c, honours]]


@pytest.mark.parametrize("thresholds", [(0, 1, 5), (6,), (7, 8), (9,), (10, 11), (12,), (13, 14)])
def test_thresholds_between_two_sizes_of_a_suit_of_sets_and_a_pair_are_one_rule(thresholds):
    classes, honours, _ = sample(STANDARD, 20_000, 20260313)
    found = [distances(Form(standard=True, min_main_tiles=n), classes, honours) for n in thresholds]
    assert all(np.array_equal(one, found[0]) for one in found)
    above = distances(Form(standard=True, min_main_tiles=min(thresholds[-1] + 1, 14)), classes, honours)
    assert thresholds[-1] == 14 or not np.array_equal(above, found[0])


def test_a_higher_threshold_never_brings_a_hand_nearer():
    (a, b, c), d, _ = sample(STANDARD, 20_000, 20260314)
    before = np.zeros(len(a), dtype=np.uint8)
    for n in range(15):
        distance = distances(Form(standard=True, min_main_tiles=n), (a, b, c), d)
        assert (distance >= before).all()
        before = distance


def test_every_name_of_a_form_has_one_and_others_are_refused():
    assert set(FORMS) == {
        *("standard", "seven_pairs", "seven_different_pairs", "thirteen_orphans", "riichi"),
        *("honors_and_knitted", "knitted_straight"),
    }
    for name in (*FORMS, SoftEightRules()):
        assert isinstance(form_of(name), Form)
    for name in ("Standard", "", "chiitoitsu", None, 8, ["standard"], {}):
        with pytest.raises(RuleError, match="standard"):
            form_of(name)


def test_a_rule_set_says_its_form():
    rules = SoftEightRules(
        min_main_tiles=9,
        kong_tiles_counted=4,
        honours_one_suit=False,
        pair_must_be_main=True,
        four_kind_as_two_pairs=False,
        honour_runs=True,
    )
    assert form_of(rules) == Form(
        standard=True,
        seven_pairs="different",
        min_main_tiles=9,
        kong_tiles_counted=4,
        honours_one_suit=False,
        pair_must_be_main=True,
        honour_runs=True,
    )
    assert form_of(SoftEightRules(seven_pairs=False)).seven_pairs == "none"
