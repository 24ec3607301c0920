"""`solver --format html`: hostile records, filters, search, contents, folding, print; pictures at three widths."""
import re
import subprocess

import chess
import pypdf
import pytest
from playwright.sync_api import expect

from conftest import ROOT
from hostile import EVIL, is_harmless, quoted

ODD = [*EVIL, '"onload="document.title=\'pwned\'', "\\input{/etc/passwd} $x_2^3$ 100% { ~"]


@pytest.fixture
def written(solver, tmp_path, watch):
    """Opens the page that the program writes for some lines."""
    def written(lines, *options, **size):
        path = tmp_path / "page.html"
        run = subprocess.run([solver, "--format", "html", "-o", path, "--progress", "never", "--details", *options, "-"],
                             input="".join(f"{line}\n" for line in lines).encode(), capture_output=True)
        assert run.returncode in (0, 2), run.stderr.decode()
        page = watch(**size)
        page.goto(path.as_uri())
        return page

    return written


@pytest.fixture(scope="module")
def lines():
    """The first records of some suites."""
    suites = [(ROOT / f"suites/{name}.epd").read_text().splitlines() for name in ("mates-2", "mates-3", "selfmates", "helpmates", "crazyhouse")]
    return [line for suite in suites for line in [one for one in suite if one.strip() and one.strip()[0] not in "#%"][:12]]


def test_hostile_records(written, watch):
    watch.refused = "Content Security Policy"
    page = written(line for evil in ODD for line in (
        f'7k/8/8/4K3/8/8/6Q1/8 w - - Stip "#2"; id "{quoted(evil)}"; c0 "{quoted(evil)}"; bm {evil.split()[0].replace(";", "")};',
        f"# {evil}", f'4k3/8/8/8/8/8/8/8 w - - id "{quoted(evil)}";'))
    page.locator("#unfold").click()
    expect(page.locator("article")).to_have_count(2 * len(ODD))
    shown = page.locator("article h2").evaluate_all("all => all.map((e) => e.firstChild.textContent.trim().replace(/\\s+/g, ' '))")
    # In an id, a quotation mark or a backslash may be written in the way of the format.
    assert [evil for evil in ODD if " ".join(evil.split()) not in shown and '"' not in evil and "\\" not in evil] == []
    is_harmless(page, "Chess problems")


def test_a_page_of_problems(written, lines, tmp_path):
    page = written(lines, "--tries", "--set-play", "--no-time")
    articles, opened = page.locator("article"), page.locator("article details[open]")
    visible = articles.filter(visible=True)
    records = articles.evaluate_all("all => all.map((a) => ({...a.dataset, text: a.textContent.toLowerCase()}))")
    assert len(records) == len(lines)
    expect(visible).to_have_count(len(lines))
    for name in ("verdict", "outcome", "stipulation"):
        select = page.locator(f"#{name}")
        for option in select.locator("option").all()[1:]:
            value = option.get_attribute("value")
            select.select_option(value)
            due = sum(record[name] == value[1:] for record in records)
            expect(visible).to_have_count(due)
            expect(page.locator("#shown")).to_have_text(f"{due} / {len(records)}")
            assert int(re.search(r"\((\d+)\)$", option.text_content())[1]) == due
        select.select_option(index=0)
    for words in ("cooked", "white to", "zzzznothing", "#3 qb6", ""):
        page.locator("#search").fill(words)
        expect(visible).to_have_count(sum(all(word in record["text"] for word in words.split()) for record in records))
    contents = page.locator("#contents > summary")
    contents.click()
    links = page.locator("#list a")
    expect(links).to_have_count(len(records))
    links.last.click()
    expect(articles.last).to_be_in_viewport()
    contents.click()
    total = page.locator("article details").count()
    page.locator("#fold").click()
    expect(opened).to_have_count(0)
    page.locator("article details > summary").first.click()
    expect(opened).to_have_count(1)
    page.locator("#unfold").click()
    expect(opened).to_have_count(total)
    assert total and page.evaluate("[...document.querySelectorAll('article svg.d use')].every((u) => document.querySelector(u.getAttribute('href')))")
    page.locator("#fold").click()
    page.pdf(path=tmp_path / "page.pdf", print_background=True, prefer_css_page_size=True)
    text = "".join(sheet.extract_text() for sheet in pypdf.PdfReader(tmp_path / "page.pdf").pages)
    assert "nfold all" not in text, "no buttons are printed"
    assert text.count("1...") >= sum(record["outcome"] == "solved" for record in records) // 2, "folded play is printed"


