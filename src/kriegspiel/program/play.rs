//! `kriegspiel play`: standard input and output around an [`EndingMatch`].
//!
//! One thread reads lines, so that a signal is heard while nothing is said; this one answers them,
//! and writes the record.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use clap::Args;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use crate::ending::{PositionArguments, table};
use keymove_base::desk::{ended, tell, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_kriegspiel::ending::{Ending, EndingTable};
use keymove_kriegspiel::notation::write::write_game;
use keymove_kriegspiel::play::{EndingMatch, draw};
use keymove_terminal::lines::hear_lines;
use keymove_terminal::no_thread;

/// The longest line that is read, in bytes; words of the protocol have thirty.
const LONGEST_LINE: u64 = 1 << 12;

/// The time between two looks for a signal.
const LOOK: Duration = Duration::from_millis(50);

/// Play an ending in the umpire's words, a line in, a line out: you hide the king from the exact
/// table, or attack a king that hides; the record follows at the end
#[derive(Debug, Args)]
#[command(after_help = "\
You hide: king e5 (at first), then try e5e4 or try Ke4. You attack (--hide): try a1h1 or try Rh1. Always: tries, \
board, help; hint where you attack. An answer is that of kriegspiel umpire, then the program's turn: white or black, \
its refused tries, and what the umpire says. On a terminal the board is drawn with ? wherever the king may be.")]
pub struct PlayRequest {
    /// krk, kqk, kbbk (bishops on different colours) or kbnk; also K+R and so on
    #[arg(value_name = "TYPE")]
    ending: Ending,

    /// The program hides the king: you attack
    #[arg(long)]
    hide: bool,

    #[command(flatten)]
    position: PositionArguments,

    /// For the start that is drawn, won for sure
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

impl PlayRequest {
    /// Plays until the end of the match or of the input, or a signal.
    pub fn run(self, stop: &Stop) -> Result<Exit, Exit> {
        let position = self.position.read(Some(self.ending))?;
        let is_typed = io::stdin().is_terminal();
        if is_typed {
            tell(format!("building the table of {} ...", self.ending));
        }
        let table = table(self.ending, None, false, stop)?;
        let start = position.unwrap_or_else(|| {
            let placement = draw(&table, self.seed);
            (placement, EndingTable::possible(placement))
        });
        let mut played = EndingMatch::new(table, start, self.hide);
        let (lines, heard) = bounded(1);
        thread::Builder::new()
            .name("reader".into())
            .spawn(move || hear_lines(LONGEST_LINE, |line| lines.send(line).is_ok()))
            .map_err(no_thread)?;
        tell_if_typed("king SQUARE (at first), try MOVE, tries, hint, board and help");
        let out = &mut io::stdout().lock();
        let exit = talk(&mut played, &heard, stop, is_typed, out);
        Ok(ended(exit, stop))
    }
}

/// Hears and answers, and writes the record, if a move was made, behind an empty line.
fn talk(
    played: &mut EndingMatch,
    heard: &Receiver<Vec<u8>>,
    stop: &Stop,
    draws: bool,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let mut exit = Exit::Success;
    if draws {
        write!(out, "{}", played.board())?;
    }
    while played.result.is_none() {
        if stop.is_raised() {
            exit = Exit::Interrupted;
            break;
        }
        let line = match heard.recv_timeout(LOOK) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        writeln!(out, "{}", played.answer(&String::from_utf8_lossy(&line)))?;
        if draws {
            write!(out, "{}", played.board())?;
        }
        // A program that asks waits for the answer.
        out.flush()?;
    }
    if let Some(game) = played.record() {
        let mut text = b"\n".to_vec();
        write_game(&game, &mut text);
        out.write_all(&text)?;
    }
    out.flush().map(|()| exit)
}
