"""Datasets of Ray, on a cluster of two nodes on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from customers import in_order, many

import tamis

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    nodes = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, connect=False, head_node_args=nodes)
    cluster.add_node(num_cpus=2, object_store_memory=100 << 20)
    variables = {"TMPDIR": str(tmp_path_factory.mktemp("ray"))}
    runtime = {"env_vars": variables}
    ray.init(address=cluster.address, log_to_driver=False, runtime_env=runtime)
    yield cluster
    ray.shutdown()
    cluster.shutdown()  # type: ignore[no-untyped-call]


def test_the_hits_are_those_of_one_process(
    cluster: Any, snapshot: tamis.Snapshot, folder: Path, names: list[str]
) -> None:
    import tamis.ray

    table = many(names)
    expected = in_order(list(snapshot.screen(table)))
    dataset = ray.data.from_arrow(table)
    hits = tamis.ray.screen(dataset, snapshot=str(folder), actors=2).materialize()
    assert hits.num_blocks() >= len(table) // tamis.ray.BLOCK_ROWS, "one block for all actors"
    assert in_order(hits.take_all()) == expected


def test_a_snapshot_comes_from_an_object_store(
    cluster: Any, folder: Path, names: list[str]
) -> None:
    import tamis.ray

    rows = [{"id": str(at), "name": name} for at, name in enumerate(names[:6])]
    dataset = ray.data.from_items(rows)
    hits = tamis.ray.screen(dataset, snapshot=folder.as_uri(), limit=1).take_all()
    assert {(row["customer_id"], row["record_name"]) for row in hits} == {
        (row["id"], row["name"]) for row in rows
    }


def test_rejects_are_rows(cluster: Any, folder: Path, names: list[str]) -> None:
    import tamis.ray

    rows = pyarrow.table({"id": ["a", "b"], "name": [names[0], None]})
    dataset = ray.data.from_arrow(rows)
    hits = tamis.ray.screen(dataset, snapshot=str(folder), errors="keep", limit=1).take_all()
    found = {(row["customer_id"], row["record_name"], row["rejected"]) for row in hits}
    assert found == {("a", names[0], None), ("b", None, "the row has no name")}
    with pytest.raises(Exception, match="column 'name': the row has no name"):
        tamis.ray.screen(dataset, snapshot=str(folder)).take_all()
