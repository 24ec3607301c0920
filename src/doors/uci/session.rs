//! A conversation with a GUI: its state, and the answers.
//!
//! [`Session`] has no thread and no clock of its own. The caller passes it lines, updates of the
//! search and the time, and executes the [`Reaction`]s: nothing waits for anything, so a `stop` is
//! answered at once with what is known, whatever the search is doing.
//!
//! Every `go` is answered by one `bestmove`: a second `go` ends the first search like `stop`.
//! `position` and `setoption` during a search apply to the next one.
//!
//! Proofs of one search are reused by the next one of the same game, because analysts step forwards
//! and backwards along a line. A game ends with `ucinewgame`, `Clear Hash`, another initial
//! position (the part before `moves`), other rules or another goal; so an answer never depends on
//! questions about another game.

use std::time::{Duration, Instant};

use shakmaty::{Color, Move};

use super::assignment::{Assignment, News, ProvedLine, SearchUpdate};
use super::clock::time_for_move;
use super::info::{Cost, Score, info};
use super::message::{Go, Message};
use super::options::{LONGEST, UciOptions};
use super::setup::{set_up, uci_move, written};
use keymove_base::error::printable;
use keymove_base::stop::Stop;
use keymove_rules::position::Position;
use keymove_solve::{Kind, Length};

/// The maximum time between lines of a search; as long as nothing is proved, a line is sent only if
/// another depth has been refuted.
const REPORT: Duration = Duration::from_millis(900);
const LOOK: Duration = Duration::from_millis(50);

/// The button that removes all proofs.
const CLEAR: &str = "clear hash";

/// What the caller has to do.
#[derive(Debug, Default)]
pub struct Reaction {
    /// The lines to write, without line feeds.
    pub lines: Vec<String>,
    /// A search to begin; the flag of the previous one has been raised, so it has ended or will end
    /// soon.
    pub search: Option<Box<Assignment>>,
    /// Whether the conversation is over.
    pub quit: bool,
}

/// A conversation.
#[derive(Debug)]
pub struct Session {
    options: UciOptions,
    position: Position,
    /// The text before `moves`, normalized.
    beginning: Option<String>,
    /// The number of the game.
    game: u64,
    number: u64,
    running: Option<Running>,
}

/// A `go` without a `bestmove` so far.
#[derive(Debug)]
struct Running {
    number: u64,
    position: Position,
    kind: Kind,
    /// The maximum length that is searched, in moves.
    bound: u16,
    chess960: bool,
    stop: Stop,
    began: Instant,
    /// The time at which it must be answered.
    deadline: Option<Instant>,
    /// The time available after `ponderhit`.
    share: Option<Duration>,
    /// Whether only `stop` ends it.
    infinite: bool,
    /// Whether it has no limit, and may never end by itself.
    endless: bool,
    /// Whether only `stop` or `ponderhit` ends it.
    ponder: bool,
    /// Whether the search has ended.
    done: bool,
    /// The proved lines, the best one first.
    proved: Vec<ProvedLine>,
    /// The move to play while nothing is proved; `None` if there is no move.
    safest: Option<Move>,
    /// The number of moves within which the side to move does not reach the goal.
    refuted: u16,
    /// The number of moves of the other side within which the side to move is not mated.
    holds_out: u16,
    /// The number of moves up to which lines have been sent.
    decided: u16,
    /// The largest depth sent, in plies: later lines never have a smaller one.
    depth: u32,
    nodes: u64,
    permille: u16,
    /// The time of the last line, and its node count.
    reported: Instant,
    reported_nodes: Option<u64>,
}

impl Default for Session {
    fn default() -> Session {
        let options = UciOptions::default();
        let (position, _) =
            set_up(None, &[], options.variant).expect("the beginning of a game is a position");
        Session {
            options,
            position,
            beginning: None,
            game: 0,
            number: 0,
            running: None,
        }
    }
}

