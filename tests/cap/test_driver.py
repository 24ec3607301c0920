"""The driver's reaction to the reports of workers, without workers."""
import pytest
from cap_analysis import driver, task
from cap_analysis.folder import Folder, Problem, split
from cap_analysis.journal import read
from conftest import OPTIONS, SOLVER, answers
from pretence import Finished, Pretence, drive


class Broken:
    """A future that ended with an error."""

    status = "error"

    def __init__(self, key, error):
        self.key, self.error = key, error

    def exception(self):
        return self.error

    def add_done_callback(self, function):
        function(self)


class Endless:
    """A future that never reports again."""

    status = "pending"

    def __init__(self, key):
        self.key = key

    def add_done_callback(self, function):
        pass


@pytest.fixture
def planned(tmp_path, monkeypatch):
    """Six shards of one record each."""
    lines = [f'7k/8/8/4K3/8/8/6Q1/8 w - - dm 2; id "{number}";' for number in range(6)]
    suite = tmp_path / "six.epd"
    suite.write_text("".join(line + "\n" for line in lines))
    split(SOLVER, tmp_path / "run", [str(suite)], ["--records", "1"], OPTIONS)
    monkeypatch.setattr(task, "run_solver", lambda *_: (0, None, ""))
    given = {line.encode(): answer for line, answer in zip(lines, answers(suite).split(b"\n")[:-1], strict=True)}
    monkeypatch.setattr(Pretence, "answers", given)
    return tmp_path / "run", {"solver": SOLVER, "shared": True}, b"".join(answer + b"\n" for answer in given.values())


def with_submit(monkeypatch, submit, **more):
    """A connection to workers on which `submit` decides; it may call the usual one."""
    monkeypatch.setattr(driver, "Link", type("Link", (Pretence,), {"submit": submit, **more}))


def results(path):
    return b"".join(Folder(path).result(shard).read_bytes() for shard in Folder(path).shards)


def test_where_every_worker_is_refused_the_run_ends_after_a_while(planned, monkeypatch):
    path, how, _ = planned
    monkeypatch.setattr(driver, "PATIENCE", 0.3)
    monkeypatch.setattr(task, "REFUSAL", 0.0)
    refusal = {"outcome": "refused", "reason": "/no/such: there is no such program", "host": "here"}
    with_submit(monkeypatch, lambda self, key, worker, *_: Finished(key, {**refusal, "worker": self.name(worker)}), are_workers_alike=False)
    with pytest.raises(Problem, match="no worker can do it: /no/such") as problem:
        drive(path, how)
    assert problem.value.code == 2 and len([event for event in read(path / "journal.jsonl") if event["event"] == "refused"]) == 2


def test_one_refused_worker_of_several_holds_nothing(planned, monkeypatch):
    path, how, expected = planned
    monkeypatch.setattr(task, "REFUSAL", 0.0)
    refusal = {"outcome": "refused", "reason": "another version", "host": "here", "worker": "a at a"}
    sent_away = set()

    def submit(self, key, worker, *more):
        return Finished(key, refusal) if worker == "a" else Pretence.submit(self, key, worker, *more)

    def send_away(self, address):
        sent_away.add(address)
        self.workers = {other: told for other, told in self.workers.items() if other != address}

    with_submit(monkeypatch, submit, are_workers_alike=False, send_away=send_away)
    drive(path, how)
    assert results(path) == expected and sent_away == {"a"}


@pytest.mark.parametrize("error, code", [(TypeError("no such thing"), 70), (SystemError("unknown opcode"), 70)])
def test_a_failure_of_the_task_itself_is_no_records(planned, monkeypatch, error, code):
    path, how, _ = planned
    with_submit(monkeypatch, lambda self, key, *_: Broken(key, error))
    with pytest.raises(Problem, match=str(error)) as problem:
        drive(path, how)
    assert problem.value.code == code and not list((path / "results").glob("*.epd"))


def test_a_line_to_a_worker_that_breaks_is_nobodys_fault(planned, monkeypatch):
    path, how, expected = planned
    broken = set()

    def submit(self, key, worker, piece, *more):
        if piece["name"] not in broken:
            broken.add(piece["name"])
            return Broken(key, OSError("in a socket: closed"))
        return Pretence.submit(self, key, worker, piece, *more)

    with_submit(monkeypatch, submit)
    drive(path, how)
    assert results(path) == expected and not [event for event in read(path / "journal.jsonl") if event["event"] == "died"]


def test_what_a_worker_keeps_that_says_nothing_more_is_done_by_another(planned, monkeypatch):
    """Worker `a` accepts its pieces, more than one, and never reports again."""
    path, how, expected = planned
    with_submit(monkeypatch, lambda self, key, worker, *more: Endless(key) if worker == "a" else Pretence.submit(self, key, worker, *more))
    drive(path, how)
    doubled = [event["piece"] for event in read(path / "journal.jsonl") if event["event"] == "doubled"]
    assert results(path) == expected and 1 <= len(doubled) == len(set(doubled)) <= 2


def test_a_record_that_died_goes_to_another_worker(planned, monkeypatch):
    path, how, _ = planned
    tried = []

    def submit(self, key, worker, piece, *more):
        if piece["name"] == "0000003":
            tried.append(worker)
            return Finished(key, {"outcome": "died", "own": True, "reason": "a crash", "worker": self.name(worker)})
        return Pretence.submit(self, key, worker, piece, *more)

    with_submit(monkeypatch, submit)
    drive(path, how)
    assert sorted(tried) == ["a", "b"]
    assert results(path).count(b'Error "cap: given up: a crash";') == 1


def test_the_last_of_a_full_disk_gives_nothing_up_in_silence(planned, monkeypatch):
    """If the journal cannot record that a record was given up, the record is not given up."""
    path, how, expected = planned
    from cap_analysis.journal import Journal

    keeps = []

    def keep(self, event, **more):
        keeps.append(event)
        return False

    deaths = []

    def submit(self, key, worker, piece, *more):
        if piece["name"] == "0000003" and len(deaths) < 3:
            deaths.append(worker)
            return Finished(key, {"outcome": "died", "own": True, "reason": "a crash", "worker": self.name(worker)})
        return Pretence.submit(self, key, worker, piece, *more)

    monkeypatch.setattr(Journal, "keep", keep)
    with_submit(monkeypatch, submit)
    drive(path, how)
    assert results(path) == expected and keeps == ["given up", "given up"]
