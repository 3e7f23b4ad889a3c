"""Tables of customers."""

from __future__ import annotations

import datetime
import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.csv
import pytest
from conftest import screened_by_command

import tamis

COLUMNS = ["customer_id", "customer_name", "matched_name", "record_name", "reason", "countries"]


def customers(names: list[str]) -> pyarrow.Table:
    ids = [f"K-{at}" for at in range(len(names))]
    dates = [None if at % 3 else datetime.date(1950 + at % 50, 1, 1) for at in range(len(names))]
    return pyarrow.table({"Kundennr": ids, "remarks": ids, "Full Name": names, "dob": dates})


@pytest.mark.parametrize("hits_only", [True, False])
def test_the_hits_are_those_of_the_command(
    folder: Path, snapshot: tamis.Snapshot, names: list[str], tmp_path: Path, hits_only: bool
) -> None:
    table = customers(names)
    pyarrow.csv.write_csv(table, tmp_path / "customers.csv")
    options = [] if hits_only else ["--all"]
    written = screened_by_command(folder, tmp_path / "customers.csv", *options)
    hits = snapshot.screen(table, hits_only=hits_only)
    assert len(written) == len(hits) > 100 and hits.customers == len(names)
    for row, line in zip(hits, written, strict=True):
        assert [row[column] or "" for column in COLUMNS] == [line[column] for column in COLUMNS]
        assert ("" if row["score"] is None else f"{row['score']:g}") == line["score"]
        assert str(row["record_id"] or "") == line["record_id"]
        assert {True: "yes", False: "no", None: ""}[row["match"]] == line["match"]
        assert row["customer_id"] == f"K-{row['row']}"
    assert hits.columns_read.startswith('id = "Kundennr", name = "Full Name", birth-date = "dob"')


MAKERS: list[Callable[[pyarrow.Table], Any]] = [
    lambda table: table,
    lambda table: table.to_reader(max_chunksize=7),
    lambda table: table.combine_chunks().to_batches()[0],
    lambda table: table.to_pandas(),
    lambda table: table.to_pandas().astype({"Kundennr": "category"}),
    lambda table: polars.from_arrow(table),
    lambda table: polars.DataFrame(table).cast({"Full Name": polars.Categorical}),
    lambda table: duckdb.from_arrow(table),
]


@pytest.mark.parametrize("at", range(len(MAKERS)))
def test_tables_of_any_package_are_read_alike(
    snapshot: tamis.Snapshot, names: list[str], at: int
) -> None:
    table = customers(names)
    expected = snapshot.screen(table).to_pyarrow()
    assert snapshot.screen(MAKERS[at](table), threads=1).to_pyarrow().equals(expected)


def test_names_alone_are_a_table(snapshot: tamis.Snapshot, names: list[str]) -> None:
    expected = [row["record_id"] for row in snapshot.screen(names)]
    assert expected
    for table in (pandas.Series(names), polars.Series(names), pyarrow.chunked_array([names])):
        assert [row["record_id"] for row in snapshot.screen(table)] == expected


def test_results_are_read_by_any_package(snapshot: tamis.Snapshot, names: list[str]) -> None:
    hits = snapshot.screen(names)
    rows = list(hits)
    assert hits.to_pyarrow().to_pylist() == rows
    assert hits.to_polars().to_dicts() == rows
    assert len(hits.to_pandas()) == len(rows) == len(hits)
    assert duckdb.from_arrow(hits.to_pyarrow()).shape == (len(rows), len(rows[0]))
    assert hits.rows(2, 4) == rows[2:4]


def test_numbers_and_dates_of_any_type_are_read(snapshot: tamis.Snapshot) -> None:
    born = datetime.date(1970, 2, 3)
    for dates in (
        pyarrow.array([born]),
        pyarrow.array([born], pyarrow.date64()),
        *(pyarrow.array([born]).cast(pyarrow.timestamp(unit)) for unit in ("s", "ms", "us", "ns")),
        pyarrow.array(["3.2.1970"]),
        pyarrow.array(["1970-02-03"], pyarrow.large_string()),
        pyarrow.array(["1970-02-03"], pyarrow.string_view()),
    ):
        table = pyarrow.table(
            {"id": pyarrow.array([7], pyarrow.int32()), "name": ["A"], "dob": dates}
        )
        hits = snapshot.screen(table, hits_only=False)
        assert [row["customer_id"] for row in hits.rows(0, 1)] == ["7"], dates.type
        assert len(hits.rejects) == 0


def test_a_row_that_cannot_be_read_names_itself(snapshot: tamis.Snapshot, names: list[str]) -> None:
    table = {"id": ["a", "b", "c"], "name": [names[0], None, "x"], "dob": ["1970", "", "soon"]}
    with pytest.raises(tamis.RowError) as raised:
        snapshot.screen(pyarrow.table(table))
    error = raised.value
    assert (error.row, error.customer_id, error.column, error.value) == (1, "b", "name", "")
    assert "row 1, column 'name': the row has no name" in str(error)
    hits = snapshot.screen(pyarrow.table(table), errors="keep")
    assert hits.customers == 3 and {row["row"] for row in hits} >= {0}
    rejects = [(row["row"], row["screened"], row["column"], row["value"]) for row in hits.rejects]
    assert rejects == [(1, False, "name", ""), (2, True, "dob", "soon")]
    assert (hits.refused, hits.unread) == (1, 1)


