"""Evidence about mahjong rules: exact tables, hands played, estimates with intervals, plots and reports.

Numbers become frames, frames become tables and figures, and each frame knows where it comes from::

    import mjanalysis as ma

    tally = ma.accumulate(sample, n=1_000_000, seed=1, workers=4, progress=True)
    ma.proportions(tally.total["wins"], tally.n_done)
"""

from mjanalysis import columns, exact
from mjanalysis.distributions import ClusteredMean, Distribution
from mjanalysis.estimates import Mean, Proportion, agreement, proportions, with_proportions
from mjanalysis.manifests import StoreError
from mjanalysis.merging import merge
from mjanalysis.present import plots, report, tables
from mjanalysis.present.fonts import MissingFont
from mjanalysis.present.table import Table, table
from mjanalysis.provenance import Provenance, attach, provenance_of
from mjanalysis.questions.agreement import discard_agreement
from mjanalysis.questions.balance import Balance, balance
from mjanalysis.questions.calibration import Calibration, calibrate
from mjanalysis.questions.compare import Comparison, compare
from mjanalysis.questions.coverage import coverage
from mjanalysis.questions.fans import Fans, fans
from mjanalysis.questions.feasibility import Feasibility, feasibility
from mjanalysis.questions.mcr_study import McrStudy, mcr_study
from mjanalysis.questions.play_study import PlayStudy, play_study
from mjanalysis.questions.population import Population, against_population
from mjanalysis.questions.scores import Scores, scores
from mjanalysis.questions.shapes import ShapeDistances, shape_distances
from mjanalysis.questions.skill import Skill, skill
from mjanalysis.questions.soft_eight_study import SoftEightStudy, soft_eight_study
from mjanalysis.questions.staking import di_effect, zha_effect
from mjanalysis.questions.sweep import Sweep, sweep
from mjanalysis.questions.variants import VariantsStudy, variants_study
from mjanalysis.questions.what_if import WhatIf, what_if
from mjanalysis.replicate import Chunks, PartialRun, Tally, WorkersLost, accumulate, replicate
from mjanalysis.runs import Run, open_run
from mjanalysis.simulation import SmallSample, simulate
from mjanalysis.store import DamagedPart
from mjanalysis.verification import verify

__all__ = [
    "Balance",
    "Calibration",
    "Chunks",
    "ClusteredMean",
    "Comparison",
    "DamagedPart",
    "Distribution",
    "Fans",
    "Feasibility",
    "McrStudy",
    "Mean",
    "MissingFont",
    "PartialRun",
    "PlayStudy",
    "Population",
    "Proportion",
    "Provenance",
    "Run",
    "Scores",
    "ShapeDistances",
    "Skill",
    "SmallSample",
    "SoftEightStudy",
    "StoreError",
    "Sweep",
    "Table",
    "Tally",
    "VariantsStudy",
    "WhatIf",
    "WorkersLost",
    "accumulate",
    "against_population",
    "agreement",
    "attach",
    "balance",
    "calibrate",
    "columns",
    "compare",
    "coverage",
    "di_effect",
    "discard_agreement",
    "exact",
    "fans",
    "feasibility",
    "mcr_study",
    "merge",
    "open_run",
    "play_study",
    "plots",
    "proportions",
    "provenance_of",
    "replicate",
    "report",
    "scores",
    "shape_distances",
    "simulate",
    "skill",
    "soft_eight_study",
    "sweep",
    "table",
    "tables",
    "variants_study",
    "verify",
    "what_if",
    "with_proportions",
    "zha_effect",
]


def __dir__() -> list[str]:
    """What completion offers: public names, not the modules behind them."""
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__})
