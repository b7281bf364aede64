"""Whole hands played: rows that agree with every other door, and with themselves."""

import numpy as np
import pytest

import mjcore as mj
from mjcore.kernels._one_table import OneTable
from mjcore.kernels._table_checks import INVARIANTS
from mjcore.playing import deal_places
from mjcore.policies import as_policies, player_of
from mjcore.table_rules import table_rules

NO_FLOWERS = mj.MCR.replace(flowers=False)
GAMES = {"soft_eight": mj.SOFT_EIGHT, "mcr": mj.MCR, "mcr without flowers": NO_FLOWERS}
POLICIES = ["random", "efficient", "value", mj.Policy("value", preset="strong")]
CASES = [
    (name, policy)
    for name in GAMES
    for policy in POLICIES
    if not (name == "soft_eight" and isinstance(policy, mj.Policy))
]


def rng(seed=1):
    return np.random.default_rng(seed)


@pytest.mark.parametrize(("name", "policy"), CASES, ids=str)
def test_the_same_state_plays_the_same_hands_and_walls_do_not_depend_on_policies(name, policy):
    rules = GAMES[name]
    hands = mj.play(rules, policy, n=40, rng=rng())
    assert hands.tobytes() == mj.play(rules, policy, n=40, rng=rng()).tobytes()
    walls = mj.draw_walls(rng(), 40, rules)
    assert np.array_equal(hands["deal_shanten"], mj.play(rules, "random", n=40, rng=rng())["deal_shanten"])
    if rules.name == "soft_eight" or not rules.scoring.flowers:
        dealt = np.zeros((40, 4, 34), dtype=np.uint8)
        for seat in range(4):
            for row, wall in enumerate(walls):
                dealt[row, seat] = np.bincount(wall[deal_places(seat, 0)], minlength=34)
        assert np.array_equal(hands["deal_shanten"], mj.shanten(dealt, rules))


@pytest.mark.parametrize(("name", "policy"), CASES, ids=str)
def test_the_record_of_a_win_is_what_the_scorer_says_of_its_hand(name, policy):
    rules = GAMES[name] if name == "soft_eight" else GAMES[name].replace(min_points=2)
    hands = mj.play(rules, policy, n=150, rng=rng(5))
    assert (hands["points"].sum(axis=1) == 0).all()
    won = hands[hands["outcome"] == mj.OUTCOMES.index("won")]
    scores = mj.score(won["hand"], rules)
    assert scores["legal"].all()
    assert np.array_equal(mj.record_fans(won, rules), scores["fans"])
    if rules.name == "soft_eight":
        assert np.array_equal(won["base"], scores["base"])
        assert np.array_equal(won["multiplier"], scores["multiplier"])
    else:
        assert np.array_equal(won["base"], scores["points"])
        assert np.array_equal(won["flower_points"], scores["flowers"])
        assert np.array_equal(
            won["points"], mj.payments(won["hand"], rules, winner=won["winner"], payer=won["payer"])
        )


def test_points_are_those_of_the_ledger_with_the_kongs_of_the_log():
    n_kongs = 0
    for seed in range(150):
        log = mj.play_log(mj.SOFT_EIGHT, "value", rng=rng(seed), dealer=seed % 4, zha=(1, 0, 2, 0))
        kongs, feeders = [], {}
        for event in log["events"]:
            if event["type"] == "pung":
                feeders[event["seat"], event["tile"]] = event["from_seat"]
            if event["type"] == "kong":
                feeder = event.get("from_seat", feeders.get((event["seat"], event["tile"])))
                kongs.append((event["seat"], event["kind"], event["tile"], feeder))
        if log["events"][-1].get("robbing_kong"):
            kongs.pop()
        record = mj.replay(log, mj.SOFT_EIGHT).record
        n_kongs += len(kongs)
        if log["win"] is None:
            paid = mj.drawn_hand_payments(mj.SOFT_EIGHT, dealer=seed % 4, kongs=kongs).net
        else:
            paid = mj.payments(
                np.array(record["hand"], dtype=mj.HAND_DTYPE), mj.SOFT_EIGHT, winner=int(record["winner"]),
                payer=log["win"]["from_seat"], dealer=seed % 4, kongs=kongs, zha=(1, 0, 2, 0),
            )  # fmt: skip
        assert paid.tolist() == log["scores"], f"seed {seed}"
    assert n_kongs > 50


