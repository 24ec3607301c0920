"""A user at the page of `solver window`, and the program's own answers."""
import re
import subprocess
import time

import chess
import pytest
from playwright.sync_api import expect

EMPTY = "8/8/8/8/8/8/8/8"
MORPHY = 'kbK5/pp6/1P6/8/8/8/8/R7 w - - Stip "#2";'
# Five problems: the first by Paul Morphy, the others found by chance.
PROBLEMS = [
    ("#2", "kbK5/pp6/1P6/8/8/8/8/R7 w - -", dict(tries=1, set_play=True)),
    ("#3", "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -", dict(tries=1, set_play=True)),
    ("s#3", "5R2/6q1/5b2/8/4R2P/7K/p6Q/2b1Nk2 w - -", dict()),
    ("h#3", "8/2P1k3/8/8/n7/p7/5K2/8 b - -", dict(set_play=True)),
    ("ser-h#7", "1K6/8/8/6p1/B3k3/8/7p/8 b - -", dict()),
]
FILE = [
    'kbK5/pp6/1P6/8/8/8/8/R7 w - - Stip "#2"; bm Ra6; id "Morphy";',
    '8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q - Stip "#3"; bm Qf6; id "three";',
    '7k/8/5K2/8/8/8/8/R5Q1 w - - Stip "#1"; bm Ra8#; id "cooked";',
    '8/8/8/8/8/2k5/1r6/K6R w - - Stip "h#2"; id "help";',
]
NAMES = ["Morphy", "three", "cooked", "help"]
PHONE = dict(width=360, height=740, touch=True)
both = pytest.mark.parametrize("desk", [{}, PHONE], ids=["desktop", "phone"], indirect=True)


def told(solver, record, *arguments):
    """The program's own answer to a record: the words of its text form below diagram and caption, without the costs."""
    run = subprocess.run([solver, "--no-time", *arguments], input=record + "\n", capture_output=True, text=True, timeout=600)
    body = run.stdout.split("a b c d e f g h\n\n", 1)[1].strip().split("\n")[1:]
    return " ".join(" ".join(line for line in body if not re.fullmatch(r"\d+ (nodes?|Knoten|positions?|nœuds?).*", line)).split())


def men(fen):
    """The men of a FEN by their squares, as the page names them: `wK`."""
    pieces = chess.BaseBoard(fen.split()[0]).piece_map()
    return {chess.square_name(square): "bw"[man.color] + man.symbol().upper() for square, man in pieces.items()}


def until(get, due=True, seconds=60):
    """Waits until `get()` gives `due`."""
    end = time.monotonic() + seconds
    while (found := get()) != due and time.monotonic() < end:
        time.sleep(0.02)
    assert found == due


