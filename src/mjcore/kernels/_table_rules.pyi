from collections.abc import Mapping
from typing import Any

from mjcore.tables._tables import Tables

class TableRules:
    tables: Tables
    scorer: Any
    def __init__(self, tables: Tables, scorer: Any, options: Mapping[str, int]) -> None: ...
