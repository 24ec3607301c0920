"""The list as a composer's collection: problems are added, moved, checked, searched, undone, named, saved, read back."""
import subprocess

import pytest
from playwright.sync_api import expect

from desk import FILE, MORPHY, NAMES, PHONE, until

both = pytest.mark.parametrize("desk", [{}, PHONE], ids=["desktop", "phone"], indirect=True)
MINE = "8/8/8/4k3/8/2K5/8/QQ6"
COUNTED = '1bk1K3/n5N1/7r/8/2p5/8/3B4/8 b - - Stip "h#2"; Count 2; id "two";'
TWINNED = '3K4/p4k2/2p5/2N5/8/B6p/2RQ4/8 w - - Stip "#2"; id "twinned";'


@both
def test_a_new_user(desk):
    """The example, a man that stays in hand, the names of the buttons, a problem added to a list that did not exist."""
    desk.press(desk["example"])
    desk.answered()
    assert "1.Qf6!" in desk["sheet"].inner_text().replace(" ", "")
    desk.press(desk.all("#sheet .move").first)
    expect(desk["take"]).to_have_text("Analyse on the board")
    moved = desk.ranks()
    desk.press(desk["take"])
    until(lambda: desk.fen().split()[0], moved)
    assert desk.all(".choice span").all_inner_texts() == ["White to move", "Black to move"]
    desk.clear()
    for man, squares in (("wQ", ("a1", "b1")), ("wK", ("c3",)), ("bK", ("e5",))):
        desk.press(desk.man(man), *squares, desk.man(man), "h8", "h8")
    assert desk.ranks() == MINE, "a man that is picked again stays in hand"
    desk.press(desk.man(""))
    desk.fill("name", "Mine")
    expect(desk["unsaved"]).to_contain_text("the problem on the board")
    desk.press(desk["add"])
    until(desk.names, ["Mine"])
    said = desk["unsaved"].inner_text()
    assert desk.marks() == [0] and "Mine" in said and "on the board" not in said and desk.warned()
    desk.press(desk["duplicate"])
    until(desk.names, ["Mine", "Mine"])
    desk.drag("a1", "a2")
    desk.fill("name", "Version")
    copy = desk.ranks()
    assert desk.names() == ["Mine", "Version"] and copy != MINE
    desk.press(desk.row("Mine"))
    assert desk.ranks() == MINE
    desk.press(desk["delete"])
    until(desk.names, ["Version"])
    assert "Mine" in desk["notice"].inner_text() and desk.ranks() == copy
    desk.press(desk["undo"])
    until(desk.names, ["Mine", "Version"])
    assert desk.ranks() == MINE
    for button, often in (("undo", 12), ("redo", 40)):
        for _ in range(often):
            if desk[button].is_enabled():
                desk.press(desk[button])
    assert desk.names() == ["Version"] and desk.ranks() == copy, "all undone and done again"
    desk.press(desk["undo"])
    desk.reload(2)
    assert desk.names() == ["Mine", "Version"] and desk.warned()


@both
def test_the_list_is_arranged(desk):
    """Problems are moved by buttons, keys and dragging; each move is undone."""
    def undo():
        desk.press(desk["undo"])
        until(desk.names, NAMES)

    desk.drop("four.epd", FILE, 4)
    assert desk.names() == NAMES and not desk.warned() and desk["unsaved"].inner_text() == ""
    desk.press(desk["down"])
    until(desk.names, ["three", "Morphy", "cooked", "help"])
    assert desk.warned() and "order" in desk["unsaved"].inner_text()
    undo()
    assert not desk.warned()
    if not desk.touch:
        desk.press(desk.row("cooked"))
        desk["list"].focus()
        for key, due in (("Alt+ArrowUp", ["Morphy", "cooked", "three", "help"]), ("Delete", ["Morphy", "three", "help"])):
            desk.keys(key)
            until(desk.names, due)
            desk.keys("Control+z")
            until(desk.names, NAMES)
    desk.drag(desk.row("Morphy").locator(".grip") if desk.touch else desk.row("Morphy"), desk.row("help"))
    until(desk.names, ["three", "cooked", "help", "Morphy"])
    assert desk.warned()
    undo()
    desk.press(desk.row("three"))
    before = desk.fen()
    desk.drag("f3", "g3")
    assert "three" in desk["unsaved"].inner_text() and desk.page.title().startswith("• four.epd")
    desk.press(desk.row("help"), desk["undo"], desk["undo"])
    assert desk.fen() == before and not desk.warned() and not desk.marks(), "undone after another problem was viewed"


