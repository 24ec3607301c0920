"""`bpgn html` and `kriegspiel html`: every half-move by keys, buttons, links and the slider; phones."""
import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import PICTURES, ROOT
from desk import men, until

GAME = (ROOT / "tests/bpgn/smothered.bpgn").read_text()
CASTLED = "1A. e4 1a. e5 2A. Nf3 2a. Qg5 3A. Be2 3a. d6 4A. O-O 4a. Bd7 5A. h3 5a. Nc6 6A. d3 6a. O-O-O *\n"
UMPIRED = '[Event "x"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
# The state of the boards: the men of each and the marked squares, hands and clocks, in the order of the page.
SHOWN = """() => [...document.querySelectorAll('figure')].map((figure) => {
  const low = figure.querySelector('.board text').textContent === '1';
  const square = (e) => {
    const [x, y] = ['x', 'y'].map((name) => e.getAttribute(name) / 45);
    return 'abcdefgh'[low ? 7 - x : x] + (low ? y + 1 : 8 - y);
  };
  const all = (selector, of) => [...figure.querySelectorAll(selector)].map(of);
  return { men: Object.fromEntries(all('.board use[x]', (use) => [square(use), use.getAttribute('href').slice(1)])),
    marks: all('.board .m', square), name: figure.querySelector('figcaption').textContent,
    hands: all('.hand', (hand) => hand.ariaLabel), clocks: all('.clock', (clock) => clock.textContent),
    news: figure.querySelector('.news').textContent };
})"""


@pytest.fixture
def opened(written):
    """Opens the page for games, at a place."""
    return lambda text=GAME, place="", program="bpgn", **size: written(text, program, "html", place=place, **size)


@pytest.fixture
def games(programs):
    told = subprocess.run([programs / "bpgn", "json", "-"], input=GAME, capture_output=True, text=True).stdout
    return [json.loads(line) for line in told.splitlines()]


def agrees(page, after):
    """Whether the page shows the men and hands that `bpgn json` names."""
    for name, board in zip("AB", page.evaluate(SHOWN)):
        # On top are Black on board A and White on board B.
        black, white = board["hands"] if name == "A" else board["hands"][::-1]
        assert board["men"] == men(after["boards"][name])
        assert sorted(white) + sorted(black.lower()) == sorted(after["hands"][name])


def test_every_half_move(opened, games):
    page = opened()
    for number, game in enumerate(games, 1):
        page.goto(page.url.split("#")[0] + f"#{number}-0")
        agrees(page, game["start"])
        for ply, half_move in enumerate(game["half_moves"], 1):
            page.keyboard.press("ArrowRight")
            agrees(page, half_move)
            assert page.url.endswith(f"#{number}-{ply}")


