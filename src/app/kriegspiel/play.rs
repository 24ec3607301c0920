//! `solver kriegspiel play`: standard input and output around a [`Conversation`].
//!
//! One thread reads lines, so that a signal is heard while nothing is said; this one answers them,
//! and writes the records.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use super::ending::{PositionArguments, table};
use crate::arguments::when;
use crate::lines::hear_lines;
use crate::units::number;
use crate::{no_thread, unwritten};
use keymove_base::desk::{When, ended, tell};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_base::trust::create;
use keymove_kriegspiel::ending::Ending;
use keymove_kriegspiel::notation::write::write_game;
use keymove_kriegspiel::play::conversation::{Conversation, Opening, Seating};
use keymove_kriegspiel::play::program_reply::ProgramReply;
use keymove_kriegspiel::sketch;

/// The longest line that is read, in bytes; words of the protocol have thirty.
const LONGEST_LINE: u64 = 1 << 12;

/// How often a signal is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Play an ending: the program attacks from the exact table, or hides the king; a line in, a line
/// out, boards and sentences on a terminal
#[derive(Debug, Args)]
#[command(after_help = "\
The program attacks and you are the umpire: go, no, yes, yes RF (letters of the checks), mate, stalemate, taken a1. \
--umpire: you only move the king: king e5. --hide: you attack: try Ra1-h1, hint. Always: board, undo, resign, \
new [MEN], help, quit. --position is for the first game; others begin with men that are drawn, won for sure.")]
pub struct PlayRequest {
    /// krk, kqk, kbbk (bishops on different colours) or kbnk; also K+R and so on
    #[arg(value_name = "TYPE")]
    ending: Ending,

    /// The program attacks and is the umpire, too: you place and move the king
    #[arg(long, conflicts_with = "hide")]
    umpire: bool,

    /// The program hides the king and is the umpire: you attack
    #[arg(long)]
    hide: bool,

    #[command(flatten)]
    position: PositionArguments,

    /// For the starts that are drawn
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// White's moves after which a game without mate ends
    #[arg(long, value_name = "N", default_value = "300", value_parser = number::<u16>(1..=u16::MAX.into()))]
    longest: u16,

    /// Write the games to FILE, as records that `check` reads
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Sentences, boards and a prompt; auto: when standard input is a terminal
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    boards: When,
}

impl PlayRequest {
    /// Plays until `quit`, the end of the input or a signal.
    pub fn run(self, stop: &Stop) -> Result<Exit, Exit> {
        let position = self.position.read(Some(self.ending))?;
        let opening = Opening {
            placement: position.map(|(placement, _)| placement),
            kings: position.map(|(_, kings)| kings),
            seed: self.seed,
            longest: self.longest.into(),
        };
        let seating = match (self.hide, self.umpire) {
            (true, _) => Seating::Hider,
            (_, true) => Seating::AttackerAndUmpire,
            _ => Seating::Attacker,
        };
        let boards = self.boards.or(|| io::stdin().is_terminal());
        let begun = |path: &PathBuf| {
            let file = stop
                .while_waiting(|| create(path))
                .map_err(|error| unwritten(path, error))?;
            Ok(BufWriter::new(file))
        };
        let mut pgn = self.pgn.as_ref().map(begun).transpose()?;
        if boards {
            tell(format!("building the table of {} ...", self.ending));
        }
        let table = table(self.ending, None, false, stop)?;
        let mut conversation = Conversation::new(table, seating, opening);
        let (lines, heard) = bounded(1);
        thread::Builder::new()
            .name("reader".into())
            .spawn(move || hear_lines(LONGEST_LINE, |line| lines.send(line).is_ok()))
            .map_err(no_thread)?;
        let mut records = PlayRecords {
            out: pgn.as_mut(),
            any: false,
        };
        let out = &mut io::stdout().lock();
        let written = talk(&mut conversation, &heard, stop, boards, &mut records, out);
        let kept = records.add(&mut conversation, true);
        if let (Err(error), Some(path)) = (kept, &self.pgn) {
            return Err(unwritten(path, error));
        }
        Ok(ended(written, stop))
    }
}

/// Hears and answers.
fn talk(
    conversation: &mut Conversation,
    heard: &Receiver<Vec<u8>>,
    stop: &Stop,
    boards: bool,
    records: &mut PlayRecords<'_>,
    out: &mut impl Write,
) -> io::Result<Exit> {
    if boards {
        for said in [conversation.help(), conversation.greeting()] {
            show(&said, conversation, out)?;
        }
        prompt(out)?;
    }
    while !conversation.is_over() {
        if stop.is_raised() {
            return Ok(Exit::Interrupted);
        }
        let line = match heard.recv_timeout(LOOK) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let line = String::from_utf8_lossy(&line);
        if boards && line.trim().is_empty() {
            prompt(out)?;
            continue;
        }
        let said = conversation.answer(&line);
        if boards {
            show(&said, conversation, out)?;
            if !conversation.is_over() {
                prompt(out)?;
            }
        } else {
            writeln!(out, "{said}")?;
            // The other program waits for it.
            out.flush()?;
        }
        // A full disk is told of at the end, when all records are asked for once more.
        let _ = records.add(conversation, false);
    }
    Ok(Exit::Success)
}

fn show(said: &ProgramReply, conversation: &Conversation, out: &mut impl Write) -> io::Result<()> {
    if said.has_board() {
        let view = conversation.view();
        let board = sketch::metaposition(view.placement, view.kings, view.king);
        write!(out, "\n{board}")?;
    }
    writeln!(out, "{}", said.sentence())
}

fn prompt(out: &mut impl Write) -> io::Result<()> {
    write!(out, "> ")?;
    out.flush()
}

/// The file of the records.
struct PlayRecords<'a> {
    out: Option<&'a mut BufWriter<File>>,
    any: bool,
}

impl PlayRecords<'_> {
    /// Writes the games that are over; with `all` that under way, too.
    fn add(&mut self, conversation: &mut Conversation, all: bool) -> io::Result<()> {
        let Some(out) = &mut self.out else {
            return Ok(());
        };
        for game in conversation.records(all) {
            if self.any {
                out.write_all(b"\n")?;
            }
            self.any = true;
            let mut text = Vec::new();
            write_game(&game, &mut text);
            out.write_all(&text)?;
        }
        out.flush()
    }
}
