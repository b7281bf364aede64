"""That the debug build is one: run by `make debug` alone, since the fast build would write anywhere."""

import numpy as np
import pytest

import mjcore as mj
from mjcore.kernels._decompose import fill_n_decompositions
from mjcore.tables._tables import tables_of


def test_a_write_behind_the_end_is_noticed():
    hands = mj.deal_hands(np.random.default_rng(1), 3, tiles=14)
    with pytest.raises(IndexError, match="Out of bounds"):
        fill_n_decompositions(tables_of("standard"), hands, np.empty(2, dtype=np.uint8))
