"""Tables of Spark, on a cluster of a master and two workers on this machine.

Skipped where there is no Java.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from customers import CUSTOMERS, in_order, many

import tamis

pyspark = pytest.importorskip("pyspark")
pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java")

PARTITIONS = 24
# The machine has two cores; nothing here may take longer.
DEADLINE = 120.0


def started(*arguments: str, until: str) -> tuple[subprocess.Popen[str], str]:
    """A part of Spark, and the line of its log that says that it is ready."""
    spark_class = Path(pyspark.__file__).parent / "bin" / "spark-class"
    process = subprocess.Popen(
        [str(spark_class), *arguments], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stderr is not None
    line = next((line for line in process.stderr if until in line), "")
    assert line, f"{arguments[0]} did not start"
    # Nobody reads the rest, and a full pipe would hold it up.
    threading.Thread(target=process.stderr.read, daemon=True).start()
    return process, line


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    work = str(tmp_path_factory.mktemp("spark"))
    deploy = "org.apache.spark.deploy"
    place = ("--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
    master, line = started(f"{deploy}.master.Master", *place, until="Starting Spark master at")
    address = line.split()[-1]
    worker = (f"{deploy}.worker.Worker", *place, "--cores", "1", "--memory", "700m")
    workers = [
        started(*worker, "--work-dir", work, address, until="Successfully registered")
        for _ in range(2)
    ]
    session = (
        SparkSession.builder.master(address)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executor.memory", "512m")
        .config("spark.sql.warehouse.dir", work)
        .config("spark.executorEnv.TMPDIR", work)
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
    for process, _ in [*workers, (master, "")]:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture(scope="module")
def customers(names: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("customers") / "customers.parquet"
    pyarrow.parquet.write_table(many(names), path)
    return path


def executors() -> list[int]:
    """Processes of executors on this machine."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in command and b"--app-id" in command:
            found.append(int(process.name))
    return found


def test_the_hits_are_those_of_one_process_also_where_an_executor_dies(
    spark: Any, snapshot: tamis.Snapshot, folder: Path, customers: Path
) -> None:
    import tamis.spark

    expected = in_order(list(snapshot.screen(pyarrow.parquet.read_table(customers))))
    assert len(expected) > CUSTOMERS / 200
    table = spark.read.parquet(str(customers)).repartition(PARTITIONS)
    hits = tamis.spark.screen(table, snapshot=str(folder))
    rows: list[Any] = []
    job = threading.Thread(target=lambda: rows.extend(hits.collect()))
    job.start()
    tracker, until = spark.sparkContext.statusTracker(), time.monotonic() + DEADLINE
    while job.is_alive() and time.monotonic() < until:
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        if any(s and s.numTasks == PARTITIONS and s.numCompletedTasks >= 4 for s in stages):
            break
        time.sleep(0.01)
    victims = executors()
    assert job.is_alive() and len(victims) == 2, "half-way"
    os.kill(victims[0], signal.SIGKILL)
    job.join(DEADLINE)
    assert in_order([row.asDict() for row in rows]) == expected


def test_a_snapshot_comes_from_an_object_store(spark: Any, folder: Path, names: list[str]) -> None:
    import tamis.spark

    rows = [(str(at), name) for at, name in enumerate(names[:6])]
    table = spark.createDataFrame(rows, "id string, name string").repartition(3)
    hits = tamis.spark.screen(table, snapshot=folder.as_uri(), limit=1).collect()
    assert {(row.customer_id, row.record_name) for row in hits} == set(rows)
    with pytest.raises(tamis.SnapshotError, match="there is no version"):
        tamis.spark.screen(table, snapshot=f"{folder.as_uri()}/nowhere")


def test_a_snapshot_is_distributed_and_rejects_are_rows(
    spark: Any, snapshot: tamis.Snapshot, folder: Path, names: list[str], tmp_path: Path
) -> None:
    import tamis.spark

    archive = tmp_path / "lists.tar.gz"
    files = [
        "CURRENT",
        *(f"{snapshot.version}/{name}" for name in ("manifest.json", "snapshot.tamis")),
    ]
    with tarfile.open(archive, "w:gz") as packed:
        for file in files:
            packed.add(folder / file, file)
    spark.sparkContext.addArchive(f"{archive}#lists")
    rows = [("a", names[0], "1970"), ("b", None, None), ("c", names[1], "soon")]
    table = spark.createDataFrame(rows, "key string, name string, dob string")
    asked: dict[str, Any] = {"columns": {"id": "key"}, "snapshot": "lists", "limit": 1}
    hits = tamis.spark.screen(table, errors="keep", **asked).collect()
    found = {(row.customer_id, row.record_name, row.rejected) for row in hits}
    assert found == {
        ("a", names[0], None),
        ("b", None, "the row has no name"),
        ("c", names[1], None),
        ("c", None, 'the birth date "soon" cannot be read'),
    }
    with pytest.raises(Exception, match="column 'name': the row has no name"):
        tamis.spark.screen(table, **asked).collect()
    with pytest.raises(Exception, match="no column is known to hold the key"):
        unkeyed = table.where("key = 'a'").select("name")
        tamis.spark.screen(unkeyed, snapshot="lists").collect()
    with pytest.raises(Exception, match="neither a path on this machine nor"):
        tamis.spark.screen(table, snapshot="nowhere").collect()
