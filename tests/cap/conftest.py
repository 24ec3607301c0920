"""Shared by the tests of scripts/cap: the solver, faulty solvers, a small suite."""
import json
import os
import pathlib
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

SOLVER = os.environ.get("SOLVER", str(ROOT / "target/release/solver"))
OPTIONS = ["--no-time", "-M", "4"]
CAP = [sys.executable, str(ROOT / "scripts/cap")]


def answers(path, options=OPTIONS):
    """The answers of one undisturbed run."""
    return subprocess.run([SOLVER, "-b", "--from", "epd", "-j", "1", *options, path], capture_output=True, check=False).stdout


def begun(part, lines):
    """A part and its .run, of which the solver answered the first `lines` and then died while it wrote."""
    subprocess.run([SOLVER, "-b", "--from", "epd", *OPTIONS, "-o", part], input=b"".join(lines), capture_output=True, check=False)
    with open(part, "ab") as file:
        file.write(b"8/8/8/8 w")


def cap(*words, **more):
    return subprocess.run([*CAP, *map(str, words)], capture_output=True, text=True, check=False, **more)


def events(folder, name):
    """The events of that name in a run's journal."""
    try:
        lines = (folder / "journal.jsonl").read_text().split("\n")[:-1]
    except FileNotFoundError:
        return []
    return [event for line in lines if (event := json.loads(line))["event"] == name]


def until(condition, patience=120):
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def suite(tmp_path):
    """144 records, no two alike, one of them malformed, with comments between."""
    lines = (ROOT / "suites/mates-3.epd").read_text().splitlines()
    path = tmp_path / "suite.epd"
    with path.open("w") as file:
        for copy in range(3):
            file.write(f"# copy {copy}\n")
            for number, line in enumerate(lines):
                file.write(line.replace("id \"", f'c9 "{copy}"; id "') + "\n" if number != 7 or copy else "8/8/8 w - - id \"bad\";\n")
    return path


@pytest.fixture
def wrapper(tmp_path):
    """Makes a solver that first does something else; `$REAL` is the real one."""

    def make(name, text):
        path = tmp_path / name
        path.write_text(f"#!/bin/bash\nREAL={SOLVER}\n{text}\n")
        path.chmod(0o755)
        return str(path)

    return make


@pytest.fixture
def folder(suite, tmp_path):
    """A run that is planned but not begun: shards of 20 records."""
    from cap_analysis.folder import Folder, split

    split(SOLVER, tmp_path / "run", [str(suite)], ["--records", "20"], OPTIONS)
    made = Folder(tmp_path / "run")
    made.make()
    return made


@pytest.fixture
def how(folder):
    """A worker's settings for the solver."""
    from cap_analysis import task

    return {
        "solver": SOLVER, "options": folder.options, "digest": folder.digest(), "work": str(folder.work),
        "secret": folder.secret(), "place": None, "stall": None, "known": [], "expected": {**task.probe(SOLVER), "total": None},
    }
