"""The composer's desk: the answer follows the board, trials with verdicts, the lines that show the faults, arrows, help.

Every verdict is compared with `solver check` of the same record, on mutated problems of the suites."""
import json
import random
import re
import subprocess

import chess
import pytest
from playwright.sync_api import expect

from conftest import ROOT
from desk import men, told, until

SUITES = ("mates-2", "mates-3", "helpmates", "selfmates", "stalemates", "series", "reflexmates")
THREE = "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -"


@pytest.fixture(scope="module")
def problems():
    """Short problems of the suites: four fields and a stipulation."""
    lines = [line for name in SUITES for line in (ROOT / f"suites/{name}.epd").read_text("latin-1").split("\n")]
    short = re.compile(r'(\S+ [wb] [KQkq-]+ -) .*?(?:Stip "([^"]*[#=](?:[0-2](?:\.5)?|3))"|dm ([1-3]);)')
    return [(found[1], found[2] or f"#{found[3]}") for found in map(short.match, lines) if found]


@pytest.fixture
def checked(solver):
    """The program's answer to each record: its verdict, and the moves that it names."""
    def checked(records):
        text = "".join(f'{fen} Stip "{stipulation}";\n' for fen, stipulation in records)
        run = subprocess.run([solver, "check", "--format", "json", "-"], input=text, capture_output=True, text=True)
        objects = [json.loads(line) for line in run.stdout.strip().split("\n")][:-1]
        assert len(objects) == len(records), run.stderr
        return objects

    return checked


def trial(fen, label):
    """The position after a change, named as in the table of trials."""
    board = chess.Board(f"{fen} 0 1")
    if move := re.fullmatch(r"(..)–(..)", label):
        board.set_piece_at(chess.parse_square(move[2]), board.remove_piece_at(chess.parse_square(move[1])))
    elif gone := re.fullmatch(r"without \w+ \w+ (..)", label):
        board.remove_piece_at(chess.parse_square(gone[1]))
    elif man := re.fullmatch(r"(white|black) (\w+) (..)", label):
        board.set_piece_at(chess.parse_square(man[3]), chess.Piece(chess.PIECE_NAMES.index(man[2]), man[1] == "white"))
    board.castling_rights = board.clean_castling_rights()
    return board.epd()


def changed(fen, chance):
    """The position after a trial by chance: a man moved, removed, or replaced by another."""
    square, man = chance.choice(sorted(men(fen).items()))
    ranks = "234567" if man[1] == "P" else "12345678"
    to = chance.choice([name for name in chess.SQUARE_NAMES if name not in men(fen) and name[1] in ranks])
    other = f"{chance.choice(['white', 'black'])} {chance.choice(chess.PIECE_NAMES[2:6])} {square}"
    moves = 2 * [f"{square}–{to}"]
    return trial(fen, chance.choice(moves if man[1] == "K" else [*moves, f"without {other}", other]))


def answered(desk):
    return desk.run("!document.querySelector('.stale') && document.getElementById('verdict').textContent !== '' && !document.getElementById('solve').hidden")


def test_the_answer_follows_the_board(desk, problems, checked, number=200):
    """On mutated problems the verdict, and the moves that show it, are the program's."""
    chance = random.Random(51)
    asked = [(changed(fen, chance), stipulation) for fen, stipulation in chance.choices(problems, k=number)]
    desk["live"].check()
    for (fen, stipulation), due in zip(asked, checked(asked)):
        # First the question, then the board: a record with an illegal board has no question.
        desk["stipulation"].fill(stipulation)
        desk.put(fen)
        until(lambda: answered(desk))
        verdict = desk["verdict"].get_attribute("class").removeprefix("verdict-").replace("-", " ")
        named = [move for fault in due["defects"] for move in (fault.get("moves", []) if fault["name"] == "cooked" else [])
                 + [move for dual in fault.get("duals", []) for move in dual["continuations"]]]
        moves = desk.all("#defects button, #defects span").all_text_contents()
        assert (verdict, moves) == (due["verdict"], [move.replace("O", "0") for move in named]), (fen, stipulation)


