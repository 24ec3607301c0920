"""The promises of the page of `solver window` about work and strangers: no edit is lost, each tab has its own work, wrong input
gets an answer in words, foreign text is text, the helping side begins, and the browser needs no secret in its command line."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

from selenium.webdriver.common.by import By

from .window_keep import FILE
from .window_page import EMPTY, RANKS, Page, Window

# Text that no reader should see: a script's words, an option of the command line.
SCRIPT = re.compile(r"undefined|TypeError|Error:|Cannot read|is not a function|null|NaN|\[object|(?:^|\s)--[a-z]|internal:")
HALF = ["hello", *FILE[:2], "8/8 w - -"]


def half(page, expect):
    """A row without a board is chosen, then the board is edited: the edit belongs to that row."""
    page.drop("half.epd", HALF, 4)
    first, told = page.fen(), page.by("notice").text
    expect(f"half a file: the first board is shown; {told!r}", first == FILE[0].split(" Stip")[0] and "2 of 4" in told)
    for row in (0, 3, 0):
        page.press(page.rows()[row])
        told = page.by("notice").text
        expect(f"half a file: row {row + 1}: {told!r}", page.fen() == first and "board" in told and not SCRIPT.search(told))
    page.drag(page.cell("c8"), page.cell("d8"))
    changed = page.fen()
    expect("half a file: an edit after that is marked and warned of", changed != first and page.marks() == [1] and page.warned() and "•" in page.driver.title)
    page.press(page.rows()[2])
    page.press(page.rows()[1])
    expect("half a file: and kept when rows change", page.fen() == changed)
    page.fill("twins", "b) Kd8-c8") if page.by("twins").is_displayed() else page.run(
        "const t = document.getElementById('twins'); t.value = 'b) Kd8-c8'; t.dispatchEvent(new Event('input'))")
    page.press(page.rows()[2])
    page.press(page.rows()[1])
    expect("half a file: twins are an edit, too", page.run("return document.getElementById('twins').value") == "b) Kd8-c8")
    # At once: no edit waits for a quiet moment.
    page.drag(page.cell("d8"), page.cell("e8"))
    changed = page.fen()
    page.reload(4)
    expect("half a file: everything is there after a reload at once", page.fen() == changed and page.marks() == [1])


def loose(page, expect):
    """A problem that belongs to no file and was set up by hand, and then another one."""
    page.drag(page.man("wK"), page.cell("e1"))
    expect("no file: a problem set up by hand is marked and warned of", page.warned() and "•" in page.driver.title)
    page.press(page.by("new"))
    page.wait(lambda: page.ranks() == EMPTY)
    expect(f"no file: in its place a new one: {page.by('notice').text!r}", page.warned())
    page.press(page.by("undo"))
    expect(f"no file: undone: {page.fen()}", page.ranks().endswith("4K3") and page.warned())
    page.reload()
    expect("no file: and there after a reload", page.ranks().endswith("4K3") and page.warned())
    page.put(FILE[0])


def given(solver, out, expect):
    """A file of the command line: edits in it survive a reload; and a file without a problem."""
    path = out / "given.epd"
    path.write_text("\n".join(FILE) + "\n")
    with Window(solver, str(path)) as window, Page(window.address) as page:
        page.wait(lambda: len(page.rows()) == 4)
        page.drag(page.cell("c8"), page.cell("d8"))
        changed = page.fen()
        page.reload(4)
        expect("file of the command line: an edit is there after a reload", page.fen() == changed and page.marks() == [0])
    path = out / "photo.jpg"
    path.write_bytes(PHOTOGRAPH)
    with Window(solver, str(path)) as window, Page(window.address) as page:
        page.wait(lambda: page.by("notice").text != "")
        expect(f"file of the command line: {page.by('notice').text!r}", "binary data" in page.by("notice").text and not page.rows())


def large(page, expect):
    """A file for which the browser has no room: edits in it survive a reload, and the page says that it was not kept."""
    problem = FILE[0].split(" id")[0]
    page.drop("large.epd", "\n".join(f'{problem} c0 "{"author " * 60}"; id "problem {number}";' for number in range(6000)).encode())
    page.wait(lambda: "6,000" in page.by("tally").text)
    page.drag(page.cell("c8"), page.cell("d8"))
    changed = page.fen()
    page.wait(lambda: "too large" in page.by("unkept").text)
    told = page.by("unkept").text
    page.reload(1)
    expect(f"large file: {told!r} {page.by('tally').text}, {page.fen()}", page.fen() == changed and page.marks() == [0] and page.warned())


def broken(page, expect):
    """The storage has contents that this page would not write: the page starts anew, and works."""
    own = page.run("return sessionStorage.getItem('keymove.')")
    for text in ("{", "[]", "7", '{"problem": {"position": 1}}', '{"problem": null, "file": {"name": "x"}}', '{"file": {"name": "x", "problems": [{}]}}'):
        page.run("addEventListener('pagehide', () => localStorage.setItem(arguments_[0], arguments_[1])); var arguments_ = [...arguments]; window.arguments_ = arguments_", own, text)
        page.reload()
        page.put(FILE[0])
    expect("kept: six broken values do not break the page", True)


def tabs(page, expect):
    """Two tabs, a duplicated one, one that was closed."""
    page.drop("four.epd", FILE)
    page.run("window.confirm = () => true")
    page.wait(lambda: len(page.rows()) == 4)
    page.drag(page.cell("c8"), page.cell("d8"))
    mine = page.fen()
    one = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.load()
    expect(f"tabs: a second one begins with nothing of the first: {page.fen()}", page.fen().startswith(EMPTY) and not page.rows())
    page.run("window.confirm = () => true")
    page.drop("other.epd", FILE[3].encode(), 1)
    page.press(page.by("close"))
    time.sleep(0.6)
    two = page.driver.current_window_handle
    page.driver.switch_to.window(one)
    page.reload(4)
    expect("tabs: the first has its edits after the second closed its file", page.fen() == mine and page.marks() == [0])
    page.run("window.open(location.href)")
    page.wait(lambda: len(page.driver.window_handles) == 3)
    copy = next(handle for handle in page.driver.window_handles if handle not in (one, two))
    page.driver.switch_to.window(copy)
    page.wait(lambda: len(page.rows()) == 4 and page.fen() == mine)
    page.drag(page.cell("d8"), page.cell("e8"))
    theirs = page.fen()
    time.sleep(0.6)
    page.driver.switch_to.window(one)
    page.reload(4)
    expect("tabs: an edit in a duplicate is not in the first", page.fen() == mine != theirs)
    page.driver.switch_to.window(copy)
    page.reload(4)
    expect("tabs: and is in the duplicate after a reload", page.fen() == theirs)
    page.driver.close()
    page.driver.switch_to.window(two)
    page.driver.switch_to.new_window("tab")
    page.load()
    page.wait(lambda: len(page.rows()) == 4)
    expect("tabs: a new tab continues with the unsaved work of a closed one", page.fen() == theirs and page.warned())
    page.driver.close()
    page.driver.switch_to.window(two)
    page.driver.close()
    page.driver.switch_to.window(one)


# A browser whose user lets pages store nothing, and one that is full.
DENIED = "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {get() { throw new DOMException('no', 'SecurityError'); }});"
FULL = "Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError'); };"


def unkept(page, expect):
    for name, script in (("denied", DENIED), ("full", FULL)):
        number = page.cdp("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
        page.reload()
        page.set_up(FILE[0])
        page.drag(page.cell("c8"), page.cell("d8"))
        page.wait(lambda: "keeps nothing" in page.by("unkept").text)
        told = page.by("unkept").text
        expect(f"storage {name}: {told!r}; an edit is warned of", page.warned() and not SCRIPT.search(told))
        page.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=number)
        page.run("document.body.classList.remove('unsaved')")
    page.reload()


PHOTOGRAPH = b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(range(256)) * 400
FILES = {
    "photo.jpg": PHOTOGRAPH, "empty.epd": b"", "blank.epd": b" \r\n\r\n", "hello.txt": b"hello world\n", "page.html": b"<!DOCTYPE html><p>8/8",
    "zeros.bin": bytes(1000), "paper.pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "link.url": b"https://lichess.org/abcdEFGH/white\n", "table.csv": b"FEN,Name\n",
    "game.pgn": b'[Event "x"]\n[White "y"]\n\n1. e4 e5 2. Nf3 *\n', "broken.gz": b"\x1f\x8b\x08\x00", "other.json": b'{"a": 1}\n', "letter.docx": b"PK\x03\x04" + bytes(50),
    "fairy.olv": b"---\nalgebraic: {white: [Ka1, Gb2], black: [Kh8]}\nstipulation: \"#2\"\n", "wide.txt": "Grüße\n".encode("utf-16"),
    "seven.epd": b"8/8/8/8/8/8/8 w - -\n", "latin.txt": "Gr\xfc\xdfe\n".encode("latin-1"), "picture.bmp": b"BM\x36\0\0\0" + bytes(60), "program.exe": b"MZ\x90\0" + bytes(60),
    "games.pgn": b'[Event "x"]\n\n1. e4 *\n\n[Event "y"]\n\n1. d4 *\n', "song.mp3": b"ID3\x04\0" + bytes(60), "paper.ps": b"%!PS-Adobe\n", "text.rtf": b"{\\rtf1 x}",
}
PASTES = ["https://lichess.org/abcdEFGH", "8/8/8/8/8/8/8 w - -", "lichess.org/analysis?fen=8/8/8/8/8/1k6/8/K7_w", "--help", "solver --final x.pgn", "\ud7ff\ufffe", "mate in 2", "lichess.org/training/00008", "hello world", "1. e4 e5", "K", "rnbqkbnr", "8/8/8", "9/8/8/8/8/8/8/8 w - -",
          "\u0000\u0001", "<b>x</b>", "{", "[Event \"x\"]\n\n1. e4 *", "kbK5/pp6/1P6/8/8/8/8/X7 w - -"]
STIPULATIONS = ["", "x", "#", "#0", "h#", "mate", "#-1", "#99999999999", "<b>", "2.5", "h#2.5.5"]


def words(page, expect):
    """No opened, pasted or typed text is answered in a script's words, and the board keeps its problem."""
    page.run("window.confirm = () => true")
    page.set_up(FILE[1])
    before = page.fen()
    for name, data in FILES.items():
        page.run("document.getElementById('notice').textContent = ''")
        page.drop(name, data)
        page.wait(lambda: page.by("notice").text not in ("", f"Reading {name} …"))
        told = page.by("notice").text
        expect(f"opened {name}: {told!r}", page.fen() == before and not SCRIPT.search(told) and len(told) > 10)
    for text in PASTES:
        page.run("document.getElementById('notice').textContent = ''")
        page.paste(text)
        page.wait(lambda: page.by("notice").text != "" or page.fen() != before)
        told = page.by("notice").text
        expect(f"pasted {text!r}: {told!r}", page.fen() == before and not SCRIPT.search(told))
        page.run("document.getElementById('notice').textContent = ''; const f = document.getElementById('fen');"
                 "f.value = arguments[0]; f.dispatchEvent(new Event('change'))", text)
        page.wait(lambda: page.by("notice").text != "")
        told = page.by("notice").text
        expect(f"in the field of the FEN: {told!r}", page.fen() == before and not SCRIPT.search(told))
    for text in STIPULATIONS:
        page.fill("stipulation", text)
        page.press(page.by("solve"))
        page.wait(lambda: page.by("solve").is_displayed() and (page.by("said").text not in ("", "…") or page.by("solution").is_displayed()))
        told = page.by("said").text + page.by("sheet").text
        expect(f"asked {text!r}: {told[:80]!r}", not SCRIPT.search(told) and told)
    page.fill("stipulation", "#3")


