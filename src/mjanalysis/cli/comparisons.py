"""Commands that put runs, rules and variants of rules side by side."""

import functools
from pathlib import Path

import click

import mjcore as mj
from mjanalysis.cli.options import (
    listed,
    rules_of,
    value_of,
    with_output,
    with_rule_sets,
    with_run,
    with_store,
)
from mjanalysis.cli.shell import INTERRUPTED, interrupts_noted, warnings_in_one_line
from mjanalysis.cli.simulate import policies_of
from mjcore.words.presets import PRESETS

__all__ = ["compare", "sweep"]

FOLDER = click.Path(path_type=Path, file_okay=False)


def _with_play(command):
    """Give a command the options that say how rules are played."""
    options = (
        click.option("--deals", type=click.IntRange(min=2), default=20_000, show_default=True,
                     help="Hands to play under each rule set, by each policy."),
        click.option("--policy", metavar="NAME[,NAME,NAME,NAME]",
                     help="Who plays; efficient and value, one after the other, if not given."),
        click.option("--adjust", type=click.Choice(["holm", "benjamini-hochberg"]), default="holm",
                     show_default=True, help="How values of p allow for all rows together."),
        with_store,
    )  # fmt: skip
    return functools.reduce(lambda given, option: option(given), reversed(options), command)


@click.command()
@click.argument("runs", nargs=-1, type=FOLDER, metavar="[RUN_A RUN_B]")
@click.option("--rules", "first", metavar="NAME|FILE.toml", help="Instead of runs: a rule set to play.")
@click.option("--set", "changes", multiple=True, metavar="OPTION=VALUE", help="Change an option of it.")
@click.option(
    "--against",
    "second",
    metavar="NAME|FILE.toml",
    help="The rule set to compare it with; the same unless given.",
)
@click.option(
    "--against-set",
    "other_changes",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Change an option of that one.",
)
@_with_play
@with_run
@with_output
def compare(runs, first, changes, second, other_changes, output, policy, adjust, **how):
    """Say how two runs or two rule sets differ.

    And what of it could be chance. Runs are folders that `simulate --store` wrote. Rule sets are played
    first, by efficient and by value. Hands on the same walls are compared one by one. Shown is what each
    metric says; --json and --out have all rows.

    \b
    mjanalysis compare runs/eight runs/nine
    mjanalysis compare --rules mcr --against-set min_points=6 --deals 20000 --seed 1
    mjanalysis compare --rules soft_eight --against mcr --against-set flowers=false
    """  # fmt: skip
    from mjanalysis.questions.compare import compare as compared
    from mjanalysis.runs import open_run

    if bool(runs) == bool(first) or len(runs) not in (0, 2):
        raise click.UsageError("two folders of runs are compared, or --rules with another rule set.")
    if runs and (second or changes or other_changes):
        raise click.UsageError("--set, --against and --against-set are about rules, and runs have theirs.")
    with warnings_in_one_line(), interrupts_noted() as interrupts:
        if runs:
            found = compared(*map(open_run, runs), adjust=adjust)
        else:
            sides = (_rule_set(first, changes), _rule_set(second or first, other_changes))
            players = None if policy is None else policies_of(policy)
            found = compared(*sides, adjust=adjust, policy=players, stop=interrupts.seen, **how)
        output.frames({"comparison": found.frame}, title="Comparison", summary=str(found))
    if interrupts.seen():
        click.get_current_context().exit(INTERRUPTED)


def _rule_set(name, changes):
    rules = rules_of(name, changes)
    if isinstance(rules, str):
        raise mj.RuleError(f"{rules} is only a form; hands are played under {', '.join(PRESETS)}")
    return rules


@click.command()
@click.option(
    "--vary",
    "varied",
    multiple=True,
    required=True,
    metavar="OPTION=VALUE,VALUE...",
    help="An option and its values; repeat for others, of which all combinations are played.",
)
@_with_play
@with_run
@with_rule_sets
@with_output
def sweep(rules, varied, output, policy, **how):
    """Play variants of rules on the same walls.

    Each is compared with the rules themselves. Shown is what each metric says; --json and --out have all
    rows.

    \b
    mjanalysis sweep --vary min_main_tiles=8,9,11 --deals 20000 --seed 1
    mjanalysis sweep --rules mcr --set flowers=false --vary min_points=6,8 --vary chow_claims=true,false
    mjanalysis sweep --rules mcr --vary 'points=[{all_types = 4}, {all_types = 8}]' --policy value
    """  # fmt: skip
    from mjanalysis.questions.sweep import sweep as swept

    grid = {
        option: [listed(rules, {option: value})[option] for value in values]
        for option, values in map(_values, varied)
    }
    players = None if policy is None else policies_of(policy)
    with warnings_in_one_line(), interrupts_noted() as interrupts:
        found = swept(rules, grid, policy=players, stop=interrupts.seen, **how)
        output.frames({"sweep": found.frame}, title=f"Variants of {rules.name}", summary=str(found))
    if interrupts.seen():
        click.get_current_context().exit(INTERRUPTED)


def _values(text):
    """An option and its values: a list as TOML has it, or values apart by commas."""
    option, equals, values = text.partition("=")
    if not equals or not values.strip():
        raise click.BadParameter(f"--vary takes option=value,value, not {text!r}.", param_hint="--vary")
    found = value_of(values.strip())
    if not isinstance(found, list):
        found = [value_of(value.strip()) for value in values.split(",")]
    return option.strip(), found
