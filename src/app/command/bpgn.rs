//! `solver bpgn`: files in, what was asked for on standard output, the rest on standard error.

mod archive;
pub mod input;
mod total;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::caught;
use input::{GameFiles, Input, is_standard_input, of_matches};
use keymove_base::desk::{
    complain, complained, counted, ended, reads_standard_input, tell, tell_if_typed,
};
use keymove_base::exit::Exit;
use keymove_base::roles::Roles;
use keymove_base::trust;
use keymove_bpgn::finding::{BpgnFinding, Severity};
use keymove_bpgn::form::ArchiveForm;
use keymove_bpgn::format::NormalForm;
use keymove_bpgn::game::BpgnGame;
use keymove_bpgn::join::join;
use keymove_bpgn::mine::MateMining;
use keymove_bpgn::movelist::MovelistReader;
use keymove_bpgn::pgn::PgnGame;
use keymove_bpgn::position::{Point, position};
use keymove_bpgn::read::Reader;
use keymove_bpgn::seat::BoardName;
use keymove_games::viewer::Page;

/// What `solver bpgn` is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bpgn {
    /// What with every game.
    pub action: Treatment,
    /// The files; none, or `-`: standard input.
    pub files: Vec<PathBuf>,
    /// Workers, at least 1, for what is done with every game for itself.
    pub workers: usize,
}

/// What to do with games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Treatment {
    /// Find what is wrong.
    Check,
    /// Write the normal form.
    Format(NormalForm),
    /// Write the four-column display.
    Columns,
    /// Write one JSON object a game.
    Json,
    /// Write two PGNs a game: into two files whose names begin so, or both on standard output.
    Split(Option<PathBuf>),
    /// Make one game of two PGNs.
    Join,
    /// Write the BFEN after a half-move, or at the end.
    Position {
        /// Where in the game.
        at: Point,
        /// Which game of the file, counted from 1.
        game: usize,
    },
    /// Write positions for the solver.
    Mine(MateMining),
    /// Write a page that replays the games.
    Html {
        /// Those with a mate in one, as puzzles.
        puzzles: bool,
    },
}

/// Does it.
pub fn run(bpgn: &Bpgn) -> Result<Exit, Exit> {
    let one_by_one = matches!(bpgn.action, Treatment::Join | Treatment::Position { .. });
    let inputs = caught(GameFiles::until_signal(one_by_one))?;
    if reads_standard_input(&bpgn.files) {
        tell_if_typed("games");
    }
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if !one_by_one {
        let done = match &bpgn.action {
            Treatment::Split(Some(prefix)) => split_to(prefix, bpgn, &inputs)?,
            Treatment::Html { .. } => page(bpgn, &inputs, &mut out),
            _ => in_batches(bpgn, &inputs, &mut out, &mut io::sink()),
        };
        let written = done.and_then(|exit| out.flush().map(|()| exit));
        return Ok(ended(written, inputs.stop()));
    }
    let mut run = BpgnRun {
        inputs,
        out,
        errors: false,
        unread: false,
    };
    let written = match &bpgn.action {
        Treatment::Join => run.join(&bpgn.files),
        Treatment::Position { at, game } => run.position(*at, *game, &bpgn.files),
        _ => Ok(()),
    };
    let written = written.and_then(|()| run.out.flush());
    Ok(ended(written.map(|()| run.exit()), run.inputs.stop()))
}

/// What is done with each game for itself.
fn in_batches(
    bpgn: &Bpgn,
    inputs: &GameFiles,
    out: &mut impl Write,
    second: &mut impl Write,
) -> io::Result<Exit> {
    let outs = (out, second);
    archive::run(&bpgn.action, &bpgn.files, bpgn.workers, inputs, outs)
}

/// A page of all games; of files that cannot be read there is none.
fn page(bpgn: &Bpgn, inputs: &GameFiles, out: &mut impl Write) -> io::Result<Exit> {
    let mut page = Page::new("Bughouse", out);
    let exit = in_batches(bpgn, inputs, &mut page, &mut io::sink())?;
    page.end(inputs.ended(), exit != Exit::Malformed)?;
    Ok(exit)
}

