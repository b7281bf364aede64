"""Execute every notebook from top to bottom, with the numbers that its author chose for a quick look.

A cell whose metadata has ``small_size`` is executed with that text instead of its own, so that a
notebook of minutes is checked in seconds. Nothing is written.
"""

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def execute(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = cell.metadata.get("small_size", cell.source)
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources).execute()


if __name__ == "__main__":
    paths = [Path(name) for name in sys.argv[1:]] or sorted(Path(__file__).parent.glob("*.ipynb"))
    for path in paths:
        began = time.perf_counter()
        execute(path)
        print(f"{path.name}: {time.perf_counter() - began:.1f} s")
