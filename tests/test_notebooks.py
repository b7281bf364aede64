"""Notebooks as they are committed: executed from top to bottom, none failed, each answer in its outputs."""

import ast
import copy
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
NOT_A_RESULT = re.compile(r"`[^`]*`|95 %")  # code, and the level of intervals


def code_of(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def shows_something(cell):
    """Whether the last line of a cell is a value, or a figure whose axes are thrown away."""
    last = ast.parse("".join(cell["source"])).body[-1]
    return isinstance(last, ast.Expr) or ast.unparse(last).startswith("_ = ")


def numbers_of(text):
    return {number.replace(",", "").rstrip(".") for number in NUMBER.findall(text)}


def shown_by(cells):
    """All text that cells put out."""
    texts = []
    for output in (output for cell in cells for output in cell["outputs"]):
        data = output.get("data", {})
        texts += [output.get("text", []), data.get("text/plain", []), data.get("text/markdown", [])]
    return "\n".join("".join(text) for text in texts)


def complaints(notebook):
    """What keeps a notebook from being committed, in sentences."""
    code, found = code_of(notebook), []
    for place, cell in enumerate(code, 1):
        if cell["execution_count"] != place:
            found.append(f"code cell {place} was not executed in its place")
        elif shows_something(cell) and not cell["outputs"]:
            found.append(f"code cell {place} has no output")
        found += [
            f"code cell {place} failed: {output['ename']}"
            for output in cell["outputs"]
            if output["output_type"] == "error"
        ]
    answer = NOT_A_RESULT.sub("", "".join(notebook["cells"][0]["source"]))
    missing = numbers_of(answer) - numbers_of(shown_by(code))
    return found + [f"{number} of the answer is in no output" for number in sorted(missing)]


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
class TestEachNotebook:
    def test_is_executed_and_its_answer_is_what_came_out(self, path):
        assert complaints(json.loads(path.read_text(encoding="utf-8"))) == []

    def test_asks_a_question_and_answers_it_first(self, path):
        first = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
        question, answer = first.split("\n\n")[:2]
        assert re.fullmatch(r"# .*\?", question)
        assert re.match(r"\*\*[^*]*\d[^*]*\*\*", answer)

    def test_defines_nothing(self, path):
        code = code_of(json.loads(path.read_text(encoding="utf-8")))
        nodes = [node for cell in code for node in ast.walk(ast.parse("".join(cell["source"])))]
        assert not [node for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda)]

    def test_can_be_executed_at_a_small_size(self, path):
        code = code_of(json.loads(path.read_text(encoding="utf-8")))
        assert "small_size" in code[0]["metadata"]

    def test_is_listed_in_the_readme(self, path):
        assert f"notebooks/{path.name}" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def notebook():
    """One that nothing is wrong with."""
    outputs = [{"output_type": "stream", "name": "stdout", "text": ["12.5 % of 1,000\n"]}]
    code = {"cell_type": "code", "execution_count": 1, "source": ["print(share)"], "outputs": outputs}
    answer = {"cell_type": "markdown", "source": ["# How many?\n", "\n", "**12.5 % of 1000.**"]}
    return {"cells": [answer, code]}


def test_nothing_is_said_against_a_good_notebook(notebook):
    assert complaints(notebook) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"execution_count": None}, "code cell 1 was not executed in its place"),
        ({"execution_count": 3}, "code cell 1 was not executed in its place"),
        ({"outputs": []}, "code cell 1 has no output"),
        ({"outputs": [{"output_type": "error", "ename": "RuleError"}]}, "code cell 1 failed: RuleError"),
        (
            {"outputs": [{"output_type": "stream", "text": ["12.4 % of 1,000"]}]},
            "12.5 of the answer is in no output",
        ),
    ],
)
def test_what_is_wrong_with_a_notebook_is_said(notebook, changed, said):
    broken = copy.deepcopy(notebook)
    broken["cells"][1] |= changed
    assert said in complaints(broken)
