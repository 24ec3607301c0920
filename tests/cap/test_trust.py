"""Files that other users of the machine could have planted are neither believed, nor executed, nor written through."""
import contextlib
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys

import psutil
import pytest
from cap_analysis import alone, task
from cap_analysis.folder import Problem, read_manifest
from cap_analysis.foreign import printable
from cap_analysis.journal import read
from cap_analysis.pieces import Piece
from conftest import CAP, OPTIONS, ROOT, SOLVER, answers, begun, cap, events, until
from test_network import listening

STRANGER = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files of another user")


@pytest.fixture
def place(tmp_path):
    made = tmp_path / "place"
    made.mkdir(mode=0o700)
    return made


def plant_link(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def plant_pipe(path):
    path.rmdir()
    os.mkfifo(path)


@pytest.mark.parametrize("plant, reason", [
    (plant_link, "is a link"),
    (plant_pipe, "neither a file nor a folder"),
    (lambda path: path.chmod(0o770), "can be written by others"),
    (lambda path: path.chmod(0o702), "can be written by others"),
    (lambda path: path.chmod(0o1777), "can be written by others"),
    (lambda path: path.parent.chmod(0o777), "lets everybody exchange"),
    (lambda path: path.parent.parent.chmod(0o707), "lets everybody exchange"),
    pytest.param(lambda path: os.chown(path, STRANGER, -1), "belongs to another user (uid 65534)", marks=as_root),
])
def test_a_place_in_which_others_had_a_hand_is_told(tmp_path, plant, reason):
    path = tmp_path / "above" / "place"
    path.mkdir(parents=True, mode=0o700)
    assert alone.intrusion(path) is None
    path.parent.chmod(0o1777)
    assert alone.intrusion(path) is None, "a folder as /tmp is"
    path.parent.chmod(0o755)
    modes = {folder: folder.stat().st_mode for folder in (path.parent, tmp_path)}
    plant(path)
    said = alone.intrusion(path)
    for folder, mode in modes.items():
        folder.chmod(stat.S_IMODE(mode))
    assert said and reason in said


def test_somebody_elses_place_is_not_mine(place, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert "belongs to another user" in alone.intrusion(place)


def test_a_folder_is_made_for_its_user_alone_and_taken_again(tmp_path):
    path = tmp_path / "own"
    for _ in range(2):
        assert alone.make_folder(path) is None and stat.S_IMODE(path.stat().st_mode) == 0o700
        (path / "part").write_text("what was done\n")
    for plant in (lambda: path.symlink_to(tmp_path), lambda: path.write_text(""), lambda: path.mkdir() or path.chmod(0o777)):
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        plant()
        assert alone.make_folder(path)


@pytest.fixture
def piece(folder):
    return Piece(folder, folder.shards[1], 0, folder.shards[1]["lines"])


def test_without_a_shared_disk_a_worker_believes_only_what_it_did_itself(piece, how, tmp_path, monkeypatch):
    """An existing folder is refused, and a later attempt continues from the files that an earlier one left."""
    monkeypatch.setattr(task, "REFUSAL", 0)
    monkeypatch.setattr(task.tempfile, "tempdir", str(tmp_path))
    whole = answers(piece.path)
    folder = tmp_path / f"cap-{os.getuid()}-{how['secret']}"
    victim = tmp_path / "victim"
    victim.write_text("mine\n")

    def attempt():
        return task.solve(piece.told(), how, piece.bytes())

    folder.mkdir()
    (folder / f"{piece.name}-{how['digest']}.part").write_bytes(whole.replace(b" dm 3;", b' Refuted 3; Stip "#3";'))
    for number, word in ((f"{piece.name}.epd", "can be written"), (f"{piece.name}-{how['digest']}.part.run", "can be written")):
        (folder / number).symlink_to(victim)
        folder.chmod(0o777)
        result = attempt()
        assert result["outcome"] == "refused" and word in result["reason"], result
    shutil.rmtree(folder)
    folder.symlink_to(tmp_path)
    assert attempt()["outcome"] == "refused" and victim.read_text() == "mine\n"
    folder.unlink()
    assert attempt()["data"] == whole and stat.S_IMODE(folder.stat().st_mode) == 0o700
    # It died before it was done.
    begun(folder / f"{piece.name}-{how['digest']}.part", piece.bytes().splitlines(keepends=True)[:9])
    again = attempt()
    assert again["data"] == whole and again["kept"] == 9


def test_the_folder_of_a_worker_has_a_name_that_is_in_no_file_others_can_read(folder, how):
    secret = folder.work / "secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600 and secret.read_text() == how["secret"] == folder.secret()
    public = b"".join(path.read_bytes() for path in folder.path.rglob("*") if path.is_file() and path.stat().st_mode & 0o044)
    assert folder.token not in how["secret"] and how["secret"].encode() not in public


def test_results_that_workers_make_cannot_be_written_by_others(piece, how):
    before = os.umask(0)
    try:
        part = task.solve(piece.told(), how)["part"]
    finally:
        os.umask(before)
    assert alone.intrusion(part) is None


# A file planted where Python looks for modules: it reports that it was executed.
PLANTED = "import os, pathlib; pathlib.Path(os.environ['PLANTED']).write_text(__name__)\n"
MODULES = ("distributed", "dask", "tornado", "multiprocessing", "encodings", "bokeh", "cryptography", "sitecustomize", "cap_analysis")


def test_no_module_of_the_current_folder_or_of_a_temporary_one_is_executed(suite, tmp_path):
    current, temporary, mark = tmp_path / "current", tmp_path / "temporary", tmp_path / "mark"
    # Dask's own folders, which any user can be the first to make.
    scratch = [temporary / "dask-scratch-space", temporary / f"dask-scratch-space-{os.getuid()}"]
    for place in (current, *scratch):
        place.mkdir(parents=True)
        for name in MODULES:
            (place / f"{name}.py").write_text(PLANTED)
    environment = {**os.environ, "TMPDIR": str(temporary), "PLANTED": str(mark), "PYTHONPATH": f":{os.environ.get('PYTHONPATH', '')}".strip(":")}
    environment.pop("CAP_SOLVER", None)
    run = cap("run", suite, "-o", tmp_path / "run", "--records", "50", "--workers", "1", "--solver", SOLVER, "--", *OPTIONS,
              cwd=current, env=environment)
    assert run.returncode == 0, run.stderr
    assert not mark.exists(), mark.read_text()
    assert all(set(os.listdir(place)) == {f"{name}.py" for name in MODULES} for place in scratch)


def test_it_runs_where_python_may_not_look_beside_a_script():
    assert cap("run", "--help", env={**os.environ, "PYTHONSAFEPATH": "1"}).returncode == 0


@pytest.fixture
def sbatch(tmp_path, monkeypatch):
    """Slurm, as far as a run uses it: jobs are started at once, and on this machine."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "sbatch").write_text('#!/bin/bash\ncp "$1" "$0.$$"; setsid bash "$0.$$" >"$0.log" 2>&1 & echo "Submitted batch job $!"\n')
    (programs / "scancel").write_text('#!/bin/bash\nkill -- "-$1"\n')
    for program in programs.iterdir():
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    return programs


def asked(port, path, **headers):
    """The answer of a server on loopback to a browser: the status of HTTP, or None if it speaks another protocol."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.putrequest("GET", path, skip_host=True)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


# A stranger's attempt: to run a function in the scheduler, with the named certificates, without any, and with his own.
STRANGERS = """
import gc, os, sys
import dask
from distributed import Client
from distributed.security import Security
dask.config.set({"temporary-directory": os.getcwd()})
address, files = sys.argv[1], sys.argv[2:]
tls = {"require_encryption": True, **dict(zip(("tls_ca_file", "tls_client_cert", "tls_client_key"), files))}
for security in [Security(**tls)] if files else [None, Security.temporary()]:
    for way in (address, address.replace("tls:", "tcp:")):
        try:
            with Client(way, timeout=4, security=security) as client:
                print("ran as", client.run_on_scheduler(os.getuid))
        except Exception as error:
            print("refused", type(error).__name__)
        # A client that was refused must not be collected while the next one starts: both would wait for Dask's lock of all loops.
        gc.collect()
"""


@pytest.fixture
def held(tmp_path, wrapper):
    """A solver that stops after two results in the folder `run`, until there is a file `go`."""
    held = f'while [ $(ls {tmp_path}/run/results | wc -l) -ge 4 ] && [ ! -e {tmp_path}/go ]; do sleep 0.1; done\n'
    return wrapper("held", f'case "$1" in -V|split|bench) exec $REAL "$@";; esac\n{held}exec $REAL "$@"')


def test_a_run_with_slurm_lets_nobody_in_without_its_key(suite, tmp_path, sbatch, held):
    folder = tmp_path / "run"
    run = subprocess.Popen([*CAP, "run", suite, "-o", folder, "--records", "6", "--slurm", "cores=2,jobs=1", "--solver", held, "--", *OPTIONS],
                           stderr=subprocess.PIPE, text=True)
    try:
        seen = set()

        def look():
            jobs = [process for process in psutil.process_iter(["cmdline"]) if any(str(folder) in word for word in process.info["cmdline"] or ())]
            for process in [psutil.Process(run.pid), *jobs]:
                # It may end at any moment.
                with contextlib.suppress(psutil.NoSuchProcess):
                    seen.update(listening([process, *process.children(recursive=True)]))
            return len(events(folder, "done")) >= 2 or run.poll() is not None

        until(look)
        assert run.poll() is None, run.stderr.read()
        # The scheduler and two workers with their nannies, each with a port of Dask's; the pages of the scheduler and the workers.
        assert len(seen) >= 8 and {address for address, _ in seen} == {"127.0.0.1"}, seen
        place, = (folder / "work").glob("dask-*")
        assert stat.S_IMODE(place.stat().st_mode) == 0o700 and alone.intrusion(place) is None
        keys = {name: next(place.glob(f".dask-jobqueue.worker.{name}.*")) for name in ("ca_file", "cert", "key")}
        assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in keys.values())
        address = events(folder, "connected")[0]["scheduler"]
        assert address.startswith("tls://127.0.0.1:")

        def strangers(*files):
            return subprocess.run([sys.executable, "-c", STRANGERS, address, *files], cwd=place, capture_output=True, text=True, check=True).stdout

        assert re.fullmatch(r"(refused \w+\n){4}", strangers())
        assert f"ran as {os.getuid()}\n" in strangers(*keys.values()), "with the key it works: the strangers do it right"
        for host, port in seen:
            for path in ("/", "/status", "/health", "/info/main/workers.html", "/json/counts.json"):
                assert asked(port, path, Host="evil.example") in (None, 403, 404), (host, port, path)
        (tmp_path / "go").touch()
        assert run.wait(120) == 0
        assert not place.exists()
    finally:
        run.send_signal(signal.SIGTERM)
        said = run.communicate()[1]
    assert "interface=" in said and "Traceback" not in said, said
    assert subprocess.run([SOLVER, "join", folder], capture_output=True, check=True).stdout == answers(suite)


def test_slurms_script_is_shown_and_nothing_opened(tmp_path):
    script = f"""
import socket, sys
real = socket.socket.bind
def bind(*_):
    sys.exit("a socket was bound")
socket.socket.bind = bind
sys.argv = ["cap", "run", "-o", "x", "--slurm-script", "cores=2,interface=lo"]
import runpy
runpy.run_path({str(ROOT / "scripts/cap")!r}, run_name="__main__")
"""
    shown = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert shown.returncode == 0 and "--tls-key" in shown.stdout and "--nworkers 2" in shown.stdout, shown
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("words, reason", [
    ("jobs=x", "jobs=x is no number"), ("jobs=0", "jobs=0"), ("jobs=-1", "jobs=-1"), ("jobs=", "jobs="), ("jobs=1.5", "jobs=1.5"),
    ("cores=two", "cores=two"), ("processes=", "processes="), ("cores=2,processes=4", "4 processes have 2 cores"), ("memory=lots", "memory=lots"),
    ("jobs", "not of the form key=value"), ("interface=nosuch", "nosuch"), ("jobs=\x1b[31m", "jobs=\ufffd[31m"),
])
def test_what_slurm_cannot_be_told_is_told(suite, tmp_path, sbatch, words, reason):
    done = cap("run", suite, "-o", tmp_path / "run", "--slurm", words, "--solver", SOLVER)
    assert done.returncode == 64 and reason in done.stderr and "Traceback" not in done.stderr, done


@pytest.mark.parametrize("address", ["foo", "tcp://", "://x", "tcp://host", "tls://127.0.0.1:1", "tcp://a b:1", "inproc://1:1", "tcp://\x1b[31m:"])
def test_a_scheduler_that_cannot_be_is_told(suite, tmp_path, address):
    done = cap("run", suite, "-o", tmp_path / "run", "--scheduler", address, "--solver", SOLVER)
    assert done.returncode == 64 and "--scheduler: " in done.stderr and "Traceback" not in done.stderr and "\x1b" not in done.stderr, done


def test_the_dashboard_answers_no_page_from_elsewhere(suite, tmp_path, held):
    log = tmp_path / "log"
    with log.open("w") as file:
        run = subprocess.Popen([*CAP, "run", suite, "-o", tmp_path / "run", "--records", "6", "--workers", "1", "--solver", held, "--", *OPTIONS],
                               stderr=file)
    try:
        until(lambda: "dashboard http" in log.read_text() or run.poll() is not None)
        port = int(re.search(r"dashboard http://127.0.0.1:(\d+)/status", log.read_text())[1])
        own = f"127.0.0.1:{port}"
        for host in (own, f"localhost:{port}", "LOCALHOST:9999", "127.0.0.1"):
            assert asked(port, "/health", Host=host) == 200, host
        for host in ("evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", f"localhost.evil.example:{port}", "127.0.0.1@evil.example",
                     f"{own}, evil.example", "0.0.0.0", f"[::1]:{port}x", " ", "", f"127.0.0.1:{port}/", "127x0x0x1"):
            for path in ("/health", "/status", "/json/counts.json", "/sitemap.json", "/nothing"):
                assert asked(port, path, Host=host) in (400, 403), (host, path)
        assert asked(port, "/health") in (400, 403), "no Host at all"
        socket = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13", "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
                  "Sec_WebSocket_Protocol": "bokeh, x"}
        for origin in ("http://evil.example", f"https://{own}", f"http://evil.example:{port}", "null", "http://127.0.0.1:1", f"http://{own}.evil.example"):
            assert asked(port, "/status/ws", Host=own, Origin=origin, **socket) == 403, origin
            assert asked(port, "/health", Host=own, Origin=origin) == 403, origin
        assert asked(port, "/status/ws", Host=own, Origin=f"http://{own}", **socket) == 101
    finally:
        run.kill()
        run.wait()


