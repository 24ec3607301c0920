"""EPD records for the scripts: a position and its operations, read tolerantly.

Nothing here is shared with the solver; python-chess is the only judge of chess.
"""

import re
from dataclasses import dataclass, field

import chess

from . import house

MATE = 32768
"""`ce` of a mate in N is MATE - 2N; of being mated in N it is -MATE + 1 + 2N."""

LENGTH = r"\d+(\.5)?"
"""A number of moves; in help play it may end in half a move."""

PLAYS = ("ser-h", "ser-s", "ser-r", "ser-", "hs", "hr", "semi-r", "r", "s", "h", "")
KINDS = (*(play + aim for play in PLAYS for aim in ("==", "=", "#")), "-#")
"""The kinds of stipulation, longer ones first."""

EXACT = "exact-"
"""The prefix of a kind for which shorter play is not a solution."""


def printable(text):
    """A line of text that is safe to print on a terminal: control characters, marks that change the direction of writing, and
    bytes that are not text become U+FFFD."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in str(text))


class Unreadable(ValueError):
    """The line is not a record, or its position is invalid."""


@dataclass
class Record:
    """A position (with Chess960 castling, which includes the usual one) and its operations."""

    board: chess.Board
    operations: list = field(default_factory=list)
    written: list = field(default_factory=list)
    """The operations as written, without their `;`."""

    def get(self, opcode):
        """The operands of the first operation with that name, or None."""
        for name, operands in self.operations:
            if name == opcode:
                return operands
        return None

    def has(self, opcode):
        return self.get(opcode) is not None

    def text(self, opcode):
        """All operands as one text, or None."""
        operands = self.get(opcode)
        return None if operands is None else " ".join(operands)

    def number(self, opcode):
        """The only operand as an integer, or None."""
        text = self.text(opcode)
        return int(text) if text is not None and re.fullmatch(r"[+-]?\d+", text) else None

    def length(self, opcode):
        """The only operand as a number of moves, a float if it ends in half a move, or None."""
        text = self.text(opcode)
        return None if text is None or not re.fullmatch(LENGTH, text) else read_length(text)

    def claim(self):
        """(kind, N): the claim of `Dist` for the `Stip` in the same record, or else `mate_claim`; None without either."""
        stip = self.stipulation()
        if stip is None or stip[0] in ("#", "-#"):
            return self.mate_claim()
        dist = self.length("Dist")
        return None if dist is None else (stip[0], dist)

    def mate_claim(self):
        """(kind, N) with kind `#` or `-#`: the claim of `dm`, `bm #N`, a mate `ce` or a mating `pv`, or None."""
        dm = self.number("dm")
        if dm:
            return ("#", dm) if dm > 0 else ("-#", -dm)
        for operand in self.get("bm") or []:
            if re.fullmatch(r"#-?\d+", operand):
                n = int(operand[1:])
                return ("#", n) if n > 0 else ("-#", -n)
        ce = self.text("ce") or ""
        if re.fullmatch(r"[+-]M\d+", ce):
            return ("#" if ce[0] == "+" else "-#", int(ce[2:]))
        ce = self.number("ce")
        if ce is not None and ce > 32000:
            return ("#", (MATE - ce + 1) // 2)
        if ce is not None and ce < -32000:
            return ("-#", (ce + MATE) // 2)
        line = self.get("pv") or [""]
        if "#" in line[-1]:
            return ("#" if len(line) % 2 else "-#", (len(line) + 1) // 2)
        return None

    def stipulation(self):
        """`Stip` as (kind, N), N a float for help play with half a move; None without one."""
        return read_stipulation(self.text("Stip"))

    def move_set(self, opcode):
        """The moves of `bm` or `am`; None without the operation, or if it is only `#N`."""
        operands = self.get(opcode)
        if operands is None:
            return None
        words = [w for w in written_moves(operands) if not re.fullmatch(r"#-?\d+", w)]
        return {read_move(self.board, w) for w in words} if words else None

    def place(self):
        """A text that is equal exactly for equal positions: an en-passant square only where a capture is legal."""
        board = self.board
        passant = chess.square_name(board.ep_square) if board.has_legal_en_passant() else "-"
        fields = board.board_fen(), repr(house.hands(board)), "bw"[board.turn], board.castling_shredder_fen(), passant
        return " ".join(fields)


def read_stipulation(text):
    """`#3`, `-#2`, `h#2.5`, `exact-#3`, `#`, ... as (kind, N), or None; `exact-` is part of the kind."""
    if text in ("#", "-#"):
        # In any number of moves, up to a thousand.
        return (text, 1000)
    exact = EXACT if text and text.startswith(EXACT) else ""
    text = text and text.removeprefix(exact)
    for kind in KINDS:
        if text and text.startswith(kind) and re.fullmatch(LENGTH, text[len(kind) :]):
            n = read_length(text[len(kind) :])
            # Only where both sides cooperate a length may end in half a move.
            return (exact + kind, n) if kind.startswith("h") or isinstance(n, int) else None
    return None


def plain(kind):
    """The kind without its `exact-`."""
    return kind.removeprefix(EXACT)


def is_exact(kind):
    """Whether shorter play is not a solution."""
    return kind.startswith(EXACT)


def read_length(text):
    """`3` as 3, `2.5` as 2.5."""
    return float(text) if text.endswith(".5") else int(text)


def has_lines(kind):
    """Whether solutions are lines, which are counted: help and series play."""
    return plain(kind).startswith(("h", "ser-"))


def is_comment(line):
    """Whether a line is blank or begins with `%`, `#` or `;`, and so is not a job."""
    line = line.removeprefix("\xef\xbb\xbf")
    return line[:1] in ("%", "#", ";") or not line.strip(" \t\v\f\r\n\0")


def read_record(line):
    """Reads one line (a str, bytes decoded as latin-1). Raises Unreadable."""
    line = line.rstrip("\r\n\0 \t")
    parts = line.split(None, 4)
    if len(parts) < 4:
        raise Unreadable("fewer than four fields")
    fields = [p.rstrip(";") for p in parts[:4]]
    rest = parts[4] if len(parts) > 4 else ""
    counters = re.match(r"(\d+)(?:\s+(\d+))?(?=[\s;]|$)", rest)
    if counters:
        rest = rest[counters.end() :]
    words = list(split_operations(rest))
    operations = [(first, operands(first, others)) for first, *others in words]
    rules = read_rules(fields[0], dict(reversed(operations)))
    try:
        fen = " ".join(fields) + " 0 1"
        board = house.read_board(fen, rules) if rules else chess.Board(fen, chess960=True)
    except ValueError as error:
        raise Unreadable(str(error)) from None
    fault = refusal(board)
    if fault:
        raise Unreadable(fault)
    board.castling_rights = board.clean_castling_rights()
    return Record(board, operations, [" ".join(operation) for operation in words])


def read_rules(board, operations):
    """The rules of a board with hands; None for orthodox chess. Raises Unreadable."""
    named = [(" ".join(operations[o]) if o in operations else None) for o in ("Variant", "MateRule", "Reserve")]
    variant, mate_rule, reserve = named
    plain = re.sub(r"[ _-]|chess$", "", (variant or "").lower())
    if plain in ("", "standard", "normal", "orthodox", "fromposition", "chess960", "960", "fischerandom", "fischerrandom"):
        if "[" in board or "~" in board or board.count("/") > 7 or mate_rule is not None or reserve is not None:
            raise Unreadable("a hand without a Variant")
        return None
    if variant not in house.VARIANTS or mate_rule not in (None, *house.MATE_RULES) or reserve not in (None, "any"):
        raise Unreadable("Variant, MateRule or Reserve is not known")
    if variant == "crazyhouse" and mate_rule == "unblockable":
        raise Unreadable("crazyhouse has no other MateRule than now")
    return (variant, mate_rule or ("now" if variant == "crazyhouse" else "unblockable"), reserve is not None)


def refusal(board):
    """The reason why a position is invalid, or None."""
    for color, name in ((chess.WHITE, "white"), (chess.BLACK, "black")):
        if len(board.pieces(chess.KING, color)) != 1:
            return f"not exactly one {name} king"
    if board.pawns & chess.BB_BACKRANKS:
        return "pawn on the first or last rank"
    if board.was_into_check():
        return "the side not to move is in check"
    return None


def unquoted(word):
    """An operand without its quotes; the closing one may be missing."""
    return re.sub(r'^"|(?<=.)"$', "", word).rstrip() if word.startswith('"') else word


def operands(opcode, words):
    """The operands; moves may be in quotes together, where a record of Reserve drops a man that is not in hand."""
    plain = [unquoted(word) for word in words]
    return " ".join(plain).split() if opcode in ("am", "bm", "pm", "pv") else plain


def split_operations(text):
    """The words of each operation; a `;` inside a quoted string ends nothing, except in a string that is never closed."""
    words = []
    for word in re.findall(r'"(?:\\.|[^"\\])*"(?=[\s;]|$)|"[^"]*"|"[^";]*|;|[^\s;"][^\s;]*', text):
        if word != ";":
            words.append(word)
        elif words:
            yield words
            words = []
    if words:
        yield words


def written_moves(operands):
    """The moves as written, without commas and move numbers; separate signs are joined to their move."""
    text = " ".join(operands).replace(",", " ")
    text = re.sub(r"\s+([+#!?=]+|e\.?p\.?)(?=\s|$)", r"\1", text)
    return [w for w in text.split() if not re.fullmatch(r"\d+\.*", w)]


def read_move(board, text):
    """A move as SAN (with missing or superfluous signs), UCI or long algebraic. Raises ValueError."""
    bare = re.sub(r"(e\.?p\.?)?[+#!?]*$", "", text.strip())
    try:
        return board.parse_san(bare.replace("0", "O") if bare[:1] == "0" else bare)
    except ValueError:
        pass
    long = re.sub(r"^[KQRBNP](?=[a-h][1-8])|[-x:=()]", "", bare)
    if re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbnQRBN]?", long):
        return board.parse_uci(long.lower())
    raise ValueError(f"no legal move: {text}")
