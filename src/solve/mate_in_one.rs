//! Mate in one without generating moves: it examines only moves that can give check, and of these
//! only the moves that can cover every flight.
//!
//! Idea (Chest and most mate solvers since): with the attacker's attack map made once, every flight
//! that no other man covers must be hit by the man that moves, from its target square or along a
//! line that it opens. That excludes nearly all checks; the rest is tested exactly on a copy. Read
//! [`mate_in_one`] first; its judge is brute force in the tests.
//!
//! Three tests come before the copy. Squares that only the moving man covered count as uncovered,
//! except along lines seen from its old square: this leaves half of the exact tests for all keys of
//! 3,000 mates in 1 to 3 and saves 11 % of the time. A man that gives check where the king, or a
//! man that is not pinned, may capture it is not a candidate: this leaves half of the rest and
//! saves 8 %. The squares that cover the flights are computed from the flights, all at once: 6 %.
//! The exact test uses one map of the squares that the attacker covers: 3 %. Judged by brute force
//! on 43 million positions, some of them with a pin that the mating man may unveil.

use super::attacks::{self, Bits, Sq, bit, pop};
use super::board::{
    BISHOP, Board, KING, KNIGHT, Move, NO_SQUARE, PAWN, QUEEN, ROOK, castling_targets,
};
use super::movegen;
use super::side::{Black, Side, White};

/// The most men of the attacker that may check and are kept: as many as a set holds. With more, all
/// moves are generated. (24 of them, each next to its sets, took 48 writes to clear.)
const CANDIDATES: usize = 16;

/// The defending king's possibilities, against which every candidate move is measured.
struct KingRoom {
    /// The defending king's square.
    target: Sq,
    occupied: Bits,
    /// Squares next to the king, and the ones among them without a man of its side.
    near: Bits,
    flights: Bits,
    /// Men of the attacker.
    us: Bits,
    /// Men of the defender.
    them: Bits,
    /// Squares that the attacker covers before the move, and squares covered by two men or more.
    covered: Bits,
    covered_twice: Bits,
    /// Squares reached by the attacker's sliders: leaving one of them may open a line.
    swept: Bits,
}

/// What a look for a mate in one shows of the defending king's surroundings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Room {
    /// The squares that the king could go to.
    pub flights: u32,
    /// Whether the attacker may have a check.
    pub may_check: bool,
}

impl Room {
    /// The surroundings of a king that may be in check, without a look for a mate.
    pub fn of(board: &Board) -> Room {
        let king = board.king::<Black>();
        let danger = movegen::attacked::<White>(board, board.occupied() ^ bit(king));
        Room {
            flights: (attacks::king(king) & !board.us::<Black>() & !danger).count_ones(),
            may_check: may_check(board, king),
        }
    }
}

/// Whether a move of the attacker may give check to the king on `target`: roughly, pins and checks
/// against the attacker are ignored.
fn may_check(board: &Board, target: Sq) -> bool {
    let us = board.us::<White>();
    let them = board.them::<White>();
    let occupied = us | them;
    if movegen::batteries::<White>(board, target) != 0 {
        return true;
    }
    let straight = attacks::rook(target, occupied);
    let diagonal = attacks::bishop(target, occupied);
    for (role, line, lines) in [
        (
            QUEEN,
            attacks::queen as fn(Sq, Bits) -> Bits,
            diagonal | straight,
        ),
        (ROOK, attacks::rook, straight),
        (BISHOP, attacks::bishop, diagonal),
        (KNIGHT, |sq, _| attacks::knight(sq), attacks::knight(target)),
    ] {
        let mut men = us & board.roles[role];
        while let Some(from) = pop(&mut men) {
            if line(from, occupied) & lines & !us != 0 {
                return true;
            }
        }
    }
    pawns_may_check(
        occupied,
        them,
        us & board.roles[PAWN],
        attacks::pawn::<Black>(target),
        0,
    )
}

/// A move of the attacker (White) that mates at once, if there is one.
///
/// Promotions to rook and bishop are never returned: the queen mates wherever they do.
#[inline]
pub fn mate_in_one(board: &Board) -> Option<Move> {
    examine(board, |_| {})
}

