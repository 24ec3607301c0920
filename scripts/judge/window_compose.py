"""The composer's desk on the page of `solver window`: the answer follows the board, trials with verdicts, the lines that show the
faults, arrows, help. Every verdict is compared with `solver check` of the same record, on mutated problems of the suites."""
import json
import random
import re
import subprocess
import time

import chess
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .browser import men
from .window_look import axe, packages
from .window_page import Page, Window, told
from .window_steps import PROBLEMS

SUITES = ("mates-2", "mates-3", "helpmates", "selfmates", "stalemates", "series", "reflexmates")
COOKED = "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K2R w KQ -"


def fields(board):
    board.castling_rights = board.clean_castling_rights()
    return board.epd()


def problems(here):
    """Short problems of the suites: four fields and a stipulation."""
    for name in SUITES:
        for line in (here / f"suites/{name}.epd").read_text("latin-1").split("\n"):
            found = re.match(r"(\S+ [wb] [KQkq-]+ -) ", line)
            stip = re.search(r'Stip "([^"]+)"', line) or re.search(r"()dm ([1-3]);", line)
            if found and stip:
                stipulation = stip[1] or f"#{stip[2]}"
                if float(re.search(r"[\d.]+$", stipulation)[0]) <= 3:
                    yield found[1], stipulation


def mutated(fen, chance):
    """The position with one change: a man moved, removed, or replaced by another."""
    board = chess.Board(f"{fen} 0 1")
    square = chance.choice(sorted(board.piece_map()))
    free = [one for one in chess.SQUARES if board.piece_at(one) is None]
    man = board.remove_piece_at(square)
    way = chance.randrange(4) if man.piece_type != chess.KING else 0
    if way < 2:
        inside = [one for one in free if man.piece_type != chess.PAWN or 0 < chess.square_rank(one) < 7]
        board.set_piece_at(chance.choice(inside), man)
    elif way == 3:
        board.set_piece_at(square, chess.Piece.from_symbol(chance.choice("QRBNqrbn")))
    return fields(board)


def checked(solver, records, folder):
    """The program's answer to each record: the verdict, and the moves that it names."""
    file = folder / "trials.epd"
    file.write_text("".join(f'{fen} Stip "{stipulation}";\n' for fen, stipulation in records))
    run = subprocess.run([solver, "check", "--format", "json", str(file)], capture_output=True, text=True)
    objects = [json.loads(line) for line in run.stdout.strip().split("\n")][:-1]
    assert len(objects) == len(records), run.stderr
    return objects


def named(objects):
    """The moves that show the faults, in the order of the page."""
    moves = []
    for defect in objects["defects"]:
        moves += defect.get("moves", []) if defect["name"] == "cooked" else []
        moves += [move for dual in defect.get("duals", []) for move in dual["continuations"]]
    return [move.replace("O", "0") for move in moves]


READY = "return !document.querySelector('.stale') && document.getElementById('verdict').textContent !== '' && !document.getElementById('solve').hidden"


def mutants(page, solver, here, out, expect, number=200, seed=51):
    """Solve as I edit, on `number` mutated problems: the verdict and the moves that show it are the program's."""
    chance = random.Random(seed)
    every = list(problems(here))
    asked = [(mutated(fen, chance), stipulation) for fen, stipulation in (chance.choice(every) for _ in range(number))]
    page.tick("live")
    wrong, begun, sound = [], time.perf_counter(), 0
    for (fen, stipulation), due in zip(asked, checked(solver, asked, out)):
        # First the question, then the board: a record with an illegal board has no question.
        page.run("const s = document.getElementById('stipulation'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", stipulation)
        page.put(fen)
        page.wait(lambda: page.run(READY))
        said = page.by("verdict").get_attribute("class").removeprefix("verdict-").replace("-", " ")
        moves = page.run("return [...document.querySelectorAll('#defects button, #defects span')].map((e) => e.textContent)")
        sound += said == "sound"
        if said != due["verdict"] or moves != named(due):
            wrong.append((fen, stipulation, said, moves, due))
    page.tick("live", False)
    for one in wrong[:3]:
        print("  ", one)
    expect(f"compose: {number} mutated problems ({sound} sound) solved as they are edited, {len(wrong)} other verdicts than the program's, "
           f"{time.perf_counter() - begun:.0f} s", not wrong)


def trial(fen, label):
    """The position for a row of the table."""
    board = chess.Board(f"{fen} 0 1")
    if move := re.fullmatch(r"(..)–(..)", label):
        board.set_piece_at(chess.parse_square(move[2]), board.remove_piece_at(chess.parse_square(move[1])))
    elif gone := re.fullmatch(r"without \w+ \w+ (..)", label):
        board.remove_piece_at(chess.parse_square(gone[1]))
    elif other := re.fullmatch(r"(white|black) (\w+) (..)", label):
        board.set_piece_at(chess.parse_square(other[3]), chess.Piece(chess.PIECE_NAMES.index(other[2]), other[1] == "white"))
    return fields(board)


