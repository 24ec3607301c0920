//! The turns of a match: White's tries and the king's moves, of the reader and of the program.

use std::mem;

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::EndingMatch;
use super::attack::{after, announced, checked};
use super::hiding::{Ruling, worst};
use super::record::Line;
use crate::announcement::{Directions, Finish};
use crate::dialogue::words;
use crate::ending::geometry::{WhiteTry, tries};
use crate::notation::GameResult;
use crate::own_board::Try;
use keymove_base::reason::Reason;

impl WhiteTry {
    /// The try as the umpire hears it.
    pub(super) fn attempt(&self) -> Try {
        Try::step(self.step.role, self.step.from, self.step.to, None)
    }
}

impl EndingMatch {
    /// Places the reader's king; White moves.
    pub(super) fn place(&mut self, text: &str) -> Result<String, Reason> {
        if self.hides || self.pending.is_some() {
            return Err("there is no king to place".into());
        }
        let square: Result<Square, _> = text.parse();
        let square = square.map_err(|_| "a square is needed, as in king e5")?;
        if !self.attack.kings.contains(square) {
            return Err(Reason::new(
                "the king cannot be on {}: it is occupied, attacked, or not among the squares given",
                [square.to_string()],
            ));
        }
        self.stay(Bitboard::from_square(square));
        Ok(self.white_moves(square))
    }

    /// The reader is White and tries; the hidden king gives the worst answer, and moves.
    pub(super) fn white_tries(&mut self, tried: Try) -> String {
        let (placement, kings) = (self.attack.placement, self.attack.kings);
        let mut all = tries(placement).into_iter();
        let ruled = all
            .find(|white| white.attempt() == tried)
            .and_then(|white| Some((white, worst(&self.table, placement, kings, &white)?)));
        let Some((white, ruled)) = ruled else {
            return "nonsense".to_owned();
        };
        let Some(said) = self.white_turn(&white, ruled) else {
            return "no".to_owned();
        };
        let (checks, goes, taken) = match ruled {
            Ruling::Made(checks) => (checks, after(&white, checks, kings), None),
            Ruling::Taken(checks, at) => (checks, Bitboard::from_square(at), Some(at)),
            _ => return format!("yes {said}"),
        };
        let reply = self.king_turn(&white, checks, goes, taken);
        format!("yes {said} black 0 {reply}")
    }

    /// The reader tries a move of the king; if it is legal, White moves.
    pub(super) fn king_tries(&mut self, tried: Try) -> String {
        let [_, to] = tried.squares(Color::Black);
        let free = |(white, _): &(WhiteTry, Directions)| Bitboard(white.free).contains(to);
        let Some((white, checks)) = self.pending.take_if(|pending| free(pending)) else {
            self.refused.push(tried);
            return "no".to_owned();
        };
        let taken = white.after.takeable().contains(to).then_some(to);
        let said = self.king_turn(&white, checks, Bitboard::from_square(to), taken);
        match self.result {
            Some(_) => format!("yes {said}"),
            None => format!("yes {said} {}", self.white_moves(to)),
        }
    }

    /// White tries until the answer is yes. Only here do the attack and the real square of the
    /// king meet.
    fn white_moves(&mut self, king: Square) -> String {
        let mut refused = 0;
        loop {
            let white = self.attack.choose(&self.table);
            let white = white.expect("the king is on one of its squares");
            let is_on = |squares: u64| Bitboard(squares).contains(king);
            let mut all = white.announced().into_iter();
            let said = all.find_map(|(checks, squares)| is_on(squares).then_some(checks));
            let checks = said.unwrap_or_default();
            let ruled = match () {
                () if is_on(white.refused) => Ruling::Refused,
                () if is_on(white.stalemates) => Ruling::Stalemate,
                () if is_on(white.mates) => Ruling::Mate(checks),
                () => Ruling::Made(checks),
            };
            if let Some(said) = self.white_turn(&white, ruled) {
                self.pending = self.result.is_none().then_some((white, checks));
                return format!("white {refused} {said}");
            }
            refused += 1;
        }
    }

    /// White's try with this answer; the umpire's words, if it is made.
    fn white_turn(&mut self, white: &WhiteTry, ruled: Ruling) -> Option<String> {
        let kings = self.attack.kings;
        let legal = |checks| checked(white, checks, kings);
        let (checks, stays, end) = match ruled {
            Ruling::Refused => {
                self.stay(Bitboard(white.refused));
                self.attack.hear_no(&self.table, white);
                self.refused.push(white.attempt());
                return None;
            }
            Ruling::Made(checks) => (checks, announced(white, checks, kings), None),
            Ruling::Taken(checks, at) => (checks, legal(checks) & attacks::king_attacks(at), None),
            Ruling::Mate(checks) => {
                let end = (Finish::Mate, GameResult::White);
                (checks, legal(checks) & Bitboard(white.mates), Some(end))
            }
            Ruling::Stalemate => {
                let end = (Finish::Stalemate, GameResult::Draw);
                (
                    Directions::NONE,
                    kings & Bitboard(white.stalemates),
                    Some(end),
                )
            }
        };
        self.stay(stays);
        self.attack.placement = white.after;
        self.attack.kings = stays;
        self.result = end.map(|(_, result)| result);
        let turn = (mem::take(&mut self.refused), white.attempt());
        let turns = self.lines.iter_mut().map(|line| &mut line.turns);
        turns.for_each(|turns| turns.push(turn.clone()));
        Some(words(None, checks, end.map(|(finish, _)| finish)))
    }

    /// The reply to White's move: the king goes to one of `goes`, where it may take a man.
    fn king_turn(
        &mut self,
        white: &WhiteTry,
        checks: Directions,
        goes: Bitboard,
        taken: Option<Square>,
    ) -> String {
        let refused = mem::take(&mut self.refused);
        let line_to = |to: Square| {
            let near = attacks::king_attacks(to);
            let before = self.lines.iter().find(|line| near.contains(line.king))?;
            let mut line = Line {
                king: to,
                ..before.clone()
            };
            let step = Try::step(Role::King, before.king, to, None);
            line.turns.push((refused.clone(), step));
            Some(line)
        };
        self.lines = goes.into_iter().filter_map(line_to).collect();
        match taken {
            None => self.attack.hear_yes(&self.table, white, checks),
            // The rest cannot win.
            Some(_) => {
                self.attack.kings = goes;
                self.result = Some(GameResult::Draw);
            }
        }
        words(taken, Directions::NONE, None)
    }

    /// Leaves only the lines in which the king is on one of `squares`.
    fn stay(&mut self, squares: Bitboard) {
        self.lines.retain(|line| squares.contains(line.king));
    }
}