/// The same, with the surroundings of the defending king, which is not in check.
pub fn mate_in_one_and_room(board: &Board) -> (Option<Move>, Room) {
    let mut room = Room::default();
    let found = examine(board, |seen| room = seen);
    (found, room)
}

#[inline(always)]
fn examine(board: &Board, see: impl FnOnce(Room)) -> Option<Move> {
    let us = board.us::<White>();
    let them = board.them::<White>();
    let occupied = us | them;
    let target = board.king::<Black>();
    let straight = attacks::rook(target, occupied);
    let diagonal = attacks::bishop(target, occupied);
    let pawn_checks = attacks::pawn::<Black>(target);
    let knight_checks = attacks::knight(target);

    let batteries = movegen::batteries::<White>(board, target);

    // The attack map and, at the same time, the men that can give check.
    let mut movers = [(0 as Sq, 0u8); CANDIDATES];
    let mut sets = [[0 as Bits; 2]; CANDIDATES];
    let mut found = 0;
    let mut overflow = false;
    let mut add = |from: Sq, role: usize, reach: Bits, checks: Bits| {
        let targets = reach & checks & !us;
        if targets != 0 {
            if found == CANDIDATES {
                overflow = true;
            } else {
                movers[found] = (from, role as u8);
                sets[found] = [reach, targets];
                found += 1;
            }
        }
    };
    let king = board.king::<White>();
    let king_reach = attacks::king(king);
    let own_pawns = us & board.roles[PAWN];
    let mut map = king_reach;
    let mut twice = 0;
    let mut cover = |reach: Bits| {
        twice |= map & reach;
        map |= reach;
    };
    let [east, west] = attacks::pawn_wings::<White>(own_pawns);
    cover(east);
    cover(west);
    if batteries & bit(king) != 0 {
        add(king, KING, king_reach, !0);
    }
    let mut men = us & board.roles[KNIGHT];
    while let Some(from) = pop(&mut men) {
        let reach = attacks::knight(from);
        cover(reach);
        let checks = if batteries & bit(from) != 0 {
            !0
        } else {
            knight_checks
        };
        add(from, KNIGHT, reach, checks);
    }
    let mut swept = 0;
    for (role, line, lines) in [
        (BISHOP, attacks::bishop as fn(Sq, Bits) -> Bits, diagonal),
        (ROOK, attacks::rook, straight),
        (QUEEN, attacks::queen, diagonal | straight),
    ] {
        let mut men = us & board.roles[role];
        while let Some(from) = pop(&mut men) {
            let reach = line(from, occupied);
            swept |= reach;
            cover(reach);
            let checks = if batteries & bit(from) != 0 {
                !0
            } else {
                lines
            };
            add(from, role, reach, checks);
        }
    }

    let net = KingRoom {
        target,
        occupied,
        near: attacks::king(target),
        flights: attacks::king(target) & !them,
        us,
        them,
        covered: map,
        covered_twice: twice,
        swept,
    };
    see(Room {
        flights: (net.flights & !map).count_ones(),
        may_check: found > 0
            || batteries != 0
            || pawns_may_check(occupied, them, own_pawns, pawn_checks, 0),
    });
    for (&(from, role), &[reach, targets]) in movers.iter().zip(&sets).take(found) {
        let role = usize::from(role);
        let left = net.left_without(from, reach);
        let mut targets = net.covering(targets & !left, left & net.flights, role, from);
        let is_alone = batteries & bit(from) == 0;
        while let Some(to) = pop(&mut targets) {
            let m = Move::new(role, from, to, them & bit(to) != 0);
            if !(is_alone && net.is_captured(board, from, to)) && mates(board, m) {
                return Some(m);
            }
        }
    }
    pawn_mate(board, &net, own_pawns, pawn_checks, batteries).or_else(|| rare_mate(board, overflow))
}

