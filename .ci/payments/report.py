"""The report of Tamis on the elements of messages, and its comparison with the texts of an XML file."""

from collections import defaultdict
from typing import NamedTuple

CLASSES = {"party name", "agent name", "fact of a party", "identifier", "identifier with words", "address",
           "free text", "not screened", "unverified"}
# A table for spreadsheets has an apostrophe before texts that begin so.
FORMULAS = ("'=", "'+", "'-", "'@", "'\t", "'\r")


class Row(NamedTuple):
    message: int
    path: str
    text: str
    kind: str
    why: str

    @classmethod
    def of(cls, row):
        text = row["text"]
        text = text[1:] if text.startswith(FORMULAS) else text
        return cls(int(row["message"] or 0), row["path"], text, row["class"], row["why"])


def check_classes(rows):
    return [f"{row.path}: the class {row.kind!r}, because {row.why!r}" for row in rows
            if row.kind not in CLASSES or not row.why]


def positioned(path):
    """A path with a position at every step."""
    return "".join(f"/{step}" if step.endswith("]") else f"/{step}[1]" for step in path.split("/")[1:])


def compare(leaves, rows):
    """Texts that are not reported once at their path, and what else is reported."""
    found, reported = [], defaultdict(list)
    for row in rows:
        reported[positioned(row.path), row.text].append(row)
    for leaf in leaves:
        same = reported[leaf.path(), leaf.text]
        if not same:
            found.append(f"{leaf.path()}: not reported: {leaf.text!r}")
        elif not leaf.is_written(path := same.pop().path):
            found.append(f"{path}: without the position of a name that repeats")
    found += [f"{row.path}: not in the file: {row.text!r}" for same in reported.values() for row in same]
    return found
