//! The umpire, by default of the Berkeley rules: sees the whole board, answers tries, and announces what both
//! players may know.
//!
//! A player tries moves that are possible on the own board until one is legal; both players hear
//! every No. A move that cannot be tried at all, or was already tried in this turn, is nonsense,
//! which nobody else hears. There is no question for pawn captures, no 50-move rule and no
//! repetition. Source: the notation's draft 0.9.
//!
//! [`Umpire`] keeps a game; [`legal_if_possible`] and [`Announcement::of`] contain all the rules,
//! for callers that keep positions themselves.

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Move, Position as _, Role, Square, attacks};

use super::announcement::Announcement;
use super::own_board::{OwnBoard, Try};
use super::rules::RuleSet;

/// The umpire's answer to a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Response {
    /// No: possible on the own board, but not legal. Both players hear it.
    Illegal,
    /// Impossible on the own board, or tried before in this turn. Not recorded.
    Nonsense,
    /// Yes: the move is made.
    Yes(Announcement),
}

/// One game as the umpire sees it, by default from the initial position.
#[derive(Debug, Clone, Default)]
pub struct Umpire {
    position: Chess,
    tried: Vec<Try>,
    rules: RuleSet,
}

impl Umpire {
    /// Begins at `position`.
    pub fn new(position: Chess) -> Umpire {
        Umpire::by(RuleSet::default(), position)
    }

    /// Begins at `position`; the game ends by these rules.
    pub fn by(rules: RuleSet, position: Chess) -> Umpire {
        Umpire {
            position,
            tried: Vec::new(),
            rules,
        }
    }

    /// The position on the full board.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The illegal tries of this turn, in order.
    pub fn tried(&self) -> &[Try] {
        &self.tried
    }

    /// The part that the player of `color` sees.
    pub fn own_board(&self, color: Color) -> OwnBoard {
        OwnBoard::of(&self.position, color)
    }

    /// The remaining tries of the side to move: possible on the own board and not refused in this
    /// turn.
    pub fn tries(&self) -> Vec<Try> {
        let mut tries = self.own_board(self.position.turn()).tries();
        tries.retain(|t| !self.tried.contains(t));
        tries
    }

    /// Answers a try of the side to move; a legal move is made.
    pub fn answer(&mut self, tried: Try) -> Response {
        if self.tried.contains(&tried) || !self.own_board(self.position.turn()).allows(tried) {
            return Response::Nonsense;
        }
        match legal_if_possible(&self.position, tried) {
            None => {
                self.tried.push(tried);
                Response::Illegal
            }
            Some(played) => {
                self.position.play_unchecked(played);
                self.tried.clear();
                let announcement = Announcement::of(played, &self.position);
                Response::Yes(self.rules.announcement(announcement, &self.position))
            }
        }
    }
}

