"""2,000 real records, half of them with a solution, against python-chess."""

import chess
import chess.variant
import keymove
from conftest import DATA, PROJECT, every, keys, replayed


def of_length(mates, length):
    return [record for record in mates if f" dm {length};" in record]


def test_keys_are_those_of_brute_force(mates):
    solved = [(record, 1) for record in every(of_length(mates, 1), 500)]
    solved += [(record, 2) for record in every(of_length(mates, 2), 500)]
    absent = [(record, 1) for record in every(of_length(mates, 2), 300)]
    absent += [(record, 1) for record in every(of_length(mates, 3), 400)]
    absent += [(record, 2) for record in every(of_length(mates, 3), 300)]
    judged = solved + absent
    boards = [chess.Board(" ".join(record.split()[:4]) + " 0 1") for record, _ in judged]
    asked = [keymove.parse(board).fen + f' Stip "#{length}";' for board, (_, length) in zip(boards, judged)]
    counts = {"solved": 0, "refuted": 0}
    answers = list(keymove.solve_many(asked, no_time=True))
    assert len(answers) == len(judged) == 2000
    for answer, board, (record, length) in zip(answers, boards, judged):
        found, moves = keys(board, length)
        counts[answer.outcome] += 1
        assert answer.limit is None
        if not found:
            assert (answer.outcome, answer.keys, answer.refuted) == ("refuted", [], length), record
            continue
        assert (answer.outcome, answer.moves, answer.shortest) == ("solved", moves, True), record
        assert {key.uci for key in answer.keys} == {move.uci() for move in found}, record
        assert answer.open == 0
        assert len(answer.pv) == 2 * moves - 1
        assert replayed(board, answer.pv).is_checkmate(), record
    assert counts == {"solved": 1000, "refuted": 1000}


def test_longer_mates_have_the_known_keys_and_lines_that_mate(mates):
    records = every(of_length(mates, 3), 300)
    for answer, record in zip(keymove.solve_many(records), records, strict=True):
        known = keymove.parse(record).operations["bm"]
        assert sorted(key.rstrip("+#") for key in answer.keys) == sorted(move.rstrip("+#") for move in known)
        board = chess.Board(" ".join(record.split()[:4]) + " 0 1")
        assert replayed(board, answer.pv).is_checkmate()
        assert len(answer.pv) == 5


def test_boards_are_taken_as_they_are():
    board = chess.Board("7k/8/8/4K3/8/8/6Q1/8 w - - 3 40")
    answer = keymove.solve(board, "#2")
    assert answer.keys == ["Kf6"]
    assert answer.keys[0].chess() == chess.Move.from_uci("e5f6")
    assert answer.record.board().board_fen() == board.board_fen()
    chess960 = chess.Board("1k6/8/8/8/8/8/8/1K4RR w H - 0 1", chess960=True)
    assert keymove.parse(chess960).board().castling_rights == chess960.castling_rights
    crazy = chess.variant.CrazyhouseBoard("7k/5K2/8/8/8/8/8/8[Q] w - - 0 1")
    answer = keymove.solve(crazy, "#1")
    for key in answer.keys:
        after = crazy.copy()
        after.push_san(str(key))
        assert after.is_checkmate()
    assert answer.keys and answer.record.board().fen() == crazy.fen()


def is_record(line):
    text = line.removeprefix(b"\xef\xbb\xbf")
    return bool(text.strip(b" \t\r\0")) and text[:1] not in b"#%;"


def test_every_suite_has_the_bytes_of_the_program():
    """The answers of the package equal those of the program, over every record of the suites."""
    judged = 0
    for expected in sorted((PROJECT / "expected").glob("*.epd")):
        suite = (PROJECT / "suites" / expected.name).read_bytes().split(b"\n")
        answers = keymove.solve_many(suite, nodes=1_000_000, memory=16, no_time=True)
        want = [line for line in expected.read_bytes().split(b"\n") if is_record(line)]
        got = [answer.to_epd().encode("utf-8", "surrogateescape") for answer in answers]
        assert got == want, expected.name
        judged += len(got)
    assert judged > 300


def test_real_files_are_read_as_python_chess_reads_them():
    read = 0
    for path in sorted((DATA / "epd-open").glob("*.epd"))[:60]:
        for line in path.read_bytes().splitlines()[:40]:
            try:
                record = keymove.parse(line)
            except keymove.RecordError as error:
                assert error.reason and error.column >= 1
                continue
            read += 1
            assert keymove.parse(record.to_epd()) == record
            if "Variant" not in record.operations:
                board = chess.Board(" ".join(line.split(b" ")[0].decode().split()) + " w - - 0 1")
                assert record.fen.split()[0] == board.board_fen(), line
    assert read > 500
