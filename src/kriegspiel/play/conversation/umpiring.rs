//! The seating in which the program attacks and is the umpire, and the other side moves the king.
//!
//! This is the only place where the attack and the real position meet: `Conversation::white_moves`
//! asks the position for the answer to each try, and passes the umpire's words to the attack.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Role, Square};

use super::Conversation;
use crate::announcement::{Announcement, Finish};
use crate::ending::WhitePlacement;
use crate::own_board::Try;
use crate::play::hiding::Ruling;
use crate::play::hunt::HuntEnd;
use crate::play::program_reply::ProgramReply;
use crate::play::transcript::fen;
use crate::umpire::{Response, Umpire};

impl Conversation {
    /// Places or moves the king.
    pub(super) fn hear_king(&mut self, square: Square) -> Result<ProgramReply, String> {
        let Some(umpire) = &self.now.umpire else {
            if !self.now.hunt.kings.contains(square) {
                return Err(format!(
                    "the king cannot be on {square}: it is occupied, attacked, or not among the squares given"
                ));
            }
            self.remember();
            let position = position(self.now.hunt.start, square);
            self.now.umpire = Some(Umpire::new(position));
            self.now.hunt.king = Some(square);
            return self.white_moves();
        };
        let own = umpire.own_board(Color::Black);
        let from = own.men(Role::King).first();
        let reply_to = from.zip(self.now.pending);
        let (from, (made, checks)) = reply_to.ok_or("it is not Black's turn")?;
        let refused = umpire.tried().iter().filter_map(target).collect();
        let mut umpire = umpire.clone();
        let answer = umpire.answer(Try::step(Role::King, from, square, None));
        if answer == Response::Nonsense {
            return Ok(ProgramReply::Nonsense);
        }
        self.remember();
        self.now.umpire = Some(umpire);
        let Response::Yes(announcement) = answer else {
            return Ok(ProgramReply::No);
        };
        self.now.pending = None;
        let ruled = match announcement.capture {
            Some(man) => Ruling::Taken(checks, man),
            None => Ruling::Made(checks),
        };
        self.tell(&made, ruled);
        self.now.hunt.tell_reply(square, refused);
        match self.ending() {
            Some(end) => Ok(self.over(end, None)),
            None => self.white_moves(),
        }
    }

    /// White tries until the umpire says yes. Only here do the attack and the real position meet.
    fn white_moves(&mut self) -> Result<ProgramReply, String> {
        let pledge = self.now.attack.pledge;
        let mut refused = Vec::new();
        loop {
            let (Some(tried), Some(umpire)) =
                (self.now.attack.choose(&self.table), &mut self.now.umpire)
            else {
                return Err("there is nothing to try".to_owned());
            };
            match umpire.answer(Try::step(
                tried.step.role,
                tried.step.from,
                tried.step.to,
                None,
            )) {
                Response::Illegal => {
                    self.tell(&tried, Ruling::Refused);
                    refused.push(tried);
                }
                Response::Yes(Announcement { checks, end, .. }) => {
                    let (ruled, end) = match end {
                        None => {
                            self.now.pending = Some((tried, checks));
                            return Ok(ProgramReply::Moved {
                                made: tried,
                                checks,
                                pledge,
                                refused,
                            });
                        }
                        Some(Finish::Mate) => (Ruling::Mate(checks), HuntEnd::Mate),
                        Some(Finish::Stalemate) => (Ruling::Stalemate, HuntEnd::Stalemate),
                    };
                    self.tell(&tried, ruled);
                    return Ok(self.over(end, Some(tried)));
                }
                Response::Nonsense => return Err(format!("internal: {tried} is nonsense")),
            }
        }
    }

    /// A move to which the king did not reply is part of the game nevertheless.
    pub(super) fn leave_pending(&mut self) {
        if let Some((made, checks)) = self.now.pending.take() {
            self.tell(&made, Ruling::Made(checks));
        }
    }
}

/// The real position, White to move.
fn position(placement: WhitePlacement, king: Square) -> Chess {
    let fen: Fen = fen(placement, king).parse().expect("it was just written");
    fen.into_position(CastlingMode::Standard)
        .expect("the king stands on no square that is occupied or attacked")
}

fn target(tried: &Try) -> Option<Square> {
    match tried {
        Try::Step { to, .. } => Some(*to),
        Try::Castle(_) => None,
    }
}
