"""A run's folder: manifest, lock, journal, pieces."""
import json
import os
import subprocess
import sys

import pytest
from cap_analysis.folder import Problem, read_manifest
from cap_analysis.journal import Journal, read
from cap_analysis.lock import Lock, Refused, owner_of
from cap_analysis.pieces import Piece, planned, whole_of, with_error
from cap_analysis.task import file_sha256
from conftest import SOLVER, answers


def solve_all(folder):
    for shard in folder.shards:
        data = answers(folder.shards_path / shard["name"])
        folder.place(shard, __import__("hashlib").sha256(data).hexdigest(), data=data)


def join(folder):
    return subprocess.run([SOLVER, "join", folder.path], capture_output=True, check=False)


def test_results_that_are_placed_can_be_joined(folder, suite):
    solve_all(folder)
    done = join(folder)
    assert done.stdout == answers(suite) and done.returncode == 0
    assert not folder.place(folder.shards[0], "0", data=b"other")
    sums = subprocess.run("cat *.sha256 | sha256sum -c --quiet", shell=True, cwd=folder.results, check=False)
    assert sums.returncode == 0


def test_a_manifest_edited_by_hand_is_refused(folder):
    path = folder.shards_path / "manifest.json"
    path.write_text(path.read_text().replace("--no-time", "--first"))
    with pytest.raises(Problem, match="not the manifest that was written"):
        read_manifest(folder.shards_path)


def test_a_spoilt_result_is_set_aside(folder):
    solve_all(folder)
    path = folder.result(folder.shards[2])
    path.write_bytes(path.read_bytes()[:-5])
    assert folder.check_results() == [folder.shards[2]["name"]]
    assert not path.exists() and folder.check_results() == []


def test_a_lost_shard_is_cut_again_if_the_input_is_what_it_was(folder, suite):
    shard = folder.shards[3]
    path = folder.shards_path / shard["name"]
    path.unlink()
    folder.restore(shard, SOLVER)
    assert file_sha256(path) == shard["sha256"]
    path.unlink()
    suite.write_text(suite.read_text().replace("c9 \"1\"", "c9 \"7\""))
    with pytest.raises(Problem, match="the input has changed"):
        folder.restore(shard, SOLVER)


def test_a_second_driver_is_refused_by_name_and_the_dead_hold_nothing(tmp_path):
    path = tmp_path / "cap.lock"
    first = Lock(path).take()
    with pytest.raises(Refused, match=f"process {os.getpid()}"):
        Lock(path).take()
    assert owner_of(path)["pid"] == os.getpid()
    first.give_back()
    assert owner_of(path) is None
    script = f"import sys; sys.path.insert(0, {str(sys.path[0])!r})\nfrom cap_analysis.lock import Lock\nLock({str(path)!r}).take()\nprint('held', flush=True)\nimport time; time.sleep(60)"
    other = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert other.stdout.readline() == b"held\n"
    with pytest.raises(Refused, match=f"process {other.pid}"):
        Lock(path).take()
    other.kill()
    other.wait()
    Lock(path).take().give_back()


def test_a_foreign_owner_counts_while_its_heart_beats(tmp_path, monkeypatch):
    from cap_analysis import lock

    monkeypatch.setattr(lock, "BEAT", 0.2)
    monkeypatch.setattr(lock, "WATCH", 0.7)
    path = tmp_path / "cap.lock"
    owner = {"host": "elsewhere", "pid": 7, "token": "x", "beats": 1}
    path.write_text(json.dumps(owner))
    beats = iter(range(2, 100))

    def beating(self, read=Lock.read):
        path.write_text(json.dumps({**owner, "beats": next(beats)}))
        return read(self)

    monkeypatch.setattr(Lock, "read", beating)
    with pytest.raises(Refused, match="host elsewhere, process 7"):
        Lock(path).take()
    monkeypatch.undo()
    monkeypatch.setattr(lock, "BEAT", 0.2)
    monkeypatch.setattr(lock, "WATCH", 0.7)
    mine = Lock(path).take()
    # And a driver that is taken over notices it.
    path.write_text(json.dumps(owner))
    mine.ended.wait(1)
    assert "elsewhere" in mine.lost
    mine.give_back()


def test_a_torn_line_of_the_journal_is_nobodys(tmp_path):
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    journal.add("one", piece="1")
    journal.close()
    with open(path, "ab") as file:
        file.write(b'{"event": "torn", "pie')
    again = Journal(path)
    assert [event["event"] for event in again.events] == ["one"]
    again.add("two")
    again.close()
    assert [event["event"] for event in read(path)] == ["one", "two"]


def test_halves_have_all_lines_and_their_results_make_the_shard(folder):
    shard = folder.shards[1]
    whole = Piece(folder, shard, 0, shard["lines"])
    pieces = [half for piece in whole.halves(folder) for half in piece.halves(folder)]
    for piece in pieces:
        piece.write(folder)
    assert b"".join(piece.path.read_bytes() for piece in pieces) == whole.path.read_bytes()
    for piece in pieces:
        assert whole_of(folder, shard, pieces) is None
        piece.done_path.write_bytes(answers(piece.path))
    assert whole_of(folder, shard, pieces[::-1]) == answers(whole.path)


