"""Policies: how a player plays, by name, with every dial that a researcher may turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Any

from mjcore.kernels._policy import Player
from mjcore.seats import N_SEATS
from mjcore.table_rules import table_rules
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules

#: Names of the policies, from the one that plays worst to the one that plays best.
POLICY_NAMES = ("random", "efficient", "value")
