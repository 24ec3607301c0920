//! Bughouse and crazyhouse under the search: a board, two hands and two more rules.
//!
//! A [`HouseBoard`] is a [`Board`] that knows drops. Its moves are those of the board and the
//! drops, on free squares and, in check, only where they answer it. The goal is [`HousePlay`]: mates
//! and, with the roles of the ends exchanged, selfmates. In bughouse a check that some man could
//! block, if only it were in hand, is not mate, and a side without a move waits for a man; so
//! stalemates exist only in crazyhouse.

use super::attacks::{self, Bits, LAST_RANKS, Sq, bit, lowest, pop};
use super::board::{Board, Move, Orientation, PAWN};
use super::finish::{Finish, InCheck, Unchecked};
use super::goal::Goal;
use super::mate_in_one::is_checkmate;
use super::movegen;
use super::rules::Rules;
use super::side::{Black, Side, White};
use keymove_base::mix::SplitMix64;
use keymove_rules::house::{House, MateRule, Reserve, Variant};
use keymove_rules::stipulation::{Aim, Kind};

/// The number of men of a role in hand if the supply has no end.
const UNLIMITED: u8 = u8::MAX;

/// In [`Rules::mobility`], which puts the defender's replies in order: the number of moves that
/// every kind of man in the attacker's hand counts for. (The drops themselves are not counted:
/// nearly every free square would be one.) The 54 mates of the suites take 51,820 nodes with 4, 8
/// and 16, and 52,061 with 0: too few and too short to show more.
const DROP_MOBILITY: u32 = 8;

/// A position of bughouse or crazyhouse, with White as the attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseBoard {
    board: Board,
    /// Men in hand by role, pawn to queen: `[Black, White]`.
    hands: [[u8; 5]; 2],
    /// Men that were pawns.
    promoted: Bits,
    /// Key of the hands and of the promoted men.
    hash: u64,
    /// Captured men go to the capturer's hand.
    keeps: bool,
    /// A check is mate only if no man at all could answer it by a drop.
    unblockable: bool,
    /// The attacker, not the defender, ends without a move.
    is_self: bool,
    /// The side without a move has to be mated, not stalemated.
    is_mate_asked: bool,
}

// A position is copied for every move; it is two fifths larger than a board.
const _: () = assert!(size_of::<HouseBoard>() == 112);

fn hand_key(color: usize, role: usize, count: u8) -> u64 {
    SplitMix64::at(0x1_0000 | (color << 12 | role << 8) as u64 | u64::from(count))
}

fn promoted_key(sq: Sq) -> u64 {
    SplitMix64::at(0x2_0000 | u64::from(sq))
}

impl HouseBoard {
    /// The board of a position of a `kind` of problem, in the given `orientation`.
    pub fn new(orientation: Orientation, board: Board, house: &House, kind: Kind) -> HouseBoard {
        let mut position = HouseBoard {
            board,
            hands: [[0; 5]; 2],
            promoted: if house.variant == Variant::Crazyhouse {
                orientation.bits(house.promoted)
            } else {
                0
            },
            hash: 0,
            keeps: house.variant == Variant::Crazyhouse,
            unblockable: house.mate_rule == MateRule::Unblockable,
            is_self: kind.is_self_play(),
            is_mate_asked: kind.aim == Aim::Mate,
        };
        for color in shakmaty::Color::ALL {
            let index = usize::from(orientation.is_attacker(color));
            for (role, &count) in house
                .hands
                .get(color)
                .as_ref()
                .into_iter()
                .take(5)
                .enumerate()
            {
                position.hands[index][role] = if house.reserve == Reserve::Of(color) {
                    UNLIMITED
                } else {
                    count.min(UNLIMITED - 1)
                };
            }
        }
        position.hash = position.key();
        position
    }

    /// The key of hands and promoted men, computed from scratch.
    fn key(&self) -> u64 {
        let mut hash = 0;
        for (color, hand) in self.hands.iter().enumerate() {
            for (role, &count) in hand.iter().enumerate() {
                hash ^= hand_key(color, role, count);
            }
        }
        let mut promoted = self.promoted;
        while let Some(sq) = pop(&mut promoted) {
            hash ^= promoted_key(sq);
        }
        hash
    }

    fn set_hand(&mut self, color: usize, role: usize, count: u8) {
        let before = self.hands[color][role];
        self.hash ^= hand_key(color, role, before) ^ hand_key(color, role, count);
        self.hands[color][role] = count;
    }

