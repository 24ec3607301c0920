"""`bpgn html` and `kriegspiel html`: hostile games; every half-move by keys, buttons, links and the slider; phones."""
import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import ROOT
from desk import men, until
from hostile import EVIL, is_harmless, quoted

# Characters that change the direction of the text are replaced, since the page shows them in another way.
ODD = [*EVIL, "\\u003cb\\u003e \u2028 \u202e"]
GAME = (ROOT / "tests/bpgn/smothered.bpgn").read_bytes()
CASTLED = b"1A. e4 1a. e5 2A. Nf3 2a. Qg5 3A. Be2 3a. d6 4A. O-O 4a. Bd7 5A. h3 5a. Nc6 6A. d3 6a. O-O-O *\n"
UMPIRED = b'[Event "x"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
# The state of the boards: the men of each, square by square, hands and clocks, in the order of the page.
SHOWN = """() => [...document.querySelectorAll('figure')].map((figure) => {
  const men = {};
  const low = figure.querySelector('.board text').textContent === '1';
  for (const use of figure.querySelectorAll('.board use[x]')) {
    const [x, y] = ['x', 'y'].map((name) => use.getAttribute(name) / 45);
    men['abcdefgh'[low ? 7 - x : x] + (low ? y + 1 : 8 - y)] = use.getAttribute('href').slice(1);
  }
  const texts = (selector, of) => [...figure.querySelectorAll(selector)].map(of);
  return { men, name: figure.querySelector('figcaption').textContent, hands: texts('.hand', (hand) => hand.ariaLabel),
    clocks: texts('.clock', (clock) => clock.textContent), news: figure.querySelector('.news').textContent };
})"""


@pytest.fixture
def opened(programs, tmp_path, watch):
    """Opens the page that a program writes for games, at a place, in a window of some size."""
    def opened(text=GAME, place="", program="bpgn", **size):
        run = subprocess.run([programs / program, "html", "-"], input=text, capture_output=True)
        assert run.returncode in (0, 1), run.stderr.decode()
        (tmp_path / "page.html").write_bytes(run.stdout)
        page = watch(**size)
        page.goto((tmp_path / "page.html").as_uri() + place)
        return page

    return opened


@pytest.fixture
def games(programs):
    told = subprocess.run([programs / "bpgn", "json", "-"], input=GAME, capture_output=True).stdout
    return [json.loads(line) for line in told.splitlines()]


def agrees(page, after):
    """Whether the page shows the men and hands that `bpgn json` names."""
    for name, board in zip("AB", page.evaluate(SHOWN)):
        # On top are Black on board A and White on board B.
        black, white = board["hands"] if name == "A" else board["hands"][::-1]
        assert board["men"] == men(after["boards"][name])
        assert sorted(white) + sorted(black.lower()) == sorted(after["hands"][name])


def test_hostile_games(opened, watch):
    watch.refused = "Content Security Policy"
    games = ""
    for evil in ODD:
        tag, comment = quoted(evil), evil.replace("{", "(").replace("}", ")")
        games += f'[Event "{tag}"]\n[WhiteA "{tag}"]\n[BlackB "{tag}"]\n[Result "*"]\n\n{{{comment}}}\n'
        games += f"1A. e4 {{C:{comment}}} 1a. e5 {{A:{comment}}} 1B. {''.join(comment.split())} *\n\n"
    page = opened(games.encode())
    expect(page.locator("#game option")).to_have_count(len(ODD))
    for number, evil in enumerate(ODD, 1):
        page.goto(page.url.split("#")[0] + f"#{number}-2")
        seen = evil.replace("\u202e", "\ufffd")
        until(lambda: seen in page.locator("#facts").text_content() and seen.replace("{", "(").replace("}", ")") in page.locator("#said").text_content())
    is_harmless(page, "Bughouse")


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
        assert by("next").is_disabled() == (name == "last") and by("back").is_disabled() == (name == "first")
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
    for ply, due in ((7, "e1,g1"), (12, "c8,e8")):
        page.goto(page.url.split("#")[0] + f"#1-{ply}")
        until(lambda: page.locator(".board").first.locator(".m").evaluate_all(
            "all => all.map((m) => 'abcdefgh'[m.getAttribute('x') / 45] + (8 - m.getAttribute('y') / 45)).sort().join()"), due)


def test_an_address_that_is_refused(opened, games, steps=110):
    """A browser that refuses to change the address, as Safari does after 100 times, still shows every half-move."""
    page, moves, at = opened(place="#1-0"), len(games[0]["half_moves"]), 0
    page.evaluate("""() => {
      const real = history.replaceState.bind(history);
      window.calls = 0;
      history.replaceState = (...all) => { if ((calls += 1) > 100) throw new DOMException('', 'SecurityError'); real(...all); };
    }""")
    now = lambda: page.locator("#now").text_content().split(":")[0]
    for number in range(steps):
        way = 1 if number // (moves - 1) % 2 == 0 else -1
        at += way
        page.keyboard.press("ArrowRight" if way > 0 else "ArrowLeft")
        assert now() == (str(at) if at else "start")
    page.locator("#moves a").nth(min(100, moves - 2)).click()
    assert now() == str(min(100, moves - 2))
    drag = """() => {
      const [slider, before] = [document.getElementById('at'), calls];
      for (let at = 0; at < 50; at += 1) { slider.value = at % 7; slider.dispatchEvent(new Event('input')); }
      const dragged = calls - before;
      slider.dispatchEvent(new Event('change'));
      return [dragged, calls - before];
    }"""
    assert page.evaluate(drag) == [0, 1], "one address when the slider is let go"


def test_a_phone(opened, out, width=380):
    """Both boards of a match are completely visible, side by side, above the buttons."""
    page = opened(place="#1-3", width=width, height=740, touch=True)
    page.screenshot(path=out / "phone.png")
    one, two = (board.bounding_box() for board in page.locator(".board").all())
    assert one["x"] + one["width"] <= two["x"] and two["x"] + two["width"] <= width and abs(one["y"] - two["y"]) < 40
    assert one["y"] >= 0 and max(box["y"] + box["height"] for box in (one, two)) <= page.locator("#keys").bounding_box()["y"] and one["width"] > 150


@pytest.mark.parametrize("width", [1400, 800, 380])
@pytest.mark.parametrize("program, text", [("bpgn", GAME), ("kriegspiel", UMPIRED)], ids=["bpgn", "kriegspiel"])
def test_widths(opened, out, program, text, width):
    page = opened(text, "#1-5", program, width=width, height=1000, touch=width < 500)
    page.screenshot(path=out / f"{program}-{width}.png")
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
