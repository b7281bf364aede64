"""Parts survive whatever befalls the run: nothing finished is computed again, nothing foreign is used."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

import mjanalysis as ma
import mjcore as mj
from mjanalysis.manifests import MANIFEST
from mjanalysis.simulation import _Play
from mjanalysis.store import StoredParts

RULES = mj.MCR.replace(min_points=0)
GIVEN = {"deals": 1_150, "policy": "random", "seed": 3, "chunk": 100}
LAST = 11


def played(folder, **changes):
    return ma.simulate(changes.pop("rules", RULES), store=folder, **GIVEN | changes)


@pytest.fixture(scope="module")
def expected():
    return ma.simulate(RULES, **GIVEN).frame


@pytest.fixture
def folder(tmp_path):
    played(tmp_path / "run")
    return tmp_path / "run"


@pytest.fixture
def computed(monkeypatch):
    """How many hands each call plays."""
    sizes, call = [], _Play.__call__
    monkeypatch.setattr(
        _Play, "__call__", lambda self, rng, size: sizes.append(size) or call(self, rng, size)
    )
    return sizes


def part(folder, k):
    return folder / f"part-{k:06d}.parquet"


def test_a_stored_run_is_the_run(folder, expected):
    run = ma.open_run(folder)
    pd.testing.assert_frame_equal(run.frame, expected)
    assert (run.rules, len(run), run.is_interrupted) == (RULES, 1_150, False)
    assert run.policies == (mj.Policy("random"),) * 4
    assert run.provenance.rules[0]["digest"] == RULES.digest
    assert sum(map(len, run.frames())) == 1_150


def test_the_manifest_says_what_the_parts_belong_to(folder):
    manifest = json.loads((folder / MANIFEST).read_text())
    assert manifest["run"]["rules"]["digest"] == RULES.digest
    assert mj.McrRules.from_toml(manifest["run"]["rules"]["toml"]) == RULES
    assert [policy["name"] for policy in manifest["run"]["policies"]] == ["random"] * 4
    assert manifest["run"]["mjcore"] == manifest["provenance"]["versions"]["mjcore"] == mj.__version__
    assert [row["rows"] for row in manifest["parts"]] == [100] * 11 + [50]
    assert all(len(row["sha256"]) == 64 for row in manifest["parts"])
    assert sorted(path.name for path in folder.iterdir()) == [
        MANIFEST,
        *(row["name"] for row in manifest["parts"]),
    ]


def test_finished_parts_are_not_computed_again(folder, expected, computed):
    pd.testing.assert_frame_equal(played(folder).frame, expected)
    assert computed == []
    for k in (4, LAST):
        part(folder, k).unlink()
    with pytest.warns(
        ma.DamagedPart, match=r"part-000004.parquet, part-000011.parquet; they are computed again"
    ):
        pd.testing.assert_frame_equal(played(folder, workers=2).frame, expected)
    assert sorted(computed) == [50, 100]


@pytest.mark.parametrize("damage", ["cut", "a bit", "other"])
def test_a_damaged_part_is_named_and_computed_again(folder, expected, computed, damage):
    content = bytearray(part(folder, 2).read_bytes())
    if damage == "cut":
        content = content[:-9]
    elif damage == "a bit":
        content[700] ^= 1
    else:
        content = b"no parquet"
    part(folder, 2).write_bytes(content)
    with pytest.warns(ma.DamagedPart, match="damaged are part-000002.parquet; they are computed") as warned:
        pd.testing.assert_frame_equal(played(folder).frame, expected)
    assert len(warned) == 1
    assert computed == [100]


def test_a_part_that_reads_well_and_is_not_the_one_that_was_written_is_computed_again(folder, computed):
    before = part(folder, 2).read_bytes()
    table = parquet.read_table(part(folder, 2))
    parquet.write_table(pa.concat_tables([table.slice(50), table.slice(0, 50)]), part(folder, 2))
    with pytest.warns(ma.DamagedPart, match="part-000002.parquet; they are computed again") as warned:
        played(folder)
    assert (len(warned), computed, part(folder, 2).read_bytes()) == (1, [100], before)


def test_a_damaged_part_is_found_when_it_is_only_read(folder):
    content = bytearray(part(folder, 2).read_bytes())
    part(folder, 2).write_bytes(content[:-1])
    with pytest.warns(ma.DamagedPart, match="they are left out, with all after them"):
        run = ma.open_run(folder)
    assert (len(run), run.is_interrupted) == (200, True)


def test_parts_that_the_manifest_does_not_list_yet_are_taken_in(folder, expected, computed):
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["parts"] = manifest["parts"][:3]
    (folder / MANIFEST).write_text(json.dumps(manifest))
    content = bytearray(part(folder, 7).read_bytes())
    content[900] ^= 16  # in a page: its own checksum tells
    part(folder, 7).write_bytes(content)
    (folder / ".0123.part").write_bytes(b"half a file")
    with pytest.warns(ma.DamagedPart, match="part-000007") as warned:
        pd.testing.assert_frame_equal(played(folder).frame, expected)
    assert (len(warned), computed) == (1, [100])
    assert not (folder / ".0123.part").exists()


def test_a_run_can_grow_and_not_shrink(folder, computed):
    longer = played(folder, deals=1_480)
    assert computed == [100] * 4 or computed == [100, 100, 100, 80]
    pd.testing.assert_frame_equal(longer.frame, ma.simulate(RULES, **GIVEN | {"deals": 1_480}).frame)
    for deals in (300, 1_470):  # 1,470 are as many parts, the last of them shorter
        with pytest.raises(ma.StoreError, match="more hands of this run than asked for"):
            played(folder, deals=deals)
    assert len(ma.open_run(folder)) == 1_480


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": 4}, "seed 3, not 4"),
        ({"chunk": 50}, "chunk 100, not 50"),
        ({"rules": mj.MCR}, "rules scoring min_points 0, not 8"),
        ({"rules": mj.SOFT_EIGHT}, "rules rules 'mcr', not 'soft_eight'; .*; and [0-9]+ more"),
        ({"dealer": 1}, "setup dealer 0, not 1"),
        ({"hands": True}, "setup hands False, not True"),
        (
            {"policy": ["random", "random", "random", "efficient"]},
            "policies 3 name 'random', not 'efficient'",
        ),
    ],
)
def test_a_folder_of_another_run_is_refused(folder, changes, said):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(ma.StoreError, match=f"holds another run, with .*{said}.*: name another folder"):
        played(folder, **changes)
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_cannot_be_played_leaves_no_folder(tmp_path):
    for changes in (
        {"hand": "1111122223333m", "seat": 0},
        {"hand": "123m", "seat": 0},
        {"zha": (1, 0, 0, 0)},
    ):
        with pytest.raises(mj.MahjongError):
            played(tmp_path / "run", **changes)
    assert not (tmp_path / "run").exists()


def test_a_run_with_a_most_beyond_all_patience_can_be_stored(tmp_path):
    given = {"deals": 10**15, "until": {"drawn": 0.05}, "progress": True}
    run = played(tmp_path / "run", **given)
    again = played(tmp_path / "run", **given)
    assert (len(again), again.stopped) == (len(run), run.stopped)


def test_a_foreign_part_is_refused(folder, tmp_path):
    played(tmp_path / "other", seed=4)
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["parts"].pop(5)
    (folder / MANIFEST).write_text(json.dumps(manifest))
    for source in (part(tmp_path / "other", 5), part(folder, 6)):
        part(folder, 5).write_bytes(source.read_bytes())
        with pytest.raises(ma.StoreError, match=r"part-000005.parquet: this part belongs to another run"):
            played(folder)


def test_folders_that_are_no_store_are_refused(tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").touch()
    with pytest.raises(ma.StoreError, match=r"letters holds a\.txt and no manifest\.json"):
        played(tmp_path / "letters")
    for path in (tmp_path / "letters", tmp_path / "nowhere", tmp_path / "letters" / "a.txt"):
        with pytest.raises(ma.StoreError, match="is no stored run"):
            ma.open_run(path)
    (tmp_path / "letters" / MANIFEST).write_text('{"format": "mjanalysis hands 1", "parts": [')
    with pytest.raises(ma.StoreError, match="this manifest is damaged"):
        ma.open_run(tmp_path / "letters")
    (tmp_path / "letters" / MANIFEST).write_text('{"format": "mjanalysis hands 9", "parts": []}')
    with pytest.raises(ma.StoreError, match="no manifest of the format"):
        ma.open_run(tmp_path / "letters")


def test_a_manifest_that_is_gone_is_made_again_from_the_parts(folder, expected, computed):
    (folder / MANIFEST).write_text("{")
    with pytest.raises(
        ma.StoreError, match="manifest is damaged; take it away, and the call that made the run"
    ):
        played(folder)
    (folder / MANIFEST).unlink()
    with pytest.raises(ma.StoreError, match="belongs to another run"):
        played(folder, seed=4)
    with pytest.raises(ma.StoreError, match="more hands of this run than asked for"):
        played(folder, deals=1_120)
    with pytest.warns(ma.DamagedPart, match=r"manifest\.json is gone"):
        pd.testing.assert_frame_equal(played(folder).frame, expected)
    assert computed == []
    pd.testing.assert_frame_equal(ma.open_run(folder).frame, expected)


def test_a_call_that_finds_all_there_leaves_what_is_said_of_the_run(folder):
    before = json.loads((folder / MANIFEST).read_text())
    assert played(folder, workers=2).provenance.as_dict() == before["provenance"]
    assert json.loads((folder / MANIFEST).read_text()) == before


def test_a_run_without_hands_opens_and_says_so(folder):
    for path in folder.glob("part-*"):
        path.unlink()
    with pytest.warns(ma.DamagedPart):
        run = ma.open_run(folder)
    assert (len(run), list(run.frames()), run.is_interrupted) == (0, [], True)
    for asked in (lambda: run.frame, run.outcomes, run.turns):
        with pytest.raises(ma.StoreError, match="this run has no hands yet"):
            asked()


def test_a_full_disk_keeps_what_is_finished(tmp_path, expected, computed, monkeypatch):
    write, room = Path.write_bytes, [6]

    def full(self, content):
        room[0] -= 1
        if room[0] < 0:
            self.touch()
            raise OSError(errno.ENOSPC, "No space left on device", str(self))
        return write(self, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"No space left on device: .*part-000005\.parquet"):
        played(tmp_path / "run")
    monkeypatch.setattr(Path, "write_bytes", write)
    assert len(computed) == 6
    computed.clear()
    pd.testing.assert_frame_equal(played(tmp_path / "run").frame, expected)
    assert len(computed) == 7  # all but the five that were written


def test_an_interrupted_run_is_a_shorter_one_and_goes_on(tmp_path, expected, computed, monkeypatch):
    add = StoredParts.add

    def interrupted(self, k, content, rows):
        if k == 5:
            raise KeyboardInterrupt
        add(self, k, content, rows)

    monkeypatch.setattr(StoredParts, "add", interrupted)
    with (
        pytest.warns(ma.PartialRun, match="Interrupted after 500 of 1,150 hands"),
        pytest.warns(ma.SmallSample),
    ):
        run = played(tmp_path / "run")
    monkeypatch.setattr(StoredParts, "add", add)
    assert (len(run), run.is_interrupted, run.provenance.n) == (500, True, 500)
    pd.testing.assert_frame_equal(run.frame, expected[:500])
    assert len(ma.open_run(tmp_path / "run")) == 500
    computed.clear()
    pd.testing.assert_frame_equal(played(tmp_path / "run").frame, expected)
    assert len(computed) == 7


KILLED = """
import sys
import mjanalysis as ma
import mjcore as mj

