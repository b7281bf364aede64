"""Functions that play: the hands that policies play, at the same walls; and what goes wrong, said by name."""

import copy
import pickle

import numpy as np
import pytest

import mjcore as mj

from .covering_rules import covering_rules

GAMES = [mj.SOFT_EIGHT, mj.MCR]


def rng(seed=4):
    return np.random.default_rng(seed)


def as_policy(name):
    """A player that asks a policy of the project."""
    return mj.Player(f"as {name}", lambda tables, rows, _: tables.choose(name, rows), version="1")


def any_legal(tables, rows, rng):
    return tables.legal[rows, rng.integers(tables.n_legal[rows])]


ANY = mj.Player("any", any_legal, version="1")


# -- the same hands


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("policy", ["random", "efficient", "value"])
def test_a_player_that_asks_a_policy_plays_its_hands(rules, policy):
    how = {"n": 60, "dealer": np.arange(60) % 4, "prevalent_wind": np.arange(60) // 4 % 4}
    expected = mj.play(rules, policy, rng=rng(), **how)
    for policies in (as_policy(policy), [policy, as_policy(policy), policy, policy]):
        assert mj.play(rules, policies, rng=rng(), **how).tobytes() == expected.tobytes()


@pytest.mark.parametrize("game", GAMES, ids=lambda rules: rules.name)
def test_so_it_does_under_all_options_and_beside_others(game):
    value = as_policy("value")
    for rules in covering_rules(game, 4):
        policies = ["value", "random", "efficient", "value"]
        expected = mj.play(rules, policies, n=30, rng=rng())
        players = [value, "random", as_policy("efficient"), value]
        assert mj.play(rules, players, n=30, rng=rng()).tobytes() == expected.tobytes()


def test_more_hands_than_tables_side_by_side_are_the_same_hands():
    expected = mj.play(mj.SOFT_EIGHT, "efficient", n=1_500, rng=rng())
    assert mj.play(mj.SOFT_EIGHT, as_policy("efficient"), n=1_500, rng=rng()).tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    "how",
    [
        {"n": 40, "hand": "123456m99m234p56s", "seat": 2, "dealer": 1},
        {"walls": mj.draw_walls(rng(1), 40)},
        {"n": 40, "zha": (1, 0, 2, 0), "di": (0, 16, 0, 0)},
        {"n": 40, "zha": np.arange(160).reshape(40, 4) % 3},
        {"n": 0},
    ],
    ids=["hand", "walls", "stakes", "stakes of each hand", "none"],
)
def test_walls_hands_and_stakes_are_those_that_were_given(how):
    expected = mj.play(mj.SOFT_EIGHT, "value", rng=rng(), **how)
    assert mj.play(mj.SOFT_EIGHT, as_policy("value"), rng=rng(), **how).tobytes() == expected.tobytes()


def test_stakes_are_paid():
    how = {"n": 40, "zha": (1, 0, 2, 0), "di": (0, 16, 0, 0)}
    plain = mj.play(mj.SOFT_EIGHT, as_policy("value"), n=40, rng=rng())["points"]
    assert (mj.play(mj.SOFT_EIGHT, as_policy("value"), rng=rng(), **how)["points"] != plain).any()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_a_hand_is_written_down_as_it_was_played(rules):
    for seed in range(5):
        policies = [as_policy("value"), "random", "efficient", as_policy("efficient")]
        log = mj.play_log(rules, policies, rng=rng(seed), dealer=seed % 4)
        assert log == mj.play_log(
            rules, ["value", "random", "efficient", "efficient"], rng=rng(seed), dealer=seed % 4
        )
        assert list(mj.replay(log, rules).scores) == log["scores"]


# -- chance and what is shown


def test_chance_of_a_player_is_that_of_the_generator():
    def hands(seed):
        return mj.play(mj.SOFT_EIGHT, [ANY, "efficient", ANY, "efficient"], n=50, rng=rng(seed)).tobytes()

    assert hands(1) == hands(1)
    assert hands(1) != hands(2)
    generator = rng(1)
    walls = mj.draw_walls(generator, 50)
    draws = [mj.play(mj.SOFT_EIGHT, ANY, walls=walls, rng=generator).tobytes() for _ in range(2)]
    assert draws[0] != draws[1]


def test_players_have_generators_of_their_own():
    drawn = {}

    def drawing(name):
        def function(tables, rows, rng):
            drawn.setdefault(name, rng.random())
            return tables.choose("efficient", rows)

        return mj.Player(name, function, version="1")

    first, second = drawing("a"), drawing("b")
    mj.play(mj.SOFT_EIGHT, [first, first, second, "random"], n=5, rng=rng())
    assert len(set(drawn.values())) == 2


def test_a_player_is_asked_where_its_seats_decide_and_nowhere_else():
    asked = []

    def function(tables, rows, rng):
        assert rows.tolist() == np.flatnonzero(np.isin(tables.table()["seat"], (1, 3))).tolist()
        assert tables.rules == mj.MCR
        asked.append(len(rows))
        return tables.choose("efficient", rows)

    mj.play(mj.MCR, ["efficient", mj.Player("seen", function, version="1")] * 2, n=30, rng=rng())
    assert min(asked) > 0


