"""The list of `solver window` as a composer's collection: added, duplicated, deleted, moved, undone, named, saved, opened again;
a new user's first problem; remembered limits; every size."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .window_keep import FILE
from .window_page import Page, Window

FACTS = {"author": "A. Author & B. Other", "source": "Die Schwalbe", "year": "1999", "award": "1st Prize", "keywords": "Zugzwang, Switchback",
         "comment": "First line\nwith \"quotes\", and a second"}
NAMES = ["Morphy", "three", "cooked", "help"]
OPENED = {
    "one.olv": "---\nalgebraic: {white: [Kc8, Ra1, Pb6], black: [Ka8, Bb8, Pa7, Pb7]}\nstipulation: \"#2\"\ncomments: [seen]\nkeywords: [Old, Known]\n",
    "one.inp": "BeginProblem\nAuthor X\nStipulation #2\nPieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7 Pb7\nEndProblem\n",
    "one.pgn": '[Event "x"]\n[White "X"]\n[SetUp "1"]\n[FEN "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"]\n[Stipulation "#2"]\n[Keywords "Old, Known"]\n\n{seen} *\n',
    "one.epd": FILE[0] + "\n",
}
MINE = "8/8/8/4k3/8/2K5/8/QQ6"


def names(page):
    """The names in the list from top to bottom, without marks."""
    found = page.run("return [...document.querySelectorAll('#list .row')].sort((a, b) => a.getAttribute('aria-posinset') - b.getAttribute('aria-posinset'))"
                     ".map(row => row.querySelector('b').textContent)")
    return [name.replace("•", "").strip() for name in found]


def row(page, name):
    return next(one for one in page.rows() if one.find_element(By.TAG_NAME, "b").text.replace("•", "").strip() == name)


def unsaved(page):
    return page.by("unsaved").text


def fill_facts(page, facts):
    page.run("document.getElementById('facts').open = true")
    for name, text in facts.items():
        field = page.by(name)
        field.clear()
        field.send_keys(text)
    page.run("document.activeElement.blur()")


def fact(page, name):
    return page.run("return document.getElementById(arguments[0]).value", name)


def begun(page, expect, where):
    """A new user: the example, a man that stays in hand, the names of the buttons, a problem added to a list that did not exist."""
    page.press(page.by("example"))
    page.answered()
    expect(f"{where}: the example solves itself", "1.Qf6!" in page.by("sheet").text.replace(" ", ""))
    page.press(page.driver.find_element(By.CSS_SELECTOR, "#sheet .move"))
    page.wait(lambda: page.by("walk").is_displayed())
    expect(f"{where}: the button is named after its action: {page.by('take').text!r}", page.by("take").text == "Analyse on the board")
    moved = page.ranks()
    page.press(page.by("take"))
    page.wait(lambda: page.fen().startswith(moved))
    sides = [one.text for one in page.driver.find_elements(By.CSS_SELECTOR, ".choice span")]
    expect(f"{where}: {sides}", sides == ["White to move", "Black to move"])
    page.clear()
    for man, squares in (("wQ", ("a1", "b1")), ("wK", ("c3",)), ("bK", ("e5",))):
        page.press(page.man(man))
        for square in squares:
            page.press(page.cell(square))
        page.press(page.man(man))
        page.press(page.cell("h8"))
        page.press(page.cell("h8"))
    expect(f"{where}: a man that is picked again stays in hand: {page.ranks()}", page.ranks() == MINE)
    page.press(page.man(""))
    page.fill("name", "Mine")
    expect(f"{where}: unsaved work is named: {unsaved(page)!r}", "the problem on the board" in unsaved(page))
    page.press(page.by("add"))
    page.wait(lambda: names(page) == ["Mine"])
    expect(f"{where}: added: marked and named: {unsaved(page)!r}", page.marks() == [0] and "Mine" in unsaved(page) and "on the board" not in unsaved(page) and page.warned())
    page.press(page.by("duplicate"))
    page.wait(lambda: names(page) == ["Mine", "Mine"])
    page.drag(page.cell("a1"), page.cell("a2"))
    page.fill("name", "Version")
    copy = page.ranks()
    expect(f"{where}: duplicated and edited: {names(page)}", names(page) == ["Mine", "Version"] and copy != MINE)
    page.press(row(page, "Mine"))
    expect(f"{where}: the first one is as it was", page.ranks() == MINE)
    page.press(page.by("delete"))
    page.wait(lambda: names(page) == ["Version"])
    told = page.by("notice").text
    expect(f"{where}: deleted: {told!r}; the other is on the board", "Mine" in told and page.ranks() == copy)
    page.press(page.by("undo"))
    page.wait(lambda: names(page) == ["Mine", "Version"])
    expect(f"{where}: undone: back in the list and on the board", page.ranks() == MINE)
    for button, often in (("undo", 12), ("redo", 40)):
        for _ in range(often):
            if page.by(button).is_enabled():
                page.press(page.by(button))
    expect(f"{where}: all undone and done again: {names(page)}", names(page) == ["Version"] and page.ranks() == copy)
    page.press(page.by("undo"))
    page.reload(2)
    expect(f"{where}: everything is there after a reload: {names(page)}", names(page) == ["Mine", "Version"] and page.warned())


def arranged(page, expect, where):
    """Moved by buttons, keys and dragging; each move is undone."""
    page.run("window.confirm = () => true")
    page.drop("four.epd", FILE)
    page.wait(lambda: names(page) == NAMES)
    expect(f"{where}: a file that was opened has nothing to save", not page.warned() and unsaved(page) == "")

    def undone():
        page.press(page.by("undo"))
        page.wait(lambda: names(page) == NAMES)

    page.press(page.by("down"))
    page.wait(lambda: names(page) == ["three", "Morphy", "cooked", "help"])
    expect(f"{where}: moved down by a button: {unsaved(page)!r}", page.warned() and "order" in unsaved(page))
    undone()
    expect(f"{where}: undone: nothing is left to save", not page.warned())
    if page.touch:
        page.drag(row(page, "Morphy").find_element(By.CLASS_NAME, "grip"), row(page, "help"))
    else:
        page.press(row(page, "cooked"))
        page.run("document.getElementById('list').focus()")
        page.chord(Keys.ALT, Keys.ARROW_UP)
        page.wait(lambda: names(page) == ["Morphy", "cooked", "three", "help"])
        page.chord(Keys.CONTROL, "z")
        page.wait(lambda: names(page) == NAMES)
        page.keys(Keys.DELETE)
        page.wait(lambda: names(page) == ["Morphy", "three", "help"])
        page.chord(Keys.CONTROL, "z")
        page.wait(lambda: names(page) == NAMES)
        expect(f"{where}: moved, deleted and undone by keys in the list", not page.warned())
        ActionChains(page.driver, 20).click_and_hold(row(page, "Morphy")).move_to_element(row(page, "help")).release().perform()
    page.wait(lambda: names(page) == ["three", "cooked", "help", "Morphy"])
    expect(f"{where}: dragged to the end", page.warned())
    undone()
    page.press(row(page, "three"))
    before = page.fen()
    page.drag(page.cell("f3"), page.cell("g3"))
    expect(f"{where}: edited: {unsaved(page)!r}, {page.driver.title!r}", "three" in unsaved(page) and page.driver.title.startswith("• four.epd"))
    page.press(row(page, "help"))
    page.press(page.by("undo"))
    page.press(page.by("undo"))
    expect(f"{where}: an edit is undone after another problem was viewed, and nothing is left to save", page.fen() == before and not page.warned() and not page.marks())


def fields(page, out, expect):
    """The fields survive a file in each form that has them."""
    folder = out / "collection"
    page.save_into(folder)
    page.run("window.confirm = () => true")
    page.drop("four.epd", FILE)
    page.wait(lambda: names(page) == NAMES)
    page.press(page.by("check-all"))
    page.wait(lambda: page.by("check-all").text == "Check all" and all(one.find_elements(By.TAG_NAME, "i") for one in page.rows()), 60)
    fill_facts(page, FACTS)
    page.fill("file-name", "My problems")
    expect("fields: an author is no reason for another verdict", all(one.find_elements(By.TAG_NAME, "i") for one in page.rows()))
    for form, ending in (("olive", "olv"), ("diagrams", "epd"), ("pgn", "pgn")):
        page.press(page.by("export"))
        page.choose("form", form)
        page.press(page.by("export-take"))
        file = folder / f"My problems.{ending}"
        page.wait(file.exists, 20)
        page.wait(lambda: not page.by("export-dialog").is_displayed())
        expect(f"fields: saved as {file.name}, nothing is left to save", not page.warned() and not page.marks() and unsaved(page) == "")
        page.drop(file.name, file.read_bytes())
        page.wait(lambda: fact(page, "file-name") == file.name and len(page.rows()) == 4)
        found = {name: fact(page, name) for name in FACTS}
        expect(f"fields: read back from {file.name}: {found}", found == FACTS and fact(page, "name") == "Morphy")
        page.fill("file-name", "My problems")
    text = (folder / "My problems.olv").read_text()
    members = ("keywords:", '- "Switchback"', "comments:", '- "First line"', "year: 1999", 'distinction: "1st Prize"', '- "B. Other"')
    expect(f"fields: in Olive's own members {[word for word in members if word not in text] or ''}", all(word in text for word in members))
    page.paste('8/8/8/8/8/8/8/K7 w - - id "half"; Stip "h#3";')
    page.wait(lambda: fact(page, "name") == "half")
    expect(f"pasted: an illegal record keeps its question: {fact(page, 'stipulation')}", fact(page, "stipulation") == "h#3")
    for name, text in OPENED.items():
        page.drop(name, text.encode())
        page.wait(lambda: fact(page, "file-name") == name)
        expect(f"opened {name}: {page.fen()}", page.ranks() == "kbK5/pp6/1P6/8/8/8/8/R7" and fact(page, "stipulation") == "#2")
        if name in ("one.olv", "one.pgn"):
            expect(f"opened {name}: its keywords and comment", fact(page, "keywords") == "Old, Known" and fact(page, "comment") == "seen")


COUNTED = '1bk1K3/n5N1/7r/8/2p5/8/3B4/8 b - - Stip "h#2"; Count 2; id "two";'
TWINNED = '3K4/p4k2/2p5/2N5/8/B6p/2RQ4/8 w - - Stip "#2"; id "twinned";'


def judged(page):
    """The verdict in the list after Check all, and that below the solution."""
    page.press(page.by("check-all"))
    page.wait(lambda: page.by("check-all").text == "Check all" and all(one.find_elements(By.TAG_NAME, "i") for one in page.rows()))
    listed = page.rows()[0].find_element(By.TAG_NAME, "i").text
    page.solve()
    page.wait(lambda: page.by("verdict").text != "")
    return listed, page.by("verdict").text


def counted(page, out, expect):
    """The number of solutions that the author means: read, asked, changed, saved; a number that an answer found is not the author's."""
    folder = out / "counted"
    page.save_into(folder)
    page.run("window.confirm = () => true")
    page.drop("two.epd", [COUNTED], 1)
    page.wait(lambda: fact(page, "solutions") == "2")
    verdicts = judged(page)
    expect(f"solutions: two are meant: {verdicts}", verdicts == ("sound", "Check: sound"))
    for text, due in (("3", "count"), ("1", "cooked"), ("", "several"), ("0", "several")):
        page.fill("solutions", text)
        verdicts = judged(page)
        expect(f"solutions: {text or 'nothing'} in the field: {verdicts}", verdicts == (due, f"Check: {due}"))
    expect("solutions: none is no number", fact(page, "solutions") == "")
    page.fill("solutions", "2")
    for form, ending, place in (("olive", "olv", "intended-solutions: 2"), ("diagrams", "epd", "Count 2;"), ("pgn", "pgn", '"h#2 2.1"')):
        save(page, form)
        file = folder / f"two.{ending}"
        page.wait(file.exists, 20)
        page.wait(lambda: not page.by("export-dialog").is_displayed())
        page.drop(file.name, file.read_bytes())
        page.wait(lambda: fact(page, "file-name") == file.name)
        expect(f"solutions: saved in {file.name} and read again", place in file.read_text() and fact(page, "solutions") == "2")
        page.fill("file-name", "two")
    page.fill("file-name", "answer")
    save(page, "epd")
    file = folder / "answer.epd"
    page.wait(file.exists, 20)
    page.wait(lambda: not page.by("export-dialog").is_displayed())
    page.drop(file.name, file.read_bytes())
    page.wait(lambda: fact(page, "file-name") == file.name)
    expect("solutions: a number that was found is not meant", "Count 2" in file.read_text() and fact(page, "solutions") == "")
    page.drop("morphy.epd", FILE[:1], 1)
    page.run("document.getElementById('twins-more').open = true")
    page.fill("twins", "b) -Pb6")
    listed, below = judged(page)
    expect(f"a twin without a solution counts in the list: {listed!r}, {below!r}", listed == "no solution" and below == "Check: a) sound, b) no solution")


