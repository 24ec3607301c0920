//! Legal moves: one generator, aware of pins and checks, with interchangeable sinks.
//!
//! [`generate`] passes sets of target squares to a [`MoveSink`]: [`list`] writes moves out,
//! [`count`] adds up set sizes, [`any`] stops at the first set that is not empty; both look at all
//! pawns at once (44 hard mates, 300,000 nodes each: 0.97 of the user time).

mod sink;

use super::attacks::{self, Bits, Sq, bit, pop};
use super::board::{
    BISHOP, Board, KING, KNIGHT, Move, NO_SQUARE, PAWN, QUEEN, ROOK, castling_targets,
};
use super::side::Side;
use sink::{Any, Count, Find, List, Pawns};
pub use sink::{MoveSink, Targets};

/// The first legal move of colour `C`, in the order of the list, for which `is_it` holds.
pub fn find<C: Side>(board: &Board, is_it: impl FnMut(Move) -> bool) -> Option<Move> {
    let mut sink = Find { is_it, found: None };
    generate::<C, _>(board, &mut sink);
    sink.found
}

/// Appends the legal moves of colour `C`.
pub fn list<C: Side>(board: &Board, moves: &mut Vec<Move>) {
    generate::<C, _>(board, &mut List(moves));
}

/// The number of legal moves of colour `C`.
pub fn count<C: Side>(board: &Board) -> u32 {
    let mut sink = Count(0);
    generate::<C, _>(board, &mut sink);
    sink.0
}

/// Whether colour `C` has a legal move.
pub fn any<C: Side>(board: &Board) -> bool {
    let mut sink = Any(false);
    generate::<C, _>(board, &mut sink);
    sink.0
}

/// Whether the king of colour `C`, in check and without flights, is mated.
///
/// Tests only captures of the checking man and interpositions.
#[inline(always)]
pub fn check_is_unanswerable<C: Side>(board: &Board, king: Sq, checkers: Bits) -> bool {
    if !checkers.is_power_of_two() {
        return true;
    }
    let mask = checkers | attacks::between(king, attacks::lowest(checkers));
    let mut sink = Any(false);
    men::<C, _>(board, king, mask, &mut sink);
    !sink.0
}

/// Squares attacked by colour `C` when `occupied` blocks the lines.
#[inline(always)]
pub fn attacked<C: Side>(board: &Board, occupied: Bits) -> Bits {
    let us = board.us::<C>();
    let mut map = attacks::pawns::<C>(us & board.roles[PAWN]);
    map |= attacks::king(board.king::<C>());
    let mut men = us & board.roles[KNIGHT];
    while let Some(sq) = pop(&mut men) {
        map |= attacks::knight(sq);
    }
    let mut men = us & board.diagonal_sliders();
    while let Some(sq) = pop(&mut men) {
        map |= attacks::bishop(sq, occupied);
    }
    let mut men = us & board.straight_sliders();
    while let Some(sq) = pop(&mut men) {
        map |= attacks::rook(sq, occupied);
    }
    map
}

/// The men of colour `C` that may only move along a line with their king.
#[inline(always)]
pub fn pinned<C: Side>(board: &Board, king: Sq) -> Bits {
    let (us, them) = (board.us::<C>(), board.them::<C>());
    let mut snipers = them
        & ((attacks::rook(king, them) & board.straight_sliders())
            | (attacks::bishop(king, them) & board.diagonal_sliders()));
    let mut pinned = 0;
    while let Some(sniper) = pop(&mut snipers) {
        let blockers = attacks::between(king, sniper) & us;
        if blockers.is_power_of_two() {
            pinned |= blockers;
        }
    }
    pinned
}

