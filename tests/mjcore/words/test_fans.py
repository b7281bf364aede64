"""The catalogue of fans against the list of names and points, and against the absorption table."""

import csv
import re
from itertools import pairwise
from pathlib import Path

import pytest

from mjcore.words.fans import FAN_BY_KEY, FAN_KEYS, FAN_ROWS, FANS, N_FANS, SOURCES

DATA = Path(__file__).parents[2] / "data"
LISTED = list(csv.DictReader((DATA / "mcr_fans.csv").read_text(encoding="utf-8").splitlines()))

BY_NUMBER = {fan.number: fan for fan in FANS}
PLACE = {key: place for place, key in enumerate(FAN_KEYS)}

#: The absorption table of the rules (section 5.5), whole fans only: number, then number and who says so.
#: 24 excludes 23 too, which needs no row: no selection of sets has both.
ABSORBED = """
1: 48 38 60 61 98          2: 59 98, 54 P              3: 49 98
4: 22 98, 76 P             5: 48 17 53 57 67 74 82 98, 79 P
6: 22 79 98, 19 76 P       7: 51 79 98, 18 P           8: 48 65 76 98, 18 55 73 P
9: 38 98                   10: 59 98, 54 P             11: 48 98, 18 55 73 P
12: 48 98, 33 66 P         13: 19 22 63 98, 69 72 76 P 14: 24 64 69 98, 23 P
15: 23 48 98, 24 P         16: 30 71 72 P              17: 53 57 67 74 82 P
18: 48 98, 55 73 P         19: 79 98                   20: 51 79 98, 34 P
21: 48 68 98, 76 P         22: 76 98                   23: 24 98
25: 76 98, 36 P            26: 68 98, 76 P             27: 76 98, 37 P
29: 63 70 72 76 98         31: 68 98, 76 P             33: 66 P
34: 51 79 98               36: 76 98                   37: 76 98
40: 75 98                  44: 80 S                    46: 80 98
47: 58 S                   52: 79 98                   53: 67 66 P
54: 59 P                   56: 80 P                    57: 74 P
63: 76 P                   68: 76 P                    82: 67 74 P
"""
#: Hands that can only be concealed never count 56 or 62; the 1998 rules say so of 56 for these five, and
#: of 62 for 12 alone.
ONLY_CONCEALED = {4: "P", 6: "98", 7: "98", 12: "P", 19: "98", 20: "98", 34: "98"}

#: Chains where the first fan leaves the third alone, and why that is right.
NOT_CLOSED = {
    "the self-draw counts after all": [
        (key, "fully_concealed_hand", "self_drawn")
        for key in (
            *("nine_gates", "seven_shifted_pairs", "thirteen_orphans", "four_concealed_pungs"),
            *("seven_pairs", "greater_honors_and_knitted_tiles", "lesser_honors_and_knitted_tiles"),
        )
    ],
    "one kong fan holds, and never the smaller one": [
        ("four_kongs", "two_concealed_kongs", "two_concealed_pungs"),
        ("three_kongs", "two_concealed_kongs", "two_concealed_pungs"),
    ],
    "orphans have no sets": [
        ("thirteen_orphans", "all_terminals_and_honors", key)
        for key in ("all_pungs", "outside_hand", "pung_of_terminals_or_honors")
    ],
    "the hand is read as sets or as pairs, not as both": [
        ("pure_terminal_chows", "seven_pairs", key)
        for key in ("single_wait", "fully_concealed_hand", "concealed_hand")
    ],
}


def absorbed():
    """The table as {(number, number): source}."""
    table = {}
    for number, entries in re.findall(r"(\d+): ((?:[\d ]+(?:98|P|S)(?:, )?)+)", ABSORBED):
        for entry in entries.strip().split(", "):
            *fans, source = entry.split()
            table |= {(int(number), int(fan)): source for fan in fans}
    for number, source in ONLY_CONCEALED.items():
        table |= {(number, 56): source, (number, 62): "98" if number == 12 else "P"}
    return table


def counted(held, excludes):
    """The single pass: a fan that still stands takes away what it excludes."""
    left = list(held)
    for key in held:
        if key in left:
            left = [other for other in left if other not in excludes[key]]
    return left


def test_names_and_points_are_those_of_the_list():
    listed = {int(row["no_1998"]): (row["zh"], row["en"], int(row["points"])) for row in LISTED}
    assert {fan.number: (fan.chinese, fan.english, fan.points) for fan in FANS} == listed
    assert N_FANS == len(FANS) == 82


def test_a_key_is_the_english_name():
    assert [fan.key for fan in FANS] == [re.sub("[ -]", "_", fan.english.lower()) for fan in FANS]
    assert len(set(FAN_KEYS)) == N_FANS
    assert all(FAN_BY_KEY[fan.key] is fan for fan in FANS)


def test_fans_stand_by_number_as_the_counts_of_a_score_do():
    assert [fan.number for fan in FANS] == list(range(1, N_FANS + 1))
    assert set(FANS) == set(FAN_ROWS)


def test_rows_stand_by_points_and_numbers_the_mixed_kongs_between_six_points_and_four():
    assert all((-a.points, a.number) < (-b.points, b.number) for a, b in pairwise(FAN_ROWS))
    place = PLACE["concealed_kong_and_melded_kong"]
    assert [fan.number for fan in FAN_ROWS[place - 1 : place + 2]] == [54, 82, 55]


def test_every_fan_says_what_makes_it_and_every_exclusion_who_says_so():
    for fan in FANS:
        assert fan.meaning, fan.key
        assert set(fan.excludes.values()) <= set(SOURCES), fan.key
    assert all(SOURCES.values())


def test_a_fan_excludes_later_rows_only():
    for fan in FANS:
        for other in fan.excludes:
            assert PLACE[fan.key] < PLACE[other], (fan.key, other)


def test_what_an_excluded_fan_excludes_is_excluded_already_or_must_not_be():
    open_chains = {
        (fan.key, other, third)
        for fan in FANS
        for other in fan.excludes
        for third in FAN_BY_KEY[other].excludes
        if third not in fan.excludes
    }
    assert open_chains == {chain for chains in NOT_CLOSED.values() for chain in chains}


@pytest.mark.parametrize("fan", FANS, ids=lambda fan: fan.key)
def test_one_pass_leaves_what_no_counted_fan_excludes(fan):
    """Among a fan, all it excludes and all they exclude, one stays if none that counts excludes it."""
    excludes = {row.key: row.excludes for row in FANS}
    near = {fan.key, *fan.excludes, *(third for other in fan.excludes for third in excludes[other])}
    held = [key for key in FAN_KEYS if key in near]
    left = counted(held, excludes)
    assert left == [key for key in held if not any(key in excludes[other] for other in left)]


def test_an_excluded_fan_excludes_nothing():
    excludes = {fan.key: fan.excludes for fan in FANS}
    held = ["four_concealed_pungs", "fully_concealed_hand", "self_drawn"]
    assert counted(held, excludes) == ["four_concealed_pungs", "self_drawn"]
    assert counted(held[1:], excludes) == ["fully_concealed_hand"]


def test_exclusions_and_their_sources_are_those_of_the_absorption_table():
    ours = {
        (fan.number, FAN_BY_KEY[other].number): source
        for fan in FANS
        for other, source in fan.excludes.items()
    }
    assert ours == absorbed()


def test_fans_that_hold_for_single_sets_are_the_ones_that_repeat():
    repeated = {fan.number for fan in FANS if fan.repeats}
    assert repeated == {59, 64, 65, 69, 70, 71, 72, 73, 81}