/// The legal move that the side to move makes by `tried`, which must be possible on the own board;
/// `None` if it is illegal.
pub fn legal_if_possible(position: &Chess, tried: Try) -> Option<Move> {
    let (board, turn) = (position.board(), position.turn());
    let (role, from, to, promotion) = match tried {
        Try::Step {
            role,
            from,
            to,
            promotion,
        } => (role, from, to, promotion),
        Try::Castle(side) => {
            let castle = Move::Castle {
                king: board.king_of(turn)?,
                rook: position.castles().rook(turn, side)?,
            };
            return position.is_legal(castle).then_some(castle);
        }
    };
    let capture = board.role_at(to);
    let passed = Square::from_coords(to.file(), from.rank());
    let (played, taken) = match capture {
        None if tried.is_pawn_capture() => {
            let is_passed = position.ep_square(EnPassantMode::Always) == Some(to);
            (is_passed.then_some(Move::EnPassant { from, to })?, passed)
        }
        _ => {
            let played = Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            };
            (played, to)
        }
    };
    // shakmaty would list all moves to this square. The hidden men can block the way of a man that
    // does not leap, stop a pawn's step, and attack the king.
    let is_stopped = role == Role::Pawn && capture.is_some() && !tried.is_pawn_capture();
    let is_blocked = role != Role::Knight && (attacks::between(from, to) & board.occupied()).any();
    if is_stopped || is_blocked {
        return None;
    }
    let king = match role {
        Role::King => to,
        _ => board.king_of(turn)?,
    };
    let gone = Bitboard::from_square(from) | Bitboard::from_square(taken);
    let occupied = board.occupied() & !gone | Bitboard::from_square(to);
    let attackers = board.attacks_to(king, !turn, occupied) & !gone;
    attackers.is_empty().then_some(played)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::announcement::{Direction, Directions, Finish};
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, CastlingSide};

    fn umpire(fen: &str) -> Umpire {
        let fen: Fen = fen.parse().unwrap();
        Umpire::new(fen.into_position(CastlingMode::Standard).unwrap())
    }

    fn step(role: Role, from: Square, to: Square) -> Try {
        Try::step(role, from, to, None)
    }

    fn yes(capture: Option<Square>, checks: &[Direction], end: Option<Finish>) -> Response {
        Response::Yes(Announcement {
            capture,
            checks: checks.iter().copied().collect::<Directions>(),
            end,
        })
    }

    #[test]
    fn a_capture_en_passant_is_announced_on_the_pawns_square() {
        let mut umpire = umpire("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1");
        let pawn = |from, to| step(Role::Pawn, from, to);
        assert_eq!(
            umpire.answer(pawn(Square::A2, Square::B3)),
            Response::Illegal
        );
        assert_eq!(
            umpire.answer(pawn(Square::A2, Square::B3)),
            Response::Nonsense
        );
        assert_eq!(
            umpire.answer(pawn(Square::A2, Square::A4)),
            yes(None, &[], None)
        );
        assert_eq!(
            umpire.answer(pawn(Square::B4, Square::A3)),
            yes(Some(Square::A4), &[], None)
        );
    }

    #[test]
    fn a_double_check_has_two_letters_and_mate_and_stalemate_are_told() {
        let mut double = umpire("4k3/8/8/8/8/4N3/8/K3R3 w - - 0 1");
        assert_eq!(
            double.answer(step(Role::Knight, Square::E3, Square::D5)),
            yes(None, &[Direction::File], None)
        );
        let mut double = umpire("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1");
        assert_eq!(
            double.answer(step(Role::Knight, Square::E4, Square::F6)),
            yes(None, &[Direction::File, Direction::Knight], None)
        );
        let mut mate = umpire("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
        assert_eq!(
            mate.answer(step(Role::Queen, Square::B1, Square::B8)),
            yes(None, &[Direction::Rank], Some(Finish::Mate))
        );
        let mut stalemate = umpire("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
        assert_eq!(
            stalemate.answer(step(Role::Queen, Square::B1, Square::F5)),
            yes(None, &[], None)
        );
        let mut stalemate = umpire("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1");
        assert_eq!(
            stalemate.answer(step(Role::Queen, Square::F3, Square::F7)),
            yes(None, &[], Some(Finish::Stalemate))
        );
    }

    #[test]
    fn a_move_is_legal_as_the_rules_of_chess_have_it() {
        let mut seed = 1_u64;
        let (mut legal_moves, mut ends) = (0, 0);
        let mut position = Chess::default();
        for _ in 0..3_000 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.board().occupied().count() < 4 {
                ends += 1;
                position = Chess::default();
                continue;
            }
            let mut found = 0;
            for tried in OwnBoard::of(&position, position.turn()).tries() {
                if let Some(played) = legal_if_possible(&position, tried) {
                    assert!(moves.contains(&played), "{played} in {position:?}");
                    found += 1;
                }
            }
            assert_eq!(found, moves.len(), "{position:?}");
            legal_moves += found;
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Captures are rare in random play, and captures en passant the rarest.
            let mut likely = moves.clone();
            likely.retain(|m| m.is_en_passant() || m.is_promotion());
            let from = if likely.is_empty() { &moves } else { &likely };
            position.play_unchecked(from[(seed >> 33) as usize % from.len()]);
        }
        assert!(legal_moves > 30_000 && ends > 2, "{legal_moves} {ends}");
        // Nonsense is not passed to the position.
        let own = OwnBoard::of(&Chess::default(), Color::White);
        for (role, from, to) in [
            (Role::Queen, Square::D1, Square::D2),
            (Role::Rook, Square::D1, Square::D3),
            (Role::Pawn, Square::E2, Square::E5),
            (Role::Pawn, Square::E7, Square::E6),
            (Role::Knight, Square::E4, Square::F6),
        ] {
            assert!(!own.allows(step(role, from, to)), "{role:?} {from}");
        }
    }

    #[test]
    fn castling_is_possible_to_try_through_what_is_not_seen() {
        let mut umpire = umpire("4k3/8/8/8/8/8/8/R3Kb1R w KQ - 0 1");
        let castle = |side| Try::Castle(side);
        assert_eq!(
            umpire.answer(castle(CastlingSide::KingSide)),
            Response::Illegal
        );
        assert_eq!(
            umpire.answer(castle(CastlingSide::QueenSide)),
            yes(None, &[], None)
        );
        assert_eq!(
            umpire.answer(castle(CastlingSide::KingSide)),
            Response::Nonsense
        );
    }
}