/// The men of colour `C` between one of their line pieces and the other king, which is on `target`,
/// with no men in between except those of colour `C`: by leaving the line they may give check.
#[inline(always)]
pub fn batteries<C: Side>(board: &Board, target: Sq) -> Bits {
    let (us, them) = (board.us::<C>(), board.them::<C>());
    let mut snipers = us
        & ((attacks::rook(target, them) & board.straight_sliders())
            | (attacks::bishop(target, them) & board.diagonal_sliders()));
    let mut batteries = 0;
    while let Some(sniper) = pop(&mut snipers) {
        batteries |= attacks::between(target, sniper) & us;
    }
    batteries
}

/// Passes the legal moves of colour `C` to a sink.
#[inline(always)]
pub fn generate<C: Side, S: MoveSink>(board: &Board, sink: &mut S) {
    let (us, them) = (board.us::<C>(), board.them::<C>());
    let occupied = us | them;
    let king = board.king::<C>();
    let danger = attacked::<C::Other>(board, occupied ^ bit(king));
    if sink.targets(Targets {
        role: KING,
        from: king,
        to: attacks::king(king) & !us & !danger,
        them,
    }) {
        return;
    }
    let mask = if danger & bit(king) == 0 {
        !us
    } else {
        let checkers = board.checkers::<C>();
        if !checkers.is_power_of_two() {
            return;
        }
        checkers | attacks::between(king, attacks::lowest(checkers))
    };
    if men::<C, S>(board, king, mask, sink) {
        return;
    }
    if board.may_castle && danger & bit(king) == 0 {
        castle::<C, S>(board, king, sink);
    }
}

/// Passes the legal moves of every man except the king to a sink; `mask` holds the squares that
/// answer the check, or all squares without own men. Returns whether the sink ended the generation.
#[inline(always)]
pub fn men<C: Side, S: MoveSink>(board: &Board, king: Sq, mask: Bits, sink: &mut S) -> bool {
    let (us, them) = (board.us::<C>(), board.them::<C>());
    let occupied = us | them;
    let pinned = pinned::<C>(board, king);
    let reach = |from: Sq| {
        if pinned & bit(from) == 0 {
            mask
        } else {
            mask & attacks::ray(king, from)
        }
    };

    let pawns = Pawns {
        men: us & board.roles[PAWN],
        mask,
        pinned,
        king,
        occupied,
        them,
    };
    if sink.pawns::<C>(pawns) {
        return true;
    }
    let mut men = us & board.roles[KNIGHT] & !pinned;
    while let Some(from) = pop(&mut men) {
        if sink.targets(Targets {
            role: KNIGHT,
            from,
            to: attacks::knight(from) & mask,
            them,
        }) {
            return true;
        }
    }
    for (role, line) in [
        (BISHOP, attacks::bishop as fn(Sq, Bits) -> Bits),
        (ROOK, attacks::rook),
        (QUEEN, attacks::queen),
    ] {
        let mut men = us & board.roles[role];
        while let Some(from) = pop(&mut men) {
            if sink.targets(Targets {
                role,
                from,
                to: line(from, occupied) & reach(from),
                them,
            }) {
                return true;
            }
        }
    }
    board.ep != NO_SQUARE && en_passant::<C, S>(board, king, sink)
}

/// Squares that the pawn on `from` may move to or capture on, without regard to pins and checks.
#[inline(always)]
pub fn pawn_targets<C: Side>(from: Sq, occupied: Bits, them: Bits) -> Bits {
    let [one, two] = pawn_steps::<C>(bit(from), occupied);
    attacks::pawn::<C>(from) & them | one | two
}

/// The squares that a set of pawns may move to by one step and by two.
#[inline(always)]
pub fn pawn_steps<C: Side>(pawns: Bits, occupied: Bits) -> [Bits; 2] {
    let free = !occupied;
    if C::WHITE {
        let one = pawns << 8 & free;
        [one, (one & 0xff_0000) << 8 & free]
    } else {
        let one = pawns >> 8 & free;
        [one, (one & 0xff00_0000_0000) >> 8 & free]
    }
}

