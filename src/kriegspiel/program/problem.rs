//! `kriegspiel solve`: a record -> a problem -> the record with its answer.

use std::time::{Duration, Instant};

use clap::{ArgAction, Args};

use crate::batch::{RecordWork, Sheet, said};
use keymove_base::desk::{When, complain};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_base::units::{count, named, number, seconds};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::notation::Game;
use keymove_kriegspiel::notation::read::Read;
use keymove_kriegspiel::problem::answer::{DEEPEST, ProblemAnswer, depth};
use keymove_kriegspiel::problem::{Allowance, Conclusion, Reason};
use keymove_terminal::arguments::{TEXT_OR_JSON, when};

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
    /// Leave it undecided when more than N positions are possible
    #[arg(long, value_name = "N", default_value = "100000")]
    #[arg(value_parser = count::<usize>(1..=50_000_000))]
    pub positions: usize,
    /// Show a status line on stderr; auto: if stderr is a terminal and stdout is not
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    pub progress: When,
    /// The form of the output
    #[arg(long = "format", value_name = "FORMAT", default_value = "text")]
    #[arg(action = ArgAction::Set, value_parser = named(TEXT_OR_JSON))]
    pub json: bool,
}

impl RecordWork for ProblemRequest {
    fn sheet(&self, file: &str, read: Read, stop: &Stop) -> Sheet {
        let answered = match &read.cut {
            // What is missing may change the answer.
            Some(cut) => Sheet::malformed(format!("{file}:{cut}")),
            None => match self.answer(&read.game, stop) {
                Ok(answer) => self.written(&answer, file, &read.game),
                Err(finding) => Sheet::malformed(format!("{file}:{finding}")),
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
            complain(format_args!(
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

    fn answer(&self, game: &Game, stop: &Stop) -> Result<ProblemAnswer, RecordFinding> {
        let depth = match self.force_depth {
            Some(depth) => depth,
            None => depth(game)?.unwrap_or(self.usual_depth()),
        };
        let limits = Allowance {
            positions: self.positions,
            until: self.time.and_then(|time| Instant::now().checked_add(time)),
        };
        ProblemAnswer::of(game, depth, self.keys, limits, stop)
    }

    fn written(&self, answer: &ProblemAnswer, file: &str, game: &Game) -> Sheet {
        let out = match self.json {
            true => format!("{}\n", answer.json(file, game, self.list)),
            false => answer.text(game, self.list),
        };
        let mut sheet = Sheet {
            out: out.into_bytes(),
            ..Sheet::default()
        };
        if let Conclusion::Undecided(Reason::Unproved(text)) = &answer.conclusion {
            sheet.messages = said(format!(
                "{file}:{}:{}: internal: the plan failed its replay: {text}",
                game.place.line, game.place.column
            ));
            sheet.exit = Exit::Internal;
        }
        sheet
    }
}