def test_a_file(desk):
    """A file is searched, checked and edited; an edit is kept."""
    desk.drop("four.epd", FILE, 4)
    assert desk.fen().startswith("kbK5") and desk.value("name") == "Morphy"
    desk["filter"].fill("cook")
    expect(desk.rows).to_have_count(1)
    expect(desk.rows).to_contain_text("cooked")
    desk["filter"].fill("")
    desk.check_all()
    verdicts = {name: desk.row(name).locator("i").inner_text() for name in NAMES}
    assert verdicts["Morphy"] == "sound" != verdicts["cooked"] and all(verdicts.values())
    desk.press(desk.row("three"))
    desk.drag("f3", "g3")
    changed = desk.fen()
    desk.press(desk.row("Morphy"), desk.row("three"))
    assert desk.fen() == changed and desk.marks() == [1] and desk.warned()
    desk.reload(4)
    assert desk.fen() == changed and desk.value("file-name") == "four.epd"


FACTS = {"author": "A. Author & B. Other", "source": "Die Schwalbe", "year": "1999", "award": "1st Prize", "keywords": "Zugzwang, Switchback",
         "comment": "First line\nwith \"quotes\", and a second"}


def test_fields(desk):
    """The fields survive a file in each form that has them; an author is no reason for another verdict."""
    desk.drop("four.epd", FILE, 4)
    desk.check_all()
    desk.open("#facts")
    for name, text in FACTS.items():
        desk.fill(name, text)
    assert desk.rows.locator("i").count() == 4
    for form, ending in (("olive", "olv"), ("diagrams", "epd"), ("pgn", "pgn")):
        desk.fill("file-name", "My problems")
        name, data = desk.save(form)
        assert name == f"My problems.{ending}" and not desk.warned() and not desk.marks() and desk["unsaved"].inner_text() == ""
        if form == "olive":
            for word in ("keywords:", '- "Switchback"', "comments:", '- "First line"', "year: 1999", 'distinction: "1st Prize"', '- "B. Other"'):
                assert word in data.decode()
        desk.drop(name, data)
        expect(desk["file-name"]).to_have_value(name)
        assert {name: desk.value(name) for name in FACTS} == FACTS and desk.value("name") == "Morphy"


@pytest.mark.parametrize("name, text, has_words", [
    ("one.olv", "---\nalgebraic: {white: [Kc8, Ra1, Pb6], black: [Ka8, Bb8, Pa7, Pb7]}\nstipulation: \"#2\"\ncomments: [seen]\n"
                "keywords: [Old, Known]\n", True),
    ("one.inp", "BeginProblem\nAuthor X\nStipulation #2\nPieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7 Pb7\nEndProblem\n", False),
    ("one.pgn", f'[Event "x"]\n[White "X"]\n[SetUp "1"]\n[FEN "{MORPHY.split(" Stip")[0]} 0 1"]\n[Stipulation "#2"]\n'
                '[Keywords "Old, Known"]\n\n{seen} *\n', True),
    ("one.epd", FILE[0] + "\n", False)])
def test_opened(desk, name, text, has_words):
    desk.drop(name, text.encode())
    expect(desk["file-name"]).to_have_value(name)
    assert desk.ranks() == MORPHY.split()[0] and desk.value("stipulation") == "#2"
    assert not has_words or (desk.value("keywords"), desk.value("comment")) == ("Old, Known", "seen")


