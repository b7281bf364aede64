"""The suit tables as a file beside this module."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mjcore.tables.suits import HONOURS, NUMBER, Suit, SuitTable

PATH = Path(__file__).with_name("suits.npz")
SUITS: dict[str, Suit] = {"number": NUMBER, "honours": HONOURS}


def load(name: str) -> SuitTable:
    """The table of ``"number"`` or ``"honours"`` from the file that ``make tables`` writes."""
    with np.load(PATH) as file:
        return SuitTable(SUITS[name], *(file[f"{name}_{array}"] for array in SuitTable.ARRAYS))