/// Splits into the files of both boards.
///
/// # Errors
///
/// The exit code: one of them is an input, and nothing was written.
fn split_to(prefix: &Path, bpgn: &Bpgn, inputs: &GameFiles) -> Result<io::Result<Exit>, Exit> {
    let paths = [BoardName::A, BoardName::B].map(|name| {
        let mut path = prefix.as_os_str().to_owned();
        path.push(format!("-{name}.pgn"));
        PathBuf::from(path)
    });
    let mut roles = Roles::default();
    if reads_standard_input(&bpgn.files) {
        roles.reads_stdin();
    }
    bpgn.files
        .iter()
        .for_each(|path| roles.reads("input", path));
    paths.iter().for_each(|path| roles.writes("a board", path));
    roles
        .check()
        .map_err(|same| complained(same, Exit::Usage))?;
    Ok(split_into(&paths, bpgn, inputs))
}

fn split_into(paths: &[PathBuf; 2], bpgn: &Bpgn, inputs: &GameFiles) -> io::Result<Exit> {
    let create = |path: &PathBuf| {
        let named = |error: io::Error| {
            let path = path.display();
            io::Error::new(error.kind(), format!("{path}: {error}"))
        };
        trust::create(path).map(BufWriter::new).map_err(named)
    };
    let (mut a, mut b) = (create(&paths[0])?, create(&paths[1])?);
    let exit = in_batches(bpgn, inputs, &mut a, &mut b)?;
    a.flush()?;
    b.flush()?;
    Ok(exit)
}

/// A run: where the output goes and what has gone wrong.
struct BpgnRun<W: Write> {
    inputs: GameFiles,
    out: W,
    /// An error in a game.
    errors: bool,
    /// A file that cannot be read.
    unread: bool,
}

impl<W: Write> BpgnRun<W> {
    fn exit(&self) -> Exit {
        if self.inputs.ended() {
            Exit::Interrupted
        } else if self.unread {
            Exit::Malformed
        } else if self.errors {
            Exit::Found
        } else {
            Exit::Success
        }
    }

