"""Differences that are right, each with its reason, and no wider than the reason."""

import difflib


def is_empty(source):
    return source in ("", "['']", "[]")


def contradict(difference):
    """Both of two values that exclude each other, and neither is answered."""
    return difference.answer == "[]"


def is_near(difference):
    """The same words but for a hyphen or a slip of the pen."""
    source = difference.source.strip("[]'\"").casefold()
    return difflib.SequenceMatcher(None, source, difference.answer.casefold()).ratio() > 0.9


# Lists, kind, fact, when it holds, why it is right.
EXCEPTIONS = [
    (("eu_parliament_meps",), "no record", "record", lambda one: is_empty(one.source),
     "an item of which no property holds a whole name is no record"),
    (("eu_parliament_meps",), "invented", "name", lambda one: is_empty(one.source),
     "an item without a name property is named after another property, which the remarks tell"),
    (("eu_parliament_meps",), "misplaced", "gender", contradict,
     "of two contradicting genders none is answered"),
    (("us_ofac_sdn", "us_trade_csl_sdn"), "missing", "texts", lambda one: one.source == "None Identified",
     "`None Identified` stands for a flag that the publisher does not know"),
    (("worldbank_debarred",), "other", "program", is_near,
     "spellings of one ground of debarment are answered as one programme"),
    (("eu_parliament_meps",), "invented", "remarks", lambda one: one.answer.startswith("Name taken from "),
     "the remark quotes the property that the name was taken from"),
    (("gb_ofsi_conlist",), "invented", "remarks", lambda one: one.answer.startswith("UN reference number: "),
     "`KPe.23` is written as the UN writes it, `KPe.023`"),
    (("eu_parliament_meps",), "missing", "texts", lambda one: one.reference in (
        "Q296452", "Q202117", "Q433055", "Q1735624", "Q40655898"),
     "a given name that stands in a name of the record in other letters, or a user name"),
    (("eu_parliament_meps",), "missing", "name", lambda one: one.reference == "Q296452",
     "its given name has itself in Greek behind it"),
    (("un_sc_consolidated",), "misplaced", "name", lambda one: one.reference == "CDe.003",
     "the cell of the first name holds two: one is the name, the other an alias"),
    (("un_sc_consolidated",), "surplus", "name", lambda one: one.reference == "CDe.003",
     "the cell of the first name holds two: one is the name, the other an alias"),
    (("un_sc_consolidated",), "misplaced", "former_names", lambda one: one.reference == "QDe.168",
     "the name is published as one of today as well"),
    (("ca_sema",), "missing", "texts", lambda one: one.source.startswith("\u0410\u043a\u0446\u0438\u043e\u043d\u0435\u0440\u043d\u043e\u0435 \u043e\u0431\u0449\u0435\u0441\u0442\u0432\u043e   "),
     "a legal form alone is no alias"),
]


def reason(difference):
    for lists, kind, fact, holds, text in EXCEPTIONS:
        if difference.list in lists and difference.kind == kind and difference.fact == fact and holds(difference):
            return text
    return None
