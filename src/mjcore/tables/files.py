"""The suit tables and the combinations of sets, as files beside this module."""

from __future__ import annotations

import json
from functools import cache
from os.path import dirname, join  # pathlib would take longer to load than the package
from typing import Any

import numpy as np

from mjcore.tables.combinations import Combinations
from mjcore.tables.suits import HONOURS, NUMBER, Suit, SuitTable

PATH = join(dirname(__file__), "suits.npz")
SUITS: dict[str, Suit] = {"number": NUMBER, "honours": HONOURS}


def load(name: str) -> SuitTable:
    """The table of ``"number"`` or ``"honours"`` from the file that ``make tables`` writes."""
    with np.load(PATH) as file:
        return SuitTable(SUITS[name], *(file[f"{name}_{array}"] for array in SuitTable.ARRAYS))


COMBINATIONS_PATH = join(dirname(__file__), "combinations.npz")


@cache
def load_combinations(name: str) -> Combinations:
    """The combinations of ``"chows"`` or ``"pungs"``."""
    with np.load(COMBINATIONS_PATH) as file:
        rows = json.loads(str(file[f"{name}_rows"]))
        return Combinations(file[f"{name}_rows_of"], _tuples(rows))


def _tuples(value: object) -> Any:
    """Lists as tuples, to any depth."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
