"""The package as a whole: errors, order, memory, signals, threads, pickles, tables, the program."""

import doctest
import itertools
import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import get_args, get_type_hints

import keymove
import numpy
import pandas
import pytest
from conftest import PROJECT, every
from keymove import _fields

MATE = "7k/8/8/4K3/8/8/6Q1/8 w - -"
# This takes too long to prove.
HARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Stip \"#9\";"


def test_an_answer_says_what_was_found():
    answer = keymove.solve(MATE, "#2")
    assert (answer.moves, answer.keys, answer.outcome) == (2, ["Kf6"], "solved")
    assert [str(move) for move in answer.pv] == ["Kf6", "Kh7", "Qg7#"]
    assert answer.keys[0].uci == "e5f6" and repr(answer.keys) == "[Kf6]"
    assert answer.tree["keys"][0]["san"] == "Kf6"
    assert answer.stipulation == "#2" and answer.fen == MATE
    assert keymove.solve(MATE + ' Stip "h#2";').outcome in ("solved", "refuted")


def test_help_play_has_its_solutions():
    answer = keymove.solve("8/8/8/8/8/6k1/8/5K1R b - -", "h#2")
    if answer.outcome == "solved":
        assert answer.count == len(answer.solutions)


@pytest.mark.parametrize("limit", [{"nodes": 1}, {"nodes": 500}, {"time": 0.05}])
def test_a_search_that_a_limit_ended_never_looks_like_a_refutation(limit):
    answer = keymove.solve(HARD, **limit)
    assert (answer.outcome, answer.limit) == ("gave up", next(iter(limit)))
    assert answer.refuted < 9 and answer.keys == [] and answer.moves is None
    row = keymove.solve_many([HARD], **limit).to_pandas().iloc[0]
    assert (row["outcome"], row["limit"]) == ("gave up", next(iter(limit)))


BAD = [
    ("", "comment or a blank line"),
    ("# comment", "comment or a blank line"),
    ("8/8/8 w - -", "not a board"),
    ("8/8/8/8/8/8/8/8 w - -", "king"),
    ("7k/8/8/4K3/8/8/6Q1/8 x - -", ""),
    ("7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"zz\";", "zz"),
    ("7k/8/8/4K3/8/8/6Q1/8 w - -\n7k/8/8/4K3/8/8/6Q1/8 w - -", "one line"),
    ("\0\xff", "not a board"),
    (b"\xff\xfe", "not a board"),
    ("7k/8/8/4K3/8/8/6Q1/8 w - - \ud800;", None),
]


@pytest.mark.parametrize(("text", "reason"), BAD)
def test_what_is_wrong_is_said_with_its_place(text, reason):
    if reason is None:
        assert keymove.solve(text, nodes=10).fen == MATE
        return
    with pytest.raises(keymove.RecordError) as raised:
        keymove.solve(text)
    assert reason in raised.value.reason and raised.value.column >= 1
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.reason, again.column, str(again)) == (raised.value.reason, raised.value.column, str(raised.value))


@pytest.mark.parametrize(
    "arguments",
    [
        {"nodes": 0}, {"time": 0}, {"time": -1.0}, {"time": float("nan")}, {"memory": 0}, {"threads": 0},
        {"first": True, "any": True}, {"stipulation": "win in 2"}, {"stipulation": "#0"}, {"stipulation": ""},
    ],
)
def test_arguments_out_of_range_are_refused(arguments):
    with pytest.raises(ValueError):
        keymove.solve(MATE, **arguments)


