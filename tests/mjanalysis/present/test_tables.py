"""Tables for reading round by the error; tables for machines round nothing."""

import io
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.estimates import with_proportions
from mjanalysis.present.tables import as_csv, as_html, as_latex, as_markdown, cells
from mjcore.words.errors import MahjongError

DEALS = 4250305029168216000


@pytest.fixture
def exact():
    return pd.DataFrame(
        {
            "rules": ["soft|eight", "<b>_&"],
            "shanten": np.array([-1, 0], dtype=np.int8),
            "weighted": pd.Series([DEALS * 100, 7], dtype=object),
            "distinct": np.array([2**63 + 1, 3], dtype=np.uint64),
            "probability": [0.25, 1.5e-9],
        }
    )


@pytest.fixture
def estimate():
    return with_proportions(pd.DataFrame({"draws": [1, 2], "hits": [30, 0], "n": [1000, 0]}))


def test_integers_beyond_64_bits_stay_exact_everywhere(exact):
    assert cells(exact)["Deals"].tolist() == ["425,030,502,916,821,600,000", "7"]
    assert cells(exact)["Distinct hands"].tolist() == ["9,223,372,036,854,775,809", "3"]
    assert f",{DEALS * 100},{2**63 + 1}," in as_csv(exact)


def test_shares_come_with_their_interval_in_one_cell(estimate):
    assert cells(estimate).to_dict("list") == {
        "Draws": ["1", "2"],
        "Hits": ["30", "0"],
        "Of": ["1000", "0"],
        "Share": ["3.00 % [2.11, 4.25]", "–"],
    }


def test_shares_without_an_interval_and_unknown_columns_are_shown_too():
    frame = pd.DataFrame({"share": [0.5], "luck": [1 / 3], "who": ["East"], "z": [-2.0], "p": [1e-9]})
    assert cells(frame).iloc[0].tolist() == ["50.00 %", "0.3333", "East", "-2", "1e-09"]


def test_the_frame_is_left_alone(estimate):
    before = estimate.copy()
    for text in (as_markdown, as_html, as_latex, as_csv):
        text(estimate)
    pd.testing.assert_frame_equal(estimate, before)


def test_markdown_has_one_line_a_row_and_escapes_bars(exact):
    lines = as_markdown(exact).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines) == 4
    assert r"soft\|eight" in lines[2]
    assert lines[1].startswith("|:-")
    assert lines[1].endswith(":|")


def test_a_line_break_does_not_end_a_row():
    frame = pd.DataFrame({"policy": ["one\ntwo", "three\r\nfour"], "a\nb": ["c\n\nd", "e"]})
    assert cells(frame).to_dict("list") == {"Policy": ["one two", "three four"], "a b": ["c  d", "e"]}
    assert len(as_markdown(frame).splitlines()) == 4


def test_columns_may_share_a_title_and_not_a_name():
    frame = pd.DataFrame({"n": [10_000], "Of": ["a|b"]})
    assert as_markdown(frame).splitlines()[2] == r"| 10,000 | a\|b |"
    assert as_html(frame).count("<td") == as_latex(frame).splitlines()[4].count("&") + 1 == 2
    for text in (as_markdown, as_html, as_latex):
        with pytest.raises(MahjongError, match="two columns 'n'"):
            text(frame.set_axis(["n", "n"], axis="columns"))


def test_a_share_without_limits_and_what_is_no_time_are_shown():
    frame = pd.DataFrame({"share": [0.5], "low": [np.nan], "high": [np.nan], "when": [pd.NaT]})
    assert cells(frame).iloc[0].tolist() == ["50.00 %", "–"]


def test_latex_escapes_what_would_be_commands(exact, estimate):
    text = as_latex(exact)
    assert r"<b>\_\&" in text
    assert r"25.0000 \%" in text
    assert r"\begin{tabular}{lrrrr}" in text
    assert r"-- \\" in as_latex(estimate)


class Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.rows, self.open = [], []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1].append(data)


def test_html_is_well_formed_and_holds_the_same_cells(exact):
    parser = Cells()
    parser.feed(as_html(exact, caption="a < b"))
    assert parser.open == []
    assert parser.rows == [list(cells(exact)), *cells(exact).to_numpy().tolist()]
    assert "<caption><span>a &lt; b</span></caption>" in as_html(exact, caption="a < b")


def test_csv_rounds_nothing(estimate):
    read = pd.read_csv(io.StringIO(as_csv(estimate)))
    pd.testing.assert_frame_equal(read, estimate, check_exact=True)


@pytest.mark.parametrize("text", [as_markdown, as_html, as_latex, as_csv])
def test_an_empty_table_has_its_head(text, estimate):
    assert "raws" in text(estimate.iloc[:0])


@pytest.mark.parametrize(
    "shown", [as_csv, as_html, as_latex, as_markdown, cells, ma.table, ma.plots.fan_frequencies]
)
def test_what_is_no_frame_is_refused(shown):
    with pytest.raises(
        mj.MahjongError, match=r"^a DataFrame is shown, such as run\.outcomes\(\), not a list$"
    ):
        shown([1, 2])
