"""What all tests start from."""

import signal
import sys

import pytest


@pytest.fixture(scope="session", autouse=True)
def _interrupts_arrive():
    """Hear SIGINT also where the tests run as a job in the background, which a shell makes deaf to it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _figures_are_closed():
    """Leave no figure of a test open: matplotlib warns of many."""
    yield
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")
