"""Soft Eight scores: the worked examples, the oracle on random wins, and wins that cannot be."""

import json
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj
from mjcore.encoding.layout import CIRCUMSTANCES, SOURCES
from mjcore.kernels._soft_eight import FAULTS
from mjcore.scoring import multiplier
from mjcore.words.errors import HandError, RuleError, WinError
from mjcore.words.soft_eight import FAN_CODES, SOFT_EIGHT
from tests.mjcore.hand_rows import rows_of
from tests.mjcore.soft_eight_shapes import SHAPES, shape_name
from tests.oracles import random_hands
from tests.oracles.random_hands import RandomHand
from tests.oracles.sets import counts_text
from tests.oracles.soft_eight import Circumstances, evaluate

VECTORS = json.loads(
    (Path(__file__).parents[1] / "data" / "soft_eight_vectors.json").read_text(encoding="utf-8")
)
FANS = mj.SOFT_EIGHT_FANS
SUITS = "MPSZ"
MINIMUM = "123456m99m234p56s +7s"  # row W01


def fans_of(result):
    return {fan for fan, counted in zip(FANS, result["fans"].tolist(), strict=True) if counted}


def score(text, rules=SOFT_EIGHT, **how):
    return mj.score(mj.parse_hand(text).win(**how), rules)


# The worked examples of sections 10.1 and 10.2


def win_of(case):
    melds = "".join(
        {"PUNG": f"[{tile * 3}]", "CKONG": f"{{{tile * 4}}}"}.get(meld["type"], f"[{tile * 4}]")
        for meld in case["melds"]
        for tile in [meld["tile"]]
    )
    source = {"ron": "discard", "rob": "robbed", "self": "wall"}[case["method"]]
    return mj.parse_hand(f"{case['concealed']} {melds} +{case['winning_tile']}").win(
        source="replacement" if case["source"] == "tail" else source,
        last_wall=case["source"] == "haidi",
        initial=case["tianhe"],
        heavenly_ready=case["tianting"],
    )


@pytest.mark.parametrize("case", VECTORS["wins"], ids=lambda case: case["id"])
def test_the_wins_of_section_10_1_have_their_suit_base_and_fans(case):
    result, expect = mj.score(win_of(case), SOFT_EIGHT), case["expect"]
    assert bool(result["legal"])
    assert SUITS[result["main_suit"]] == expect["main"]
    assert result["main_tiles"] == expect["count"]
    assert result["base"] == expect["base"]
    assert fans_of(result) == set(expect["fans"])
    assert result["multiplier"] == len(expect["fans"]) + 1


NO_WINS = {
    "N01": "{1111m}[2222m] 345p678s9s +9s",
    "N02": "123456m789p123s5z +5z",
    "N03": "112233m1122p33s4z +4z",
    "N04": "123z555z66z456m78m +9m",
    "N10": "{1111m} 2233445566m +7p",
    "N11": "19m19p19s1234567z +1z",
    "N12": "111333555777m9m +1p",
    "N13": "123m456p789s111z9p +9p",
}


@pytest.mark.parametrize("text", NO_WINS.values(), ids=NO_WINS)
def test_the_hands_of_section_10_2_do_not_win(text):
    result = score(text)
    assert not result["legal"]
    assert result["main_suit"] == 255
    assert not any(result[field] for field in ("main_tiles", "base", "multiplier"))
    assert fans_of(result) == set()


