"""Every answer on the page is the program's own text form, in every language, and its moves are played on the board."""
import re

import pytest
from playwright.sync_api import expect

from desk import PROBLEMS, both, told

ASKED = [*PROBLEMS, ("h#2", "8/8/8/8/8/2k5/1r6/K6R b - -", dict(duplex=True)), ("#", PROBLEMS[1][1], {})]
OPTIONS = {"tries": "--tries=1", "set_play": "--set-play", "duplex": "--duplex"}

@both
@pytest.mark.parametrize("stipulation, fen, asked", ASKED, ids=[problem[0] for problem in ASKED])
def test_answers(desk, solver, stipulation, fen, asked):
    desk.put(fen)
    desk.ask(stipulation, **asked)
    desk.solve()
    for language in ("de", "fr", "en"):
        desk["language"].select_option(language)
        expect(desk.all("html")).to_have_attribute("lang", language)
        options = ["--language", language, *(OPTIONS[name] for name in asked)]
        due = told(solver, f'{fen} Stip "{stipulation}";', *options)
        assert desk.unfolded() == due and len(due) > 15
    if stipulation == "#":
        expect(desk["verdict"]).to_have_text("Check: sound")
        assert "stipulated" not in due
    # A click on a move plays it, arrows continue, Escape shows the diagram.
    moves = desk.all("#sheet .move")
    desk.press(moves.nth(min(4, moves.count() - 1)))
    boards = {desk.ranks()}
    assert fen.split()[0] not in boards and desk.text("line")
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowRight"):
        desk.keys(key)
        boards.add(desk.ranks())
    assert len(boards | {fen.split()[0]}) > 2
    desk.run("() => addEventListener('keydown', (event) => { window.held = event.defaultPrevented; })")
    desk.keys(*12 * ["ArrowUp"])
    assert desk.run("held"), "arrows that lead nowhere do not scroll the page while the solution is played"
    desk.keys("Escape", "ArrowUp")
    assert desk.ranks() == fen.split()[0] and not desk.run("held")


def test_twins(desk, solver):
    """Each part is solved as the program solves its record."""
    stipulation, fen, _ = PROBLEMS[3]
    desk.put(fen)
    desk.ask(stipulation)
    desk.fill("twins", "b) Pc7-d6\nc) Pa3-b3")
    desk.solve()
    shown, captions = desk.unfolded(), desk.all("#sheet .caption").all_inner_texts()
    boards = [fen, "8/4k3/3P4/8/n7/p7/5K2/8 b - -", "8/2P1k3/8/8/n7/1p6/5K2/8 b - -"]
    parts = [told(solver, f'{board} Stip "{stipulation}";') for board in boards]
    assert shown == " ".join(word for part in zip(captions, parts, strict=True) for word in " ".join(part).split())


def test_crazyhouse(desk, solver):
    """A board with men in hand, set up by its fields."""
    desk.put("6k1/5ppp/8/8/8/8/8/R3K3 w - -")
    desk.open(".more")
    desk["variant"].select_option("crazyhouse")
    desk.fill("hand-b", "p")
    expect(desk["fen"]).to_have_value("6k1/5ppp/8/8/8/8/8/R3K3[p] w - -")
    desk.ask("#1")
    desk.solve()
    assert desk.unfolded() == told(solver, '6k1/5ppp/8/8/8/8/8/R3K3[p] w - - Stip "#1"; Variant "crazyhouse";')


def test_stream(desk, solver):
    """A #8 that takes seconds: results appear as they are proved; Stop answers at once; then it runs to its end."""
    fen = "5R2/8/2pB4/8/6k1/3K4/6P1/5n2 w - -"
    desk.put(fen)
    desk.ask("#8", seconds=600)
    desk.press("solve")
    # Several lengths may be refuted between two checks of the page.
    expect(desk["said"]).to_contain_text(re.compile("nothing within [5-7]"), timeout=300_000)
    assert desk["bar"].evaluate("bar => bar.value") >= 5
    # By the page's own clock.
    desk.run("() => { window.begun = performance.now(); document.getElementById('stop').click(); }")
    desk.answered()
    assert desk.run("performance.now() - begun") < 1000
    assert int(re.search(r"within (\d+)", desk.unfolded())[1]) >= 5
    desk.solve()
    assert desk.unfolded() == told(solver, f'{fen} Stip "#8";')


def test_an_aborted_question(desk):
    """Whoever aborts a question is told that alone."""
    assert desk.run("""async () => {
      const { ask } = await import('./backend.js');
      const [gone, told] = [new AbortController(), []];
      const hear = (name) => { told.push(name); gone.abort(); };
      const record = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -';
      return [await ask('solve', { record, stipulation: '#30', seconds: 60 }, hear, gone.signal).catch((error) => error.name), told];
    }""") == ["AbortError", ["started"]]
