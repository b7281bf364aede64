"""What the reference shows of the code itself: members of classes; options, fields, columns, dials, commands.

A block

    ```{made} rule_options(mj.MCR, "scoring")
    ```

is the table that a function of this module returns: its heading and its rows, cells in Markdown.
"""

import inspect
from functools import cached_property
from pathlib import Path
from typing import Any

import click
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.application import Sphinx

import mjanalysis as ma
import mjcore as mj
from mjanalysis.cli import main
from mjcore.census import COMPLETE_FIELDS
from mjcore.encoding.layout import HAND_FIELDS
from mjcore.infractions import EFFECTS, ROWS
from mjcore.policies import DIALS, PRESETS
from mjcore.records import RECORD_FIELDS
from mjcore.words.options import as_toml_text

#: The heading of a table, and its rows.
Table = tuple[list[str], list[list[str]]]

#: What a directive of autodoc is called that documents a member.
DOCUMENTERS = {
    property: "property",
    cached_property: "property",
    classmethod: "method",
    staticmethod: "method",
    type(lambda: None): "method",
}


def public_names() -> dict[str, object]:
    """Every public name, written as a user reaches it, and what it is."""
    found: dict[str, object] = {}
    for module, name in (
        (mj, "mjcore"),
        (mj.census, "mjcore.census"),
        (mj.interchange, "mjcore.interchange"),
        (ma, "mjanalysis"),
        (ma.exact, "mjanalysis.exact"),
        (ma.columns, "mjanalysis.columns"),
        (ma.tables, "mjanalysis.tables"),
        (ma.plots, "mjanalysis.plots"),
        (ma.report, "mjanalysis.report"),
    ):
        found |= {f"{name}.{each}": getattr(module, each) for each in module.__all__}
    return {name: value for name, value in found.items() if not inspect.ismodule(value)}


def types() -> dict[str, str]:
    """What types in docstrings lead to, by the last part of a name that no other type shares."""
    found: dict[str, list[str]] = {}
    for name, value in public_names().items():
        if inspect.isclass(value):
            found.setdefault(name.rpartition(".")[2], []).append(name)
    return {short: names[0] for short, names in found.items() if len(names) == 1}


def members_of(name: str) -> list[tuple[str, str]]:
    """Public methods and properties of a class that are this project's own, and what documents each."""
    found = []
    for owner in reversed(public_names()[name].__mro__):  # type: ignore[attr-defined]
        if owner.__module__.startswith(("mjcore", "mjanalysis")):
            for member, value in vars(owner).items():
                if not member.startswith("_") and type(value) in DOCUMENTERS:
                    found.append((member, DOCUMENTERS[type(value)]))
    return list(dict.fromkeys(found))


# ---- tables made of the code -----------------------------------------------------------------------------


def rule_options(rules: Any, subject: str) -> list[str]:
    """Options of a subject of a rule set, a definition each."""
    lines = []
    for row in rules.catalogue():
        if row.subject == subject:
            default = as_toml_text(row.default) or "empty"
            lines += [
                f"`{row.name}` : {kind_of(row)}, default `{default}`",
                f": {capital(row.doc)}. Values: {row.allowed}. Clause {row.clause}.",
                "",
            ]
    return lines


def kind_of(row: Any) -> str:
    """The type of an option's value in Python."""
    if getattr(row.allowed, "members", ()):
        return "tuple of str"
    if not hasattr(row.allowed, "words"):
        return "dict"
    words = [*row.allowed.words, *([0] if row.allowed.low is not None else [])]
    kinds = dict.fromkeys("None" if word is None else type(word).__name__ for word in [*words, row.default])
    return " or ".join(sorted(kinds, key=lambda kind: kind == "None"))


#: Data types, and what their fields say.
TYPES = {
    "HAND_DTYPE": (mj.HAND_DTYPE, HAND_FIELDS),
    "RECORD_DTYPE": (mj.RECORD_DTYPE, RECORD_FIELDS),
    "census.COMPLETE_DTYPE": (mj.census.COMPLETE_DTYPE, COMPLETE_FIELDS),
}


def fields(name: str) -> Table:
    """Fields of a data type."""
    dtype, meanings = TYPES[name]
    rows = []
    for name, meaning in meanings.items():
        kind, offset = dtype.fields[name][:2]  # type: ignore[index]
        base = "HAND_DTYPE" if kind == mj.HAND_DTYPE else kind.base.name
        rows.append([code(name), base, shape_text(kind.shape), str(offset), cell(meaning)])
    return ["Field", "Type", "Shape", "Byte", "Meaning"], rows


