"""Pin anew what pyproject.toml asks for: `make pins`, with the oldest Python supported.

pip says what it would install; each file holds what the files before it do not.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.specifiers import SpecifierSet

HERE = Path(__file__).parent

OLDEST = "3.11.2"  #: what Debian 12 has; some packages ask for a later patch of 3.11


def as_compared(name: str) -> str:
    """A name as an index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def resolved(names: list[str], pins: list[str]) -> dict[str, str]:
    """The pin of each package that `names` need, by its compared name; what is in `pins` stays as it is."""
    constraints = HERE / ".pins"
    constraints.write_text("\n".join(pins))
    try:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--report", "-", "--constraint", str(constraints), *names]
        report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    finally:
        constraints.unlink()
    found = [package["metadata"] for package in report["install"]]
    for each in found:
        if not SpecifierSet(each.get("requires_python", "")).contains(OLDEST):
            sys.exit(
                f"{each['name']} {each['version']} does not run on Python {OLDEST}: pin with an older Python "
                f"than {sys.version.split()[0]}"
            )
    return {as_compared(each["name"]): f"{each['name']}=={each['version']}" for each in found}


def main() -> None:
    """Write all files of this folder again, each below its first line."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    asked = {"build": project["build-system"]["requires"], "run": project["project"]["dependencies"]}
    asked["test"] = extras["test"] + extras["dask"]
    asked |= {name: extras[name] for name in ("docs", "lint", "peers")}
    asked["notebook"] = [name for name in extras["notebook"] if name != "jupyter"]  # only executed
    installed: dict[str, str] = {}  # by the files before
    pins: dict[str, str] = {}
    for name, names in asked.items():
        found = resolved(names, list(pins.values()))
        pins |= found
        path = HERE / f"{name}.txt"
        first = path.read_text(encoding="utf-8").splitlines()[0]
        lines = [found[each] for each in sorted(found.keys() - installed.keys())]
        path.write_text("\n".join([first, *lines, ""]), encoding="utf-8")
        if name in ("build", "run", "test"):
            installed |= found


if __name__ == "__main__":
    main()
