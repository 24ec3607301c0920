//! `bpgn`: records of bughouse matches are checked, converted and shown. No games are played.
//!
//! Files are read; standard output has the result, standard error the messages.

mod archive;
mod input;
mod stream;
mod total;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::slice::from_ref;
use std::sync::Arc;

use clap::{Arg, ArgAction, Args, Command, CommandFactory, Parser, Subcommand};

use archive::Batches;
use input::{GameFiles, Input, of_matches};
use keymove_base::desk::{complain, complain_in_lines, complained, counted, ended};
use keymove_base::exit::Exit;
use keymove_base::roles::Roles;
use keymove_base::trust;
use keymove_base::units::{named, number};
use keymove_bpgn::MANUAL;
use keymove_bpgn::finding::Severity;
use keymove_bpgn::form::ArchiveForm;
use keymove_bpgn::format::Version;
use keymove_bpgn::join::join;
use keymove_bpgn::movelist::MovelistReader;
use keymove_bpgn::pgn::PgnGame;
use keymove_bpgn::position::{Point, position};
use keymove_bpgn::read::Reader;
use keymove_bpgn::seat::BoardName;
use keymove_games::viewer::Page;
use keymove_terminal::Program;
use keymove_terminal::arguments::{Workers, is_dash, tell_if_read};
use keymove_terminal::manuals::Manual;
use keymove_terminal::papers::Paper;
use keymove_terminal::{caught, unwritten};

/// `bpgn` as its command line shows it.
const PROGRAM: Program = Program {
    name: "bpgn",
    usage: "bpgn [OPTIONS] <COMMAND>",
    definition,
    groups: &[
        (
            "Records of matches",
            &["check", "format", "json", "columns", "html"],
        ),
        ("Their boards", &["split", "join", "position", "mine"]),
        ("The program itself", &["completions", "man"]),
    ],
    manuals: &[Manual {
        name: "manual",
        aliases: "bpgn bughouse",
        about: "Bughouse: matches on two boards",
        text: MANUAL,
    }],
    examples: include_str!("examples.txt"),
    instead: |_, _| None,
    remark: || "",
};

fn main() -> ExitCode {
    PROGRAM.main(Bpgn::run)
}

/// All commands. The option --version of `format` is an old name of --to; -V prints the program's
/// version, as everywhere.
fn definition() -> Command {
    Bpgn::command().mut_subcommand("format", |command| {
        command.disable_version_flag(true).arg(
            Arg::new("program-version")
                .short('V')
                .action(ArgAction::Version)
                .help("Print the program's version"),
        )
    })
}

/// Checks, converts and replays records of bughouse matches (BPGN), finds mates in them, plays no games
#[derive(Debug, Parser)]
#[command(name = "bpgn", version)]
#[command(after_help = "\
Exit codes: 0 done, 1 errors in games (notes do not count), 2 files that cannot be read, 64 usage, 74 output \
cannot be written, 130 stopped by a signal.")]
struct Bpgn {
    #[command(subcommand)]
    command: BpgnCommand,
}

#[derive(Debug, Subcommand)]
enum BpgnCommand {
    #[command(flatten)]
    Treat(Treatment),
    #[command(flatten)]
    Paper(Paper),
}

