"""The packed row: one hand with its melds, its winning tile and how it was won, in 44 bytes.

The compiled kernels read the same bytes through a struct of the same shape. All fields are single bytes, so
there is no padding and no byte order.
"""

import numpy as np

from mjcore.words.tiles import N_KINDS

N_MELDS = 4  #: sets a hand can declare
N_HAND = 13  #: tiles before the winning one, a declared set counting three

#: ``winning_tile`` of a row without one.
NO_TILE = 255

#: Where the winning tile came from, by code: another player's discard, the wall, the replacement after a
#: kong, or the tile another player adds to a pung.
SOURCES = ("discard", "wall", "replacement", "robbed")

#: Bits of the field ``circumstances`` by name.
CIRCUMSTANCES = {"last_wall": 1, "last_copy": 2, "initial": 4, "heavenly_ready": 8}
ALL_CIRCUMSTANCES = sum(CIRCUMSTANCES.values())

N_FLOWERS = 8

#: Kinds of declared set by code. A meld is one byte, ``type << KIND_BITS | (kind + 1)``; 0 is no meld.
MELD_TYPES = ("chow", "pung", "melded_kong", "concealed_kong")
KIND_BITS = 6

#: One hand. `concealed` is without the winning tile; a melded or concealed kong counts as three tiles.
HAND_DTYPE = np.dtype(
    [
        ("concealed", "u1", (N_KINDS,)),
        ("melds", "u1", (N_MELDS,)),
        ("winning_tile", "u1"),
        ("source", "u1"),
        ("circumstances", "u1"),
        ("seat_wind", "u1"),
        ("prevalent_wind", "u1"),
        ("flowers", "u1"),
    ]
)
ROW_BYTES = HAND_DTYPE.itemsize

#: What the fields of a hand say.
HAND_FIELDS = {
    "concealed": "copies of each kind, without the winning tile; a kong counts as three tiles",
    "melds": "a code for each declared set, 0 for none",
    "winning_tile": "its kind; 255 for none",
    "source": "where it came from: " + ", ".join(f"{code} {name}" for code, name in enumerate(SOURCES)),
    "circumstances": "bits: " + ", ".join(f"{bit} {name}" for name, bit in CIRCUMSTANCES.items()),
    "seat_wind": "0 to 3, east to north",
    "prevalent_wind": "0 to 3, east to north",
    "flowers": "flowers of the winner",
}
