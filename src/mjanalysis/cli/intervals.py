"""The command that tries intervals where the answer is known."""

import click

from mjanalysis.cli.options import with_output, with_run
from mjanalysis.cli.shell import warnings_in_one_line

__all__ = ["coverage"]


@click.command()
@click.option(
    "--repetitions",
    type=click.IntRange(min=100),
    default=20_000,
    show_default=True,
    help="Samples of each case; of slow ones a half, where hands are played a tenth.",
)
@with_run
@with_output
def coverage(output, **run):
    """Say how often intervals at 95 % cover what they estimate.

    Samples are drawn again and again where the answer is known exactly.

    \b
    mjanalysis coverage --repetitions 1000
    mjanalysis coverage --out coverage.md
    """
    from mjanalysis.questions.coverage import coverage as tried

    with warnings_in_one_line():
        output.frames({"coverage": tried(**run)}, title="Coverage of intervals")
