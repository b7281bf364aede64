"""Functions that play wherever policies do: the same runs, stored, paired and compared as theirs."""

import json
from concurrent.futures import ProcessPoolExecutor

import pytest

import mjanalysis as ma
import mjcore as mj

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::mjanalysis.SmallSample"),
]

FOUR = {"seed": 3, "chunk": 160}


def efficient(tables, rows, rng):
    return tables.choose("efficient", rows)


def any_legal(tables, rows, rng):
    return tables.legal[rows, rng.integers(tables.n_legal[rows])]


SAME = mj.Player("same", efficient, version="1")
ANY = mj.Player("any", any_legal, version="1")
MIXED = [ANY, "efficient", SAME, "efficient"]


@pytest.mark.parametrize("rules", [mj.SOFT_EIGHT, mj.MCR], ids=lambda rules: rules.name)
@pytest.mark.parametrize(
    "how",
    [
        {"dealer": "rotate", "prevalent_wind": "rotate", "hands": True},
        {"sessions": 16, "prevalent_wind": "S", "dealer": 1},
        {"hand": "123456m99m234p56s", "seat": 1},
    ],
    ids=["turns", "sessions", "hand"],
)
def test_a_player_that_asks_a_policy_makes_its_run(rules, how):
    how = FOUR | {"deals": 320} | how
    expected = ma.simulate(rules, policy="efficient", **how).frame
    for policy in (SAME, ["efficient", SAME, "efficient", SAME]):
        assert ma.simulate(rules, policy=policy, **how).frame.equals(expected)


def test_stakes_in_sessions_are_those_of_policies():
    how = FOUR | {"deals": 320, "sessions": 16, "di": "highest", "zha": (1, 0, 0, 2)}
    expected = ma.simulate(mj.SOFT_EIGHT, policy="efficient", **how).frame
    assert expected.filter(like="di_").to_numpy().any()
    assert ma.simulate(mj.SOFT_EIGHT, policy=SAME, **how).frame.equals(expected)


def test_rows_are_the_same_whatever_the_workers():
    one = ma.simulate(mj.SOFT_EIGHT, policy=MIXED, deals=640, **FOUR).frame
    assert ma.simulate(mj.SOFT_EIGHT, policy=MIXED, deals=640, workers=2, **FOUR).frame.equals(one)
    with ProcessPoolExecutor(2) as executor:
        how = FOUR | {"executor": executor, "workers": 2}
        assert ma.simulate(mj.SOFT_EIGHT, policy=MIXED, deals=640, **how).frame.equals(one)


def test_a_run_that_was_stopped_goes_on(tmp_path):
    how = FOUR | {"policy": MIXED, "deals": 640}
    answers = iter([False, True])
    with pytest.warns(ma.PartialRun):
        first = ma.simulate(mj.MCR, **how, store=tmp_path / "run", stop=lambda: next(answers))
    assert len(first) == 320
    whole = ma.simulate(mj.MCR, **how, store=tmp_path / "run")
    assert whole.frame.equals(ma.simulate(mj.MCR, **how).frame)


def test_a_stored_run_knows_its_players_by_name_and_version(tmp_path):
    run = ma.simulate(mj.SOFT_EIGHT, policy=MIXED, deals=160, store=tmp_path / "run", **FOUR)
    opened = ma.open_run(tmp_path / "run")
    assert opened.policies == run.policies
    assert opened.outcomes().equals(run.outcomes())
    said = "Player('any', version='1'), efficient, Player('same', version='1')"
    assert said in repr(opened)
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["run"]["policies"][0] == {
        "name": "any",
        "version": "1",
    }
    assert "policy=[Player('any', version='1'), 'efficient'" in opened.provenance.command
    with pytest.raises(mj.MahjongError, match=r"known by its name only.*mj.Player\('any', function"):
        ma.simulate(mj.SOFT_EIGHT, walls=opened, policy=list(opened.policies))
    assert ma.verify(tmp_path / "run")["state"].tolist() == ["whole"]


@pytest.mark.parametrize(
    "policy",
    [mj.Player("any", any_legal, version="2"), mj.Player("another", any_legal, version="1"), "random"],
)
def test_a_store_of_another_version_is_refused(tmp_path, policy):
    ma.simulate(mj.SOFT_EIGHT, policy=ANY, deals=160, store=tmp_path / "run", **FOUR)
    with pytest.raises(ma.StoreError, match="holds another run, with policies 0"):
        ma.simulate(mj.SOFT_EIGHT, policy=policy, deals=160, store=tmp_path / "run", **FOUR)


