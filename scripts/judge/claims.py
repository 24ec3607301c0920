"""Claims of mates, and the answers to them in the solver's EPD or JSON, from one run or several, as tables."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from . import epd

OPEN, PROVED, SHORTEST, SHORTER, REFUTED = "open", "proved within N", "shortest proved", "shorter found", "claim refuted"
"""The results of a claim. A shorter mate may also be the shortest."""

SOON = 5
"""A proof within this number of seconds is quick."""

CLASSES = ((1, 7), (8, 20), (21, 39), (40, 1000))
"""The groups of lengths in a table, if there are many lengths."""


class Contradiction(ValueError):
    """Two answers contradict each other, so one of them is false."""


@dataclass
class Answer:
    """The proved facts about a position, and their cost."""

    dm: int | None = None
    """The length of a proved mate."""
    refuted: int = 0
    """There is no mate within this number of moves."""
    nodes: int = 0
    seconds: float = 0
    """Whole seconds, rounded down, if the answer is EPD."""
    pv: list = field(default_factory=list)
    """The mate's line in SAN."""

    def rank(self):
        """Less is better: a shorter mate, then a higher refuted length, then a cheaper proof or, without one, a longer search."""
        return self.dm or 10_000, -self.refuted, self.nodes if self.dm else -self.nodes

    def joined(self, other):
        """The facts of both answers; the cost is that of the answer that knows more."""
        first, second = sorted((self, other), key=Answer.rank)
        refuted = max(first.refuted, second.refuted)
        if first.dm is not None and first.dm <= refuted:
            raise Contradiction(f"a mate in {first.dm}, but none within {refuted}")
        return Answer(first.dm, refuted, first.nodes, first.seconds, first.pv)


@dataclass
class Claim:
    """A job and its answer, which is empty if there is none."""

    job: str
    name: str
    length: int
    answer: Answer

    def job_of(self, length):
        """The same job for another length."""
        return self.job.replace(f" bm #{self.length};", f" bm #{length};")

    def status(self):
        dm = self.answer.dm
        if self.answer.refuted >= self.length:
            return REFUTED
        if dm is None or dm > self.length:
            return OPEN
        if dm < self.length:
            return SHORTER
        return SHORTEST if self.is_shortest() else PROVED

    def is_proved(self):
        return self.status() in (PROVED, SHORTEST, SHORTER)

    def is_shortest(self):
        """Whether the proved mate is the shortest."""
        return self.answer.dm is not None and self.answer.refuted == self.answer.dm - 1


def claimed_length(record):
    """N of a mate in N that the side to move claims to give, or None."""
    claim = record.mate_claim()
    return claim[1] if claim and claim[0] == "#" else None


def read_answer(line):
    """The position of an answer and the facts in it, or None if the line is not an answer about giving mate."""
    try:
        if line.startswith("{"):
            said = json.loads(line)
            if not said["stipulation"].startswith("#"):
                return None
            pv = [move["san"] for move in said.get("pv", [])]
            dm = said.get("moves") if said.get("outcome") in ("solved", "longer") else None
            place = epd.read_record(said["fen"]).place()
            return place, Answer(dm, said.get("refuted", 0), said.get("nodes", 0), float(said.get("seconds", 0)), pv)
        record = epd.read_record(line)
    except (ValueError, KeyError):
        return None
    dm, refuted, nodes = (record.number(opcode) for opcode in ("dm", "Refuted", "acn"))
    if nodes is None or (dm or 1) < 1 or (record.stipulation() or ("#",))[0] != "#":
        return None
    # Without `Refuted`, a mate is the shortest.
    known = refuted if refuted is not None else (dm or 1) - 1
    return record.place(), Answer(dm, known, nodes, record.number("acs") or 0, record.get("pv") or [])


def read_answers(files):
    """The facts in the files about each position."""
    known = {}
    for file in files:
        for line in Path(file).read_text(encoding="latin-1").splitlines():
            found = read_answer(line)
            if found:
                place, answer = found
                try:
                    known[place] = known[place].joined(answer) if place in known else answer
                except Contradiction as error:
                    raise Contradiction(f"{file}: {error}, as another answer says: {line}") from None
    return known


def read_claims(jobs, known):
    """The claims of a file of jobs."""
    claims = []
    for job in jobs.read_text().splitlines():
        record = epd.read_record(job)
        claims.append(Claim(job, record.text("id"), claimed_length(record), known.get(record.place(), Answer())))
    return claims


def quantile(values, share):
    """The value below which this share of the values lies; there is at least one value."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def written_seconds(seconds):
    """Seconds, with milliseconds if they are known."""
    return f"{seconds:.3f}" if isinstance(seconds, float) else str(seconds)


def classes(claims):
    """The classes that have claims: name, first and last length, claims."""
    for first, last in CLASSES:
        there = [claim for claim in claims if first <= claim.length <= last]
        if there:
            yield f"#{first} to #{last}" if last < 1000 else f"#{first} and more", first, last, there


def lengths(claims):
    """The same for each length."""
    for length in sorted({claim.length for claim in claims}):
        yield f"#{length}", length, length, [claim for claim in claims if claim.length == length]


HEAD = ("claimed", "records", "proved within N", "the shortest", "shorter", "refuted", "open", f"within {SOON} s",
        "seconds, median", "90 %", "nodes, median", "90 %", "most")


def table(groups, is_settled):
    """A line for each group; the cost of a proof is given for the settled claims."""
    lines = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"]
    for name, _, _, claims in groups:
        counts = {status: sum(claim.status() == status for claim in claims) for status in (SHORTER, REFUTED, OPEN)}
        proved, shortest = (sum(map(test, claims)) for test in (Claim.is_proved, Claim.is_shortest))
        settled = [claim.answer for claim in claims if is_settled(claim)]
        seconds = [answer.seconds for answer in settled]
        nodes = [answer.nodes for answer in settled]
        cells = [name, len(claims), f"{proved} ({100 * proved / len(claims):.0f} %)", shortest, *counts.values()]
        cells.append(sum(value < SOON for value in seconds))
        cells += [written_seconds(quantile(seconds, share)) if seconds else "" for share in (0.5, 0.9)]
        cells += [f"{quantile(nodes, share):,}" if nodes else "" for share in (0.5, 0.9, 1)]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


def record_list(claims):
    """A tab-separated row for each record."""
    rows = [("id", "claimed", "status", "dm", "Refuted", "nodes", "seconds")]
    for claim in claims:
        found = claim.answer
        rows.append((claim.name, claim.length, claim.status(), found.dm or "", found.refuted, found.nodes, written_seconds(found.seconds)))
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)
