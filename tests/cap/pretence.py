"""A driver's connection to simulated workers: every piece is solved at once, in this process."""
import os

from cap_analysis import driver, task
from cap_analysis.folder import Folder
from cap_analysis.journal import Journal


class Finished:
    """A future that has ended."""

    status = "finished"

    def __init__(self, key, result):
        self.key, self.found = key, result

    def result(self, timeout=None):
        return self.found

    def add_done_callback(self, function):
        function(self)


class Pretence:
    """Two workers without Dask and without a solver: every piece is solved at once, in this process."""

    are_workers_alike = True
    # The answer to each line; for a line without one the solver crashes.
    answers = {}

    def __init__(self, crew, journal, say):
        self.workers = {"a": ("a at a", 1), "b": ("b at b", 1)}

    def is_up(self):
        return True

    def look(self):
        pass

    def close(self):
        pass

    def threads(self):
        return 2

    def name(self, address):
        return self.workers[address][0]

    def submit(self, key, worker, piece, how, data):
        with open(piece["path"], "rb") as file:
            lines = file.read().split(b"\n")[:-1]
        assert task.file_sha256(piece["path"]) == piece["sha256"] and len(lines) == piece["lines"]
        result = {"worker": self.name(worker), "seconds": 0.1, "begun": 0.0, "ended": 0.1, "kept": 0, "messages": ""}
        if not set(lines) <= set(self.answers):
            return Finished(key, {**result, "outcome": "died", "own": True, "reason": "the solver was ended by SIGSEGV"})
        found = b"".join(self.answers[line] + b"\n" for line in lines)
        result.update(outcome="done", lines=len(lines), bytes=len(found), sha256=task.hashlib.sha256(found).hexdigest())
        if data is not None:
            return Finished(key, {**result, "data": found})
        # The state in which the solver leaves it.
        part = os.path.join(how["work"], f"{piece['name']}.part")
        with open(part, "wb") as file:
            file.write(found)
        return Finished(key, {**result, "part": part})

    def cancel(self, future):
        pass

    def send_away(self, address):
        pass


class Held:
    """A lock that is never taken away."""

    lost = None


def drive(path, how):
    """A whole run, or the rest of it."""
    folder = Folder(path)
    folder.make()
    journal = Journal(folder.journal)
    driver.Driver(folder, None, journal, Held, {**how, "work": str(folder.work)}, shared=how["shared"], show=False).run()
    journal.close()