impl Session {
    /// Handles a line.
    pub fn hear(&mut self, line: &[u8], now: Instant) -> Reaction {
        let mut reaction = Reaction::default();
        match Message::read(line) {
            Message::Uci => {
                let version = env!("CARGO_PKG_VERSION");
                reaction.lines.push(format!("id name keymove {version}"));
                reaction
                    .lines
                    .push("id author the keymove authors".to_owned());
                reaction.lines.extend(UciOptions::offered());
                reaction.lines.push("uciok".to_owned());
            }
            Message::IsReady => reaction.lines.push("readyok".to_owned()),
            Message::SetOption { name, value } => {
                let (variant, kind) = (self.options.variant, self.options.kind);
                let said = self.options.set(&name, &value);
                reaction.lines.extend(said.map(|text| note(&text)));
                if self.options.variant != variant {
                    self.set_position(None, &[], &mut reaction);
                }
                let is_other = self.options.variant != variant || self.options.kind != kind;
                if is_other || name.eq_ignore_ascii_case(CLEAR) {
                    self.game += 1;
                }
            }
            Message::NewGame => self.game += 1,
            Message::Position { fen, moves } => {
                self.set_position(fen.as_deref(), &moves, &mut reaction);
            }
            Message::Go(go) => {
                self.finish(now, &mut reaction);
                self.begin(&go, now, &mut reaction);
            }
            Message::Stop => self.finish(now, &mut reaction),
            Message::PonderHit => {
                if let Some(running) = &mut self.running {
                    running.ponder = false;
                    running.deadline = running.share.and_then(|share| now.checked_add(share));
                }
                self.end_if_due(now, &mut reaction);
            }
            Message::Quit => {
                self.abandon();
                reaction.quit = true;
            }
            Message::Nothing => {}
        }
        let is_note = |line: &String| line.starts_with("info string ");
        if let Some(running) = &mut self.running
            && reaction.lines.iter().any(is_note)
        {
            // The known results are sent again before the answer.
            running.reported_nodes = None;
        }
        reaction
    }

    /// Handles the end of the input: a running search is awaited, unless only a further line could
    /// end it.
    pub fn hear_end(&mut self, now: Instant) -> Reaction {
        let mut reaction = Reaction::default();
        let is_waiting = |r: &Running| r.infinite || r.ponder || r.endless;
        if self.running.as_ref().is_some_and(is_waiting) {
            self.finish(now, &mut reaction);
        }
        reaction
    }

    /// Whether a `go` is still without its `bestmove`.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Handles an update of the search. Updates of a search that has been answered are ignored.
    pub fn learn(&mut self, update: SearchUpdate, now: Instant) -> Reaction {
        let mut reaction = Reaction::default();
        let Some(running) = self.running.as_mut().filter(|r| r.number == update.number) else {
            return reaction;
        };
        running.nodes = running.nodes.max(update.nodes);
        running.permille = update.permille;
        match update.news {
            News::Refuted(moves) => {
                running.refuted = running.refuted.max(moves);
                running.say_decided(now, &mut reaction);
            }
            News::HoldsOut { safest, moves } => {
                running.safest = Some(safest);
                running.holds_out = running.holds_out.max(moves);
                running.say_decided(now, &mut reaction);
            }
            News::Proved(lines) => running.prove(lines, now, &mut reaction),
            News::Note(text) => {
                reaction.lines.push(note(&text));
                running.reported_nodes = None;
            }
            News::Done => running.done = true,
        }
        self.end_if_due(now, &mut reaction);
        reaction
    }

    /// Checks the clock.
    pub fn look(&mut self, now: Instant) -> Reaction {
        let mut reaction = Reaction::default();
        if let Some(running) = &mut self.running {
            running.nodes = running.nodes.max(running.stop.nodes());
            running.refuted = running.refuted.max(running.stop.refuted());
            running.say_decided(now, &mut reaction);
            if !running.done && now.duration_since(running.reported) >= REPORT {
                running.report(now, &mut reaction);
            }
        }
        self.end_if_due(now, &mut reaction);
        reaction
    }

