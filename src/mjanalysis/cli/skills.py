"""The command that matches two policies."""

import click

from mjanalysis.cli.options import with_output, with_rule_sets, with_run
from mjanalysis.cli.shell import warnings_in_one_line

__all__ = ["skill"]


@click.command()
@click.option("--strong", default="value", show_default=True, help="A policy.")
@click.option("--weak", default="efficient", show_default=True, help="Another one.")
@click.option(
    "--walls",
    type=click.IntRange(min=2),
    default=2_000,
    show_default=True,
    help="Walls for each number of seats; each is played in four or six seatings.",
)
@with_run
@with_rule_sets
@with_output
def skill(rules, output, strong, weak, walls, seed, workers, progress):
    """Points a hand that one policy wins from another, on the same walls in every seating.

    \b
    mjanalysis skill --rules soft_eight --strong value --weak efficient --walls 2000
    """
    from mjanalysis.questions.skill import skill as matched

    with warnings_in_one_line():
        found = matched(
            rules, strong=strong, weak=weak, walls=walls, seed=seed, workers=workers, progress=progress
        )
    output.frames({"skill": found.frame}, title=f"{strong} against {weak} under {rules.name}")