# -- a value


def test_a_player_is_its_name_and_version():
    same = mj.Player("any", len, version="1")
    assert same == ANY
    assert hash(ANY) == hash(same)
    assert ANY not in (mj.Player("any", any_legal, version="2"), mj.Player("other", any_legal, version="1"))
    assert ANY != "any"
    assert repr(ANY) == "Player('any', version='1')"
    with pytest.raises(AttributeError):
        ANY.version = "2"
    for again in (pickle.loads(pickle.dumps(ANY)), copy.deepcopy(ANY)):
        assert (again, again.function) == (ANY, any_legal)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("value", len, "1"), "value is a policy of the project: a player needs another name"),
        (("", len, "1"), "the name of a player is text of letters"),
        (("a/b", len, "1"), "the name of a player is text of letters, .* not 'a/b'"),
        ((7, len, "1"), "the name of a player is text"),
        (("a", len, 1), "the version of a player is text of letters, .* not 1"),
        (("a", len, ""), "the version of a player is text"),
        (("a", "efficient", "1"), "the player a needs a function, not 'efficient'"),
    ],
)
def test_what_is_no_player_is_refused(given, said):
    name, function, version = given
    with pytest.raises(mj.MahjongError, match=said):
        mj.Player(name, function, version=version)


def test_two_functions_of_one_name_and_version_do_not_play():
    other = mj.Player("any", lambda tables, rows, rng: rows, version="1")
    with pytest.raises(mj.MahjongError, match="two functions play as Player"):
        mj.play(mj.MCR, [ANY, other, ANY, ANY], n=2, rng=rng())


def test_a_player_without_a_function_plays_nothing():
    absent = mj.Player("any", None, version="3")
    with pytest.raises(mj.MahjongError, match=r"known by its name only.*give mj.Player\('any', function"):
        mj.play(mj.MCR, ["efficient", absent, "efficient", "efficient"], n=2, rng=rng())


def test_a_function_is_not_asked_where_policies_are():
    table, tables = mj.Table(mj.MCR, rng()), mj.Tables(mj.MCR, 2, rng())
    for ask in (table.choose, tables.choose):
        with pytest.raises(mj.MahjongError, match="only policies of the project can be asked here"):
            ask(ANY)


# -- answers that cannot be


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda rows: rows[1:] * 0, r"Player\('bad', version='1'\) gives one action for each of its rows"),
        (lambda rows: rows * 0.0, r"whole numbers of shape \(9,\), not float64 of shape \(9,\)"),
        (lambda rows: rows > 0, "not bool of shape"),
        (lambda rows: None, "not object of shape"),
        (lambda rows: 18, r"not int64 of shape \(\)"),
        (lambda rows: ["pass"] * len(rows), "whole numbers of shape"),
        (lambda rows: rows * 0 + 256 + 18, r"row 0: .*'bad'.* in seat 0: actions are numbers .* not 274"),
        (lambda rows: rows * 0 - 1, "row 0: .* in seat 0: actions are numbers from 0 to 161, not -1"),
        (lambda rows: rows * 0 + 4, "row 0: .*'bad'.* in seat 0: pung is not legal; legal are discard"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_by_the_name_of_the_player(answer, said):
    bad = mj.Player("bad", lambda tables, rows, rng: answer(rows), version="1")
    with pytest.raises(mj.MahjongError, match=said):
        mj.play(mj.SOFT_EIGHT, [bad, "efficient", "efficient", "efficient"], n=9, rng=rng())


def test_the_hand_and_the_seat_of_an_action_that_is_not_legal_are_named():
    def function(tables, rows, rng):
        actions = tables.choose("efficient", rows)
        late = tables.table()["hand"][rows] == 7
        return np.where(late, 9, actions)

    bad = mj.Player("bad", function, version="1")
    with pytest.raises(mj.MahjongError, match=r"row 7: Player\('bad', version='1'\) in seat 2: .* not legal"):
        mj.play(mj.SOFT_EIGHT, ["random", "random", bad, "random"], n=9, rng=rng())


def test_an_exception_in_the_function_comes_with_who_was_asked_about_what():
    bad = mj.Player("bad", lambda tables, rows, rng: rows // np.array(0, dtype=object), version="1")
    with pytest.raises(ZeroDivisionError) as caught:
        mj.play(mj.SOFT_EIGHT, bad, n=3, rng=rng())
    assert caught.value.__notes__ == ["row 0: Player('bad', version='1') in seat 0, and at 2 other tables."]


def test_a_player_takes_no_step_itself():
    bad = mj.Player("bad", lambda tables, rows, rng: tables.step(tables.choose("random")), version="1")
    with pytest.raises(mj.MahjongError, match="gives its actions back, and takes no step itself"):
        mj.play(mj.SOFT_EIGHT, bad, n=3, rng=rng())
