"""One hand move by move: what can be asked of a table, done at it, and copied."""

import re

import numpy as np
import pytest

import mjcore as mj

from .covering_rules import covering_rules
from .lively_hands import lively_table
from .table_scripts import make_wall
from .test_soft_eight_flow import ON_47S

GAMES = [mj.SOFT_EIGHT, mj.MCR]
every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)


def rng(seed=9):
    return np.random.default_rng(seed)


def play_on(table, policy="random"):
    while not table.over:
        table.step(table.choose(policy))
    return table


# -- the same hand as elsewhere


@pytest.mark.parametrize("policy", ["random", "efficient", "value"])
@every_game
def test_a_table_plays_the_hand_that_play_plays(rules, policy):
    for seed in range(20):
        how = {"dealer": seed % 4, "prevalent_wind": "ESWN"[seed // 4 % 4]}
        table = mj.Table(rules, rng(seed), **how)
        while not table.over:
            table.step(mj.action_text(table.choose(policy)))
        row = mj.play(rules, policy, n=1, rng=rng(seed), **how)[0]
        assert table.record.tobytes() == row.tobytes()
        assert table.log() == mj.play_log(rules, policy, rng=rng(seed), **how)


def test_stakes_are_those_of_the_table():
    stakes = {"zha": (1, 0, 2, 0), "di": (0, 2, 0, 4)}
    table = play_on(mj.Table(mj.SOFT_EIGHT, rng(), **stakes), "efficient")
    assert (table.log()["zha"], table.log()["di"]) == ([1, 0, 2, 0], [0, 2, 0, 4])
    row = mj.play(mj.SOFT_EIGHT, "efficient", n=1, rng=rng(), **stakes)[0]
    assert table.record.tobytes() == row.tobytes()


# -- what can be asked


def test_a_table_says_what_is_decided_by_whom_and_on_what():
    table = mj.Table(mj.SOFT_EIGHT, rng(), wall=make_wall(["2s", "22s5p"], "1z"))
    assert repr(table) == "<Table of soft_eight: turn of seat 0>"
    assert (table.decision, table.seat, table.other, table.left) == ("turn", 0, None, 75)
    assert mj.action_text(18 + table.tile) in table.legal_texts()
    table.step("discard 2s")
    assert (table.decision, table.seat, mj.action_text(18 + table.tile), table.other) == (
        "set_claim", 1, "discard 2s", 0,
    )  # fmt: skip
    assert table.legal_texts() == ["pass", "pung"]
    assert table.legal == (0, 4)
    table.step("pung")
    assert (table.decision, table.seat, table.tile, table.other) == ("turn", 1, None, None)
    assert str(table.hand(1)).startswith("[222s]")
    assert table.visible()[19] == 3
    assert table.player(0)["discards"] == [19]
    assert table.player(1)["feeders"] == [0]
    table.step("discard 5p")
    assert table.left == 74


@every_game
def test_what_a_table_says_fits_together_at_every_decision(rules):
    """Under random rules: texts and numbers, hands and sets, tiles seen and tiles that are left."""
    for number, changed in enumerate([rules, *covering_rules(rules, 7)]):
        n_tiles = 144 if isinstance(rules, mj.McrRules) and changed.scoring.flowers else 136

        def look(table, n_tiles=n_tiles):
            assert table.legal_texts() == [mj.action_text(action) for action in table.legal]
            assert len(set(table.legal)) == len(table.legal) >= 2
            known = [table.player(seat) for seat in range(4)]
            for seat, player in enumerate(known):
                if player["held_flowers"]:
                    continue
                hand = table.hand(seat)
                assert np.array_equal(hand.counts(), player["concealed"])
                assert len(hand.melds) == np.count_nonzero(player["melds"]) == len(player["feeders"])
            visible = table.visible()
            n_seen = visible.sum() + sum(player["flowers"] for player in known)
            hidden = sum(
                int(player["concealed"].sum()) + player["held_flowers"].bit_count() for player in known
            )
            assert n_seen + hidden + table.left <= n_tiles
            assert (visible + known[table.seat]["concealed"] <= 4).all()
            events = table.events
            assert events[0]["type"] == "draw"
            assert sum(event["type"] == "discard" for event in events) >= max(
                len(player["discards"]) for player in known
            )

        for hand in range(6):
            lively_table(changed, 100 * number + hand, look)


def test_tiles_beside_flowers_that_are_kept_are_no_whole_hand():
    rules = mj.MCR.replace(flower_policy="free")
    table = mj.Table(rules, rng(), wall=make_wall(["1f2f"], n=144, n_tail=0))
    assert table.player(0)["held_flowers"] == 0b11
    with pytest.raises(mj.MahjongError, match="seat 0 keeps flowers, and its other tiles are no whole hand"):
        table.hand(0)
    for text in ("flower 1f", "flower 2f"):
        table.step(text)
    assert table.player(0)["flowers"] >= 2


@every_game
def test_over_is_over(rules):
    table = mj.Table(rules, rng())
    for early in (lambda: table.record, table.log):
        with pytest.raises(mj.MahjongError, match="the hand is not over, and has no"):
            early()
    play_on(table)
    assert table.over
    assert (table.decision, table.legal, table.legal_texts()) == ("over", (), [])
    assert repr(table) == f"<Table of {rules.name}: over>"
    with pytest.raises(mj.MahjongError, match="discard 1m is not legal: the hand is over"):
        table.step(18)
    with pytest.raises(mj.MahjongError, match="the hand is over"):
        table.choose("random")


# -- copies


@pytest.mark.parametrize("policy", ["random", "efficient", "value"])
@every_game
def test_a_copy_goes_its_own_way_and_the_table_does_not_notice(rules, policy):
    table = mj.Table(rules, rng())
    for _ in range(25):
        table.step(table.choose("efficient"))
    before = (table.events, table.legal, repr(table), [str(table.hand(seat)) for seat in range(4)])
    first, second = table.copy(), table.copy()
    for other in (first, second):
        assert (other.rules, other.events, other.legal) == (rules, table.events, table.legal)
        play_on(other, policy)
    assert first.record.tobytes() == second.record.tobytes()  # a copy has the chance of its original
    assert (table.events, table.legal, repr(table), [str(table.hand(seat)) for seat in range(4)]) == before
    assert play_on(table, policy).record.tobytes() == first.record.tobytes()


def test_chance_moves_on_with_every_question():
    table = mj.Table(mj.MCR, rng())
    asked = [table.choose("random") for _ in range(40)]
    assert len(set(asked)) > 5
    copy = table.copy()
    assert [table.choose("random") for _ in range(40)] == [copy.choose("random") for _ in range(40)]


def test_a_branch_of_a_hand_can_be_played_many_times():
    """What one discard is worth: the same table, one copy a discard."""
    table = mj.Table(mj.SOFT_EIGHT, rng(), wall=make_wall([ON_47S + "1z"]))
    while table.decision != "turn":
        table.step("pass")
    worth = {}
    for text in ("discard_ready 1z", "discard 5s"):
        branch = table.copy()
        branch.step(text)
        worth[text] = int(play_on(branch, "efficient").record["points"][0])
    assert set(worth) == {"discard_ready 1z", "discard 5s"}
    assert table.events[-1]["type"] == "draw"


# -- what is refused


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"rules": "soft_eight"}, "write mj.SOFT_EIGHT, without quotes"),
        ({"rng": 3}, "rng is a numpy.random.Generator"),
        ({"dealer": 4}, "the dealer sits at 0, 1, 2 or 3, not at 4"),
        ({"dealer": [0]}, "the dealer sits at 0, 1, 2 or 3, not at a list"),
        ({"prevalent_wind": "ES"}, "the prevalent wind is E, S, W or N, not 'ES'"),
        ({"prevalent_wind": ""}, "the prevalent wind is E, S, W or N, not ''"),
        ({"prevalent_wind": 0}, "the prevalent wind is E, S, W or N, not 0"),
        ({"prevalent_wind": ["E"]}, "the prevalent wind is E, S, W or N, not a list"),
        ({"zha": (3, 0, 0, 0)}, "seat 0 stakes 3 zha"),
        ({"zha": (0, 0, 0)}, "zha stakes are 4 whole numbers, one a seat, not 3"),
        ({"di": (2, 0, 0, 0)}, "seat 0 deals"),
        ({"di": None}, "di stakes are 4 whole numbers, one a seat, not None"),
        ({"rules": mj.MCR, "zha": (1, 0, 0, 0)}, "mcr has neither zha nor di stakes"),
        ({"rules": mj.MCR, "di": None}, "di stakes are 4 whole numbers"),
        ({"rules": mj.MCR, "di": [0.0, 0, 0, 0]}, "di stakes are whole numbers, and seat 0 has 0.0"),
        ({"wall": np.zeros(136, dtype=int)}, "row 0: a wall has 4 copies of 1m, not 136"),
        ({"wall": np.zeros(100, dtype=int)}, "walls are whole numbers of shape"),
        ({"wall": 7}, "walls are whole numbers of shape"),
        ({"wall": [[1], [1, 2]]}, "uneven rows"),
    ],
)
def test_a_table_that_cannot_be_set_is_refused(how, said):
    with pytest.raises(mj.MahjongError, match=re.escape(said)):
        mj.Table(**{"rules": mj.SOFT_EIGHT, "rng": rng()} | how)
    if not {"rules", "rng"} & how.keys():
        with pytest.raises(mj.MahjongError, match=re.escape(said)):
            mj.play_log(mj.SOFT_EIGHT, "random", rng=rng(), **how)


