"""A file of problems on the page of `solver window`: opened, searched, edited, checked, saved, kept; ten thousand of them."""
import pathlib
import subprocess
import time

from selenium.webdriver.common.by import By

from .window_page import Window, median

FILE = [
    'kbK5/pp6/1P6/8/8/8/8/R7 w - - Stip "#2"; bm Ra6; id "Morphy";',
    '8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q - Stip "#3"; bm Qf6; id "three";',
    '7k/8/5K2/8/8/8/8/R5Q1 w - - Stip "#1"; bm Ra8#; id "cooked";',
    '8/8/8/8/8/2k5/1r6/K6R w - - Stip "h#2"; id "help";',
]
# The forms in the dialogue, and the required contents of each file.
FORMS = {
    "pgn": '[White "?"]',
    "olive": "algebraic", "epd": "bm Ra6", "diagrams": "Stip", "svg": "<svg", "latex": "\\begin{document}", "html": "<!DOCTYPE html>",
    "text": "1.Ra6!", "popeye": "BeginProblem", "certificate": "", "json": '"keys"', "tsv": "\t", "png": "",
}


def opened(page, out, expect):
    page.drop("four.epd", FILE, 4)
    expect(f"file: dropped, {page.by('tally').text}; the first is on the board", page.fen().startswith("kbK5") and "Morphy" in page.by("name").get_attribute("value"))
    page.by("filter").send_keys("cook")
    page.wait(lambda: len(page.rows()) == 1)
    expect("file: search leaves one", "cooked" in page.rows()[0].text)
    page.fill("filter", "")
    page.run("const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input'))")
    page.press(page.by("check-all"))
    page.wait(lambda: page.by("check-all").text == "Check all", 60)
    told = {row.find_element(By.TAG_NAME, "b").text.strip(): [i.text for i in row.find_elements(By.TAG_NAME, "i")] for row in page.rows()}
    expect(f"file: verdicts {told}", told["Morphy"] == ["sound"] and told["cooked"] != ["sound"] and all(told.values()))


def edited(page, expect):
    page.press(page.rows()[1])
    page.wait(lambda: page.fen().startswith("8/8/pQ6"))
    page.drag(page.cell("f3"), page.cell("g3"))
    changed = page.fen()
    page.press(page.rows()[0])
    page.press(page.rows()[1])
    expect("file: an edit is there when its row is chosen again", page.fen() == changed != "" and "•" in page.rows()[1].text)
    time.sleep(0.7)
    page.run("onbeforeunload = null; window.addEventListener('beforeunload', (e) => e.stopImmediatePropagation(), true)")
    expect("file: leaving with edits is warned of", page.warned())
    page.reload(4)
    expect(f"file: everything is there after a reload: {page.fen()}", page.fen() == changed and page.by("file-name").get_attribute("value") == "four.epd")


def saved(page, solver, out, expect):
    """Each form is saved by the dialogue; Olive and EPD are read back by the program."""
    folder = out / "saved"
    page.save_into(folder)
    page.press(page.rows()[0])
    for form, word in FORMS.items():
        before = set(folder.iterdir())
        page.press(page.by("export"))
        page.choose("form", form)
        if form not in ("svg", "png"):
            page.tick("all", True)
        named = page.by("save-name").get_attribute("value")
        # A file with an existing name would replace that file.
        page.fill("save-name", f"{named} {form}")
        page.press(page.by("export-take"))
        page.wait(lambda: not page.by("export-dialog").is_displayed() or page.by("export-said").text not in ("", "Working …"), 60)
        said = page.by("export-said").text if page.by("export-dialog").is_displayed() else ""
        if said:
            page.press(page.by("export-cancel"))
        if not said or form != "certificate":
            page.wait(lambda: any(f.suffix != ".crdownload" for f in set(folder.iterdir()) - before), 20)
        new = [f for f in set(folder.iterdir()) - before if f.suffix != ".crdownload"]
        data = new[0].read_bytes() if new else b""
        is_so = len(data) > 60 and (data.startswith(b"\x89PNG") if form == "png" else word.encode() in data)
        expect(f"saved: {form}: {new[0].name if new else said}, {len(data)} bytes", is_so and named == ("Morphy" if form in ("svg", "png") else "four"))
    for name in ("*.olv", "*.epd"):
        file = next(folder.glob(name))
        run = subprocess.run([solver, "-b", "--no-time", str(file)], capture_output=True, text=True)
        expect(f"saved: {file.name} read back: {run.stdout.count(chr(10))} records", "bm Ra6" in run.stdout and run.stdout.count("\n") >= 4)
    expect("saved: nothing is left to be lost", not page.warned())


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


