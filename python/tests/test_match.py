"""One query at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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


def test_a_record_compared_alone_has_the_score_that_a_match_gives_it(
    snapshot: tamis.Snapshot, names: list[str]
) -> None:
    about: dict[str, Any] = {"birth_date": "1970", "nationality": "DE"}
    for name in names[::9]:
        for result in snapshot.match(name, schema="Person", limit=50, **about).results:
            alone = snapshot.compare(result.id, name, schema="Person", **about)
            fields = alone.to_dict()
            assert fields.pop("ignored") == [] and fields == result.to_dict(), name


def test_any_record_may_be_compared(snapshot: tamis.Snapshot, names: list[str]) -> None:
    found = (result for name in names for result in snapshot.match(name).hits)
    person = next(result for result in found if result.birth_date)
    record, name = person.id, person.caption
    other = snapshot.compare(record, "Nobody Whatsoever")
    assert not other.match and "No word of the query" in other.explain()
    own = snapshot.compare(record, name, birth_date="1930", threshold=1)
    assert own.score < 1 and not own.match and "1930" in own.explain()
    by_name = snapshot.compare(record, name, birth_date="1930", algorithm="name-only")
    assert by_name.score == 1 and by_name.match and len(by_name.features) == 1
    [told] = snapshot.compare(record, name, nationality="Narnia").ignored
    assert "Narnia" in told


def test_what_cannot_be_compared_is_said(snapshot: tamis.Snapshot, names: list[str]) -> None:
    record = snapshot.match(names[0]).results[0].id
    for asked, reason in (
        ({"record_id": 7, "name": "x"}, "7"),
        ({"record_id": record, "name": "???"}, 'name is "???"'),
        ({"record_id": record}, "name"),
        ({"record_id": record, "name": "x", "algorithm": "none"}, "algorithm"),
    ):
        with pytest.raises(ValueError) as raised:
            snapshot.compare(**asked)
        assert reason in str(raised.value)
