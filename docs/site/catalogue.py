"""Fans and options on their pages: sentences and hands from files, all else computed by the code.

    ```{mcr-fans} 88
    ```

has a section of each fan of Chinese Official Mahjong of 88 points, `mcr-fan-list` a table of links to all,
`mcr-sources` who says what is not counted. `soft-eight` has the entries of a part of its file,
`rule-options` the options of a game in one subject.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import shown
from docutils import nodes
from executed import picture
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import mjcore as mj
from mjanalysis.numerals import probability_text
from mjcore.mcr_explanation import CountedFan, McrExplanation, UncountedFan
from mjcore.words.fans import FAN_BY_KEY, FAN_ROWS, SOURCES, Fan
from mjcore.words.options import as_toml_text
from mjcore.words.soft_eight import FANS as SOFT_EIGHT_FANS

_WINDS = range(27, 31)
_TILE_PIXELS = 32
_CLAUSE = re.compile(r" \(clause [\d.]+\)")


class FromFile(SphinxDirective):
    """What a file says; the page is built again when the file or this one changes."""

    file: Path

    def data(self) -> dict[str, Any]:
        for file in (self.file, shown.MCR_FAN_WINS, __file__):
            self.env.note_dependency(str(file))
        return shown.read(self.file)

    def section(self, title: str, label: str, names: Iterable[str]) -> nodes.section:
        """A section that other pages can link to by its label, and that the index lists by its names."""
        anchor = label.partition("-")[2]
        section = nodes.section("", nodes.title("", title), ids=[anchor], names=[label])
        entries = [("single", name, anchor, "", None) for name in names]
        section += addnodes.index(entries=entries)
        domain = self.env.domains.standard_domain
        domain.anonlabels[label] = (self.env.docname, anchor)
        domain.labels[label] = (self.env.docname, anchor, title)
        return section

    def said(self, entry: dict[str, Any], rules: Any) -> Iterator[nodes.Node]:
        """The sentences of an entry, its hands, and those that are near it."""
        yield from self.parse_text_to_nodes(entry["says"])
        for case in entry["examples"]:
            yield self.case(case, rules)
        for case in entry.get("near", ()):
            yield self.case(case, rules, "near")

    def case(self, case: dict[str, Any], rules: Any, sort: str = "example") -> nodes.container:
        """A hand drawn, and what it is worth."""
        found = shown.explained(case, rules)
        box = nodes.container("", tiles(found), how_won(found), classes=["hand-shown", f"hand-{sort}"])
        if sort == "near":
            box += paragraph(nodes.emphasis("", "Not so: "), case["says"])
        elif "says" in case:
            box += paragraph(case["says"])
        box += paragraph(*worth(found))
        box += without(found)
        return box


class McrFans(FromFile):
    """Sections of the fans that are worth so many points."""

    file = shown.MCR_FANS
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        data, wins = self.data(), shown.read(shown.MCR_FAN_WINS)
        fans = [fan for fan in FAN_ROWS if fan.points == int(self.arguments[0])]
        return [self.fan(fan, data[fan.key], wins["with_fan"][fan.key] / wins["total"]) for fan in fans]

    def fan(self, fan: Fan, entry: dict[str, Any], share: float) -> nodes.section:
        title = f"{fan.english} {fan.chinese}"
        section = self.section(title, fan_label(fan.english), [fan.english, fan.chinese])
        often = f". In {probability_text(share)} of complete concealed hands." if share else "."
        section += facts(f"{points(fan.points)}, number {fan.number}, ", nodes.literal("", fan.key), often)
        section += list(self.said(entry, mj.MCR))
        if fan.excludes:
            section += facts("Not counted beside it: ", *excluded(fan), ".")
        by = [other.english for other in FAN_ROWS if fan.key in other.excludes]
        if by:
            section += facts("Not counted itself beside ", *joined(map(fan_link, by)), ".")
        return section


class McrFanList(SphinxDirective):
    """All fans in a table, a row for those worth the same."""

    def run(self) -> list[nodes.Node]:
        rows = []
        for worth_each, fans in groupby(FAN_ROWS, key=lambda fan: fan.points):
            links = joined(fan_link(fan.english, f"{fan.english} {fan.chinese}") for fan in fans)
            rows.append([paragraph(str(worth_each)), paragraph(*links)])
        return [table(["points", "fans"], rows, widths=[1, 9])]


class McrSources(SphinxDirective):
    """Who says that a fan is not counted beside another."""

    def run(self) -> list[nodes.Node]:
        return [bullets(paragraph(nodes.strong("", key), f": {who}.") for key, who in SOURCES.items())]


class SoftEight(FromFile):
    """What makes a win of Soft Eight, or its fans."""

    file = shown.SOFT_EIGHT_FANS
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        fans = {fan.code: fan for fan in SOFT_EIGHT_FANS}
        sections = []
        for name, entry in self.data()[self.arguments[0]].items():
            if name in fans:
                fan = fans[name]
                title, label, names = f"{name} {fan.chinese}", fan_label(name), [name, fan.chinese]
            else:
                title, label, names = entry["title"], f"win-{nodes.make_id(name)}", []
            section = self.section(title, label, names)
            if name in fans:
                section += facts(f"{capital(fan.english)}, clause {fan.clause}.")
            section += list(self.said(entry, mj.SOFT_EIGHT))
            sections.append(section)
        return sections


class RuleOptions(FromFile):
    """Options of a game in one subject, with hands that tell their values apart."""

    file = shown.OPTIONS
    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        game, subject = self.arguments
        rules, cases = shown.RULES[game], self.data()[game]
        rows = [row for row in rules.catalogue() if row.subject == subject]
        return [
            nodes.definition_list("", *(self.option(row, rules, cases.get(row.name, ())) for row in rows))
        ]

    def option(self, row: Any, rules: Any, cases: Iterable[dict[str, Any]]) -> nodes.definition_list_item:
        term = nodes.term("", "", nodes.literal("", row.name))
        said = paragraph(
            f"{capital(row.doc)} (clause {row.clause}). Default ",
            nodes.literal("", as_toml_text(row.default) or "none"),
            f"; {row.allowed}.",
        )
        return nodes.definition_list_item(
            "", term, nodes.definition("", said, *(self.compared(case, row.name, rules) for case in cases))
        )

    def compared(self, case: dict[str, Any], name: str, rules: Any) -> nodes.container:
        found = list(shown.outcomes(case, name, rules))
        _, first = found[0]
        box = nodes.container("", tiles(first), how_won(first), classes=["hand-shown", "hand-example"])
        box += bullets(
            paragraph(nodes.literal("", f"{name} = {as_toml_text(value) or 'none'}"), ": ", *worth(each))
            for value, each in found
        )
        return box


def fan_label(name: str) -> str:
    """What other pages call the section of a fan, by its English name or its code."""
    return f"fan-{nodes.make_id(name)}"


def fan_link(name: str, text: str = "") -> addnodes.pending_xref:
    """A link to the section of a fan, from any page."""
    target = {"refdomain": "std", "reftype": "ref", "reftarget": fan_label(name), "refexplicit": True}
    return addnodes.pending_xref("", nodes.inline("", text or name), refwarn=True, **target)


def excluded(fan: Fan) -> list[nodes.Node]:
    """Links to the fans that one excludes, those of a source together."""
    groups = []
    for source in dict.fromkeys(fan.excludes.values()):
        names = [FAN_BY_KEY[key].english for key, who in fan.excludes.items() if who == source]
        links = joined(map(fan_link, names))
        groups.append(nodes.inline("", "", *links, nodes.Text(f" ({source})")))
    return joined(groups, "; ")


def tiles(explanation: mj.Explanation) -> nodes.raw:
    return picture(mj.draw(explanation, width=_TILE_PIXELS).svg)


def how_won(explanation: mj.Explanation) -> nodes.paragraph:
    """The hand as text and how it was won; winds only where the hand has some."""
    hand = explanation.win.hand
    first = str(explanation).partition("\n")[0]
    copies = hand.counts(with_winning=True)
    has_winds = any(copies[kind] for kind in _WINDS) or any(meld.kind in _WINDS for meld in hand.melds)
    how = [words for words in first.split(", ")[1:] if has_winds or "wind " not in words]
    return paragraph(nodes.literal("", str(hand)), f", {', '.join(how)}", classes=["hand-text"])


def worth(explanation: mj.Explanation) -> list[nodes.Node]:
    """The result, then what counts."""
    sentence = _CLAUSE.sub("", explanation.sentence)
    if isinstance(explanation, McrExplanation):
        parts: list[nodes.Node] = [fan_counted(fan) for fan in explanation.fans]
    else:
        fans = [f"{fan.code} {fan.chinese}" for fan in explanation.fans]
        said = ", ".join([*fans, *(f"{name} {value}" for name, value in explanation.points.items())])
        parts = [nodes.Text(capital(said))] if said else []
    if not explanation.legal:
        what, _, why = sentence.partition(":")
        result: list[nodes.Node] = [nodes.strong("", f"{what}:"), nodes.Text(why)]
    else:
        result = [nodes.strong("", sentence)]
    return [*result, nodes.Text(" "), *joined(parts), nodes.Text(".")] if parts else result


def fan_counted(fan: CountedFan) -> nodes.inline:
    each = f"{fan.times} times {fan.points}" if fan.times > 1 else str(fan.points)
    return nodes.inline("", "", nodes.Text(f"{each} "), fan_link(fan.english))


def without(explanation: mj.Explanation) -> list[nodes.paragraph]:
    """What the hand has, or nearly has, and does not count; fans with one reason together."""
    reasons: dict[str, dict[str, None]] = {}
    for fan in explanation.not_counted:
        if isinstance(fan, UncountedFan):
            is_clause = fan.source not in SOURCES and fan.source[0].isdigit()
            place = f"clause {fan.source}" if is_clause else fan.source
            name, why = fan.english, f"{fan.why.removeprefix('not counted ')} ({place})"
        else:
            name, why = f"{fan.code} {fan.chinese}", fan.reason
        reasons.setdefault(why, {})[name] = None
    if not reasons:
        return []
    said = "; ".join(f"{', '.join(names)}: {why}" for why, names in reasons.items())
    return [paragraph(f"Not counted: {said}.", classes=["hand-without"])]


def points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def joined(parts: Iterable[nodes.Node], between: str = ", ") -> list[nodes.Node]:
    """Nodes with a text between each two."""
    found: list[nodes.Node] = []
    for part in parts:
        found += [nodes.Text(between), part] if found else [part]
    return found


def paragraph(*parts: nodes.Node | str, classes: Iterable[str] = ()) -> nodes.paragraph:
    inside = [nodes.Text(part) if isinstance(part, str) else part for part in parts]
    return nodes.paragraph("", "", *inside, classes=list(classes))


def facts(*parts: nodes.Node | str) -> nodes.paragraph:
    """What the code knows of a fan, in small letters."""
    return paragraph(*parts, classes=["fan-facts"])


def bullets(items: Iterable[nodes.Node]) -> nodes.bullet_list:
    return nodes.bullet_list("", *(nodes.list_item("", item) for item in items))


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def table(head: list[str], rows: list[list[nodes.Node]], widths: list[int]) -> nodes.table:
    def row(cells: Iterable[nodes.Node]) -> nodes.row:
        return nodes.row("", *(nodes.entry("", cell) for cell in cells))

    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=len(head))
    group += nodes.thead("", row(paragraph(word) for word in head))
    group += nodes.tbody("", *map(row, rows))
    return nodes.table("", group)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("mcr-fans", McrFans)
    app.add_directive("mcr-fan-list", McrFanList)
    app.add_directive("mcr-sources", McrSources)
    app.add_directive("soft-eight", SoftEight)
    app.add_directive("rule-options", RuleOptions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
