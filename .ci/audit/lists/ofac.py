"""OFAC: the SDN list and the consolidated list of the others, from the three CSV files and the comments."""

import re

import labels
from countries import country
from dates import birth_dates
from files import newest, opened, rows
from model import Address, Expected, Identifier

NONE = "-0-"
# Remarks are cut at this length; without the rest, the last part may be half a number.
CUT = 1000
WEAK = re.compile(r"(?:alt\. )?([afn])\.k\.a\. '(.*)'\.?")
COUNTRY = re.compile(r"(?:alt\. )?(?:nationality|citizen|Nationality of Registration|Registration Country) ([^;]+)(;.*)?")
# The country follows the number in brackets; the number itself may hold brackets.
NUMBER = re.compile(
    rf"(?:alt\. )?(?P<label>{labels.PATTERN}) (?P<value>(?:(?!issued)\S.*? )??\S*\d\S*(?: (?!issued|expires|\().+?)??)"
    r"(?: \((?P<country>[^()]+)\))?(?: issued (?P<issued>[\w ]+?))?(?: expires (?P<expires>[\w ]+))?\.?")


def value(cell):
    return "" if cell.strip() == NONE else cell


def remark(party, part, kind):
    """One part of the remarks: a fact with a field of its own, or a text."""
    if match := WEAK.fullmatch(part):
        # Twice doubled they are quotation marks; doubled once, the first is a letter of the name.
        name = match[2][1:-1] if re.fullmatch(r"'.*'", match[2]) else match[2]
        return party.alias(name, weak=True, former=match[1] == "f")
    if match := re.fullmatch(r"(?:alt\. )?DOB (.+)", part):
        dates = birth_dates(match[1])
        return party.add("birth_dates", *dates) if dates else party.text(part)
    if match := re.fullmatch(r"(?:alt\. )?POB (.+)", part):
        return party.add("birth_places", match[1])
    if match := COUNTRY.fullmatch(part):
        code = country(match[1])
        party.add("countries", code)
        return party.text(part) if not code or match[2] or "possibly" in part else None
    if match := re.fullmatch(r"(?:alt\. )?(Equity Ticker|SWIFT/BIC) ([A-Z]+(?: [A-Z]{2})?)", part):
        return party.add("identifiers", Identifier(match[1], match[2]))
    if match := re.fullmatch(r"Gender (Male|Female)", part):
        return party.add("gender", match[1])
    match = NUMBER.fullmatch(part)
    if not match:
        return party.text(part.removeprefix("alt. "))
    imo = re.fullmatch(r"IMO +(\d{7})", match["value"])
    if imo and kind == "vessel" and match["label"] == "Vessel Registration Identification":
        return party.add("imo", imo[1])
    label, _, bare = match["value"].rpartition(": ")
    if label == "ISIN":
        return party.add("identifiers", Identifier(label, bare))
    code = country(match["country"] or "")
    number = match["value"] if code or not match["country"] else f"{match['value']} ({match['country']})"
    party.add("identifiers", Identifier(match["label"], number, code))
    for label in ("issued", "expires"):
        if match[label]:
            party.text(match[label], label)


def parties(main, alt, add, comments):
    rest = {}
    for row in rows(comments):
        if len(row) == 2:
            rest[row[0]] = rest.get(row[0], "") + row[1]
    found = {}
    for row in rows(main):
        if len(row) != 12:
            continue
        number, name, kind, programme, title, call_sign, vessel, tonnage, gross, flag, owner, remarks = row
        party = found[number] = Expected(number, name)
        party.within_texts = ("identifiers",)
        party.add("programmes", *value(programme).split("] ["))
        party.add("positions", *value(title).split("; "))
        if value(call_sign):
            party.add("identifiers", Identifier("Call sign", call_sign))
        for label, cell in (("Vessel type", vessel), ("Tonnage", tonnage),
                            ("Gross registered tonnage", gross), ("Vessel owner", owner)):
            party.text(value(cell).replace(",", ""), label)
        code = country(value(flag))
        if code:
            party.add("countries", code)
        else:
            party.text(value(flag), "Vessel flag")
        text = value(remarks) + rest.get(number, "")
        party.raw.append(text)
        parts = [part.strip() for part in re.sub(r"\.$", "", text.strip()).split("; ") if part.strip()]
        if len(value(remarks)) >= CUT and number not in rest:
            party.text(parts.pop())
        for part in parts:
            remark(party, part, kind)
    for number, _, how, name, remarks in (row for row in rows(alt) if len(row) == 5):
        if number in found:
            found[number].alias(name, former=how == "fka")
            found[number].text(value(remarks))
    for number, _, street, city, where, remarks in (row for row in rows(add) if len(row) == 6):
        if number in found:
            address(found[number], [value(street), value(city)], value(where))
            found[number].text(value(remarks))
    return list(found.values())


def address(party, parts, where):
    code = country(where)
    party.add("address_countries", code)
    text = ", ".join(part for part in parts if part)
    if text or where:
        party.add("addresses", Address(text, where))


def read(registers):
    sdn, alt, add, comments = newest(
        registers / "us_ofac_sdn", "sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv")
    prim, cons_alt, cons_add = newest(
        registers / "us_ofac_cons", "cons_prim.csv", "cons_alt.csv", "cons_add.csv")
    text = lambda path: opened(path, "latin-1")
    return {
        "us_ofac_sdn": parties(text(sdn), text(alt), text(add), text(comments)),
        "us_ofac_cons": parties(text(prim), text(cons_alt), text(cons_add), ""),
    }
