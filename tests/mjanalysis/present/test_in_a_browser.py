"""What a reader sees and presses: the page in a real browser.

Skipped where there is no Chromium, unless MJ_BROWSER_REQUIRED is set.
"""

import math
import os

import pandas as pd
import pytest
from click.testing import CliRunner

from mjanalysis.cli import main
from mjanalysis.present import report
from tests.browser import Browser, chromium

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        chromium() is None and not os.environ.get("MJ_BROWSER_REQUIRED"),
        reason="no chromium is installed, in which pages are looked at",
    ),
]

#: Ratio of contrast that WCAG 2 asks of words.
READABLE = 4.5

#: Words whose contrast to what is behind them is too low; words in drawings have a fill instead of a colour.
FAINT = """
(() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => parts(colour).slice(0, 3)
    .map((part) => part / 255).map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const colour = getComputedStyle(element).backgroundColor, alpha = parts(colour)[3] ?? 1;
      if (alpha === 1) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const faint = [];
  for (const element of document.body.querySelectorAll("*")) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const said = texts.map((node) => node.data).join("");
    if (!said.trim() || ["SCRIPT", "title", "desc", "style"].includes(element.tagName)) continue;
    const style = getComputedStyle(element), inDrawing = element.closest("svg") !== null;
    const two = [inDrawing ? style.fill : style.color, behind(element)].map(light).sort((a, b) => b - a);
    const ratio = (two[0] + 0.05) / (two[1] + 0.05);
    if (!(ratio >= READABLE)) faint.push([element.tagName, said.trim().slice(0, 30), ratio]);
  }
  return faint;
})()
""".replace("READABLE", str(READABLE))

FRAME = pd.DataFrame(
    {
        "chinese": ["清一色", "碰碰和", "一条龙", "", "abc"],
        "n": [10_000, 9_999, 2**60, 3, 100_000],
        "share": [0.02, 0.1, math.nan, 0.0005, 0.09999],
        "low": [0.01, 0.05, math.nan, 0.0001, 0.09],
        "high": [0.03, 0.2, math.nan, 0.001, 0.11],
    }
)


@pytest.fixture(scope="module")
def browser():
    with Browser() as browser:
        yield browser