@pytest.mark.parametrize(
    ("text", "default", "options"),
    [
        ("{1111m}[2222m] 345p678s9s +9s", False, {"kong_tiles_counted": 4}),  # N01
        ("123z555z66z456m78m +9m", False, {"honour_runs": True}),  # N04
        ("[555z] 111234678m2p +2p", True, {"pair_must_be_main": True}),  # N18, W06
        ("11112233m55p66s7z +7z", True, {"four_kind_as_two_pairs": False}),  # W11
        ("11223344m5566p7s +7s", True, {"seven_pairs": False}),
        ("[111z][222z] 55z456p78s +9s", True, {"honours_one_suit": False}),  # W07
        (MINIMUM, True, {"min_main_tiles": 9}),
        ("123456m789p123s5z +5z", False, {"min_main_tiles": 6}),  # N02
    ],
)
def test_options_make_hands_legal_and_illegal(text, default, options):
    assert bool(score(text)["legal"]) is default
    assert bool(score(text, SOFT_EIGHT.replace(**options))["legal"]) is not default


# Against the oracle


def wins(rng, n):
    """Winning and nearly winning rows, melds of all kinds, every circumstance that can be."""
    for index in range(n):
        suits = 1 + index % 3
        if index % 4 == 3:
            whole = random_hands.paired_hand(rng, suits=suits)
        elif index % 4 == 2:
            whole = dragon_hand(rng, index % 3)
        else:
            whole = random_hands.complete_hand(
                rng, int(rng.integers(5)), suits=suits, honour_runs=index % 8 == 0
            )
        if index % 11 == 10:
            whole = random_hands.swapped(rng, whole, 1, 14)
        row = rows_of([whole])
        kind = int(rng.choice(np.flatnonzero(whole.counts)))
        row["concealed"][0, kind] -= 1
        row["winning_tile"] = kind
        codes = row["melds"][0]
        kong, exposed = (codes >> 6 >= 2).any(), ((codes > 0) & (codes >> 6 != 3)).any()
        claimed = ((codes > 0) & (codes >> 6 < 2)).any()  # a chow or pung, which a ready hand cannot make
        alone = whole.counts[kind] == 1 and all(kind not in tiles_of(code) for code in codes if code)
        possible = [
            (source, bits)
            for source, bits in product(range(4), range(16))
            if (source != 2 or kong)
            and (source != 3 or (alone and not bits & 1))
            and not (bits & 8 and claimed)
            and not (bits & 4 and (bits & 9 or source != 1 or kong or exposed))
        ]
        row["source"], row["circumstances"] = possible[rng.integers(len(possible))]
        row["seat_wind"], row["prevalent_wind"] = rng.integers(4, size=2)
        row["flowers"] = rng.integers(9)
        yield whole, row[0]


def dragon_hand(rng, n_melds):
    """A hand with nine ranks of a suit, one set more and a pair; the set and runs may be melds."""
    while True:
        first = 9 * int(rng.integers(3))
        sets = [("chow", first), ("chow", first + 3), ("chow", first + 6)]
        sets.append(
            ("pung", int(rng.integers(34))) if rng.integers(2) else ("chow", 9 + int(rng.integers(7)))
        )
        sets = [random_hands.Meld(*sets[i]) for i in rng.permutation(4)]
        sets[:n_melds] = [
            meld._replace(type="kong") if meld.type == "pung" else meld for meld in sets[:n_melds]
        ]
        counts, melds = [0] * 34, tuple(sets[:n_melds])
        counts[int(rng.integers(34))] += 2
        for meld in sets[n_melds:]:
            for tile in random_hands.meld_tiles(meld):
                counts[tile] += 1
        if random_hands._fits(counts, melds):
            return RandomHand(counts, melds)


def tiles_of(code):
    return mj.Meld.from_code(int(code)).tiles


def circumstances(row):
    return Circumstances(
        source=SOURCES[row["source"]],
        last_wall=bool(row["circumstances"] & CIRCUMSTANCES["last_wall"]),
        initial=bool(row["circumstances"] & CIRCUMSTANCES["initial"]),
        heavenly_ready=bool(row["circumstances"] & CIRCUMSTANCES["heavenly_ready"]),
    )


POINTS = [
    {"base_points": 3, "base_points_pure": 11},
    {"fan_formula": "exponential"},
    {"fan_value": 3},
    {"fan_value": 2, "fan_formula": "exponential"},
]
RULES = [*SHAPES, *(SOFT_EIGHT.replace(**points) for points in POINTS)]


