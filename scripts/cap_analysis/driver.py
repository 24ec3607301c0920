"""The driver: hands out pieces, takes in results, and continues after every failure.

All of its knowledge is in the folder: results, cuts, deaths. So it may be killed at any moment and started again. It is one
loop; Dask's threads report through a queue. A piece is first waiting, then out (in one attempt; near the end in several), then
done. An attempt may fail because the solver or its worker died (`died`: counted, see pieces.py), for an outside reason (`full`,
`refused`, a lost scheduler: the piece is tried again later, and nothing is counted), or because the run itself is impossible
(`setup`: the run ends with the reason).
"""
import collections
import contextlib
import queue
import signal
import statistics
import threading
import time

from distributed.scheduler import KilledWorker

from . import givenup, task
from .cost import Costs
from .folder import Problem
from .link import Link
from .pieces import DEATHS, planned
from .placing import Placing
from .progress import Progress
from .roster import Attempt, Roster

# The longest pause before a piece that failed is tried again, in seconds.
LONGEST_PAUSE = 15.0

# The number of seconds that a run waits for other workers after every worker was refused.
PATIENCE = 30.0

# The number of seconds that a piece is assumed to take until one is done.
USUAL = 15.0


class Interrupted(Exception):
    """A signal ended the run."""


def worker_of(name):
    """A worker's name without its address, which changes when it is started again."""
    return name.rpartition(" at ")[0] or name


