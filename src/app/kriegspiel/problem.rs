//! `solver kriegspiel solve`: a record -> a problem -> the record with its answer.

use std::time::{Duration, Instant};

use clap::{ArgAction, Args};
use serde_json::{Value, json};
use shakmaty::Color;

use super::batch::{RecordWork, Sheet, said};
use crate::arguments::{TEXT_OR_JSON, named, when};
use crate::units::{count, number, seconds};
use keymove_base::desk::{When, tell};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_kriegspiel::belief::Unknown;
use keymove_kriegspiel::belief::history::follow;
use keymove_kriegspiel::finding::{Irregularity, RecordFinding};
use keymove_kriegspiel::notation::read::Read;
use keymove_kriegspiel::notation::write::write_game;
use keymove_kriegspiel::notation::{Attachment, Game, GameResult};
use keymove_kriegspiel::own_board::OwnBoard;
use keymove_kriegspiel::problem::goal::MateEndings;
use keymove_kriegspiel::problem::search::solve;
use keymove_kriegspiel::problem::show::{counted, fens, keys, plan_json, plan_text};
use keymove_kriegspiel::problem::{Allowance, Conclusion, Inquiry, Reason};
use keymove_kriegspiel::rules::UNTOLD;

/// How problems are solved and answers are written.
#[derive(Debug, Args)]
pub struct ProblemRequest {
    /// Solve this position, which both players know, instead of files
    #[arg(long, value_name = "FEN", conflicts_with = "files")]
    pub fen: Option<String>,
    /// Half-moves until mate for records without the tag depth: 1 is mate with this move, 3 with
    /// the next; an even N is the same as N - 1, as the other side does not mate [default: 1]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = number::<u32>(1..=u64::from(DEEPEST)))]
    pub depth: Option<u32>,
    /// Half-moves until mate for every record, whatever its tag depth says
    #[arg(short = 'Z', long, value_name = "N")]
    #[arg(value_parser = number::<u32>(1..=u64::from(DEEPEST)))]
    pub force_depth: Option<u32>,
    /// Every first move that solves
    #[arg(long)]
    pub keys: bool,
    /// Seconds for one problem, fractions allowed, or as 500ms, 5m or 1h30m [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    pub time: Option<Duration>,
    /// The positions that are left where there is no plan, too, as FEN
    #[arg(long)]
    pub list: bool,
    /// Undecided when more than N positions have to be reckoned with
    #[arg(long, value_name = "N", default_value = "100000")]
    #[arg(value_parser = count::<usize>(1..=50_000_000))]
    pub positions: usize,
    /// A status line on stderr; auto: when that is a terminal and stdout is none
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    pub progress: When,
    /// The form of the output
    #[arg(long = "format", value_name = "FORMAT", default_value = "text")]
    #[arg(action = ArgAction::Set, value_parser = named(TEXT_OR_JSON))]
    pub json: bool,
}

/// What text a comment with an answer begins with: such a comment is replaced by the next answer.
const SOLUTION: &[u8] = b" Solution:";

impl RecordWork for ProblemRequest {
    fn sheet(&self, file: &str, read: Read, stop: &Stop) -> Sheet {
        let answered = match &read.cut {
            // What is missing may change the answer.
            Some(cut) => Sheet::refused(file, cut),
            None => match self.solve(&read.game, stop) {
                Ok(solved) => solved.written(self, file, &read.game),
                Err(finding) => Sheet::refused(file, &finding),
            },
        };
        Sheet {
            note: self.outvoted(&read),
            ..answered
        }
    }

    /// The position of `--fen`, a record without moves.
    fn made_up(&self) -> Option<(&str, Read)> {
        let mut game = Game::default();
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", self.fen.as_deref()?);
        let depth = self.force_depth.unwrap_or(self.usual_depth());
        game.set_tag("depth", &depth.to_string());
        let read = Read {
            game,
            broken: Vec::new(),
            cut: None,
        };
        Some(("--fen", read))
    }