def test_solutions_that_are_meant(desk):
    """Their number is read, asked, changed, saved; a number that an answer found is not the author's."""
    def verdicts():
        desk.check_all()
        listed = desk.rows.first.locator("i").inner_text()
        desk.solve()
        expect(desk["verdict"]).not_to_be_empty()
        return listed, desk["verdict"].inner_text()

    desk.drop("two.epd", [COUNTED], 1)
    expect(desk["solutions"]).to_have_value("2")
    for text, due in ((None, "sound"), ("3", "count"), ("1", "cooked"), ("", "several"), ("0", "several")):
        if text is not None:
            desk.fill("solutions", text)
        assert verdicts() == (due, f"Check: {due}"), text
    assert desk.value("solutions") == ""
    for form, place, due in (("olive", "intended-solutions: 2", "2"), ("diagrams", "Count 2;", "2"), ("pgn", '"h#2 2.1"', "2"), ("epd", "Count 2", "")):
        desk.fill("solutions", "2")
        desk.fill("file-name", f"from {form}")
        name, data = desk.save(form)
        desk.drop(name, data)
        expect(desk["file-name"]).to_have_value(name)
        assert place in data.decode() and desk.value("solutions") == due
    desk.drop("morphy.epd", FILE[:1], 1)
    desk.open("#twins-more")
    desk.fill("twins", "b) -Pb6")
    assert verdicts() == ("no solution", "Check: a) sound, b) no solution")


def test_another_problem(desk):
    """Another problem has nothing of the one before: neither its twins nor the number of its solutions."""
    said = lambda: (desk.value("twins"), desk.value("solutions"))
    ways = [desk.clear, lambda: desk.put(COUNTED.replace("Count 2; ", "")), lambda: desk.press(desk["example"]),
            lambda: desk.fill("fen", "7k/8/8/4K3/8/8/6Q1/8 w - - #2"), lambda: desk.fill("fen", TWINNED.split(" Stip")[0].replace("3K4", "2K5"))]
    for act in ways:
        desk.put(TWINNED)
        desk.fill("solutions", "2")
        desk.open("#twins-more")
        desk.fill("twins", "b) Ph3-g3")
        act()
        until(lambda: desk.fen().split()[0] != TWINNED.split()[0])
        expect(desk["solve"]).to_be_visible()
        # Another position of the same problem keeps its twins.
        assert said() == (("b) Ph3-g3", "2") if act == ways[-1] else ("", ""))


def test_what_cannot_be_written(refusals, desk):
    """A problem that cannot be written is named with its number and the reason; the others are saved."""
    desk.drop("both.epd", [COUNTED, TWINNED, 'kbK5/pp6/1P6/8/8/8/8/R7 w - - Stip "#2"; id "third";'], 3)
    desk.press(desk.row("twinned"))
    desk.open("#twins-more")
    desk.fill("twins", "b) Pg3-g4")
    desk.press(desk.row("third"))
    desk.fill("name", "third and last")
    due = "No. 2 twinned was not saved: there is no man on g3"
    for form in ("olive", "diagrams", "popeye", "pgn", "text"):
        desk.fill("file-name", "both")
        _, data = desk.save(form)
        expect(desk["export-said"]).to_have_text(due)
        assert b"two" in data and b"third" in data and b"twinned" not in data
        desk.press(desk["export-cancel"])
    assert desk.marks() == [1] and desk["unsaved"].inner_text() == "Not saved: twinned"
    for name in ("two", "third and last"):
        desk.press(desk.row(name), desk["delete"])
    desk.press(desk["export"])
    desk["form"].select_option("olive")
    desk.press(desk["export-take"])
    expect(desk["export-said"]).to_have_text(due.replace("2", "1"))


# The forms in the dialogue, and the required contents of each file.
FORMS = {"pgn": '[White "?"]', "olive": "algebraic", "epd": "bm Ra6", "diagrams": "Stip", "svg": "<svg", "latex": "\\begin{document}",
         "html": "<!DOCTYPE html>", "text": "1.Ra6!", "popeye": "BeginProblem", "certificate": "", "json": '"keys"', "tsv": "\t", "png": "PNG"}


