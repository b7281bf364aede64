"""The command that scores the hands of a run by other rules."""

import click

from mjanalysis.cli.options import changed_rules, with_output
from mjanalysis.cli.played import with_played

__all__ = ["what_if"]


@click.command("what-if")
@click.option(
    "--change", "new", multiple=True, required=True, metavar="OPTION=VALUE",
    help="An option of the other rules, such as min_points=6; repeat for others.",
)  # fmt: skip
@click.option("--replay", is_flag=True, help="Play the same walls by the other rules too.")
@with_played(hands=True)
@with_output
def what_if(run, output, new, replay):
    """Score and pay the hands of RUN by other rules.

    The same wins with other points, fans, values of fans, minimum or payments: which of them would stand,
    and what each seat would have won. Play is held fixed; with --replay the same walls are played by the
    other rules too, which shows how much that is. RUN is the folder of a stored run with its hands (--hands);
    without one, hands are played.

    \b
    mjanalysis what-if runs/mcr --change min_points=6
    mjanalysis what-if --policy efficient --deals 20000 --seed 1 --change fan_value=2 --replay
    """
    from mjanalysis.questions.what_if import what_if as asked

    found = asked(run, changed_rules(run.rules, new), replay=replay)
    names = ("wins", "points", "seats", "positions", "fans")
    frames = {name: getattr(found, name) for name in names}
    output.frames(frames, title=f"Hands of {run.rules.name} by other rules")
