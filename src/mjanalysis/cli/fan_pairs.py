"""The command that asks how fans come together, and what they pay for how often they come."""

import click

from mjanalysis import exact as tables
from mjanalysis.cli.options import with_output
from mjanalysis.cli.played import with_played
from mjanalysis.present.tables import as_markdown

__all__ = ["fans"]

SHOWN = 40  #: pairs of fans in the text; --json and --out have them all


@click.command()
@click.option(
    "--exact", is_flag=True, help="Count how rare fans are by shape alone; half a minute under mcr."
)
@with_played()
@with_output
def fans(run, output, exact):
    """Say which fans come together, and which pay too much.

    What stands out, in sentences; how often two fans count in one win beside how often they would by chance;
    a line through how often fans come by what they are worth, and which fans are off it; played frequencies
    beside those of shape alone (--exact) and those published of people. RUN is the folder of a stored run;
    without one, hands are played.

    \b
    mjanalysis fans runs/mcr --exact
    mjanalysis fans --rules mcr --policy efficient --deals 20000 --seed 1 --out fans.csv
    """
    from mjanalysis.questions.fans import fans as counted

    found = counted(run, exact=tables.fan_tables(run.rules) if exact else None)
    frames = {name: getattr(found, name) for name in ("pairs", "values", "rarity")}
    shown = {**frames, "pairs": found.pairs.head(SHOWN)}
    summary = "\n\n".join(f"## {name}\n\n{as_markdown(frame)}" for name, frame in shown.items())
    summary = "\n\n".join(part for part in (str(found), summary) if part)
    output.frames(frames, title=f"Fans of {run.rules.name}", summary=summary)
