"""Uses a client that was generated from the interface document, and nothing else, on a real server.

    python3 client.py ADDRESS        with the generated package `generated` on the path
"""

import json
import sys
from io import BytesIO
from typing import TypeVar

from generated import Client
from generated.api.data import list_statements
from generated.api.lists import get_catalog, get_source, list_countries, list_programs, list_sources
from generated.api.look_up import get_entity
from generated.api.match import get_algorithms, match, match_stream, screen
from generated.api.search import get_facets, search, search_collection
from generated.models import (
    Algorithms,
    Catalog,
    CollectionName,
    Countries,
    EntityType,
    Error,
    Facets,
    ListType,
    MatchAnswer,
    MatchBatch,
    MatchBatchQueries,
    MatchProperties,
    MatchQuery,
    MatchResult,
    Programmes,
    RecordWithRelated,
    RegisterDetail,
    SchemaName,
    ScreenAnswer,
    ScreenRequest,
    SearchAnswer,
    Sources,
    Statements,
    Topic,
)
from generated.types import File

NAME = "Nicolas Maduro Moros"

T = TypeVar("T")


def of(kind: type[T], answer: object) -> T:
    assert isinstance(answer, kind), answer
    return answer


def matched(client: Client) -> MatchResult:
    """The record that all ways to match find."""
    properties = MatchProperties(name=[NAME], birth_date=["1962-11-23"])
    queries = MatchBatchQueries()
    queries["q"] = MatchQuery(schema=SchemaName.PERSON, properties=properties)
    batch = MatchBatch(queries=queries)
    answer = match.sync(CollectionName.SANCTIONS, client=client, body=batch, limit=3, topics=[Topic.SANCTION])
    best = of(MatchAnswer, answer).responses["q"].results[0]
    assert best.match and best.list_type is ListType.SANCTION, best
    assert sum(feature.weight for feature in best.features) > 0.9, best.features

    flat = MatchQuery(schema=SchemaName.PERSON, name=NAME, dob="1962-11-23")
    answer = match.sync(CollectionName.SANCTIONS, client=client, body=flat, topics=[Topic.SANCTION])
    assert of(MatchAnswer, answer).responses["q1"].results[0].id == best.id, answer

    lines = [{"id": "K-1", **flat.to_dict()}, {"id": "K-2", "dob": "1962"}]
    body = File(payload=BytesIO("\n".join(map(json.dumps, lines)).encode()))
    streamed = of(File, match_stream.sync(CollectionName.SANCTIONS, client=client, body=body))
    first, second = map(json.loads, streamed.payload)
    assert first["id"] == "K-1" and first["results"][0]["id"] == best.id, first
    assert second["id"] == "K-2" and second["status"] == 400, second
    return best


def main(address: str) -> None:
    client = Client(base_url=address, raise_on_unexpected_status=True)
    best = matched(client)

    record = of(RecordWithRelated, get_entity.sync(str(best.id), client=client))
    assert record.id == best.id and record.entity_type is EntityType.INDIVIDUAL, record
    rows = of(Statements, list_statements.sync(client=client, id=str(best.id))).results
    assert {row.entity_id for row in rows} == {f"svc-{best.id}"}, rows

    found = of(SearchAnswer, search.sync(client=client, q="maduro moros", list_type=ListType.SANCTION, limit=50))
    assert best.id in [result.id for result in found.results], found
    counts = of(Facets, get_facets.sync(client=client, q="maduro moros", list_type=ListType.SANCTION))
    assert counts.total == found.total == sum(count.count for count in counts.source), counts
    nothing = of(SearchAnswer, search_collection.sync(CollectionName.PEPS, client=client, q="maduro moros zzz"))
    assert nothing.total == 0 and nothing.results == [], nothing

    sources = of(Sources, list_sources.sync(client=client, limit=100)).results
    detail = of(RegisterDetail, get_source.sync(client=client, name=best.datasets[0]))
    assert detail.records == next(row.records for row in sources if row.name == detail.name), detail
    catalog = of(Catalog, get_catalog.sync(client=client))
    assert {one.name for one in catalog.collections} == set(CollectionName)
    assert of(Programmes, list_programs.sync(client=client, q="venezuela")).total > 0
    assert of(Countries, list_countries.sync(client=client)).total > 100
    assert of(Algorithms, get_algorithms.sync(client=client)).threshold == 0.75

    screened = of(ScreenAnswer, screen.sync(client=client, body=ScreenRequest(name=NAME)))
    assert screened.matches[0].score > 0.9, screened

    refused = of(Error, search.sync(client=client, q="x"))
    assert refused.parameter == "q", refused
    print("a client generated from the document, in Python: all calls answered as it says")


main(sys.argv[1])
