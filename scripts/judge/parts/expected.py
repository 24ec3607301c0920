"""The set of scripts/judge/second in which nothing is solved again: the answers of expected/ that take python-chess long."""

import pathlib

from . import epd, house
from .cpp import Hard
from .sets import Tally, board_fields, compare, reserve_of

EXPECTED = pathlib.Path(__file__).resolve().parents[3] / "expected"

SUITES = ["helpmates", "helpstalemates", "helpselfmates", "selfmates", "selfstalemates", "reflexmates", "reflexstalemates", "stalemates",
          "double-stalemates", "bughouse", "crazyhouse", "castling"]


def judge_expected(options):
    """The expected answers to everything but direct mates, and with castling or men in hand, at least `--count`; faults planted in them are found."""
    tally = Tally("expected", options, 200_000_000)
    brute = tally.brute
    for suite in SUITES:
        for line in (EXPECTED / f"{suite}.epd").read_text().splitlines():
            if epd.is_comment(line):
                continue
            record = epd.read_record(line)
            if (record.text("Stip") or "").startswith("-") or (record.number("ce") or 0) < 0:
                # The reserve belongs to the defender, who is to move.
                record.board = house.against(record.board, record.board.turn)
            stip = record.text("Stip") or "{}{}".format(*record.mate_claim() or ("#", 1))
            rules = house_rules(record.board, stip)
            try:
                truth = brute.solve(board_fields(record.board), stip, rules)
                faults = compare(brute, record, stip, truth, rules)
                for fault, planted in with_a_fault(record, lines=tally.judged % 8 == 0):
                    if not compare(brute, planted, stip, truth, rules):
                        faults.append(f"a planted fault is not found: {fault}")
                tally.judge(truth[0] or False, faults, line, "the same")
            except Hard:
                tally.judge(False, ["too hard for the brute force"], line, "the same")
    return tally.end()


def with_a_fault(record, lines):
    """The record with one thing changed, in every way that makes it false: (the change, record); its `pv`, which takes time,
    only with `lines`."""
    for at, (opcode, operands) in enumerate(record.operations):
        if opcode in ("dm", "Dist", "Count", "Refuted", "Safe"):
            changed = [[str(float(operands[0]) + 1).removesuffix(".0")]]
        elif opcode == "ce" and not record.has("dm"):
            changed = [[str(int(operands[0]) + 2)]]
        elif opcode == "bm":
            changed = [operands[:-1], a_move_more(record)]
        elif opcode == "pv" and lines:
            changed = [operands[:-1], operands + operands[-1:]]
        else:
            continue
        for words in changed:
            if words is not None:
                operations = record.operations[:at] + [(opcode, words)] * bool(words) + record.operations[at + 1 :]
                yield f"{opcode} {' '.join(words)}", epd.Record(record.board, operations)


def a_move_more(record):
    """The operand of `bm` with a move that is not a key; None if every move is a key."""
    keys = record.move_set("bm")
    others = [record.board.san(move) for move in record.board.legal_moves if move not in keys]
    return record.get("bm") + others[:1] if others else None


def house_rules(board, stip):
    """The rules in the form of brute.cpp; "" for orthodox chess."""
    variant, mate_rule, reserve = getattr(board, "rules", (None, None, None))
    if variant is None:
        return ""
    rules = variant if variant == "crazyhouse" else f"{variant} {mate_rule}"
    return rules + (reserve_of(board.turn if stip.startswith("-") else not board.turn) if reserve else "")
