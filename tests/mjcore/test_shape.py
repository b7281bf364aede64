"""Distances, waits, useful tiles and decompositions against the oracles, for every form and shape option."""

import itertools

import numpy as np
import pytest

import mjcore as mj
from mjcore.words.soft_eight import SoftEightRules
from tests.mjcore.hand_rows import bits_of, copies_held, mask_of, rows_of, with_each_tile
from tests.mjcore.soft_eight_shapes import SHAPES, shape_name
from tests.oracles import distance, random_hands
from tests.oracles import soft_eight as oracle
from tests.oracles import waits as oracle_waits
from tests.oracles.sets import counts_text, decompositions, is_thirteen_orphans, pairs_in
from tests.oracles.shape_rules import shape_of

FORMS = ("standard", "seven_pairs", "seven_different_pairs", "thirteen_orphans", "riichi")
RULES = [*FORMS, *SHAPES]
every_rule = pytest.mark.parametrize("rules", RULES, ids=[*FORMS, *map(shape_name, SHAPES)])
sample = pytest.mark.parametrize(
    ("n", "seed"),
    [pytest.param(20, 1, id="few"), pytest.param(300, 2, id="many", marks=pytest.mark.slow)],
)
both_sizes = pytest.mark.parametrize("n_tiles", [13, 14])


def hands_of(n, seed, n_tiles):
    return list(random_hands.hands_of_all_sorts(np.random.default_rng([20260401, seed]), n, n_tiles=n_tiles))


