"""Support for scripts/cap-chaos: a scene with its suite and its run, the processes in it, faulty solvers, and the conditions
at the end."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import psutil
from distributed.security import Security

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAP = [sys.executable, str(ROOT / "scripts" / "cap")]
OPTIONS = ["--no-time", "-M", "4"]


class Failed(Exception):
    """The run did not end correctly."""


class Scene:
    """A folder, a suite, the answers of one undisturbed run, and a run that is disturbed."""

    def __init__(self, given, name):
        self.given = given
        self.solver = given.solver
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=f"cap-chaos-{name}-", dir=given.folder))
        self.suite = self.path / "suite.epd"
        lines = [line for path in given.suite for line in path.read_bytes().splitlines()]
        # Each line only once, so that a line in the place of another is noticed.
        self.suite.write_bytes(b"".join(line + b' c9 "%d";\n' % copy for copy in range(given.copies) for line in lines))
        self.run_folder = self.path / "run"
        self.kills = 0
        self.others = []
        # The options that show a scheduler started by hand who connects.
        self.tls = []

    def expected(self, solver=None, options=OPTIONS):
        """The answers of one undisturbed run."""
        done = subprocess.run([solver or self.solver, "-b", "--from", "epd", "-j", "1", *options, str(self.suite)],
                              capture_output=True, check=False)
        return done.stdout

    def command(self, *more, options=OPTIONS, solver=None, workers=("--workers", "2"), records=None, folder=None):
        return [*CAP, "run", str(self.suite), "-o", str(folder or self.run_folder), "--solver", str(solver or self.solver),
                "--records", str(records or self.given.records), *workers, *more, "--", *options]

    def start(self, *more, environment=None, **how):
        log = open(self.path / "cap.log", "ab")
        return subprocess.Popen(self.command(*more, **how), stdout=log, stderr=log, env={**os.environ, **(environment or {})},
                                start_new_session=True)

    def joined(self, folder=None):
        done = subprocess.run([self.solver, "join", str(folder or self.run_folder)], capture_output=True, check=False)
        if done.returncode:
            raise Failed(done.stderr.decode()[:2000])
        return done.stdout

    def wait(self, driver, code=0):
        try:
            driver.wait(self.given.patience)
        except subprocess.TimeoutExpired:
            driver.kill()
            raise Failed("the run hangs: " + self.log()) from None
        if driver.returncode != code:
            raise Failed(f"the run ended with {driver.returncode}: " + self.log())

    def log(self):
        return (self.path / "cap.log").read_text(errors="replace")[-1500:]

    def events(self, name):
        with contextlib.suppress(FileNotFoundError):
            return [event for event in map(json.loads, (self.run_folder / "journal.jsonl").read_text().splitlines())
                    if event["event"] == name]
        return []

    def until(self, condition, what, patience=120):
        end = time.monotonic() + patience
        while not condition():
            if time.monotonic() > end:
                raise Failed(f"{what} did not come to be: " + self.log())
            time.sleep(0.05)

    def at(self, address):
        """The options for a scheduler started by hand."""
        return ("--scheduler", address, *self.tls)

    def workers(self, driver):
        """The worker processes of a driver's own cluster."""
        with contextlib.suppress(psutil.NoSuchProcess):
            return [child for child in psutil.Process(driver.pid).children() if is_worker(child)]
        return []

    def kill(self, process):
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
            self.kills += 1

    def other(self, *command, environment=None):
        """Starts another process of the scene, which ends with it."""
        log = open(self.path / "others.log", "ab")
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **(environment or {})}, start_new_session=True)
        self.others.append(process)
        return process

    def close(self, keep):
        for process in self.others:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if not keep:
            shutil.rmtree(self.path, ignore_errors=True)


def is_worker(process):
    with contextlib.suppress(psutil.Error):
        return "distributed.cli.dask_worker" in process.cmdline()
    return False


def wrapper(scene, name, text):
    """A solver that first does something else. `$REAL` is the real one."""
    path = scene.path / name
    path.write_text(f"#!/bin/bash\nREAL={scene.solver}\n{text}")
    path.chmod(0o755)
    return path


def poison(scene):
    """Puts one record into the suite that a wrapper recognises."""
    lines = scene.suite.read_text().splitlines()
    at = len(lines) * 2 // 3
    lines[at] = '7k/8/8/4K3/8/8/6Q1/8 w - - dm 2; id "poison";'
    scene.suite.write_text("\n".join(lines) + "\n")
    return at


def equal(found, expected):
    if found != expected:
        one, other = found.split(b"\n"), expected.split(b"\n")
        at = next((at for at, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))
        raise Failed(f"the bytes differ from line {at + 1} on: {one[at : at + 1]} and not {other[at : at + 1]}")


