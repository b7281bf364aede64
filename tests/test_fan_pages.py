"""What the pages of fans and options say in sentences and hands holds of the code."""

import runpy
from pathlib import Path

import pytest

import mjcore as mj

SITE = Path(__file__).parents[1] / "docs" / "site"
SHOWN = runpy.run_path(str(SITE / "shown.py"))
read, explained, outcomes = SHOWN["read"], SHOWN["explained"], SHOWN["outcomes"]
FANS = read(SHOWN["MCR_FANS"])
SOFT_EIGHT = read(SHOWN["SOFT_EIGHT_FANS"])
OPTIONS = [
    (game, name, case) for game, options in read(SHOWN["OPTIONS"]).items() for name, cases in options.items()
    for case in cases
]  # fmt: skip


def counted(case, rules=mj.MCR):
    return {fan.code for fan in explained(case, rules).fans}


def hands(entries, sort):
    return [
        pytest.param(name, case, id=f"{name}-{case['hand']}")
        for name, entry in entries.items()
        for case in entry.get(sort, ())
    ]


def test_every_fan_is_there_in_the_order_of_the_catalogue():
    assert list(FANS) == [fan.key for fan in mj.MCR.fan_rows()]
    assert list(SOFT_EIGHT["fans"]) == list(mj.SOFT_EIGHT_FANS)


@pytest.mark.parametrize(
    "entry", [*FANS.values(), *SOFT_EIGHT["fans"].values(), *SOFT_EIGHT["wins"].values()],
    ids=[*FANS, *SOFT_EIGHT["fans"], *SOFT_EIGHT["wins"]],
)  # fmt: skip
def test_an_entry_has_sentences_and_a_hand(entry):
    assert entry.keys() <= {"title", "says", "examples", "near"}
    assert entry["examples"]
    cases = [*entry["examples"], *entry.get("near", ())]
    for sentence in [entry["says"], *(case["says"] for case in cases if "says" in case)]:
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
    assert all("says" in case for case in entry.get("near", ()))


@pytest.mark.parametrize(("fan", "case"), hands(FANS, "examples"))
def test_an_example_is_a_win_that_counts_the_fan(fan, case):
    found = explained(case, mj.MCR)
    assert found.legal
    assert found.points["total"] >= 8
    assert fan in counted(case)


@pytest.mark.parametrize(("fan", "case"), hands(FANS, "near"))
def test_what_is_near_does_not_count_the_fan(fan, case):
    assert fan not in counted(case)


def named(sentence):
    """Keys of the fans that a sentence names, the longest names first."""
    keys = set()
    for fan in sorted(mj.FANS, key=lambda fan: -len(fan.english)):
        if fan.english in sentence:
            keys.add(fan.key)
            sentence = sentence.replace(fan.english, "")
    return keys


@pytest.mark.parametrize(("fan", "case"), hands(FANS, "near"))
def test_a_fan_that_is_named_as_the_reason_counts(fan, case):
    assert named(case["says"]) <= counted(case)


@pytest.mark.parametrize(("fan", "case"), hands(SOFT_EIGHT["fans"], "examples"))
def test_an_example_of_soft_eight_is_a_win_with_the_fan(fan, case):
    assert explained(case, mj.SOFT_EIGHT).legal
    assert fan in counted(case, mj.SOFT_EIGHT)


@pytest.mark.parametrize(("fan", "case"), hands(SOFT_EIGHT["fans"], "near"))
def test_what_is_near_in_soft_eight_has_not_the_fan(fan, case):
    assert fan not in counted(case, mj.SOFT_EIGHT)


@pytest.mark.parametrize(("name", "case"), hands(SOFT_EIGHT["wins"], "examples"))
def test_an_example_of_a_win_is_one(name, case):
    assert explained(case, mj.SOFT_EIGHT).legal


@pytest.mark.parametrize(("name", "case"), hands(SOFT_EIGHT["wins"], "near"))
def test_what_is_near_a_win_is_none(name, case):
    assert not explained(case, mj.SOFT_EIGHT).legal


@pytest.mark.parametrize(("game", "name", "case"), OPTIONS, ids=[name for _, name, _ in OPTIONS])
def test_a_hand_tells_the_values_of_an_option_apart(game, name, case):
    found = [
        (each.legal, tuple(each.points.items()), tuple(fan.code for fan in each.fans))
        for _, each in outcomes(case, name, SHOWN["RULES"][game])
    ]
    assert len(set(found)) == len(found) == 1 + len(case["values"])


def test_the_shares_of_complete_hands_are_of_fans_that_come_in_them():
    wins = read(SHOWN["MCR_FAN_WINS"])
    assert wins["with_fan"].keys() == FANS.keys()
    assert wins["with_fan"]["self_drawn"] + wins["with_fan"]["fully_concealed_hand"] == wins["total"]
    orphans = 13 * 6 * 4**12 * 14  # a pair of one of thirteen kinds; any of fourteen tiles drawn last
    assert wins["with_fan"]["thirteen_orphans"] == orphans
