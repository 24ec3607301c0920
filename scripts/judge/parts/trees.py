"""JSON trees (--format json --tree --tries --set-play --longer-keys) compared with the whole play, as `solver schema` defines it.

Every node is visited: python-chess plays each move and writes its SAN; the brute force gives the attacker's result after
each reply, and the result if the defender could pass. So nothing may be missing and nothing superfluous: keys, replies,
continuations of the shortest length, threats, zugzwang, the shown moves, tries with their refutations, set play, lines of
help play.
"""

import json
import re

import chess

from . import epd, mutants
from .cpp import Hard
from .sets import Record, Tally, board_fields, fill, number, passed, run

TRIES = 2
"""Tries with up to this number of refutations are requested."""


class Walk:
    """The walk through one tree; `faults` are the faults found."""

    def __init__(self, brute, stip):
        self.brute, self.faults, self.nodes, self.cuts = brute, [], 0, 0
        self.play, self.aim, self.bound = re.fullmatch(r"(.*?)(#|==?)(\d+)", stip).groups()
        self.bound = int(self.bound)
        if self.play == "-":
            self.play = ""

    def fault(self, board, text):
        self.faults.append(f"{board_fields(board)}: {text}")

    def stip(self, moves):
        return f"{self.play}{self.aim}{moves}"

    def pushed(self, board, node):
        """The position after the move of a node, whose SAN must be right; None if it is not legal."""
        try:
            move = board.parse_uci(node["uci"])
        except ValueError:
            self.fault(board, f"{node['uci']} is not legal")
            return None
        if board.san(move) != node["san"]:
            self.fault(board, f"{node['uci']} is {board.san(move)}, not {node['san']}")
        after = board.copy(stack=False)
        after.push(move)
        return after

    def continuations(self, board, nodes, due, where):
        """A list of the attacker's moves: exactly the moves of `due` = (length, moves)."""
        length, keys = due
        said = {node["uci"] for node in nodes}
        if said != keys or len(nodes) != len(keys):
            self.fault(board, f"{where}: false {sorted(said - keys)}, missing {sorted(keys - said)}")
            return
        for node in nodes:
            if node["moves"] != length:
                self.fault(board, f"{where}: {node['uci']} takes {length} moves, not {node['moves']}")
            else:
                self.attack(board, node)

    def attack(self, board, node, refutations=frozenset()):
        """A move of the attacker and all moves after it."""
        self.nodes += 1
        after = self.pushed(board, node)
        if after is None:
            return
        left = node["moves"] - 1
        if not self.play and left == 0 and not refutations:
            reached = self.brute.state(board_fields(after)) == ("mate" if self.aim == "#" else "stalemate")
            if not reached or node.keys() & {"threats", "variations", "zugzwang", "cut"}:
                self.fault(after, f"the goal is {'' if reached else 'not '}reached, and more follows: {sorted(node)}")
            return
        if node.get("cut"):
            self.cuts += 1
            return
        replies = self.replies(after, left)
        threats = self.threats(after, left)
        self.continuations(passed(after), node.get("threats", []), threats, "threats")
        zugzwang = not threats[1] and not after.is_check() and left > 0 and len(replies) > 0
        if zugzwang != node.get("zugzwang", False):
            self.fault(after, f"zugzwang {node.get('zugzwang')}")
        self.variations(after, node.get("variations", []), {m: r for m, r in replies.items() if m not in refutations},
                        lambda said, reply: self.is_shown(after, threats, reply, said, left))

    def replies(self, board, left):
        """The result of each of the defender's moves; in reflex play it must reach the goal if it can."""
        replies = self.brute.replies(board_fields(board), self.stip(left))
        if self.play in ("r", "semi-r") and "goal" in replies.values():
            return {move: said for move, said in replies.items() if said == "goal"}
        return replies

    def threats(self, after, left):
        """The result if the defender passes: (length, moves)."""
        if after.is_check() or left == 0:
            return None, set()
        return self.brute.solve(board_fields(passed(after)), self.stip(left))[:2]

    def is_shown(self, board, threats, reply, said, left):
        if said == "goal":
            return left == 0
        length, keys = said
        threatened, moves = threats
        if not moves:
            return True
        if length < threatened:
            return False
        if length > threatened:
            return True
        at, rest = passed(board), board.copy(stack=False)
        rest.push_uci(reply)
        return not all(any(is_same(at, one, rest, other) for other in keys) for one in moves)

    def variations(self, board, nodes, replies, is_shown):
        """Every reply, each with every continuation."""
        said = [node["uci"] for node in nodes]
        if sorted(said) != sorted(replies):
            self.fault(board, f"replies: false {sorted(set(said) - set(replies))}, missing {sorted(set(replies) - set(said))}")
            return
        for node in nodes:
            after = self.pushed(board, node)
            due = replies[node["uci"]]
            if after is None:
                continue
            if node.get("ends", False) != (due == "goal"):
                self.fault(board, f"{node['uci']}: ends {node.get('ends')}, {due}")
            if node["shown"] != is_shown(due, node["uci"]):
                self.fault(board, f"{node['uci']}: shown {node['shown']}")
            if due == "goal":
                if node["continuations"]:
                    self.fault(board, f"{node['uci']}: the play is over")
            else:
                self.continuations(after, node["continuations"], due, f"after {node['uci']}")

    def tries(self, board, nodes, keys, length):
        """Every first move with few refutations, and the play after all other replies."""
        due = {}
        forced = set() if self.play != "r" else self.brute.solve(board_fields(board), self.aim + "1")[1]
        # If the attacker must reach the goal at once, every other move is illegal, and there are no tries.
        for move in [] if forced else list(board.legal_moves):
            after = board.copy(stack=False)
            after.push(move)
            if move.uci() in keys:
                continue
            replies = self.replies(after, length - 1)
            refuting = {reply for reply, said in replies.items() if said != "goal" and not said[0]}
            if 0 < len(refuting) <= TRIES:
                due[move.uci()] = refuting
        said = {node["uci"]: {m["uci"] for m in node["refutations"]} for node in nodes}
        if said != due:
            self.fault(board, f"tries {said}, not {due}")
            return
        for node in nodes:
            if node["moves"] != length:
                self.fault(board, f"try {node['uci']} in {node['moves']}, not {length}")
            else:
                self.attack(board, node, due[node["uci"]])

    def set_play(self, board, nodes, length):
        """The play if the defender begins."""
        if board.is_check():
            if nodes is not None:
                self.fault(board, "set play in check")
            return
        replies = self.replies(passed(board), length - 1)
        if nodes is None:
            self.fault(board, "no set play")
            return
        all_end = all(said == "goal" for said in replies.values())
        self.variations(passed(board), nodes, replies, lambda said, _: all_end if said == "goal" else bool(said[1]))


