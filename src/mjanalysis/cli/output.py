"""Where results go: text or JSON on standard output, or a file whose ending says how it is written."""

import json
from html import escape
from pathlib import Path
from typing import NamedTuple

import click

from mjanalysis.files import check_writable, write_text
from mjanalysis.present import tables
from mjanalysis.provenance import provenance_of

__all__ = ["Output", "check_out"]

#: How tables are written, by the ending of the file; HTML is a page.
TEXTS = {".csv": tables.as_csv, ".md": tables.as_markdown, ".tex": tables.as_latex}
ENDINGS = (*TEXTS, ".html", ".json")


class Output(NamedTuple):
    """What ``--json`` and ``--out`` ask for.

    Attributes
    ----------
    as_json : bool
    path : Path or None
    """

    as_json: bool = False
    path: Path | None = None

    @property
    def ending(self):
        """Ending of the file, in lower case; None without a file."""
        return None if self.path is None else self.path.suffix.lower()

    def checked(self):
        """Itself; a file that could not be written is refused, before the work is done."""
        if self.path is not None and self.ending not in ENDINGS:
            known = " ".join(ENDINGS)
            raise click.BadParameter(
                f"the ending of {str(self.path)!r} is none of {known}.", param_hint="--out"
            )
        if self.path is not None:
            check_out(self.path)
        return self

    def frames(self, frames, *, title, summary=None):
        """Write tables.

        Parameters
        ----------
        frames : dict of str to DataFrame
            By name. Of several, each gets a CSV file of its own.
        title : str
            What they are.
        summary : str, optional
            Shown on standard output instead of all rows.
        """
        if self.as_json:
            click.echo(_frames_json(frames))
        elif self.path is None:
            click.echo(_sections(frames, tables.as_markdown, "## {}") if summary is None else summary)
        if self.path is None:
            return
        if self.ending == ".csv" and len(frames) > 1:
            for name, frame in frames.items():
                _write(self.path.with_name(f"{self.path.stem}-{name}.csv"), tables.as_csv(frame))
        elif self.ending == ".html":
            from mjanalysis.present.report import Section, Table, write

            sections = [Section(title=name, items=(Table(frame, name),)) for name, frame in frames.items()]
            click.echo(f"wrote {write(self.path, title, sections)}", err=True)
        elif self.ending == ".json":
            _write(self.path, _frames_json(frames) + "\n")
        else:
            heading = "% {}" if self.ending == ".tex" else "## {}"
            _write(self.path, _sections(frames, TEXTS[self.ending], heading).rstrip("\n") + "\n")

    def explanation(self, explanation, row):
        """Write what is said of one hand; `row` is a frame that says it in columns."""
        as_dict = json.dumps(explanation.to_dict(), ensure_ascii=False, indent=2)
        if self.as_json:
            click.echo(as_dict)
        elif self.path is None:
            click.echo(str(explanation))
        if self.ending == ".json":
            _write(self.path, as_dict + "\n")
        elif self.ending == ".html":
            _write(self.path, _page(str(explanation.win.hand), explanation._repr_html_()))
        elif self.path is not None:
            _write(self.path, TEXTS[self.ending](row).rstrip("\n") + "\n")


def _sections(frames, text_of, heading):
    """The tables under their names; one alone needs none."""
    if len(frames) == 1:
        return text_of(next(iter(frames.values())))
    return "\n\n".join(f"{heading.format(name)}\n\n{text_of(frame)}" for name, frame in frames.items())


def _frames_json(frames):
    """Rows and provenance of each table; one alone stands without its name."""
    parts = {
        name: {"rows": _rows(frame), "provenance": provenance_of(frame)} for name, frame in frames.items()
    }
    whole = parts if len(parts) > 1 else next(iter(parts.values()))
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False)


def _rows(frame):
    columns = [
        [None if value != value else value for value in frame[name].tolist()] for name in frame.columns
    ]
    return [dict(zip(frame.columns, row, strict=True)) for row in zip(*columns, strict=True)]


def _page(title, body):
    return (
        '<!DOCTYPE html>\n<html lang="en">\n'
        f'<head><meta charset="utf-8"><title>{escape(title)}</title></head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def check_out(*paths):
    """Refuse an ``--out`` that names files which could not be written."""
    for path in paths:
        try:
            check_writable(path)
        except OSError as error:
            raise click.BadParameter(
                f"{str(path)!r} cannot be written: {error.strerror}.", param_hint="--out"
            ) from None


def _write(path, text):
    click.echo(f"wrote {write_text(path, text)}", err=True)
