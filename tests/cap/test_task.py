"""A worker's task, without Dask: whatever the solver does, the task reports it, and finished work is right."""
import fcntl
import os
import subprocess
import sys

import pytest
from cap_analysis import task
from cap_analysis.pieces import Piece
from conftest import OPTIONS, ROOT, answers, begun


@pytest.fixture
def piece(folder):
    return Piece(folder, folder.shards[1], 0, folder.shards[1]["lines"])


def part_of(piece, how):
    return f"{how['work']}/{piece.name}-{how['digest']}.part"


def done(piece, how, data=None):
    result = task.solve(piece.told(), how, data)
    assert result["outcome"] == "done", result
    found = result["data"] if data is not None else open(result["part"], "rb").read()
    assert found == answers(piece.path)
    assert result["lines"] == piece.lines and task.hashlib.sha256(found).hexdigest() == result["sha256"]
    return result


def test_a_piece_is_solved_with_a_shared_disk_and_without(piece, how):
    assert done(piece, how)["kept"] == 0
    before = sorted(os.listdir(how["work"]))
    done(piece, how, piece.bytes())
    assert sorted(os.listdir(how["work"])) == before


@pytest.mark.parametrize("lines", [0, 1, 7, 19])
def test_a_torn_part_is_gone_on_with(piece, how, lines):
    begun(part_of(piece, how), piece.bytes().splitlines(keepends=True)[:lines])
    assert done(piece, how)["kept"] == lines


@pytest.mark.parametrize("run", [None, '{"layout": 1, "solver": "solver 0.1.0"}'])
@pytest.mark.parametrize("cut", [1, 1000, -1])
def test_a_part_that_nothing_vouches_for_is_set_aside(piece, how, cut, run):
    if run:
        with open(part_of(piece, how) + ".run", "w", encoding="utf-8") as file:
            file.write(run)
    with open(part_of(piece, how), "wb") as file:
        file.write(answers(piece.path)[:cut])
    assert done(piece, how)["kept"] == 0
    assert os.path.exists(part_of(piece, how) + ".foreign")


def test_a_part_of_another_shard_is_set_aside(piece, how, folder):
    with open(part_of(piece, how), "wb") as file:
        file.write(answers(folder.shards_path / folder.shards[0]["name"]))
    done(piece, how)
    assert os.path.exists(part_of(piece, how) + ".foreign")


def test_a_part_of_other_options_has_another_name(folder, how):
    before = folder.digest()
    folder.options = ["-z", "1", *OPTIONS]
    assert folder.digest() != before == how["digest"]


def test_a_part_that_somebody_else_still_writes_is_left_to_them(piece, how):
    path = part_of(piece, how)
    with open(path, "wb") as theirs:
        theirs.write(answers(piece.path)[:500])
        theirs.flush()
        fcntl.flock(theirs, fcntl.LOCK_EX)
        result = done(piece, how)
    assert result["part"] != path and os.path.getsize(path) == 500


def test_a_damaged_or_lost_shard_is_told(piece, how):
    piece.path.write_text("# another\n")
    assert task.solve(piece.told(), how)["outcome"] == "damaged"
    piece.path.unlink()
    assert task.solve(piece.told(), how)["outcome"] == "damaged"


def test_a_solver_that_dies_hangs_or_finds_no_room_is_told_apart(piece, how, wrapper, monkeypatch):
    real = 'case "$1" in -V) exec $REAL -V;; esac\n'
    monkeypatch.setattr(task, "REFUSAL", 0)
    # The outcome, whether it is the solver's own fault, and a word of the reason.
    for text, outcome, own, reason in [
        (real + "kill -SEGV $$", "died", True, "SIGSEGV"),
        (real + "kill -ABRT $$", "died", True, "SIGABRT"),
        (real + "kill -KILL $$", "died", False, "SIGKILL"),
        (real + "kill -TERM $$", "died", False, "SIGTERM"),
        (real + "exec sleep 60", "died", True, "no record was finished in 0.5 s"),
        (real + "exit 0", "died", True, "0 of"),
        (real + "exit 1", "died", True, "exit code 1"),
        (real + "exit 130", "died", False, "stopped"),
        (real + "echo 'solver: x: write error: No space left on device' >&2; exit 74", "full", None, "No space"),
        (real + "echo 'solver: x: Permission denied' >&2; exit 74", "refused", None, "Permission"),
        (real + "echo 'error: what is this' >&2; exit 64", "setup", None, "what is this"),
        (real + "echo 'solver: book.epd: cannot be read' >&2; exit 2", "setup", None, "book.epd"),
        (real + "rm ${@: -1}; exit 2", "damaged", None, "gone"),
    ]:
        how["solver"] = wrapper("stumbles", text)
        how["expected"] = {**task.probe(how["solver"]), "total": None}
        result = task.solve(piece.told(), {**how, "stall": 0.5})
        assert result["outcome"] == outcome and reason in result["reason"] and result.get("own") == own, (text, result)


