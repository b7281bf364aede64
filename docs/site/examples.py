"""The examples of a page: found in its text, run in its order, held against what they say they print."""

import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from click.testing import CliRunner

from mjanalysis.cli import main

#: A block of a page that is run: Python, or commands with what they print.
BLOCK = re.compile(r"^```(?:python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: A line of the shell.
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)


def blocks_of(text: str) -> list[tuple[int, str]]:
    """(line, text) of each block of a page."""
    return [(text.count("\n", 0, match.start()) + 2, match[1]) for match in BLOCK.finditer(text)]


class Page:
    """Blocks of a page share their names, as a reader who types them in would.

    Parameters
    ----------
    file : str
        What errors call the page.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.names: dict[str, object] = {"__name__": "__main__"}

    def run(self, block: str, line: int) -> list[object]:
        """Run a block whose text begins at a line.

        Returns
        -------
        list
            What its examples showed.

        Raises
        ------
        AssertionError
            If they print another thing than they say, or end Python.
        """
        if COMMAND.match(block):
            self._run_commands(block, line)
            return []
        if ">>>" not in block:
            try:
                exec(compile("\n" * (line - 1) + block, self.file, "exec"), self.names)
            except SystemExit as error:  # it would end the build, and with 0 as if all were well
                raise AssertionError(f"{self.file}, line {line}: the block ends Python") from error
            return []
        test = doctest.DocTestParser().get_doctest(block, self.names, self.file, self.file, line - 1)
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        report: list[str] = []
        with _values_kept() as values:
            runner.run(test, out=report.append, clear_globs=False)
        self.names = test.globs
        assert not runner.failures, "".join(report)
        return values

    def _run_commands(self, block: str, line: int) -> None:
        """Run each command in this process; below it stands all that it writes, errors too."""
        _, *parts = COMMAND.split(block)
        for command, expected in zip(parts[::2], parts[1::2], strict=True):
            place = f"{self.file}, line {line}: {command}"
            program, *words = shlex.split(command)
            assert program == "mjanalysis", f"{place}\n{program} is not run, only mjanalysis is"
            result = CliRunner().invoke(main, words)
            if not isinstance(result.exception, SystemExit | None):
                raise result.exception
            assert result.output.split() == expected.split(), f"{place}\n{result.output}"

    def value(self, text: str) -> object:
        """What an expression is among the names of the page."""
        return eval(text, self.names)


@contextmanager
def _values_kept() -> Iterator[list[object]]:
    """What is shown meanwhile; doctest itself shows by the hook of the interpreter."""
    values: list[object] = []
    hook = sys.__displayhook__

    def keep(value: object) -> None:
        if value is not None:
            values.append(value)
        hook(value)

    sys.__displayhook__ = keep
    try:
        yield values
    finally:
        sys.__displayhook__ = hook
