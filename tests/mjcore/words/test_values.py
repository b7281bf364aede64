"""What callers give, before anything is done with it."""

import numpy as np
import pytest

from mjcore.words.errors import HandError, MahjongError, shortened
from mjcore.words.values import as_array, as_generator, items_of, whole


@pytest.mark.parametrize("value", [7, np.uint8(7), np.int64(7), np.array(7)])
def test_one_whole_number_of_any_type_is_an_int(value):
    assert (whole(value), type(whole(value))) == (7, int)


@pytest.mark.parametrize("value", [True, np.True_, 7.0, "7", None, [7], np.array([7, 8]), np.array(7.0)])
def test_anything_else_is_no_whole_number(value):
    assert whole(value) is None


@pytest.mark.parametrize("value", [3, None, "012", b"012", np.array(3), 0.5])
def test_what_has_no_items_is_no_list(value):
    with pytest.raises(MahjongError, match=r"^seats are a list, not "):
        items_of(value, "seats")


def test_uneven_lists_are_no_array():
    with pytest.raises(HandError, match="uneven rows"):
        as_array([1, [2, 3]], "seats")


def test_only_a_numpy_generator_gives_chance():
    rng = np.random.default_rng(1)
    assert as_generator(rng) is rng
    with pytest.raises(MahjongError, match="such as default_rng"):
        as_generator(np.random)


def test_a_message_of_another_library_is_one_short_line():
    assert shortened("a" * 10**6) == "a" * 120 + "..."
    assert shortened("a\n  b") == "a b"
