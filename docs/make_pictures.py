"""Draw the pictures of the README anew: python docs/make_pictures.py

The same seed gives the same picture, whatever the number of workers.
"""

import os
import sys
from pathlib import Path

from matplotlib import pyplot, rc_context, use

import mjanalysis as ma
import mjcore as mj

THRESHOLDS = [6, 8, 9, 11]
LONE_DEALS = 400_000
SEED = 1


def completion(folder: Path, *, lone_deals: int = LONE_DEALS) -> Path:
    """What a lone player completes under Soft Eight, by threshold and draws."""
    found = ma.feasibility(
        mj.SOFT_EIGHT,
        deals=1,
        lone_deals=lone_deals,
        thresholds=THRESHOLDS,
        seed=SEED,
        workers=os.cpu_count() or 1,
        progress=sys.stderr.isatty(),
    )
    draws = found.draws
    in_any = draws[draws["main_suit"] == "any"]
    print(ma.tables.as_markdown(in_any[in_any["draws"] == in_any["draws"].max()]))
    # Words stay words, and names inside the file are the same each time.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "pictures"}):
        wide = pyplot.subplots(figsize=(7, 4.5), layout="constrained")[1]  # a README is read on a desk
        axes = ma.plots.completion_curves(in_any, wide)
        path = folder / "completion.svg"
        axes.figure.savefig(path, metadata={"Date": None})
        pyplot.close(axes.figure)
    return path


if __name__ == "__main__":
    use("svg")  # no screen is needed
    print(completion(Path(__file__).parent))
