"""A snapshot, and what is asked of it."""

from __future__ import annotations

import atexit
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypedDict
from urllib.parse import urlencode
from weakref import WeakSet

from tamis import _tamis
from tamis._frame import Frame, require
from tamis._results import Match, Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

Schema = Literal["Person", "Company", "Organization", "LegalEntity", "Vessel", "Airplane"]
Collection = Literal["default", "sanctions", "peps", "crime", "maritime"]
Errors = Literal["raise", "keep", "coerce"]
Dates = Literal["dmy", "mdy"]


# Runs whose tables may still be read: by threads that must not outlive the interpreter.
_RUNS: WeakSet[_tamis.Run] = WeakSet()


@atexit.register
def _stop() -> None:
    for run in list(_RUNS):
        run.stop()


class ArrowTable(Protocol):
    """A table of pyarrow, pandas, Polars or DuckDB: anything that gives an Arrow stream."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


Table = ArrowTable | Sequence[str | None]
FileForm = Literal["csv", "ndjson", "names", "sheet"]
#: Texts, whole numbers or dates.
Column = ArrowTable | Iterable[Any]
Values = str | Sequence[str]


class Options(TypedDict, total=False):
    """How the customers of a table are screened.

    Attributes:
        columns: which column holds what, where the names of the columns do not tell it, such as
            ``{"name": "KUNDENNAME"}``. Fields: ``id``, ``name``, ``given_name``, ``middle_name``,
            ``family_name``, ``birth_date``, ``country``, ``schema``, ``imo``.
        schema: what customers are whose row does not say it; ``LegalEntity`` unless given.
        dates: the order of dates in figures that do not begin with the year; ``dmy`` unless given.
        collection: the records to screen against; ``default`` unless given.
        hits_only: whether results below the threshold, and customers without a hit, are left out,
            as they are unless it is false.
        errors: what becomes of a row of which nothing can be asked, and of a value that cannot be
            read. ``"raise"``, unless given, ends at the first of them with :class:`RowError`.
            ``"keep"`` passes over the row, or the value, and puts it into ``rejects``.
            ``"coerce"`` passes over it too and only counts it.
        limit: results for each customer at most, 1 to 50; 5 unless given.
        threshold: the score from which a result is a hit, 0 to 1; 0.75 unless given.
        group: ``"entity"``, unless given, for a row for each party, with its entries on other lists
            in ``other_records``; ``"record"`` for a row for each of them. This and all others are
            parameters of a match, as the HTTP interface has them.
    """

    columns: Mapping[str, str] | None
    schema: Schema
    dates: Dates
    collection: Collection
    hits_only: bool
    errors: Errors
    limit: int | None
    threshold: float | None
    group: Literal["record", "entity"]
    algorithm: str
    topics: str
    include_dataset: str
    exclude_dataset: str
    changed_since: str
    listing: Literal["current", "ended", "all"]
    cutoff: float


_DEFAULTS: Options = {
    "columns": None,
    "schema": "LegalEntity",
    "dates": "dmy",
    "collection": "default",
    "hits_only": True,
    "errors": "raise",
}


class Register(NamedTuple):
    """A list of which a snapshot holds records."""

    slug: str
    name: str


class Hits(Frame):
    """Hits of customers, one row each, the best of a customer first.

    Columns: ``row`` (the customer's number in the table, from 0), ``customer_id``,
    ``customer_name``, ``match``, ``score`` (0 to 1), ``matched_name``, ``record_id``,
    ``record_name``, ``list``, ``list_type``, ``programme``, ``birth_dates``, ``countries``,
    ``other_records``, ``reason``, ``link``. With ``hits_only=False`` a customer without any
    result has one row, in which all columns of the record are null.

    Attributes:
        customers: how many rows the table had.
        refused: how many of them were passed over, because nothing could be asked.
        unread: how many values were not read as they stand; a row is screened without them.
        rejects: rows that could not be screened, or not with all that they hold: ``row``,
            ``screened``, ``customer_id``, ``column``, ``value``, ``reason``. Empty with
            ``errors="coerce"``, by which they are counted alone.
        columns_read: what was understood of the columns, in a sentence.
        key_column: the column with the keys of customers; ``None`` where the table has none.
        ignored: what of the parameters has no effect, in sentences.
    """

    def __init__(
        self,
        frame: _tamis.Frame,
        counts: tuple[int, int, int],
        rejects: _tamis.Frame,
        columns_read: str,
        key_column: str | None,
        ignored: list[str],
    ) -> None:
        super().__init__(frame)
        self.customers, self.refused, self.unread = counts
        self.rejects = Frame(rejects)
        self.columns_read = columns_read
        self.key_column = key_column
        self.ignored = ignored

    @classmethod
    def of_parts(cls, parts: list[Hits]) -> Hits:
        """The parts of one run together, of which there is at least one."""
        hits = _tamis.Frame.concat([part._frame for part in parts])
        rejects = _tamis.Frame.concat([part.rejects._frame for part in parts])
        counts = (
            sum(part.customers for part in parts),
            sum(part.refused for part in parts),
            sum(part.unread for part in parts),
        )
        first = parts[0]
        return cls(hits, counts, rejects, first.columns_read, first.key_column, first.ignored)

    def _size(self) -> str:
        size = super()._size()
        if self.refused or self.unread:
            size += f" (customers refused: {self.refused:,}, values not read: {self.unread:,})"
        return size


class Snapshot:
    """The records of one version of the lists, mapped into memory; see :func:`open`.

    Any number of threads may ask it, and processes that open the same file share its memory.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        verify: bool = True,
        require_signature: Sequence[str] = (),
    ) -> None:
        self._snapshot = _tamis.Snapshot(os.fspath(path), verify, list(require_signature))

    @property
    def version(self) -> str:
        """Fourteen digits, ``YYYYMMDDHHMMSS``."""
        return self._snapshot.version

    @property
    def built_at(self) -> str:
        """When it was built, ISO 8601."""
        return self._snapshot.built_at

    @property
    def sha256(self) -> str:
        """The checksum of its file, in hexadecimal."""
        return self._snapshot.sha256

    @property
    def records(self) -> int:
        """How many records it holds."""
        return self._snapshot.records

    @property
    def registers(self) -> list[Register]:
        """The lists of which it holds records."""
        return [Register(slug, name) for slug, name in self._snapshot.registers]

    def match(
        self,
        name: Values = (),
        *,
        schema: Schema = "LegalEntity",
        birth_date: Values = (),
        nationality: Values = (),
        imo_number: Values = (),
        collection: Collection = "default",
        limit: int | None = None,
        threshold: float | None = None,
        **parameters: str | int | float | bool,
    ) -> Match:
        """The records that a party may be, as ``POST /api/match/{collection}`` answers it.

        Args:
            name: a name in any script, or several of one party.
            schema: what the party is; ``LegalEntity`` where that is not known.
            birth_date: ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``.
            nationality: codes of two or three letters, or English names of countries.
            imo_number: seven digits.
            collection: the records to look among.
            limit: results at most, 1 to 50; 5 unless given.
            threshold: the score from which a result is a match, 0 to 1; 0.75 unless given.
            parameters: further parameters of a match, such as ``group="entity"`` or
                ``include_dataset="us_ofac_sdn"``.

        Raises:
            ValueError: a value or a parameter is outside its rule; the message says which.
        """
        query = _query(schema, name, birth_date, nationality, imo_number)
        settings = _parameters(limit=limit, threshold=threshold, **parameters)
        return _match_of(self._snapshot.answer(collection, settings, query))

    def compare(
        self,
        record_id: int,
        name: Values = (),
        *,
        schema: Schema = "LegalEntity",
        birth_date: Values = (),
        nationality: Values = (),
        imo_number: Values = (),
        threshold: float | None = None,
        algorithm: str | None = None,
    ) -> Result:
        """A party and one record: the score that a match gives the record, and why.

        The record need not be among the best, nor in a collection. There is no score of two names
        by themselves: how much a word tells depends on how many records of the lists have it.

        Args:
            record_id: the number of the record, such as ``record_id`` of :class:`Hits`.
            name: a name in any script, or several of one party; all others as in :meth:`match`.
            schema: what the party is.
            birth_date: ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``.
            nationality: codes of two or three letters, or English names of countries.
            imo_number: seven digits.
            threshold: the score from which the result is a match; 0.75 unless given.
            algorithm: ``"name-only"`` leaves aside all but the names.

        Returns:
            The result, with what of the query was not read as ``ignored``, in sentences.

        Raises:
            ValueError: a value is outside its rule, or the record is on no list.
        """
        query = _query(schema, name, birth_date, nationality, imo_number)
        settings = _parameters(threshold=threshold, algorithm=algorithm)
        match = _match_of(self._snapshot.compare(record_id, settings, query))
        [result] = match.results
        return Result({**result, "ignored": match.get("ignored", [])})

    def screen(
        self,
        table: Table,
        *,
        threads: int | None = None,
        progress: bool = False,
        **options: Unpack[Options],
    ) -> Hits:
        """The hits of all customers of a table, each screened as ``tamis screen`` does it.

        Args:
            table: a table of pyarrow, pandas, Polars or DuckDB, a ``pyarrow.RecordBatchReader``
                (read batch by batch, so that memory does not grow with it), or a list of names.
            threads: how many; one per core unless given.
            progress: whether to show a bar, for which tqdm must be installed.
            options: those of :class:`tamis.Options`.

        Raises:
            RowError: with ``errors="raise"``; it names row, column and value.
            TypeError: the table is none.
            ValueError: no column is known to hold names, or a parameter is outside its rule.
            KeyboardInterrupt: at once, whatever is being screened.
        """
        bar = _bar(table) if progress else None
        parts = []
        for part in self.screen_batches(table, threads=threads, **options):
            parts.append(part)
            if bar is not None:
                bar.update(part.customers)
        if bar is not None:
            bar.close()
        return Hits.of_parts(parts)

    def screen_batches(
        self, table: Table, *, threads: int | None = None, **options: Unpack[Options]
    ) -> Iterator[Hits]:
        """The same in parts, while the table is read: for more hits than memory holds."""
        return self._begin(table, {**_DEFAULTS, **options}, threads)

    def screen_file(
        self,
        path: str | os.PathLike[str],
        *,
        form: FileForm | None = None,
        sheet: str | None = None,
        encoding: str | None = None,
        header_row: int | None = None,
        threads: int | None = None,
        **options: Unpack[Options],
    ) -> Hits:
        """The hits of all customers of a file, read and screened as ``tamis screen`` does it.

        The file may be a table (CSV, or cells divided by semicolons or tabs), a spreadsheet (xlsx,
        xlsb, xls, ods), lines of JSON, or a name a line; it may be packed by gzip or zstd. Its
        form, encoding, header and columns are recognised by its content; ``columns_read`` says how.

        Args:
            path: the file.
            form: its form, if it is not to be recognised.
            sheet: the sheet of a spreadsheet; the first unless given.
            encoding: the encoding, such as ``"windows-1251"``, if it is not to be recognised.
            header_row: the line of the header, if it is not to be found; 0 if there is none, so
                that columns are called ``"1"``, ``"2"``.
            threads: how many; one per core unless given.
            options: those of :class:`tamis.Options`.

        Returns:
            The columns of :class:`Hits`; ``row`` is the line at which the customer's row begins,
            from 1.

        Raises:
            RowError: with ``errors="raise"``; it names line, column and value.
            ValueError: the file cannot be read, no column is known to hold names, or a parameter
                is outside its rule.
            KeyboardInterrupt: at once, whatever is being screened.
        """
        if header_row is not None and header_row < 0:
            raise ValueError(f"header_row is {header_row}; it must be 0 or more")
        file = {
            "path": os.fspath(path),
            "form": form,
            "sheet": sheet,
            "encoding": encoding,
            "header_row": header_row,
        }
        asked: dict[str, Any] = {**_DEFAULTS, **options}
        return Hits.of_parts(list(self._begin(file, asked, threads, kind="file")))

    def match_columns(
        self,
        name: Column,
        *,
        schema: Schema | Column = "LegalEntity",
        birth_date: Column | None = None,
        nationality: Column | None = None,
        imo_number: Column | None = None,
        collection: Collection = "default",
        dates: Dates = "dmy",
        errors: Errors = "raise",
        threads: int | None = None,
        **parameters: str | int | float | bool,
    ) -> Hits:
        """The best record for each row of some columns, in their order: a :meth:`match` of each.

        The table that comes of it has as many rows as the columns, so that its own columns stand
        beside theirs. Of a row for which no record is found, all columns of the record are null.

        Args:
            name: a column of pyarrow, pandas or Polars, or a list, as all that follow, of one
                length. A null is a value that is not known.
            schema: what the parties are, for all of them or as a column.
            birth_date: texts as tables have them, dates, or years as whole numbers.
            nationality: codes of two or three letters, or English names of countries.
            imo_number: seven digits.
            collection: the records to look among.
            dates: the order of dates in figures that do not begin with the year.
            errors: as in :class:`tamis.Options`. A row that is passed over has its place in the
                table: all columns of the record are null, and ``reason`` says why.
            threads: how many; one per core unless given.
            parameters: further parameters of a match, such as ``threshold=0.8``.

        Returns:
            The columns of :class:`Hits`; ``match`` says whether the record reaches the threshold.

        Raises:
            RowError: with ``errors="raise"``; it names row, column and value.
            TypeError: a column is none, or holds what is not read.
            ValueError: the columns differ in length, or a parameter is outside its rule.
        """
        kinds = None if isinstance(schema, str) else schema
        given: dict[str, tuple[str, Column | None]] = {
            "name": ("name", name),
            "birth_date": ("birth_date", birth_date),
            "country": ("nationality", nationality),
            "imo": ("imo_number", imo_number),
            "schema": ("schema", kinds),
        }
        known = {
            field: (argument, _streamed(column))
            for field, (argument, column) in given.items()
            if column is not None
        }
        asked: dict[str, Any] = dict(
            columns={field: argument for field, (argument, _) in known.items()},
            schema=schema if kinds is None else _DEFAULTS["schema"],
            dates=dates,
            collection=collection,
            hits_only=False,
            errors=errors,
            limit=1,
            **parameters,
        )
        columns = list(known.values())
        return Hits.of_parts(list(self._begin(columns, asked, threads, kind="columns")))

    def _begin(
        self,
        table: object,
        asked: dict[str, Any],
        threads: int | None,
        kind: Literal["table", "columns", "file"] = "table",
    ) -> Iterator[Hits]:
        columns, hits_only = asked.pop("columns"), asked.pop("hits_only")
        schema, collection = asked.pop("schema"), asked.pop("collection")
        dates, errors = asked.pop("dates"), asked.pop("errors")
        one_of("dates", dates, ("dmy", "mdy"))
        if threads is not None and threads < 1:
            raise ValueError(f"threads is {threads}; it must be 1 or more")
        settings = {
            "columns": list((columns or {}).items()),
            "schema": schema,
            "day_first": dates == "dmy",
            "collection": collection,
            "parameters": _parameters(**asked),
            "every_result": not hits_only,
            "errors": errors,
            "kind": kind,
            "threads": threads,
        }
        run = self._snapshot.screen(table, settings)
        _RUNS.add(run)
        understood = (run.understood, run.key_column, run.ignored)
        return (Hits(hits, counts, rejects, *understood) for counts, hits, rejects in run)

    def __repr__(self) -> str:
        lists = len(self.registers)
        return f"<tamis.Snapshot {self.version}: {self.records:,} records of {lists} lists>"


