"""`solver --format html`: filters, search, contents, folding, print; moves on the board by clicks and keys."""
import re

import chess.variant
import pypdf
import pytest
from playwright.sync_api import expect

from conftest import ROOT


@pytest.fixture
def report(written):
    """Opens the page for some records, with some options."""
    asked = ("solver", "--format", "html", "--details")
    return lambda records, *options, **size: written("\n".join(records) + "\n", *asked, *options, **size)


def test_a_page_of_problems(report, tmp_path):
    """The first records of some suites: what is chosen, found, listed, folded and printed of them."""
    names = ("mates-2", "mates-3", "selfmates", "helpmates", "crazyhouse")
    suites = [re.findall(r"^[^#%\s].*", (ROOT / f"suites/{name}.epd").read_text(), re.M) for name in names]
    lines = [line for suite in suites for line in suite[:12]]
    page = report(lines, "--tries", "--set-play", "--no-time")
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
    contents, links = page.locator("#contents > summary"), page.locator("#list a")
    contents.click()
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


LASKER = 'rn3r2/pbppq1p1/1p2pN2/8/3P1kNP/3B4/PPP2PP1/R3K2R w KQ - Stip "#3";'
TWIN = '7k/8/5K2/8/8/8/8/6Q1 w - - Stip "#1"; Twin "b) Qg2-->g1";'
HANDS = '8/8/8/8/8/6k1/4p3/4K3[nnr] b - - Variant "crazyhouse"; Stip "#3";'
BOTH = '6rk/6pp/8/8/8/8/6PP/6RK[Nn] w - - Stip "#1"; Variant "crazyhouse"; dup;'
CLICKED = {  # records, a move of the last one, and the moves to the board that it shows; -- is a pass
    "castling": (LASKER, "0-0", ["g3+", "Kf3", "O-O"]),
    "threat": (LASKER, "Nh2#", ["g3+", "Kf3", "Kf1", "--", "Nh2#"]),
    "first of several replies": (LASKER, "Be4#", ["g3+", "Kf3", "Kf1", "Nc6", "Be4#"]),
    "set play": (LASKER, "Bxe4#", ["--", "Be4", "g3+", "Kf3", "Bxe4#"]),
    "refutation": (LASKER, "Qb4+", ["Ne5", "Qb4+"]),
    "folded below a refuted try": (LASKER, "Nxg6#", ["Ne5", "g6", "Nxg6#"]),
    "en passant": ('5N2/8/7p/3R1Ppk/8/6K1/8/8 w - g6 Stip "#1";', "fxg6ep#", ["fxg6"]),
    "promotion": ('8/2k1P3/P7/7p/1P1Kp1P1/B6p/1R1N4/5B2 w - - Stip "#3";', "Qb8#", ["e8=Q", "--", "Rc2+", "Kb6", "Qb8#"]),
    "a twin, on its own board": (LASKER + "\n" + TWIN, "Qg7#", ["Qg7#"]),
    "a drop": (HANDS, "R@d1+", ["R@d1+"]),
    "a taken man joins the hand": (HANDS, "Kxe2", ["N@b3", "Kxe2"]),
    "a drop of White": (BOTH, "N@f7#", ["N@f7#"]),
    "a drop of Black": (BOTH, "N@f2#", ["--", "N@f2#"]),
}


@pytest.mark.parametrize("records, move, moves", CLICKED.values(), ids=CLICKED)
def test_a_move_is_shown_on_the_board(report, records, move, moves):
    page = report([records], "--tries", "--set-play")
    board = page.locator("svg.d").last
    page.locator("#unfold").click()
    expect(board).to_be_visible(visible="Twin" not in records)
    record = records.split("\n")[-1]
    game = chess.variant.CrazyhouseBoard if "Variant" in record else chess.Board
    position = game(" ".join(record.split()[:4]) + " 0 1")
    diagram = shown(position)
    clicked = page.get_by_role("button", name=move, exact=True).first
    clicked.click()
    for san in moves:
        position.push_san(san)
    assert drawn(board) == shown(position)
    expect(clicked).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[aria-pressed=true]")).to_have_count(1)
    clicked.click()
    assert drawn(board) == diagram


def shown(position):
    """The men of a position by their squares, and those in hand."""
    men = {chess.square_name(square): "#" + "bw"[man.color] + man.symbol().upper() for square, man in position.piece_map().items()}
    hands = [f"#{color}{man}" for color, pocket in zip("wb", getattr(position, "pockets", [])[::-1])
             for man in sorted(str(pocket).upper(), key="QRBNP".index)]
    return men, hands


def drawn(board):
    """The men on a diagram of the page by their squares, and those in hand."""
    men = board.locator("use[x]").evaluate_all("all => all.map((u) => ['href', 'x', 'y'].map((n) => u.getAttribute(n)))")
    hands = board.locator("use[transform]").evaluate_all("all => all.map((u) => u.getAttribute('href'))")
    return {"abcdefgh"[int(x) // 45] + str(8 - int(y) // 45): name for name, x, y in men}, hands


def test_moves_are_walked_through_by_the_keyboard(report):
    page = report([LASKER, LASKER])
    article = page.locator("article").last
    moves, board = article.get_by_role("button"), article.locator("svg.d")
    folded, fen = article.locator("details[open]").count(), " ".join(LASKER.split()[:4])
    moves.first.focus()
    page.keyboard.press("Enter")
    expect(moves.first).to_have_attribute("aria-pressed", "true")
    expect(board).to_have_attribute("aria-label", f"{fen} g3+")
    page.keyboard.press("ArrowRight")
    expect(moves.nth(1)).to_be_focused()
    expect(board).to_have_attribute("aria-label", f"{fen} g3+ Kf3")
    page.keyboard.press("Space")
    expect(moves.nth(1)).to_have_attribute("aria-pressed", "false")
    expect(board).to_have_attribute("aria-label", fen)
    assert article.locator("details[open]").count() == folded, "keys on a move fold nothing"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(moves.nth(1)).to_be_focused()


def test_without_scripts_moves_are_text(report):
    page = report([LASKER], java_script_enabled=False)
    expect(page.locator("article")).to_contain_text("1.g3+!")
    expect(page.get_by_role("button")).to_have_count(0)
