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

use super::assignment::{Assignment, News, SearchUpdate};
use super::message::{Go, Message};
use super::options::UciOptions;
use super::running::Running;
use super::setup::{set_up, uci_move};
use keymove_base::error::printable;
use keymove_rules::position::Position;
use keymove_solve::Kind;

/// The maximum time between lines of a search; as long as nothing is proved, a line is sent only if
/// another depth has been refuted.
const REPORT: Duration = Duration::from_millis(900);
const LOOK: Duration = Duration::from_millis(50);

/// The button that removes all proofs.
const CLEAR: &str = "clear hash";

/// The work for the caller.
#[derive(Debug, Default)]
pub struct Reaction {
    /// The lines to write, without line feeds.
    pub lines: Vec<String>,
    /// A search to begin; the flag of the previous one has been raised, so it has ended or will end
    /// soon.
    pub search: Option<Box<Assignment>>,
    /// Whether the conversation is over.
    pub quit: bool,
    /// Whether there are notes among the lines.
    has_notes: bool,
}

impl Reaction {
    fn note(&mut self, text: &str) {
        self.lines.push(format!("info string {}", printable(text)));
        self.has_notes = true;
    }
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
                if let Err(reason) = self.options.set(&name, &value) {
                    reaction.note(&reason.to_string());
                }
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
        if let Some(running) = &mut self.running
            && reaction.has_notes
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
                reaction.note(&text);
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
                warnings.iter().for_each(|text| reaction.note(text));
            }
            Err(error) => {
                let text = format!("{error}; the position stays as it was");
                reaction.note(&text);
            }
        }
    }

    /// Begins a search.
    fn begin(&mut self, go: &Go, now: Instant, reaction: &mut Reaction) {
        let position = self.position.clone();
        let mut kind = self.options.kind;
        if position.house().is_some() && kind != Kind::MATE {
            reaction.note("with hands only mate is solved");
            kind = Kind::MATE;
        }
        for (word, fault) in &go.unnumbered {
            let text = format!("go {word}: its number {fault}, so this sets no limit");
            reaction.note(&text);
        }
        let mut first = Vec::new();
        for text in &go.searchmoves {
            match uci_move(&position, text) {
                Ok(m) if first.contains(&m) => {}
                Ok(m) => first.push(m),
                Err(error) => reaction.note(&format!("searchmoves: {error}")),
            }
        }
        let legal = position.legal_moves();
        let forced = kind.forced_moves(&position);
        if !forced.is_empty() {
            let (what, goal) = (kind.aim.name(), kind.name());
            let text = format!("the side to move can give {what}, so it must: no {goal}");
            reaction.note(&text);
            // Other moves are not allowed.
            first.clear();
        }
        self.number += 1;
        let safest = forced.first().or(first.first()).or(legal.first()).copied();
        let running = Running::new(
            self.number,
            (position, kind, safest),
            go,
            &self.options,
            now,
        );
        if legal.is_empty() {
            reaction.lines.push(running.over(now));
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
