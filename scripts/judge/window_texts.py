"""The texts of the page of `solver window` in every language: no table lacks one, and none is untranslated on the page."""
import html.parser
import re

from .window_keep import FILE
from .window_page import Page, Window, pause

TABLES = ("de", "fr")
# Names and signs that are the same everywhere, and identifiers of scripts.
SAME = {"keymove", "keymove.", "English", "Deutsch", "Français", "FEN", "EPD", "PGN", "MB", "LaTeX", "JSON", "Olive", "Popeye", "Stip ", "Variant ", "Count"}
REASONS = "export const reasons"
ENTRY = re.compile(r"(?m)^  '([^'\n]*)': '([^'\n]*)',$")
LITERAL = re.compile(r"//[^\n]*|/\*.*?\*/|'((?:[^'\\\n]|\\.)*)'|`[^`]*`", re.S)
# Strings that look like text for a reader: words separated by a space, a capitalised word, a place for a value.
TEXT = re.compile(r"[A-Za-z]{2,},? [a-z{]|^[A-Z][a-z]+( |$)|\w \{\d|\{\d\}.* \w|[a-z]\.$")
NAMES = re.compile(r"^(Arrow|Page)?(Left|Right|Up|Down|Enter|Escape|Home|End|Delete|Backspace|Tab|Control|Shift)$|^Content-Type$|^Abort|^Timeout|^Files?$|:not\(")
# Words of style and of the machine: classes, kinds of events, selectors, Popeye's words in an example.
MACHINE = re.compile(r"^[a-z-]+(,? [a-z-]+)*$|:not\(")


class Texts(html.parser.HTMLParser):
    """The texts of the page, and its attributes that users read."""

    def __init__(self):
        super().__init__()
        self.found, self.off = [], False

    def handle_starttag(self, tag, attrs):
        self.off = tag in ("script", "title", "style")
        self.found += [value for name, value in attrs if name in ("title", "aria-label", "placeholder", "label")]

    def handle_endtag(self, tag):
        self.off = False

    def handle_data(self, data):
        if not self.off:
            self.found.append(" ".join(data.split()))


def table(page, name):
    return dict(ENTRY.findall((page / f"{name}.js").read_text().split(REASONS)[0]))


def literals(file):
    return [found[1] for found in LITERAL.finditer(file.read_text()) if found[1] is not None]


def static(here, expect):
    page = here / "src/window/page"
    tables = {name: table(page, name) for name in TABLES}
    first, *others = tables.values()
    expect(f"texts: {len(first)} texts in each of {', '.join(tables)}", len(first) > 150 and all(list(other) == list(first) for other in others))
    places = lambda text: sorted(re.findall(r"\{\d\}", text))
    wrong = [key for one in tables.values() for key, text in one.items() if places(key) != places(text) or not text]
    expect(f"texts: placeholders are the same in every language {wrong or ''}", not wrong)
    program = [line.split("\t")[0] for line in (here / "src/records/cause/reasons.tsv").read_text().splitlines()]
    known = [[re.sub(r"\{\d\}", "{}", key) for key, _ in ENTRY.findall((page / f"{name}.js").read_text().split(REASONS)[1])] for name in TABLES]
    expect(f"texts: the program's {len(program)} reasons in each of {', '.join(TABLES)}", len(program) > 40 and all(one[:len(program)] == program for one in known) and known[0] == known[1])
    reader = Texts()
    reader.feed((page / "index.html").read_text())
    scripts = [file for file in [*page.glob("*.js"), here / "src/window/browser/backend.js"] if file.stem not in TABLES]
    said = {text for file in scripts for text in literals(file)}
    shown = {text for text in reader.found if re.search(r"[A-Za-z]{2}", text) and not re.fullmatch(r"[a-z-]*[#=]\d.*", text)}
    missing = sorted(text for text in shown - set(first) - SAME if not text.startswith("b) "))
    expect(f"texts: of {len(shown)} texts of index.html none is missing {missing or ''}", not missing)
    stray = sorted(text for text in said - set(first) - SAME if TEXT.search(text) and not NAMES.search(text)
                   and (not MACHINE.match(text) or re.search(r"\b(the|of|is|not|to|and|in|a)\b", text)))
    expect(f"texts: of {len(said)} literals of {len(scripts)} scripts none is a text without translation {stray or ''}", not stray)
    source = " ".join(file.read_text() for file in scripts)
    called = set(re.findall(r"\b(?:t|counted)\((?:[^'()]*, )?'([^']*)'|\bentitle\([^']*'[^']*', '([^']*)'", source))
    called = {text or other for text, other in called}
    missing = sorted(called - set(first))
    expect(f"texts: of {len(called)} texts asked for by scripts none is missing {missing or ''}", not missing)
    unused = sorted(set(first) - said - shown - PROGRAM)
    expect(f"texts: none is left over {unused or ''}", not unused)