def open(
    path: str | os.PathLike[str], *, verify: bool = True, require_signature: Sequence[str] = ()
) -> Snapshot:
    """Opens the current version of a folder of snapshots, or one version by its own folder.

    Args:
        path: the folder.
        verify: whether to read and check every byte, so that an opened snapshot is sound. ``False``
            is for processes that share a file which one of them has verified: it is not read until
            something is asked. Of a file damaged since then, answers may be wrong or fail.
        require_signature: public keys of which one must have signed the version, in base64 or as
            files that ``snapshot-builder keygen`` wrote; the file is then read as a whole even
            without ``verify``. Without keys no signature is needed.

    Raises:
        SnapshotError: there is none, or it is damaged, of another format, or not signed as
            required.
        ValueError: a key cannot be read.
    """
    return Snapshot(path, verify, require_signature)


def _query(
    schema: Schema, name: Values, birth_date: Values, nationality: Values, imo_number: Values
) -> str:
    """A query, as the HTTP interface takes it."""
    given = {
        "name": name,
        "birthDate": birth_date,
        "nationality": nationality,
        "imoNumber": imo_number,
    }
    properties = {key: [v] if isinstance(v, str) else list(v) for key, v in given.items() if v}
    return json.dumps({"schema": schema, "properties": properties})


