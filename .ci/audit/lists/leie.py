"""The List of Excluded Individuals and Entities: monthly exclusions, less the reinstatements."""

import re

from dates import compact
from files import opened, table
from model import Address, BirthDate, Expected, Identifier

NAMES = ("FIRSTNAME", "MIDNAME", "LASTNAME")
# What tells one exclusion from another; there is no reference.
KEY = ("LASTNAME", "FIRSTNAME", "MIDNAME", "BUSNAME", "DOB", "EXCLTYPE", "EXCLDATE")


def birth_date(cell, excluded):
    """`YYYYMMDD`, or `MM/DD/YY` up to 2016: the latest century in which the person was 16 at exclusion."""
    match = re.fullmatch(r"(\d\d)/(\d\d)/(\d\d)", cell)
    if not match:
        return compact(cell)
    year = 2000 + int(match[3])
    if year > int(excluded[:4]) - 16:
        year -= 100
    return f"{year}-{match[1]}-{match[2]}"


def party_of(row):
    party = Expected(None, " ".join(row[column] for column in NAMES if row[column]) or row["BUSNAME"])
    # `JR` stands behind the first name in some rows, and in others behind the last one.
    party.within_texts = ("name", "positions")
    if row["DOB"]:
        party.add("birth_dates", BirthDate(row["DOB"]))
    party.raw += [*row.keys(), *row.values(), "line of business", "business name may be cut, the field holds 30 characters"]
    # Figures that stand for none.
    row = {column: "" if cell.strip("A0") == "" else cell for column, cell in row.items()}
    party.add("listed_on", compact(row["EXCLDATE"]))
    party.add("programmes", row["EXCLTYPE"])
    if row["NPI"].strip("0"):
        party.add("identifiers", Identifier("NPI", row["NPI"]))
    if row["UPIN"]:
        party.add("identifiers", Identifier("UPIN", row["UPIN"]))
    # Behind the border the state is `XX`.
    text = ", ".join(row[column] for column in ("ADDRESS", "CITY", "STATE", "ZIP") if row[column] not in ("", "XX"))
    party.add("addresses", Address(text, "US" if row["STATE"] != "XX" else ""))
    for column in ("GENERAL", "SPECIALTY", "WVRSTATE"):
        party.text(row[column], column)
    for column in ("REINDATE", "WAIVERDATE"):
        party.text(compact(row[column]), column)
    return party


def read(registers):
    files = sorted((registers / "us_hhs_leie").glob("*/*.csv"), key=lambda path: re.search(r"\d{4}", path.name)[0])
    exclusions, reinstated = {}, set()
    for path in files:
        for row in table(opened(path, "latin-1")):
            row = {column: " ".join((cell or "").split()) for column, cell in row.items() if column}
            row["DOB"] = birth_date(row["DOB"], row["EXCLDATE"]) or ""
            key = tuple(row[column] for column in KEY)
            if "rein" in path.name.lower():
                reinstated.add(key)
            else:
                exclusions[key] = row
    return {"us_hhs_leie": [party_of(row) for key, row in exclusions.items() if key not in reinstated]}
