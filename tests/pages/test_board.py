"""Setting up: by drag, clicks, keyboard and paste, on a desktop and on a phone; changing the board; the side that begins."""
import pytest
from playwright.sync_api import expect

from desk import EMPTY, MORPHY, PHONE, PROBLEMS, men, until

both = pytest.mark.parametrize("desk", [{}, PHONE], ids=["desktop", "phone"], indirect=True)


def by_drag(desk, placed):
    for square, man in placed.items():
        desk.drag(desk.man(man), square)


def by_click(desk, placed):
    """Picks a man of the box, then its squares; the last ones in the opposite order."""
    *first, one, two = placed.items()
    for name in sorted({man for _, man in first}):
        desk.press(desk.man(name), *(square for square, man in first if man == name), desk.man(""))
    for square, man in (one, two):
        desk.press(square, desk.man(man))


def by_keyboard(desk, placed):
    """Tab to the board, arrows, letters; first a wrong man, which Delete removes."""
    desk.cell("a8").focus()
    desk.keys("Shift+Q", "Delete")
    for rank in range(8, 0, -1):
        # Down the board in a zigzag: the direction alternates from rank to rank.
        for at, file in enumerate("abcdefgh" if rank % 2 == 0 else "hgfedcba"):
            if man := placed.get(f"{file}{rank}"):
                desk.keys("Shift+" + man[1] if man[0] == "w" else man[1].lower())
            desk.keys("ArrowDown" if at == 7 else "ArrowRight" if rank % 2 == 0 else "ArrowLeft")


def rest(desk, fen):
    """Side to move and castling, which cannot be set by placing men."""
    _, turn, castling, _ = fen.split()
    desk.open(".more")
    desk.press(desk["white" if turn == "w" else "black"].locator("+ span"))
    for right in "KQkq":
        desk.all(f"[data-castling={right}]").set_checked(right in castling)


@both
@pytest.mark.parametrize("way", [by_drag, by_click, by_keyboard])
def test_set_up(desk, way):
    if desk.touch and way is by_keyboard:
        pytest.skip("a phone has no keyboard")
    for stipulation, fen, _ in PROBLEMS:
        desk.clear()
        way(desk, men(fen))
        rest(desk, fen)
        until(lambda: (desk.fen(), desk.ranks()), (fen, fen.split()[0]))
        desk.set_up(f'{fen} Stip "{stipulation}";')
        expect(desk["stipulation"]).to_have_value(stipulation)


@both
@pytest.mark.parametrize("text", [
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "BeginProblem\nStipulation #2\nPieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7 Pb7\nEndProblem\n",
    "Pieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7 Pb7",
    "white: Kc8 Ra1 Pb6 black: Ka8 Bb8 Pa7 Pb7",
], ids=["FEN", "Popeye", "Pieces", "Olive"])
def test_paste(desk, text):
    desk.paste(text)
    until(desk.ranks, MORPHY.split()[0])
    desk.press(desk["paste"])
    desk["pasted"].fill("nonsense")
    desk.press(desk["paste-take"])
    expect(desk["paste-error"]).not_to_be_empty()


def test_changes_of_the_board(desk):
    fen = PROBLEMS[1][1]
    ranks = fen.split()[0]
    desk.set_up(fen)
    desk.drag("a1", "b1")
    moved = desk.ranks()
    desk.keys("Control+z")
    until(desk.ranks, ranks)
    desk.keys("Control+y")
    until(desk.ranks, moved)
    desk.keys("Control+z")
    desk.open(".more")
    act = lambda name: desk.press(desk.all(f"[data-do={name}]"))
    for name, times in (("mirror", 2), ("flip", 2), ("turn", 4), ("half", 2), ("swap", 2)):
        act(name)
        assert desk.ranks() != ranks
        assert name != "mirror" or desk.ranks() == "/".join(rank[::-1] for rank in ranks.split("/"))
        for _ in range(times - 1):
            act(name)
        assert desk.ranks() == ranks, name
    act("up")
    assert desk.ranks() == "/".join(ranks.split("/")[1:] + ["8"])
    for _ in range(8):
        act("up")
    assert len(men(desk.ranks())) == len(men(ranks)), "shifting loses no man"
    act("clear")
    assert desk.ranks() == EMPTY
    desk.paste("8/8/8/8/8/8/8/K7 w - -")
    expect(desk["illegal"]).not_to_be_empty()
    expect(desk["counts"]).to_have_text("(1+0)")


def test_the_keyboard_alone(desk):
    """From the first Tab to the last move of a solution, without a pointer."""
    def tab_to(selector):
        for _ in range(60):
            desk.keys("Tab")
            if desk.run("selector => document.activeElement.matches(selector)", selector):
                return
        pytest.fail(f"{selector} is not reached by Tab")

    stipulation, fen, _ = PROBLEMS[0]
    tab_to("[role=gridcell]")
    desk.keys("Tab")
    assert not desk.run("document.activeElement.matches('[role=gridcell]')"), "one Tab leaves the board"
    desk.keys("Shift+Tab")
    by_keyboard(desk, men(fen))
    tab_to("#stipulation")
    desk.keys("Control+a")
    desk.page.keyboard.type(stipulation)
    desk.keys("Enter")
    desk.answered()
    desk.keys("ArrowRight", "ArrowRight", "ArrowRight")
    assert desk["line"].inner_text().endswith("#")
    desk.keys("Escape")
    assert desk.ranks() == fen.split()[0]


SIDES = [("#2", "w"), ("h#2", "b"), ("h#2.5", "w"), ("h#3", "b"), ("#3", "w"), ("ser-h#7", "b"), ("ser-#5", "w"), ("h=2", "b"), ("s#3", "w"),
         ("hs#3", "w"), ("h#2", "b")]


def test_the_side_that_begins(desk):
    """Choosing a stipulation gives the move to the side that begins; a record's own side is left alone."""
    turn = lambda: desk.fen().split()[1]
    for stipulation, side in SIDES:
        desk.fill("stipulation", stipulation)
        until(turn, side)
    desk.drag(desk.man("wK"), "e1")
    desk.press(desk["more"], desk["less"], desk["less"])
    before = desk.ranks()
    labels = desk.run("() => { document.getElementById('new').click(); return [...document.querySelectorAll('[role=gridcell]')].map((e) => e.ariaLabel).join(); }")
    assert before != EMPTY and "king" not in labels, "New empties the board at once, whatever the program is busy with"
    until(turn, "b")
    desk.press(desk["undo"])
    assert desk.ranks() == before, "undone in one step"
    desk.press(desk["redo"])
    desk.paste('8/8/8/8/8/2k5/1r6/K6R w - - Stip "h#2";')
    expect(desk["illegal"]).to_contain_text("Black")
    assert turn() == "w", "a record's own side stays"
    desk.paste("8/8/8/8/8/2k5/1r6/K6R b - -")
    until(turn, "b")
    desk.fill("stipulation", "#2")
    desk.page.wait_for_timeout(1000)
    assert turn() == "b", "a #2 does not take the move from Black, whom a FEN gave it"
