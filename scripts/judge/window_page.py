"""The page of `solver window` in a browser: a person's actions there, and the text that the person reads."""
import base64
import contextlib
import functools
import http.server
import re
import subprocess
import threading
import time

from selenium import webdriver
from selenium.common.exceptions import NoAlertPresentException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# The words of the solution; folded parts are included once they were unfolded.
SHEET = """
const words = [];
const visit = (node) => {
  if (node.nodeType === 3) words.push(node.data);
  else {
    if (/^(LI|P|H3|H4)$/.test(node.tagName)) words.push(' ');
    node.childNodes.forEach(visit);
  }
};
visit(document.getElementById('sheet'));
return words.join('').split(/\\s+/).filter(Boolean).join(' ');
"""
# The men, as the table of squares names them, in the form of the ranks of a FEN.
RANKS = """
const letters = {king: 'k', queen: 'q', rook: 'r', bishop: 'b', knight: 'n', pawn: 'p'};
const men = {};
for (const cell of document.querySelectorAll('[role=gridcell]')) {
  const found = /^(..), (white|black) (\\w+)/.exec(cell.getAttribute('aria-label'));
  if (found) men[found[1]] = found[2] === 'white' ? letters[found[3]].toUpperCase() : letters[found[3]];
}
return [...'87654321'].map(rank => [...'abcdefgh'].map(file => men[file + rank] ?? '1').join('')
  .replace(/1+/g, ones => ones.length)).join('/');
"""


EMPTY = "8/8/8/8/8/8/8/8"
LOADED = "return document.querySelectorAll('[role=gridcell][aria-label]').length === 64"
WARNED = "const e = new Event('beforeunload', {cancelable: true}); dispatchEvent(e); return e.defaultPrevented"
DROP = """
const bytes = Uint8Array.from(atob(arguments[1]), (c) => c.charCodeAt(0));
const data = new DataTransfer();
data.items.add(new File([bytes], arguments[0]));
document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
"""


class Window:
    """`solver window` without a browser: a process and its address."""

    # The page with the solver in it, if that is judged instead of the server.
    site = None

    def __new__(cls, *_):
        return super().__new__(Site if cls.site else cls)

    @classmethod
    def server(cls, solver, *arguments):
        """The native program, whichever page is judged."""
        window = super().__new__(cls)
        window.__init__(solver, *arguments)
        return window

    def __init__(self, solver, *arguments):
        self.process = subprocess.Popen([solver, "window", "--no-browser", *arguments],
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.address = ""
        for line in self.process.stdout:
            found = re.search(r"http://\S+/", line)
            if found:
                self.address = found[0]
                break
        assert self.address, "solver window names no address"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)


