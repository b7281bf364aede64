"""What the shell gets: results, files, exit codes, and one line where something is wrong."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pandas as pd
import pytest
from click.testing import CliRunner

import mjcore as mj
from mjanalysis.cli import main
from mjanalysis.cli.options import RULES, rules_of
from mjanalysis.provenance import Provenance
from mjcore.counting.hands import special_hands
from mjcore.words.presets import PRESETS

DATA = Path(__file__).parents[1] / "data"
VECTORS = json.loads((DATA / "soft_eight_vectors.json").read_text(encoding="utf-8"))
BUG_CASES = [json.loads(line) for line in (DATA / "bug_cases.jsonl").read_text(encoding="utf-8").splitlines()]

READY = "123456m99m234p56s"
DRAGON = "[777z] 12345678s44p +9s"


def run(*arguments, stdin=None):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)


def rows_of(*arguments, stdin=None):
    """Rows of the JSON that a command writes."""
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["rows"]


def refused(*arguments, stdin=None):
    """The one line of a command line that is refused."""
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith("\n")
    return result.stderr.removeprefix("error: ").rstrip("\n")


def shell(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "mjanalysis", *arguments], capture_output=True, encoding="utf-8", **options
    )


# ---- score ---------------------------------------------------------------------------------------------

MELDS = {
    "PUNG": "[{0}{0}{0}]",
    "FKONG": "[{0}{0}{0}{0}]",
    "AKONG": "[{0}{0}{0}{0}]",
    "CKONG": "{{{0}{0}{0}{0}}}",
}
KONGS = {"CKONG": "concealed", "FKONG": "melded", "AKONG": "added"}
SOURCES = {"deal": "wall", "live": "wall", "haidi": "wall", "tail": "replacement"}


def seat(letter):
    return str("ABCD".index(letter))


def command_of(row):
    """The command line that asks for a worked example."""
    hand = "".join(MELDS[meld["type"]].format(meld["tile"]) for meld in row["melds"])
    words = ["score", f"{hand} {row['concealed']} +{row['winning_tile']}"]
    source = (
        SOURCES[row["source"]]
        if row["method"] == "self"
        else {"ron": "discard", "rob": "robbed"}[row["method"]]
    )
    words += ["--source", source, "--winner", seat(row["winner"]), "--dealer", seat(row["dealer"])]
    words += ["--payer", seat(row["discarder"])] if row["discarder"] else []
    flags = {
        "--last-wall": row["source"] == "haidi",
        "--initial": row["tianhe"],
        "--heavenly-ready": row["tianting"],
    }
    words += [flag for flag, given in flags.items() if given]
    for meld in row["melds"] + row["other_kongs"]:
        if meld["type"] in KONGS:
            kong = [seat(meld.get("owner", row["winner"])), KONGS[meld["type"]], meld["tile"]]
            words += ["--kong", ":".join(kong + ([seat(meld["feeder"])] if meld["feeder"] else []))]
    return [*words, "--zha", ",".join(map(str, row["zha"])), "--di", ",".join(map(str, row["di"]))]


@pytest.mark.parametrize("row", VECTORS["wins"], ids=lambda row: row["id"])
def test_a_worked_example_is_scored_and_paid_as_in_the_book(row):
    result = run(*command_of(row), "--json")
    assert result.exit_code == 0, result.output
    said, expected = json.loads(result.stdout), row["expect"]
    assert [fan["code"] for fan in said["fans"]] == expected["fans"]
    assert said["points"] == {"base": expected["base"], "multiplier": len(expected["fans"]) + 1}
    assert said["suits"][said["main_suit"]] == expected["count"]
    assert said["payments"]["net"] == expected["net"]


def test_a_score_is_explained_in_words():
    result = run("score", DRAGON)
    assert result.exit_code == 0
    assert "A win: 9 bamboos, 1 fan." in result.stdout
    assert "DRAGON 一条龙 (14.2): 123s 456s 789s" in result.stdout


def test_a_hand_that_is_no_win_is_an_answer_too():
    result = run("score", "123456m789p123s5z +5z")
    assert result.exit_code == 0
    assert "Not a win: the largest suit, characters, has 6 tiles" in result.stdout


def test_options_of_the_rules_change_the_score(tmp_path):
    assert "Not a win" in run("score", DRAGON, "--set", "min_main_tiles=10").stdout
    path = tmp_path / "rules.toml"
    path.write_text("[points]\nfan_formula = 'exponential'\nfan_value = 2\n", encoding="utf-8")
    said = json.loads(run("score", DRAGON, "--rules", path, "--set", "base_points=3", "--json").stdout)
    assert said["points"] == {"base": 3, "multiplier": 4}
    assert said["rules"]["changed"] == {"base_points": 3, "fan_value": 2, "fan_formula": "exponential"}
    none = json.loads(
        run("score", DRAGON, "--set", "kong_limit=none", "--set", "fans=PURE,SEVEN", "--json").stdout
    )
    assert none["rules"]["changed"] == {"fans": ["PURE", "SEVEN"], "kong_limit": None}


@pytest.mark.parametrize("ending", ["csv", "md", "html", "tex", "json"])
def test_a_score_can_be_written_to_a_file(ending, tmp_path):
    path = tmp_path / "new" / f"score.{ending}"
    result = run("score", DRAGON, "--winner", 1, "--payer", 3, "--out", path)
    assert (result.exit_code, result.stdout) == (0, "")
    text = path.read_text(encoding="utf-8")
    assert "DRAGON" in text
    assert [*path.parent.iterdir()] == [path]


# ---- shanten and waits ---------------------------------------------------------------------------------


@pytest.mark.parametrize("row", VECTORS["readiness"], ids=lambda row: row["id"])
def test_waits_are_those_of_the_book(row):
    hand = "".join(MELDS[meld["type"]].format(meld["tile"]) for meld in row["melds"]) + row["concealed"]
    assert [wait["tile"] for wait in rows_of("waits", hand)] == (row["waits"] or [None])


def test_waits_say_how_many_copies_are_left():
    assert rows_of("waits", "3334p777s[666p][999p]") == [
        {"hand": "[666p][999p] 3334p777s", "tile": tile, "left": left}
        for tile, left in [("2p", 4), ("4p", 3), ("5p", 4)]
    ]


def test_waits_can_be_structural():
    hand = "{1111m} 23m999m55s777z"
    assert [(wait["tile"], wait["left"]) for wait in rows_of("waits", hand)] == [("4m", 4)]
    structural = rows_of("waits", hand, "--structural")
    assert [(wait["tile"], wait["left"]) for wait in structural] == [("1m", 0), ("4m", 4)]


def test_shanten_takes_several_hands_and_forms():
    hands = [READY, "123456m789p1234s"]
    assert [row["shanten"] for row in rows_of("shanten", *hands)] == [0, 1]
    rows = rows_of("shanten", *hands, "--rules", "standard")
    assert [(row["shanten"], row["useful"]) for row in rows] == [(0, "47s"), (0, "14s")]


def test_shanten_reads_a_file_or_standard_input(tmp_path):
    text = f"{READY}\n\n# a remark\n123456m789p1234s  # another\n"
    path = tmp_path / "hands.txt"
    path.write_text(text, encoding="utf-8")
    expected = rows_of("shanten", READY, "123456m789p1234s")
    assert rows_of("shanten", "--file", path) == expected
    assert rows_of("shanten", stdin=text) == rows_of("shanten", "--file", "-", stdin=text) == expected


def test_a_byte_order_mark_before_hands_or_rules_is_no_part_of_them(tmp_path):
    text = f"\ufeff{READY}\n"
    path, rules = tmp_path / "hands.txt", tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    rules.write_text('\ufeffrules = "soft_eight"\n', encoding="utf-8")
    expected = rows_of("shanten", READY)
    assert rows_of("shanten", "--file", path, "--rules", rules) == expected
    assert rows_of("shanten", stdin=text) == rows_of("shanten", "--file", "-", stdin=text) == expected
    answer = shell("shanten", "--json", input=text, env=os.environ | {"PYTHONUTF8": "1"})
    assert json.loads(answer.stdout)["rows"] == expected


def test_a_wrong_hand_is_named_by_its_place(tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text(f"{READY}\n\n123456m789p123s\n", encoding="utf-8")
    (fault,) = faults("shanten", "--file", path)
    assert fault.startswith(f"line 3 of {path}: 12 tiles where 13 or 14 are needed")
    assert faults("waits", stdin=f"{READY}\n5x\n")[0].startswith("line 2 of standard input: ")
    assert faults("shanten", READY, "0m")[0].startswith("hand 2: '0m' at character 1")
    assert faults("waits", READY, READY + "9z")[0].startswith("hand 2: '9z'")
    assert faults("waits", READY, READY + "7s")[0].startswith("hand 2: 14 tiles where 13 are needed")


def faults(*arguments, stdin=None):
    """What is said of the hands that are none, where the answer about READY is there all the same."""
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == 2
    assert {row["hand"] for row in json.loads(result.stdout)["rows"]} == {str(mj.parse_hand(READY))}
    lines = result.stderr.splitlines()
    assert all(line.startswith("error: ") for line in lines)
    return [line.removeprefix("error: ") for line in lines]


@pytest.mark.parametrize("command", ["shanten", "waits"])
def test_lines_that_are_no_hands_are_reported_and_the_others_answered(command, tmp_path):
    text = f"5x\n{READY}  # a hand\n\n12m\n"
    first, second = faults(command, stdin=text)
    assert first.startswith("line 1 of standard input: 'x' at character 2 of '5x'")
    assert second == "line 4 of standard input: 2 tiles where 13 or 14 are needed (in '12m')"
    path = tmp_path / "far.csv"
    result = run(command, "--out", path, stdin=text)
    assert (result.exit_code, str(mj.parse_hand(READY)) in path.read_text(encoding="utf-8")) == (2, True)


def test_a_line_in_another_notation_is_shown_as_it_was_written():
    assert refused("shanten", "--notation", "botzone", stdin="W1 W2\n") == (
        "line 1 of standard input: 2 tiles where 13 or 14 are needed (in '1m 2m'), written 'W1 W2'"
    )


@pytest.mark.parametrize("command", ["shanten", "waits"])
def test_without_a_hand_there_is_no_table(command, tmp_path):
    result = run(command, "5x", "12m", "--out", tmp_path / "new" / "far.csv")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 2)
    assert [*tmp_path.iterdir()] == []


# ---- what is refused -----------------------------------------------------------------------------------


def malformed(case):
    """The command line that gives a malformed input of another program to this one."""
    given = case["input"]
    melds = {"bad-04": "[123z]", "bad-05": "[89m1m]"}.get(case["id"], "")
    hand = "5m" * 400 if "x 400" in given.get("hand", "") else given.get("hand", given.get("text"))
    words = ["score", f"{melds}{hand}" + (f"+{given['win']}" if "win" in given else "")]
    words += ["--flowers", str(given["flowers"])] if "flowers" in given else []
    words += ["--seat-wind", str(given["seat"])] if "seat" in given else []
    words += ["--prevalent-wind", str(given["prevalent"])] if "prevalent" in given else []
    return words + (["--rules", "mcr"] if {"flowers", "seat", "prevalent"} & given.keys() else [])


SAYS = {
    "bad-03": "flowers is a whole number from 0 to 8, not 99",
    "bad-04": "honours form no chows",
    "bad-05": "neither equal nor consecutive",
    "bad-06": "seat_wind is one of E, S, W, N",
    "bad-07": "400 copies of 5m: there are 0 to 4",
    "bad-10": "more than four copies of 2m: 5 concealed",
    "parse-01": "there are no red fives",
    "parse-02": "3 tiles where 13 or 14 are needed",
}


@pytest.mark.parametrize(
    "case",
    [case for case in BUG_CASES if case["kind"] in ("input-validation", "parsing")],
    ids=lambda case: case["id"],
)
def test_malformed_input_of_other_programs_is_refused_in_one_line(case):
    assert SAYS[case["id"]] in refused(*malformed(case))


REFUSED = [
    (["score"], "Missing argument 'HAND'. (see mjanalysis score --help)"),
    (
        ["score", "1234567m1234567z"],
        "needed: in text it stands after a '+' (in '1234567m1234567z')",
    ),
    (
        ["waits", "1234567m1234567z"],
        "14 tiles where 13 are needed: in text a winning tile stands after a '+' (in '1234567m1234567z')",
    ),
    (["scoring"], "No such command 'scoring'"),
    (["score", DRAGON, "--no-such-option"], "No such option"),
    (
        ["score", "12345678s44p777z"],
        "13 tiles where 14 are needed to win: write the winning tile after a '+'",
    ),
    (["score", DRAGON, "--source", "sky"], "'sky' is not one of 'discard', 'wall'"),
    (["score", DRAGON, "--winner", 4, "--payer", 0], "the winner sits at 0, 1, 2 or 3, not at 4"),
    (["score", DRAGON, "--winner", 1], "the seat that pays must be named"),
    (["score", DRAGON, "--payer", 1], "name the winner's seat too"),
    (["score", DRAGON, "--dealer", 1], "name the winner's seat too"),
    (["score", DRAGON, "--winner", 1, "--payer", 0, "--zha", "1,2"], "zha stakes are 4 whole numbers"),
    (["score", DRAGON, "--zha", "a"], "'a' is not four whole numbers"),
    (["score", DRAGON, "--zha", "0,٢,0,0"], "is not four whole numbers"),
    (["score", DRAGON, "--kong", "٣:concealed:2m"], "is not OWNER:TYPE:TILE"),
    (["score", DRAGON, "--kong", "1:melded:2m:٣"], "is not OWNER:TYPE:TILE"),
    (["feasibility", "--deals", "10", "--draws", "٣"], "is no list of numbers"),
    (["score", DRAGON, "--kong", "1:melded"], "'1:melded' is not OWNER:TYPE:TILE"),
    (["score", DRAGON, "--winner", 1, "--payer", 0, "--kong", "1:melded:2p"], "needs the seat that fed it"),
    *(
        (["score", DRAGON, *given], f"'{option}{also}: it has no meaning under soft_eight: {why}")
        for *given, option, also, why in [
            ("--flowers", 0, "--flowers", "'", "it is played without flowers"),
            ("--seat", "S", "--seat-wind", "' / '--seat'", "none of its fans looks at winds"),
            ("--prevalent-wind", "E", "--prevalent-wind", "' / '--prevalent'", "none of its fans looks"),
            ("--last-copy", "--last-copy", "'", "none of its fans looks at the last copy"),
        ]
    ),
    (["waits", READY, "--seat", "S"], "no meaning under soft_eight: waits have points only under mcr"),
    (["waits", READY, "--last-wall", "--rules", "standard"], "no meaning under standard: waits have points"),
    (["score", DRAGON, "--initial"], "a heavenly win"),
    (["score", DRAGON, "--rules", "standard"], "standard is only a form"),
    (
        ["score", DRAGON, "--rules", "hard_nine"],
        "'hard_nine' is neither a file that ends in .toml nor one of",
    ),
    (["score", DRAGON, "--rules", "missing.toml"], "missing.toml: No such file or directory"),
    (["score", DRAGON, "--set", "min_main_tile=9"], "did you mean min_main_tiles"),
    (
        ["score", DRAGON, "--set", "min_main_tiles=99"],
        "min_main_tiles is a whole number from 1 to 14, not 99",
    ),
    (["score", DRAGON, "--set", "min_main_tiles"], "--set takes option=value"),
    (
        ["shanten", READY, "--rules", "riichi", "--set", "seven_pairs=false"],
        "riichi is a form without options",
    ),
    (["shanten", READY, "--file", "-"], "as arguments or in a file, not both"),
    (["shanten", READY, "--out", "table.xlsx"], "'table.xlsx' is none of .csv .md .tex .html .json"),
    (["shanten", "--file", "missing.txt"], "'missing.txt' does not exist"),
    (["exact", "shanten", "--tiles", "12"], "'12': 12 is none of the numbers from 13 to 14"),
    (["exact", "threshold", "--thresholds", "9-7"], "'9-7' is no list of numbers"),
    (["exact", "threshold", "--rules", "standard"], "standard is only a form"),
    (["feasibility", "--deals", "0"], "0 is not in the range x>=1"),
    (
        ["feasibility", "--deals", "10", "--draws", "0-200"],
        "'0-200': 200 is none of the numbers from 0 to 123",
    ),
    (["feasibility", "--deals", "10", "--thresholds", "22"], "22 is none of the numbers from 1 to 14"),
    (["report", "--thresholds", "8-99"], "'--thresholds': '8-99': 99 is none of the numbers from 1 to 14"),
    (["exact", "threshold", "--thresholds", "0-8"], "'0-8': 0 is none of the numbers from 1 to 14"),
    (["report", "--rules", "standard"], "standard is only a form; this command takes soft_eight, mcr,"),
    (
        ["exact", "threshold", "--set", "min_main_tiles=9"],
        "--set: min_main_tiles takes all values of --thresholds here",
    ),
    (["feasibility", "--set", "shape={min_main_tiles=9}"], "min_main_tiles takes all values of --thresholds"),
    (["report", "--set", "min_points=6"], "--set: name the rules that it changes with --rules."),
    (["report", "--rules", "mcr", "--draws", "9"], "no meaning under mcr: nobody plays alone in its study"),
    (["report", "--rules", "mcr_2006", "--thresholds", "8"], "no meaning under mcr: only soft_eight has"),
    (["feasibility", "--rules", "mcr_1998"], "mcr_1998: only soft_eight has a threshold"),
    (
        ["exact", "waits", "--rules", "mcr"],
        "mcr: distances to knitted shapes are not counted exactly; this command takes soft_eight, standard,",
    ),
]


@pytest.mark.parametrize(("words", "reason"), REFUSED, ids=range(len(REFUSED)))
def test_bad_usage_is_refused_in_one_line_that_says_why(words, reason):
    assert reason in refused(*words)


def test_no_hands_and_wrong_files_are_refused(tmp_path):
    assert refused("shanten", stdin="# nothing\n") == "there are no hands in the input"
    path = tmp_path / "hands.txt"
    path.write_bytes(b"\xff\xfe1m")
    assert refused("shanten", "--file", path) == f"{path} is no UTF-8 text"
    rules = tmp_path / "rules.toml"
    rules.write_text("[shape]\nmin_main = 9\n", encoding="utf-8")
    assert refused("score", DRAGON, "--rules", rules).startswith(
        f"{rules}: soft_eight has no option 'min_main'"
    )
    rules.write_bytes(b"\xff")
    assert refused("score", DRAGON, "--rules", rules) == f"{rules}: the file is no UTF-8 text"
    assert "Is a directory" in refused("score", DRAGON, "--rules", _folder(tmp_path / "folder.toml"))


@pytest.mark.parametrize(
    ("rules", "change", "listed"),
    [
        ("soft_eight", "fans=PURE", ("PURE",)),
        ("soft_eight", "fans='PURE'", ("PURE",)),
        ("soft_eight", "fans=SEVEN, PURE", ("PURE", "SEVEN")),
        ("soft_eight", "fans=[]", ()),
        ("mcr", "disabled=chicken_hand", ("chicken_hand",)),
    ],
)
def test_names_of_a_selection_are_a_list_in_the_shell_also_a_single_one(rules, change, listed):
    assert rules_of(rules, [change]).options()[change.partition("=")[0]] == listed


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("[" * 5000, "lists or tables are nested too deeply"),
        ("9" * 5000, "a number has more digits than can be read"),
    ],
    ids=["brackets", "digits"],
)
def test_hostile_rules_are_refused_in_one_short_line(value, reason, tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(f"a={value}", encoding="utf-8")
    assert refused("score", DRAGON, "--rules", path) == f"{path}: rules are not valid TOML: {reason}"
    assert refused("score", DRAGON, "--set", f"x={value}") == "soft_eight has no option 'x'"
    said = refused("score", DRAGON, "--rules", "mcr", "--set", f"min_points={value}")
    assert said.startswith("min_points is a whole number from 0 to 10000, not '")
    assert len(said) < 200


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("[fans.points]\npure_straight = 24", mj.MCR.replace(points={"pure_straight": 24})),
        ("[scoring]\nmin_points = 6", mj.MCR.replace(min_points=6)),
        ("[play]\nstake = 2", mj.MCR.replace(stake=2)),
        ("[play]\nkong_limit = 3", mj.SOFT_EIGHT.replace(kong_limit=3)),
        ("[points]\nbase_points = 3\n[play]", mj.SOFT_EIGHT.replace(base_points=3)),
        ('rules = "mcr"', mj.MCR),
    ],
)
def test_a_file_is_about_the_rules_it_names_or_the_only_ones_that_know_its_options(text, rules, tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    assert rules_of(str(path)) == rules


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it does not say which rules these are; write {} in its first line"),
        ("a = 1", "it does not say which rules these are; write {} in its first line"),
        ("[play]\nstake = 2\nkong_limit = 3", "it does not say which rules these are; write {} in"),
        ("[points]\npure_straight = 24", "it does not say which rules these are; write {} in its first line"),
        ('rules = "riichi"', "these are rules of 'riichi'; write {}"),
        ('rules = ["mcr"]', "these are rules of a list; write {}"),
        ('fans = ["PURE"]', "option 'fans' belongs under [points]"),
        ("[fans]\npoints = 3", "points is a table of names, each with a whole number from 0 to 10000, not 3"),
    ],
)
def test_a_file_that_may_be_about_any_rules_is_asked_to_name_them(text, reason, tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    said = refused("score", DRAGON, "--rules", path)
    assert said.startswith(f"{path}: " + reason.format('rules = "soft_eight" or rules = "mcr"'))


def _folder(path):
    path.mkdir()
    return path


# ---- tables --------------------------------------------------------------------------------------------


def test_exact_tables_are_those_of_the_census():
    rows = rows_of("exact", "shanten", "--tiles", "13")
    assert {row["shanten"]: row["weighted"] for row in rows} == mj.census.shanten_counts(13, mj.SOFT_EIGHT)
    rows = rows_of("exact", "waits", "--by", "tiles", "--rules", "thirteen_orphans")
    assert {row["waits"]: row["weighted"] for row in rows} == mj.census.wait_counts(
        "thirteen_orphans", by="tiles"
    )
    nine = mj.SOFT_EIGHT.replace(min_main_tiles=9)
    rows = rows_of("exact", "complete", "--set", "min_main_tiles=9")
    assert sum(row["weighted"] for row in rows) == int(mj.census.complete_hands(nine)["weighted"].sum())
    rows = rows_of("exact", "threshold", "--thresholds", "8,9")
    assert [row["ready"] for row in rows] == [10849116772232, 4219687924208]


@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        ("csv", "rules,"),
        ("md", "| Rules"),
        ("html", "<!DOCTYPE html>"),
        ("tex", r"\begin{tabular}"),
        ("json", "{"),
    ],
)
def test_a_table_is_written_as_the_ending_of_its_file_says(ending, begins, tmp_path):
    path = tmp_path / f"table.{ending}"
    result = run("exact", "waits", "--rules", "thirteen_orphans", "--out", path)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"wrote {path}\n")
    assert path.read_text(encoding="utf-8").startswith(begins)


def test_a_table_names_the_command_that_prints_it_again():
    result = run("waits", READY, "--json")
    assert json.loads(result.stdout)["provenance"]["command"] == f"mjanalysis waits {READY} --json"


def offered(*command):
    """Rules that the help of a command names."""
    text = " ".join(run(*command, "--help").stdout.split())
    listed = re.search(r"A rule set \(([^)]*)\)(?:, a form \(([^)]*)\))?, or a file of options", text)
    return [name.strip() for group in listed.groups() if group for name in group.split(",")]


def test_columns_of_soft_eight_stand_in_its_own_table_only():
    rows = rows_of("exact", "complete", "--rules", "mcr")
    assert {"pure", "dragon", "seven", "main_suit"}.isdisjoint(rows[0])
    assert {row["form"] for row in rows} >= {"both", "knitted_straight"}
    said = " ".join(run("exact", "complete", "--help").stdout.split())
    assert "The form both is four sets and a pair that are seven pairs too." in said
    assert "of equally long ones the first of m, p, s, z" in said


def test_fans_are_those_of_the_census():
    said = json.loads(run("exact", "fans", "--json").stdout)
    counts = mj.census.fan_counts(mj.SOFT_EIGHT)
    assert {row["fan"]: row["wins"] for row in said["fans"]["rows"]} == counts.with_fan
    assert {row["points"]: row["wins"] for row in said["points"]["rows"]} == counts.points
    pairs = {(row["fan"], row["other"]): row["wins"] for row in said["pairs"]["rows"]}
    assert pairs == {pair: wins for pair, wins in counts.joint.items() if wins}
    text = run("exact", "fans").stdout
    assert "| DRAGON |" in text
    assert "reach" not in text
    assert offered("exact", "fans") == [*PRESETS]


def test_fans_of_mcr_come_with_the_share_that_reaches_the_minimum(monkeypatch):
    monkeypatch.setattr("mjcore.counting.fans._pieces", lambda tables: [(p, False) for p in special_hands()])
    result = run("exact", "fans", "--rules", "mcr", "--set", "min_points=30", "--progress")
    assert result.exit_code == 0
    assert "fans:" in result.stderr
    assert result.stdout.rstrip().endswith("% of the wins reach 30 points.")
    rows = json.loads(run("exact", "fans", "--rules", "mcr", "--json").stdout)["points"]["rows"]
    reached = next(row["at_least"] for row in rows if row["points"] >= 30)
    assert f"{100 * reached:.4g} % of the wins" in result.stdout


@pytest.mark.parametrize("table", ["shanten", "waits", "complete", "threshold"])
def test_an_exact_table_takes_the_rules_that_its_help_names_and_no_others(table):
    small = {"shanten": ["--tiles", 13], "threshold": ["--thresholds", 14]}.get(table, [])
    for name in RULES:
        if name in offered("exact", table):
            assert rows_of("exact", table, *small, "--rules", name)
        else:
            assert "this command takes" in refused("exact", table, "--rules", name)


def test_other_commands_offer_what_they_take():
    assert offered("score") == offered("report") == [*PRESETS]
    assert offered("waits") == offered("shanten") == [*RULES]
    assert offered("feasibility") == ["soft_eight"]


def test_a_file_of_rules_is_refused_like_their_name(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('rules = "mcr"\n', encoding="utf-8")
    assert f"{path}: only soft_eight has a threshold" in refused("feasibility", "--rules", path)


# ---- estimates -----------------------------------------------------------------------------------------

SMALL = ["--deals", 3000, "--lone-deals", 60, "--thresholds", "8", "--draws", "9,18"]


def test_feasibility_depends_on_the_seed_and_not_on_the_workers():
    results = [
        json.loads(
            run("feasibility", *SMALL, "--hands", 60, "--seed", seed, "--workers", workers, "--json").stdout
        )
        for seed, workers in [(1, 1), (1, 2), (2, 1)]
    ]
    rows = [{name: part["rows"] for name, part in result.items()} for result in results]
    assert rows[0] == rows[1] != rows[2]
    assert rows[0].keys() == {"distances", "draws", "suits", "played"}
    assert results[0]["distances"]["provenance"]["seed"] == 1


def test_feasibility_shows_its_main_rows_and_writes_all(tmp_path):
    result = run("feasibility", *SMALL)
    assert "Distance at the deal" in result.stdout
    assert "Within 18 draws" in result.stdout
    run("feasibility", *SMALL, "--out", tmp_path / "all.csv")
    assert {path.name for path in tmp_path.iterdir()} == {
        "all-distances.csv",
        "all-draws.csv",
        "all-suits.csv",
        "all-played.csv",
    }
    assert len(pd.read_csv(tmp_path / "all-draws.csv")) == 2 * 5 * 2
    run("feasibility", *SMALL, "--out", tmp_path / "all.md")
    assert (tmp_path / "all.md").read_text(encoding="utf-8").count("## ") == 4


@pytest.fixture
def few_hands(monkeypatch):
    """Complete hands of special shapes stand for all of them, which take a minute to score."""
    monkeypatch.setattr("mjcore.counting.fans._pieces", lambda tables: [(p, False) for p in special_hands()])


TABLES = {
    "soft_eight": {
        "exact-shanten", "exact-threshold", "exact-complete", "exact-waits", "exact-longest",
        "distances", "draws", "suits", "played",
    },
    "mcr": {
        "exact-shanten", "exact-complete", "exact-fans", "exact-points", "exact-pairs", "exact-minimum",
        "distances", "nearer",
    },
}  # fmt: skip
FIGURES = {
    "soft_eight": {"distances", "ready", "draws", "draws-by-suit", "suits", "refused", "drawn"},
    "mcr": {"distances", "points", "minimum", "fans"},
}


def stems(folder):
    return {path.stem for path in folder.iterdir()}


def test_a_report_is_a_page_tables_figures_and_provenance_of_both_rule_sets(tmp_path, few_hands):
    folder = tmp_path / "results"
    result = run("report", *SMALL, "--out", folder, "--no-progress")
    assert result.exit_code == 0, result.output
    assert "Within 18 draws a lone player playing efficiently completes" in result.stdout
    assert "reach the minimum of 8 points" in result.stdout
    assert f"{len(files_in(folder))} files in {folder}, the first to read is {folder / 'report.html'}" in (
        result.stdout
    )
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == sum(map(len, FIGURES.values())) + len(TABLES)  # one of each game played
    assert page.count("Played by value, hands are drawn in") >= len(TABLES)
    assert "Exactly 10,849,116,772,232 deals of 13 tiles are ready, one in 44,591." in page
    assert "Exactly 13,257,769,189,488 deals of 14 tiles are complete in one of the five shapes" in page
    for rules, names in TABLES.items():
        assert stems(folder / rules / "tables") == names
        assert stems(folder / rules / "figures") == FIGURES[rules]
        records = json.loads((folder / rules / "provenance.json").read_text(encoding="utf-8"))
        assert records.keys() == names
        record = records["distances"]
        assert {"platform", "versions", "seed"} <= record.keys() <= {*Provenance.__dataclass_fields__}
        assert {of["name"] for of in record["rules"]} == {rules}
        played = {"outcomes", "scores", "turns", "refused", "fans"} | (
            {"people"} if rules == "mcr" else set()
        )
        assert stems(folder / rules / "played" / "tables") == played


@pytest.mark.parametrize("rules", TABLES)
def test_a_report_can_be_of_one_rule_set(rules, tmp_path, few_hands):
    words = SMALL if rules == "soft_eight" else SMALL[:2]
    result = run("report", *words, "--out", tmp_path, "--rules", rules)
    assert result.exit_code == 0, result.output
    assert {path.name for path in tmp_path.iterdir()} == {rules, "report.html"}
    assert (tmp_path / "report.html").read_text(encoding="utf-8").count("<svg") == len(FIGURES[rules]) + 1


def test_a_report_of_changed_rules_is_about_those(tmp_path, few_hands):
    result = run("report", *SMALL[:2], "--out", tmp_path, "--rules", "mcr", "--set", "min_points=30")
    assert result.exit_code == 0, result.output
    assert "reach the minimum of 30 points" in result.stdout
    assert "A minimum of 29 would be reached" in result.stdout


def test_what_cannot_be_written_is_found_before_the_work(tmp_path, monkeypatch):
    def work(*arguments, **options):
        raise AssertionError("the work was begun")

    monkeypatch.setattr("mjanalysis.questions.feasibility.feasibility", work)
    monkeypatch.setattr("mjanalysis.questions.soft_eight_study.soft_eight_study", work)
    monkeypatch.setattr("mjanalysis.questions.mcr_study.mcr_study", work)
    monkeypatch.setattr("mjanalysis.exact.shanten_table", work)
    (tmp_path / "mcr").write_text("a file where a folder is needed")
    for folder in ("/dev/null", "/dev/null/results", tmp_path):
        said = refused("report", "--out", folder)
        assert "cannot be written: Not a directory. (see mjanalysis report --help)" in said
    assert "cannot be written: File name too long" in refused("report", "--out", tmp_path / ("a" * 300))
    for command in (["feasibility"], ["exact", "shanten"]):
        assert "cannot be written: Not a directory" in refused(*command, "--out", "/dev/null/all.csv")
    (tmp_path / "null.csv").symlink_to("/dev/null")
    assert "cannot be written: Not a regular file" in refused("feasibility", "--out", tmp_path / "null.csv")


def test_a_command_that_is_refused_leaves_no_folders(tmp_path):
    refused("report", "--thresholds", "8-99", "--out", tmp_path / "new" / "results")
    refused("shanten", "0m", "--out", tmp_path / "new" / "far.csv")
    assert [*tmp_path.iterdir()] == []


REPORT = ["report", *SMALL, "--no-progress", "--rules", "soft_eight"]
BOTH = ["report", *SMALL, "--no-progress"]
NAMES = {"report.html", "soft_eight/provenance.json"}
STUDY = "mjanalysis.questions.soft_eight_study.SoftEightStudy.figures"


def files_in(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def interrupted_by(times):
    """A drawing of figures during which Ctrl-C is pressed so many times."""
    from mjanalysis.questions.soft_eight_study import SoftEightStudy

    draw = SoftEightStudy.figures

    def figures(study):
        for _ in range(times):
            signal.raise_signal(signal.SIGINT)
        return draw(study)

    return figures


def test_ctrl_c_while_a_report_is_drawn_waits_until_it_is_written(tmp_path, monkeypatch):
    before = signal.getsignal(signal.SIGINT)
    assert run(*REPORT, "--out", tmp_path / "whole").exit_code == 0
    monkeypatch.setattr(STUDY, interrupted_by(1))
    result = run(*REPORT, "--out", tmp_path / "interrupted")
    assert result.exit_code == 130
    assert "a lone player playing efficiently completes" in result.stdout
    whole = {name for name in files_in(tmp_path / "whole") if "/played/" not in name}
    assert files_in(tmp_path / "interrupted") == whole > NAMES
    assert signal.getsignal(signal.SIGINT) == before


def test_a_second_ctrl_c_while_a_report_is_drawn_stops_and_leaves_the_tables(tmp_path, monkeypatch):
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(STUDY, interrupted_by(2))
    result = run(*REPORT, "--out", tmp_path)
    assert (result.exit_code, result.stderr.split()[-1]) == (130, "interrupted")
    assert {path.split("/")[1] for path in files_in(tmp_path)} == {"tables", "provenance.json"}
    assert "soft_eight/tables/draws.csv" in files_in(tmp_path)
    assert signal.getsignal(signal.SIGINT) == before


def test_a_figure_that_fails_leaves_the_tables(tmp_path, monkeypatch):
    def figures(study):
        raise OSError("no fonts")

    monkeypatch.setattr(STUDY, figures)
    result = run(*REPORT, "--out", tmp_path)
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, "error: no fonts")
    assert {path.split("/")[1] for path in files_in(tmp_path)} == {"tables", "provenance.json"}


def test_ctrl_c_once_a_report_is_being_written_loses_nothing(tmp_path):
    started = subprocess.Popen(
        [sys.executable, "-m", "mjanalysis", *map(str, REPORT), "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    while not (tmp_path / "soft_eight" / "tables" / "distances.csv").exists():
        assert started.poll() is None
        time.sleep(0.002)
    started.send_signal(signal.SIGINT)
    out, said = started.communicate(timeout=60)
    assert (started.returncode, "Traceback" in said) == (130, False)
    assert "interrupted: what is computed will be written" in said
    assert "a lone player playing efficiently completes" in out
    assert files_in(tmp_path) > NAMES
    assert not [name for name in files_in(tmp_path) if name.endswith(".part")]


def test_ctrl_c_in_the_first_study_leaves_out_the_second(tmp_path, monkeypatch):
    monkeypatch.setattr(STUDY, interrupted_by(1))
    result = run(*BOTH, "--out", tmp_path)
    assert result.exit_code == 130
    assert {path.name for path in tmp_path.iterdir()} == {"soft_eight", "report.html"}


def test_ctrl_c_while_all_hands_are_scored_keeps_the_deals_and_the_first_study(tmp_path, monkeypatch):
    def pieces(tables):
        signal.raise_signal(signal.SIGINT)
        return [(piece, False) for piece in special_hands()]

    monkeypatch.setattr("mjcore.counting.fans._pieces", pieces)
    result = run(*BOTH, "--out", tmp_path)
    assert result.exit_code == 130
    assert "warning: Interrupted before all complete hands were scored" in result.stderr
    assert stems(tmp_path / "soft_eight" / "tables") == TABLES["soft_eight"]
    assert stems(tmp_path / "mcr" / "tables") == {"exact-shanten", "exact-complete", "distances", "nearer"}
    assert stems(tmp_path / "mcr" / "figures") == {"distances"}
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "The run was interrupted before all complete hands were scored." in page
    assert "A special shape is nearer than four sets and a pair in" in page
    assert "a lone player playing efficiently completes" in page


def test_a_killed_report_leaves_the_study_that_was_done(tmp_path):
    started = subprocess.Popen(
        [sys.executable, "-m", "mjanalysis", *map(str, BOTH), "--out", str(tmp_path)],
        stdout=subprocess.DEVNULL,
    )
    while not (tmp_path / "report.html").exists():
        assert started.poll() is None
        time.sleep(0.01)
    started.kill()
    assert started.wait() == -signal.SIGKILL
    assert stems(tmp_path / "soft_eight" / "figures") == FIGURES["soft_eight"]
    assert (tmp_path / "report.html").read_text(encoding="utf-8").rstrip().endswith("</html>")


# ---- the shell itself ----------------------------------------------------------------------------------


def commands(group=main, path=()):
    """Every command by the words that call it, those of groups too."""
    for name in group.list_commands(None):
        command = group.commands[name]
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


@pytest.mark.parametrize(("words", "command"), list(commands()))
def test_the_help_of_each_command_shows_examples_that_it_takes(words, command):
    result = run(*words, "--help")
    assert result.exit_code == 0
    called = " ".join(("mjanalysis", *words))
    examples = [line.strip() for line in result.stdout.splitlines() if line.startswith(f"  {called}")]
    assert examples
    if not isinstance(command, click.Group):
        for example in examples:
            line = example.partition(" | ")[0].removeprefix(called)
            command.make_context(words[-1], shlex.split(line), obj=()).close()


def test_the_help_lists_commands_in_whole_sentences_from_one_hand_to_reports():
    listed = run("--help").stdout.partition("Commands:\n")[2].splitlines()
    names = [line.split()[0] for line in listed]
    assert names == list(main.commands)
    assert (names[0], names[-1]) == ("score", "report")
    assert names.index("exact") < names.index("simulate")
    assert [line for line in listed if not line.endswith(".") or line.endswith("...")] == []


def test_without_a_command_there_is_help():
    result = run()
    assert result.exit_code == 0
    assert all(command in result.stdout for command in main.commands)


def test_python_runs_it_as_a_module():
    done = shell("score", DRAGON)
    assert (done.returncode, done.stderr) == (0, "")
    assert "A win: 9 bamboos, 1 fan." in done.stdout
    done = shell("shanten", input="0m\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: line 1 of standard input: '0m'")
    assert "mjanalysis, version" in shell("--version").stdout


def test_a_terminal_without_chinese_gets_escapes():
    environment = {"PYTHONIOENCODING": "latin-1", "PYTHONPATH": ":".join(sys.path)}
    done = shell("score", DRAGON, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"DRAGON \u4e00\u6761\u9f99" in done.stdout


def test_slow_packages_wait_until_they_are_used():
    slow = ["scipy.stats", "statsmodels", "matplotlib", "jinja2", "tqdm"]
    code = f"import sys, mjanalysis.cli; print([name for name in {slow} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_a_reader_who_has_gone_is_no_error():
    started = subprocess.Popen(
        [sys.executable, "-m", "mjanalysis", "exact", "waits", "--rules", "thirteen_orphans"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    started.stdout.close()
    with started:
        assert started.stderr.read() == b""
    assert started.returncode == 128 + signal.SIGPIPE


@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        (f'score "{DRAGON}"', ">&-", 0),
        (f'score "{DRAGON}"', ">&- 2>&-", 0),
        ("shanten 0m", "2>&-", 2),
        ("shanten", "<&-", 2),
        ("shanten --file -", "<&-", 2),
        ("feasibility --deals 10 --lone-deals 10 --thresholds 8", "2>&-", 0),
        ("feasibility --deals 10 --lone-deals 10 --thresholds 8 --progress", "<&- >&- 2>&-", 0),
    ],
)
def test_closed_streams_are_no_errors_of_the_program(words, closed, code, tmp_path):
    log = tmp_path / "traceback"
    runner = f"""
