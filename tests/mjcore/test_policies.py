"""Policies by name, their presets and dials, and how they are put at a table."""

import copy
import pickle
from itertools import pairwise

import numpy as np
import pytest

import mjcore as mj
from mjcore.kernels._policy import Player
from mjcore.policies import POLICY_NAMES, PRESETS, as_policies, player_of

ALIKE = [
    (mj.Policy("random"), mj.Policy("random")),
    (mj.Policy("value"), mj.Policy("value", None)),
    (mj.Policy("value", "strong"), mj.Policy("value", preset="strong")),
    (mj.Policy("value", patience=0.1, caution=1), mj.Policy("value", caution=1.0, patience=np.float64(0.1))),
]
DIFFERENT = [
    mj.Policy("random"),
    mj.Policy("efficient"),
    mj.Policy("value"),
    mj.Policy("value", preset="strong"),
    mj.Policy("value", preset="human"),
    mj.Policy("value", patience=0.1),
    mj.Policy("value", patience=0.2),
]
GAMES = {"soft_eight": mj.SOFT_EIGHT, "mcr": mj.MCR}


@pytest.mark.parametrize(("one", "other"), ALIKE, ids=str)
def test_policies_with_the_same_dials_are_the_same(one, other):
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)


def test_other_policies_are_others():
    assert len(set(DIFFERENT)) == len(DIFFERENT)
    assert all(one != "random" for one in DIFFERENT)


@pytest.mark.parametrize("policy", DIFFERENT, ids=str)
def test_a_policy_can_be_written_pickled_and_copied(policy):
    assert eval(repr(policy), {"Policy": mj.Policy}) == policy
    assert pickle.loads(pickle.dumps(policy)) == policy
    assert copy.deepcopy(policy) == policy


def test_a_policy_does_not_change():
    policy = mj.Policy("value")
    with pytest.raises(
        AttributeError, match="a policy does not change; make another one with another preset"
    ):
        policy.preset = "strong"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": "greedy"}, "a policy is random, efficient or value, not 'greedy'"),
        ({"name": "Random"}, "not 'Random'"),
        ({"name": None}, "not None"),
        ({"name": ["random"]}, "not a list"),
        ({"name": "random", "preset": "strong"}, "the policy random has neither presets nor dials"),
        ({"name": "efficient", "patience": 0.1}, "the policy efficient has neither presets nor dials"),
        ({"name": "value", "preset": "best"}, "a preset of value is human, standard, strong, not 'best'"),
        ({"name": "value", "preset": ["strong"]}, "a preset of value is .*, not a list"),
        ({"name": "value", "patienec": 0.1}, "value has no dial 'patienec'; did you mean patience"),
        ({"name": "value", "patience": "much"}, "dial patience is a number, not 'much'"),
        ({"name": "value", "patience": True}, "dial patience is a number, not True"),
        ({"name": "value", "patience": float("nan")}, "dial patience is a number, not nan"),
        ({"name": "value", "patience": None}, "dial patience is a number, not None"),
        ({"name": "value", "patience": [0.1]}, "dial patience is a number, not a list"),
    ],
)
def test_what_is_no_policy_is_refused(given, said):
    with pytest.raises(mj.MahjongError, match=said):
        mj.Policy(**given)


@pytest.mark.parametrize(
    ("policy", "rules", "said"),
    [
        (
            mj.Policy("value", preset="strong"),
            mj.SOFT_EIGHT,
            "under soft_eight a preset is standard, not 'strong'",
        ),
        (
            mj.Policy("value", preset="standard"),
            mj.MCR,
            "under mcr a preset is human or strong, not 'standard'",
        ),
        (mj.Policy("value", patience=0.1), mj.SOFT_EIGHT, "under soft_eight value has no dial 'patience'"),
        (mj.Policy("value", patience=7), mj.MCR, "dial patience is from 0.001 to 0.9, not 7"),
        (mj.Policy("value", patience=float("inf")), mj.MCR, "dial patience is from 0.001 to 0.9, not inf"),
        (mj.Policy("value"), "mcr", "rules are SoftEightRules or McrRules"),
    ],
)
def test_what_is_of_the_other_game_or_out_of_range_is_refused(policy, rules, said):
    with pytest.raises(mj.MahjongError, match=said):
        policy.dials(rules)


@pytest.mark.parametrize("game", GAMES)
def test_dials_in_force_are_those_of_the_preset_but_for_what_was_turned(game):
    rules, presets = GAMES[game], PRESETS[game]
    assert mj.Policy("random").dials(rules) == mj.Policy("efficient").dials(rules) == {}
    assert mj.Policy("value").dials(rules) == dict(next(iter(presets.values())))
    for preset, dials in presets.items():
        assert mj.Policy("value", preset).dials(rules) == dict(dials)
        name, setting = next(iter(dials.items()))
        turned = mj.Policy("value", preset, **{name: setting * 0.9}).dials(rules)
        assert turned == {**dials, name: setting * 0.9}


def test_a_dial_that_is_turned_changes_how_hands_go():
    walls = mj.draw_walls(np.random.default_rng(1), 60, mj.MCR)
    played = [
        mj.play(mj.MCR, policy, walls=walls, rng=np.random.default_rng(1)).tobytes()
        for policy in ("value", mj.Policy("value", preset="strong"), mj.Policy("value", patience=0.05))
    ]
    assert len(set(played)) == 3


@pytest.mark.parametrize(
    "policies", ["random", mj.Policy("random"), ["random"] * 4, (mj.Policy("random"),) * 4]
)
def test_one_policy_sits_at_all_seats_or_each_has_its_own(policies):
    assert as_policies(policies) == (mj.Policy("random"),) * 4


@pytest.mark.parametrize("name", POLICY_NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_a_policy_is_made_ready_for_rules_once(game, name):
    player = player_of(mj.Policy(name), GAMES[game])
    assert isinstance(player, Player)
    assert player_of(mj.Policy(name), GAMES[game].replace()) is player


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("worse", "better"), list(pairwise(POLICY_NAMES)))
def test_policies_are_named_from_the_one_that_plays_worst_to_the_one_that_plays_best(game, worse, better):
    players = [better, worse, worse, worse]
    hands = mj.play(GAMES[game], players, n=4000, rng=np.random.default_rng(1), dealer=np.arange(4000) % 4)
    gained = hands["points"][:, 0]
    assert gained.mean() > 3 * gained.std() / np.sqrt(4000)