def other_manifest(folder, change):
    """Changes the manifest in the way of a person who knows its format."""
    path = folder.shards_path / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))
    (folder.shards_path / "manifest.sha256").write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  manifest.json\n")


@pytest.mark.parametrize("option", ["--stats", "--proof", "-o", "--output", "--svg", "--stats=", "-o="])
def test_a_folders_options_write_no_file(folder, tmp_path, option):
    target = tmp_path / "target"
    target.write_text("mine\n")
    words = [f"{option}{target}"] if option.endswith("=") else [option, str(target)]
    other_manifest(folder, lambda manifest: manifest["options"].extend(words))
    done = cap("run", "-o", folder.path, "--solver", SOLVER, "--workers", "1")
    assert done.returncode == 64 and "cannot stand behind --" in done.stderr, done
    assert target.read_text() == "mine\n" and set(os.listdir(tmp_path)) == {"run", "suite.epd", "target"}


def test_a_folders_known_answers_are_those_of_its_options(folder, tmp_path):
    (tmp_path / "known.epd").write_text("")
    other_manifest(folder, lambda manifest: manifest["options"].extend(["--known", str(tmp_path / "known.epd")]))
    done = cap("run", "-o", folder.path, "--solver", SOLVER, "--workers", "1")
    assert done.returncode == 64 and "--known" in done.stderr, done


