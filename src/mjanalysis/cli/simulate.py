"""The command that plays whole hands."""

import functools

import click

import mjcore as mj
from mjanalysis.cli.options import one_or_four, stakes, with_output, with_rule_sets, with_run, with_store
from mjanalysis.cli.shell import INTERRUPTED, warnings_in_one_line
from mjcore.seats import N_SEATS

__all__ = ["policies_of", "simulate", "tables_of", "with_play"]


def tables_of(run):
    """What is shown of a run."""
    return {
        "outcomes": run.outcomes(),
        "scores": run.expected_scores(by=["seat", "dealer"]),
        "turns": run.turns(),
        "refused": run.refused(),
        "fans": run.fan_frequencies(),
    }


def policies_of(names, preset=None, dials=()):
    """The policies that ``--policy``, ``--preset`` and ``--dial`` mean.

    Parameters
    ----------
    names : str
        One name, or four apart by commas.
    preset : str, optional
        Of all that are "value".
    dials : iterable of str
        ``name=number``, likewise.

    Returns
    -------
    Policy or list of Policy

    Examples
    --------
    >>> policies_of("value,efficient,efficient,random", "strong")[:2]
    [Policy('value', preset='strong'), Policy('efficient')]
    >>> policies_of("value", dials=["patience=0.07"])
    Policy('value', patience=0.07)
    """
    changes = dict(map(_dial, dials))
    given = [name.strip() for name in names.split(",")]
    if (preset or changes) and "value" not in given:
        raise click.BadParameter(
            f"only value has presets and dials, not {names}.", param_hint="--preset, --dial"
        )
    policies = [mj.Policy(name, preset, **changes) if name == "value" else mj.Policy(name) for name in given]
    if len(policies) not in (1, N_SEATS):
        raise click.BadParameter(f"one name is for all seats and four are one each, not {names!r}.")
    return policies[0] if len(policies) == 1 else policies


def _dial(text):
    return _name_and_number("--dial", text)


def _name_and_number(option, text):
    name, equals, value = text.partition("=")
    try:
        return name.strip(), float(value) if equals else float("nan")
    except ValueError:
        raise click.BadParameter(f"{option} takes name=number, not {text!r}.", param_hint=option) from None


def _half_widths(ctx, parameter, texts):
    return dict(_name_and_number("--until", text) for text in texts) or None


def _seat_or_rotate(ctx, parameter, text):
    return int(text) if text in ("0", "1", "2", "3") else text


def _length(ctx, parameter, text):
    return int(text) if text is not None and text.isascii() and text.isdecimal() else text


def with_play(command):
    """Give a command the options of `simulate` that say what is played."""
    options = (
        click.option("--deals", type=click.IntRange(min=1), default=100_000, show_default=True,
                     help="Hands to play; with --until the most."),
        click.option("--until", multiple=True, metavar="NAME=NUMBER", callback=_half_widths,
                     help="Play until this row of the outcomes, or points of the dealer, is known to so much "
                     "either way (95 %); repeat for others."),
        click.option("--policy", default="value", show_default=True, metavar="NAME[,NAME,NAME,NAME]",
                     help="How the seats play: random, efficient or value; four are one a seat."),
        click.option("--preset", help="Of value, such as human or strong."),
        click.option("--dial", "dials", multiple=True, metavar="NAME=NUMBER",
                     help="Turn a dial of value; repeat for others."),
        click.option("--hand", help="Thirteen tiles that one seat is always dealt."),
        click.option("--seat", type=click.IntRange(0, 3), help="Which seat."),
        click.option("--dealer", type=click.Choice(["0", "1", "2", "3", "rotate"]), default="0",
                     show_default=True, callback=_seat_or_rotate, help="Who deals."),
        click.option("--prevalent-wind", type=click.Choice(["E", "S", "W", "N", "rotate"]), default="E",
                     show_default=True, help="The prevalent wind."),
        click.option("--sessions", metavar="HANDS|rules", callback=_length,
                     help="Hands of a session or match, played one after the other."),
        click.option("--zha", default="0,0,0,0", callback=stakes, metavar="N,N,N,N",
                     help="Soft Eight: zha stakes by seat, in each hand."),
        click.option("--di", default="never", show_default=True, metavar="NAME[,NAME,NAME,NAME]",
                     callback=one_or_four, help="Soft Eight: stakes against the dealer in sessions; never, "
                     "least or highest."),
        click.option("--hands", is_flag=True, help="Store the winning hands too."),
        with_store,
    )  # fmt: skip
    return functools.reduce(lambda given, option: option(given), reversed(options), command)


@click.command()
@with_play
@with_run
@with_rule_sets
@with_output
def simulate(rules, output, policy, preset, dials, **options):
    """Play whole hands and say what comes of them.

    How hands end, how long they take, how often the rules refuse a complete hand, what the seats score, and
    how often each fan counts. Ctrl-C keeps what is done, in parts of 16,384 hands; with --store,
    nothing of it is computed again.

    \b
    mjanalysis simulate --rules mcr --deals 20000 --seed 1
    mjanalysis simulate --rules soft_eight --set min_main_tiles=9 --policy efficient --store runs/nine
    mjanalysis simulate --rules mcr --policy value,efficient,efficient,efficient --dealer rotate
    mjanalysis simulate --rules soft_eight --deals 24000 --sessions 24 --di highest
    mjanalysis simulate --deals 1000000 --until drawn=0.001 --until "points of the dealer=0.2"
    """
    from mjanalysis.simulation import simulate as play

    with warnings_in_one_line():
        run = play(rules, policy=policies_of(policy, preset, dials), **options)
        if run.stopped:
            click.echo(run.stopped, err=True)
        output.frames(tables_of(run), title=f"Hands played under {rules.name}")
    if run.is_interrupted:
        click.get_current_context().exit(INTERRUPTED)
