//! Random matches: the fast board agrees with its slow twin, and every written form can be read
//! back.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;
use shakmaty::{CastlingMode, Color, Move, Role};

use crate::bpgn::twin::Twin;
use crate::bpgn::{checked, each_game, kept, show};
use keymove_bpgn::bfen::Bfen;
use keymove_bpgn::board::BughouseBoard;
use keymove_bpgn::boards::Boards;
use keymove_bpgn::join::join;
use keymove_bpgn::mate::MateRule;
use keymove_bpgn::read::Reader;
use keymove_bpgn::seat::{BoardName, Seat};
use keymove_bpgn::split::split;
use keymove_games::pgn::MoveText;

fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

/// A move with its complete origin, and with a piece's letter.
fn spelled(m: Move) -> String {
    match m {
        Move::Castle { king, rook } if king < rook => "O-O".to_owned(),
        Move::Castle { .. } => "O-O-O".to_owned(),
        Move::Put { role, to } => format!("{}@{to}", role.upper_char()),
        Move::EnPassant { from, to } => format!("{from}x{to}"),
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            let letter = match role {
                Role::Pawn => String::new(),
                role => role.upper_char().to_string(),
            };
            let x = if capture.is_some() { "x" } else { "" };
            let becomes = promotion.map_or(String::new(), |role| format!("={}", role.upper_char()));
            format!("{letter}{from}{x}{to}{becomes}")
        }
    }
}

/// Plays random moves: the half-moves with their seats, and the boards before each.
fn play(choices: &[(bool, Index, u8)]) -> Vec<(Seat, Move, Boards)> {
    let mut boards = Boards::default();
    let mut played = Vec::new();
    for (on_b, index, kind) in choices {
        let name = if *on_b { BoardName::B } else { BoardName::A };
        let board = boards.board(name);
        let moves = board.legal_moves();
        // Captures and drops are more frequent than by chance.
        let wanted: Vec<Move> = match kind {
            0 => moves.iter().copied().filter(|m| m.is_capture()).collect(),
            1 => moves
                .iter()
                .copied()
                .filter(|m| m.from().is_none())
                .collect(),
            2 => moves.iter().copied().filter(|m| m.is_promotion()).collect(),
            _ => Vec::new(),
        };
        let pool = if wanted.is_empty() { &moves } else { &wanted };
        if pool.is_empty() {
            continue;
        }
        let m = pool[index.index(pool.len())];
        let seat = Seat {
            board: name,
            color: board.turn(),
        };
        played.push((seat, m, boards.clone()));
        boards.play(name, m);
    }
    played
}

pub fn assert_agrees(board: &BughouseBoard) {
    let twin = Twin::of(board);
    let legal = twin.legal();
    let ours: BTreeSet<String> = board.legal_moves().into_iter().map(uci).collect();
    assert_eq!(ours, legal);
    assert_eq!(board.is_mate(MateRule::Now), twin.mated(false));
    assert_eq!(board.is_mate(MateRule::Unblockable), twin.mated(true));
    for rule in MateRule::ALL {
        let mates = |m| {
            let mut after = board.clone();
            after.play(m);
            after.is_mate(rule)
        };
        assert_eq!(
            board.has_mate_in_one(rule),
            board.legal_moves().into_iter().any(mates)
        );
    }
    for m in board.legal_moves() {
        let written = spelled(m);
        let (san, _) = MoveText::read_loosely(written.as_bytes()).expect("a move");
        assert_eq!(board.resolve(san), Ok(m), "{written}");
    }
}

/// The match as BPGN, with one half-move per line.
fn written(played: &[(Seat, Move, Boards)], clocks: bool) -> String {
    let mut text =
        "[Event \"x\"]\n[Result \"*\"]\n[White \"no tag of a match\"]\n\n{C: go}\n".to_owned();
    let mut numbers = [1, 1];
    for (ply, (seat, m, _)) in played.iter().enumerate() {
        let number = &mut numbers[seat.board.index()];
        text.push_str(&format!("{number}{}. {}", seat.letter(), spelled(*m)));
        match ply % 4 {
            0 if clocks => text.push_str(&format!(" {{{}.{:03}}}", 3000 - ply, ply)),
            1 if clocks => text.push_str(" {007} {C:007}"),
            2 if clocks => text.push_str(&format!(" {{-{}}} $1 ;rest", ply)),
            _ => (),
        }
        text.push('\n');
        *number += u32::from(seat.color == Color::Black);
    }
    text + "{the end} * {really}\n"
}

fn choices() -> impl Strategy<Value = Vec<(bool, Index, u8)>> {
    prop::collection::vec((any::<bool>(), any::<Index>(), 0..5u8), 1..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn the_board_agrees_with_its_slow_twin(choices in choices()) {
        let played = play(&choices);
        for (_, _, boards) in played.iter().step_by(11) {
            prop_assert_eq!(boards.imbalances(), [""; 0]);
            for name in BoardName::ALL {
                assert_agrees(boards.board(name));
            }
        }
    }

    /// PGN's rule in plain words: of the moves that a piece of this kind could make to this square,
    /// the file tells which, if it can, else the rank, else both.
    #[test]
    fn san_has_as_much_of_the_origin_as_is_needed(choices in choices()) {
        for (seat, m, boards) in play(&choices) {
            let board = boards.board(seat.board);
            let mut san = Vec::new();
            board.write_san(m, &mut san);
            let legal = board.legal_moves();
            let (read, _) = MoveText::read_loosely(&san).expect("a move");
            prop_assert_eq!(board.resolve(read), Ok(m));
            let Some(from) = m.from().filter(|_| !matches!(m.role(), Role::Pawn) && !m.is_castle()) else {
                continue;
            };
            let others: Vec<_> = legal
                .iter()
                .filter(|other| !other.is_castle() && other.role() == m.role() && other.to() == m.to())
                .filter_map(|other| other.from())
                .filter(|other| *other != from)
                .collect();
            let origin = if others.is_empty() {
                String::new()
            } else if others.iter().all(|other| other.file() != from.file()) {
                from.file().char().to_string()
            } else if others.iter().all(|other| other.rank() != from.rank()) {
                from.rank().char().to_string()
            } else {
                from.to_string()
            };
            let x = if m.is_capture() { "x" } else { "" };
            let due = format!("{}{origin}{x}{}", m.role().upper_char(), m.to());
            prop_assert_eq!(show(&san), due);
        }
    }

    #[test]
    fn positions_come_back_from_bfen(choices in choices()) {
        for (_, _, boards) in play(&choices) {
            let bfen = Bfen { boards, clocks: [None; 4], dropped: Vec::new() };
            prop_assert_eq!(Bfen::read(bfen.to_string().as_bytes()), Ok(bfen));
        }
    }

    #[test]
    fn matches_come_back_from_two_pgns(choices in choices(), clocks in any::<bool>()) {
        let played = play(&choices);
        let text = written(&played, clocks);
        let (_, checked) = checked(text.as_bytes());
        prop_assert_eq!(checked[0].played, played.len());
        let normal = kept(text.as_bytes());
        prop_assert_eq!(show(&kept(&normal)), show(&normal));
        each_game(text.as_bytes(), |game| {
            let pgns = split(game, &mut Vec::new()).expect("a sound game");
            let [a, b] = pgns.each_ref().map(|pgn| {
                Reader::pgn(&pgn[..]).next_board().expect("read").expect("a game")
            });
            let joined = join(&a, &b);
            assert_eq!(joined.remarks, []);
            assert_eq!(show(&joined.bpgn), show(&normal));
        });
    }
}