/// What to do with games.
#[derive(Debug, Subcommand)]
enum Treatment {
    /// Find what is wrong: legality, hands, numbers, clocks, lag, result
    Check(Files),
    /// Write the normal form: moves in SAN, clocks in seconds, tags in order
    Format {
        /// Leave moves, clocks, dates and positions as they are written
        #[arg(long)]
        keep: bool,
        /// The version of BPGN to write [default: clocks as exact, and tags as they stand]
        // The specification's own name for it, `--version`, looked like the long form of -V.
        #[arg(long, alias = "version", value_name = "VERSION", value_parser = named(VERSIONS))]
        to: Option<Version>,
        /// Write the result that the mate or the comment at the end shows
        #[arg(long)]
        fix_result: bool,
        #[command(flatten)]
        files: Files,
    },
    /// Write the four-column display
    Columns(Files),
    /// Write one JSON object a game
    Json(Files),
    /// Write two PGNs a game; join puts them together again
    Split {
        /// Write PREFIX-A.pgn and PREFIX-B.pgn [default: both boards of each game to standard
        /// output]
        #[arg(short, long, value_name = "PREFIX")]
        output: Option<PathBuf>,
        #[command(flatten)]
        files: Files,
    },
    /// Make one game of the PGNs, or FICS movelists, of its boards
    Join {
        /// The PGN or movelist of board A, or of both boards, one after the other
        a: PathBuf,
        /// The PGN or movelist of board B
        b: Option<PathBuf>,
    },
    /// Write both boards at a point of the game, as BFEN
    Position {
        /// A BPGN file; none, or -: standard input
        #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
        file: PathBuf,
        /// After which half-move, as 12b; 0 is the start [default: the end]
        #[arg(long, value_name = "HALF-MOVE")]
        at: Option<Point>,
        /// Which game of the file
        #[arg(long, value_name = "N", default_value = "1")]
        #[arg(value_parser = number::<usize>(1..=u32::MAX.into()))]
        game: usize,
    },
    /// Write positions with a mate in one, and those before a mate that was played, as EPD jobs for
    /// solver -b; of crazyhouse in PGN, too
    Mine {
        /// How many moves before the end of a game that ends in mate
        #[arg(long, value_name = "N", default_value = "3", value_parser = number::<u32>(1..=20))]
        moves: u32,
        /// The loser's positions, too: is it mated in N?
        #[arg(long)]
        losses: bool,
        #[command(flatten)]
        files: Files,
    },
    /// Write a page that replays the games on both boards, for any browser
    Html(Files),
}

const VERSIONS: &[(&str, Version)] = &[
    ("1.0", Version::V10),
    ("1.1", Version::V11),
    ("1.2", Version::V12),
];

#[derive(Debug, Args)]
struct Files {
    /// BPGN files; none, or -: standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    workers: Workers,
}

impl Bpgn {
    fn run(self) -> Result<Exit, Exit> {
        let action = match self.command {
            BpgnCommand::Treat(action) => action,
            BpgnCommand::Paper(paper) => return paper.run(&PROGRAM),
        };
        match &action {
            Treatment::Join { a, b } => {
                let files: Vec<PathBuf> = [a].into_iter().chain(b).cloned().collect();
                in_order(&files, |run| run.join(&files))
            }
            Treatment::Position { file, at, game } => {
                let at = at.unwrap_or_default();
                in_order(from_ref(file), |run| run.position(at, *game, file))
            }
            Treatment::Check(files)
            | Treatment::Columns(files)
            | Treatment::Json(files)
            | Treatment::Format { files, .. }
            | Treatment::Split { files, .. }
            | Treatment::Html(files)
            | Treatment::Mine { files, .. } => {
                let files = (files.files.clone(), files.workers.number());
                each(Arc::new(action), files)
            }
        }
    }
}

/// Treats each game by itself, with several workers.
fn each(action: Arc<Treatment>, (files, workers): (Vec<PathBuf>, usize)) -> Result<Exit, Exit> {
    let inputs = caught(GameFiles::until_signal(false))?;
    tell_if_read(&files, "games");
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let batches = Batches {
        action: Arc::clone(&action),
        files,
        workers,
        inputs,
    };
    let done = match &*action {
        Treatment::Split {
            output: Some(prefix),
            ..
        } => Ok(split_to(prefix, &batches)?),
        Treatment::Html(_) => page(&batches, &mut out),
        _ => batches.run(&mut out, &mut io::sink()),
    };
    let written = done.and_then(|exit| out.flush().map(|()| exit));
    Ok(ended(written, batches.inputs.stop()))
}

