"""Mappings that are keys."""

import copy
import pickle

import pytest

from mjcore.words.frozen import FrozenMapping


def test_the_same_pairs_in_another_order_are_equal_and_one_key():
    one, other = FrozenMapping({"a": 1, "b": 2}), FrozenMapping({"b": 2, "a": 1})
    assert one == other == {"a": 1, "b": 2}
    assert len({one, other}) == 1
    assert list(one) == ["a", "b"]


def test_it_cannot_be_changed_not_even_through_what_it_was_made_of():
    made_of = {"a": 1}
    frozen = FrozenMapping(made_of)
    made_of["a"] = 2
    assert frozen["a"] == 1
    with pytest.raises(TypeError):
        frozen["a"] = 2


def test_it_survives_copies_and_other_processes():
    frozen = FrozenMapping({"a": FrozenMapping({"b": (1, 2)})})
    assert pickle.loads(pickle.dumps(frozen)) == copy.deepcopy(frozen) == frozen
    assert repr(frozen) == "{'a': {'b': (1, 2)}}"