def kept(page, out, expect):
    """A file of Olive in which a name was changed: everything else stays, also after a reload."""
    folder = out / "kept"
    page.save_into(folder)
    page.run("window.confirm = () => true")
    page.drop("two.olv", OLIVE.encode(), 2)
    page.fill("name", "T")
    time.sleep(0.7)
    page.reload(2)
    page.press(page.by("export"))
    page.choose("form", "olive")
    page.tick("all", True)
    page.tick("solved", False)
    page.press(page.by("export-take"))
    page.wait(lambda: any(file.suffix == ".olv" for file in folder.iterdir()), 20)
    text = next(folder.glob("*.olv")).read_text()
    expect(f"kept: an edited document of Olive keeps the rest:\n{text}", text == OLIVE.replace("# end\n", 'title: "T"\n# end\n'))


def scrolled(page, expect, number=10_000):
    """The times of the frames while a long list is scrolled from top to bottom."""
    lines = "\n".join(f'{FILE[n % 4].split(" id")[0]} id "problem {n + 1}";' for n in range(number))
    begun = time.perf_counter()
    page.drop("many.epd", lines.encode())
    page.wait(lambda: "10,000" in page.by("tally").text, 60)
    opened = time.perf_counter() - begun
    still, frames = (page.driver.execute_async_script(SCROLL, step) for step in (0, 397))
    last = [row.text for row in page.rows()][-1]
    late = lambda times: sum(time > 34 for time in times)
    expect(f"list: {number} problems opened in {opened:.1f} s; {len(frames)} frames while it scrolls: median {median(frames):.1f} ms, "
           f"slowest {max(frames):.0f}, {late(frames)} over 34; without scrolling: {median(still):.1f}, {max(still):.0f}, {late(still)}; "
           f"{len(page.rows())} rows exist; the last: {last.split(chr(10))[0]!r}",
           median(frames) < max(20, 1.3 * median(still)) and late(frames) <= late(still) + 6 and len(page.rows()) < 100 and "problem 10000" in last)


# The times of 300 frames, the list scrolled by `by` points in each; then it is at its end.
SCROLL = """
      const [by, done] = arguments;
      const list = document.getElementById('list');
      const frames = [];
      let before = performance.now();
      const step = (now) => {
        frames.push(now - before);
        before = now;
        list.scrollTop += by;
        if (frames.length < 300) requestAnimationFrame(step);
        else { list.scrollTop = list.scrollHeight; requestAnimationFrame(() => requestAnimationFrame(() => done(frames.slice(2)))); }
      };
      requestAnimationFrame(step);
"""


def keep(solver, out, with_page, expect):
    def act(page):
        opened(page, out, expect)
        edited(page, expect)
        saved(page, solver, out, expect)
        kept(page, out, expect)
        scrolled(page, expect)

    with Window(solver) as window:
        with_page(window.address, act, width=1500)
    if Window.site:
        return
    path = pathlib.Path(out) / "given.epd"
    path.write_text("\n".join(FILE) + "\n")

    def given(page):
        page.wait(lambda: len(page.rows()) == 4)
        name = page.by("file-name").get_attribute("value")
        expect(f"file of the command line: {len(page.rows())} rows, {name}", name == "given.epd")

    with Window(solver, str(path)) as window:
        with_page(window.address, given)