    fn toggle_promoted(&mut self, sq: Sq) {
        self.promoted ^= bit(sq);
        self.hash ^= promoted_key(sq);
    }

    /// The squares on which a drop of colour `C` answers a check; all free squares if there is no
    /// check.
    fn drop_squares<C: Side>(&self) -> Bits {
        let checkers = self.board.checkers::<C>();
        if checkers == 0 {
            return !self.board.occupied();
        }
        if !checkers.is_power_of_two() {
            return 0;
        }
        attacks::between(self.board.king::<C>(), lowest(checkers))
    }

    /// Calls `each` with the role and the squares of the drops that colour `C` has.
    fn drops<C: Side>(&self, mut each: impl FnMut(usize, Bits)) {
        let hand = self.hands[C::INDEX];
        if hand == [0; 5] {
            return;
        }
        let squares = self.drop_squares::<C>();
        for (role, &count) in hand.iter().enumerate() {
            if count > 0 {
                each(role, squares_for(role, squares));
            }
        }
    }

    /// Whether colour `C`, to move, is mated.
    fn is_mate<C: Side>(&self) -> bool {
        if !is_checkmate::<C>(&self.board) {
            return false;
        }
        if self.unblockable {
            return self.drop_squares::<C>() == 0;
        }
        let mut answered = false;
        self.drops::<C>(|_, squares| answered |= squares != 0);
        !answered
    }

    /// Whether colour `C`, to move and without a move, ends as the problem asks.
    fn is_end_without_move<C: Side>(&self) -> bool {
        match self.is_mate_asked {
            true => self.is_mate::<C>(),
            false => Unchecked::is_end_without_move::<C>(self),
        }
    }
}

/// The squares of `squares` on which a man of `role` may be dropped.
fn squares_for(role: usize, squares: Bits) -> Bits {
    if role == PAWN {
        squares & !LAST_RANKS
    } else {
        squares
    }
}

impl Rules for HouseBoard {
    type Gauge = ();

    fn men(&self) -> &Board {
        &self.board
    }

    fn hash(&self) -> u64 {
        self.board.hash ^ self.hash
    }

    fn play<C: Side>(&self, m: Move) -> HouseBoard {
        let mut next = *self;
        let us = C::INDEX;
        if m.is_drop() {
            next.board = self.board.drop_man::<C>(m);
            let count = self.hands[us][m.role()];
            debug_assert!(count > 0, "{m:?} is not in hand");
            if count != UNLIMITED {
                next.set_hand(us, m.role(), count - 1);
            }
            debug_assert_eq!(next.hash, next.key());
            return next;
        }
        if self.keeps {
            if m.is_capture() {
                let taken = m.to();
                let role = if m.is_en_passant() || self.promoted & bit(taken) != 0 {
                    PAWN
                } else {
                    self.board.role_at(taken)
                };
                let count = self.hands[us][role];
                if count < UNLIMITED - 1 {
                    next.set_hand(us, role, count + 1);
                }
                if self.promoted & bit(taken) != 0 {
                    next.toggle_promoted(taken);
                }
            }
            let was_promoted = self.promoted & bit(m.from()) != 0;
            if was_promoted {
                next.toggle_promoted(m.from());
            }
            if was_promoted || m.promoted() != PAWN {
                next.toggle_promoted(m.to());
            }
        }
        next.board = self.board.play::<C>(m);
        debug_assert_eq!(next.hash, next.key());
        next
    }

    fn play_unkeyed<C: Side>(&self, m: Move) -> HouseBoard {
        self.play::<C>(m)
    }

    fn pass<C: Side>(&self) -> HouseBoard {
        HouseBoard {
            board: self.board.pass(),
            ..*self
        }
    }

    fn list<C: Side>(&self, moves: &mut Vec<Move>) {
        movegen::list::<C>(&self.board, moves);
        self.drops::<C>(|role, mut squares| {
            while let Some(to) = pop(&mut squares) {
                moves.push(Move::drop(role, to));
            }
        });
    }

    fn count<C: Side>(&self) -> u32 {
        let mut count = movegen::count::<C>(&self.board);
        self.drops::<C>(|_, squares| count += squares.count_ones());
        count
    }

