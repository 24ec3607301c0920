//! Replays a player's record on the own board, and with the player's belief as long as that is not
//! too large.

use shakmaty::{Chess, Color, Position as _, Role};

use super::super::belief::board::CompactBoard;
use super::super::belief::{Belief, GameOver, history};
use super::super::finding::{Irregularity, RecordFinding};
use super::super::notation::san::{self, SanError, Spelling};
use super::super::notation::{Dialect, Game, MoveEntry, Payload, Tries, Turn};
use super::super::own_board::{OwnBoard, Try};
use super::super::rules::RuleSet;
use super::knowledge::{MOST_TRIES, PlayerKnowledge};
use super::tries::{Tried, TurnTries};
use crate::announcement::Finish;
use keymove_base::error::excerpt;
use keymove_games::pgn::Mark;

/// Replays `game`, filtered for `viewer`, from `start`.
pub fn replay(game: &Game, viewer: Color, start: Chess, most: usize) -> Vec<RecordFinding> {
    let mut replaying = FilteredReplayer {
        rules: RuleSet::of(game),
        viewer,
        most,
        findings: Vec::new(),
    };
    let known = PlayerKnowledge {
        own: OwnBoard::of(&start, viewer),
        to_move: start.turn(),
        belief: (most > 0).then(|| Belief::certain(CompactBoard::of(&start))),
        mated_by: None,
    };
    if let Some(known) = replaying.line(&game.turns, known) {
        let mover = known.mated_by.or_else(|| {
            // The side to move has lost in every consistent position.
            (!game.turns.is_empty() && known.is_mated()).then_some(!known.to_move)
        });
        let end = match mover {
            Some(_) => Some(Finish::Mate),
            None => known.is_dead(replaying.rules).then_some(Finish::Stalemate),
        };
        if let Some(end) = end {
            let mover = mover.unwrap_or(!known.to_move);
            super::result(game, end, mover, &mut replaying.findings);
        }
    }
    replaying.findings
}

struct FilteredReplayer {
    rules: RuleSet,
    viewer: Color,
    /// The limit for the number of positions.
    most: usize,
    findings: Vec<RecordFinding>,
}

impl FilteredReplayer {
    /// Replays a line; `None` if it breaks off.
    fn line(&mut self, turns: &[Turn], mut known: PlayerKnowledge) -> Option<PlayerKnowledge> {
        let mut is_over = false;
        for turn in turns {
            if !is_over && !known.is_dead(self.rules) {
                known.go_on(self.rules);
            } else if !std::mem::replace(&mut is_over, true) {
                let text = super::after_dead(turn.written.text());
                self.found(turn, Irregularity::IllegalMove, text);
            }
            let before = turn.variations().next().map(|_| known.clone());
            let played = if known.to_move == self.viewer {
                self.own_turn(turn, &mut known)
            } else {
                self.hidden_turn(turn, &mut known)
            };
            known.to_move = !known.to_move;
            if let Some(before) = before {
                for variation in turn.variations() {
                    self.line(variation, before.clone());
                }
            }
            played?;
        }
        Some(known)
    }

    fn own_turn(&mut self, turn: &Turn, known: &mut PlayerKnowledge) -> Option<()> {
        let MoveEntry::San(written) = &turn.written else {
            let text = "?? for the player's own move; the rest is not replayed";
            self.found(turn, Irregularity::IllegalMove, text);
            return None;
        };
        let shown = excerpt(written.as_bytes());
        let payload = turn.payload();
        if payload.is_none() {
            let text = format!("nothing is announced after {shown}");
            self.found(turn, Irregularity::MissingPayload, text);
        }
        let tries = match payload {
            Some(payload) => self.tries(payload, known),
            None => Tried::new(),
        };
        let (made, spelling) = self.made(turn, written, known)?;
        let mate = spelling.mark == Some(Mark::Mate);
        known.mated_by = mate.then_some(self.viewer);
        match payload {
            Some(payload) => {
                let before = self.findings.len();
                self.own_announcement(turn, written, payload, made, spelling);
                let wrong = self.findings[before..]
                    .iter()
                    .any(|finding| !finding.kind.is_note());
                // The record of a finished game does not say so here.
                let over = match mate {
                    true => GameOver::Mate,
                    false => GameOver::Unannounced,
                };
                let heard = history::heard(payload, over, self.rules);
                let possible = known.any(|board| board.answer(made).is_some());
                match heard {
                    Ok(heard) if possible => {
                        // If the announcement itself is wrong, that has already been reported.
                        if !known.own_move(&tries, made, heard) && !wrong {
                            let text = format!(
                                "no position fits {shown} with these tries and this announcement"
                            );
                            self.found(turn, Irregularity::Impossible, text);
                        }
                    }
                    Ok(_) => {
                        let text = format!("{shown} is not legal in any position that fits");
                        self.found(turn, Irregularity::IllegalMove, text);
                        known.belief = None;
                    }
                    Err(_) => known.belief = None,
                }
            }
            None => known.belief = None,
        }
        known.own.play(made);
        Some(())
    }

