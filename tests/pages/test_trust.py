"""No edit is lost, each tab has its own work, wrong input gets an answer in words, and a browser finds its way in."""
import re
import subprocess

import pytest
from playwright.sync_api import expect

from desk import EMPTY, FILE, NAMES, Desk, until

# Text that no reader should see: a script's words, an option of the command line.
SCRIPT = re.compile(r"undefined|TypeError|Error:|Cannot read|is not a function|null|NaN|\[object|(?:^|\s)--[a-z]|internal:")


def test_a_file(desk):
    """It is searched, checked, edited; an edit belongs to the row of the board, also after rows without one."""
    desk.drop("six.epd", ["hello", *FILE, "8/8 w - -"], 6)
    first = FILE[0].split(" Stip")[0]
    assert desk.fen() == first and desk.value("name") == "Morphy" and "2 of 6" in desk.text("notice")
    desk["filter"].fill("cook")
    expect(desk.rows).to_have_count(1)
    expect(desk.rows).to_contain_text("cooked")
    desk["filter"].fill("")
    desk.check_all()
    verdicts = {name: desk.row(name).locator("i").inner_text() for name in NAMES}
    assert verdicts["Morphy"] == "sound" != verdicts["cooked"] and all(verdicts.values())
    for row in (0, 5, 0):
        desk.press(desk.rows.nth(row))
        told = desk.text("notice")
        assert desk.fen() == first and "board" in told and not SCRIPT.search(told)
    desk.drag("c8", "d8")
    changed = desk.fen()
    assert changed != first and desk.marks() == [1] and desk.warned() and "•" in desk.page.title()
    desk.press(desk.row("three"), desk.row("Morphy"))
    assert desk.fen() == changed
    desk.fill("twins", "b) Kd8-c8")
    desk.press(desk.row("three"), desk.row("Morphy"))
    assert desk.value("twins") == "b) Kd8-c8", "twins are an edit, too"
    # At once: no edit waits for a quiet moment.
    desk.drag("d8", "e8")
    changed = desk.fen()
    desk.reload(6)
    assert desk.fen() == changed and desk.marks() == [1] and desk.value("file-name") == "six.epd"


def test_a_problem_of_no_file(desk):
    desk.drag(desk.man("wK"), "e1")
    assert desk.warned() and "•" in desk.page.title()
    desk.clear()
    assert desk.warned()
    desk.press("undo")
    assert desk.ranks().endswith("4K3") and desk.warned()
    desk.reload()
    assert desk.ranks().endswith("4K3") and desk.warned()


def test_a_large_file(desk):
    """A file for which the browser has no room: edits in it survive a reload, and the page says that it was not kept."""
    problem = FILE[0].split(" id")[0]
    desk.drop("large.epd", [f'{problem} c0 "{"author " * 60}"; id "problem {number}";' for number in range(6000)])
    expect(desk["tally"]).to_contain_text("6,000", timeout=60_000)
    desk.drag("c8", "d8")
    changed = desk.fen()
    expect(desk["unkept"]).to_contain_text("too large")
    desk.reload(1)
    assert desk.fen() == changed and desk.marks() == [0] and desk.warned()


@pytest.mark.parametrize("text", ["{", "[]", "7", '{"problem": {"position": 1}}', '{"problem": null, "file": {"name": "x"}}',
                                  '{"file": {"name": "x", "problems": [{}]}}'])
def test_a_broken_storage(desk, text):
    """The storage has contents that this page would not write: the page starts anew, and works."""
    desk.run("text => addEventListener('pagehide', () => localStorage.setItem(sessionStorage.getItem('keymove.'), text))", text)
    desk.reload()
    desk.put(FILE[0])


@pytest.mark.parametrize("script", [
    "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {get() { throw new DOMException('no', 'SecurityError'); }});",
    "Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError'); };"], ids=["denied", "full"])
def test_no_storage(desk, script):
    desk.page.add_init_script(script)
    desk.reload()
    desk.put(FILE[0])
    desk.drag("c8", "d8")
    expect(desk["unkept"]).to_contain_text("keeps nothing")
    assert desk.warned() and not SCRIPT.search(desk.text("unkept"))


def test_tabs(desk):
    """Two tabs, a duplicated one, one that was closed."""
    def tab(page):
        return Desk(page, desk.address)

    desk.drop("four.epd", FILE, 4)
    desk.drag("c8", "d8")
    mine = desk.fen()
    two = tab(desk.page.context.new_page())
    assert two.fen().startswith(EMPTY) and two.rows.count() == 0
    two.drop("other.epd", FILE[3:], 1)
    two.press("close")
    two.page.wait_for_timeout(600)
    desk.reload(4)
    assert desk.fen() == mine and desk.marks() == [0], "the first has its edits after the second closed its file"
    with desk.page.expect_popup() as opened:
        desk.run("() => { window.open(location.href); }")
    copy = tab(opened.value)
    expect(copy.rows).to_have_count(4)
    until(copy.fen, mine)
    copy.drag("d8", "e8")
    theirs = copy.fen()
    copy.page.wait_for_timeout(600)
    desk.reload(4)
    assert desk.fen() == mine != theirs, "an edit in a duplicate is not in the first"
    copy.reload(4)
    assert copy.fen() == theirs
    copy.page.close()
    new = tab(desk.page.context.new_page())
    expect(new.rows).to_have_count(4)
    assert new.fen() == theirs and new.warned(), "a new tab continues with the unsaved work of a closed one"


