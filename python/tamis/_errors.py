"""Why a table was not screened to its end."""

from __future__ import annotations


class RowError(ValueError):
    """A row that cannot be screened, or not with all that it holds.

    Attributes:
        row: its number in the table, from 0.
        customer_id: its key, or its number where the table has none.
        column: the column of the value; empty where the whole row is meant.
        value: what stands there.
        reason: what is wrong with it, in a sentence.
    """

    def __init__(self, row: int, customer_id: str, column: str, value: str, reason: str) -> None:
        self.row = row
        self.customer_id = customer_id
        self.column = column
        self.value = value
        self.reason = reason
        super().__init__(row, customer_id, column, value, reason)

    def __str__(self) -> str:
        place = f"row {self.row}, column {self.column!r}" if self.column else f"row {self.row}"
        return (
            f"{place}: {self.reason}. With errors='keep' such rows are in the result's `rejects`, "
            "with errors='coerce' they are counted, and all others are screened"
        )
