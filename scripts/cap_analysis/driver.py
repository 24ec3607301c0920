"""The driver: hands pieces out, takes results in, and goes on whatever dies.

All it knows stands in the folder: results, cuts, deaths. So it may be killed at any moment and started again. One
loop; what Dask's threads report comes through a queue. A piece is, in this order: waiting, out (one attempt, near the
end two), done. What keeps a piece from being done is its own (`died`: counted, three and it is cut) or the world's
(`full`, `refused`, a scheduler that is gone): then it is tried again later and nothing is counted.
"""
import collections
import hashlib
import queue
import signal
import statistics
import threading
import time

from distributed.scheduler import KilledWorker

from . import task
from .cost import Costs
from .folder import Problem, write_durably
from .link import Link
from .pieces import DEATHS, planned, with_error
from .placing import Placing
from .progress import Progress

# The longest pause before a full disk is tried again, in seconds.
LONGEST_PAUSE = 15.0


class Interrupted(Exception):
    """A signal ended the run."""


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
        # Attempts under way: key -> (future, piece, when it was handed out). And where they run, once they do.
        self.out = {}
        self.running = {}
        self.number = 0
        self.waiting = collections.deque()
        self.lost = []
        self.failures = 0
        self.times = []
        self.stopped = threading.Event()

    # The whole of it.

    def run(self):
        """Runs until every shard has its result. Gives what could not be done, in words."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.stopped.set())
        self.plan()
        self.journal.add(
            "driver",
            shards=len(self.folder.shards),
            waiting=len(self.waiting),
            records=self.folder.manifest["records"],
            fixed=self.fixed_cost(),
        )
        begun = time.process_time()
        try:
            while self.waiting or self.out or self.placing.waiting:
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
        finally:
            self.progress.clear()
            self.link.close()
        shards = self.placing.shards_done
        self.journal.add(
            "complete" if not self.lost else "incomplete",
            lost=self.lost,
            # Processor seconds of this process per shard: what the model calls the desk.
            desk=round((time.process_time() - begun) / shards, 5) if shards else None,
        )
        return self.lost

    def fixed_cost(self):
        """What a shard of no records costs, in seconds: the process and its tables."""
        empty = self.folder.work / "empty.epd"
        empty.write_bytes(b"")
        begun = time.monotonic()
        task.run_solver(self.how["solver"], self.how, str(empty), str(self.folder.work / "empty.part"))
        return round(time.monotonic() - begun, 4)

    def plan(self):
        """What is to be done: the costliest first, so that none of them is the last."""
        for name in self.folder.check_results():
            self.progress.say(f"results/{name}: its SHA-256 is not the one beside it; it is solved again")
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
        """A line to the scheduler: where it was gone, what was out is handed out again."""
        if self.link.is_up():
            return
        if self.link.was_lost():
            for piece in {piece.name: piece for _, piece, _ in self.out.values()}.values():
                self.waiting.appendleft(piece)
            self.out.clear()
            self.running.clear()
        if not self.link.open(self.stopped, lambda said: self.events.put(("told", said))):
            raise Interrupted

    # Handing out.

    def hand_out(self):
        now = time.monotonic()
        threads = self.link.threads()
        # As many again wait at the scheduler, so that no worker waits for this loop.
        room = 2 * threads - len(self.out)
        passed = 0
        while room > 0 and passed < len(self.waiting):
            piece = self.waiting[0]
            if piece.not_before > now:
                self.waiting.rotate(-1)
                passed += 1
                continue
            self.waiting.popleft()
            self.submit(piece)
            room -= 1
        if self.stragglers and not self.waiting and threads > len(self.out) and self.times:
            self.double(now)

    def submit(self, piece):
        try:
            if not piece.is_whole and (piece.sha256 is None or not piece.path.exists()):
                piece.write(self.folder)
            data = None if self.shared else piece.bytes()
        except OSError as error:
            self.mend(piece, str(error))
            return
        self.number += 1
        key = f"{piece.name}-{self.folder.token}-{time.time_ns()}-{self.number}"
        future = self.link.submit(key, piece.told(), self.how, data)
        if future is None:
            self.waiting.appendleft(piece)
            return
        self.out[key] = (future, piece, time.monotonic())
        future.add_done_callback(lambda future: self.events.put(("future", future.key)))

    def double(self, now):
        """Near the end: the piece that runs longest is started once more, where a thread is idle."""
        attempts = collections.Counter(piece.name for _, piece, _ in self.out.values())
        usual = statistics.median(self.times)
        alone = [
            (now - self.running[piece.name], piece)
            for _, piece, _ in self.out.values()
            if attempts[piece.name] == 1 and piece.name in self.running
        ]
        slow = [(age, piece) for age, piece in alone if age > max(1.0, 2 * usual)]
        if slow:
            age, piece = max(slow, key=lambda entry: entry[0])
            self.journal.add("doubled", piece=piece.name, after=round(age, 3))
            self.submit(piece)

    # Taking in.

    def take_in(self):
        """Waits for a report and takes in all there are."""
        self.place()
        try:
            event = self.events.get(timeout=0.1)
        except queue.Empty:
            return
        while event is not None:
            what, said = event
            if what == "told":
                # Dask puts the worker's address into it.
                self.running[said["piece"]] = time.monotonic()
                self.journal.add("start", piece=said["piece"], worker=self.link.name(said["worker"]))
            elif said in self.out:
                future, piece, _ = self.out.pop(said)
                self.settle(future, piece)
            try:
                event = self.events.get_nowait()
            except queue.Empty:
                event = None

    def settle(self, future, piece):
        """An attempt is over."""
        if future.status == "finished":
            try:
                # It is there already; only a scheduler that dies just now could keep it.
                result = future.result(timeout=30)
            except Exception:  # noqa: BLE001
                self.again(piece)
                return
        elif future.status == "error":
            error = future.exception()
            if isinstance(error, KilledWorker):
                worker = error.last_worker
                result = {"outcome": "died", "reason": "its worker died", "worker": f"{worker.name} at {worker.address}"}
                if piece.name not in self.running:
                    # It waited there and had not begun.
                    self.again(piece)
                    return
            else:
                result = {"outcome": "failed", "reason": f"{type(error).__name__}: {error}", "worker": "?"}
        else:
            self.again(piece)
            return
        if piece.done_path.exists():
            self.placing.drop_part(result)
            return
        getattr(self, "on_" + result["outcome"])(piece, result)

    def again(self, piece):
        """It is tried again, as if nothing had been, unless another attempt is under way or was faster."""
        self.running.pop(piece.name, None)
        is_out = any(other is piece for _, other, _ in self.out.values())
        if not is_out and not piece.done_path.exists() and piece not in self.waiting:
            self.waiting.appendleft(piece)

    def later(self, piece):
        """It is tried again, a little later each time."""
        piece.backoff = min(LONGEST_PAUSE, 2 * piece.backoff or 0.5)
        piece.not_before = time.monotonic() + piece.backoff
        self.again(piece)

    def on_done(self, piece, result):
        self.running.pop(piece.name, None)
        self.call_off(piece)
        self.times.append(result["seconds"])
        del self.times[:-1000]
        if piece.is_whole:
            self.costs.learn(piece.shard, result["seconds"])
        self.journal.add(
            "done",
            piece=piece.name,
            worker=result["worker"],
            begun=round(result["begun"], 3),
            ended=round(result["ended"], 3),
            seconds=round(result["seconds"], 4),
            cpu=round(result["cpu"], 4),
            kept=result["kept"],
            lines=result["lines"],
            bytes=result["bytes"],
        )
        self.tell_messages(piece, result["messages"])
        self.placing.add(piece, result)
        self.place()

    def place(self):
        spoilt, full = self.placing.go_on()
        self.failures += full
        for piece, result in spoilt:
            self.on_failed(piece, result)

    def call_off(self, piece):
        """Ends all attempts at a piece."""
        for key, (future, other, _) in list(self.out.items()):
            if other.name == piece.name:
                del self.out[key]
                self.link.cancel(future)

    def on_died(self, piece, result):
        self.running.pop(piece.name, None)
        piece.deaths += 1
        self.failures += 1
        self.journal.add("died", piece=piece.name, worker=result["worker"], reason=result["reason"], deaths=piece.deaths)
        if piece.deaths < DEATHS:
            self.again(piece)
            return
        self.call_off(piece)
        if piece.lines > 1:
            self.cut(piece)
        else:
            self.give_up_record(piece, result["reason"])

    on_failed = on_died

    def cut(self, piece):
        try:
            halves = piece.halves(self.folder)
        except OSError as error:
            self.mend(piece, str(error))
            return
        self.journal.add("cut", piece=piece.name, into=[half.name for half in halves])
        self.progress.say(f"{piece.name} killed its worker {DEATHS} times; it is cut in halves")
        parts = self.placing.parts[piece.shard["name"]]
        parts.remove(piece)
        parts.extend(halves)
        self.waiting.extendleft(halves)

    def give_up_record(self, piece, reason):
        """The one record that kills: it gets an Error, and the run goes on."""
        line = piece.path.read_bytes().rstrip(b"\n")
        data = with_error(line, f"cap: tried {DEATHS} times in vain, {reason}") + b"\n"
        place = piece.shard["first"] + piece.first
        self.journal.add("given up", piece=piece.name, line=place, reason=reason)
        self.progress.say(f"line {place} of the input: tried {DEATHS} times in vain, {reason}")
        if piece.is_whole:
            result = {"sha256": hashlib.sha256(data).hexdigest(), "data": data, "worker": "driver"}
            self.placing.add(piece, result)
            return
        write_durably(piece.done_path, data)
        self.placing.finish_parts(piece.shard)

    def on_full(self, piece, result):
        if not piece.backoff:
            self.failures += 1
            self.journal.add("full", piece=piece.name, worker=result["worker"], reason=result["reason"])
            self.progress.say(f"{result['worker']}: {result['reason']}; trying again")
        self.later(piece)

    def on_dropped(self, piece, _):
        self.again(piece)

    def on_damaged(self, piece, result):
        self.mend(piece, result["reason"])

    def mend(self, piece, reason):
        """A shard is gone or spoilt: it is cut from the input once more. What cannot be had again is left out."""
        self.failures += 1
        self.journal.add("damaged", piece=piece.name, reason=reason)
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
        """A worker with another build of this version: what `bench` says decides."""
        if self.how["expected"]["total"] is None:
            total = task.bench_total(self.how["solver"])
            self.how = {**self.how, "expected": {**self.how["expected"], "total": total}}
        self.again(piece)

    def on_refused(self, piece, result):
        """A worker with another solver: refused by name, sent away, and its piece goes elsewhere."""
        name, _, address = result["worker"].rpartition(" at ")
        if (name, result["host"], result["reason"]) not in self.refused:
            # Whoever starts it again and again is told once.
            self.refused.add((name, result["host"], result["reason"]))
            self.failures += 1
            self.journal.add("refused", worker=result["worker"], host=result["host"], reason=result["reason"])
            self.progress.say(f"worker {result['worker']} on {result['host']} is refused: {result['reason']}")
        self.link.send_away(address)
        self.again(piece)

    def on_usage(self, _, result):
        raise Problem(result["reason"], 64)

    # Telling.

    def tell_messages(self, piece, text):
        """What the solver said of records, with their lines in the input as a whole."""
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
            left += sum(self.costs.foresee(p.shard) for _, p, _ in self.out.values()) / 2
        self.progress.tell(
            self.placing.records_done,
            self.folder.manifest["records"],
            self.placing.done_now,
            left,
            self.link.threads(),
            self.failures,
        )
