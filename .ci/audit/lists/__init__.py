"""One module for each form of a list; `read` gives the parties of its registers."""

from lists import bis, ca, congress, csl, eu, leie, meps, mps, ofac, ofsi, un, worldbank

READERS = (ofac, un, eu, ofsi, ca, csl, bis, leie, worldbank, congress, mps, meps)


def read(registers):
    for reader in READERS:
        yield from reader.read(registers).items()