# Verdicts are the program's words.
PROGRAM = {"sound", "illegal", "no solution", "short", "key", "avoided", "try", "line", "cooked", "count", "dual", "several", "undecided", "unread",
           "unclaimed", "unsupported", "unknown"}

# Every text that can be read on the page now, including labels; a user's own text in a field is left out.
SHOWN = """
const found = new Set();
const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (nodes.nextNode()) if (!nodes.currentNode.parentElement.closest('#list, #sheet, script')) found.add(nodes.currentNode.data.trim().replace(/\\s+/g, ' '));
for (const name of ['title', 'aria-label', 'placeholder', 'label']) for (const e of document.querySelectorAll('[' + name + ']')) found.add(e.getAttribute(name));
return [...found];
"""


def english(page, known, own):
    """The English texts that the page shows although another language was chosen."""
    return sorted(text for text in page.run(SHOWN) if text in known and known[text] != text and text not in own)


# Inputs that are refused, each with a word of the answer in German and in French.
REFUSED = {"8/8/8/8/8/8/8/K7 w - -": ("König", "roi"), "hello world": ("keine Stellung", "aucune position"),
           "kbK5/pp6/1P6/8/8/8/8/X7 w - -": ("Stein", "pièce"), "kbK5/pp6/1P6/8/8/8/8/D7 w - -": ("die Dame", "la dame"),
           "[Event \"x\"]\n\n1. e4 *": ("ohne Stellungen", "sans positions")}


def told_in(page, name, expect):
    """Refusals of pasted text are in the language of the page."""
    english = []
    for text, words in REFUSED.items():
        before = page.by("notice").text + page.by("illegal").text
        page.paste(text)
        page.wait(lambda: page.by("notice").text + page.by("illegal").text != before)
        pause(0.3)
        said = page.by("notice").text + page.by("illegal").text
        if words[TABLES.index(name)] not in said:
            english.append((text, said))
    expect(f"texts: {name}: {len(REFUSED)} refusals in the language of the page {english or ''}", not english)
    return []


def live(solver, here, expect):
    tables = {name: table(here / "src/window/page", name) for name in TABLES}
    with Window(solver) as window:
        for name, words in tables.items():
            with Page(window.address, languages=name) as page:
                begun = page.by("solve").text
                expect(f"texts: a browser of {name} has the page in it: {begun!r}", begun == words["Solve"] and page.run("return document.documentElement.lang") == name)
                found = english(page, words, set(words.values()))
                page.put(FILE[1])
                page.solve()
                found += english(page, words, set(words.values()))
                found += told_in(page, name, expect)
                page.drop("four.epd", FILE, 4)
                found += english(page, words, set(words.values()))
                expect(f"texts: {name}: no English is left on the page {sorted(set(found)) or ''}", not found)
                page.cdp("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
                wide = page.run("return document.documentElement.scrollWidth")
                expect(f"texts: {name}: on a phone nothing is wider than the window ({wide})", wide <= 360)
                page.run("document.getElementById('check-all').click()")
                page.wait(lambda: page.by("check-all").text == words["Check all"])
                page.choose("language", "en")
                page.wait(lambda: page.by("solve").text == "Solve")
                left = [text for text in page.run(SHOWN) if text in set(words.values()) - set(words)]
                expect(f"texts: {name}: English is chosen after a check, nothing else is left {left or ''}", not left)
                page.load()
                expect(f"texts: {name}: English was chosen, and remains after a reload: {page.by('solve').text!r}", page.by("solve").text == "Solve")


def texts(solver, here, expect):
    static(here, expect)
    live(solver, here, expect)
