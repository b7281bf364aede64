"""The fans of a game as a table, made from its catalogue, with links to what is said of each.

```{fan-names} mcr
```
"""

from catalogue import fan_link, paragraph, table
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
        cells = [
            [paragraph(fan_link(text) if column == NAME else text) for column, text in enumerate(row)]
            for row in rows
        ]
        return [table(heads, cells, widths=[1] * len(heads))]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("fan-names", FanNames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
