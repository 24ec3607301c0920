//! Forced play by the rules of chess alone: slow and simple, with shakmaty only.

use shakmaty::Move;

use crate::position::Position;
use crate::stipulation::{Aim, Kind, PlayKind};
use crate::uci::Uci;

/// The rules of one kind of forced play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayRules {
    /// Whether the attacker's own side is the one to end without a move.
    pub self_play: bool,
    /// The state in which that side ends.
    pub aim: Aim,
    /// Whether the defender must reach the goal at once if it can.
    pub defender_bound: bool,
    /// Whether the attacker must do so too, although it does not want to.
    pub attacker_bound: bool,
    /// Whether the defender moves first.
    pub defender_begins: bool,
}

impl PlayRules {
    /// The rules of a kind; `None` for help play.
    pub fn of(kind: Kind) -> Option<PlayRules> {
        let (self_play, defender_bound, attacker_bound) = match kind.play {
            PlayKind::Direct | PlayKind::Mated => (false, false, false),
            PlayKind::SelfPlay => (true, false, false),
            PlayKind::Reflex => (true, true, true),
            PlayKind::SemiReflex => (true, true, false),
            PlayKind::Help
            | PlayKind::HelpSelf
            | PlayKind::HelpReflex
            | PlayKind::Series
            | PlayKind::SeriesHelp
            | PlayKind::SeriesSelf
            | PlayKind::SeriesReflex => return None,
        };
        Some(PlayRules {
            self_play,
            aim: kind.aim,
            defender_bound,
            attacker_bound,
            defender_begins: kind == Kind::MATED,
        })
    }

    /// Whether the side to move has reached the end required by the goal.
    fn is_end(self, position: &Position) -> bool {
        self.aim.is_reached(position)
    }

    /// The moves that the attacker, to move, may make.
    pub fn attacks(self, position: &Position) -> Vec<Move> {
        self.allowed(position, self.attacker_bound)
    }

    /// The moves that the defender, to move, may make.
    pub fn defences(self, position: &Position) -> Vec<Move> {
        self.allowed(position, self.defender_bound)
    }

    /// The legal moves; if `bound`, only those that reach the goal, if there are any.
    fn allowed(self, position: &Position, bound: bool) -> Vec<Move> {
        let moves = position.legal_moves();
        if !bound {
            return moves;
        }
        let reaching: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&m| self.is_end(&position.after(m)))
            .collect();
        if reaching.is_empty() { moves } else { reaching }
    }

    /// The move with this text, if the attacker (or, with `attacker` false, the defender) may make
    /// it.
    pub fn allows(self, position: &Position, uci: Uci, attacker: bool) -> Option<Move> {
        let moves = if attacker {
            self.attacks(position)
        } else {
            self.defences(position)
        };
        moves.into_iter().find(|&m| Uci::from(m) == uci)
    }

    /// Whether the goal is reached, with the defender to move.
    pub fn reached_by_attack(self, position: &Position) -> bool {
        !self.self_play && self.is_end(position)
    }

    /// Whether the goal is reached, with the attacker to move.
    pub fn reached_by_defence(self, position: &Position) -> bool {
        self.self_play && self.is_end(position)
    }

    /// Whether the attacker's move that led here wins at once, with the defender to move.
    pub fn won_at_once(self, position: &Position) -> bool {
        if !self.self_play {
            return self.is_end(position);
        }
        let replies = self.defences(position);
        !replies.is_empty()
            && replies
                .into_iter()
                .all(|reply| self.is_end(&position.after(reply)))
    }

    /// Whether the attacker, to move, wins within one.
    pub fn won_within_one(self, position: &Position) -> bool {
        self.reached_by_defence(position)
            || self
                .attacks(position)
                .into_iter()
                .any(|m| self.won_at_once(&position.after(m)))
    }

    /// Whether the attacker, moving first, must make another move than `m`. (The defender moves
    /// first only in play in which neither side is bound.)
    fn is_forbidden_first(self, position: &Position, m: Move) -> bool {
        self.attacker_bound && !self.attacks(position).contains(&m)
    }

    /// Whether first move `m` obviously wins.
    pub fn shows_win(self, position: &Position, m: Move) -> bool {
        if self.is_forbidden_first(position, m) {
            return false;
        }
        let next = position.after(m);
        if self.defender_begins {
            self.won_within_one(&next)
        } else {
            self.won_at_once(&next)
        }
    }

    /// Whether first move `m` obviously does not win within `n`.
    pub fn shows_failure(self, position: &Position, m: Move, n: u16) -> bool {
        if self.is_forbidden_first(position, m) {
            return true;
        }
        let next = position.after(m);
        if next.legal_moves().is_empty() {
            // After the defender's move, this is the attacker's stalemate or mate, which is not a
            // goal of direct play.
            return self.defender_begins || !self.reached_by_attack(&next);
        }
        n == 0 || (n == 1 && !self.shows_win(position, m))
    }
}

/// Moves sorted by their UCI text.
pub fn in_order(moves: Vec<Move>) -> Vec<(Uci, Move)> {
    let mut moves: Vec<(Uci, Move)> = moves.into_iter().map(|m| (Uci::from(m), m)).collect();
    moves.sort_unstable_by_key(|&(uci, _)| uci);
    moves
}

/// The legal move with this text.
pub fn legal(position: &Position, uci: Uci) -> Option<Move> {
    position
        .legal_moves()
        .into_iter()
        .find(|&m| Uci::from(m) == uci)
}
