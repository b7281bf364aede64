"""Tables in lock step: the same hands as elsewhere, and arrays that show what each seat may see."""

from collections import Counter

import numpy as np
import pytest

import mjcore as mj
from mjcore.kernels._one_table import DECISIONS
from mjcore.playing import drawn_walls

from .covering_rules import covering_rules

GAMES = [mj.SOFT_EIGHT, mj.MCR]
SHOWN = ("declared", "heavenly", "dead", "flowers")


def rng(seed=4):
    return np.random.default_rng(seed)


def any_legal(tables, generator):
    """Any legal action at each table, each as likely."""
    chosen = (generator.random(len(tables)) * tables.n_legal).astype(np.intp)
    return tables.legal[np.arange(len(tables)), chosen]


# -- the same hands


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("policy", ["random", "efficient", "value"])
@pytest.mark.parametrize("at_once", [1, 7, 1024])
def test_a_policy_asked_in_lock_step_plays_the_hands_that_it_plays_alone(rules, policy, at_once):
    how = {"n": 60, "dealer": np.arange(60) % 4, "prevalent_wind": np.arange(60) // 4 % 4}
    tables = mj.Tables(rules, rng=rng(), at_once=at_once, **how)
    while len(tables):
        tables.step(tables.choose(policy))
    assert tables.n_over == 60
    assert tables.records.tobytes() == mj.play(rules, policy, rng=rng(), **how).tobytes()


@pytest.mark.parametrize("game", GAMES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("policy", ["random", "efficient", "value"])
def test_so_it_does_whatever_the_rules(game, policy):
    for rules in covering_rules(game, 5):
        tables = mj.Tables(rules, 40, rng(), at_once=16)
        while len(tables):
            tables.step(tables.choose(policy))
        assert tables.records.tobytes() == mj.play(rules, policy, n=40, rng=rng()).tobytes()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_each_seat_can_be_left_to_a_policy_of_its_own(rules):
    policies = ["value", "random", "efficient", "random"]
    tables = mj.Tables(rules, 50, rng(), at_once=20)
    while len(tables):
        seats, actions = tables.table()["seat"], np.zeros(len(tables), dtype=np.uint8)
        for seat, policy in enumerate(policies):
            chosen = tables.choose(policy, seats == seat)
            assert not chosen[seats != seat].any()
            actions += chosen
        tables.step(actions)
    assert tables.records.tobytes() == mj.play(rules, policies, n=50, rng=rng()).tobytes()


def test_given_walls_are_played():
    walls = mj.draw_walls(rng(1), 20)
    tables = mj.Tables(mj.SOFT_EIGHT, rng=rng(), walls=walls)
    while len(tables):
        tables.step(tables.choose("random"))
    assert tables.records.tobytes() == mj.play(mj.SOFT_EIGHT, "random", rng=rng(), walls=walls).tobytes()


def test_where_a_hand_ends_the_next_takes_its_place():
    tables, generator, begun, over = mj.Tables(mj.MCR, 50, rng(), at_once=8), rng(), set(), []
    while len(tables):
        hands = tables.table()["hand"]
        assert len(set(hands.tolist())) == len(tables) == min(8, 50 - tables.n_over)
        begun |= set(hands.tolist())
        assert begun == set(range(len(begun)))  # in the order of the rows
        filled = np.flatnonzero(tables.records["discards"] > 0)
        assert len(filled) == tables.n_over
        assert not set(filled.tolist()) & set(hands.tolist())
        over.append(tables.n_over)
        tables.step(any_legal(tables, generator))
    assert tables.n_over == 50
    assert sorted(over) == over
    assert tables.legal.shape == (0, 64)
    assert tables.concealed().shape == (0, 34)
    tables.step(np.zeros(0, dtype=int))


def test_no_hands_are_no_tables():
    tables = mj.Tables(mj.SOFT_EIGHT, 0, rng())
    assert len(tables) == len(tables.records) == 0


# -- what is seen


def told(table):
    """What the actor of a table may see, row by row as arrays should show it."""
    seats = [(table.seat + k) % 4 for k in range(4)]
    players = [table.player(seat) for seat in seats]
    melds = np.array([player["melds"] for player in players])
    if not isinstance(table.rules, mj.SoftEightRules) or not table.rules.play.concealed_kong_shown:
        melds[1:] = np.where(melds[1:] >> 6 == 3, 192, melds[1:])
    discards = np.full((4, 48), 255)
    for row, player in zip(discards, players, strict=True):
        row[: len(player["discards"])] = player["discards"]
    return {
        "seat": table.seat,
        "decision": DECISIONS.index(table.decision),
        "tile": 255 if table.tile is None else table.tile,
        "left": table.left,
        "legal": table.legal,
        "concealed": players[0]["concealed"],
        "visible": table.visible(),
        "melds": melds,
        "discards": discards,
        "n_discards": [len(player["discards"]) for player in players],
        **{name: [player[name] for player in players] for name in SHOWN},
    }


def shown(tables):
    """The same from the arrays of tables in lock step."""
    arrays = tables.table() | tables.players()
    arrays |= {name: getattr(tables, name)() for name in ("concealed", "visible", "melds", "discards")}
    mask, n_legal = tables.mask(), tables.n_legal
    for row in range(len(tables)):
        one = {name: array[row] for name, array in arrays.items()}
        one["legal"] = tables.legal[row, : n_legal[row]]
        assert np.array_equal(np.flatnonzero(mask[row]), np.sort(one["legal"]))
        yield one


@pytest.mark.parametrize("game", GAMES, ids=lambda rules: rules.name)
def test_arrays_show_what_the_seat_may_see_and_nothing_else(game):
    decisions = set()
    for number, rules in enumerate([game, *covering_rules(game, 6)]):
        walls, seeds, generator = mj.draw_walls(rng(number), 12, rules), rng(9), rng()
        alone = [mj.Table(rules, seeds, wall=wall, dealer=2, prevalent_wind="W") for wall in walls]
        tables = mj.Tables(rules, rng=rng(9), walls=walls, at_once=5, dealer=2, prevalent_wind="W")
        while len(tables):
            for one in shown(tables):
                table = alone[one["hand"]]
                for name, expected in told(table).items():
                    assert np.array_equal(one[name], expected), f"{name} of {table} under {rules}"
                if table.other is not None:
                    assert one["other"] == table.other
                assert (one["dealer"], one["prevalent_wind"]) == (2, 2)
                assert len(one["legal"]) >= 2
                decisions.add(table.decision)
            nearer = tables.choose("efficient") if number % 2 else any_legal(tables, generator)
            for hand, action in zip(tables.table()["hand"], nearer.tolist(), strict=True):
                alone[hand].step(action)
            tables.step(nearer)
        for table, record in zip(alone, tables.records, strict=True):
            assert table.record.tobytes() == record.tobytes()
    assert {"turn", "set_claim", "win_claim"} <= decisions


def test_a_tile_that_another_drew_is_not_shown():
    """Who may declare with the tiles dealt, or late, is asked before the one who drew it has his turn."""
    rules, seen = mj.SOFT_EIGHT.replace(late_ready="with_consent", min_main_tiles=5), Counter()
    walls = drawn_walls(rng(), 500, rules, "123456m99m234p56s", 1, 0)
    tables, generator = mj.Tables(rules, rng=rng(), walls=walls), rng()
    while len(tables):
        about = tables.table()
        heavenly = (about["decision"] == 4) & (tables.players()["n_discards"].sum(axis=1) == 0)
        late = about["decision"] >= 5
        assert (about["tile"][heavenly | late] == 255).all()
        seen["heavenly"] += heavenly.sum()
        seen["late"] += late.sum()
        actions = tables.choose("efficient")
        declares = (actions >= 60) & (actions < 94)
        tables.step(np.where(declares & (generator.random(len(tables)) < 0.5), actions - 42, actions))
    assert min(seen["heavenly"], seen["late"]) > 0


def test_kinds_of_concealed_kongs_of_others_are_shown_only_by_rules_that_show_them():
    for kongs_shown in (True, False):
        tables = mj.Tables(mj.SOFT_EIGHT.replace(concealed_kong_shown=kongs_shown), 300, rng())
        own, others = set(), set()
        while len(tables):
            melds = tables.melds()
            own |= set(melds[:, 0][melds[:, 0] >> 6 == 3].tolist())
            others |= set(melds[:, 1:][melds[:, 1:] >> 6 == 3].tolist())
            mask = tables.mask()[:, 94:128]
            kongs = np.where(mask.any(axis=1), 94 + mask.argmax(axis=1), tables.choose("efficient"))
            tables.step(kongs)
        assert len(own) > 5
        assert 192 not in own
        assert (others == {192}) == (not kongs_shown)


# -- what is refused


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (lambda n: np.full(n, 4), "row 0: pung is not legal; legal are discard .., discard .."),
        (lambda n: np.full(n, 200), "row 0: actions are numbers from 0 to 161, not 200"),
        (lambda n: np.full(n, -1), "row 0: actions are numbers from 0 to 161, not -1"),
        (lambda n: np.full(n, 256 + 18), "row 0: actions are numbers from 0 to 161, not 274"),
        (lambda n: np.zeros(n - 1, dtype=int), r"one a table: shape \(5,\), not int64 of shape \(4,\)"),
        (lambda n: np.zeros((n, 1), dtype=int), r"one a table: shape \(5,\)"),
        (lambda n: np.zeros(n), "actions are whole numbers"),
        (lambda n: np.full(n, np.nan), "actions are whole numbers"),
        (lambda n: np.ones(n, dtype=bool), "actions are whole numbers"),
        (lambda n: ["pass"] * n, "actions are whole numbers"),
        (lambda n: [1, [2]], "uneven rows"),
        (lambda n: None, "actions are whole numbers"),
        (lambda n: 18, "actions are whole numbers"),
    ],
)
def test_an_action_that_cannot_be_is_named_and_nothing_is_done(actions, said):
    tables = mj.Tables(mj.SOFT_EIGHT, 5, rng())
    before = tables.concealed()
    with pytest.raises(mj.MahjongError, match=said):
        tables.step(actions(len(tables)))
    assert np.array_equal(tables.concealed(), before)


