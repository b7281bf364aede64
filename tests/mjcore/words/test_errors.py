import numpy as np
import pytest

from mjcore.words.errors import HandError, MahjongError, RuleError, TileError, WinError, quoted


@pytest.mark.parametrize("error", [TileError, HandError, WinError, RuleError])
def test_every_error_is_a_mahjong_error_and_a_value_error(error):
    assert issubclass(error, MahjongError)
    assert issubclass(error, ValueError)


def test_a_bad_win_is_a_bad_hand():
    assert issubclass(WinError, HandError)


VALUES = [
    "two\nlines",
    "x" * 10**6,
    10**5000,
    -(10**5000),
    object(),
    [1] * 10**6,
    b"5m",
    None,
    0.5,
    True,
    [[1]],
]


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_any_value_is_shown_short_and_in_one_line(value):
    shown = quoted(value)
    assert 0 < len(shown) < 100
    assert "\n" not in shown


def test_numbers_and_arrays_of_numpy_are_shown_as_what_they_are():
    shown = [quoted(value) for value in (np.float64(1.5), np.int8(3), np.zeros((2, 2)), np.array(7))]
    assert shown == ["1.5", "3", "an array", "7"]