FILES = {
    "photo.jpg": b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(range(256)) * 400, "empty.epd": b"",
    "blank.epd": b" \r\n\r\n", "hello.txt": b"hello world\n", "page.html": b"<!DOCTYPE html><p>8/8",
    "zeros.bin": bytes(1000), "paper.pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "link.url": b"https://lichess.org/abcdEFGH/white\n", "table.csv": b"FEN,Name\n",
    "game.pgn": b'[Event "x"]\n[White "y"]\n\n1. e4 e5 2. Nf3 *\n', "broken.gz": b"\x1f\x8b\x08\x00", "other.json": b'{"a": 1}\n', "letter.docx": b"PK\x03\x04" + bytes(50),
    "fairy.olv": b"---\nalgebraic: {white: [Ka1, Gb2], black: [Kh8]}\nstipulation: \"#2\"\n", "wide.txt": "Grüße\n".encode("utf-16"),
    "seven.epd": b"8/8/8/8/8/8/8 w - -\n", "latin.txt": "Gr\xfc\xdfe\n".encode("latin-1"), "picture.bmp": b"BM\x36\0\0\0" + bytes(60), "program.exe": b"MZ\x90\0" + bytes(60),
    "games.pgn": b'[Event "x"]\n\n1. e4 *\n\n[Event "y"]\n\n1. d4 *\n', "song.mp3": b"ID3\x04\0" + bytes(60), "paper.ps": b"%!PS-Adobe\n", "text.rtf": b"{\\rtf1 x}",
}
PASTES = ["https://lichess.org/abcdEFGH", "8/8/8/8/8/8/8 w - -", "lichess.org/analysis?fen=8/8/8/8/8/1k6/8/K7_w", "--help", "solver --final x.pgn", "\ud7ff\ufffe",
          "mate in 2", "lichess.org/training/00008", "hello world", "1. e4 e5", "K", "rnbqkbnr", "8/8/8", "9/8/8/8/8/8/8/8 w - -",
          "\u0000\u0001", "<b>x</b>", "{", "[Event \"x\"]\n\n1. e4 *", "kbK5/pp6/1P6/8/8/8/8/X7 w - -"]
STIPULATIONS = ["", "x", "#", "#0", "h#", "mate", "#-1", "#99999999999", "<b>", "2.5", "h#2.5.5"]


def test_wrong_input(refusals, desk):
    """No opened, pasted or typed text is answered in a script's words, and the board keeps its problem."""
    def answered(act):
        desk.run("() => { document.getElementById('notice').textContent = ''; }")
        act()
        expect(desk["notice"]).to_have_text(re.compile(r"^(?!Reading .* …$)."))
        told = desk.text("notice")
        assert desk.fen() == before and not SCRIPT.search(told) and len(told) > 10, told

    desk.put(FILE[1])
    before = desk.fen()
    for name, data in FILES.items():
        answered(lambda: desk.drop(name, data))
    for text in PASTES:
        answered(lambda: desk.paste(text))
        # A field has no control characters and no ends of lines, unless a script writes them.
        answered(lambda: desk["fen"].evaluate("(field, text) => { field.value = text; field.dispatchEvent(new Event('change')); }", text))
    for text in STIPULATIONS:
        desk.fill("stipulation", text)
        desk.press("solve")
        until(lambda: desk["solve"].is_visible() and (desk["said"].text_content() not in ("", "…") or desk["solution"].is_visible()))
        told = desk["said"].text_content() + desk["sheet"].text_content()
        assert told and not SCRIPT.search(told), text


def test_the_way_in(solver, watch, tmp_path):
    """A browser that `solver window` starts is given a file, which leads to the page; tests/window has the rest."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/part\nmv {tmp_path}/part {tmp_path}/named\nsleep 60\n')
    browser.chmod(0o755)
    home = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "BROWSER": str(browser)}
    with subprocess.Popen([solver, "window"], env=home, stdout=subprocess.PIPE, text=True) as window:
        address = window.stdout.readline().strip()
        until((tmp_path / "named").exists)
        page = watch()
        page.goto((tmp_path / "named").read_text().strip())
        page.wait_for_url(address)
        expect(page.locator("#solve")).to_be_visible()
        assert not list(tmp_path.glob("keymove-window-*")), "the file is gone"
        window.terminate()
