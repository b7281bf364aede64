"""Exact counts against published tables, an independent enumeration, and each other."""

import json
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj
from mjcore import census
from mjcore.counting.complete import complete_tally
from mjcore.counting.fold import suit_tally, vectors_of
from mjcore.tables._tables import tables_of
from mjcore.tables.forms import Form, form_of
from mjcore.tables.suits import PAIR_BIT, PARTITION_SHIFT
from mjcore.words.errors import HandError, RuleError
from mjcore.words.soft_eight import SoftEightRules
from tests.mjcore.soft_eight_shapes import shape_name
from tests.oracles import distance_counts, enumeration
from tests.oracles.shape_rules import shape_of

DATA = Path(__file__).parent.parent / "data"
EXACT = json.loads((DATA / "exact.json").read_text(encoding="utf-8"))
CASES = [json.loads(line) for line in (DATA / "bug_cases.jsonl").read_text(encoding="utf-8").splitlines()]
BY_ID = {case["id"]: case for case in CASES}

#: Multisets of 13 and 14 tiles.
N_DISTINCT = {13: EXACT["deals"]["distinct_13"], 14: EXACT["deals"]["distinct_14"]}
STANDARD_OR_PAIRS = Form(standard=True, seven_pairs="different")
MIN3 = mj.SOFT_EIGHT.replace(four_kind_as_two_pairs=False)
#: Any longest suit will do.
ANY = SoftEightRules(min_main_tiles=1)
ANY_DIFFERENT = SoftEightRules(min_main_tiles=1, four_kind_as_two_pairs=False)

#: Published tables of shanten: where they stand, and what they answer to.
SHANTEN = {
    ("shanten", "shanten_general"): "standard",
    ("shanten", "shanten_seven_pairs"): "seven_different_pairs",
    ("shanten", "shanten_orphans"): "thirteen_orphans",
    ("shanten", "shanten_general_or_7p"): STANDARD_OR_PAIRS,
    ("shanten", "shanten_min3"): "riichi",
    ("soft_shanten", "T=8 hon=1", "soft_general"): MIN3.replace(seven_pairs=False),
    ("soft_shanten", "T=8 hon=1", "soft_7p"): Form(seven_pairs="different", min_main_tiles=8),
    ("soft_shanten", "T=8 hon=1", "soft_min"): MIN3,
}
both_sizes = pytest.mark.parametrize("n_tiles", [13, 14])

#: Thresholds, and options alone and together.
OPTIONS = [
    {},
    *({"min_main_tiles": n} for n in (5, 6, 7, 9, 10, 11, 12, 13, 14)),
    {"seven_pairs": False},
    {"four_kind_as_two_pairs": False},
    {"pair_must_be_main": True},
    {"honour_runs": True},
    {"honours_one_suit": False},
    {"min_main_tiles": 5, "pair_must_be_main": True, "honours_one_suit": False},
    {"min_main_tiles": 6, "honours_one_suit": False, "four_kind_as_two_pairs": False},
    {"min_main_tiles": 9, "pair_must_be_main": True, "honour_runs": True, "honours_one_suit": False},
]
RULES = [SoftEightRules(**options) for options in OPTIONS]
every_option = pytest.mark.parametrize(
    "rules",
    [RULES[0], *(pytest.param(rules, marks=pytest.mark.slow) for rules in RULES[1:])],
    ids=map(shape_name, RULES),
)


def published(*place):
    """A part of the file of exact values."""
    part = EXACT
    for key in place:
        part = part[key]
    return part


def integers(table):
    """A published table with integers for keys and values."""
    return {int(key): int(value) for key, value in table.items()}


def sums(rows, where=slice(None)):
    """(distinct, weighted) of some rows of :func:`census.complete_hands`."""
    return int(rows["distinct"][where].sum()), int(rows["weighted"][where].sum())


def pair_of(row):
    """(distinct, weighted) of a published row, however it is written."""
    if isinstance(row, dict):
        return row["distinct"], int(row["weighted"])
    return row[0], int(row[1])


def by_main_tiles(rows, where):
    """(distinct, weighted) by tiles of the main suit, as the published tables have them."""
    sizes = np.unique(rows["main_tiles"][where]).tolist()
    return {size: sums(rows, where & (rows["main_tiles"] == size)) for size in sizes}


def is_standard(rows):
    return np.isin(rows["form"], ["standard", "both"])


def is_pairs(rows):
    return np.isin(rows["form"], ["seven_pairs", "both"])


