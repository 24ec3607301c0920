"""The model: where the answer can be reckoned by hand, it is that."""
import math
import random

import pytest
from cap_analysis.simulate import Costs, deck, gaps_between, measured, shard_time, simulate, sizes_for


def costs(**more):
    """Shards of 10 records and 1 s, and nothing else costs anything."""
    nothing = dict(start=0, fixed=0, gap=0, desk=0, heartbeat=0, files=0, bandwidth=math.inf)
    return Costs(**{"shards": [1.0], "size": 10, **nothing, **more})


@pytest.mark.parametrize("shards, workers", [(1, 1), (10, 1), (10, 3), (7, 7), (5, 100), (1000, 37)])
def test_without_overhead_shards_go_in_rounds(shards, workers):
    found = simulate(costs(), 10 * shards, 10, workers)
    assert found.seconds == pytest.approx(math.ceil(shards / workers)) and found.shards == shards


def test_the_desk_and_the_storage_are_one_after_the_other():
    assert simulate(costs(desk=0.5), 1000, 10, 100).seconds >= 50
    assert simulate(costs(files=0.25), 1000, 10, 100).seconds >= 25
    slow = simulate(costs(bandwidth=100.0, read=10, written=10), 1000, 10, 100)
    assert slow.seconds >= 200 and slow.storage_load == pytest.approx(1, abs=0.05)


def test_a_gap_and_a_fixed_cost_count_for_each_shard_of_a_worker():
    assert simulate(costs(gap=0.5), 100, 10, 1).seconds == pytest.approx(14.5)
    # A measured shard holds its fixed cost already.
    assert simulate(costs(fixed=0.5), 100, 10, 1).seconds == pytest.approx(10)
    assert simulate(costs(fixed=0.5), 100, 5, 1).seconds == pytest.approx(15)


def test_more_threads_than_cores_run_slower():
    assert simulate(costs(), 100, 10, 4, cores=2).seconds == pytest.approx(6)
    assert simulate(costs(), 100, 10, 2, cores=2).seconds == pytest.approx(5)


def test_deaths_cost_what_was_lost():
    calm = simulate(costs(shards=[60.0]), 1000, 10, 10)
    shared = simulate(costs(shards=[60.0], deaths=30, restart=1), 1000, 10, 10)
    alone = simulate(costs(shards=[60.0], deaths=30, restart=1, shared=False), 1000, 10, 10)
    assert calm.deaths == 0 < shared.deaths <= alone.deaths
    assert calm.seconds < shared.seconds < alone.seconds


def test_times_of_other_sizes_have_the_mean_of_the_measured():
    model, rng = costs(shards=[0.5, 1.0, 1.5, 5.0], fixed=0.0), random.Random(1)
    for records in (5, 10, 45, 1000):
        cards = deck(rng, model.shards)
        drawn = [shard_time(rng, model, records, cards) for _ in range(4000)]
        assert sum(drawn) / len(drawn) == pytest.approx(2.0 * records / 10, rel=0.1)


def test_gaps_are_those_of_one_worker():
    done = [{"worker": w, "begun": b, "ended": e} for w, b, e in [("a", 0, 1), ("b", 0.1, 3), ("a", 1.5, 2), ("b", 3.25, 4)]]
    assert sorted(gaps_between(done)) == [0.25, 0.5]


def test_costs_are_taken_from_a_journal(folder):
    events = [{"event": "driver", "time": 100.0, "fixed": 0.1}, {"event": "joined", "time": 101.0}]
    for number, shard in enumerate(folder.shards):
        stem = shard["name"].removesuffix(".epd")
        events.append({"event": "done", "time": 0, "piece": stem, "worker": "w", "begun": 102.0 + 2 * number, "ended": 103.5 + 2 * number,
                       "seconds": 1.5, "kept": 0, "lines": shard["lines"], "bytes": 100 * shard["lines"]})
    events.append({"event": "complete", "time": 0, "desk": 0.01})
    found = measured(folder, events)
    assert (found.start, found.gap, found.desk, found.fixed, found.written) == (2.0, 0.5, 0.01, 0.1, 100.0)
    assert found.record == pytest.approx(1.4 / found.size)


def test_sizes_that_are_tried_leave_work_for_all():
    sizes = list(sizes_for(1e9, 10_000))
    assert sizes and min(sizes) >= 1000 and max(sizes) <= 400_000
