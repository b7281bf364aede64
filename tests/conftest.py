"""What all tests start from."""

import signal

import pytest


@pytest.fixture(scope="session", autouse=True)
def _interrupts_arrive():
    """Hear SIGINT also where the tests run as a job in the background, which a shell makes deaf to it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
