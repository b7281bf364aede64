"""Commands that sample: feasibility, and the report that puts a whole study into files."""

import functools
import io
import json
import time
from pathlib import Path
from typing import Any

import click

import mjcore as mj
from mjanalysis.checks import MIN_MAIN_TILES, N_DRAWS
from mjanalysis.cli.options import (
    numbers,
    refuse_given,
    with_any_rule_sets,
    with_output,
    with_rules_by_threshold,
    with_run,
    with_store,
)
from mjanalysis.cli.output import check_out
from mjanalysis.cli.shell import INTERRUPTED, command_line, interrupts_noted, warnings_in_one_line
from mjanalysis.files import write_text
from mjanalysis.present import tables
from mjanalysis.provenance import provenance_of
from mjanalysis.questions.study import NAMES

__all__ = ["PAGE", "close", "feasibility", "report", "write_page", "write_study"]

#: Rule sets that a report is about unless it is told.
REPORTED = (mj.SOFT_EIGHT, mj.MCR)
#: The page of a report, beside a folder for each rule set.
PAGE = "report.html"
#: Files of a study, one in each of its folders and all that stand alone.
WRITTEN = ("tables/distances.csv", "provenance.json", "figures/distances.svg")

#: What the study of Soft Eight asks and that of MCR does not.
NOT_IN_MCR = {
    "lone_deals": "nobody plays alone in its study",
    "draws": "nobody plays alone in its study",
    "thresholds": "only soft_eight has a threshold on the tiles of one suit",
}


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
@click.option(
    "--hands", type=click.IntRange(min=1), default=2_000, show_default=True,
    help="Whole hands of four players for each threshold and policy.",
)  # fmt: skip
@click.option("--hand", help="Thirteen tiles; all deals are of this hand to one player.")
@with_run
@with_rules_by_threshold
@with_output
def feasibility(rules, output, **run):
    """Estimate what random deals offer under each threshold.

    How far they are from a win, how many of them a lone player completes, in which suit, and how hands of
    four players end. Shown are the distances and the last number of draws; --json and --out have every row.
    The threshold of the rules is among those studied. Ctrl-C keeps what is done.

    \b
    mjanalysis feasibility --deals 100000 --lone-deals 2000 --thresholds 8,9 --seed 1
    mjanalysis feasibility --hand 1234567m11p258s4z --thresholds 8,9
    """
    from mjanalysis.questions.feasibility import feasibility as estimate

    with warnings_in_one_line(), interrupts_noted() as interrupts:
        result = estimate(rules, stop=interrupts.seen, **run)
        frames = {
            "distances": result.distances, "draws": result.draws, "suits": result.suits,
            "played": result.played,
        }  # fmt: skip
        output.frames(frames, title="Feasibility by threshold", summary=str(result))
    if interrupts.seen():
        click.get_current_context().exit(INTERRUPTED)


@click.command()
@_with_deals(10_000_000, 400_000)
@click.option(
    "--out", "folder", type=click.Path(path_type=Path, file_okay=False), default="results", show_default=True,
    metavar="FOLDER", help="Where the files go; it is made if it is missing.",
)  # fmt: skip
@click.option(
    "--hands",
    type=click.IntRange(min=1000),
    default=None,
    help="Hands to play by each policy; a fiftieth of the deals if not given, at least 1,000.",
)
@click.option(
    "--names", type=click.Choice(NAMES), default=NAMES[0], show_default=True,
    help="How figures, and tables of pairs, call fans.",
)  # fmt: skip
@with_store
@with_run
@with_any_rule_sets
def report(rules, folder, hands, names, store, **run):
    """Write studies with tables, figures and a page.

    Exact tables, estimates from random deals beside them, figures, and where each number comes from: of
    Soft Eight and of Chinese Official Mahjong, unless --rules names one. --lone-deals, --draws and
    --thresholds are those of Soft Eight. Ctrl-C keeps what is done, and what is written stays.

    \b
    mjanalysis report --out results
    mjanalysis report --out trial --deals 100000 --lone-deals 2000 --thresholds 8,9
    mjanalysis report --out million --hands 1000000 --store runs
    mjanalysis report --out trial --rules mcr --set min_points=6
    mjanalysis report --out trial --rules mcr --names chinese
    """
    begun = time.perf_counter()
    if isinstance(rules, mj.McrRules):
        refuse_given(rules, NOT_IN_MCR)
    reported = REPORTED if rules is None else (rules,)
    check_out(*(folder / of.name / name for of in reported for name in WRITTEN), folder / PAGE)
    paths = [folder / PAGE]
    done: list[Any] = []
    with warnings_in_one_line(), interrupts_noted() as interrupts:
        for of in reported:
            if not interrupts.seen():
                for study, place in _studies(of, folder / of.name, interrupts.seen, hands, store, names, run):
                    written, figures = write_study(study, place)
                    paths += written
                    done.append((study, figures))
                    write_page(folder / PAGE, done)  # at once: nothing that befalls the next can lose it
                    for line in (study.title, *study.findings, ""):
                        click.echo(line)
        click.echo(f"{len(paths)} files in {folder}, the first to read is {paths[0]}")
        click.echo(f"{time.perf_counter() - begun:.1f} seconds", err=True)
    close(figure for _, figures in done for figure in figures.values())
    if interrupts.seen():
        click.get_current_context().exit(INTERRUPTED)


def _study(rules, command, stop, names, run):
    """The study of the rules."""
    if isinstance(rules, mj.SoftEightRules):
        from mjanalysis.questions.soft_eight_study import soft_eight_study

        return soft_eight_study(rules, command=command, stop=stop, **run)
    from mjanalysis.questions.mcr_study import mcr_study

    known = {name: value for name, value in run.items() if name not in NOT_IN_MCR}
    return mcr_study(rules, command=command, stop=stop, names=names, **known)


def _studies(rules, folder, stop, hands, store, names, run):
    """The studies of a rule set with their folders, one after another."""
    from mjanalysis.questions.play_study import play_study

    yield _study(rules, command_line(), stop, names, run), folder
    known = {name: run[name] for name in ("seed", "workers", "progress")}
    hands = max(1000, run["deals"] // 50) if hands is None else hands
    played = play_study(
        rules, hands=hands, command=command_line(), stop=stop, store=store, names=names, **known
    )
    if played is not None:
        yield played, folder / "played"


def write_study(study, folder):
    """Write tables and provenance, which nothing can spoil, then figures; paths, and the figures by name."""
    paths = [
        write_text(folder / "tables" / f"{name}.csv", tables.as_csv(frame))
        for name, frame in study.tables.items()
    ]
    records = {name: provenance_of(frame) for name, frame in study.tables.items()}
    text = json.dumps(records, ensure_ascii=False, indent=2)
    paths.append(write_text(folder / "provenance.json", text + "\n"))

    import matplotlib

    matplotlib.use("agg")  # files need no screen
    figures = study.figures()
    for name, figure in figures.items():
        drawing = io.StringIO()
        figure.axes.figure.savefig(drawing, format="svg", metadata={"Date": None})
        paths.append(write_text(folder / "figures" / f"{name}.svg", drawing.getvalue()))
    return paths, figures


def write_page(path, done):
    """Write the page of all studies that are done, each with its figures."""
    from mjanalysis.present.report import Section, write

    parts = [
        Section(study.title, study.findings, sections=tuple(study.sections(figures)))
        for study, figures in done
    ]
    write(path, "Mahjong rules in numbers", parts)


def close(figures):
    """Let the drawings of figures go."""
    from matplotlib import pyplot

    for figure in figures:
        pyplot.close(figure.axes.figure)