MARKUP = '<img src=x onerror="window.attacked=1">'


def text_is_text(page, expect):
    """Names, authors, comments and errors in a file that are HTML."""
    page.run("window.confirm = () => true; window.attacked = 0")
    quoted = MARKUP.replace('"', "'")
    lines = [f'{FILE[0].split(" id")[0]} id "{quoted}"; c0 "{quoted}"; c1 "{quoted}";', MARKUP, f"{MARKUP}/8/8/8/8/8/8/8 w - - ;", f'8/8/8/8/8/8/8/8 w - - id "{quoted}"; {quoted};']
    page.drop(f"{quoted}.epd", lines, 4)
    for row in (1, 2, 3, 0):
        page.press(page.rows()[row])
    page.solve()
    olive = f"---\nalgebraic: {{white: [Ke5, Qg2], black: [Kh8]}}\nauthors: ['{MARKUP}']\ntitle: '{MARKUP}'\nstipulation: \"#2\"\n"
    page.drop(f"{quoted}.olv", olive.encode(), 1)
    page.paste(MARKUP)
    time.sleep(0.3)
    images = page.driver.find_elements(By.CSS_SELECTOR, "img, b > *, #notice > *, #list b > *")
    expect(f"foreign text is text: {len(images)} elements of it", not images and not page.run("return window.attacked"))
    page.press(page.by("close"))


