"""One query at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Server

import tamis


def test_the_answer_is_that_of_the_server(
    snapshot: tamis.Snapshot, server: Server, names: list[str]
) -> None:
    for name in names[::9]:
        body = {"schema": "Person", "properties": {"name": [name], "birthDate": ["1970"]}}
        for limit, group in [(5, "record"), (2, "entity")]:
            match = snapshot.match(
                name=name, schema="Person", birth_date="1970", limit=limit, group=group
            )
            answer = server.post(f"/api/match/default?limit={limit}&group={group}", body)
            assert match.to_dict() == answer["responses"]["q1"], name


def test_a_result_says_what_it_is(snapshot: tamis.Snapshot, names: list[str]) -> None:
    match = snapshot.match(name=names[0])
    best = match.results[0]
    assert best.caption == names[0]
    assert best.match and best in match.hits
    assert best.score == best["score"] == 1.0
    assert best.explain().startswith("Words equal")
    assert names[0] in repr(match) and "<table>" in match._repr_html_()
    with pytest.raises(AttributeError, match="no field 'nothing'"):
        _ = best.nothing


def test_html_in_a_name_is_text(snapshot: tamis.Snapshot) -> None:
    assert "<b>" not in snapshot.screen(["<b>x</b>"], hits_only=False)._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"name": "???"}, 'name is "???"; it must be a name'),
        ({"name": "x", "limit": 51}, 'limit is "51"; it must be a whole number from 1 to 50'),
        ({"name": "x", "threshold": 2}, "threshold"),
        ({"name": "x", "collection": "all"}, 'collection is "all"; it must be one of default'),
        ({"name": "x", "nothing": 1}, "nothing"),
        ({}, "name"),
    ],
)
def test_what_is_wrong_is_said(
    snapshot: tamis.Snapshot, arguments: dict[str, str], reason: str
) -> None:
    with pytest.raises(ValueError) as raised:
        snapshot.match(**arguments)  # type: ignore[arg-type]
    assert reason in str(raised.value)


def test_a_snapshot_says_what_it_is(folder: Path, snapshot: tamis.Snapshot, server: Server) -> None:
    status = server.get("/api/status")
    assert snapshot.version == status["version"]
    assert snapshot.records == 3000 and len(snapshot.sha256) == 64
    assert snapshot.registers and snapshot.registers[0].slug
    assert tamis.open(folder / snapshot.version).sha256 == snapshot.sha256
    assert "3,000 records" in repr(snapshot)


def test_what_is_no_snapshot_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(tamis.SnapshotError, match="holds no snapshot"):
        tamis.open(tmp_path)
    version = tamis.open(folder).version
    copy = tmp_path / version
    copy.mkdir()
    for name in ("manifest.json", "snapshot.tamis"):
        (copy / name).write_bytes((folder / version / name).read_bytes())
    damaged = bytearray((copy / "snapshot.tamis").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (copy / "snapshot.tamis").write_bytes(damaged)
    with pytest.raises(tamis.SnapshotError, match="damaged"):
        tamis.open(copy)
    assert tamis.open(copy, verify=False).version == version
    damaged[0] ^= 1
    (copy / "snapshot.tamis").write_bytes(damaged)
    with pytest.raises(tamis.SnapshotError):
        tamis.open(copy, verify=False)


def test_what_was_verified_before_answers_as_ever(
    folder: Path, snapshot: tamis.Snapshot, names: list[str]
) -> None:
    unread = tamis.open(folder, verify=False)
    assert (unread.version, unread.sha256) == (snapshot.version, snapshot.sha256)
    assert list(unread.screen(names)) == list(snapshot.screen(names))