# ---- deals and suits -----------------------------------------------------------------------------------


def test_deals_are_as_many_as_published():
    for n in (13, 14):
        assert census.n_deals(n) == int(EXACT["deals"][f"C(136,{n})"])


@pytest.mark.parametrize("name", ["number", "honours"])
def test_suits_by_tiles_are_as_published(name):
    table = getattr(tables_of("standard"), name)
    vectors = vectors_of(table.suit.n_kinds)
    is_set = table.records >> PARTITION_SHIFT > 0
    has_pair = table.records >> PAIR_BIT & 1 == 1
    columns = [suit_tally(table.suit.n_kinds, {"tiles": vectors.tiles}, keep) for keep in (
        np.ones(len(vectors), dtype=bool), is_set & ~has_pair, is_set & has_pair
    )]  # fmt: skip
    found = {n: [0] * 6 for n in range(15)}
    for place, tally in enumerate(columns):
        for n, *counts in zip(tally["tiles"].tolist(), tally.distinct, tally.weighted, strict=True):
            found[n][2 * place : 2 * place + 2] = map(int, counts)
    assert found == {row[0]: row[1:] for row in EXACT["suit_table"][name]}


@pytest.mark.parametrize("distinct", [False, True])
@both_sizes
def test_longest_suits_are_as_published(n_tiles, distinct):
    rows = dict(EXACT["max_tiles_in_one_suit_of_random_deal"][str(n_tiles)])
    mean = rows.pop("mean")
    found = census.longest_suit_counts(n_tiles, distinct=distinct)
    assert found == {int(n): int(row["distinct" if distinct else "weighted"]) for n, row in rows.items()}
    if not distinct:
        total = sum(n * count for n, count in found.items())
        assert total / census.n_deals(n_tiles) == pytest.approx(mean, rel=1e-12)


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("honours_one_suit", [True, False])
@pytest.mark.parametrize("n_tiles", range(1, 15))
def test_longest_suits_add_up_to_all_hands(n_tiles, honours_one_suit, distinct):
    found = census.longest_suit_counts(n_tiles, distinct=distinct, honours_one_suit=honours_one_suit)
    if distinct:  # copies of 34 kinds, at most four: inclusion and exclusion of fifth copies
        total = sum(
            (-1) ** fives * comb(34, fives) * comb(n_tiles - 5 * fives + 33, 33)
            for fives in range(n_tiles // 5 + 1)
        )
    else:
        total = census.n_deals(n_tiles)
    assert sum(found.values()) == total
    assert list(found) == sorted(found)


def test_longest_suits_of_three_tiles_are_those_that_reasoning_finds():
    one_suit = 3 * comb(36, 3) + comb(28, 3)
    apart = 36**3 + 3 * 36**2 * 28
    assert census.longest_suit_counts(3) == {1: apart, 2: comb(136, 3) - one_suit - apart, 3: one_suit}
    one_suit = 3 * comb(36, 3) + comb(16, 3) + comb(12, 3)
    assert census.longest_suit_counts(3, honours_one_suit=False)[3] == one_suit


# ---- shanten -------------------------------------------------------------------------------------------


@both_sizes
@pytest.mark.parametrize("place", SHANTEN, ids=lambda place: place[-1])
def test_shanten_tables_are_as_published(place, n_tiles):
    table, form = published(*place, str(n_tiles)), SHANTEN[place]
    found = census.shanten_counts(n_tiles, form)
    assert found == integers(table["weighted"])
    assert census.shanten_counts(n_tiles, form, distinct=True) == integers(table["distinct"])
    mean = Fraction(sum(shanten * count for shanten, count in found.items()), census.n_deals(n_tiles))
    if "mean_weighted_fraction" in table:
        assert mean == Fraction(table["mean_weighted_fraction"])
    assert float(mean) == pytest.approx(table.get("mean_weighted", table.get("mean")), rel=1e-12)


def test_headlines_are_as_published():
    wins, ready = EXACT["soft8_headline"].values()
    for row, n, count in (
        (wins, 14, census.shanten_counts(14, MIN3)[-1]),
        (ready, 13, census.shanten_counts(13, MIN3)[0]),
    ):
        assert Fraction(count, census.n_deals(n)) == Fraction(int(row["num"]), int(row["den"]))
    default = EXACT["soft_shanten"]
    legal = census.shanten_counts(14, mj.SOFT_EIGHT)[-1]
    assert legal == int(default["default, threshold 8: legal 14-tile deals (weighted)"])
    ready = census.shanten_counts(13, mj.SOFT_EIGHT)[0]
    assert ready == int(default["default, threshold 8: ready 13-tile deals (weighted)"])


@every_option
def test_shanten_agrees_with_the_distance_transform_of_all_suits(rules):
    for n_tiles in (13, 14):
        expected = distance_counts.shanten_counts(n_tiles, shape_of(rules))
        for distinct, name in ((False, "weighted"), (True, "distinct")):
            found = census.shanten_counts(n_tiles, rules, distinct=distinct)
            assert found == {n: getattr(count, name) for n, count in expected.items()}


FORMS = ["standard", "seven_pairs", "seven_different_pairs", "thirteen_orphans", "riichi", STANDARD_OR_PAIRS]


@both_sizes
@pytest.mark.parametrize("rules", [*FORMS, *RULES], ids=str)
def test_every_hand_has_one_shanten(rules, n_tiles):
    weighted = census.shanten_counts(n_tiles, rules)
    distinct = census.shanten_counts(n_tiles, rules, distinct=True)
    assert sum(weighted.values()) == comb(136, n_tiles)
    assert sum(distinct.values()) == N_DISTINCT[n_tiles]
    assert list(weighted) == list(distinct) == sorted(weighted)
    assert min(weighted) >= {13: 0, 14: -1}[n_tiles]


@both_sizes
def test_a_higher_threshold_brings_no_hand_nearer(n_tiles):
    before = None
    for threshold in range(1, 15):
        counts = census.shanten_counts(n_tiles, SoftEightRules(min_main_tiles=threshold))
        nearer = np.cumsum([counts.get(shanten, 0) / census.n_deals(n_tiles) for shanten in range(-1, 15)])
        assert before is None or (nearer <= before + 1e-15).all()
        before = nearer


def test_a_threshold_that_every_hand_meets_asks_for_nothing():
    everything = Form(standard=True, seven_pairs="quads")
    for n_tiles in (13, 14):
        for threshold in (1, 4):
            rules = SoftEightRules(min_main_tiles=threshold)
            assert census.shanten_counts(n_tiles, rules) == census.shanten_counts(n_tiles, everything)


@pytest.mark.parametrize("rules", RULES[::6], ids=shape_name)
def test_kongs_and_the_dragon_move_no_concealed_hand(rules):
    for options in ({"kong_tiles_counted": 4}, {"dragon_requires_runs": False}):
        other = rules.replace(**options)
        for n_tiles in (13, 14):
            assert census.shanten_counts(n_tiles, other) == census.shanten_counts(n_tiles, rules)
        for by in ("kinds", "tiles"):
            assert census.wait_counts(other, by=by) == census.wait_counts(rules, by=by)
        assert sums(census.complete_hands(other)) == sums(census.complete_hands(rules))


@pytest.mark.parametrize("n_tiles", [12, 15, 0, -1, 13.5, "13", None])
def test_shanten_of_other_hands_is_refused(n_tiles):
    with pytest.raises(HandError, match="13 or 14 tiles, not "):
        census.shanten_counts(n_tiles, "standard")


@pytest.mark.parametrize("rules", ["mahjong", None, 8])
def test_what_is_no_rule_set_is_refused(rules):
    for call in (lambda: census.shanten_counts(13, rules), lambda: census.wait_counts(rules),
                 lambda: census.complete_hands(rules)):  # fmt: skip
        with pytest.raises(RuleError, match="neither a rule set nor a form"):
            call()


# ---- waits ---------------------------------------------------------------------------------------------


def check_waits(rules, shape):
    """Waits by kinds and by tiles are those of the enumeration."""
    for by in ("kinds", "tiles"):
        expected = enumeration.wait_counts(shape, by=by)
        for distinct, name in ((False, "weighted"), (True, "distinct")):
            found = census.wait_counts(rules, by=by, distinct=distinct)
            assert found == {n: getattr(count, name) for n, count in expected.items()}, by


@every_option
def test_waits_agree_with_the_enumeration(rules):
    check_waits(rules, shape_of(rules))


@pytest.mark.parametrize(
    "form",
    [
        "thirteen_orphans",
        "seven_different_pairs",
        "seven_pairs",
        pytest.param("standard", marks=pytest.mark.slow),
        pytest.param("riichi", marks=pytest.mark.slow),
    ],
)
def test_waits_of_forms_agree_with_the_enumeration(form):
    check_waits(form, form)


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("rules", [*FORMS, *RULES], ids=str)
def test_ready_hands_by_waits_are_the_hands_of_shanten_0(rules, distinct):
    ready = census.shanten_counts(13, rules, distinct=distinct)[0]
    kinds = census.wait_counts(rules, by="kinds", distinct=distinct)
    tiles = census.wait_counts(rules, by="tiles", distinct=distinct)
    assert sum(kinds.values()) == sum(tiles.values()) == ready
    assert min(kinds) >= 1
    assert min(tiles) >= 1
    assert list(kinds) == sorted(kinds)
    assert list(tiles) == sorted(tiles)


@pytest.mark.parametrize("rules", ["standard", "riichi", *RULES], ids=str)
def test_live_tiles_of_ready_hands_are_the_ways_into_complete_ones(rules):
    """A complete deal less any of its fourteen tiles waits for that tile."""
    tiles = census.wait_counts(rules, by="tiles")
    complete = census.shanten_counts(14, rules)[-1]
    assert sum(n * count for n, count in tiles.items()) == 14 * complete


@pytest.mark.parametrize("by", ["kind", "", None, 1])
def test_waits_by_something_else_are_refused(by):
    with pytest.raises(HandError, match="by 'kinds' or by 'tiles', not "):
        census.wait_counts("standard", by=by)


# ---- complete hands ------------------------------------------------------------------------------------


def test_complete_hands_by_form_are_as_published():
    tables = {name: pair_of(row) for name, row in EXACT["complete_hands_14"].items()}
    different, quads = census.complete_hands(ANY_DIFFERENT), census.complete_hands(ANY)
    assert sums(census.complete_hands("standard")) == tables["standard_4melds_pair"]
    assert sums(census.complete_hands("seven_different_pairs")) == tables["seven_pairs_distinct"]
    assert sums(census.complete_hands("seven_pairs")) == tables["seven_pairs_quad_counts_as_two_pairs"]
    assert sums(different, different["form"] == "both") == tables["standard AND seven_pairs_distinct"]
    assert sums(quads, quads["form"] == "both") == tables["standard AND seven_pairs_quads"]
    assert sums(census.complete_hands("thirteen_orphans")) == tables["thirteen_orphans"]
    assert sums(census.complete_hands("riichi")) == tables["riichi_union (std|7p distinct|13o)"]
    rows = census.complete_hands("standard")
    one_suit = rows["pure"] & (rows["main_suit"] == 0)
    assert sums(rows, one_suit) == tables["one_suit (Euler 696 w(9,1,4))"]
    hands = complete_tally(tables_of("standard"))
    found = sums_of(hands, hands["in_3"] + hands["in_4"] == 0)
    assert found == tables["standard_no_honours (Euler 696 w(9,3,4))"]


def sums_of(tally, where):
    """(distinct, weighted) of some rows of a tally."""
    return int(tally.distinct[where].sum()), int(tally.weighted[where].sum())


def test_probabilities_of_a_win_as_dealt_are_as_published():
    for name, form in (("riichi shapes", "riichi"), ("standard form only", "standard")):
        row = EXACT["tenhou_probability"][name]
        found = Fraction(sums(census.complete_hands(form))[1], census.n_deals(14))
        assert found == Fraction(int(row["num"]), int(row["den"]))


def test_favourable_deals_of_other_people_are_found():
    standard = BY_ID["ex-02"]["right"]
    assert sums(census.complete_hands("standard")) == (
        standard["distinct_count_vectors"], standard["favourable"],
    )  # fmt: skip
    orphans = BY_ID["ex-04"]["right"]["thirteen_orphans"]
    assert census.shanten_counts(14, "thirteen_orphans")[-1] == orphans
    assert census.n_deals(14) == BY_ID["ex-01"]["right"]["all"]


@pytest.mark.parametrize("threshold", [5, 8, 9, 14])
def test_complete_hands_by_threshold_are_as_published(threshold):
    table = {name: pair_of(row) for name, row in EXACT["soft_threshold_complete_14"][str(threshold)].items()}
    rules = SoftEightRules(min_main_tiles=threshold)
    assert sums(census.complete_hands(rules.replace(seven_pairs=False))) == table["std"]
    for quads, pairs, suffix in (
        (True, "seven_pairs_quads_as_two", "quads"),
        (False, "seven_pairs_distinct", "distinct"),
    ):
        rows = census.complete_hands(rules.replace(four_kind_as_two_pairs=quads))
        assert sums(rows, is_standard(rows)) == table["std"]
        assert sums(rows, is_pairs(rows)) == table[pairs]
        assert sums(rows, rows["form"] == "both") == table[f"overlap_{suffix}"]
        assert sums(rows) == table[f"union_{suffix}7p"]


@pytest.mark.parametrize("suffix", ["distinct", "quads"])
def test_complete_hands_by_longest_suit_are_as_published(suffix):
    tables = {
        name: {int(n): pair_of(row) for n, row in table.items()}
        for name, table in EXACT["complete14_by_exact_max_suit"].items()
    }
    rows = census.complete_hands(ANY if suffix == "quads" else ANY_DIFFERENT)
    honours = (rows["main_suit"] == 3) & (rows["main_tiles"] >= 8)
    everything = np.ones(len(rows), dtype=bool)
    assert by_main_tiles(rows, is_standard(rows)) == tables["std"]
    assert by_main_tiles(rows, is_pairs(rows)) == tables[f"sp_{suffix}"]
    assert by_main_tiles(rows, rows["form"] == "both") == tables[f"std_and_sp_{suffix}"]
    assert by_main_tiles(rows, everything) == tables[f"std_or_sp_{suffix}"]
    assert by_main_tiles(rows, is_standard(rows) & honours) == tables["std__honours_ge8"]
    if suffix == "distinct":
        assert by_main_tiles(rows, honours) == tables["std_or_sp_distinct__honours_ge8"]


@pytest.mark.parametrize(
    ("rules", "name"),
    [("standard", "std__numsuit_only"), (ANY_DIFFERENT, "std_or_sp_distinct__numsuit_only")],
)
def test_complete_hands_by_longest_number_suit_are_as_published(rules, name):
    hands = complete_tally(tables_of(rules))
    longest = np.max([hands[f"in_{suit}"] for suit in range(3)], axis=0)
    found = {n: sums_of(hands, longest == n) for n in np.unique(longest).tolist()}
    expected = EXACT["complete14_by_exact_max_suit"][name]
    assert found == {int(n): pair_of(row) for n, row in expected.items()}


def test_the_strict_pair_rule_accepts_as_many_hands_as_published():
    row = EXACT["soft8_strict_reading_B_two_melds_plus_pair_same_suit"]
    rows = census.complete_hands(SoftEightRules(pair_must_be_main=True))
    assert sums(rows, is_standard(rows)) == (row["std_distinct"], int(row["std_weighted"]))
    assert sums(census.complete_hands(SoftEightRules(pair_must_be_main=True, seven_pairs=False))) == (
        row["std_distinct"], int(row["std_weighted"]),
    )  # fmt: skip


@pytest.mark.parametrize("row", EXACT["soft8_std_by_onesuit_and_dragon"], ids=str)
def test_complete_hands_by_fans_are_as_published(row):
    rows = census.complete_hands(MIN3)
    where = is_standard(rows) & (rows["pure"] == row["one_suit14"]) & (rows["dragon"] == row["dragon"])
    assert sums(rows, where) == pair_of(row)


def test_standard_hands_have_as_many_decompositions_as_published():
    tables = tables_of("standard")
    number, honours = decompositions_of(tables.number), decompositions_of(tables.honours)
    hands = Counter({(0, 0, 1): 1})  # tiles, pairs, ways
    for suit in (number, number, number, honours):
        more = Counter()
        for (tiles, pairs, ways), count in hands.items():
            for (n, pair, w), times in suit.items():
                if tiles + n <= 14 and pairs + pair <= 1:
                    more[tiles + n, pairs + pair, ways * w] += count * times
        hands = more
    found = {ways: count for (tiles, pairs, ways), count in hands.items() if (tiles, pairs) == (14, 1)}
    assert found == integers(EXACT["decompositions_per_standard_hand"])


def decompositions_of(table):
    """Vectors that decompose by tiles, pairs and ways."""
    ids = table.records >> PARTITION_SHIFT
    place = np.flatnonzero(ids)
    ways = np.diff(table.partition_start.astype(int))[ids[place]]
    pairs = table.records[place] >> PAIR_BIT & 1
    tiles = vectors_of(table.suit.n_kinds).tiles[place]
    return Counter(zip(tiles.tolist(), pairs.tolist(), ways.tolist(), strict=True))


def test_these_tests_know_every_table_of_the_file():
    elsewhere = {"_about", "mcr_structural_patterns_over_all_standard_hands"}  # of another rule set
    here = {
        "deals", "suit_table", "complete_hands_14", "tenhou_probability", "shanten",
        "soft_threshold_complete_14", "complete14_by_exact_max_suit",
        "soft8_strict_reading_B_two_melds_plus_pair_same_suit", "soft_shanten", "soft8_headline",
        "max_tiles_in_one_suit_of_random_deal", "decompositions_per_standard_hand",
        "soft8_std_by_onesuit_and_dragon",
    }  # fmt: skip
    assert set(EXACT) == elsewhere | here
    assert set(EXACT["shanten"]) == {place[1] for place in SHANTEN if place[0] == "shanten"}
    tables = set(EXACT["soft_shanten"]["T=8 hon=1"]) - {"_names"}
    assert tables == {place[2] for place in SHANTEN if place[0] == "soft_shanten"}


def check_complete(rules):
    """Rows and their counts are those of the enumeration; nothing is listed twice."""
    rows = census.complete_hands(rules)
    key = ["form", "main_suit", "main_tiles", "pure", "dragon"]
    found = {tuple(row[key].tolist()): (int(row["distinct"]), int(row["weighted"])) for row in rows}
    assert found == {tuple(hand): tuple(n) for hand, n in enumeration.complete_hands(shape_of(rules)).items()}
    assert len(found) == len(rows)
    assert (rows["seven"] == (is_pairs(rows) & ~rows["dragon"])).all()


@every_option
def test_complete_hands_agree_with_the_enumeration(rules):
    check_complete(rules)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"min_main_tiles": 3}, {}, {"min_main_tiles": 6, "honours_one_suit": False}], ids=str
)
def test_a_dragon_of_nine_ranks_is_seen_as_the_enumeration_sees_it(options):
    check_complete(SoftEightRules(dragon_requires_runs=False, **options))


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("rules", [*FORMS, *RULES], ids=str)
def test_complete_hands_are_the_hands_of_shanten_minus_1(rules, distinct):
    total = sums(census.complete_hands(rules))[0 if distinct else 1]
    assert total == census.shanten_counts(14, rules, distinct=distinct)[-1]