@pytest.fixture(autouse=True)
def _no_complaints(browser):
    browser.complaints.clear()
    browser.requests.clear()
    yield
    assert browser.complaints == []


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A report as the command writes it."""
    folder = tmp_path_factory.mktemp("report")
    few = "--rules soft_eight --deals 3000 --lone-deals 100 --thresholds 8,9 --hands 1000"
    result = CliRunner().invoke(main, f"report --out '{folder}' {few}")
    assert result.exit_code == 0, result.output
    return folder / "report.html"


@pytest.fixture
def table(browser, tmp_path):
    page = report.Section("A", items=(report.Table(FRAME, "rows"),))
    browser.open(report.write(tmp_path / "page.html", "T", [page]))
    return browser


def each(browser, selector, expression):
    """What a JavaScript expression says of each `part` of the page that a selector names."""
    return browser.run(f"[...document.querySelectorAll('{selector}')].map((part) => {expression})")


def column(browser, number):
    return each(browser, f"td:nth-child({number})", "part.textContent")


def order(browser):
    return each(browser, "th", "part.getAttribute('aria-sort')")


def press(browser, number):
    browser.run(f"document.querySelector('th:nth-child({number}) button').click()")


def test_numbers_are_sorted_by_value_down_and_back(table):
    given = column(table, 2)
    assert order(table) == ["none"] * 3
    press(table, 2)
    assert column(table, 2) == ["3", "9999", "10,000", "100,000", "1,152,921,504,606,846,976"]
    assert order(table) == ["none", "ascending", "none"]
    press(table, 2)
    assert column(table, 2) == ["1,152,921,504,606,846,976", "100,000", "10,000", "9999", "3"]
    assert order(table) == ["none", "descending", "none"]
    press(table, 2)
    assert column(table, 2) == given
    assert order(table) == ["none"] * 3


def test_an_estimate_is_sorted_by_itself_and_what_is_missing_stands_last_either_way(table):
    press(table, 3)
    assert [text.split()[0] for text in column(table, 3)] == ["0.050", "2.00", "10.00", "10.00", "–"]
    assert column(table, 1)[2:4] == ["abc", "碰碰和"]  # 9.999 % before 10 %, whatever is shown of them
    press(table, 3)
    assert [text.split()[0] for text in column(table, 3)] == ["10.00", "10.00", "2.00", "0.050", "–"]


def test_chinese_is_sorted_by_its_sound_and_another_column_starts_anew(table):
    press(table, 2)
    press(table, 1)
    assert order(table) == ["ascending", "none", "none"]
    words = column(table, 1)
    assert [word for word in words if word > "z"] == ["碰碰和", "清一色", "一条龙"]  # peng, qing, yi


@pytest.mark.parametrize(("key", "code"), [("Enter", 13), (" ", 32)])
def test_a_head_can_be_reached_and_pressed_by_keyboard(table, key, code):
    table.run("document.querySelector('.scroll').focus()")
    table.press("Tab", 9)
    assert table.run("document.activeElement.closest('th').textContent") == "Chinese"
    table.press("Tab", 9)
    table.press(key, code)
    assert order(table) == ["none", "ascending", "none"]
    assert table.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("folded", [True, False])
def test_a_phone_shows_the_page_without_scrolling_sideways(browser, whole, width, folded):
    browser.open(whole, width=width, height=844)
    if not folded:
        each(browser, "details", "part.open = true")
    assert browser.run("document.scrollingElement.scrollWidth") <= width
    shown = each(
        browser, "table", "[part.checkVisibility() && part.offsetWidth, part.parentElement.clientWidth]"
    )
    assert any(table > width for table, _ in shown)
    assert all(box < width for _, box in shown)
    assert min(each(browser, "svg text", "part.getBoundingClientRect().height")) >= 6.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_words_can_be_read_in_either_scheme(browser, whole, scheme):
    browser.open(whole, scheme=scheme)
    paper = browser.run("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 24, 27)"}[scheme]
    assert browser.run(FAINT) == []


def test_the_search_for_faint_words_finds_them(browser, whole):
    browser.open(whole)
    browser.run(
        "document.querySelector('h1').style.color = '#999'; document.querySelector('td').style.color = '#777'"
    )
    assert [(tag, round(ratio, 2)) for tag, _, ratio in browser.run(FAINT)] == [("H1", 2.85), ("TD", 4.48)]


def test_every_figure_has_words_of_its_own(browser, whole):
    browser.open(whole)
    figures = each(
        browser,
        "svg",
        "[part.getAttribute('role'), ...part.getAttribute('aria-labelledby').split(' ')"
        ".map((name) => document.getElementById(name).textContent.trim())]",
    )
    assert len(figures) >= 6
    assert all(
        role == "img" and len(title) > 10 and len(description) > 20 for role, title, description in figures
    )
    assert len({tuple(words) for words in figures}) == len(figures)


def test_nothing_but_the_page_is_asked_for(browser, whole):
    browser.open(whole)
    assert browser.requests == [whole.as_uri()]


def test_every_link_leads_somewhere(browser, whole):
    browser.open(whole)
    found = each(browser, "a", "[part.hash, document.querySelector(part.getAttribute('href')) !== null]")
    assert len(found) > 20
    assert [link for link, leads_somewhere in found if not leads_somewhere] == []


def test_a_mistake_on_a_page_would_be_noticed(browser, tmp_path):
    path = tmp_path / "wrong.html"
    path.write_text("<script>console.error('wrong'); missing()</script>", "utf-8")
    browser.open(path)
    assert len(browser.complaints) == 2
    browser.complaints.clear()
