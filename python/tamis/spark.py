"""Tables of Spark, screened on the cluster.

    import tamis.spark

    hits = tamis.spark.screen(customers, snapshot="/mnt/shared/snapshots")

Every task screens its partition with the matcher of this package, which must be installed where
tasks run. The snapshot reaches them as a path that all machines see, or packed into an archive that
Spark distributes, of the file ``CURRENT`` and of ``manifest.json`` and ``snapshot.tamis`` of the
version that it names:

    tar -czf lists.tar.gz -C snapshots CURRENT 20260101000000/{manifest.json,snapshot.tamis}

    spark.sparkContext.addArchive("lists.tar.gz#lists")
    hits = tamis.spark.screen(customers, snapshot="lists")

With Spark Connect it is ``spark.addArtifact("lists.tar.gz#lists", archive=True)``. Or they fetch it
from an object store, once a machine, each with the version that was current there when the job was
described; keys of the store reach them as ``spark.executorEnv.AWS_...``:

    hits = tamis.spark.screen(customers, snapshot="s3://lists/tamis")

A machine maps the file once for all its tasks.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import tamis
from tamis import _tamis
from tamis._cluster import batch_of, keeps_rejects, require_keys
from tamis._remote import Place
from tamis._snapshot import Options

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

#: Customers of a partition from which on a task says that it is a long one: minutes on one core.
LONG_PARTITION = 2_000_000

_log = logging.getLogger("tamis")

# Snapshots of this process, by where they were found. Workers live for many tasks.
_OPENED: dict[Place, tamis.Snapshot] = {}


def screen(
    df: DataFrame,
    *,
    snapshot: str,
    verify: bool = True,
    require_signature: Sequence[str] = (),
    **options: Unpack[Options],
) -> DataFrame:
    """The hits of all customers of a table, as :meth:`tamis.Snapshot.screen` gives them.

    The table needs a column with the key of each customer, by which hits are joined to it again;
    rows have no numbers. Each task takes one core, so a table of few partitions is best
    repartitioned to some for each core.

    Args:
        df: a table with a row for each customer.
        snapshot: a folder of snapshots or of one version: a path that all machines see, or the name
            of an archive that Spark distributed; or the address of an object store, as
            :func:`tamis.pull` takes it.
        verify: whether each worker checks every byte of the file, as :func:`tamis.open` does it.
            ``False`` where it was verified once and many share it; what is fetched from an object
            store is always checked as it arrives.
        require_signature: public keys of which one must have signed the version, as
            :func:`tamis.open` takes them.
        options: those of :class:`tamis.Options`. ``errors="raise"`` fails the job; ``"keep"`` gives
            such rows in the result, with nothing of a record and the reason in a column
            ``rejected``. ``"coerce"`` is refused: nobody would see the counts.

    Returns:
        A row for each hit, with the columns of :class:`tamis.Hits` but ``row``.
    """
    place = Place.of(snapshot, verify, require_signature)
    keeps = keeps_rejects(options)

    def screened(batches: Iterable[pyarrow.RecordBatch]) -> Iterable[pyarrow.RecordBatch]:
        opened, customers, is_long = _opened(place), 0, False
        for batch in batches:
            hits = opened.screen(batch, threads=1, **options)
            require_keys(hits)
            customers += hits.customers
            if customers > LONG_PARTITION and not is_long:
                is_long = True
                _log.warning(
                    "a partition has more than %d customers, which one core screens: "
                    "repartition the table to make use of more",
                    LONG_PARTITION,
                )
            yield from batch_of(hits, keeps).to_batches()

    return df.mapInArrow(screened, _ddl(keeps))


def _opened(place: Place) -> tamis.Snapshot:
    if place not in _OPENED:
        found = place if place.version else place._replace(path=_found(place.path))
        _OPENED[place] = found.open()
    return _OPENED[place]


def _found(path: str) -> str:
    if os.path.exists(path):
        return path
    from pyspark import SparkFiles

    distributed = SparkFiles.get(path)
    if os.path.exists(distributed):
        return distributed
    raise tamis.SnapshotError(
        f"{path} is neither a path on this machine nor an archive that Spark distributed"
    )


def _ddl(keeps: bool) -> str:
    """The columns of the result, as Spark describes them."""
    types = {"text": "string", "number": "bigint", "score": "double", "yes or no": "boolean"}
    columns = [f"{name} {types[kind]}" for name, kind in _tamis.hit_columns() if name != "row"]
    return ", ".join([*columns, "rejected string"] if keeps else columns)
