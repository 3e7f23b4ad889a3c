"""Snapshots in object stores."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tamis import _tamis
from tamis._snapshot import Snapshot, open


def pull(
    address: str,
    folder: str | os.PathLike[str] | None = None,
    version: str | None = None,
    require_signature: Sequence[str] = (),
) -> Path:
    """Brings a version of an object store to this machine; gives its folder, to be opened.

    Every byte is verified, and the version appears when it is complete. What is here already is not
    fetched again. Of several processes that want it at once, one fetches. The newest two versions
    stay.

    Args:
        address: where ``snapshot-builder publish`` puts versions: ``s3://BUCKET/FOLDER``,
            ``gs://BUCKET/FOLDER``, ``az://CONTAINER/FOLDER``, ``https://HOST/FOLDER`` or
            ``file:///FOLDER``. Keys and regions come from the environment: ``AWS_...``,
            ``GOOGLE_...``, ``AZURE_...``.
        folder: a folder of snapshots; by default one for this address and user among the temporary
            files.
        version: fourteen digits; by default the current one of the store.
        require_signature: public keys of which one must have signed the version, as
            :func:`tamis.open` takes them.

    Raises:
        SnapshotError: the store cannot be reached, or what it holds is not sound.
    """
    if folder is None:
        name = hashlib.sha256(address.encode()).hexdigest()[:16]
        folder = os.path.join(tempfile.gettempdir(), f"tamis-{os.getuid()}-{name}")
        os.makedirs(folder, mode=0o700, exist_ok=True)
    version = version or _tamis.current_version(address)
    return _tamis.pull(address, str(folder), version, list(require_signature))


class Place(NamedTuple):
    """Where the tasks of a job find their snapshot."""

    path: str
    #: Of an object store: settled once, so that all tasks of a job have the same.
    version: str | None
    verify: bool
    require_signature: tuple[str, ...]

    @classmethod
    def of(cls, snapshot: str, verify: bool, require_signature: Sequence[str]) -> Place:
        """A path, or the address of an object store."""
        version = _tamis.current_version(snapshot) if "://" in snapshot else None
        return cls(snapshot, version, verify, tuple(require_signature))

    def open(self) -> Snapshot:
        path, version, verify, keys = self
        if version is not None:
            path = str(pull(path, version=version, require_signature=keys))
        return open(path, verify=verify, require_signature=keys)
