"""What the shell sees: exit codes, errors in one line, interrupts and closed pipes."""

import os
import shlex
import signal
import sys
import threading
import warnings
from contextlib import suppress

import click

import mjcore as mj

__all__ = [
    "BAD_INPUT", "INTERRUPTED", "Commands", "command_line", "faults_reported", "interrupts_noted",
    "warnings_in_one_line",
]  # fmt: skip

BAD_INPUT = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it
PIPE_CLOSED = 141  # 128 + SIGPIPE


class Commands(click.Group):
    """The outermost group, which turns exceptions into exit codes.

    Examples
    --------
    >>> from click.testing import CliRunner
    >>> @click.command()
    ... def refuse():
    ...     raise mj.HandError("12 tiles where 13 are needed")
    >>> result = CliRunner().invoke(Commands("shell", {"refuse": refuse}), ["refuse"])
    >>> result.exit_code, result.stderr
    (2, 'error: 12 tiles where 13 are needed\\n')
    """

    def main(self, args=None, prog_name=None, complete_var=None, standalone_mode=True, **extra):
        """Run a command line and exit, unless `standalone_mode` is off."""
        args = sys.argv[1:] if args is None else list(args)
        extra.setdefault("obj", tuple(args))
        prog_name = self.name if prog_name is None else prog_name
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a closed stream is None
                stream.reconfigure(errors="backslashreplace")  # Chinese names, on any terminal
        sys.exit(self._exit_code(args, prog_name, complete_var, extra))

    def list_commands(self, ctx):
        """Names in the order in which the commands were added, not that of the alphabet."""
        return list(self.commands)

    def invoke(self, ctx):
        """Run the command; a reader of the output who has gone is no error to report."""
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except BrokenPipeError:
            if sys.stdout is not None:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nor is it at exit
            ctx.exit(PIPE_CLOSED)
        return result

    def _exit_code(self, args, prog_name, complete_var, extra):
        try:
            result = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except (click.Abort, KeyboardInterrupt) as error:
            cause = error.__cause__ if isinstance(error, click.Abort) else error
            click.echo(f"interrupted {cause or ''}".rstrip(), err=True)
            return INTERRUPTED
        except click.UsageError as error:
            if not args and error.ctx is not None:  # nothing was asked for
                click.echo(error.ctx.get_help())
                return 0
            help_ = f" (see {error.ctx.command_path} --help)" if error.ctx is not None else ""
            return _refused(error.format_message() + help_)
        except click.ClickException as error:
            return _refused(error.format_message())
        except mj.MahjongError as error:
            return _refused(str(error))
        except OSError as error:
            return _refused(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return result if isinstance(result, int) else 0


def command_line():
    """The command as it was given, to be run again.

    Examples
    --------
    >>> with click.Context(click.Command("waits"), obj=("waits", "3334p777s [666p][999p]")):
    ...     print(command_line())
    mjanalysis waits '3334p777s [666p][999p]'
    """
    return shlex.join(["mjanalysis", *click.get_current_context().find_root().obj])


class faults_reported:
    """Within it, what is wrong with one of many things is a line on standard error; then the command fails.

    Examples
    --------
    >>> from click.testing import CliRunner
    >>> @click.command()
    ... def read():
    ...     with faults_reported() as faults:
    ...         faults.report("line 2: no hand")
    ...         click.echo("the others")
    >>> result = CliRunner().invoke(read)
    >>> result.exit_code, result.stdout, result.stderr
    (2, 'the others\\n', 'error: line 2: no hand\\n')
    """

    def __enter__(self):
        self._any = False
        return self

    def __exit__(self, kind, error, trace):
        if error is None and self._any:
            click.get_current_context().exit(BAD_INPUT)

    def report(self, message):
        """Say what is wrong with one thing."""
        self._any = True
        _refused(message)


class interrupts_noted:
    """Within it the first Ctrl-C is noted, for work that writes what it has; a second one interrupts.

    Examples
    --------
    >>> with interrupts_noted() as interrupts:
    ...     signal.raise_signal(signal.SIGINT)
    ...     interrupts.seen()
    True
    """

    def __enter__(self):
        self._seen, self._before = False, None
        in_main = threading.current_thread() is threading.main_thread()
        if in_main and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error):
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def seen(self):
        """Whether there was a Ctrl-C."""
        return self._seen

    def _note(self, number, frame):
        if self._seen:
            raise KeyboardInterrupt
        self._seen = True
        with suppress(AttributeError, OSError, ValueError):  # standard error may be closed, or no file
            said = b"interrupted: what is computed will be written; a second Ctrl-C stops at once\n"
            os.write(sys.stderr.fileno(), said)  # not through its buffer, which may be in use


class warnings_in_one_line(warnings.catch_warnings):
    """Within it, warnings are one line each on standard error."""

    def __enter__(self):
        super().__enter__()
        warnings.simplefilter("always")
        warnings.showwarning = _show_warning


def _show_warning(message, category, filename, lineno, file=None, line=None):
    click.echo(f"warning: {_one_line(message)}", err=True)


def _refused(message):
    click.echo(f"error: {_one_line(message)}", err=True)
    return BAD_INPUT


def _one_line(message):
    return " ".join(str(message).splitlines()).strip()
