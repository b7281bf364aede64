"""One self-contained HTML file from frames, figures and sentences that others computed.

Nothing is fetched when it is read: styles are inline, figures are inline SVG whose lines and text
follow the reader's light or dark scheme.
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


def _provenances(sections):
    """The different provenances of all tables, in order."""
    found = []
    for section in sections:
        records = [provenance_of(item.frame) for item in section.items if isinstance(item, Table)]
        for record in (*records, *_provenances(section.sections)):
            if record is not None and record not in found:
                found.append(record)
    return found


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

    numbers = count(1)

    def shown(item):
        if isinstance(item, Figure):
            number = next(numbers)
            svg = Markup(_svg(item, number))
            return {"kind": "figure", "number": number, "svg": svg, "title": item.title}
        return {
            "kind": "table",
            "caption": item.caption,
            "html": Markup(as_html(item.frame, caption=item.caption)),
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
    return environment.get_template("report.html.j2").render(
        title=title,
        summary=summary,
        parts=laid_out(sections),
        provenances=_provenances(sections),
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
