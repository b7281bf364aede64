"""The command that says how the points of a hand are spread."""

import click

from mjanalysis.cli.options import one_or_four, stakes, with_output
from mjanalysis.cli.played import with_played
from mjanalysis.present.tables import as_markdown

__all__ = ["scores"]

#: Tables in the text; --json and --out have every one, and how often each number of points came.
SHOWN = ("means", "quantiles", "tails", "shortfall", "kongs", "kong_wins")


def _names(ctx, parameter, text):
    return None if text is None else [name.strip() for name in text.split(",")]


def _thresholds(ctx, parameter, text):
    if text is None:
        return None
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise click.BadParameter(f"{text!r} is no list of whole numbers such as -32,32,64.") from None


@click.command()
@click.option(
    "--by", callback=_names, metavar="NAME[,NAME]",
    help="Tell apart by seat, dealer, position, prevalent_wind, source, ready_turn, deal_shanten or kongs.",
)  # fmt: skip
@click.option(
    "--thresholds", callback=_thresholds, metavar="N[,N]",
    help="Points of the tails: so much or more won; below 0, so much or more lost.",
)  # fmt: skip
@click.option(
    "--with-zha", callback=lambda ctx, parameter, text: text and stakes(ctx, parameter, text),
    metavar="N,N,N,N", help="Soft Eight: play the same walls with these zha stakes too.",
)  # fmt: skip
@click.option(
    "--with-di", callback=one_or_four, metavar="NAME[,NAME,NAME,NAME]",
    help="Soft Eight: play the same sessions with these stakes against the dealer too; least or highest.",
)  # fmt: skip
@with_played()
@with_output
def scores(run, output, by, thresholds, with_zha, with_di):
    """Say how the points of a hand of RUN are spread.

    Means, quantiles, how often a seat loses or wins so much, the worst hands, and the points of seats by the
    kongs they made. How much a seat's points of a whole session swing is a measure of `balance`. RUN is the
    folder of a stored run; without one, hands are played.

    \b
    mjanalysis scores runs/mcr --by dealer
    mjanalysis scores --policy efficient --deals 20000 --seed 1 --with-zha 2,0,0,0
    mjanalysis scores --policy efficient --deals 24000 --sessions 24 --with-di highest,never,never,never
    """
    from mjanalysis.questions.scores import scores as told
    from mjanalysis.questions.staking import di_effect, zha_effect

    found = told(run, by, thresholds=thresholds)
    frames = {name: getattr(found, name) for name in (*SHOWN, "distribution")}
    shown = [*SHOWN]
    if with_zha:
        frames["zha"] = zha_effect(run, with_zha)
        shown.append("zha")
    if with_di:
        frames["di"] = di_effect(run, with_di)
        shown.append("di")
    summary = "\n\n".join(f"## {name}\n\n{as_markdown(frames[name])}" for name in shown)
    output.frames(frames, title=f"Scores of {run.rules.name}", summary=summary)
