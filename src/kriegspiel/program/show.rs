//! `kriegspiel show`: what a player knows, as a board.

use std::io::Read;
use std::path::PathBuf;

use clap::{ArgAction, Args};
use shakmaty::Role;

use crate::ending::PositionArguments;
use keymove_base::desk::complained;
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_base::units::{count, named, number};
use keymove_kriegspiel::belief::Belief;
use keymove_kriegspiel::belief::history::follow;
use keymove_kriegspiel::belief::squares::{reservation, squares_json};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::metaposition::Metaposition;
use keymove_kriegspiel::metaposition::show::votes_text;
use keymove_kriegspiel::notation::Game;
use keymove_kriegspiel::notation::read::{Games, ReadError};
use keymove_kriegspiel::problem::show::counted;
use keymove_kriegspiel::sketch;
use keymove_terminal::arguments::TEXT_OR_JSON;
use keymove_terminal::plain::open;
use keymove_terminal::print;

/// Show what a player knows as a board: a belief with the men on each square counted, or a reference
/// board of an ending with the metaposition player's votes
#[derive(Debug, Args)]
pub struct ShowRequest {
    /// A player's record, or -: standard input
    #[arg(value_name = "FILE", conflicts_with = "position", default_value = "-")]
    file: PathBuf,

    /// Which game of FILE
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=u32::MAX.into()))]
    game: usize,

    /// Show the position after N half-moves [default: at the end]
    #[arg(long, value_name = "N", value_parser = count::<usize>(0..=u64::MAX))]
    at: Option<usize>,

    /// Count only men of this kind: K, Q, R, B, N or P
    #[arg(long, value_name = "MAN", value_parser = man)]
    man: Option<Role>,

    /// Leave it undecided when more than N positions are possible
    #[arg(long, value_name = "N", default_value = "100000", value_parser = count::<usize>(1..=50_000_000))]
    positions: usize,

    #[command(flatten)]
    position: PositionArguments,

    /// The reference boards after each answer to this try: Rf3-e3, f3e3 or Re3
    #[arg(long = "try", value_name = "MOVE", requires = "position")]
    tried: Option<String>,

    /// The form of the output
    #[arg(long = "format", value_name = "FORMAT", default_value = "text")]
    #[arg(action = ArgAction::Set, value_parser = named(TEXT_OR_JSON))]
    json: bool,
}

fn man(text: &str) -> Result<Role, &'static str> {
    let mut letters = text.chars();
    match (letters.next().and_then(Role::from_char), letters.next()) {
        (Some(role), None) => Ok(role),
        _ => Err("a man is K, Q, R, B, N or P"),
    }
}

impl ShowRequest {
    /// Shows it on stdout.
    pub fn run(self, stop: &Stop) -> Result<Exit, Exit> {
        let shown = match self.position.read(None)? {
            Some((placement, kings)) => {
                let known = Metaposition { placement, kings };
                let tried = self.tried.as_deref();
                votes_text(&known, tried, self.json).ok_or_else(|| {
                    let tried = tried.unwrap_or_default();
                    let message = format!("{tried} is not a pseudomove of {placement}");
                    (message, Exit::Usage)
                })
            }
            None => stop.while_waiting(|| match open(&self.file) {
                Ok(input) => self.record(input, stop),
                Err(error) => Err((format!("{}: {error}", self.file.display()), Exit::Malformed)),
            }),
        };
        shown
            .map(|text| print(text.as_bytes()))
            .map_err(|(message, exit)| complained(message, exit))
    }

    fn record(&self, input: Box<dyn Read>, stop: &Stop) -> Result<String, (String, Exit)> {
        let name = self.file.display();
        let bad = |text: String| (text, Exit::Malformed);
        let read = match Games::new(input).nth(self.game - 1) {
            Some(Ok(read)) => read,
            Some(Err(ReadError::Io(error))) => return Err(bad(format!("{name}: {error}"))),
            Some(Err(ReadError::Syntax(finding))) => return Err(bad(format!("{name}:{finding}"))),
            None => return Err(bad(format!("{name}: there is no game {}", self.game))),
        };
        let game = &read.game;
        let at = self.at.unwrap_or(game.turns.len());
        if at > game.turns.len() {
            let length = counted(game.turns.len(), "half-move", "half-moves");
            return Err(bad(format!("{name}: the game has {length}")));
        }
        let mut belief: Option<Belief> = None;
        let mut index = 0;
        let history = follow(
            game,
            self.positions,
            || stop.is_raised(),
            |now| {
                if index == at {
                    belief = Some(now.clone());
                }
                index += 1;
            },
        )
        .map_err(|finding: RecordFinding| bad(format!("{name}:{finding}")))?;
        let Some(belief) = belief else {
            return Err(match stop.is_raised() {
                true => ("stopped".to_owned(), Exit::Interrupted),
                false => bad(format!("{name}: more than {} positions", self.positions)),
            });
        };
        let who = if history.player.is_white() {
            "white"
        } else {
            "black"
        };
        let title = format!(
            "for {who}, {}, {}{}",
            place(game, at),
            counted(belief.len(), "position", "positions"),
            reservation(&history)
        );
        Ok(match self.json {
            false => {
                let board = sketch::belief(belief.boards(), history.player, self.man);
                format!("{title}\n{board}")
            }
            true => format!("{}\n", squares_json(&belief, history.player, at)),
        })
    }
}

/// After which half-move.
fn place(game: &Game, at: usize) -> String {
    match at.checked_sub(1).and_then(|index| game.turns.get(index)) {
        None => "at the start".to_owned(),
        Some(turn) => format!("after half-move {at}, {}", turn.written.text()),
    }
}