class Driver:
    """One run of `cap run`."""

    def __init__(self, folder, crew, journal, lock, how, *, shared, show, stragglers=True):
        self.folder, self.journal, self.lock = folder, journal, lock
        self.how, self.shared, self.stragglers = how, shared, stragglers
        self.progress = Progress(show)
        self.costs = Costs(folder)
        self.events = queue.Queue()
        self.link = Link(crew, journal, self.progress.say)
        self.placing = Placing(folder, self.progress.say)
        self.refused = set()
        # The time at which a worker was refused, if none has been accepted since.
        self.refused_since = None
        self.roster = Roster()
        self.number = 0
        self.waiting = collections.deque()
        self.lost = []
        self.failures = 0
        self.times = []
        self.stopped = threading.Event()

    # The loop.

    def run(self):
        """Runs until every shard has its result. Returns the names of the pieces that could not be done."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.stopped.set())
        self.check_options()
        self.plan()
        self.journal.add("driver", shards=len(self.folder.shards), waiting=len(self.waiting), records=self.folder.manifest["records"])
        try:
            while self.waiting or self.roster.out or self.placing.waiting:
                if self.stopped.is_set():
                    raise Interrupted
                if self.lock.lost:
                    raise Problem(f"this run was taken over: {self.lock.lost}")
                self.connect()
                self.link.look()
                self.hand_out()
                self.take_in()
                self.tell()
        except Interrupted:
            self.journal.add("stopped")
            raise
        except Problem as problem:
            self.journal.add("ended", reason=str(problem))
            raise
        finally:
            self.progress.clear()
            self.link.close()
        self.journal.add("complete" if not self.lost else "incomplete", lost=self.lost)
        return self.lost

    def check_options(self):
        """Raises Problem if the solver cannot even process a shard without records: options or their files are wrong."""
        empty, part = self.folder.work / "empty.epd", self.folder.work / "empty.part"
        empty.write_bytes(b"")
        try:
            code, _, said = task.run_solver(self.how["solver"], self.how, str(empty), str(part))
        except OSError as error:
            raise Problem(f"{self.how['solver']}: {error.strerror}", 64) from None
        if code in (2, 64):
            raise Problem(said.strip().replace("solver: ", "") or f"{self.how['solver']}: exit code {code}", code)

    def plan(self):
        """Makes the list of pieces to do, with the costliest first, so that none of these is the last."""
        for name in self.folder.check_results():
            self.progress.say(f"results/{name}: it does not match its SHA-256; it is solved again")
        givenup.check(self.folder, self.journal)
        pieces = planned(self.folder, self.journal.events)
        for piece in pieces:
            shard = piece.shard
            self.placing.parts.setdefault(shard["name"], []).append(piece)
            piece.cost = self.costs.foresee(shard) * piece.lines / max(1, shard["lines"])
        for parts in list(self.placing.parts.values()):
            if any(not piece.is_whole for piece in parts):
                self.placing.finish_parts(parts[0].shard)
        left = [piece for piece in pieces if not piece.done_path.exists()]
        self.waiting.extend(sorted(left, key=lambda piece: -piece.cost))
        done = self.folder.done()
        self.placing.records_done = sum(shard["records"] for shard in self.folder.shards if shard["name"] in done)

    def connect(self):
        """Connects to the scheduler. If the connection was lost, all pieces that were out are handed out again."""
        if self.link.is_up():
            return
        if self.link.was_lost():
            self.waiting.extendleft(self.roster.clear())
        if not self.link.open(self.stopped, lambda said: self.events.put(("told", said))):
            raise Interrupted

    # Handing out.

    def hand_out(self):
        now = time.monotonic()
        # Each thread has one piece in reserve, so that it need not wait for this loop; near the end none, as another may be free sooner.
        room = self.roster.room(self.link.workers, len(self.waiting) > self.link.threads()) if self.waiting else ()
        for _ in range(len(self.waiting)):
            if not room:
                return
            piece = self.waiting.popleft()
            shunned = self.shunned(piece, now)
            worker = next((worker for worker in room if worker not in shunned), None) if piece.not_before <= now else None
            if worker is None:
                self.waiting.append(piece)
            elif self.submit(piece, worker):
                room.remove(worker)
            else:
                self.waiting.appendleft(piece)
                return
        if self.stragglers:
            self.double(now)

    def shunned(self, piece, now):
        """The workers that do not get a piece: the ones on which it died, for a while, if other workers may have room."""
        if not piece.own_deaths or now - piece.died_at > LONGEST_PAUSE:
            return ()
        died_on = {address for address, (name, _) in self.link.workers.items() if worker_of(name) in piece.own_deaths}
        return () if len(died_on) == len(self.link.workers) else died_on

    def submit(self, piece, worker):
        """Hands a piece to a worker; False if the connection broke."""
        try:
            if not piece.is_whole and (piece.sha256 is None or not piece.path.exists()):
                piece.write(self.folder)
            data = None if self.shared else piece.bytes()
        except OSError as error:
            self.mend(piece, str(error))
            return True
        self.number += 1
        key = f"{piece.name}-{self.folder.token}-{time.time_ns()}-{self.number}"
        future = self.link.submit(key, worker, piece.told(), self.how, data)
        if future is None:
            return False
        self.roster.add(Attempt(key, future, piece, worker, time.monotonic()))
        future.add_done_callback(lambda future: self.events.put(("future", future.key)))
        return True

    def double(self, now):
        """Near the end, when a thread is idle, starts the piece that has been out longest once more. A piece that was handed
        out and has not begun is behind another one, or at a worker that has stopped."""
        idle = self.roster.room(self.link.workers, False)
        if not idle:
            return
        usual = statistics.median(self.times) if self.times else USUAL
        slow = []
        for attempts in self.roster.at.values():
            last = attempts[-1]
            age = now - (last.started or last.handed)
            if age > (max(1.0, 2 * usual) if last.started else 1.0) * len(attempts):
                slow.append((age, attempts))
        if slow:
            age, attempts = max(slow, key=lambda entry: entry[0])
            at_work = {attempt.worker for attempt in attempts}
            worker = next((worker for worker in idle if worker not in at_work), None)
            if worker is not None:
                piece = attempts[0].piece
                self.journal.add("doubled", piece=piece.name, after=round(age, 3))
                self.submit(piece, worker)

    # Taking in.

    def take_in(self):
        """Waits for a report, and handles all reports that have arrived."""
        self.place()
        wait = 0.1
        while True:
            try:
                what, said = self.events.get(timeout=wait)
            except queue.Empty:
                return
            wait = 0
            if what == "told":
                # Dask puts the worker's address into it.
                if said["key"] in self.roster.out:
                    self.roster.out[said["key"]].started = time.monotonic()
                self.journal.add("start", piece=said["piece"], worker=self.link.name(said["worker"]))
            elif attempt := self.roster.take(said):
                self.settle(attempt)

    def settle(self, attempt):
        """An attempt is over."""
        future, piece, result = attempt.future, attempt.piece, None
        if future.status == "finished":
            # The result has arrived already; only a scheduler that dies at this moment could delay it.
            with contextlib.suppress(Exception):
                result = future.result(timeout=30)
        elif future.status == "error":
            error = future.exception()
            if isinstance(error, OSError):
                # The connection to a worker broke.
                self.later(piece)
                return
            if not isinstance(error, (KilledWorker, MemoryError)):
                # The solver did not cause this, so it could happen with every record.
                raise Problem(f"{self.link.name(attempt.worker)}: {type(error).__name__}: {error}", 70)
            # A piece in reserve that had not begun did not cause the death of its worker.
            if isinstance(error, MemoryError) or attempt.started is not None:
                reason = "its worker died" if isinstance(error, KilledWorker) else "its worker had no memory"
                result = {"outcome": "died", "own": False, "reason": reason, "worker": self.link.name(attempt.worker)}
        if result is None or result["outcome"] == "dropped":
            self.again(piece)
        elif piece.done_path.exists():
            self.placing.drop_part(result)
        else:
            if result["outcome"] not in ("refused", "stranger"):
                self.refused_since = None
            getattr(self, "on_" + result["outcome"])(piece, result)

    def again(self, piece):
        """Tries a piece again as if nothing had happened, unless another attempt is under way or was faster."""
        if not self.roster.of(piece) and not piece.done_path.exists() and piece not in self.waiting:
            self.waiting.appendleft(piece)

    def later(self, piece):
        """Tries a piece again, after a longer pause each time."""
        piece.backoff = min(LONGEST_PAUSE, 2 * piece.backoff or 0.5)
        piece.not_before = time.monotonic() + piece.backoff
        self.again(piece)

    def on_done(self, piece, result):
        self.call_off(piece)
        self.times.append(result["seconds"])
        del self.times[:-1000]
        if piece.is_whole:
            self.costs.learn(piece.shard, result["seconds"])
        facts = {name: result[name] for name in ("worker", "kept", "lines", "bytes")}
        self.journal.add("done", piece=piece.name, **facts, **{name: round(result[name], 4) for name in ("begun", "ended", "seconds")})
        self.tell_messages(piece, result["messages"])
        self.placing.add(piece, result)
        self.place()

    def place(self):
        spoilt, full = self.placing.go_on()
        self.failures += full
        for piece, reason in spoilt:
            self.fail("damaged", piece=piece.name, reason=reason)
            self.later(piece)

    def call_off(self, piece):
        """Ends all attempts at a piece."""
        for attempt in self.roster.of(piece):
            self.roster.take(attempt.key)
            self.link.cancel(attempt.future)

    def on_died(self, piece, result):
        piece.died(worker_of(result["worker"]), result["own"])
        piece.died_at = time.monotonic()
        self.fail("died", piece=piece.name, worker=result["worker"], reason=result["reason"], own=result["own"], deaths=piece.deaths)
        if piece.is_to_be_cut():
            self.call_off(piece)
            self.cut(piece)
        elif piece.is_hopeless(len(self.link.workers)):
            self.call_off(piece)
            self.give_up(piece, result["reason"])
        elif result["own"] or piece.lines > 1:
            self.again(piece)
        else:
            self.later(piece)

    def cut(self, piece):
        halves = piece.halves(self.folder)
        self.journal.add("cut", piece=piece.name, into=[half.name for half in halves])
        self.progress.say(f"{piece.name} was left unfinished {DEATHS} times; it is cut in halves")
        parts = self.placing.parts[piece.shard["name"]]
        parts.remove(piece)
        parts.extend(halves)
        self.waiting.extendleft(halves)

    def give_up(self, piece, reason):
        """Gives the record that kills its solver an Error, and the run continues."""
        said = f"given up: {reason}"
        try:
            line = piece.bytes().rstrip(b"\n")
        except OSError as error:
            self.mend(piece, str(error))
            return
        place = piece.shard["first"] + piece.first
        if not self.journal.keep("given up", piece=piece.name, line=place, reason=reason, record=givenup.excerpt(line)):
            # A record is given up only if the journal shows it.
            self.later(piece)
            return
        self.progress.say(f"line {place} of the input: {said}")
        self.placing.add(piece, givenup.result(line, f"cap: {said}"))
        self.place()

    def on_full(self, piece, result):
        if not piece.backoff:
            self.fail("full", piece=piece.name, worker=result["worker"], reason=result["reason"])
            self.progress.say(f"{result['worker']}: {result['reason']}; trying again")
        self.later(piece)

    def on_damaged(self, piece, result):
        self.mend(piece, result["reason"])

    def fail(self, event, **facts):
        """Counts a failure and notes it in the journal."""
        self.failures += 1
        self.journal.add(event, **facts)

    def mend(self, piece, reason):
        """Cuts a lost or spoilt shard from the input again. If that is impossible, it is left out."""
        self.fail("damaged", piece=piece.name, reason=reason)
        try:
            if piece.is_whole or not (self.folder.shards_path / piece.shard["name"]).exists():
                self.folder.restore(piece.shard, self.how["solver"])
            piece.write(self.folder)
        except Problem as problem:
            self.progress.say(str(problem))
            self.lost.append(piece.name)
            return
        except OSError as error:
            self.progress.say(f"{error}; trying again")
            self.later(piece)
            return
        self.progress.say(f"{reason}; it was cut again")
        self.again(piece)

    def on_stranger(self, piece, _):
        """Handles a worker with another build of this version: the total of `bench` decides."""
        if self.how["expected"]["total"] is None:
            total = task.bench_total(self.how["solver"])
            self.how = {**self.how, "expected": {**self.how["expected"], "total": total}}
        self.again(piece)

    def on_refused(self, piece, result):
        """Refuses a worker by name and sends it away if it cannot do the work; its piece goes elsewhere."""
        name, _, address = result["worker"].rpartition(" at ")
        if (name, result["host"], result["reason"]) not in self.refused:
            # The same worker may be started again and again: it is reported once.
            self.refused.add((name, result["host"], result["reason"]))
            self.fail("refused", worker=result["worker"], host=result["host"], reason=result["reason"])
            self.progress.say(f"worker {result['worker']} on {result['host']} is refused: {result['reason']}")
        now = time.monotonic()
        self.refused_since = self.refused_since or now
        # A worker is refused within a few seconds; one that has been at work for longer is accepted.
        others = any(out.started and now - out.started > 2 * task.REFUSAL for out in self.roster.out.values())
        if self.link.are_workers_alike or now - self.refused_since > PATIENCE and not others:
            raise Problem(f"no worker can do it: {result['reason']}", 2)
        self.link.send_away(address)
        self.again(piece)

    def on_setup(self, _, result):
        raise Problem(result["reason"].replace("solver: ", ""), result["exit"])

    # Reports.

    def tell_messages(self, piece, text):
        """Reports the solver's messages about records, with their lines in the whole input."""
        for line in text.splitlines():
            head, colon, rest = line.partition(":")
            number, _, more = rest.partition(":")
            if colon and number.isdigit() and head.endswith(".epd"):
                self.progress.say(f"line {piece.shard['first'] + piece.first + int(number) - 1}:{more}")
            elif line.strip():
                self.progress.say(line)

    def tell(self):
        left = None
        if self.costs.seconds:
            left = sum(self.costs.foresee(p.shard) * p.lines / max(1, p.shard["lines"]) for p in self.waiting)
            left += sum(self.costs.foresee(p.shard) for p in (attempts[0].piece for attempts in self.roster.at.values())) / 2
        self.progress.tell(self.placing.records_done, self.folder.manifest["records"], self.placing.done_now, left,
                           self.link.threads(), self.failures)
