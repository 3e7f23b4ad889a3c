"""Datasets of Ray, screened on the cluster.

    import tamis.ray

    hits = tamis.ray.screen(customers, snapshot="/mnt/shared/snapshots")

Each actor opens the snapshot once and screens batch after batch with the matcher of this package,
which must be installed where actors run. The snapshot is a path that all machines see, or the
address of an object store, from which each machine fetches it once; it maps the file once for all
its actors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tamis._cluster import batch_of, keeps_rejects, require_keys
from tamis._remote import Place
from tamis._snapshot import Options

if TYPE_CHECKING:
    import pyarrow
    import ray.data
    from typing_extensions import Unpack


# Rows that a task screens, in two batches. Ray measures blocks in bytes, and customers are short: a
# million of them may be one block, which only one actor could screen.
BLOCK_ROWS = 16_384


class _Screen:
    """An actor: a snapshot, and how it is asked."""

    def __init__(self, place: Place, options: Options) -> None:
        self._snapshot = place.open()
        self._options = options

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        hits = self._snapshot.screen(batch, threads=1, **self._options)
        require_keys(hits)
        return batch_of(hits, keeps=keeps_rejects(self._options))


def screen(
    dataset: ray.data.Dataset,
    *,
    snapshot: str,
    actors: int | tuple[int, int] = 1,
    verify: bool = True,
    require_signature: Sequence[str] = (),
    **options: Unpack[Options],
) -> ray.data.Dataset:
    """The hits of all customers of a dataset, as :meth:`tamis.Snapshot.screen` gives them.

    The dataset needs a column with the key of each customer, by which hits are joined to it again;
    rows have no numbers.

    Args:
        dataset: a row for each customer.
        snapshot: a folder of snapshots or of one version, on a path that all machines see; or the
            address of an object store, as :func:`tamis.pull` takes it. All actors have the version
            that is current there now.
        actors: how many, or the least and the most of them; each takes one core.
        verify: whether each actor checks every byte of the file, as :func:`tamis.open` does it.
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
    keeps_rejects(options)
    import ray.data

    least, most = actors if isinstance(actors, tuple) else (actors, actors)
    blocks = dataset.repartition(target_num_rows_per_block=BLOCK_ROWS)
    return blocks.map_batches(
        _Screen,
        fn_constructor_args=(Place.of(snapshot, verify, require_signature), options),
        batch_format="pyarrow",
        batch_size=BLOCK_ROWS // 2,
        compute=ray.data.ActorPoolStrategy(min_size=least, max_size=most),
        num_cpus=1,
    )
