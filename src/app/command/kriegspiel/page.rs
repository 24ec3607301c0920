//! `solver kriegspiel html`: records -> a page. An umpire's record is replayed on three boards, a
//! player's on the player's own, with what could be known.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use shakmaty::Color;

use super::batch::{RecordWork, Sheet, Source, Way, run};
use super::summed;
use crate::command::unpacked::plain;
use keymove_base::desk::complained;
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_games::viewer::{self, Page};
use keymove_kriegspiel::filter::{Comments, filter};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::html::replayed;
use keymove_kriegspiel::notation::read::{Games, Read, ReadError};
use keymove_kriegspiel::notation::{Game, Viewpoint};
use keymove_kriegspiel::own_page::OwnPage;

/// What is shown of which records.
#[derive(Debug, Clone)]
pub struct PageRequest {
    /// Whose page is made of an umpire's record; none: that of all three boards.
    pub player: Option<Color>,
    /// The umpire's records of games of which players' records are given.
    pub umpire: Option<PathBuf>,
    /// How a player's page is made.
    pub own: OwnPage,
}

/// Writes the page to `out`, and says what all came to; a page that a signal cuts holds what was
/// read, and says so.
///
/// # Errors
///
/// `out` fails.
pub fn write(
    source: &Source,
    way: Way,
    request: &PageRequest,
    stop: &Stop,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let umpires = request.umpire.as_deref();
    let umpires = umpires.map(|path| stop.while_waiting(|| self::umpires(path)));
    let umpires = match umpires.transpose() {
        Ok(umpires) => umpires.unwrap_or_default(),
        Err(text) => return Ok(complained(text, Exit::Malformed)),
    };
    let work = PageWork {
        player: request.player,
        own: request.own,
        umpires,
    };
    let mut page = Page::new("Kriegspiel", &mut *out);
    let (exit, census) = run(source, way, stop, &mut page, Box::new(work))?;
    page.end(stop.is_raised(), exit != Exit::Malformed)?;
    summed(exit, census.games_in_words(), &census, out)
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
    player: Option<Color>,
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
        let (record, umpire) = match (game.filtered(), self.player) {
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
        let is_umpires = game.filtered() == Some(Viewpoint::No) && self.player.is_none();
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
}
