"""The fans of a game as a table, made from its catalogue, with links to what is said of each.

```{fan-names} mcr
```
"""

from collections.abc import Iterable

from catalogue import fan_link
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

import mjcore as mj
from mjcore.words import soft_eight

#: Heads and rows by game.
GAMES: dict[str, tuple[list[str], list[list[str]]]] = {
    "mcr": (
        ["", "English", "Chinese", "Points", "What makes it"],
        [[str(fan.number), fan.english, fan.chinese, str(fan.points), fan.meaning] for fan in mj.FANS],
    ),
    "soft_eight": (
        ["Clause", "Code", "Chinese", "What makes it"],
        [[fan.clause, fan.code, fan.chinese, fan.english] for fan in soft_eight.FANS],
    ),
}
#: The column that the sections of fans are called by.
NAME = 1


class FanNames(Directive):
    """The table of a game."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        game = self.arguments[0]
        heads, rows = GAMES[game]
        group = nodes.tgroup(cols=len(heads))
        group += [nodes.colspec(colwidth=1) for _ in heads]
        group += nodes.thead("", _row(map(nodes.Text, heads)))
        group += nodes.tbody("", *(_row(_cells(row)) for row in rows))
        return [nodes.table("", group)]


def _cells(row: list[str]) -> list[nodes.Node]:
    return [fan_link(text) if column == NAME else nodes.Text(text) for column, text in enumerate(row)]


def _row(cells: Iterable[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("fan-names", FanNames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
