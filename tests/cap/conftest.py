"""Shared by the tests of scripts/cap."""
import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import psutil
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True

SOLVER = os.environ.get("SOLVER", str(ROOT / "target/release/solver"))
OPTIONS = ["--no-time", "-M", "4"]
CAP = [sys.executable, str(ROOT / "scripts/cap"), "run"]


def pytest_addoption(parser):
    parser.addoption("--kills", type=int, default=6, help="the number of processes that the chaos test kills")


def command(files, folder, *more, solver=SOLVER, options=OPTIONS):
    return [*CAP, *map(str, files), "-o", str(folder), "--solver", str(solver), "--verbose", *map(str, more), "--", *map(str, options)]


def cap(files, folder, *more, environment=None, limits=None, **how):
    """A run of cap that ended."""
    return subprocess.run(command(files, folder, *more, **how), capture_output=True, text=True, errors="replace", check=False, timeout=300,
                          env={**os.environ, **(environment or {})}, preexec_fn=limits)


def one(files, options=OPTIONS):
    """The undisturbed run over the whole input."""
    return subprocess.run([SOLVER, "-b", "--verbose", "--from", "epd", *options, *files], capture_output=True, check=False)


def answers(folder):
    return (folder / "answers.epd").read_bytes()


def until(condition, patience=60):
    end = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def done(folder):
    return sorted(folder.glob("pieces/*.done"))


def kill(*processes):
    for process in processes:
        with contextlib.suppress(ProcessLookupError, psutil.NoSuchProcess):
            os.kill(process.pid, signal.SIGKILL)


def children(process, word):
    """The processes below `process` with this word in their command line."""
    found = []
    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(process.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if word in " ".join(child.cmdline()):
                    found.append(child)
    return found


def workers(driver):
    """The workers of a driver's own cluster, which are started by multiprocessing."""
    return children(driver, "spawn_main")


@pytest.fixture
def suite(tmp_path):
    """144 records, no two alike, one of them malformed, with comments between, in two files; one line has other bytes and ends."""
    lines = [line for n in (3, 4) for line in (ROOT / f"suites/mates-{n}.epd").read_bytes().splitlines()][:48]
    paths = [tmp_path / name for name in ("suite.epd", "other.epd")]
    for number, path in enumerate(paths):
        text = b"".join(b"# copy\n" + b"".join(line + b' c9 "%d %d";\n' % (number, copy) for line in lines) for copy in range(2 - number))
        path.write_bytes(text + b'8/8/8 w - - id "bad";\r\n7k/8/6K1/8/8/8/8/R7 w - - dm 9; pv zz; c1 "\xe9";\r7k/8/6K1/8/8/8/8/R6r w - - #1;')
    return paths


@pytest.fixture
def wrapper(tmp_path):
    """Makes a solver that first does something else with a piece, `$input`; `$REAL` is the real one."""

    def make(name, text, version=""):
        path = tmp_path / name
        path.write_text(f'#!/bin/bash\nREAL={SOLVER}; input="${{@: -1}}"\n{version and f"[ $1 = -V ] && exec echo {version}"}\n'
                        f'if [[ $input == */pieces/*.in ]]; then\n{text or ":"}\nfi\nexec $REAL "$@"\n')
        path.chmod(0o755)
        return path

    return make


@pytest.fixture
def slow(wrapper):
    """A solver that takes at least half a second for a piece."""
    return wrapper("slow", "sleep 0.5")


@pytest.fixture
def start(tmp_path):
    """Starts processes that end with the test; what they say is in their `log`."""
    begun = []

    def start(*words, environment=None):
        log = tmp_path / f"log{len(begun)}"
        with log.open("wb") as file:
            process = subprocess.Popen(words, stdout=file, stderr=file, cwd=tmp_path, start_new_session=True,
                                       env={**os.environ, "DASK_TEMPORARY_DIRECTORY": str(tmp_path), **(environment or {})})
        process.log = log
        begun.append(process)
        return process

    yield start
    for process in begun:
        kill(*children(process, ""), process)
        process.wait()


@pytest.fixture
def dask(start):
    """A scheduler started by hand, and its workers, each in a loop that starts it again."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"

    def loop(kind, words, solver=SOLVER):
        line = f"{sys.executable} -m distributed.cli.dask_{kind} {words} --host 127.0.0.1 --dashboard-address 127.0.0.1:0 --no-dashboard"
        return start("bash", "-c", f"while :; do {line}; sleep 0.2; done", environment={"CAP_SOLVER": str(solver)})

    def begin(*solvers):
        return address, [loop("scheduler", f"--port {address.rpartition(':')[2]}"), *(
            loop("worker", f"{address} --nthreads 1 --no-nanny --name w{number} --death-timeout 20", solver) for number, solver in enumerate(solvers))]

    return begin