@pytest.mark.parametrize(("name", "policy"), CASES, ids=str)
def test_a_policy_sees_only_what_its_player_may_see(name, policy):
    rules = GAMES[name]
    player = player_of(as_policies(policy)[0], rules)
    asked = 0
    for seed in range(12):
        hidden = rng(seed)
        table = OneTable(table_rules(rules), mj.draw_walls(rng(seed), 1, rules)[0], seed=seed)
        while table.decision:
            elsewhere = table.copy().reshuffled(hidden)
            action = table.choose(player)
            assert elsewhere.choose(player) == action, f"{name} {policy} seed {seed}"
            asked += 1
            assert table.act(action)
            broken = table.broken_invariant()
            assert not broken, INVARIANTS[broken]
    assert asked > 300


def test_a_seat_is_dealt_the_hand_that_is_given_and_the_rest_is_shuffled():
    counts = np.bincount(mj.parse_tiles("123456m99m234p56s"), minlength=34)
    hands = mj.play(mj.SOFT_EIGHT, "efficient", n=4000, rng=rng(), hand="123456m99m234p56s", seat=2, dealer=1)
    assert (hands["deal_shanten"][:, 2] == 0).all()
    assert (hands["ready_turn"][:, 2] == 0).all()
    others = hands["deal_shanten"][:, [0, 1, 3]].mean()
    assert abs(others - mj.play(mj.SOFT_EIGHT, "random", n=4000, rng=rng())["deal_shanten"].mean()) < 0.1
    assert counts.sum() == 13


def test_dealers_winds_and_stakes_may_differ_from_hand_to_hand():
    dealers = np.arange(40) % 4
    zha = np.tile([[0, 1, 2, 0]], (40, 1))
    hands = mj.play(
        mj.SOFT_EIGHT, "efficient", n=40, rng=rng(), dealer=dealers, zha=zha, prevalent_wind=["S"] * 40
    )
    assert np.array_equal(hands["dealer"], dealers)
    assert (hands["prevalent_wind"] == 1).all()


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"n": -1}, "number of deals"),
        ({"n": None}, "say how many"),
        ({"policies": "clever"}, "a policy is random, efficient or value"),
        ({"policies": ["random"] * 3}, "four seats, not 3"),
        ({"policies": mj.Policy("value", preset="strong")}, "under soft_eight a preset is standard"),
        ({"dealer": 4}, "the dealer sits at"),
        ({"dealer": [0, 1, 2, 9]}, "row 3: the dealer"),
        ({"dealer": [0]}, "one a hand"),
        ({"prevalent_wind": "X"}, "the prevalent wind is E, S, W or N"),
        ({"zha": (0, 3, 0, 0)}, "row 0: seat 1 stakes 3 zha"),
        ({"zha": (0.5, 0, 0, 0)}, "whole numbers"),
        ({"di": (2, 0, 0, 0)}, "seat 0 deals"),
        ({"walls": np.zeros((4, 136), dtype=np.uint8)}, "row 0: a wall has 4 copies of 1m, not 136"),
        ({"walls": np.zeros((4, 135), dtype=np.uint8)}, "shape"),
        ({"hand": "123m"}, "13 or 14 are needed"),
        ({"seat": 1}, "no hand that it is dealt"),
    ],
)
def test_what_cannot_be_is_refused(how, said):
    policies = how.pop("policies", "random")
    with pytest.raises(mj.MahjongError, match=said):
        mj.play(mj.SOFT_EIGHT, policies, **({"n": 4, "rng": rng()} | how))


def test_four_policies_sit_where_they_are_put():
    hands = mj.play(mj.SOFT_EIGHT, ["efficient", "random", "random", "random"], n=400, rng=rng())
    assert (hands["winner"] == 0).mean() > 0.4
    assert np.isin(hands["winner"], [1, 2, 3]).mean() < 0.05
