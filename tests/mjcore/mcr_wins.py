"""Wins of Chinese Official Mahjong for tests: rows, and scores in the words of the oracle."""

import numpy as np

import mjcore as mj
from mjcore.encoding.layout import CIRCUMSTANCES, HAND_DTYPE, SOURCES
from mjcore.words.fans import FANS
from mjcore.words.mcr import McrRules
from tests.oracles import mcr_readings
from tests.oracles.mcr import Score
from tests.oracles.mcr_catalogue import Options
from tests.oracles.mcr_circumstances import Circumstances
from tests.oracles.sets import meld_code

FORMS = ("none", *mcr_readings.FORMS)
KEYS = [fan.key for fan in FANS]
COLUMN = {key: column for column, key in enumerate(KEYS)}


def row_of(concealed, declared, tile, how: Circumstances | None = None) -> np.ndarray:
    """What the oracle's `score` is called with, as a row; `concealed` has no winning tile."""
    how, row = how or Circumstances(), np.zeros((), dtype=HAND_DTYPE)
    row["concealed"], row["winning_tile"] = concealed, tile
    row["melds"][: len(declared)] = [meld_code(meld, concealed=meld.concealed) for meld in declared]
    row["source"] = SOURCES.index(how.source)
    row["circumstances"] = sum(
        bit for name, bit in CIRCUMSTANCES.items() if name != "heavenly_ready" and getattr(how, name)
    )
    row["seat_wind"], row["prevalent_wind"], row["flowers"] = how.seat_wind, how.prevalent_wind, how.flowers
    return row


def options_of(rules: McrRules) -> Options:
    """The options of a rule set, and its changed fans but the new ones, for the oracle."""
    scoring = {name: getattr(rules.scoring, name) for name in rules.scoring.__dataclass_fields__}
    changes = {name: getattr(rules.fans, name) for name in ("points", "disabled", "excludes")}
    return Options(**scoring, **changes)


def fans_of(result, rules: McrRules | None = None) -> dict[str, int]:
    """How often each fan counts; new fans of `rules` by their keys too."""
    keys = [*KEYS, *(rules.fans.new_fans if rules else ())]
    return {keys[column]: int(result["fans"][column]) for column in np.flatnonzero(result["fans"])}


def score_of(result) -> Score:
    """A row of a score as the oracle gives it."""
    legal, points, flowers = bool(result["legal"]), int(result["points"]), int(result["flowers"])
    return Score(legal, points, flowers, fans_of(result), FORMS[result["form"]])


def column(results, key: str) -> np.ndarray:
    """How often a fan counts in each of many scores."""
    return results["fans"][..., COLUMN[key]]


def exchanged(rows: np.ndarray, kind_to) -> np.ndarray:
    """Rows whose tiles are exchanged: kind k becomes ``kind_to[k]``."""
    kind_to, rows = np.asarray(kind_to), rows.copy()
    concealed = np.empty_like(rows["concealed"])
    concealed[:, kind_to] = rows["concealed"]
    rows["concealed"], rows["winning_tile"] = concealed, kind_to[rows["winning_tile"]]
    codes = np.zeros(256, dtype=np.uint8)
    for type_ in range(4):
        for kind in range(34):
            chow = type_ == 0 and kind < 27 and kind % 9 < 7
            to = kind_to[kind : kind + 3] if chow else kind_to[[kind]]
            codes[type_ << 6 | (kind + 1)] = type_ << 6 | (to.min() + 1)
    rows["melds"] = codes[rows["melds"]]
    return rows


def texts(rows) -> list[str]:
    """Rows as the code that makes them, for messages."""
    return [repr(mj.hand_of(row)) for row in rows]
