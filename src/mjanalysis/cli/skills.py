"""The command that matches two policies."""

import click

from mjanalysis.cli.options import numbers, with_output, with_rule_sets, with_run
from mjanalysis.cli.shell import INTERRUPTED, warnings_in_one_line
from mjanalysis.cli.simulate import policies_of

__all__ = ["skill"]


@click.command()
@click.option("--strong", default="value", show_default=True, help="A policy: random, efficient or value.")
@click.option("--weak", default="efficient", show_default=True, help="Another one.")
@click.option("--strong-preset", help="Of value, such as human or strong.")
@click.option("--weak-preset", help="Likewise.")
@click.option(
    "--deals",
    type=click.IntRange(min=2),
    default=2_000,
    show_default=True,
    help="Walls for each number of seats; each is played in four or six seatings.",
)
@click.option(
    "--strong-seats",
    default="1-3",
    show_default=True,
    callback=numbers(1, 3),
    help="How many seats the stronger policy has.",
)
@with_run
@with_rule_sets
@with_output
def skill(rules, output, strong, weak, strong_preset, weak_preset, **options):
    """Say what one policy wins from another.

    In points a hand, on the same walls in every seating. The interval is counted between walls. Ctrl-C keeps
    what is done.

    \b
    mjanalysis skill --strong value --weak efficient --deals 2000
    mjanalysis skill --rules mcr --set flowers=false --strong-preset strong --weak value --strong-seats 1
    """
    from mjanalysis.questions.skill import skill as matched

    with warnings_in_one_line():
        found = matched(
            rules,
            strong=policies_of(strong, strong_preset),
            weak=policies_of(weak, weak_preset),
            **options,
        )
    output.frames({"skill": found.frame}, title=f"{strong} against {weak} under {rules.name}")
    if found.is_interrupted:
        click.get_current_context().exit(INTERRUPTED)
