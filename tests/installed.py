"""That an installed package is whole, without the sources: run by `make wheel` and for every wheel released.

It needs README.md, pyproject.toml and tests beside what was installed. `--all` runs every quick test, for
which it needs docs too; other options go to pytest.
"""

import argparse
import doctest
import sys
import sysconfig
from pathlib import Path

import pytest

import mjanalysis
import mjcore

ROOT = Path(__file__).parents[1]

#: Quick tests of words, kernels, chance and play.
SOME = ("words/test_tiles.py", "test_deal.py", "test_shape_doors.py", "test_one_table.py")

#: All that reads no sources of the packages.
ALL = ("mjcore", "mjanalysis", "oracles", "test_public_names.py")

#: What checkers of types and writers of kernels need, and what is read when it is used.
BESIDE = (
    "mjcore/py.typed",
    "mjcore/kernels/_distance.pyi",
    "mjcore/kernels/_distance.pxd",
    "mjcore/tables/suits.npz",
    "mjanalysis/py.typed",
    "mjanalysis/data/human_play.toml",
    "mjanalysis/present/templates/report.css",
)


def is_whole() -> bool:
    """Whether the packages are the installed ones, with their files, and the first example holds."""
    site = Path(sysconfig.get_path("platlib")).resolve()
    for package in (mjcore, mjanalysis):
        if site not in Path(package.__file__).resolve().parents:
            sys.exit(f"{package.__name__} was imported from {package.__file__}, not from {site}")
    if missing := [name for name in BESIDE if not (site / name).exists()]:
        sys.exit(f"not installed: {', '.join(missing)}")
    first = (ROOT / "README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    example = doctest.DocTestParser().get_doctest(first, {}, "README.md", "README.md", 0)
    return not doctest.DocTestRunner().run(example).failed


def main() -> int:
    """Exit code: 0 if all is well."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument(
        "--all", action="store_true", help="every quick test, and every example of the packages"
    )
    asked, others = options.parse_known_args()
    if not is_whole():
        return 1
    sys.path.insert(0, str(ROOT))
    tests = ROOT / "tests"
    some = [str(tests / "mjcore" / name) for name in SOME]
    if asked.all:
        some = [*(str(tests / name) for name in ALL), "--pyargs", "mjcore", "mjanalysis"]
    return pytest.main(
        ["-q", "-p", "no:cacheprovider", "-m", "not slow", "--rootdir", str(ROOT), *others, *some]
    )


if __name__ == "__main__":
    sys.exit(main())
