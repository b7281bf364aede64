"""Examples of pages are run while the site is built, and what they show as pictures stands below them.

Blocks of Python are run, and commands `$ mjanalysis ...` in blocks of `console`. One that prints another
thing than it says is a warning, and a warning ends the build. A block

    ```{drawn}
    mj.draw("[777z] 12345678s44p +9s")
    ```

shows the picture alone. It shares the names of the examples above it; `mj` and `ma` are always there.
"""

import io
import tempfile
from contextlib import chdir
from typing import Any

import matplotlib
from docutils import nodes
from docutils.parsers.rst import Directive
from examples import Page
from matplotlib import pyplot, rc_context
from sphinx.application import Sphinx
from sphinx.util import logging

import mjanalysis as ma
import mjcore as mj

LOGGER = logging.getLogger(__name__)

#: Words in figures stay words, and names in their files are the same each time.
FIGURES = {
    "svg.fonttype": "none",
    "svg.hashsalt": "site",
    "figure.figsize": (7, 4.2),
    "figure.facecolor": "w",
}


class drawn(nodes.General, nodes.Element):
    """The place of a picture until the page is run."""


class Drawn(Directive):
    """A picture of what an expression is."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        node = drawn(text="\n".join(self.content))
        node.source, node.line = self.state_machine.get_source_and_line(self.lineno)
        return [node]


def picture(html: str) -> nodes.raw:
    return nodes.raw("", f'<div class="drawn">{html}</div>', format="html")


def pictures_of(values: list[Any]) -> list[nodes.raw]:
    """What values draw of themselves, then the figures that were left open."""
    shown = [picture(value._repr_svg_()) for value in values if hasattr(value, "_repr_svg_")]
    # Of other values only those that are more in a notebook than the text that the example prints anyway.
    pages = [getattr(value, "_repr_html_", str)() for value in values if not hasattr(value, "_repr_svg_")]
    shown += [picture(page) for page in pages if "<img" in page]
    for number in pyplot.get_fignums():
        file = io.StringIO()
        with rc_context(FIGURES):
            pyplot.figure(number).savefig(file, format="svg", metadata={"Date": None}, bbox_inches="tight")
        shown.append(picture(file.getvalue()[file.getvalue().index("<svg") :]))
    pyplot.close("all")
    return shown


def run_examples(app: Sphinx, doctree: nodes.document) -> None:
    """Run a page from top to bottom."""
    if app.env.docname.startswith("notebooks/"):  # executed already, with their outputs
        return
    page = Page(app.env.docname)
    page.names |= {"mj": mj, "ma": ma}
    with tempfile.TemporaryDirectory() as folder, chdir(folder), rc_context(FIGURES):
        for node in list(doctree.findall(lambda node: isinstance(node, nodes.literal_block | drawn))):
            try:
                if isinstance(node, drawn):
                    node.replace_self(pictures_of([page.value(node["text"])]))
                elif node.get("language") in ("python", "console"):
                    below = pictures_of(page.run(node.rawsource or node.astext(), (node.line or 0) + 1))
                    node.parent[node.parent.index(node) + 1 : node.parent.index(node) + 1] = below
            except Exception as error:
                LOGGER.warning("example: %s: %s", type(error).__name__, error, location=node)


def setup(app: Sphinx) -> dict[str, bool]:
    matplotlib.use("svg")
    app.add_node(drawn)
    app.add_directive("drawn", Drawn)
    app.connect("doctree-read", run_examples)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
