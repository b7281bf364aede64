"""The fans of a game as a table, made from its catalogue, with their names in the index.

```{fan-names} mcr
```
"""

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes
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
#: The columns that the index has.
NAMES = slice(1, 3)


class FanNames(Directive):
    """The table of a game."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        game = self.arguments[0]
        heads, rows = GAMES[game]
        group = nodes.tgroup(cols=len(heads))
        group += [nodes.colspec(colwidth=1) for _ in heads]
        group += nodes.thead("", _row(heads))
        group += nodes.tbody("", *map(_row, rows))
        target = f"fans-{game}"
        names = [("single", name, target, "", None) for row in rows for name in row[NAMES]]
        table = nodes.table("", group, ids=[target])
        return [addnodes.index(entries=names), table]


def _row(texts: list[str]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", text)) for text in texts))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("fan-names", FanNames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