def is_same(one, threat, other, move):
    """Whether a threat is played: the same man to the same square, whatever it captures there."""
    kinds = []
    for at, text in ((one, threat), (other, move)):
        played = chess.Move.from_uci(text)
        kinds.append((at.is_en_passant(played), at.is_castling(played)))
    return threat == move and kinds[0] == kinds[1]


def forced_faults(brute, board, stip, answer, longer):
    """The faults in one object of direct or self play, and the number of visited and cut nodes."""
    walk = Walk(brute, stip)
    length, keys, _ = brute.solve(board_fields(board), stip)
    tree = answer.get("tree")
    if tree is None:
        return ["no tree"], walk
    if "limit" in tree:
        return [f"the tree has a limit: {tree['limit']}"], walk
    if stip.startswith("-"):
        if length:
            replies = brute.replies(board_fields(board), f"#{int(length)}")
            walk.variations(board, tree.get("defences", []), replies, lambda said, _: True)
        elif tree["keys"]:
            walk.fault(board, "keys of a side that is to be mated")
        return walk.faults, walk
    if longer:
        due = {}
        for n in range(1, walk.bound + 1):
            for key in brute.within(board_fields(board), walk.stip(n)):
                due.setdefault(key, n)
        said = {node["uci"]: node["moves"] for node in tree["keys"]}
        if said != due:
            walk.fault(board, f"longer keys {said}, not {due}")
        for node in tree["keys"] if said == due else []:
            walk.attack(board, node)
        return walk.faults, walk
    walk.continuations(board, tree["keys"], (int(length or 0), keys), "keys")
    forced = brute.solve(board_fields(board), walk.aim + "1")[1] if walk.play == "r" else set()
    if {move["uci"] for move in answer.get("forced", [])} != forced:
        walk.fault(board, f"forced {answer.get('forced')}, not {sorted(forced)}")
    asked = int(length or walk.bound)
    walk.tries(board, tree.get("tries", []), keys, asked)
    walk.set_play(board, tree.get("set_play"), asked)
    return walk.faults, walk


