"""`solver stats`, the page and the table all report results of records; they must agree, whatever the records."""
import csv
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess

import pyarrow.parquet
import pytest
from cap_analysis.folder import Folder, split
from conftest import ROOT, SOLVER, cap

SUITES = [str(path) for path in sorted((ROOT / "suites").glob("*.epd")) if path.stem not in ("play",)]
DATA = pathlib.Path(os.environ.get("KEYMOVE_DATA", ROOT / "../shared/data")) / "epd-open"


def table(text):
    # Python 3.10's csv does not read NUL.
    text = text.decode(errors="replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t"))


def kind_of(stipulation):
    return re.sub(r"[0-9.]+", "", stipulation)


def test_rows_are_those_of_the_run(tmp_path):
    """Reading records back gives the same data as `--format tsv`."""
    options = ["-b", "-M", "4", "--no-time", "--nodes", "3000"]
    over = tmp_path / "over.epd"
    over.write_text("7k/5Q2/6K1/8/8/8/8/8 b - -\n")
    files = [*SUITES, str(over)]
    epd = subprocess.run([SOLVER, *options, *files], capture_output=True, check=False).stdout
    should = table(subprocess.run([SOLVER, *options, "--format", "tsv", *files], capture_output=True, check=False).stdout)
    rows = table(subprocess.run([SOLVER, "stats", "--format", "tsv"], input=epd, capture_output=True, check=True).stdout)
    assert len(rows) == len(should) > 700
    outcomes = set()
    for found, right in zip(rows, should, strict=True):
        outcomes.add(found["outcome"])
        if right["outcome"] == "refuted" and " " in right["stipulation"]:
            # If both directions were refuted, EPD names no replies.
            right["keys"] = found["keys"]
        if right["outcome"] in ("checkmate", "stalemate"):
            # Nor the question and its cost, if the play is over.
            assert found["stipulation"] == found["nodes"] == "", found
            right["stipulation"] = right["nodes"] = ""
        if right["outcome"] in ("solved", "lost"):
            # For a mate it has the length that was found, not the one that was asked.
            assert kind_of(found["stipulation"]) in kind_of(right["stipulation"]).split(), (found, right)
            right["stipulation"] = found["stipulation"]
        if not right["text"].isascii():
            # In EPD the line keeps its own bytes, and the reason next to it is UTF-8: one of the two is read wrongly.
            right["error"] = found["error"]
        # In a line that is passed on, the last string and operation are closed.
        found["text"], right["text"] = (row["text"].rstrip('"; ') for row in (found, right))
        for name in ("outcome", "id", "fen", "stipulation", "length", "keys", "nodes", "limit", "pv", "error", "text",
                     "duplex_outcome", "duplex_length", "duplex_keys", "duplex_limit", "duplex_pv"):
            assert found[name] == right[name], (name, found, right)
    assert outcomes == {"solved", "lost", "checkmate", "stalemate", "refuted", "gave up", "error"}


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """A run over some 5,000 real records, solved with few nodes."""
    assert DATA.is_dir(), f"{DATA}: the real records are not there"
    place = tmp_path_factory.mktemp("real")
    lines = []
    files = sorted(path for path in DATA.glob("*.epd"))
    # The beginning of each file, so that all kinds are included; the complete file that has WAC.018.
    for path in files:
        lines += path.read_bytes().splitlines()[: 400 if path.name.endswith("--wac.epd") else 70]
    suite = place / "real.epd"
    suite.write_bytes(b"".join(line + b"\n" for line in lines))
    split(SOLVER, place / "run", [str(suite)], ["--records", "500"], ["--no-time", "-z", "2", "--nodes", "300", "-M", "4"])
    folder = Folder(place / "run")
    folder.make()
    for shard in folder.shards:
        command = [SOLVER, "-b", "--from", "epd", "-j", "1", *folder.options, folder.shards_path / shard["name"]]
        data = subprocess.run(command, capture_output=True, check=False).stdout
        folder.place(shard, hashlib.sha256(data).hexdigest(), data=data)
    return folder


