"""The page with the solver in it (scripts/package/site): its size, its answers against the program's, the bench, no network."""
import gzip
import json
import re
import subprocess
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import ROOT
from desk import MORPHY, Desk
from test_look import ANSWER

# Sends all questions at once by the page's own way; returns the last event of each.
ASK = """async (asked) => {
  const { ask } = await import('./backend.js');
  return Promise.all(asked.map(async ({ name, body }) => {
    let last = null;
    await ask(name, body, (event, data) => { last = [event, data]; });
    return last;
  }));
}"""


@pytest.fixture(autouse=True)
def only_site(site):
    if not site:
        pytest.skip("this is about the page with the solver in it")


def test_size(site):
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in site.iterdir()) < 1_500_000


def test_the_suites(desk, serve, number=500):
    """Records of all suites, in every form of the page: the browser's answers are the program's."""
    address = serve("-M", "64").address + "solve"

    def answered(body):
        request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=600) as response:
            name, data = response.read().decode().strip().split("\n\n")[-1].split("\n")
        return [name.removeprefix("event: "), json.loads(data.removeprefix("data: "))]

    records = [line for file in sorted((ROOT / "suites").glob("*.epd")) for line in file.read_text("latin-1").split("\n") if line.strip() and line[0] != "#"]
    bodies = [dict(record=records[n * len(records) // number], nodes=50_000, no_time=True, tries=1, set_play=True, languages=["en", "de", "fr"])
              for n in range(number)]
    for at in range(0, number, 10):
        some = bodies[at:at + 10]
        for body, answer in zip(some, desk.run(ASK, [dict(name="solve", body=body) for body in some]), strict=True):
            due = answered(body)
            for one in (answer, due):
                one[1] = {name: value for name, value in one[1].items() if name not in ("job", "seconds")}
            assert answer == due, body["record"]


def test_bench(desk, solver):
    """The best of some runs of each, one after the other: the machine may have other work."""
    rate = lambda total: float(re.search(r"([\d.]+) nodes/s", total)[1])
    native, browser = [], []
    for _ in range(3):
        run = subprocess.run([solver, "bench"], capture_output=True, text=True)
        native.append(rate(run.stdout + run.stderr))
        (_, answer), = desk.run(ASK, [dict(name="bench", body={})])
        browser.append(rate(answer["total"]))
    assert answer["text"] == (ROOT / "expected/bench.txt").read_text() and max(browser) >= 0.5 * max(native), (browser, native)


def test_the_first_answer(open_desk, often=10):
    """From the click until the solution is on the page, in new browsers."""
    took = []
    for _ in range(often):
        desk = open_desk()
        desk.put(MORPHY)
        took += desk.run(ANSWER, 1)
        desk.page.context.close()
    assert sorted(took)[often // 2] < 300


def test_no_network(refusals, watch, serve, site):
    """When its server is gone, the page solves, loads again and solves."""
    home = serve(site=site)
    desk = Desk(watch(), home.address)
    assert desk.run("navigator.serviceWorker.ready.then((registered) => registered.active.state === 'activated' || registered.active.state)")
    home.terminate()
    home.wait()
    for begin in (lambda: None, desk.load):
        begin()
        desk.put(MORPHY)
        desk.solve()
        expect(desk["sheet"]).to_contain_text("Ra6")
