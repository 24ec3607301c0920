"""A driver's files are complete or absent, whatever happens between two of its system calls; a resumed run has the same
bytes."""
import errno
import json
import os
import shutil
import subprocess

import pytest
from cap_analysis import driver, durable, task
from cap_analysis.folder import Folder, Problem, split
from conftest import OPTIONS, SOLVER, answers
from dying import dies_after, fails_at
from pretence import Pretence, drive


@pytest.fixture
def begun(tmp_path, monkeypatch):
    """A run that another driver left: of three shards of four records, the first is cut in halves, and a record of the third,
    which is cut into single records, crashes the solver. Also the continuation of the run."""
    lines = [f'7k/8/8/4K3/8/8/6Q1/8 w - - dm 2; id "{number}";' for number in range(12)]
    lines[10] = lines[10].replace('"10"', '"poison"')
    suite = tmp_path / "twelve.epd"
    suite.write_text("".join(line + "\n" for line in lines))
    path = tmp_path / "begun"
    split(SOLVER, path, [str(suite)], ["--records", "4"], OPTIONS)
    cuts = {"0000000": ["0000000.0-2", "0000000.2-4"], "0000002": ["0000002.0-2", "0000002.2-3", "0000002.3-4"]}
    (path / "journal.jsonl").write_text("".join(json.dumps({"event": "cut", "piece": name, "into": into}) + "\n" for name, into in cuts.items()))
    monkeypatch.setattr(driver, "Link", Pretence)
    monkeypatch.setattr(task, "run_solver", lambda *_: (0, None, ""))
    monkeypatch.setattr(Pretence, "answers", {
        line.encode(): answer for line, answer in zip(lines, answers(suite).split(b"\n")[:-1], strict=True) if "poison" not in line
    })
    return path, {"solver": SOLVER, "shared": True}


def in_a_child(function):
    """Its exit code, or the negative number of the signal that ended it."""
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            function()
        except Problem:
            os._exit(2)
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def joined(path):
    done = subprocess.run([SOLVER, "join", path], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.parametrize("shared", [True, False])
def test_a_driver_that_is_killed_between_any_two_calls_is_gone_on_with(begun, tmp_path, shared):
    path, how = begun
    how["shared"] = shared
    undisturbed = tmp_path / "undisturbed"
    shutil.copytree(path, undisturbed)
    drive(undisturbed, how)
    expected = joined(undisturbed)
    assert b'Error "cap: given up: the solver was ended by SIGSEGV";' in expected and expected.count(b" dm 2;") == 12
    killed = 0
    # Every call; if everything travels through Dask, every third one: most are the same.
    for calls in range(0, 10_000, 1 if shared else 3):
        copy = tmp_path / "copy"
        shutil.copytree(path, copy)
        code = in_a_child(lambda: (dies_after(calls), drive(copy, how)))
        assert code in (0, -9)
        killed += code == -9
        assert in_a_child(lambda: drive(copy, how)) == 0, calls
        assert joined(copy) == expected, calls
        shutil.rmtree(copy)
        if code == 0:
            break
    assert killed > (60 if shared else 20)


def test_a_full_disk_leaves_nothing_that_is_trusted(begun, tmp_path):
    """From some call on, every write fails; the run ends, and another one, with space on the disk, makes the same bytes."""
    path, how = begun
    undisturbed = tmp_path / "undisturbed"
    shutil.copytree(path, undisturbed)
    drive(undisturbed, how)
    expected = joined(undisturbed)
    for call in range(0, 60, 4):
        copy = tmp_path / "copy"
        shutil.copytree(path, copy)
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            fails_at(call, errno.ENOSPC)
            import signal

            signal.setitimer(signal.ITIMER_REAL, 1.0)
            try:
                drive(copy, how)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        for shard in Folder(copy).shards:
            result, right = copy / "results" / shard["name"], undisturbed / "results" / shard["name"]
            assert not result.exists() or result.read_bytes() == right.read_bytes()
        for mark in copy.glob("work/*.done"):
            assert mark.read_bytes().endswith(b"\n")
        assert in_a_child(lambda: drive(copy, how)) == 0, call
        assert joined(copy) == expected, call
        shutil.rmtree(copy)


@pytest.mark.parametrize("before", [None, b"what was there\n"])
def test_a_file_is_what_it_was_or_what_it_is_to_be(tmp_path, before):
    path, after = tmp_path / "file", b"a line\n" * 1000
    for calls in range(20):
        if before is None:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(before)
        code = in_a_child(lambda: (dies_after(calls), durable.write(path, after)))
        found = path.read_bytes() if path.exists() else None
        assert found in (before, after)
        if code == 0:
            assert found == after and calls > 5
            return
    raise AssertionError("the child never came to its end")


def test_a_disk_that_is_full_keeps_the_file_and_leaves_nothing_beside_it(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"what was there\n")
    for name in ("write", "fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(os, name, lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
            with pytest.raises(OSError):
                durable.write(path, b"other\n")
        assert path.read_bytes() == b"what was there\n" and os.listdir(tmp_path) == ["file"]