    fn any<C: Side>(&self) -> bool {
        let mut any = movegen::any::<C>(&self.board);
        if !any {
            self.drops::<C>(|_, squares| any |= squares != 0);
        }
        any
    }

    fn is_legal<C: Side>(&self, m: Move) -> bool {
        if m.is_drop() {
            return self.hands[C::INDEX][m.role()] > 0
                && squares_for(m.role(), self.drop_squares::<C>()) & bit(m.to()) != 0;
        }
        movegen::is_legal::<C>(&self.board, m)
    }

    fn is_over<C: Side>(&self) -> bool {
        // The side that is mated is the defender, and the reserve is the defender's.
        let reserve = self.hands[0].contains(&UNLIMITED);
        if self.is_check::<C>() {
            self.is_mate::<C>() && (!reserve || self.drop_squares::<C>() == 0)
        } else {
            !reserve
        }
    }

    fn mobility(&self) -> u32 {
        if self.is_check::<White>() {
            return self.count::<White>();
        }
        let kinds = self.hands[1].iter().filter(|&&count| count > 0).count();
        self.board.mobility() + DROP_MOBILITY * kinds as u32
    }

    fn gauge(&self) {}
}

/// `#n` and `s#n` in bughouse and crazyhouse, `=n` and `s=n` in crazyhouse.
#[derive(Debug)]
pub struct HousePlay;

impl Goal for HousePlay {
    type Rules = HouseBoard;
    /// Questions about the end go to the position, which knows the aim.
    type End = InCheck;

    const MAY_HUNT: bool = true;

    #[inline(always)]
    fn is_self(position: &HouseBoard) -> bool {
        position.is_self
    }

    #[inline(always)]
    fn is_after_king(position: &HouseBoard) -> bool {
        position.is_mate_asked && !position.is_self
    }

    fn in_one(position: &HouseBoard) -> Option<Move> {
        if !HousePlay::is_after_king(position) {
            let mut moves = Vec::new();
            position.list::<White>(&mut moves);
            let ends = |m: &Move| HousePlay::is_reached_by(&position.play::<White>(*m));
            return moves.into_iter().find(ends);
        }
        let mut mate = None;
        let checks = position.check_squares();
        position.drops::<White>(|role, squares| {
            let mut squares = squares & checks[role];
            while mate.is_none()
                && let Some(to) = pop(&mut squares)
            {
                let m = Move::drop(role, to);
                if position.play::<White>(m).is_mate::<Black>() {
                    mate = Some(m);
                }
            }
        });
        if mate.is_some() {
            return mate;
        }
        let mut moves = Vec::new();
        movegen::list::<White>(&position.board, &mut moves);
        moves
            .into_iter()
            .find(|&m| position.play::<White>(m).is_mate::<Black>())
    }

    fn is_reached_by(position: &HouseBoard) -> bool {
        match (position.is_self, position.is_mate_asked) {
            (false, true) => position.is_mate::<Black>(),
            (false, false) => Unchecked::is_end::<Black>(position),
            (true, true) => every_reply(position, HouseBoard::is_mate::<White>),
            (true, false) => every_reply(position, Unchecked::is_end::<White>),
        }
    }

    fn is_reached_without_attack(position: &HouseBoard) -> bool {
        position.is_self && position.is_end_without_move::<White>()
    }

    fn is_reached_without_defence(position: &HouseBoard) -> bool {
        !position.is_self && position.is_end_without_move::<Black>()
    }
}

