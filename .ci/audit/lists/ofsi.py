"""The UK Consolidated List of OFSI: a party is all rows with one Group ID."""

import re

from countries import country
from dates import slashed
from files import newest, opened, table
from model import Address, BirthDate, Expected

NAMES = ("Name 1", "Name 2", "Name 3", "Name 4", "Name 5", "Name 6")
ADDRESS = ("Address 1", "Address 2", "Address 3", "Address 4", "Address 5", "Address 6", "Post/Zip Code")
# `(1) Afghan (2) Pakistani`, `a) French, b) Tunisian`
NUMBERED = re.compile(r"(?:^|(?<=[\s(,])|(?<=b\)))\(?(?:\d{1,2}|[A-Za-z])\)(?:\s*|$)")
SEVERAL = re.compile(r" ; | and |\. Also believed to hold ")
APPROXIMATE = re.compile(r"(?i)\b(?:DOB|date of birth|year of birth):? ?(\d{4})? is approximate")
GONE = re.compile("revoked|withdrawn")


def clean(cell):
    """A few cells hold doubled quotation marks that are no escape."""
    return " ".join(cell.replace('""', '"').split())


def several(cell):
    return [part.strip(" ,.;") for part in NUMBERED.split(cell) if part.strip(" ,.;")]


def name_of(row):
    return " ".join(clean(row[column]) for column in NAMES if clean(row[column]))


def party_of(group, rows):
    # The first name stands where a row is marked as prime; else the first row.
    prime = next((row for row in rows if row["Alias Type"] == "Prime Alias"), rows[0])
    party = Expected(group, name_of(prime))
    party.within_texts = ("identifiers", "aliases", "weak_aliases", "gender", "imo", "birth_places", "addresses", "countries", "address_countries", "un_reference")
    for row in rows:
        party.raw += row.values()
        party.named(name_of(row), former=row["Alias Type"] == "FKA")
        party.add("programmes", clean(row["Regime"]))
        party.add("positions", *several(clean(row["Title"])), *several(clean(row["Position"])))
        if date := slashed(row["DOB"]):
            party.add("birth_dates", BirthDate(date))
        place = ", ".join(filter(None, (clean(row["Town of Birth"]), clean(row["Country of Birth"]))))
        if NUMBERED.search(place):
            party.text(re.sub(r"\(\d+\)-\(\d+\)|\(\w\)|\b\w\)", " ", place), "birth place")
        else:
            party.add("birth_places", place)
        nationality(party, clean(row["Nationality"]))
        party.text(NUMBERED.sub(" ", clean(row["Passport Details"])), "passport")
        party.text(NUMBERED.sub(" ", clean(row["NI Number"])), "national identification number")
        where = clean(row["Country"])
        party.add("address_countries", country(where))
        text = ", ".join(clean(row[column]) for column in ADDRESS if clean(row[column]))
        if NUMBERED.search(text):
            party.text(NUMBERED.sub("", text), "address")
        elif text or where:
            party.add("addresses", Address(text, where))
        party.text(clean(row["Other Information"]), "other information: UN reference number, listed on, former name, nationality, national identification number")
        party.text(slashed(row["Last Updated"]), "last updated")
    said = " . ".join(clean(row["Other Information"]) for row in rows)
    years = [match[1] for match in APPROXIMATE.finditer(said)]
    dates = party.facts["birth_dates"]
    dates[:] = [born._replace(approximate=True) if any(year in (None, born.date[:4]) for year in years) else born
                for born in dates]
    party.add("listed_on", min(slashed(row["Listed On"]) for row in rows))
    return party


def nationality(party, cell):
    for part in [cell] if country(cell) else SEVERAL.split(" ; ".join(several(cell))):
        code = None if GONE.search(part) else country(part) or country(
            re.sub(r" (citizenship|by birth|national|nationality|nationalities)\b.*", "", part))
        party.add("countries", *(["CD", "CG"] if part == "Congolese" else [code]))
        if not code or "ossibly" in part or "by birth" in part:
            party.text(part, "nationality")


def read(registers):
    (path,) = newest(registers / "gb_ofsi_conlist", "ConList.csv")
    groups = {}
    for row in table(opened(path, "cp1252").split("\n", 1)[1]):
        groups.setdefault(row["Group ID"], []).append(row)
    return {"gb_ofsi_conlist": [party_of(group, rows) for group, rows in groups.items()]}
