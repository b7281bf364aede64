"""Columns of hands as tiles."""

import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj

HANDS = ["[777z] 12345678s44p +9s", "123m456p789s1122z"]


def test_each_hand_of_a_column_is_drawn_and_the_frame_stays_as_it_is():
    frame = pd.DataFrame({"hand": HANDS, "points": [8, 0]})
    page = ma.pictured(frame, width=20).to_html()
    assert mj.draw(HANDS[0], width=20).svg in page
    assert mj.draw(HANDS[1], width=20).svg in page
    assert frame["hand"].tolist() == HANDS


def test_hands_and_wins_are_drawn_and_nothing_where_none_is():
    hand = mj.parse_hand(HANDS[0])
    frame = pd.DataFrame({"won": pd.Series([hand, hand.win(), None, float("nan"), ""], dtype=object)})
    assert ma.pictured(frame, "won").to_html().count("<svg") == 2


def test_text_of_other_columns_is_escaped():
    frame = pd.DataFrame({"hand": HANDS[:1], "said": ["<b>"]})
    assert "&lt;b&gt;" in ma.pictured(frame).to_html()


def test_what_cannot_be_drawn_is_named_by_its_row():
    with pytest.raises(mj.HandError, match=r"^row 1 of column 'hand': .*\[123m\] 5z"):
        ma.pictured(pd.DataFrame({"hand": [HANDS[0], "[123m] 5z"]}))
    with pytest.raises(mj.MahjongError, match="no column 'hands': it has hand"):
        ma.pictured(pd.DataFrame({"hand": HANDS}), "hands")
