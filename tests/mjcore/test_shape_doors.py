"""The doors of the shape functions: every way to give hands, the shapes that come back, what is refused."""

import numpy as np
import pytest

import mjcore as mj
from mjcore.words.errors import HandError, MahjongError, RuleError
from mjcore.words.soft_eight import SOFT_EIGHT

BARE = ["123456m99m234p56s", "19m19p19s1234567z", "1122334455667p", "123m456p789s1122z"]
MELDED = ["3334p777s [666p][999p]", "{3333p}[666p][999p] 4p777s", "[123m]{7777s} 2345678p"]
FUNCTIONS = {"shanten": mj.shanten, "waits": mj.waits, "useful_tiles": mj.useful_tiles}
every_function = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
every_rule = pytest.mark.parametrize(
    "rules", ["standard", "riichi", SOFT_EIGHT], ids=["standard", "riichi", "soft_eight"]
)


def counts(text):
    return np.bincount(mj.parse_tiles(text), minlength=34)


# Doors agree


@every_function
@every_rule
def test_text_hands_lists_counts_and_packed_rows_give_the_same(function, rules):
    expected = [int(function(text, rules)) for text in BARE]
    hands = [mj.parse_hand(text) for text in BARE]
    plain = np.array([hand.counts() for hand in hands])
    packed = mj.hand_array(BARE)
    doors = [
        BARE,
        tuple(BARE),
        hands,
        plain,
        plain.tolist(),
        plain.astype(np.int64),
        plain.astype(np.float64),
        np.asfortranarray(plain),
        np.repeat(plain, 2, axis=0)[::2],
        packed,
        list(packed),
        np.array(BARE, dtype=object),
    ]
    for door in doors:
        assert function(door, rules).tolist() == expected
    assert [int(function(hand, rules)) for hand in (*hands, *plain, *packed)] == expected * 3


@every_function
@every_rule
def test_melds_come_through_text_hands_and_packed_rows(function, rules):
    expected = [int(function(text, rules)) for text in MELDED]
    assert function([mj.parse_hand(text) for text in MELDED], rules).tolist() == expected
    assert function(mj.hand_array(MELDED), rules).tolist() == expected


@every_rule
def test_a_win_counts_with_its_tile_except_for_the_waits(rules):
    hand = mj.parse_hand("123456m99m234p56s +7s")
    whole, before = "123456m99m234p567s", "123456m99m234p56s"
    for door in (hand, hand.win(), str(hand), mj.hand_array([hand])):
        assert np.all(mj.shanten(door, rules) == mj.shanten(whole, rules))
        assert np.all(mj.useful_tiles(door, rules) == mj.useful_tiles(whole, rules))
        assert np.all(mj.n_decompositions(door, rules) == mj.n_decompositions(whole, rules))
        assert np.all(mj.waits(door, rules) == mj.waits(before, rules))
    assert mj.decompositions(hand, rules) == mj.decompositions(whole, rules)
    assert mj.decompositions(hand.win(), rules) == mj.decompositions(str(hand), rules)


@every_function
def test_leading_shapes_come_back(function):
    plain = np.array([counts(text) for text in BARE])
    for shape in ((4,), (2, 2), (1, 4, 1), (2, 1, 2)):
        found = function(plain.reshape(*shape, 34), "standard")
        assert found.shape == shape
        assert found.ravel().tolist() == function(plain, "standard").tolist()
        packed = mj.hand_array(BARE).reshape(shape)
        assert function(packed, "standard").tolist() == found.tolist()
    for empty in (np.zeros((0, 34), np.uint8), np.zeros((3, 0, 34)), mj.hand_array([])):
        assert function(empty, "standard").size == 0
    assert function(np.zeros((3, 0, 34), np.uint8), "standard").shape == (3, 0)
    assert function(BARE[0], "standard").shape == ()
    assert function([[BARE[0], BARE[1]]], "standard").shape == (1, 2)


def test_results_have_the_documented_types():
    assert mj.shanten(BARE, SOFT_EIGHT).dtype == np.int8
    assert mj.waits(BARE, SOFT_EIGHT).dtype == np.uint64
    assert mj.useful_tiles(BARE, SOFT_EIGHT).dtype == np.uint64
    assert mj.n_decompositions("11223344556677p", SOFT_EIGHT).dtype == np.uint8


