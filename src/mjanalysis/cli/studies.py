"""Commands that sample: feasibility, and the report that puts a whole study into files."""

import functools
import io
import json
import time
from pathlib import Path

import click

from mjanalysis.checks import MIN_MAIN_TILES, N_DRAWS
from mjanalysis.cli.options import (
    numbers,
    with_output,
    with_rules_by_threshold,
    with_run,
    with_threshold_rules,
)
from mjanalysis.cli.output import check_out
from mjanalysis.cli.shell import INTERRUPTED, command_line, interrupts_noted, warnings_in_one_line
from mjanalysis.present import tables
from mjanalysis.present.files import write_text
from mjanalysis.provenance import provenance_of

__all__ = ["feasibility", "report"]

#: Files of a report, one in each of its folders and all that stand alone.
WRITTEN = ("tables/draws.csv", "provenance.json", "figures/draws.svg", "report.html")


def _with_deals(deals, lone_deals):
    """Give a command the numbers of deals, draws and thresholds, with these defaults."""
    options = (
        click.option("--deals", type=click.IntRange(min=1), default=deals, show_default=True,
                     help="Deals for the distribution of distances."),
        click.option("--lone-deals", type=click.IntRange(min=1), default=lone_deals, show_default=True,
                     help="Deals played alone."),
        click.option("--draws", default="0-18", show_default=True, callback=numbers(*N_DRAWS),
                     help="Numbers of draws of the lone player."),
        click.option("--thresholds", default="5-14", show_default=True, callback=numbers(*MIN_MAIN_TILES),
                     help="Values of min_main_tiles."),
    )  # fmt: skip
    return lambda command: functools.reduce(lambda given, option: option(given), reversed(options), command)


@click.command()
@_with_deals(1_000_000, 20_000)
@with_run
@with_rules_by_threshold
@with_output
def feasibility(rules, output, **run):
    """Estimate what random deals offer under each threshold.

    How far they are from a win, how many of them a lone player completes, and in which suit. Shown are the
    distances and the last number of draws; --json and --out have every row. The threshold of the rules is
    among those studied. Ctrl-C keeps what is done.

    \b
    mjanalysis feasibility --deals 100000 --lone-deals 2000 --thresholds 8,9 --seed 1
    """
    from mjanalysis.questions.feasibility import feasibility as estimate

    with warnings_in_one_line(), interrupts_noted() as interrupts:
        result = estimate(rules, stop=interrupts.seen, **run)
        frames = {"distances": result.distances, "draws": result.draws, "suits": result.suits}
        output.frames(frames, title="Feasibility by threshold", summary=str(result))
    if interrupts.seen():
        click.get_current_context().exit(INTERRUPTED)


@click.command()
@_with_deals(10_000_000, 400_000)
@click.option(
    "--out", "folder", type=click.Path(path_type=Path, file_okay=False), default="results", show_default=True,
    metavar="FOLDER", help="Where the files go; it is made if it is missing.",
)  # fmt: skip
@with_run
@with_threshold_rules
def report(rules, folder, **run):
    """Write a study with tables, figures and a page.

    Exact tables, estimates from random deals beside them, figures, and where each number comes from.

    \b
    mjanalysis report --out results
    mjanalysis report --out trial --deals 100000 --lone-deals 2000 --thresholds 8,9
    """
    from mjanalysis.questions.soft_eight_study import soft_eight_study

    begun = time.perf_counter()
    check_out(*(folder / name for name in WRITTEN))
    with warnings_in_one_line(), interrupts_noted() as interrupts:
        study = soft_eight_study(rules, command=command_line(), stop=interrupts.seen, **run)
        paths = _write_study(study, folder)
        for finding in study.findings:
            click.echo(finding)
        click.echo(f"{len(paths)} files in {folder}, the first to read is {paths[-1]}")
        click.echo(f"{time.perf_counter() - begun:.1f} seconds", err=True)
    if interrupts.seen():
        click.get_current_context().exit(INTERRUPTED)


def _write_study(study, folder):
    """Write tables and provenance, which nothing can spoil, then figures, then the page; the paths."""
    paths = [
        write_text(folder / "tables" / f"{name}.csv", tables.as_csv(frame))
        for name, frame in study.tables.items()
    ]
    records = {name: provenance_of(frame) for name, frame in study.tables.items()}
    text = json.dumps(records, ensure_ascii=False, indent=2)
    paths.append(write_text(folder / "provenance.json", text + "\n"))

    import matplotlib
    from matplotlib import pyplot

    from mjanalysis.present.report import write

    matplotlib.use("agg")  # files need no screen
    figures = study.figures()
    for name, figure in figures.items():
        drawing = io.StringIO()
        figure.axes.figure.savefig(drawing, format="svg", metadata={"Date": None})
        paths.append(write_text(folder / "figures" / f"{name}.svg", drawing.getvalue()))
    paths.append(write(folder / "report.html", study.title, study.sections(figures), summary=study.findings))
    for figure in figures.values():
        pyplot.close(figure.axes.figure)
    return paths
