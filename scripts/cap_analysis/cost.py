"""What pieces will cost, learned from those that are done.

A record's cost depends on what it asks: a mate in 3 takes hundreds of times as long as one in 1. What each asks is
seen in its line without reading it all; seconds for each kind are fitted to the shards that are done, by least squares
of what was foreseen and what it took, one kind after the other (Kaczmarz's method, a step for each shard). What is left
to do is then told in seconds of one worker, not in records.
"""
import collections
import re

ASKED = re.compile(rb'^[^\n]*?(?:\bStip "([^"\n]{1,12})"|\bdm (-?\d{1,4})|\bbm (#\d{1,3})|\bce (-?\d{1,6}))', re.M)

# As much of the shards is looked at before the run begins; of more, an even sample.
LOOKED_AT = 256 << 20


def kinds(data):
    """How many records ask what: a Counter of labels. Records that name nothing are one label."""
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
        """What it asks; of a shard that was not looked at, what the others ask on average."""
        counts = self.kinds.get(shard["name"])
        if counts is None:
            all_lines = sum(self.sampled.values()) or 1
            counts = {kind: count * shard["lines"] / all_lines for kind, count in self.sampled.items()}
        return counts

    def learn(self, shard, seconds):
        """A shard was done in so many seconds."""
        counts = self.of(shard)
        lines = sum(counts.values()) or 1
        for kind in counts:
            self.seconds.setdefault(kind, seconds / lines)
        foreseen = sum(count * self.seconds[kind] for kind, count in counts.items())
        square = sum(count * count for count in counts.values()) or 1
        for kind, count in counts.items():
            changed = self.seconds[kind] + 0.3 * (seconds - foreseen) * count / square
            # Nothing costs less than nothing, and one odd shard does not turn all upside down.
            self.seconds[kind] = max(changed, self.seconds[kind] / 2)

    def foresee(self, shard):
        """Seconds of one worker; before anything is known, the lines."""
        counts = self.of(shard)
        if not self.seconds:
            return float(sum(counts.values()))
        mean = sum(self.seconds.values()) / len(self.seconds)
        return sum(count * self.seconds.get(kind, mean) for kind, count in counts.items())
