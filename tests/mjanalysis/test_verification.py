"""What befell a stored run is named part by part, and nothing of it is used in silence."""

import functools
import json
import shutil

import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.manifests import MANIFEST

RULES = mj.MCR.replace(min_points=0)
GIVEN = {"deals": 1_050, "policy": "random", "chunk": 200}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Runs of two seeds, and the merge of both."""
    place = tmp_path_factory.mktemp("made")
    for seed in (1, 2):
        ma.simulate(RULES, seed=seed, store=place / f"{seed}", **GIVEN)
    ma.merge([place / "1", place / "2"], store=place / "both")
    return place


@pytest.fixture
def folder(made, tmp_path):
    shutil.copytree(made / "1", tmp_path / "run")
    return tmp_path / "run"


def part(folder, k):
    return folder / f"part-{k:06d}.parquet"


def flipped(path, place):
    """The file with one bit turned."""
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def changed(folder, change):
    manifest = json.loads((folder / MANIFEST).read_text())
    change(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def found(folder):
    """The parts that are not whole: state and reason by name."""
    with pytest.warns(ma.DamagedPart) as warned:
        frame = ma.verify(folder)
    bad = frame[frame["state"] != "whole"]
    assert all(name in str(warned[0].message) for name in bad["part"])
    return {row.part: (row.state, row.reason) for row in bad.itertuples()}


@pytest.mark.parametrize("name", ["1", "both"])
def test_what_was_written_is_whole(made, name):
    frame = ma.verify(made / name)
    run = ma.open_run(made / name)
    assert frame["state"].unique().tolist() == ["whole"]
    assert frame["rows"].tolist() == [200, 200, 200, 200, 200, 50] * (2 if name == "both" else 1)
    assert (
        frame["bytes"].sum()
        == run.parts.n_bytes
        == sum(path.stat().st_size for path in made.glob(f"{name}/part*"))
    )
    assert ma.columns.described(frame)["name"].tolist() == ["part", "rows", "bytes", "state", "reason"]
    assert ma.provenance_of(frame)["rules"][0]["digest"] == RULES.digest


@pytest.mark.parametrize("place", [700, -5, -300])
def test_a_turned_bit_is_found_wherever_it_is(folder, place):
    flipped(part(folder, 2), place)
    assert set(found(folder)) == {"part-000002.parquet"}
    assert found(folder)["part-000002.parquet"][0] in ("damaged", "foreign")  # the marks may be what is hit
    with pytest.raises(ma.StoreError, match=r"part-000002\.parquet: this part is not the one"):
        ma.open_run(folder).outcomes()


def test_every_kind_of_harm_has_a_name(folder, made):
    part(folder, 0).unlink()
    part(folder, 1).write_bytes(part(folder, 1).read_bytes()[:-7])
    shutil.copy(part(made / "2", 2), part(folder, 2))
    shutil.copy(part(folder, 4), part(folder, 3))
    changed(folder, lambda manifest: manifest["parts"].pop(4))
    (folder / ".half.part").write_bytes(b"of a run that was killed")
    (folder / "notes.txt").write_bytes(b"12345")
    shutil.copy(part(folder, 5), part(folder, 9))
    assert found(folder) == {
        "part-000000.parquet": ("missing", "there is no such file"),
        "part-000001.parquet": ("damaged", found(folder)["part-000001.parquet"][1]),
        "part-000002.parquet": ("foreign", "it belongs to another run"),
        "part-000003.parquet": ("foreign", "it is part 4 of this run"),
        "part-000009.parquet": ("foreign", "it is part 5 of this run"),
        "notes.txt": ("foreign", "no part has such a name"),
    }
    assert "bytes and not the" in found(folder)["part-000001.parquet"][1]
    with pytest.warns(ma.DamagedPart):
        frame = ma.verify(folder).set_index("part")
    assert frame.loc["part-000004.parquet", ["rows", "state", "reason"]].tolist() == [
        200, "whole", "the manifest does not list it yet",
    ]  # fmt: skip
    assert frame.loc["notes.txt", "bytes"] == 5


def test_what_is_not_listed_is_not_trusted_blindly(folder):
    changed(folder, lambda manifest: manifest["parts"].pop(1))
    flipped(part(folder, 1), 700)
    assert found(folder) == {
        "part-000001.parquet": ("damaged", "the manifest does not list it, nor can it be read")
    }


def test_damaged_and_missing_parts_are_made_again(folder, made):
    flipped(part(folder, 1), 700)
    part(folder, 3).unlink()
    with pytest.warns(ma.DamagedPart, match=r"part-000001\.parquet.*computed again") as warned:
        run = ma.simulate(RULES, seed=1, store=folder, **GIVEN)
    assert "part-000003.parquet" in str(warned[0].message)
    pd.testing.assert_frame_equal(run.frame, ma.open_run(made / "1").frame)
    assert (ma.verify(folder)["state"] == "whole").all()


def test_another_place_or_another_run_is_not_read_as_this_one(folder, made):
    run = ma.open_run(folder)
    for source in (part(folder, 4), part(made / "2", 3)):
        shutil.copy(source, part(folder, 3))
        assert found(folder).keys() == {"part-000003.parquet"}
        with pytest.raises(ma.StoreError, match=r"part-000003\.parquet: this part is not the one"):
            run.turns()
        with pytest.raises(ma.StoreError, match=r"part-000003\.parquet: this part belongs to another run"):
            ma.simulate(RULES, seed=1, store=folder, **GIVEN)


def test_a_part_that_goes_while_it_is_read_is_named(folder):
    run = ma.open_run(folder)
    part(folder, 3).unlink()
    with pytest.raises(ma.StoreError, match=r"part-000003.parquet: this part is gone"):
        run.turns()


# ---- the manifest --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda run: run.update(seed=2), "seed is"),
        (lambda run: run.update(chunk=100), "chunk is"),
        (lambda run: run.update(mjcore="0.0.1"), "mjcore is"),
        (lambda run: run["rules"].update(digest="0" * 64), "rules is"),
        (lambda run: run["rules"].update(toml=mj.MCR.to_toml()), "the digest of the rules is"),
    ],
    ids=["seed", "chunk", "version", "digest", "rules"],
)
def test_a_manifest_that_says_two_things_is_refused(folder, change, said):
    changed(folder, lambda manifest: change(manifest["run"]))
    for look in (ma.verify, ma.open_run):
        with pytest.raises(ma.StoreError, match=f"its manifest was changed: {said}"):
            look(folder)


def test_parts_of_a_manifest_that_was_changed_throughout_are_foreign(folder):
    def change(manifest):
        manifest["run"]["seed"] = manifest["provenance"]["seed"] = 2

    changed(folder, change)
    states = {state for state, _ in found(folder).values()}
    assert (len(found(folder)), states) == (6, {"foreign"})


@pytest.mark.parametrize(
    "change",
    [
        lambda run: run["setup"].update(sessions=10),
        lambda run: run["setup"].update(zha=[1, 0, 0, 0]),
        lambda run: run["policies"][0].update(name="efficient"),
    ],
    ids=["sessions", "stakes", "policies"],
)
def test_a_manifest_that_says_what_was_not_played_is_refused(folder, change):
    changed(folder, lambda manifest: change(manifest["run"]))
    with pytest.raises(ma.StoreError, match=r"changed: part-000000\.parquet was played with other policies"):
        ma.open_run(folder)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("run", "rules", "name"), []),
        (("run", "setup"), None),
        (("run", "setup"), {}),
        (("run", "policies", 0, "changes"), 3),
        (("provenance",), "none"),
        (("parts", 1, "rows"), "many"),
        (("parts", 1, "rows"), -1),
        (("parts", 1, "bytes"), None),
        (("parts", 1, "part"), True),
    ],
)
def test_a_manifest_with_something_else_in_a_place_is_damaged(folder, place, value):
    def change(manifest):
        *outer, last = place
        functools.reduce(lambda inner, key: inner[key], outer, manifest)[last] = value

    changed(folder, change)
    for look in (ma.verify, ma.open_run):
        with pytest.raises(ma.StoreError, match="manifest is damaged"):
            look(folder)


@pytest.mark.parametrize("change", ["run", "provenance", "n", "parts", "rules", "a name", "a row"])
def test_a_manifest_that_lacks_something_is_damaged(folder, change):
    def lacking(manifest):
        if change == "rules":
            del manifest["run"]["rules"]["toml"]
        elif change == "a name":
            manifest["parts"][2]["name"] = "../part-000002.parquet"
        elif change == "a row":
            del manifest["parts"][2]["sha256"]
        else:
            del manifest[change]

    changed(folder, lacking)
    for look in (ma.verify, ma.open_run):
        with pytest.raises(ma.StoreError, match="manifest is damaged"):
            look(folder)


def test_rows_that_are_not_those_listed_are_damage(folder):
    changed(folder, lambda manifest: manifest["parts"][5].update(rows=60))
    assert found(folder) == {"part-000005.parquet": ("damaged", "it has not the 60 rows listed")}


def test_a_part_of_a_merge_is_known_by_its_own_run(made, tmp_path):
    shutil.copytree(made / "both", tmp_path / "both")
    shutil.copy(part(tmp_path / "both", 8), part(tmp_path / "both", 2))
    flipped(part(tmp_path / "both", 7), 700)
    assert found(tmp_path / "both") == {
        "part-000002.parquet": ("foreign", "it is part 2 of this run"),
        "part-000007.parquet": ("damaged", "its checksum is not that of what was written"),
    }
