"""The notebooks as a gallery: a card for each, with its question, its answer and its first figure.

```{gallery}
../notebooks/01_hands.ipynb
../notebooks/02_exact.ipynb
```
"""

import base64
import re
from pathlib import Path

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

#: Of a built site, where its thumbnails are drawn before they are copied.
THUMBNAILS = Path("build", "thumbnails")

CARD = """\
:::{{grid-item-card}} {question}
:img-bottom: {figure}
:link: {link}
:link-type: doc

{answer}
:::
"""


class Gallery(SphinxDirective):
    """A grid of cards."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        page = Path(self.env.doc2path(self.env.docname)).parent
        cards = [self.card(page / line) for line in self.content]
        grid = "::::{grid} 1 1 2 2\n:gutter: 3\n\n" + "\n".join(cards) + "::::\n"
        return self.parse_text_to_nodes(grid)

    def card(self, path: Path) -> str:
        """What a notebook asks and answers, in the words of its first cell."""
        path = path.resolve()
        root = Path(self.env.srcdir)
        self.env.note_dependency(str(path))
        notebook = nbformat.read(path, as_version=4)
        question, answer = notebook.cells[0].source.split("\n\n")[:2]
        thumbnail = root / THUMBNAILS / f"{path.stem}.png"
        thumbnail.parent.mkdir(parents=True, exist_ok=True)
        thumbnail.write_bytes(first_figure(notebook))
        return CARD.format(
            question=question.removeprefix("# "),
            figure=f"/{(THUMBNAILS / thumbnail.name).as_posix()}",
            link=f"/{path.relative_to(root).with_suffix('').as_posix()}",
            answer=re.match(r"\*\*(.*?)\*\*", answer, re.DOTALL)[1],
        )


def first_figure(notebook: nbformat.NotebookNode) -> bytes:
    """The first PNG among the outputs of a notebook."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    return next(
        base64.b64decode(output.data["image/png"])
        for output in outputs
        if "image/png" in output.get("data", {})
    )


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("gallery", Gallery)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
