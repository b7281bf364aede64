"""Small inputs on which other programs went wrong (`tests/data/bug_cases.jsonl`), with the right answer.

Here are the rows about hands, waits, distances and input. Rows about scores and payments of Chinese
Official Mahjong, its knitted forms (`mcr_min`, the waits of sh-27 and sh-28, the totals of ex-01 and
ex-04 but for the orphans) belong with those rules; rows about simulation are prose, and the tests of
deals and of `replicate` name those they answer.
"""

import json
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj
from mjcore.tables.files import load
from mjcore.tables.suits import PARTITION_SHIFT, Vectors
from mjcore.words.errors import HandError, MahjongError, TileError

DATA = Path(__file__).parents[1] / "data" / "bug_cases.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
BY_ID = {case["id"]: case for case in CASES}
KINDS = {"shanten-waits", "shanten", "decomposition", "parsing", "input-validation", "exact-oracle"}
FORMS = {
    "regular": "standard",
    "seven_pairs_mcr": "seven_pairs",
    "seven_pairs_riichi": "seven_different_pairs",
    "thirteen_orphans": "thirteen_orphans",
}
KNITTED = {"sh-27", "sh-28"}


def cases(kind):
    chosen = [case for case in CASES if case["kind"] == kind]
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def counts(text):
    return np.bincount(mj.parse_tiles(text), minlength=34)


def melds_of(case):
    """Melds in our notation, and how many there are whose tiles are unknown."""
    melds = case["input"].get("melds", [])
    if melds and "unknown" in melds[0]:
        return "", int(melds[0].split()[0])
    return "".join(f"[{meld}]" for meld in melds), 0


def test_every_case_about_hands_has_a_test_here():
    found = {case["id"] for case in CASES if case["kind"] in KINDS}
    tested = {case["id"] for case in CASES if case["kind"] in ("shanten-waits", "decomposition")}
    assert found - tested == {
        *("bad-03", "bad-04", "bad-05", "bad-06", "bad-07", "bad-09", "bad-10"),
        *("parse-01", "parse-02", "ex-01", "ex-02", "ex-04"),
    }


@cases("shanten-waits")
def test_shanten_is_right_where_others_were_wrong(case):
    melds, unknown = melds_of(case)
    hand, right = case["input"]["hand"], case["right"]
    if unknown:
        assert mj.shanten(counts(hand), "standard", melds=unknown) == right["regular"]
        return
    for name, form in FORMS.items():
        if name in right:
            assert mj.shanten(f"{melds} {hand}", form) == right[name], name
    if "regular_ignoring_melds" in right:
        n_melds = len(case["input"]["melds"])
        assert mj.shanten(counts(hand), "standard", melds=n_melds) == right["regular_ignoring_melds"]


def test_forms_without_melds_are_not_applied_to_a_hand_with_one():
    hand = counts(BY_ID["sh-08"]["input"]["hand"])
    assert mj.shanten(hand, "riichi", melds=1) == BY_ID["sh-08"]["right"]["regular"]
    assert mj.shanten(hand, "thirteen_orphans", melds=1) == mj.UNREACHABLE


@cases("shanten-waits")
def test_waits_are_right_where_others_were_wrong(case):
    melds, unknown = melds_of(case)
    if unknown or "waits_real" not in case["right"] or case["id"] in KNITTED:
        return
    hand = f"{melds} {case['input']['hand']}"
    for structural, name in ((False, "waits_real"), (True, "waits_formal")):
        mask = mj.waits(hand, "standard", structural=structural)
        assert [mj.tile_text([kind]) for kind in mj.kinds_in(mask)] == case["right"][name]


def test_suits_and_honours_treat_a_fifth_copy_alike():
    for form in FORMS.values():
        assert mj.shanten("123456789m1111p", form) == mj.shanten("123456789m1111z", form)


@cases("decomposition")
def test_decompositions_are_right_where_others_were_wrong(case):
    for rules in ("standard", "riichi"):
        found = mj.decompositions(case["input"]["hand"], rules)
        as_listed = [
            sorted(
                [[meld.type, mj.tile_text(meld.tiles[:1])] for meld in way.sets]
                + [["pair", mj.tile_text([pair])] for pair in way.pairs]
            )
            for way in found
        ]
        assert as_listed == [sorted(way) for way in case["right"]["decompositions"]]


# Parsing and input