def test_what_is_no_record_is_refused():
    for bad in (None, 5, 2.5, object(), [MATE]):
        with pytest.raises(TypeError):
            keymove.solve(bad)
    for bad in (MATE, MATE.encode(), PROJECT / "suites/mates-1.epd", 5, None):
        with pytest.raises(TypeError, match="an open file, a list, a generator"):
            keymove.solve_many(bad)
    for bad in ({"fen": MATE}, pandas.DataFrame({"fen": [MATE]})):
        with pytest.raises(TypeError, match="one column of a table"):
            keymove.solve_many(bad)
    with pytest.raises(MemoryError):
        keymove.solve(MATE, "#2", memory=2**24)
    for bad in (-1, 2**64):
        with pytest.raises(ValueError, match="nodes"):
            keymove.solve(MATE, "#2", nodes=bad)
    for name in ("workers", "tries", "depth", "nodes", "first", "stipulation"):
        with pytest.raises((TypeError, ValueError), match=f"^{name}"):
            keymove.solve_many([MATE], **{name: object() if name != "first" else "many"})
    with pytest.raises(TypeError, match="workers"):
        keymove.solve_many([MATE], workers="many")
    with pytest.raises(ValueError, match="depth.*between 1 and 500"):
        keymove.solve_many([MATE], depth=0)
    with pytest.raises(ValueError, match="on_blank"):
        keymove.solve_many([MATE], on_blank="drop")
    with pytest.raises(keymove.RecordError, match="itself asks #3"):
        keymove.solve(MATE + " dm 3;", "#2")


def test_numbers_are_those_of_the_command_line():
    assert keymove.solve(MATE, nodes="1k", time="5m", memory="16M").moves == 2
    assert keymove.solve(MATE, depth=1).stipulation == "#1"
    with pytest.raises(ValueError, match="memory: not a size in megabytes, as 512, 512M or 2G"):
        keymove.solve(MATE, memory="1k")
    for bad in ("1X", "5M nodes", ""):
        with pytest.raises(ValueError, match="nodes: not a count"):
            keymove.solve(MATE, nodes=bad)