@pytest.mark.parametrize("plant", [
    lambda path: path.chmod(0o777),
    lambda path: (path / "work").chmod(0o775),
    lambda path: (path / "results").chmod(0o777),
    lambda path: (path / "shards").chmod(0o757),
    lambda path: (path / "journal.jsonl").symlink_to(path.parent / "victim"),
    lambda path: (path / "cap.lock").symlink_to(path.parent / "victim"),
    lambda path: (path / "work" / "empty.epd").symlink_to(path.parent / "victim"),
    lambda path: (path / "work").rmdir() or (path / "work").symlink_to(path.parent / "other"),
    pytest.param(lambda path: os.chown(path, STRANGER, -1), marks=as_root),
    pytest.param(lambda path: os.chown(path / "results", STRANGER, -1), marks=as_root),
    pytest.param(lambda path: (path / "journal.jsonl").touch() or os.chown(path / "journal.jsonl", STRANGER, -1), marks=as_root),
])
def test_nothing_is_written_in_a_run_in_which_others_had_a_hand(folder, tmp_path, plant):
    victim, other = tmp_path / "victim", tmp_path / "other"
    victim.write_text("mine\n")
    other.mkdir()
    plant(folder.path)
    for words in (["run", "-o", folder.path, "--workers", "1"], ["retry", folder.path, "--workers", "1"], ["merge", folder.path],
                  ["report", folder.path, "--html"], ["export", folder.path, "--parquet"]):
        done = cap(*words, "--solver", SOLVER, env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"})
        assert done.returncode == 64 and "Traceback" not in done.stderr and "not its user's alone" in done.stderr, (words, done)
        # It is refused before anything is read, and before modules with their own threads are loaded.
        assert "pyarrow" not in done.stderr and "distributed" not in done.stderr, words
    assert cap("status", folder.path).returncode == 0
    assert victim.read_text() == "mine\n" and os.listdir(other) == []


@pytest.mark.parametrize("change", [
    lambda manifest: manifest["shards"][0].update(name="../../victim.epd"),
    lambda manifest: manifest["shards"][0].update(name="/etc/passwd"),
    lambda manifest: manifest["shards"][0].update(name="0000000.epd\n"),
    lambda manifest: manifest["shards"][0].update(name=7),
    lambda manifest: manifest["shards"][0].update(lines="20"),
    lambda manifest: manifest["shards"][0].update(first=-1),
    lambda manifest: manifest["shards"].append([]),
    lambda manifest: manifest.update(shards={}),
    lambda manifest: manifest.update(options="--stats x"),
    lambda manifest: manifest.update(options=[1]),
    lambda manifest: manifest.update(size={"-o": 1}),
    lambda manifest: manifest.update(size={}),
    lambda manifest: manifest.update(known={"file": "x"}),
    lambda manifest: manifest.update(inputs=[None]),
    lambda manifest: manifest.update(solver=None),
    lambda manifest: manifest.clear(),
])
def test_a_manifest_of_another_shape_is_refused(folder, change):
    other_manifest(folder, change)
    with pytest.raises(Problem, match="not a manifest of shards"):
        read_manifest(folder.shards_path)
    done = cap("status", folder.path)
    assert done.returncode == 2 and "not a manifest of shards" in done.stderr and "Traceback" not in done.stderr, done


STRANGE = [
    b"[]", b"[1, 2]", b"null", b"7", b'"event"', b"{}", b'{"event": []}', b'{"event": "done", "time": 1}', b'{"event": "x", "time": []}', b"[" * 100_000, b"\xff\xfe",
    b'{"event": "given up", "time": 1, "piece": "0000000", "line": "7", "reason": "x"}',
    b'{"event": "cut", "time": 1, "piece": "0000000", "into": ["../../x.0-1"]}', b'{"event": "cut", "time": 1, "piece": "0000000", "into": "0000000"}',
    b'{"event": "cut", "time": NaN, "piece": "0000000", "into": []}', b'{"event": "driver", "time": 1e300}',
]


def test_a_journal_with_what_is_no_event_is_read_all_the_same(folder):
    folder.journal.write_bytes(b"".join(line + b"\n" for line in STRANGE) + b'{"event": "stopped", "time": 1}\n')
    assert [event["event"] for event in read(folder.journal)] == ["stopped"]
    (folder.path / "cap.lock").write_bytes(b"[1]\x1b[31m")
    status = cap("status", folder.path)
    assert status.returncode == 0 and f"{len(STRANGE)} lines are not events of a run" in status.stdout and status.stderr == ""
    assert cap("report", folder.path, "--html", "--solver", SOLVER).returncode == 0
    # Pieces that do not belong to the piece that was cut, and one that was cut into itself.
    cuts = [("0000000", ["0000000"]), ("0000001", ["0000001.0-3", "0000001.4-20"]), ("0000002", ["0000002.0-30", "0000002.30-20"]), ("0000003", [])]
    folder.journal.write_text("".join(json.dumps({"event": "cut", "time": 1, "piece": piece, "into": into}) + "\n" for piece, into in cuts))
    run = cap("run", "-o", folder.path, "--solver", SOLVER, "--workers", "2")
    assert run.returncode == 0, run.stderr
    assert subprocess.run([SOLVER, "join", folder.path], capture_output=True, check=False).stdout == answers(folder.manifest["inputs"][0]["file"])


# ESC, C1's control sequence, line feeds, marks that change the direction of text, bytes that are not text.
ODD = "\x1b[2J\x9b31m\r\n\u202e\u2028\udcff\x07"


def test_what_others_wrote_is_printed_without_what_a_terminal_obeys(folder, tmp_path):
    assert printable("Dvořák \N{BLACK CHESS KNIGHT} a") == "Dvořák \N{BLACK CHESS KNIGHT} a" and printable(ODD) == "\ufffd[2J" + "\ufffd31m" + 6 * "\ufffd"
    odd = ODD.replace("\udcff", "")
    given = {"event": "given up", "time": 1, "piece": "0000000", "line": 7, "reason": odd, "record": odd}
    folder.journal.write_text(json.dumps(given) + "\n")
    other_manifest(folder, lambda manifest: manifest.update(solver=f"solver {odd}", options=[odd]))
    import fcntl

    with open(folder.lock, "w") as lock:
        lock.write(json.dumps({"host": odd, "pid": 7, "token": "x", "beats": 1}))
        lock.flush()
        fcntl.flock(lock, fcntl.LOCK_EX)
        outputs = [cap("status", folder.path), cap("report", folder.path, "--solver", SOLVER), cap("run", "-o", folder.path, "--solver", SOLVER),
                   cap("run", "-o", folder.path, "--solver", SOLVER, env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii"})]
    outputs += [cap("run", "-o", folder.path, "--solver", SOLVER), cap("run", tmp_path / f"no{odd}", "-o", tmp_path / "new", "--solver", SOLVER)]
    for done in outputs:
        assert "Traceback" not in done.stderr and all(letter.isprintable() or letter == "\n" for letter in done.stdout + done.stderr), done
    assert "host \ufffd[2J" in outputs[0].stdout and "line 7 was given up: \ufffd[2J" in outputs[0].stdout


def test_no_file_is_written_through_a_link_that_was_planted(folder, tmp_path, monkeypatch):
    from cap_analysis import durable

    victim = tmp_path / "victim"
    victim.write_text("mine\n")
    open_folder = tmp_path / "open"
    open_folder.mkdir()
    (open_folder / "page.html").symlink_to(victim)
    names = iter(["planted", "free"])
    monkeypatch.setattr(durable.secrets, "token_hex", lambda _: next(names))
    (open_folder / "page.html.planted.new").symlink_to(victim)
    with pytest.raises(FileExistsError):
        durable.write(open_folder / "page.html", b"other\n")
    durable.write(open_folder / "page.html", b"other\n")
    assert victim.read_text() == "mine\n" and (open_folder / "page.html").read_text() == "other\n"
