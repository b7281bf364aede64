"""Stored runs from the shell: merged, and checked."""

import json

import pytest

import mjanalysis as ma
import mjcore as mj
from tests.mjanalysis.test_cli import refused, run

RULES = mj.MCR.replace(min_points=0)


@pytest.fixture
def folders(tmp_path):
    for seed in (1, 2):
        ma.simulate(RULES, deals=1_000, policy="random", seed=seed, chunk=400, store=tmp_path / f"{seed}")
    return [tmp_path / "1", tmp_path / "2"]


def test_a_merge_shows_and_keeps_what_its_runs_say_together(folders, tmp_path):
    result = run("merge", *folders, "--store", tmp_path / "both", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["outcomes"]
    expected = ma.merge(folders).outcomes()
    assert [row["hits"] for row in found["rows"]] == expected["hits"].tolist()
    assert found["provenance"]["seed"] == [1, 2]
    assert len(ma.open_run(tmp_path / "both")) == 2_000


def test_a_run_that_is_whole_is_listed(folders):
    result = run("verify", folders[0])
    assert (result.exit_code, result.stdout.count("whole")) == (0, 3)


def test_a_part_that_is_not_is_named_and_the_command_fails(folders):
    (folders[0] / "part-000001.parquet").unlink()
    result = run("verify", folders[0])
    assert result.exit_code == 2
    assert result.stdout.count("missing") == 1
    assert "warning: " in result.stderr
    assert "part-000001.parquet is missing: there is no such file" in result.stderr


def test_what_cannot_be_is_refused_in_one_line(folders, tmp_path):
    assert "both have the seed 1" in refused("merge", folders[0], folders[0])
    assert "is no stored run" in refused("verify", tmp_path)
    assert "Missing argument 'FOLDER...'" in refused("merge")
