"""Write the tables that are files, from their readable builders: ``make tables``."""

from __future__ import annotations

import json
import os

import numpy as np

from mjcore.tables.combinations import chow_combinations, pung_combinations
from mjcore.tables.files import COMBINATIONS_PATH, PATH, SUITS
from mjcore.tables.suits import build


def built() -> dict[str, np.ndarray]:
    """All arrays of the suit tables by name."""
    tables = {name: build(suit) for name, suit in SUITS.items()}
    return {
        f"{name}_{array}": getattr(table, array) for name, table in tables.items() for array in table.ARRAYS
    }


def built_combinations() -> dict[str, np.ndarray]:
    """All arrays of the combinations of chows and of pungs by name."""
    found = {"chows": chow_combinations(), "pungs": pung_combinations()}
    arrays = {f"{name}_rows_of": combinations.rows_of for name, combinations in found.items()}
    return arrays | {f"{name}_rows": np.array(json.dumps(c.rows)) for name, c in found.items()}


if __name__ == "__main__":
    for path, arrays in ((PATH, built()), (COMBINATIONS_PATH, built_combinations())):
        np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
        print(f"{path}: {os.path.getsize(path):,} bytes")
