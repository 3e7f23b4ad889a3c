"""Members of the United States Congress: those in office, those before, presidents, and the terms."""

import json
import re

from files import newest, opened, table
from model import BirthDate, Expected, Identifier

GENDERS = {"M": "male", "F": "female"}
# The numbers by which other services know a member.
NUMBERS = ("bioguide_id", "govtrack_id")
# Words of the answers that the list writes as one letter or not at all.
WORDS = "President Vice of the United States Representative US Senator Delegate Resident Commissioner district at large from to website telephone current former"
# Parties that ended before 1900 and whose names no later one bore.
ENDED = set("""Adams; Adams Democrat; Anti Jackson; Anti Jacksonian; Anti Masonic; Anti-Administration; Anti-Jacksonian;
Anti-Lecompton Democrat; Crawford Republican; Democratic Republican; Federalist; Free Soil; Ind. Whig; Jackson;
Jackson Republican; Jacksonian; Law and Order; Nullifier; Pro-Administration; Unconditional Unionist; Whig""".replace("\n", " ").split("; "))
WITHIN = ("name", "aliases", "positions", "addresses", "status", "identifiers", "listed_on", "listed_until", "countries")
STATES = dict(re.split(" ", state.strip(), maxsplit=1) for state in re.split("[;\n]+", """AK Alaska; AL Alabama; AR Arkansas; AS American Samoa; AZ Arizona; CA California; CO Colorado;
CT Connecticut; DC District of Columbia; DE Delaware; DK Dakota Territory; FL Florida; GA Georgia;
GU Guam; HI Hawaii; IA Iowa; ID Idaho; IL Illinois; IN Indiana; KS Kansas; KY Kentucky;
LA Louisiana; MA Massachusetts; MD Maryland; ME Maine; MI Michigan; MN Minnesota; MO Missouri;
MP Northern Mariana Islands; MS Mississippi; MT Montana; NC North Carolina; ND North Dakota;
NE Nebraska; NH New Hampshire; NJ New Jersey; NM New Mexico; NV Nevada; NY New York; OH Ohio;
OK Oklahoma; OL Territory of Orleans; OR Oregon; PA Pennsylvania; PI Philippine Islands;
PR Puerto Rico; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas;
UT Utah; VA Virginia; VI Virgin Islands; VT Vermont; WA Washington; WI Wisconsin; WV West Virginia;
WY Wyoming""") if state.strip())


def member(row, status):
    parts = [row["first_name"], row["middle_name"], row["last_name"], row["suffix"]]
    built = " ".join(filter(None, parts))
    party = Expected(row["bioguide_id"], built)
    party.within_texts = WITHIN
    party.raw += [*row.keys(), *row.values(), WORDS, STATES.get(row["state"], "")]
    for name in (built, row["full_name"], row["nickname"]):
        party.pack(name, "name")
    if row["birthday"]:
        party.add("birth_dates", BirthDate(row["birthday"]))
    elif row["party"] in ENDED:
        party.add("born_before", "1900")
    party.add("gender", GENDERS.get(row["gender"]))
    party.add("countries", "US")
    for column in NUMBERS:
        if row[column]:
            party.add("identifiers", Identifier(column.replace("_", " "), row[column], "US"))
    for column in ("party", "address", "phone"):
        party.text(row[column], column)
    # `-1` is a district of which the number is not known.
    party.text(row["district"].removeprefix("-1"), "district")
    party.raw.append(status)
    return party


def executive(person):
    name, bio = person["name"], person.get("bio", {})
    parts = [name.get(part) for part in ("first", "middle", "last", "suffix")]
    party = Expected(person["id"].get("bioguide"), name.get("official_full") or " ".join(filter(None, parts)))
    party.within_texts = WITHIN
    party.raw.append(WORDS)
    for text in (" ".join(filter(None, parts)), name.get("nickname", "")):
        party.pack(text, "name")
    party.raw += [str(number) for number in (*person["id"], *person["id"].values())]
    party.raw += [str(value) for term in person["terms"] for value in term.values()]
    if bio.get("birthday"):
        party.add("birth_dates", BirthDate(bio["birthday"]))
    party.add("gender", GENDERS.get(bio.get("gender")))
    for term in person["terms"]:
        party.text({"prez": "President", "viceprez": "Vice President"}[term["type"]])
        party.text(term.get("party", ""))
    # Terms that follow each other in the same office are one.
    party.text(min(term["start"] for term in person["terms"]), "term")
    party.text(max(term["end"] for term in person["terms"]), "term")
    return party


def terms(text):
    """Bioguide number to the days of the terms, and the block of the YAML file that is about the member."""
    found = {}
    for block in re.split(r"(?m)^- ", text)[1:]:
        days = {"start": [], "end": []}
        for name, day in re.findall(r"(start|end): '?(\d{4}-\d\d-\d\d)", block.split("  terms:")[1]):
            days[name].append(day)
        found[re.search(r"bioguide: (\w+)", block)[1]] = days, block
    return found


def read(registers):
    names = ("legislators-current.csv", "legislators-historical.csv", "executive.json", "legislators-current.yaml")
    current, historical, presidents, yaml = (opened(path) for path in newest(registers / "us_congress", *names))
    by_id, parties = {}, []
    for text, status in ((current, "current"), (historical, "former")):
        for row in table(text):
            party = by_id[row["bioguide_id"]] = member(row, status)
            parties.append(party)
    for person in json.loads(presidents):
        party = executive(person)
        if party.reference in by_id:
            by_id[party.reference].merge(party)
        else:
            parties.append(party)
    for bioguide, (days, block) in terms(yaml).items():
        by_id[bioguide].add("listed_on", min(days["start"]))
        by_id[bioguide].raw.append(block + " ".join(map(STATES.get, re.findall(r"state: (\w\w)", block))))
    for party in parties:
        born = [date.date for date in party.facts.get("birth_dates", [])]
        if party.facts.get("born_before") or born and max(born) < "1900":
            party.add("historical", "born before 1900")
    return {"us_congress": parties}
