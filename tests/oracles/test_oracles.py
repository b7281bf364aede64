"""The oracles against published cases, exact counts, and each other."""

import json
from collections import Counter
from functools import reduce
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from . import enumeration, random_hands
from .distance import _suit_missing, shanten, shanten_by_search
from .distance_counts import FAR, _set_distances, shanten_counts
from .enumeration import ANY_SUIT, RANKED, Count, Suit, complete_hands, ready_hands, total
from .sets import (
    Meld,
    counts_of,
    counts_text,
    decompositions,
    held_in,
    kind_of,
    kind_text,
    meld_code,
    meld_of,
    meld_of_code,
)
from .shape_rules import Shape
from .soft_eight import Circumstances, evaluate, is_legal
from .waits import is_complete, useful_tiles, waits

DATA = Path(__file__).parent.parent / "data"
EXACT = json.loads((DATA / "exact.json").read_text(encoding="utf-8"))
VECTORS = json.loads((DATA / "soft_eight_vectors.json").read_text(encoding="utf-8"))
CASES = [json.loads(line) for line in (DATA / "bug_cases.jsonl").read_text(encoding="utf-8").splitlines()]
BY_ID = {case["id"]: case for case in CASES}
DISTANCES = [case["id"] for case in CASES if case["kind"] == "shanten-waits"]

#: The name of a form in the case file and ours.
FORMS = {
    "regular": "standard",
    "seven_pairs_mcr": "seven_pairs",
    "seven_pairs_riichi": "seven_different_pairs",
    "thirteen_orphans": "thirteen_orphans",
}

#: Shape options far from the default, one by one and together.
SHAPES = [
    Shape(),
    *(Shape(min_main_tiles=n) for n in (1, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14)),
    Shape(seven_pairs=False),
    Shape(four_kind_as_two_pairs=False),
    Shape(pair_must_be_main=True),
    Shape(honour_runs=True),
    Shape(honours_one_suit=False),
    Shape(min_main_tiles=9, pair_must_be_main=True, honour_runs=True, honours_one_suit=False),
    Shape(min_main_tiles=5, four_kind_as_two_pairs=False, honours_one_suit=False),
]


def changed(shape):
    """What a shape changes of the default (or the name of a form), as the name of a case."""
    if isinstance(shape, str):
        return shape
    default = Shape()
    names = Shape.__annotations__
    parts = [f"{n}={getattr(shape, n)}" for n in names if getattr(shape, n) != getattr(default, n)]
    return ", ".join(parts) or "default"


def melds_of(case):
    """The melds of a case, or how many there are of which nothing is known."""
    melds = case["input"].get("melds", [])
    if melds and melds[0].endswith("unknown melds"):
        return int(melds[0].split()[0])
    return tuple(meld_of(text) for text in melds)


def melds_of_vector(row):
    """The melds of a Soft Eight vector; kongs of every sort are kongs."""
    return tuple(Meld("pung" if m["type"] == "PUNG" else "kong", kind_of(m["tile"])) for m in row["melds"])


def table(found):
    """Distinct and weighted counts as the file of exact values has them."""
    return {
        "distinct": {str(key): count.distinct for key, count in found.items()},
        "weighted": {str(key): count.weighted for key, count in found.items()},
    }


def exact_table(part):
    """The two columns of a shanten table in the file of exact values."""
    return {name: {key: int(n) for key, n in part[name].items()} for name in ("distinct", "weighted")}


@pytest.mark.parametrize("case_id", DISTANCES)
def test_distances_that_other_programs_got_wrong_are_right(case_id):
    case = BY_ID[case_id]
    counts, melds, right = counts_of(case["input"]["hand"]), melds_of(case), case["right"]
    for name, form in FORMS.items():
        if name in right:
            assert shanten(counts, form, melds) == right[name], name
    if "regular_ignoring_melds" in right:
        assert shanten(counts, "standard", len(melds)) == right["regular_ignoring_melds"]


@pytest.mark.parametrize("case_id", [id_ for id_ in DISTANCES if "waits_real" in BY_ID[id_]["right"]])
def test_waits_that_other_programs_got_wrong_are_right(case_id):
    case = BY_ID[case_id]
    counts, melds, right = counts_of(case["input"]["hand"]), melds_of(case), case["right"]
    if right.get("mcr_min", right["regular"]) < right["regular"]:
        right = {"waits_real": [], "waits_formal": []}  # the waits are those of knitted forms
    assert sorted(map(kind_text, waits(counts, "standard", melds))) == right["waits_real"]
    formal = waits(counts, "standard", melds, structural=True)
    assert sorted(map(kind_text, formal)) == right["waits_formal"]