def help_faults(brute, board, stip, answer):
    """The faults in one object of help or series play."""
    kind, bound = epd.read_stipulation(stip)
    fen, faults = board_fields(board), []
    counts = brute.counts(fen, stip)
    if not counts:
        return faults + (["solutions, but there are none"] if answer.get("solutions") else [])
    groups = answer.get("solutions", [])
    if {float(group["moves"]): group.get("count") for group in groups} != counts:
        return [f"numbers {[(g['moves'], g.get('count')) for g in groups]}, not {counts}"]
    if [group["moves"] for group in groups] != sorted(counts):
        faults.append("not the shortest first")
    for group in groups:
        faults += list_faults(brute, board, f"{kind}{number(group['moves'])}", group)
    if kind.startswith("h") and kind[1:] in ("#", "="):
        length = bound - 0.5
        if board.is_check() or length < 0.5:
            return faults
        due = brute.counts(board_fields(passed(board)), f"{kind}{number(length)}")
        groups = answer.get("set_play")
        if groups is None or [(float(group["moves"]), group.get("count")) for group in groups] != sorted(due.items()):
            return faults + [f"set play {groups and [(g['moves'], g.get('count')) for g in groups]}, not {due}"]
        for group in groups:
            faults += list_faults(brute, passed(board), f"{kind}{number(group['moves'])}", group)
    return faults


def list_faults(brute, board, stip, group):
    """The faults in the list of all lines of one length."""
    due = set(brute.lines(board_fields(board), stip))
    said = [tuple(move["uci"] if move["uci"] != "0000" else "--" for move in line) for line in group["lines"]]
    faults = []
    if len(said) != min(len(due), 1000) or len(set(said)) != len(said) or not set(said) <= due:
        faults.append(f"{stip}: lines false {sorted(set(said) - due)[:5]}, missing {sorted(due - set(said))[:5]}")
    for line in group["lines"][:20]:
        at = board.copy(stack=False)
        for move in line:
            if move["san"] == "--":
                at = passed(at)
                continue
            if at.san(at.parse_uci(move["uci"])) != move["san"]:
                faults.append(f"{stip}: {move['uci']} is {at.san(at.parse_uci(move['uci']))}, not {move['san']}")
            at.push_uci(move["uci"])
    return faults


STIPS = "#2 #2 #2 #3 #3 -#1 -#2 =2 s#2 s#2 s=2 semi-r#2 r#2 ==2 h#1.5 h#2 h#2.5 ser-#3 ser-h#2".split()


def judge_trees(options):
    """JSON trees: every node of the play, threats, duals, tries, set play, longer keys; all lines of help play."""
    tally = Tally("trees", options, 25_000)
    rng, questions = tally.rng, mutants.Questions(STIPS, 0.6)

    def make():
        board, stip = questions.draw(rng)
        # There are many problems of help play.
        if board is None or stip[0] == "h" and rng.random() < 0.4:
            return None
        truth = tally.brute.solve(board_fields(board), stip)
        if truth[0] == 1 and rng.random() < 0.7:
            return None
        return Record(f'{board_fields(board)} Stip "{stip}";', stip, truth, board=board), truth[0]

    records = fill(tally, make)
    lines, found = [record.line for record in records], []
    for arguments in (("--tries=%d" % TRIES, "--set-play"), ("--longer-keys",)):
        found.append([json.loads(text) for text in run(options, lines, "--format", "json", "--tree", *arguments)])
    tally.allow(5_000_000)
    nodes = cuts = 0
    for record, plain, longer in zip(records, *found):
        try:
            if epd.has_lines(epd.read_stipulation(record.stip)[0]):
                faults = help_faults(tally.brute, record.board, record.stip, plain)
            else:
                faults = []
                for answer, is_longer in ((plain, False), (longer, True)):
                    more, walk = forced_faults(tally.brute, record.board, record.stip, answer, is_longer)
                    faults, nodes, cuts = faults + more, nodes + walk.nodes, cuts + walk.cuts
        except Hard:
            tally.leave("tree too hard for the brute force")
            continue
        if plain.get("moves") != record.truth[0]:
            faults.append(f"length {plain.get('moves')}, not {record.truth[0]}")
        tally.judge(record.truth[0], faults[:5], record.line, json.dumps(plain)[:600])
    tally.left["nodes walked"], tally.left["nodes cut"] = nodes, cuts
    return tally.end()
