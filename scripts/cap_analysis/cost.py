"""Estimates the costs of pieces from those that are done.

A record's cost depends on its question: a mate in 3 takes hundreds of times as long as a mate in 1. The question is found in the
line without parsing all of it; the seconds for each kind of question are fitted to the shards that are done by Kaczmarz's
method, one step for each shard, which makes the error of the estimate smaller. The work left is then known in seconds of one
worker, not in records.
"""
import collections
import re

ASKED = re.compile(rb'^[^\n]*?(?:\bStip "([^"\n]{1,12})"|\bdm (-?\d{1,4})|\bbm (#\d{1,3})|\bce (-?\d{1,6}))', re.M)

# The number of bytes of shards that are examined before the run begins; larger inputs are sampled evenly.
LOOKED_AT = 256 << 20


def kinds(data):
    """The number of records of each kind of question. Records without one have the empty label."""
    counts = collections.Counter(next(filter(None, match)) for match in ASKED.findall(data))
    other = data.count(b"\n") - sum(counts.values())
    if other > 0:
        counts[b""] = other
    return counts


class Costs:
    """Seconds for each kind of record."""

    def __init__(self, folder):
        self.folder = folder
        self.seconds = {}
        self.kinds = {}
        total = sum(shard["bytes"] for shard in folder.shards)
        every = max(1, -(-total // LOOKED_AT))
        self.sampled = collections.Counter()
        for number, shard in enumerate(folder.shards):
            if number % every == 0:
                try:
                    counts = kinds((folder.shards_path / shard["name"]).read_bytes())
                except OSError:
                    continue
                self.kinds[shard["name"]] = counts
                self.sampled += counts

    def of(self, shard):
        """The questions of a shard; for one that was not examined, the average of the others."""
        counts = self.kinds.get(shard["name"])
        if counts is None:
            all_lines = sum(self.sampled.values()) or 1
            counts = {kind: count * shard["lines"] / all_lines for kind, count in self.sampled.items()}
        return counts

    def learn(self, shard, seconds):
        """Learns from a shard that was done in `seconds`."""
        counts = self.of(shard)
        lines = sum(counts.values()) or 1
        for kind in counts:
            self.seconds.setdefault(kind, seconds / lines)
        foreseen = sum(count * self.seconds[kind] for kind, count in counts.items())
        square = sum(count * count for count in counts.values()) or 1
        for kind, count in counts.items():
            changed = self.seconds[kind] + 0.3 * (seconds - foreseen) * count / square
            # An estimate stays positive, and one odd shard does not change it too much.
            self.seconds[kind] = max(changed, self.seconds[kind] / 2)

    def foresee(self, shard):
        """The seconds that one worker needs; before any shard is done, the number of lines."""
        counts = self.of(shard)
        if not self.seconds:
            return float(sum(counts.values()))
        mean = sum(self.seconds.values()) / len(self.seconds)
        return sum(count * self.seconds.get(kind, mean) for kind, count in counts.items())