/// Whether there are replies and every one of them leads to an end.
fn every_reply(position: &HouseBoard, ends: impl Fn(&HouseBoard) -> bool) -> bool {
    let mut replies = Vec::new();
    position.list::<Black>(&mut replies);
    let mut after = replies.iter().map(|&m| position.play::<Black>(m));
    !replies.is_empty() && after.all(|after| ends(&after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_rules::position::Position;
    use shakmaty::{
        CastlingMode, Chess, Color, FromSetup, Piece, PositionError, Role, Setup, Square,
    };

    /// A random position of few men, most of them around a king, with men in hand.
    fn position(random: &mut SplitMix64) -> Option<Position> {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            let square = Square::new((random.below(64)) as u32);
            if setup.board.piece_at(square).is_some() {
                return None;
            }
            setup.board.set_piece_at(square, color.king());
        }
        for _ in 0..random.below(8) {
            let square = Square::new((random.below(64)) as u32);
            let role = Role::ALL[random.below(5)];
            let color = Color::from_white(random.below(2) == 0);
            let rank = u32::from(square) / 8;
            if setup.board.piece_at(square).is_none()
                && (role != Role::Pawn || (rank != 0 && rank != 7))
            {
                setup.board.set_piece_at(square, Piece { color, role });
            }
        }
        setup.turn = Color::from_white(random.below(2) == 0);
        let chess = Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .ok()?;
        let variant = if random.below(2) == 0 {
            Variant::Bughouse
        } else {
            Variant::Crazyhouse
        };
        let rule = if random.below(2) == 0 {
            MateRule::Now
        } else {
            MateRule::Unblockable
        };
        let mut house = House::new(variant, rule);
        for color in Color::ALL {
            for _ in 0..random.below(3) {
                let role = Role::ALL[random.below(5)];
                *house.hands.get_mut(color).get_mut(role) += 1;
            }
        }
        if random.below(4) == 0 {
            house.reserve = Reserve::Of(Color::from_white(random.below(2) == 0));
        }
        Some(Position::with_house(chess, house))
    }

    fn board(plain: &Position, attacker: Color) -> HouseBoard {
        let orientation = Orientation::new(attacker);
        let house = plain.house().expect("a position with hands");
        HouseBoard::new(
            orientation,
            orientation.board(plain.chess()),
            house,
            Kind::MATE,
        )
    }

    /// `moves` in a fixed order.
    fn sorted(moves: impl IntoIterator<Item = shakmaty::Move>) -> Vec<shakmaty::Move> {
        let mut moves: Vec<_> = moves.into_iter().collect();
        moves.sort_unstable_by_key(|m| (m.from(), m.to(), m.role(), m.promotion()));
        moves
    }

    /// The moves of `board` as moves of shakmaty, sorted.
    fn moves(board: &HouseBoard, orientation: Orientation, attack: bool) -> Vec<shakmaty::Move> {
        let mut list = Vec::new();
        if attack {
            board.list::<White>(&mut list);
        } else {
            board.list::<Black>(&mut list);
        }
        sorted(
            list.into_iter()
                .map(|m| orientation.chess_move(m, board.men())),
        )
    }

    #[test]
    fn walks_agree_with_the_plain_rules() {
        let mut random = SplitMix64(0x0123_4567_89ab_cdef);
        let (mut steps, mut mates) = (0, 0);
        while steps < 120_000 {
            let Some(mut plain) = position(&mut random) else {
                continue;
            };
            let attacker = Color::from_white(random.below(2) == 0);
            let orientation = Orientation::new(attacker);
            let mut fast = board(&plain, attacker);
            for _ in 0..30 {
                steps += 1;
                let attack = plain.turn() == attacker;
                let legal = plain.legal_moves();
                let listed = moves(&fast, orientation, attack);
                assert_eq!(listed, sorted(legal.iter().copied()), "{plain:?}");
                assert_eq!(fast, board(&plain, attacker), "{plain:?}");
                if attack {
                    assert_eq!(fast.count::<White>() as usize, legal.len());
                    assert_eq!(fast.any::<White>(), !legal.is_empty());
                    let mate = legal.iter().any(|&m| plain.after(m).is_checkmate());
                    assert_eq!(HousePlay::in_one(&fast).is_some(), mate, "{plain:?}");
                } else {
                    assert_eq!(fast.count::<Black>() as usize, legal.len());
                    assert_eq!(fast.any::<Black>(), !legal.is_empty());
                    assert_eq!(fast.is_mate::<Black>(), plain.is_checkmate(), "{plain:?}");
                    mates += usize::from(fast.is_mate::<Black>());
                }
                let mut list = Vec::new();
                if attack {
                    fast.list::<White>(&mut list);
                } else {
                    fast.list::<Black>(&mut list);
                }
                if list.is_empty() {
                    break;
                }
                let m = list[random.below(list.len())];
                plain.play(orientation.chess_move(m, fast.men()));
                fast = if attack {
                    assert!(fast.is_legal::<White>(m) || m.is_castle() || m.is_en_passant());
                    fast.play::<White>(m)
                } else {
                    assert!(fast.is_legal::<Black>(m) || m.is_castle() || m.is_en_passant());
                    fast.play::<Black>(m)
                };
            }
        }
        assert!(mates > 100, "{mates} mates are too few to judge by");
    }
}
