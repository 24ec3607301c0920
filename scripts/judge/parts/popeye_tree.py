"""Popeye's text with variations, parsed strictly into a tree and replayed by python-chess.

The grammar was derived from the 416 outputs of the collection (`-regression`, `NoBoard`) and nothing else. Every line must have
one of these forms, with this indentation:

    '   1.M !'         a key            '   1.M ?'     a try; after either ` threat:` or ` zugzwang.`
    '      1...M'      a reply          '    but'      before the refutations of a try
    '          2.M'    the attacker's next move, and so on, eight columns a move
    '      1...M !'    a refutation

Then each move is played: the man is on its square, the move is legal, `*` is a capture, `ep.` one en passant, ` +` a check that
does not end the play, and the play ends where the goal of the stipulation is reached (` #`, ` =`), and nowhere else.
"""

import re
from dataclasses import dataclass, field

import chess

MOVE = re.compile(
    r"(?:(?P<man>[KQRBS]?)(?P<origin>[a-h][1-8])(?P<sign>[-*])(?P<goal>[a-h][1-8])(?:=(?P<promoted>[QRBS]))?(?P<ep> ep\.)?"
    r"|(?P<castling>0-0-0|0-0))"
)
LINE = re.compile(r"(?P<blanks> *)(?P<number>[1-9]\d*)(?P<dots>\.\.\.|\.)(?P<rest>.*)")
TAIL = re.compile(r"(?P<sign> [+#=])?(?P<mark> [!?])?(?P<word> threat:| zugzwang\.)?")
MEN = {"": chess.PAWN, "S": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN, "K": chess.KING}
END = "solution finished."


class Unreadable(ValueError):
    """The text is not one that Popeye writes, or is false on the board."""


@dataclass
class Node:
    """A move with the marks after it and the moves below it."""

    text: str
    parts: dict
    line: int
    attacks: bool
    number: int
    sign: str = ""
    mark: str = ""
    word: str = ""
    threats: list = field(default_factory=list)
    replies: list = field(default_factory=list)
    refutations: list = field(default_factory=list)

    @property
    def depth(self):
        """The half-moves from the first move on: replies are one deeper than the moves of their number."""
        return 2 * self.number - self.attacks

    def fact(self):
        """The same as a value that does not depend on the order."""
        lists = (self.threats, self.replies, self.refutations)
        return (self.text, self.sign, self.mark, self.word, *(frozenset(n.fact() for n in nodes) for nodes in lists))


@dataclass
class Tree:
    """The play of one problem."""

    set_play: list
    phases: list

    def fact(self):
        """The same as a value that does not depend on the order."""
        return frozenset(n.fact() for n in self.set_play), frozenset(n.fact() for n in self.phases)

    def moves(self):
        """The number of moves in it."""
        count = lambda nodes: sum(1 + count(n.threats) + count(n.replies) + count(n.refutations) for n in nodes)
        return count(self.set_play) + count(self.phases)


def parse(text):
    """The tree of a whole output."""
    lines = text.rstrip("\n").split("\n")
    if not lines or lines.pop() != END:
        raise Unreadable("the solution is not finished")
    blocks, block = [], []
    for number, line in enumerate(lines, 1):
        if line != "":
            block.append((number, "but" if line == "    but" else node(number, line)))
        elif block:
            blocks.append(block)
            block = []
    if block:
        raise Unreadable("there is no empty line before the end")
    tree = Tree([], [])
    for at, block in enumerate(blocks):
        number, first = block[0]
        if at == 0 and first != "but" and not first.attacks:
            # Set play follows a move that is not written.
            tree.set_play = grown(Node("", {}, 0, True, 1), block).replies
        elif first == "but" or first.depth != 1 or not first.mark:
            raise Unreadable(f"line {number} begins no phase")
        else:
            tree.phases.append(grown(first, block[1:]))
    for nodes in (tree.set_play, tree.phases):
        if len({n.text for n in nodes}) != len(nodes):
            raise Unreadable("a move occurs twice")
    return tree


def node(number, line):
    """The move of a line."""
    found = LINE.fullmatch(line)
    if not found:
        raise Unreadable(f"line {number} is not a move: {line!r}")
    move_number, attacks = int(found["number"]), found["dots"] == "."
    last_digit = len(found["blanks"]) + len(found["number"])
    wanted = 4 if attacks and move_number == 1 else 8 * move_number - (5 if attacks else 1)
    if last_digit != wanted:
        raise Unreadable(f"line {number} is indented wrongly: {line!r}")
    move = MOVE.match(found["rest"])
    tail = move and TAIL.fullmatch(found["rest"], move.end())
    if not tail:
        raise Unreadable(f"line {number} is not a move: {line!r}")
    signs = {name: (sign or "").strip() for name, sign in tail.groupdict().items()}
    return Node(move[0], move.groupdict(), number, attacks, move_number, **signs)


