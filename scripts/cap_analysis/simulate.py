"""A run on machines that are not there: a discrete-event model with measured costs.

Three queues are modelled, each first come, first served: the workers (a thread each), the desk (scheduler and driver,
one process that hands out, takes in and names results, one after the other), and the storage (bytes and file operations,
one stream). A shard waits for a thread, is handed out by the desk, read, solved, written, and taken in by the desk.
Workers die as in a Poisson process; a shard whose worker died goes on from its `.part` (or from its start, without
shared storage) on whichever thread is free. More threads than cores run slower in proportion.

Times of shards are drawn from those of a real run; of another size they are sums or parts of such draws, and above
LARGE draws the normal distribution stands for the sum. What the model leaves out: machines of different speed, the
second attempts near the end that make up for them, the network between racks.
"""
import dataclasses
import heapq
import itertools
import math
import random
import statistics

from .folder import Problem

LARGE = 30


@dataclasses.dataclass
class Costs:
    """What a run costs where; seconds, bytes."""

    # Seconds of one worker for shards of `size` records, as they were measured.
    shards: list
    size: float
    # Bytes of a record in and out.
    read: float = 100.0
    written: float = 180.0
    # From the start of the driver until workers are there.
    start: float = 3.0
    # A worker's time for a shard of no records: process, tables, hashes, fsync.
    fixed: float = 0.05
    # Between two shards of a worker, when the desk is idle: the messages' ways.
    gap: float = 0.02
    # The desk's time for a shard, and for a heartbeat of a worker.
    desk: float = 0.004
    heartbeat: float = 0.0005
    # Storage: bytes a second, and seconds for the dozen file operations of a shard.
    bandwidth: float = 1e9
    files: float = 0.002
    # A worker's deaths an hour, and how long until another takes its place.
    deaths: float = 0.0
    restart: float = 5.0
    shared: bool = True

    @property
    def record(self):
        """Seconds of one worker for a record, without what a shard costs anyway."""
        return max(1e-9, statistics.fmean(self.shards) - self.fixed) / self.size


def measured(folder, events):
    """The costs of a run, from its folder and journal."""
    sizes = {shard["name"].removesuffix(".epd"): shard for shard in folder.shards}
    done = [event for event in events if event["event"] == "done" and event["piece"] in sizes and not event["kept"]]
    if len(done) < 3:
        raise Problem("the journal has fewer than three shards that were solved in one go: nothing to measure")
    usual = statistics.median(sizes[event["piece"]]["lines"] for event in done)
    whole = [event for event in done if sizes[event["piece"]]["lines"] == usual] or done
    lines = sum(event["lines"] for event in done)
    costs = Costs(
        shards=[event["seconds"] for event in whole],
        size=usual,
        read=sum(sizes[event["piece"]]["bytes"] for event in done) / lines,
        written=sum(event["bytes"] for event in done) / lines,
    )
    begun = [event["time"] for event in events if event["event"] == "driver"]
    joined = [event["time"] for event in events if event["event"] == "joined"]
    first = min(event["begun"] for event in done)
    if begun and joined:
        costs.start = max(0.0, first - begun[0])
    gaps = list(gaps_between(done))
    if gaps:
        costs.gap = statistics.median(gaps)
    desks = [event["desk"] for event in events if event["event"] in ("complete", "stopped") and event.get("desk")]
    if desks:
        costs.desk = statistics.median(desks)
    probes = [event["fixed"] for event in events if event["event"] == "driver" and event.get("fixed")]
    if probes:
        costs.fixed = min(min(costs.shards), statistics.median(probes))
    return costs


def gaps_between(done):
    """The pauses of workers between shards."""
    by_worker = {}
    for event in done:
        by_worker.setdefault(event["worker"], []).append(event)
    for events in by_worker.values():
        events.sort(key=lambda event: event["begun"])
        for one, next_one in itertools.pairwise(events):
            yield max(0.0, next_one["begun"] - one["ended"])


def deck(rng, shards):
    """The measured times in random order, again and again: each comes as often as any other, so that a run of as many
    shards as were measured has their mean."""
    while True:
        yield from rng.sample(shards, len(shards))


def shard_time(rng, costs, records, cards):
    """A worker's seconds for a shard of so many records, drawn from a deck."""
    times = records / costs.size

    def drawn():
        return max(0.0, next(cards) - costs.fixed)

    if times <= 1:
        # A part of a shard; its variance is larger than this says, and its mean right.
        solving = drawn() * times
    elif times <= LARGE:
        whole = int(times)
        solving = sum(drawn() for _ in range(whole)) + drawn() * (times - whole)
    else:
        mean = statistics.fmean(costs.shards) - costs.fixed
        spread = statistics.pstdev(costs.shards)
        solving = max(mean * times / 10, rng.gauss(mean * times, spread * math.sqrt(times)))
    return costs.fixed + solving


@dataclasses.dataclass
class Outcome:
    """What the model says."""

    seconds: float
    shards: int
    desk_load: float
    storage_load: float
    worker_load: float
    deaths: int


def simulate(costs, records, size, workers, cores=None, seed=1):
    """One run, event by event."""
    rng = random.Random(seed)
    cards = deck(rng, costs.shards)
    shards = max(1, math.ceil(records / size))
    slow = max(1.0, min(workers, shards) / cores) if cores else 1.0
    death = costs.deaths / 3600
    bytes_of = size * (costs.read + costs.written)
    storage_of = bytes_of / costs.bandwidth + costs.files
    # Heartbeats come slower the more workers there are, as Dask has it.
    beats = workers / (workers / 200 + 1 if workers > 200 else 2)
    desk_of = costs.desk / max(0.05, 1 - beats * costs.heartbeat)
    desk_free = storage_free = costs.start
    desk_busy = storage_busy = solving = 0.0
    deaths = 0
    order = itertools.count()
    # (when, number, what is left of the thread's shard: None before the first)
    queue = [(costs.start, next(order), None) for _ in range(min(workers, shards))]
    heapq.heapify(queue)
    waiting, end = shards, costs.start
    while queue:
        now, _, left = heapq.heappop(queue)
        if left is None:
            if not waiting:
                continue
            waiting -= 1
            desk_free = max(desk_free, now) + desk_of
            desk_busy += desk_of
            storage_free = max(storage_free, desk_free) + storage_of
            storage_busy += storage_of
            begun = storage_free
            # The last one has what is left.
            left = shard_time(rng, costs, size if waiting else records - size * (shards - 1), cards) * slow
        else:
            begun = now
        dies = rng.expovariate(death) if death else math.inf
        if dies < left:
            deaths += 1
            solving += dies
            rest = left - dies if costs.shared else left
            heapq.heappush(queue, (begun + dies + costs.restart, next(order), rest + costs.fixed))
            continue
        solving += left
        finished = begun + left
        end = max(end, finished + desk_of)
        heapq.heappush(queue, (finished + costs.gap, next(order), None))
    took = max(end, desk_free, storage_free)
    working = max(1e-9, took - costs.start)
    return Outcome(took, shards, desk_busy / working, storage_busy / working, solving / (working * min(workers, shards)), deaths)


def sizes_for(records, workers):
    """Shard sizes worth a look: 1, 2, 5 of each decade, not fewer than a shard a worker at the least size."""
    for exponent in range(1, 10):
        for step in (1, 2, 5):
            size = step * 10**exponent
            if records / size <= 1_000_000 and size <= max(10, records / max(1, workers) * 4):
                yield size
