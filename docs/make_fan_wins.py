"""Count anew how often each fan counts among all complete concealed hands: python docs/make_fan_wins.py

Exact whole numbers, the same each time; some twenty seconds on two cores.
"""

from pathlib import Path

import tomli_w

import mjcore as mj
from mjcore.census import FanCounts, fan_counts

FILE = Path(__file__).with_name("site") / "mcr_fan_wins.toml"


def as_toml(counts: FanCounts) -> str:
    """The weight of all complete concealed hands, and of those in which each fan counts."""
    return tomli_w.dumps({"total": counts.total, "with_fan": dict(counts.with_fan)})


if __name__ == "__main__":
    FILE.write_text(as_toml(fan_counts(mj.MCR)), encoding="utf-8")
