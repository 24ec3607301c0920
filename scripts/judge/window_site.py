"""The page with the solver in it (scripts/package/site): its size, its answers against the program's, the bench, no network."""
import gzip
import json
import pathlib
import random
import re
import subprocess
import time
import urllib.request

from .firefox import Firefox
from .window_keep import FILE
from .window_page import Page, Site, Window, median

TWO_MOVER = 'kbK5/pp6/1P6/8/8/8/8/R7 w - - Stip "#2";'
# The maximum number of bytes of all files together, compressed.
MOST = 1_500_000

# Sends all requests at once; returns the last event of each, or the way it ended.
ASK = """
const [asked, done] = arguments;
const one = async ({ name, body, abort, stop }) => {
  const { ask } = await import('./backend.js');
  let last = null;
  const gone = new AbortController();
  if (abort !== undefined) setTimeout(() => gone.abort(), abort);
  const hear = (event, data) => {
    if (event === 'started' && stop) ask('stop', { job: data.job }, () => {});
    last = [event, data];
  };
  await ask(name, body, hear, gone.signal).catch((error) => { last = [error.name, null]; });
  return last;
};
Promise.all(asked.map(one)).then(done, (error) => done(String(error)));
"""


def ask(page, *asked):
    run = page.run if isinstance(page, Firefox) else page.driver.execute_async_script
    return run(ASK, list(asked))


def size(folder, expect):
    files = [file.read_bytes() for file in folder.iterdir()]
    packed = sum(len(gzip.compress(data, 9)) for data in files)
    expect(f"size: {len(files)} files, {sum(map(len, files))} bytes, {packed} by gzip", packed < MOST)


