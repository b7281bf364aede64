"""The five shapes of Chinese Official Mahjong: distances, waits and useful tiles against the oracles."""

import json
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj
from mjcore.words.mcr import MCR, MCR_1998, MCR_2006, McrRules
from tests.mjcore.hand_rows import bits_of, copies_held, mask_of, rows_of, with_each_tile
from tests.mjcore.mcr_wins import row_of
from tests.oracles import knitted, random_hands
from tests.oracles.mcr_readings import KNITTED_PATTERNS, Declared, readings
from tests.oracles.random_hands import RandomHand
from tests.oracles.random_wins import MIXTURE, RARE, random_wins
from tests.oracles.sets import (
    CHOW_STARTS,
    HONOURS,
    N_COPIES,
    Meld,
    counts_of,
    counts_text,
    kind_of,
    meld_of_code,
    meld_tiles,
)
from tests.oracles.test_mcr_oracle import EXAMPLES, NOT_WINS, declared_of

DATA = Path(__file__).parents[1] / "data" / "bug_cases.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
SHAPE_CASES = [case for case in CASES if "mcr_min" in case.get("right", {})]
SEED = 20_260_603
FORMS = {"honors_and_knitted": "honors_and_knitted", "knitted_straight": "knitted_straight", "mcr": MCR}
every_form = pytest.mark.parametrize("form", FORMS)
sample = pytest.mark.parametrize(
    ("n", "seed"),
    [pytest.param(60, 1, id="few"), pytest.param(1_500, 2, id="many", marks=pytest.mark.slow)],
)


def knitted_hand(rng, n_melds):
    """A whole hand of one of the knitted shapes, 14 tiles, with none or one meld."""
    pattern = sorted(KNITTED_PATTERNS[rng.integers(6)])
    if n_melds == 0 and rng.random() < 0.5:
        kinds = rng.permutation([*pattern, *HONOURS])[:14]
        return RandomHand(np.bincount(kinds, minlength=34).tolist(), ())
    while True:
        if rng.random() < 0.5:
            block = Meld("chow", int(rng.choice(CHOW_STARTS)))
        else:
            block = Meld("kong" if n_melds and rng.random() < 0.5 else "pung", int(rng.integers(34)))
        tiles = [*pattern, *[int(rng.integers(34))] * 2]
        shown = meld_tiles(block)
        if np.bincount([*tiles, *shown]).max() <= N_COPIES:
            counts = np.bincount(tiles if n_melds else [*tiles, *shown], minlength=34)
            return RandomHand(counts.tolist(), (block,) if n_melds else ())