def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def by_hand(scene, workers=4, environments=()):
    """A scheduler and workers started by hand, each in a loop, as an administrator would; other users cannot connect."""
    address = f"tls://127.0.0.1:{port()}"
    security = Security.temporary()
    for name, text in (("ca-file", security.tls_ca_file), ("cert", security.tls_client_cert), ("key", security.tls_client_key)):
        path = scene.path / f"{name}.pem"
        path.write_text(text)
        scene.tls += [f"--tls-{name}", str(path)]
    # Their files are in the scene's folder, where they also look for modules.
    dask = f"cd {scene.path}; export DASK_TEMPORARY_DIRECTORY={scene.path}; while :; do {sys.executable} -m distributed.cli.dask_"
    tls = " ".join(scene.tls)
    scheduler = f"{dask}scheduler --protocol tls --host 127.0.0.1 --port {address.rpartition(':')[2]} --dashboard-address 127.0.0.1:0 --no-dashboard {tls}; sleep 0.2; done"
    scene.other("bash", "-c", scheduler)
    for number in range(workers):
        loop = f"{dask}worker {address} --host 127.0.0.1 --dashboard-address 127.0.0.1:0 --nthreads 1 --no-dashboard --name w{number} --death-timeout 20 {tls}; sleep 0.2; done"
        scene.other("bash", "-c", loop, environment=environments[number] if number < len(environments) else None)
    return address


def processes(*words):
    """The processes that have all of these among their arguments, exactly as written; they belong to this scene, since
    ports and folders are its own."""
    for process in psutil.process_iter(["cmdline"]):
        if set(words) <= set(process.info["cmdline"] or ()):
            yield process


def scheduler_of(address):
    return list(processes("distributed.cli.dask_scheduler", address.rpartition(":")[2]))


def workers_of(address):
    return list(processes("distributed.cli.dask_worker", address))


def solvers_under(workers):
    """The solvers that these workers have started."""
    found = []
    for worker in workers:
        with contextlib.suppress(psutil.Error):
            found += [child for child in worker.children(recursive=True) if "-b" in child.cmdline()]
    return found


def up_to_poison(scene, then):
    """A solver that answers the records before one record, and then does something else."""
    return wrapper(scene, "stumbles", f"""
input=${{@: -1}}
case "$1" in -V|split|bench) exec $REAL "$@";; esac
if ! grep -q poison "$input"; then exec $REAL "$@"; fi
before=$(mktemp --suffix .epd); sed '/poison/,$d' "$input" > "$before"
words=("$@"); unset 'words[-1]'
$REAL "${{words[@]}}" "$before"; rm "$before"
{then}
""")


def given_up(scene, expected, at):
    found, due = scene.joined().split(b"\n"), expected.split(b"\n")
    line = found.pop(at)
    if b"poison" not in line or b'Error "cap: given up: ' not in line:
        raise Failed(f"the record has no Error: {line}")
    equal(b"\n".join(found), b"\n".join(due[:at] + due[at + 1 :]))


def aftermath(scene, expected):
    """Everything made from a run's answers: it must be the same as without the chaos."""

    def cap(*words, codes=(0,)):
        begun = time.monotonic()
        done = subprocess.run([*CAP, words[0], str(scene.run_folder), *map(str, words[1:])], capture_output=True, text=True, check=False)
        if done.returncode not in codes:
            raise Failed(f"cap {words[0]}: exit code {done.returncode}: {done.stderr}")
        print(f"     cap {words[0]}: {done.stdout.strip()}, {time.monotonic() - begun:.0f} s")

    cap("merge", "--solver", scene.solver)
    answers = scene.run_folder / "answers.epd"
    equal(answers.read_bytes(), expected)
    # Results of another day: the first tenth, with little searching. Malformed records (2) are reported and left out.
    part, other = scene.path / "part.epd", scene.path / "other.epd"
    lines = scene.suite.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join(lines[: max(1, len(lines) // 10)]))
    subprocess.run([scene.solver, "-b", "--from", "epd", "--nodes", "20", *OPTIONS, "-o", other, part], capture_output=True, check=False)
    whole = scene.path / "expected.epd"
    whole.write_bytes(expected)
    merged = subprocess.run([scene.solver, "merge", whole, other], capture_output=True, check=False)
    cap("merge", other, "-o", scene.path / "merged.epd", "--solver", scene.solver, codes=(0, 2))
    equal((scene.path / "merged.epd").read_bytes(), merged.stdout)
    cap("report", "--html", "--solver", scene.solver)
    page = (scene.run_folder / "report.html").read_text()
    for word in ("Outcomes by length", "Workers", "Slowest records", "<h2>Conflicts</h2><p>None.</p>"):
        if word not in page:
            raise Failed(f"the report has no {word!r}")
    table = scene.path / "answers.parquet"
    cap("export", "--parquet", table, "--solver", scene.solver)
    import pyarrow.parquet

    rows = pyarrow.parquet.read_metadata(table).num_rows
    records = sum(1 for line in expected.splitlines() if line.strip() and line[:1] not in b"%#;")
    if rows != records:
        raise Failed(f"{rows} rows of {records} records")
