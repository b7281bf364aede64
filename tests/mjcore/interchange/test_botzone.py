"""Botzone's tiles and requests: read, written and read back."""

import numpy as np
import pytest

from mjcore.interchange import (
    BotzoneRequest,
    from_botzone_request,
    from_botzone_tiles,
    to_botzone_request,
    to_botzone_tiles,
)
from mjcore.interchange.codes import TILE_CODES
from mjcore.words.errors import HandError, TileError
from mjcore.words.tiles import parse_tiles, tile_text


def test_the_codes_of_all_kinds_are_read_back_and_dragons_are_red_green_white():
    kinds = from_botzone_tiles(TILE_CODES)
    assert kinds.tolist() == list(range(34))
    assert kinds.dtype == np.uint8
    assert to_botzone_tiles(kinds) == list(TILE_CODES)
    assert tile_text(from_botzone_tiles("W1 B1 T1 F1 F2 F3 F4 J1 J2 J3"), style="letters") == "1m1p1sESWNCFP"


def test_no_tiles_are_no_tiles():
    assert from_botzone_tiles("").tolist() == []
    assert to_botzone_tiles([]) == []


@pytest.mark.parametrize("code", ["W0", "W10", "w1", "J4", "F5", "5m", "", 5, None])
def test_a_code_that_is_no_tile_is_refused(code):
    with pytest.raises(TileError, match="is no tile: codes are"):
        from_botzone_tiles([code])


def test_flowers_are_no_tiles_of_a_hand():
    for codes in (None, 5):
        with pytest.raises(TileError, match="codes of tiles are a list, not"):
            from_botzone_tiles(codes)
    with pytest.raises(TileError, match="'H8' is a flower"):
        from_botzone_tiles("W1 H8")


DEALT = "W1 W1 W2 B3 B4 T5 T6 T7 F1 F2 J1 J2 J3"
REQUESTS = {
    "0 1 2": BotzoneRequest("SEAT", 1, prevalent_wind="W"),
    f"1 0 0 0 0 {DEALT}": BotzoneRequest(
        "DEAL", tiles=tuple(parse_tiles("112m34p567sESCFP").tolist()), flower_counts=(0, 0, 0, 0)
    ),
    f"1 1 2 1 1 {DEALT} H1 H4 H2 H3 H6": BotzoneRequest(
        "DEAL",
        tiles=tuple(parse_tiles("112m34p567sESCFP").tolist()),
        flowers=(1, 4, 2, 3, 6),
        flower_counts=(1, 2, 1, 1),
    ),
    "2 T6": BotzoneRequest("TILE", tiles=(23,)),
    "3 2 BUHUA H7": BotzoneRequest("BUHUA", 2, flowers=(7,)),
    "3 2 DRAW": BotzoneRequest("DRAW", 2),
    "3 2 PLAY T1": BotzoneRequest("PLAY", 2, (18,)),
    "3 0 PENG J3": BotzoneRequest("PENG", 0, (31,)),
    "3 2 CHI T2 W3": BotzoneRequest("CHI", 2, (19, 2)),
    "3 3 GANG": BotzoneRequest("GANG", 3),
    "3 2 BUGANG W3": BotzoneRequest("BUGANG", 2, (2,)),
}


@pytest.mark.parametrize("text", REQUESTS)
def test_a_request_is_read_and_written(text):
    assert from_botzone_request(text) == REQUESTS[text]
    assert to_botzone_request(REQUESTS[text]) == text


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", HandError, "begins with 0, 1, 2 or 3"),
        ("4 W1", HandError, "begins with 0, 1, 2 or 3"),
        ("0 1", HandError, "has 1 words after its event, where 2 are needed"),
        ("0 4 0", HandError, "'4' in '0 4 0' is no number from 0 to 3"),
        ("0 ² 0", HandError, "is no number from 0 to 3"),
        ("1 0 0 0 1 " + DEALT, HandError, "where 18 are needed"),
        ("1 0 0 0 1 " + DEALT + " W1", HandError, "'W1' .* is no flower"),
        ("1 0 0 0 0 H1" + DEALT[2:], TileError, "'H1' is a flower"),
        ("2 W1 W2", HandError, "has 2 words"),
        ("2 X1", TileError, "'X1' is no tile"),
        ("3 2", HandError, "names no player and one of BUHUA, DRAW"),
        ("3 2 HU", HandError, "one of BUHUA, DRAW"),
        ("3 2 CHI T2", HandError, "has 1 words after its event, where 2 are needed"),
        ("3 9 DRAW", HandError, "'9' .* no number from 0 to 3"),
        ("3 2 BUHUA W1", HandError, "is no flower"),
        (None, HandError, "a line of text, not None"),
    ],
)
def test_a_line_that_is_no_request_is_refused(text, error, message):
    with pytest.raises(error, match=message):
        from_botzone_request(text)


@pytest.mark.parametrize(
    "request_",
    [
        BotzoneRequest("HU", 1),
        BotzoneRequest("PLAY", 1),
        BotzoneRequest("PLAY", tiles=(1,)),
        BotzoneRequest("DRAW", 1, (2,)),
        BotzoneRequest("SEAT", 1, prevalent_wind="X"),
        BotzoneRequest("DRAW", 1, prevalent_wind="E"),
        BotzoneRequest("DEAL", tiles=(0,) * 13),
        BotzoneRequest("DEAL", tiles=(0,) * 13, flower_counts=None),
        BotzoneRequest("SEAT", 1, prevalent_wind=5),
        "3 2 DRAW",
    ],
)
def test_a_request_that_lacks_something_or_says_too_much_is_not_written(request_):
    with pytest.raises(HandError):
        to_botzone_request(request_)
