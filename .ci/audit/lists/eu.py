"""The EU Consolidated Financial Sanctions List, in the XML of 2016."""

import re
import xml.etree.ElementTree as ElementTree

from countries import country
from dates import years
from files import newest, opened
from model import Address, BirthDate, Expected, Identifier

# `AD001095 (passport-National passport) ((passport))`: number, kind, and what the acts say of it.
NUMBER = re.compile(r"(?s)(.+?) \((?P<kind>\w+)-(?P<label>[^()]+)\)\s*(?P<rest>.*)")


def text(element, tag):
    return " ".join((element.findtext(tag) or "").split())


def party_of(element):
    names = [text(name, "WHOLENAME") for name in element.findall("NAME")]
    # Translations stand beside the name; the first that is none of another language is the name.
    own = [text(name, "WHOLENAME") for name in element.findall("NAME") if text(name, "LANGUAGE") in ("", "EN")]
    party = Expected(element.get("Id"), (own or names)[0])
    for name in names:
        party.named(name)
    party.raw += element.itertext()
    party.add("programmes", element.get("programme"))
    party.text(element.get("remark"), "remark")
    party.text(element.get("legal_basis"), "legal basis")
    for child in element:
        party.add("programmes", child.get("programme"))
        party.raw += [child.get("legal_basis"), child.get("reg_date")]
    party.add("listed_on", min(child.get("reg_date") for child in (element, *element)))
    party.raw.append(element.get("reg_date"))
    for name in element.findall("NAME"):
        party.add("gender", {"M": "male", "F": "female"}.get(text(name, "GENDER")))
        party.add("positions", text(name, "TITLE"), text(name, "FUNCTION"))
        parts = [text(name, tag) for tag in ("FIRSTNAME", "MIDDLENAME", "LASTNAME")]
        party.text(" ".join(filter(None, parts)))
    for birth in element.findall("BIRTH"):
        read_birth(party, birth)
    for citizen in element.findall("CITIZEN"):
        code = country(text(citizen, "COUNTRY"))
        party.add("countries", code) if code else party.text(text(citizen, "COUNTRY"))
    for address in element.findall("ADDRESS"):
        where = text(address, "COUNTRY")
        party.add("address_countries", country(where))
        parts = [text(address, tag) for tag in ("NUMBER", "STREET", "ZIPCODE", "CITY")]
        party.text(text(address, "OTHER"), "address")
        if any(parts) or where:
            party.add("addresses", Address(", ".join(filter(None, parts)), f"{where} {country(where)} {text(address, 'OTHER')}"))
    for passport in element.findall("PASSPORT"):
        read_passport(party, passport)
    return party


def read_birth(party, birth):
    written = text(birth, "DATE")
    match = re.fullmatch(r"(\d{4}(?:-\d\d-\d\d)?)(?: - (\d{4}))?( \(approximative\))?", written)
    if match and match[2]:
        party.add("birth_dates", *years(match[1], match[2]))
    elif match:
        party.add("birth_dates", BirthDate(match[1], bool(match[3])))
    party.raw.append(f"date of birth {written}")
    place, where = text(birth, "PLACE"), text(birth, "COUNTRY")
    if place or where:
        party.add("birth_places", ", ".join(filter(None, (place, where))))


def read_passport(party, passport):
    written, code = text(passport, "NUMBER"), country(text(passport, "COUNTRY"))
    match = NUMBER.fullmatch(written)
    if not match or match[1] == "UNKNOWN":
        party.text(written, "passport")
        return
    party.add("identifiers", Identifier(match["label"], match[1], code))
    party.text(match["rest"])


def read(registers):
    (path,) = newest(registers / "eu_fsf", "global.xml")
    root = ElementTree.fromstring(opened(path).encode())
    return {"eu_fsf": [party_of(element) for element in root]}
