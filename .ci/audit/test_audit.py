"""That a comparison finds what it is for: python3 -m unittest discover -s .ci/audit"""

import unittest

from compare import Comparison
from dates import birth_dates
from model import Address, BirthDate, Expected, Identifier


def party():
    party = Expected("7", "DOE, John")
    party.alias("John Roe")
    party.alias("JD", weak=True)
    party.add("birth_dates", BirthDate("1962", True))
    party.add("countries", "IR", "SY")
    party.add("address_countries", "IR")
    party.add("addresses", Address("Azadi Street 5, Tehran", "Iran"))
    party.add("identifiers", Identifier("Passport", "A-12", "IR"))
    party.add("listed_on", "2020-05-17")
    party.text("Linked To: ACME", "remarks")
    return party


def answer(**changed):
    record = {
        "id": 1, "register": "a list", "name": "DOE, John", "alt_names": "John Roe; JD",
        "aliases": ["John Roe", "JD"], "weak_aliases": ["JD"], "former_names": [], "program": "",
        "dob": "1962", "birth_dates": [{"date": "1962", "approximate": True}], "nationality": "IR",
        "countries": ["IR", "SY"], "address_countries": ["IR"], "addresses": ["Azadi Street 5, Tehran, Iran"],
        "birth_places": [], "positions": [], "gender": None, "imo": None, "source_ref": "7",
        "identifiers": [{"type": "Passport", "value": "A12", "country": "IR"}], "remarks": ["Linked To: ACME"],
        "listed_on": "2020-05-17", "listed_until": None, "un_reference": None, "status": None, "historical": None, "born_before": None,
    }
    return record | changed


def found(*records):
    comparison = Comparison("a_list")
    comparison.all([party()], records)
    return {(one.kind, one.fact) for one in comparison.differences} | {
        ("absent", fact) for fact, count in comparison.absent.items() if count}


class Finds(unittest.TestCase):
    CASES = [
        ({}, set()),
        ({"name": "DOE, Jon"}, {("misplaced", "name"), ("invented", "name")}),
        ({"aliases": ["JD"], "alt_names": "JD"}, {("missing", "aliases")}),
        ({"alt_names": "John Roe"}, {("inconsistent", "alt_names")}),
        ({"weak_aliases": []}, {("misplaced", "weak_aliases")}),
        ({"birth_dates": [{"date": "1962", "approximate": False}]}, {("precision", "birth_dates")}),
        ({"dob": "1963"}, {("first", "dob")}),
        ({"countries": ["IR"]}, {("missing", "countries")}),
        ({"countries": ["IR", "SY", "US"]}, {("invented", "countries")}),
        ({"addresses": []}, {("missing", "addresses")}),
        ({"addresses": ["Azadi Street 5, Tehran, Iraq"]}, {("invented", "addresses")}),
        ({"identifiers": []}, {("missing", "identifiers")}),
        ({"identifiers": [{"type": "Passport", "value": "A12", "country": None}]},
         {("without country", "identifiers")}),
        ({"listed_on": None}, {("missing", "listed_on")}),
        ({"status": "ended"}, {("invented", "status")}),
        ({"status": "ended", "historical": "born before 1900"}, {("invented", "historical")}),
        ({"born_before": "1900"}, {("invented", "born_before")}),
        ({"remarks": []}, {("missing", "texts")}),
        ({"remarks": ["Linked To: ACME", "wanted by Interpol"]}, {("invented", "remarks")}),
    ]

    def test_each_kind(self):
        for changed, kinds in self.CASES:
            with self.subTest(changed=changed):
                self.assertEqual(found(answer(**changed)), kinds)

    def test_fields_that_no_answer_has(self):
        record = answer()
        del record["identifiers"]
        self.assertEqual(found(record), {("absent", "identifiers")})

    def test_records(self):
        self.assertEqual(found(), {("no record", "record")})
        self.assertEqual(found(answer(), answer(source_ref="8")), {("surplus record", "record")})


class Dates(unittest.TestCase):
    def test_forms(self):
        for text, dates in [
            ("10 Dec 1948", ["1948-12-10"]), ("Mar 1972", ["1972-03"]), ("circa 1955", ["1955"]),
            ("1955 to 1957", ["1955", "1956", "1957"]), ("01 Feb 1960 to 29 Feb 1960", ["1960-02"]),
            ("circa 1979-1980", ["1979", "1980"]), ("in his forties", []),
        ]:
            with self.subTest(text=text):
                self.assertEqual([one.date for one in birth_dates(text)], dates)


if __name__ == "__main__":
    unittest.main()