SIDES = [("#2", "w"), ("h#2", "b"), ("h#2.5", "w"), ("h#3", "b"), ("#3", "w"), ("ser-h#7", "b"), ("ser-#5", "w"), ("h=2", "b"), ("s#3", "w"), ("hs#3", "w"), ("h#2", "b")]


def sides(page, expect):
    """Choosing a stipulation gives the move to the side that begins; a record's own side is left alone."""
    page.clear()
    page.fill("stipulation", "#2")
    turn = lambda: page.fen().split()[1]
    page.wait(lambda: turn() == "w")
    for stipulation, side in SIDES:
        page.fill("stipulation", stipulation)
        try:
            page.wait(lambda: turn() == side, 5)
        except Exception:
            pass
        expect(f"side: {stipulation} chosen, {turn()} begins", turn() == side)
    page.drag(page.man("wK"), page.cell("e1"))
    page.press(page.by("more"))
    page.press(page.by("less"))
    page.press(page.by("less"))
    before = page.ranks()
    emptied = page.run("document.getElementById('new').click();" + RANKS)
    expect("side: New empties the board at once, whatever the program is busy with", before != EMPTY == emptied)
    stipulation = page.by("stipulation").get_attribute("value")
    page.wait(lambda: turn() == ("b" if "." not in stipulation else "w"))
    expect(f"side: a new problem is {stipulation}, {turn()} begins", turn() == "b")
    page.press(page.by("undo"))
    expect("side: and undone in one step", page.ranks() == before)
    page.press(page.by("redo"))
    page.paste('8/8/8/8/8/2k5/1r6/K6R w - - Stip "h#2";')
    page.wait(lambda: page.ranks() != EMPTY)
    time.sleep(0.5)
    expect(f"side: a record's own side stays, with a message: {page.by('illegal').text!r}", turn() == "w" and "Black" in page.by("illegal").text)
    page.paste("8/8/8/8/8/2k5/1r6/K6R b - -")
    page.wait(lambda: turn() == "b")
    page.fill("stipulation", "#2")
    time.sleep(1)
    expect(f"side: nor does a #2 take the move from Black, whom a FEN gave it: {page.by('illegal').text!r}", turn() == "b")
    page.press(page.by("example")) if page.by("example").is_displayed() else None
    page.fill("stipulation", "#3")
    page.wait(lambda: turn() == "w")