def test_every_form(desk, solver, tmp_path):
    """Each form is saved by the dialogue; Olive and EPD are read back by the program."""
    desk.drop("four.epd", FILE, 4)
    for form, word in FORMS.items():
        one = form in ("svg", "png")
        desk.press(desk["export"])
        desk["form"].select_option(form)
        expect(desk["save-name"]).to_have_value("Morphy" if one else "four")
        desk.press(desk["export-cancel"])
        name, data = desk.save(form, **({} if one else {"all": True}))
        assert len(data) > 60 and word.encode() in data, name
        # A certificate leaves the dialogue open, with the reason why some problem is not in it.
        if desk["export-dialog"].is_visible():
            desk.press(desk["export-cancel"])
        if form in ("olive", "epd"):
            (tmp_path / name).write_bytes(data)
            run = subprocess.run([solver, "-b", "--no-time", tmp_path / name], capture_output=True, text=True)
            assert "bm Ra6" in run.stdout and run.stdout.count("\n") >= 4
    assert not desk.warned()


OLIVE = """---
algebraic:
  white: [Ke5, Qg2] # here
  black: [Kh8]
comments: [seen]
keywords:
- Model mates
solution: |2-
  1.Qg2-g3 !
stipulation: "#2"
# end
---
algebraic: {white: [Ka1, Gb2], black: [Kh8]}
keywords: [Fairy]
stipulation: "#2"
"""


def test_olive_is_kept(desk):
    """A file of Olive in which a name was changed: everything else stays, also after a reload."""
    desk.drop("two.olv", OLIVE.encode(), 2)
    desk.fill("name", "T")
    desk.reload(2)
    assert desk.save("olive", all=True, solved=False)[1].decode() == OLIVE.replace("# end\n", 'title: "T"\n# end\n')


LIMITS = {"seconds": "7", "nodes": "5", "memory": "3"}


def test_limits(desk):
    """Limits are remembered, also in another tab, and apply to the program."""
    desk.open("#limits")
    for name, value in LIMITS.items():
        desk.fill(name, value)
    desk["live"].check()
    desk.reload()
    expect(desk["live"]).to_be_checked()
    desk["live"].uncheck()
    said = desk.all("#limits summary").inner_text()
    assert all(desk.value(name) == value and value in said for name, value in LIMITS.items())
    desk.put("5R2/8/2pB4/8/6k1/3K4/6P1/5n2 w - - #8")
    desk.solve()
    assert "1." not in desk["sheet"].inner_text(), "five nodes are not enough"
    other = type(desk)(desk.page.context.new_page(), desk.address)
    assert other.value("seconds") == "7"
    other.open("#limits")
    for name in LIMITS:
        other.fill(name, "")
    other.page.close()
    expect(desk["nodes"]).to_have_value("")
    expect(desk["seconds"]).to_have_value("60")


# The times of 300 frames, the list scrolled by `by` points in each; then it is at its end.
SCROLL = """async (by) => {
  const list = document.getElementById('list');
  const frame = () => new Promise(requestAnimationFrame);
  const times = [];
  let before = await frame();
  while (times.length < 300) {
    list.scrollTop += by;
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  list.scrollTop = list.scrollHeight;
  await frame();
  return times.slice(2);
}"""


def test_ten_thousand_problems_scroll(desk):
    desk.drop("many.epd", [f'{FILE[n % 4].split(" id")[0]} id "problem {n + 1}";' for n in range(10_000)])
    expect(desk["tally"]).to_contain_text("10,000", timeout=60_000)
    still, frames = (sorted(desk.run(SCROLL, step)) for step in (0, 397))
    late = lambda times: sum(time > 34 for time in times)
    assert frames[150] < max(20, 1.3 * still[150]) and late(frames) <= late(still) + 6
    expect(desk.rows.last).to_contain_text("problem 10000")
    assert desk.rows.count() < 100


def test_the_file_of_the_command_line(only_server, serve, open_desk, tmp_path):
    """It is there; edits in it survive a reload; and a file without a problem is named."""
    path = tmp_path / "given.epd"
    path.write_text("\n".join(FILE) + "\n")
    desk = open_desk(serve(path).address)
    expect(desk.rows).to_have_count(4)
    assert desk.value("file-name") == "given.epd"
    desk.drag("c8", "d8")
    changed = desk.fen()
    desk.reload(4)
    assert desk.fen() == changed and desk.marks() == [0]
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(range(256)) * 400)
    desk = open_desk(serve(path).address)
    expect(desk["notice"]).to_contain_text("binary data")
    assert desk.rows.count() == 0
