"""Every Python example in the README and the documentation runs and prints what it says."""

import doctest
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(document: Path) -> list[tuple[int, str]]:
    """(line, text) of each block."""
    text = document.read_text(encoding="utf-8")
    return [(text.count("\n", 0, match.start()) + 2, match[1]) for match in BLOCK.finditer(text)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_examples_run(document, tmp_path, monkeypatch):
    """Blocks of a document share their names, as a reader who types them in would."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    for line, block in examples(document):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, document.name, str(document), line - 1)
            runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
            report: list[str] = []
            runner.run(test, out=report.append, clear_globs=False)
            names = test.globs
            assert not runner.failures, "".join(report)
        else:
            exec(compile("\n" * (line - 1) + block, str(document), "exec"), names)


def test_the_readme_has_a_first_result_in_ten_lines():
    first = examples(ROOT / "README.md")[0][1]
    assert len([line for line in first.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
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
