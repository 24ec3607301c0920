//! The answer to the problem of a record, and the record with the answer.

use std::time::Instant;

use serde_json::{Value, json};
use shakmaty::Color;

use super::goal::MateEndings;
use super::search::solve;
use super::show::{counted, fens, keys, plan_json, plan_text};
use super::{Allowance, Conclusion, Inquiry, Reason};
use crate::belief::Unknown;
use crate::belief::history::follow;
use crate::finding::{Irregularity, RecordFinding};
use crate::notation::write::write_game;
use crate::notation::{Attachment, Game, GameResult};
use crate::own_board::OwnBoard;
use crate::rules::{RuleSet, UNRECORDED};
use keymove_base::error::excerpt;
use keymove_base::stop::Stop;

/// The beginning of a comment with an answer, which the next answer replaces.
const SOLUTION: &[u8] = b" Solution:";

/// A problem with its answer.
#[derive(Debug, Clone)]
pub struct ProblemAnswer {
    /// The result.
    pub conclusion: Conclusion,
    player: Color,
    own: Option<OwnBoard>,
    size: Option<usize>,
    depth: u32,
    keys: bool,
    positions: usize,
}

impl ProblemAnswer {
    /// The answer to the problem of a record: `depth` is in half-moves; with every solving first
    /// move if `keys`.
    ///
    /// # Errors
    ///
    /// The record has a fault.
    pub fn of(
        game: &Game,
        depth: u32,
        keys: bool,
        limits: Allowance,
        stop: &Stop,
    ) -> Result<ProblemAnswer, RecordFinding> {
        let goal = MateEndings {
            forced: flag(game, "forced")?,
            epsilon: flag(game, "epsilon")?,
        };
        let is_over =
            || stop.is_raised() || limits.until.is_some_and(|until| Instant::now() >= until);
        let history = follow(game, limits.positions, is_over, |_| {})?;
        if history.turn != history.player {
            let text = "the other side is to move at the end";
            return Err(RecordFinding::new(
                game.end,
                Irregularity::IllegalMove,
                text,
            ));
        }
        let mut solved = ProblemAnswer {
            player: history.player,
            own: None,
            size: None,
            depth,
            keys,
            positions: limits.positions,
            conclusion: Conclusion::Undecided(Reason::Positions),
        };
        match history.belief {
            Err(Unknown::TooLarge) => {}
            Err(Unknown::Stopped) if stop.is_raised() => {
                solved.conclusion = Conclusion::Undecided(Reason::Stopped);
            }
            Err(Unknown::Stopped) => solved.conclusion = Conclusion::Undecided(Reason::Time),
            Ok(belief) => {
                let board = belief.boards().first();
                solved.own = board.map(|board| board.own_board(history.player));
                solved.size = Some(belief.len());
                let problem = Inquiry {
                    belief,
                    depth,
                    goal,
                    keys,
                    rules: RuleSet::of(game),
                    is_whole: history.is_whole,
                };
                solved.conclusion = solve(&problem, limits, stop);
            }
        }
        Ok(solved)
    }

