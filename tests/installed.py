"""That an installed package is whole, without the sources: run by `make wheel` and for every wheel released.

It needs README.md, pyproject.toml and tests beside what was installed.
"""

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


def main() -> int:
    """Exit code: 0 if all is well."""
    site = Path(sysconfig.get_path("platlib")).resolve()
    for package in (mjcore, mjanalysis):
        if site not in Path(package.__file__).resolve().parents:
            sys.exit(f"{package.__name__} was imported from {package.__file__}, not from {site}")
    if missing := [name for name in BESIDE if not (site / name).exists()]:
        sys.exit(f"not installed: {', '.join(missing)}")
    first = (ROOT / "README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    example = doctest.DocTestParser().get_doctest(first, {}, "README.md", "README.md", 0)
    if doctest.DocTestRunner().run(example).failed:
        return 1
    sys.path.insert(0, str(ROOT))
    some = [str(ROOT / "tests" / "mjcore" / name) for name in SOME]
    return pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow", "--rootdir", str(ROOT), *some])


if __name__ == "__main__":
    sys.exit(main())