def test_what_cannot_be_read_is_passed_over_and_counted(
    snapshot: tamis.Snapshot, names: list[str]
) -> None:
    table = pyarrow.table(
        {
            "name": [names[0], None, "???", names[1], names[2]],
            "dob": ["1970", "1970", "soon", "soon", ""],
            "country": ["DE", "DE", "DE", "Narnia", None],
        }
    )
    hits = snapshot.screen(table, errors="coerce")
    kept = snapshot.screen(table, errors="keep")
    assert list(hits) == list(kept) and {row["row"] for row in hits} == {0, 3, 4}
    for own in (hits, kept):
        assert (own.customers, own.refused, own.unread) == (5, 2, 3)
        assert "(customers refused: 2, values not read: 3)" in repr(own)
        assert "(customers refused: 2, values not read: 3)" in own._repr_html_()
    assert len(hits.rejects) == 0
    assert [(row["row"], row["screened"]) for row in kept.rejects] == [
        (1, False),
        (2, False),
        (2, False),
        (3, True),
        (3, True),
    ]
    assert sum(part.refused for part in snapshot.screen_batches(table, errors="coerce")) == 2
    clean = snapshot.screen(table.slice(4))
    assert (clean.refused, clean.unread) == (0, 0) and "refused" not in repr(clean)


def test_a_parameter_without_effect_is_told(snapshot: tamis.Snapshot) -> None:
    for hits in (
        snapshot.screen(["x"], exclude_dataset="no_list"),
        snapshot.match_columns(["x"], exclude_dataset="no_list"),
    ):
        assert len(hits.ignored) == 1 and "no_list" in hits.ignored[0]
    assert snapshot.screen(["x"]).ignored == []


def test_counts_of_a_cluster_would_be_lost(folder: Path) -> None:
    import tamis.ray
    import tamis.spark

    screens: list[Any] = [tamis.ray.screen, tamis.spark.screen]
    for screen in screens:
        with pytest.raises(ValueError, match="errors is 'coerce'; it must be one of raise, keep"):
            screen(None, snapshot=str(folder), errors="coerce")


NAMELESS = pyarrow.table({"a": ["x"]})


@pytest.mark.parametrize(
    ("table", "options", "kind", "reason"),
    [
        (7, {}, TypeError, "a table must be a list of names or have __arrow_c_stream__"),
        (["x", 1], {}, TypeError, "a list of names"),
        (
            pyarrow.table({"a": ["x"]}),
            {},
            ValueError,
            'columns={"name": COLUMN}. The columns are "a"',
        ),
        (NAMELESS, {"columns": {"name": "b"}}, ValueError, 'no column "b"'),
        (NAMELESS, {"columns": {"names": "a"}}, ValueError, 'field is "names"'),
        (pyarrow.table({"name": [1.5]}), {}, ValueError, 'column "name" is of type Float64'),
        (["x"], {"limit": 51}, ValueError, 'limit is "51"'),
        (
            ["x"],
            {"errors": "no"},
            ValueError,
            'errors is "no"; it must be one of raise, keep, coerce',
        ),
        (["x"], {"dates": "ymd"}, ValueError, "dates is 'ymd'"),
        (["x"], {"threads": 0}, ValueError, "threads is 0"),
        (["x"], {"schema": "Ship"}, ValueError, 'schema is "Ship"; it must be one of Person'),
        (["x"], {"nothing": 1}, ValueError, "nothing"),
    ],
)
def test_what_is_wrong_is_said(
    snapshot: tamis.Snapshot,
    table: Any,
    options: dict[str, Any],
    kind: type[Exception],
    reason: str,
) -> None:
    with pytest.raises(kind) as raised:
        snapshot.screen(table, **options)
    assert reason in str(raised.value)


def endless(names: list[str]) -> pyarrow.RecordBatchReader:
    batch = pyarrow.record_batch({"name": names})
    return pyarrow.RecordBatchReader.from_batches(batch.schema, itertools.repeat(batch))


def test_an_endless_table_is_screened_in_parts(snapshot: tamis.Snapshot, names: list[str]) -> None:
    parts = snapshot.screen_batches(endless(names))
    first, second = itertools.islice(parts, 2)
    assert first.rows(0, 1)[0]["row"] == 0
    assert second.rows(0, 1)[0]["row"] > first.rows(len(first) - 1)[0]["row"] >= 0


def test_a_bar_shows_how_far_it_is(
    snapshot: tamis.Snapshot, names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("tqdm")
    hits = snapshot.screen(names, progress=True)
    shown = capsys.readouterr().err
    assert "100%" in shown and f"{len(names)}/{len(names)}" in shown
    assert list(hits) == list(snapshot.screen(names)) and not capsys.readouterr().err


def test_what_a_table_raises_ends_the_run(snapshot: tamis.Snapshot, names: list[str]) -> None:
    batch = pyarrow.record_batch({"name": names})

    def batches() -> Any:
        yield batch
        raise OSError("the disk is gone")

    reader = pyarrow.RecordBatchReader.from_batches(batch.schema, batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        snapshot.screen(reader)


def test_other_threads_run_meanwhile(snapshot: tamis.Snapshot, names: list[str]) -> None:
    done = threading.Event()
    found: list[int] = []

    def work() -> None:
        found.append(len(snapshot.screen(names)))
        done.set()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done.is_set() and len(set(found)) == 1


INTERRUPTED = """
import itertools, sys, pyarrow, tamis
batch = pyarrow.record_batch({"name": ["Ivan Petrov %d" % at for at in range(1000)]})
reader = pyarrow.RecordBatchReader.from_batches(batch.schema, itertools.repeat(batch))
snapshot = tamis.open(sys.argv[1])
try:
    print("begun", flush=True)
    snapshot.screen(reader)
except KeyboardInterrupt:
    print("interrupted", flush=True)
left_open = snapshot.screen_batches(reader)
next(left_open)
"""


def test_an_interrupt_ends_the_run(folder: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    os.kill(process.pid, signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    assert process.wait() == 0, "a run that is left open ends with the process"