    fn word(&self) -> &'static str {
        match self.conclusion {
            Conclusion::Yes { .. } => "yes",
            Conclusion::No { .. } => "no",
            Conclusion::Undecided(_) => "undecided",
        }
    }

    fn reason(&self) -> Option<String> {
        match &self.conclusion {
            Conclusion::Undecided(Reason::Positions) => {
                Some(format!("more than {} positions", self.positions))
            }
            Conclusion::Undecided(Reason::Unannounced) => Some(UNRECORDED.to_owned()),
            Conclusion::Undecided(Reason::Time) => Some("time was up".to_owned()),
            Conclusion::Undecided(Reason::Stopped) => Some("stopped".to_owned()),
            Conclusion::Undecided(Reason::Unproved(_)) => {
                Some("the plan failed its replay".to_owned())
            }
            _ => None,
        }
    }

    fn all_keys(&self) -> (Vec<String>, Vec<String>) {
        match (&self.conclusion, &self.own) {
            (
                Conclusion::Yes {
                    keys: all, open, ..
                },
                Some(own),
            ) => (keys(all, own), keys(open, own)),
            _ => Default::default(),
        }
    }

    /// The answer as a JSON object; with `list`, it includes the positions that are left if there
    /// is no plan.
    pub fn json(&self, file: &str, game: &Game, list: bool) -> Value {
        let tags: serde_json::Map<String, Value> = game
            .tags
            .iter()
            .map(|tag| (lossy(&tag.name), json!(lossy(&tag.value))))
            .collect();
        let mut object = json!({
            "file": file,
            "line": game.place.line,
            "tags": tags,
            "for": self.player.to_string(),
            "depth": self.depth,
            "positions": self.size,
            "solved": self.word(),
        });
        let mut set = |name: &str, value: Value| object[name] = value;
        match (&self.conclusion, &self.own) {
            (Conclusion::Yes { plan, .. }, Some(own)) => {
                set("plan", plan_json(plan, own));
                if self.keys {
                    let (keys, open) = self.all_keys();
                    set("keys", json!(keys));
                    set("open", json!(open));
                }
            }
            (Conclusion::No { left, winnable }, _) => {
                set("left", json!(left.len()));
                set("winnable", json!(winnable));
                if list {
                    set("left_positions", json!(fens(left)));
                }
            }
            _ => set("reason", json!(self.reason())),
        }
        object
    }

    /// The record with the tag `Solved` and the solution as its last comment.
    pub fn text(&self, game: &Game, list: bool) -> String {
        let mut game = game.clone();
        game.set_tag("Solved", self.word());
        if self.keys && matches!(self.conclusion, Conclusion::Yes { .. }) {
            let (keys, open) = self.all_keys();
            game.set_tag("Keys", &keys.join(" "));
            if !open.is_empty() {
                game.set_tag("Open", &open.join(" "));
            }
        }
        let mut comment = String::from_utf8_lossy(SOLUTION).into_owned();
        comment.push_str(&self.summary(list));
        let attachments = match game.turns.last_mut() {
            Some(turn) => &mut turn.after,
            None => &mut game.opening,
        };
        attachments.retain(
            |attachment| !matches!(attachment, Attachment::Comment(text) if text.starts_with(SOLUTION)),
        );
        attachments.push(Attachment::Comment(comment.into_bytes()));
        game.termination = game.termination.or(Some(GameResult::Unknown));
        let mut out = Vec::new();
        write_game(&game, &mut out);
        out.push(b'\n');
        lossy(&out)
    }

    fn summary(&self, list: bool) -> String {
        match (&self.conclusion, &self.own, &self.size) {
            (Conclusion::Yes { plan, .. }, Some(own), Some(size)) => format!(
                " yes; depth {}, {}, {}\n{}",
                self.depth,
                counted(*size, "position", "positions"),
                counted(plan.size(), "try", "tries"),
                plan_text(plan, own)
            ),
            (Conclusion::No { left, winnable }, _, Some(size)) => {
                let mut text = format!(
                    " no; depth {}, {}, {} left",
                    self.depth,
                    counted(*size, "position", "positions"),
                    left.len(),
                );
                if let Some(winnable) = winnable {
                    text.push_str(&format!(
                        ", {winnable} could be won by a player who sees everything"
                    ));
                }
                text.push('\n');
                if list {
                    for fen in fens(left) {
                        text.push_str(&fen);
                        text.push('\n');
                    }
                }
                text
            }
            _ => {
                let reason = self.reason().unwrap_or_default();
                format!(" undecided; depth {}, {reason}\n", self.depth)
            }
        }
    }
}

/// The maximum depth of a problem in half-moves.
pub const DEEPEST: u32 = 99;

/// The depth that the tag `depth` of a record requests.
///
/// # Errors
///
/// It is not a number of half-moves up to [`DEEPEST`].
pub fn depth(game: &Game) -> Result<Option<u32>, RecordFinding> {
    let Some(tag) = game.tag("depth") else {
        return Ok(None);
    };
    let number = lossy(tag.value.trim_ascii()).parse().ok();
    match number {
        Some(number @ 1..=DEEPEST) => Ok(Some(number)),
        _ => {
            let shown = excerpt(&tag.value);
            let text = format!("depth is a number of half-moves from 1 to {DEEPEST}, not {shown}");
            Err(RecordFinding::new(tag.place, Irregularity::Tag, text))
        }
    }
}

fn flag(game: &Game, name: &str) -> Result<bool, RecordFinding> {
    let Some(tag) = game.tag(name) else {
        return Ok(false);
    };
    match tag.value.trim_ascii().to_ascii_uppercase().as_slice() {
        b"T" => Ok(true),
        b"F" => Ok(false),
        _ => {
            let text = format!("{name} is T or F, not {}", excerpt(&tag.value));
            Err(RecordFinding::new(tag.place, Irregularity::Tag, text))
        }
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
