"""Names against sanctions, PEP and debarment lists, in this process.

    import tamis

    snapshot = tamis.open("snapshots")
    snapshot.match(name="Ivan Sokolov", birth_date="1962-05-17")
    hits = snapshot.screen(customers)

A snapshot is a file that ``snapshot-builder`` makes of the official lists; ``tamis serve`` answers
from the same file, with the same results.
"""

from tamis._errors import RowError
from tamis._frame import Frame
from tamis._remote import pull
from tamis._results import Feature, Match, Result
from tamis._snapshot import Hits, Options, Register, Snapshot, open
from tamis._tamis import SnapshotError

__all__ = [
    "Feature",
    "Frame",
    "Hits",
    "Match",
    "Options",
    "Register",
    "Result",
    "RowError",
    "Snapshot",
    "SnapshotError",
    "open",
    "pull",
]
