"""Setting up: by drag, clicks, keyboard and paste, on a desktop and on a phone; changing the board; the side that begins."""
import pytest
from playwright.sync_api import expect

from desk import EMPTY, MORPHY, PROBLEMS, both, men, until


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


@both
@pytest.mark.parametrize("way", [by_drag, by_click])
def test_set_up(desk, way):
    for stipulation, fen, _ in PROBLEMS:
        ranks, turn, castling, _ = fen.split()
        desk.clear()
        way(desk, men(fen))
        # The side to move and castling cannot be set by placing men.
        desk.open(".more")
        desk.press(desk["white" if turn == "w" else "black"].locator("+ span"))
        for right in "KQkq":
            desk.all(f"[data-castling={right}]").set_checked(right in castling)
        until(lambda: (desk.fen(), desk.ranks()), (fen, ranks))
        desk.clear()
        desk.put(f'{fen} Stip "{stipulation}";')
        expect(desk["stipulation"]).to_have_value(stipulation)


@both
def test_paste(desk):
    """By the event, and by the dialogue, which says that it found nothing."""
    popeye = "BeginProblem\nStipulation #2\nPieces White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7 Pb7\nEndProblem\n"
    desk.paste(popeye)
    until(desk.ranks, MORPHY.split()[0])
    desk.clear()
    desk.press("paste")
    desk["pasted"].fill("nonsense")
    desk.press("paste-take")
    expect(desk["paste-error"]).not_to_be_empty()
    desk["pasted"].fill(popeye)
    desk.press("paste-take")
    until(desk.ranks, MORPHY.split()[0])
    expect(desk["paste-dialog"]).to_be_hidden()


def test_changes_of_the_board(desk):
    fen = PROBLEMS[1][1]
    ranks = fen.split()[0]
    desk.put(fen)
    desk.drag("a1", "b1")
    moved = desk.ranks()
    for key, due in (("z", ranks), ("y", moved), ("z", ranks)):
        desk.keys("Control+" + key)
        until(desk.ranks, due)
    desk.open(".more")
    act = lambda name: desk.press(desk.all(f"[data-do={name}]")) or desk.ranks()
    for name, times in (("mirror", 2), ("flip", 2), ("turn", 4), ("half", 2), ("swap", 2)):
        boards = [act(name) for _ in range(times)]
        assert boards[0] != ranks == boards[-1], name
        assert name != "mirror" or boards[0] == "/".join(rank[::-1] for rank in ranks.split("/"))
    assert act("up") == "/".join(ranks.split("/")[1:] + ["8"])
    assert len(men([act("up") for _ in range(8)][-1])) == len(men(ranks)), "shifting loses no man"
    assert act("clear") == EMPTY
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
    desk.keys("Shift+Tab", "Shift+Q", "Delete")
    assert desk.ranks() == EMPTY
    at = "a8"
    # From man to man, in an order that needs all four arrows.
    for square, man in sorted(men(fen).items(), key=lambda one: one[::-1]):
        right, up = (ord(to) - ord(begin) for begin, to in zip(at, square))
        desk.keys(*abs(right) * ["ArrowRight" if right > 0 else "ArrowLeft"])
        desk.keys(*abs(up) * ["ArrowUp" if up > 0 else "ArrowDown"])
        desk.keys("Shift+" + man[1] if man[0] == "w" else man[1].lower())
        at = square
    assert desk.ranks() == fen.split()[0]
    tab_to("#stipulation")
    desk.keys("Control+a")
    desk.page.keyboard.type(stipulation)
    desk.keys("Enter")
    desk.answered()
    desk.keys("ArrowRight", "ArrowRight", "ArrowRight")
    assert desk.text("line").endswith("#")
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
    desk.press("more", "less", "less")
    before = desk.ranks()
    labels = desk.run("() => { document.getElementById('new').click(); return [...document.querySelectorAll('[role=gridcell]')].map((e) => e.ariaLabel).join(); }")
    assert before != EMPTY and "king" not in labels, "New empties the board at once, whatever the program is busy with"
    until(turn, "b")
    desk.press("undo")
    assert desk.ranks() == before, "undone in one step"
    desk.press("redo")
    desk.paste('8/8/8/8/8/2k5/1r6/K6R w - - Stip "h#2";')
    expect(desk["illegal"]).to_contain_text("Black")
    assert turn() == "w", "a record's own side stays"
    desk.paste("8/8/8/8/8/2k5/1r6/K6R b - -")
    until(turn, "b")
    desk.fill("stipulation", "#2")
    desk.page.wait_for_timeout(1000)
    assert turn() == "b", "a #2 does not take the move from Black, whom a FEN gave it"
