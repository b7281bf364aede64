"""The command that says how even a game is."""

import click

from mjanalysis.cli.options import with_output
from mjanalysis.cli.played import with_played

__all__ = ["balance"]


@click.command()
@with_played()
@with_output
def balance(run, output):
    """Say how even the game of RUN is.

    What the positions at the table win, what the dealer would have to pay for his advantage to vanish, how
    often hands are drawn and how long they take, how much a seat's points swing, how much is from fans that
    nobody chooses, and how often the rules refuse a complete hand. RUN is the folder of a stored run; without
    one, hands are played.

    \b
    mjanalysis balance runs/mcr
    mjanalysis balance --rules soft_eight --policy efficient --deals 20000 --sessions 16 --seed 1
    """
    from mjanalysis.questions.balance import balance as judged

    found = judged(run)
    names = ("positions", "seats", "measures", "shares", "luck")
    frames = {name: getattr(found, name) for name in names}
    output.frames(frames, title=f"Balance of {run.rules.name}")
