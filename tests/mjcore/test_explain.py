"""What is said of a hand agrees with what it scores, and says why."""

import json
import pickle
from collections import Counter

import numpy as np
import pytest

import mjcore as mj
from mjcore.encoding.arrays import hand_array
from mjcore.encoding.hands import Hand, parse_hand
from mjcore.explaining import explain
from mjcore.explanation import Explanation
from mjcore.scoring import score
from mjcore.words.errors import HandError, MahjongError, RuleError, WinError
from mjcore.words.soft_eight import FAN_CODES, SOFT_EIGHT
from tests.mjcore.test_settle import VECTORS, seats_of, win_of

SUIT_NAMES = {"M": "characters", "P": "dots", "S": "bamboos", "Z": "honours"}


def win(text, **how):
    return parse_hand(text).win(**how)


def said_of(text, rules=SOFT_EIGHT, **how):
    return explain(win(text, **how), rules)


def reasons(fans):
    return {fan.code: fan.reason for fan in fans}


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["id"])
def test_a_worked_example_is_explained_as_in_the_book(row):
    expected = row["expect"]
    said = explain(win_of(row), SOFT_EIGHT, **seats_of(row))
    main = next(suit for suit in said.suits if suit.is_main)
    assert (main.name, main.tiles) == (SUIT_NAMES[expected["main"]], expected["count"])
    assert sum(suit.tiles for suit in said.suits) == 14
    assert [fan.code for fan in said.fans] == expected["fans"]
    assert said.points == {"base": expected["base"], "multiplier": len(expected["fans"]) + 1}
    assert said.payments.net.tolist() == expected["net"]
    gross = Counter()
    for entry in said.payments.entries:
        gross["ABCD"[entry.payer], "ABCD"[entry.receiver]] += entry.points
    assert gross == {(pair["frm"], pair["to"]): pair["points"] for pair in expected["payments"]}
    assert json.loads(json.dumps(said.to_dict()))["payments"]["net"] == expected["net"]


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["id"])
def test_the_sets_of_the_reading_are_the_tiles_of_the_hand(row):
    said = explain(win_of(row), SOFT_EIGHT)
    for reading in (said.reading, *said.others):
        tiles = Counter(tile for meld in (*reading.sets, *reading.melds) for tile in meld.tiles)
        for pair in reading.pairs:
            tiles[pair] += 2
        held = Counter(dict(enumerate(said.win.hand.counts(with_winning=True).tolist())))
        held.update(tile for meld in said.win.hand.melds for tile in meld.tiles)
        assert tiles == +held


def test_the_reading_with_most_fans_is_the_one_that_counts():
    dragon = said_of("1122334445678m +9m")
    assert (str(dragon.reading), [*map(str, dragon.others)]) == (
        "123m 123m 456m 789m 44m",
        ["234m 234m 456m 789m 11m"],
    )
    pairs = said_of("1122334455667p +7p")
    assert pairs.reading.form == "seven_pairs"
    assert {reading.form for reading in pairs.others} == {"standard"}


def test_readings_that_do_not_win_are_not_told():
    said = said_of("112233445566m7p +7p", SOFT_EIGHT.replace(pair_must_be_main=True))
    assert (said.reading.form, said.others) == ("seven_pairs", ())


WHY_FANS = [
    ("1122334455779s +9s", {}, "PURE", "every tile is of one suit, bamboos"),
    ("12345678s44p777z +9s", {}, "DRAGON", "123s 456s 789s"),
    ("11223344m5566p7s +7s", {}, "SEVEN", "11m 22m 33m 44m 55p 66p 77s"),
    (
        "{8888p} 123456m99m78s +9s",
        {"source": "replacement"},
        "KONGBOTTOM",
        "9s was drawn from the tail for the kong {8888p}",
    ),
    (
        "{1111m}[2222m] 345m666s9p +9p",
        {"source": "replacement"},
        "KONGBOTTOM",
        "9p was drawn from the tail for one of the kongs {1111m} [2222m]",
    ),
    (
        "345678m22m111p78p +9p",
        {"source": "wall", "last_wall": True},
        "HAIDI",
        "9p was drawn as the last tile of the wall",
    ),
    (
        "123456m99m234p56s +7s",
        {"source": "wall", "initial": True},
        "TIANHE",
        "the dealer wins with the tiles dealt",
    ),
    (
        "123456m99m234p56s +7s",
        {"heavenly_ready": True},
        "TIANTING",
        "declared ready before drawing or claiming a tile",
    ),
]


@pytest.mark.parametrize(("text", "how", "code", "reason"), WHY_FANS)
def test_what_makes_a_fan_is_told(text, how, code, reason):
    assert reasons(said_of(text, **how).fans)[code] == reason


