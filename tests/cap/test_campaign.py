"""`scripts/campaign --lines` reports claims that are too long, and does not repeat known results, here or through
cap."""
import csv
import re
import subprocess
import sys

import pytest
from conftest import ROOT, SOLVER

LONGER = {2: 5, 4: 6}
"""Claims that are lengthened: the record of the suite, and its new claim."""


@pytest.fixture
def claims(tmp_path):
    """Six mates in three, two of which are claimed to be longer."""
    path = tmp_path / "claims.epd"
    lines = (ROOT / "suites/mates-3.epd").read_text().splitlines()[:6]
    for number, length in LONGER.items():
        lines[number - 1] = lines[number - 1].replace("dm 3;", f"dm {length};")
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def campaign(claims, name, *words):
    """The rows of a campaign, and its output."""
    folder = claims.parent / name
    command = [sys.executable, ROOT / "scripts/campaign", claims, "-o", folder, "--lines", "--solver", SOLVER, "--time", "60", *words]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with (folder / "records.tsv").open() as file:
        return list(csv.DictReader(file, delimiter="\t")), done.stdout


def statuses(rows):
    return [row["status"] for row in rows]


def test_longer_claims_are_improvements(claims):
    rows, said = campaign(claims, "run", "--", "-M", "4")
    assert statuses(rows) == ["shorter found" if number in LONGER else "shortest proved" for number in range(1, 7)]
    found = (claims.parent / "run/improvements.epd").read_text().splitlines()
    assert len(found) == len(LONGER) == said.count("shorter than known: mate in 3:")
    for number, line in zip(LONGER, found, strict=True):
        fields = claims.read_text().splitlines()[number - 1].split()[:4]
        assert line.startswith(f"{' '.join(fields)} bm #3; PV: ")
        assert len(line.partition("PV: ")[2].split()) == 5
    plot = (claims.parent / "run/plot.html").read_text()
    assert all(title in plot for title in ("Share of the claims that is proved", "Seconds of each record"))
    assert not re.search(r"<(script|link)[^>]+(src|href)=", plot), "it loads something"


def test_only_what_is_open_is_asked_again(claims):
    """A first run without nodes leaves all claims open; cap proves those that are missing in part of another run's answers."""
    rows, _ = campaign(claims, "none", "--", "-M", "4", "--nodes", "1")
    assert statuses(rows) == ["open"] * 6
    half = claims.parent / "half.jsonl"
    campaign(claims, "all", "--", "-M", "4")
    half.write_text("".join((claims.parent / "all/answers.jsonl").read_text().splitlines(keepends=True)[:4]))
    rows, said = campaign(claims, "rest", "--known", claims.parent / "none/answers.jsonl", half, "--cap=--workers 1", "--", "-M", "4")
    assert "2 of 6 claims are open" in said
    assert [row["id"] for row in rows] == list("123456")
    assert "open" not in statuses(rows)
    assert len((claims.parent / "rest/cap/answers.epd").read_text().splitlines()) == 2
