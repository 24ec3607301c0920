"""Records that were given up: which they are, and how they are done again.

The journal says which. A record is given up from its event `given up` on until `retry` names its shard, or `taken back` does:
where neither the shard nor the record's own part has a result any more, it is solved again anyway. `take_back` makes of a
shard's result the parts that its good lines are, and the lines that are to be done again. It may stop anywhere: the result has
another name first, and whoever finds that goes on (`finish`).
"""
import hashlib

from . import durable
from .folder import Problem
from .foreign import printable
from .pieces import named, planned, stem_of, with_error

# What a result is called in `work` while it is taken apart.
ASIDE = ".retry"

# As much of a record is told.
EXCERPT = 120


def excerpt(line):
    """The beginning of a record."""
    return printable(line[:EXCERPT].decode(errors="replace"))


def result(line, reason):
    """What a worker would give for a record that is given up."""
    data = with_error(line, reason) + b"\n"
    return {"sha256": hashlib.sha256(data).hexdigest(), "data": data, "worker": "driver"}


def standing(events):
    """The events of the records that are given up, in the order of their lines."""
    found = {}
    for event in events:
        if event["event"] == "given up":
            found[event["line"]] = event
        elif event["event"] in ("retry", "taken back"):
            found = {line: given for line, given in found.items() if stem_of(given["piece"]) != event["piece"]}
    return [found[line] for line in sorted(found)]


def told(events, most=20):
    """The records that are given up, in words, a line each."""
    given = standing(events)
    lines = [f"line {event['line']} was given up: {event['reason']}; {event.get('record', '')}" for event in given[:most]]
    return lines + ([f"{len(given) - most} more were given up"] if len(given) > most else [])


def check(folder, journal):
    """Takes back what has no result any more, because somebody removed it, or it was spoilt."""
    done = folder.done()
    shards = {shard["name"].removesuffix(".epd"): shard for shard in folder.shards}
    for event in standing(journal.events):
        stem = stem_of(event["piece"])
        shard = shards.get(stem)
        if shard and shard["name"] not in done and not named(folder, shard, event["piece"]).done_path.exists():
            add(journal, "taken back", piece=stem)


def take_back(folder, journal):
    """Sees to it that what was given up is waiting again; gives the number of records."""
    finish(folder, journal)
    given = standing(journal.events)
    stems = {stem_of(event["piece"]) for event in given}
    for shard in folder.shards:
        stem = shard["name"].removesuffix(".epd")
        if stem not in stems:
            continue
        if folder.result(shard).exists():
            durable.put(folder.result(shard), folder.work / f"{shard['name']}{ASIDE}")
            continue
        # A shard that is not whole yet: its parts stay as they are cut.
        names = [piece.name for piece in planned(folder, journal.events) if piece.shard is shard]
        for event in given:
            if stem_of(event["piece"]) == stem:
                durable.remove(named(folder, shard, event["piece"]).done_path)
        add(journal, "retry", piece=stem, into=names)
    finish(folder, journal)
    return len(given)


def finish(folder, journal):
    """Takes results apart that were set aside for it."""
    for shard in folder.shards if any(folder.work.glob(f"*{ASIDE}")) else ():
        aside = folder.work / f"{shard['name']}{ASIDE}"
        if not aside.exists():
            continue
        stem = shard["name"].removesuffix(".epd")
        bad = sorted(event["line"] - shard["first"] for event in standing(journal.events) if stem_of(event["piece"]) == stem)
        if bad:
            lines = aside.read_bytes().split(b"\n")
            pieces = parts(folder, shard, bad)
            for piece in pieces:
                if not (piece.first in bad and piece.lines == 1):
                    durable.write(piece.done_path, b"".join(line + b"\n" for line in lines[piece.first : piece.end]))
            add(journal, "retry", piece=stem, into=[piece.name for piece in pieces])
        durable.remove(aside)


def parts(folder, shard, bad):
    """The pieces of a shard of which the lines `bad`, from 0, are each one of their own."""
    bounds = sorted({0, shard["lines"], *bad, *(line + 1 for line in bad)})
    stem = shard["name"].removesuffix(".epd")
    return [named(folder, shard, stem if (first, end) == (0, shard["lines"]) else f"{stem}.{first}-{end}")
            for first, end in zip(bounds, bounds[1:])]


def add(journal, event, **more):
    """An event that what comes relies on. Raises Problem where it cannot be written."""
    if not journal.keep(event, **more):
        raise Problem(f"{journal.path}: cannot be written", 74)
    journal.events.append({"event": event, **more})