def complete_hands(n, seed):
    """Complete hands of all forms with 0 to 4 melds in 1 to 4 suits."""
    rng = np.random.default_rng([20260402, seed])
    for index in range(n):
        if index % 5 == 4:
            yield random_hands.paired_hand(rng, suits=1 + index // 5 % 4)
        else:
            n_melds, suits = index // 5 % 5, 1 + index % 4
            yield random_hands.complete_hand(rng, n_melds, suits=suits, honour_runs=index % 2 == 0)


def texts(hands):
    return [f"{counts_text(hand.counts)} {hand.melds}" for hand in hands]


# Against the oracles


@every_rule
@both_sizes
@sample
def test_shanten_is_what_a_search_for_the_nearest_complete_hand_finds(rules, n_tiles, n, seed):
    hands = hands_of(n, seed, n_tiles)
    found = mj.shanten(rows_of(hands), rules).tolist()
    expected = [distance.shanten(hand.counts, rules, hand.melds) for hand in hands]
    assert dict(zip(texts(hands), found, strict=True)) == dict(zip(texts(hands), expected, strict=True))


@every_rule
@sample
def test_waits_are_the_kinds_that_complete_the_hand_when_tried(rules, n, seed):
    hands = hands_of(n, seed, 13)
    for structural in (False, True):
        found = mj.waits(rows_of(hands), rules, structural=structural).tolist()
        for text, hand, mask in zip(texts(hands), hands, found, strict=True):
            expected = oracle_waits.waits(hand.counts, rules, hand.melds, structural=structural)
            assert mask == mask_of(expected), text


@every_rule
@sample
def test_waits_of_hands_one_tile_short_are_found(rules, n, seed):
    rng = np.random.default_rng([20260403, seed])
    hands = [random_hands.swapped(rng, hand, 0, 13) for hand in complete_hands(n, seed)]
    for structural in (False, True):
        found = mj.waits(rows_of(hands), rules, structural=structural).tolist()
        for text, hand, mask in zip(texts(hands), hands, found, strict=True):
            expected = oracle_waits.waits(hand.counts, rules, hand.melds, structural=structural)
            assert mask == mask_of(expected), text


@every_rule
@both_sizes
@pytest.mark.parametrize(
    ("n", "seed"),
    [pytest.param(2, 5, id="few"), pytest.param(25, 6, id="many", marks=pytest.mark.slow)],
)
def test_useful_tiles_are_those_that_the_oracle_finds(rules, n_tiles, n, seed):
    hands = hands_of(n, seed, n_tiles)
    found = mj.useful_tiles(rows_of(hands), rules).tolist()
    for text, hand, mask in zip(texts(hands), hands, found, strict=True):
        assert mask == mask_of(oracle_waits.useful_tiles(hand.counts, rules, hand.melds)), text


@every_rule
def test_useful_tiles_are_live_tiles_that_lower_the_shanten(rules):
    hands = hands_of(400, 7, 13)
    rows = rows_of(hands)
    live = copies_held(rows) < 4
    after = np.full((len(rows), 34), 127)
    after[live] = mj.shanten(with_each_tile(rows)[live], rules)
    expected = live & (after < mj.shanten(rows, rules)[:, None])
    found = bits_of(mj.useful_tiles(rows, rules))
    wrong = np.flatnonzero((found != expected).any(axis=1))
    assert [texts(hands)[i] for i in wrong] == []


@pytest.mark.parametrize(
    ("text", "useful"),
    [("24p22234446667z", "3p3z"), ("79m7s1333445556z", "8m14z"), ("68m12223444577z", "7m137z")],
)
def test_useful_tiles_serve_winds_and_dragons_as_two_suits(text, useful):
    found = mj.useful_tiles(text, SoftEightRules(honours_one_suit=False))
    assert mj.tile_text(mj.kinds_in(found)) == useful


def readings(hand, rules):
    """Readings that the oracle accepts: sets and pair, or the name of another form."""
    if not isinstance(rules, str):
        found = oracle._readings(hand.counts, hand.melds, shape_of(rules))
        return [reading if isinstance(reading, str) else tuple(reading) for reading in found]
    found = [tuple(way) for way in decompositions(hand.counts)] if rules in ("standard", "riichi") else []
    different = rules != "seven_pairs"
    if "pairs" in rules or rules == "riichi":
        found += ["seven pairs"] * (not hand.melds and pairs_in(hand.counts, different=different) == 7)
    if rules in ("thirteen_orphans", "riichi"):
        found += ["thirteen orphans"] * (not hand.melds and is_thirteen_orphans(hand.counts))
    return found


def as_reading(way):
    """A decomposition in the words of the oracle."""
    if way.form != "standard":
        return way.form.replace("_", " ")
    return tuple(sorted((meld.type, meld.kind) for meld in way.sets)), way.pairs[0]


@every_rule
@sample
def test_decompositions_are_all_readings_that_the_rules_accept(rules, n, seed):
    for hand in (*complete_hands(n, seed), *hands_of(n, seed, 14)):
        row = rows_of([hand])[0]
        found = mj.decompositions(mj.hand_of(row).hand, rules)
        expected = readings(hand, rules)
        assert sorted(map(str, map(as_reading, found))) == sorted(map(str, expected)), texts([hand])
        assert mj.n_decompositions(row, rules) == len(expected), texts([hand])


@pytest.mark.parametrize(
    ("text", "rules", "ways"),
    [
        ("123m456m789m123p11z", "riichi", ["123m 456m 789m 123p 11z"]),  # 13 kinds, but no orphans
        ("19m19p19s1234567z+7z", "riichi", ["thirteen orphans, pair 77z"]),
        ("223344667788m1p+1p", SoftEightRules(pair_must_be_main=True), ["22m 33m 44m 66m 77m 88m 11p"]),
        ("123z555z66z456m78m+9m", SoftEightRules(honour_runs=True), ["456m 789m 123z 555z 66z"]),
        ("[123m]{7777s} 2345678p+8p", "standard", ["[123m] {7777s} 234p 567p 88p"]),
        ("[123m]{7777s} 2345678p+8p", SoftEightRules(), ["[123m] {7777s} 234p 567p 88p"]),
        ("[123m]{7777s} 2345678p+1p", "standard", []),
        ("[123m]{7777s} 2345678p+8p", SoftEightRules(min_main_tiles=9), []),
    ],
)
def test_decompositions_show_only_readings_of_the_rules(text, rules, ways):
    assert mj.n_decompositions(text, rules) == len(ways)
    assert list(map(str, mj.decompositions(text, rules))) == ways


# Melds of which only the number is known


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n_melds", range(5))
@both_sizes
def test_unknown_melds_count_as_sets_of_no_tiles(form, n_melds, n_tiles):
    rng = np.random.default_rng([20260404, n_melds])
    hands = [random_hands.suited_hand(rng, 1 + i % 4, n_tiles - 3 * n_melds) for i in range(25)]
    counts = np.array([hand.counts for hand in hands])
    found = mj.shanten(counts, form, melds=n_melds)
    expected = [distance.shanten(hand.counts, form, n_melds) for hand in hands]
    assert found.tolist() == expected
    if n_tiles == 14:
        return
    waits = bits_of(mj.waits(counts, form, melds=n_melds))
    useful = bits_of(mj.useful_tiles(counts, form, melds=n_melds))
    for hand, distance_now, waiting, helping in zip(hands, expected, waits, useful, strict=True):
        free = [kind for kind in range(34) if hand.counts[kind] < 4]
        after = {kind: distance.shanten(plus(hand.counts, kind), form, n_melds) for kind in free}
        assert np.flatnonzero(waiting).tolist() == [k for k in free if after[k] == -1]
        assert np.flatnonzero(helping).tolist() == [k for k in free if after[k] < distance_now]


def plus(counts, kind):
    return [n + (k == kind) for k, n in enumerate(counts)]


# Properties


@every_rule
def test_a_hand_is_ready_exactly_if_it_waits_and_each_wait_completes_it(rules):
    hands = [*hands_of(200, 8, 13), *(trimmed(hand) for hand in complete_hands(200, 8))]
    rows = rows_of(hands)
    waits = mj.waits(rows, rules)
    assert np.array_equal(mj.shanten(rows, rules) == 0, waits > 0)
    assert np.array_equal(mj.useful_tiles(rows, rules)[waits > 0], waits[waits > 0])
    assert (mj.shanten(with_each_tile(rows)[bits_of(waits)], rules) == -1).all()
    structural = mj.waits(rows, rules, structural=True)
    held = copies_held(rows)
    assert np.array_equal(bits_of(waits), bits_of(structural) & (held < 4))


def trimmed(hand):
    """A hand of 13 tiles from one of 14."""
    counts = list(hand.counts)
    counts[max(range(34), key=lambda kind: (counts[kind], kind))] -= 1
    return random_hands.RandomHand(counts, hand.melds)


@every_rule
def test_a_hand_is_complete_exactly_if_it_decomposes(rules):
    hands = [*complete_hands(200, 9), *hands_of(200, 9, 14)]
    rows = rows_of(hands)
    assert np.array_equal(mj.shanten(rows, rules) == -1, mj.n_decompositions(rows, rules) > 0)
    assert (mj.useful_tiles(rows, rules)[mj.shanten(rows, rules) == -1] == 0).all()


@every_rule
def test_suits_and_honours_are_interchangeable_and_ranks_can_be_mirrored(rules):
    rng = np.random.default_rng(20260405)
    counts = np.array([h.counts for h in random_hands.hands_of_all_sorts(rng, 200, melds=False)])
    counts = counts[counts.sum(axis=1) == 13]
    before = [
        mj.shanten(counts, rules),
        bits_of(mj.waits(counts, rules)),
        bits_of(mj.useful_tiles(counts, rules)),
    ]
    for order in renamings(rules, rng):
        moved = counts[:, order]
        assert np.array_equal(mj.shanten(moved, rules), before[0])
        assert np.array_equal(bits_of(mj.waits(moved, rules)), before[1][:, order])
        assert np.array_equal(bits_of(mj.useful_tiles(moved, rules)), before[2][:, order])


def renamings(rules, rng):
    """Orders of kinds that no rule can tell from the usual one."""
    suits, honours = np.arange(27).reshape(3, 9), np.arange(27, 34)
    for suit_order in itertools.permutations(range(3)):
        yield np.concatenate([suits[list(suit_order)].ravel(), honours])
    mirrored = suits[:, ::-1]
    yield np.concatenate([mirrored.ravel(), honours])
    yield np.concatenate([suits[0], mirrored[1], suits[2], honours])
    if not isinstance(rules, str) and rules.shape.honour_runs:
        order = [3, 2, 1, 0, *(4 + rng.permutation(3))]  # E-S-W and S-W-N change places
    elif not isinstance(rules, str) and not rules.shape.honours_one_suit:
        order = [*rng.permutation(4), *(4 + rng.permutation(3))]
    else:
        order = rng.permutation(7)
    yield np.concatenate([suits.ravel(), honours[order]])


def test_a_wait_for_a_fifth_copy_is_no_wait():
    assert mj.shanten("123456789m1111p", "standard") == 1
    assert mj.waits("123456789m1111p", "standard") == 0
    assert mj.kinds_in(mj.waits("123456789m1111p", "standard", structural=True)).tolist() == [9]
    assert mj.waits("{2222m} 13m456p789s11z", "standard") == 0


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("1112345678999m", 9),
        ("2345678m[111z][222z]", 3),
        ("19m19p19s1234567z", 13),
        ("3334p777s [666p][999p]", 3),
    ],
)
def test_well_known_waits(text, n):
    assert len(mj.kinds_in(mj.waits(text, "riichi"))) == n


def test_forms_that_melds_rule_out_cannot_be_reached():
    for form in ("seven_pairs", "seven_different_pairs", "thirteen_orphans"):
        assert mj.shanten("[111m] 19p19s123456z", form) == mj.UNREACHABLE
        assert mj.shanten("[111m] 19p19s1234567z", form) == 127
        assert mj.waits("[111m] 19p19s123456z", form) == 0
        assert mj.useful_tiles("[111m] 19p19s123456z", form) == 0
    strict = SoftEightRules(min_main_tiles=14)
    assert mj.shanten("[111m][999p] 1234567s", strict) == 127