WHY_NO_FANS = [
    ("112233445566m7p +7p", {}, {}, "PURE", "7p is not of the main suit"),
    ("12345678s99s777z +9s", {}, {}, "PURE", "7z is not of the main suit"),
    ("123456m99m234p56s +7s", {}, {}, "PURE", None),
    (
        "123456789p11s55z +5z",
        {},
        {"fans": ["PURE"]},
        "DRAGON",
        "123p 456p 789p, but these rules do not count it (fans)",
    ),
    (
        "1112345678899m +9m",
        {},
        {},
        "DRAGON",
        "123456789m are there, but not as the runs 123, 456 and 789",
    ),
    ("123m456p789s111m2m +2m", {}, {}, "DRAGON", "123m 456p 789s are not of one suit"),
    (
        "112233445566m7p +7p",
        {},
        {"fans": ["PURE"]},
        "SEVEN",
        "11m 22m 33m 44m 55m 66m 77p, but these rules do not count it (fans)",
    ),
    (
        "112233445566m7p +7p",
        {},
        {"seven_pairs": False},
        "SEVEN",
        "seven pairs do not win under these rules (seven_pairs)",
    ),
    (
        "111122223333m4p +4p",
        {},
        {"four_kind_as_two_pairs": False},
        "SEVEN",
        "four equal tiles are not two pairs under these rules (four_kind_as_two_pairs)",
    ),
    (
        "[2222p] 456p88p123m67s +8s",
        {},
        {},
        "KONGBOTTOM",
        "8s was discarded, not drawn from the tail",
    ),
    (
        "[2222p] 456p88p123m67s +8s",
        {"source": "wall"},
        {},
        "KONGBOTTOM",
        "8s was drawn from the wall, not drawn from the tail",
    ),
    (
        "12346m99m234p567s +5m",
        {"source": "robbed"},
        {},
        "KONGBOTTOM",
        "the tile was taken from another player's kong, and robbing a kong is no fan",
    ),
    (
        "123456m99m234p56s +7s",
        {"last_wall": True},
        {},
        "HAIDI",
        "the last tile of the wall was discarded, and only its drawer gets this fan",
    ),
    (
        "{8888p} 123456m99m78s +9s",
        {"source": "replacement", "last_wall": True},
        {},
        "HAIDI",
        "9s was drawn from the tail, not from the wall",
    ),
]


@pytest.mark.parametrize(("text", "how", "options", "code", "reason"), WHY_NO_FANS)
def test_why_a_fan_that_one_may_expect_does_not_count_is_told(text, how, options, code, reason):
    said = said_of(text, SOFT_EIGHT.replace(**options), **how)
    assert said.legal
    assert reasons(said.not_counted).get(code) == reason


#: The situations N01 to N13 and N18 of the rules, as far as the hand alone decides, and what is said of them.
NO_WINS = [
    ("{1111m}[2222m] 345p678s9s +9s", {}, "the largest suit, characters, has 6 tiles, a kong counting 3"),
    ("123456m789p123s5z +5z", {}, "the largest suit, characters, has 6 tiles, and a win needs 8"),
    ("112233m1122p33s4z +4z", {}, "the largest suit, characters, has 6 tiles, and a win needs 8"),
    ("123456m123456p5z +5z", {}, "the largest suits, characters and dots, have 6 tiles each"),
    ("123z555z66z456m78m +9m", {}, "since honours form no runs"),
    ("{1111m} 223344456m7p +8p", {}, "neither four sets and a pair nor seven pairs"),
    ("{1111m} 2233445566m +7p", {}, "since a kong is no two of seven pairs"),
    ("19m19p19s1234567z +1z", {}, "since thirteen orphans is no winning shape"),
    ("111333555777m9m +1p", {}, "neither four sets and a pair nor seven pairs"),
    ("123m456p789s111z9p +9p", {}, "the largest suit, dots, has 5 tiles"),
    (
        "[555z] 111234678m2p +2p",
        {"pair_must_be_main": True},
        "the pair and two sets must be of a suit with 8",
    ),
    ("11112233m55p66s7z +7z", {"four_kind_as_two_pairs": False}, "since four equal tiles are not two pairs"),
    ("11223344m5566p7s +7s", {"seven_pairs": False}, "no four sets and a pair, since seven pairs do not win"),
    (
        "123456m99m234p56s +7s",
        {"min_main_tiles": 9},
        "the largest suit, characters, has 8 tiles, and a win needs 9",
    ),
]


