"""Runs on a cluster: the rows of one core, also if its workers are killed; what it cannot finish is named."""

import os
import signal

import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.store import StoredParts

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),  # a cluster has warnings of its own
]

RULES = mj.MCR.replace(min_points=0)
GIVEN = {"deals": 20_200, "policy": "random", "seed": 12, "chunk": 500}


@pytest.fixture
def client():
    """Three worker processes that a nanny replaces when they die."""
    with (
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def expected():
    return ma.simulate(RULES, **GIVEN).frame


@pytest.fixture
def after_parts(monkeypatch):
    """Calls a function once so many parts are there."""

    def planned(n, function):
        add = StoredParts.add

        def added(self, k, content, rows):
            add(self, k, content, rows)
            if k + 1 == n:
                function()

        monkeypatch.setattr(StoredParts, "add", added)

    return planned


def dies(rng, size):
    os.kill(os.getpid(), signal.SIGKILL)


def test_rows_are_those_of_one_core_though_a_worker_is_killed(client, expected, after_parts, tmp_path):
    victim = next(iter(client.run(os.getpid).values()))
    after_parts(3, lambda: os.kill(victim, signal.SIGKILL))
    run = ma.simulate(RULES, store=tmp_path, workers=3, executor=client.get_executor(), **GIVEN)
    pd.testing.assert_frame_equal(run.frame, expected)
    assert victim not in client.run(os.getpid).values()
    assert (ma.verify(tmp_path)["state"] == "whole").all()


def test_a_chunk_that_kills_all_its_workers_is_named(client):
    with pytest.raises(ma.WorkersLost, match=r"gave up chunk 0 of 3, .* \(KilledWorker: .*"):
        list(ma.replicate(dies, n=300, seed=1, chunk=100, workers=3, executor=client.get_executor()))


@pytest.mark.parametrize("goes", ["client", "cluster"])
def test_a_run_whose_cluster_goes_keeps_its_parts_and_goes_on(goes, client, expected, after_parts, tmp_path):
    after_parts(5, client.close if goes == "client" else client.cluster.close)
    with pytest.raises(ma.WorkersLost, match=r"gave up chunk \d+ of 41"):
        ma.simulate(RULES, store=tmp_path, workers=3, executor=client.get_executor(), **GIVEN)
    there = len(ma.open_run(tmp_path))
    assert 2_500 <= there < 20_200
    pd.testing.assert_frame_equal(ma.simulate(RULES, store=tmp_path, **GIVEN).frame, expected)
