"""Records that were given up, and how they are tried again.

The journal lists them. A record counts as given up from its event `given up` until `retry` names its shard, or `taken back`: if
neither the shard nor the record's own part has a result any more, it is solved again anyway. `take_back` splits a shard's result
into parts with the good lines and the lines to try again. It may be interrupted anywhere: the result is renamed first, and the
next driver that finds it continues (`finish`).
"""
import hashlib

from . import durable
from .folder import Problem
from .foreign import printable
from .pieces import named, planned, stem_of, with_error

# The ending of a result's name in `work` while it is split.
ASIDE = ".retry"

# The number of characters of a record that are shown.
EXCERPT = 120


def excerpt(line):
    """The beginning of a record."""
    return printable(line[:EXCERPT].decode(errors="replace"))


def result(line, reason):
    """The result of a record that is given up, as a worker would return it."""
    data = with_error(line, reason) + b"\n"
    return {"sha256": hashlib.sha256(data).hexdigest(), "data": data, "worker": "driver"}


def standing(events):
    """The events of the records that count as given up, in the order of their lines."""
    found = {}
    for event in events:
        if event["event"] == "given up":
            found[event["line"]] = event
        elif event["event"] in ("retry", "taken back"):
            found = {line: given for line, given in found.items() if stem_of(given["piece"]) != event["piece"]}
    return [found[line] for line in sorted(found)]


def told(events, most=20):
    """Messages about the records that are given up, one line each."""
    given = standing(events)
    lines = [f"line {event['line']} was given up: {event['reason']}; {event.get('record', '')}" for event in given[:most]]
    return lines + ([f"{len(given) - most} more were given up"] if len(given) > most else [])


def check(folder, journal):
    """Takes back records that no longer have a result, because it was removed or spoilt."""
    done = folder.done()
    shards = {shard["name"].removesuffix(".epd"): shard for shard in folder.shards}
    for event in standing(journal.events):
        stem = stem_of(event["piece"])
        shard = shards.get(stem)
        if shard and shard["name"] not in done and not named(folder, shard, event["piece"]).done_path.exists():
            add(journal, "taken back", piece=stem)


def take_back(folder, journal):
    """Makes all records wait again that were given up; returns their number."""
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
        # The shard is not complete yet: its parts stay as they are.
        names = [piece.name for piece in planned(folder, journal.events) if piece.shard is shard]
        for event in given:
            if stem_of(event["piece"]) == stem:
                durable.remove(named(folder, shard, event["piece"]).done_path)
        add(journal, "retry", piece=stem, into=names)
    finish(folder, journal)
    return len(given)


def finish(folder, journal):
    """Splits the results that were set aside for it."""
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
    """The pieces of a shard in which each of the lines `bad`, counted from 0, is a piece of its own."""
    bounds = sorted({0, shard["lines"], *bad, *(line + 1 for line in bad)})
    stem = shard["name"].removesuffix(".epd")
    return [named(folder, shard, stem if (first, end) == (0, shard["lines"]) else f"{stem}.{first}-{end}")
            for first, end in zip(bounds, bounds[1:])]


def add(journal, event, **more):
    """Adds an event on which later steps rely. Raises Problem if it cannot be written."""
    if not journal.keep(event, **more):
        raise Problem(f"{journal.path}: cannot be written", 74)
    journal.events.append({"event": event, **more})
