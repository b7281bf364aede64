"""Random wins of Chinese Official Mahjong: what every score keeps to, whatever the hand."""

import numpy as np
import pytest

from mjcore.encoding.arrays import CIRCUMSTANCES, SOURCES

from .mcr import score_row
from .mcr_catalogue import ABSORBS, INHERENTLY_CONCEALED, KEYS, POINTS, Options
from .mcr_combinations import CHOW_FANS, CHOW_FANS_WITH_PAIR, PUNG_FANS, PUNG_FANS_WITH_PAIR
from .random_wins import MIXTURE, RARE, SELF_DRAWN_PART, random_wins

SEED, N = 20_260_101, 4_000
#: Fans that look at single suits or ranks, as no symmetry keeps them.
ASYMMETRIC = ("all_green", "reversible_tiles")
#: Fans of which a hand has one at most.
AT_MOST_ONE = (
    [
        "four_kongs",
        "three_kongs",
        "two_concealed_kongs",
        "two_melded_kongs",
        "concealed_kong_and_melded_kong",
        "concealed_kong",
        "melded_kong",
    ],
    ["four_concealed_pungs", "three_concealed_pungs", "two_concealed_pungs"],
    ["edge_wait", "closed_wait", "single_wait"],
    ["fully_concealed_hand", "concealed_hand"],
    [*CHOW_FANS[4], *CHOW_FANS[3], *CHOW_FANS_WITH_PAIR[4]],
    [*PUNG_FANS[4], *PUNG_FANS[3], *PUNG_FANS_WITH_PAIR[3]],
)
#: Fans that count once for each set or kind that makes them.
REPEATED = {
    "dragon_pung",
    "tile_hog",
    "double_pung",
    "pure_double_chow",
    "mixed_double_chow",
    "short_straight",
    "two_terminal_chows",
    "pung_of_terminals_or_honors",
    "flower_tiles",
}


@pytest.fixture(scope="module")
def rows():
    return random_wins(np.random.default_rng(SEED), N, mixture={**MIXTURE, **RARE})


@pytest.fixture(scope="module")
def scores(rows):
    return [score_row(row) for row in rows]


def test_every_row_is_a_win_that_can_be(rows, scores):
    assert all(result.form != "none" for result in scores)
    counts = rows["concealed"].sum(axis=1) + 3 * (rows["melds"] > 0).sum(axis=1)
    assert set(counts.tolist()) == {13}


def test_rows_are_mixed_as_asked():
    rows = random_wins(np.random.default_rng(SEED), 20_000, shuffle=False)
    codes = rows["melds"]
    n_melds = (codes > 0).sum(axis=1)
    assert not n_melds[:5_400].any()
    melded = slice(7_800, 16_400)
    assert set(n_melds[melded].tolist()) == {1, 2, 3, 4}
    assert {1, 2, 3} <= set((codes[melded] >> 6).ravel().tolist())
    is_self_drawn = np.isin(rows["source"], [SOURCES.index("wall"), SOURCES.index("replacement")])
    assert abs(is_self_drawn.mean() - SELF_DRAWN_PART) < 0.015  # four standard errors
    assert set(rows["source"].tolist()) == {0, 1, 2, 3}
    assert set(rows["prevalent_wind"].tolist()) == set(rows["seat_wind"].tolist()) == {0, 1, 2, 3}
    for flag in ("last_wall", "last_copy", "initial"):
        assert (rows["circumstances"] & CIRCUMSTANCES[flag]).any()


def test_same_seed_gives_the_same_rows():
    first, second = (random_wins(np.random.default_rng(3), 500) for _ in range(2))
    assert (first == second).all()


def test_every_fan_and_form_occurs():
    rows = random_wins(np.random.default_rng(SEED + 1), 6_000, mixture={**MIXTURE, **RARE, "themed": 60})
    results = [score_row(row) for row in rows]
    found = {fan for result in results for fan in result.fans}
    assert set(found) == set(KEYS)
    assert len({result.form for result in results}) == 5


