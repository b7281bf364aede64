"""The report is one well-formed file that needs nothing else."""

import re
from html import unescape
from html.parser import HTMLParser

import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.present import plots, report
from mjanalysis.provenance import Provenance, attach

VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """Checks that elements nest, and collects identifiers, links and words."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.references, self.words = [], [], [], {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        self._collect(dict(attributes))

    def handle_startendtag(self, tag, attributes):
        self._collect(dict(attributes))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> at {self.getpos()}"

    def handle_data(self, data):
        if data.strip():
            self.words.setdefault(self.open[-1] if self.open else "", []).append(data.strip())

    def _collect(self, attributes):
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.references += re.findall(r"url\(#([^)]*)\)", " ".join(filter(None, attributes.values())))
        self.references += [link[1:] for link in [attributes.get("href") or ""] if link.startswith("#")]
        self.references += (attributes.get("aria-labelledby") or "").split()


@pytest.fixture
def page(distances, draws, suits):
    rows = draws[draws["main_suit"] == "any"]
    return report.render(
        "Soft Eight <feasibility>",
        [
            report.Section(
                "Distances & thresholds",
                findings=("Ready deals: 2.00 % [0.55, 7.00] of 100.",),
                items=(
                    report.Table(distances, "Distances"),
                    report.Figure(plots.shanten_distribution(distances), "Distances", "Bars < rise."),
                ),
                reproduce='ma.feasibility(mj.SOFT_EIGHT, seed=1)  # "quoted" & <tagged>',
                text=("A paragraph.",),
            ),
            report.Section(
                "Draws",
                items=(
                    report.Table(rows.head(3), "First draws"),
                    report.Figure(plots.completion_curves(rows), "Completion", "Curves."),
                    report.Figure(
                        plots.longest_suit_map(suits[suits["measure"] == "wins"]), "Suits", "A map."
                    ),
                ),
            ),
        ],
        summary=("The answer.",),
    )


def test_it_is_well_formed_and_every_reference_inside_it_has_one_target(page):
    parsed = Page(page)
    assert len(set(parsed.ids)) == len(parsed.ids)
    assert set(parsed.references) <= set(parsed.ids)


def test_it_fetches_nothing(page):
    assert "//" not in re.sub(r"base64,[A-Za-z0-9+/=\s]*", "", page)
    assert not re.search(r"<script\s|<(link|iframe|img)\b|@import|\b(fetch|import)\(", page)
    assert all(source.startswith("data:image/png") for source in re.findall(r'\bsrc="([^"]*)', page))
    assert all(re.match("#|data:image/png", link) for link in re.findall(r'\bhref="([^"]*)', page))


def test_texts_are_escaped_and_said_where_they_belong(page):
    words = Page(page).words
    assert words["h1"] == ["Soft Eight <feasibility>"]
    assert words["h2"] == ["Contents", "Distances & thresholds", "Draws", "Provenance"]
    assert "The answer." in words["li"]
    assert 'ma.feasibility(mj.SOFT_EIGHT, seed=1)  # "quoted" & <tagged>' in words["code"]
    assert [word for word in words["span"] if word.startswith("Table")] == [
        "Table 1. Distances", "Table 2. First draws",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("`a<b` and `c`", "<code>a&lt;b</code> and <code>c</code>"),
        ("of `value`: 3 & 4", "of <code>value</code>: 3 &amp; 4"),
        ("one ` alone", "one ` alone"),
        ("none", "none"),
    ],
)
def test_what_stands_between_backticks_is_code(said, shown):
    page = report.render("T", [report.Section("A", findings=(said,), text=(said,))])
    assert f"<li>{shown}</li>" in page
    assert f"<p>{shown}</p>" in page


def test_every_figure_has_words_instead_of_a_picture(page):
    words = Page(page).words
    assert words["title"][1:] == ["Distances", "Completion", "Suits"]
    assert words["desc"] == ["Bars < rise.", "Curves.", "A map."]
    assert page.count('role="img"') == 3


def test_figures_follow_the_scheme_of_the_reader(page):
    assert "prefers-color-scheme: dark" in page
    assert "#000000" not in page
    assert "currentColor" in page
    assert 'name="viewport"' in page


def test_long_tables_are_folded(page):
    assert "<summary>Table 1. Distances (40 rows)</summary>" in page
    assert "First draws (3 rows)" not in page


def test_provenance_of_the_tables_is_listed_once(distances):
    twice = [report.Section("A", items=(report.Table(distances, "a"), report.Table(distances.head(1), "b")))]
    page = report.render("T", twice)
    assert page.count("Seed 1, 100 draws in chunks of 50 by 1 worker;") == 1
    assert page.count("<code>ma.feasibility()</code>") == 3  # beside each table, and in the list
    assert "<h3>Rules standard</h3>" in page
    assert "interrupted" not in page


def test_what_was_computed_under_the_same_rules_stands_together():
    def table(command, *rules):
        frame = attach(pd.DataFrame({"draws": [1]}), Provenance.begin(command, rules=rules).finish())
        return report.Table(frame, command)

    made = [table("a", mj.MCR), table("b"), table("c", mj.MCR), table("d", mj.MCR, mj.MCR_1998)]
    page = report.render("T", [report.Section("A", items=tuple(made))])
    listed = re.findall(r'<h3>([^<]*)</h3>|value="(\d)"><code>(.)</code>|<summary>([^<]*)', page)
    assert [next(filter(None, found)) for found in listed] == [
        f"Rules mcr, digest {mj.MCR.digest[:12]}", "Code of the rules", "1", "3", "Under any rules", "2",
        f"Rules mcr, digest {mj.MCR.digest[:12]}", "Options",
        f"Rules mcr, digest {mj.MCR_1998.digest[:12]}", "Options", "4",
    ]  # fmt: skip


@pytest.mark.slow  # hands are played
def test_the_code_that_a_page_gives_for_a_table_makes_that_table():
    rules = mj.SoftEightRules(min_main_tiles=9, seven_pairs=False)
    few = {"deals": 500, "lone_deals": 20, "draws": [18], "thresholds": [9]}
    studies = [ma.soft_eight_study(rules, seed=1, **few), ma.play_study(rules, hands=1000, seed=1)]
    tables = [report.Table(frame, name) for study in studies for name, frame in study.tables.items()]
    page = report.render("T", [report.Section("A", items=tuple(tables))])
    codes = map(unescape, re.findall(r"<pre><code>(import.*?)</code></pre>", page, re.DOTALL))
    commands = map(unescape, re.findall(r'<p class="source">From <code>(.*?)</code>', page))
    names = {}
    exec(next(codes), names)
    assert names["rules"] == rules
    for table, command in zip(tables, commands, strict=True):
        pd.testing.assert_frame_equal(eval(command, names), table.frame)


def test_sections_can_have_sections_of_their_own(distances):
    def section(title, *inner):
        items = (report.Table(distances, "rows"),) if title == "A2" else ()
        return report.Section(
            title, findings=(f"found in {title}",), reproduce="x", items=items, sections=inner
        )

    page = report.render("T", [section("A", section("A1"), section("A2")), section("B", section("B1"))])
    parsed = Page(page)
    assert parsed.words["h2"] == ["Contents", "A", "B", "Provenance"]
    assert [word for word in parsed.words["h3"] if not word.startswith("How")] == [
        "A1", "A2", "B1", "Rules standard",
    ]  # fmt: skip
    assert parsed.words["h4"] == ["How to reproduce these numbers"] * 3
    assert parsed.words["a"] == ["A", "A1", "A2", "B", "B1", "Provenance", "source 1"]
    assert len(set(parsed.ids)) == len(parsed.ids)
    assert set(parsed.references) <= set(parsed.ids)
    assert "found in B1" in parsed.words["li"]


def test_an_interrupted_run_is_called_so(distances):
    record = Provenance.begin("x", seed=1, chunk=50, n=20_000).finish(n=10_000)
    page = report.render("T", [report.Section("A", items=(report.Table(attach(distances, record), "a"),))])
    assert re.search(r"10,000\s+of 20,000 asked for: the run was interrupted", page)


def test_the_same_content_gives_the_same_file(distances):
    def page():
        figure = report.Figure(plots.shanten_distribution(distances), "t", "d")
        return report.render("T", [report.Section("A", items=(figure,))])

    assert page() == page()


def test_writing_makes_folders_and_leaves_only_the_report(tmp_path):
    path = report.write(tmp_path / "a" / "b.html", "T", [report.Section("雀", text=("绿一色",))])
    assert "绿一色" in path.read_text(encoding="utf-8")
    assert list(path.parent.iterdir()) == [path]
    assert Page(path.read_text(encoding="utf-8"))
