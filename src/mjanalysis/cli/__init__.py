"""The command line: parses, calls, and writes what comes back. It computes nothing.

Commands, options and columns have the names of the functions they call. Exit codes: 0 fine; 2 bad usage or
bad input, with one line on standard error, and of many hands one line for each that is none; 130 interrupted,
after what was done has been written.
"""

import click

import mjcore as mj
from mjanalysis.cli.balances import balance
from mjanalysis.cli.comparisons import compare, sweep
from mjanalysis.cli.exact import exact
from mjanalysis.cli.fan_pairs import fans
from mjanalysis.cli.hands import score, shanten, waits
from mjanalysis.cli.intervals import coverage
from mjanalysis.cli.populations import calibrate
from mjanalysis.cli.rescored import what_if
from mjanalysis.cli.shell import Commands
from mjanalysis.cli.simulate import simulate
from mjanalysis.cli.skills import skill
from mjanalysis.cli.spreads import scores
from mjanalysis.cli.stores import merge, verify
from mjanalysis.cli.studies import feasibility, report
from mjanalysis.cli.variants import variants

__all__ = ["main"]


@click.group(
    "mjanalysis",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(mj.__version__)
def main():
    """Mahjong hands, exact tables and estimates with intervals, from the shell.

    Tiles: 123m characters, 456p dots, 789s bamboos, 1234567z or ESWNPFC honours. Hands: [777z] is an exposed
    set, {7777s} a concealed kong, +9s the winning tile. Quote them.

    \b
    mjanalysis score "[777z] 12345678s44p +9s"
    mjanalysis COMMAND --help shows an example of each command.
    """


# In the order of the help: one hand, all deals, hands played, the tools behind, and a report of all of it.
for command in (
    score,
    waits,
    shanten,
    exact,
    feasibility,
    simulate,
    merge,
    verify,
    compare,
    sweep,
    variants,
    balance,
    what_if,
    fans,
    scores,
    skill,
    calibrate,
    coverage,
    report,
):
    main.add_command(command)
