"""Faults in real runs: some belong to the run, some to a record, and some to neither."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import psutil
import pytest
from conftest import CAP, OPTIONS, SOLVER, answers, cap, events, until
from dying import dies_after

# A solver that behaves like the real one, except for records with `poison`; `$at_poison` is its behaviour there.
STUMBLES = """
input=${@: -1}
case "$1" in -V|split|bench) exec $REAL "$@";; esac
if ! grep -q poison "$input"; then exec $REAL "$@"; fi
"""


@pytest.fixture
def poisoned(tmp_path):
    """Twelve records, the eighth of which is poison; and the line of that record."""
    lines = (pathlib.Path(__file__).resolve().parents[2] / "suites/mates-2.epd").read_text().splitlines()[:12]
    lines = [line for line in lines if line]
    lines[7] = '7k/8/8/4K3/8/8/6Q1/8 w - - dm 2; id "poison";'
    path = tmp_path / "poisoned.epd"
    path.write_text("".join(line + "\n" for line in lines))
    return path, 8


def run(suite, folder, *more, solver=SOLVER, records=4, workers=2, options=OPTIONS):
    return ["run", suite, "-o", folder, "--records", records, "--workers", workers, "--solver", solver, *more, "--", *options]


def joined(folder):
    return subprocess.run([SOLVER, "join", folder], capture_output=True, check=True).stdout


def test_what_no_record_can_help_ends_the_run_at_once(suite, tmp_path, wrapper):
    """A missing file, invalid options, a solver that is missing or cannot be run: each is reported, and nothing is answered."""
    plain = tmp_path / "plain"
    plain.write_text("no program\n")
    plain.chmod(0o755)
    for number, (more, code, reason) in enumerate([
        ({"options": [*OPTIONS, "--known", "nosuch.epd"]}, 2, "nosuch.epd"),
        ({"options": ["--no-such-option"]}, 64, "--no-such-option"),
        ({"solver": tmp_path / "nosuch"}, 64, "there is no such program"),
        ({"solver": wrapper("odd", 'case "$1" in -b) echo "error: what is this" >&2; exit 64;; esac\nexec $REAL "$@"')}, 64, "what is this"),
        ({"solver": wrapper("lacks", 'case "$1" in -b) echo "solver: book.epd: cannot be read" >&2; exit 2;; esac\nexec $REAL "$@"')}, 2,
         "book.epd"),
    ]):
        folder = tmp_path / f"run{number}"
        begun = time.monotonic()
        done = cap(*run(suite, folder, **more))
        assert done.returncode == code and reason in done.stderr, (more, done)
        assert time.monotonic() - begun < 60 and not list(folder.glob("results/*.epd")), more


@pytest.mark.parametrize("fault, code, reason", [
    ("vanishes", 2, "no worker can do it"), ("refuses", 64, "what is this"),
])
def test_a_solver_that_vanishes_or_refuses_in_the_middle_ends_the_run(suite, tmp_path, wrapper, fault, code, reason):
    gone = tmp_path / "gone"
    text = {"vanishes": f"touch {gone}; rm $0; exec $REAL \"$@\"", "refuses": "echo 'error: what is this' >&2; exit 64"}[fault]
    solver = wrapper("fickle", f'case "$1" in -V|split|bench) exec $REAL "$@";; esac\n[ -s "${{@: -1}}" ] || exec $REAL "$@"\n{text}')
    done = cap(*run(suite, tmp_path / "run", solver=solver, records=20))
    assert done.returncode == code and reason in done.stderr, done
    assert b"Error" not in b"".join(path.read_bytes() for path in tmp_path.glob("run/results/*.epd"))


def test_known_answers_of_other_content_make_another_run(suite, tmp_path):
    known = tmp_path / "known.epd"
    known.write_bytes(answers(suite).split(b"\n")[1] + b"\n")
    words = run(suite, tmp_path / "run", records=50, options=[*OPTIONS, "--known", known])
    assert cap(*words).returncode == 0
    known.write_text("# nothing\n")
    refused = cap(*words)
    assert refused.returncode == 64 and f"{known}: not what it was" in refused.stderr, refused.stderr


def test_a_record_that_crashes_its_solver_is_given_up_told_and_done_again(poisoned, tmp_path, wrapper):
    suite, line = poisoned
    folder = tmp_path / "run"
    expected = answers(suite).split(b"\n")
    done = cap(*run(suite, folder, solver=wrapper("crashes", STUMBLES + "kill -SEGV $$")))
    assert done.returncode == 3, done.stderr
    died = [event for event in events(folder, "died") if event["piece"] == "0000001.3-4"]
    # On two workers; or twice on one, if the other had not arrived yet.
    assert 2 <= len(died) <= 3 and all(event["own"] for event in died), died
    found = joined(folder).split(b"\n")
    assert b'Error "cap: given up: the solver was ended by SIGSEGV";' in found[line - 1]
    assert [text for text in found if b"poison" not in text] == [text for text in expected if b"poison" not in text]
    cap("merge", folder, "--solver", SOLVER)
    assert cap("report", folder, "--html", "--solver", SOLVER).returncode == 0
    said = [done.stderr, cap("status", folder).stdout, cap("report", folder, "--solver", SOLVER).stdout,
            cap("merge", folder, "--solver", SOLVER).stderr, (folder / "report.html").read_text()]
    for text in said:
        assert "SIGSEGV" in text and "poison" in text and str(line) in text, text
    # Without the fault the record is solved again, and nothing else is.
    before = len(events(folder, "start"))
    again = cap("retry", folder, "--workers", "2", "--solver", SOLVER)
    assert again.returncode == 0 and "given up: 1\n" in again.stderr, again.stderr
    assert [event["piece"] for event in events(folder, "start")[before:]] == ["0000001.3-4"]
    assert joined(folder) == b"\n".join(expected)
    assert "given up: none" in cap("status", folder).stdout


def test_kills_from_outside_are_not_the_records_fault(poisoned, tmp_path, wrapper):
    """A record in a shard of its own, whose solver is killed four times as it begins: no one is to blame, and it is solved."""
    suite, _ = poisoned
    folder, count = tmp_path / "run", tmp_path / "count"
    solver = wrapper("killed", STUMBLES + f"echo >> {count}; if [ $(wc -l < {count}) -le 4 ]; then kill -KILL $$; fi; exec $REAL \"$@\"")
    done = cap(*run(suite, folder, solver=solver, records=1))
    assert done.returncode == 0 and joined(folder) == answers(suite), done.stderr
    died = events(folder, "died")
    assert len(died) == 4 and not any(event["own"] for event in died) and not events(folder, "given up")


def test_a_worker_that_is_stopped_does_not_hold_the_end(suite, tmp_path, wrapper):
    """One of two workers is stopped while other pieces may wait behind its own, and never continues."""
    folder = tmp_path / "run"
    solver = wrapper("slow", 'case "$1" in -V|split|bench) exec $REAL "$@";; esac\n[ -s "${@: -1}" ] && sleep 0.6\nexec $REAL "$@"')
    driver = subprocess.Popen([*CAP, *map(str, run(suite, folder, solver=solver, records=20))], stderr=subprocess.DEVNULL)
    try:
        until(lambda: len({event["worker"] for event in events(folder, "start")}) == 2 or driver.poll() is not None)
        worker = next(child for child in psutil.Process(driver.pid).children() if "distributed.cli.dask_worker" in child.cmdline())
        os.kill(worker.pid, signal.SIGSTOP)
        begun = time.monotonic()
        assert driver.wait(120) == 0
        assert time.monotonic() - begun < 50
        assert worker.is_running() is False or worker.status() != psutil.STATUS_RUNNING
    finally:
        driver.kill()
        driver.wait()
    assert events(folder, "doubled") and joined(folder) == answers(suite)


def test_a_solver_that_is_exported_is_not_taken_where_another_is_named(suite, tmp_path):
    done = cap(*run(suite, tmp_path / "run", records=50), env={**os.environ, "CAP_SOLVER": "/no/such/solver"})
    assert done.returncode == 0 and joined(tmp_path / "run") == answers(suite), done.stderr


def test_a_retry_that_is_killed_anywhere_is_gone_on_with(poisoned, tmp_path, wrapper):
    """From the journal and the folder alone, without workers."""
    from cap_analysis import givenup
    from cap_analysis.folder import Folder, split
    from cap_analysis.journal import Journal, read
    from cap_analysis.pieces import planned

    suite, line = poisoned
    split(SOLVER, tmp_path / "run", [str(suite)], ["--records", "4"], OPTIONS)
    folder = Folder(tmp_path / "run")
    folder.make()
    given = {"event": "given up", "piece": "0000001.3-4", "line": line, "reason": "it died"}
    for shard in folder.shards:
        data = answers(folder.shards_path / shard["name"])
        folder.place(shard, __import__("hashlib").sha256(data).hexdigest(), data=data)
    folder.journal.write_text(json.dumps(given) + "\n")
    for left in range(100):
        copy = tmp_path / f"copy{left}"
        shutil.copytree(folder.path, copy)
        child = os.fork()
        if not child:
            dies_after(left)
            there = Folder(copy)
            givenup.take_back(there, Journal(there.journal))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        there = Folder(copy)
        there.make()
        journal = Journal(there.journal)
        givenup.finish(there, journal)
        givenup.check(there, journal)
        assert givenup.take_back(there, journal) in (0, 1)
        events = read(there.journal)
        assert not givenup.standing(events)
        pieces = {piece.name: piece for piece in planned(there, events)}
        assert {name for name, piece in pieces.items() if not piece.done_path.exists()} == {"0000001.3-4"}
        assert pieces["0000001.0-3"].done_path.read_bytes() == answers(folder.shards_path / "0000001.epd").split(b"\n", 3)[0] + b"\n" + b"\n".join(
            answers(folder.shards_path / "0000001.epd").split(b"\n")[1:3]) + b"\n"
        if not status:
            assert left > 5
            return
    raise AssertionError("the child never came to its end")
