"""The columns of all frames are declared once."""

import re
from pathlib import Path

import pandas as pd
import pytest

from mjanalysis import columns


@pytest.mark.parametrize(
    "name",
    [
        "EXACT_SHANTEN", "SHANTEN", "SHAPE_SHANTEN", "SHAPES", "DRAWS", "SUITS", "ESTIMATE",
        "COMPARISON", "FAN_FREQUENCIES", "FAN_PAIRS", "FAN_RARITY", "FAN_VALUES", "MEASURES", "PARTS",
        "POPULATION", "SCORES", "TURNS",
    ],
)  # fmt: skip
def test_every_kind_of_frame_is_made_of_declared_columns(name):
    names = getattr(columns, name)
    assert len(set(names)) == len(names)
    assert columns.described(pd.DataFrame(columns=list(names)))["name"].tolist() == list(names)


@pytest.mark.parametrize("column", columns.COLUMNS.values(), ids=lambda column: column.name)
def test_every_column_is_explained_in_a_sentence(column):
    assert column.kind in columns.KINDS
    assert column.description.endswith(".")
    assert column.title


def test_no_column_is_declared_twice():
    names = re.findall(r'\bColumn\(\s*"(\w+)"', Path(columns.__file__).read_text("utf-8"))
    assert len(names) > 50
    assert [name for name in names if names.count(name) > 1] == []


def test_titles_tell_columns_apart():
    titles = [column.title for column in columns.COLUMNS.values()]
    assert len(set(titles)) == len(titles)


def test_unknown_columns_are_named():
    with pytest.raises(KeyError, match="luck"):
        columns.described(pd.DataFrame(columns=["draws", "luck"]))
