"""Text of mahjong-algorithm and GB-Mahjong: read, written and read back."""

import pytest

from mjcore.encoding.hands import parse_hand
from mjcore.interchange import from_algorithm_text, to_algorithm_text
from mjcore.words.errors import HandError, TileError

#: Texts as they stand in the documents of the two programs, and the same in ours.
TEXTS = [
    ("[EEEE][CCCC][FFFF][PPPP]NN", "{1111z}{7777z}{6666z}{5555z} 4z +4z"),
    ("1112345678999s9s", "1112345678999s +9s"),
    ("[WWWW1][444s]45m678pFF6m", "[3333z][444s] 45m678p66z +6m"),
    ("[EEEE]288s349pSCFF2p", "{1111z} 288s349p2z667z +2p"),
    ("[123p1][345s2][999s3]6m6pEW1m", "[123p][345s][999s] 6m6p13z +1m"),
    ("356m18s1579pWNFF9p", "356m1579p18s3466z +9p"),
    ("[1111s,1][2222m,2][3333p,7][4444p]88s", "[1111s][2222m][3333p]{4444p} 8s +8s"),
    ("345s3p55p5567p[7777s]4p", "{7777s} 345s3555567p +4p"),
    ("[123m,1][123p,1]123m12p44s3p", "[123m][123p] 123m12p44s +3p"),
    ("[231m 3][6666p6] 19m 19s 123z", "[123m][6666p] 19m19s123z"),
    ("1112345678999s", "1112345678999s"),
]


@pytest.mark.parametrize(("text", "ours"), TEXTS)
def test_text_of_the_programs_is_the_hand_it_shows(text, ours):
    assert from_algorithm_text(text) == parse_hand(ours)


HANDS = [
    "[123m][777s]{1111p} 56p66z +7p",
    "[5555z][666z]{7777z} 123m5s +5s",
    "19m19p19s1234567z +7z",
    "1112345678999m",
]


@pytest.mark.parametrize("program", ["mahjong-algorithm", "GB-Mahjong"])
@pytest.mark.parametrize("dragons", [None, "white_first", "red_first"])
@pytest.mark.parametrize("hand", [ours for _, ours in TEXTS] + HANDS)
def test_a_hand_written_is_read_back(hand, dragons, program):
    hand = parse_hand(hand)
    text = to_algorithm_text(hand, dragons=dragons, program=program)
    assert from_algorithm_text(text, dragons=dragons) == hand


def test_dragons_are_written_so_that_the_reader_knows_them():
    hand = parse_hand("[5555z][666z]{7777z} 123m5s +5s")
    assert to_algorithm_text(hand) == "[PPPP1][FFF][CCCC]123m5s5s"
    assert to_algorithm_text(hand, dragons="white_first") == "[5555z1][666z][7777z]123m5s5s"
    assert to_algorithm_text(hand, dragons="red_first") == "[7777z1][666z][5555z]123m5s5s"
    assert to_algorithm_text(hand, program="GB-Mahjong") == "[PPPP,1][FFF,1][CCCC]123m5s5s"


def test_digits_of_dragons_are_refused_until_somebody_says_what_they_are():
    text = "[555z]123m45678s66z9s"
    with pytest.raises(TileError, match=r"'555z' at character 2 .* white here and red in other programs"):
        from_algorithm_text(text)
    assert from_algorithm_text(text, dragons="red_first") == parse_hand("[777z] 123m45678s66z +9s")
    assert from_algorithm_text(text, dragons="white_first") == parse_hand("[555z] 123m45678s66z +9s")
    assert from_algorithm_text("1234z123m456789s") == from_algorithm_text("ESWN123m456789s")


def test_letters_mean_the_same_in_every_order():
    hands = {
        from_algorithm_text("[CCC]123m45678sPP9s", dragons=order)
        for order in (None, "white_first", "red_first")
    }
    assert hands == {parse_hand("[777z] 123m45678s55z +9s")}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("[123m", HandError, r"'\[' at character 1 of '\[123m' is out of place"),
        ("123m]456m", HandError, "']' at character 5"),
        ("[[123m]]", HandError, r"'\[' at character 1"),
        ("[124m]12345678s1p1p", HandError, r"set '\[124m\]' at character 1 .* neither equal nor consecutive"),
        ("55m[11m]", HandError, r"set '\[11m\]' at character 4"),
        ("[]12345678s1p1p", HandError, "a set without tiles"),
        ("[123m4]12345678s1p1p", HandError, "the number after a chow is one of 1, 2, 3, not 4"),
        ("[111m,5]12345678s1p1p", HandError, "the number after a pung"),
        ("[1111m,4]12345678s1p1p", HandError, "after a melded kong is one of 1, 2, 3, 5, 6, 7, not 4"),
        ("123x", TileError, "'x' at character 4"),
        ("123m|EE0000", TileError, r"'\|' at character 5"),
        ("123m", HandError, "3 tiles"),
        ("11111m123456789s", HandError, "more than four copies of 1m"),
        (123, TileError, "read from a string"),
    ],
)
def test_text_that_is_no_hand_is_refused_with_its_place(text, error, message):
    with pytest.raises(error, match=message):
        from_algorithm_text(text)


def test_what_such_text_cannot_say_is_refused():
    with pytest.raises(HandError, match="14 tiles and none that wins, but the last one written would"):
        to_algorithm_text(parse_hand("11123456789999m"))
    with pytest.raises(HandError, match="program is mahjong-algorithm or GB-Mahjong, not 'mine'"):
        to_algorithm_text(parse_hand("1112345678999m"), program="mine")
    with pytest.raises(TileError, match="dragons are white_first or red_first, not 'green_first'"):
        to_algorithm_text(parse_hand("1112345678999m"), dragons="green_first")
    with pytest.raises(HandError, match="a Hand is written"):
        to_algorithm_text("1112345678999m")
