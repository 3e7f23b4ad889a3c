"""Customer files as people have them (`tests/customers`): each has five listed persons."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import conftest
import pytest

import tamis

CORPUS = conftest.ROOT / "tests" / "customers"

LISTED = (CORPUS / "listed.jsonl").read_text(encoding="utf-8")
LIST = (conftest.ROOT / "tests" / "support" / "list.toml").read_text()

with (CORPUS / "corpus.csv").open(encoding="utf-8", newline="") as _table:
    CASES = list(csv.DictReader(_table))


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> tamis.Snapshot:
    """A snapshot of the five."""
    work = tmp_path_factory.mktemp("listed")
    register = work / "lists" / "test_list"
    register.mkdir(parents=True)
    (register / "register.toml").write_text(LIST)
    (register / "records.jsonl").write_text(LISTED, encoding="utf-8")
    build = ("build", "--sources", work / "lists", "--out", work / "snapshots", "--quiet")
    conftest.run("snapshot-builder", *build, "--no-bulk")
    return tamis.open(work / "snapshots")


def options_of(case: dict[str, str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, value in parse_qsl(case["parameters"]):
        if name == "column":
            field, column = value.split("=", 1)
            options.setdefault("columns", {})[field.replace("-", "_")] = column
        elif name == "header_row":
            options[name] = int(value)
        else:
            options[name] = value
    return options


def outcome(hits: tamis.Hits) -> str:
    found = {row["record_name"] for row in hits}
    if len(found) == len(LISTED.splitlines()):
        if hits.refused:
            return "found, rows refused"
        return "found, values not read" if hits.unread else "found"
    if hits.refused:
        return "rows refused"
    assert not found, "listed persons are lost in silence"
    return "nobody"


@pytest.mark.parametrize("case", CASES, ids=[case["file"] for case in CASES])
def test_listed_persons_are_found_or_it_is_said_why_not(
    listed: tamis.Snapshot, case: dict[str, str]
) -> None:
    path = CORPUS / "files" / case["file"]
    try:
        hits = listed.screen_file(path, errors="keep", **options_of(case))
    except ValueError as fault:
        assert case["outcome"] == "refused", fault
        assert case["says"] in str(fault)
    else:
        assert outcome(hits) == case["outcome"], (hits, hits.columns_read)
        said = [f"{row['value']} {row['reason']}" for row in hits.rejects]
        assert not case["says"] or any(case["says"] in sentence for sentence in said), said


def test_a_file_is_screened_as_by_the_command(
    folder: Path, snapshot: tamis.Snapshot, names: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "customers.csv"
    names = [name for name in names if name.isascii()]
    with path.open("w", encoding="windows-1251", newline="") as file:
        table = csv.writer(file, delimiter=";")
        table.writerow(["id", "Имя", "Дата рождения"])
        table.writerows((f"K-{at}", name, "нет") for at, name in enumerate(names))
    hits = snapshot.screen_file(path, encoding="windows-1251", errors="coerce")
    by_command = conftest.screened_by_command(folder, path, "--encoding", "windows-1251")
    columns = ("customer_id", "record_id", "reason")
    assert [tuple(str(row[own]) for own in columns) for row in hits] == [
        tuple(row[own] for own in columns) for row in by_command
    ]
    assert len(hits) > 0
    assert hits.customers == len(names)
    assert hits.unread == len(names)
    assert next(iter(hits))["row"] == 2, "the line below the header"
    assert "windows-1251" in hits.columns_read
    assert hits.key_column == "id"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"encoding": "klingon"}, "encoding is .klingon."),
        ({"form": "parquet"}, "form is"),
        ({"sheet": "Data"}, "no sheet"),
        ({"header_row": -1}, "header_row"),
        ({"columns": {"name": "Nom"}}, "Nom"),
    ],
)
def test_what_cannot_be_read_is_named(
    snapshot: tamis.Snapshot, tmp_path: Path, options: dict[str, Any], expected: str
) -> None:
    path = tmp_path / "customers.csv"
    path.write_text("id,name\n1,Anna Keller\n")
    with pytest.raises(ValueError, match=expected):
        snapshot.screen_file(path, **options)


def test_a_file_that_is_not_there_is_named(snapshot: tamis.Snapshot, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"gone\.csv"):
        snapshot.screen_file(tmp_path / "gone.csv")
