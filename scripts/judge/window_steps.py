"""A composer's actions on the page of `solver window`: setting up, asking, reading; each answer is compared with the program's."""
import re

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .browser import men
from .window_page import told

# Five problems: the first by Paul Morphy, the others found by chance.
PROBLEMS = [
    ("#2", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", dict(tries=1, set_play=True)),
    ("#3", "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -", dict(tries=1, set_play=True)),
    ("s#3", "5R2/6q1/5b2/8/4R2P/7K/p6Q/2b1Nk2 w - -", dict()),
    ("h#3", "8/2P1k3/8/8/n7/p7/5K2/8 b - -", dict(set_play=True)),
    ("ser-h#7", "1K6/8/8/6p1/B3k3/8/7p/8 b - -", dict()),
]
LONG = ("#8", "5R2/8/2pB4/8/6k1/3K4/6P1/5n2 w - -")
TWINS = ["b) Pc7-d6", "c) Pa3-b3"]
# Up twelve times, which leads nowhere in the end: whether the page keeps the last one from the browser.
HELD = """
let last;
for (let n = 0; n < 12; n += 1) {
  last = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true });
  document.body.dispatchEvent(last);
}
return last.defaultPrevented;
"""


def options(asked):
    """The options with which the program gets the same question."""
    words = []
    if asked.get("tries"):
        words.append(f"--tries={asked['tries']}")
    if asked.get("set_play"):
        words.append("--set-play")
    if asked.get("duplex"):
        words.append("--duplex")
    return words


def by_drag(page, fen):
    for square, man in men(fen.split()[0]).items():
        page.drag(page.man(man), page.cell(square))


def by_click(page, fen):
    """Picks a man of the box, then its squares; the last ones in the opposite order."""
    placed = list(men(fen.split()[0]).items())
    for name in sorted({man for _, man in placed[:-2]}):
        page.press(page.man(name))
        for square, man in placed[:-2]:
            if man == name:
                page.press(page.cell(square))
        page.press(page.man(""))
    for square, man in placed[-2:]:
        page.press(page.cell(square))
        page.press(page.man(man))


def by_keyboard(page, fen):
    """Tab to the board, arrows, letters; first a wrong man, which Delete removes."""
    placed = men(fen.split()[0])
    page.run("document.querySelector('[data-square=a8]').focus()")
    page.keys("Q", Keys.DELETE)
    for row in range(8):
        for file in range(8):
            # Down the board in a zigzag: the direction alternates from rank to rank.
            at = file if row % 2 == 0 else 7 - file
            man = placed.get("abcdefgh"[at] + str(8 - row))
            if man:
                page.keys(man[1] if man[0] == "w" else man[1].lower())
            if file < 7:
                page.keys(Keys.ARROW_RIGHT if row % 2 == 0 else Keys.ARROW_LEFT)
        page.keys(Keys.ARROW_DOWN)


def rest(page, fen):
    """Side to move and castling, which cannot be set by placing men."""
    _, turn, castling, _ = fen.split()
    page.run("document.querySelector('.more').open = true")
    page.press(page.driver.find_element(By.CSS_SELECTOR, f"#{'white' if turn == 'w' else 'black'} + span"))
    for box in page.driver.find_elements(By.CSS_SELECTOR, "[data-castling]"):
        if (box.get_attribute("data-castling") in castling) != box.is_selected():
            page.run("arguments[0].scrollIntoView({block: 'center'})", box)
            box.click()
    page.run("document.querySelector('.more').open = false")


def set_up(page, expect, where):
    """Every problem by drag, by clicks, by the keyboard and by paste; each is undone and redone."""
    ways = [("drag", by_drag), ("clicks", by_click)] + ([] if page.touch else [("keyboard", by_keyboard)])
    for stipulation, fen, _ in PROBLEMS:
        for name, way in ways:
            page.clear()
            way(page, fen)
            rest(page, fen)
            expect(f"{where}: {stipulation} set up by {name}: {page.fen()}", page.fen() == fen and page.ranks() == fen.split()[0])
        page.set_up(f'{fen} Stip "{stipulation}";')
        same = page.fen() == fen and page.by("stipulation").get_attribute("value") == stipulation
        expect(f"{where}: {stipulation} set up by paste: {page.fen()}", same)


PASTED = [
    ("a FEN of six fields", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
    ("Popeye's input", "BeginProblem\nStipulation #2\nPieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7 Pb7\nEndProblem\n"),
    ("Popeye's pieces", "Pieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7 Pb7"),
    ("Olive's algebraic form", "white: Kc8 Ra1 Pb6 black: Ka8 Bb8 Pa7 Pb7"),
]


def pasted(page, expect, where):
    for name, text in PASTED:
        page.clear()
        page.paste(text)
        page.wait(lambda: page.ranks() != "8/8/8/8/8/8/8/8")
        expect(f"{where}: pasted {name}: {page.ranks()}", page.ranks() == "kbK5/pp6/1P6/8/8/8/8/R7")
    page.press(page.by("paste"))
    page.by("pasted").send_keys("nonsense")
    page.press(page.by("paste-take"))
    page.wait(lambda: page.by("paste-error").text != "")
    expect(f"{where}: nonsense is refused with a reason: {page.by('paste-error').text!r}", True)
    page.press(page.by("paste-cancel"))


def changed(page, expect, where):
    """Undo, redo, and the operations on the whole board."""
    fen = PROBLEMS[1][1]
    page.set_up(fen)
    page.drag(page.cell("a1"), page.cell("b1"))
    page.run("document.activeElement.blur()")
    moved = page.ranks()
    page.chord(Keys.CONTROL, "z")
    back = page.ranks()
    page.chord(Keys.CONTROL, "y")
    expect(f"{where}: undo and redo by keys", back == fen.split()[0] and page.ranks() == moved != back)
    page.chord(Keys.CONTROL, "z")
    page.run("document.querySelector('.more').open = true")
    act = lambda name: page.press(page.driver.find_element(By.CSS_SELECTOR, f"[data-do={name}]"))
    seen = {}
    for name, times in (("mirror", 2), ("flip", 2), ("turn", 4), ("half", 2), ("swap", 2)):
        act(name)
        seen[name] = page.ranks()
        for _ in range(times - 1):
            act(name)
        expect(f"{where}: {name} {times} times changes nothing, once it does", page.ranks() == fen.split()[0] != seen[name])
    expect(f"{where}: mirrored men are on the other side", seen["mirror"] == "/".join(row[::-1] for row in fen.split()[0].split("/")))
    act("up")
    expect(f"{where}: shifted up", page.ranks() == "/".join(fen.split()[0].split("/")[1:] + ["8"]))
    for _ in range(8):
        act("up")
    expect(f"{where}: shifting loses no man", len(men(page.ranks())) == len(men(fen.split()[0])))
    act("clear")
    expect(f"{where}: cleared", page.ranks() == "8/8/8/8/8/8/8/8")
    page.paste("8/8/8/8/8/8/8/K7 w - -")
    page.wait(lambda: page.by("illegal").text != "")
    expect(f"{where}: illegal positions are reported: {page.by('illegal').text!r}, {page.by('counts').text}", page.by("counts").text == "(1+0)")
    page.run("document.querySelector('.more').open = false")


def answers(page, solver, expect, where):
    """Every answer on the page is the program's own text form, in each language."""
    for stipulation, fen, asked in PROBLEMS:
        page.set_up(fen)
        page.ask(stipulation, **asked)
        page.solve()
        for language in ("de", "fr", "en"):
            page.choose("language", language)
            page.wait(lambda: page.run("return document.documentElement.lang") == language)
            shown = page.unfolded()
            due = told(solver, f'{fen} Stip "{stipulation}";', "--language", language, *options(asked))
            expect(f"{where}: {stipulation} in {language}: {len(shown.split())} words as the program says them", shown == due and len(due) > 20)
            if shown != due:
                print(f"  page    {shown[:300]}\n  program {due[:300]}")
        walk(page, expect, f"{where}: {stipulation}")


def walk(page, expect, where):
    """A click on a move plays it, arrows continue, Escape shows the diagram."""
    diagram = page.ranks()
    moves = page.driver.find_elements(By.CSS_SELECTOR, "#sheet .move")
    page.press(moves[min(4, len(moves) - 1)])
    first, line = page.ranks(), page.by("line").text
    seen = {diagram, first}
    for key in (Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_DOWN, Keys.ARROW_RIGHT):
        page.keys(key)
        seen.add(page.ranks())
    held = [page.run(HELD)]
    page.keys(Keys.ESCAPE)
    held.append(page.run(HELD))
    expect(f"{where}: {line} is played, {len(seen)} boards shown, the diagram again", first != diagram == page.ranks() and len(seen) > 2)
    expect(f"{where}: arrows that lead nowhere do not scroll the page while the solution is played, but do afterwards", held == [True, False])


def twins(page, solver, expect, where):
    """The h#3 with twins: each part as the program solves its record."""
    stipulation, fen, _ = PROBLEMS[3]
    page.set_up(fen)
    page.ask(stipulation, twins="\n".join(TWINS))
    page.solve()
    boards = [fen, "8/4k3/3P4/8/n7/p7/5K2/8 b - -", "8/2P1k3/8/8/n7/1p6/5K2/8 b - -"]
    shown = page.unfolded()
    parts = page.run("return [...document.querySelectorAll('#sheet .caption')].map(h => h.textContent)")
    due = " ".join(f"{caption} {told(solver, f'{board} Stip {chr(34)}{stipulation}{chr(34)};')}" for caption, board in zip(parts, boards))
    expect(f"{where}: twins {parts}", len(parts) == 3 and shown == " ".join(due.split()))
    if shown != due:
        print(f"  page    {shown[:300]}\n  program {due[:300]}")


def streamed(page, solver, expect, where):
    """A #8 that takes seconds: proved results appear as they are proved; Stop answers at once; then it runs to its end."""
    stipulation, fen = LONG
    page.set_up(fen)
    page.ask(stipulation, seconds=600)
    page.press(page.by("solve"))
    said = []

    def hears(word):
        text = page.by("said").text
        if text and (not said or said[-1] != text):
            said.append(text)
        return re.search(word, text)

    # Several lengths may be refuted between two checks of the page.
    page.wait(lambda: hears("nothing within [5-7]"), 300)
    value = page.run("return document.getElementById('bar').value")
    took = page.run("const t = performance.now(); document.getElementById('stop').click(); window.stopped = t; return t")
    page.answered(20)
    took = page.run("return performance.now()") - took
    proved = re.search(r"within (\d+)", page.unfolded())
    expect(f"{where}: stream: {len(said)} lines heard, the bar at {value}, Stop answered within {took:.0f} ms: {page.unfolded()!r}",
           len(said) >= 2 and value >= 5 and took < 1000 and proved and int(proved[1]) >= 5)
    page.press(page.by("solve"))
    page.wait(lambda: hears("in hand") or page.by("solution").is_displayed(), 600)
    page.answered(600)
    shown = page.unfolded()
    due = told(solver, f'{fen} Stip "{stipulation}";')
    expect(f"{where}: #8 to its end, {page.by('time').text}: {len(due.split())} words as the program says them", shown == due)


def duplex(page, solver, expect, where):
    fen = "8/8/8/8/8/2k5/1r6/K6R w - -"
    page.set_up(fen)
    page.ask("h#2", duplex=True)
    page.solve()
    due = told(solver, f'{fen} Stip "h#2";', "--duplex")
    expect(f"{where}: duplex, {len(due.split())} words as the program says them", page.unfolded() == due)
    page.tick("duplex", False)


def alone(page, expect, where):
    """Everything by the keyboard: from the first Tab to the last move of a solution, without a pointer."""
    stipulation, fen, _ = PROBLEMS[0]
    page.load()
    page.clear()
    page.run("document.activeElement.blur()")
    tabs = tab_to(page, "[role=gridcell]")
    page.keys(Keys.TAB)
    place = page.run("return document.activeElement.tagName")
    page.chord(Keys.SHIFT, Keys.TAB)
    by_keyboard(page, fen)
    tabs += tab_to(page, "#stipulation")
    page.chord(Keys.CONTROL, "a")
    page.keys(stipulation, Keys.ENTER)
    page.answered()
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    line = page.by("line").text
    page.keys(Keys.ESCAPE)
    expect(f"{where}: keyboard alone: {tabs} times Tab, behind the board a {place}; {line}", page.ranks() == fen.split()[0] and line.endswith("#"))


def tab_to(page, selector, most=60):
    """Presses Tab until a matching element has the focus; returns the number of presses."""
    for count in range(1, most + 1):
        page.keys(Keys.TAB)
        if page.run("return document.activeElement.matches(arguments[0])", selector):
            return count
    raise AssertionError(f"{selector} is not reached by Tab")


def crazyhouse(page, solver, expect, where):
    """A board with men in hand, set up by its fields."""
    page.set_up("6k1/5ppp/8/8/8/8/8/R3K3 w - -")
    page.run("document.querySelector('.more').open = true")
    page.choose("variant", "crazyhouse")
    page.fill("hand-b", "p")
    page.run("document.querySelector('.more').open = false")
    expect(f"{where}: crazyhouse: {page.fen()}", page.fen() == "6k1/5ppp/8/8/8/8/8/R3K3[p] w - -")
    page.ask("#1")
    page.solve()
    due = told(solver, '6k1/5ppp/8/8/8/8/8/R3K3[p] w - - Stip "#1"; Variant "crazyhouse";')
    expect(f"{where}: crazyhouse: {due!r}", page.unfolded() == due)