def test_the_input_is_left_as_it_was():
    plain = np.array([counts(text) for text in BARE])
    packed = mj.hand_array([*BARE, *MELDED])
    copies = plain.copy(), packed.copy()
    for function in FUNCTIONS.values():
        function(plain, "riichi")
        function(packed, "riichi")
    assert np.array_equal(plain, copies[0])
    assert np.array_equal(packed, copies[1])


def test_read_only_arrays_are_accepted():
    plain = np.array([counts(text) for text in BARE])
    plain.flags.writeable = False
    packed = mj.hand_array(MELDED)
    packed.flags.writeable = False
    for function in FUNCTIONS.values():
        function(plain, SOFT_EIGHT)
        function(packed, SOFT_EIGHT)


# What is refused

FIFTH, TWELVE = [5, 4, 4] + [0] * 31, [4, 4, 4] + [0] * 31


@every_function
@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ([counts(BARE[0]), FIFTH], "row 1: 5 copies of 1m"),
        ([counts(BARE[0]), TWELVE], "row 1: 12 tiles where 13"),
        ([counts(BARE[0]), [-1] + [0] * 33], "row 1: -1 copies of 1m"),
        (np.full((2, 3, 34), 0.5), r"row \(0, 0\): 0.5 copies of 1m"),
        (np.full((1, 34), np.nan), "row 0: nan copies of 1m"),
        (np.zeros((2, 33), int), "last axis is 34"),
        (np.zeros(34, bool), "whole numbers, not bool"),
        ([BARE[0], "123m456p789s112z"], "row 1: 12 tiles where 13"),
        ([BARE[0], "55555m123p678s12z"], "row 1: .*5m: 5 concealed"),
        ("123m456p789s112z", "12 tiles where 13"),
        ("[123m][456m] 11112p", "5 concealed tiles and 2 sets, three tiles each, make 11 tiles where 13"),
        ("123m456p789s1188z", "no honour|8z|honours"),
        (None, "None"),
        (7, "shape"),
        ({"hand": 1}, "dict"),
        ([object()], "object"),
    ],
)
def test_bad_hands_are_named_with_row_tile_and_reason(function, hands, said):
    with pytest.raises(MahjongError, match=said) as caught:
        function(hands, "standard")
    assert "\n" not in str(caught.value)


@every_function
def test_melds_that_cannot_be_are_named_with_their_row(function):
    rows = mj.hand_array([*MELDED, *MELDED])
    for field, value, said in [
        ("melds", 31, "row 4: meld code 31"),  # a chow of 4z
        ("melds", 64 + 35, "row 4: meld code 99"),
        ("winning_tile", 34, "row 4: winning tile 34"),
        ("source", 4, "row 4: source 4"),
        ("circumstances", 16, "row 4: circumstances 16"),
        ("seat_wind", 4, "row 4: seat wind 4"),
        ("flowers", 9, "row 4: flowers 9"),
    ]:
        bad = rows.copy()
        if field == "melds":
            bad[field][4, 3] = value
        else:
            bad[field][4] = value
        with pytest.raises(HandError, match=said):
            function(bad, "standard")


@every_function
def test_copies_in_melds_count_towards_the_four(function):
    rows = mj.hand_array(MELDED)
    rows["concealed"][0, 14] += 2  # 666p stands in a meld
    with pytest.raises(HandError, match="row 0: more than four copies of 6p: 2 concealed, 3 in sets"):
        function(rows, "standard")


@every_function
def test_one_bad_row_in_the_middle_of_a_million_is_named(function):
    hands = mj.deal_hands(np.random.default_rng(20260410), 1_000_000)
    function(hands, "standard")
    bad = hands[654_321]
    bad[np.flatnonzero(bad == 0)[:2]] += 1
    with pytest.raises(HandError, match=r"^row 654321: 15 tiles where 13"):
        function(hands, "standard")
    bad[np.flatnonzero(bad)[0]] = 5
    with pytest.raises(HandError, match=r"^row 654321: .*copies of "):
        function(hands, "standard")