#[cold]
fn en_passant<C: Side, S: MoveSink>(board: &Board, king: Sq, sink: &mut S) -> bool {
    let to = board.ep;
    let taken = if C::WHITE { to - 8 } else { to + 8 };
    let mut hunters = attacks::pawn::<C::Other>(to) & board.us::<C>() & board.roles[PAWN];
    while let Some(from) = pop(&mut hunters) {
        let occupied = (board.occupied() ^ bit(from) ^ bit(taken)) | bit(to);
        let attackers = board.attackers::<C::Other>(king, occupied);
        if attackers & !bit(taken) == 0 && sink.special(Move::en_passant(from, to)) {
            return true;
        }
    }
    false
}

#[cold]
fn castle<C: Side, S: MoveSink>(board: &Board, king: Sq, sink: &mut S) {
    let attacked = |sq: Sq, occupied: Bits| board.attackers::<C::Other>(sq, occupied) != 0;
    for &rook in &board.castling[C::INDEX * 2..][..2] {
        if rook == NO_SQUARE {
            continue;
        }
        let (king_to, rook_to) = castling_targets(king, rook);
        let without = board.occupied() ^ bit(king) ^ bit(rook);
        let king_path = attacks::between(king, king_to) | bit(king_to);
        let rook_path = attacks::between(rook, rook_to) | bit(rook_to);
        if (king_path | rook_path) & without != 0 {
            continue;
        }
        let mut path = king_path;
        let mut safe = !attacked(king_to, without | bit(rook_to));
        while let Some(sq) = pop(&mut path) {
            safe = safe && !attacked(sq, board.occupied() ^ bit(king));
        }
        if safe && sink.special(Move::castle(king, rook)) {
            return;
        }
    }
}

