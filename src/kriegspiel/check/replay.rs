//! Replays an umpire's record on the full board. The results are also used to rewrite records.

use super::super::announcement::{Announcement, Finish};
use super::super::belief::board::CompactBoard;
use super::super::belief::pawn_tries;
use super::super::finding::{Irregularity, RecordFinding};
use super::super::notation::san::{self, SanError, Spelling};
use super::super::notation::{Game, MoveEntry, Payload, SmolStr, TryList, Turn};
use super::super::own_board::{OwnBoard, Try};
use super::super::rules::RuleSet;
use super::super::umpire::legal_if_possible;
use super::tries::TurnTries;
use keymove_base::error::excerpt;
use keymove_games::pgn::Mark;
use shakmaty::{Chess, Color, Move, Position as _};

/// A half-move on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnReplay {
    /// The side that moved.
    pub mover: Color,
    /// The move.
    pub played: Move,
    /// The move in Kriegspiel SAN, with its signs, if it is written differently.
    pub san: Option<SmolStr>,
    /// All readable tries in Kriegspiel SAN, if one of them is written differently.
    pub respelled: Option<TryList>,
    /// The correct announcement.
    pub announcement: Announcement,
    /// The variations after it.
    pub variations: Vec<Vec<TurnReplay>>,
}

/// The result of replaying a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The half-moves; fewer than in the record if one cannot be made.
    pub turns: Vec<TurnReplay>,
    /// All findings.
    pub findings: Vec<RecordFinding>,
    /// Whether every half-move was replayed, including those of variations.
    pub complete: bool,
}

/// Replays `game`, which must be an umpire's record, from `start`.
pub fn replay(game: &Game, start: Chess) -> Replay {
    let mut replaying = Replayer {
        rules: RuleSet::of(game),
        plain: game.is_plain(),
        findings: Vec::new(),
        complete: true,
        is_told: false,
    };
    let over = replaying.rules.is_over(&start);
    let turns = replaying.line(&game.turns, start, over);
    if turns.len() == game.turns.len() {
        let mut ends = turns
            .iter()
            .filter_map(|turn| Some((turn.announcement.end?, turn.mover)));
        if let Some((end, mover)) = ends.next() {
            super::result(game, end, mover, &mut replaying.findings);
        }
    }
    Replay {
        turns,
        findings: replaying.findings,
        complete: replaying.complete,
    }
}

struct Replayer {
    rules: RuleSet,
    /// Whether nothing is announced in the whole game: then moves are written as in chess, which is
    /// correct.
    plain: bool,
    findings: Vec<RecordFinding>,
    complete: bool,
    /// Whether it was reported that a game with bare kings goes on.
    is_told: bool,
}

impl Replayer {
    /// Replays `turns` from `position`; `over` says whether the game has already ended there.
    fn line(&mut self, turns: &[Turn], mut position: Chess, mut over: bool) -> Vec<TurnReplay> {
        let mut replayed = Vec::with_capacity(turns.len());
        for turn in turns {
            let before = turn.variations().next().map(|_| position.clone());
            let Some(mut done) = self.turn(turn, &mut position, over) else {
                self.complete = false;
                break;
            };
            over |= done.announcement.end.is_some();
            if let Some(before) = before {
                // The move that a variation replaces was made, so the game was not over.
                let line = |turns| self.line(turns, before.clone(), false);
                done.variations = turn.variations().map(line).collect();
            }
            replayed.push(done);
        }
        replayed
    }

    fn turn(&mut self, turn: &Turn, position: &mut Chess, over: bool) -> Option<TurnReplay> {
        let mover = position.turn();
        let own = OwnBoard::of(position, mover);
        let MoveEntry::San(written) = &turn.written else {
            let text = "?? in a record that is not filtered; the rest is not replayed";
            self.found(turn, Irregularity::IllegalMove, text);
            return None;
        };
        let shown = || excerpt(written.as_bytes());
        if over && !self.goes_on(turn, written, position) {
            return None;
        }
        let legal = |tried| legal_if_possible(position, tried);
        let respelled = match turn.payload() {
            Some(payload) => {
                let tries = TurnTries {
                    rules: self.rules,
                    payload,
                    own: &own,
                    may_be_illegal: |tried| legal(tried).is_none(),
                    findings: &mut self.findings,
                };
                tries.check("the").1
            }
            None if self.plain => None,
            None => {
                let text = format!("nothing is announced after {}", shown());
                self.found(turn, Irregularity::MissingPayload, text);
                None
            }
        };
        let (made, spelling, played) = self.made(turn, written, legal, &own)?;
        position.play_unchecked(played);
        let announcement = Announcement::of(played, position);
        let announcement = self.rules.announcement(announcement, position);
        let mark = match (announcement.end, announcement.checks.is_empty()) {
            (Some(Finish::Mate), _) => Some(Mark::Mate),
            (_, false) => Some(Mark::Check),
            _ => None,
        };
        let capture = announcement.capture.is_some();
        let san = san::respelled(written.as_bytes(), made, &own, capture, mark);
        if let Some(san) = &san {
            self.signs(turn, written, san, spelling, announcement);
        }
        if let Some(payload) = turn.payload() {
            super::announced(payload, announcement, &mut self.findings);
            self.pawn_tries(payload, position);
        }
        Some(TurnReplay {
            mover,
            played,
            san,
            respelled,
            announcement,
            variations: Vec::new(),
        })
    }