def test_buttons_links_and_slider(opened, games):
    page, moves = opened(), games[0]["half_moves"]
    by = lambda name: page.locator(f"#{name}")
    for name, after in (("last", moves[-1]), ("back", moves[-2]), ("first", games[0]["start"]), ("next", moves[0])):
        by(name).click()
        agrees(page, after)
        idle = [one for one in ("first", "back", "next", "last") if by(one).is_disabled()]
        assert idle == {"last": ["next", "last"], "first": ["first", "back"]}.get(name, [])
    by("flip").click()
    assert page.evaluate(SHOWN)[0]["men"] == men(moves[0]["boards"]["A"])
    by("flip").click()
    by("play").click()
    # Stops at a half-move by the page's own clock, however slow the machine is.
    page.evaluate("""() => new Promise((done) => {
      const wait = setInterval(() => document.getElementById('at').value >= 3 && done(clearInterval(wait) ?? document.getElementById('play').click()), 20);
    })""")
    page.wait_for_timeout(1500)
    assert page.url.endswith("-3")
    links = page.locator("#moves a")
    expect(links).to_have_count(len(moves) + 1)
    for ply in (1, len(moves) // 2, len(moves)):
        links.nth(ply).click()
        agrees(page, moves[ply - 1])
        assert page.url.endswith(f"#1-{ply}")
    by("at").fill("2")
    agrees(page, moves[1])
    page.evaluate("() => { history.pushState(null, '', '#1-3'); dispatchEvent(new HashChangeEvent('hashchange')); }")
    agrees(page, moves[2])
    page.locator("body").press("End")
    page.keyboard.press("f")
    boards = page.evaluate(SHOWN)
    assert boards[0]["men"] == men(moves[-1]["boards"]["A"])
    assert all(re.fullmatch(r"-?\d+:\d\d(\.\d)?", clock) for board in boards for clock in board["clocks"]) or not moves[0]["clock"]


def test_castling_marks_the_kings_squares(opened):
    page = opened(CASTLED)
    for ply, due in ((7, ["e1", "g1"]), (12, ["c8", "e8"])):
        page.goto(page.url.split("#")[0] + f"#1-{ply}")
        until(lambda: sorted(page.evaluate(SHOWN)[0]["marks"]), due)


def test_an_address_that_is_refused(opened):
    """A browser that refuses to change the address, as Safari does after 100 times, still shows every half-move."""
    page = opened(place="#1-0")
    page.evaluate("""() => {
      window.calls = 0;
      history.replaceState = () => { calls += 1; throw new DOMException('', 'SecurityError'); };
    }""")
    link, slide = (lambda: page.locator("#moves a").nth(5).click()), (lambda: page.locator("#at").fill("3"))
    right, left = (lambda: page.keyboard.press("ArrowRight")), (lambda: page.keyboard.press("ArrowLeft"))
    for act, due in ((right, "1:"), (right, "2:"), (left, "1:"), (link, "5:"), (right, "6:"), (slide, "3:"), (left, "2:")):
        act()
        expect(page.locator("#now")).to_contain_text(due)
    for event in ("input", "input", "change"):
        page.locator("#at").dispatch_event(event)
    assert page.evaluate("calls") == 8, "one address when the slider is let go"


def test_a_phone(opened, width=380):
    """Both boards of a match are completely visible, side by side, above the buttons."""
    page = opened(place="#1-3", width=width, height=740, touch=True)
    page.screenshot(path=PICTURES / "phone.png")
    one, two = (board.bounding_box() for board in page.locator(".board").all())
    assert one["x"] + one["width"] <= two["x"] and two["x"] + two["width"] <= width and abs(one["y"] - two["y"]) < 40
    assert one["y"] >= 0 and max(box["y"] + box["height"] for box in (one, two)) <= page.locator("#keys").bounding_box()["y"] and one["width"] > 150


@pytest.mark.parametrize("width", [1400, 800, 380])
@pytest.mark.parametrize("program, options, text", [
    ("bpgn", ["html"], GAME), ("kriegspiel", ["html"], UMPIRED),
    ("solver", ["--format", "html", "--tries"], (ROOT / "suites/selfmates.epd").read_text()),
], ids=["bpgn", "kriegspiel", "solver"])
def test_widths(written, program, options, text, width):
    page = written(text, program, *options, place="#1-5", width=width, height=1000, touch=width < 500)
    page.screenshot(path=PICTURES / f"{program}-{width}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_kriegspiel(opened):
    """Three boards: each player has the own men, and hears something at each half-move."""
    page = opened(UMPIRED, "#1-0", "kriegspiel")
    total = int(page.locator("#at").get_attribute("max"))
    for ply in range(total + 1):
        white, umpire, black = page.evaluate(SHOWN)
        assert [board["name"] for board in (white, umpire, black)] == ["White's board", "the umpire's board", "Black's board"]
        for board, color in ((white, "w"), (black, "b")):
            assert board["men"] == {square: man for square, man in umpire["men"].items() if man[0] == color}
            assert bool(board["news"]) == (ply > 0)
        page.keyboard.press("ArrowRight")
    assert total == 7
