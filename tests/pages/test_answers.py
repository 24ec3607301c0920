"""Every answer on the page is the program's own text form, in every language, and its moves are played on the board."""
import re

import pytest
from playwright.sync_api import expect

from desk import PHONE, PROBLEMS, told, until

OPTIONS = {"tries": "--tries=1", "set_play": "--set-play"}
# Up twelve times, which leads nowhere in the end: whether the page keeps the last one from the browser.
HELD = """() => {
  let last;
  for (let n = 0; n < 12; n += 1) {
    last = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true });
    document.body.dispatchEvent(last);
  }
  return last.defaultPrevented;
}"""


def agrees(desk, solver, record, *options):
    due = told(solver, record, *options)
    assert desk.unfolded() == due and len(due) > 15


@pytest.mark.parametrize("desk", [{}, PHONE], ids=["desktop", "phone"], indirect=True)
@pytest.mark.parametrize("stipulation, fen, asked", PROBLEMS, ids=[problem[0] for problem in PROBLEMS])
def test_answers(desk, solver, stipulation, fen, asked):
    desk.set_up(fen)
    desk.ask(stipulation, **asked)
    desk.solve()
    for language in ("de", "fr", "en"):
        desk["language"].select_option(language)
        expect(desk.all("html")).to_have_attribute("lang", language)
        agrees(desk, solver, f'{fen} Stip "{stipulation}";', "--language", language, *(OPTIONS[name] for name in asked))
    # A click on a move plays it, arrows continue, Escape shows the diagram.
    moves = desk.all("#sheet .move")
    desk.press(moves.nth(min(4, moves.count() - 1)))
    boards = {desk.ranks()}
    assert fen.split()[0] not in boards and desk["line"].inner_text()
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowRight"):
        desk.keys(key)
        boards.add(desk.ranks())
    assert len(boards | {fen.split()[0]}) > 2
    assert desk.run(HELD), "arrows that lead nowhere do not scroll the page while the solution is played"
    desk.keys("Escape")
    assert desk.ranks() == fen.split()[0] and not desk.run(HELD)


def test_twins(desk, solver):
    """Each part is solved as the program solves its record."""
    stipulation, fen, _ = PROBLEMS[3]
    desk.set_up(fen)
    desk.ask(stipulation, twins="b) Pc7-d6\nc) Pa3-b3")
    desk.solve()
    shown, captions = desk.unfolded(), desk.all("#sheet .caption").all_inner_texts()
    boards = [fen, "8/4k3/3P4/8/n7/p7/5K2/8 b - -", "8/2P1k3/8/8/n7/1p6/5K2/8 b - -"]
    due = [f'{caption} {told(solver, f"{board} Stip {chr(34)}{stipulation}{chr(34)};")}' for caption, board in zip(captions, boards, strict=True)]
    assert shown == " ".join(" ".join(due).split())


def test_duplex(desk, solver):
    record = '8/8/8/8/8/2k5/1r6/K6R w - - Stip "h#2";'
    desk.set_up(record)
    desk.ask("h#2", duplex=True)
    desk.solve()
    agrees(desk, solver, record, "--duplex")


def test_crazyhouse(desk, solver):
    """A board with men in hand, set up by its fields."""
    desk.set_up("6k1/5ppp/8/8/8/8/8/R3K3 w - -")
    desk.open(".more")
    desk["variant"].select_option("crazyhouse")
    desk.fill("hand-b", "p")
    until(desk.fen, "6k1/5ppp/8/8/8/8/8/R3K3[p] w - -")
    desk.ask("#1")
    desk.solve()
    assert desk.unfolded() == told(solver, '6k1/5ppp/8/8/8/8/8/R3K3[p] w - - Stip "#1"; Variant "crazyhouse";')


def test_any_length(desk, solver):
    desk.set_up(PROBLEMS[1][1])
    desk.ask("#")
    desk.solve()
    expect(desk["verdict"]).to_have_text("Check: sound")
    agrees(desk, solver, f'{PROBLEMS[1][1]} Stip "#";')
    assert "stipulated" not in desk.unfolded()


# Stop, by the page's own clock.
STOP = "() => { window.begun = performance.now(); document.getElementById('stop').click(); }"


def test_stream(desk, solver):
    """A #8 that takes seconds: proved results appear as they are proved; Stop answers at once; then it runs to its end."""
    fen = "5R2/8/2pB4/8/6k1/3K4/6P1/5n2 w - -"
    desk.set_up(fen)
    desk.ask("#8", seconds=600)
    desk.run("() => { window.said = new Set(); new MutationObserver(() => said.add(document.getElementById('said').textContent))"
             ".observe(document.getElementById('said'), {childList: true, characterData: true, subtree: true}); }")
    desk.press(desk["solve"])
    # Several lengths may be refuted between two checks of the page.
    expect(desk["said"]).to_contain_text(re.compile("nothing within [5-7]"), timeout=300_000)
    assert desk["bar"].evaluate("bar => bar.value") >= 5 and desk.run("said.size") >= 2
    desk.run(STOP)
    desk.answered()
    assert desk.run("performance.now() - begun") < 1000
    assert int(re.search(r"within (\d+)", desk.unfolded())[1]) >= 5
    desk.press(desk["solve"])
    desk.answered(600)
    agrees(desk, solver, f'{fen} Stip "#8";')