    fn progress(&self) -> When {
        self.progress
    }

    /// Says that an even depth asks the same as the odd one below it.
    fn begin(&self) {
        let (option, depth) = match self.force_depth {
            Some(depth) => ("--force-depth", depth),
            None => ("--depth", self.usual_depth()),
        };
        if depth.is_multiple_of(2) {
            tell(format_args!(
                "note: {option} {depth} asks the same as {}: the last half-move is the other side's",
                depth - 1
            ));
        }
    }
}

impl ProblemRequest {
    /// The half-moves until mate for records without the tag `depth`.
    fn usual_depth(&self) -> u32 {
        self.depth.unwrap_or(1)
    }

    /// A note on the tag `depth` of `read`, which counts, if another depth was asked for.
    fn outvoted(&self, read: &Read) -> Option<String> {
        let asked = self.depth.filter(|_| self.force_depth.is_none())?;
        let tag = depth(&read.game).ok()??;
        (tag != asked).then(|| {
            format!(
                "note: --depth {asked} is for records without the tag depth, and some have it; \
                 --force-depth {asked} is for all"
            )
        })
    }

    fn solve(&self, game: &Game, stop: &Stop) -> Result<ProblemAnswer, RecordFinding> {
        let depth = match self.force_depth {
            Some(depth) => depth,
            None => depth(game)?.unwrap_or(self.usual_depth()),
        };
        let goal = MateEndings {
            forced: flag(game, "forced")?,
            epsilon: flag(game, "epsilon")?,
        };
        let until = self.time.and_then(|time| Instant::now().checked_add(time));
        let is_over = || stop.is_raised() || until.is_some_and(|until| Instant::now() >= until);
        let history = follow(game, self.positions, is_over, |_| {})?;
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
            answer: Conclusion::Undecided(Reason::Positions),
        };
        match history.belief {
            Err(Unknown::TooLarge) => {}
            Err(Unknown::Stopped) if stop.is_raised() => {
                solved.answer = Conclusion::Undecided(Reason::Stopped);
            }
            Err(Unknown::Stopped) => solved.answer = Conclusion::Undecided(Reason::Time),
            Ok(belief) => {
                let board = belief.boards().first();
                solved.own = board.map(|board| board.own_board(history.player));
                solved.size = Some(belief.len());
                let problem = Inquiry {
                    belief,
                    depth,
                    goal,
                    keys: self.keys,
                    is_whole: history.is_whole,
                };
                let limits = Allowance {
                    positions: self.positions,
                    until,
                };
                solved.answer = solve(&problem, limits, stop);
            }
        }
        Ok(solved)
    }
}

/// A problem with its answer.
struct ProblemAnswer {
    player: Color,
    own: Option<OwnBoard>,
    size: Option<usize>,
    depth: u32,
    answer: Conclusion,
}