@pytest.mark.parametrize("rules", RULES, ids=[*map(shape_name, SHAPES), *map(str, POINTS)])
@pytest.mark.parametrize(
    ("n", "seed"), [pytest.param(200, 1, id="few"), pytest.param(2_000, 2, id="many", marks=pytest.mark.slow)]
)
def test_scores_are_what_the_rules_read_word_for_word_give(rules, n, seed):
    rules = rules.replace(chow_claims=True)
    hands, rows = zip(*wins(np.random.default_rng([20260430, seed]), n), strict=True)
    results = mj.score(np.array(rows), rules)
    for hand, row, result in zip(hands, rows, results, strict=True):
        expected = evaluate(hand.counts, hand.melds, circumstances(row), rules)
        text = f"{counts_text(hand.counts)} {hand.melds} {row}"
        assert bool(result["legal"]) == expected.legal, text
        if not expected.legal:
            continue
        assert fans_of(result) == expected.fans, text
        assert (result["base"], result["multiplier"]) == (expected.base, expected.multiplier), text
        if not rules.shape.pair_must_be_main or rules.shape.min_main_tiles > 7:  # one suit can be main
            assert (result["main_suit"], result["main_tiles"]) == (
                expected.main_suit,
                expected.main_tiles,
            ), text


def test_a_win_is_legal_exactly_if_the_hand_is_complete():
    rules = SOFT_EIGHT.replace(chow_claims=True)
    rows = np.array([row for _, row in wins(np.random.default_rng(20260431), 2_000)])
    legal = mj.score(rows, rules)["legal"]
    assert np.array_equal(legal, mj.shanten(rows, rules) == -1)
    assert np.array_equal(legal, mj.n_decompositions(rows, rules) > 0)
    assert 0 < legal.sum() < len(legal)


#: Pairs of fans that section 3.6 calls impossible.
APART = [
    ("DRAGON", "SEVEN"),
    ("SEVEN", "KONGBOTTOM"),
    ("KONGBOTTOM", "HAIDI"),
    ("KONGBOTTOM", "TIANHE"),
    ("HAIDI", "TIANHE"),
    ("TIANHE", "TIANTING"),
]


def test_fans_meet_as_the_table_of_section_3_6_says():
    met, most = set(), set()
    rows = np.array([row for _, row in wins(np.random.default_rng(20260432), 12_000)])
    for result in mj.score(rows, SOFT_EIGHT.replace(chow_claims=True)):
        fans = fans_of(result)
        met |= set(combinations(sorted(fans, key=FANS.index), 2))
        assert not {"PURE", "DRAGON", "KONGBOTTOM"} <= fans
        assert len(fans) <= 4
        if len(fans) == 4:
            most.add(frozenset(fans))
    assert met == set(combinations(FANS, 2)) - set(APART)
    assert most <= {frozenset({"PURE", "HAIDI", "TIANTING", shape}) for shape in ("DRAGON", "SEVEN")}


@pytest.mark.parametrize("suit", "mps")
def test_suits_score_alike(suit):
    for text in (MINIMUM, "1122334445678m +9m", "11223344m5566p7s +7s", "[777z] 12345678m44p +9m"):
        moved = text.translate(str.maketrans({"m": suit, suit: "m"}))
        for field in ("main_tiles", "base", "multiplier"):
            assert score(text)[field] == score(moved)[field]
        assert fans_of(score(text)) == fans_of(score(moved))


# Points and fans