def columns_of(name: str) -> Table:
    """Columns of the frames that a tuple of `ma.columns` is for."""
    return frame(getattr(ma.columns, name))


def frame(names: tuple[str, ...]) -> Table:
    """Columns of a frame."""
    rows = [
        [code(each.name), each.title, each.unit, each.kind, cell(each.description)]
        for each in map(ma.columns.COLUMNS.__getitem__, names)
    ]
    return ["Column", "Title", "Unit", "Kind", "Meaning"], rows


def dials(game: str) -> Table:
    """Dials of the policy `value` in a game, with their values in each preset."""
    presets = PRESETS[game]
    rows = [
        [
            code(name),
            *(f"{preset[name]:g}" for preset in presets.values()),
            f"{dial.low:g} to {dial.high:g}",
            cell(dial.doc),
        ]
        for name, dial in DIALS[game].items()
    ]
    return ["Dial", *map(code, presets), "Range", "What it does"], rows


def infractions() -> Table:
    """Rows of infractions: what they are about, what an event may state and must name."""
    rows = [
        [
            code(name),
            row.clause,
            cell(row.trigger),
            ", ".join(map(code, row.needs)),
            ", ".join(map(code, row.facts)),
        ]
        for name, row in ROWS.items()
    ]
    return ["Row", "Clause", "What happened", "Must name", "Facts it may state"], rows


def effects() -> Table:
    """Kinds of effects."""
    return ["Kind", "Meaning"], [[code(name), cell(meaning)] for name, meaning in EFFECTS.items()]


def capital(text: object) -> str:
    return str(text)[:1].upper() + str(text)[1:]


def code(text: str) -> str:
    return f"`{cell(text)}`" if text else ""


def cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def shape_text(shape: tuple[int, ...]) -> str:
    return str(shape) if shape else ""


def subjects(rules: Any) -> list[str]:
    """Subjects of a rule set, in its order."""
    return list(dict.fromkeys(row.subject for row in rules.catalogue()))


# ---- the command line --------------------------------------------------------------------------------------


def commands(group: click.Group = main, path: str = "mjanalysis") -> dict[str, click.Command]:
    """Every command by what is typed, groups before what is in them."""
    found: dict[str, click.Command] = {}
    for name, command in group.commands.items():
        found[f"{path} {name}"] = command
        if isinstance(command, click.Group):
            found |= commands(command, f"{path} {name}")
    return found


def command_lines(path: str) -> list[str]:
    """A command in Markdown: what it does, examples, options."""
    command = commands()[path]
    context = click.Context(command, info_name=path)
    text, _, examples = inspect.cleandoc(command.help or "").partition("\b\n")
    lines = [*text.splitlines(), ""]
    lines += ["```shell", *examples.splitlines(), "```", ""] if examples else []
    lines += ["```text", " ".join([path, *command.collect_usage_pieces(context)]), "```", ""]
    rows = [
        [code(option), cell(meaning)]
        for option, meaning in (
            each.get_help_record(context) or ("", "") for each in command.get_params(context)
        )
        if meaning and not option.startswith("-h,")
    ]
    return lines + (table_lines(["Option", "Meaning"], rows) if rows else [])


# ---- directives --------------------------------------------------------------------------------------------


class Made(Directive):
    """What a function of this module makes."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        made = eval(self.arguments[0], globals())
        lines = table_lines(*made) if isinstance(made, tuple) else made
        holder = nodes.container(classes=["made"])
        self.state.nested_parse(StringList(lines, self.arguments[0]), self.content_offset, holder)
        return [holder]


def table_lines(heading: list[str], rows: list[list[str]]) -> list[str]:
    """A table in Markdown."""
    return ["| " + " | ".join(line) + " |" for line in (heading, ["---"] * len(heading), *rows)]


def take_away_stale(app: Sphinx) -> None:
    """Take away pages that an earlier build made of names which are no longer public."""
    names = public_names()
    for page in Path(app.srcdir, "docs", "reference", "generated").glob("*.rst"):
        if page.stem not in names:
            page.unlink()


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("made", Made)
    app.connect("builder-inited", take_away_stale, priority=1)  # before all pages are looked for
    return {"parallel_read_safe": True, "parallel_write_safe": True}
