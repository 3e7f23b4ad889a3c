"""Compares bulk files with what else says the same.

    python3 .ci/bulk.py sample BASE_URL DIR        lines of a collection with the answers of a server
    python3 .ci/bulk.py delta OLD_DIR NEW_DIR      the old entities, changed by delta.json, with the new ones
    python3 .ci/bulk.py part WHOLE_DIR DIR         the files of a collection with those of all records
    python3 .ci/bulk.py index BASE_URL DIR         puts the index as the server tells it in place of that of the build

DIR is the folder of one collection.
"""

import argparse
import csv
import io
import itertools
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).with_name("audit")))

from server import Server

# One record in so many is asked for: some 600 of the real ones.
SAMPLED = 97
# Rows of one answer at most.
LIMIT = 5_000
# What may differ in an entity that delta.json does not name.
PASSING = "last_seen"


def sample(base, folder):
    """Every line of some records is the answer of the server, byte by byte, and so is every row."""
    server = Server(base)
    with open(folder / "targets.nested.json", "rb") as file:
        nested = [line for at, line in enumerate(file) if at % SAMPLED == 0]
    ids = [json.loads(line)["id"] for line in nested]
    flat, listings, rows = {}, {}, {}
    with open(folder / "entities.ftm.json", "rb") as file:
        for line in file:
            entity = json.loads(line)["id"]
            (listings if entity.endswith("-sanction") else flat)[entity] = line
    with open(folder / "statements.csv", encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            rows.setdefault(row[1], []).append(row)
    for entity, line in zip(ids, nested):
        number = entity.removeprefix("svc-")
        for name, own in (("false", flat[entity]), ("true", line)):
            told = server.fetch(f"/api/entity/{number}", format="ftm", nested=name)
            same(f"{entity}, nested={name}", own.rstrip(b"\n"), told.rstrip(b"\n"))
        [listing] = json.loads(line)["properties"]["sanctions"]
        same(f"the listing of {entity}", json.loads(listings[listing["id"]]), listing)
        text = server.fetch("/api/statements", id=number, format="csv", limit=LIMIT).decode()
        told = list(csv.reader(io.StringIO(text, newline="")))
        same(f"the header of the statements of {entity}", rows["entity_id"], told[:1])
        same(f"the statements of {entity}", rows[entity], told[1:])
    print(f"{len(ids)} records are in the bulk files as the server answers them")


def index(base, folder):
    """The index of the build with the addresses that only the server knows."""
    path = folder / "index.json"
    built = json.loads(path.read_text(encoding="utf-8"))
    served = Server(base).fetch(f"/downloads/collections/{folder.name}/index.json")
    told = json.loads(served)
    for resource in told["resources"]:
        same("an address", resource.pop("url"), f"{base}/downloads/collections/{folder.name}/{resource['name']}")
    same("the index", built, told)
    path.unlink()
    path.write_bytes(served)


# The files of which every line tells of one record, whose id is the first one in it.
FILES_OF_RECORDS = [
    "entities.ftm.json",
    "targets.nested.json",
    "targets.simple.csv",
    "statements.csv",
    "senzing.json",
]
RECORD = re.compile(rb"svc-\d+")


def part(whole, folder):
    """The files of a collection are the lines of all records that tell of its own."""
    with open(folder / "targets.nested.json", "rb") as file:
        records = {RECORD.search(line)[0] for line in file}
    for name in FILES_OF_RECORDS:
        with open(whole / name, "rb") as every, open(folder / name, "rb") as own:
            expected = (line for line in every if (found := RECORD.search(line)) is None or found[0] in records)
            for at, (line, other) in enumerate(itertools.zip_longest(own, expected)):
                same(f"line {at + 1} of {folder.name}/{name}", line, other)
    with open(whole / "names.txt", "rb") as every, open(folder / "names.txt", "rb") as own:
        for line in own:
            if not any(line == other for other in every):
                raise SystemExit(f"{folder.name}/names.txt: {line!r} is not among those of all records, in their order")
    print(f"{len(records)} records of {folder.name} are as among all")


def delta(old, new):
    """The old entities with the operations are the new ones, but for what passes."""
    entities, expected = entities_of(old), entities_of(new)
    counts, named = {"ADD": 0, "MOD": 0, "DEL": 0}, set()
    with open(new / "delta.json", encoding="utf-8") as file:
        for line in file:
            operation = json.loads(line)
            name, entity = operation["op"], operation["entity"]
            counts[name] += 1
            named.add(entity["id"])
            if (name == "ADD") == (entity["id"] in entities):
                raise SystemExit(f"{name} of {entity['id']}, which is wrong")
            if name == "DEL":
                del entities[entity["id"]]
            else:
                # As it stands in the line, to the byte.
                entities[entity["id"]] = line.split('"entity":', 1)[1].rstrip("\n")[:-1]
    same("the ids", sorted(entities), sorted(expected))
    for entity, line in entities.items():
        if entity in named:
            same(entity, line, expected[entity])
        else:
            same(entity, lasting(line), lasting(expected[entity]))
    print(f"{len(entities)} entities after {counts}")


def entities_of(folder):
    with open(folder / "entities.ftm.json", encoding="utf-8") as file:
        return {json.loads(line)["id"]: line.rstrip("\n") for line in file}


def lasting(line):
    entity = json.loads(line)
    entity.pop(PASSING)
    return entity


def same(what, one, other):
    if one != other:
        raise SystemExit(f"{what}:\n{one!r}\nis not\n{other!r}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=["sample", "part", "delta", "index"])
    options.add_argument("one")
    options.add_argument("dir", type=pathlib.Path)
    options = options.parse_args()
    if options.what == "sample":
        sample(options.one, options.dir)
    elif options.what == "index":
        index(options.one, options.dir)
    elif options.what == "part":
        part(pathlib.Path(options.one), options.dir)
    else:
        delta(pathlib.Path(options.one), options.dir)


if __name__ == "__main__":
    main()
