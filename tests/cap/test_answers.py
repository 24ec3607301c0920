"""Rows read from EPD say what `--format tsv` says of the same records."""
import csv
import io
import subprocess

from cap_analysis.answers import row
from conftest import ROOT, SOLVER

SUITES = [str(path) for path in sorted((ROOT / "suites").glob("*.epd")) if path.stem not in ("play",)]


def test_rows_are_those_of_the_table(tmp_path):
    options = ["-b", "-M", "4", "--no-time", "--nodes", "3000"]
    over = tmp_path / "over.epd"
    over.write_text("7k/5Q2/6K1/8/8/8/8/8 b - -\n")
    files = [*SUITES, str(over)]
    epd = subprocess.run([SOLVER, *options, *files], capture_output=True, check=False).stdout
    tsv = subprocess.run([SOLVER, *options, "--format", "tsv", *files], capture_output=True, check=False).stdout
    rows = [found for line in epd.split(b"\n")[:-1] if (found := row(line)) is not None]
    table = list(csv.DictReader(io.StringIO(tsv.decode(errors="replace"), newline=""), delimiter="\t"))
    assert len(rows) == len(table) > 700
    outcomes = set()
    for found, should in zip(rows, table, strict=True):
        outcomes.add(found["outcome"])
        assert found["outcome"] == should["outcome"], (found, should)
        if found["outcome"] == "error":
            assert (found["id"] or "") == should["id"], (found, should)
            continue
        assert found["fen"] == should["fen"] and (found["id"] or "") == should["id"], (found, should)
        if not (found["outcome"] == "refuted" and " " in should["stipulation"]):
            # Where both directions were refuted EPD names no replies.
            assert " ".join(found["keys"]) == should["keys"], (found, should)
        if should["length"]:
            assert found["length"] == float(should["length"]), (found, should)
        if found["nodes"] is not None:
            assert str(found["nodes"]) == should["nodes"]
        assert (found["limit"] or "") == should["limit"] and (found["pv"] or "") == should["pv"], (found, should)
    assert outcomes == {"solved", "lost", "checkmate", "stalemate", "refuted", "gave up", "error"}
