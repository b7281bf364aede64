"""Chinese Official Mahjong: what a score, a distance and a wait cost a hand, and PyMahjongGB beside them."""

import numpy as np
import pytest

import mjcore as mj
from mjcore.interchange import to_pymahjonggb
from mjcore.interchange.codes import TILE_CODES
from mjcore.kernels._mcr_scores import McrScorer
from mjcore.tables._tables import tables_of
from tests.oracles.random_wins import MIXTURE, random_wins

N_WINS = 200_000
#: Wins that the peer is asked about, fewer than ours: it takes longer.
N_CALLS = 10_000
#: Function, and nanoseconds a win that it may take on one core.
SCORES = {"score": (mj.score, 150), "points": (mj.points, 100)}
#: Function, and nanoseconds a hand, over five shapes.
SHAPES = {"shanten": (mj.shanten, 80), "waits": (mj.waits, 60), "useful tiles": (mj.useful_tiles, None)}


@pytest.fixture(scope="session")
def mcr_wins():
    """Wins of all shapes and melds, 40 % of them self-drawn; none with the tiles dealt."""
    return random_wins(np.random.default_rng(20260103), N_WINS, mixture=MIXTURE, initial_part=0)


@pytest.fixture(scope="session")
def mcr_wins_by_sort(mcr_wins):
    """The same number of wins of each sort alone."""
    rng = np.random.default_rng(20260104)
    return {sort: random_wins(rng, N_WINS // 4, mixture={sort: 1}, initial_part=0) for sort in MIXTURE}


@pytest.mark.parametrize("name", SCORES)
def test_mixed_wins(timed, mcr_wins, name):
    function, at_most = SCORES[name]
    timed(f"MCR {name}, mixed wins", N_WINS, lambda: function(mcr_wins, mj.MCR), at_most=at_most)


@pytest.mark.parametrize("sort", MIXTURE)
def test_wins_of_a_sort(timed, mcr_wins_by_sort, sort):
    wins = mcr_wins_by_sort[sort]
    timed(f"MCR score, {sort}", len(wins), lambda: mj.score(wins, mj.MCR))


@pytest.mark.parametrize("sort", ["random", "near", "one_suit"])
@pytest.mark.parametrize("name", SHAPES)
def test_five_shapes(timed, hands, n_hands, name, sort):
    function, at_most = SHAPES[name]
    timed(f"MCR {name}, {sort}", n_hands, lambda: function(hands[sort], mj.MCR), at_most=at_most)


def test_waits_of_wins_before_their_tile(timed, mcr_wins):
    timed("MCR waits, before a win", N_WINS, lambda: mj.waits(mcr_wins, mj.MCR))


def test_memory(note):
    scorer = McrScorer(tables_of(mj.MCR), mj.MCR)
    note("arrays of MCR", f"{scorer.arrays.nbytes / 2**20:10.2f} MiB")
    note("tables of MCR", f"{tables_of(mj.MCR).nbytes / 2**20:10.2f} MiB")


# Side by side with PyMahjongGB


def call_of(concealed, melds, tile, source, circumstances, seat, prevalent, flowers):
    """The program's arguments from the fields of a row, made as fast as Python makes them."""
    pack = []
    for code in melds:
        if code:
            sort, kind = code >> 6, (code & 63) - 1
            name = ("CHI", "PENG", "GANG", "GANG")[sort]
            pack.append((name, TILE_CODES[kind + (sort == 0)], int(sort != 3)))
    hand = tuple([code for code, n in zip(TILE_CODES, concealed, strict=True) for _ in range(n)])
    drawn, kong = source in (1, 2), source in (2, 3)
    last_copy, last_wall = bool(circumstances & 2), bool(circumstances & 1)
    return (tuple(pack), hand, TILE_CODES[tile], flowers, drawn, last_copy, kong, last_wall, seat, prevalent)


def calls_of(rows):
    names = ("concealed", "melds", "winning_tile", "source", "circumstances", "seat_wind", "prevalent_wind")
    fields = [rows[name].tolist() for name in (*names, "flowers")]
    return [call_of(*values) for values in zip(*fields, strict=True)]


@pytest.fixture(scope="session")
def peer(mcr_wins):
    """The program's function and its arguments for the first wins, which it must score as we do."""
    function = pytest.importorskip("MahjongGB").MahjongFanCalculator
    rows = mcr_wins[:N_CALLS]
    calls = calls_of(rows)
    assert calls[:500] == [tuple(to_pymahjonggb(mj.hand_of(row))) for row in rows[:500]]
    results = mj.score(rows, mj.MCR)
    theirs = [sum(points for points, _ in function(*call)) for call in calls]
    assert theirs == (results["points"] + results["flowers"]).tolist()
    return function, calls, rows


@pytest.mark.parametrize("name", SCORES)
def test_side_by_side_with_prebuilt_tuples(timed, mcr_wins, peer, name):
    ours, _ = SCORES[name]
    function, calls, _ = peer
    timed(
        f"PyMahjongGB, tuples: {name}",
        N_WINS,
        lambda: ours(mcr_wins, mj.MCR),
        peer=lambda: [function(*call) for call in calls],
        n_peer=N_CALLS,
    )


@pytest.mark.parametrize("name", SCORES)
def test_side_by_side_from_rows(timed, mcr_wins, peer, name):
    ours, _ = SCORES[name]
    function, _, rows = peer
    timed(
        f"PyMahjongGB, from rows: {name}",
        N_WINS,
        lambda: ours(mcr_wins, mj.MCR),
        peer=lambda: [function(*call) for call in calls_of(rows)],
        n_peer=N_CALLS,
    )
