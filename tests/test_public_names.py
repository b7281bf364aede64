"""What `import mjcore` offers, and what it costs."""

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import mjanalysis as ma
import mjcore as mj
from mjcore.words.soft_eight import FANS

#: Values rather than functions; their comments stand beside them in the source.
VALUES = {name for name in mj.__all__ if not callable(getattr(mj, name))}

FUNCTIONS = sorted(set(mj.__all__) - VALUES)


def test_names_are_sorted_and_once_each():
    assert sorted(set(mj.__all__)) == sorted(mj.__all__)


@pytest.mark.parametrize("name", mj.__all__)
def test_every_name_is_there(name):
    assert hasattr(mj, name)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_and_class_says_what_it_is_and_shows_it(name):
    thing = getattr(mj, name)
    assert inspect.getdoc(thing)
    if not (inspect.isclass(thing) and issubclass(thing, BaseException)):  # shown where they are raised
        assert doctest.DocTestFinder(recurse=False).find(thing, name)[0].examples, "no example"


def test_nothing_heavy_is_imported():
    heavy = ["pandas", "scipy", "statsmodels", "matplotlib", "click", "tqdm", "jinja2", "mjanalysis"]
    code = f"import sys, mjcore; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_fans_of_a_score_are_in_the_order_of_the_rules():
    assert list(mj.SOFT_EIGHT_FANS) == [fan.code for fan in FANS]


def test_names_loaded_later_are_those_that_type_checkers_see():
    tree = ast.parse(Path(mj.__file__).read_text())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        node.module.removeprefix("mjcore."): tuple(alias.name for alias in node.names)
        for node in block.body
        if node.module != "mjcore"
    }
    assert seen == mj._LATER
    assert set(mj._MODULE_OF) <= set(mj.__all__)
    assert set(mj.__all__) <= set(dir(mj))


@pytest.mark.parametrize("module", [mj, mj.census, ma, ma.columns, ma.exact, ma.plots, ma.report, ma.tables])
def test_completion_offers_public_names_and_no_others(module):
    assert [name for name in dir(module) if not name.startswith("__")] == sorted(module.__all__)


def test_a_name_that_does_not_exist_is_no_attribute():
    with pytest.raises(AttributeError, match="no attribute 'shantenn'"):
        mj.shantenn  # noqa: B018