class Desk:
    """The page, and the actions of a user on it; `desk["id"]` is the element with that id."""

    def __init__(self, page, address, touch=False):
        self.page, self.address, self.touch = page, address, touch
        self.all, self.run = page.locator, page.evaluate
        self.rows = self.all("#list .row")
        page.on("dialog", lambda dialog: dialog.accept())
        # A page that was opened by another one is there already.
        if page.url != address:
            self.load()

    def __getitem__(self, name):
        return self.all(f"#{name}")

    def load(self, rows=0, again=False):
        self.page.reload() if again else self.page.goto(self.address)
        expect(self.all("[role=gridcell][aria-label]")).to_have_count(64)
        if rows:
            expect(self.rows).to_have_count(rows)

    def reload(self, rows=0):
        self.load(rows, True)

    # The board.

    def cell(self, square):
        return self.all(f"[data-square={square}]")

    def man(self, man):
        return self.all(f".man[data-man='{man}']")

    def press(self, *places):
        """Clicks or taps on elements by themselves or their ids, or on squares."""
        for place in places:
            place = self.place(place)
            place.tap() if self.touch else place.click()

    def place(self, place):
        if not isinstance(place, str):
            return place
        return self.cell(place) if re.fullmatch("[a-h][1-8]", place) else self[place]

    def drag(self, place, to):
        place, to = self.place(place), self.place(to)
        if not self.touch:
            return place.drag_to(to)
        # The library's finger only taps.
        to.scroll_into_view_if_needed()
        (x, y), (u, v) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (place.bounding_box(), to.bounding_box()))
        finger = self.page.context.new_cdp_session(self.page)
        for step, kind in enumerate(["touchStart", *4 * ["touchMove"], "touchEnd"]):
            at = [{"x": x + (u - x) * step / 4, "y": y + (v - y) * step / 4}] if step < 5 else []
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    def ranks(self):
        """The men as the table of squares names them, in the form of the ranks of a FEN."""
        board = chess.BaseBoard(None)
        labels = self.all("[role=gridcell]").evaluate_all("cells => cells.map((cell) => cell.ariaLabel).join()")
        for square, color, kind in re.findall(r"(\w\d), (white|black) (\w+)", labels):
            board.set_piece_at(chess.parse_square(square), chess.Piece(chess.PIECE_NAMES.index(kind), color == "white"))
        return board.board_fen()

    def fen(self):
        return self.value("fen")

    def paste(self, text):
        """The event that a browser sends to a page when a user pastes; a headless browser has no clipboard."""
        self.run("text => { document.activeElement.blur(); const d = new DataTransfer(); d.setData('text/plain', text);"
                 "document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: d, bubbles: true, cancelable: true})); }", text)

    def clear(self):
        self.press("new")
        until(self.ranks, EMPTY)

    def put(self, record):
        """Pastes a record, and waits until its position is on the board."""
        self.paste(record)
        expect(self["fen"]).to_have_value(" ".join(record.split()[:4]))

    # The fields.

    def open(self, place):
        """Opens a part of the page that is folded."""
        self.all(place).evaluate("part => { part.open = true; }")

    def fill(self, name, text):
        """Writes into a field, also into one that is folded."""
        for part in self.all("details", has=self[name]).all():
            part.evaluate("part => { part.open = true; }")
        self[name].fill(str(text))
        self[name].blur()

    def value(self, name):
        return self[name].input_value()

    def text(self, name):
        return self[name].inner_text()

    def keys(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def warned(self):
        """Whether a user who leaves the page is warned."""
        return self.run("() => { const e = new Event('beforeunload', {cancelable: true}); dispatchEvent(e); return e.defaultPrevented; }")

    # The list.

    def drop(self, name, contents, rows=0):
        """Drops a file, bytes or lines, on the page, and waits for that many rows in the list, if any."""
        data = contents if isinstance(contents, bytes) else "\n".join(contents).encode()
        self.all("body").drop({"files": {"name": name, "mimeType": "", "buffer": data}})
        if rows:
            expect(self.rows).to_have_count(rows)

    def row(self, name):
        return self.rows.filter(has=self.page.locator("b", has_text=re.compile(rf"^\W*{name}\W*$")))

    def names(self):
        """The names in the list from top to bottom, without marks."""
        names = self.rows.evaluate_all("rows => rows.sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map((row) => row.querySelector('b').textContent)")
        return [name.replace("•", "").strip() for name in names]

    def marks(self):
        """The numbers of the rows that are marked as unsaved."""
        return [number for number, text in enumerate(self.rows.all_text_contents()) if "•" in text]

    def check_all(self):
        self.press("check-all")
        expect(self["check-all"]).to_have_text("Check all", timeout=60_000)

    def save(self, form, **ticks):
        """Saves by the dialogue; returns the name and the bytes of the file."""
        self.press("export")
        self["form"].select_option(form)
        for tick, on in ticks.items():
            self[tick].set_checked(on)
        with self.page.expect_download(timeout=60_000) as saved:
            self.press("export-take")
        return saved.value.suggested_filename, saved.value.path().read_bytes()

    # The solution.

    def ask(self, stipulation, tries=0, set_play=False, duplex=False, seconds=60):
        self.fill("stipulation", stipulation)
        self.fill("seconds", seconds)
        self["tries"].select_option(str(tries))
        self["set-play"].set_checked(set_play)
        self["duplex"].set_checked(duplex)

    def solve(self):
        """Asks, and waits for the answer."""
        self.press("solve")
        self.answered()

    def answered(self):
        expect(self["solution"]).to_be_visible(timeout=600_000)
        expect(self["solve"]).to_be_visible(timeout=600_000)

    def unfolded(self):
        """The words of the whole solution, after everything was unfolded."""
        while self.all("#sheet [aria-expanded=false]").count():
            self["unfold"].click()
        return " ".join(self.text("sheet").split())
