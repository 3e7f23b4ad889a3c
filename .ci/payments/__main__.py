"""Reads every payment message of a folder anew, and compares its texts with the report of `tamis filter --coverage`.

    python3 .ci/payments PROGRAM FOLDER

The readers here share no code with those of Tamis: XML is read by expat, FIN by lines. Each text must be reported
once, at its path and with a class, and no other text may be. All files are UTF-8. Exit code 1 with any difference.
"""

import csv
import io
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True

import fin
import leaves
from report import Row, check_classes, compare


def reported(program, files):
    """Rows of the report on these files, by file."""
    run = subprocess.run([program, "filter", "--coverage", "--quiet", *files], capture_output=True, check=False)
    if run.returncode:
        sys.exit(f"{program} filter --coverage: exit code {run.returncode}\n{run.stderr.decode()}")
    rows = {}
    for row in csv.DictReader(io.StringIO(run.stdout.decode(), newline="")):
        rows.setdefault(row["file"], []).append(Row.of(row))
    return rows


def main():
    program, folder = sys.argv[1:]
    files = sorted(str(path) for path in pathlib.Path(folder).rglob("*")
                   if path.is_file() and path.suffix != ".md" and not path.name.startswith("."))
    rows = reported(program, files)
    wrong, texts = [], 0
    for file in files:
        own = rows.pop(file, [])
        text = pathlib.Path(file).read_bytes().decode()
        texts += len(own)
        if text.lstrip().startswith("{"):
            found = fin.differences(text, [(row.message, row.path, row.text) for row in own])
        else:
            found = compare(leaves.leaves(text), own)
        wrong += [f"{file}: {one}" for one in found + check_classes(own)]
    wrong += [f"{file}: no file of the folder" for file in rows]
    print("\n".join(wrong + [f"{texts} texts of {len(files)} files, {len(wrong)} differences"]))
    sys.exit(1 if wrong or not files else 0)


main()
