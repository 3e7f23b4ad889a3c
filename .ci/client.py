"""Uses a client that was generated from the interface document, and nothing else, on a real server.

    python3 client.py ADDRESS        with the generated package `generated` on the path
"""

import sys

from generated import Client
from generated.api.data import list_statements
from generated.api.lists import get_catalog, get_source, list_countries, list_programs, list_sources
from generated.api.look_up import get_entity
from generated.api.match import get_algorithms, match, screen
from generated.api.search import get_facets, search, search_collection
from generated.models import (
    CollectionName,
    EntityType,
    Error,
    ListType,
    MatchBatch,
    ScreenRequest,
    Topic,
)

NAME = "Nicolas Maduro Moros"


def main(address):
    client = Client(base_url=address, raise_on_unexpected_status=True)
    queries = {"q": {"schema": "Person", "properties": {"name": [NAME], "birthDate": ["1962-11-23"]}}}
    body = MatchBatch.from_dict({"queries": queries})
    answer = match.sync(CollectionName.SANCTIONS, client=client, body=body, limit=3, topics=[Topic.SANCTION])
    best = answer.responses["q"].results[0]
    assert best.match and best.list_type is ListType.SANCTION, best
    assert sum(feature.weight for feature in best.features) > 0.9, best.features

    record = get_entity.sync(str(best.id), client=client)
    assert record.id == best.id and record.entity_type is EntityType.INDIVIDUAL, record
    rows = list_statements.sync(client=client, id=str(best.id)).results
    assert {row.entity_id for row in rows} == {f"svc-{best.id}"}, rows

    found = search.sync(client=client, q="maduro moros", list_type=ListType.SANCTION, limit=50)
    assert best.id in [result.id for result in found.results], found
    counts = get_facets.sync(client=client, q="maduro moros", list_type=ListType.SANCTION)
    assert counts.total == found.total == sum(count.count for count in counts.source), counts
    nothing = search_collection.sync(CollectionName.PEPS, client=client, q="maduro moros zzz")
    assert nothing.total == 0 and nothing.results == [], nothing

    sources = list_sources.sync(client=client, limit=100).results
    detail = get_source.sync(client=client, name=best.datasets[0])
    assert detail.records == next(row.records for row in sources if row.name == detail.name), detail
    assert {one.name for one in get_catalog.sync(client=client).collections} == set(CollectionName)
    assert list_programs.sync(client=client, q="venezuela").total > 0
    assert list_countries.sync(client=client).total > 100
    assert get_algorithms.sync(client=client).threshold == 0.75

    screened = screen.sync(client=client, body=ScreenRequest.from_dict({"name": NAME}))
    assert screened.matches[0].score > 0.9, screened

    refused = search.sync(client=client, q="x")
    assert isinstance(refused, Error) and refused.parameter == "q", refused
    print("a client generated from the document: all calls answered as it says")


main(sys.argv[1])
