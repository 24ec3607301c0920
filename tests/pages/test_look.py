"""The look of the page, and its speed: pictures, axe, eslint, the parts that must be in sight, first paint, click to answer."""
import json
import shutil
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import ROOT
from desk import MORPHY

EXAMPLE = '8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q - Stip "#3"; id "An example"; c0 "with set play and tries";'
PACKAGES = ("eslint", "@eslint/js", "globals")


def test_lint():
    """The scripts are copied to eslint's packages: it takes its rules and plugins from its working folder."""
    home = ROOT / "target/eslint"
    home.mkdir(exist_ok=True)
    if not all((home / "node_modules" / name).exists() for name in PACKAGES):
        (home / "package.json").write_text(json.dumps({"private": True, "type": "module"}))
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", *PACKAGES], cwd=home, check=True, capture_output=True)
    shutil.copy(ROOT / "tests/pages/eslint.config.mjs", home)
    shutil.rmtree(home / "page", ignore_errors=True)
    shutil.copytree(ROOT / "src/window/page", home / "page")
    shutil.copytree(ROOT / "src/window/browser", home / "page/browser", ignore=shutil.ignore_patterns("*.rs", "*.toml"))
    for script in ("board.js", "play.js"):
        shutil.copy(ROOT / "src/games/viewer" / script, home / "page")
    assert len(list((home / "page").rglob("*.js"))) > 10
    run = subprocess.run(["npx", "eslint", "page"], cwd=home, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


# The lower edges of everything that must be visible, the width of the board, whether the list is shown.
PLACES = """() => {
  scrollTo(0, 0);
  const low = (id) => document.getElementById(id).getBoundingClientRect().bottom;
  return [...['box', 'fen', 'solve'].map(low), document.getElementById('board').getBoundingClientRect().width,
    document.getElementById('side').getBoundingClientRect().width > 0];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width, height, touch", [
    (360, 740, True), (360, 640, True), (768, 1024, True), (1200, 800, False), (1366, 768, False), (1920, 1080, False)])
def test_look(open_desk, seen, width, height, touch, scheme):
    """An empty page, a solution, one of its moves on the board, the dialogue for saving, a list."""
    def looks(state, is_whole=True):
        seen(desk, f"{state}-{width}-{height}-{scheme}")
        if is_whole:
            box, fen, solve, board, has_list = desk.run(PLACES)
            assert solve <= height and board > 280, state
            assert width == 360 or max(box, fen) <= height, state
            assert width < 1920 or board > 680 and has_list, state

    desk = open_desk(width=width, height=height, touch=touch, color_scheme=scheme)
    looks("empty")
    desk.put(EXAMPLE)
    desk.ask("#3", tries=1, set_play=True)
    desk.solve()
    desk.page.wait_for_timeout(400)
    looks("solved")
    desk.press(desk.all("#sheet .move").nth(3))
    looks("walk", False)
    desk.open(".more")
    desk["export"].click()
    looks("save", False)
    desk["export-cancel"].click()
    desk.keys("Escape")
    desk.all(".more").evaluate("part => { part.open = false; }")
    desk.drop("look.epd", [f'{EXAMPLE.split(" id")[0]} id "Problem {n}"; c0 "An author";' for n in range(1, 30)])
    expect(desk["side"]).to_be_visible()
    looks("list")
    side, board = (desk[name].bounding_box() for name in ("side", "board"))
    assert (side["x"] + side["width"] <= board["x"]) == (width >= 1200), "the list is beside the board, or below"


def test_first_paint(desk, often=100):
    """Compared with an empty page in the same browser, which shows the time of machine and browser."""
    def paints(address):
        took = []
        for _ in range(often):
            desk.page.goto(address)
            while not (paint := desk.run("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")):
                desk.page.wait_for_timeout(10)
            took.append(paint)
        return sorted(took)[often // 2]

    empty = paints("data:text/html,<p>empty")
    assert paints(desk.address) < max(100, 1.3 * empty)


# The time of each click in milliseconds, until its solution is on the page.
ANSWER = """async (often) => {
  const sheet = document.getElementById('sheet');
  const solve = document.getElementById('solve');
  const took = [];
  for (let n = 0; n < often; n += 1) {
    while (solve.hidden) await new Promise(requestAnimationFrame);
    sheet.replaceChildren();
    const begun = performance.now();
    const stands = new Promise((next) => {
      const observer = new MutationObserver(() => sheet.querySelector('.move') && next(observer.disconnect()));
      observer.observe(sheet, { childList: true, subtree: true });
    });
    solve.click();
    await stands;
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    took.push(performance.now() - begun);
    await new Promise((next) => setTimeout(next, 60));
  }
  return took;
}"""


def test_click_to_answer(desk, often=100):
    """A #2, from the click until its solution is on the page."""
    desk.put(MORPHY)
    assert sorted(desk.run(ANSWER, often))[often // 2] < 50