/// Whether a pawn may give check by a move, or promotes.
#[inline(always)]
fn pawns_may_check(
    occupied: Bits,
    them: Bits,
    own_pawns: Bits,
    pawn_checks: Bits,
    batteries: Bits,
) -> bool {
    const SEVENTH: Bits = 0x00ff_0000_0000_0000;
    let [one, two] = movegen::pawn_steps::<White>(own_pawns, occupied);
    let reach = one | two | (attacks::pawns::<White>(own_pawns) & them);
    reach & pawn_checks != 0 || own_pawns & (SEVENTH | batteries) != 0
}

impl KingRoom {
    /// The squares next to the king that are not covered by the attacker's men other than the one
    /// on `from`, which reaches `reach`, nor by lines that it opens by leaving: these continue
    /// along the squares seen from `from`. The king can capture a man that goes to one of these
    /// squares.
    #[inline(always)]
    fn left_without(&self, from: Sq, reach: Bits) -> Bits {
        let mut left = self.near & !(self.covered_twice | self.covered & !reach);
        if self.swept & bit(from) != 0 {
            left &= !attacks::queen(from, self.occupied & !bit(self.target));
        }
        left
    }

    /// Whether a man that goes from `from` to `to`, and is the only one to give check then, can be
    /// captured by a man other than the king.
    #[inline(always)]
    fn is_captured(&self, board: &Board, from: Sq, to: Sq) -> bool {
        let occupied = self.occupied & !bit(from);
        let capturers = board.attackers::<Black>(to, occupied) & !bit(self.target);
        capturers != 0 && capturers & !self.pinned_after(board, from, to) != 0
    }

    /// The defender's men that are pinned after a man has gone from `from` to `to`.
    #[inline(always)]
    fn pinned_after(&self, board: &Board, from: Sq, to: Sq) -> Bits {
        let us = self.us & !bit(from);
        let blockers = us | bit(to);
        let mut snipers = us
            & ((attacks::rook(self.target, blockers) & board.straight_sliders())
                | (attacks::bishop(self.target, blockers) & board.diagonal_sliders()));
        let them = self.them & !bit(to);
        let mut pinned = 0;
        while let Some(sniper) = pop(&mut snipers) {
            let between = attacks::between(self.target, sniper) & them;
            if between.is_power_of_two() {
                pinned |= between;
            }
        }
        pinned
    }

    /// The squares of `targets` from which a man of `role` that leaves `from` hits all of `left`.
    /// Computed from the flights, because a man hits a square exactly if a man of its kind there
    /// would hit it: nearly always the first flight leaves no target.
    #[inline(always)]
    fn covering(&self, mut targets: Bits, mut left: Bits, role: usize, from: Sq) -> Bits {
        let occupied = self.occupied & !bit(from) & !bit(self.target);
        while targets != 0
            && let Some(sq) = pop(&mut left)
        {
            targets &= match role {
                KNIGHT => attacks::knight(sq),
                BISHOP => attacks::bishop(sq, occupied),
                ROOK => attacks::rook(sq, occupied),
                QUEEN => attacks::queen(sq, occupied),
                KING => attacks::king(sq),
                _ => attacks::pawn::<Black>(sq),
            };
        }
        targets
    }
}

#[inline(always)]
fn pawn_mate(
    board: &Board,
    net: &KingRoom,
    own_pawns: Bits,
    pawn_checks: Bits,
    batteries: Bits,
) -> Option<Move> {
    const SEVENTH: Bits = 0x00ff_0000_0000_0000;
    let them = board.them::<White>();
    if !pawns_may_check(net.occupied, them, own_pawns, pawn_checks, batteries) {
        return None;
    }
    let mut men = own_pawns;
    while let Some(from) = pop(&mut men) {
        let left = net.left_without(from, attacks::pawn::<White>(from));
        let all = movegen::pawn_targets::<White>(from, net.occupied, them) & !left;
        let left = left & net.flights;
        let is_alone = batteries & bit(from) == 0;
        if bit(from) & SEVENTH != 0 {
            let covering = [QUEEN, KNIGHT].map(|role| (role, net.covering(all, left, role, from)));
            let mut targets = all;
            while let Some(to) = pop(&mut targets) {
                for (role, squares) in covering {
                    let m = Move::promotion(from, to, role, them & bit(to) != 0);
                    if squares & bit(to) != 0
                        && !(is_alone && net.is_captured(board, from, to))
                        && mates(board, m)
                    {
                        return Some(m);
                    }
                }
            }
            continue;
        }
        let checks = if is_alone { all & pawn_checks } else { all };
        let mut targets = net.covering(checks, left, PAWN, from);
        while let Some(to) = pop(&mut targets) {
            let m = Move::new(PAWN, from, to, them & bit(to) != 0);
            if !(is_alone && net.is_captured(board, from, to)) && mates(board, m) {
                return Some(m);
            }
        }
    }
    None
}

