"""Country names, demonyms and three-letter codes of the lists as two-letter codes."""

import csv
import pathlib
import re

from model import words


def load():
    codes, names = {}, {}
    with open(pathlib.Path(__file__).with_name("countries.tsv"), encoding="utf-8", newline="") as lines:
        for code, alpha3, written in list(csv.reader(lines, delimiter="\t"))[1:]:
            codes[alpha3] = code
            names[code] = written.split("|")
    by_name = {" ".join(words(name)): code for code, known in names.items() for name in known}
    return codes, names, by_name


ALPHA3, NAMES, BY_NAME = load()


def country(text):
    """The code of a country's name, or None. A remark in brackets after it is not part of the name."""
    text = re.sub(r"(?i)^possibly ", "", text.strip().rstrip("."))
    if re.fullmatch(r"[A-Z]{2}", text):
        return text if text in NAMES else BY_NAME.get(text.lower())
    if text in ALPHA3:
        return ALPHA3[text]
    for form in (text, text.split(". ")[0], re.sub(r"\s*\(.*", "", text), re.sub(r"\s*,?\s+(as of|as at|since|from|between|until) .*", "", text)):
        found = BY_NAME.get(" ".join(words(form)))
        if found:
            return found
    return None


def spellings(code):
    """All words that may stand for a country in an address."""
    return {word for name in NAMES.get(code, []) for word in words(name)} | {code.lower()}
