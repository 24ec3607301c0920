//! `solver kriegspiel html`: records -> a page. An umpire's record is replayed on three boards, a
//! player's on the player's own, with what could be known.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use shakmaty::Color;

use super::batch::{RecordWork, Sheet, run};
use super::{Records, tell_sum};
use crate::arguments::{named, when};
use crate::units::count;
use crate::unpacked::plain;
use keymove_base::desk::{When, complained};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_games::viewer::{self, Page};
use keymove_kriegspiel::filter::{Comments, filter};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::html::replayed;
use keymove_kriegspiel::notation::read::{Games, Read, ReadError};
use keymove_kriegspiel::notation::{Game, Viewpoint};
use keymove_kriegspiel::own_page::OwnPage;
use keymove_kriegspiel::problem::certain::Lookout;

const PLAYERS: &[(&str, Color)] = &[("white", Color::White), ("black", Color::Black)];

#[derive(Debug, Args)]
pub struct PageRequest {
    /// Of an umpire's record, or a plain PGN, make this player's page
    #[arg(long = "for", value_name = "PLAYER", value_parser = named(PLAYERS))]
    player: Option<Color>,
    /// The umpire's records of the players' records: their boards are shown at a click
    #[arg(long, value_name = "FILE")]
    umpire: Option<PathBuf>,
    /// Follow at most N positions that fit; past that only the own men are shown
    #[arg(long, value_name = "N", default_value = "20000")]
    #[arg(value_parser = count::<usize>(1..=50_000_000))]
    positions: usize,
    /// Show the own men only: nothing is shaded, counted or looked for
    #[arg(long, conflicts_with = "positions")]
    no_beliefs: bool,
    /// Show a status line on stderr; auto: if stderr is a terminal and stdout is not
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    progress: When,
}

/// Where a mate is looked for on a player's page.
const LOOKOUT: Lookout = Lookout {
    depth: 3,
    deep: 200,
};

/// Writes the page to `out`, and says what all came to; a page that a signal cuts holds what was
/// read, and says so.
///
/// # Errors
///
/// `out` fails.
pub fn write(records: Records<PageRequest>, stop: &Stop, out: &mut impl Write) -> io::Result<Exit> {
    let request = records.work;
    let umpires = request.umpire.as_deref();
    let umpires = umpires.map(|path| stop.while_waiting(|| self::umpires(path)));
    let umpires = match umpires.transpose() {
        Ok(umpires) => umpires.unwrap_or_default(),
        Err(text) => return Ok(complained(text, Exit::Malformed)),
    };
    let work = Arc::new(PageWork {
        own: OwnPage {
            positions: match request.no_beliefs {
                true => 0,
                false => request.positions,
            },
            lookout: LOOKOUT,
        },
        request,
        umpires,
    });
    let mut page = Page::new("Kriegspiel", &mut *out);
    let workers = records.workers.number();
    let (exit, counts) = run(&records.files, workers, work, stop, &mut page)?;
    page.end(stop.is_raised(), exit != Exit::Malformed)?;
    if exit != Exit::Interrupted {
        tell_sum(counts.games_in_words(), &counts, out)?;
    }
    Ok(exit)
}

/// The umpire's records of a file.
fn umpires(path: &Path) -> Result<Vec<Game>, String> {
    let bad = |text: String| format!("{}: {text}", path.display());
    let file = File::open(path).and_then(|file| plain(Box::new(file)));
    let input = file.map_err(|error| bad(error.to_string()))?;
    let mut games = Vec::new();
    for read in Games::new(BufReader::new(input)) {
        let game = match read {
            Ok(read) => read.game,
            Err(ReadError::Io(error)) => return Err(bad(error.to_string())),
            Err(ReadError::Syntax(RecordFinding { place, text, .. })) => {
                return Err(bad(format!("{}: {text}", place.line)));
            }
        };
        if game.filtered() == Some(Viewpoint::No) {
            games.push(game);
        }
    }
    Ok(games)
}

/// A record -> its game on the page.
struct PageWork {
    request: PageRequest,
    own: OwnPage,
    umpires: Vec<Game>,
}

impl PageWork {
    fn three_boards(
        &self,
        file: &str,
        game: &Game,
        sheet: &mut Sheet,
    ) -> Result<(), RecordFinding> {
        let (replay, findings) = replayed(game)?;
        for finding in findings.iter().filter(|finding| !finding.kind.is_note()) {
            sheet.say(file, finding);
            sheet.exit = sheet.exit.min(Exit::Found);
        }
        viewer::write_game(&replay, &mut sheet.out);
        Ok(())
    }

    fn own_board(&self, game: &Game, stop: &Stop, sheet: &mut Sheet) -> Result<(), RecordFinding> {
        let (record, umpire) = match (game.filtered(), self.request.player) {
            (Some(Viewpoint::No), Some(player)) => {
                let made = filter(game.clone(), Viewpoint::For(player), Comments::Own)?;
                (made.game, Some(game))
            }
            (Some(Viewpoint::For(player)), _) => (game.clone(), self.umpire_of(game, player)),
            _ => (game.clone(), None),
        };
        let page = self.own.replayed(&record, umpire, stop)?;
        viewer::write_game(&page, &mut sheet.out);
        Ok(())
    }

    /// The umpire's record of which a player's is this one.
    fn umpire_of(&self, game: &Game, player: Color) -> Option<&Game> {
        let heard = |game: &Game| {
            Some(heard(
                &filter(game.clone(), Viewpoint::For(player), Comments::None)
                    .ok()?
                    .game,
            ))
        };
        let own = heard(game);
        self.umpires
            .iter()
            .find(|umpire| own.is_some() && heard(umpire) == own)
    }
}

/// The moves and what was heard of them.
fn heard(game: &Game) -> String {
    let turns = game.turns.iter().map(|turn| {
        let written = turn.written.text();
        let payload = turn.payload().map_or(String::new(), ToString::to_string);
        format!("{written} {payload} ")
    });
    turns.collect()
}

impl RecordWork for PageWork {
    fn sheet(&self, file: &str, read: Read, stop: &Stop) -> Sheet {
        let mut sheet = Sheet::default();
        if let Some(cut) = &read.cut {
            sheet.say(file, cut);
            sheet.exit = Exit::Malformed;
        }
        let game = &read.game;
        let is_umpires = game.filtered() == Some(Viewpoint::No) && self.request.player.is_none();
        let shown = match is_umpires {
            true => self.three_boards(file, game, &mut sheet),
            false => self.own_board(game, stop, &mut sheet),
        };
        match shown {
            Ok(()) => sheet,
            Err(finding) => self.broken(file, &finding),
        }
    }

    fn broken(&self, file: &str, finding: &RecordFinding) -> Sheet {
        Sheet::malformed(format!("{file}:{finding}; left out"))
    }

    fn progress(&self) -> When {
        self.request.progress
    }
}
