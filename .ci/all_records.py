"""Writes what a running server answers of every record, in the forms that the outside checks read.

    python3 .ci/all_records.py BASE_URL DIR

DIR gets entities.ftm.json and targets.nested.json, an entity a line; DIR/parties entities.ftm.json without
its listings, and statements.csv, which are of the parties.
"""

import argparse
import concurrent.futures
import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).with_name("audit")))

from server import Server

# Records that a worker asks for at a time.
CHUNK = 500
WORKERS = 3
FILES = ("entities.ftm.json", "targets.nested.json", "parties/entities.ftm.json", "parties/statements.csv")


def answers(base, ids):
    """Of each file the part with these records."""
    server = Server(base)
    flat, nested, listings, statements = [], [], [], []
    for number in ids:
        flat.append(server.fetch(f"/api/entity/{number}", format="ftm", nested="false").rstrip(b"\n") + b"\n")
        nested.append(server.fetch(f"/api/entity/{number}", format="ftm", nested="true").rstrip(b"\n") + b"\n")
        for listing in json.loads(nested[-1])["properties"]["sanctions"]:
            listings.append(json.dumps(listing).encode() + b"\n")
        statements.append(rows(server, number))
    return b"".join(flat + listings), b"".join(nested), b"".join(flat), b"".join(statements)


def rows(server, number):
    """All statements of a record without the header, which is that of every answer."""
    text = server.fetch("/api/statements", id=number, format="csv", limit=LIMIT)
    header, _, body = text.partition(b"\n")
    if header != HEADER:
        raise SystemExit(f"statements of {number} begin with {header!r}")
    if body.count(b"\n") >= LIMIT:
        raise SystemExit(f"record {number} has more statements than one answer holds")
    return body


HEADER = (b"id,entity_id,canonical_id,prop,prop_type,schema,value,dataset,lang,original_value,"
          b"first_seen,last_seen")
# Rows of one answer at most.
LIMIT = 5_000


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("base")
    options.add_argument("dir", type=pathlib.Path)
    options = options.parse_args()
    server = Server(options.base)
    ids = [number for name in server.registers().values() for number in server.ids(name)]
    chunks = [ids[start:start + CHUNK] for start in range(0, len(ids), CHUNK)]
    (options.dir / "parties").mkdir(parents=True, exist_ok=True)
    files = [open(options.dir / name, "wb") for name in FILES]
    files[-1].write(HEADER + b"\n")
    with concurrent.futures.ProcessPoolExecutor(WORKERS) as workers:
        for parts in workers.map(answers, [options.base] * len(chunks), chunks):
            for file, part in zip(files, parts):
                file.write(part)
    for file in files:
        file.close()
    served = server.get("/api/status")["records"]
    if len(ids) != served:
        raise SystemExit(f"{len(ids)} records of the {served} served")
    print(f"{len(ids)} records")


if __name__ == "__main__":
    main()