    /// The written move; `None` if it cannot be tried.
    fn made(
        &mut self,
        turn: &Turn,
        written: &str,
        known: &PlayerKnowledge,
    ) -> Option<(Try, Spelling)> {
        let shown = excerpt(written.as_bytes());
        match san::read(written, &known.own) {
            Ok((made, spelling)) => {
                let plain = written.trim_end_matches(['+', '#']).replacen('x', "", 1);
                let san = san::write(made, &known.own);
                if plain != san.replacen('x', "", 1) {
                    let text = format!("{shown} is written {san}, apart from its signs");
                    self.found(turn, Irregularity::Spelling, text);
                }
                Some((made, spelling))
            }
            Err(error) => {
                let kind = match error {
                    SanError::Ambiguous(..) => Irregularity::Ambiguous,
                    SanError::Unreadable | SanError::Impossible => Irregularity::IllegalMove,
                };
                let text = format!("{shown} {}; the rest is not replayed", error.text());
                self.found(turn, kind, text);
                None
            }
        }
    }

    fn tries(&mut self, payload: &Payload, known: &PlayerKnowledge) -> Tried {
        let may_be_illegal = |tried| known.any(|board| board.answer(tried).is_none());
        let tries = TurnTries {
            rules: self.rules,
            payload,
            own: &known.own,
            may_be_illegal,
            findings: &mut self.findings,
        };
        let (mut tried, _) = tries.check("the player's");
        // A try that was certainly legal is reported; it should not make the rest impossible.
        tried.retain(|tried| may_be_illegal(*tried));
        tried
    }

    /// Compares the signs of the own move with the announcement.
    fn own_announcement(
        &mut self,
        turn: &Turn,
        written: &str,
        payload: &Payload,
        made: Try,
        spelling: Spelling,
    ) {
        let shown = excerpt(written.as_bytes());
        let (letter, whole) = match payload.notation {
            Dialect::V09 => ('X', true),
            // The proposal announces one item; the signs of the move give the rest.
            Dialect::Proposal => ('T', payload.items().next().is_none()),
        };
        match (made, payload.capture()) {
            (Try::Step { role, from, to, .. }, Some(square)) => {
                let passed = shakmaty::Square::from_coords(to.file(), from.rank());
                let fits = if role == Role::Pawn {
                    made.is_pawn_capture() && (square == to || square == passed)
                } else {
                    square == to
                };
                if !fits {
                    let text = format!("{letter}{square} is wrong: {shown} captures nothing there");
                    self.at(payload, Irregularity::Capture, text);
                } else if !spelling.capture {
                    let text = format!("{shown} is a capture: x is missing");
                    self.found(turn, Irregularity::Spelling, text);
                }
            }
            (Try::Castle(_), Some(square)) => {
                let text = format!("{letter}{square} is wrong: castling captures nothing");
                self.at(payload, Irregularity::Capture, text);
            }
            (_, None) => {
                if whole && (spelling.capture || made.is_pawn_capture()) {
                    let text = format!("{letter} is missing: {shown} captures");
                    self.at(payload, Irregularity::Capture, text);
                }
            }
        }
        match (payload.check_letters(), spelling.mark) {
            (None, Some(mark)) if whole => {
                let text = format!("C is missing: {shown} is written with {}", mark.sign());
                self.at(payload, Irregularity::Check, text);
            }
            (Some(letters), None) => {
                let text = format!(
                    "C{}, but {shown} is written without +",
                    excerpt(letters.as_bytes())
                );
                self.found(turn, Irregularity::Spelling, text);
            }
            _ => {}
        }
        self.letters(payload);
    }