def test_red_fives_are_refused_with_their_place():
    text = BY_ID["parse-01"]["input"]["text"]
    for read in (mj.parse_tiles, mj.parse_hand):
        with pytest.raises(TileError, match="0"):
            read(text)
    plain = BY_ID["parse-01"]["right"]["tiles"].split()[0]
    assert mj.tile_text(mj.parse_tiles(plain)) == "345m567p"


def test_dragons_are_white_green_red_from_five_to_seven():
    kinds = mj.parse_tiles(BY_ID["parse-02"]["input"]["text"])
    assert kinds.tolist() == [31, 32, 33]
    assert mj.parse_tiles("PFC").tolist() == kinds.tolist()
    assert [mj.tile_name(kind, "en").split()[0].lower() for kind in kinds] == ["white", "green", "red"]


def tries(case):
    """Every way to give the input of a case to us."""
    given = case["input"]
    if case["id"] == "bad-03":
        return [lambda: mj.parse_hand("1112223334445m +5m").win(flowers=given["flowers"])]
    if case["id"] == "bad-04":
        return [
            lambda: mj.parse_hand("[123z] 2223334445m +5m"),
            lambda: mj.Meld("chow", 27),
            lambda: mj.Meld.from_code(28),
        ]
    if case["id"] == "bad-05":
        return [
            lambda: mj.parse_hand("[89m1m] 2223334445m +5m"),
            lambda: mj.Meld("chow", 7),
            lambda: mj.Meld.from_code(8),
        ]
    if case["id"] == "bad-06":
        hand = mj.parse_hand("111222333m1115z +5z")
        return [
            lambda: hand.win(seat_wind=given["seat"]),
            lambda: hand.win(prevalent_wind=given["prevalent"]),
        ]
    if case["id"] == "bad-07":
        tile, copies = given["hand"].split(" x ")
        return [
            lambda: mj.parse_hand(tile * int(copies) + " +5m"),
            lambda: mj.shanten(counts(tile * int(copies)), "standard"),
            lambda: mj.waits([[0] * 4 + [400] + [0] * 29], "standard"),
        ]
    hand = given["hand"]
    win = f" +{given['win']}" if "win" in given else ""
    return [
        lambda: mj.parse_hand(hand + win),
        lambda: mj.shanten(hand, "standard"),
        lambda: mj.shanten(counts(hand), "standard"),
        lambda: mj.useful_tiles(counts(hand), "standard"),
    ]


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["id"].startswith("bad-")], ids=lambda c: c["id"]
)
def test_input_that_others_accepted_is_refused_in_one_sentence(case):
    assert case["kind"] in KINDS
    for attempt in tries(case):
        with pytest.raises(MahjongError) as caught:
            attempt()
        assert isinstance(caught.value, (HandError, TileError))
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300


# Exact counts


def complete_suits(name):
    """Patterns and weighted patterns of a suit by sets and pairs: {(sets, pairs): (patterns, weighted)}."""
    table = load(name)
    copies = Vectors(table.suit.n_kinds).copies[table.records >> PARTITION_SHIFT > 0]
    tiles, weights = copies.sum(axis=1), np.array([1, 4, 6, 4, 1])[copies].prod(axis=1)
    return {
        (n // 3, n % 3 // 2): (int((tiles == n).sum()), int(weights[tiles == n].sum()))
        for n in range(15)
        if n % 3 != 1
    }


def test_four_sets_and_a_pair_are_counted_exactly():
    number, honours = complete_suits("number"), complete_suits("honours")
    totals = {(0, 0): (1, 1)}
    for suit in (number, number, number, honours):
        joined = {}
        for (m, p), mine in totals.items():
            for (k, q), other in suit.items():
                if m + k < 5 and p + q < 2:
                    old = joined.get((m + k, p + q), (0, 0))
                    joined[m + k, p + q] = tuple(o + a * b for o, a, b in zip(old, mine, other, strict=True))
        totals = joined
    right = BY_ID["ex-02"]["right"]
    assert totals[4, 1] == (right["distinct_count_vectors"], right["favourable"])
    assert comb(136, 14) == BY_ID["ex-01"]["right"]["all"]


def test_thirteen_orphans_are_counted_exactly():
    kinds = [0, 8, 9, 17, 18, 26, *range(27, 34)]
    hands = np.zeros((13, 34), dtype=int)
    hands[:, kinds] = 1
    hands[np.arange(13), kinds] += 1
    assert mj.n_decompositions(hands, "thirteen_orphans").tolist() == [1] * 13
    weighted = sum(prod(comb(4, copies) for copies in hand) for hand in hands.tolist())
    assert weighted == BY_ID["ex-04"]["right"]["thirteen_orphans"]
