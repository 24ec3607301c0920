"""The list as a composer's collection: problems are added, moved, checked, searched, undone, named, saved, read back."""
import pytest
from playwright.sync_api import expect

from desk import FILE, NAMES, both, until

MINE = "8/8/8/4k3/8/2K5/8/QQ6"
COUNTED = '1bk1K3/n5N1/7r/8/2p5/8/3B4/8 b - - Stip "h#2"; Count 2; id "two";'
TWINNED = '3K4/p4k2/2p5/2N5/8/B6p/2RQ4/8 w - - Stip "#2"; id "twinned";'


@both
def test_a_new_user(desk):
    """The example, a man that stays in hand, the names of the buttons, a problem added to a list that did not exist."""
    desk.press("example")
    desk.answered()
    assert "1.Qf6!" in desk.text("sheet").replace(" ", "")
    desk.press(desk.all("#sheet .move").first)
    expect(desk["take"]).to_have_text("Analyse on the board")
    moved = desk.ranks()
    desk.press("take")
    until(lambda: desk.fen().split()[0], moved)
    assert desk.all(".choice span").all_inner_texts() == ["White to move", "Black to move"]
    desk.clear()
    for man, squares in (("wQ", ("a1", "b1")), ("wK", ("c3",)), ("bK", ("e5",))):
        desk.press(desk.man(man), *squares, desk.man(man), "h8", "h8")
    assert desk.ranks() == MINE, "a man that is picked again stays in hand"
    desk.press(desk.man(""))
    desk.fill("name", "Mine")
    expect(desk["unsaved"]).to_contain_text("the problem on the board")
    desk.press("add")
    until(desk.names, ["Mine"])
    said = desk.text("unsaved")
    assert desk.marks() == [0] and "Mine" in said and "on the board" not in said and desk.warned()
    desk.press("duplicate")
    until(desk.names, ["Mine", "Mine"])
    desk.drag("a1", "a2")
    desk.fill("name", "Version")
    copy = desk.ranks()
    assert desk.names() == ["Mine", "Version"] and copy != MINE
    desk.press(desk.row("Mine"))
    assert desk.ranks() == MINE
    desk.press("delete")
    until(desk.names, ["Version"])
    assert "Mine" in desk.text("notice") and desk.ranks() == copy
    desk.press("undo")
    until(desk.names, ["Mine", "Version"])
    assert desk.ranks() == MINE
    for button in ("undo", "redo"):
        while desk[button].is_enabled():
            desk.press(button)
    assert desk.names() == ["Version"] and desk.ranks() == copy, "all undone and done again"
    desk.press("undo")
    desk.reload(2)
    assert desk.names() == ["Mine", "Version"] and desk.warned()


@both
def test_the_list_is_arranged(desk):
    """Problems are moved by buttons, keys and dragging; each move is undone."""
    def arranged(act, *due):
        act()
        until(desk.names, list(due))
        assert desk.warned() and desk.text("unsaved")
        desk.press("undo")
        until(desk.names, NAMES)

    desk.drop("four.epd", FILE, 4)
    assert desk.names() == NAMES and not desk.warned() and desk.text("unsaved") == ""
    arranged(lambda: desk.press("down"), "three", "Morphy", "cooked", "help")
    assert not desk.warned()
    if not desk.touch:
        desk.press(desk.row("cooked"))
        desk["list"].focus()
        arranged(lambda: desk.keys("Alt+ArrowUp"), "Morphy", "cooked", "three", "help")
        desk["list"].focus()
        arranged(lambda: desk.keys("Delete"), "Morphy", "three", "help")
    row = desk.row("Morphy").locator(".grip") if desk.touch else desk.row("Morphy")
    arranged(lambda: desk.drag(row, desk.row("help")), "three", "cooked", "help", "Morphy")
    desk.press(desk.row("three"))
    before = desk.fen()
    desk.drag("f3", "g3")
    assert "three" in desk.text("unsaved") and desk.page.title().startswith("• four.epd")
    desk.press(desk.row("help"), "undo", "undo")
    assert desk.fen() == before and not desk.warned() and not desk.marks(), "undone after another problem was viewed"