def trials(page, solver, here, out, expect, number=6, seed=52):
    """Every square for a man, other men on its square, the problem without each man: every row of the tables."""
    chance = random.Random(seed)
    every = list(problems(here))
    wrong, judged, sound, begun = [], 0, 0, time.perf_counter()
    page.run("document.getElementById('compose').open = true")
    for fen, stipulation in chance.sample(every, number):
        page.put(f'{fen} Stip "{stipulation}";')
        placed = men(fen.split()[0])
        square = chance.choice([square for square, man in sorted(placed.items()) if man[1] != "K"])
        page.choose("subject", square)
        for kind in ("squares", "kinds", "idle"):
            page.run("document.getElementById(arguments[0]).click()", f"try-{kind}")
            page.wait(lambda: not page.by("try-stop").is_displayed())
            rows = page.run("return [...document.querySelectorAll('#trials tbody tr')].map((row) => [row.cells[0].textContent, "
                            "row.cells[1].className.replace('verdict-', '').replaceAll('-', ' '), row.cells[2].textContent])")
            due = checked(solver, [(trial(fen, label), stipulation) for label, _, _ in rows], out)
            judged += len(rows)
            for (label, verdict, why), one in zip(rows, due):
                sound += verdict == "sound"
                keys = ", ".join(move.replace("O", "0") for move in one.get("keys", []))
                if verdict != one["verdict"] or verdict == "sound" and why != keys:
                    wrong.append((fen, stipulation, label, verdict, why, one))
            men_of = len(placed)
            is_all = len(rows) >= {"squares": 64 - men_of - 16, "kinds": 8, "idle": men_of - 2}[kind]
            if not is_all:
                wrong.append((fen, stipulation, kind, len(rows)))
    for one in wrong[:3]:
        print("  ", one)
    expect(f"compose: {judged} trials of {number} problems ({sound} sound), {len(wrong)} other verdicts than the program's, "
           f"{time.perf_counter() - begun:.0f} s; {page.by('tried').text!r}", not wrong and judged > 200)


def follows(page, solver, expect):
    """Several edits in quick succession: the last one gets the answer; a row of the table sets up its trial, undo reverts it."""
    page.clear()
    fen = "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -"
    page.put(f'{fen} Stip "#3";')
    page.tick("live")
    for from_, to in (("f3", "g3"), ("g3", "h3"), ("h3", "g3"), ("g3", "f3")):
        page.drag(page.cell(from_), page.cell(to))
    page.wait(lambda: page.run(READY))
    due = told(solver, f'{fen} Stip "#3";')
    expect(f"compose: four edits at once, the answer is the last one's: {page.by('verdict').text!r}", page.unfolded() == due)
    page.tick("live", False)
    page.run("document.getElementById('compose').open = true")
    page.choose("subject", "f2")
    page.run("document.getElementById('try-squares').click()")
    page.wait(lambda: not page.by("try-stop").is_displayed())
    tinted = page.run("return document.querySelectorAll('.tint').length")
    button = page.driver.find_elements(By.CSS_SELECTOR, "#trials tbody button")[-1]
    label = page.run("arguments[0].click(); return arguments[0].textContent", button)
    expect(f"compose: {label} is set up at a click; {tinted} squares have colours", page.fen() == trial(fen, label) and tinted > 30)
    page.press(page.by("undo"))
    expect("compose: and undone", page.fen() == fen and page.by("trials").is_displayed())