    fn hidden_turn(&mut self, turn: &Turn, known: &mut PlayerKnowledge) -> Option<()> {
        if let MoveEntry::San(written) = &turn.written {
            let shown = excerpt(written.as_bytes());
            let text = format!(
                "{shown} where the other side's move is hidden, ??; the rest is not replayed"
            );
            self.found(turn, Irregularity::IllegalMove, text);
            return None;
        }
        known.mated_by = None;
        let Some(payload) = turn.payload() else {
            let text = "nothing is announced after ??";
            self.found(turn, Irregularity::MissingPayload, text);
            known.belief = None;
            return Some(());
        };
        self.letters(payload);
        let count = self.tries_heard(payload);
        let capture_fits = self.lose_captured(payload, &mut known.own);
        let most = match history::heard(payload, GameOver::Unannounced, self.rules) {
            Ok(heard) if capture_fits => known.hidden_move(heard, count, self.most),
            _ => {
                known.belief = None;
                Some(MOST_TRIES)
            }
        };
        match most {
            None => {
                let text = "no legal move of the other side fits this announcement".to_owned();
                self.at(payload, Irregularity::Impossible, text);
            }
            Some(most) if count > most => {
                let text = format!("{count} tries: at most {most} are possible");
                self.at(payload, Irregularity::Count, text);
            }
            Some(_) => {}
        }
        Some(())
    }

    /// The number of the other side's tries that the player hears.
    fn tries_heard(&mut self, payload: &Payload) -> usize {
        let count = match &payload.tries {
            Tries::Count(count) => *count,
            Tries::List(list) => {
                let text = if list.is_empty() {
                    "the number of tries is missing".to_owned()
                } else {
                    "the other side's tries are hidden: their number stands here".to_owned()
                };
                self.at(payload, Irregularity::Count, text);
                payload.tries.count()
            }
        };
        if count > 0 && !self.rules.tells_refusals() {
            let text = format!("{count} tries: by these rules nobody hears of them");
            self.at(payload, Irregularity::Count, text);
        }
        match self.rules.tells_refusals() {
            true => count as usize,
            false => 0,
        }
    }

    /// Removes the man captured by the other side; returns whether the player has one there.
    fn lose_captured(&mut self, payload: &Payload, own: &mut OwnBoard) -> bool {
        let Some(square) = payload.capture() else {
            return true;
        };
        let fits = own.role_at(square).is_some_and(|role| role != Role::King);
        if fits {
            own.lose(square);
        } else {
            let text = format!("X{square} is wrong: no man of the player's stands there");
            self.at(payload, Irregularity::Capture, text);
        }
        fits
    }

    /// Checks the letters and their order.
    fn letters(&mut self, payload: &Payload) {
        let mut found = |kind, text| {
            self.findings
                .push(RecordFinding::within(payload, kind, text))
        };
        super::twice(payload, &mut found);
        let written = payload.check_letters().unwrap_or_default();
        let letters = excerpt(written.as_bytes());
        match (payload.notation, payload.checks()) {
            (Dialect::V09, None) => {
                let text = format!("C{letters}: the letters are F, L, N, R and S");
                found(Irregularity::Check, text);
            }
            (Dialect::V09, Some(checks)) if checks.len() > 2 => {
                let text = format!("C{letters}: two letters at most");
                found(Irregularity::Check, text);
            }
            (Dialect::V09, Some(checks)) if checks.letters() != written => {
                let text = format!("C{letters}: the letters are in alphabetical order, C{checks}");
                found(Irregularity::Order, text);
            }
            (Dialect::Proposal, _) if !matches!(written, "" | "R" | "F" | "D" | "K") => {
                found(Irregularity::Check, format!("C{letters}: CR, CF, CD or CK"));
            }
            _ => {}
        }
        super::disorder(payload, &mut found);
    }

    fn at(&mut self, payload: &Payload, kind: Irregularity, text: String) {
        self.findings
            .push(RecordFinding::within(payload, kind, text));
    }

    fn found(&mut self, turn: &Turn, kind: Irregularity, text: impl Into<String>) {
        self.findings
            .push(RecordFinding::new(turn.place, kind, text));
    }
}
