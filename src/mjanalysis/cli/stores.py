"""Commands for stored runs: several as one, and whether they are what they were."""

from pathlib import Path

import click

from mjanalysis.cli.options import with_output
from mjanalysis.cli.shell import BAD_INPUT, warnings_in_one_line
from mjanalysis.cli.simulate import tables_of

__all__ = ["merge", "verify"]

FOLDER = click.Path(path_type=Path)


@click.command()
@click.argument("folders", nargs=-1, required=True, type=FOLDER, metavar="FOLDER...")
@click.option(
    "--store",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Keep the merge there; files are shared where they can be.",
)
@with_output
def merge(folders, store, output):
    """Make one run of several stored ones.

    They differ in their seeds only; shown is what comes of all hands together.

    \b
    mjanalysis simulate --rules mcr --deals 20000 --seed 1 --store runs/one
    mjanalysis simulate --rules mcr --deals 20000 --seed 2 --store runs/two
    mjanalysis merge runs/one runs/two --store runs/both
    """
    from mjanalysis.merging import merge as merged

    with warnings_in_one_line():
        run = merged(folders, store=store)
        output.frames(tables_of(run), title=f"Hands merged under {run.rules.name}")


@click.command()
@click.argument("folder", type=FOLDER)
@with_output
def verify(folder, output):
    """Check every part of a stored run.

    It ends with 2 if one is not what was written.

    \b
    mjanalysis verify runs/mcr
    """
    from mjanalysis.verification import verify as verified

    with warnings_in_one_line():
        frame = verified(folder)
        output.frames({"parts": frame}, title=f"Parts of {folder}")
    if (frame["state"] != "whole").any():
        click.get_current_context().exit(BAD_INPUT)
