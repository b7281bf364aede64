"""Arrows only go down: who may import whom, read from the sources of both packages."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SRC = Path(__file__).parents[1] / "src"

CORE = ["words", "encoding", "tables", "kernels", "counting", "doors", "all"]
ANALYSIS = ["base", "present", "exact", "questions", "all", "cli"]

#: Floors of a package, and on which other floors of it each may stand besides its own.
BELOW = {
    "mjcore": {floor: set(CORE[:i]) for i, floor in enumerate(CORE)},
    "mjanalysis": {floor: set(ANALYSIS[:i]) for i, floor in enumerate(ANALYSIS)},
}
BELOW["mjanalysis"]["exact"] = {"base"}  # exact tables need no pictures, and pictures no tables

#: Modules of mjanalysis that everything else in it may use. A new module is a question unless it
#: is named here.
BASE = {
    "checks", "columns", "differences", "distributions", "estimates", "files", "hand_rows", "locks",
    "manifests", "numerals", "provenance", "replicate", "runs", "samples", "store", "summaries",
}  # fmt: skip

#: What mjcore can be used without.
HEAVY = {"mjanalysis", "pandas", "scipy", "statsmodels", "matplotlib", "click", "tqdm", "jinja2"}

CYTHON_IMPORT = re.compile(
    r"^[ \t]*from[ \t]+(?P<source>[\w.]+)[ \t]+c?import[ \t]+(?P<names>\([^)]*\)|[^\n#]*)"
    r"|^[ \t]*c?import[ \t]+(?P<modules>[^\n#]*)",
    re.MULTILINE,
)


def module_of(path: Path, root: Path) -> str:
    """Dotted name of a source; a .pxd, a .pyx and a .pyi share theirs."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(path: Path) -> list[tuple[str, list[str]]]:
    """(module, names imported from it) of each import; without names for a plain one."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".pyx", ".pxd"):
        found = []
        for match in CYTHON_IMPORT.finditer(text):
            if match["source"]:
                found.append((match["source"], re.findall(r"\w+", re.sub(r"\bas\s+\w+", "", match["names"]))))
            else:
                found += [(name.split()[0], []) for name in match["modules"].split(",") if name.strip()]
        return found
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: line {node.lineno}: imports are absolute"
            found.append((node.module or "", [alias.name for alias in node.names]))
    return found


def imports(root: Path) -> dict[str, set[str]]:
    """Modules that each module of a source tree imports."""
    paths = [path for path in sorted(root.rglob("*")) if path.suffix in (".py", ".pyx", ".pxd", ".pyi")]
    modules = {module_of(path, root) for path in paths}
    graph: dict[str, set[str]] = {module: set() for module in modules}
    for path in paths:
        module = module_of(path, root)
        for source, names in statements(path):
            submodules = {f"{source}.{name}" for name in names} & modules
            others = not names or any(f"{source}.{name}" not in modules for name in names)
            graph[module] |= submodules | ({source} if others else set())
        graph[module].discard(module)
    return graph


def floor_of(module: str) -> str:
    """The floor on which a module of either package stands."""
    package, *rest = module.split(".")
    if not rest:
        return "all"
    if package == "mjcore":
        return rest[0] if rest[0] in CORE else "doors"
    if rest[0] in BASE:
        return "base"
    if rest[0] == "__main__":
        return "cli"
    return rest[0] if rest[0] in ANALYSIS else "questions"


def violations(graph: dict[str, set[str]]) -> list[str]:
    """What is wrong with the imports, a sentence each."""
    found = []
    for module, imported in sorted(graph.items()):
        package = module.split(".")[0]
        for other in sorted(imported):
            other_package = other.split(".")[0]
            if package == "mjcore" and other_package in HEAVY:
                found.append(f"{module} imports {other}, but mjcore does without {other_package}")
            elif package == "mjanalysis" and other_package == "mjcore":
                if any(part.startswith("_") for part in other.split(".")):
                    found.append(f"{module} imports {other}, but mjanalysis knows no kernels")
            elif other_package == package:
                floor, below = floor_of(module), floor_of(other)
                if below != floor and below not in BELOW[package][floor]:
                    found.append(f"{module} ({floor}) imports {other} ({below}), which is no lower floor")
    own = {module: {other for other in imported if other in graph} for module, imported in graph.items()}
    try:
        TopologicalSorter(own).prepare()
    except CycleError as error:
        found.append("in a circle: " + " imports ".join(reversed(error.args[1])))
    return found


def test_arrows_only_go_down():
    assert violations(imports(SRC)) == []


def test_every_kind_of_source_was_read():
    graph = imports(SRC)
    assert "mjcore.encoding._packed" in graph["mjcore.kernels._distance"]  # cimport over several lines
    assert "mjcore.kernels._distance" in graph["mjcore.shape"]
    assert "mjcore.tables.suits" in graph["mjcore.tables._tables"]  # from package import modules
    assert "mjanalysis.present.tables" in graph["mjanalysis"]


WRONG = {
    "an arrow up": ("mjcore/words/tiles.py", "from mjcore.shape import shanten\n", "no lower floor"),
    "a cimport up": (
        "mjcore/encoding/_packed.pxd",
        "from mjcore.kernels._waits cimport (\n    a,\n    b,\n)\n",
        "no lower floor",
    ),
    "the package itself": ("mjcore/deal.py", "from mjcore import shanten\n", "no lower floor"),
    "an import inside a function": (
        "mjcore/kernels/loops.py",
        "def f():\n    import mjcore.shape\n",
        "no lower floor",
    ),
    "pandas below": ("mjcore/deal.py", "import pandas as pd\n", "does without pandas"),
    "analysis below": (
        "mjcore/deal.py",
        "from mjanalysis.columns import COLUMNS\n",
        "does without mjanalysis",
    ),
    "a kernel in the analysis": (
        "mjanalysis/exact.py",
        "from mjcore.kernels._waits import fill_waits\n",
        "knows no kernels",
    ),
    "a picture that computes": (
        "mjanalysis/present/plots.py",
        "from mjanalysis.questions.feasibility import feasibility\n",
        "no lower floor",
    ),
    "a circle": (
        "mjcore/encoding/_bits.pxd",
        "from mjcore.encoding._packed cimport word\nfrom mjcore.encoding._bits cimport popcount\n",
        "in a circle",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_arrow_is_found(case, tmp_path):
    place, text, complaint = WRONG[case]
    files = {
        "mjcore/__init__.py": "from mjcore.shape import shanten\n",
        "mjcore/shape.py": "from mjcore.kernels._waits import fill_waits\n",
        "mjcore/kernels/_waits.pyx": "from mjcore.encoding._packed cimport word\nimport numpy as np\n",
        "mjcore/encoding/_packed.pxd": "from mjcore.encoding._bits cimport (\n    popcount,\n)\n",
        "mjcore/encoding/_bits.pxd": "from libc.stdint cimport uint64_t\n",
        "mjanalysis/columns.py": "import pandas as pd\n",
        "mjanalysis/questions/feasibility.py": "import mjcore as mj\nfrom mjanalysis import columns\n",
        "mjanalysis/present/plots.py": "from mjanalysis.columns import COLUMNS\n",
    }
    for name, source in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source, encoding="utf-8")
    assert violations(imports(tmp_path)) == []
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text(text, encoding="utf-8")
    assert any(complaint in sentence for sentence in violations(imports(tmp_path)))
