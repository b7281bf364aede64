import time
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.words.errors import MahjongError, TileError
from mjcore.words.tiles import (
    HONOURS,
    KIND_TEXTS,
    LANGUAGES,
    N_KINDS,
    STYLES,
    as_kind,
    parse_tiles,
    read_tiles,
    tile_name,
    tile_text,
)

KINDS = st.lists(st.integers(0, N_KINDS - 1), min_size=1, max_size=136)
LOOKS_LIKE_TILES = st.text(alphabet="0123456789mpszESWNCFPMZ[]{}+, 🀀🀄🀆🀇🀐🀡🀢\ufe0f", max_size=60)


@given(kinds=KINDS, style=st.sampled_from(STYLES))
def test_text_of_any_tiles_reads_back_in_the_same_order(kinds, style):
    back = parse_tiles(tile_text(kinds, style=style))
    assert back.dtype == np.uint8
    assert back.tolist() == kinds


@given(
    parts=st.lists(st.tuples(KINDS, st.sampled_from(STYLES)), min_size=1, max_size=4), gap=st.text(" ,\t\n")
)
def test_styles_mix_and_gaps_do_not_matter(parts, gap):
    kinds = [kind for part, _ in parts for kind in part][:136]
    texts, left = [], 136
    for part, style in parts:
        texts.append(tile_text(part[:left], style))
        left -= len(part[:left])
    assert parse_tiles(gap.join(texts)).tolist() == kinds


@given(text=st.text() | LOOKS_LIKE_TILES)
def test_any_text_is_tiles_or_a_tile_error_of_one_line(text):
    said = ""
    try:
        kinds = parse_tiles(text)
        assert parse_tiles(tile_text(kinds)).tolist() == kinds.tolist()
    except TileError as error:
        said = str(error)
    assert "\n" not in said


@given(value=st.none() | st.integers() | st.floats() | st.binary() | st.lists(st.text()))
def test_what_is_no_string_is_refused(value):
    with pytest.raises(TileError, match="string"):
        parse_tiles(value)


def test_dragons_are_white_green_red():
    assert parse_tiles("567z").tolist() == parse_tiles("PFC").tolist() == [31, 32, 33]
    assert [tile_name(kind) for kind in (31, 32, 33)] == ["White", "Green", "Red"]


UNICODE_WORDS = {
    "ONE": 1,
    "TWO": 2,
    "THREE": 3,
    "FOUR": 4,
    "FIVE": 5,
    "SIX": 6,
    "SEVEN": 7,
    "EIGHT": 8,
    "NINE": 9,
}
UNICODE_SUITS = {"CHARACTERS": "m", "CIRCLES": "p", "BAMBOOS": "s"}
UNICODE_HONOURS = dict(
    zip("ESWNPFC", ("EAST", "SOUTH", "WEST", "NORTH", "WHITE", "GREEN", "RED"), strict=True)
)


@pytest.mark.parametrize("code", range(0x1F000, 0x1F022))
def test_unicode_tiles_mean_what_their_unicode_names_say(code):
    words = unicodedata.name(chr(code)).removeprefix("MAHJONG TILE ").split()
    if words[-1] in UNICODE_SUITS:
        meant = f"{UNICODE_WORDS[words[0]]}{UNICODE_SUITS[words[-1]]}"
    else:
        meant = next(letter for letter, word in UNICODE_HONOURS.items() if word == words[0])
    assert parse_tiles(chr(code)).tolist() == parse_tiles(meant).tolist()
    assert tile_text(parse_tiles(chr(code)), style="unicode") == chr(code)


@pytest.mark.parametrize("selector", ["\ufe0e", "\ufe0f"])
def test_a_variation_selector_belongs_to_the_unicode_tile_before_it(selector):
    assert parse_tiles(f"🀄{selector}🀇{selector}").tolist() == [33, 0]
    for text in (selector + "1m", f"1m{selector}", f"🀄 {selector}", f"🀄{selector}{selector}"):
        with pytest.raises(TileError, match="variation selector"):
            parse_tiles(text)


def test_neighbours_of_one_suit_share_its_letter():
    assert tile_text(parse_tiles("1m2m3m4p5p6p1z1z")) == "123m456p11z"
    assert tile_text(parse_tiles("1m1p1m")) == "1m1p1m"
    assert tile_text(parse_tiles("9s1z5z"), style="letters") == "9sEP"


def test_no_tiles_have_an_empty_text():
    assert [tile_text([], style) for style in STYLES] == ["", "", ""]