    /// The time until the clock must be checked again; `None` if it need not be.
    pub fn rest(&self, now: Instant) -> Option<Duration> {
        let running = self.running.as_ref()?;
        let deadline = running.deadline.map(|at| at.saturating_duration_since(now));
        if running.done {
            return deadline;
        }
        Some(deadline.map_or(LOOK, |deadline| deadline.min(LOOK)))
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String], reaction: &mut Reaction) {
        match set_up(fen, moves, self.options.variant) {
            Ok((position, warnings)) => {
                let beginning = fen.map(|fen| {
                    let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
                    fields.join(" ")
                });
                if beginning != self.beginning {
                    self.beginning = beginning;
                    self.game += 1;
                }
                self.position = position;
                reaction
                    .lines
                    .extend(warnings.iter().map(|text| note(text)));
            }
            Err(error) => {
                let text = format!("{error}; the position stays as it was");
                reaction.lines.push(note(&text));
            }
        }
    }

    /// Begins a search.
    fn begin(&mut self, go: &Go, now: Instant, reaction: &mut Reaction) {
        let position = self.position.clone();
        let mut kind = self.options.kind;
        if position.house().is_some() && kind != Kind::MATE {
            reaction.lines.push(note("with hands only mate is solved"));
            kind = Kind::MATE;
        }
        for word in &go.unnumbered {
            let text = format!("go {word}: its number is missing, so this sets no limit");
            reaction.lines.push(note(&text));
        }
        let mut first = Vec::new();
        for text in &go.searchmoves {
            match uci_move(&position, text) {
                Ok(m) if first.contains(&m) => {}
                Ok(m) => first.push(m),
                Err(error) => reaction.lines.push(note(&format!("searchmoves: {error}"))),
            }
        }
        let legal = position.legal_moves();
        let forced = kind.forced_moves(&position);
        if !forced.is_empty() {
            let what = kind.aim.name();
            let text = format!(
                "the side to move can give {what}, so it must: no {}",
                kind.name()
            );
            reaction.lines.push(note(&text));
            // Other moves are not allowed.
            first.clear();
        }
        self.number += 1;
        let share = time_for_move(go, position.turn() == Color::White);
        let running = Running {
            number: self.number,
            kind,
            bound: bound(go, self.options.depth),
            chess960: self.options.chess960 || position.mode().is_chess960(),
            stop: Stop::new(),
            began: now,
            deadline: share
                .filter(|_| !go.ponder)
                .and_then(|share| now.checked_add(share)),
            share,
            infinite: go.infinite,
            endless: go.has_no_limit(),
            ponder: go.ponder,
            done: legal.is_empty(),
            proved: Vec::new(),
            safest: (forced.first().or(first.first()).or(legal.first())).copied(),
            refuted: 0,
            // Only in play for mate does the search consider mates by the other side.
            holds_out: if kind == Kind::MATE { 0 } else { LONGEST },
            decided: 0,
            depth: 0,
            nodes: 0,
            permille: 0,
            reported: now,
            reported_nodes: None,
            position,
        };
        if legal.is_empty() {
            let score = if running.position.is_checkmate() {
                Score::Mate(0)
            } else {
                Score::Nothing
            };
            reaction
                .lines
                .push(info(0, 0, 1, score, &running.cost(now), ""));
        } else {
            reaction.search = Some(Box::new(Assignment {
                number: self.number,
                game: self.game,
                position: running.position.clone(),
                kind,
                bound: running.bound,
                any: go.mate.is_some(),
                open: kind == Kind::MATE && go.mate.is_none() && go.depth.is_none(),
                first,
                shown: self.options.shown,
                nodes: go.nodes,
                memory: self.options.memory,
                threads: self.options.threads,
                stop: running.stop.clone(),
            }));
        }
        self.running = Some(running);
        self.end_if_due(now, reaction);
    }

    /// Answers the `go` if it is time.
    fn end_if_due(&mut self, now: Instant, reaction: &mut Reaction) {
        let is_due = self.running.as_ref().is_some_and(|running| {
            let is_over = running.done && !running.infinite && !running.ponder;
            is_over || running.deadline.is_some_and(|deadline| now >= deadline)
        });
        if is_due {
            self.finish(now, reaction);
        }
    }

    /// Answers the `go` with the known results.
    fn finish(&mut self, now: Instant, reaction: &mut Reaction) {
        let Some(mut running) = self.running.take() else {
            return;
        };
        running.stop.raise();
        if running.safest.is_some() {
            running.nodes = running.nodes.max(running.stop.nodes());
            if running.reported_nodes != Some(running.nodes) {
                running.report(now, reaction);
            }
        }
        reaction.lines.push(running.best_move());
    }

    /// Ends the search without an answer.
    fn abandon(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.raise();
        }
    }
}

