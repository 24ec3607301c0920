"""The texts of the page in every language: no table lacks one, and none is untranslated on the page."""
import re

import pytest
from playwright.sync_api import expect

from conftest import ROOT
from desk import FILE

PAGE = ROOT / "src/window/page"
TABLES = ("de", "fr")
# Names and signs that are the same everywhere, and identifiers of scripts.
SAME = {"keymove", "keymove.", "English", "Deutsch", "Français", "FEN", "EPD", "PGN", "MB", "LaTeX", "JSON", "Olive", "Popeye", "Stip ", "Variant ", "Count"}
LITERAL = re.compile(r"//[^\n]*|/\*.*?\*/|'((?:[^'\\\n]|\\.)*)'|`[^`]*`", re.S)
# Strings that look like text for a reader: words separated by a space, a capitalised word, a place for a value.
TEXT = re.compile(r"[A-Za-z]{2,},? [a-z{]|^[A-Z][a-z]+( |$)|\w \{\d|\{\d\}.* \w|[a-z]\.$")
NAMES = re.compile(r"^(Arrow|Page)?(Left|Right|Up|Down|Enter|Escape|Home|End|Delete|Backspace|Tab|Control|Shift)$|^Content-Type$|^Abort|^Timeout|^Files?$|:not\(")
# Words of style and of the machine: classes, kinds of events, selectors, Popeye's words in an example.
MACHINE = re.compile(r"^[a-z-]+(,? [a-z-]+)*$|:not\(")
# Verdicts are the program's words.
PROGRAM = {"sound", "illegal", "no solution", "short", "key", "avoided", "try", "line", "cooked", "count", "dual", "several", "undecided", "unread",
           "unclaimed", "unsupported", "unknown"}
# Every text that can be read on the page now, including labels; a user's own text in a field is left out.
SHOWN = """() => {
  const found = new Set();
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) if (!nodes.currentNode.parentElement.closest('#list, #sheet, script')) found.add(nodes.currentNode.data.trim().replace(/\\s+/g, ' '));
  for (const name of ['title', 'aria-label', 'placeholder', 'label']) for (const e of document.querySelectorAll('[' + name + ']')) found.add(e.getAttribute(name));
  return [...found];
}"""


def table(desk, name):
    """The texts and the program's reasons in a language."""
    return desk.run("async (name) => { const t = await import(`./${name}.js`); return [t.default, t.reasons]; }", name)


def test_tables(desk):
    (first, other), reasons = zip(*(table(desk, name) for name in TABLES))
    assert list(first) == list(other) and len(first) > 150
    places = lambda text: sorted(re.findall(r"\{\d\}", text))
    assert [text for table in (first, other) for text, words in table.items() if places(text) != places(words) or not words] == []
    program = [line.split("\t")[0] for line in (ROOT / "src/records/cause/reasons.tsv").read_text().splitlines()]
    known = [[re.sub(r"\{\d\}", "{}", text) for text in one] for one in reasons]
    assert known[0] == known[1] and known[0][:len(program)] == program and len(program) > 40
    shown = {text for text in desk.run(SHOWN) if re.search(r"[A-Za-z]{2}", text) and not re.fullmatch(r"[a-z-]*[#=]\d.*|b\) .*", text)}
    html = " ".join((PAGE / "index.html").read_text().split())
    assert sorted(text for text in shown - set(first) - SAME if f">{text}" in html or f'"{text}"' in html) == []
    scripts = [file for file in [*PAGE.glob("*.js"), ROOT / "src/window/browser/backend.js"] if file.stem not in TABLES]
    said = {found[1] for file in scripts for found in LITERAL.finditer(file.read_text()) if found[1] is not None}
    assert sorted(text for text in said - set(first) - SAME if TEXT.search(text) and not NAMES.search(text)
                  and (not MACHINE.match(text) or re.search(r"\b(the|of|is|not|to|and|in|a)\b", text))) == []
    called = re.findall(r"\b(?:t|counted)\((?:[^'()]*, )?'([^']*)'|\bentitle\([^']*'[^']*', '([^']*)'", " ".join(file.read_text() for file in scripts))
    assert sorted({text or other for text, other in called} - set(first)) == []
    assert sorted(text for text in set(first) - said - shown - PROGRAM if text not in html) == [], "no text is left over"


# Inputs that are refused, each with a word of the answer in German and in French.
REFUSED = {"8/8/8/8/8/8/8/K7 w - -": ("König", "roi"), "hello world": ("keine Stellung", "aucune position"),
           "kbK5/pp6/1P6/8/8/8/8/X7 w - -": ("Stein", "pièce"), "kbK5/pp6/1P6/8/8/8/8/D7 w - -": ("die Dame", "la dame"),
           "[Event \"x\"]\n\n1. e4 *": ("ohne Stellungen", "sans positions")}


@pytest.mark.parametrize("name", TABLES)
def test_a_language(refusals, open_desk, name):
    def is_translated():
        assert [text for text in desk.run(SHOWN) if words.get(text, text) != text and text not in words.values()] == []

    desk = open_desk(locale=name)
    words, _ = table(desk, name)
    expect(desk["solve"]).to_have_text(words["Solve"])
    expect(desk.all("html")).to_have_attribute("lang", name)
    is_translated()
    desk.put(FILE[1])
    desk.solve()
    is_translated()
    for text, said in REFUSED.items():
        desk.paste(text)
        expect(desk["notice"].or_(desk["illegal"]).filter(has_text=said[TABLES.index(name)])).to_have_count(1)
    desk.drop("four.epd", FILE, 4)
    is_translated()
    desk.page.set_viewport_size(dict(width=360, height=740))
    assert desk.run("document.documentElement.scrollWidth") <= 360
    desk["check-all"].click()
    expect(desk["check-all"]).to_have_text(words["Check all"])
    desk["language"].select_option("en")
    expect(desk["solve"]).to_have_text("Solve")
    assert [text for text in desk.run(SHOWN) if text in set(words.values()) - set(words)] == [], "nothing else is left"
    desk.load()
    expect(desk["solve"]).to_have_text("Solve")
