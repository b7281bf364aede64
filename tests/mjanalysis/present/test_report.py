"""The report is one well-formed file that needs nothing else."""

import re
from html.parser import HTMLParser

import pytest

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
    assert not re.search(r"<(script|link|iframe|img)\b|@import", page)
    assert all(source.startswith("data:image/png") for source in re.findall(r'\bsrc="([^"]*)', page))
    assert all(re.match("#|data:image/png", link) for link in re.findall(r'\bhref="([^"]*)', page))


def test_texts_are_escaped_and_said_where_they_belong(page):
    words = Page(page).words
    assert words["h1"] == ["Soft Eight <feasibility>"]
    assert words["h2"] == ["Contents", "Distances & thresholds", "Draws", "Provenance"]
    assert "The answer." in words["li"]
    assert 'ma.feasibility(mj.SOFT_EIGHT, seed=1)  # "quoted" & <tagged>' in words["code"]
    assert words["caption"] == ["Distances", "First draws"]


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
    assert "<summary>Distances (40 rows)</summary>" in page
    assert "First draws (3 rows)" not in page


def test_provenance_of_the_tables_is_listed_once(distances):
    twice = [report.Section("A", items=(report.Table(distances, "a"), report.Table(distances.head(1), "b")))]
    page = report.render("T", twice)
    assert page.count("<dt>Seed</dt><dd>1</dd>") == 1
    assert "Form: standard" in page
    assert "interrupted" not in page


def test_sections_can_have_sections_of_their_own(distances):
    def section(title, *inner):
        items = (report.Table(distances, "rows"),) if title == "A2" else ()
        return report.Section(
            title, findings=(f"found in {title}",), reproduce="x", items=items, sections=inner
        )

    page = report.render("T", [section("A", section("A1"), section("A2")), section("B", section("B1"))])
    parsed = Page(page)
    assert parsed.words["h2"] == ["Contents", "A", "B", "Provenance"]
    assert [word for word in parsed.words["h3"] if not word.startswith("How")] == ["A1", "A2", "B1"]
    assert parsed.words["h4"] == ["How to reproduce these numbers"] * 3
    assert parsed.words["a"] == ["A", "A1", "A2", "B", "B1", "Provenance"]
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