def test_a_hand_of_one_suit_is_taken_apart_in_order():
    case = BY_ID["sh-29"]
    (found,) = decompositions(counts_of(case["input"]["hand"]))
    parts = [["chow", kind_text(kind)] for _, kind in found.sets] + [["pair", kind_text(found.pair)]]
    assert [sorted(parts)] == case["right"]["decompositions"]


def test_standard_hands_have_as_many_decompositions_as_published():
    ranked, honours = decompositions_of_suits(RANKED), decompositions_of_suits(Suit(7, ()))
    found = Counter()
    for pair_suit in range(4):
        hands = {(0, 1): 1}
        for suit in range(4):
            members = (honours if suit == 3 else ranked)[suit == pair_suit]
            hands = joined(hands, members)
        for (n_sets, n), count in hands.items():
            found[n] += count * (n_sets == 4)
    assert {str(n): count for n, count in found.items() if count} == EXACT["decompositions_per_standard_hand"]


def decompositions_of_suits(suit):
    """Complete suits by (sets, decompositions), without a pair (a foreign one is added) and with one."""
    found = (Counter(), Counter())
    spare = counts_of("11z" if suit == RANKED else "11m")
    for vector in enumeration.complete_suits(suit):
        n_sets, has_pair = divmod(sum(vector), 3)
        first = 0 if suit == RANKED else 27
        counts = list(spare) if not has_pair else [0] * 34
        for rank, n in enumerate(vector):
            counts[first + rank] += n
        found[has_pair // 2][n_sets, len(decompositions(counts))] += 1
    return found


def joined(hands, members):
    """Hands with every member of a suit: sets add up and decompositions multiply."""
    found = Counter()
    for (n_sets, ways), count in hands.items():
        for (more_sets, more_ways), more in members.items():
            if n_sets + more_sets <= 4:
                found[n_sets + more_sets, ways * more_ways] += count * more
    return found


@pytest.mark.parametrize("row", VECTORS["readiness"], ids=lambda row: row["id"])
def test_holdings_of_the_rule_text_wait_as_it_says(row):
    found = waits(counts_of(row["concealed"]), Shape(), melds_of_vector(row))
    assert sorted(map(kind_text, found)) == row["waits"]
    ready = shanten(counts_of(row["concealed"]), Shape(), melds_of_vector(row)) == 0
    assert ready == bool(row["waits"])


@pytest.mark.parametrize("row", VECTORS["wins"], ids=lambda row: row["id"])
def test_wins_of_the_rule_text_are_worth_what_it_says(row):
    drawn = {"live": "wall", "deal": "wall", "haidi": "wall", "tail": "replacement", None: "discard"}
    how = Circumstances(
        source="robbed" if row["method"] == "rob" else drawn[row["source"]],
        last_wall=row["source"] == "haidi",
        initial=row["tianhe"],
        heavenly_ready=row["tianting"],
    )
    concealed = counts_of(row["concealed"] + row["winning_tile"])
    found, right = evaluate(concealed, melds_of_vector(row), how), row["expect"]
    assert found.legal
    assert "MPSZ"[found.main_suit] == right["main"]
    assert (found.main_tiles, found.base) == (right["count"], right["base"])
    assert found.fans == set(right["fans"])
    assert found.multiplier == 1 + len(right["fans"])
    assert shanten(concealed, Shape(), melds_of_vector(row)) == -1


@pytest.mark.parametrize(
    ("name", "concealed", "melds", "legal_with"),
    [
        ("N01", "345p678s9s9s", "1111m 2222m", {"kong_tiles_counted": 4}),
        ("N02", "123456m789p123s5z5z", "", {"min_main_tiles": 6}),
        ("N03", "112233m1122p33s4z4z", "", {"min_main_tiles": 6}),
        ("N04", "123z555z66z456m78m9m", "", {"honour_runs": True}),
        ("N10", "2233445566m7p", "1111m", None),
        ("N11", "19m19p19s1234567z1z", "", None),
        ("N12", "111333555777m9m1p", "", None),
        ("N13", "123m456p789s111z9p9p", "", {"min_main_tiles": 5}),
        ("W11", "11112233m55p66s7z7z", "", None),
    ],
)
def test_shapes_that_the_rule_text_refuses_are_refused(name, concealed, melds, legal_with):
    shape = {"four_kind_as_two_pairs": False} if name == "W11" else {}
    counts, melds = counts_of(concealed), tuple(meld_of(text) for text in melds.split())
    assert not is_legal(counts, melds, shape)
    assert shanten(counts, shape, melds) >= 0
    if legal_with:
        assert is_legal(counts, melds, legal_with)
        assert shanten(counts, legal_with, melds) == -1


def test_a_pair_outside_the_main_suit_is_refused_where_it_must_be_inside():
    counts, melds = counts_of("111234678m22p"), (meld_of("555z"),)
    assert is_legal(counts, melds)
    assert not is_legal(counts, melds, {"pair_must_be_main": True})


def test_exponential_fans_double_the_points_each():
    how = Circumstances(source="wall", last_wall=True, heavenly_ready=True)
    hand = counts_of("11223344557799s")
    assert evaluate(hand, (), how).multiplier == 5
    assert evaluate(hand, (), how, {"fan_formula": "exponential"}).multiplier == 16
    assert evaluate(hand, (), how, {"fan_formula": "exponential", "fan_cap": 3}).multiplier == 8


def test_a_hand_of_one_suit_has_its_base_points_also_where_its_fan_does_not_count():
    found = evaluate(counts_of("11223344557799s"), rules={"fans": ("SEVEN",)})
    assert (found.base, found.fans, found.multiplier) == (5, {"SEVEN"}, 2)


def test_the_search_over_target_hands_finds_the_same_distances():
    rng = np.random.default_rng(20260201)
    shapes = [None, *(shape for shape in SHAPES if shape.min_main_tiles >= 7)]
    shapes += [Shape(kong_tiles_counted=4, min_main_tiles=n) for n in (8, 10, 12)]
    tried = 0
    for n_tiles in (13, 14):
        for index, hand in enumerate(random_hands.hands_of_all_sorts(rng, 200, n_tiles=n_tiles)):
            shape = shapes[index % len(shapes)]
            form = "standard" if shape is None else {**vars(shape), "seven_pairs": False}
            found = shanten(hand.counts, form, hand.melds)
            if found <= 2:
                message = f"{counts_text(hand.counts)} {hand.melds} {form}"
                assert shanten_by_search(hand.counts, hand.melds, shape) == found, message
                tried += 1
    assert tried > 100


@pytest.mark.parametrize("form", [*FORMS.values(), "riichi", *SHAPES], ids=changed)
def test_a_hand_is_ready_where_a_tile_completes_it(form):
    rng = np.random.default_rng(20260202)
    for hand in random_hands.hands_of_all_sorts(rng, 60):
        distance, found = shanten(hand.counts, form, hand.melds), waits(hand.counts, form, hand.melds)
        assert (distance == 0) == bool(found), f"{counts_text(hand.counts)} {hand.melds}"
        if found:
            assert useful_tiles(hand.counts, form, hand.melds) == found


@pytest.mark.parametrize("form", [*FORMS.values(), "riichi", *SHAPES], ids=changed)
def test_a_hand_is_complete_where_nothing_is_missing(form):
    rng = np.random.default_rng(20260203)
    for hand in random_hands.hands_of_all_sorts(rng, 60, n_tiles=14):
        distance = shanten(hand.counts, form, hand.melds)
        assert (distance == -1) == is_complete(hand.counts, form, hand.melds), counts_text(hand.counts)


@pytest.mark.parametrize("n_tiles", [13, 14])
def test_random_hands_have_their_tiles_and_no_fifth_copy(n_tiles):
    rng = np.random.default_rng(20260204)
    types = Counter()
    for counts, melds in random_hands.hands_of_all_sorts(rng, 200, n_tiles=n_tiles):
        assert sum(counts) + 3 * len(melds) == n_tiles
        assert max(map(sum, zip(counts, held_in(melds), strict=True))) <= 4
        types.update(meld.type for meld in melds)
    assert set(types) == {"chow", "pung", "kong"}


def test_complete_hands_are_complete_under_any_number_of_melds():
    rng = np.random.default_rng(20260205)
    for index in range(50):
        counts, melds = random_hands.complete_hand(rng, index % 5, suits=1 + index % 4)
        assert is_complete(counts, "standard", melds)


def test_meld_codes_come_back():
    for text in ("123m", "789s", "777z", "7777s", "1111m"):
        assert meld_of_code(meld_code(meld_of(text))) == meld_of(text)
    assert meld_code(meld_of("7777s"), concealed=True) == 3 << 6 | 25


def test_every_suit_is_listed_once():
    for n_kinds, name, n_suits in ((9, "number", 405_350), (7, "honours", 43_130)):
        suits, weights = Counter(), Counter()
        for vector in enumeration.vectors(n_kinds, 14):
            suits[sum(vector)] += 1
            weights[sum(vector)] += enumeration.ways(vector)
        assert sum(suits.values()) == n_suits
        published = {row[0]: row[1:3] for row in EXACT["suit_table"][name]}
        assert {n: [suits[n], weights[n]] for n in suits} == published


@pytest.mark.parametrize(("name", "suit"), [("number", RANKED), ("honours", Suit(7, ()))])
def test_complete_suits_are_as_many_as_published(name, suit):
    found = {n: Count(0, 0) for n in range(15)}
    for vector in enumeration.complete_suits(suit):
        found[sum(vector)] += Count(1, enumeration.ways(vector))
    for n, _, _, *published in EXACT["suit_table"][name]:
        expected = published[:2] if n % 3 == 0 else published[2:]
        assert list(found[n]) == expected


@pytest.mark.parametrize("n_tiles", [13, 14])
def test_longest_suits_are_as_published(n_tiles):
    found = table(enumeration.tiles_in_longest_suit(n_tiles))
    published = EXACT["max_tiles_in_one_suit_of_random_deal"][str(n_tiles)]
    for column in ("distinct", "weighted"):
        expected = {n: int(row[column]) for n, row in published.items() if n != "mean"}
        assert found[column] == expected


@pytest.mark.parametrize("four_kind", [False, True])
def test_complete_hands_by_longest_suit_are_as_published(four_kind):
    published = EXACT["complete14_by_exact_max_suit"]
    found = complete_hands(Shape(min_main_tiles=1, four_kind_as_two_pairs=four_kind))
    suffix = "quads" if four_kind else "distinct"
    columns = {
        f"sp_{suffix}": ("seven_pairs", "both"),
        f"std_and_sp_{suffix}": ("both",),
        f"std_or_sp_{suffix}": ("standard", "seven_pairs", "both"),
        "std": ("standard", "both"),
    }
    for column, forms in columns.items():
        sums = {}
        for hand, count in found.items():
            if hand.form in forms:
                sums[str(hand.main_tiles)] = sums.get(str(hand.main_tiles), Count(0, 0)) + count
        expected = {n: (distinct, int(weighted)) for n, (distinct, weighted) in published[column].items()}
        assert sums == expected, column


def test_complete_hands_by_dragon_are_as_published():
    found = complete_hands(Shape(seven_pairs=False))
    for row in EXACT["soft8_std_by_onesuit_and_dragon"]:
        flags = (row["one_suit14"], row["dragon"])
        count = total({hand: n for hand, n in found.items() if (hand.pure, hand.dragon) == flags})
        assert count == (row["distinct"], int(row["weighted"]))


def test_the_strict_pair_rule_accepts_as_many_hands_as_published():
    published = EXACT["soft8_strict_reading_B_two_melds_plus_pair_same_suit"]
    found = total(complete_hands(Shape(pair_must_be_main=True, seven_pairs=False)))
    assert found == (published["std_distinct"], int(published["std_weighted"]))


def test_main_suits_have_only_the_sizes_that_the_rule_text_names():
    sizes = {"standard": {8, 9, 11, 12, 14}, "seven_pairs": {8, 10, 12, 14}}
    for form, expected in sizes.items():
        assert {hand.main_tiles for hand in complete_hands(Shape()) if hand.form == form} == expected


@pytest.mark.parametrize("form", ["standard", "seven_different_pairs", "thirteen_orphans", "riichi"])
def test_ready_hands_are_as_many_as_published(form):
    names = {
        "standard": "shanten_general",
        "seven_different_pairs": "shanten_seven_pairs",
        "thirteen_orphans": "shanten_orphans",
        "riichi": "shanten_min3",
    }
    published = EXACT["shanten"][names[form]]["13"]
    assert total(ready_hands(form)) == (published["distinct"]["0"], int(published["weighted"]["0"]))


def test_ready_hands_of_the_default_rules_are_as_many_as_published():
    published = EXACT["soft_shanten"]
    ready = total(ready_hands(Shape())).weighted
    legal = total(complete_hands(Shape())).weighted
    assert ready == int(published["default, threshold 8: ready 13-tile deals (weighted)"])
    assert legal == int(published["default, threshold 8: legal 14-tile deals (weighted)"])


@pytest.mark.parametrize(
    "shape",
    [
        Shape(min_main_tiles=8),
        Shape(min_main_tiles=9, pair_must_be_main=True),
        Shape(min_main_tiles=10, four_kind_as_two_pairs=False),
        Shape(min_main_tiles=11, seven_pairs=False),
    ],
    ids=changed,
)
def test_ready_hands_of_a_small_deck_are_those_that_trying_finds(shape):
    suits = (Suit(3, (0,)), Suit(2, ()), Suit(2, ()))
    kinds = [kind_of(text) for text in ("1m", "2m", "3m", "1p", "2p", "1z", "2z")]
    found: dict = {}
    for vector in enumeration.vectors(7, 13):
        if sum(vector) != 13:
            continue
        counts = [0] * 34
        for kind, n in zip(kinds, vector, strict=True):
            counts[kind] = n
        live = [kind for kind in kinds if counts[kind] < 4 and completes(counts, kind, shape)]
        if live:
            key = (len(live), sum(4 - counts[kind] for kind in live))
            found[key] = found.get(key, Count(0, 0)) + Count(1, enumeration.ways(vector))
    assert found == ready_hands(shape, suits)


def completes(counts, kind, shape):
    """Whether one tile more makes a legal hand."""
    counts = list(counts)
    counts[kind] += 1
    return is_legal(counts, (), shape)


def test_distances_of_suits_agree_with_the_transform_of_the_grid():
    rng = np.random.default_rng(20260206)
    for suit in (RANKED, Suit(7, ()), Suit(7, (0, 1, 4)), Suit(4, (0, 1)), Suit(3, (0,))):
        grid = _set_distances(suit)
        for _ in range(100):
            copies = tuple(int(n) for n in rng.integers(0, 5, suit.n_kinds))
            missing = _suit_missing(copies, (0,) * suit.n_kinds, suit.run_starts)
            for pair, sets in product(range(2), range(5)):
                assert grid[(pair, sets, *copies)] == missing.get((sets, bool(pair)), FAR)


@pytest.mark.parametrize("n_tiles", [13, 14])
def test_shanten_tables_are_as_published(n_tiles):
    soft = EXACT["soft_shanten"]["T=8 hon=1"]
    shapes = {
        "soft_general": Shape(seven_pairs=False),
        "soft_min": Shape(four_kind_as_two_pairs=False),
    }
    for name, shape in shapes.items():
        assert table(shanten_counts(n_tiles, shape)) == exact_table(soft[name][str(n_tiles)])
    published = {"shanten_general": ANY_SUIT["standard"], "shanten_general_or_7p": SEVEN_OR_STANDARD}
    for name, shape in published.items():
        expected = exact_table(EXACT["shanten"][name][str(n_tiles)])
        assert table(shanten_counts(n_tiles, shape)) == expected


#: Four sets and a pair or seven different pairs, in any suits.
SEVEN_OR_STANDARD = Shape(min_main_tiles=1, four_kind_as_two_pairs=False)


@pytest.mark.parametrize(
    "shape", [SHAPES[0], *(pytest.param(shape, marks=pytest.mark.slow) for shape in SHAPES[1:])], ids=changed
)
def test_two_ways_of_counting_agree_under_every_option(shape):
    holdings, deals = shanten_counts(13, shape), shanten_counts(14, shape)
    assert total(holdings) == (98_521_596_000, comb(136, 13))
    assert total(deals) == (326_520_504_500, comb(136, 14))
    assert holdings.get(0, Count(0, 0)) == total(ready_hands(shape))
    assert deals.get(-1, Count(0, 0)) == total(complete_hands(shape))


def test_waits_by_kinds_and_by_tiles_count_the_same_hands():
    for form in ("standard", "seven_pairs", "riichi", Shape()):
        by_kinds = enumeration.wait_counts(form, by="kinds")
        by_tiles = enumeration.wait_counts(form, by="tiles")
        assert reduce(Count.__add__, by_kinds.values()) == reduce(Count.__add__, by_tiles.values())
    assert enumeration.wait_counts("standard")[9].distinct == 3  # the nine gates of three suits