    /// Whether a turn after the end of the game can be replayed. Players who do not know the rule
    /// about bare kings may make many more moves: one finding is for all.
    fn goes_on(&mut self, turn: &Turn, written: &str, position: &Chess) -> bool {
        if position.legal_moves().is_empty() {
            let text = format!(
                "{} comes after the end of the game",
                excerpt(written.as_bytes())
            );
            self.found(turn, Irregularity::IllegalMove, text);
            return false;
        }
        if !std::mem::replace(&mut self.is_told, true) {
            self.found(turn, Irregularity::IllegalMove, super::after_dead(written));
        }
        true
    }

    /// Compares the number of pawn tries with the board.
    fn pawn_tries(&mut self, payload: &Payload, position: &Chess) {
        let Some(written) = payload.pawn_tries() else {
            return;
        };
        let right = pawn_tries(&CompactBoard::of(position));
        if !right.contains(&written) {
            let text = format!("P{written} is wrong: the pawn tries are {}", right[1]);
            let finding = RecordFinding::within(payload, Irregularity::PawnTries, text);
            self.findings.push(finding);
        }
    }

    /// The written move; `None` if it cannot be made.
    fn made(
        &mut self,
        turn: &Turn,
        written: &str,
        legal: impl Fn(Try) -> Option<Move>,
        own: &OwnBoard,
    ) -> Option<(Try, Spelling, Move)> {
        let shown = || excerpt(written.as_bytes());
        let text = match san::read(written, own) {
            Ok((tried, spelling)) => match legal(tried) {
                Some(played) => return Some((tried, spelling, played)),
                None => "is not legal",
            },
            Err(SanError::Ambiguous(candidates, spelling)) => {
                let played = |tried: &Try| Some((*tried, legal(*tried)?));
                match *candidates.iter().filter_map(played).collect::<Vec<_>>() {
                    [] => "is not legal",
                    [(made, played)] => {
                        if !self.plain {
                            let mark = spelling.mark;
                            let full = san::write_move(made, own, played.is_capture(), mark);
                            let text = format!(
                                "{} is {full}: on the own board other men can try to go there, too",
                                shown()
                            );
                            self.found(turn, Irregularity::Ambiguous, text);
                        }
                        return Some((made, spelling, played));
                    }
                    _ => "may be several moves",
                }
            }
            Err(error) => error.text(),
        };
        let text = format!("{} {text}; the rest is not replayed", shown());
        self.found(turn, Irregularity::IllegalMove, text);
        None
    }

    /// Compares the signs of the written move with those of the move on the board, which differ.
    fn signs(
        &mut self,
        turn: &Turn,
        written: &str,
        san: &str,
        spelling: Spelling,
        announcement: Announcement,
    ) {
        let shown = excerpt(written.as_bytes());
        let mate = announcement.end == Some(Finish::Mate);
        let wrong = if spelling.capture && announcement.capture.is_none() {
            Some("x, but nothing is captured")
        } else if spelling.mark == Some(Mark::Mate) && !mate {
            Some("#, but it is not mate")
        } else if spelling.mark.is_some() && announcement.checks.is_empty() {
            Some("+, but it gives no check")
        } else {
            None
        };
        match wrong {
            Some(wrong) => self.found(turn, Irregularity::Sign, format!("{shown}: {wrong}")),
            None if self.plain => {}
            // Already reported.
            None if self
                .findings
                .iter()
                .rev()
                .take_while(|finding| finding.place >= turn.place)
                .any(|finding| {
                    finding.kind == Irregularity::Ambiguous && finding.place == turn.place
                }) => {}
            None => self.found(
                turn,
                Irregularity::Spelling,
                format!("{shown} is written {san}"),
            ),
        }
    }

    fn found(&mut self, turn: &Turn, kind: Irregularity, text: impl Into<String>) {
        self.findings
            .push(RecordFinding::new(turn.place, kind, text));
    }
}
