import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from mjcore.encoding.arrays import CIRCUMSTANCES, as_rows, describe_row, hand_array, hand_of, row_error
from mjcore.encoding.hands import Win, parse_hand
from mjcore.encoding.layout import HAND_DTYPE, NO_TILE, ROW_BYTES, SOURCES
from mjcore.shape import shanten
from mjcore.words.errors import HandError, MahjongError
from mjcore.words.tiles import KIND_TEXTS, N_KINDS

TEXT = "[123m]{7777s} 2345678p +8p"
BARE = "123m456p789s1122z"


def counts(text):
    return parse_hand(text).counts()


@st.composite
def wins(draw):
    """Packed hands with each byte in its range, those kept that make hands."""
    tiles = draw(st.permutations([kind for kind in range(N_KINDS) for _ in range(4)]))
    n_pungs = draw(st.integers(0, 4))
    hand = "".join(f"[{text * 3}]" for text in draw(st.permutations(KIND_TEXTS))[:n_pungs])
    declared = {kind for kind, text in enumerate(KIND_TEXTS) if f"[{text * 3}]" in hand}
    free = [kind for kind in tiles if kind not in declared][: 14 - 3 * n_pungs]
    hand += (
        "".join(KIND_TEXTS[kind] for kind in free[:-1])
        + draw(st.sampled_from(["", "+"]))
        + KIND_TEXTS[free[-1]]
    )
    flags = {name: draw(st.booleans()) for name in CIRCUMSTANCES}
    return parse_hand(hand).win(
        source=draw(st.sampled_from(SOURCES)),
        seat_wind=draw(st.integers(0, 3)),
        prevalent_wind=draw(st.integers(0, 3)),
        flowers=draw(st.integers(0, 8)),
        **flags,
    )


# Packing


def test_the_row_has_44_bytes_without_gaps():
    assert HAND_DTYPE.itemsize == ROW_BYTES == 44
    assert list(HAND_DTYPE.names) == [
        *("concealed", "melds", "winning_tile", "source", "circumstances"),
        *("seat_wind", "prevalent_wind", "flowers"),
    ]
    offsets = [HAND_DTYPE.fields[name][1] for name in HAND_DTYPE.names]
    assert offsets == [0, 34, 38, 39, 40, 41, 42, 43]


@given(win=wins())
def test_a_win_reads_back_from_its_row(win):
    row = hand_array([win])[0]
    assert hand_of(row) == win
    assert hand_of(row.tobytes()) == hand_of(np.frombuffer(row.tobytes(), np.uint8)) == win
    assert describe_row(row, allowed_sizes=(13, 14)) is None


def test_bytes_of_rows_are_packed_as_the_rows_themselves():
    rows = hand_array([parse_hand(TEXT).win(source="wall", flowers=2), TEXT])
    assert hand_array([row.tobytes() for row in rows]).tobytes() == rows.tobytes()
    assert hand_array([[rows[0].tobytes(), TEXT]]).shape == (1, 2)
    with pytest.raises(HandError, match=r"^row 1: a packed hand has 44 bytes, not 43$"):
        hand_array([rows[0].tobytes(), rows[1].tobytes()[1:]])


def test_each_field_of_a_row_says_one_thing():
    win = parse_hand(TEXT).win(
        source="robbed", last_copy=True, heavenly_ready=True, seat_wind="S", prevalent_wind="N", flowers=8
    )
    row = hand_array([win])[0]
    assert row["concealed"].tolist() == parse_hand(TEXT).counts().tolist()
    assert row["melds"].tolist() == [1, 3 << 6 | 25, 0, 0]
    assert row.item()[2:] == (16, 3, 2 | 8, 1, 3, 8)


def test_text_and_hands_get_the_defaults_of_win():
    hand = parse_hand(TEXT)
    rows = hand_array([TEXT, hand, hand.win(), hand_array([TEXT])[0]])
    assert (rows == rows[0]).all()
    assert rows[0].item()[2:] == (16, 0, 0, 0, 0, 0)
    assert hand_array([BARE])["winning_tile"].tolist() == [NO_TILE]
    assert hand_of(hand_array(BARE)[()]) == Win(parse_hand(BARE))


