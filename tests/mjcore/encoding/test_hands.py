import contextlib
import inspect
import json
import pickle
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.encoding.hands import Hand, Meld, Win, parse_hand
from mjcore.encoding.layout import MELD_TYPES, SOURCES
from mjcore.words.errors import HandError, MahjongError, TileError, WinError
from mjcore.words.tiles import N_KINDS, STYLES, WINDS, parse_tiles, tile_text

MELDS = [Meld("chow", kind) for kind in range(27) if kind % 9 < 7] + [
    Meld(type, kind) for type in MELD_TYPES[1:] for kind in range(N_KINDS)
]
LOOKS_LIKE_HANDS = st.text(alphabet="123456789mpszESWNCFP[]{}+, ", max_size=40)


@st.composite
def hands(draw):
    """Any hand of 13 or 14 tiles with up to four sets."""
    held = np.zeros(N_KINDS, dtype=int)
    melds = []
    for meld in draw(st.lists(st.sampled_from(MELDS), max_size=4)):
        tiles = np.bincount(meld.tiles, minlength=N_KINDS)
        if (held + tiles).max() <= 4:
            held += tiles
            melds.append(meld)
    wall = draw(st.permutations([kind for kind in range(N_KINDS) for _ in range(4 - held[kind])]))
    n_concealed = 13 - 3 * len(melds)
    size = draw(st.sampled_from(["13", "14", "13+1"]))
    concealed = np.bincount(wall[: n_concealed + (size == "14")], minlength=N_KINDS)
    return Hand(concealed.tolist(), melds, wall[n_concealed] if size == "13+1" else None)


WINS = st.builds(
    Win,
    hands(),
    source=st.sampled_from(SOURCES),
    last_wall=st.booleans(),
    last_copy=st.booleans(),
    initial=st.booleans(),
    seat_wind=st.sampled_from(WINDS),
    prevalent_wind=st.sampled_from(WINDS),
    flowers=st.integers(0, 8),
    heavenly_ready=st.booleans(),
)


@given(hand=hands())
def test_a_hand_reads_back_from_its_text_and_its_repr(hand):
    assert parse_hand(str(hand)) == hand
    assert eval(repr(hand)) == hand


@given(win=WINS)
def test_a_win_reads_back_from_its_repr(win):
    assert eval(repr(win)) == win
    assert hash(eval(repr(win))) == hash(win)


@given(hand=hands(), style=st.sampled_from(STYLES))
def test_every_style_of_text_gives_the_same_hand(hand, style):
    concealed = [kind for kind, copies in enumerate(hand.concealed) for _ in range(copies)]
    melds = [
        "{}{}{}".format("[{"[m.is_concealed], tile_text(m.tiles, style), "]}"[m.is_concealed])
        for m in hand.melds
    ]
    winning = [] if hand.winning_tile is None else ["+" + tile_text([hand.winning_tile], style)]
    assert parse_hand(" ".join([tile_text(concealed, style), *melds, *winning])) == hand


@given(text=st.text() | LOOKS_LIKE_HANDS)
def test_any_text_is_a_hand_or_a_mahjong_error_of_one_line(text):
    said = ""
    try:
        hand = parse_hand(text)
        assert parse_hand(str(hand)) == hand
    except MahjongError as error:
        said = str(error)
    assert "\n" not in said


@given(hand=hands(), place=st.integers(0, 60), char=st.sampled_from("0123456789mpszESWNCFP[]{}+, "))
def test_a_slip_of_the_pen_never_raises_anything_but_a_mahjong_error(hand, place, char):
    text = str(hand)
    for slip in (text[:place] + char + text[place:], text[:place] + text[place + 1 :]):
        with contextlib.suppress(MahjongError):
            parse_hand(slip)


@given(hand=hands())
def test_counts_and_size_agree_with_the_text(hand):
    tiles = sum(hand.concealed)
    assert hand.counts().dtype == np.uint8
    assert hand.counts().tolist() == list(hand.concealed)
    assert hand.counts(with_winning=True).sum() == tiles + (hand.winning_tile is not None)
    assert hand.n_tiles == hand.counts(with_winning=True).sum() + 3 * hand.n_melds
    assert hand.n_tiles in (13, 14)