FACTS = {"author": "A. Author & B. Other", "source": "Die Schwalbe", "year": "1999", "award": "1st Prize", "keywords": "Zugzwang, Switchback",
         "comment": "First line\nwith \"quotes\", and a second", "name": "own", "solutions": "2"}


def test_fields(desk):
    """The fields survive a file in each form that has them; an author is no reason for another verdict."""
    desk.drop("four.epd", FILE, 4)
    desk.check_all()
    desk.press(desk.row("help"))
    for name, text in FACTS.items():
        assert desk.rows.locator("i").count() == 4
        desk.fill(name, text)
    for form, ending in (("olive", "olv"), ("diagrams", "epd"), ("pgn", "pgn")):
        desk.fill("file-name", "My problems")
        name, data = desk.save(form, all=True)
        assert name == f"My problems.{ending}" and not desk.warned() and not desk.marks() and desk.text("unsaved") == ""
        if form == "olive":
            for word in ("keywords:", '- "Switchback"', "comments:", '- "First line"', "year: 1999", 'distinction: "1st Prize"', '- "B. Other"'):
                assert word in data.decode()
        desk.drop(name, data)
        expect(desk["file-name"]).to_have_value(name)
        desk.press(desk.row("own"))
        assert {name: desk.value(name) for name in FACTS} == FACTS and desk.value("stipulation") == "h#2"


def test_solutions_that_are_meant(desk):
    """Their number is read, asked and changed; a number that an answer found is not the author's."""
    def verdicts():
        desk.check_all()
        listed = desk.rows.first.locator("i").inner_text()
        desk.solve()
        expect(desk["verdict"]).not_to_be_empty()
        return listed, desk.text("verdict")

    desk.drop("two.epd", [COUNTED], 1)
    expect(desk["solutions"]).to_have_value("2")
    for text, due in ((None, "sound"), ("3", "count"), ("1", "cooked"), ("", "several"), ("0", "several")):
        if text is not None:
            desk.fill("solutions", text)
        assert verdicts() == (due, f"Check: {due}"), text
    assert desk.value("solutions") == ""
    desk.drop("found.epd", desk.save("epd", all=True)[1])
    expect(desk["file-name"]).to_have_value("found.epd")
    assert desk.value("solutions") == ""
    desk.drop("morphy.epd", FILE[:1], 1)
    desk.fill("twins", "b) -Pb6")
    assert verdicts() == ("no solution", "Check: a) sound, b) no solution")


@pytest.mark.parametrize("act, kept", [
    (lambda desk: desk.clear(), ("", "")),
    (lambda desk: desk.put(COUNTED.replace("Count 2; ", "")), ("", "")),
    (lambda desk: desk.press("example"), ("", "")),
    (lambda desk: desk.fill("fen", "7k/8/8/4K3/8/8/6Q1/8 w - - #2"), ("", "")),
    (lambda desk: desk.fill("fen", TWINNED.split(" Stip")[0].replace("3K4", "2K5")), ("b) Ph3-g3", "2")),
], ids=["new", "pasted", "example", "written", "changed"])
def test_another_problem(desk, act, kept):
    """Another problem has nothing of the one before; another position of the same problem keeps twins and solutions."""
    desk.put(TWINNED)
    desk.fill("solutions", "2")
    desk.fill("twins", "b) Ph3-g3")
    act(desk)
    until(lambda: desk.fen().split()[0] != TWINNED.split()[0])
    expect(desk["solve"]).to_be_visible()
    assert (desk.value("twins"), desk.value("solutions")) == kept


