"""The United Nations Security Council Consolidated List, in XML."""

import re
import xml.etree.ElementTree as ElementTree

from countries import country
from dates import birth_dates, day_month_year, years
from files import newest, opened
from model import Address, BirthDate, Expected, Identifier

PLACE = ("STREET", "CITY", "STATE_PROVINCE", "ZIP_CODE")
APPROXIMATE = ("APPROXIMATELY", "BETWEEN")


def text(element, tag):
    return " ".join((element.findtext(tag) or "").split())


def values(element, tag):
    """Texts of the VALUE elements; a missing one is empty or `na`."""
    found = (" ".join((value.text or "").split()) for one in element.findall(tag) for value in one)
    return [value for value in found if value and value != "na"]


def party_of(element, kind):
    names = [text(element, f"{place}_NAME") for place in ("FIRST", "SECOND", "THIRD", "FOURTH")]
    party = Expected(text(element, "REFERENCE_NUMBER"), " ".join(filter(None, names)))
    party.add("programmes", text(element, "UN_LIST_TYPE"))
    party.add("listed_on", text(element, "LISTED_ON")[:10])
    party.add("gender", text(element, "GENDER"))
    party.alias(text(element, "NAME_ORIGINAL_SCRIPT"))
    party.add("positions", *values(element, "TITLE"), *values(element, "DESIGNATION"))
    party.raw += ["alias certificate date of birth, name as published, also of", *element.itertext()]
    party.text(text(element, "COMMENTS1"))
    for day in values(element, "LAST_DAY_UPDATED"):
        party.text(day[:10], "last day updated")
    for name in values(element, "NATIONALITY"):
        code = country(name)
        party.add("countries", code) if code else party.text(name)
    of_aliases = []
    for alias in element.findall(f"{kind}_ALIAS"):
        read_alias(party, alias, of_aliases)
    for address in element.findall(f"{kind}_ADDRESS"):
        where = text(address, "COUNTRY")
        party.add("address_countries", country(where))
        parts = [text(address, tag) for tag in (*PLACE, "NOTE")]
        if any(parts) or where:
            party.add("addresses", Address(", ".join(filter(None, parts)), where))
    for birth in element.findall("INDIVIDUAL_DATE_OF_BIRTH"):
        read_birth(party, birth)
    for born in of_aliases:
        party.add("birth_dates", *born)
    for place in element.findall("INDIVIDUAL_PLACE_OF_BIRTH"):
        parts = [text(place, tag) for tag in (*PLACE, "COUNTRY", "NOTE")]
        party.add("birth_places", ", ".join(filter(None, parts)))
    for document in element.findall("INDIVIDUAL_DOCUMENT"):
        read_document(party, document)
    return party


def read_alias(party, alias, own):
    quality, name = text(alias, "QUALITY"), text(alias, "ALIAS_NAME")
    # Quotation marks around a whole name say that it is one.
    if re.fullmatch(r'"[^"]+"', name):
        name = name[1:-1]
    party.named(name, weak=quality == "Low", former=quality == "f.k.a.")
    # Some notes hold spellings of the name.
    party.packed.append(text(alias, "NOTE"))
    born = birth_dates(text(alias, "DATE_OF_BIRTH"))
    own.append(born)
    # A name or a note that tells a birth: `born in 1965 in Kandahar`, `born 1 Jan. 1953 (passport ...)`.
    for told in re.findall(r"\bborn (?:\D*? )?(\d\d? [A-Z][a-z]{2}\. ?\d{4}|\d{4})\b", f"{name} {text(alias, 'NOTE')}"):
        own.append([BirthDate(day_month_year(told.replace(".", " ").replace("  ", " ")), False)])
    for tag in ("DATE_OF_BIRTH",)[bool(born):] + ( "CITY_OF_BIRTH", "COUNTRY_OF_BIRTH", "NOTE"):
        party.text(text(alias, tag), f"alias {tag.replace('_', ' ')}")


def read_birth(party, birth):
    approximate = text(birth, "TYPE_OF_DATE").upper() in APPROXIMATE
    note = text(birth, "NOTE")
    month = day_month_year(f"{note.replace('.', '')} {text(birth, 'YEAR')}".strip())
    date = text(birth, "DATE")[:10] or month or text(birth, "YEAR")
    if date:
        party.add("birth_dates", BirthDate(date, approximate))
    elif text(birth, "FROM_YEAR"):
        party.add("birth_dates", *years(text(birth, "FROM_YEAR"), text(birth, "TO_YEAR")))
    if note and not month:
        party.text(note, "date of birth")
    party.raw.append(f"date of birth {text(birth, 'TYPE_OF_DATE')} {note}")


def read_document(party, document):
    kind, number = text(document, "TYPE_OF_DOCUMENT"), text(document, "NUMBER")
    code = country(text(document, "ISSUING_COUNTRY")) or country(text(document, "COUNTRY_OF_ISSUE"))
    if match := re.fullmatch(r"(.+?) \(([A-Z]{2})\)", number):
        number, code = match[1], code or country(match[2])
    if number:
        party.add("identifiers", Identifier(text(document, "TYPE_OF_DOCUMENT2") or kind, number, code))
    else:
        party.text(kind)
    for tag in ("DATE_OF_ISSUE", "CITY_OF_ISSUE", "NOTE"):
        party.text(text(document, tag), tag.replace("_", " "))
    for tag in ("ISSUING_COUNTRY", "COUNTRY_OF_ISSUE"):
        if country(text(document, tag)) != code:
            party.text(text(document, tag), tag.replace("_", " "))


def read(registers):
    (path,) = newest(registers / "un_sc_consolidated", "consolidated.xml")
    root = ElementTree.fromstring(opened(path).encode())
    return {"un_sc_consolidated": [
        party_of(element, kind) for kind in ("INDIVIDUAL", "ENTITY") for element in root.iter(kind)]}