@pytest.mark.parametrize("rules", RULES, ids=shape_name)
def test_main_suits_reach_the_threshold_and_number_suits_are_alike(rules):
    rows = census.complete_hands(rules)
    assert rows["main_tiles"].min() >= rules.shape.min_main_tiles
    assert (rows["pure"] == (rows["main_tiles"] == 14)).all()
    assert set(rows["main_suit"].tolist()) <= set(range(4 if rules.shape.honours_one_suit else 5))
    if rules.shape.min_main_tiles >= 8:  # no other suit can be as long
        characters, dots, bamboo = (rows[rows["main_suit"] == suit] for suit in range(3))
        for other in (dots, bamboo):
            names = [name for name in rows.dtype.names if name != "main_suit"]
            assert (characters[names] == other[names]).all()


def test_a_table_that_is_changed_changes_no_other():
    rows = census.complete_hands(mj.SOFT_EIGHT)
    rows["weighted"] = 0
    counts = census.shanten_counts(13, mj.SOFT_EIGHT)
    counts.clear()
    assert sums(census.complete_hands(mj.SOFT_EIGHT))[1] == 3_670_831_264_500
    assert census.shanten_counts(13, mj.SOFT_EIGHT)[0] == 10_849_116_772_232


def test_a_form_and_the_rules_that_mean_it_are_counted_alike():
    rules = SoftEightRules(min_main_tiles=9, honour_runs=True)
    form = form_of(rules)
    assert census.shanten_counts(13, form) == census.shanten_counts(13, rules)
    assert census.wait_counts(form) == census.wait_counts(rules)
    assert (census.complete_hands(form) == census.complete_hands(rules)).all()


@pytest.mark.parametrize("n_tiles", [0, 15, -1, 2.0, "13", None])
def test_longest_suits_of_other_hands_are_refused(n_tiles):
    with pytest.raises(HandError, match="1 to 14 tiles, not "):
        census.longest_suit_counts(n_tiles)


@pytest.mark.parametrize("n", [-1, 137, 13.0, True, None, "13", np.zeros((2, 2))])
def test_what_is_no_number_of_tiles_of_a_deal_is_refused_in_one_line(n):
    for count in (census.n_deals, lambda n: census.shanten_counts(n, "standard"), census.longest_suit_counts):
        with pytest.raises(HandError) as caught:
            count(n)
        assert "\n" not in str(caught.value)


def test_waits_are_counted_by_a_word():
    with pytest.raises(HandError, match="not an array"):
        census.wait_counts("standard", by=np.array(["kinds", "tiles"]))