def test_the_example_of_the_notation():
    hand = parse_hand("[123m]{7777s} 2345678p +8p")
    assert hand.melds == (Meld("chow", 0), Meld("concealed_kong", 24))
    assert hand.winning_tile == parse_tiles("8p")[0]
    assert str(hand) == "[123m]{7777s} 2345678p +8p"
    assert parse_hand("2345p[312m] +8p {7777s},678p") == hand


def test_hands_and_wins_are_frozen_hashable_and_pickled():
    win = parse_hand("[123m]{7777s} 2345678p +8p").win(source="wall")
    assert pickle.loads(pickle.dumps(win)) == win
    assert len({win, pickle.loads(pickle.dumps(win)), win.hand}) == 2
    with pytest.raises(FrozenInstanceError):
        win.source = "discard"
    with pytest.raises(FrozenInstanceError):
        win.hand.winning_tile = 3


# The sets, one by one


@pytest.mark.parametrize("meld", MELDS, ids=str)
def test_every_set_reads_back_from_its_byte_and_its_tiles(meld):
    assert 0 < meld.code < 256
    assert Meld.from_code(meld.code) == meld
    assert Meld.from_tiles(meld.tiles[::-1], concealed=meld.is_concealed) == meld
    assert len(meld.tiles) == 3 + meld.is_kong


def test_bytes_that_are_no_set_are_refused_and_the_others_are_all_sets():
    codes = {meld.code for meld in MELDS}
    assert len(codes) == len(MELDS) == 21 + 3 * 34
    for code in set(range(-2, 300)) - codes:
        with pytest.raises(HandError, match=f"meld code {code} is no set"):
            Meld.from_code(code)


@pytest.mark.parametrize(
    ("type", "kind", "said"),
    [
        ("chow", 27, "from 1z: honours form no chows"),
        ("chow", 33, "from 7z: honours form no chows"),
        ("chow", 7, "from 8m: it would go beyond rank 9"),  # bug case bad-05
        ("chow", 17, "from 9p: it would go beyond rank 9"),
        ("kong", 0, "chow, pung, melded_kong, concealed_kong, not 'kong'"),
        (2, 0, "chow, pung, melded_kong, concealed_kong, not 2"),
        ("pung", 34, "34 is no kind"),
        ("pung", -1, "-1 is no kind"),
        ("pung", "1m", "'1m' is no kind"),
    ],
)
def test_sets_that_do_not_exist_cannot_be_made(type, kind, said):
    with pytest.raises(HandError, match=said):
        Meld(type, kind)


# Malformed text