def save(page, form):
    page.press(page.by("export"))
    page.choose("form", form)
    page.press(page.by("export-take"))


def other(page, expect):
    """Another problem has nothing of the one before: neither its twins nor the number of its solutions."""
    said = lambda: (fact(page, "twins"), fact(page, "solutions"))

    def twinned():
        page.put(TWINNED)
        page.fill("solutions", "2")
        page.run("document.getElementById('twins-more').open = true")
        page.fill("twins", "b) Ph3-g3")

    ways = {"New": page.clear, "paste": lambda: page.put(COUNTED.replace("Count 2; ", "")), "the example": lambda: page.press(page.by("example")),
            "FEN with a task": lambda: page.fill("fen", "7k/8/8/4K3/8/8/6Q1/8 w - - #2")}
    for name, act in ways.items():
        twinned()
        before = said()
        act()
        page.wait(lambda: page.fen().split()[0] != TWINNED.split()[0])
        page.wait(lambda: page.by("solve").is_displayed())
        expect(f"another problem by {name}: {before} are gone", before == ("b) Ph3-g3", "2") and said() == ("", ""))
    twinned()
    page.fill("fen", TWINNED.split(" Stip")[0].replace("3K4", "2K5"))
    page.wait(lambda: page.ranks().startswith("2K5"))
    expect("another position of the same problem: it keeps its twins", said() == ("b) Ph3-g3", "2"))


