"""A table of results, for whoever reads Arrow."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tamis import _tamis

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

_SHOWN = 20


def require(package: str, by: str) -> None:
    """Says who needs a package that is not installed."""
    try:
        import_module(package)
    except ImportError as error:
        raise ImportError(f"{by} needs {package}: pip install {package}", name=package) from error


class Frame:
    """A table in memory, which pyarrow, pandas, Polars and DuckDB read without a copy.

    It has ``__arrow_c_stream__``: ``pyarrow.table(frame)``, ``polars.DataFrame(frame)``,
    ``duckdb.from_arrow(frame.to_pyarrow())``; or see the methods below.
    """

    def __init__(self, frame: _tamis.Frame) -> None:
        self._frame = frame

    def __len__(self) -> int:
        return len(self._frame)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)

    @property
    def column_names(self) -> list[str]:
        """The names of the columns, in their order."""
        return self._frame.column_names

    def rows(self, start: int = 0, stop: int | None = None) -> list[dict[str, Any]]:
        """Rows as dictionaries, without any other package."""
        return self._frame.rows(start, len(self) if stop is None else stop)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for start in range(0, len(self), 1024):
            yield from self.rows(start, start + 1024)

    def to_pyarrow(self) -> pyarrow.Table:
        """The table for pyarrow, which must be installed."""
        require("pyarrow", "to_pyarrow()")
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The table for pandas, which must be installed, with pyarrow."""
        require("pandas", "to_pandas()")
        require("pyarrow", "to_pandas()")
        return self.to_pyarrow().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """The table for Polars, which must be installed."""
        require("polars", "to_polars()")
        import polars

        return polars.DataFrame(self)

    def _size(self) -> str:
        return f"{len(self):,} rows"

    def __repr__(self) -> str:
        lines = [f"{type(self).__name__}: {self._size()} of {', '.join(self.column_names)}"]
        lines += [f"  {row}" for row in self.rows(0, min(len(self), 5))]
        return "\n".join([*lines, "  ..."] if len(self) > 5 else lines)

    def _repr_html_(self) -> str:
        cells = "".join(f"<th>{escape(name)}</th>" for name in self.column_names)
        lines = [f"<table><thead><tr>{cells}</tr></thead><tbody>"]
        for row in self.rows(0, min(len(self), _SHOWN)):
            cells = "".join(
                f"<td dir='auto'>{escape('' if v is None else str(v))}</td>" for v in row.values()
            )
            lines.append(f"<tr>{cells}</tr>")
        lines.append(f"</tbody></table><p>{self._size()}</p>")
        return "".join(lines)