def answered_by(server, body):
    """The server's answer to a question."""
    request = urllib.request.Request(server.address + "solve", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as response:
        name, data = response.read().decode().strip().split("\n\n")[-1].split("\n")
    return [name.removeprefix("event: "), json.loads(data.removeprefix("data: "))]


def suites(page, name, solver, here, expect, number=500):
    """Records of all suites, in every form of the page: the browser's answers are the program's."""
    records = [line for file in sorted((here / "suites").glob("*.epd")) for line in file.read_text("latin-1").split("\n")
               if line.strip() and not line.startswith("#")]
    chosen = [records[n * len(records) // number] for n in range(number)]
    wrong, words, begun = [], 0, time.perf_counter()
    server = Window.server(solver, "-M", "64")
    with server:
        for at in range(0, number, 10):
            bodies = [dict(record=record, nodes=50_000, no_time=True, tries=1, set_play=True, languages=["en", "de", "fr"])
                      for record in chosen[at:at + 10]]
            given = ask(page, *(dict(name="solve", body=body) for body in bodies))
            for body, answer in zip(bodies, given):
                due = answered_by(server, body)
                for one in (answer, due):
                    for member in ("job", "seconds"):
                        one[1].pop(member, None)
                words += len(json.dumps(due).split())
                if answer != due:
                    wrong.append((body["record"], answer, due))
    for record, answer, due in wrong[:3]:
        print(f"  {record}\n  page    {str(answer)[:600]}\n  program {str(due)[:600]}")
    expect(f"{name}: suites: {number} of {len(records)} records, {words} words, {len(wrong)} differences, {time.perf_counter() - begun:.0f} s", not wrong)


def bench(page, solver, here, expect, often=3):
    """The best of some runs of each, one after the other: the machine may have other work."""
    rate = lambda total: float(re.search(r"([\d.]+) nodes/s", total)[1])
    native, browser = [], []
    for _ in range(often):
        run = subprocess.run([solver, "bench"], capture_output=True, text=True)
        native.append(rate(run.stdout + run.stderr))
        (name, answer), = ask(page, dict(name="bench", body={}))
        browser.append(rate(answer["total"]))
    share = max(browser) / max(native)
    same = answer["text"] == (here / "expected/bench.txt").read_text()
    expect(f"bench: {max(browser):.0f} nodes/s in the browser, {max(native):.0f} native, {share:.2f} of it; the same nodes: {same}", same and share >= 0.5)


def first(address, expect, often=10):
    """The very first answer in a new browser: from the click until the solution is on the page."""
    took = []
    for _ in range(often):
        with Page(address) as page:
            page.put(TWO_MOVER)
            took.append(page.driver.execute_async_script("""
              const [done] = arguments;
              const sheet = document.getElementById('sheet');
              const begun = performance.now();
              new MutationObserver(() => sheet.querySelector('.move') && requestAnimationFrame(() => done(performance.now() - begun)))
                .observe(sheet, { childList: true, subtree: true });
              document.getElementById('solve').click();
            """))
    expect(f"first answer: median {median(took):.0f} ms of {often} new browsers, slowest {max(took):.0f}", median(took) < 300)


def alone(page, site, expect):
    """Without a network the page loads again and solves; meanwhile it requests nothing from the server."""
    page.wait(lambda: page.driver.execute_async_script("const [done] = arguments; navigator.serviceWorker.ready.then((r) => done(r.active.state === 'activated'))"))
    site.asked.clear()
    page.put(TWO_MOVER)
    page.solve()
    expect(f"nothing leaves the browser: {len(site.asked)} requests while a problem is read and solved {site.asked[:3] or ''}", not site.asked)
    site.__exit__()
    page.load()
    page.put(TWO_MOVER)
    page.solve()
    expect(f"without a server: loaded again, {page.by('verdict').text!r}, {page.unfolded()[:40]!r}", "Ra6" in page.unfolded())
    site.start(site.server.server_port)


RECORD = "7k/8/8/4K3/8/8/6Q1/8 w - -"
ENDLESS = dict(record="8/8/8/3k4/8/8/8/K6R w - -", stipulation="#40", seconds=60)


def kinds():
    """Every kind of request: a name, the request, and a test of the answer."""
    good = lambda word: lambda event, data: event == "answer" and word in json.dumps(data)
    bad = lambda event, data: event == "error" and data["message"] and "internal" not in data["message"]
    solve = dict(record=RECORD, stipulation="#2", seconds=20)
    yield dict(name="about", body=None), good('"file"')
    yield dict(name="alive", body={}), good("{}")
    yield dict(name="read", body=dict(text=RECORD)), good('"(2+1)"')
    yield dict(name="read", body=dict(text="x" * 200_000)), good('"unknown"')
    yield dict(name="records", body=dict(name="x", text="\n".join(FILE) + "\nhello\n")), good('"illegal"')
    yield dict(name="records", body=dict(name="x.gz", base64="AAAA")), good("messages")
    yield dict(name="solve", body=solve), good("Kf6")
    yield dict(name="check", body=solve), good('"sound"')
    for form in ("olive", "epd", "html", "latex", "svg", "popeye", "certificate", "json", "tsv", "text", "diagrams"):
        yield dict(name="export", body=dict(problems=[solve], form=form)), good('"text"')
    yield dict(name="solve", body=ENDLESS, stop=True), good('"stopped": true')
    yield dict(name="solve", body=ENDLESS, abort=150), lambda event, _: event == "AbortError"
    yield dict(name="check", body=solve, abort=0), lambda event, _: event in ("AbortError", "answer")
    yield dict(name="stop", body=dict(job=0)), good("false")
    for body in ({}, dict(record=""), dict(record="9/8 w"), dict(record=RECORD, stipulation="x"), dict(record=RECORD, tries=-1), dict(x=1), [], "x", 7,
                 dict(record=RECORD, nodes=0), dict(record=RECORD, seconds=0), dict(record=RECORD, twins=["b) Kz9-z8"]), dict(record=f"{RECORD}\n{RECORD}")):
        yield dict(name="solve", body=body), lambda event, data: bad(event, data) or event == "answer" and data["parts"][0]["status"] in ("malformed", "passed")
    yield dict(name="export", body=dict(problems=[solve], form="exe")), bad
    yield dict(name="records", body=dict(name="x")), bad
    yield dict(name="records", body=dict(name="x", base64="!")), bad
    yield dict(name="../about", body={}), bad


def requests(page, name, expect, number=2000, seed=45):
    every = list(kinds())
    asked = [every[n % len(every)] for n in range(number)]
    random.Random(seed).shuffle(asked)
    begun, wrong = time.perf_counter(), []
    for at in range(0, number, 32):
        some = asked[at:at + 32]
        for (one, is_right), (event, data) in zip(some, ask(page, *(one for one, _ in some))):
            if not is_right(event, data):
                wrong.append((one, event, str(data)[:200]))
    expect(f"{name}: requests: {number} of {len(every)} kinds in {time.perf_counter() - begun:.1f} s, {len(wrong)} wrong {wrong[:3] or ''}", not wrong)


def site(solver, here, expect):
    folder = pathlib.Path(Window.site)
    size(folder, expect)
    with Site() as server:
        first(server.address, expect)
        with Page(server.address) as page, Firefox(server.address) as firefox:
            bench(page, solver, here, expect)
            for browser, name in ((page, "Chromium"), (firefox, "Firefox")):
                suites(browser, name, solver, here, expect)
                requests(browser, name, expect)
            alone(page, server, expect)