WRONG = {  # arguments of a wrong type or value, and the message
    "memory": ([1], "memory: [1] is not a number, nor a text with its unit"),
    "nodes": (True, "nodes: True is not a number, nor a text with its unit"),
    "time": (object, "time: <class 'object'> is not a number, nor a text with its unit"),
    "depth": (2**70, "depth: not a whole number, as 1 or 20"),
    "tries": (None, "tries: None is not a whole number"),
    "threads": (5.0, "threads: 5.0 is not a whole number"),
    "workers": (-1, "workers: -1 is not between 1 and 1024"),
    "ahead": (0, "ahead: 0 is not between 1 and 1048576"),
    "first": ("yes", "first: 'yes' is not True or False"),
    "no_time": ("yes", "no_time: 'yes' is not True or False"),
    "stipulation": (2, "stipulation: 2 is not text, such as '#2'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_named_in_one_sentence(name):
    value, message = WRONG[name]
    with pytest.raises((TypeError, ValueError)) as raised:
        keymove.solve_many([MATE], **{name: value})
    assert str(raised.value) == message


def test_numbers_of_numpy_are_numbers():
    counts = {name: numpy.int64(5) for name in ("memory", "nodes", "time", "threads", "depth", "tries")}
    flags = {name: numpy.bool_(True) for name in ("first", "tree", "set_play", "longer_keys", "duplex", "no_time")}
    keymove.solve(numpy.str_(MATE), "#2", **flags, **counts)
    assert keymove.solve(MATE, "#2", time=numpy.float32(0.5)).moves == 2


def test_there_is_a_row_for_each_record_if_blank_lines_are_kept():
    records = [MATE, "", "# a comment", None, float("nan"), MATE]
    outcomes = [answer.outcome for answer in keymove.solve_many(records, on_blank="keep")]
    assert outcomes == ["solved", "malformed", "malformed", "malformed", "malformed", "solved"]
    answers = list(keymove.solve_many(records))
    assert [answer.line for answer in answers] == [1, 4, 5, 6]
    assert "None is not a board" in str(answers[1].error)


def test_an_answer_is_text_and_a_picture():
    answer = keymove.solve(MATE, "#2")
    assert str(answer) == answer.to_text() and "1.Kf6!" in answer.to_text()
    assert answer.to_svg().startswith("<svg ")
    again = pickle.loads(pickle.dumps(answer))
    assert (again.to_text(), again.to_pgn(), again.to_svg()) == (answer.to_text(), answer.to_pgn(), answer.to_svg())
    bad = next(keymove.solve_many(["no board"]))
    assert bad.to_svg() is None and "no board" in bad.to_text()


def test_answers_come_in_order_and_a_bad_record_costs_only_itself(mates):
    records = every(mates, 300)
    records[100] = "no board"
    records[200] = "# a comment"
    answers = list(keymove.solve_many(records, workers=4))
    lines = [answer.line for answer in answers]
    assert lines == [*range(1, 201), *range(202, 301)]
    bad = answers[100]
    assert (bad.outcome, bad.line, bad.error.column) == ("malformed", 101, 1)
    assert bad.to_epd().startswith("no board") and bad._repr_html_() is None
    ids = [answer.id for answer in answers if answer.error is None]
    assert ids == [keymove.parse(record).id for index, record in enumerate(records) if index not in (100, 200)]
    one = [answer.fields for answer in keymove.solve_many(records, workers=1, no_time=True)]
    assert one == [answer.fields for answer in keymove.solve_many(records, workers=3, no_time=True)]


def test_what_the_input_raises_comes_at_its_place():
    def records():
        for _ in range(5):
            yield MATE
        raise OSError("the disk is gone")

    answers = keymove.solve_many(records(), stipulation="#2")
    assert [next(answers).moves for _ in range(5)] == [2] * 5
    with pytest.raises(OSError, match="the disk is gone"):
        next(answers)
    with pytest.raises(StopIteration):
        next(answers)


@pytest.mark.parametrize("ahead", [1, 7, 100])
def test_no_more_is_read_than_allowed(ahead):
    read = 0

    def records():
        nonlocal read
        while True:
            read += 1
            yield MATE

    with keymove.solve_many(records(), stipulation="#2", ahead=ahead) as answers:
        for given in range(300):
            assert read - given <= ahead
            assert next(answers).moves == 2
    assert read <= 300 + ahead
    with pytest.raises(StopIteration):
        next(answers)


def resident():
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def test_memory_stays_flat_over_an_endless_input(mates):
    short = [record for record in mates if " dm 1;" in record][:200]
    answers = keymove.solve_many(itertools.cycle(short), memory=8, workers=2)
    for _ in itertools.islice(answers, 20_000):
        pass
    before = resident()
    for answer in itertools.islice(answers, 100_000):
        assert answer.moves == 1
    grown = resident() - before
    answers.close()
    assert grown < 24, f"{grown} MB more after 100,000 records"


def test_a_slow_reader_holds_back_the_input():
    read = itertools.count()
    answers = keymove.solve_many((MATE for _ in read), stipulation="#2", tree=True, ahead=50)
    next(answers)
    time.sleep(0.5)
    assert next(read) <= 52


@pytest.mark.parametrize(
    "work",
    [
        "for answer in keymove.solve_many(itertools.repeat(HARD), workers=2): pass",
        "keymove.solve(HARD)",
        "keymove.verify(HARD.replace('Stip', 'dm 9; bm e4; Stip'), effort=10**15)",
        "list(keymove.solve_many(iter(lambda: time.sleep(0.01) or MATE, None), stipulation='#2'))",
    ],
)
def test_ctrl_c_ends_it_promptly(work):
    code = f"import itertools, time, keymove\nHARD = {HARD!r}\nMATE = {MATE!r}\nprint('begun', flush=True)\n{work}\n"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"begun\n"
    time.sleep(1)
    assert process.poll() is None, process.stderr.read()
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert time.monotonic() - began < 3
    assert b"KeyboardInterrupt" in told and process.returncode == -signal.SIGINT


def test_other_threads_run_meanwhile():
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    keymove.solve(HARD, time=1.0)
    done.set()
    thread.join()
    assert ticks > 30


def test_many_threads_solve_at_the_same_time(mates):
    records = every(mates, 40)
    want = [answer.fields for answer in keymove.solve_many(records, no_time=True)]
    got = {}

    def work(name):
        got[name] = [answer.fields for answer in keymove.solve_many(records, workers=2, no_time=True)]

    threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(got[name] == want for name in range(6))


def test_two_threads_share_no_answers():
    answers = keymove.solve_many([HARD] * 4, time=1.0, workers=1)
    first = threading.Thread(target=lambda: next(answers))
    first.start()
    time.sleep(0.3)
    with pytest.raises(ValueError, match="another thread"):
        next(answers)
    with pytest.raises(ValueError, match="another thread"):
        answers.close()
    first.join()
    answers.close()


def test_a_subinterpreter_is_refused():
    code = textwrap.dedent("""
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        import keymove
        other = interpreters.create()
        said = interpreters.run_string(other, 'import keymove')
        if said is not None:
            raise RuntimeError(said.msg)
    """)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "subinterpreter" in done.stderr, done.stderr


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_is_told_so():
    answers = keymove.solve_many([MATE] * 100, stipulation="#2", ahead=2)
    next(answers)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            next(answers)
        except RuntimeError as error:
            code = 0 if "forked" in str(error) else 2
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert len(list(answers)) == 99


def solved(record):
    return keymove.solve(record, "#2")


def test_answers_pass_between_processes():
    answer = keymove.solve(MATE + ' id "<b>&\\"";', "#2", tries=1)
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and hash(again) == hash(answer)
    assert (again.keys, again.keys[0].uci, again.to_epd()) == (answer.keys, "e5f6", answer.to_epd())
    assert again._repr_html_() == answer._repr_html_()
    assert pickle.loads(pickle.dumps(again)) == answer
    assert pickle.loads(pickle.dumps(answer.keys))[0].uci == "e5f6"
    record = keymove.parse(MATE + " dm 2;")
    assert pickle.loads(pickle.dumps(record)) == record
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert [one.keys for one in pool.map(solved, [MATE] * 3)] == [["Kf6"]] * 3


def test_a_notebook_shows_diagram_key_and_variations():
    answer = keymove.solve(MATE + ' id "<script>alert(1)</script>";', "#2")
    page = answer._repr_html_()
    assert "<svg" in page and "1.Kf6!" in page and "Qg7#" in page
    assert "<script" not in page and "&lt;script" in page


def test_a_notebook_runs(tmp_path):
    import nbformat
    from nbconvert import HTMLExporter
    from nbconvert.preprocessors import ExecutePreprocessor

    cells = ["import keymove", f"keymove.solve({MATE!r}, '#2', tries=1)"]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    ExecutePreprocessor(timeout=120).preprocess(book, {"metadata": {"path": str(tmp_path)}})
    page, _ = HTMLExporter().from_notebook_node(book)
    assert "<svg" in page and "1.Kf6!" in page


def test_tables_hold_what_the_answers_say(mates):
    records = [*every(mates, 50), "no board", HARD, "8/8/8/8/8/6k1/8/5K1R b - - Stip \"h#2.5\";"]
    options = {"nodes": 20_000, "no_time": True}
    answers = list(keymove.solve_many(records, **options))
    rows = keymove.solve_many(records, **options).to_arrow().to_pylist()
    frame = keymove.solve_many(records, **options).to_pandas()
    polars = keymove.solve_many(records, **options).to_polars()
    assert len(rows) == len(frame) == len(polars) == len(answers) == 53
    for index, (answer, row) in enumerate(zip(answers, rows, strict=True)):
        assert row["outcome"] == answer.outcome and row["moves"] == answer.moves
        assert (row["keys"] or []) == answer.keys and row["line"] == answer.line
        assert frame["outcome"][index] == answer.outcome
        assert (frame["keys"][index] or []) == answer.keys
    assert polars.to_dicts() == rows
    empty = keymove.solve_many([])
    assert keymove.solve_many([]).to_arrow().schema == keymove.solve_many([MATE], nodes=9).to_arrow().schema
    assert len(empty.to_pandas()) == len(keymove.solve_many([]).to_polars()) == 0


def test_claims_are_proved_again(mates):
    assert keymove.verify(keymove.solve(MATE, "#2"))
    false = keymove.verify(MATE + ' Stip "#2"; bm Qg3;')
    assert not false and false.failed[0][0] == "keys" and "Qg3" in false.failed[0][1]
    assert not keymove.verify(MATE), "nothing is claimed"
    for record in every(mates, 50):
        assert not keymove.verify(record).failed, record
    with pytest.raises(keymove.RecordError):
        keymove.verify("no board")


def program(*arguments, stdin=""):
    command = [sys.executable, "-m", "keymove", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


def test_the_program_is_inside(tmp_path):
    assert program("-V").stdout.startswith(f"solver {keymove.__version__}")
    assert program("--no-such-option").returncode == 64
    done = program("-b", "--no-time", stdin=MATE + ' Stip "#2"; id "a";\n')
    assert done.returncode == 0 and " bm Kf6;" in done.stdout
    assert keymove.solve(MATE + ' Stip "#2"; id "a";', no_time=True, tree=False).to_epd() + "\n" == done.stdout
    assert program("-b", stdin="no board\n").returncode == 2
    assert program("verify", stdin=MATE + ' Stip "#2"; bm Qg3;\n').returncode == 1
    suite = PROJECT / "suites/mates-1.epd"
    out = tmp_path / "out.epd"
    done = program("-b", "--no-time", "-M", 16, "--nodes", 1000000, "-o", out, suite)
    assert done.returncode in (0, 2) and out.read_bytes() == (PROJECT / "expected/mates-1.epd").read_bytes()


def test_the_program_ends_as_it_does_by_itself():
    process = subprocess.Popen(
        [sys.executable, "-m", "keymove", "-b", "--no-time"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdin.write(HARD.encode() + b"\n")
    process.stdin.flush()
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=20)
    assert process.returncode == 130 and b"Traceback" not in told
    assert b'Limit "stopped"' in out and b"Refuted 9" not in out


def test_what_the_documentation_shows_is_so():
    assert doctest.testmod(keymove).attempted >= 3
    assert doctest.testmod(keymove).failed == 0
    for name in keymove.__all__:
        assert getattr(keymove, name).__doc__ or name in ("Limit", "Outcome", "__version__"), name


# The shapes of the JSON Schema, and the types that describe them.
SHAPES = {
    "move": _fields.MoveFields, "continuation": _fields.Continuation, "variation": _fields.Variation,
    "try": _fields.Try, "tree": _fields.Tree, "solutions": _fields.Solutions, "warning": _fields.WarningFields,
}


def words(schema):
    """The texts that a property may have; empty if it may have any."""
    return {word for word in schema.get("enum", [schema.get("const")]) if isinstance(word, str)}


def test_the_types_are_those_of_the_schema():
    shapes = json.loads(program("schema").stdout)["$defs"]
    for name, shape in SHAPES.items():
        assert set(get_type_hints(shape)) == set(shapes[name]["properties"]), name
        assert shape.__required_keys__ == set(shapes[name]["required"]), name
    properties = shapes["malformed"]["properties"] | shapes["record"]["properties"]
    hints = get_type_hints(keymove.Fields)
    assert set(hints) == set(properties)
    for name, schema in properties.items():
        schema = shapes[schema["$ref"].removeprefix("#/$defs/")] if "$ref" in schema else schema
        assert {word for word in get_args(hints[name]) if isinstance(word, str)} == words(schema), name
    assert set(get_args(keymove.Outcome)) == words(properties["outcome"]) | {"malformed"}
    assert set(get_args(keymove.Limit)) == words(shapes["limit"])


# Each line has one mistake; the comment is mypy's name for it.
MISTAKES = """
import keymove
answer = keymove.solve("")
answer.outcome == "sovled"  # comparison-overlap
answer.outcome == "gave_up"  # comparison-overlap
answer.limit == "node"  # comparison-overlap
answer.number  # attr-defined
assert answer.tree and answer.duplex
answer.tree["key"]  # typeddict-item
answer.tree["keys"][0]["variatons"]  # typeddict-item
answer.tree["keys"][0]["threats"][0]["uci"] == 1  # comparison-overlap
answer.tree["tries"][0]["refuted"]  # typeddict-item
answer.duplex["outcome"] == "malformed"  # comparison-overlap
answer.fields["Outcome"]  # typeddict-item
outcome: keymove.Outcome = "solved" if answer.keys else "lsot"  # assignment
answer.outcome == "solved" and answer.limit is None and answer.line + answer.tree["keys"][0]["moves"]
"""


def test_mypy_finds_misspelt_words(tmp_path):
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "mistakes.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = re.findall(r"^mistakes.py:(\d+): error: .*\[(.+)\]$", done.stdout, re.MULTILINE)
    lines = enumerate(MISTAKES.splitlines(), 1)
    assert found == [(str(number), line.split("  # ")[1]) for number, line in lines if "  # " in line], done.stdout


def test_the_types_are_those_of_the_code():
    settings = str(PROJECT / "src/python/pyproject.toml")
    for command in (
        ["mypy", "--config-file", settings, "-p", "keymove"],
        ["mypy.stubtest", "--mypy-config-file", settings, "keymove._native"],
    ):
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
