"""Actions as numbers and in words."""

import pytest

import mjcore as mj
from mjcore.actions import N_ACTIONS
from mjcore.words.errors import TileError

#: Numbers that logs and policies of researchers rely on, and their words.
WORDS = {
    0: "pass",
    1: "win",
    2: "declare",
    3: "recall",
    4: "pung",
    5: "kong",
    6: "chow_lowest",
    7: "chow_middle",
    8: "chow_highest",
    9: "decline",
    10: "flower 1f",
    17: "flower 8f",
    18: "discard 1m",
    51: "discard 7z",
    52: "discard 1f",
    59: "discard 8f",
    60: "discard_ready 1m",
    93: "discard_ready 7z",
    94: "concealed_kong 1m",
    127: "concealed_kong 7z",
    128: "added_kong 1m",
    161: "added_kong 7z",
}


@pytest.mark.parametrize(("number", "text"), list(WORDS.items()))
def test_numbers_and_words_stay_what_they_are(number, text):
    assert mj.action_text(number) == text
    assert mj.parse_action(text) == number


def test_every_action_has_words_of_its_own_that_mean_it():
    texts = [mj.action_text(action) for action in range(N_ACTIONS)]
    assert len(set(texts)) == N_ACTIONS == 162
    assert [mj.parse_action(text) for text in texts] == list(range(N_ACTIONS))


@pytest.mark.parametrize("number", [-1, 162, 18.0, True, None, "18", [18], 10**30])
def test_numbers_that_are_no_action_are_refused(number):
    with pytest.raises(mj.MahjongError, match="actions are numbers from 0 to 161, not "):
        mj.action_text(number)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no action ''"),
        ("discrad 1m", "did you mean discard"),
        ("discard", "the action discard needs a tile"),
        ("concealed_kong", "the action concealed_kong needs a tile"),
        ("flower", "the action flower needs a tile"),
        ("pung 1m", "the action pung has no tile"),
        ("pass 1m", "the action pass has no tile"),
        ("added_kong 1f", "a flower is discarded or exposed, and makes no added_kong"),
        ("discard_ready 8f", "a flower is discarded or exposed, and makes no discard_ready"),
        ("flower 1m", "1m is no flower, which are 1f to 8f"),
        ("DISCARD 1m", "there is no action 'DISCARD'"),
        (7, "an action in words is text, not 7"),
        (None, "an action in words is text, not None"),
        (b"pass", "an action in words is text"),
    ],
)
def test_words_that_are_no_action_are_refused_with_the_reason(text, said):
    with pytest.raises(mj.MahjongError, match=said):
        mj.parse_action(text)


@pytest.mark.parametrize("text", ["discard 1f0", "discard 9f", "discard 0z", "discard 12m", "discard 8z"])
def test_an_action_with_a_tile_that_does_not_exist_names_the_tile(text):
    with pytest.raises(TileError):
        mj.parse_action(text)
