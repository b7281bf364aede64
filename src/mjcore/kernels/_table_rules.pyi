from collections.abc import Mapping
from typing import Any

from typing_extensions import disjoint_base

from mjcore.tables._tables import Tables

@disjoint_base
class TableRules:
    tables: Tables
    scorer: Any
    def __init__(self, tables: Tables, scorer: Any, options: Mapping[str, Any]) -> None: ...