def left_out(page, out, expect):
    """A problem that cannot be written is named with its number and the reason; the others are saved."""
    folder = out / "left-out"
    page.save_into(folder)
    page.run("window.confirm = () => true")
    page.drop("both.epd", [COUNTED, TWINNED, 'kbK5/pp6/1P6/8/8/8/8/R7 w - - Stip "#2"; id "third";'], 3)
    page.press(row(page, "twinned"))
    page.run("document.getElementById('twins-more').open = true")
    page.fill("twins", "b) Pg3-g4")
    page.press(row(page, "third"))
    page.fill("name", "third and last")
    page.fill("file-name", "both")
    due = "No. 2 twinned was not saved: there is no man on g3"
    for form, ending in (("olive", "olv"), ("diagrams", "epd"), ("popeye", "inp"), ("pgn", "pgn"), ("text", "txt")):
        save(page, form)
        page.wait(lambda: page.by("export-said").text not in ("", "Working …"), 20)
        file = folder / f"both.{ending}"
        page.wait(file.exists, 20)
        told, text = page.by("export-said").text, file.read_text()
        expect(f"left out of {file.name}: {told!r}", told == due and "two" in text and "third" in text and "twinned" not in text)
        page.press(page.by("export-cancel"))
    expect(f"what was left out is not saved: {unsaved(page)!r}", page.marks() == [1] and unsaved(page) == "Not saved: twinned")
    for name in ("two", "third and last"):
        page.press(row(page, name))
        page.press(page.by("delete"))
    save(page, "olive")
    page.wait(lambda: "was not saved" in page.by("export-said").text, 20)
    told = page.by("export-said").text
    expect(f"nothing is left to be saved: {told!r}", told == due.replace("2", "1"))
    page.press(page.by("export-cancel"))
    page.clear()


