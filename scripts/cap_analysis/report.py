"""One page about a run: what came out, how long it took, who worked on it and who died. No script, nothing is loaded.

Counts are those of `solver stats`, and nodes those of its table; times of records are their nodes times the seconds a node of
their shard, because records say whole seconds only, or none.
"""
import bisect
import collections
import contextlib
import html
import itertools
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile

from . import alone, answers, givenup
from .progress import clock

WIDTH, HEIGHT, MARGIN = 880, 220, 56

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:940px;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .5rem;border-bottom:1px solid #d8dee4}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.15rem .8rem .15rem 0;text-align:left}
td.n,th.n{text-align:right}.bar{background:#3b74b9;height:.75rem;display:inline-block}.dim{color:#57606a}
svg{max-width:100%;height:auto;font:12px system-ui,sans-serif}.bad{color:#b3261e}
.slow{display:flex;gap:1rem;flex-wrap:wrap}.slow figure{margin:0 0 1rem;width:270px}figure svg{width:230px}
figcaption{font-size:.85rem;overflow-wrap:anywhere}pre{background:#f6f8fa;padding:.6rem;overflow:auto;font-size:.85rem}
"""


def page(folder, events, counts, pictures, conflicts, nodes):
    """The page as text. `counts` is the object of `solver stats`, `pictures` a picture for each slowest record,
    `nodes` those of each shard's records."""
    done = [event for event in events if event["event"] == "done"]
    parts = [
        head(folder, events, done),
        section("Outcomes by length", outcomes(counts)),
        section("Throughput over time", throughput(folder, events, done)),
        section("Time per record", record_times(nodes, done)),
        section("Workers", timeline(events, done)),
        section("Given up", given_up(events)),
        section("What went wrong", troubles(events)),
        section("Slowest records", slowest(folder, counts, pictures)),
        section("Conflicts", conflicts_of(conflicts)),
    ]
    title = html.escape(folder.path.name)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def section(title, body):
    return f"<section><h2>{html.escape(title)}</h2>{body}</section>"


def head(folder, events, done):
    manifest = folder.manifest
    begun = min((event["time"] for event in events), default=0)
    ended = max((event["time"] for event in events), default=0)
    worked = sum(event["seconds"] for event in done)
    drivers = sum(event["event"] == "driver" for event in events)
    files = ", ".join(html.escape(pathlib.Path(entry["file"]).name) for entry in manifest["inputs"])
    return (
        f"<h1>{html.escape(folder.path.name)}</h1><p>{files}: {manifest['records']} records in {len(folder.shards)} shards, "
        f"solved by {html.escape(manifest['solver'])} with <code>{html.escape(' '.join(manifest['options']) or 'no options')}</code>."
        f"<br>{clock(ended - begun)} from the first start to the last event, {clock(worked)} of workers' time, "
        f"{drivers} start{'s' if drivers != 1 else ''} of the driver.</p>"
    )


def table(header, rows, numbers=()):
    def cells(row, tag):
        return "".join(f'<{tag}{" class=n" if at in numbers else ""}>{cell}</{tag}>' for at, cell in enumerate(row))

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f"<table><tr>{cells(header, 'th')}</tr>{body}</table>"


def outcomes(counts):
    rows = [(html.escape(length["stipulation"]), length["records"]) for length in counts["solved"]["by_length"]]
    rows += [
        (name, counts[key])
        for name, key in [("refuted", "refuted"), ("gave up", "gave_up"), ("errors", "malformed"),
                          ("internal errors", "internal_errors"), ("unanswered", "unanswered")]
        if counts[key]
    ]
    if counts["solved"]["over"]:
        rows.append(("over already", counts["solved"]["over"]))
    most = max((number for _, number in rows), default=1)
    return table(
        ("outcome", "records", ""),
        [(name, number, f'<span class=bar style="width:{max(2, round(360 * number / most))}px"></span>') for name, number in rows],
        numbers=(1,),
    )


def svg(body, height=HEIGHT):
    return f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">{body}</svg>'


def bars(values, labels, unit):
    """A bar chart; every second label where there are many."""
    if not values:
        return "<p class=dim>nothing to show</p>"
    most, step = max(values) or 1, (WIDTH - MARGIN) / len(values)
    every = max(1, math.ceil(len(values) / 14))
    body = [f'<text x="0" y="14" class=dim>{html.escape(unit)}, at most {most:,.0f}</text>']
    for at, value in enumerate(values):
        height = (HEIGHT - 50) * value / most
        x = MARGIN / 2 + at * step
        body.append(
            f'<rect x="{x + 1:.1f}" y="{HEIGHT - 24 - height:.1f}" width="{max(1, step - 2):.1f}" height="{height:.1f}" fill="#3b74b9">'
            f"<title>{html.escape(labels[at])}: {value:,.0f}</title></rect>"
        )
        if at % every == 0:
            body.append(f'<text x="{x:.1f}" y="{HEIGHT - 6}">{html.escape(labels[at])}</text>')
    return svg("".join(body))


def throughput(folder, events, done):
    if not done:
        return "<p class=dim>nothing is done yet</p>"
    begun = min(event["time"] for event in events)
    ended = max(max(event["time"] for event in events), begun + 1)
    bins = 60
    counts = [0.0] * bins
    for event in done:
        at = min(bins - 1, max(0, int((event["ended"] - begun) / (ended - begun) * bins)))
        counts[at] += event["lines"]
    width = (ended - begun) / bins
    return bars([count / width for count in counts], [clock(at * width) for at in range(bins)], "records/s")


def record_times(nodes_of, done):
    """Records by their seconds, each step a factor of the root of ten."""
    seconds_of = collections.Counter()
    for event in done:
        seconds_of[event["piece"].split(".")[0]] += event["seconds"]
    histogram = collections.Counter()
    for stem, nodes in nodes_of.items():
        total = sum(nodes)
        for count in nodes if stem in seconds_of else ():
            estimate = seconds_of[stem] * count / total if total else 0
            histogram[math.floor(2 * math.log10(estimate)) if estimate > 0 else -14] += 1
    if not histogram:
        return "<p class=dim>nothing is done yet</p>"
    keys = range(min(histogram), max(histogram) + 1)

    def label(key):
        seconds = 10 ** (key / 2)
        unit, factor = next(((unit, factor) for unit, factor in (("s", 1), ("ms", 1e3)) if seconds * factor >= 0.99), ("µs", 1e6))
        return f"{seconds * factor:,.0f} {unit}"

    return bars([histogram[key] for key in keys], [label(key) for key in keys], "records; from nodes and the time of their shard")


def timeline(events, done):
    """A row for each worker: its shards, its death."""
    if not done:
        return "<p class=dim>nothing is done yet</p>"
    begun = min(event["time"] for event in events)
    ended = max(max(event["time"] for event in events), begun + 1)
    names = list(dict.fromkeys(event["worker"] for event in events if event["event"] in ("joined", "done", "died") and "worker" in event))
    shown = names[:200]
    row = 16 if len(shown) <= 40 else 6
    x = lambda time: MARGIN + (WIDTH - 2 * MARGIN) * (time - begun) / (ended - begun)
    body = []
    for at, name in enumerate(shown):
        y = 4 + at * row
        if row > 10:
            body.append(f'<text x="0" y="{y + 11}">{html.escape(name.split(" at ")[0][:8])}</text>')
        for event in done:
            if event["worker"] == name:
                width = max(0.6, x(event["ended"]) - x(event["begun"]) - 0.3)
                colour = "#d99a2b" if event["kept"] else "#3b74b9"
                body.append(f'<rect x="{x(event["begun"]):.1f}" y="{y}" width="{width:.1f}" height="{row - 4}" fill="{colour}"/>')
        for event in events:
            if event["event"] in ("died", "left", "refused") and event.get("worker") == name:
                colour = {"died": "#b3261e", "left": "#57606a", "refused": "#7b3fa0"}[event["event"]]
                body.append(f'<path d="M{x(event["time"]):.1f} {y - 2}v{row}" stroke="{colour}" stroke-width="2"><title>{event["event"]}</title></path>')
    height = 8 + len(shown) * row + 22
    for event in events:
        if event["event"] == "driver":
            body.append(f'<path d="M{x(event["time"]):.1f} 0V{height - 20}" stroke="#1b1f24" stroke-dasharray="3 3"><title>driver</title></path>')
    for part in range(5):
        time = begun + (ended - begun) * part / 4
        body.append(f'<text x="{x(time) - 12:.1f}" y="{height - 4}">{clock(time - begun)}</text>')
    left = f" {len(names) - len(shown)} more are not shown." if len(names) > len(shown) else ""
    legend = (
        "<p class=dim>A bar is a shard; <span style='color:#d99a2b'>yellow</span> ones went on where another worker had "
        "stopped. A <span class=bad>red</span> mark is a death while a shard was at work, a grey one a worker that left, "
        f"a dashed line a start of the driver.{left}</p>"
    )
    return legend + svg("".join(body), height)


def given_up(events):
    """The records that have an Error because nobody could solve them."""
    given = givenup.standing(events)
    rows = [(event["line"], html.escape(event.get("record", "")), html.escape(event["reason"])) for event in given[:200]]
    more = f"<p>{len(given) - len(rows)} more are not shown.</p>" if len(given) > len(rows) else ""
    return table(("line", "record", "reason"), rows, numbers=(0,)) + more if given else "<p>No record.</p>"


def troubles(events):
    words = {
        "died": "workers or solvers died at work", "cut": "shards cut in halves", "given up": "records given up",
        "doubled": "shards started twice near the end", "refused": "workers refused", "full": "times the disk was full",
        "damaged": "shards lost or spoilt", "scheduler gone": "times the scheduler was gone",
    }
    counts = collections.Counter(event["event"] for event in events)
    rows = [(words[name], counts[name]) for name in words if counts[name]]
    if not rows:
        return "<p>Nothing.</p>"
    reasons = collections.Counter(
        f'{event["event"]}: {event.get("reason", "")}' for event in events if event["event"] in ("died", "refused", "given up", "damaged", "full")
    )
    lines = "\n".join(f"{count:>6}  {reason}" for reason, count in reasons.most_common(12))
    return table(("what", "how often"), rows, numbers=(1,)) + (f"<pre>{html.escape(lines)}</pre>" if lines else "")


def slowest(folder, counts, pictures):
    if not counts["slowest"]:
        return "<p class=dim>no record says its nodes</p>"
    figures = []
    for record, picture in zip(counts["slowest"], pictures, strict=True):
        place = html.escape(f"{record['file']}:{record['line']}")
        what = f"{record['nodes']:,} nodes"
        if "seconds" in record:
            what = f"{record['seconds']} s, {what}"
        ident = f"<br>{html.escape(record['id'])}" if record.get("id") else ""
        figures.append(
            f"<figure>{picture}<figcaption><b>{html.escape(record['says'])}</b>, {what}, {place}{ident}"
            f"<br><code>{html.escape(record['fen'])}</code></figcaption></figure>"
        )
    return f"<div class=slow>{''.join(figures)}</div>"


def conflicts_of(text):
    if text is None:
        return "<p class=dim>not merged with other results (cap merge)</p>"
    if not text.strip():
        return "<p>None.</p>"
    return f"<pre class=bad>{html.escape(text)}</pre>"


@contextlib.contextmanager
def laid_out(folder):
    """A folder, for a while, with the answers to each file of the input, and the names they have there: those of the input, or
    like them, so that what is told of an answer names its question. What is not there yet leaves its lines blank."""
    with tempfile.TemporaryDirectory(dir=room(folder), prefix="report-") as place:
        place = pathlib.Path(place)
        lines = (line for shard in folder.shards for line in lines_of(folder, shard))
        names = ["standard-input" if entry["file"] == "-" else pathlib.Path(entry["file"]).name for entry in folder.manifest["inputs"]]
        if len(set(names)) < len(names) or any(name.startswith("-") or name in ("", "..") for name in names):
            names = [f"{number}-{name}" for number, name in enumerate(names, 1)]
        for name, entry in zip(names, folder.manifest["inputs"], strict=True):
            with open(place / name, "wb") as file:
                file.writelines(itertools.islice(lines, entry["lines"]))
        yield place, names


def room(folder):
    """Where large files may be for a while: in the run's folder, or, if others have a hand in it, where the system has them."""
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
    # With 2 no line is a record, and they are counted all the same.
    if done.returncode != 2:
        done.check_returncode()
    return json.loads(done.stdout)


def nodes_of(folder, solver):
    """The nodes of the records of each shard that has a result, by the name of the piece."""
    found = {shard["name"].removesuffix(".epd"): [] for shard in folder.shards if folder.result(shard).exists()}
    firsts, names = [shard["first"] for shard in folder.shards], [shard["name"].removesuffix(".epd") for shard in folder.shards]
    with tempfile.TemporaryFile(dir=room(folder)) as whole, tempfile.TemporaryFile(dir=room(folder)) as table:
        for shard in folder.shards:
            whole.writelines(lines_of(folder, shard))
        whole.seek(0)
        answers.write_table(solver, whole, table)
        for row in answers.rows(table):
            if row["nodes"]:
                found[names[bisect.bisect_right(firsts, int(row["line"])) - 1]].append(int(row["nodes"]))
    return found


def diagrams(solver, records):
    """A picture for each record, as the solver draws it; nothing is searched for."""
    pictures = []
    with tempfile.TemporaryDirectory() as folder:
        for number, record in enumerate(records):
            into = pathlib.Path(folder) / str(number)
            subprocess.run(
                [solver, "-b", "--nodes", "1", "-M", "1", "-j", "1", "--svg", str(into), "--svg-arrows", "no"],
                input=(record["fen"] + "\n").encode(), capture_output=True, check=False,
            )
            drawn = sorted(into.glob("*.svg")) if into.exists() else []
            text = drawn[0].read_text(encoding="utf-8") if drawn else ""
            # Nor is anything asked: what the solver takes a bare position to ask is left out.
            pictures.append(re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<text[^>]*>[^<]*#5[^<]*</text>", "", text))
    return pictures