def test_a_kill_is_the_solvers_own_where_memory_was_wanting():
    for name, is_for_memory, own in [("SIGKILL", True, True), ("SIGKILL", False, False), ("SIGTERM", True, False), ("SIGSEGV", False, True)]:
        assert task.ended_by(task.signal.Signals[name], is_for_memory)["own"] == own
    assert task.kills_for_memory() >= 0


def test_a_worker_that_cannot_run_the_solver_is_refused_and_one_without_room_waits(piece, how, monkeypatch):
    monkeypatch.setattr(task, "REFUSAL", 0)
    for error, outcome in [(task.errno.EACCES, "refused"), (task.errno.ENOEXEC, "refused"), (task.errno.ENOENT, "refused"),
                           (task.errno.ENOSPC, "full"), (task.errno.ENOMEM, "full"), (task.errno.EAGAIN, "full")]:
        def failing(*_, error=error):
            raise OSError(error, os.strerror(error))

        monkeypatch.setattr(task, "run_solver", failing)
        assert task.solve(piece.told(), how)["outcome"] == outcome


def test_known_files_must_be_what_they_were(piece, how, tmp_path, monkeypatch):
    monkeypatch.setattr(task, "REFUSAL", 0)
    known = tmp_path / "known.epd"
    known.write_text("# nothing\n")
    how["known"] = [{"file": str(known), "sha256": task.file_sha256(known)}]
    assert task.solve(piece.told(), how)["outcome"] == "done"
    known.write_text("# another\n")
    result = task.solve(piece.told(), how)
    assert result["outcome"] == "refused" and "not what it was" in result["reason"]
    known.unlink()
    assert "no such file" in task.solve(piece.told(), how)["reason"]


def test_a_solver_with_another_version_or_bench_total_is_refused(piece, how, wrapper, monkeypatch):
    monkeypatch.setattr(task, "REFUSAL", 0)
    bench = 'case "$1" in bench) echo "  12345  in all"; exit;; esac\nexec $REAL "$@"'
    for name, text, total, outcome, reason in [
        ("version", 'case "$1" in -V) echo "solver 9.9.9"; exit;; esac\nexec $REAL "$@"', None, "refused", "9.9.9"),
        ("unasked", bench, None, "stranger", "another file"),
        ("total", bench, 54321, "refused", "bench total 12345"),
        ("alike", bench, 12345, "done", None),
        ("no-such", None, None, "refused", "no such program"),
    ]:
        path = wrapper(name, text) if text else f"/no/such/{name}"
        told = {**how, "solver": path, "expected": {**how["expected"], "total": total}}
        result = task.solve(piece.told(), told)
        assert result["outcome"] == outcome and (reason is None or reason in result["reason"]), (name, result)


def test_dask_says_nothing_of_its_own():
    """The driver reports a lost scheduler in one line; Dask would add a traceback for each attempt to reach it."""
    script = "import sys; sys.path.insert(0, sys.argv[1]); import logging; from cap_analysis import cluster; cluster.quiet()\n"
    script += "for name in ('distributed.client', 'distributed.core', 'tornado.application', 'asyncio'): logging.getLogger(name).error('a traceback')"
    said = subprocess.run([sys.executable, "-c", script, str(ROOT / "scripts")], capture_output=True, text=True, check=True)
    assert said.stderr == ""
