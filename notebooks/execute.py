"""Execute notebooks from top to bottom, with the numbers that their author chose for a quick look.

    python notebooks/execute.py                                     # all, at small size; nothing is written
    python notebooks/execute.py --full notebooks/05_scores.ipynb    # at full size; its outputs are written

A cell whose metadata has ``small_size`` is executed with that text instead of its own, so that a
notebook of minutes is checked in seconds. A cell that fails ends everything, with its error.
"""

import argparse
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def execute(path: Path, *, full: bool) -> None:
    notebook = nbformat.read(path, as_version=4)
    if not full:
        for cell in notebook.cells:
            cell.source = cell.metadata.get("small_size", cell.source)
    NotebookClient(
        notebook, timeout=600, kernel_name="python3", record_timing=False, coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()  # fmt: skip
    if full:
        nbformat.write(notebook, path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Execute notebooks, all of them unless some are named.")
    parser.add_argument("paths", nargs="*", type=Path, help="notebooks")
    parser.add_argument("--full", action="store_true", help="at full size, and write their outputs")
    asked = parser.parse_args()
    for path in asked.paths or sorted(Path(__file__).parent.glob("*.ipynb")):
        began = time.perf_counter()
        execute(path, full=asked.full)
        print(f"{path.name}: {time.perf_counter() - began:.1f} s", flush=True)
