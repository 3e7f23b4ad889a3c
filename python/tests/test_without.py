"""The package where other packages are not installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ALONE = """
import sys
for package in sys.argv[2].split():
    sys.modules[package] = None
import tamis
snapshot = tamis.open(sys.argv[1])
name = snapshot.match("a").results[0].caption
"""


def alone(folder: Path, script: str, without: str) -> str:
    """What a script prints where some packages are missing."""
    command = [sys.executable, "-c", ALONE + script, str(folder), without]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_lists_go_in_and_dictionaries_come_out_without_any_package(folder: Path) -> None:
    script = """
hits = snapshot.screen([name, "Nobody Whatsoever"])
assert hits.rows()[0]["record_name"] == name and name in hits._repr_html_()
found = snapshot.match_columns([name, None], birth_date=[1970, None], errors="coerce")
assert [row["record_name"] for row in found] == [name, None]
assert snapshot.compare(found.rows()[0]["record_id"], name).score == 1.0
print("done")
"""
    assert alone(folder, script, "pyarrow pandas polars duckdb numpy") == "done\n"


def test_polars_needs_no_pyarrow(folder: Path) -> None:
    script = """
import polars
customers = polars.DataFrame({"id": ["a"], "name": [name]})
hits = snapshot.screen(customers).to_polars()
assert customers.join(hits, left_on="id", right_on="customer_id")["record_name"][0] == name
print(snapshot.match_columns(customers["name"]).to_polars()["score"][0])
"""
    assert alone(folder, script, "pyarrow pandas duckdb") == "1.0\n"


def test_duckdb_needs_no_pyarrow(folder: Path) -> None:
    script = """
import duckdb
quoted = name.replace("'", "''")
hits = snapshot.screen(duckdb.sql(f"SELECT '{quoted}' AS name"))
print(hits.rows()[0]["record_name"] == name)
"""
    assert alone(folder, script, "pyarrow pandas polars") == "True\n"


@pytest.mark.parametrize(
    ("asked", "without", "reason"),
    [
        ("to_pyarrow()", "pyarrow", "to_pyarrow() needs pyarrow: pip install pyarrow"),
        ("to_pandas()", "pyarrow", "to_pandas() needs pyarrow: pip install pyarrow"),
        ("to_pandas()", "pandas", "to_pandas() needs pandas: pip install pandas"),
        ("to_polars()", "polars", "to_polars() needs polars: pip install polars"),
    ],
)
def test_a_package_that_is_missing_is_named(
    folder: Path, asked: str, without: str, reason: str
) -> None:
    script = f"""
try:
    snapshot.screen([name]).{asked}
except ImportError as error:
    print(error)
"""
    assert alone(folder, script, without) == f"{reason}\n"


@pytest.mark.parametrize("asked", ["screen(frame)", 'match_columns(frame["name"])'])
def test_pandas_says_that_its_tables_need_pyarrow(folder: Path, asked: str) -> None:
    script = f"""
import pandas
frame = pandas.DataFrame({{"name": [name]}})
try:
    snapshot.{asked}
except ImportError as error:
    print(error)
"""
    assert "pyarrow" in alone(folder, script, "pyarrow")
