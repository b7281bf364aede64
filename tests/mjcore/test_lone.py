"""Lone players against a literal restatement of the policy and a search for hands among the tiles."""

import itertools

import numpy as np
import pytest

import mjcore as mj
from mjcore.lone import LONE_DTYPE, NEVER, lone_efficient, lone_foresight
from mjcore.tables.forms import Form
from mjcore.words.errors import HandError, RuleError
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import parse_tiles
from tests.mjcore.soft_eight_shapes import shape_name
from tests.oracles import lone
from tests.oracles.shape_rules import Shape, shape_of

OPTIONS = [
    {},
    {"min_main_tiles": 5},
    {"min_main_tiles": 9, "honour_runs": True},
    {"min_main_tiles": 11, "must_declare": False},
    {"min_main_tiles": 14, "must_declare": False},
    {"must_declare": False},
    {"seven_pairs": False},
    {"four_kind_as_two_pairs": False, "min_main_tiles": 10},
    {"pair_must_be_main": True, "min_main_tiles": 6},
    {"honours_one_suit": False, "min_main_tiles": 7},
    {"honours_one_suit": False, "honour_runs": True, "pair_must_be_main": True, "must_declare": False},
]
RULES = [SoftEightRules(**options) for options in OPTIONS]
every_option = pytest.mark.parametrize("rules", RULES, ids=shape_name)
sample = pytest.mark.parametrize(
    ("n", "seed"),
    [pytest.param(4, 1, id="few"), pytest.param(40, 2, id="many", marks=pytest.mark.slow)],
)


