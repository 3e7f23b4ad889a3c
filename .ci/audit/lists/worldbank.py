"""The World Bank's ineligible firms and individuals, in JSON."""

import json
import re

from countries import country
from files import newest, opened
from model import Address, Expected
from names import ALSO, parted

TITLE = re.compile(r"(M/S|MR|MS|MRS|DR|ENG|MISS)\.? ", re.I)
PERSONAL = ("MR", "MS", "MRS", "DR", "MISS")
JOINS = rf"{ALSO}|\band\b"
ONGOING = "2999-12-31"
# A footnote of the web page, numbered anew with each edition.
FOOTNOTE = re.compile(r"\*\s*\d+(,? and \d+|, ?\d+\b)*|^\d{1,3}$")


def party_of(row):
    row = {column: " ".join(str(cell).split()) for column, cell in row.items() if cell is not None}
    title = TITLE.match(row["SUPP_NAME"])
    cell = row["SUPP_NAME"][title.end():] if title else row["SUPP_NAME"]
    # Other names stand beside the name, in brackets or after words that say so.
    party = Expected(row["SUPP_ID"], parted(cell)[0])
    party.within_texts = ("positions", "status", "aliases", "weak_aliases", "former_names", "name", "identifiers")
    party.raw += [*row.keys(), *row.values(), "title legal form short name type registration number unreliable"]
    party.pack(cell, "name", JOINS)
    if title:
        party.text(title[1], "title")
    party.add("programmes", row.get("DEBAR_REASON", "").rstrip("."))
    party.add("listed_on", row["DEBAR_FROM_DATE"])
    if row["DEBAR_TO_DATE"] != ONGOING:
        party.add("listed_until", row["DEBAR_TO_DATE"])
    is_person = row["SUPP_TYPE_CODE"] == "I" or (title and title[1].upper() in PERSONAL)
    # Where somebody lives is not a nationality.
    party.add("address_countries" if is_person else "countries", country(row["LAND1"]))
    parts = [row.get(column) for column in
             ("SUPP_ADDR", "SUPP_CITY", "SUPP_STATE_CODE", "SUPP_ZIP_CODE", "SUPP_POST_CODE", "SUPP_PROV_NAME")]
    text = ", ".join(filter(None, parts))
    if text:
        party.add("addresses", Address(text, row.get("COUNTRY_NAME", "")))
    party.pack(FOOTNOTE.sub("", row.get("ADD_SUPP_INFO", "")), "additional information", JOINS)
    for column in ("SUPP_PRE_ACRN", "SUPP_POST_ACRN", "ELIG_STAT", "INELIGIBLY_STATUS", "REGISTER_ID"):
        party.text(row.get(column, ""), column)
    return party


def read(registers):
    (path,) = newest(registers / "worldbank_debarred", "wb-data.json")
    rows = json.loads(opened(path))["response"]["ZPROCSUPP"]
    return {"worldbank_debarred": [party_of(row) for row in rows]}
