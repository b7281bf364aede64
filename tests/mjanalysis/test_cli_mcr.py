"""What the shell gets about hands of Chinese Official Mahjong, in every notation."""

import json

import pytest

import mjcore as mj
from mjanalysis.cli.notations import read_hand
from tests.mjanalysis.test_cli import refused, rows_of, run

STEPS = "[123p][345p] 567789p9s +9s"
CHICKEN = "[123m][345m] 56s678p33z"


def said(*arguments):
    result = run("score", *arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_score_is_explained_in_words():
    result = run("score", STEPS, "--rules", "mcr", "--winner", 1, "--payer", 3)
    assert result.exit_code == 0
    for line in (
        "A win: 36 points.",
        "fans      32 Four Pure Shifted Chows 一色四步高 (16): [123p] [345p] 567p 789p",
        "wait      9s in 99s, the only tile that wins",
        "score     32 + 2 + 1 + 1 = 36",
        "3 pays 1: 8+36 = 44 (WIN, clause 7)",
    ):
        assert line in result.stdout


def test_winds_flowers_and_the_last_tile_are_options():
    hand = "[222z][345m] 56s678p33z +4s"
    options = ["--rules", "mcr", "--seat", "S", "--prevalent", "S", "--flowers", 3, "--last-copy"]
    found = said(hand, *options, "--source", "wall")
    codes = ["last_tile", "prevalent_wind", "seat_wind", "self_drawn", "flower_tiles"]
    assert [fan["code"] for fan in found["fans"]] == codes
    assert found["points"] == {"total": 9, "minimum": 8, "missing": 0, "flowers": 3}
    long = [{"--seat": "--seat-wind", "--prevalent": "--prevalent-wind"}.get(word, word) for word in options]
    assert said(hand, *long, "--source", "wall") == found
    digits = ["1" if word == "S" else word for word in options]
    assert said(hand, *digits, "--source", "wall") == found


@pytest.mark.parametrize(("rules", "total"), [("mcr", 28), ("mcr_1998", 26), ("mcr_2006", 29)])
def test_each_rule_set_has_a_name(rules, total):
    found = said("{1111m}[1111p] 1113444s +5s", "--source", "wall", "--rules", rules)
    assert found["points"]["total"] == total


def test_rules_can_come_from_a_file_or_be_changed(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('rules = "mcr"\n[fans]\npoints = { all_chows = 5 }\n', encoding="utf-8")
    assert said(STEPS, "--rules", path)["points"]["total"] == 39
    assert said(STEPS, "--rules", path, "--set", "min_points=50")["points"]["missing"] == 11
    path.write_text(mj.MCR_2006.to_toml(), encoding="utf-8")
    assert said(STEPS, "--rules", path)["rules"]["digest"] == mj.MCR_2006.digest


@pytest.mark.parametrize("ending", ["csv", "md", "html", "tex", "json"])
def test_a_score_can_be_written_to_a_file(ending, tmp_path):
    path = tmp_path / f"score.{ending}"
    result = run("score", STEPS, "--rules", "mcr", "--flowers", 2, "--out", path)
    assert (result.exit_code, result.stdout) == (0, "")
    text = path.read_text(encoding="utf-8").replace("\\", "")
    assert ("四步高" if ending == "html" else "four_pure_shifted_chows") in text
    if ending == "csv":
        assert text.splitlines()[0] == "hand,legal,fans,points,flowers"
        assert text.splitlines()[1].endswith("single_wait flower_tilesx2,36,2")


def test_hands_that_do_not_win_are_answers_too():
    assert (
        "Not enough to win: 1 point, 7 points short"
        in run("score", f"{CHICKEN} +4s", "--rules", "mcr", "--source", "wall").stdout
    )
    assert "Not a win: these tiles make none" in run("score", f"{CHICKEN} +9s", "--rules", "mcr").stdout


def test_waits_say_whether_they_reach_the_minimum():
    assert rows_of("waits", CHICKEN, "--rules", "mcr") == [
        {
            "hand": "[123m][345m] 678p56s33z",
            "tile": tile,
            "left": 4,
            "discard": 8,
            "self_drawn": 1,
            "discard_enough": True,
            "self_drawn_enough": False,
        }
        for tile in ("4s", "7s")
    ]
    assert [row["discard"] for row in rows_of("waits", CHICKEN, "--rules", "mcr", "--last-wall")] == [8, 8]
    hand = "[222z][345m] 56s678p33z"
    rows = rows_of("waits", hand, "--rules", "mcr", "--seat", "S", "--prevalent", "S")
    assert [row["discard"] for row in rows] == [4, 4]
    assert rows_of("waits", hand, "--rules", "mcr", "--seat", "1", "--prevalent", "1") == rows
    rows = rows_of("waits", CHICKEN, "--rules", "mcr", "--set", "min_points=1")
    assert all(row["self_drawn_enough"] for row in rows)


def test_a_hand_without_waits_has_a_row_too():
    rows = rows_of("waits", "{3333p} 1255p678m678s", CHICKEN, "--rules", "mcr")
    assert [row["tile"] for row in rows] == [None, "4s", "7s"]
    assert (rows[0]["discard"], rows[0]["discard_enough"]) == (0, False)
    (row,) = rows_of("waits", "{3333p} 1255p678m678s", "--rules", "mcr", "--structural")
    assert (row["tile"], row["left"], row["discard"], row["discard_enough"]) == ("3p", 0, 0, False)


def test_waits_of_other_rules_have_no_points():
    assert rows_of("waits", CHICKEN, "--rules", "standard")[0].keys() == {"hand", "tile", "left"}


def test_distances_see_knitted_tiles():
    (row,) = rows_of("shanten", "147m258p36s12345z", "--rules", "mcr")
    assert (row["shanten"], row["useful"]) == (0, "9s67z")


NOTATIONS = [
    ("[123m,1][CCCC]55pEEE12s3s", "algorithm", None, "[123m]{7777z} 55p111z12s +3s"),
    ("[555z]123m45678s66z9s", "algorithm", "red_first", "[777z] 123m45678s66z +9s"),
    ("[555z]123m45678s66z9s", "algorithm", "white_first", "[555z] 123m45678s66z +9s"),
    ("[W1 W2 W3] {J1 J1 J1 J1} B5 B5 F1 F1 F1 T1 T2 T3", "botzone", None, "[123m]{7777z} 55p111z12s +3s"),
    ("[W1 W2 W3]{J1J1J1J1}B5B5F1F1F1T1T2+T3", "botzone", None, "[123m]{7777z} 55p111z12s +3s"),
    ("W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J3 J2 J1", "botzone", None, "19m19p19s1234567z"),
    ("[123m]{7777z} 55p111z12s +3s", "mjcore", None, "[123m]{7777z} 55p111z12s +3s"),
]


@pytest.mark.parametrize(("text", "notation", "dragons", "hand"), NOTATIONS)
def test_hands_of_other_programs_are_read(text, notation, dragons, hand):
    assert read_hand(text, notation, dragons) == mj.parse_hand(hand)


def test_commands_take_a_notation():
    found = said(
        "[W1 W2 W3] {J1 J1 J1 J1} B5 B5 F1 F1 F1 T1 T2 T3", "--rules", "mcr", "--notation", "botzone"
    )
    assert found["hand"] == "[123m]{7777z} 55p12s111z +3s"
    waits = ["--rules", "mcr", "--notation", "algorithm", "--dragons", "red_first"]
    rows = rows_of("waits", "[555z][123m]45s678p33z", *waits)
    assert [(row["hand"], row["tile"]) for row in rows] == [
        ("[777z][123m] 678p45s33z", tile) for tile in ("3s", "6s")
    ]
    assert rows_of("shanten", "--notation", "botzone", stdin="W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J1 J2 J3\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ["score", "[555z]123m45678s66z9s", "--notation", "algorithm"],
            "5z is white here and red in other programs",
        ),
        (["score", "W1 X2", "--notation", "botzone"], "'X2' is no tile: codes are W1-W9"),
        (["score", STEPS, "--dragons", "red_first"], "in the notation algorithm only"),
        (["score", STEPS, "--notation", "tenhou"], "'tenhou' is not one of"),
        (["score", STEPS, "--rules", "mcr", "--heavenly-ready"], "not known to these rules"),
        (
            ["score", STEPS, "--rules", "mcr", "--winner", 1, "--payer", 0, "--zha", "1,0,0,0"],
            "mcr takes no zha",
        ),
        (["waits", CHICKEN, "--rules", "mcr", "--seat", "X"], "seat_wind is one of E, S, W, N"),
        (["waits", CHICKEN, "--rules", "mcr", "--seat", "4"], "E, S, W, N or 0 to 3, not 4"),
        (["score", STEPS, "--rules", "mcr", "--set", "points=3"], "points"),
    ],
)
def test_bad_usage_is_refused_in_one_line_that_says_why(words, reason):
    assert reason in refused(*words)
