"""Answers that are reused instead of searched: partial answers that --known continues.

A partial answer (made with few nodes, --first or --any) is continued twice, the second time to the end. Its claims must be
true (brute force), no step may know less than the one before, complete answers must pass unchanged, and the end must be the
answer of a run that was never stopped.
"""

import re
import tempfile

from . import epd, mutants
from .cpp import Hard
from .plain_sets import Houses
from .sets import Record, Tally, board_fields, compare, fill, moves_of, run

NODES = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377)

STIPS = "#2 #3 #3 #3 #4 -#1 -#2 =2 =3 s#2 s#3 s=2 r#2 semi-r#2 ==2 h#1.5 h#2 h#2.5 h#3 h=2 hs#2 ser-#3 ser-h#3 ser-=3".split()


def question(rng, brute, questions, houses):
    """One record of any kind, or None."""
    if rng.random() < 0.1:
        return houses.record(rng, brute)
    board, stip = questions.draw(rng)
    if board is None:
        return None
    truth = brute.solve(board_fields(board), stip)
    if truth[0] == 1 and rng.random() < 0.6:
        return None
    return Record(f'{board_fields(board)} Stip "{stip}";', stip, {"": truth}), truth[0]


def collected(tally, count):
    questions = mutants.Questions(STIPS, 0.6)
    houses = Houses(("bughouse", "crazyhouse"), ("#2", "#2", "-#1", "s#1"), 2)
    return fill(tally, lambda: question(tally.rng, tally.brute, questions, houses), count)


# ---- partial answers


class Known:
    """The claims of a record: solved within `length`, nothing within `refuted`, these keys, this many undecided moves."""

    def __init__(self, read, stip):
        self.kind, bound = epd.read_stipulation(stip)
        mated = self.kind == "-#"
        self.refuted = read.length("Safe" if mated else "Refuted")
        if self.kind == "#":
            self.length = read.number("dm")
        elif mated:
            ce = read.number("ce")
            self.length = (ce + 32767) // 2 if ce is not None and ce < -32000 else None
        else:
            self.length = read.length("Dist")
        self.is_shortest = self.length is not None and self.refuted is None
        self.least = max(0, self.length - 1) if self.is_shortest else self.refuted or 0
        self.keys = moves_of(read, "bm") if self.length is not None else set()
        self.left = read.number("Open") if read.has("Open") else None if self.length is None else 0
        self.count = read.number("Count")
        self.is_open = read.has("Limit") or read.has("Open")


def false_claims(brute, read, record, known):
    """The false claims of a partial answer."""
    length, keys, count = record.truth[""]
    faults, kind = [], known.kind
    if length is not None and length <= known.least:
        faults.append(f"nothing within {known.least}, but it is done in {length}")
    if known.length is None:
        return faults
    if length is None or length > known.length:
        return faults + [f"done in {known.length}, but {length}"]
    fen = board_fields(read.board)
    if known.is_shortest:
        if not known.keys <= keys:
            faults.append(f"keys false {sorted(known.keys - keys)}")
        if len(keys - known.keys) > known.left:
            faults.append(f"{len(keys - known.keys)} keys missing, Open {known.left}")
        if known.count is not None and known.count != count:
            faults.append(f"Count {known.count}, not {count}")
    elif kind != "-#":
        stip = f"{kind}{int(known.length)}"
        right = brute.within(fen, stip, record.rules)
        if not known.keys <= right:
            faults.append(f"keys false {sorted(known.keys - right)}")
    return faults


def worse(before, after):
    """The facts that a later answer has lost since the one before."""
    faults = []
    if after.least < before.least:
        faults.append(f"refuted {before.least} before, {after.least} now")
    if before.length is not None and (after.length is None or after.length > before.length):
        faults.append(f"length {before.length} before, {after.length} now")
    if before.length is not None and after.length == before.length and before.is_shortest:
        if not before.keys <= after.keys:
            faults.append(f"keys {sorted(before.keys - after.keys)} lost")
        if not after.is_shortest or after.left > before.left:
            faults.append(f"Open {before.left} before, {after.left} now")
        if before.count is not None and after.count != before.count:
            faults.append(f"Count {before.count} before, {after.count} now")
    return faults


def same_end(one, other):
    """Whether two final answers are equal, except for costs and lines."""
    rest = ("acd", "acn", "acs", "pv", "pm")
    say = lambda read: sorted((name, sorted(words) if name in ("bm", "am") else words) for name, words in read.operations if name not in rest)
    return say(one) == say(other)


def continued(options, answers, *arguments):
    """The answers to answers, which are their own known results."""
    with tempfile.NamedTemporaryFile("w", suffix=".epd") as known:
        known.write("".join(answer + "\n" for answer in answers))
        known.flush()
        return run(options, answers, "--known", known.name, *arguments)


def judge_known(options):
    """--known: partial answers continue, never get worse, and end in the same verdict as without it."""
    tally = Tally("known", options, 20_000)
    brute, rng, records = tally.brute, tally.rng, collected(tally, options.count)
    rng.shuffle(records)
    ways = [("--nodes", str(n)) for n in NODES] + [("--first",), ("--any",), ("--any", "--nodes", "89"), ("--first", "--nodes", "34")]
    partial = 0
    for at, way in enumerate(ways):
        share = records[at :: len(ways)]
        if not share:
            continue
        lines = [record.line for record in share]
        full = run(options, lines)
        first = run(options, lines, *way)
        second = continued(options, first, "--nodes", str(rng.choice(NODES)))
        last = continued(options, second)
        for record, *answers in zip(share, full, first, second, last):
            faults = []
            try:
                reads = [epd.read_record(answer) for answer in answers]
                known = [Known(read, record.stip) for read in reads]
                faults += compare(brute, reads[0], record.stip, record.truth[""], record.rules)
                for name, read, knows in zip(("partial", "second", "last"), reads[1:], known[1:]):
                    faults += [f"{name}: {fault}" for fault in false_claims(brute, read, record, knows)]
                for name, one, two in (("second", 1, 2), ("last", 2, 3)):
                    faults += [f"{name}: {fault}" for fault in worse(known[one], known[two])]
                    # A series answer that met a limit is searched again, which changes its `acn` alone.
                    cost = r" acn \d+;" if record.stip.startswith("ser-") else "$^"
                    # --first and --any count nothing: all keys may be known, and the solutions not be counted yet.
                    is_whole = not known[one].is_open and (known[one].count is not None or known[0].count is None)
                    if is_whole and re.sub(cost, "", answers[one]) != re.sub(cost, "", answers[two]):
                        faults.append(f"{name}: complete, but changed")
                partial += known[1].is_open
                if known[3].is_open:
                    faults.append("last: still open")
                elif not same_end(reads[0], reads[3]):
                    faults.append("last: differs from a run without a stop")
            except Hard:
                tally.leave("line too hard for the brute force")
                continue
            tally.judge(record.truth[""][0], faults, f"{record.line}  {' '.join(way)}", "\n          ".join(answers))
    tally.left["were partial"] = partial
    good = tally.end()
    if partial < 0.4 * tally.judged:
        print("known: too few were partial")
    return good and partial >= 0.4 * tally.judged
