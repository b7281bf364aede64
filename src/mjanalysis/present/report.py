"""One self-contained HTML file from frames, figures and sentences that others computed.

Nothing is fetched when it is read: styles are inline, figures are inline SVG whose lines and text
follow the reader's light or dark scheme. A few lines of JavaScript sort tables by a press on their heads;
without it all else stands.
"""

import re
from dataclasses import dataclass
from html import escape
from io import StringIO
from itertools import count
from typing import Any

from mjanalysis.files import write_text
from mjanalysis.present.tables import as_html
from mjanalysis.provenance import provenance_of
from mjcore.words.presets import PRESETS

__all__ = ["Figure", "Section", "Table", "render", "write"]

#: Tables with more rows than this are folded until the reader opens them.
ROWS_SHOWN = 30


@dataclass(frozen=True, eq=False)
class Table:
    """A frame with its caption; its provenance is listed at the end of the report.

    Attributes
    ----------
    frame : DataFrame
    caption : str
        What the rows are, in a sentence.
    """

    frame: Any
    caption: str


@dataclass(frozen=True, eq=False)
class Figure:
    """A drawing with its words.

    Attributes
    ----------
    axes : Axes
        Its whole figure is shown.
    title : str
        Read out in place of the picture, and set below it.
    description : str
        What is to be seen in it, for those who cannot see it.
    """

    axes: Any
    title: str
    description: str


@dataclass(frozen=True, eq=False)
class Section:
    """A question with its answer.

    Attributes
    ----------
    title : str
    findings : tuple of str
        The answer in sentences, with numbers and intervals.
    items : tuple of Table and Figure
        The evidence, in order.
    reproduce : str
        Code or commands that compute the numbers again.
    text : tuple of str
        Paragraphs before the evidence: what was asked, and how.
    sections : tuple of Section
        Smaller questions that it consists of.
    """

    title: str
    findings: tuple = ()
    items: tuple = ()
    reproduce: str = ""
    text: tuple = ()
    sections: tuple = ()


def _svg(figure, number):
    """The drawing as an SVG element that can stand inside a page among others.

    Names inside it get the number of the figure, since identifiers hold for the whole page;
    namespaces, which HTML does not need, and metadata go; black becomes the colour of the text.
    """
    from matplotlib import rc_context

    out = StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "report"}):
        figure.axes.figure.savefig(
            out, format="svg", transparent=True, metadata={"Date": None, "Creator": None}
        )
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'\bid="', f'id="figure-{number}-', svg)
    svg = re.sub(r'href="#', f'href="#figure-{number}-', svg)
    svg = re.sub(r"url\(#", f"url(#figure-{number}-", svg)
    svg = re.sub(r"#000000|(?<=fill: )#000\b|(?<=fill: )black\b", "currentColor", svg)
    # matplotlib leaves black, the default, unsaid in texts: they inherit this fill instead.
    words = f'role="img" aria-labelledby="title-{number} description-{number}" fill="currentColor"'
    head = (
        f'<title id="title-{number}">{escape(figure.title)}</title>'
        f'<desc id="description-{number}">{escape(figure.description)}</desc>'
    )
    svg = re.sub(r' (?:width|height)="[\d.]+pt"', "", svg, count=2)
    return re.sub(r"<svg ([^>]*)>", rf"<svg {words} \1>{head}", svg, count=1)


class _Sources:
    """The different provenances of all tables, numbered as they come."""

    def __init__(self):
        self._records = []

    def numbered(self, frame):
        """The number of what made a table, and the record itself; None without provenance."""
        record = provenance_of(frame)
        if record is None:
            return None
        if record not in self._records:
            self._records.append(record)
        return self._records.index(record) + 1, record

    def by_rules(self):
        """What was computed under the same rules, by the same versions, on the same platform."""
        groups: list[dict[str, Any]] = []
        for number, record in enumerate(self._records, start=1):
            shared = {name: record[name] for name in ("rules", "versions", "platform")}
            group = next((group for group in groups if group["shared"] == shared), None)
            if group is None:
                group = {"shared": shared, "code": _code(record["rules"]), "records": []}
                groups.append(group)
            group["records"].append((number, record))
        return groups


def _code(rules):
    """Lines that make what the commands of tables call `rules`; None if they speak of none or of several."""
    if len(rules) != 1:
        return None
    (of,) = rules
    made = repr(of["name"])
    if "toml" in of:
        made = f"mj.{type(PRESETS[of['name']]).__name__}.from_toml('''\n{of['toml']}''')"
    return f"import mjanalysis as ma\nimport mjcore as mj\n\nrules = {made}"


def _with_code(text):
    """A text in which what stands between backticks is code."""
    from markupsafe import Markup

    *pairs, last = text.split("`") if text.count("`") % 2 == 0 else [text]
    marked = zip(pairs[::2], pairs[1::2], strict=True)
    return Markup("").join(Markup("{}<code>{}</code>").format(*pair) for pair in marked) + last


def render(title, sections, *, summary=()):
    """The report as HTML text.

    Parameters
    ----------
    title : str
    sections : sequence of Section
    summary : sequence of str
        Findings that stand first.

    Returns
    -------
    str
        A whole page.

    Examples
    --------
    >>> page = render("Soft Eight", [Section("Deals", findings=["No deal is complete at once."])])
    >>> "<h1>Soft Eight</h1>" in page, "No deal is complete at once." in page
    (True, True)
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    sources, figure_numbers, table_numbers = _Sources(), count(1), count(1)

    def shown(item):
        if isinstance(item, Figure):
            number = next(figure_numbers)
            svg = Markup(_svg(item, number))
            return {"kind": "figure", "number": number, "svg": svg, "title": item.title}
        number = next(table_numbers)
        caption = f"Table {number}. {item.caption}"
        return {
            "kind": "table",
            "number": number,
            "caption": caption,
            "html": Markup(as_html(item.frame, caption=caption)),
            "source": sources.numbered(item.frame),
            "n_rows": len(item.frame),
            "folded": len(item.frame) > ROWS_SHOWN,
        }

    def laid_out(sections, above=""):
        """Sections as the template wants them, each with a name that no other has."""
        return [
            {
                "name": f"{above}{number}",
                "section": section,
                "items": [shown(item) for item in section.items],
                "parts": laid_out(section.sections, f"{above}{number}-"),
            }
            for number, section in enumerate(sections, start=1)
        ]

    environment = Environment(
        loader=PackageLoader("mjanalysis.present", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["with_code"] = _with_code
    parts = laid_out(sections)  # finds the sources
    return environment.get_template("report.html.j2").render(
        title=title, summary=summary, parts=parts, sources=sources.by_rules()
    )


def write(path, title, sections, *, summary=()):
    """Write the report to a file, which appears only when it is whole.

    Parameters
    ----------
    path : path-like
        Folders are made where they are missing.
    title, sections, summary
        As for `render`.

    Returns
    -------
    Path
    """
    return write_text(path, render(title, sections, summary=summary))


def __dir__() -> list[str]:
    """What completion offers: public names."""
    return sorted(__all__)
