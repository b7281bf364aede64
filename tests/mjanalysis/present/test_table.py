"""A frame as a notebook shows it."""

import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj

HANDS = ["[777z] 12345678s44p +9s", "123m456p789s1122z"]


def test_each_hand_of_a_column_is_drawn_and_the_frame_stays_as_it_is():
    frame = pd.DataFrame({"hand": HANDS, "points": [8, 0]})
    page = ma.table(frame, drawn="hand", width=20).to_html()
    assert mj.draw(HANDS[0], width=20).html in page
    assert mj.draw(HANDS[1], width=20).html in page
    assert frame["hand"].tolist() == HANDS


def test_hands_and_wins_are_drawn_and_nothing_where_none_is():
    hand = mj.parse_hand(HANDS[0])
    won = [hand, hand.win(), None, float("nan"), pd.NA, pd.NaT, ""]
    frame = pd.DataFrame({"won": pd.Series(won, dtype=object)})
    assert ma.table(frame, drawn="won").to_html().count("<img") == 2


def test_text_of_other_columns_is_escaped():
    frame = pd.DataFrame({"hand": HANDS[:1], "said": ["<b>"]})
    assert "&lt;b&gt;" in ma.table(frame, drawn="hand").to_html()


def test_what_cannot_be_drawn_is_named_by_its_row():
    with pytest.raises(mj.HandError, match=r"^row 1 of column 'hand': .*\[123m\] 5z"):
        ma.table(pd.DataFrame({"hand": [HANDS[0], "[123m] 5z"]}), drawn="hand")
    with pytest.raises(mj.MahjongError, match="no column 'hands': it has hand"):
        ma.table(pd.DataFrame({"hand": HANDS}), drawn="hands")


def test_what_is_no_frame_is_refused_and_so_are_tiles_of_no_width():
    with pytest.raises(mj.MahjongError, match=r"^a DataFrame is shown, .* not "):
        ma.table([1, 2])
    with pytest.raises(mj.MahjongError, match=r"^tiles are from 8 to 400 pixels wide, not 3"):
        ma.table(pd.DataFrame({"hand": [None]}), drawn="hand", width=3)


def test_a_drawn_column_may_have_the_title_of_another_or_a_number_for_a_name():
    frame = pd.DataFrame({"tiles": [13], "hand": HANDS[:1], 0: HANDS[:1]})  # the title of tiles is Hand
    shown = ma.table(frame, drawn=["hand", 0])
    assert shown.to_html().count("<img") == 2
    assert repr(shown).splitlines()[0].split() == ["|", "Hand", "|", "Hand", "|", "0", "|"]


def test_several_columns_are_drawn_and_estimates_keep_their_intervals():
    frame = pd.DataFrame({"hand": HANDS, "waits": ["369s", ""], "share": 0.5, "low": 0.4, "high": 0.6})
    page = ma.table(frame, drawn=["hand", "waits"]).to_html()
    assert page.count("<img") == 3
    assert mj.draw("369s", width=24).html in page
    assert page.count("50.00 % [40.00, 60.00]") == 2


def test_a_long_frame_says_how_many_rows_are_not_shown():
    long = ma.table(pd.DataFrame({"draws": range(1000)}))
    assert long._repr_html_().count("<tr>") == 61
    assert "940 more rows" in long._repr_html_()
    assert repr(long).endswith("940 more rows")
    assert long.to_html().count("<tr>") == 1001


def test_where_html_cannot_be_shown_it_is_text():
    assert repr(ma.table(pd.DataFrame({"policy": ["efficient"]}))).splitlines()[-1] == "| efficient |"