@cache
def hands_of(n, seed, n_tiles=13):
    """Hands of all sorts with 0 to 4 melds, half of them near a knitted shape."""
    rng = np.random.default_rng([SEED, seed, n_tiles])
    near = [
        random_hands.swapped(rng, knitted_hand(rng, index % 2), int(rng.integers(0, 5)), n_tiles)
        for index in range(n // 2)
    ]
    return [*near, *random_hands.hands_of_all_sorts(rng, n - n // 2, n_tiles=n_tiles)]


def texts(hands):
    return [f"{counts_text(hand.counts)} {hand.melds}" for hand in hands]


# Against the oracles


@every_form
@pytest.mark.parametrize("n_tiles", [13, 14])
@sample
def test_shanten_is_what_the_nearest_target_asks_for(form, n_tiles, n, seed):
    hands = hands_of(n, seed, n_tiles)
    found = mj.shanten(rows_of(hands), FORMS[form]).tolist()
    expected = [knitted.shanten(hand.counts, form, hand.melds) for hand in hands]
    assert dict(zip(texts(hands), found, strict=True)) == dict(zip(texts(hands), expected, strict=True))


@every_form
@sample
def test_shanten_of_plain_counts_with_so_many_unknown_melds(form, n, seed):
    for n_melds in range(5):
        hands = [hand for hand in hands_of(n, seed) if len(hand.melds) == n_melds]
        counts = np.array([hand.counts for hand in hands])
        found = mj.shanten(counts, FORMS[form], melds=n_melds).tolist()
        assert found == [knitted.shanten(hand.counts, form, n_melds) for hand in hands]


@every_form
@pytest.mark.parametrize("structural", [False, True])
@sample
def test_waits_are_the_kinds_that_complete_the_hand_when_tried(form, structural, n, seed):
    hands = hands_of(n, seed)
    found = mj.waits(rows_of(hands), FORMS[form], structural=structural).tolist()
    expected = [
        mask_of(knitted.waits(hand.counts, form, hand.melds, structural=structural)) for hand in hands
    ]
    assert dict(zip(texts(hands), found, strict=True)) == dict(zip(texts(hands), expected, strict=True))
    assert any(found)


@every_form
@pytest.mark.parametrize("n_tiles", [13, 14])
@pytest.mark.parametrize(
    ("n", "seed"),
    [pytest.param(20, 3, id="few"), pytest.param(200, 4, id="many", marks=pytest.mark.slow)],
)
def test_useful_tiles_are_those_that_lower_the_shanten_of_the_oracle(form, n_tiles, n, seed):
    hands = hands_of(n, seed, n_tiles)
    found = mj.useful_tiles(rows_of(hands), FORMS[form]).tolist()
    for text, hand, mask in zip(texts(hands), hands, found, strict=True):
        assert mask == mask_of(knitted.useful_tiles(np.array(hand.counts), form, hand.melds)), text


@every_form
def test_useful_tiles_are_live_tiles_that_lower_the_shanten(form):
    hands = hands_of(4_000, 6)
    rows = rows_of(hands)
    live = copies_held(rows) < N_COPIES
    after = np.full((len(rows), 34), mj.UNREACHABLE)
    after[live] = mj.shanten(with_each_tile(rows)[live], FORMS[form])
    expected = live & (after < mj.shanten(rows, FORMS[form])[:, None])
    wrong = np.flatnonzero((bits_of(mj.useful_tiles(rows, FORMS[form])) != expected).any(axis=1))
    assert [texts(hands)[i] for i in wrong] == []


@every_form
def test_nothing_is_useful_to_a_complete_hand(form):
    rows = rows_of(hands_of(2_000, 5, 14))
    complete = mj.shanten(rows, FORMS[form]) == -1
    useful = mj.useful_tiles(rows, FORMS[form])
    assert complete.any()
    assert not useful[complete].any()
    assert not (bits_of(useful) & (copies_held(rows) == N_COPIES)).any()


@every_form
def test_waits_are_tiles_that_complete(form):
    hands = hands_of(10_000, 7)
    rows = rows_of(hands)
    live = copies_held(rows) < N_COPIES
    after = np.full((len(rows), 34), mj.UNREACHABLE)
    after[live] = mj.shanten(with_each_tile(rows)[live], FORMS[form])
    waits = bits_of(mj.waits(rows, FORMS[form]))
    assert np.array_equal(waits, after == -1)
    assert np.array_equal(waits.any(axis=1), mj.shanten(rows, FORMS[form]) == 0)
    structural = bits_of(mj.waits(rows, FORMS[form], structural=True))
    assert np.array_equal(structural & live, waits)


def test_the_rules_stand_for_the_least_of_five_shapes():
    rows = rows_of(hands_of(10_000, 7))
    forms = ("standard", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight")
    each = np.stack([mj.shanten(rows, form) for form in forms])
    assert np.array_equal(mj.shanten(rows, MCR), each.min(axis=0))
    for structural in (False, True):
        masks = np.stack([mj.waits(rows, form, structural=structural) for form in forms])
        assert np.array_equal(mj.waits(rows, MCR, structural=structural), np.bitwise_or.reduce(masks))


def test_no_option_of_the_score_changes_a_shape():
    rows = rows_of(hands_of(2_000, 7))
    for rules in (MCR_1998, MCR_2006, McrRules(min_points=20, knitted_straight_in_lesser=False)):
        assert np.array_equal(mj.shanten(rows, rules), mj.shanten(rows, MCR))
        assert np.array_equal(mj.waits(rows, rules), mj.waits(rows, MCR))


def test_dealt_hands_are_as_far_as_the_oracle_says():
    hands = mj.deal_hands(np.random.default_rng(SEED), 300)
    for form, rules in FORMS.items():
        expected = [knitted.shanten(hand, form) for hand in hands.tolist()]
        assert mj.shanten(hands, rules).tolist() == expected


# Shapes and scores


def test_random_wins_are_complete_and_each_waited_for_its_winning_tile():
    rows = random_wins(np.random.default_rng(SEED), 50_000, mixture={**MIXTURE, **RARE})
    assert (mj.shanten(rows, MCR) == -1).all()
    waits = mj.waits(rows, MCR)
    tiles = rows["winning_tile"].astype(np.uint64)
    assert ((waits >> tiles) & np.uint64(1)).all()


def test_a_hand_scores_if_and_only_if_it_waited_for_the_tile():
    hands = hands_of(3_000, 8)
    rows = rows_of(hands)
    live = copies_held(rows) < N_COPIES
    waits = bits_of(mj.waits(rows, MCR))
    tried = np.repeat(rows[:, None], 34, axis=1)
    tried["winning_tile"] = np.arange(34)
    points = np.zeros((len(rows), 34), dtype=int)
    points[live] = mj.points(tried[live], MCR)
    assert np.array_equal(points > 0, waits)


# Whole families


def test_every_state_of_the_thirteen_different_tiles_waits_for_three_kinds():
    for pattern in KNITTED_PATTERNS:
        kinds = sorted({*pattern, *HONOURS})
        states = np.zeros((560, 34), dtype=int)
        for state, chosen in zip(states, combinations(kinds, 13), strict=True):
            state[list(chosen)] = 1
        waits = mj.waits(states, "honors_and_knitted")
        assert (np.bitwise_count(waits) == 3).all()
        assert np.array_equal(bits_of(waits), (states == 0) & np.isin(np.arange(34), kinds))
        assert (mj.shanten(states, "honors_and_knitted") == 0).all()


def test_every_whole_hand_of_different_tiles_is_complete():
    hands = {
        chosen for pattern in KNITTED_PATTERNS for chosen in combinations(sorted({*pattern, *HONOURS}), 14)
    }
    counts = np.zeros((len(hands), 34), dtype=int)
    for row, chosen in zip(counts, sorted(hands), strict=True):
        row[list(chosen)] = 1
    # 120 of each pattern: seven suited tiles at least are of one pattern only
    assert len(hands) == 6 * 120
    assert (mj.shanten(counts, "honors_and_knitted") == -1).all()
    assert (mj.shanten(counts, MCR) == -1).all()


@pytest.mark.parametrize("n_melds", [0, 1])
def test_every_knitted_straight_is_complete_and_waits_for_each_of_its_tiles(n_melds):
    targets = knitted._targets("knitted_straight", n_melds)
    targets = targets[(targets <= N_COPIES).all(axis=1)]
    assert (mj.shanten(targets, "knitted_straight", melds=n_melds) == -1).all()
    assert (mj.shanten(targets, MCR, melds=n_melds) == -1).all()
    for kind in range(34):
        rest = targets[targets[:, kind] > 0].copy()
        rest[:, kind] -= 1
        waits = mj.waits(rest, "knitted_straight", melds=n_melds)
        assert (waits >> np.uint64(kind) & np.uint64(1)).all()


# Worked examples and cases of other programs


@pytest.mark.parametrize("row", EXAMPLES["waits"], ids=lambda row: row["id"])
def test_waits_of_the_examples(row):
    state = row_of(counts_of(row["state"]), declared_of(row["melds"]), 255)
    named = {}
    for word in row["waits"].split():
        first, last = (word.rstrip("!").split("–") * 2)[:2]
        named |= dict.fromkeys(range(kind_of(first), kind_of(last) + 1), word.endswith("!"))
    assert mj.waits(state, MCR, structural=True) == mask_of(named)
    assert mj.waits(state, MCR) == mask_of(kind for kind, exhausted in named.items() if not exhausted)


@pytest.mark.parametrize("example", ["C07", "C10"])
def test_hands_without_a_wait(example):
    row = NOT_WINS[example]
    assert mj.waits(f"{row['melds']} {row['hand']}", MCR, structural=True) == 0


def test_an_exhausted_wait_is_no_live_wait():
    row = NOT_WINS["C11"]
    text = f"{row['melds']} {row['hand']}"
    assert mj.waits(text, MCR, structural=True) == mask_of([kind_of("3p")])
    assert mj.waits(text, MCR) == 0


def test_a_knitted_straight_allows_one_declared_set():
    assert mj.waits("[111z] 147m258p36s33z", MCR) == mask_of([kind_of("9s")])
    assert mj.shanten("[111z][222z] 147m258p3s", "knitted_straight") == mj.UNREACHABLE
    assert mj.shanten("[111z] 147m258p36s33z", "honors_and_knitted") == mj.UNREACHABLE


@pytest.mark.parametrize("case", SHAPE_CASES, ids=lambda case: case["id"])
def test_shanten_is_right_where_others_were_wrong(case):
    given, right = case["input"], case["right"]
    melds = given.get("melds", [])
    if melds and "unknown" in melds[0]:
        counts = np.array(counts_of(given["hand"]))
        assert mj.shanten(counts, MCR, melds=int(melds[0].split()[0])) == right["mcr_min"]
        return
    text = "".join(f"[{meld}]" for meld in melds) + given["hand"]
    assert mj.shanten(text, MCR) == right["mcr_min"]


@pytest.mark.parametrize("name", ["sh-27", "sh-28"])
def test_knitted_waits_are_right_where_others_were_wrong(name):
    case = next(case for case in CASES if case["id"] == name)
    hand = case["input"]["hand"]
    for structural, key in ((False, "waits_real"), (True, "waits_formal")):
        mask = mj.waits(hand, MCR, structural=structural)
        assert [mj.tile_text([kind]) for kind in mj.kinds_in(mask)] == case["right"][key]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_ways_to_see_a_hand_are_counted_over_all_five_shapes(seed):
    wins = random_wins(np.random.default_rng([SEED, 7, seed]), 1_000 * seed, mixture={**MIXTURE, **RARE})
    near = wins.copy()
    near["winning_tile"] = np.roll(near["winning_tile"], 1)
    legal = copies_held(near)[np.arange(len(near)), near["winning_tile"]] < N_COPIES
    rows = np.concatenate([wins, near[legal]])
    rows["source"] = rows["circumstances"] = 0
    expected = []
    for row in rows:
        declared = [Declared(*meld_of_code(code), code >> 6 == 3) for code in row["melds"].tolist() if code]
        counts = row["concealed"].astype(int) + (np.arange(34) == row["winning_tile"])
        expected.append(sum(1 for _ in readings(counts.tolist(), declared, None, claimed=False)))
    found = mj.n_decompositions(rows, MCR)
    assert found.tolist() == expected
    assert np.array_equal(found > 0, mj.score(rows, MCR)["form"] > 0)
    for form in ("honors_and_knitted", "knitted_straight"):
        ways = [len(mj.decompositions(mj.hand_of(row), form)) for row in rows[:400]]
        assert mj.n_decompositions(rows[:400], form).tolist() == ways
