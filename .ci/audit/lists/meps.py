"""Members of the European Parliament: Wikidata's statements of them, in JSON. There is no label."""

import json
import re

from countries import country
from files import newest, opened
from model import BirthDate, Expected, Identifier

NAMES = ("name in native language", "birth name", "married name", "pseudonym", "nickname",
         "official name", "given name", "family name", "second family name in Spanish name")
# An item that has no label in English, and a value that is not known.
UNNAMED = re.compile(r"Q\d+$|http://www\.wikidata\.org/\.well-known/genid/")
WORDS = "name taken from, position held without a label, place of birth, website child spouse political party occupation different from"
SHOWN = ("member of political party", "occupation", "residence")


def values(item, key, named=True):
    found = item.get(key, [])
    found = found if isinstance(found, list) else [found]
    return [value for value in found if named == (not UNNAMED.match(value))]


def party_of(item):
    family = values(item, "family name")
    native = values(item, "name in native language")
    whole = [*native, *values(item, "pseudonym"), *values(item, "birth name"), *values(item, "married name")]
    given = values(item, "given name")
    # Without a whole name the reader may take one from elsewhere, or leave the item out.
    built = f"{given[0]} {family[0]}" if given and family else next(iter(whole), "")
    party = Expected(item["wdid"], built)
    party.within_texts = ("name", "aliases", "weak_aliases", "former_names", "positions", "addresses", "identifiers")
    party.raw += [*item.keys(), *(str(text) for key in item for named in (True, False) for text in values(item, key, named)), WORDS]
    for key in NAMES:
        for name in values(item, key):
            party.pack(name, key)
    matches = (re.fullmatch(r"(\d{4}-\d\d-\d\d)T00:00:00Z", date) for date in values(item, "date of birth"))
    days = [match[1] for match in matches if match]
    # The first of January stands for the year, which a day of the same year says better.
    exact = [day for day in days if not day.endswith("-01-01")]
    for day in days:
        if day in exact:
            party.add("birth_dates", BirthDate(day))
        elif not any(other[:4] == day[:4] for other in exact):
            party.add("birth_dates", BirthDate(day[:4]))
    for name in values(item, "country of citizenship"):
        code = country(name)
        party.add("countries", code) if code else party.text(name)
    party.add("birth_places", *values(item, "place of birth"))
    party.add("positions", *values(item, "position held"))
    party.add("gender", *(gender.removeprefix("trans ").replace("woman", "female").replace("man", "male")
                          for gender in values(item, "sex or gender")))
    for number in values(item, "MEP directory ID"):
        party.add("identifiers", Identifier("MEP directory ID", number))
    for key in SHOWN:
        for text in values(item, key):
            party.text(text, key)
    return party


def read(registers):
    (path,) = newest(registers / "eu_parliament_meps", "wikidata_meps.json")
    return {"eu_parliament_meps": [party_of(item) for item in json.loads(opened(path))]}
