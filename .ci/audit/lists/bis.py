"""The Denied Persons List of the BIS: a row for each address of a party, no reference."""

from countries import country
from dates import slashed
from files import newest, opened, table
from model import Address, Expected, merged
from names import ALSO, parted

def party_of(row):
    row = {column: cell.strip() for column, cell in row.items()}
    name, also = parted(row["Name"])
    party = Expected(None, " ".join(name.split()))
    if also:
        party.pack(row["Name"], "name", ALSO)
    party.raw += [*row.keys(), *row.values(), "Federal Register notice, also listed on, until"]
    text = ", ".join(filter(None, (row[column] for column in ("Street_Address", "City", "State", "Postal_Code"))))
    if text or row["Country"]:
        party.add("addresses", Address(text, row["Country"]))
    # One row has the state of the US as the country.
    is_state = row["State"] or len(row["Country"]) == 2
    party.add("address_countries", country(row["Country"]) or ("US" if is_state else None))
    party.add("listed_on", slashed(row["Effective_Date"], "mdy"))
    party.add("listed_until", slashed(row["Expiration_Date"], "mdy"))
    for column in ("Standard_Order", "Last_Update", "Action", "FR_Citation"):
        party.text(row[column], column.replace("_", " "))
    return party


def read(registers):
    (path,) = newest(registers / "us_bis_dpl", "dpl.txt")
    return {"us_bis_dpl": merged(party_of(row) for row in table(opened(path), "\t"))}
