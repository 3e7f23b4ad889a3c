"""Reads the newest copy of every official list anew, and compares it with what a server answers.

    python3 .ci/audit BASE_URL --registers DIR [--list SLUG ...] [--examples N]

The readers here share no code with the builder's. A difference is an error unless `exceptions.py`
gives the reason for it. Exit code 1 with any such difference.
"""

import argparse
import pathlib
import sys
import time

sys.dont_write_bytecode = True

import lists
import report
from compare import Comparison
from server import Server


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("base")
    options.add_argument("--registers", type=pathlib.Path, required=True)
    options.add_argument("--list", action="append", default=[], help="only this register; may be repeated")
    options.add_argument("--examples", type=int, default=5)
    options = options.parse_args()

    server = Server(options.base)
    served = server.registers()
    started = time.monotonic()
    done = []
    for slug, parties in lists.read(options.registers):
        if options.list and slug not in options.list:
            continue
        if slug not in served:
            sys.exit(f"the server has no register {slug}")
        comparison = Comparison(slug)
        comparison.all(parties, server.records(served[slug]))
        report.show(comparison, options.examples)
        done.append(comparison)
    unread = set(served) - {one.slug for one in done}
    if unread and not options.list:
        sys.exit(f"registers that nothing here reads: {', '.join(sorted(unread))}")
    sys.exit(report.total(done, time.monotonic() - started))


main()
