//! A conversation with a GUI: what was said so far, and what is answered.
//!
//! [`Session`] has no thread and no clock of its own. Whoever holds it gives it lines, news of the
//! search and the time, and does what its [`Reaction`]s say: nothing waits for anything, so a
//! `stop` is answered at once with what is known, whatever the search is at.
//!
//! Every `go` is answered by one `bestmove`: a second `go` ends the first search as `stop` does.
//! `position` and `setoption` during a search are for the next one.
//!
//! What one search has proved helps the next one of the same game, as analysts walk along a line
//! and back. A game ends with `ucinewgame`, `Clear Hash`, another beginning (what stands before
//! `moves`), other rules or another goal: so an answer depends on nothing that was asked of another
//! game.

use std::time::{Duration, Instant};

use shakmaty::{Color, Move};

use super::assignment::{Assignment, Bulletin, News, ProvedLine};
use super::clock::time_for_move;
use super::info::{Cost, Score, info};
use super::message::{Go, Message};
use super::options::{LONGEST, UciOptions};
use super::setup::{set_up, uci_move, written};
use keymove_base::error::printable;
use keymove_base::stop::Stop;
use keymove_rules::position::Position;
use keymove_solve::{Kind, Length};

/// A line of the search at least so often, and where nothing is proved, whenever a look so often
/// shows another depth refuted.
const REPORT: Duration = Duration::from_millis(900);
const LOOK: Duration = Duration::from_millis(50);

/// The button that forgets what was proved.
const CLEAR: &str = "clear hash";

/// What is to be done.
#[derive(Debug, Default)]
pub struct Reaction {
    /// Lines to be written, without line feeds.
    pub lines: Vec<String>,
    /// A search to be begun; the one before is at its end or will be soon, its flag is raised.
    pub search: Option<Box<Assignment>>,
    /// The conversation is over.
    pub quit: bool,
}

/// One conversation.
#[derive(Debug)]
pub struct Session {
    options: UciOptions,
    position: Position,
    /// What stood before `moves`, without what is passed over.
    beginning: Option<String>,
    /// The number of the game.
    game: u64,
    number: u64,
    running: Option<Running>,
}

/// A `go` that has no `bestmove` yet.
#[derive(Debug)]
struct Running {
    number: u64,
    position: Position,
    kind: Kind,
    /// The greatest length that is looked for, in moves.
    bound: u16,
    chess960: bool,
    stop: Stop,
    began: Instant,
    /// When it is to be answered.
    deadline: Option<Instant>,
    /// The time it has from `ponderhit` on.
    share: Option<Duration>,
    /// Only `stop` ends it.
    infinite: bool,
    /// It has no limit, and may take longer than anybody waits.
    endless: bool,
    /// Only `stop` or `ponderhit` ends it.
    ponder: bool,
    /// The search is over.
    done: bool,
    /// The proved lines, the best one first.
    proved: Vec<ProvedLine>,
    /// What is played while nothing is proved; `None` if there is no move.
    safest: Option<Move>,
    /// Moves within which the side to move does not reach the goal.
    refuted: u16,
    /// Moves of the other side within which the side to move is not mated.
    holds_out: u16,
    /// The number of moves up to which a line for each was said.
    decided: u16,
    /// The greatest depth that was said, in plies: no later line says less.
    depth: u32,
    nodes: u64,
    permille: u16,
    /// When the last line was said, and the nodes in it.
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
    /// Hears a line.
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
            // What is known is said again before the answer.
            running.reported_nodes = None;
        }
        reaction
    }

    /// Hears that there are no more lines: what still runs is waited for, unless only another line
    /// could end it.
    pub fn hear_end(&mut self, now: Instant) -> Reaction {
        let mut reaction = Reaction::default();
        let is_waiting = |r: &Running| r.infinite || r.ponder || r.endless;
        if self.running.as_ref().is_some_and(is_waiting) {
            self.finish(now, &mut reaction);
        }
        reaction
    }

    /// Whether a `go` still waits for its `bestmove`.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Learns what the search has found. News of a search that was answered are passed over.
    pub fn learn(&mut self, bulletin: Bulletin, now: Instant) -> Reaction {
        let mut reaction = Reaction::default();
        let Some(running) = self
            .running
            .as_mut()
            .filter(|r| r.number == bulletin.number)
        else {
            return reaction;
        };
        running.nodes = running.nodes.max(bulletin.nodes);
        running.permille = bulletin.permille;
        match bulletin.news {
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

    /// Looks at the clock.
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

    /// How long nobody needs to look at the clock; `None`: until something is heard.
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
            // Other moves may not be played.
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
            // Only in play for mate the search looks at the other side's mates.
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

    /// Answers the `go` if it is time to.
    fn end_if_due(&mut self, now: Instant, reaction: &mut Reaction) {
        let is_due = self.running.as_ref().is_some_and(|running| {
            let is_over = running.done && !running.infinite && !running.ponder;
            is_over || running.deadline.is_some_and(|deadline| now >= deadline)
        });
        if is_due {
            self.finish(now, reaction);
        }
    }

    /// Answers the `go` with what is known.
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
    /// Says up to which length nothing is to be found, for either side, a line for every length
    /// that was not said yet. Once something is proved there is no such line.
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

    /// Takes the proved lines and says those that are new in their place.
    fn prove(&mut self, lines: Vec<ProvedLine>, now: Instant, reaction: &mut Reaction) {
        let before = std::mem::replace(&mut self.proved, lines);
        for place in 0..self.proved.len() {
            if before.get(place) != self.proved.get(place) {
                reaction.lines.push(self.line_at(place, now));
            }
        }
        self.note_report(now);
    }

    /// Says what is known.
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

    /// Notes that what is known was said.
    fn note_report(&mut self, now: Instant) {
        self.reported = now;
        self.reported_nodes = Some(self.nodes);
    }

    /// The line that says that there is no solution within `refuted` moves, and no mate of the side
    /// to move within `holds_out`.
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

    /// The line that shows the proved line at this place of the list.
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

/// The greatest length in moves that a `go` asks for.
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