    /// Hands over every game of every file with the file's name and its number there, from 1.
    fn games(
        &mut self,
        files: &[PathBuf],
        mut each: impl FnMut(&mut Self, &str, usize, &BpgnGame<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let stdin = [PathBuf::from("-")];
        let files = if files.is_empty() { &stdin } else { files };
        for path in files {
            let matches = |inputs: &GameFiles| {
                let (form, input) = inputs.open(path)?;
                of_matches(form, input)
            };
            let Some((name, input)) = self.open(path, matches) else {
                continue;
            };
            let mut reader = Reader::new(input);
            let mut number = 0;
            while !self.inputs.ended() {
                match reader.next_game() {
                    Ok(Some(game)) => {
                        number += 1;
                        each(self, &name, number, &game)?;
                    }
                    Ok(None) => break,
                    Err(error) => {
                        self.cannot_read(&name, &error);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn open<T>(
        &mut self,
        path: &Path,
        open: impl FnOnce(&GameFiles) -> io::Result<T>,
    ) -> Option<(String, T)> {
        let name = path.display().to_string();
        match open(&self.inputs) {
            Ok(input) => Some((name, input)),
            Err(error) => {
                self.cannot_read(&name, &error);
                None
            }
        }
    }

    fn cannot_read(&mut self, name: &str, error: &io::Error) {
        complain(format_args!("{name}: {error}"));
        self.unread = true;
    }

    /// Tells on standard error what was found beside the output.
    fn report(&mut self, file: &str, game: &BpgnGame<'_>, findings: &[BpgnFinding]) {
        let mut places = game.places();
        let mut lines = String::new();
        for finding in findings {
            self.errors |= finding.severity == Severity::Error;
            lines.push_str(&finding.line(file, &mut places));
            lines.push('\n');
        }
        // All at once: a line at a time is slow where there are many.
        let _ = io::stderr().write_all(lines.as_bytes());
    }

    /// Two files game by game, or one file with the boards of a match behind each other.
    fn join(&mut self, files: &[PathBuf]) -> io::Result<()> {
        // There is one standard input, so it has both boards.
        let both = files.iter().all(|path| is_standard_input(path));
        let files = if both {
            files.get(..1).unwrap_or_default()
        } else {
            files
        };
        let mut readers = Vec::new();
        for path in files {
            match self.open(path, |inputs| inputs.open(path)) {
                Some((name, (form, input))) => readers.push((name, BoardReader::new(form, input))),
                None => return Ok(()),
            }
        }
        let Some(second) = readers.len().checked_sub(1) else {
            return Ok(());
        };
        for number in 1u64.. {
            if self.inputs.ended() {
                break;
            }
            let mut next = |index: usize| {
                let (name, reader) = &mut readers[index];
                reader.next_game().map_err(|error| (name.clone(), error))
            };
            let pair = next(0).and_then(|a| Ok((a, next(second)?)));
            let (a, b) = match pair {
                Ok((Some(a), Some(b))) => (a, b),
                Ok((None, None)) => break,
                Ok(_) => {
                    tell(format_args!("error: game {number} has one board only"));
                    self.errors = true;
                    break;
                }
                Err((name, error)) => {
                    self.cannot_read(&name, &error);
                    break;
                }
            };
            let joined = join(&a, &b);
            for (severity, text) in &joined.remarks {
                self.errors |= *severity == Severity::Error;
                let kind = match severity {
                    Severity::Error => "error",
                    Severity::Note => "warning",
                };
                tell(format_args!("{kind}: game {number}: {text}"));
            }
            self.out.write_all(&joined.bpgn)?;
        }
        let left_out: u64 = readers.iter().map(|(_, reader)| reader.left_out()).sum();
        if left_out > 0 {
            let lists = counted(left_out, "movelist", "movelists");
            tell(format_args!(
                "note: {lists} of other games than bughouse left out"
            ));
        }
        Ok(())
    }

    fn position(&mut self, at: Point, wanted: usize, files: &[PathBuf]) -> io::Result<()> {
        let mut games = 0;
        self.games(files, |run, file, number, game| {
            games = number;
            if number != wanted {
                return Ok(());
            }
            match position(game, at) {
                Ok(bfen) => writeln!(run.out, "{bfen}"),
                Err(finding) => {
                    run.report(file, game, &[finding]);
                    Ok(())
                }
            }
        })?;
        if games < wanted && !self.unread && !self.inputs.ended() {
            tell(match games {
                0 => "error: there is no game".to_owned(),
                _ => format!("error: there is no game {wanted}, the last one is {games}"),
            });
            self.errors = true;
        }
        Ok(())
    }
}

/// Reads the boards of matches, a board a game.
enum BoardReader {
    Pgn(Reader<Input>),
    Movelists(MovelistReader<Input>),
}

impl BoardReader {
    fn new(form: ArchiveForm, input: Input) -> BoardReader {
        match form {
            ArchiveForm::Movelists => BoardReader::Movelists(MovelistReader::new(input)),
            // What is not PGN is told game by game.
            ArchiveForm::Pgn | ArchiveForm::Bpgn => BoardReader::Pgn(Reader::pgn(input)),
        }
    }

    fn next_game(&mut self) -> io::Result<Option<PgnGame>> {
        match self {
            BoardReader::Pgn(reader) => reader.next_board(),
            BoardReader::Movelists(reader) => reader.next_game(),
        }
    }

    /// How many lists were of other games.
    fn left_out(&self) -> u64 {
        match self {
            BoardReader::Pgn(_) => 0,
            BoardReader::Movelists(reader) => reader.left_out(),
        }
    }
}
