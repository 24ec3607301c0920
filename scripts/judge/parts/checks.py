"""The checks of one result record (section 4 of the bulk contract): class Check."""

from collections import Counter

import chess

from . import epd
from . import house
from .brute import Judge, TooHard, half_moves, is_goal

RESULTS = ("Refuted", "Safe", "Limit", "dm", "Dist")
"""The operations that make a record a result; a `ce` of mate or stalemate does too."""

WRITTEN = set("Refuted Safe Limit Open Count Dist Stip acd acn acs am bm ce dm pm pv".split())
"""The operations that the solver writes."""


class Check:
    """The checks of one record; collects (kind, state, message)."""

    def __init__(self, record, options):
        self.record, self.options = record, options
        self.board = record.board
        self.depth = options.depth
        self.judge = Judge(options.effort)
        self.findings = []

    # Results.

    def say(self, kind, good, message=""):
        self.findings.append((kind, "checked" if good else "failed", "" if good else message))

    def skip(self, kind, why):
        self.findings.append((kind, "unchecked", why))

    def ask(self, kind, question, message, depth=0):
        """Records whether question() holds; a question that is deeper than allowed, or costs too much, is left unchecked."""
        if depth > self.depth:
            self.skip(kind, "depth")
            return
        try:
            self.say(kind, question(), message)
        except TooHard:
            self.skip(kind, "effort")

    # The record as a whole.

    def run(self):
        record = self.record
        try:
            dm, ce, stip = record.number("dm"), record.number("ce"), record.stipulation()
            if stip and stip[0] == "-#" or (record.mate_claim() or "?")[0] == "-#":
                self.board = record.board = house.against(self.board, self.board.turn)
            self.bm, self.am = record.move_set("bm"), record.move_set("am")
            if not self.options.claims:
                self.form()
            if house.waits(self.board):
                proved = record.has("Refuted") or record.has("Safe")
                self.say("terminal", proved and not record.has("bm"), "the side waits for a man: nothing is reached")
            elif self.board.legal_moves.count() == 0:
                self.terminal()
            elif record.has("Dist"):
                self.goal(stip)
            elif stip is not None and stip[0] not in ("#", "-#"):
                self.other_absent(stip)
            elif dm is not None and (dm > 0 or not self.options.claims):
                self.mate(dm)
            elif ce is not None and ce < -32000:
                self.mated((ce + epd.MATE) // 2)
            elif self.options.claims and record.mate_claim():
                kind, n = record.mate_claim()
                self.mate(n) if kind == "#" else self.mated(n)
            elif record.has("Refuted") or record.has("Safe"):
                self.absent(stip)
            elif self.options.claims:
                self.skip("claim", "none")
            else:
                self.say("form", False, "no result: none of " + " ".join(RESULTS))
        except ValueError as error:
            self.say("form", False, str(error))
        return self.findings

    def form(self):
        """Order, spelling and numbers, as section 4 requires."""
        record = self.record
        opcodes = [o for o, _ in record.operations]
        self.say("form", opcodes == sorted(opcodes), "operations are not sorted")
        twice = [o for o, n in Counter(opcodes).items() if n > 1 and o in WRITTEN]
        self.say("form", not twice, f"{' '.join(twice)} more than once")
        for opcode in ("Safe", "Open", "Count", "acd", "acn", "ce", "dm"):
            number = record.number(opcode)
            wrong = record.has(opcode) and (number is None or (number < 0 and opcode != "ce"))
            self.say("form", not wrong, f"{opcode} is not a number")
        refuted, (_, bound) = record.length("Refuted"), record.stipulation() or (None, 0)
        self.say("form", refuted is not None or not record.has("Refuted"), "Refuted is not a number of moves")
        self.say("form", not refuted or refuted % 1 <= bound % 1, f"Refuted {refuted} with Stip {record.text('Stip')}")
        ce, dm = record.number("ce"), record.number("dm")
        self.say("form", ce is None or -32767 <= ce <= 32766, "ce out of range")
        self.say("form", dm is None or dm > 0, "dm below 1")
        if dm is not None:
            due = epd.MATE - 2 * dm if dm <= 383 else None
            self.say("form", ce == due, f"ce is not {due} as dm requires")
        if ce is not None and abs(ce) > 32000:
            self.say("form", ce % 2 == (ce < 0), "ce of the wrong parity")
            self.say("form", ce < 0 or dm is not None, "ce of a mate without dm")
        limit = record.text("Limit")
        self.say("form", limit in (None, "nodes", "time", "stopped"), f"unknown Limit {limit}")
        claimed = dm is not None or record.has("Dist") or (ce is not None and ce < -32000)
        mating = (record.text("pv") or "").endswith("#")
        self.say("form", claimed or not (record.has("pm") or mating), "pm or a mating pv, but no claim")
        for opcode in ("bm", "am"):
            words = record.get(opcode)
            if words and claimed:
                self.say("form", words == sorted(set(words)), f"{opcode} is not sorted")
                self.say("form", self.spelling(words), f"{opcode} is not in SAN: {' '.join(words)}")

        self.say("form", self.python_chess_reads(), "python-chess does not read what was written")

    def python_chess_reads(self):
        """Whether the usual reader accepts every operation the solver writes (Chess960 and hands excepted)."""
        if isinstance(self.board, house.HouseBoard):
            return True
        board = chess.Board(self.board.fen())
        if board.clean_castling_rights() != self.board.castling_rights:
            return True
        ours = [o for o in self.record.written if o.split(None, 1)[0] in WRITTEN]
        try:
            board.set_epd(board.epd() + "".join(f" {o};" for o in ours))
        except ValueError:
            return False
        return True

    def spelling(self, words):
        return all(self.board.san(epd.read_move(self.board, w)) == w for w in words)

    def terminal(self):
        """Already mate or stalemate: a `ce` and nothing else."""
        due = -32767 if self.board.is_check() else 0
        self.say("terminal", self.record.number("ce") == due, f"no legal move: ce must be {due}")
        allowed = {"ce", "Stip", "acd", "acn", "acs"} if self.options.claims else {"ce"}
        more = [o for o in WRITTEN - allowed if self.record.has(o)]
        self.say("terminal", not more, f"no legal move, yet {' '.join(sorted(more))}")

    # Mate.

    def mate(self, n):
        """`dm N`: a mate in N, proved shortest unless there is `Refuted`, with all keys unless there is `Refuted` or `Open`."""
        record, board, judge = self.record, self.board, self.judge
        refuted, left = record.number("Refuted"), record.number("Open")
        stip = record.stipulation()
        if stip is not None:
            # A mate longer than requested, which leaves the question open.
            is_open = record.has("Limit") and (record.length("Refuted") or 0) < stip[1]
            self.say("form", stip[0] == "#" and (n <= stip[1] or is_open), f"dm {n} does not fit Stip {record.text('Stip')}")
        if refuted is not None:
            self.say("form", refuted < n - 1, f"Refuted {refuted} with dm {n}")
        if record.has("Limit"):
            self.say("form", refuted is not None or left is not None, "Limit with a complete answer")
        below = n - 1 if refuted is None else refuted
        self.not_within("shortest", below)
        self.ask("mate", lambda: judge.mates(board, n), f"there is no mate in {n}", n)
        self.keys("#", n, refuted, left)
        self.line("#", 2 * n - 1, exact=refuted is None)

    def keys(self, kind, n, refuted, left):
        """Every `bm` is a key; every key is a `bm`, if the record claims that."""
        bm = self.bm
        if bm is None:
            if not self.options.claims:
                self.say("keys", False, "no bm")
            return
        if n > self.depth:
            self.skip("keys", "depth")
            return
        try:
            keys = self.judge.keys(self.board, kind, n)
        except TooHard:
            self.skip("keys", "effort")
            return
        self.say("keys", bm <= keys, f"not keys: {self.sans(bm - keys)}")
        missed = keys - bm
        if refuted is None:
            allowed = left or 0
            self.say("keys", len(missed) <= allowed, f"missed: {self.sans(missed)}, Open {allowed}")
            self.say("keys", allowed <= self.board.legal_moves.count() - len(bm), f"Open {allowed} is too many")

    def not_within(self, kind, n):
        """There is no mate within n, checked up to the depth."""
        if n > 0:
            self.deny(kind, n, lambda reach: self.judge.mates(self.board, reach), "there is a mate")

    def deny(self, kind, n, question, message):
        """Records whether question(n) does not hold, or question(depth) if n is greater than the depth."""
        reach = min(n, self.depth)
        self.ask(kind, lambda: not question(reach), f"{message} within {reach}")
        if reach < n:
            self.skip(kind, "depth")

    # Being mated.

    def mated(self, n):
        """`ce -32767+2N`: the side to move is mated in N; `bm` lasts longest, `am` loses sooner."""
        record, board, judge = self.record, self.board, self.judge
        self.say("form", not record.has("dm") or self.options.claims, "dm with a negative ce")
        if n == 0:
            self.say("terminal", False, "ce -32767, but there are legal moves")
            return
        safe = record.number("Safe")
        stip = record.stipulation()
        if stip is not None:
            self.say("form", stip[0] == "-#" and n <= stip[1], f"ce does not fit Stip {record.text('Stip')}")
        if safe is not None:
            self.say("form", safe < n - 1, f"Safe {safe} with mated in {n}")
        if record.has("Refuted"):
            self.not_within("refuted", record.number("Refuted"))
        below = n - 1 if safe is None else safe
        if below:
            reach = min(below, self.depth)
            self.ask("mated", lambda: not judge.mated(board, reach), f"it is mated within {reach}")
        if n <= self.depth:
            self.ask("mated", lambda: judge.mated(board, n), f"it is not mated within {n}")
            if safe is None and (self.bm is not None or not self.options.claims):
                self.ask("replies", lambda: self.replies_split(n), f"bm and am are not the replies that last {n} and fewer")
        else:
            self.skip("mated", "depth")
        self.line("#", 2 * n, exact=safe is None)

    def replies_split(self, n):
        """`bm` are the replies that last n moves, `am` are all others."""
        longest = self.replies_without(n - 1)
        sooner = set(self.board.legal_moves) - longest
        bm, am = self.bm or set(), self.am or set()
        if self.record.has("Limit") or self.record.has("Open"):
            return bm <= longest and am <= sooner
        return bm == longest and (am == sooner or (self.am is None and self.options.claims))

    def replies_without(self, n):
        """The replies after which there is no mate within n."""
        judge, moves = self.judge, list(self.board.legal_moves)
        return {m for m in moves if not judge.after(self.board, m, lambda b: judge.mates(b, n))}

    # Absence.

    def absent(self, stip):
        """`Refuted N`, `Safe N`, with a `Stip` or (both directions) without one."""
        record, judge, board = self.record, self.judge, self.board
        refuted, safe = record.number("Refuted"), record.number("Safe")
        kind, bound = stip or (None, None)
        if kind:
            self.bounded(safe if kind == "-#" else refuted, bound)
        elif not record.has("Limit"):
            self.say("form", refuted == safe, "no Stip, no Limit: Refuted and Safe must agree")
        if refuted is not None:
            self.not_within("refuted", refuted)
        if safe:
            mated = house.against(board, board.turn)
            self.deny("safe", safe, lambda reach: judge.mated(mated, reach), "it is mated")
        if kind == "-#" and safe is not None and safe == bound:
            self.escapes(safe)

    def bounded(self, proved, bound):
        """The bound proved is the requested one, or less with a `Limit`; half-moves only if everything was proved."""
        stip, limit = self.record.text("Stip"), self.record.has("Limit")
        self.say("form", proved is not None, f"Stip {stip} without its refutation")
        if proved is None:
            return
        self.say("form", proved <= bound, f"proved {proved}, more than {stip}")
        self.say("form", limit or proved == bound, f"proved {proved} of {stip}, and no Limit")
        self.say("form", not limit or not proved % 1, f"proved {proved} with a Limit: whole moves are written")

    def escapes(self, n):
        """`bm` with `Safe N`: the replies after which there is no mate within N, except for `Open`."""

        def question():
            free = self.replies_without(n)
            left = self.record.number("Open") or 0
            return self.bm is not None and self.bm <= free and len(free - self.bm) <= left

        self.ask("escapes", question, f"bm is not the set of escapes from -#{n}", n)

    # The other kinds.

    def other_absent(self, stip):
        """`Refuted N` of a stipulation other than mate."""
        refuted = self.record.length("Refuted")
        if refuted is None and self.options.claims:
            self.skip("claim", "none")
            return
        self.say("form", self.options.claims or not self.record.has("dm"), "dm with the Stip of another goal")
        self.bounded(refuted, stip[1])
        if refuted is not None:
            self.goal_absent(stip, refuted)

    def goal(self, stip):
        """`Dist N` of a stipulation other than mate, proved shortest unless there is `Refuted`."""
        record, board, judge = self.record, self.board, self.judge
        n, text = record.length("Dist"), record.text("Dist")
        if stip is None or stip[0] in ("#", "-#"):
            self.say("form", False, "Dist without the Stip it belongs to")
            return
        kind, bound = stip
        play = epd.plain(kind)
        if n is None or n % 1 != bound % 1:
            self.say("form", False, f"Dist {text} with Stip {record.text('Stip')}")
            return
        refuted, left, count = record.length("Refuted"), record.number("Open"), record.number("Count")
        help_play = epd.has_lines(kind)
        self.say("form", 0 < n <= bound, f"Dist {text} with Stip {record.text('Stip')}")
        if help_play:
            self.say("form", refuted is None, "Refuted with Dist: help play is searched length by length")
            self.say("form", count is None or left is None, "Count with Open: a count is complete")
        else:
            self.say("form", refuted is None or refuted < n - 1, f"Refuted {refuted} with Dist {text}")
            self.say("form", count is None, "Count of solutions that are not lines")
        partial = refuted is not None or left is not None or (help_play and count is None)
        self.say("form", partial or not record.has("Limit"), "Limit with a complete answer")
        below = n - 1 if refuted is None else refuted
        self.goal_absent(stip, below)
        found = lambda: judge.solutions(board, play, n) if help_play else judge.wins(board, kind, n)
        self.ask("goal", lambda: found() > 0, f"there is no {kind}{text}", n)
        self.keys(kind, n, refuted, left)
        if help_play and count is not None:
            self.ask("count", lambda: found() == count, f"there are not {count} solutions", n)
        self.line(kind, half_moves(play, n), exact=refuted is None)

    def goal_absent(self, stip, n):
        """The goal is not reached within n, checked up to the depth."""
        board, judge, (kind, bound) = self.board, self.judge, stip
        if epd.is_exact(kind):
            # The record says nothing about a length that was not requested.
            lengths = [bound] if n == bound else []
            found = lambda k: judge.solutions(board, epd.plain(kind), k) > 0 if epd.has_lines(kind) else judge.wins(board, kind, k)
        elif epd.has_lines(kind):
            # Lengths differ by whole moves: a request for h#2.5 is also one for h#1.5 and h#0.5.
            least = 0.5 if kind.startswith(("h#", "h=")) else 1
            lengths = [bound - i for i in range(int(bound) + 1) if least <= bound - i <= n]
            found = lambda k: judge.solutions(board, kind, k) > 0
        else:
            lengths = [n] if n > 0 else []
            found = lambda k: judge.wins(board, kind, k)
        reached = [k for k in lengths if k <= self.depth]
        if reached != lengths:
            self.skip("refuted", "depth")
            if not epd.has_lines(kind) and not epd.is_exact(kind):
                reached = [self.depth]
        if reached:
            self.ask("refuted", lambda: not any(found(k) for k in reached), f"{kind} is reached within {max(reached)}")

    # Lines.

    def replay(self, opcode):
        """The moves of a line and the position at its end; (None, None) and a failure if a move is wrong."""
        words, board, moves = self.record.get(opcode), self.board.copy(), []
        if words is None:
            self.say("line", False, f"no {opcode}")
            return None, None
        stip = self.record.stipulation()
        series = stip is not None and epd.plain(stip[0]).startswith("ser-")
        for ply, word in enumerate(words):
            if series and ply % 2 and (ply + 1 < len(words)):
                if word != "--" or board.is_check():
                    self.say("line", False, f"{opcode}: no side waits at ply {ply + 1}")
                    return None, None
                board.push(chess.Move.null())
                moves.append(None)
                continue
            try:
                move = epd.read_move(board, word)
            except ValueError:
                self.say("line", False, f"{opcode}: {word} is not legal at ply {len(moves) + 1}")
                return None, None
            if not self.options.claims and board.san(move) != word:
                self.say("line", False, f"{opcode}: {word} should be {board.san(move)}")
            board.push(move)
            moves.append(move)
        return moves, board

    def line(self, kind, plies, exact):
        """`pv` is legal, as long as claimed, ends in the goal; `pm` and `bm` agree; both sides play their best moves."""
        required = not self.options.claims
        if not self.record.has("pv") and not required:
            return
        moves, end = self.replay("pv")
        if moves is None:
            return
        self.say("line", len(moves) == plies, f"pv has {len(moves)} plies, not {plies}")
        self.say("line", is_goal(end, kind), f"pv does not end in the goal of {kind}")
        if kind == "#":
            self.say("line", (self.record.get("pv") or [""])[-1].endswith("#"), "pv does not end in #")
        if required:
            self.say("line", self.record.get("pm") == self.record.get("pv")[:1], "pm is not the first move of pv")
            self.say("line", bool(moves) and moves[0] in (self.bm or set()), "pv does not begin with a bm")
        if len(moves) == plies and not epd.has_lines(kind):
            self.resistance(kind, moves, exact)

    def resistance(self, kind, moves, exact):
        """Every move of the attacker is a key; at its turn, its shortest way to the goal is as long as the rest of the line."""
        board, judge = self.board.copy(), self.judge
        self_play = epd.plain(kind).startswith(("s", "r"))
        for ply, move in enumerate(moves):
            left = len(moves) - ply
            # The number of remaining moves of the attacker.
            n = (left + (not self_play)) // 2
            attacker = (left % 2 == 1) != self_play
            if not attacker:
                self.ask("resistance", lambda: judge.loses(board, kind, n), f"ply {ply}: not a key, {n} more moves are not enough", n)
            elif n > self.depth or exact and ply > 0 and not epd.is_exact(kind):
                message = f"ply {ply + 1}: the goal is nearer than {n}, the defence was not the longest"
                self.ask("resistance", lambda: not judge.wins(board, kind, n - 1), message, n)
            board.push(move)

    def sans(self, moves):
        return " ".join(sorted(self.board.san(m) for m in moves))
