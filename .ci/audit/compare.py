"""Compares what a list says with what the server answers, record by record."""

from collections import defaultdict
from typing import NamedTuple

from model import words
from record import EXACT, PROSE, Record, countries_of, strings

# Fields that name the record or the register and say nothing of the party.
OWN = {"id", "register", "list_type", "entity_type", "entity_id", "source_ref", "first_seen", "loaded_at",
       "topics", "merged_entity_url", "related", "listings", "dob_precision"}


class Difference(NamedTuple):
    list: str
    kind: str
    fact: str
    reference: str
    source: str
    answer: str


def name_key(name):
    return " ".join(sorted(words(name)))


class Comparison:
    """One list. `values` counts what was compared, `absent` the fields that no answer has."""

    def __init__(self, slug):
        self.slug = slug
        self.records = 0
        self.values = defaultdict(int)
        self.absent = defaultdict(int)
        self.differences = []

    def differ(self, kind, fact, party, source, answer):
        reference = party.reference or party.name
        self.differences.append(Difference(self.slug, kind, fact, reference, str(source), str(answer)))

    def all(self, parties, records):
        for party, record in self.pairs(parties, records):
            self.record(party, record)

    def pairs(self, parties, records):
        """By the publisher's reference; where there is none by name, and by what else agrees."""
        waiting = defaultdict(list)
        for record in records:
            waiting[record["source_ref"] or name_key(record["name"])].append(record)
        for party in parties:
            candidates = waiting.get(party.reference or name_key(party.name), [])
            if not candidates:
                self.differ("no record", "record", party, party.name, "")
                continue
            if len(candidates) > 1:
                said = set(words(" ".join(party.raw)))
                candidates.sort(key=lambda record: (
                    words(record["name"]) == words(party.name),
                    len(said & set(words(" ".join(strings(record)))))))
            yield party, candidates.pop()
        for left in waiting.values():
            for record in left:
                answer = record["source_ref"] or record["name"]
                self.differences.append(
                    Difference(self.slug, "surplus record", "record", str(answer), "", record["name"]))

    def record(self, party, record):
        self.records += 1
        raw = set(words(" ".join(party.raw)))
        shown = {key: value for key, value in record.items() if key not in OWN}
        said = strings(shown)
        bag = set(words(" ".join(said))) | countries_of(record)
        context = Record(self, party, record, raw, bag)
        context.names()
        for fact in EXACT:
            context.exact(fact)
        for fact in PROSE:
            context.prose(fact)
        context.birth_dates()
        context.identifiers()
        context.programmes()
        context.texts(said)