class Site(Window):
    """The folder of scripts/package/site behind a simple server of static files; `asked` lists the requests to it."""

    def __init__(self, *_):
        self.asked = []
        self.start(0)

    def start(self, port):
        asked = self.asked

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, _, *words):
                asked.append(self.requestline)

        handler = functools.partial(Handler, directory=self.site)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Page:
    """A browser on the page with the given width; `touch`: fingers instead of a mouse."""

    def __init__(self, address, width=1500, height=950, touch=False, dark=False, languages="en"):
        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--window-size={max(width, 500)},{height}"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.add_experimental_option("prefs", {"download.prompt_for_download": False, "intl.accept_languages": languages})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(300)
        self.touch = touch
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=1)
        self.scheme(dark)
        self.address = address
        self.load()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def load(self):
        self.driver.get(self.address)
        self.wait(lambda: self.run(LOADED))

    def reload(self, rows=None):
        """Loads the page again, and waits for its list."""
        self.driver.refresh()
        # Headless Chromium may leave without asking, since the page had no user input.
        with contextlib.suppress(NoAlertPresentException):
            self.driver.switch_to.alert.accept()
        self.wait(lambda: self.run(LOADED))
        self.wait(lambda: rows in (None, len(self.rows())))

    def cdp(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def scheme(self, dark):
        value = "dark" if dark else "light"
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def by(self, name):
        return self.driver.find_element(By.ID, name)

    def wait(self, is_so, seconds=120):
        return WebDriverWait(self.driver, seconds, 0.02).until(lambda _: is_so())

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def script_errors(self):
        """Errors of the page's scripts, except for a refused request and the question before leaving."""
        return [line for line in self.complaints() if re.search("Error:|Uncaught|Refused to|Violat", line)]

    def save_into(self, folder):
        """Makes or empties the folder, and lets the browser save its files there."""
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        self.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    # Set up.

    def cell(self, square):
        return self.driver.find_element(By.CSS_SELECTOR, f"[data-square={square}]")

    def man(self, man):
        return self.driver.find_element(By.CSS_SELECTOR, f".man[data-man='{man}']")

    def press(self, element):
        """Clicks or taps in the middle of an element."""
        if not self.touch:
            ActionChains(self.driver, 0).move_to_element(element).click().perform()
            return
        x, y = self.middle(element)
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def middle(self, element):
        return self.run("const e = arguments[0]; e.scrollIntoView({block: 'nearest'}); const b = e.getBoundingClientRect();"
                        "return [b.left + b.width / 2, b.top + b.height / 2]", element)

    def drag(self, element, to):
        """Drags from the middle of an element to that of another."""
        if not self.touch:
            ActionChains(self.driver, 20).click_and_hold(element).move_to_element(to).release().perform()
            return
        self.middle(element)
        end = self.middle(to)
        begin = self.run("const b = arguments[0].getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]", element)
        point = lambda x, y: [{"x": x, "y": y}]
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=point(*begin))
        for step in range(1, 5):
            at = [b + (e - b) * step / 4 for b, e in zip(begin, end)]
            self.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=point(*at))
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def keys(self, *keys):
        ActionChains(self.driver, 0).send_keys(*keys).perform()

    def chord(self, key, letter):
        ActionChains(self.driver, 0).key_down(key).send_keys(letter).key_up(key).perform()

    def paste(self, text):
        """The event that a browser sends to a page when a user pastes; a headless browser has no clipboard."""
        self.run("document.activeElement.blur(); const d = new DataTransfer(); d.setData('text/plain', arguments[0]);"
                 "document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: d, bubbles: true, cancelable: true}))", text)

    def clear(self):
        self.press(self.by("new"))
        self.wait(lambda: self.ranks() == EMPTY)

    def put(self, record):
        """Pastes a record, and waits until its position is on the board."""
        self.paste(record)
        self.wait(lambda: self.fen() == " ".join(record.split()[:4]))

    def set_up(self, record):
        """A new problem."""
        self.clear()
        self.put(record)

    def drop(self, name, contents, rows=None):
        """Drops a file, bytes or lines, on the page, and waits for that many rows in the list."""
        data = contents if isinstance(contents, bytes) else "\n".join(contents).encode()
        self.run(DROP, name, base64.b64encode(data).decode())
        self.wait(lambda: rows in (None, len(self.rows())))

    def rows(self):
        return self.driver.find_elements(By.CSS_SELECTOR, "#list .row")

    def marks(self):
        """The numbers of the rows that are marked as unsaved."""
        return [number for number, row in enumerate(self.rows()) if "•" in row.text]

    def warned(self):
        """Whether a user who leaves the page is warned."""
        return self.run(WARNED)

    def ranks(self):
        return self.run(RANKS)

    def fen(self):
        return self.by("fen").get_attribute("value")

    def fill(self, name, text):
        """Writes into a field as a person does: the old text is replaced."""
        field = self.by(name)
        field.click()
        self.chord(Keys.CONTROL, "a")
        field.send_keys(Keys.DELETE, text)
        self.run("arguments[0].blur()", field)

    def choose(self, name, value):
        self.run("const s = document.getElementById(arguments[0]); s.value = arguments[1];"
                 "s.dispatchEvent(new Event('change', {bubbles: true}))", name, str(value))

    def tick(self, name, on=True):
        if self.by(name).is_selected() != on:
            self.run("arguments[0].scrollIntoView({block: 'center'})", self.by(name))
            self.by(name).click()

    # Ask and read.

    def ask(self, stipulation, tries=0, set_play=False, duplex=False, twins="", seconds=60):
        self.fill("stipulation", stipulation)
        self.choose("tries", tries)
        self.tick("set-play", set_play)
        self.tick("duplex", duplex)
        self.run("document.getElementById('twins-more').open = true")
        self.run("const t = document.getElementById('twins'); t.value = arguments[0]; t.dispatchEvent(new Event('input'))", twins)
        self.run("const t = document.getElementById('seconds'); t.value = arguments[0]; t.dispatchEvent(new Event('change'))", seconds)

    def solve(self):
        """Asks, and waits for the answer."""
        self.press(self.by("solve"))
        self.answered()

    def answered(self, seconds=120):
        self.wait(lambda: self.by("solution").is_displayed() and self.by("solve").is_displayed(), seconds)

    def unfolded(self):
        """The whole solution, after everything was unfolded."""
        for _ in range(60):
            if not self.run("return document.querySelectorAll('#sheet [aria-expanded=false]').length"):
                break
            self.by("unfold").click()
        return self.run(SHEET)

    def picture(self, path):
        path.write_bytes(base64.b64decode(self.cdp("Page.captureScreenshot", format="png")["data"]))


def told(solver, record, *arguments):
    """The program's own answer to a record: the words of its text form below diagram and caption, without the costs."""
    run = subprocess.run([solver, "--no-time", *arguments], input=record + "\n", capture_output=True, text=True, timeout=600)
    _, below = run.stdout.split("a b c d e f g h\n\n", 1)
    paragraphs = below.strip().split("\n")
    caption_end = 1
    body = [line for line in paragraphs[caption_end:] if not re.fullmatch(r"\d+ (nodes?|Knoten|positions?|nœuds?).*", line)]
    return " ".join(" ".join(body).split())


def median(values):
    values = sorted(values)
    return values[len(values) // 2]


def pause(seconds):
    time.sleep(seconds)