def test_the_multiplier_follows_the_formula_and_the_cap():
    for formula, cap, expected in [
        ("linear", None, [1, 2, 3, 4, 5]),
        ("exponential", None, [1, 2, 4, 8, 16]),
        ("linear", 2, [1, 2, 3, 3, 3]),
        ("exponential", 3, [1, 2, 4, 8, 8]),
    ]:
        rules = SOFT_EIGHT.replace(fan_formula=formula, fan_cap=cap)
        assert [multiplier(n, rules) for n in range(5)] == expected
    capped = SOFT_EIGHT.replace(fan_cap=1)
    assert score("123456789m555m1m +1m", capped)["multiplier"] == 2
    assert fans_of(score("123456789m555m1m +1m", capped)) == {"PURE", "DRAGON"}


@pytest.mark.parametrize("fan", FAN_CODES)
def test_a_fan_left_out_of_the_rules_is_not_counted(fan):
    text, how = {
        "PURE": ("123456m99m234m56m +7m", {}),
        "DRAGON": ("12345678s44p[777z] +9s", {}),
        "SEVEN": ("11223344m5566p7s +7s", {}),
        "KONGBOTTOM": ("{8888p} 123456m99m78s +9s", {"source": "replacement"}),
        "HAIDI": (MINIMUM, {"source": "wall", "last_wall": True}),
        "TIANHE": (MINIMUM, {"source": "wall", "initial": True}),
        "TIANTING": (MINIMUM, {"heavenly_ready": True}),
    }[fan]
    without = SOFT_EIGHT.replace(fans=[other for other in FAN_CODES if other != fan])
    assert fans_of(score(text, **how)) == {fan}
    assert fans_of(score(text, without, **how)) == set()
    assert bool(score(text, without, **how)["legal"])
    assert score(text, without, **how)["multiplier"] == 1
    assert score(text, without, **how)["base"] == score(text, **how)["base"]


def test_fans_stand_in_the_order_of_the_rules():
    assert FANS == FAN_CODES == ("PURE", "DRAGON", "SEVEN", "KONGBOTTOM", "HAIDI", "TIANHE", "TIANTING")


@pytest.mark.parametrize(
    ("text", "how", "fans"),
    [
        (MINIMUM, {"source": "discard", "last_wall": True}, set()),  # HAIDI is a self-draw
        ("{8888p} 123456m99m78s +9s", {"source": "replacement", "last_wall": True}, {"KONGBOTTOM"}),
        ("{8888p} 123456m99m78s +9s", {"source": "wall"}, set()),
        ("12346m99m234p567s +5m", {"source": "robbed"}, set()),  # W33
        (MINIMUM, {"source": "wall"}, set()),
        (MINIMUM, {"last_copy": True, "flowers": 8, "seat_wind": "N", "prevalent_wind": "W"}, set()),
        ("12345678m99m[123m] +9m", {}, {"PURE", "DRAGON"}),
        ("12378m44p555z[456m] +9m", {}, {"DRAGON"}),
    ],
)
def test_fans_look_at_the_right_circumstances(text, how, fans):
    assert fans_of(score(text, SOFT_EIGHT.replace(chow_claims=True), **how)) == fans


def test_dragon_without_runs_needs_nine_ranks_only():
    loose = SOFT_EIGHT.replace(dragon_requires_runs=False)
    for text in ("1112345567899m +9m", "[111m] 2345567899m +9m"):  # 111 234 55 678 999
        assert fans_of(score(text)) == {"PURE"}
        assert fans_of(score(text, loose)) == {"PURE", "DRAGON"}


# Wins that cannot be