def test_lists_keep_their_shape():
    assert hand_array(TEXT).shape == ()
    assert hand_array([]).shape == (0,)
    assert hand_array([[TEXT, BARE, TEXT], [BARE, BARE, TEXT]]).shape == (2, 3)
    assert hand_array(np.array([[TEXT], [BARE]])).shape == (2, 1)
    rows = hand_array([[TEXT, BARE]])
    assert (hand_array(rows) == rows).all()
    assert not np.shares_memory(hand_array(rows), rows)
    assert hand_array(rows).flags.writeable


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ([TEXT, TEXT, BARE, "1m"], "^row 3: 1 tile where 13 or 14 are needed"),
        ([TEXT, "x"], "^row 1: 'x' at character 1"),
        ([[TEXT, BARE], [TEXT, "[123z]"]], r"^row \(1, 1\): set .* honours form no chows"),
        ("1m", "^1 tile where"),
        ([TEXT, None], "^row 1: a hand is text, a Hand, a Win or a packed row, not None"),
        ([TEXT, 5], "^row 1: a hand is text"),
        ([TEXT, [1] * 34], "grid"),
        ([[TEXT], [TEXT, TEXT]], "grid"),
        (None, "^a hand is text"),
        ({TEXT}, "not a set"),
        ([np.zeros(1, [("a", "u1")])[0]], "dtype HAND_DTYPE"),
        ([np.zeros((), HAND_DTYPE)[()]], "^row 0: 0 tiles"),
    ],
    ids=range(12),
)
def test_what_is_no_hand_is_refused_by_its_row(hands, said):
    with pytest.raises(HandError, match=said):
        hand_array(hands)
    with pytest.raises(HandError):
        as_rows(hands)


def test_ten_thousand_texts_are_packed_within_a_second():
    start = time.process_time()
    hand_array([TEXT, BARE] * 5000)
    assert time.process_time() - start < 1


# The door for arrays


def test_every_form_of_hands_passes_the_door():
    plain, packed = counts(BARE), hand_array(TEXT)
    for hands, shape, width in [
        (plain, (), 34),
        (plain.tolist(), (), 34),
        ([plain, plain], (2,), 34),
        (np.tile(plain, (3, 5, 1)).astype(np.int64), (3, 5), 34),
        (plain.astype(float), (), 34),
        (np.zeros((0, 34), np.uint8), (0,), 34),
        (np.zeros((4, 0, 34), int), (4, 0), 34),
        (TEXT, (), 44),
        (parse_hand(TEXT), (), 44),
        (parse_hand(TEXT).win(), (), 44),
        (packed, (), 44),
        (packed[()], (), 44),
        (np.full((2, 3), packed), (2, 3), 44),
        ([[packed, packed]], (1, 2), 44),
        ([np.full(2, packed)], (1, 2), 44),
        ([TEXT, parse_hand(BARE)], (2,), 44),
        (np.array([TEXT, BARE]), (2,), 44),
        (np.array([TEXT, parse_hand(BARE)], dtype=object), (2,), 44),
        ([], (0,), 44),
    ]:
        rows, got = as_rows(hands)
        assert got == shape
        assert rows.dtype == np.uint8
        assert rows.flags.c_contiguous
        assert rows.shape == (np.prod(shape, dtype=int), width)
        if rows.size:
            expected = plain if width == 34 else parse_hand(TEXT).counts()
            assert rows[0, :34].tolist() == expected.tolist()


def test_arrays_that_are_rows_already_are_not_copied():
    plain = np.zeros((6, 4, 34), np.uint8)
    packed = np.zeros((6, 4), HAND_DTYPE)
    assert np.shares_memory(as_rows(plain)[0], plain)
    assert np.shares_memory(as_rows(packed)[0], packed)


def test_strided_arrays_are_read_in_their_own_order():
    plain = np.tile(counts(BARE), (6, 1))
    plain[::2] = 0
    assert as_rows(plain[1::2])[0].tolist() == plain[1::2].tolist()
    packed = hand_array([TEXT, BARE, TEXT, BARE])
    assert as_rows(packed[::-2])[0].tobytes() == packed[::-2].tobytes()
    assert as_rows(packed.reshape(2, 2).T)[0].tobytes() == packed.reshape(2, 2).T.tobytes()