def test_the_row_of_the_first_action_that_is_not_legal_is_named():
    tables = mj.Tables(mj.MCR, 9, rng())
    actions = tables.choose("random")
    actions[[4, 7]] = 4
    with pytest.raises(mj.MahjongError, match="row 4: pung is not legal"):
        tables.step(actions)
    assert not tables.discards().min() < 255


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            np.ones(4, dtype=bool),
            r"one a table: shape \(5,\), or indices of tables, each once, not bool of shape \(4,\)",
        ),
        (np.ones(5), "rows are true or false"),
        ([0, 1, 1, 0, 1], "rows are true or false"),
        (True, "rows are true or false"),
        ([True, [False]], "uneven rows"),
        ([3, 1, 3], "indices of tables, each once, not int64 of shape \\(3,\\)"),
        ([[0, 1]], "rows are true or false"),
        ([0, 5], "there is no table 5: rows are from 0 to 4"),
        ([-1], "there is no table -1"),
    ],
)
def test_rows_that_are_no_mask_are_refused(rows, said):
    tables = mj.Tables(mj.SOFT_EIGHT, 5, rng())
    with pytest.raises(mj.MahjongError, match=said):
        tables.choose("random", rows)


def test_rows_may_be_any_array_of_the_right_sort():
    tables = mj.Tables(mj.SOFT_EIGHT, 5, rng())
    rows = np.array([[True, False]] * 5)[:, 0]  # not contiguous
    assert (tables.choose("efficient", rows) > 0).all()
    assert tables.choose("efficient", [False] * 5).tolist() == [0] * 5
    every = tables.choose("efficient")
    assert tables.choose("efficient", [3, 0]).tolist() == every[[3, 0]].tolist()
    assert tables.choose("efficient", np.zeros(0, dtype=np.uint8)).shape == (0,)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"n": -1}, "whole number from 0 on, not -1"),
        ({"n": None}, "whole number from 0 on, not None"),
        ({"n": 3.0}, "whole number from 0 on, not 3.0"),
        ({"n": 10**15}, "no memory for"),
        ({"rng": None}, "rng is a numpy.random.Generator"),
        ({"rules": "mcr"}, "write mj.MCR, without quotes"),
        ({"at_once": 0}, "at_once is a whole number from 1 on, not 0"),
        ({"at_once": 2.5}, "at_once is a whole number from 1 on, not 2.5"),
        ({"at_once": True}, "at_once is a whole number from 1 on, not True"),
        ({"dealer": 4}, "the dealer sits at"),
        ({"dealer": [0, 0, 7, 0]}, "row 2: the dealer sits at"),
        ({"prevalent_wind": "X"}, "the prevalent wind is"),
        ({"prevalent_wind": ["E", "E", "E", "T"]}, "row 3: the prevalent wind is"),
        ({"walls": np.zeros((4, 136), dtype=int)}, "row 0: a wall has 4 copies of 1m"),
        ({"walls": mj.draw_walls(rng(), 3)}, "n is 4, and there are 3 walls"),
    ],
)
def test_what_cannot_be_played_is_refused(how, said):
    with pytest.raises(mj.MahjongError, match=said):
        mj.Tables(**{"rules": mj.SOFT_EIGHT, "n": 4, "rng": rng()} | how)


def test_more_tables_at_once_than_hands_are_as_many_as_hands():
    assert len(mj.Tables(mj.SOFT_EIGHT, 4, rng(), at_once=10**30)) == 4


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("best", "a policy is random, efficient or value, not 'best'"),
        (None, "a policy is random, efficient or value, not None"),
        (mj.Policy("value", preset="human"), "under soft_eight a preset is standard"),
    ],
)
def test_a_policy_that_cannot_play_is_refused(policy, said):
    with pytest.raises(mj.MahjongError, match=said):
        mj.Tables(mj.SOFT_EIGHT, 4, rng()).choose(policy)