MALFORMED = [
    ("", "0 tiles where 13 or 14 are needed"),
    ("123m456p789s112z", "12 tiles where 13 or 14 are needed"),
    ("123m456p789s1122z33z", "15 tiles where 13 or 14"),
    ("123m456p789s112z +1z", "12 tiles where 13 are needed before the winning tile"),
    ("123m456p789s11222z +3z", "14 tiles where 13 are needed before the winning tile"),
    ("[123m] 456p789s11z", "8 concealed tiles and 1 set, three tiles each, make 11 tiles"),
    ("22222448m123p678s +4m", "more than four copies of 2m: 5 concealed"),  # bug case bad-10
    ("5555555555555m", "more than four copies of 5m: 13 concealed"),  # bug case bad-09
    ("1234567m111p12s +1p [111p]", "more than four copies of 1p: 3 concealed, 3 in sets, 1 to win with"),
    ("[555z] 5z 23456789m1p +5z", "more than four copies of 5z: 1 concealed, 3 in sets, 1 to win with"),
    ("[123m][123m][123m] 2m 3m3m1p +1p", "more than four copies of 3m: 2 concealed, 3 in sets"),
    ("{7777s} 7s 234567m111p", "more than four copies of 7s: 1 concealed, 4 in sets"),
    ("1111m23456789p1z +1m", "more than four copies of 1m: 4 concealed, 1 to win with"),
    ("[111m][222m][333m][444m][555m] +1p", "5 sets are declared where a hand has at most 4"),
    ("[123z] 1m", r"set '\[123z\]' at character 1 .*: honours form no chows"),
    ("1m [ESW]", r"set '\[ESW\]' at character 4 .*: honours form no chows"),  # bug case bad-04
    ("[124m]", "124m are no set: neither equal nor consecutive"),
    ("[112m]", "neither equal nor consecutive"),
    ("[891m]", "189m are no set: neither equal nor consecutive"),
    ("[8910m]", "'0m' at character 5"),
    ("[12m3p]", "one suit"),
    ("[99m1p]", "one suit"),
    ("[89m1p]", "one suit"),
    ("[9s1z2z]", "one suit"),
    ("[11m]", "three tiles, or four in a kong, not 2"),
    ("[11111m]", "three tiles, or four in a kong, not 5"),
    ("[1112m]", "four tiles of a kong are equal"),
    ("[1234m]", "four tiles of a kong are equal"),
    ("{777s}", "a concealed kong has four equal tiles"),
    ("{7778s}", "a concealed kong has four equal tiles"),
    ("{77777s}", "a concealed kong has four equal tiles"),
    ("{123m}", "a concealed kong has four equal tiles"),
    ("[]", "without tiles"),
    ("{}", "without tiles"),
    ("[123m", r"'\[' at character 1 .* closed by '\]', but the end of the text"),
    ("{7777s", "closed by '}', but the end of the text"),
    ("[123m}", "but '}' at character 6 came first"),
    ("{7777s]", "but ']' at character 7 came first"),
    ("[[123m]]", "but '\\[' at character 2 came first"),
    ("[123m+4m]", "but '\\+' at character 6 came first"),
    ("123m]", "']' at character 5 .* closes no bracket"),
    ("}123m", "'}' at character 1 .* closes no bracket"),
    ("1m +2m]", "']' at character 7 .* closes no bracket"),
    ("1m +", "after '\\+' at character 4 .* one winning tile, found none"),
    ("1m + [123m]", "one winning tile, found none"),
    ("1m ++2m", "one winning tile, found none"),
    ("1m +23m", "one winning tile, found 2 tiles, 23m"),
    ("1m +2m 34m", "one winning tile, found 3 tiles, 234m"),
    ("1m +2m +3m", "second winning tile is marked at character 8"),
    ("1m +2m [123m] +3m", "second winning tile is marked at character 15"),
    ("5m" * 400, "400 copies of 5m"),  # bug case bad-07
]


@pytest.mark.parametrize(("text", "said"), MALFORMED, ids=[text[:30] or "empty" for text, _ in MALFORMED])
def test_malformed_hands_are_refused_with_the_place_and_the_reason(text, said):
    with pytest.raises(MahjongError, match=said):
        parse_hand(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[0m] 1m", "'0m' at character 2"),  # places are counted in the whole text
        ("[123m] 12", "digits '12' at character 8"),
        ("12[123m]3m", "digits '12' at character 1"),
        ("1m +8z", "'8z' at character 5"),
        ("1m x", "'x' at character 4"),
        ("[12Sm]", "bamboo is a lower-case"),
        ("1m" * 500_000, "too long"),
    ],
)
def test_faults_of_tiles_are_placed_in_the_whole_text(text, said):
    with pytest.raises(TileError, match=said):
        parse_hand(text)


@pytest.mark.parametrize("value", [None, 5, b"123m", ["123m"], np.zeros(34)])
def test_what_is_no_string_is_no_hand(value):
    with pytest.raises(MahjongError, match="string"):
        parse_hand(value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([1] * 33,), "34 numbers of copies, one a kind, not 33"),
        (([0.5] * 34,), "34 whole numbers"),
        (("1" * 34,), "34 whole numbers"),
        ((None,), "34 whole numbers"),
        (([-1] + [1] * 33,), "-1 copies of 1m"),
        (([10**5000] + [0] * 33,), "a huge number copies of 1m"),
        (([1] * 13 + [0] * 21, ["[123m]"]), "one of them is '\\[123m\\]'"),
        (([1] * 13 + [0] * 21, Meld("chow", 0)), "melds are a list"),
        (([1] * 13 + [0] * 21, (), 255), "255 is no kind"),
        (([1] * 13 + [0] * 21, (), "1m"), "'1m' is no kind"),
    ],
    ids=range(10),
)
def test_hands_are_not_made_of_anything_else(arguments, said):
    with pytest.raises(HandError, match=said):
        Hand(*arguments)