def grown(root, block):
    """The first move of a block, with every other move of it below the one that it follows."""
    refutes, above = False, [root]
    for number, found in block:
        if found == "but" and root.mark == "?" and not refutes:
            refutes, above = True, [root]
            continue
        if found == "but" or found.mark != ("!" if refutes else "") or (found.word and not found.attacks):
            raise Unreadable(f"line {number} has a sign that does not belong here")
        while len(above) > 1 and above[-1].depth >= found.depth:
            above.pop()
        parent, deeper = above[-1], found.depth - above[-1].depth
        if refutes and found.depth == 2:
            root.refutations.append(found)
        elif refutes or deeper not in (1, 2) or deeper == 2 and (parent.word != "threat:" or parent.replies):
            raise Unreadable(f"line {number} does not belong here")
        else:
            (parent.replies if deeper == 1 else parent.threats).append(found)
            above.append(found)
    for n in (root, *(found for _, found in block if found != "but")):
        if n.word == "threat:" and not n.threats:
            raise Unreadable(f"line {n.line} threatens nothing")
    if root.mark == "?" and not root.refutations:
        raise Unreadable(f"nothing refutes the try in line {root.line}")
    return root


def push(board, n):
    """The position after the move of a node, if it can be played there, and the move itself."""
    parts = n.parts
    if parts["castling"]:
        king = board.king(board.turn)
        target = chess.square(6 if parts["castling"] == "0-0" else 2, chess.square_rank(king))
        m = chess.Move(king, target)
        fits = board.is_castling(m)
    else:
        origin, target = chess.parse_square(parts["origin"]), chess.parse_square(parts["goal"])
        m = chess.Move(origin, target, MEN[parts["promoted"]] if parts["promoted"] else None)
        fits = (
            board.piece_type_at(origin) == MEN[parts["man"]]
            and board.is_capture(m) == (parts["sign"] == "*")
            and board.is_en_passant(m) == bool(parts["ep"])
        )
    if not fits or not board.is_legal(m):
        raise Unreadable(f"line {n.line}: {n.text} cannot be played on {board.fen()}")
    after = board.copy()
    after.push(m)
    return after, m


def replay(tree, board, stipulation):
    """Plays everything on `board`, the attacker to move. `stipulation` is `#2`, `s#3`, `=2`..."""
    self_play = stipulation.startswith("s")
    goal = stipulation.lstrip("s")[0]
    length = int(stipulation.lstrip("s#="))

    def reached(board):
        return board.is_checkmate() if goal == "#" else board.is_stalemate()

    def sign(n, board, ends):
        wanted = goal if ends else "+" if board.is_check() else ""
        if n.sign != wanted:
            raise Unreadable(f"line {n.line}: {n.text} has the sign {n.sign!r}, not {wanted!r}")

    def attack(board, n):
        after, _ = push(board, n)
        ends = not self_play and reached(after)
        sign(n, after, ends)
        if ends and (n.threats or n.replies or n.word):
            raise Unreadable(f"line {n.line}: the play is over")
        if n.number > length:
            raise Unreadable(f"line {n.line}: that is later than stipulated")
        if n.threats:
            passed = after.copy()
            passed.push(chess.Move.null())
            for threat in n.threats:
                attack(passed, threat)
        for reply in n.replies:
            defend(after, reply)
        for refutation in n.refutations:
            refuted = push(after, refutation)[0]
            # A goal that is reached too soon (exact play) refutes, and is named correctly.
            sign(refutation, refuted, self_play and reached(refuted))

    def defend(board, n):
        after, _ = push(board, n)
        ends = self_play and reached(after)
        sign(n, after, ends)
        if ends == bool(n.replies):
            raise Unreadable(f"line {n.line}: {'the play is over' if ends else 'nothing follows'}")
        for answer in n.replies:
            attack(after, answer)

    for phase in tree.phases:
        attack(board, phase)
    if tree.set_play:
        passed = board.copy()
        passed.push(chess.Move.null())
        for reply in tree.set_play:
            defend(passed, reply)


HELP = re.compile(r"  1\.(?:\.\.)?(?P<rest>\S.*) (?P<goal>[#=])")


def help_lines(text, board, goal):
    """The lines of help play, played on `board` and given as UCI moves; each must end with `goal` reached."""
    if not text.rstrip("\n").endswith(END):
        raise Unreadable("the solution is not finished")
    found = []
    for number, line in enumerate(text.rstrip("\n").split("\n")[:-1], 1):
        if line == "":
            continue
        parts = HELP.fullmatch(line)
        if not parts or parts["goal"] != goal:
            raise Unreadable(f"line {number} is not a line of help play: {line!r}")
        after, moves = board.copy(), []
        rest = re.sub(r"   ?[1-9]\d*\.", " ", parts["rest"])
        while rest:
            move = MOVE.match(rest)
            if not move:
                raise Unreadable(f"line {number}: not a move: {rest!r}")
            n = Node(move[0], move.groupdict(), number, True, 1)
            after, played = push(after, n)
            moves.append(played.uci())
            rest = rest[move.end() :]
            if rest.startswith(" +") != (after.is_check() and rest != ""):
                raise Unreadable(f"line {number}: {n.text} with a wrong sign of check")
            rest = rest.removeprefix(" +").removeprefix(" ")
        if not (after.is_checkmate() if goal == "#" else after.is_stalemate()):
            raise Unreadable(f"line {number} does not reach its goal")
        found.append(" ".join(moves))
    if len(set(found)) != len(found):
        raise Unreadable("a line occurs twice")
    return found
