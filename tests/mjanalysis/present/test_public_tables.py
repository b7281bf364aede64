"""The frames that the package gives, in each format: rounded by their errors, and nothing breaks a format."""

import io
import math
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.columns import COLUMNS
from mjanalysis.present.tables import as_csv, as_html, as_latex, as_markdown, cells

pytestmark = pytest.mark.slow  # hands are played and counted


@pytest.fixture(scope="module")
def frames():
    """Frames of every kind by name."""
    found = {}
    for rules in (mj.SOFT_EIGHT, mj.MCR):
        run = ma.simulate(rules, deals=1500, seed=1, policy="efficient")
        for name in ("outcomes", "turns", "refused", "fan_frequencies"):
            found[f"{rules.name} {name}"] = getattr(run, name)()
        found[f"{rules.name} scores"] = run.expected_scores(by=["seat", "dealer"])
        found[f"{rules.name} rows"] = run.frame.head(20)
    estimates = ma.feasibility(
        mj.SOFT_EIGHT, deals=2000, lone_deals=50, thresholds=[8], draws=[0, 18], seed=1
    )
    found |= {name: getattr(estimates, name) for name in ("distances", "draws", "suits")}
    found["skill"] = ma.skill(mj.SOFT_EIGHT, strong="efficient", weak="random", deals=100, seed=1).frame
    played = {"deals": 1000, "seed": 1, "policy": "efficient"}
    nine = mj.SOFT_EIGHT.replace(min_main_tiles=9)
    found["compare"] = ma.compare(mj.SOFT_EIGHT, nine, **played).frame
    found["sweep"] = ma.sweep(mj.SOFT_EIGHT, {"min_main_tiles": [9, 11]}, **played).frame
    found["coverage"] = ma.coverage(repetitions=100, seed=1)
    found["shanten"] = ma.exact.shanten_table("standard")
    found["waits"] = ma.exact.wait_table(mj.SOFT_EIGHT)
    found["complete"] = ma.exact.complete_table(mj.SOFT_EIGHT)
    found["longest"] = ma.exact.longest_suit_table()
    found["threshold"] = ma.exact.threshold_table(thresholds=[8, 14])
    fans = ma.exact.fan_tables(mj.SOFT_EIGHT)
    found |= {f"exact {name}": getattr(fans, name) for name in ("fans", "points", "pairs")}
    found["minimum"] = fans.by_minimum([0, 5])
    found["agreement"] = ma.agreement([5, 0], 10, [0.5, 0.1])
    return found


#: A number in a text.
NUMBER = r"-?\d+(?:\.\d+)?"


#: Columns that stand in the column of their estimate.
LIMITS = ("low", "high", "explained_low", "explained_high")


def estimates(frame):
    """(estimate, low, high, what is shown) of each row of each estimate that has limits."""
    shown, names = cells(frame), list(frame.columns)
    for place, name in enumerate(names[:-2]):
        if names[place + 1] in LIMITS and names[place + 2] in LIMITS:
            limits = frame[[name, *names[place + 1 : place + 3]]].to_numpy()
            for row, text in zip(limits, shown[COLUMNS[name].title], strict=True):
                yield *row.astype(float), text


def test_estimates_have_the_digits_that_their_errors_support(frames):
    checked = 0
    for title, frame in frames.items():
        for *row, text in estimates(frame):
            if math.isnan(row[0]):
                assert text == "–", title
                continue
            match = re.fullmatch(rf"({NUMBER}) (% )?\[({NUMBER}), ({NUMBER})\]", text)
            assert match, (title, text)
            texts, scale = (match[1], match[3], match[4]), 100 if match[2] else 1
            (decimals,) = {len(part.partition(".")[2]) for part in texts}
            unit = 10.0**-decimals
            for part, value in zip(texts, row, strict=True):
                assert abs(float(part) - scale * value) <= 0.5001 * unit, (title, text)
            reach = scale * (row[2] - row[1]) / 2 / unit  # half of the interval, in units of the last digit
            whole = all(float(value).is_integer() for value in row)
            least = decimals == 2 and scale == 100  # percentages have two decimals at least
            assert whole or (reach >= 10 and (reach < 1000 or least)), (title, text)
            checked += 1
    assert checked > 200


