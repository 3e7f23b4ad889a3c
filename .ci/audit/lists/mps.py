"""Members of the UK House of Commons, a table with `NA` for what is missing."""

import re

from files import newest, opened, table
from model import BirthDate, Expected


def party_of(row):
    row = {column: "" if cell == "NA" else cell.strip() for column, cell in row.items()}
    named = " ".join(filter(None, (row["given.name"], row["family.name"])))
    party = Expected(row["id"], named)
    party.within_texts = ("name", "aliases", "weak_aliases", "positions")
    party.raw += [*row.values(), "Member of Parliament for", "United Kingdom"]
    party.text(row["full.name"])
    party.text(" ".join(filter(None, (row["given.name"], row["additional.name"], row["family.name"]))))
    party.packed.append(row["full.name"])
    party.packed.append(" ".join(row[column] for column in ("given.name", "additional.name", "family.name")))
    party.add("birth_dates", BirthDate(row["birth.date"]))
    party.add("gender", row["gender"])
    party.add("countries", "GB")
    party.text(row["constituency"])
    party.text(re.sub(r"[()]", "", row["party"]))
    return party


def read(registers):
    (path,) = newest(registers / "gb_parliament_mps", "mps.csv")
    return {"gb_parliament_mps": [party_of(row) for row in table(opened(path))]}