/// Treats games one after the other, in this thread.
fn in_order(
    files: &[PathBuf],
    work: impl FnOnce(&mut BpgnRun<BufWriter<io::StdoutLock<'static>>>) -> io::Result<()>,
) -> Result<Exit, Exit> {
    let inputs = caught(GameFiles::until_signal(true))?;
    tell_if_read(files, "games");
    let mut run = BpgnRun {
        inputs,
        out: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        exit: Exit::Success,
    };
    let written = work(&mut run).and_then(|()| run.out.flush());
    let exit = match run.inputs.ended() {
        true => Exit::Interrupted,
        false => run.exit,
    };
    Ok(ended(written.map(|()| exit), run.inputs.stop()))
}

/// Writes one page of all games, unless a file cannot be read.
fn page(batches: &Batches, out: &mut impl Write) -> io::Result<Exit> {
    let mut page = Page::new("Bughouse", out);
    let exit = batches.run(&mut page, &mut io::sink())?;
    page.end(batches.inputs.ended(), exit != Exit::Malformed)?;
    Ok(exit)
}

/// Splits into the files of both boards.
///
/// # Errors
///
/// The exit code: one of them is an input, and nothing was written, or they cannot be written.
fn split_to(prefix: &Path, batches: &Batches) -> Result<Exit, Exit> {
    let paths = [BoardName::A, BoardName::B].map(|name| {
        let mut path = prefix.as_os_str().to_owned();
        path.push(format!("-{name}.pgn"));
        PathBuf::from(path)
    });
    let mut roles = Roles::default();
    for path in &batches.files {
        match is_dash(path) {
            true => roles.reads_stdin(),
            false => roles.reads("input", path),
        }
    }
    paths.iter().for_each(|path| roles.writes("a board", path));
    roles
        .check()
        .map_err(|same| complained(same, Exit::Usage))?;
    let create = |path: &PathBuf| {
        let file = trust::create(path).map(BufWriter::new);
        file.map_err(|error| unwritten(path, error))
    };
    let (mut a, mut b) = (create(&paths[0])?, create(&paths[1])?);
    let done = batches.run(&mut a, &mut b);
    let written = done.and_then(|exit| a.flush().and_then(|()| b.flush()).map(|()| exit));
    written.map_err(|error| unwritten(prefix, error))
}

/// A run: where the output goes and what has gone wrong.
struct BpgnRun<W: Write> {
    inputs: GameFiles,
    out: W,
    exit: Exit,
}

impl<W: Write> BpgnRun<W> {
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
        self.exit = self.exit.min(Exit::Malformed);
    }

    /// Two files game by game, or one file with the boards of a match behind each other.
    fn join(&mut self, files: &[PathBuf]) -> io::Result<()> {
        // There is one standard input, so it has both boards.
        let both = files.iter().all(|path| is_dash(path));
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
                    complain(format_args!("game {number} has one board only"));
                    self.exit = self.exit.min(Exit::Found);
                    break;
                }
                Err((name, error)) => {
                    self.cannot_read(&name, &error);
                    break;
                }
            };
            let joined = join(&a, &b);
            for (severity, text) in &joined.remarks {
                let kind = match severity {
                    Severity::Error => {
                        self.exit = self.exit.min(Exit::Found);
                        "error"
                    }
                    Severity::Note => "warning",
                };
                complain(format_args!("{kind}: game {number}: {text}"));
            }
            self.out.write_all(&joined.bpgn)?;
        }
        let left_out: u64 = readers.iter().map(|(_, reader)| reader.left_out()).sum();
        if left_out > 0 {
            let lists = counted(left_out, "movelist", "movelists");
            complain(format_args!(
                "note: {lists} of other games than bughouse left out"
            ));
        }
        Ok(())
    }

    /// The position at a point of the `wanted` game of a file.
    fn position(&mut self, at: Point, wanted: usize, path: &Path) -> io::Result<()> {
        let matches = |inputs: &GameFiles| {
            let (form, input) = inputs.open(path)?;
            of_matches(form, input)
        };
        let Some((name, input)) = self.open(path, matches) else {
            return Ok(());
        };
        let mut reader = Reader::new(input);
        let mut games = 0;
        while !self.inputs.ended() {
            let game = match reader.next_game() {
                Ok(Some(game)) => game,
                Ok(None) => break,
                Err(error) => {
                    self.cannot_read(&name, &error);
                    return Ok(());
                }
            };
            games += 1;
            if games == wanted {
                match position(&game, at) {
                    Ok(bfen) => writeln!(self.out, "{bfen}")?,
                    Err(finding) => {
                        if finding.severity == Severity::Error {
                            self.exit = self.exit.min(Exit::Found);
                        }
                        complain_in_lines(&finding.line(&name, &mut game.places()));
                    }
                }
            }
        }
        if games < wanted && !self.inputs.ended() {
            complain(match games {
                0 => "there is no game".to_owned(),
                _ => format!("there is no game {wanted}, the last one is {games}"),
            });
            self.exit = self.exit.min(Exit::Found);
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

    /// The number of lists that were of other games.
    fn left_out(&self) -> u64 {
        match self {
            BoardReader::Pgn(_) => 0,
            BoardReader::Movelists(reader) => reader.left_out(),
        }
    }
}