impl Running {
    /// Reports the lengths within which neither side has a solution, one line for each length that
    /// has not been reported. There are no such lines after something has been proved.
    fn say_decided(&mut self, now: Instant, reaction: &mut Reaction) {
        let decided = self.refuted.min(self.holds_out).min(self.bound);
        if !self.proved.is_empty() || decided <= self.decided {
            return;
        }
        for moves in self.decided + 1..=decided {
            self.decided = moves;
            reaction.lines.push(self.nothing(moves, LONGEST, now));
        }
        self.note_report(now);
    }

    /// Handles the proved lines and reports those that are new in their place.
    fn prove(&mut self, lines: Vec<ProvedLine>, now: Instant, reaction: &mut Reaction) {
        let before = std::mem::replace(&mut self.proved, lines);
        for place in 0..self.proved.len() {
            if before.get(place) != self.proved.get(place) {
                reaction.lines.push(self.line_at(place, now));
            }
        }
        self.note_report(now);
    }

    /// Reports the known results.
    fn report(&mut self, now: Instant, reaction: &mut Reaction) {
        if self.proved.is_empty() {
            let refuted = self.refuted.min(self.bound);
            let nothing = self.nothing(refuted, self.holds_out.min(self.bound), now);
            reaction.lines.push(nothing);
        }
        for place in 0..self.proved.len() {
            reaction.lines.push(self.line_at(place, now));
        }
        self.note_report(now);
    }

    /// Records that the known results have been reported.
    fn note_report(&mut self, now: Instant) {
        self.reported = now;
        self.reported_nodes = Some(self.nodes);
    }

    /// The line that reports no solution within `refuted` moves, and no mate of the side to move
    /// within `holds_out`.
    fn nothing(&mut self, refuted: u16, holds_out: u16, now: Instant) -> String {
        let goal = self.kind.name();
        let mut rest = match refuted {
            0 => String::new(),
            moves => format!(" string no {goal} within {moves}"),
        };
        if refuted > holds_out {
            rest += &format!(", not mated within {holds_out}");
        }
        let plies = Length::of_moves(refuted.min(holds_out)).plies(self.kind);
        self.depth = self.depth.max(plies);
        info(
            self.depth,
            self.depth,
            1,
            Score::Nothing,
            &self.cost(now),
            &rest,
        )
    }

    /// The line for the proved line at this index.
    fn line_at(&mut self, place: usize, now: Instant) -> String {
        let proved = &self.proved[place];
        let moves = i32::from(proved.moves);
        let score = Score::Mate(if proved.lost { -moves } else { moves });
        let mut line = String::from(" pv");
        for &m in &proved.line {
            line.push(' ');
            line.push_str(&written(m, self.chess960));
        }
        let plies = u32::try_from(proved.line.len()).expect("a line is at most 1000 plies long");
        self.depth = self.depth.max(plies);
        info(self.depth, plies, place + 1, score, &self.cost(now), &line)
    }

    fn cost(&self, now: Instant) -> Cost {
        Cost {
            nodes: self.nodes,
            permille: self.permille,
            time: now.duration_since(self.began),
        }
    }

    fn best_move(&self) -> String {
        let line = match self.proved.first() {
            Some(proved) => proved.line.as_slice(),
            None => self.safest.as_slice(),
        };
        let name = |m: &Move| written(*m, self.chess960);
        match line {
            [] => "bestmove (none)".to_owned(),
            [best] => format!("bestmove {}", name(best)),
            [best, reply, ..] => format!("bestmove {} ponder {}", name(best), name(reply)),
        }
    }
}

/// The maximum length in moves requested by a `go`.
fn bound(go: &Go, depth: u16) -> u16 {
    let plies = go
        .depth
        .map(|plies| u16::try_from(plies.div_ceil(2)).unwrap_or(LONGEST));
    let asked = match (go.mate, plies) {
        (Some(moves), Some(plies)) => Some(moves.min(plies)),
        (moves, plies) => moves.or(plies),
    };
    asked.unwrap_or(depth).clamp(1, LONGEST)
}

fn note(text: &str) -> String {
    format!("info string {}", printable(text))
}