/// En passant and castling, and positions with more candidates than are kept: by move generation.
#[inline(always)]
fn rare_mate(board: &Board, overflow: bool) -> Option<Move> {
    if board.ep == NO_SQUARE && !(board.may_castle && castling_may_check(board)) && !overflow {
        return None;
    }
    by_generation(board, overflow)
}

/// Whether castling could give check at all: by the rook along its new file, or by a piece along
/// the first rank. A line that king or rook uncovers runs along that rank, for there is nothing
/// behind it.
pub fn castling_may_check(board: &Board) -> bool {
    let (king, target) = (board.king::<White>(), board.king::<Black>());
    board.castling[2..].iter().any(|&rook| {
        rook != NO_SQUARE && (target < 8 || castling_targets(king, rook).1 % 8 == target % 8)
    })
}

#[cold]
fn by_generation(board: &Board, all: bool) -> Option<Move> {
    let mut moves = Vec::new();
    movegen::list::<White>(board, &mut moves);
    moves
        .into_iter()
        .find(|&m| (all || m.is_en_passant() || m.is_castle()) && mates(board, m))
}

/// Whether colour `C`, to move, can mate at once.
#[inline]
pub fn has_mate<C: Side>(board: &Board) -> bool {
    if C::WHITE {
        mate_in_one(board).is_some()
    } else {
        mate_in_one(&board.upside_down()).is_some()
    }
}

/// Whether a pseudo-legal move of the attacker is legal and mates.
#[inline]
pub fn mates(board: &Board, m: Move) -> bool {
    let next = board.play_unkeyed::<White>(m);
    is_checkmate::<Black>(&next) && next.checkers::<White>() == 0
}

/// Whether a move that mated in some other position is legal here and mates; `false` if that would
/// take long to find out.
#[inline]
pub fn mates_again(board: &Board, m: Move) -> bool {
    let (from, to, role) = (m.from(), m.to(), m.role());
    let (us, them) = (board.us::<White>(), board.them::<White>());
    if us & board.roles[role] & bit(from) == 0
        || us & bit(to) != 0
        || m.is_castle()
        || m.is_en_passant()
    {
        return false;
    }
    let occupied = us | them;
    let reach = match role {
        PAWN => movegen::pawn_targets::<White>(from, occupied, them),
        KNIGHT => attacks::knight(from),
        BISHOP => attacks::bishop(from, occupied),
        ROOK => attacks::rook(from, occupied),
        QUEEN => attacks::queen(from, occupied),
        _ => attacks::king(from),
    };
    reach & bit(to) != 0 && mates(board, m.capturing(them & bit(to) != 0))
}

