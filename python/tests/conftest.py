"""A snapshot of invented records, and the programs beside it.

TAMIS_PROGRAMS names the folder of `tamis` and `snapshot-builder`; by default that of a debug build.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tamis

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("TAMIS_PROGRAMS", ROOT / "target" / "debug"))


def run(program: str, *arguments: str | Path) -> str:
    command = [PROGRAMS / program, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of snapshots with one version."""
    work = tmp_path_factory.mktemp("snapshots")
    run("snapshot-builder", "sample", "--records", "3000", "--seed", "5", "--out", work / "lists")
    build = ("build", "--sources", work / "lists", "--out", work / "snapshots", "--quiet")
    run("snapshot-builder", *build, "--no-bulk")
    return work / "snapshots"


@pytest.fixture(scope="session")
def snapshot(folder: Path) -> tamis.Snapshot:
    return tamis.open(folder)


@pytest.fixture(scope="session")
def names(folder: Path) -> list[str]:
    """Names that are listed, some of them with a wrong letter, and some that are not."""
    [lines, *_] = sorted((folder.parent / "lists").rglob("*/records.jsonl"))
    listed = [json.loads(line)["name"] for line in lines.read_text().splitlines()[:120]]
    wrong = [name[:2] + "x" + name[3:] for name in listed[::3]]
    return [*listed, *wrong, "Nobody Whatsoever", "Zzyzx Qwert"]


class Server:
    """`tamis serve` on a free port."""

    def __init__(self, folder: Path) -> None:
        listen = ["--listen", "127.0.0.1:0", "--log", "warn"]
        command = [str(PROGRAMS / "tamis"), "serve", "--snapshots", str(folder), *listen]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[-1]

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path) as answer:
            return json.load(answer)

    def post(self, path: str, body: object) -> Any:
        request = urllib.request.Request(self.address + path, json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Server]:
    with Server(folder) as server:
        yield server


def screened_by_command(folder: Path, table: Path, *options: str) -> list[dict[str, str]]:
    """The hits that `tamis screen` writes."""
    written = run("tamis", "screen", table, "--snapshots", folder, "--quiet", *options)
    return list(csv.DictReader(written.splitlines()))
