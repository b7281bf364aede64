"""Commands that ask something of a run: one that is stored, or hands played for the purpose."""

import functools
from pathlib import Path

import click
from click.core import ParameterSource

from mjanalysis.cli.options import with_rule_sets, with_run
from mjanalysis.cli.shell import INTERRUPTED, warnings_in_one_line
from mjanalysis.cli.simulate import policies_of, with_play

__all__ = ["with_played"]

_OF_RULES = ("name", "changes")


def _option_names(*decorators):
    """Names of the options that decorators give to a command."""
    function = functools.reduce(lambda given, decorator: decorator(given), decorators, lambda: None)
    return {option.name for option in click.command(function).params}


#: What says how hands are played.
_PLAY = _option_names(with_play, with_run)


def with_played(*, hands=False):
    """Give a command a stored run as its argument, or the options of `simulate`; it gets a `Run` as `run`.

    Parameters
    ----------
    hands : bool
        Whether hands that are played for the command keep the winning ones, whatever is asked for.
    """

    def decorated(command):
        @click.argument("folder", metavar="[RUN]", required=False, type=click.Path(path_type=Path))
        @with_play
        @with_run
        @with_rule_sets
        @functools.wraps(command)
        def call(*args, folder, rules, **options):
            play = {name: options.pop(name) for name in _PLAY}
            play["hands"] |= hands
            with warnings_in_one_line():
                run = _played(rules, play) if folder is None else _opened(folder)
                command(*args, run=run, **options)
            if folder is None and run.is_interrupted:
                click.get_current_context().exit(INTERRUPTED)

        return call

    return decorated


def _played(rules, play):
    """A run of the hands that the options mean."""
    from mjanalysis.simulation import simulate

    policy = policies_of(*(play.pop(name) for name in ("policy", "preset", "dials")))
    return simulate(rules, policy=policy, **play)


def _opened(folder):
    """A stored run; refuses options that say how hands would be played."""
    from mjanalysis.runs import open_run

    ctx = click.get_current_context()
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(parameter.name) is not ParameterSource.DEFAULT
        if given and parameter.name in {*_PLAY, *_OF_RULES} - {"workers", "progress"}:
            raise click.BadParameter(
                f"the hands of {str(folder)!r} are played already; leave the folder out to play others.",
                ctx=ctx,
                param=parameter,
            )
    return open_run(folder)
