"""The Consolidated Screening List: one file, a register for each `source`."""

import re

import labels
from countries import NAMES, country
from dates import birth_dates
from files import newest, opened, table
from lists import ofac
from model import Address, BirthDate, Expected, Identifier, merged, words
from names import ALSO, parted

REGISTERS = {
    "Specially Designated Nationals": "us_trade_csl_sdn",
    "Sectoral Sanctions Identifications List": "us_trade_csl_ssi",
    "Palestinian Legislative Council List": "us_trade_csl_plc",
    "Foreign Sanctions Evaders": "us_trade_csl_fse",
    "Non-SDN Menu-Based Sanctions List": "us_trade_csl_mbs",
    "Non-SDN Chinese Military-Industrial Complex": "us_trade_csl_cmic",
    "Capta List": "us_trade_csl_capta",
    "Denied Persons List": "us_trade_csl_dpl",
    "Entity List": "us_bis_entity",
    "Unverified List": "us_bis_uvl",
    "Military End User": "us_bis_meu",
    "ITAR Debarred": "us_ddtc_debarred",
    "Nonproliferation Sanctions": "us_isn_nonproliferation",
}
# Between the values of a list; within brackets it belongs to the value.
BETWEEN = re.compile(r";(?: (?:and )?|$)(?![^()]*\))")
JOINS = rf"{ALSO}|\band\b|\bor\b"
# In the Entity List `, and` and a leading `and` join the last of the other names.
NUMBER = re.compile(
    rf"(?:(?P<country>[A-Z]{{2}}), )?(?:(?P<issued>\d{{4}}-\d\d-\d\d), )?(?P<value>.+), (?P<label>{labels.PATTERN})")


# What the answers add: an `ids` date has no label, and a name in brackets is parted.
WORDS = "issued or expires, name as published, also listed on, among the other names"


def listed(cell):
    return [part.strip() for part in BETWEEN.split(cell) if part.strip()]


def identifiers(party, cell, kind):
    """`ids` holds `country, date of issue, value, label`; the label may be followed by a colon or dash."""
    for part in ids(cell):
        match = NUMBER.fullmatch(part)
        gender = re.fullmatch(r"(Male|Female), Gender", part)
        where = re.fullmatch(r"(.+), (Nationality of Registration|Registration Country)", part)
        if gender:
            party.add("gender", gender[1])
        elif where:
            party.add("countries", country(where[1]))
        elif not match:
            party.text(part)
        elif kind == "Vessel" and match["label"] == "Vessel Registration Identification":
            imo = re.fullmatch(r"IMO +(\d{7})", match["value"])
            party.add("imo", imo[1]) if imo else party.text(match["value"])
        else:
            party.add("identifiers", Identifier(match["label"], match["value"], match["country"]))
            party.text(match["issued"], "issued")


def ids(cell):
    """A value may hold `; ` itself: what has no label belongs to the part after it."""
    waiting = ""
    for part in cell.split("; "):
        waiting = f"{waiting}; {part}" if waiting else part
        if ", " in waiting:
            yield waiting.strip()
            waiting = ""
    if waiting.strip():
        yield waiting.strip()


def addresses(party, cell):
    for text in cell.split("; "):
        text = re.sub(r"^and ", "", text.strip())
        match = re.fullmatch(r"(?s)(?:(.*), )?([A-Z]{2})", text)
        if match and match[2] in NAMES:
            party.add("address_countries", match[2])
            party.add("addresses", Address(match[1] or "", match[2]))
        elif text:
            party.add("addresses", Address(text))
            # A state of the US, and a post code that may have lost its leading zero.
            if re.search(r", [A-Z]{2}(?:, \d{4,5}(?:-\d{4})?)?$", text) and text[-2:] not in NAMES:
                party.add("address_countries", "US")


def party_of(row):
    ofac = row["entity_number"] != ""
    name, also = (row["name"], "") if ofac else parted(row["name"])
    party = Expected(row["entity_number"] or None, " ".join(name.split()))
    if not ofac:
        party.pack(row["name"], "name", JOINS)
    # Addresses end in the name of a country, or in a state of the US.
    party.within_texts = ("identifiers", "countries", "address_countries")
    party.raw += [*row.keys(), *row.values(), WORDS]
    party.alias(*listed(row["alt_names"])) if ofac else party.pack(row["alt_names"], "alt names", JOINS)
    party.add("programmes", *row["programs"].split("; "))
    party.add("positions", *row["title"].split("; "))
    addresses(party, row["addresses"])
    # A few have a year of two digits before 100.
    for fact, day in (("listed_on", row["start_date"]), ("listed_until", row["end_date"])):
        party.text(day, fact) if day.startswith("00") else party.add(fact, day)
    if row["call_sign"]:
        party.add("identifiers", Identifier("Call sign", row["call_sign"]))
    for cell in (row["vessel_flag"], row["citizenships"], row["nationalities"]):
        for name in cell.split("; "):
            code = country(name)
            party.add("countries", code) if code else party.text(name, "flag")
    for date in filter(None, row["dates_of_birth"].split("; ")):
        dates = birth_dates(date)
        party.add("birth_dates", *dates) if dates else party.text(date)
    party.add("birth_places", *row["places_of_birth"].split("; "))
    identifiers(party, row["ids"], row["type"])
    for column in ("federal_register_notice", "standard_order", "license_requirement", "license_policy",
                   "vessel_type", "gross_tonnage", "gross_registered_tonnage", "vessel_owner",
                   "source_information_url"):
        party.text(row[column], column.replace("_", " "))
    for remark in row["remarks"].split("; "):
        party.text(remark.strip().removeprefix("(").removesuffix(")"), "remarks")
    return party


def read(registers):
    (path,) = newest(registers / "us_trade_csl", "consolidated.csv")
    found = {slug: [] for slug in REGISTERS.values()}
    # Some apostrophes came from Windows as control characters.
    for row in table(re.sub("[\x80-\x9f]", lambda one: one[0].encode("latin-1").decode("cp1252", "replace"), opened(path))):
        slug = next(slug for start, slug in REGISTERS.items() if row["source"].startswith(start))
        found[slug].append(party_of(row))
    found = {slug: merged(parties) if parties[0].reference is None else by_reference(parties)
             for slug, parties in found.items()}
    sources = {party.reference: party for parties in ofac.read(registers).values() for party in parties}
    for parties in found.values():
        for party in parties:
            if party.reference in sources:
                take_marks(party, sources[party.reference])
    return found


def take_marks(party, source):
    """OFAC says which aliases are weak and which dates approximate, this list does not."""
    def names(*of):
        return {tuple(sorted(words(name))) for name in of}

    weak = names(*source.facts["weak_aliases"])
    weak -= names(source.name, *(name for name in source.facts["aliases"] if name not in source.facts["weak_aliases"]))
    party.add("weak_aliases", *(name for name in party.facts["aliases"] if names(name) <= weak))
    about = {born.date for born in source.facts["birth_dates"] if born.approximate}
    party.facts["birth_dates"] = [BirthDate(born.date, born.approximate or born.date in about)
                                  for born in party.facts["birth_dates"]]


def by_reference(parties):
    known = {}
    for party in parties:
        if party.reference in known:
            known[party.reference].merge(party)
        else:
            known[party.reference] = party
    return list(known.values())
