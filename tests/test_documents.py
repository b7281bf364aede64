"""Every example in the README and the documentation runs and prints what it says."""

import inspect
import re
import runpy
from pathlib import Path

import pytest

import mjanalysis as ma
import mjcore as mj
from mjcore.tables.forms import FORMS

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = runpy.run_path(str(ROOT / "docs" / "site" / "examples.py"))
blocks_of, Page = EXAMPLES["blocks_of"], EXAMPLES["Page"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_run(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = Page(str(document))
    for line, block in blocks_of(document.read_text(encoding="utf-8")):
        page.run(block, line)


def test_a_command_that_prints_another_thing_than_its_page_says_is_found():
    hand = '$ mjanalysis waits "12345678s44p [777z]"\n'
    page = Page("page.md")
    with pytest.raises(AssertionError, match=r"page.md, line 7: mjanalysis waits (?s:.*)3s"):
        page.run(hand + "| 4s |\n", 7)
    with pytest.raises(AssertionError, match="rm is not run"):
        page.run("$ rm -r .\n", 7)


def test_a_block_that_would_end_the_build_is_found():
    with pytest.raises(AssertionError, match=r"page.md, line 7: the block ends Python"):
        Page("page.md").run("raise SystemExit\n", 7)


def test_the_readme_has_a_first_result_in_ten_lines():
    first = blocks_of((ROOT / "README.md").read_text(encoding="utf-8"))[0][1]
    assert len([line for line in first.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_pictures_can_be_drawn_again(tmp_path, capsys):
    names = runpy.run_path(str(ROOT / "docs" / "make_pictures.py"))
    path = names["completion"](tmp_path, lone_deals=50)
    drawn, shown = (each.read_text(encoding="utf-8") for each in (path, ROOT / "docs" / path.name))
    words = re.compile(r"<text[^>]*>([^<]*)</text>")
    in_words = [word for word in words.findall(shown) if not word.endswith("%")]
    assert in_words == [word for word in words.findall(drawn) if not word.endswith("%")]
    assert "threshold 11" in in_words
    assert "soft_eight" in capsys.readouterr().out


def test_pictures_of_bits_show_what_the_package_packs():
    pictures = runpy.run_path(str(ROOT / "docs" / "bit_pictures.py"))["PICTURES"]
    shown = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "bits").iterdir()}
    assert {name: draw() for name, draw in pictures.items()} == shown
    pages = "".join(
        (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8") for page in ("encoding", "kernels")
    )
    assert {name for name in pictures if f"](bits/{name}.svg)" not in pages} == set()


def test_names_in_the_glossary_are_names_of_the_packages():
    text = (
        (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").partition("## Words of other programs")[0]
    )
    names = set(re.findall(r"`(m[aj])\.(\w+)", text))
    assert names
    assert [name for package, name in names if not hasattr({"mj": mj, "ma": ma}[package], name)] == []
    options = {option.name for rules in (mj.McrRules, mj.SoftEightRules) for option in rules.catalogue()}
    parameters = {*inspect.signature(mj.Hand.win).parameters, *FORMS}
    words = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", text)) | set(re.findall(r"`([a-z_]+)=", text))
    assert words - options - parameters == set()