@pytest.mark.parametrize(
    ("verb", "argument", "said"),
    [
        ("step", 162, "actions are numbers from 0 to 161, not 162"),
        ("step", -1, "actions are numbers from 0 to 161, not -1"),
        ("step", 18.0, "actions are numbers from 0 to 161, not 18.0"),
        ("step", True, "actions are numbers from 0 to 161, not True"),
        ("step", None, "actions are numbers from 0 to 161, not None"),
        ("step", "discrad 1m", "there is no action 'discrad'; did you mean"),
        ("step", "pung", "pung is not legal: seat 0 may discard, kong or win in its turn"),
        ("choose", "best", "a policy is random, efficient or value, not 'best'"),
        ("choose", mj.Policy("value", preset="strong"), "under soft_eight a preset is standard"),
        ("hand", 4, "the player sits at 0, 1, 2 or 3, not at 4"),
        ("hand", "A", "the player sits at 0, 1, 2 or 3, not at 'A'"),
        ("player", -1, "the player sits at 0, 1, 2 or 3, not at -1"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(verb, argument, said):
    table = mj.Table(mj.SOFT_EIGHT, rng())
    with pytest.raises(mj.MahjongError, match=re.escape(said)):
        getattr(table, verb)(argument)
    assert len(table.events) == 1
