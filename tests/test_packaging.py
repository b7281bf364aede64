"""What is built, for whom and from what; `make wheel` builds it."""

import re
import runpy
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUP = runpy.run_path(str(ROOT / "setup.py"), run_name="setup")


PIN = runpy.run_path(str(ROOT / "requirements" / "pin.py"))


def names(requirements):
    """Names alone, as an index compares them."""
    found = (re.match(r"[\w.-]+", line) for line in requirements)
    return {PIN["as_compared"](match[0]) for match in found if match}


def pinned(*files):
    return names(
        line for file in files for line in (ROOT / "requirements" / f"{file}.txt").read_text().splitlines()
    )


@pytest.mark.parametrize("package", ["mjcore", "mjanalysis"])
def test_wheels_hold_every_file_beside_the_sources(package):
    folder = ROOT / "src" / package
    named = PROJECT["tool"]["setuptools"]["package-data"][package]
    held = {path for pattern in named for path in folder.glob(pattern)}
    made = {".py", ".pyx", ".so", ".pyd", ".pyc", ".c"}
    beside = {
        path
        for path in folder.rglob("*")
        if path.is_file()
        and path.suffix not in made
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }
    assert beside - held == set()


@pytest.mark.parametrize("package", ["mjcore", "mjanalysis"])
def test_every_folder_of_python_files_is_a_package(package):
    folders = {path.parent for path in (ROOT / "src" / package).rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_what_the_build_imports_is_asked_for():
    assert {"setuptools", "cython", "numpy"} <= names(PROJECT["build-system"]["requires"]) & pinned("build")


@pytest.mark.parametrize(
    ("extra", "files"),
    [
        ("dask", ["test"]),
        ("test", ["test", "run"]),
        ("lint", ["lint"]),
        ("peers", ["peers"]),
        ("docs", ["docs"]),
        ("", ["run", "build"]),
    ],
)
def test_what_is_asked_for_is_pinned(extra, files):
    project = PROJECT["project"]
    asked = project["optional-dependencies"][extra] if extra else project["dependencies"]
    assert names(asked) - pinned(*files) == set()


def test_a_package_is_pinned_to_one_version_in_all_files():
    pins = {}
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                name, version = line.split("==")
                pins.setdefault(PIN["as_compared"](name), set()).add(version)
    assert {name: versions for name, versions in pins.items() if len(versions) > 1} == {}


def test_a_citation_says_what_the_package_says():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = PROJECT["project"]
    assert citation["authors"] == project["authors"]
    for name in ("version", "license", "keywords"):
        assert citation[name] == project[name]


def test_wheels_are_built_for_the_pythons_that_are_declared():
    declared = {
        line.rpartition(" ")[2]
        for line in PROJECT["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", line)
    }
    built = PROJECT["tool"]["cibuildwheel"]["build"]  # cp313t would be a build without the lock
    assert built == [f"cp{version.replace('.', '')}-*" for version in sorted(declared)]


@pytest.mark.parametrize("build", ["fast", "debug"])
@pytest.mark.parametrize(
    ("system", "machine", "whole"),
    [
        ("linux", "x86_64", "-ffp-contract=off"),
        ("linux", "aarch64", "-ffp-contract=off"),
        ("darwin", "arm64", "-ffp-contract=off"),
        ("win32", "AMD64", "/fp:precise"),
    ],
)
def test_no_compiler_contracts_floats_or_is_spoken_to_in_the_words_of_another(build, system, machine, whole):
    flags = SETUP["compile_flags"]("mjcore.kernels._mcr", build, system, machine)
    assert whole in flags
    assert {flag[0] for flag in flags} == {"/" if system == "win32" else "-"}
    assert ("-march=x86-64-v2" in flags) == (machine == "x86_64")


@pytest.mark.parametrize(("build", "carried"), [("fast", "-g0"), ("debug", "-g"), ("sanitize", "-g")])
def test_only_checked_builds_carry_what_debuggers_read(build, carried):
    flags = SETUP["compile_flags"]("mjcore.kernels._mcr", build, "linux", "x86_64")
    assert [flag for flag in flags if flag.startswith("-g")] == [carried]


def test_an_unknown_build_is_refused():
    with pytest.raises(SystemExit, match="MJCORE_BUILD is 'quick'; choose fast, debug, sanitize"):
        SETUP["compile_flags"]("mjcore.kernels._mcr", "quick", "linux", "x86_64")