def walls_of(n, seed):
    """Walls of which every other has one or two suits more at the front than chance would have it."""
    rng = np.random.default_rng([20260510, seed])
    walls = mj.draw_walls(rng, n)
    for wall in walls[1::2]:
        weights = rng.choice([1, 1, 3, 9], size=4)[np.minimum(wall // 9, 3)]
        wall[:] = wall[np.argsort(rng.exponential(size=136) / weights)]
    return walls


def wall_of(text):
    """One wall, tiles in the order of the text."""
    return np.array(parse_tiles(text), dtype=np.uint8)[None]


# ---- the efficient policy ------------------------------------------------------------------------------


def check_efficient(walls, rules, draws, shape, must_declare):
    found = lone_efficient(walls, rules, draws=draws).tolist()
    for index, wall in enumerate(walls.tolist()):
        expected = lone.efficient(wall, shape, draws, must_declare=must_declare)
        assert found[index] == expected, f"wall {index}: {wall[: 13 + draws]}"
    return found


@sample
@every_option
def test_efficient_play_follows_the_policy_word_for_word(rules, n, seed):
    found = check_efficient(walls_of(n, seed), rules, 18, shape_of(rules), rules.play.must_declare)
    if n > 10:
        assert 0 < sum(draw != NEVER for draw, _ in found) < n


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES[:6], ids=shape_name)
def test_efficient_play_follows_the_policy_until_all_tiles_are_drawn(rules):
    """Late in the wall useful tiles run out, so that hands without any count as one tile farther."""
    walls = walls_of(12, 3)
    check_efficient(walls, rules, 123, shape_of(rules), rules.play.must_declare)


def test_efficient_play_towards_a_form_never_freezes():
    walls = walls_of(8, 4)
    check_efficient(walls, "standard", 18, Shape(min_main_tiles=1, seven_pairs=False), False)
    form = Form(standard=True, seven_pairs="quads")
    check_efficient(walls, form, 18, Shape(min_main_tiles=1), False)


def test_thirteen_orphans_are_complete_with_the_first_draw_that_can_complete_them():
    rng = np.random.default_rng(20260511)
    walls = mj.draw_walls(rng, 200)
    for wall in walls:  # whoever wants orphans throws none away that he needs
        is_orphan = (wall >= 27) | np.isin(wall % 9, [0, 8])
        wall[:] = wall[np.argsort(rng.exponential(size=136) / np.where(is_orphan, 8, 1))]
    found = lone_efficient(walls, "thirteen_orphans", draws=30)["draw"]
    assert found.tolist() == [lone.first_orphans(wall.tolist(), 30) for wall in walls]
    assert (found != NEVER).sum() > 50


@pytest.mark.parametrize(
    ("tiles", "must_declare", "expected"),
    [
        ("123456m99m234p56s 4s", True, (1, 0)),
        ("123456m99m234p56s 1z 7s", True, (2, 0)),
        ("123456789m22s24p 5p 6p", True, (NEVER, NEVER)),  # declared: waits for 3p only
        ("123456789m22s24p 5p 6p", False, (2, 0)),  # 45p in place of 24p
        ("1111222233334m 1z4m", True, (2, 0)),
        ("1223344556677s 1s", True, (1, 2)),
        ("1112223334445z 5z", True, (1, 3)),
    ],
)
def test_hands_that_are_ready_as_dealt(tiles, must_declare, expected):
    walls = wall_of(tiles)
    rules = mj.SOFT_EIGHT.replace(must_declare=must_declare)
    assert lone_efficient(walls, rules, draws=walls.shape[1] - 13).tolist() == [expected]


def test_winds_and_dragons_are_main_suits_of_their_own_where_honours_are_two():
    rules = SoftEightRules(honours_one_suit=False)
    walls = np.concatenate([wall_of("11122233344z56p 7p"), wall_of("111666777z23m11p 1m")])
    assert lone_efficient(walls, rules, draws=1).tolist() == [(1, 3), (NEVER, NEVER)]
    assert lone_efficient(walls, mj.SOFT_EIGHT, draws=1).tolist() == [(1, 3), (1, 3)]
    dragons = wall_of("555666777z23m11p 1m")
    assert lone_efficient(dragons, rules, draws=1).tolist() == [(1, 4)]
    assert lone_efficient(dragons, mj.SOFT_EIGHT, draws=1).tolist() == [(1, 3)]
    first = lone_foresight(dragons, rules, draws=1)[0]
    assert (first[4, :10] == 1).all()
    assert first[4, 10] == NEVER
    assert first[3, 1] == NEVER  # no winds


# ---- perfect foresight ---------------------------------------------------------------------------------


def in_suits(rules):
    return slice(0, 4 if rules.shape.honours_one_suit else 5)


@sample
@every_option
def test_foresight_finds_the_first_hand_among_the_tiles(rules, n, seed):
    walls = walls_of(5 * n, seed + 10)
    found = lone_foresight(walls, rules, draws=18)
    for first, wall in zip(found, walls.tolist(), strict=True):
        expected = lone.foresight(wall, shape_of(rules), 18)
        assert (first == expected).all(), f"wall {wall[:31]}"


@pytest.mark.parametrize("rules", RULES, ids=shape_name)
def test_foresight_does_not_look_at_the_threshold(rules):
    walls = walls_of(200, 20)
    found = lone_foresight(walls, rules)
    for threshold in (1, 8, 14):
        assert (lone_foresight(walls, rules.replace(min_main_tiles=threshold)) == found).all()


@every_option
def test_foresight_is_monotone_in_the_threshold(rules):
    found = lone_foresight(walls_of(2_000, 21), rules)
    assert (np.diff(found.astype(int), axis=2) >= 0).all()
    assert (found.min() >= 1) & (found.max() == NEVER)
    assert (found[:, 4] == NEVER).all() == rules.shape.honours_one_suit


@pytest.mark.parametrize("options", [o for o in OPTIONS if "min_main_tiles" not in o], ids=str)
def test_nobody_is_faster_than_foresight_under_any_threshold(options):
    walls = walls_of(1_000, 22)
    possible = lone_foresight(walls, SoftEightRules(**options))
    wins = 0
    for threshold in range(1, 15):
        rules = SoftEightRules(min_main_tiles=threshold, **options)
        played = lone_efficient(walls, rules)
        won = played["draw"] != NEVER
        of_main = possible[np.flatnonzero(won), played["main_suit"][won], threshold]
        assert (of_main <= played["draw"][won]).all()
        wins += won.sum()
        assert ((played["main_suit"] == NEVER) == ~won).all()
        assert np.isin(played["main_suit"][won], range(5 - rules.shape.honours_one_suit)).all()
    assert wins > 500


@pytest.mark.parametrize("suits", list(itertools.permutations(range(3))), ids=str)
def test_foresight_treats_the_number_suits_alike(suits):
    walls = walls_of(300, 23)
    kinds = np.arange(34, dtype=np.uint8)
    for suit, other in enumerate(suits):
        kinds[9 * suit : 9 * suit + 9] = np.arange(9 * other, 9 * other + 9)
    order = [*np.argsort(suits), 3, 4]
    expected = lone_foresight(walls, mj.SOFT_EIGHT)
    assert (lone_foresight(kinds[walls], mj.SOFT_EIGHT)[:, np.argsort(order)] == expected).all()


# ---- what both have in common --------------------------------------------------------------------------

both = pytest.mark.parametrize("play", [lone_efficient, lone_foresight], ids=["efficient", "foresight"])


def same(a, b):
    return a.dtype == b.dtype and a.tolist() == b.tolist()


@both
def test_only_the_tiles_dealt_and_drawn_matter(play):
    walls = walls_of(200, 30)
    expected = play(walls, mj.SOFT_EIGHT, draws=12)
    short = np.ascontiguousarray(walls[:, :25])
    assert same(play(short, mj.SOFT_EIGHT, draws=12), expected)
    assert same(play(walls[:, :25], mj.SOFT_EIGHT, draws=12), expected)  # not contiguous
    other = walls.copy()
    other[:, 25:] = 255
    assert same(play(other, mj.SOFT_EIGHT, draws=12), expected)
    other[:, :13] = np.random.default_rng(1).permuted(other[:, :13], axis=1)
    assert same(play(other, mj.SOFT_EIGHT, draws=12), expected)


@both
def test_fewer_draws_are_the_beginning_of_more(play):
    walls = walls_of(300, 31)
    many = play(walls, mj.SOFT_EIGHT, draws=18)
    few = play(walls, mj.SOFT_EIGHT, draws=11)
    if play is lone_efficient:
        assert ((many["draw"] <= 11) == (few["draw"] != NEVER)).all()
        assert (few[few["draw"] != NEVER] == many[many["draw"] <= 11]).all()
    else:
        assert (few == np.where(many <= 11, many, NEVER)).all()


@both
def test_without_draws_nothing_is_completed(play):
    walls = np.concatenate([walls_of(50, 32)[:, :13], wall_of("123456m99m234p56s")])
    found = play(walls, mj.SOFT_EIGHT, draws=0)
    assert len(found) == 51
    assert np.unique(found).tolist() in ([NEVER], [(NEVER, NEVER)])


@both
def test_walls_are_not_changed_and_none_is_no_error(play):
    walls = walls_of(20, 33)
    before = walls.copy()
    play(walls, mj.SOFT_EIGHT)
    assert (walls == before).all()
    assert len(play(walls[:0], mj.SOFT_EIGHT)) == 0


@both
@pytest.mark.parametrize("rules", [mj.SOFT_EIGHT, RULES[9]], ids=shape_name)
def test_kongs_and_the_dragon_change_nothing_for_a_lone_player(play, rules):
    walls = walls_of(300, 34)
    expected = play(walls, rules)
    assert same(play(walls, rules.replace(kong_tiles_counted=4, dragon_requires_runs=False)), expected)


def test_results_have_the_shapes_that_are_promised():
    walls = walls_of(3, 35)
    played = lone_efficient(walls, mj.SOFT_EIGHT)
    assert (played.shape, played.dtype) == ((3,), LONE_DTYPE)
    possible = lone_foresight(walls, mj.SOFT_EIGHT)
    assert (possible.shape, possible.dtype) == ((3, 5, 15), np.uint8)


def changed(walls, row, place, kind):
    walls = walls.copy()
    walls[row, place] = kind
    return walls


GOOD = np.tile(np.arange(34, dtype=np.uint8), 4)[None].repeat(3, axis=0)


@both
@pytest.mark.parametrize(
    ("walls", "draws", "message"),
    [
        (changed(GOOD, 2, 30, 34), 18, "row 2: tile 30 is 34, not a kind from 0 to 33"),
        (changed(GOOD, 1, 0, 255), 18, "row 1: tile 0 is 255, not a kind from 0 to 33"),
        (changed(GOOD[:, ::-1], 1, 0, 0), 123, "row 1: a fifth copy"),
        (GOOD[:, :30], 18, "walls of 30 tiles are too short for 13 dealt and 18 drawn"),
        (GOOD[0], 18, "uint8 with two axes, not uint8 of shape"),
        (GOOD[None], 18, "uint8 with two axes"),
        (GOOD.astype(np.int64), 18, "uint8 with two axes, not int64"),
        (GOOD.tolist(), 18, "uint8 with two axes"),
        (GOOD, -1, "from 0 to 123 tiles, not -1"),
        (GOOD, 124, "from 0 to 123 tiles, not 124"),
        (GOOD, 1.5, "from 0 to 123 tiles, not 1.5"),
        (GOOD, "18", "from 0 to 123 tiles, not '18'"),
    ],
)
def test_walls_and_draws_that_cannot_be_are_refused(play, walls, draws, message):
    with pytest.raises(HandError, match=message):
        play(walls, mj.SOFT_EIGHT, draws=draws)


@both
def test_what_is_no_rule_set_is_refused(play):
    with pytest.raises(RuleError, match="neither a rule set nor a form"):
        play(GOOD, "soft_eight")


@pytest.mark.parametrize("form", ["thirteen_orphans", "riichi"])
def test_foresight_sees_thirteen_orphans(form):
    rng = np.random.default_rng(20260512)
    walls = mj.draw_walls(rng, 300)
    for wall in walls:
        is_orphan = (wall >= 27) | np.isin(wall % 9, [0, 8])
        wall[:] = wall[np.argsort(rng.exponential(size=136) / np.where(is_orphan, 8, 1))]
    played = lone_efficient(walls, form, draws=30)["draw"]
    possible = lone_foresight(walls, form, draws=30)[:, :, 0].min(axis=1)
    assert (possible <= played).all()
    if form == "thirteen_orphans":
        assert possible.tolist() == [lone.first_orphans(wall.tolist(), 30) for wall in walls]


@both
def test_draws_and_walls_that_are_none_are_refused_in_one_line(play):
    for walls, draws in ((GOOD, np.zeros((3, 3))), (GOOD, True), (GOOD, 2.0), ([[1], [1, 2]], 2)):
        with pytest.raises(HandError) as caught:
            play(walls, "standard", draws=draws)
        assert "\n" not in str(caught.value)
