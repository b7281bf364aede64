"""Arguments of PyMahjongGB: read, written and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.encoding.hands import parse_hand
from mjcore.encoding.layout import SOURCES
from mjcore.interchange import from_pymahjonggb, to_pymahjonggb
from mjcore.words.errors import HandError, TileError, WinError

#: A call as it was made, and the win it is about.
CALLS = [
    (
        ((), ("W1", "W1", "W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9", "W9", "W9"), "W5", 1, True),
        parse_hand("1112345678999m +5m").win(source="wall", flowers=1),
    ),
    (
        ((("CHI", "W2", 3), ("GANG", "J1", 2), ("PENG", "F1", 1)), ("T1", "T2", "B5", "B5"), "T3"),
        parse_hand("[123m][7777z][111z] 12s55p +3s").win(),
    ),
    (
        ((("GANG", "J3", 0),), ("T2", "T3", "T4", "T6", "T6", "T6", "J2", "J2", "T8", "T8"), "J2",
         0, False, True, True, False, 1, 3),
        parse_hand("{5555z} 234s666s66z88s +6z").win(
            source="robbed", last_copy=True, seat_wind="S", prevalent_wind="N"
        ),
    ),
    (
        ((), ("B1", "B1", "B2", "B2", "B3", "B3", "B4", "B4", "B5", "B5", "B6", "B6", "B7"), "B7",
         8, True, False, True, True),
        parse_hand("1122334455667p +7p").win(source="replacement", last_wall=True, flowers=8),
    ),
]  # fmt: skip

HANDS = [
    "1112345678999m +5m",
    "[123m]{7777z} 12s55p111z +3s",
    "[1111p][999s][789s] 567z7z +5z",
    "19m19p19s1234567z +1z",
    "{1111z}{2222z}{3333z}{4444z} 5z +5z",
]


@pytest.mark.parametrize(("call", "win"), CALLS)
def test_a_call_is_the_win_it_is_about(call, win):
    assert from_pymahjonggb(*call) == win
    written = to_pymahjonggb(win)
    assert sorted(written.hand) == sorted(call[1])
    assert [item[:2] for item in written.pack] == [item[:2] for item in call[0]]
    assert [item[2] == 0 for item in written.pack] == [item[2] == 0 for item in call[0]]
    assert written[2 : len(call)] == call[2:]


def test_names_are_those_of_the_program():
    win = CALLS[2][1]
    assert from_pymahjonggb(**to_pymahjonggb(win)._asdict()) == win


@given(
    text=st.sampled_from(HANDS),
    source=st.sampled_from(SOURCES),
    last_wall=st.booleans(),
    last_copy=st.booleans(),
    winds=st.tuples(*[st.integers(0, 3)] * 2),
    flowers=st.integers(0, 8),
)
def test_a_win_written_is_read_back(text, source, last_wall, last_copy, winds, flowers):
    win = parse_hand(text).win(
        source=source,
        last_wall=last_wall,
        last_copy=last_copy,
        seat_wind=winds[0],
        prevalent_wind=winds[1],
        flowers=flowers,
    )
    assert from_pymahjonggb(*to_pymahjonggb(win)) == win


CONCEALED = ("T1", "T2", "B5", "B5", "F1", "F1", "F1", "F2", "F2", "F2")


@pytest.mark.parametrize(
    ("pack", "error", "message"),
    [
        (
            (("PENG", "W1", 0),),
            HandError,
            "PENG W1 with offer 0 is concealed: its tiles belong into the hand",
        ),
        ((("CHI", "W2", 0),), HandError, "CHI W2 with offer 0 is concealed"),
        ((("CHI", "W1", 1),), HandError, "no chow with W1 in the middle"),
        ((("CHI", "B9", 1),), HandError, "no chow with B9 in the middle"),
        ((("CHI", "F2", 1),), HandError, "no chow with F2 in the middle"),
        ((("PONG", "W1", 1),), HandError, "CHI, PENG or GANG, not 'PONG'"),
        ((("PENG", "W1", 4),), HandError, "offer of PENG W1 is 0, 1, 2 or 3, not 4"),
        ((("PENG", "W1", True),), HandError, "not True"),
        ((("PENG", "W1"),), HandError, "is .type, tile, offer., not a tuple"),
        ((("PENG", "5m", 1),), TileError, "'5m' is no tile: codes are W1-W9"),
        ((("GANG", "F1", 1),), HandError, "more than four copies of 1z"),
        ("W1", HandError, "pack is a tuple"),
    ],
)
def test_packs_that_are_no_sets_are_refused(pack, error, message):
    with pytest.raises(error, match=message):
        from_pymahjonggb(pack, CONCEALED, "T3")


def test_tiles_and_flags_that_make_no_win_are_refused():
    with pytest.raises(HandError, match="10 tiles"):
        from_pymahjonggb((), CONCEALED, "T3")
    with pytest.raises(TileError, match="'H1' is a flower"):
        from_pymahjonggb((("PENG", "W1", 1),), CONCEALED, "H1")
    with pytest.raises(HandError, match="hand is a tuple"):
        from_pymahjonggb((), "W1W2", "T3")
    with pytest.raises(WinError, match="isAboutKong is True or False, not 1"):
        from_pymahjonggb((("PENG", "W1", 1),), CONCEALED, "T3", isAboutKong=1)
    with pytest.raises(WinError, match="flowers is a whole number from 0 to 8"):
        from_pymahjonggb((("PENG", "W1", 1),), CONCEALED, "T3", 9)


def test_what_the_program_cannot_be_told_is_refused():
    hand = parse_hand("1112345678999m +5m")
    with pytest.raises(HandError, match="PyMahjongGB has no initial wins"):
        to_pymahjonggb(hand.win(source="wall", initial=True))
    with pytest.raises(HandError, match="no heavenly_ready wins"):
        to_pymahjonggb(hand.win(heavenly_ready=True))
    with pytest.raises(HandError, match="say how the hand was won"):
        to_pymahjonggb(hand)
    with pytest.raises(HandError, match="has no winning tile"):
        to_pymahjonggb(parse_hand("11123456789999m").win(source="wall"))
