"""Hands of both games, which several questions are asked of."""

import pytest

import mjanalysis as ma
import mjcore as mj

RUNS = {
    "soft_eight": (mj.SOFT_EIGHT.replace(min_main_tiles=5), {"sessions": 8}),
    "mcr": (mj.MCR.replace(min_points=0), {"dealer": "rotate"}),
}


@pytest.fixture(scope="session", params=RUNS)
def run(request):
    rules, setup = RUNS[request.param]
    return ma.simulate(rules, deals=3_200, policy="efficient", seed=7, chunk=1_600, hands=True, **setup)