impl ProblemAnswer {
    fn word(&self) -> &'static str {
        match self.answer {
            Conclusion::Yes { .. } => "yes",
            Conclusion::No { .. } => "no",
            Conclusion::Undecided(_) => "undecided",
        }
    }

    fn written(&self, asking: &ProblemRequest, file: &str, game: &Game) -> Sheet {
        let (complaint, exit) = match &self.answer {
            Conclusion::Undecided(Reason::Unproved(text)) => (
                Some(format!(
                    "{file}:{}:{}: internal: the plan failed its replay: {text}",
                    game.place.line, game.place.column
                )),
                Some(Exit::Internal),
            ),
            _ => (None, None),
        };
        let out = if asking.json {
            format!("{}\n", self.json(asking, file, game))
        } else {
            self.text(asking, game)
        };
        Sheet {
            out: out.into_bytes(),
            messages: complaint.map_or(String::new(), said),
            exit: exit.unwrap_or_default(),
            ..Sheet::default()
        }
    }

    fn reason(&self, asking: &ProblemRequest) -> Option<String> {
        match &self.answer {
            Conclusion::Undecided(Reason::Positions) => {
                Some(format!("more than {} positions", asking.positions))
            }
            Conclusion::Undecided(Reason::Untold) => Some(UNTOLD.to_owned()),
            Conclusion::Undecided(Reason::Time) => Some("time was up".to_owned()),
            Conclusion::Undecided(Reason::Stopped) => Some("stopped".to_owned()),
            Conclusion::Undecided(Reason::Unproved(_)) => {
                Some("the plan failed its replay".to_owned())
            }
            _ => None,
        }
    }

    fn keys(&self) -> (Vec<String>, Vec<String>) {
        match (&self.answer, &self.own) {
            (
                Conclusion::Yes {
                    keys: all, open, ..
                },
                Some(own),
            ) => (keys(all, own), keys(open, own)),
            _ => Default::default(),
        }
    }

    fn json(&self, asking: &ProblemRequest, file: &str, game: &Game) -> Value {
        let tags: serde_json::Map<String, Value> = game
            .tags
            .iter()
            .map(|tag| (lossy(&tag.name), json!(lossy(&tag.value))))
            .collect();
        let mut object = json!({
            "file": file,
            "line": game.place.line,
            "tags": tags,
            "for": if self.player.is_white() { "white" } else { "black" },
            "depth": self.depth,
            "positions": self.size,
            "solved": self.word(),
        });
        let mut set = |name: &str, value: Value| object[name] = value;
        match (&self.answer, &self.own) {
            (Conclusion::Yes { plan, .. }, Some(own)) => {
                set("plan", plan_json(plan, own));
                if asking.keys {
                    let (keys, open) = self.keys();
                    set("keys", json!(keys));
                    set("open", json!(open));
                }
            }
            (Conclusion::No { left, winnable }, _) => {
                set("left", json!(left.len()));
                set("winnable", json!(winnable));
                if asking.list {
                    set("left_positions", json!(fens(left)));
                }
            }
            _ => set("reason", json!(self.reason(asking))),
        }
        object
    }

    /// The record with the tag `Solved` and the solution as its last comment.
    fn text(&self, asking: &ProblemRequest, game: &Game) -> String {
        let mut game = game.clone();
        game.set_tag("Solved", self.word());
        if asking.keys && matches!(self.answer, Conclusion::Yes { .. }) {
            let (keys, open) = self.keys();
            game.set_tag("Keys", &keys.join(" "));
            if !open.is_empty() {
                game.set_tag("Open", &open.join(" "));
            }
        }
        let mut comment = String::from_utf8_lossy(SOLUTION).into_owned();
        comment.push_str(&self.summary(asking));
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

    fn summary(&self, asking: &ProblemRequest) -> String {
        match (&self.answer, &self.own, &self.size) {
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
                if asking.list {
                    for fen in fens(left) {
                        text.push_str(&fen);
                        text.push('\n');
                    }
                }
                text
            }
            _ => {
                let reason = self.reason(asking).unwrap_or_default();
                format!(" undecided; depth {}, {reason}\n", self.depth)
            }
        }
    }
}

/// The deepest problems that are taken, in half-moves.
pub const DEEPEST: u32 = 99;

fn depth(game: &Game) -> Result<Option<u32>, RecordFinding> {
    let Some(tag) = game.tag("depth") else {
        return Ok(None);
    };
    let number = lossy(tag.value.trim_ascii()).parse().ok();
    match number {
        Some(number @ 1..=DEEPEST) => Ok(Some(number)),
        _ => {
            let shown = keymove_base::error::excerpt(&tag.value);
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
            let text = format!(
                "{name} is T or F, not {}",
                keymove_base::error::excerpt(&tag.value)
            );
            Err(RecordFinding::new(tag.place, Irregularity::Tag, text))
        }
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
