"""The command that fits a policy to a population."""

from pathlib import Path

import click

from mjanalysis.cli.options import with_output, with_workers
from mjanalysis.cli.shell import warnings_in_one_line

__all__ = ["calibrate"]


@click.command()
@click.option(
    "--population",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="A TOML file of fans and draws; what is published of people if not given.",
)
@click.option("--rounds", type=click.IntRange(min=1), help="Rounds; those of the file if not given.")
@click.option("--hands", type=click.IntRange(min=1000), help="Hands of a round; likewise.")
@click.option("--seed", type=click.IntRange(min=0), help="Where the walls start; likewise.")
@with_workers
@with_output
def calibrate(output, population, rounds, hands, seed, workers, progress):
    """Fit the policy `value` to a population.

    Its dials are turned until its fans are as frequent. The table says what each round saw and how it turned
    the dials; how they end goes to standard error, as lines of TOML.

    \b
    mjanalysis calibrate --rounds 10
    mjanalysis calibrate --population club.toml --out club.csv
    """
    from mjanalysis.questions.calibration import calibrate as fitted

    with warnings_in_one_line():
        found = fitted(
            population, rounds=rounds, hands=hands, seed=seed, workers=workers, progress=bool(progress)
        )
    output.frames({"history": found.history}, title=f"Dials of value for {found.population.name}")
    click.echo(found.to_toml(), err=True, nl=False)
