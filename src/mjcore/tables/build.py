"""Write ``suits.npz``, the tables of a number suit and of the honours: ``make tables``."""

from __future__ import annotations

import numpy as np

from mjcore.tables.files import PATH, SUITS
from mjcore.tables.suits import build


def built() -> dict[str, np.ndarray]:
    """All arrays of the file by name, made from the readable builder."""
    tables = {name: build(suit) for name, suit in SUITS.items()}
    return {
        f"{name}_{array}": getattr(table, array) for name, table in tables.items() for array in table.ARRAYS
    }


if __name__ == "__main__":
    np.savez_compressed(PATH, **built())  # type: ignore[arg-type]
    print(f"{PATH}: {PATH.stat().st_size:,} bytes")