def test_points_are_the_sum_of_the_fans(scores):
    for result in scores:
        fans = dict(result.fans)
        assert fans.pop("flower_tiles", 0) == result.flowers
        assert result.points == sum(POINTS[fan] * n for fan, n in fans.items())
        assert result.legal == (result.points >= 8)


def test_fans_that_exclude_each_other_never_count_together(scores):
    for result in scores:
        fans = result.fans.keys()
        for family in AT_MOST_ONE:
            assert len(fans & set(family)) <= 1
        assert not any(ABSORBS.get(fan, frozenset()) & fans for fan in fans)
        if "self_drawn" in fans:
            assert not fans & {"last_tile_draw", "out_with_replacement_tile", "fully_concealed_hand"}
        if fans & INHERENTLY_CONCEALED:
            assert not fans & {"fully_concealed_hand", "concealed_hand"}
        if "chicken_hand" in fans:
            assert fans <= {"chicken_hand", "flower_tiles"}
        assert all(n == 1 or fan in REPEATED for fan, n in result.fans.items())


def test_flowers_add_their_number_and_never_change_legality(rows, scores):
    for row, result in zip(rows[:500].copy(), scores, strict=False):
        row["flowers"] = 8 - row["flowers"]
        changed = score_row(row)
        assert (changed.legal, changed.points, changed.form) == (result.legal, result.points, result.form)
        assert changed.flowers == 8 - result.flowers


def moved(row, kind_to):
    """A row whose tiles are exchanged for those of `kind_to`."""
    row, kind_to = row.copy(), np.asarray(kind_to)
    concealed = row["concealed"].copy()
    row["concealed"][kind_to] = concealed
    row["winning_tile"] = kind_to[row["winning_tile"]]
    for place, code in enumerate(row["melds"].tolist()):
        if code:
            low = (code & 63) - 1
            kinds = kind_to[low : low + 3] if code >> 6 == 0 else kind_to[[low]]
            row["melds"][place] = code >> 6 << 6 | (kinds.min() + 1)
    return row


def suits_exchanged(order):
    return [9 * suit + rank for suit in order for rank in range(9)] + list(range(27, 34))


def honours_exchanged(order):
    return [*range(27), *(27 + place for place in order)]


#: Ranks from 9 to 1 instead of 1 to 9.
REVERSED = [9 * suit + 8 - rank for suit in range(3) for rank in range(9)] + list(range(27, 34))


#: Exchanges of tiles under which hands are worth the same.
every_exchange = pytest.mark.parametrize(
    "kind_to",
    [
        suits_exchanged((1, 0, 2)),
        suits_exchanged((1, 2, 0)),
        REVERSED,
        honours_exchanged((0, 1, 2, 3, 5, 6, 4)),
        honours_exchanged((0, 1, 2, 3, 5, 4, 6)),
    ],
    ids=["two suits", "three suits", "ranks", "three dragons", "two dragons"],
)


@every_exchange
def test_exchanged_tiles_are_worth_the_same(rows, kind_to):
    options = Options(disabled=ASYMMETRIC)
    for row in rows[:800]:
        before, after = score_row(row, options), score_row(moved(row, kind_to), options)
        assert (before.points, before.form) == (after.points, after.form)


def test_exchanged_winds_are_worth_the_same(rows):
    order = (2, 0, 3, 1)
    for row in rows[:800]:
        if not row["circumstances"] & CIRCUMSTANCES["initial"]:
            after = moved(row, honours_exchanged((*order, 4, 5, 6)))
            after["seat_wind"], after["prevalent_wind"] = (
                order[row["seat_wind"]],
                order[row["prevalent_wind"]],
            )
            assert score_row(after)[:4] == score_row(row)[:4]


def test_upper_and_lower_fans_change_places_when_ranks_are_reversed(rows):
    names = {"upper_tiles": "lower_tiles", "upper_four": "lower_four"}
    names |= {new: old for old, new in names.items()} | {"edge_wait": "edge_wait"}
    options = Options(disabled=ASYMMETRIC)
    for row in rows[:800]:
        before, after = score_row(row, options), score_row(moved(row, REVERSED), options)
        for old, new in names.items():
            assert before.fans.get(old) == after.fans.get(new)
