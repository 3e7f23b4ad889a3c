"""One record of a comparison, fact by fact."""

import datetime
import re
from collections import defaultdict

from countries import NAMES, spellings
from model import fold, words

# Words that introduce a number, which has a field of its own.
FILLERS = {"no", "nos", "nr", "number", "numbers"}
# In how many values the words of one text may stand.
TOGETHER = 20
# Compared word by word: the publisher's parts may be put together in another way.
PROSE = ("addresses", "birth_places", "positions")
EXACT = ("weak_aliases", "former_names", "countries", "address_countries", "gender", "listed_on",
         "listed_until", "imo", "un_reference", "status", "born_before", "historical")


def as_list(value):
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def strings(value):
    """All texts of an answer, however deep."""
    if isinstance(value, dict):
        return [text for inner in value.values() for text in strings(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner)]
    return [value] if isinstance(value, str) else []


class Record:
    """What the list says (`raw` words) and what the answer says (`bag`)."""

    def __init__(self, comparison, party, record, raw, bag):
        self.comparison, self.party, self.record, self.raw, self.bag = comparison, party, record, raw, bag

    def expected(self, fact):
        values = self.party.facts.get(fact, [])
        self.comparison.values[fact] += len(values)
        return values

    def has(self, fact):
        """Whether the answer has the field; where not, that is one difference for the list."""
        if fact in self.record:
            return True
        self.comparison.absent[fact] += len(self.party.facts.get(fact, []))
        return False

    def missing(self, fact, source, answer, text=None):
        there = set(words(text if text is not None else str(source))) <= self.bag
        if there and fact in self.party.within_texts:
            return
        self.comparison.differ("misplaced" if there else "missing", fact, self.party, source, answer)

    def surplus(self, fact, source, answer, text=None):
        """What the source does not say as this fact. A list may say it within its free texts."""
        if fact.endswith("countries"):
            said = any(set(words(name)) <= self.raw for name in NAMES.get(answer, []))
        else:
            said = set(words(text if text is not None else str(answer))) <= self.raw
        if said and fact in self.party.within_texts:
            return
        self.comparison.differ("surplus" if said else "invented", fact, self.party, source, answer)

    def both_ways(self, fact, source, answer, key=fold):
        """Every value of the source is answered, and no other one."""
        answered = {key(value): value for value in answer}
        wanted = {key(value): value for value in source}
        for one in wanted.keys() - answered.keys():
            self.missing(fact, wanted[one], answer)
        for one in answered.keys() - wanted.keys():
            self.surplus(fact, source, answered[one])

    def names(self):
        self.comparison.values["name"] += 1
        self.both_ways("name", [self.party.name], [self.record["name"]])
        own = fold(self.party.name)
        source = [name for name in self.expected("aliases") if fold(name) != own]
        answer = [name for name in self.record["aliases"] if fold(name) != own]
        self.both_ways("aliases", source, self.not_packed(source, answer))
        joined = "; ".join(self.record["aliases"])
        if joined != self.record["alt_names"]:
            self.comparison.differ("inconsistent", "alt_names", self.party, joined, self.record["alt_names"])
        for fact in ("weak_aliases", "former_names"):
            for name in as_list(self.record.get(fact)):
                if name not in self.record["aliases"]:
                    self.comparison.differ("inconsistent", fact, self.party, name, self.record["aliases"])

    def not_packed(self, source, answer):
        """Without the aliases that are made of the words of a cell which holds several names."""
        packed = set(words(" ".join(self.party.packed)))
        known = {fold(name) for name in source}
        return [name for name in answer if fold(name) in known or not packed or not set(words(name)) <= packed]

    def exact(self, fact):
        source = self.expected(fact)
        if self.has(fact):
            answer = as_list(self.record[fact])
            if fact == "status" and self.is_over():
                answer = [published for one in answer for published in re.findall(r"^ended \((.*)\)$", one)]
            if fact in ("weak_aliases", "former_names"):
                own = fold(self.party.name)
                source = [one for one in source if fold(one) != own]
                answer = self.not_packed(source, answer)
            self.both_ways(fact, source, answer)
        elif fact == "countries" and source:
            self.first("nationality", source)

    def is_over(self):
        """Whether the listing has ended by its own date, or is of the past; `status` says so then."""
        until = self.record["listed_until"]
        today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        return self.record["historical"] is not None or (until is not None and until < today[:len(until)])

    def first(self, field, source):
        """The one value of 2.5 of api.md, which is the first of several."""
        if self.record.get(field) != source[0]:
            self.comparison.differ("first", field, self.party, source, self.record.get(field))

    def birth_dates(self):
        source = self.expected("birth_dates")
        dates = [birth.date for birth in source]
        if source and not (self.record["dob"] in dates and self.record["dob"] == dates[0]):
            self.comparison.differ("first", "dob", self.party, dates, self.record["dob"])
        if not source and self.record["dob"]:
            self.surplus("dob", "", self.record["dob"])
        if self.has("birth_dates"):
            answer = self.record["birth_dates"]
            self.both_ways("birth_dates", dates, [one["date"] for one in answer])
            known = {(birth.date, birth.approximate) for birth in source}
            for one in answer:
                if "approximate" not in one:
                    self.comparison.absent["birth_dates.approximate"] += 1
                elif one["date"] in dates and (one["date"], one["approximate"]) not in known:
                    self.comparison.differ("precision", "birth_dates", self.party, source, one)

    def prose(self, fact):
        """A value of the source is within one value of the answer, and the other way round."""
        source = self.expected(fact)
        if not self.has(fact):
            return
        answer = [(text, set(words(text))) for text in as_list(self.record[fact])]
        wanted = []
        for value in source:
            text, country = (value, "") if isinstance(value, str) else value
            wanted.append((set(words(text)), set(words(country))))
            if not any(wanted[-1][0] <= held for _, held in answer):
                self.missing(fact, value, self.record[fact], text)
        for text, held in answer:
            if not any(held - free(where) <= said for said, where in wanted):
                self.surplus(fact, source, text)

    def identifiers(self):
        source = self.expected("identifiers")
        if not self.has("identifiers"):
            return
        answer = [(one["type"], one["value"], one["country"]) for one in self.record["identifiers"]]
        answer += [(field, value, None) for field in ("isin", "ticker") for value in as_list(self.record.get(field))]
        by_value = defaultdict(list)
        for one in answer:
            by_value["".join(words(one[1]))].append(one)
        for one in source:
            found = by_value.get("".join(words(one.value)), []) or holding(one, answer)
            if not found:
                self.missing("identifiers", one, "", f"{one.value}")
            elif one.country and all(each[2] not in (one.country, None) for each in found):
                self.comparison.differ("country", "identifiers", self.party, one, found)
            elif one.country and all(each[2] is None for each in found):
                self.comparison.differ("without country", "identifiers", self.party, one, found)
            elif not any(same_type(one.type, each[0]) for each in found):
                self.comparison.differ("type", "identifiers", self.party, one, found)
        known = {"".join(words(one.value)) for one in source}
        for value in by_value.keys() - known:
            for one in by_value[value]:
                if not any(one in holding(other, [one]) for other in source):
                    self.surplus("identifiers", "", one, one[1])

    def programmes(self):
        source = self.expected("programmes")
        if {fold(one) for one in source} != {fold(one) for one in as_list(self.record["program"])}:
            if fold("; ".join(source)) != fold(self.record["program"]):
                self.comparison.differ("other", "program", self.party, source, self.record["program"])

    def held_together(self, tokens, said):
        """The words of a text stand in a few values: a number and what is said of it, a name and another."""
        left = set(tokens) - countries_of(self.record) - FILLERS
        held = [set(words(text)) for text in said]
        for _ in range(min(TOGETHER, len(left))):
            left -= max(held, key=lambda each: len(left & each))
        return not left

    def texts(self, said):
        """Every free text is readable, and what the remarks say is the publisher's."""
        self.comparison.values["texts"] += len(self.party.texts)
        without = "remarks" not in self.record
        flat = " | ".join(" ".join(words(text)) for text in said)
        for text in self.party.texts:
            tokens = words(text)
            if " ".join(tokens) in flat:
                continue
            gone = [word for word in tokens if word not in self.bag and word not in FILLERS]
            if without:
                self.comparison.absent["remarks"] += bool(gone)
            elif gone:
                self.comparison.differ("missing", "texts", self.party, text, f"without {gone[:8]}")
            elif not self.held_together(tokens, said):
                self.comparison.differ("scattered", "texts", self.party, text, "")
        for text in as_list(self.record.get("remarks")):
            added = set(words(text)) - self.raw
            if added:
                self.comparison.differ("invented", "remarks", self.party, sorted(added), text)


def countries_of(record):
    """A country is answered by its code; its names and the word for its people stand for it."""
    codes = {one["country"] for one in record.get("identifiers", []) if one["country"]}
    codes.update(record.get("countries", []), record.get("address_countries", []))
    return {word for code in codes for word in spellings(code)}


def free(where):
    """Words that an address may have besides its text: its country, in any spelling."""
    return where | {word for code in where if len(code) == 2 for word in spellings(code.upper())}


def holding(one, answer):
    """Answered identifiers in which type and value are parted elsewhere: `Passport Booklet`, `A5250088`."""
    wanted = set(words(f"{one.type} {one.value}")) - FILLERS
    return [each for each in answer
            if wanted == set(words(f"{each[0]} {each[1]}")) - FILLERS]


def same_type(source, answer):
    """`National ID No.` and `National ID` are one."""
    drop = {"no", "number", "id"}
    left, right = set(words(source)) - drop, set(words(answer)) - drop
    return left <= right or right <= left