@pytest.mark.parametrize(("text", "options", "reason"), NO_WINS)
def test_why_a_hand_is_no_win_is_one_sentence(text, options, reason):
    said = explain(text, SOFT_EIGHT.replace(**options), winner=1, payer=2)
    assert not said.legal
    assert said.sentence.startswith("Not a win: ")
    assert reason in said.sentence
    assert "\n" not in said.sentence
    assert (said.reading, said.fans, said.payments) == (None, (), None)


def test_a_hand_that_cannot_be_completed_says_so():
    said = explain("[111m][222p][333s][444z] 5z +6z", SOFT_EIGHT)
    assert said.shanten == 127
    assert said.sentence.endswith("its sets leave no way to a win.")


def test_runs_of_honours_are_read_where_the_rules_know_them():
    said = said_of("123z555z66z456m78m +9m", SOFT_EIGHT.replace(honour_runs=True))
    assert str(said.reading) == "456m 789m 123z 555z 66z"
    assert said.to_dict()["reading"]["sets"] == ["456m", "789m", "123z", "555z"]


def test_two_suits_of_honours_are_counted_apart():
    said = said_of("55z456p78s111z222z +9s", SOFT_EIGHT.replace(honours_one_suit=False))
    assert {suit.name: suit.tiles for suit in said.suits} == {
        "winds": 6, "dots": 3, "bamboos": 3, "dragons": 2, "characters": 0,
    }  # fmt: skip
    assert not said.legal


@pytest.mark.parametrize(
    ("options", "formula"),
    [
        ({}, "base 5 (13.1), F = 2: (5 + additional points) x (F + 1) = (5 + additional points) x 3 (15)"),
        (
            {"fan_formula": "exponential"},
            "base 5 (13.1), F = 2: (5 + additional points) x 2^F = (5 + additional points) x 4 (15)",
        ),
        (
            {"fan_value": 2, "fan_cap": 3},
            "base 5 (13.1), F = 2 x 2, at most 3: "
            "(5 + additional points) x (F + 1) = (5 + additional points) x 4 (15)",
        ),
    ],
)
def test_the_formula_is_that_of_the_rules(options, formula):
    assert said_of("1122334455667p +7p", SOFT_EIGHT.replace(**options)).formula == formula


def test_payments_name_seats_parts_and_clauses():
    said = explain(
        win("12345678s55p777z +9s"),
        SOFT_EIGHT,
        winner=2,
        payer=0,
        kongs=[(1, "concealed", "1m")],
        di=(0, 0, 4, 0),
    )
    assert str(said).splitlines()[-6:] == [
        "  payments  0 pays 2: (4+2)x2 = 12 (WIN, clause 15)",
        "            0 pays 2: 4 (DI, clause 5.2)",
        "            0 pays 1: 2 (KONG_FLAT, clause 4.1)",
        "            2 pays 1: 2 (KONG_FLAT, clause 4.1)",
        "            3 pays 1: 2 (KONG_FLAT, clause 4.1)",
        "  net       seat 0 -18, seat 1 +6, seat 2 +14, seat 3 -2",
    ]


@pytest.mark.parametrize(
    ("text", "rules", "way"),
    [
        ("123456m789p123s5z +5z", SOFT_EIGHT, "shanten 1 once 5z is discarded, nearer with 123456789m."),
        ("123456m789p123s5z +6z", SOFT_EIGHT, "shanten 1 once one of 56z is discarded, nearer with"),
        ("[123m][345m] 56s678p33z +9s", mj.MCR, "shanten 0 once 9s is discarded, nearer with 47s."),
    ],
)
def test_the_distance_of_fourteen_tiles_comes_with_the_discards_that_leave_it(text, rules, way):
    said = explain(text, rules).sentence
    assert way in said
    hand = parse_hand(text)
    for kind in range(34):
        copies = hand.counts(with_winning=True).astype(int)
        copies[kind] -= 1
        if copies[kind] >= 0:
            nearest = int(mj.shanten(mj.Hand(tuple(copies.tolist()), hand.melds), rules))
            named = said.split(" once ")[1].split(" is ")[0].removeprefix("one of ")
            assert (nearest == explain(text, rules).shanten) == (kind in mj.parse_tiles(named))


def test_text_and_table_say_the_same():
    said = explain("[777z] 12345678s44p +9s", SOFT_EIGHT.replace(kong_limit=5), winner=1, payer=3)
    text, page = str(said), said._repr_html_()
    assert text.splitlines()[2] == "  rules     SoftEightRules(kong_limit=5)"
    assert '<td style="text-align: left">SoftEightRules(kong_limit=5)</td>' in page
    assert "Rules" not in str(explain("[777z] 12345678s44p +9s", SOFT_EIGHT))
    assert page.startswith("<table>")
    for part in ("123s 456s 789s", "bamboos 9 (main)", "3 pays 1: 4x2 = 8", said.sentence, said.formula):
        assert part in " ".join(text.split())
        assert part in page


