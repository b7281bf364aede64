"""The machine of the package with the face of the slow table of the tests."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mjcore.kernels._one_table import OneTable
from mjcore.kernels._table_checks import INVARIANTS
from mjcore.logs import events_of
from mjcore.records import record_fans
from mjcore.table_rules import table_rules
from tests.oracles.table_players import Question


class FastTable:
    """One hand: `question` is what is due, `act` answers it, `record` and `events` say what came of it."""

    def __init__(self, rules: Any, wall: Sequence[int], *, prevalent_wind: int = 0, **how: Any):
        self.rules = rules
        wall = np.array(wall, dtype=np.uint8)
        self.table = OneTable(table_rules(rules), wall, wind=prevalent_wind, **how)

    @property
    def over(self) -> bool:
        return self.table.decision == 0

    @property
    def question(self) -> Question | None:
        if self.over:
            return None
        legal = frozenset(self.table.actions().tolist())
        return Question(self.table.decision, self.table.actor, self.table.tile, self.table.other, legal)

    def act(self, code: int) -> None:
        if not self.table.act(code):
            raise ValueError(f"{code} is no answer to {self.question}")
        broken = self.table.broken_invariant()
        assert not broken, INVARIANTS[broken]

    @property
    def events(self) -> list[dict[str, Any]]:
        return events_of(self.table.event_rows(), with_passes=True)

    @property
    def record(self) -> dict[str, Any]:
        row = self.table.record()
        fields = {name: row[name] if name == "hand" else row[name].tolist() for name in row.dtype.names}
        return fields | {"fans": record_fans(np.array([row]), self.rules)[0].tolist()}
