"""What a list says of a party, in a form that can be compared with an answer of the server."""

import re
import unicodedata
from collections import defaultdict
from typing import NamedTuple


# What stands between the names of one cell, and what is said of them.
SEVERAL = re.compile(r"[;()]|, born |\bborn in\b|\bb\) ")
SAID = r"\(?original script:?|\bb\) |\ba\.k\.a\.?"


class Identifier(NamedTuple):
    """A number of a document or of a register; `type` is the publisher's word, `country` a code or None."""

    type: str
    value: str
    country: str | None = None


class BirthDate(NamedTuple):
    """`YYYY`, `YYYY-MM` or `YYYY-MM-DD`, and whether the publisher calls it approximate."""

    date: str
    approximate: bool = False


class Address(NamedTuple):
    """The text without the country, and the country as the publisher writes it."""

    text: str
    country: str = ""


def fold(text):
    """For equality: one form of each character, one blank between words, no difference of case."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def words(text):
    """For containment: the letters and digits of a text, without what stands between them."""
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())


class Expected:
    """One party of one list. `raw` is everything that the list says of it, for what an answer adds."""

    def __init__(self, reference, name):
        self.reference = reference
        self.name = name
        self.facts = defaultdict(list)
        self.texts = []
        # A name with brackets may be one without them and what stands in them, `A / B` is two.
        self.packed = [name] if re.search(r"\(| / ", name) else []
        self.raw = [name]
        # Facts that a reader may also find within the free texts; they are checked word by word.
        self.within_texts = ()

    def add(self, fact, *values):
        """Values that must be answered as this fact."""
        known = self.facts[fact]
        for value in values:
            if value and value not in known:
                known.append(value)
                self.raw.extend([value] if isinstance(value, str) else [part for part in value if isinstance(part, str)])

    def alias(self, *names, weak=False, former=False):
        self.add("aliases", *names)
        if weak:
            self.add("weak_aliases", *names)
        if former:
            self.add("former_names", *names)

    def named(self, cell, weak=False, former=False):
        """A cell that holds an alias, or several and what is said of them."""
        if SEVERAL.search(cell):
            self.pack(cell, "alias, name as published", SAID)
        else:
            self.alias(cell, weak=weak, former=former)

    def text(self, value, label=""):
        """A text that must be readable somewhere in the answer, whatever the field."""
        if value and value.strip() and value not in self.texts:
            self.texts.append(value)
            self.raw.extend([label, value])

    def pack(self, cell, label="", joins="$^"):
        """A cell that holds several names in one, or names among other things: its words but for those
        that join them must be readable in the answer, and an alias may be made of them."""
        self.text(re.sub(joins, " ", cell), label)
        self.packed.append(cell)
        self.raw.append(cell)

    def merge(self, other):
        """A further row of the same party."""
        for fact, values in other.facts.items():
            self.add(fact, *values)
        self.texts += other.texts
        self.packed += other.packed
        self.raw += other.raw
        self.within_texts = (*self.within_texts, *other.within_texts)


def merged(parties):
    """One party for each distinct name, where a list has a row for each address or alias.

    It is listed from the first of the days that its rows give until the last; the others are texts."""
    by_name = {}
    for party in parties:
        key = "".join(words(party.name))
        if key in by_name:
            by_name[key].alias(party.name)
            by_name[key].merge(party)
        else:
            by_name[key] = party
    for party in by_name.values():
        for fact, chosen in (("listed_on", min), ("listed_until", max)):
            days = party.facts[fact]
            for day in sorted(set(days) - {chosen(days, default=None)}):
                party.text(day, "also listed on until")
                days.remove(day)
    return list(by_name.values())