@pytest.mark.parametrize("width", [1400, 800, 380])
def test_widths(written, lines, out, width):
    page = written(lines, "--tries", width=width, height=1000, touch=width < 500)
    page.screenshot(path=out / f"page-{width}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= width



LASKER = 'rn3r2/pbppq1p1/1p2pN2/8/3P1kNP/3B4/PPP2PP1/R3K2R w KQ - Stip "#3";'
CLICKED = {  # a record, a move on its page, and the moves to the board that it shows; -- is a pass
    "castling": (LASKER, "0-0", ["g3+", "Kf3", "O-O"]),
    "threat": (LASKER, "Nh2#", ["g3+", "Kf3", "Kf1", "--", "Nh2#"]),
    "first of several replies": (LASKER, "Be4#", ["g3+", "Kf3", "Kf1", "Nc6", "Be4#"]),
    "set play": (LASKER, "Bxe4#", ["--", "Be4", "g3+", "Kf3", "Bxe4#"]),
    "refutation": (LASKER, "Qb4+", ["Ne5", "Qb4+"]),
    "folded below a refuted try": (LASKER, "Nxg6#", ["Ne5", "g6", "Nxg6#"]),
    "en passant": ('5N2/8/7p/3R1Ppk/8/6K1/8/8 w - g6 Stip "#1";', "fxg6ep#", ["fxg6"]),
    "promotion": ('8/2k1P3/P7/7p/1P1Kp1P1/B6p/1R1N4/5B2 w - - Stip "#3";', "Qb8#", ["e8=Q", "--", "Rc2+", "Kb6", "Qb8#"]),
}


@pytest.mark.parametrize("record, move, moves", CLICKED.values(), ids=CLICKED)
def test_a_move_is_shown_on_the_board(written, record, move, moves):
    page = written([record], "--tries", "--set-play")
    page.locator("#unfold").click()
    clicked = page.get_by_role("button", name=move, exact=True).first
    clicked.click()
    position = chess.Board(" ".join(record.split()[:4]))
    for san in moves:
        position.push_san(san)
    men = {chess.square_name(square): man.symbol() for square, man in position.piece_map().items()}
    assert board_of(page) == men
    expect(clicked).to_have_attribute("aria-pressed", "true")
    clicked.click()
    assert board_of(page) == board_of(written([record]))


def test_a_dropped_man_leaves_the_hand_and_a_taken_man_joins_it(written):
    page = written(['8/8/8/8/8/6k1/4p3/4K3[nnr] b - - Variant "crazyhouse"; Stip "#3";'])
    hand = page.locator("svg.d use[transform]")
    expect(hand).to_have_count(3)
    page.get_by_role("button", name="R@d1+", exact=True).first.click()
    assert board_of(page) == {"g3": "k", "e2": "p", "e1": "K", "d1": "r"}
    expect(hand).to_have_count(2)
    key = page.locator(".s > ul > li", has=page.locator("[aria-pressed=true]"))
    key.get_by_role("button", name="Kxe2").first.click()
    assert board_of(page) == {"g3": "k", "e2": "K", "d1": "r"}
    assert hand.evaluate_all("all => all.map((u) => u.getAttribute('href'))") == ["#wP", "#bN", "#bN"]


def test_moves_are_walked_through_by_the_keyboard(written):
    page = written([LASKER, LASKER])
    article = page.locator("article").last
    moves = article.get_by_role("button")
    folded = article.locator("details[open]").count()
    moves.first.focus()
    page.keyboard.press("Enter")
    expect(moves.first).to_have_attribute("aria-pressed", "true")
    assert article.locator("svg.d").get_attribute("aria-label").endswith(" g3+")
    page.keyboard.press("ArrowRight")
    expect(moves.nth(1)).to_be_focused()
    assert article.locator("svg.d").get_attribute("aria-label").endswith(" g3+ Kf3")
    page.keyboard.press("Space")
    expect(moves.nth(1)).to_have_attribute("aria-pressed", "false")
    assert article.locator("svg.d").get_attribute("aria-label") == " ".join(LASKER.split()[:4])
    assert article.locator("details[open]").count() == folded, "keys on a move fold nothing"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(moves.nth(1)).to_be_focused()


def test_a_move_of_a_twin_is_shown_on_its_own_board(written):
    page = written([LASKER, '7k/8/5K2/8/8/8/8/6Q1 w - - Stip "#1"; Twin "b) Qg2-->g1";'])
    board = page.locator("svg.d").last
    expect(board).to_be_hidden()
    move = page.get_by_role("button", name="Qg7#", exact=True)
    move.click()
    assert board_of(page) == {"h8": "k", "f6": "K", "g7": "Q"}
    expect(board).to_be_visible()
    move.click()
    assert board_of(page) == {"h8": "k", "f6": "K", "g1": "Q"}


def test_a_drop_of_the_other_side_has_its_colour(written):
    page = written(['6rk/6pp/8/8/8/8/6PP/6RK[Nn] w - - Stip "#1"; Variant "crazyhouse";'], "--duplex")
    for name, color in (("N@f7#", "N"), ("N@f2#", "n")):
        page.get_by_role("button", name=name, exact=True).first.click()
        assert board_of(page)[name[2:4]] == color
    expect(page.locator("[aria-pressed=true]")).to_have_count(1)


def test_without_scripts_moves_are_text(solver, tmp_path, browser):
    path = tmp_path / "page.html"
    subprocess.run([solver, "-o", path, "--fen", LASKER], check=True)
    page = browser.new_page(java_script_enabled=False)
    page.goto(path.as_uri())
    expect(page.locator("article")).to_contain_text("1.g3+!")
    expect(page.get_by_role("button")).to_have_count(0)
    page.close()


def board_of(page):
    """The men on the last diagram of the page, by their squares."""
    men = page.locator("svg.d").last.locator("use[x]").evaluate_all("all => all.map((u) => ['href', 'x', 'y'].map((n) => u.getAttribute(n)))")
    return {"abcdefgh"[int(x) // 45] + str(8 - int(y) // 45): name[2].lower() if name[1] == "b" else name[2] for name, x, y in men}
