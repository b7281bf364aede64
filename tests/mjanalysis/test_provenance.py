"""Provenance is plain, complete, anonymous, and survives what people do with frames."""

import json
import pickle
import platform
from dataclasses import dataclass

import pandas as pd
import pytest

from mjanalysis.provenance import Provenance, attach, provenance_of


@dataclass(frozen=True)
class Rules:
    name: str = "soft_eight"
    digest: str = "ab" * 32

    def to_toml(self):
        return "[shape]\nmin_main_tiles = 8\n"


@pytest.fixture
def record():
    rules = [Rules(), "standard"]
    return Provenance.begin("ma.feasibility()", rules=rules, seed=1, chunk=100, n=1000, workers=2)


def test_a_record_says_all_that_is_needed_to_compute_again(record):
    plain = record.finish().as_dict()
    assert plain["rules"] == [
        {"name": "soft_eight", "digest": "ab" * 32, "toml": "[shape]\nmin_main_tiles = 8\n"},
        {"name": "standard"},
    ]
    assert (plain["seed"], plain["chunk"], plain["n"], plain["n_requested"], plain["workers"]) == (
        1, 100, 1000, 1000, 2,
    )  # fmt: skip
    assert {"python", "numpy", "mjcore", "mjanalysis"} <= plain["versions"].keys()
    assert plain["started"] <= plain["finished"]
    assert 0 <= plain["seconds"] < 60


def test_an_interrupted_run_says_so(record):
    assert not record.finish().is_interrupted
    assert record.finish(n=300).is_interrupted
    assert record.finish(n=300).as_dict()["n_requested"] == 1000


def test_what_is_asked_of_a_result_is_in_the_command(record):
    assert record.of("turns()").command == f"{record.command}.turns()"


def test_it_is_plain_data(record):
    plain = record.finish().as_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert pickle.loads(pickle.dumps(plain)) == plain


def test_it_names_neither_user_nor_host_nor_folder(record):
    assert record.as_dict().keys() == {
        "command", "rules", "seed", "chunk", "n", "n_requested", "workers", "versions", "platform",
        "stopped", "started", "finished", "seconds",
    }  # fmt: skip
    assert record.platform == f"{platform.platform()} {platform.machine()}"


def test_frames_keep_it_through_selection_and_concatenation(record):
    done = record.finish()
    frame = attach(pd.DataFrame({"n": [1, 2]}), done)
    other = frame.copy()
    for kept in (frame[frame["n"] > 1], other, pd.concat([frame, other])):
        assert provenance_of(kept) == done.as_dict()
    assert provenance_of(pd.concat([frame, pd.DataFrame({"n": [3]})])) is None
