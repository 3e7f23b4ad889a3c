"""The Consolidated Canadian Autonomous Sanctions List, in XML. It publishes no reference."""

import re
import xml.etree.ElementTree as ElementTree

from dates import years
from files import newest, opened
from model import BirthDate, Expected

JOINS = r"(?i)\b(or|and|aka|a\.k\.a\.|Belaru?ss?ian|Russian|Ukrainian|Arabic|also)\b:?"
FRENCH = r"(?<=[\w).])/(?=[A-ZÉ]\w+ )"
ALSO = r"\(?\b(?:also known as|a\.k\.a\.?|aka)\b"
DATE = re.compile(r"\d{4}(?:-\d\d){0,2}")


def text(element, tag):
    return " ".join((element.findtext(tag) or "").split())


def party_of(element):
    person = " ".join(filter(None, (text(element, "GivenName"), text(element, "LastName"))))
    # Of the entities of Iran the French name follows the English one.
    name, *french = [person] if person else re.split(FRENCH, text(element, "EntityOrShip"), maxsplit=1)
    name, *also = re.split(ALSO, name)
    party = Expected(None, name.strip(" ;"))
    party.pack(" ".join(also), "also known as", JOINS)
    party.pack(" ".join(french), "aliases", JOINS)
    party.add("programmes", text(element, "Country"))
    party.add("listed_on", text(element, "DateOfListing"))
    party.add("imo", text(element, "ShipIMONumber"))
    for tag in ("Schedule", "Item"):
        party.text(text(element, tag), tag)
    # One text with commas, `or` and slashes between names, and commas within them.
    party.pack(text(element, "Aliases"), "aliases", JOINS)
    title, date = text(element, "TitleOrShip"), text(element, "DateOfBirthOrShipBuildDate")
    if person:
        party.add("positions", title)
        span = re.fullmatch(r"(\d{4})-(\d{4})", date)
        birth = re.split(r"(?i) or ", date)
        if span:
            party.add("birth_dates", *years(span[1], span[2]))
        elif all(DATE.fullmatch(one) for one in birth):
            party.add("birth_dates", *(BirthDate(one) for one in birth))
        else:
            party.text(date, "date of birth")
    else:
        party.text(title, "ship type")
        party.text(date, "ship build date")
    return party


def read(registers):
    (path,) = newest(registers / "ca_sema", "sema-lmes.xml")
    root = ElementTree.fromstring(opened(path).encode())
    return {"ca_sema": [party_of(element) for element in root]}
