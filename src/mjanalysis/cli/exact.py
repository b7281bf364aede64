"""Commands that print exact tables."""

import click

from mjanalysis import exact as tables
from mjanalysis.checks import MIN_MAIN_TILES
from mjanalysis.cli.options import (
    numbers,
    with_counted_rules,
    with_output,
    with_rule_sets,
    with_rules,
    with_rules_by_threshold,
    with_workers,
)
from mjanalysis.present.tables import as_markdown

__all__ = ["exact"]


@click.group()
def exact():
    """Print exact tables over all deals.

    Nothing is sampled: every number is a whole number of hands.

    \b
    mjanalysis exact shanten --rules standard --tiles 13
    """


@exact.command()
@click.option(
    "--tiles", default="13,14", show_default=True, callback=numbers(13, 14), help="Tiles of the hand."
)
@with_counted_rules
@with_output
def shanten(tiles, rules, output):
    """Print the distribution of the distance to a win.

    \b
    mjanalysis exact shanten --tiles 13
    """
    frame = tables.shanten_table(rules, tiles=tiles)
    output.frames({"shanten": frame}, title="Shanten, exact")


@exact.command()
@click.option(
    "--by",
    type=click.Choice(["kinds", "tiles"]),
    default="kinds",
    show_default=True,
    help="Kinds that complete the hand, or their tiles outside it.",
)
@with_counted_rules
@with_output
def waits(by, rules, output):
    """Print the number of ready hands by what they wait for.

    \b
    mjanalysis exact waits --by tiles
    """
    output.frames({"waits": tables.wait_table(rules, by=by)}, title="Waits, exact")


@exact.command()
@with_rules()
@with_output
def complete(rules, output):
    """Print the number of complete hands by form.

    Under soft_eight also by the fans pure, dragon and seven and by main suit: the longest, and of equally
    long ones the first of m, p, s, z. Under other rules by the tiles of the longest suit. The form both is
    four sets and a pair that are seven pairs too.

    \b
    mjanalysis exact complete --set min_main_tiles=9
    """
    output.frames({"complete": tables.complete_table(rules)}, title="Complete hands, exact")


@exact.command()
@click.option(
    "--thresholds", default="5-14", show_default=True, callback=numbers(*MIN_MAIN_TILES),
    help="Values of min_main_tiles.",
)  # fmt: skip
@with_rules_by_threshold
@with_output
def threshold(thresholds, rules, output):
    """Print what each threshold on the tiles of one suit costs.

    \b
    mjanalysis exact threshold --thresholds 7-9
    """
    frame = tables.threshold_table(rules, thresholds=thresholds)
    output.frames({"threshold": frame}, title="Thresholds, exact")


@exact.command()
@with_workers
@with_rule_sets
@with_output
def fans(workers, progress, rules, output):
    """Print how often each fan counts.

    Over all complete concealed hands with each of their tiles as the one drawn last: self-drawn wins without
    other luck. --json and --out have the wins by points and the pairs of fans that come together too. Under
    mcr it takes about half a minute on two processors.

    \b
    mjanalysis exact fans
    mjanalysis exact fans --rules mcr --json
    """
    found = tables.fan_tables(rules, workers=workers, progress=progress)
    reached = f"{100 * found.reached:.4g} % of the wins reach {found.minimum} points."
    summary = as_markdown(found.fans) + (f"\n\n{reached}" if found.minimum else "")
    frames = {"fans": found.fans, "points": found.points, "pairs": found.pairs}
    output.frames(frames, title="Fans, exact", summary=summary)
