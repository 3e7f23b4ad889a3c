"""Columns, matched row by row."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pandas
import polars
import pyarrow
import pytest

import tamis

RECORD = ["match", "score", "matched_name", "record_id", "record_name", "list", "reason"]


def test_each_row_has_what_a_match_of_it_finds(snapshot: tamis.Snapshot, names: list[str]) -> None:
    years = [1950 + at % 50 for at in range(len(names))]
    found = snapshot.match_columns(
        names, birth_date=years, nationality=["RU"] * len(names), schema="Person", threshold=0.9
    )
    assert len(found) == found.customers == len(names)
    for at, row in enumerate(found):
        assert row["row"] == at and row["customer_name"] == names[at]
        match = snapshot.match(
            names[at],
            schema="Person",
            birth_date=str(years[at]),
            nationality="RU",
            limit=1,
            threshold=0.9,
        )
        if not match.results:
            assert [row[column] for column in RECORD] == [None] * len(RECORD)
            continue
        [best] = match.results
        assert (row["score"], row["match"], row["record_id"]) == (best.score, best.match, best.id)
        assert (row["record_name"], row["reason"]) == (best.caption, best.explain())
        assert [row["list"]] == best.datasets
    scores = [row["score"] for row in found]
    assert 1.0 in scores and None in scores, "listed, and not known at all"


MAKERS: list[Callable[[list[Any]], Any]] = [
    tuple,
    iter,
    pyarrow.array,
    lambda items: pyarrow.array(items).dictionary_encode(),
    lambda items: pyarrow.chunked_array([items[:3], items[3:3], items[3:]]),
    pandas.Series,
    lambda items: pandas.Series(items).to_numpy(),
    polars.Series,
    lambda items: polars.concat(
        [polars.Series(items[:5]), polars.Series(items[5:])], rechunk=False
    ),
]


@pytest.mark.parametrize("at", range(len(MAKERS)))
def test_columns_of_any_package_are_read_alike(
    snapshot: tamis.Snapshot, names: list[str], at: int
) -> None:
    some: list[str] = names[::4]
    born = [datetime.date(1950 + at, 2, 3) if at % 3 else None for at in range(len(some))]
    expected = snapshot.match_columns(some, birth_date=born)
    make = MAKERS[at]
    assert list(snapshot.match_columns(make(some), birth_date=make(born), threads=1)) == list(
        expected
    )
    halves = pyarrow.chunked_array([some[:7], some[7:]])
    assert list(snapshot.match_columns(halves, birth_date=make(born))) == list(expected)


def test_the_kind_of_each_row_may_be_a_column(snapshot: tamis.Snapshot, names: list[str]) -> None:
    kinds = ["person", None, "vessel"]
    found = snapshot.match_columns([names[0]] * 3, schema=kinds)
    schemas: list[Any] = ["Person", "LegalEntity", "Vessel"]
    expected = [snapshot.match(names[0], schema=own).results[0].score for own in schemas]
    assert [row["score"] for row in found] == expected and len(set(expected)) > 1


def test_a_ship_is_found_by_its_number_alone(snapshot: tamis.Snapshot) -> None:
    numbers = (result.imo for result in snapshot.match("Star", schema="Vessel", limit=50).results)
    imo = next(number for number in numbers if number)
    found = snapshot.match_columns([None], imo_number=[imo], schema="Vessel")
    assert found.rows()[0]["match"] and "IMO number" in found.rows()[0]["reason"]


def test_a_row_that_is_passed_over_has_its_place(
    snapshot: tamis.Snapshot, names: list[str]
) -> None:
    given: list[str | None] = [None, names[0], "???", names[1]]
    born = ["1970", "soon", None, float("nan")]
    with pytest.raises(tamis.RowError) as raised:
        snapshot.match_columns(given, birth_date=born)
    assert (raised.value.row, raised.value.column) == (0, "name")
    with pytest.raises(tamis.RowError) as raised:
        snapshot.match_columns(given[1:], birth_date=born[1:])
    error = raised.value
    assert (error.row, error.column, error.value) == (0, "birth_date", "soon")
    for errors, rejects in (("keep", [0, 1, 2]), ("coerce", [])):
        found = snapshot.match_columns(given, birth_date=born, errors=errors)  # type: ignore[arg-type]
        assert [row["row"] for row in found] == [0, 1, 2, 3]
        assert [row["record_name"] for row in found] == [None, names[0], None, names[1]]
        assert found.rows()[0]["reason"] == "the row has no name"
        assert 'name is "???"' in found.rows()[2]["reason"]
        assert [row["match"] for row in found] == [None, True, None, True]
        assert (found.customers, found.refused, found.unread) == (4, 2, 1)
        assert [row["row"] for row in found.rejects] == rejects


def test_no_rows_are_no_rows(snapshot: tamis.Snapshot) -> None:
    found = snapshot.match_columns([], birth_date=pyarrow.array([], pyarrow.date32()))
    assert len(found) == found.customers == 0 and "record_id" in found.column_names


def test_what_is_found_stands_beside_the_columns(
    snapshot: tamis.Snapshot, names: list[str]
) -> None:
    found = snapshot.match_columns(names)
    frame = pandas.DataFrame({"name": names}, index=range(100, 100 + len(names)))
    frame["score"] = found.to_pandas()["score"].to_numpy()
    table = polars.DataFrame({"name": names}).hstack(found.to_polars().select("score", "record_id"))
    assert table["score"].to_list() == [row["score"] for row in found]
    assert frame["score"].iloc[0] == table["score"][0] == 1.0


@pytest.mark.parametrize(
    ("columns", "kind", "reason"),
    [
        (
            {"name": ["x", "y"], "birth_date": ["1970"]},
            ValueError,
            "name has 2 rows and birth_date has 1; columns must be of one length",
        ),
        ({"name": "x"}, TypeError, "name must be a column of pyarrow, pandas or Polars, or a list"),
        ({"name": {"x": "y"}}, TypeError, "name must be a column"),
        ({"name": 7}, TypeError, "name must be a column"),
        ({"name": ["x", 1.5]}, TypeError, "name[1] is of type <class 'float'>; it must be a text"),
        ({"name": ["x", True]}, TypeError, "name[1] is of type <class 'bool'>"),
        ({"name": polars.DataFrame({"a": ["x"]})}, TypeError, "name is a table; it must be one"),
        ({"name": ["x"], "birth_date": pyarrow.array([1.5])}, ValueError, "Float64"),
        ({"name": ["x"], "limit": 2}, TypeError, "'limit'"),
        ({"name": ["x"], "hits_only": True}, TypeError, "'hits_only'"),
        ({"name": ["x"], "nothing": 1}, ValueError, "nothing"),
        ({"name": ["x"], "errors": "ignore"}, ValueError, 'errors is "ignore"'),
    ],
)
def test_what_is_wrong_is_said(
    snapshot: tamis.Snapshot, columns: dict[str, Any], kind: type[Exception], reason: str
) -> None:
    with pytest.raises(kind) as raised:
        snapshot.match_columns(**columns)
    assert reason in str(raised.value)