/// Whether colour `C`, to move, is mated.
#[inline]
pub fn is_checkmate<C: Side>(board: &Board) -> bool {
    let king = board.king::<C>();
    let checkers = board.attackers::<C::Other>(king, board.occupied());
    if checkers == 0 {
        return false;
    }
    let danger = movegen::attacked::<C::Other>(board, board.occupied() ^ bit(king));
    if attacks::king(king) & !board.us::<C>() & !danger != 0 {
        return false;
    }
    movegen::check_is_unanswerable::<C>(board, king, checkers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Orientation;
    use keymove_base::mix::SplitMix64;
    use shakmaty::{
        Bitboard, CastlingMode, Chess, Color, FromSetup, Piece, Position as _, PositionError, Role,
        Setup, Square,
    };

    /// A random position with its men huddled around the black king, so that mates are frequent.
    fn huddle(random: &mut SplitMix64) -> Option<Chess> {
        let mut setup = Setup::empty();
        let near = |random: &mut SplitMix64, centre: usize, spread: usize| {
            let file = (centre % 8 + random.below(2 * spread + 1)).checked_sub(spread)?;
            let rank = (centre / 8 + random.below(2 * spread + 1)).checked_sub(spread)?;
            (file < 8 && rank < 8).then(|| Square::new((rank * 8 + file) as u32))
        };
        let king = random.below(64);
        let black_king = Square::new(king as u32);
        setup.board.set_piece_at(black_king, Color::Black.king());
        let white_king = Square::new((random.below(64)) as u32);
        if setup.board.piece_at(white_king).is_some() {
            return None;
        }
        setup.board.set_piece_at(white_king, Color::White.king());
        if random.chance(50) {
            unveiled_pin(random, king, &mut setup)?;
        }
        let men = 3 + random.below(12);
        for _ in 0..men {
            let spread = 1 + random.below(4);
            let sq = near(random, king, spread)?;
            let role = Role::ALL[random.below(5)];
            let color = Color::from_white(random.below(3) != 0);
            let rank = u32::from(sq) / 8;
            if setup.board.piece_at(sq).is_none()
                && (role != Role::Pawn || (rank != 0 && rank != 7))
            {
                setup.board.set_piece_at(sq, Piece { color, role });
            }
        }
        if white_king == Square::E1 {
            setup.castling_rights =
                Bitboard::from_square(Square::A1) | Bitboard::from_square(Square::H1);
        }
        if random.below(3) == 0 {
            let file = (random.below(8)) as u32;
            setup.ep_square = Some(Square::new(40 + file));
        }
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .ok()
    }

    /// On a line from the black king: a white man, a black one, and a white one that pins the black
    /// one as soon as the first has left.
    fn unveiled_pin(random: &mut SplitMix64, king: usize, setup: &mut Setup) -> Option<()> {
        let (file, rank) = (king as i32 % 8, king as i32 / 8);
        let step = |random: &mut SplitMix64| random.below(3) as i32 - 1;
        let (east, north) = (step(random), step(random));
        let sniper = if east == 0 || north == 0 {
            Role::Rook
        } else {
            Role::Bishop
        };
        let shield = Role::ALL[random.below(5)];
        let guard = Role::ALL[1 + random.below(4)];
        let mut at = 0;
        for piece in [
            shield.of(Color::White),
            guard.of(Color::Black),
            sniper.of(Color::White),
        ] {
            at += 1 + random.below(2) as i32;
            let (file, rank) = (file + at * east, rank + at * north);
            let is_there = (0..8).contains(&file) && (0..8).contains(&rank);
            let sq = is_there.then(|| Square::new((8 * rank + file) as u32))?;
            let is_last_rank = rank == 0 || rank == 7;
            if setup.board.piece_at(sq).is_some() || piece.role == Role::Pawn && is_last_rank {
                return None;
            }
            setup.board.set_piece_at(sq, piece);
        }
        Some(())
    }

    #[test]
    fn agrees_with_brute_force() {
        let mut random = SplitMix64(0x0123_4567_89ab_cdef);
        let (mut tried, mut mates_found, mut again, mut no_check) = (0, 0, 0, 0);
        let mut before = [Move(0); 4];
        while tried < 60_000 {
            let Some(pos) = huddle(&mut random) else {
                continue;
            };
            tried += 1;
            let orientation = Orientation::new(Color::White);
            let board = orientation.board(&pos);
            let mating: Vec<_> = pos
                .legal_moves()
                .into_iter()
                .filter(|&m| {
                    let mut next = pos.clone();
                    next.play_unchecked(m);
                    next.is_checkmate()
                })
                .collect();
            let ours = mate_in_one(&board).map(|m| orientation.chess_move(m, &board));
            match ours {
                Some(m) => assert!(mating.contains(&m), "{m:?} does not mate in {pos:?}"),
                None => assert!(mating.is_empty(), "{mating:?} missed in {pos:?}"),
            }
            mates_found += usize::from(ours.is_some());
            let room = Room::of(&board);
            if ours.is_none() {
                assert_eq!(mate_in_one_and_room(&board), (None, room), "{pos:?}");
            }
            let checks = pos.legal_moves().into_iter().any(|m| {
                let mut next = pos.clone();
                next.play_unchecked(m);
                next.is_check() && !m.is_castle() && !m.is_en_passant()
            });
            assert!(room.may_check || !checks, "{pos:?} has a check");
            no_check += usize::from(!room.may_check);
            if let Some(m) = mate_in_one(&board) {
                before.rotate_right(1);
                before[0] = m;
            }
            for near in [board, without_a_man(&mut random, &board)] {
                again += mates_again_where_they_do(&near, &before);
            }
            for m in pos.legal_moves() {
                let mut next = pos.clone();
                next.play_unchecked(m);
                let upright = orientation.board(&next);
                assert_eq!(is_checkmate::<Black>(&upright), next.is_checkmate());
            }
            let other_way_up = Orientation::new(Color::Black).board(&pos);
            assert_eq!(has_mate::<Black>(&other_way_up), !mating.is_empty());
            assert_eq!(
                board.upside_down(),
                Board {
                    hash: 0,
                    ..other_way_up
                }
            );
        }
        assert!(
            mates_found > 2_000,
            "{mates_found} mates are too few to judge by"
        );
        assert!(again > 4_000, "{again} of them again are too few");
        assert!(no_check > 1_000, "{no_check} positions without a check");
    }

    /// Mates that only castling gives, on the file to which the rook goes or along the first rank, and
    /// one by the queen behind more than [`CANDIDATES`] men that may check.
    #[test]
    fn rare_mates_are_found() {
        for (fen, is_castle) in [
            ("8/8/8/4Q3/8/1P1k4/8/R3K3 w Q - 0 1", true),
            ("8/8/8/1R2Q3/8/1P1k4/8/R3K2R w KQ - 0 1", true),
            ("8/8/8/4Q3/8/5kpP/8/4K2R w K - 0 1", true),
            ("8/8/8/4Q3/3P4/5k1P/8/R3K2R w KQ - 0 1", true),
            ("8/8/8/8/8/1Q6/3PPP2/k3K2R w K - 0 1", true),
            (
                "1N4N1/1NNN1NNN/1N1pNp2/1Q1NNNp1/r3kNN1/2pN1N1N/1RNpNp2/KN1N1NN1 w - - 0 1",
                false,
            ),
        ] {
            let setup: shakmaty::fen::Fen = fen.parse().expect("a FEN");
            let position = Chess::from_setup(setup.into_setup(), CastlingMode::Standard)
                .or_else(PositionError::ignore_too_much_material)
                .expect("legal");
            let found = mate_in_one(&Orientation::new(Color::White).board(&position));
            assert_eq!(found.map(|m| m.is_castle()), Some(is_castle), "{fen}");
        }
    }

    /// The board without one of its men, of any kind; without castling and en passant.
    fn without_a_man(random: &mut SplitMix64, board: &Board) -> Board {
        let mut men = board.occupied() & !board.roles[KING];
        for _ in 0..random.below(men.count_ones().max(1) as usize) {
            pop(&mut men);
        }
        let gone = men & men.wrapping_neg();
        Board {
            roles: board.roles.map(|men| men & !gone),
            colors: board.colors.map(|men| men & !gone),
            castling: [NO_SQUARE; 4],
            may_castle: false,
            ep: NO_SQUARE,
            ..*board
        }
    }

    /// Judges [`mates_again`] with mates that were found on this board or on others; returns how
    /// many mate here.
    fn mates_again_where_they_do(board: &Board, mates: &[Move]) -> usize {
        if board.checkers::<Black>() != 0 {
            return 0;
        }
        let mut again = 0;
        for &m in mates {
            let here = m.capturing(board.them::<White>() & bit(m.to()) != 0);
            let does = movegen::is_legal::<White>(board, here)
                && is_checkmate::<Black>(&board.play_unkeyed::<White>(here));
            assert_eq!(mates_again(board, m), does, "{m:?} {board:?}");
            again += usize::from(does);
        }
        again
    }
}