def test_another_driver_goes_on_with_cuts_and_deaths(folder):
    shard = folder.shards[0]
    whole = Piece(folder, shard, 0, shard["lines"])
    left, right = whole.halves(folder)
    died = {"event": "died", "piece": right.name}
    events = [{"event": "cut", "piece": whole.name, "into": [left.name, right.name]},
              {**died, "worker": "a at 1", "own": True}, {**died, "worker": "b at 2", "own": False}]
    found = {piece.name: piece for piece in planned(folder, events)}
    assert left.name in found and whole.name not in found and len(found) == len(folder.shards) + 1
    assert (found[right.name].own_deaths, found[right.name].other_deaths, found[right.name].deaths) == (["a"], 1, 2)
    # A shard that is tried again begins anew, in other pieces.
    events.append({"event": "retry", "piece": whole.name, "into": [f"{whole.name}.0-3", f"{whole.name}.3-4", f"{whole.name}.4-{whole.end}"]})
    found = {piece.name: piece for piece in planned(folder, events)}
    assert set(events[-1]["into"]) < set(found) and right.name not in found and not any(piece.deaths for piece in found.values())


def test_who_is_to_blame(folder):
    """A line is given up that died alone through its own fault on two workers, or twice on the only one."""
    shard = folder.shards[0]
    for own, others, workers, hopeless in [
        ([], 0, 1, False), (["a"], 0, 1, False), (["a", "a"], 0, 1, True), (["a", "a"], 0, 2, False), (["a", "b"], 0, 2, True),
        (["a", "a", "a"], 0, 2, True), ([], 5, 1, False), (["a"], 5, 2, False), ([], 6, 2, True),
    ]:
        for lines in (1, 2):
            piece = Piece(folder, shard, 0, lines)
            for worker in own:
                piece.died(worker, True)
            for _ in range(others):
                piece.died("c", False)
            assert piece.is_hopeless(workers) == (hopeless and lines == 1)
            assert piece.is_to_be_cut() == (lines > 1 and len(own) + others >= 3)


def test_the_roster_knows_who_has_room():
    from types import SimpleNamespace

    from cap_analysis.roster import Attempt, Roster

    roster, workers = Roster(), {"a": ("a at 1", 1), "b": ("b at 2", 2)}
    attempts = [Attempt(str(number), None, SimpleNamespace(name=f"p{number // 2}"), worker, 0.0) for number, worker in enumerate("abb")]
    assert roster.room(workers, False) == ["a", "b", "b"] and roster.room(workers, True) == ["a", "b", "b", "a", "b", "b"]
    for attempt in attempts:
        assert attempt.worker in roster.room(workers, False)
        roster.add(attempt)
    assert roster.room(workers, False) == [] and roster.room(workers, True) == ["a", "b", "b"]
    assert roster.of(attempts[0].piece) == attempts[:2] and roster.take("1") is attempts[1] and roster.take("1") is None
    assert roster.room(workers, False) == ["b"] and roster.of(attempts[0].piece) == attempts[:1]
    assert roster.room({"b": ("b at 2", 2), "c": ("c at 3", 1)}, False) == ["b", "c"]
    assert {piece.name for piece in roster.clear()} == {"p0", "p1"} and not roster.out and roster.room(workers, False) == ["a", "b", "b"]


def test_a_driver_removes_what_another_left_unfinished(folder):
    left = [folder.results / "0000000.epd.7-7.new", folder.work / "x.done.7-7.new"]
    for path in left:
        path.write_text("half")
    folder.make()
    assert not any(path.exists() for path in left)


@pytest.mark.parametrize("line", [
    b"7k/8/8/4K3/8/8/6Q1/8 w - - dm 2;",
    b"7k/8/8/4K3/8/8/6Q1/8 w - -",
    b"7k/8/8/4K3/8/8/6Q1/8 w - - dm 2\r",
    b'7k/8/8/4K3/8/8/6Q1/8 w - - id "open',
    b"what is this",
])
def test_a_record_that_is_given_up_is_an_answer_to_its_line(tmp_path, line):
    shards, results = tmp_path / "run/shards", tmp_path / "run/results"
    given = tmp_path / "in.epd"
    given.write_bytes(line + b"\n")
    subprocess.run([SOLVER, "split", "--records", "5", "-o", tmp_path / "run", given], check=True, capture_output=True)
    results.mkdir()
    (results / "0000000.epd").write_bytes(with_error(line, 'tried "3" times') + b"\n")
    (results / "0000000.sha256").write_text(f"{file_sha256(results / '0000000.epd')}  0000000.epd\n")
    done = subprocess.run([SOLVER, "join", tmp_path / "run"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert b'Error "tried ' in done.stdout and (shards / "0000000.epd").exists()


def test_no_output_takes_the_place_of_what_a_run_is_made_of(folder, suite, tmp_path):
    """Under any name: its own, a link, a hard link, an indirect path."""
    solve_all(folder)
    folder.journal.write_text("{}\n")
    folder.secret()
    shard = folder.shards_path / folder.shards[0]["name"]
    link, hard = tmp_path / "link", tmp_path / "hard"
    for own in (shard, folder.result(folder.shards[0]), folder.journal, folder.work / "secret", suite):
        link.symlink_to(own)
        os.link(own, hard)
        for name in (own, link, hard, own.parent / "." / ".." / own.parent.name / own.name):
            with pytest.raises(Problem, match="needs a file of its own") as refused:
                folder.output(str(name), "answers.epd")
            assert refused.value.code == 64
        link.unlink()
        hard.unlink()
    for new in (folder.shards_path / "new", folder.results / "new", folder.work / "new"):
        with pytest.raises(Problem):
            folder.output(str(new), "answers.epd")
    (folder.path / "mine").write_text("of an earlier time\n")
    assert folder.output(str(folder.path / "mine"), "answers.epd") == folder.path / "mine"
    assert folder.output(None, "answers.epd") == folder.path / "answers.epd"