import sys
sys.excepthook = lambda kind, error, trace: open({str(log)!r}, "w").write(repr(error))
from mjanalysis.cli import main
from mjanalysis.cli.options import RULES
main()
"""
    script = tmp_path / "run.py"
    script.write_text(runner)
    done = subprocess.run(
        f'"{sys.executable}" "{script}" {words} {closed}', shell=True, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, log.exists()) == (code, False)
    assert "Traceback" not in done.stderr
    if "<&-" in closed and code:
        assert "standard input is closed" in done.stderr


def test_an_interrupted_run_writes_what_was_done(tmp_path):
    path = tmp_path / "part.json"
    words = ["feasibility", "--deals", "2000000000", "--lone-deals", "1", "--thresholds", "8", "--draws", "1"]
    started = subprocess.Popen(
        [sys.executable, "-m", "mjanalysis", *words, "--workers", "1", "--progress", "--out", str(path)],
        stderr=subprocess.PIPE,
    )
    with started:
        seen = b""
        while b"k/2.00G" not in seen and b"M/2.00G" not in seen:  # a chunk is done
            assert started.poll() is None, seen
            seen += started.stderr.read1()
        time.sleep(0.1)
        started.send_signal(signal.SIGINT)
        said = started.stderr.read().decode()
    assert started.returncode == 130
    assert "interrupted: what is computed will be written" in said
    assert "warning: Interrupted after" in said
    assert "Traceback" not in said
    record = json.loads(path.read_text(encoding="utf-8"))["distances"]["provenance"]
    assert 0 < record["n"] < record["n_requested"] == 2_000_000_000


def test_an_interrupt_before_anything_was_done_is_one_word():
    code = (
        "import click\nfrom mjanalysis.cli.shell import Commands\n"
        "@click.command()\ndef stop():\n    raise KeyboardInterrupt\n"
        "Commands('mjanalysis', {'stop': stop})(['stop'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted")