def _match_of(text: str) -> Match:
    line: dict[str, Any] = json.loads(text)
    if "error" in line:
        raise ValueError(line["error"])
    return Match({key: value for key, value in line.items() if key not in ("id", "line")})


def _parameters(**given: str | int | float | bool | None) -> str:
    """The parameters of a match, as they stand in an address."""
    shown = {True: "true", False: "false"}
    return urlencode(
        [
            (name, shown[value] if isinstance(value, bool) else value)
            for name, value in given.items()
            if value is not None
        ]
    )


def _streamed(column: Column) -> object:
    """The column, as a stream where it is an array of pyarrow, which gives none."""
    if hasattr(column, "__arrow_c_array__") and not hasattr(column, "__arrow_c_stream__"):
        require("pyarrow", "an array that gives no stream")
        import pyarrow

        return pyarrow.chunked_array([pyarrow.array(column)])
    return column


def one_of(what: str, value: str, known: tuple[str, ...]) -> None:
    """Refuses a value that is none of these."""
    if value not in known:
        raise ValueError(f"{what} is {value!r}; it must be one of {', '.join(known)}")


def _bar(table: Table) -> Any:
    from tqdm.auto import tqdm

    try:
        rows: int | None = len(table)  # type: ignore[arg-type]
    except TypeError:
        rows = None
    return tqdm(total=rows, unit=" customers", unit_scale=True)
