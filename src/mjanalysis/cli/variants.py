"""The command that puts the two games and variants of each side by side."""

import time
from pathlib import Path

import click

from mjanalysis.cli.options import with_run, with_store
from mjanalysis.cli.output import check_out
from mjanalysis.cli.shell import INTERRUPTED, command_line, interrupts_noted, warnings_in_one_line
from mjanalysis.cli.studies import PAGE, close, write_page, write_study
from mjanalysis.questions.variants import DEALS

__all__ = ["variants"]

#: Files of the study, one in each of its folders.
WRITTEN = ("tables/games.csv", "provenance.json", "figures/chows-claimed.svg", PAGE)


@click.command()
@click.option(
    "--deals",
    type=click.IntRange(min=1000),
    default=DEALS,
    show_default=True,
    help="Hands under each of eight rule sets by each of two policies.",
)
@click.option(
    "--out", "folder", type=click.Path(path_type=Path, file_okay=False), default="results/variants",
    show_default=True, metavar="FOLDER", help="Where the files go; it is made if it is missing.",
)  # fmt: skip
@with_store
@with_run
def variants(folder, **run):
    """Write a page on both games and variants of each.

    Soft Eight with nine tiles of a suit, with chows claimed, without declaration; Chinese Official Mahjong
    with a minimum of 6 points, without the chicken hand, with all types worth 4. All on the same walls, by
    two policies, each beside the rules it is a variant of. Ctrl-C keeps what is done.

    \b
    mjanalysis variants --out results/variants
    mjanalysis variants --out trial --deals 5000 --seed 1
    mjanalysis variants --out million --deals 1000000 --store runs
    """
    from mjanalysis.questions.variants import variants_study

    begun = time.perf_counter()
    check_out(*(folder / name for name in WRITTEN))
    with warnings_in_one_line(), interrupts_noted() as interrupts:
        study = variants_study(command=command_line(), stop=interrupts.seen, **run)
        if study is not None:
            paths, figures = write_study(study, folder)
            write_page(folder / PAGE, [(study, figures)])
            click.echo("\n".join([study.title, *study.findings, ""]))
            click.echo(f"{len(paths) + 1} files in {folder}, the first to read is {folder / PAGE}")
            close(figures.values())
        click.echo(f"{time.perf_counter() - begun:.1f} seconds", err=True)
    if interrupts.seen():
        click.get_current_context().exit(INTERRUPTED)