def test_what_cannot_be_written(refusals, desk):
    """A problem that cannot be written is named with its number and the reason; the others are saved."""
    desk.drop("both.epd", [COUNTED, TWINNED, 'kbK5/pp6/1P6/8/8/8/8/R7 w - - Stip "#2"; id "third";'], 3)
    desk.press(desk.row("twinned"))
    desk.fill("twins", "b) Pg3-g4")
    desk.press(desk.row("third"))
    desk.fill("name", "third and last")
    due = "No. 2 twinned was not saved: there is no man on g3"
    _, data = desk.save("olive")
    expect(desk["export-said"]).to_have_text(due)
    assert b"two" in data and b"third" in data and b"twinned" not in data
    desk.press("export-cancel")
    assert desk.marks() == [1] and desk.text("unsaved") == "Not saved: twinned"
    for name in ("two", "third and last"):
        desk.press(desk.row(name), "delete")
    desk.press("export")
    desk["form"].select_option("olive")
    desk.press("export-take")
    expect(desk["export-said"]).to_have_text(due.replace("2", "1"))


# The forms in the dialogue, and the required contents of each file.
FORMS = {"pgn": '[White "?"]', "olive": "algebraic", "epd": "bm Ra6", "diagrams": "Stip", "svg": "<svg", "latex": "\\begin{document}",
         "html": "<!DOCTYPE html>", "text": "1.Ra6!", "popeye": "BeginProblem", "certificate": "", "json": '"keys"', "tsv": "\t", "png": "PNG"}


def test_every_form(desk):
    """Each form is saved by the dialogue, under a name that it proposes; tests/window has the contents."""
    desk.drop("four.epd", FILE, 4)
    for form, word in FORMS.items():
        one = form in ("svg", "png")
        name, data = desk.save(form, **({} if one else {"all": True}))
        assert len(data) > 60 and word.encode() in data and name.startswith("Morphy." if one else "four."), name
        # A certificate leaves the dialogue open, with the reason why some problem is not in it.
        if desk["export-dialog"].is_visible():
            desk.press("export-cancel")
    assert not desk.warned()


OLIVE = """---
algebraic:
  white: [Ke5, Qg2] # here
  black: [Kh8]
comments: [seen]
keywords: [Old, Known]
solution: |2-
  1.Qg2-g3 !
stipulation: "#2"
# end
---
algebraic: {white: [Ka1, Gb2], black: [Kh8]}
stipulation: "#2"
"""


def test_olive_is_kept(desk):
    """A file of Olive in which a name was changed: everything else stays, also after a reload."""
    desk.drop("two.olv", OLIVE.encode(), 2)
    assert (desk.value("keywords"), desk.value("comment")) == ("Old, Known", "seen")
    desk.fill("name", "T")
    desk.reload(2)
    assert desk.save("olive", all=True, solved=False)[1].decode() == OLIVE.replace("# end\n", 'title: "T"\n# end\n')


LIMITS = {"seconds": "7", "nodes": "5", "memory": "3"}


def test_limits(desk):
    """Limits are remembered, also in another tab, and apply to the program."""
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
    assert "1." not in desk.text("sheet"), "five nodes are not enough"
    other = type(desk)(desk.page.context.new_page(), desk.address)
    assert other.value("seconds") == "7"
    for name in LIMITS:
        other.fill(name, "")
    other.page.close()
    expect(desk["nodes"]).to_have_value("")
    expect(desk["seconds"]).to_have_value("60")


# The times of 300 frames, the list scrolled by `by` points in each; then it is at its end.
SCROLL = """async (by) => {
  const list = document.getElementById('list');
  const times = [];
  for (let before; times.length < 302; list.scrollTop += by) {
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  list.scrollTop = list.scrollHeight;
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


def test_the_file_of_the_command_line(serve, open_desk, tmp_path):
    """It is there; edits in it survive a reload; and a file without a problem is named."""
    path, photograph = tmp_path / "given.epd", tmp_path / "photo.jpg"
    path.write_text("\n".join(FILE) + "\n")
    desk = open_desk(serve(path).address)
    expect(desk.rows).to_have_count(4)
    assert desk.value("file-name") == "given.epd"
    desk.drag("c8", "d8")
    changed = desk.fen()
    desk.reload(4)
    assert desk.fen() == changed and desk.marks() == [0]
    photograph.write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(1000))
    desk = open_desk(serve(photograph).address)
    expect(desk["notice"]).to_contain_text("binary data")
    assert desk.rows.count() == 0