def test_fourteen_tiles_do_not_wait_and_thirteen_do_not_decompose():
    said = r"^14 tiles where 13 are needed: in text .* after a '\+' \(in '12345699m234p567s'\)$"
    with pytest.raises(HandError, match=said):
        mj.waits("123456m99m234p567s", "standard")
    with pytest.raises(HandError, match=r"^row 1: .* \(in '\[555z\]\{7777s\} 12345699m'\)$"):
        mj.waits(["123456m99m234p56s", "[555z]{7777s} 123456m99m"], "standard")
    with pytest.raises(HandError, match="13 tiles where 14 are needed"):
        mj.n_decompositions(BARE, "standard")
    with pytest.raises(HandError, match="13 tiles where 14 are needed"):
        mj.decompositions(BARE[0], "standard")


@pytest.mark.parametrize("hand", [[BARE[0]], None, 7, counts(BARE[0]), mj.hand_array(BARE)])
def test_decompositions_are_of_one_hand(hand):
    with pytest.raises(HandError, match="a hand is text, a Hand or a Win"):
        mj.decompositions(hand, "standard")


@every_function
@pytest.mark.parametrize("rules", ["Standard", "knitted", None, 8, [], ["standard"], np.zeros(3), object])
def test_what_is_no_rule_set_is_refused_with_the_names_of_the_forms(function, rules):
    with pytest.raises(RuleError, match="seven_pairs"):
        function(BARE, rules)


@every_function
@pytest.mark.parametrize("melds", [-1, 5, 1.0, "1", True, None, [1], (0, 1), np.array([1, 2])])
def test_what_is_no_number_of_melds_is_refused(function, melds):
    with pytest.raises(HandError, match="melds"):
        function(counts("11223m55p1z"), "standard", melds=melds)


@every_function
def test_unknown_melds_are_for_plain_counts_under_forms_that_need_no_suit(function):
    with pytest.raises(HandError, match="melds is for plain counts"):
        function("123m456p789s1122z", "standard", melds=1)
    with pytest.raises(HandError, match="give the melds themselves"):
        function(counts("11223m55p1z"), SOFT_EIGHT, melds=2)
    with pytest.raises(HandError, match=r"row 1: 8 concealed tiles and 1 set, .* make 11 tiles"):
        function([counts("123m456p789s1z"), counts("123m456p78s")], "standard", melds=1)


def test_the_kinds_of_a_mask_are_its_bits():
    assert mj.kinds_in(0).tolist() == []
    assert mj.kinds_in((1 << 34) - 1).tolist() == list(range(34))
    for mask in (1 << 33, np.uint64(1 << 33), np.array(1 << 33), mj.waits("123456789m111p7z", "standard")):
        assert mj.kinds_in(mask).tolist()[-1:] == [33]


@pytest.mark.parametrize("mask", [-1, 1 << 34, np.int64(-5), 2.5, "7", None, [1, 2], np.array([3, 4])])
def test_what_is_no_mask_is_refused(mask):
    with pytest.raises(MahjongError):
        mj.kinds_in(mask)


def test_several_masks_are_refused_with_their_number():
    hands = ["123456m789p1234s"] * 3
    with pytest.raises(HandError, match=r"a mask is one number, and here are 3$"):
        mj.kinds_in(mj.waits(hands, "standard"))


@pytest.mark.parametrize("structural", [np.array([True, False]), 1, None, "yes"])
def test_structural_is_true_or_false(structural):
    with pytest.raises(HandError, match="structural is True or False"):
        mj.waits("123456m99m234p56s", SOFT_EIGHT, structural=structural)


def test_a_dead_wait_is_a_wait_to_declare_on_and_no_shanten():
    hand, own = "123456789m1111p", SOFT_EIGHT
    allowed = own.replace(ready_dead_wait="allow")
    assert [mj.kinds_in(mj.waits(hand, rules)).tolist() for rules in (own, allowed)] == [[], [9]]
    assert [int(mj.shanten(hand, rules)) for rules in (own, allowed)] == [1, 1]
