"""The reference has every public name, and what it says of functions is whole."""

import importlib
import inspect
import re
import runpy
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace

import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.columns import COLUMNS
from mjcore.census import COMPLETE_FIELDS
from mjcore.encoding.layout import HAND_FIELDS
from mjcore.records import RECORD_FIELDS

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "reference"
MODULES = {
    "mjcore": mj,
    "mjcore.census": mj.census,
    "mjcore.interchange": mj.interchange,
    "mjanalysis": ma,
    "mjanalysis.columns": ma.columns,
    "mjanalysis.exact": ma.exact,
    "mjanalysis.plots": ma.plots,
    "mjanalysis.report": ma.report,
    "mjanalysis.tables": ma.tables,
}
#: Every public name that is no module, written as a user reaches it.
PUBLIC = {
    f"{module}.{name}": getattr(source, name)
    for module, source in MODULES.items()
    for name in source.__all__
    if not inspect.ismodule(getattr(source, name))
}
DESCRIBED = {
    name: value
    for name, value in PUBLIC.items()
    if inspect.isroutine(value) or (inspect.isclass(value) and not issubclass(value, Exception))
}


def listed() -> list[str]:
    """Names in the pages of the reference, as often as they stand there."""
    found = []
    for page in sorted(PAGES.glob("*.md")):
        for block in re.findall(
            r"^```\{eval-rst\}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S
        ):
            module = (re.findall(r"\.\. currentmodule:: (\S+)", block) or [""])[0]
            found += re.findall(r"^\.\. data:: (\S+)", block, re.M)
            found += [f"{module}.{name}" for name in re.findall(r"^   (\w+)$", block, re.M) if module]
    return found


def members(kind: type) -> dict[str, object]:
    """Public methods and properties that are this project's own, with what stands behind them."""
    return {
        name: getattr(value, "__func__", getattr(value, "fget", None) or getattr(value, "func", value))
        for owner in reversed(kind.__mro__)
        if owner.__module__.startswith(("mjcore", "mjanalysis"))
        for name, value in vars(owner).items()
        if not name.startswith("_")
        and (inspect.isroutine(value) or isinstance(value, property | cached_property | classmethod))
    }


def test_modules_are_public_names_themselves():
    modules = {
        f"{top.__name__}.{name}"
        for top in (mj, ma)
        for name in top.__all__
        if inspect.ismodule(getattr(top, name))
    }
    assert modules == set(MODULES) - {"mjcore", "mjanalysis"}


def test_every_public_name_is_in_the_reference_once():
    assert sorted(listed()) == sorted(PUBLIC)


def test_tables_made_of_the_code_have_every_option_dial_field_and_command():
    pytest.importorskip("sphinx")
    made = runpy.run_path(str(ROOT / "docs" / "site" / "reference.py"))
    shown = {}
    for page in PAGES.glob("*.md"):
        for call in re.findall(r"^```\{made\} (.+)$", page.read_text(encoding="utf-8"), re.M):
            shown[call] = str(eval(call, made))
    options = " ".join(shown[call] for call in shown if call.startswith("rule_options"))
    for rules in (mj.McrRules, mj.SoftEightRules):
        assert [row.name for row in rules.catalogue() if f"`{row.name}` : " not in options] == []
    dials = " ".join(shown[call] for call in shown if call.startswith("dials"))
    for game in (mj.MCR, mj.SOFT_EIGHT):
        assert [dial for dial in mj.Policy("value").dials(game) if f"`{dial}`" not in dials] == []
    columns = shown["frame(tuple(ma.columns.COLUMNS))"]
    assert [name for name in COLUMNS if f"`{name}`" not in columns] == []
    assert {name for name in ma.columns.__all__ if name.isupper() and name != "COLUMNS"} == {
        call.split('"')[1] for call in shown if call.startswith("columns_of")
    }
    commands = {f'command_lines("{path}")' for path in made["commands"]()}
    assert commands == {call for call in shown if call.startswith("command_lines")}


@pytest.mark.parametrize(
    ("dtype", "fields"),
    [
        (mj.HAND_DTYPE, HAND_FIELDS),
        (mj.RECORD_DTYPE, RECORD_FIELDS),
        (mj.census.COMPLETE_DTYPE, COMPLETE_FIELDS),
    ],
)
def test_every_field_has_a_meaning(dtype, fields):
    assert tuple(fields) == dtype.names


#: What is asked of docstrings: a summary in one sentence, sections in their order, parameters that are
#: those of the signature in its order, and what is returned.
CHECKS = {
    "GL07",
    "GL09",
    "SS01",
    "SS02",
    "SS03",
    "SS04",
    "PR02",
    "PR03",
    "PR05",
    "PR10",
    "RT01",
    "RT02",
    "YD01",
}


def faults(path: str, thing: object) -> list[str]:
    """What is wrong with the docstring of something public, and of its methods."""
    numpydoc = pytest.importorskip("numpydoc.validate")
    found = []
    behind = {"": thing, **(members(thing) if inspect.isclass(thing) else {})}
    for name, value in behind.items():
        if name and value.__name__ != name:  # the same under another name
            continue
        where = f"{value.__module__}.{value.__qualname__}"
        if not inspect.getdoc(getattr(thing, name) if name else thing):
            found.append(f"{path} {name}: no docstring")
            continue
        if not value.__doc__:  # it extends one that is described
            continue
        checked = numpydoc.validate(where)
        excused = {"RT01"} if "Yields\n------" in inspect.getdoc(value) else set()
        found += [f"{where}: {code} {text}" for code, text in checked["errors"] if code in CHECKS - excused]
        told = inspect.getdoc(value)
        given = "Attributes\n-----" in told
        found += [f"{where}: {text}" for code, text in checked["errors"] if code == "PR01" and not given]
    return found


@pytest.mark.parametrize("path", DESCRIBED)
def test_docstrings_are_whole(path):
    assert faults(path, DESCRIBED[path]) == []


def test_every_documented_function_can_be_imported_where_it_says():
    for path, thing in DESCRIBED.items():
        assert importlib.import_module(thing.__module__), path


def test_pages_of_names_that_are_gone_are_taken_away(tmp_path):
    pytest.importorskip("sphinx")
    folder = tmp_path / "docs" / "reference" / "generated"
    folder.mkdir(parents=True)
    for name in ("mjcore.Hand", "mjcore.NoLonger"):
        (folder / f"{name}.rst").touch()
    made = runpy.run_path(str(ROOT / "docs" / "site" / "reference.py"))
    made["take_away_stale"](SimpleNamespace(srcdir=tmp_path))
    assert [page.name for page in folder.iterdir()] == ["mjcore.Hand.rst"]


def test_what_is_made_beside_the_pages_is_cleaned_away():
    cleaned = re.search(r"^clean:.*\n\trm -rf (.*)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert PAGES.relative_to(ROOT).as_posix() + "/generated" in cleaned[1].split()
