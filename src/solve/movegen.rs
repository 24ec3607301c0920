//! Legal moves: one generator, aware of pins and checks, with interchangeable sinks.
//!
//! [`generate`] hands sets of target squares to a [`Sink`]: [`list`] writes moves out, [`count`]
//! adds up set sizes, [`any`] stops at the first set that is not empty.

use super::attacks::{self, Bits, Sq, bit, pop};
use super::board::{
    BISHOP, Board, KING, KNIGHT, Move, NO_SQUARE, PAWN, QUEEN, ROOK, castling_targets,
};

/// Where generated moves go. Every method may end the generation by returning `true`.
pub trait Sink {
    /// Moves of one man that is no pawn about to promote.
    fn targets(&mut self, role: usize, from: Sq, targets: Bits, them: Bits) -> bool;
    /// Promotions of one pawn, each square standing for four moves.
    fn promotions(&mut self, from: Sq, targets: Bits, them: Bits) -> bool;
    /// An en-passant capture or castling.
    fn special(&mut self, m: Move) -> bool;
}

struct List<'a>(&'a mut Vec<Move>);

impl Sink for List<'_> {
    #[inline(always)]
    fn targets(&mut self, role: usize, from: Sq, mut targets: Bits, them: Bits) -> bool {
        while let Some(to) = pop(&mut targets) {
            self.0.push(Move::new(role, from, to, them & bit(to) != 0));
        }
        false
    }

    #[inline(always)]
    fn promotions(&mut self, from: Sq, mut targets: Bits, them: Bits) -> bool {
        while let Some(to) = pop(&mut targets) {
            for role in [QUEEN, KNIGHT, ROOK, BISHOP] {
                self.0
                    .push(Move::promotion(from, to, role, them & bit(to) != 0));
            }
        }
        false
    }

    #[inline(always)]
    fn special(&mut self, m: Move) -> bool {
        self.0.push(m);
        false
    }
}

struct Count(u32);

impl Sink for Count {
    #[inline(always)]
    fn targets(&mut self, _: usize, _: Sq, targets: Bits, _: Bits) -> bool {
        self.0 += targets.count_ones();
        false
    }

    #[inline(always)]
    fn promotions(&mut self, _: Sq, targets: Bits, _: Bits) -> bool {
        self.0 += 4 * targets.count_ones();
        false
    }

    #[inline(always)]
    fn special(&mut self, _: Move) -> bool {
        self.0 += 1;
        false
    }
}

struct Any(bool);

impl Sink for Any {
    #[inline(always)]
    fn targets(&mut self, _: usize, _: Sq, targets: Bits, _: Bits) -> bool {
        self.0 |= targets != 0;
        self.0
    }

    #[inline(always)]
    fn promotions(&mut self, _: Sq, targets: Bits, _: Bits) -> bool {
        self.0 |= targets != 0;
        self.0
    }

    #[inline(always)]
    fn special(&mut self, _: Move) -> bool {
        self.0 = true;
        true
    }
}

/// Appends the legal moves of colour `WHITE`.
pub fn list<const WHITE: bool>(board: &Board, moves: &mut Vec<Move>) {
    generate::<WHITE, _>(board, &mut List(moves));
}

/// The number of legal moves of colour `WHITE`.
pub fn count<const WHITE: bool>(board: &Board) -> u32 {
    let mut sink = Count(0);
    generate::<WHITE, _>(board, &mut sink);
    sink.0
}

/// Whether colour `WHITE` has a legal move.
pub fn any<const WHITE: bool>(board: &Board) -> bool {
    let mut sink = Any(false);
    generate::<WHITE, _>(board, &mut sink);
    sink.0
}

/// Whether the king of colour `WHITE`, in check and without flights, is mated.
///
/// Asks only for captures of the checking man and interpositions.
#[inline(always)]
pub fn check_is_unanswerable<const WHITE: bool>(board: &Board, king: Sq, checkers: Bits) -> bool {
    if !checkers.is_power_of_two() {
        return true;
    }
    let mask = checkers | attacks::between(king, attacks::lowest(checkers));
    let mut sink = Any(false);
    men::<WHITE, _>(board, king, mask, &mut sink);
    !sink.0
}