@pytest.mark.parametrize(
    ("fault", "text", "how"),
    [
        (2, MINIMUM, {"initial": True}),
        (2, MINIMUM, {"initial": True, "source": "robbed"}),
        (3, MINIMUM, {"initial": True, "source": "wall", "heavenly_ready": True}),
        (4, "[777z] 12345678s44p +9s", {"initial": True, "source": "wall"}),
        (4, "{7777z} 12345678s44p +9s", {"initial": True, "source": "wall"}),
        (4, "{7777z} 12345678s44p +9s", {"initial": True, "source": "replacement"}),
        (5, MINIMUM, {"source": "replacement"}),
        (5, "[777z] 12345678s44p +9s", {"source": "replacement"}),
        (6, "123456m9m234p567s +9m", {"source": "robbed"}),
        (6, "[777m] 56m99m234p777s +7m", {"source": "robbed"}),
        (7, MINIMUM, {"source": "wall", "initial": True, "last_wall": True}),
        (7, "12346m99m234p567s +5m", {"source": "robbed", "last_wall": True}),
        (8, "[123m] 456m99m234p56s +7s", {}),
        (9, "[777z] 12345678s44p +9s", {"heavenly_ready": True}),
    ],
)
def test_circumstances_that_contradict_each_other_are_refused(fault, text, how):
    win = mj.parse_hand(text).win(**how)
    with pytest.raises(WinError) as caught:
        mj.score(win, SOFT_EIGHT)
    assert FAULTS[fault] in str(caught.value)
    good = mj.parse_hand(MINIMUM).win()
    with pytest.raises(WinError, match=r"^row 2: "):
        mj.score([good, good, win, win], SOFT_EIGHT)
    with pytest.raises(WinError, match=r"^row 1, 0: |^row \(1, 0\): "):
        mj.score([[good, good], [win, good]], SOFT_EIGHT)


def test_a_heavenly_win_after_a_kong_is_a_replacement_where_the_rules_allow_it():
    rules = SOFT_EIGHT.replace(tianhe_untouched=False)
    text = "{7777z} 12345678s44p +9s"
    result = score(text, rules, initial=True, source="replacement")
    assert fans_of(result) == {"DRAGON", "KONGBOTTOM", "TIANHE"}
    with pytest.raises(WinError):
        score(text, rules, initial=True, source="wall")
    with pytest.raises(WinError):
        score("[777z] 12345678s44p +9s", rules, initial=True, source="wall")


# Doors


def test_text_hands_wins_lists_and_rows_score_alike():
    hand = mj.parse_hand(MINIMUM)
    expected = mj.score(hand.win(), SOFT_EIGHT)
    for door in (MINIMUM, hand, mj.hand_array(hand)):
        assert mj.score(door, SOFT_EIGHT) == expected
        assert mj.score(door, SOFT_EIGHT).shape == ()
    assert mj.score([[MINIMUM, hand], [hand.win(), MINIMUM]], SOFT_EIGHT).shape == (2, 2)
    assert mj.score(mj.hand_array([]), SOFT_EIGHT).shape == (0,)
    assert expected.dtype.names == ("legal", "main_suit", "main_tiles", "fans", "base", "multiplier")


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        (
            "123456m99m234p567s",
            r"^14 tiles where 13 and a winning tile are needed: in text it stands after a '\+' "
            r"\(in '12345699m234p567s'\)$",
        ),
        ("123456m99m234p56s", "winning tile"),
        ([MINIMUM, "123456m99m234p567s"], "row 1: .*winning tile"),
        (mj.parse_hand("123456m99m234p567s").counts(), "which tile won"),
        (np.zeros((3, 34), int), "which tile won"),
        (None, "None"),
    ],
)
def test_hands_without_a_winning_tile_do_not_score(wins, said):
    with pytest.raises(HandError, match=said):
        mj.score(wins, SOFT_EIGHT)


@pytest.mark.parametrize("rules", ["standard", None, 8, mj.SoftEightRules])
def test_only_rule_sets_score(rules):
    with pytest.raises(RuleError, match=r"scored under SoftEightRules or McrRules, .* not "):
        mj.score(MINIMUM, rules)


def test_a_kong_may_cost_heavenly_ready_its_fan():
    text, how = "{8888p} 123456m99m78s +9s", {"source": "wall", "heavenly_ready": True}
    assert fans_of(score(text, **how)) == {"TIANTING"}
    assert fans_of(score(text, SOFT_EIGHT.replace(tianting_after_kong=False), **how)) == set()
