//! Replays an umpire's record on the full board. The results are also used to rewrite records.

use shakmaty::{Chess, Color, Move, Position as _};
use smallvec::SmallVec;

use super::super::announcement::{Announcement, Finish};
use super::super::belief::board::CompactBoard;
use super::super::belief::pawn_tries;
use super::super::finding::{Irregularity, RecordFinding};
use super::super::notation::payload::text_of;
use super::super::notation::san::{self, SanError, Spelling};
use super::super::notation::{Game, MoveEntry, Payload, SmolStr, Tries, TryList, Turn};
use super::super::own_board::{OwnBoard, Try};
use super::super::rules::RuleSet;
use super::super::umpire::legal_if_possible;
use keymove_base::error::excerpt;
use keymove_games::pgn::Mark;

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
    };
    let before = start.turn();
    let over = start.is_checkmate() || start.is_stalemate();
    let turns = replaying.line(&game.turns, start, over);
    if turns.len() == game.turns.len() {
        let (end, mover) = match turns.last() {
            Some(last) => (last.announcement.end, last.mover),
            None => (None, !before),
        };
        if let Some(end) = end {
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
            over = done.announcement.end.is_some();
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
            self.found(
                turn,
                Irregularity::IllegalMove,
                "?? in a record that is not filtered; the rest is not replayed",
            );
            return None;
        };
        let shown = || excerpt(written.as_bytes());
        if over {
            let text = format!("{} comes after the end of the game", shown());
            self.found(turn, Irregularity::IllegalMove, text);
            return None;
        }
        let in_check = position.is_check();
        let legal = |tried| legal_if_possible(position, in_check, tried);
        let respelled = match turn.payload() {
            Some(payload) => self.tries(payload, legal, &own),
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
        let mark = match (announcement.end, announcement.checks.is_empty()) {
            (Some(Finish::Mate), _) => Some(Mark::Mate),
            (_, false) => Some(Mark::Check),
            _ => None,
        };
        let capture = announcement.capture.is_some();
        let san = san::respelled(written.as_bytes(), spelling, made, &own, capture, mark);
        if let Some(san) = &san {
            self.signs(turn, written, san, spelling, announcement);
        }
        if let Some(payload) = turn.payload() {
            super::announced(
                payload,
                announcement.capture,
                announcement.checks,
                &mut self.findings,
            );
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

    /// Checks the tries before a move, if one is not written in Kriegspiel SAN.
    fn tries(
        &mut self,
        payload: &Payload,
        legal: impl Fn(Try) -> Option<Move>,
        own: &OwnBoard,
    ) -> Option<TryList> {
        let list = match &payload.tries {
            Tries::List(list) => list,
            Tries::Count(count) => {
                let text = format!("the number {count} stands where the tries should");
                self.findings
                    .push(RecordFinding::within(payload, Irregularity::Count, text));
                return None;
            }
        };
        let is_illegal = |tried| legal(tried).is_none();
        let mut tries = TriesBefore::new(self.rules, payload, own, is_illegal);
        let mut respelled = Vec::new();
        for written in list.in_order(payload.notation) {
            if let Some(san) = tries.add(written, &mut self.findings) {
                respelled.push((written.as_ptr(), san));
            }
        }
        if respelled.is_empty() {
            return None;
        }
        respelled.sort_unstable_by_key(|(at, _)| *at);
        let mut respelled = respelled.into_iter().peekable();
        Some(TryList::of(list.iter().map(|written| {
            let san = respelled.next_if(|(at, _)| *at == written.as_ptr());
            san.map_or_else(|| text_of(written), |(_, san)| san)
        })))
    }

    fn found(&mut self, turn: &Turn, kind: Irregularity, text: impl Into<String>) {
        self.findings
            .push(RecordFinding::new(turn.place, kind, text));
    }
}

/// The tries of one turn, checked one after the other.
pub struct TriesBefore<'a, F> {
    rules: RuleSet,
    payload: &'a Payload,
    own: &'a OwnBoard,
    may_be_illegal: F,
    /// The possible tries, each once, so there are only a few.
    pub tried: SmallVec<[Try; 8]>,
}

impl<'a, F: Fn(Try) -> bool> TriesBefore<'a, F> {
    /// No tries of `payload` so far.
    pub fn new(
        rules: RuleSet,
        payload: &'a Payload,
        own: &'a OwnBoard,
        may_be_illegal: F,
    ) -> TriesBefore<'a, F> {
        TriesBefore {
            rules,
            payload,
            own,
            may_be_illegal,
            tried: SmallVec::new(),
        }
    }

    /// Checks the next try; returns it in Kriegspiel SAN if it is written differently.
    pub fn add(&mut self, text: &[u8], findings: &mut Vec<RecordFinding>) -> Option<SmolStr> {
        let payload = self.payload;
        let mut found = |kind, what| {
            findings.push(RecordFinding::new(payload.place_of_try(text), kind, what));
        };
        let (tried, spelling) = match san::read(text, self.own) {
            Ok(read) => read,
            Err(error) => {
                let shown = excerpt(text);
                match error {
                    SanError::Unreadable => {
                        found(
                            Irregularity::NonsenseTry,
                            format!("the try {shown} is not a move"),
                        );
                    }
                    SanError::Impossible if !self.rules.tells_refusals() => {}
                    SanError::Impossible => found(
                        Irregularity::NonsenseTry,
                        format!("the try {shown} is nonsense: no own man can go there"),
                    ),
                    SanError::Ambiguous(..) => found(
                        Irregularity::Ambiguous,
                        format!("the try {shown} may be made by several own men"),
                    ),
                }
                return None;
            }
        };
        let shown = || excerpt(text);
        if self.tried.contains(&tried) {
            if self.rules.tells_refusals() {
                found(
                    Irregularity::DuplicateTry,
                    format!("{} was tried before", shown()),
                );
            }
        } else {
            self.tried.push(tried);
            if !(self.may_be_illegal)(tried) {
                let text = format!("the try {} was legal", shown());
                found(Irregularity::LegalTry, text);
            }
        }
        let capture = tried.is_pawn_capture();
        let san = san::respelled(text, spelling, tried, self.own, capture, None)?;
        let shown = shown();
        let text = if spelling.mark.is_some() {
            format!("the try {shown} is written {san}: a try gives no check")
        } else {
            format!("the try {shown} is written {san}")
        };
        found(Irregularity::Spelling, text);
        Some(san)
    }
}