LIMITS = {"seconds": "7", "nodes": "5", "memory": "3"}


def limited(page, expect):
    """Limits are remembered, also in another tab, and apply to the program."""
    page.run("document.getElementById('limits').open = true")
    for name, value in LIMITS.items():
        page.fill(name, value)
    page.press(page.by("live"))
    page.reload()
    expect("limits: to solve at each edit is remembered", page.by("live").is_selected())
    page.press(page.by("live"))
    said = page.by("limits").find_element(By.TAG_NAME, "summary").text
    expect(f"limits: remembered: {said!r}", all(fact(page, name) == value and value in said for name, value in LIMITS.items()))
    page.put("5R2/8/2pB4/8/6k1/3K4/6P1/5n2 w - - #8")
    page.solve()
    expect(f"limits: five nodes are not enough: {page.by('sheet').text[:60]!r}", "1." not in page.by("sheet").text)
    one = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.load()
    there = fact(page, "seconds")
    page.run("document.getElementById('limits').open = true")
    for name in LIMITS:
        page.fill(name, "")
    page.driver.close()
    page.driver.switch_to.window(one)
    page.wait(lambda: fact(page, "nodes") == "")
    expect(f"limits: another tab has them ({there} s), and its changes are here ({fact(page, 'seconds')} s)", there == "7" and fact(page, "seconds") == "60")
    page.press(page.by("solve"))
    page.wait(lambda: page.by("stop").is_displayed())
    took = page.run("const t = performance.now(); document.getElementById('stop').click(); return t")
    page.answered(20)
    took = page.run("return performance.now()") - took
    expect(f"limits: Stop answers within {took:.0f} ms", took < 1000)