def shown(page, solver, expect, out):
    """Duals and cooks are played by a click; keys and tries are arrows; the moves that lead to the board are marked."""
    page.set_up(f'{COOKED} Stip "#3";')
    page.ask("#3", tries=1, set_play=True)
    page.solve()
    page.wait(lambda: page.run("return document.querySelectorAll('#defects li').length > 1"))
    arrows = page.run("return [...document.querySelectorAll('#board .arrow')].map((a) => a.classList[1])")
    expect(f"arrows: {arrows.count('key')} keys, {arrows.count('try')} tries", arrows.count("key") == 4 and arrows.count("try") > 2)
    buttons = page.driver.find_elements(By.CSS_SELECTOR, "#defects button")
    diagram, lines, on_way = page.ranks(), set(), []
    for button in buttons:
        page.run("arguments[0].click()", button)
        lines.add(page.by("line").text)
        on_way.append(page.run("return document.querySelectorAll('#sheet .on-way').length"))
        last = button.text.rstrip("#+")
        assert page.by("line").text.rstrip("#+").endswith(last) and page.ranks() != diagram, (button.text, page.by("line").text)
    expect(f"defects: {len(lines)} lines of {len(buttons)} moves are played, {min(on_way)} to {max(on_way)} moves marked; "
           f"{page.run('return document.querySelectorAll(arguments[0]).length', '#board .arrow')} arrows meanwhile",
           len(lines) == len(buttons) and min(on_way) >= 1 and max(on_way) >= 4)
    page.keys(Keys.ESCAPE)
    words = page.unfolded()
    page.press(page.by("run-in"))
    inline = page.run("return getComputedStyle(document.querySelector('#sheet ul ul li')).display")
    threats, apart = page.run("return [document.querySelectorAll('#sheet .threat').length, document.querySelectorAll('#sheet .apart').length]")
    expect(f"reading: run in, the words are the same; {threats} threats, {apart} parts apart", inline == "inline" and page.unfolded() == words and threats and apart == 2)
    page.press(page.by("run-in"))
    drawn(page, expect)


def drawn(page, expect):
    """The right button draws and removes; moves glide, except for users who want no motion."""
    own = lambda: page.run("return [...document.querySelectorAll('#board .own')].map((a) => a.tagName)")
    before = page.fen()
    ActionChains(page.driver, 20).context_click(page.cell("d5")).perform()
    page.run("const at = (s) => { const b = document.querySelector(`[data-square=${s}]`).getBoundingClientRect(); return {clientX: b.left + 9, clientY: b.top + 9, button: 2, pointerId: 1, bubbles: true}; };"
             "document.querySelector('[data-square=d5]').dispatchEvent(new PointerEvent('pointerdown', at('d5'))); dispatchEvent(new PointerEvent('pointerup', at('f7')))")
    two = own()
    ActionChains(page.driver, 20).context_click(page.cell("d5")).perform()
    one = own()
    page.press(page.cell("e8"))
    expect(f"arrows: the right button draws {two}, takes away {one}, a click clears {own()}; the board is the same", len(two) == 2 and len(one) == 1 and not own() and page.fen() == before)
    glides = []
    for motion in ("no-preference", "reduce"):
        page.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
        page.press(page.driver.find_elements(By.CSS_SELECTOR, "#sheet .move")[0])
        glides.append(page.run("document.getElementById('home').click(); return document.getAnimations().filter((a) => a.effect.target?.closest('#board')).length"))
    page.cdp("Emulation.setEmulatedMedia", features=[])
    expect(f"motion: {glides[0]} men glide, {glides[1]} where no motion is wanted", glides[0] > 0 == glides[1])


def helped(page, expect, home, out):
    page.run("document.activeElement.blur()")
    page.keys("?")
    boards = page.run("return document.querySelectorAll('#help-dialog .board').length")
    fits = page.run("const d = document.getElementById('help-dialog'); return d.scrollHeight <= d.clientHeight + 2 && d.getBoundingClientRect().bottom <= innerHeight")
    axe(page, home, "help", expect)
    page.picture(out / "help.png")
    expect(f"help: ? opens it: {boards} boards, on one screen {fits}", page.by("help-dialog").is_displayed() and boards == 4 and fits)
    page.keys(Keys.ESCAPE)
    expect("help: Escape closes it", not page.by("help-dialog").is_displayed())


def any_length(page, solver, expect):
    fen = PROBLEMS[1][1]
    page.set_up(fen)
    page.ask("#")
    page.solve()
    page.wait(lambda: page.by("verdict").text != "")
    shown_text = page.unfolded()
    expect(f"any length: {shown_text[:60]!r}, {page.by('verdict').text!r}",
           shown_text == told(solver, f'{fen} Stip "#";') and "stipulated" not in shown_text and page.by("verdict").text == "Check: sound")
    # Another language is chosen when the answer is gone: nothing is left to translate, and the console stays empty.
    page.clear()
    for language in ("de", "en"):
        page.choose("language", language)
        page.wait(lambda: page.run("return document.documentElement.lang") == language)


def compose(solver, here, out, expect):
    home = packages(out)
    with Window(solver) as window, Page(window.address) as page:
        page.run("window.confirm = () => true")
        follows(page, solver, expect)
        shown(page, solver, expect, out)
        helped(page, expect, home, out)
        any_length(page, solver, expect)
        trials(page, solver, here, out, expect)
        axe(page, home, "trials", expect)
        page.picture(out / "trials.png")
        mutants(page, solver, here, out, expect)
        log = page.complaints()
        expect(f"no complaint in the console {log[:2] or ''}", not log)