def test_trials(desk, problems, checked, seen):
    """Every square for a man, other men on its square, the problem without each man: every row of the tables."""
    chance, judged = random.Random(52), 0
    desk.open("#compose")
    for fen, stipulation in chance.sample(problems, 6):
        desk.put(f'{fen} Stip "{stipulation}";')
        at = men(fen)
        desk["subject"].select_option(chance.choice([square for square, man in sorted(at.items()) if man[1] != "K"]))
        for kind, least in (("squares", 48 - len(at)), ("kinds", 8), ("idle", len(at) - 2)):
            desk.press("try-" + kind)
            expect(desk["try-stop"]).to_be_hidden(timeout=120_000)
            rows = desk.all("#trials tbody tr").evaluate_all("rows => rows.map((row) => [row.cells[0].textContent,"
                                                             "row.cells[1].className.replace('verdict-', '').replaceAll('-', ' '), row.cells[2].textContent])")
            assert len(rows) >= least
            for (label, verdict, why), due in zip(rows, checked([(trial(fen, label), stipulation) for label, _, _ in rows]), strict=True):
                keys = ", ".join(move.replace("O", "0") for move in due.get("keys", []))
                assert verdict == due["verdict"] and (verdict != "sound" or why == keys), (fen, stipulation, label)
            judged += len(rows)
    assert judged > 200
    seen(desk, "trials")


def test_quick_edits_and_a_trial_that_is_set_up(desk, solver):
    """After several edits in quick succession the last one gets the answer; a row sets up its trial, undo reverts it."""
    desk.put(f'{THREE} Stip "#3";')
    desk["live"].check()
    for place, to in (("f3", "g3"), ("g3", "h3"), ("h3", "g3"), ("g3", "f3")):
        desk.drag(place, to)
    until(lambda: answered(desk))
    assert desk.unfolded() == told(solver, f'{THREE} Stip "#3";')
    desk["live"].uncheck()
    desk.open("#compose")
    desk["subject"].select_option("f2")
    desk.press("try-squares")
    expect(desk["try-stop"]).to_be_hidden(timeout=120_000)
    assert desk.all(".tint").count() > 30
    button = desk.all("#trials tbody button").last
    label = button.inner_text()
    button.click()
    assert desk.fen() == trial(THREE, label)
    desk.press("undo")
    expect(desk["fen"]).to_have_value(THREE)
    expect(desk["trials"]).to_be_visible()


def test_faults_are_played(desk):
    """Duals and cooks are played by a click; keys and tries are arrows; the moves that lead to the board are marked."""
    desk.put(f'{THREE.replace("R3K3 w Q", "R3K2R w KQ")} Stip "#3";')
    desk.ask("#3", tries=1, set_play=True)
    desk.solve()
    expect(desk.all("#defects li").nth(1)).to_be_visible()
    assert desk.all("#board .arrow.key").count() == 4 and desk.all("#board .arrow.try").count() > 2
    diagram, lines, marked, buttons = desk.ranks(), set(), [], desk.all("#defects button").all()
    for button in buttons:
        button.click()
        lines.add(line := desk.text("line"))
        marked.append(desk.all("#sheet .on-way").count())
        assert line.rstrip("#+").endswith(button.inner_text().rstrip("#+")) and desk.ranks() != diagram
    assert len(lines) == len(buttons) and min(marked) >= 1 and max(marked) >= 4
    desk.keys("Escape")
    words = desk.unfolded()
    desk.press("run-in")
    expect(desk.all("#sheet ul ul li").first).to_have_css("display", "inline")
    assert "".join(desk.unfolded().split()) == "".join(words.split())
    assert desk.all("#sheet .threat").count() and desk.all("#sheet .apart").count() == 2


def test_arrows_and_motion(desk):
    """The right button draws and removes; moves glide, except for users who want no motion."""
    desk.put(f'{THREE} Stip "#3";')
    desk.solve()
    own = desk.all("#board .own")
    desk.cell("d5").click(button="right")
    desk.cell("d5").hover()
    desk.page.mouse.down(button="right")
    desk.cell("f7").hover()
    desk.page.mouse.up(button="right")
    expect(own).to_have_count(2)
    desk.cell("d5").click(button="right")
    expect(own).to_have_count(1)
    desk.press("e8")
    expect(own).to_have_count(0)
    assert desk.fen() == THREE
    for motion, glides in (("no-preference", True), ("reduce", False)):
        desk.page.emulate_media(reduced_motion=motion)
        desk.all("#sheet .move").first.click()
        script = "() => { document.getElementById('home').click(); return document.getAnimations().some((a) => a.effect.target?.closest('#board')); }"
        assert desk.run(script) is glides


def test_help(desk, seen):
    desk.keys("?")
    expect(desk["help-dialog"]).to_be_visible()
    expect(desk.all("#help-dialog .board")).to_have_count(4)
    assert desk["help-dialog"].evaluate("d => d.scrollHeight <= d.clientHeight + 2 && d.getBoundingClientRect().bottom <= innerHeight"), "one screen"
    seen(desk, "help")
    desk.keys("Escape")
    expect(desk["help-dialog"]).to_be_hidden()
