"""Snapshots from object stores, which are folders of this machine here."""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path

import pytest

import tamis


def test_a_version_is_pulled_once_and_opened(folder: Path, tmp_path: Path) -> None:
    address, version = folder.as_uri(), tamis.open(folder).version
    place = tamis.pull(address, tmp_path / "here")
    assert place == tmp_path / "here" / version
    assert tamis.open(place).sha256 == tamis.open(folder).sha256
    # It is here: the store is asked for nothing.
    assert tamis.pull("http://127.0.0.1:1/gone", tmp_path / "here", version) == place


def test_of_many_that_want_it_one_fetches(folder: Path, tmp_path: Path) -> None:
    address, opened = folder.as_uri(), []

    def worker() -> None:
        opened.append(tamis.open(tamis.pull(address, tmp_path / "here")).version)

    workers = [threading.Thread(target=worker) for _ in range(8)]
    for thread in workers:
        thread.start()
    for thread in workers:
        thread.join()
    assert opened == [tamis.open(folder).version] * 8


def test_without_a_folder_it_is_among_the_temporary_files(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    place = tamis.pull(folder.as_uri())
    assert place.is_relative_to(tmp_path)
    assert place.parent.stat().st_mode & 0o077 == 0
    assert tamis.pull(folder.as_uri()) == place


def test_what_is_wrong_with_a_store_is_said(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(tamis.SnapshotError, match="an address is s3://BUCKET/FOLDER"):
        tamis.pull("lists", tmp_path)
    empty = (tmp_path / "empty").as_uri()
    with pytest.raises(tamis.SnapshotError, match="there is no version"):
        tamis.pull(empty, tmp_path)
    with pytest.raises(tamis.SnapshotError, match="there is no such version"):
        tamis.pull(folder.as_uri(), tmp_path, "20200101000000")
    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    version = tamis.open(folder).version
    with (broken / version / "snapshot.tamis").open("r+b") as file:
        file.seek(4711)
        file.write(b"x")
    with pytest.raises(tamis.SnapshotError, match=r"snapshot\.tamis: SHA-256"):
        tamis.pull(broken.as_uri(), tmp_path / "here")


def test_an_unsigned_version_is_refused_where_a_signature_is_required(
    folder: Path, tmp_path: Path
) -> None:
    # The public key of the example in the documentation of minisign.
    key = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
    with pytest.raises(tamis.SnapshotError, match="not signed, and a signature is required"):
        tamis.open(folder, require_signature=[key])
    with pytest.raises(tamis.SnapshotError, match="not signed, and a signature is required"):
        tamis.pull(folder.as_uri(), tmp_path, require_signature=[key])
    assert not list(tmp_path.glob("2*"))
    with pytest.raises(ValueError, match="neither a public key in base64 nor a file"):
        tamis.open(folder, require_signature=["lists.pub"])
