"""A worker's task, without Dask: whatever the solver does, the task says what it was, and what is done is right."""
import fcntl
import os

import pytest
from cap_analysis import task
from cap_analysis.pieces import Piece
from conftest import OPTIONS, answers


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


@pytest.mark.parametrize("cut", [1, 100, 1000, -1])
def test_a_torn_part_is_gone_on_with(piece, how, cut):
    whole = answers(piece.path)
    with open(part_of(piece, how), "wb") as file:
        file.write(whole[:cut])
    assert done(piece, how)["kept"] == whole[:cut].count(b"\n")


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


def test_a_solver_that_dies_hangs_or_finds_no_room_is_told_apart(piece, how, wrapper):
    real = 'case "$1" in -V) exec $REAL -V;; esac\n'
    for text, outcome, reason in [
        (real + "kill -SEGV $$", "died", "SIGSEGV"),
        (real + "exec sleep 60", "died", "no record was finished in 0.5 s"),
        (real + "echo 'solver: x: write error: No space left on device' >&2; exit 74", "full", "No space"),
        (real + "echo 'error: what is this' >&2; exit 64", "usage", "what is this"),
        (real + "exit 0", "failed", "0 of"),
        (real + "exit 130", "died", "stopped"),
    ]:
        how["solver"] = wrapper("stumbles", text)
        how["expected"] = {**task.probe(how["solver"]), "total": None}
        result = task.solve(piece.told(), {**how, "stall": 0.5})
        assert result["outcome"] == outcome and reason in result["reason"], (text, result)


def test_a_solver_with_another_version_or_bench_total_is_refused(piece, how, wrapper):
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