def test_latex_has_balanced_rows_and_no_command_by_accident(frames):
    for title, frame in frames.items():
        lines = as_latex(frame).splitlines()
        columns = re.fullmatch(r"\\begin\{tabular\}\{([lr]+)\}", lines[0])[1]
        assert [lines[1], lines[3], *lines[-2:]] == [
            r"\toprule", r"\midrule", r"\bottomrule", r"\end{tabular}",
        ]  # fmt: skip
        body = [lines[2], *lines[4:-2]]
        assert len(body) == 1 + len(frame), title
        for line in body:
            assert line.endswith(r" \\"), (title, line)
            row = line.removesuffix(r" \\")
            plain = re.sub(r"\\[&%$#_{}]|\\text\w+\{\}", "x", row)
            assert plain.count("&") == len(columns) - 1, (title, line)
            plain = re.sub(r"\$-?[\d.]* \\times 10\^\{-?\d+\}\$|\$-\$", "9", plain)
            assert not re.search(r"[\\%$#_^~{}]", plain), (title, line)
            assert not re.match(r"\s*[\[*]", row), (title, line)


def test_markdown_is_a_grid(frames):
    for title, frame in frames.items():
        lines = as_markdown(frame).splitlines()
        assert len(lines) == 2 + len(frame)
        bars = {tuple(place for place, sign in enumerate(wide(line)) if sign == "|") for line in lines}
        assert len(bars) == 1, title


def wide(line):
    """A line in which Chinese takes two places, as on a terminal."""
    return re.sub("([一-鿿])", r"\1_", line)


def test_csv_gives_every_digit_back(frames):
    for title, frame in frames.items():
        read = pd.read_csv(io.StringIO(as_csv(frame)), dtype=str, keep_default_na=False)
        assert list(read) == list(frame), title
        for name, column in frame.items():
            if column.dtype.kind == "f":
                back = pd.to_numeric(read[name])
                assert np.array_equal(back, column, equal_nan=True), (title, name)
            elif column.dtype == object and isinstance(column.iloc[0], int):
                assert list(map(int, read[name])) == column.tolist(), (title, name)


class Rows(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.rows, self.keys, self.cell = [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
            self.keys.append([])
        self.cell = tag in ("td", "th")
        if self.cell:
            self.rows[-1].append("")
            self.keys[-1].append(dict(attributes).get("data-sort"))

    def handle_endtag(self, tag):
        self.cell = False

    def handle_data(self, data):
        if self.cell:
            self.rows[-1][-1] += data


def test_html_has_the_cells_and_every_digit_to_sort_by(frames):
    for title, frame in frames.items():
        page = Rows(as_html(frame))
        assert page.rows[1:] == cells(frame).to_numpy().tolist(), title
        keys = pd.DataFrame(page.keys[1:], columns=page.rows[0])
        shown = [name for name in frame if name not in LIMITS]
        assert len(shown) == len(page.rows[0])
        for name, column in zip(shown, keys, strict=True):
            if frame[name].dtype.kind in "if":
                values = frame[name].to_numpy(float, na_value=math.nan)
                back = [math.nan if key is None else float(key) for key in keys[column]]
                assert np.array_equal(back, values, equal_nan=True), (title, name)


def test_what_is_missing_is_a_dash_in_each_format():
    frame = pd.DataFrame(
        {"winner": pd.array([1, None], "Int8"), "p": [0.5, math.nan], "source": ["wall", None]}
    )
    assert cells(frame).iloc[1].tolist() == ["–"] * 3
    assert as_latex(frame).splitlines()[5] == r"-- & -- & -- \\"
    assert as_html(frame).count("data-sort") == 2