def test_the_counts_are_the_same_everywhere(real, tmp_path):
    answers, parquet = tmp_path / "answers.epd", tmp_path / "answers.parquet"
    assert cap("merge", real.path, "-o", answers, "--solver", SOLVER).returncode == 0
    stats = json.loads(subprocess.run([SOLVER, "stats", "--format", "json", answers], capture_output=True, check=True).stdout)
    exported = cap("export", real.path, "--parquet", parquet, "--solver", SOLVER)
    assert exported.returncode == 0, exported.stderr
    rows = pyarrow.parquet.read_table(parquet).to_pylist()
    assert len(rows) == stats["records"] > 4500
    count = {}
    for row in rows:
        count[row["outcome"]] = count.get(row["outcome"], 0) + 1
    solved = stats["solved"]
    assert count.get("refuted", 0) == stats["refuted"] > 1000
    assert count.get("gave up", 0) == stats["gave_up"] > 100
    assert count.get("error", 0) == stats["malformed"] + stats["internal_errors"] > 10
    assert count.get("unanswered", 0) == stats["unanswered"]
    assert count.get("solved", 0) + count.get("lost", 0) + solved["over"] == solved["records"] > 100
    assert count.get("checkmate", 0) + count.get("stalemate", 0) == solved["over"]
    lengths = {}
    for row in rows:
        if row["outcome"] in ("solved", "lost"):
            name = f"{'-' if row['outcome'] == 'lost' else ''}#{row['length']:g}"
            lengths[name] = lengths.get(name, 0) + 1
    assert lengths == {length["stipulation"]: length["records"] for length in solved["by_length"]}
    assert sum(row["nodes"] or 0 for row in rows) == stats["nodes"]
    # The page shows the same numbers.
    page = cap("report", real.path, "--html", tmp_path / "report.html", "--solver", SOLVER)
    assert page.returncode == 0, page.stderr
    text = (tmp_path / "report.html").read_text()
    told = [("refuted", stats["refuted"]), ("gave up", stats["gave_up"]), ("errors", stats["malformed"]), *lengths.items()]
    for name, number in told:
        assert f"<td>{name}</td><td class=n>{number}</td>" in text, name
    assert cap("report", real.path, "--solver", SOLVER).stdout.startswith(f"{stats['records']} records, ")


def test_an_askers_own_line_is_no_answer(real, tmp_path):
    """WAC.018 and WAC.094 come with a `pv` that does not mate; they are refuted."""
    parquet = tmp_path / "answers.parquet"
    assert cap("export", real.path, "--parquet", parquet, "--solver", SOLVER).returncode == 0
    rows = [row for row in pyarrow.parquet.read_table(parquet).to_pylist() if row["id"] in ("WAC.018", "WAC.094")]
    assert {row["id"] for row in rows} == {"WAC.018", "WAC.094"}
    for row in rows:
        assert row["outcome"] in ("refuted", "gave up") and row["length"] is None and row["pv"] is None and row["keys"] == [], row


def test_what_is_told_names_the_input(real):
    """The files of the input, not the ones that were made for counting."""
    said = cap("report", real.path, "--solver", SOLVER).stdout
    assert " real.epd:" in said and "report-" not in said and "tmp" not in said.replace("real.epd", ""), said


def test_hostile_lines_take_no_time(tmp_path):
    """Lines for which an earlier reader here took cubic or quadratic time."""
    lines = [b"bad id" + b" " * 200_000, b"7k/8/8/4K3/8/8/6Q1/8 w - - id" + b' "x' * 60_000, b"7k/8/8/4K3/8/8/6Q1/8 w - - " + b"a " * 100_000]
    suite = tmp_path / "hostile.epd"
    suite.write_bytes(b"".join(line + b"\n" for line in lines))
    split(SOLVER, tmp_path / "run", [str(suite)], ["--records", "5"], ["--no-time", "-z", "1", "-M", "4"])
    folder = Folder(tmp_path / "run")
    folder.make()
    for shard in folder.shards:
        data = subprocess.run([SOLVER, "-b", "--from", "epd", *folder.options, folder.shards_path / shard["name"]], capture_output=True, check=False).stdout
        folder.place(shard, hashlib.sha256(data).hexdigest(), data=data)
    done = cap("export", folder.path, "--parquet", "--solver", SOLVER, timeout=20)
    assert done.returncode == 0 and done.stdout.endswith(": 3 rows\n"), done.stderr
