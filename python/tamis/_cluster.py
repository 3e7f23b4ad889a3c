"""What clusters have in common: customers are told by their keys, since rows have no numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tamis
from tamis._snapshot import Options, one_of

if TYPE_CHECKING:
    import pyarrow


def keeps_rejects(options: Options) -> bool:
    """True if rows that cannot be read are in the result. Counts of tasks would reach nobody."""
    errors = options.get("errors", "raise")
    one_of("errors", errors, ("raise", "keep"))
    return errors == "keep"


def require_keys(hits: tamis.Hits) -> None:
    """Refuses a table without keys."""
    if hits.key_column is None:
        raise ValueError(
            "no column is known to hold the key of a customer, by which hits are joined to the "
            'table; say which one does with columns={"id": COLUMN}'
        )


def batch_of(hits: tamis.Hits, keeps: bool) -> pyarrow.Table:
    """The hits of a batch, and with `keeps` what of its rows is not read."""
    import pyarrow

    table = hits.to_pyarrow().drop_columns(["row"])
    if keeps:
        table = table.append_column("rejected", pyarrow.nulls(len(table), pyarrow.string()))
        rejects = hits.rejects.to_pyarrow()
        rejected: dict[str, Any] = {
            field.name: pyarrow.nulls(len(rejects), field.type) for field in table.schema
        }
        rejected["customer_id"] = rejects["customer_id"]
        rejected["customer_name"] = pyarrow.array([""] * len(rejects), pyarrow.string())
        rejected["rejected"] = rejects["reason"]
        rejects = pyarrow.table(rejected).cast(table.schema)
        table = pyarrow.concat_tables([table, rejects])
    return table