# The lower edges of everything that must be visible, the width of the board, whether the list is shown.
PLACES = """
const low = (id) => document.getElementById(id).getBoundingClientRect().bottom;
return {box: low('box'), fen: low('fen'), solve: low('solve'), board: document.getElementById('board').getBoundingClientRect().width,
  list: document.getElementById('side').getBoundingClientRect().width > 0, wide: document.documentElement.scrollWidth};
"""


def sizes(address, expect):
    for width, height, touch in ((360, 740, True), (360, 640, True), (768, 1024, True), (1366, 768, False), (1920, 1080, False)):
        with Page(address, width, height, touch) as page:
            for state in ("empty", "solved", "listed"):
                if state == "solved":
                    page.run("document.getElementById('example').click()")
                    page.answered()
                    page.run("scrollTo(0, 0)")
                if state == "listed":
                    page.drop("four.epd", FILE, 4)
                at = page.run(PLACES)
                is_so = at["wide"] <= width and at["solve"] <= height
                if width > 360:
                    is_so &= at["box"] <= height and at["fen"] <= height
                if width == 1920:
                    is_so &= at["board"] > 680 and at["list"]
                expect(f"{width} x {height}, {state}: {({name: round(value) for name, value in at.items()})}", is_so and at["board"] > 280)


def collection(solver, out, expect):
    with Window(solver) as window:
        for where, size in (("desktop", dict(width=1500)), ("phone", dict(width=360, height=740, touch=True))):
            with Page(window.address, **size) as page:
                try:
                    begun(page, expect, where)
                    arranged(page, expect, where)
                    if not page.touch:
                        fields(page, out, expect)
                        counted(page, out, expect)
                        other(page, expect)
                        left_out(page, out, expect)
                        limited(page, expect)
                except Exception:
                    page.picture(out / "failed.png")
                    raise
                errors = page.script_errors()
                expect(f"{where}: no error of a script {errors[:2] or ''}", not errors)
        sizes(window.address, expect)