if __name__ == "__main__":
    print("ready", flush=True)
    ma.simulate(mj.MCR.replace(min_points=0), deals=60_000, policy="random", seed=5, chunk=500, workers=2,
                store=sys.argv[1])
    print("done", flush=True)
"""


def killed_after(script, folder, seconds):
    """Run the script and kill it so long after its first new part; whether it was done before."""
    there = len(list(folder.glob("part-*")))
    run = subprocess.Popen([sys.executable, script, folder], stdout=subprocess.PIPE, text=True)
    assert run.stdout.readline() == "ready\n"
    while run.poll() is None and len(list(folder.glob("part-*"))) == there:
        time.sleep(0.001)
    time.sleep(seconds)
    run.send_signal(signal.SIGKILL)
    return "done" in run.communicate(timeout=60)[0]


def test_a_run_that_is_killed_at_any_moment_goes_on_where_it_was(tmp_path):
    script, folder, moments = tmp_path / "run.py", tmp_path / "run", random.Random(20260602)
    script.write_text(KILLED)
    for _ in range(5):
        before = {path.name: path.stat().st_mtime_ns for path in folder.glob("part-*")}
        done = killed_after(script, folder, moments.uniform(0, 0.1))
        after = {path.name: path.stat().st_mtime_ns for path in folder.glob("part-*")}
        assert all(after[name] == moment for name, moment in before.items())  # none is written anew
        assert len(after) > len(before) or done
    given = {"deals": 60_000, "policy": "random", "seed": 5, "chunk": 500}
    resumed = ma.simulate(RULES, store=folder, **given)
    pd.testing.assert_frame_equal(resumed.frame, ma.simulate(RULES, **given).frame)
    assert not list(folder.glob(".*.part"))
    assert os.listdir(folder).count(MANIFEST) == 1
