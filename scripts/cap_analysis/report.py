"""One page about a run: its outcomes and times, and its workers with their deaths. The page (report.html) has no script and
loads nothing.

`solver stats` gives the counts. The time of a record is estimated: its nodes times the seconds per node of the whole run,
because records have times in whole seconds, or no times.
"""
import collections
import contextlib
import itertools
import json
import os
import pathlib
import re
import subprocess
import tempfile

import jinja2

from . import alone, givenup
from .progress import clock

# The colours of events of a worker.
MARKS = {"died": "#b3261e", "left": "#57606a", "refused": "#7b3fa0"}

TROUBLES = {
    "died": "workers or solvers died while solving", "cut": "shards cut in halves", "given up": "records given up",
    "doubled": "shards started twice near the end", "refused": "workers refused", "full": "times the disk was full",
    "damaged": "shards lost or damaged", "scheduler gone": "times the scheduler was unreachable",
}
WITH_REASON = ("died", "refused", "given up", "damaged", "full")


def page(folder, events, counts, pictures, conflicts):
    """The page as text. `counts` is the object of `solver stats`, `pictures` a picture for each slowest record."""
    done = [event for event in events if event["event"] == "done"]
    begun = min((event["time"] for event in events), default=0)
    ended = max((event["time"] for event in events), default=0)
    length = max(ended - begun, 1)
    workers = {}
    for event in events:
        if event["event"] in ("joined", "done", *MARKS):
            workers.setdefault(event["worker"], []).append(event)
    happened = collections.Counter(event["event"] for event in events)
    reasons = collections.Counter(f'{event["event"]}: {event.get("reason", "")}' for event in events if event["event"] in WITH_REASON)
    found = outcomes(counts)
    template = jinja2.Environment(
        loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parent), autoescape=True, trim_blocks=True).get_template("report.html")
    return template.render(
        folder=folder, clock=clock, begun=begun, ended=ended, done=done, workers=workers, marks=MARKS,
        drivers=[event for event in events if event["event"] == "driver"],
        outcomes=found, most=max((number for _, number in found), default=1),
        throughput=throughput(done, begun, length), times=record_times(counts, done),
        x=lambda time: round(56 + 768 * (time - begun) / length, 1),
        given_up=givenup.standing(events),
        troubles=[(TROUBLES[name], happened[name]) for name in TROUBLES if happened[name]], reasons=reasons.most_common(12),
        slowest=list(zip(counts["slowest"], pictures, strict=True)), conflicts=conflicts,
    )


def outcomes(counts):
    """The number of records of each outcome: pairs of words and numbers."""
    rows = [(length["stipulation"], length["records"]) for length in counts["solved"]["by_length"]]
    rows += [(key.replace("_", " ").replace("malformed", "errors"), counts[key])
             for key in ("refuted", "gave_up", "malformed", "internal_errors", "unanswered") if counts[key]]
    return rows + ([("over already", counts["solved"]["over"])] if counts["solved"]["over"] else [])


def throughput(done, begun, length, bins=60):
    """The records per second in each part of the run, and the beginnings of the parts."""
    lines = [0] * bins
    for event in done:
        lines[min(bins - 1, max(0, int((event["ended"] - begun) / length * bins)))] += event["lines"]
    return [count * bins / length for count in lines], [clock(at * length / bins) for at in range(bins)]


def record_times(counts, done):
    """The number of records by their estimated seconds, in steps of about the square root of ten, and the labels of the steps."""
    seconds = sum(event["seconds"] for event in done)
    steps = counts["by_nodes"] if seconds else ()
    return steps and ([step["records"] for step in steps], [brief(step["from"] * seconds / max(1, counts["nodes"])) for step in steps])


def brief(seconds):
    unit, factor = next(((unit, factor) for unit, factor in (("s", 1), ("ms", 1e3)) if seconds * factor >= 0.95), ("µs", 1e6))
    return f"{seconds * factor:,.1f} {unit}".replace(".0 ", " ")


@contextlib.contextmanager
def laid_out(folder):
    """A temporary folder with the answers to each file of the input, and their names there: the names of the input, or similar
    ones, so that messages about an answer name its question. Shards without results have blank lines."""
    with tempfile.TemporaryDirectory(dir=room(folder), prefix="report-") as place:
        place = pathlib.Path(place)
        lines = (line for shard in folder.shards for line in lines_of(folder, shard))
        names = folder.input_names()
        if len(set(names)) < len(names) or any(name.startswith("-") or name in ("", "..") for name in names):
            names = [f"{number}-{name}" for number, name in enumerate(names, 1)]
        for name, entry in zip(names, folder.manifest["inputs"], strict=True):
            with open(place / name, "wb") as file:
                file.writelines(itertools.islice(lines, entry["lines"]))
        yield place, names


def room(folder):
    """The folder for large temporary files: the run's folder, or the system's if others can write to the run's."""
    return folder.path if alone.intrusion(folder.path) is None and os.access(folder.path, os.W_OK) else None


def lines_of(folder, shard):
    """The lines of a shard's result, with line feeds."""
    path = folder.result(shard)
    if not path.exists():
        return itertools.repeat(b"\n", shard["lines"])
    with open(path, "rb") as file:
        return file.readlines()


def counted(solver, place, names):
    """The object of `solver stats` over files in a folder."""
    command = [solver, "stats", "--format", "json", *names]
    done = subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL, cwd=place)
    # Exit code 2: no line is a record; the lines are counted even then.
    if done.returncode != 2:
        done.check_returncode()
    return json.loads(done.stdout)


def diagrams(solver, records):
    """A picture of each record, drawn by the solver without a search."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([solver, "-b", "--nodes", "1", "-M", "1", "-j", "1", "--svg", folder, "--svg-arrows", "no"],
                       input="".join(record["fen"] + "\n" for record in records).encode(), capture_output=True, check=False)
        # A name begins with the number of its line.
        drawn = {int(path.name[:5]): path.read_text(encoding="utf-8") for path in pathlib.Path(folder).glob("?????*.svg")}
    # The stipulation that the solver assumes for a bare position is omitted.
    return [re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<text[^>]*>[^<]*#5[^<]*</text>", "", drawn.get(number, ""))
            for number in range(1, len(records) + 1)]