def test_a_win_can_come_as_text_hand_win_or_row():
    text = "[777z] 12345678s44p +9s"
    forms = [text, parse_hand(text), win(text), hand_array(text)[()], hand_array([text])[0]]
    assert len({str(explain(form, SOFT_EIGHT)) for form in forms}) == 1


WRONG = [
    (lambda: explain("12345678s44p777z", SOFT_EIGHT), HandError, "a winning tile"),
    (lambda: explain("12345678s44p777z +9x", SOFT_EIGHT), MahjongError, "'x' at character"),
    (lambda: explain(["12345678s44p777z +9s"], SOFT_EIGHT), HandError, "one hand is explained at a time"),
    (lambda: explain("12345678s44p777z +9s", "standard"), RuleError, "McrRules, .* not 'standard'"),
    (lambda: explain("12345678s44p777z +9s", SOFT_EIGHT, payer=2), MahjongError, "name the winner's seat"),
    (lambda: explain("12345678s44p777z +9s", SOFT_EIGHT, dealer=2), MahjongError, "name the winner's seat"),
    (lambda: explain("12345678s44p777z +9s", SOFT_EIGHT, kongs=None), MahjongError, "kongs are a list"),
    (lambda: explain("12345678s44p777z +9s", SOFT_EIGHT, zha=(1, 0, 0, 0)), MahjongError, "winner's seat"),
    (lambda: explain("12345678s44p777z +9s", SOFT_EIGHT, winner=2), WinError, "seat that pays must be named"),
    (lambda: said_of("12345678s44p777z +9s", initial=True), WinError, "source must be 'wall'"),
    (
        lambda: explain("{1111z} 123456789m5p +5p", SOFT_EIGHT, winner=0, payer=1),
        HandError,
        "kong {1111z}, which kongs does not list",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), WRONG)
def test_what_cannot_be_explained_is_refused_with_the_reason(call, error, message):
    with pytest.raises(error, match=message.replace("{", r"\{").replace("}", r"\}")):
        call()


def test_fans_and_points_are_those_of_the_score_whatever_the_rules():
    variants = [
        SOFT_EIGHT,
        SOFT_EIGHT.replace(min_main_tiles=5, pair_must_be_main=True, dragon_requires_runs=False),
        SOFT_EIGHT.replace(min_main_tiles=9, kong_tiles_counted=4, fans=["PURE", "SEVEN"], fan_value=3),
    ]
    rng = np.random.default_rng(20260103)
    texts = [row["concealed"] + "+" + row["winning_tile"] for row in VECTORS if not row["melds"]]
    hands = [parse_hand(text) for text in texts] + [_random_hand(rng) for _ in range(150)]
    for rules in variants:
        for hand, scored in zip(hands, score(hands, rules), strict=True):
            said = explain(hand, rules)
            assert isinstance(said, Explanation)
            assert said.legal == scored["legal"]
            codes = [code for code, has in zip(FAN_CODES, scored["fans"], strict=True) if has]
            assert [fan.code for fan in said.fans] == codes
            if said.legal:
                assert said.points["multiplier"] == scored["multiplier"]
                assert next(suit.tiles for suit in said.suits if suit.is_main) == scored["main_tiles"]


def _random_hand(rng):
    """A complete hand of random sets, mostly in one suit."""
    while True:
        first = rng.choice([0, 0, 9, 18, 27], size=4)
        copies = np.zeros(34, dtype=int)
        for start in first:
            rank = int(rng.integers(7))
            if start == 27 or rng.random() < 0.4:
                copies[start + rank] += 3
            else:
                copies[start + rank : start + rank + 3] += 1
        copies[rng.integers(34)] += 2
        if copies.max() <= 4:
            tile = int(rng.choice(np.flatnonzero(copies)))
            copies[tile] -= 1
            return Hand(tuple(copies.tolist()), (), tile)


@pytest.mark.parametrize("rules", [mj.SOFT_EIGHT, mj.MCR], ids=["soft_eight", "mcr"])
def test_explanations_that_say_the_same_are_equal_and_survive_a_pickle(rules):
    text = "12345678s44p [777z] +9s"
    said = mj.explain(text, rules, winner=1, payer=0)
    assert said == mj.explain(text, rules, winner=1, payer=0)
    assert said != mj.explain(text, rules, winner=1, payer=2)
    assert pickle.loads(pickle.dumps(said)) == said
    assert hash(pickle.loads(pickle.dumps(said))) == hash(said)
