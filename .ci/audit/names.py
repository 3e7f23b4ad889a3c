"""A name whose cell says more than the name: other names of the party, or what it is to others."""

import re

# `A.K.A.`, `(f.k.a. X)`, `[aka X]`, `D/B/A`, `formerly known as` ...
ALSO = r"(?i)\b(?:a[./]?k[./]?a|f[./]?k[./]?a|d[./]?b[./]?a)\b[./]?,?|\b(?:also|formerly|currently) (?:known|registered) as\b|\bformerly\b|\bcurrently\b"
AFTER = re.compile(rf"(?:,? ?[\[(]?(?:{ALSO.removeprefix('(?i)')})|,? and (?:any|its) su\w+|[ ,]*\((?:Parent|a subord|Russian indiv)|, including | \[)", re.I)


def parted(cell):
    """The name, and what the cell says besides; both are whole when the name goes on after brackets."""
    cell = re.sub(rf"^(?:{ALSO.removeprefix('(?i)')}) ", "", cell.strip(), flags=re.I)
    match = AFTER.search(cell)
    if not match or not match.start():
        return cell.strip(" ,;:"), ""
    name, rest = cell[:match.start()], cell[match.start():]
    if rest.lstrip(", ").startswith("("):
        inside, _, goes_on = rest.partition(")")
        if re.fullmatch(r"(?: \w+)+", goes_on):
            name += goes_on
    return name.strip(" ,;:(["), rest
