"""The examples of README.md, as they stand there."""

from __future__ import annotations

import ast
import re
from typing import Any

import polars
from conftest import ROOT

import tamis


def examples(heading: str) -> list[str]:
    text = (ROOT / "python" / "README.md").read_text()
    [section] = [part for part in text.split("\n## ") if part.startswith(f"{heading}\n")]
    return re.findall(r"```python\n(.*?)```", section, re.DOTALL)


def values(example: str, known: dict[str, Any]) -> list[Any]:
    """Of each expression that stands by itself."""
    found = []
    for statement in ast.parse(example).body:
        if isinstance(statement, ast.Expr):
            found.append(eval(compile(ast.Expression(statement.value), "README", "eval"), known))
        else:
            exec(compile(ast.Module([statement], []), "README", "exec"), known)
    return found


def customers(names: list[str]) -> polars.DataFrame:
    listed = [names[0], "Nobody Whatsoever", names[1]]
    born, countries = ["1970", None, None], ["DE", "DE", None]
    table = {"id": [70, 80, 90], "name": listed, "dob": born, "country": countries}
    return polars.DataFrame(table).with_columns(polars.col("id").cast(polars.String))


def test_a_row_stands_beside_each_row(snapshot: tamis.Snapshot, names: list[str]) -> None:
    known: dict[str, Any] = {"snapshot": snapshot, "customers": customers(names)}
    [example] = examples("A row for each row")
    [beside] = values(example, known)
    assert beside["id"].to_list() == ["70", "80", "90"]
    assert beside["record_name"].to_list()[::2] == [names[0], names[1]]
    assert beside["match"][1] is not True


def test_hits_stand_beside_their_customers(snapshot: tamis.Snapshot, names: list[str]) -> None:
    known: dict[str, Any] = {"snapshot": snapshot, "customers": customers(names)}
    expected = [
        (row["customer_id"], row["record_id"]) for row in snapshot.screen(known["customers"])
    ]
    assert {key for key, _ in expected} == {"70", "90"}
    joined = [
        table
        for example in examples("Hits beside their customers")
        for table in values(example, known)
    ]
    assert len(joined) == 6
    for at, table in enumerate(joined):
        rows = table.df() if hasattr(table, "df") else table
        rows = rows if isinstance(rows, polars.DataFrame) else polars.from_pandas(rows)
        everybody = [("80", None)] if at == 2 else []
        found = list(zip(rows["id"].to_list(), rows["record_id"].to_list(), strict=True))
        assert sorted(found) == sorted([*expected, *everybody]), at


def test_one_record_is_compared(snapshot: tamis.Snapshot, names: list[str]) -> None:
    record = snapshot.match(names[0]).results[0].id
    [example] = examples("One record")
    [(score, is_match, reason)] = values(example, {"snapshot": snapshot, "record_id": record})
    assert 0 <= score < 0.75 and not is_match and reason