# How a hand was won

HAND = parse_hand("[123m]{7777s} 2345678p +8p")


def test_the_defaults_of_win_are_said_once():
    of_hand = inspect.signature(Hand.win).parameters
    of_win = inspect.signature(Win).parameters
    assert list(of_hand)[1:] == list(of_win)[1:]
    assert all(of_hand[name].default == of_win[name].default for name in list(of_win)[1:])
    assert HAND.win() == Win(HAND)


def test_winds_are_letters_or_seats():
    for seat, letter in enumerate("ESWN"):
        assert HAND.win(seat_wind=np.uint8(seat), prevalent_wind=seat).seat_wind == letter
        assert HAND.win(seat_wind=seat) == HAND.win(seat_wind=letter)


@pytest.mark.parametrize("name", ["seat_wind", "prevalent_wind"])
@pytest.mark.parametrize("wind", [9, 4, -1, "e", "East", "", "ES", "C", None, True, 0.0])  # bug case bad-06
def test_other_winds_are_refused(name, wind):
    with pytest.raises(WinError, match=f"{name} is one of E, S, W, N"):
        HAND.win(**{name: wind})


@pytest.mark.parametrize("flowers", [99, 9, -1, 1.0, "1", None, True, 2**100])
def test_other_numbers_of_flowers_are_refused(flowers):  # bug case bad-03
    with pytest.raises(WinError, match="flowers is a whole number from 0 to 8"):
        HAND.win(flowers=flowers)


@pytest.mark.parametrize("source", ["self", "Wall", "", None, 1, ["wall"]])
def test_other_sources_are_refused(source):
    with pytest.raises(WinError, match="discard, wall, replacement, robbed"):
        HAND.win(source=source)


@pytest.mark.parametrize("name", ["last_wall", "last_copy", "initial", "heavenly_ready"])
@pytest.mark.parametrize("flag", [1, 0, "yes", None])
def test_flags_are_true_or_false(name, flag):
    with pytest.raises(WinError, match=f"{name} is True or False"):
        HAND.win(**{name: flag})
    assert HAND.win(**{name: np.True_}) == HAND.win(**{name: True})


def test_thirteen_tiles_do_not_win():
    with pytest.raises(WinError, match="13 tiles where 14 are needed"):
        parse_hand("123m456p789s1122z").win()
    assert parse_hand("123m456p789s11222z").win(source="wall", initial=True).initial


def test_a_win_is_made_of_a_hand():
    with pytest.raises(WinError, match="made of a Hand"):
        Win("123m456p789s1122z +1z")


# Inputs on which other programs went wrong

CASES = [
    case
    for line in (Path(__file__).parents[2] / "data" / "bug_cases.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
    if (case := json.loads(line))["kind"] == "input-validation" or "error" in case["right"]
]
#: What each row's phrase about its tiles stands for, and the words of our refusal.
REFUSED = {
    "bad-03": (
        lambda case: parse_hand(case["hand"] + "+5m").win(flowers=case["flowers"]),
        "from 0 to 8, not 99",
    ),
    "bad-04": (lambda case: parse_hand(case["hand"] + "[123z] +5m"), "honours form no chows"),
    "bad-05": (lambda case: Meld("chow", 7), "beyond rank 9"),
    "bad-06": (lambda case: parse_hand(case["hand"] + "+5z").win(seat_wind=case["seat"]), "not 9"),
    "bad-07": (lambda case: parse_hand("5m" * 400 + "+5m"), "400 copies of 5m"),
    "bad-09": (lambda case: parse_hand(case["hand"]), "more than four copies of 5m"),
    "bad-10": (lambda case: parse_hand(case["hand"] + "+4m"), "more than four copies of 2m"),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_input_that_others_accepted_is_refused(case):
    read, said = REFUSED[case["id"]]
    with pytest.raises(HandError, match=said):
        read(case["input"])