def test_what_a_player_cannot_play_leaves_no_folder(tmp_path):
    bad = mj.Player("bad", lambda tables, rows, rng: rows * 0, version="1")
    with pytest.raises(mj.MahjongError, match=r"'bad'.*pass is not legal"):
        ma.simulate(mj.SOFT_EIGHT, policy=bad, deals=160, store=tmp_path / "run", **FOUR)
    assert not (tmp_path / "run").exists()


def test_a_function_that_processes_cannot_be_sent_is_refused_and_threads_play_it():
    player = mj.Player("lambda", lambda tables, rows, rng: tables.choose("efficient", rows), version="1")
    how = FOUR | {"policy": player, "deals": 320}
    with (
        ProcessPoolExecutor(2) as executor,
        pytest.raises(mj.MahjongError, match=r"cannot be sent to processes .*lambda.*or use threads"),
    ):
        ma.simulate(mj.SOFT_EIGHT, executor=executor, workers=2, **how)
    expected = ma.simulate(mj.SOFT_EIGHT, **how | {"policy": "efficient"}).frame
    assert ma.simulate(mj.SOFT_EIGHT, workers=2, **how).frame.equals(expected)


# ---- questions -----------------------------------------------------------------------------------------


def test_the_same_play_is_compared_with_no_difference_at_all():
    base = ma.simulate(mj.SOFT_EIGHT, policy="efficient", deals=640, **FOUR)
    same = ma.simulate(mj.SOFT_EIGHT, policy=SAME, walls=base)
    found = ma.compare(base, same).frame
    assert (found["difference"] == 0).all()
    other = ma.compare(base, ma.simulate(mj.SOFT_EIGHT, policy=ANY, walls=base)).frame
    assert (other.loc[other["metric"] == "drawn", "low"] > 0.5).all()


def test_skill_of_the_same_play_is_nothing_and_of_chance_much():
    how = {"deals": 120, "seed": 1, "strong_seats": [1]}
    assert ma.skill(mj.SOFT_EIGHT, strong=SAME, weak="efficient", **how).frame["mean"].item() == 0
    assert ma.skill(mj.SOFT_EIGHT, strong=SAME, weak=ANY, **how).frame["low"].item() > 3
    assert (
        ma.skill(mj.SOFT_EIGHT, strong=SAME, weak="random", **how)
        .frame.equals(ma.skill(mj.SOFT_EIGHT, strong="efficient", weak="random", **how).frame)
    )  # fmt: skip


def test_rules_are_swept_and_compared_by_players(tmp_path):
    rules = mj.SOFT_EIGHT
    how = {"deals": 200, "seed": 1, "policy": [SAME, "efficient", "efficient", "efficient"]}
    found = ma.sweep(rules, {"min_main_tiles": [8, 9]}, store=tmp_path, **how).frame
    assert set(found["policy"]) == {"Player('same', version='1'), efficient"}
    folders = sorted(folder.name for folder in tmp_path.iterdir())
    assert all("-same-efficient-" in name for name in folders)
    asked = ma.compare(rules, rules.replace(min_main_tiles=9), **how).frame
    expected = ma.compare(rules, rules.replace(min_main_tiles=9), **how | {"policy": "efficient"}).frame
    assert asked.drop(columns="policy").equals(expected.drop(columns="policy"))


def test_runs_of_players_are_asked_and_merged():
    halves = [
        ma.simulate(mj.MCR, policy=MIXED, deals=320, seed=seed, chunk=160, hands=True) for seed in (1, 2)
    ]
    whole = ma.merge(halves)
    assert whole.policies == halves[0].policies
    seats = ma.balance(whole).seats
    assert seats["mean"].idxmin() == 0  # who takes any legal action
    asked = ma.what_if(halves[0], mj.MCR.replace(min_points=6), replay=True)
    assert asked.replayed.policies == halves[0].policies


def test_until_ends_a_run_of_players():
    how = FOUR | {"deals": 6_400, "until": {"drawn": 0.05}}
    assert (
        ma.simulate(mj.SOFT_EIGHT, policy=SAME, **how).stopped
        == ma.simulate(mj.SOFT_EIGHT, policy="efficient", **how).stopped
    )
