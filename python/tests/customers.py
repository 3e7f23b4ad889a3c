"""Customers by the thousand, for clusters. TAMIS_CLUSTER_CUSTOMERS sets how many."""

from __future__ import annotations

import itertools
import os
from typing import Any

import pyarrow

CUSTOMERS = int(os.environ.get("TAMIS_CLUSTER_CUSTOMERS", "50000"))


def many(names: list[str]) -> pyarrow.Table:
    """As many different customers as are asked for, one in a hundred as a list has it."""
    letters = itertools.product("abcdefghijklmnopqrstuvwxyz", repeat=4)
    words = ["".join(letters) for letters in itertools.islice(letters, CUSTOMERS)]
    rows = [
        names[at % len(names)] if at % 100 == 0 else f"{word} {names[at % len(names)]}"
        for at, word in enumerate(itertools.islice(itertools.cycle(words), CUSTOMERS))
    ]
    return pyarrow.table({"id": [f"K-{at}" for at in range(len(rows))], "name": rows})


def in_order(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """What tells hits from each other, whatever order they come in."""
    keys = ("customer_id", "record_id", "score", "reason")
    return sorted(tuple(row[key] for key in keys) for row in rows)
