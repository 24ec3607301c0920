//! The games of files in batches, as the pool's reading thread takes them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::input::{GameFiles, Input, of_matches};
use keymove_base::pool::queue::Weigh;
use keymove_bpgn::form::ArchiveForm;
use keymove_bpgn::game::GameCopy;
use keymove_bpgn::read::Reader;

/// So many bytes of text make a batch: some twenty games.
const BATCH: usize = 1 << 16;

/// Games that stand behind each other in a file, or why there are no more.
pub struct Batch {
    pub file: Arc<str>,
    /// The number of the first game in its file, from 1.
    pub first: usize,
    pub games: Vec<GameCopy>,
    /// Why the file cannot be read behind them.
    pub unreadable: Option<io::Error>,
    /// Whether the games are on one board.
    pub one_board: bool,
}

impl Weigh for Batch {
    fn bytes(&self) -> usize {
        let games: usize = self.games.iter().map(GameCopy::bytes).sum();
        size_of::<Batch>() + games
    }
}

/// The games of all files in batches.
pub struct BatchStream {
    files: std::vec::IntoIter<PathBuf>,
    /// Whether games on one board are taken.
    one_board: bool,
    inputs: GameFiles,
    open: Option<OpenArchive>,
}

/// A file that is being read.
struct OpenArchive {
    name: Arc<str>,
    reader: Reader<Input>,
    one_board: bool,
    /// Games that were read.
    games: usize,
}

impl BatchStream {
    pub fn new(files: &[PathBuf], one_board: bool, inputs: GameFiles) -> BatchStream {
        BatchStream {
            files: Vec::from(files).into_iter(),
            one_board,
            inputs,
            open: None,
        }
    }

    fn open(&self, path: &Path) -> io::Result<(Reader<Input>, bool)> {
        match self.inputs.open(path)? {
            (ArchiveForm::Pgn, input) if self.one_board => Ok((Reader::pgn(input), true)),
            (form, input) => Ok((Reader::new(of_matches(form, input)?), false)),
        }
    }
}

impl Iterator for BatchStream {
    type Item = Vec<Batch>;

    fn next(&mut self) -> Option<Vec<Batch>> {
        let mut archive = match self.open.take() {
            Some(archive) => archive,
            None => {
                let path = self.files.next()?;
                let name: Arc<str> = Arc::from(path.display().to_string());
                match self.open(&path) {
                    Ok((reader, one_board)) => OpenArchive {
                        name,
                        reader,
                        one_board,
                        games: 0,
                    },
                    Err(error) => {
                        return Some(vec![Batch {
                            file: name,
                            first: 1,
                            games: Vec::new(),
                            unreadable: Some(error),
                            one_board: false,
                        }]);
                    }
                }
            }
        };
        let (batch, more) = archive.next_batch(&self.inputs);
        if more {
            self.open = Some(archive);
        }
        Some(vec![batch])
    }
}

impl OpenArchive {
    /// The next batch, and whether there may be another one.
    fn next_batch(&mut self, inputs: &GameFiles) -> (Batch, bool) {
        let mut batch = Batch {
            file: Arc::clone(&self.name),
            first: self.games + 1,
            games: Vec::new(),
            unreadable: None,
            one_board: self.one_board,
        };
        let mut length = 0;
        while length < BATCH && !inputs.ended() {
            match self.reader.next_game() {
                Ok(Some(game)) => {
                    length += game.text().len();
                    batch.games.push(game.copied());
                    self.games += 1;
                }
                Ok(None) => return (batch, false),
                Err(error) => {
                    batch.unreadable = Some(error);
                    return (batch, false);
                }
            }
        }
        (batch, true)
    }
}
