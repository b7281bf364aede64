"""Recorded hands held against policies, discard by discard."""

import json
from pathlib import Path

import numpy as np
import pytest

import mjanalysis as ma
import mjcore as mj
from mjcore.replaying import decisions, kind_discarded
from mjcore.words.errors import MahjongError

pytestmark = pytest.mark.slow  # many hands against slow players; other builds play whole hands elsewhere

GAMES = Path(__file__).parents[2] / "data" / "mcr_games.jsonl"
LOGS = [json.loads(line) for line in GAMES.read_text(encoding="utf-8").splitlines()]
PEOPLE = [log for log in LOGS if log["kind"] == "human"]
RULES = mj.MCR


def test_every_discard_of_people_is_a_decision():
    recorded = sum(event["type"] == "discard" for log in PEOPLE for event in log["events"])
    frame = ma.discard_agreement(PEOPLE, RULES)
    assert frame["n"].tolist() == [recorded] * 2 == [345] * 2


def test_people_are_followed_far_more_often_than_by_chance():
    value = ma.discard_agreement(PEOPLE, RULES, "value").set_index("measure")
    chance = ma.discard_agreement(PEOPLE, RULES, "random").set_index("measure")
    assert value.loc["first choice", "low"] > 0.5
    assert value.loc["among the three best", "low"] > 0.8
    assert chance.loc["first choice", "high"] < 0.25
    assert chance.index.tolist() == ["first choice"]


@pytest.mark.parametrize(
    ("rules", "policy"),
    [
        (mj.MCR, mj.Policy("value", "strong")),
        (mj.MCR.replace(flowers=False), mj.Policy("efficient")),
        (mj.SOFT_EIGHT, mj.Policy("value")),
        (mj.SOFT_EIGHT, mj.Policy("efficient")),
    ],
    ids=str,
)
def test_a_policy_agrees_with_itself(rules, policy):
    rng = np.random.default_rng(5)
    logs = [mj.play_log(rules, policy, rng=rng, dealer=n % 4, prevalent_wind="ESWN"[n % 4]) for n in range(4)]
    frame = ma.discard_agreement(logs, rules, policy)
    assert frame["hits"].tolist() == frame["n"].tolist()


def test_seats_are_counted_apart():
    parts = [ma.discard_agreement(PEOPLE, RULES, seats=[seat]) for seat in range(4)]
    whole = ma.discard_agreement(PEOPLE, RULES)
    assert sum(part["hits"] for part in parts).tolist() == whole["hits"].tolist()
    assert sum(part["n"] for part in parts).tolist() == whole["n"].tolist()


def test_the_value_of_discards_is_what_the_policy_goes_by():
    """Its choice is worth most, but for preferences between tiles of less than a part in a thousand."""
    policy = mj.Policy("value")
    for log in PEOPLE:
        for decision in decisions(log, RULES):
            kind = kind_discarded(decision.chosen(policy))
            if kind is not None:
                worth = decision.worth(policy)
                assert worth[kind] >= np.nanmax(worth) * 0.999


def test_decisions_are_those_of_the_log_and_can_be_left_halfway():
    log = PEOPLE[0]
    made = [(each.table.actor, each.action) for each in decisions(log, RULES)]
    halfway = decisions(log, RULES)
    assert [(each.table.actor, each.action) for each, _ in zip(halfway, range(9), strict=False)] == made[:9]
    halfway.close()
    for each in decisions(log, RULES):
        assert each.table.is_legal(each.action)


def test_a_log_that_is_none_is_refused_where_it_goes_wrong():
    log = json.loads(json.dumps(PEOPLE[0]))
    log["events"] = log["events"][:10]
    with pytest.raises(MahjongError, match="event"):
        ma.discard_agreement([log], RULES)
    with pytest.raises(MahjongError, match="a log is a dictionary"):
        ma.discard_agreement(["log"], RULES)
    with pytest.raises(MahjongError, match="no choice of discards"):
        ma.discard_agreement([], RULES)