/// Whether `m`, a legal move of some other position, is a legal move of colour `C` here.
///
/// Castling and en passant are answered with `false` unless generation confirms them.
pub fn is_legal<C: Side>(board: &Board, m: Move) -> bool {
    let (us, them) = (board.us::<C>(), board.them::<C>());
    let (from, to, role) = (m.from(), m.to(), m.role());
    if us & board.roles[role] & bit(from) == 0
        || us & bit(to) != 0
        || m.is_capture() != (them & bit(to) != 0)
        || m.is_castle()
        || m.is_en_passant()
    {
        return false;
    }
    let occupied = us | them;
    let reach = match role {
        PAWN => pawn_targets::<C>(from, occupied, them),
        KNIGHT => attacks::knight(from),
        BISHOP => attacks::bishop(from, occupied),
        ROOK => attacks::rook(from, occupied),
        QUEEN => attacks::queen(from, occupied),
        _ => attacks::king(from),
    };
    if reach & bit(to) == 0 {
        return false;
    }
    let king = if role == KING { to } else { board.king::<C>() };
    let after = (occupied & !bit(from)) | bit(to);
    let attackers = board.attackers::<C::Other>(king, after);
    attackers & !bit(to) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Orientation;
    use crate::side::{Black, White};
    use keymove_base::mix::SplitMix64;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Color, Position as _};

    fn perft<C: Side>(board: &Board, depth: u32) -> u64 {
        if depth == 1 {
            return u64::from(count::<C>(board));
        }
        let mut moves = Vec::new();
        list::<C>(board, &mut moves);
        moves
            .iter()
            .map(|&m| perft::<C::Other>(&board.play::<C>(m), depth - 1))
            .sum()
    }

    fn position(fen: &str, mode: CastlingMode) -> Chess {
        let fen: Fen = fen.parse().expect("a FEN");
        fen.into_position(mode).expect("a legal position")
    }

    #[test]
    fn perft_gives_the_known_counts() {
        // Node counts from the chess programming literature (perft results page, Kiwipete and
        // others).
        for (fen, depth, nodes) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                4,
                197_281,
            ),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                4,
                4_085_603,
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
            (
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                4,
                422_333,
            ),
            (
                "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
                4,
                2_103_487,
            ),
        ] {
            let pos = position(fen, CastlingMode::Standard);
            let board = Orientation::new(Color::White).board(&pos);
            assert_eq!(perft::<White>(&board, depth), nodes, "{fen}");
            let board = Orientation::new(Color::Black).board(&pos);
            assert_eq!(perft::<Black>(&board, depth), nodes, "{fen} upside down");
        }
    }

    fn compare<C: Side>(orientation: Orientation, board: &Board, pos: &Chess) -> Vec<Move> {
        let mut moves = Vec::new();
        list::<C>(board, &mut moves);
        let mut ours: Vec<_> = moves
            .iter()
            .map(|&m| format!("{:?}", orientation.chess_move(m, board)))
            .collect();
        let mut theirs: Vec<_> = pos.legal_moves().iter().map(|m| format!("{m:?}")).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{pos:?}");
        assert_eq!(count::<C>(board) as usize, theirs.len());
        assert_eq!(any::<C>(board), !theirs.is_empty());
        let mut asked = Vec::new();
        let last = moves.last().copied();
        let found = find::<C>(board, |m| {
            asked.push(m);
            Some(m) == last
        });
        assert_eq!((found, &asked), (last, &moves));
        assert_eq!(find::<C>(board, |_| true), moves.first().copied());
        assert_eq!(board.checkers::<C>() != 0, pos.is_check());
        assert_eq!(board.hash, board.key());
        for &m in &moves {
            assert!(m.is_castle() || m.is_en_passant() || is_legal::<C>(board, m));
        }
        moves
    }

    #[test]
    fn random_walks_agree_with_shakmaty_in_every_move_and_check() {
        let mut random = SplitMix64(0x1234_5678_9abc_def1);
        let starts = [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                CastlingMode::Standard,
            ),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                CastlingMode::Standard,
            ),
            (
                "4k3/PPP3PP/8/8/8/8/ppp3pp/4K3 w - - 0 1",
                CastlingMode::Standard,
            ),
            (
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                CastlingMode::Standard,
            ),
            (
                "1rk2r2/8/8/3pP3/8/8/8/1R1K2R1 w GBfb d6 0 1",
                CastlingMode::Chess960,
            ),
            ("rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1", CastlingMode::Chess960),
        ];
        for walk in 0..240 {
            let (fen, mode) = starts[walk % starts.len()];
            let mut pos = position(fen, mode);
            let orientation = Orientation::new(if walk % 2 == 0 {
                Color::White
            } else {
                Color::Black
            });
            let mut board = orientation.board(&pos);
            for _ in 0..120 {
                let white = pos.turn() == Color::from_white(walk % 2 == 0);
                let moves = if white {
                    compare::<White>(orientation, &board, &pos)
                } else {
                    compare::<Black>(orientation, &board, &pos)
                };
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                pos.play_unchecked(orientation.chess_move(m, &board));
                board = if white {
                    board.play::<White>(m)
                } else {
                    board.play::<Black>(m)
                };
            }
        }
    }

    #[test]
    fn a_move_of_another_position_is_legal_exactly_when_generated() {
        let mut random = SplitMix64(0x9876_5432_1234_5671);
        let mut pool: Vec<Move> = Vec::new();
        for _ in 0..40 {
            let mut pos = Chess::default();
            let orientation = Orientation::new(Color::White);
            let mut board = orientation.board(&pos);
            for _ in 0..100 {
                let mut moves = Vec::new();
                let white = pos.turn().is_white();
                if white {
                    list::<White>(&board, &mut moves);
                } else {
                    list::<Black>(&board, &mut moves);
                }
                for &m in pool.iter().rev().take(400) {
                    let legal = if white {
                        is_legal::<White>(&board, m)
                    } else {
                        is_legal::<Black>(&board, m)
                    };
                    if legal || !(m.is_castle() || m.is_en_passant()) {
                        assert_eq!(legal, moves.contains(&m), "{m:?} {pos:?}");
                    }
                }
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                pool.extend(&moves);
                pos.play_unchecked(orientation.chess_move(m, &board));
                board = if white {
                    board.play::<White>(m)
                } else {
                    board.play::<Black>(m)
                };
            }
        }
    }
}