@pytest.mark.parametrize(
    ("value", "dtype", "shown"),
    [
        (-1, np.int8, "-1"),
        (256, np.int16, "256"),
        (-256, np.int64, "-256"),
        (2**63, np.uint64, "9223372036854775808"),
        (0.5, float, "0.5"),
        (-1, float, r"-1\.0"),
        (np.nan, float, "nan"),
        (np.inf, np.float32, "inf"),
    ],
)
def test_a_number_that_is_no_count_is_named_with_its_row_and_its_tile(value, dtype, shown):
    hands = np.tile(counts(BARE), (2, 3, 1)).astype(dtype)
    hands[1, 2, 13] = value
    with pytest.raises(HandError, match=rf"^row \(1, 2\): {shown} copies of 5p, where there are 0 to 4$"):
        as_rows(hands)
    with pytest.raises(HandError, match=rf"^row 2: {shown} copies of 5p"):
        as_rows(hands[1])
    with pytest.raises(HandError, match=rf"^{shown} copies of 5p"):
        as_rows(hands[1, 2])


@pytest.mark.parametrize("value", [5, 255])
def test_bytes_that_are_no_counts_are_refused_by_what_counts_them(value):
    hands = np.tile(counts(BARE), (2, 3, 1)).astype(np.uint8)
    hands[1, 2, 13] = value
    assert as_rows(hands)[0].max() == value
    with pytest.raises(HandError, match=rf"^row \(1, 2\): .* copies of 5p: {value} concealed( \(in|$)"):
        shanten(hands, "standard")


def test_lists_that_hold_themselves_or_go_too_deep_are_refused():
    circle, deep, beside = [], [], [[0] * 34]
    circle.append(circle)
    beside.append(beside)
    for _ in range(3000):
        deep = [deep]
    for hands in (circle, deep, beside, [TEXT, circle], [[0] * 34, deep], [0, circle]):
        with pytest.raises(HandError):
            as_rows(hands)
    for hands in (circle, deep, [TEXT, circle]):
        with pytest.raises(HandError, match="more than 32 lists deep"):
            hand_array(hands)
    with pytest.raises(HandError, match="uneven rows"):
        hand_of(circle)
    with pytest.raises(HandError, match="uneven rows"):
        hand_of([1, [2, 3]])


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (np.zeros(33, int), r"last axis is 34.*shape \(33,\)"),
        (np.zeros((34, 5), int), r"last axis is 34.*shape \(34, 5\)"),
        (np.array(3), "last axis is 34"),
        (7, "last axis is 34"),
        (np.zeros(34, [("a", "u1")]), "last axis is 34"),
        (np.zeros(34, bool), "whole numbers, not bool"),
        (np.zeros(34, complex), "whole numbers, not complex128"),
        (np.zeros(34, "M8[s]"), "whole numbers, not datetime64"),
        ([[0] * 34, [0] * 33], "uneven rows"),
        ([0] * 33 + ["1m"], "whole numbers"),
        ([0] * 33 + [None], "whole numbers"),
        ([0] * 33 + [10**30], "whole numbers"),
        (np.array([0] * 34, dtype=object), "a hand is text"),
        (iter([TEXT]), "a hand is text"),
        (b"5m", "a packed hand has 44 bytes, not 2"),
    ],
    ids=range(15),
)
def test_what_is_no_array_of_hands_is_refused(hands, said):
    with pytest.raises(HandError, match=said):
        as_rows(hands)


@given(
    array=hnp.arrays(
        hnp.integer_dtypes() | hnp.unsigned_integer_dtypes() | hnp.floating_dtypes() | hnp.boolean_dtypes(),
        st.sampled_from([(34,), (2, 34), (0, 34), (33,), ()]),
    )
)
def test_any_array_is_rows_or_a_hand_error(array):
    said = ""
    try:
        rows, shape = as_rows(array)
        assert shape == array.shape[:-1]
        assert (rows.reshape(array.shape) == array).all()
    except HandError as error:
        said = str(error)
    assert "\n" not in said


# What is wrong with a row