def way_in(solver, expect):
    """A browser that `solver window` starts: it reaches the page, and its command line does not show how."""
    with tempfile.TemporaryDirectory() as home:
        browser = f"chromium --headless=new --no-sandbox --disable-dev-shm-usage --remote-debugging-port=0 --user-data-dir={home}/profile"
        window = subprocess.Popen([solver, "window", "-M", "16"], env={"PATH": "/usr/bin:/bin", "HOME": home, "BROWSER": browser},
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        try:
            address = window.stdout.readline().strip()
            secret = address.split("/")[3]
            port, seen, pages = pathlib.Path(home) / "profile/DevToolsActivePort", set(), []
            for _ in range(600):
                seen |= set(command_lines())
                if port.exists():
                    try:
                        number = port.read_text().split()[0]
                        pages = [one["url"] for one in json.load(urllib.request.urlopen(f"http://127.0.0.1:{number}/json/list"))]
                    except (OSError, ValueError, IndexError):
                        pass
                if address in pages:
                    break
                time.sleep(0.05)
            lines = [line for line in seen if f"file://{home}/keymove-window-".encode() in line]
            place = address.split("/")[2]
            expect(f"way in: the browser came to the page, {len(lines)} command lines name the file, none the page or another way to it",
                   address in pages and lines and not any(word.encode() in line for line in seen for word in (secret, place)))
            left = list(pathlib.Path(home).glob("keymove-window-*"))
            expect(f"way in: the file is gone {left or ''}", not left)
        finally:
            # The browser belongs to the same group.
            os.killpg(window.pid, signal.SIGTERM)
            window.wait(20)
            time.sleep(1)


def command_lines():
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield path.read_bytes()
        except OSError:  # It has ended.
            pass


def trust(solver, out, expect):
    with Window(solver) as window:
        for step in (half, loose, tabs, large, broken, unkept, text_is_text, sides, words):
            with Page(window.address) as page:
                try:
                    step(page, expect)
                except Exception:
                    page.picture(out / "failed.png")
                    raise
                errors = page.script_errors()
                expect(f"{step.__name__}: no error of a script {errors[:2] or ''}", not errors)
    if not Window.site:
        given(solver, out, expect)
        way_in(solver, expect)