MALFORMED = [
    ("", "no tiles"),
    (" ,, ", "no tiles"),
    ("340m567p", "'0m' at character 3 .* no red fives"),  # bug case parse-01
    ("0z", "'0z' at character 1 .* 1z to 7z"),
    ("8z", "'8z' at character 1 .* 1z to 7z"),
    ("119z", "'9z' at character 3"),
    ("123", "digits '123' at character 1 .* suit"),
    ("1m23", "digits '23' at character 3 .* suit"),
    ("1m2E", "digit '2' at character 3 .* suit"),
    ("12S", "bamboo is a lower-case 's'"),
    ("12P", "dots are a lower-case 'p'"),
    ("12🀇", "digits '12' at character 1"),
    ("m", "suit 'm' at character 1 .* no digits"),
    ("1mp", "suit 'p' at character 3 .* no digits"),
    ("s", "South is an upper-case 'S'"),
    ("12M", "'M' at character 3 .* lower-case"),
    ("1mZ", "'Z' at character 3 .* lower-case"),
    ("1mew", "'e' at character 3 .* upper-case"),
    ("1m?", r"'\?' at character 3"),
    ("1x", "'x' at character 2"),
    ("١m", "'١' at character 1"),  # a digit to str.isdigit, but not ours
    ("１２３ｍ", "'１' at character 1 of '１２３ｍ' is full-width: write '1'"),
    ("123ｍ", "'ｍ' at character 4 .* is full-width: write 'm'"),
    ("1m，2m", "'，' at character 3 .* is full-width: write ','"),
    ("1m＠", "'＠' at character 3 .* is no tile"),
    ("【123m】", r"'【' at character 1 .* is a Chinese bracket: write '\['"),
    ("［123m］", r"'［' at character 1 .* is full-width: write '\['"),
    ("1m＋2m", r"'＋' at character 3 .* is full-width: write '\+'"),
    ("[123m]", "'\\[' at character 1 .* parse_hand"),
    ("1m+2m", "'\\+' at character 3 .* parse_hand"),
    ("1m🀢", "'🀢' at character 3 .* flower"),
    ("🀪", "at character 1 .* is no tile"),
    ("5m" * 400, "800|400 tiles"),  # bug case bad-07
    ("1" * 137 + "m", "137 tiles"),
    ("5m" * 500_000, "1000000 characters"),
]


@pytest.mark.parametrize(("text", "said"), MALFORMED, ids=[repr(text[:12]) for text, _ in MALFORMED])
def test_malformed_text_is_refused_and_the_place_is_named(text, said):
    with pytest.raises(TileError, match=said):
        parse_tiles(text)


def test_a_million_characters_are_refused_at_once():
    start = time.process_time()
    for text in ("5m" * 500_000, "1" * 10**6, " " * 10**6, "[" * 10**6):
        with pytest.raises(TileError):
            parse_tiles(text)
    assert time.process_time() - start < 0.1


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ([34], r"34 \(number 1 of 1\)"),
        ([0, -1], r"-1 \(number 2 of 2\)"),
        ([0.0, 1.0], "whole numbers"),
        ([True], "whole numbers"),
        (["1m"], "whole numbers"),
        ([10**30], "whole numbers"),
        (5, "flat list"),
        ([[1, 2]], "flat list"),
        ([[1], [1, 2]], "flat list"),
        (None, "flat list"),
        ([0] * 137, "137 tiles"),
    ],
)
def test_what_is_no_list_of_kinds_has_no_text(kinds, said):
    with pytest.raises(TileError, match=said):
        tile_text(kinds)


@pytest.mark.parametrize("style", ["Digits", "", None, 0, ["digits"]])
def test_unknown_styles_are_refused(style):
    with pytest.raises(TileError, match="digits, letters, unicode"):
        tile_text([0], style=style)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_tell_all_kinds_apart(language):
    assert len({tile_name(kind, language) for kind in range(N_KINDS)}) == N_KINDS


def test_names_are_those_of_the_game():
    kinds = parse_tiles("1m5p9sESWNPFC")
    assert [tile_name(kind) for kind in kinds] == [
        *("1 Characters", "5 Dots", "9 Bamboos"),
        *("East", "South", "West", "North", "White", "Green", "Red"),
    ]
    assert "".join(tile_name(kind, "zh") for kind in kinds) == "一万五饼九条东南西北白发中"


@pytest.mark.parametrize("kind", [-1, 34, 1.0, "1m", None, True, 10**100, [1]])
def test_what_is_no_kind_has_no_name(kind):
    with pytest.raises(TileError, match="no kind of tile"):
        tile_name(kind)
    with pytest.raises(MahjongError):
        as_kind(kind)


def test_unknown_languages_are_refused():
    for language in ("ja", "", None, ["en"]):
        with pytest.raises(TileError, match="en and zh"):
            tile_name(0, language)


def test_places_in_part_of_a_text_are_counted_from_its_beginning():
    assert read_tiles("[1m]2m", 4, 6) == [1]
    with pytest.raises(TileError, match="character 5"):
        read_tiles("[1m]x", 4, 5)


def test_kinds_letters_and_texts_are_in_one_order():
    assert len(KIND_TEXTS) == len(set(KIND_TEXTS)) == N_KINDS
    assert parse_tiles("".join(KIND_TEXTS)).tolist() == list(range(N_KINDS))
    assert parse_tiles(HONOURS).tolist() == list(range(27, 34))