/// Squares attacked by colour `WHITE` when `occupied` blocks the lines.
#[inline(always)]
pub fn attacked<const WHITE: bool>(board: &Board, occupied: Bits) -> Bits {
    let us = board.us::<WHITE>();
    let mut map = attacks::pawns::<WHITE>(us & board.roles[PAWN]);
    map |= attacks::king(board.king::<WHITE>());
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

/// The men of colour `WHITE` that may only move along a line with their king.
#[inline(always)]
pub fn pinned<const WHITE: bool>(board: &Board, king: Sq) -> Bits {
    let (us, them) = (board.us::<WHITE>(), board.them::<WHITE>());
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

/// Hands the legal moves of colour `WHITE` to a sink.
#[inline(always)]
pub fn generate<const WHITE: bool, S: Sink>(board: &Board, sink: &mut S) {
    let (us, them) = (board.us::<WHITE>(), board.them::<WHITE>());
    let occupied = us | them;
    let king = board.king::<WHITE>();
    let danger = if WHITE {
        attacked::<false>(board, occupied ^ bit(king))
    } else {
        attacked::<true>(board, occupied ^ bit(king))
    };
    if sink.targets(KING, king, attacks::king(king) & !us & !danger, them) {
        return;
    }
    let mask = if danger & bit(king) == 0 {
        !us
    } else {
        let checkers = board.checkers::<WHITE>();
        if !checkers.is_power_of_two() {
            return;
        }
        checkers | attacks::between(king, attacks::lowest(checkers))
    };
    if men::<WHITE, S>(board, king, mask, sink) {
        return;
    }
    if board.may_castle && danger & bit(king) == 0 {
        castle::<WHITE, S>(board, king, sink);
    }
}

/// Hands the legal moves of every man but the king to a sink; `mask` holds the squares that answer
/// the check, or all squares without own men. Gives back whether the sink ended the generation.
#[inline(always)]
pub fn men<const WHITE: bool, S: Sink>(board: &Board, king: Sq, mask: Bits, sink: &mut S) -> bool {
    let (us, them) = (board.us::<WHITE>(), board.them::<WHITE>());
    let occupied = us | them;
    let pinned = pinned::<WHITE>(board, king);
    let reach = |from: Sq| {
        if pinned & bit(from) == 0 {
            mask
        } else {
            mask & attacks::ray(king, from)
        }
    };

    let mut men = us & board.roles[PAWN];
    while let Some(from) = pop(&mut men) {
        let targets = pawn_targets::<WHITE>(from, occupied, them) & reach(from);
        if targets & attacks::LAST_RANKS != 0 {
            if sink.promotions(from, targets, them) {
                return true;
            }
        } else if sink.targets(PAWN, from, targets, them) {
            return true;
        }
    }
    let mut men = us & board.roles[KNIGHT] & !pinned;
    while let Some(from) = pop(&mut men) {
        if sink.targets(KNIGHT, from, attacks::knight(from) & mask, them) {
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
            if sink.targets(role, from, line(from, occupied) & reach(from), them) {
                return true;
            }
        }
    }
    board.ep != NO_SQUARE && en_passant::<WHITE, S>(board, king, sink)
}

/// Squares the pawn on `from` may move to or take on, pins and checks apart.
#[inline(always)]
pub fn pawn_targets<const WHITE: bool>(from: Sq, occupied: Bits, them: Bits) -> Bits {
    let captures = attacks::pawn::<WHITE>(from) & them;
    let free = !occupied;
    let steps = if WHITE {
        let one = (bit(from) << 8) & free;
        one | ((one & 0xff_0000) << 8 & free)
    } else {
        let one = (bit(from) >> 8) & free;
        one | ((one & 0xff00_0000_0000) >> 8 & free)
    };
    captures | steps
}

#[cold]
fn en_passant<const WHITE: bool, S: Sink>(board: &Board, king: Sq, sink: &mut S) -> bool {
    let to = board.ep;
    let (hunters, taken) = if WHITE {
        (attacks::pawn::<false>(to), to - 8)
    } else {
        (attacks::pawn::<true>(to), to + 8)
    };
    let mut hunters = hunters & board.us::<WHITE>() & board.roles[PAWN];
    while let Some(from) = pop(&mut hunters) {
        let occupied = (board.occupied() ^ bit(from) ^ bit(taken)) | bit(to);
        let attackers = if WHITE {
            board.attackers::<false>(king, occupied)
        } else {
            board.attackers::<true>(king, occupied)
        };
        if attackers & !bit(taken) == 0 && sink.special(Move::en_passant(from, to)) {
            return true;
        }
    }
    false
}

#[cold]
fn castle<const WHITE: bool, S: Sink>(board: &Board, king: Sq, sink: &mut S) {
    let attacked = |sq: Sq, occupied: Bits| {
        if WHITE {
            board.attackers::<false>(sq, occupied) != 0
        } else {
            board.attackers::<true>(sq, occupied) != 0
        }
    };
    for &rook in &board.castling[usize::from(WHITE) * 2..][..2] {
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

/// Whether `m`, a legal move of some other position, is a legal move of colour `WHITE` here.
///
/// Castling and en passant are answered with `false` unless generation confirms them.
pub fn is_legal<const WHITE: bool>(board: &Board, m: Move) -> bool {
    let (us, them) = (board.us::<WHITE>(), board.them::<WHITE>());
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
        PAWN => pawn_targets::<WHITE>(from, occupied, them),
        KNIGHT => attacks::knight(from),
        BISHOP => attacks::bishop(from, occupied),
        ROOK => attacks::rook(from, occupied),
        QUEEN => attacks::queen(from, occupied),
        _ => attacks::king(from),
    };
    if reach & bit(to) == 0 {
        return false;
    }
    let king = if role == KING {
        to
    } else {
        board.king::<WHITE>()
    };
    let after = (occupied & !bit(from)) | bit(to);
    let attackers = if WHITE {
        board.attackers::<false>(king, after)
    } else {
        board.attackers::<true>(king, after)
    };
    attackers & !bit(to) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::board::Orientation;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Color, Position as _};

    fn perft<const WHITE: bool, const BLACK: bool>(board: &Board, depth: u32) -> u64 {
        if depth == 1 {
            return u64::from(count::<WHITE>(board));
        }
        let mut moves = Vec::new();
        list::<WHITE>(board, &mut moves);
        moves
            .iter()
            .map(|&m| perft::<BLACK, WHITE>(&board.play::<WHITE>(m), depth - 1))
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
            assert_eq!(perft::<true, false>(&board, depth), nodes, "{fen}");
            let board = Orientation::new(Color::Black).board(&pos);
            assert_eq!(
                perft::<false, true>(&board, depth),
                nodes,
                "{fen} upside down"
            );
        }
    }

    fn compare<const WHITE: bool>(
        orientation: Orientation,
        board: &Board,
        pos: &Chess,
    ) -> Vec<Move> {
        let mut moves = Vec::new();
        list::<WHITE>(board, &mut moves);
        let mut ours: Vec<_> = moves
            .iter()
            .map(|&m| format!("{:?}", orientation.chess_move(m, board)))
            .collect();
        let mut theirs: Vec<_> = pos.legal_moves().iter().map(|m| format!("{m:?}")).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{pos:?}");
        assert_eq!(count::<WHITE>(board) as usize, theirs.len());
        assert_eq!(any::<WHITE>(board), !theirs.is_empty());
        assert_eq!(board.checkers::<WHITE>() != 0, pos.is_check());
        assert_eq!(board.hash, board.key());
        for &m in &moves {
            assert!(m.is_castle() || m.is_en_passant() || is_legal::<WHITE>(board, m));
        }
        moves
    }

    /// A small generator so that the walks are the same on every run (xorshift64).
    fn random(state: &mut u64) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 33) as usize
    }

    #[test]
    fn random_walks_agree_with_shakmaty_in_every_move_and_check() {
        let mut state = 0x1234_5678_9abc_def1;
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
                    compare::<true>(orientation, &board, &pos)
                } else {
                    compare::<false>(orientation, &board, &pos)
                };
                if moves.is_empty() {
                    break;
                }
                let m = moves[random(&mut state) % moves.len()];
                pos.play_unchecked(orientation.chess_move(m, &board));
                board = if white {
                    board.play::<true>(m)
                } else {
                    board.play::<false>(m)
                };
            }
        }
    }

    #[test]
    fn a_move_of_another_position_is_legal_exactly_when_generated() {
        let mut state = 0x9876_5432_1234_5671;
        let mut pool: Vec<Move> = Vec::new();
        for _ in 0..40 {
            let mut pos = Chess::default();
            let orientation = Orientation::new(Color::White);
            let mut board = orientation.board(&pos);
            for _ in 0..100 {
                let mut moves = Vec::new();
                let white = pos.turn().is_white();
                if white {
                    list::<true>(&board, &mut moves);
                } else {
                    list::<false>(&board, &mut moves);
                }
                for &m in pool.iter().rev().take(400) {
                    let legal = if white {
                        is_legal::<true>(&board, m)
                    } else {
                        is_legal::<false>(&board, m)
                    };
                    if legal || !(m.is_castle() || m.is_en_passant()) {
                        assert_eq!(legal, moves.contains(&m), "{m:?} {pos:?}");
                    }
                }
                if moves.is_empty() {
                    break;
                }
                let m = moves[random(&mut state) % moves.len()];
                pool.extend(&moves);
                pos.play_unchecked(orientation.chess_move(m, &board));
                board = if white {
                    board.play::<true>(m)
                } else {
                    board.play::<false>(m)
                };
            }
        }
    }
}