def broken(**fields):
    row = hand_array(TEXT)
    for name, value in fields.items():
        row[name] = value
    return row[()]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"concealed": [5] + [0] * 33}, "more than four copies of 1m: 5 concealed, 1 in sets"),
        ({"winning_tile": 24}, "more than four copies of 7s: 4 in sets, 1 to win with"),
        (
            {"concealed": 0},
            "0 concealed tiles and 2 sets, three tiles each, make 6 tiles where 13 are needed",
        ),
        ({"winning_tile": NO_TILE, "melds": [1, 0, 0, 0]}, "make 10 tiles where 13 or 14 are needed"),
        ({"melds": [1, 35, 0, 0]}, "meld code 35 is no set: its last six bits are no kind plus one"),
        ({"melds": [0, 0, 64, 0]}, "meld code 64 is no set"),
        ({"melds": [28, 0, 0, 0]}, "meld code 28 is no set: there is no chow from 1z: honours form no chows"),
        (
            {"melds": [1, 0, 0, 8]},
            "meld code 8 is no set: there is no chow from 8m: it would go beyond rank 9",
        ),
        ({"winning_tile": 34}, "winning tile 34 is neither a kind from 0 to 33 nor 255"),
        ({"winning_tile": 254}, "winning tile 254 is neither"),
        ({"source": 4}, "source 4 is more than 3"),
        ({"circumstances": 16}, "circumstances 16 is more than 15"),
        ({"seat_wind": 4}, "seat wind 4 is more than 3"),
        ({"prevalent_wind": 255}, "prevalent wind 255 is more than 3"),
        ({"flowers": 9}, "flowers 9 is more than 8"),
    ],
)
def test_every_fault_of_a_packed_row_is_said(fields, said):
    row = broken(**fields)
    assert said in describe_row(row, allowed_sizes=(13, 14))
    with pytest.raises(HandError):
        hand_of(row)
    with pytest.raises(HandError, match=r"^row 0: "):
        hand_array([row])


def test_every_byte_of_a_row_is_looked_at():
    """Whatever value one byte is given, the row is a hand that reads back as itself, or a fault is found."""
    row = np.frombuffer(hand_array(TEXT).tobytes(), np.uint8)
    for place in range(ROW_BYTES):
        for value in range(256):
            changed = row.copy()
            changed[place] = value
            if describe_row(changed, allowed_sizes=(13, 14)) is None:
                assert hand_array(hand_of(changed)).tobytes() == changed.tobytes()


@given(
    data=st.binary(min_size=44, max_size=44) | st.binary(min_size=34, max_size=34), melds=st.integers(0, 4)
)
def test_random_bytes_are_described_and_never_read_as_hands(data, melds):
    fault = describe_row(data, allowed_sizes=(13, 14), melds=melds)
    assert fault is None or "\n" not in fault
    with pytest.raises(MahjongError):
        hand_of(data[:43])


@pytest.mark.parametrize(
    ("text", "melds", "sizes", "said"),
    [
        ("123m456p789s1122z", 0, (13, 14), None),
        ("123m456p789s1122z", 0, (13,), None),
        ("123m456p789s1122z", 0, (14,), "13 tiles where 14 are needed"),
        ("123m456p789s1122z", 1, (13, 14), "13 concealed tiles and 1 set, three tiles each, make 16 tiles"),
        ("123m456p789s1122z", 0, (), "13 tiles where 13 and a winning tile are needed"),
        ("123m456p789s1122z", 5, (13, 14), "melds is a number of sets from 0 to 4, not 5"),
        ("123m456p789s1122z", -1, (13, 14), "melds is a number of sets from 0 to 4, not -1"),
        ("123m456p789s1122z", 1.0, (13, 14), "melds is a number of sets"),
    ],
)
def test_sizes_of_plain_counts(text, melds, sizes, said):
    found = describe_row(counts(text), allowed_sizes=sizes, melds=melds)
    assert found == said if said is None else said in found


def test_before_a_winning_tile_there_are_thirteen_whatever_sizes_are_allowed():
    for sizes in ((13,), (14,), (13, 14), ()):
        assert describe_row(hand_array(TEXT)[()], allowed_sizes=sizes) is None
    assert "winning tile" in describe_row(hand_array(BARE)[()], allowed_sizes=())


def test_sets_known_only_by_number_add_to_those_in_the_row():
    assert "5 sets are declared" in describe_row(hand_array(TEXT)[()], melds=3)
    assert describe_row(np.array([1] * 7 + [0] * 27, np.uint8), melds=2) is None


@pytest.mark.parametrize(
    "row", [np.zeros(33, np.uint8), b"", np.zeros(34, int), np.zeros(2, HAND_DTYPE), None, "1m"]
)
def test_what_is_no_row_is_refused(row):
    with pytest.raises(HandError, match="a row"):
        describe_row(row)


def test_the_error_of_a_row_counts_as_the_caller_does():
    hands = np.tile(counts(BARE), (2, 3, 1))
    hands[1, 0, 0] = 0
    rows, shape = as_rows(hands)
    said = "12 tiles where 13 or 14 are needed (in '23m456p789s1122z')"
    assert str(row_error(rows, shape, 3)) == f"row (1, 0): {said}"
    assert str(row_error(*as_rows(hands[1]), 0)) == f"row 0: {said}"
    assert str(row_error(*as_rows(hands[1, 0]), 0)) == said
