//! `solver uci`: standard input, standard output and the thread that searches around a
//! [`Session`].
//!
//! Three threads: one reads lines, one searches, and this one hears both and writes. It never
//! waits for the search, so that `stop` is answered at once even while gigabytes of tables are
//! asked for.

use std::io::{self, Write};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use keymove_base::desk::{ended, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::pool::SEARCH_STACK;
use keymove_base::pool::panics::quietly;
use keymove_base::stop::Stop;
use keymove_doors::uci::{Assignment, News, SearchUpdate, Session, analyse};
use keymove_run::batch::has_memory;
use keymove_solve::Tables;
use keymove_terminal::lines::hear_lines;
use keymove_terminal::no_thread;

/// The longest line that is read, in bytes: a game of a hundred thousand moves.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines that are read ahead.
const AHEAD: usize = 256;

/// An event that this thread waits for.
enum Event {
    Line(Vec<u8>),
    End,
    News(SearchUpdate),
}

/// Talks until `quit` or the end of the input.
pub fn run() -> Result<Exit, Exit> {
    tell_if_typed("commands of the UCI protocol");
    let (events, heard) = bounded(AHEAD);
    let (orders, ordered) = unbounded();
    let reading = events.clone();
    thread::Builder::new()
        .name("reader".into())
        .spawn(move || read(&reading))
        .and_then(|_| {
            thread::Builder::new()
                .name("search".into())
                .stack_size(SEARCH_STACK)
                .spawn(move || search(&ordered, &events))
        })
        .map_err(no_thread)?;
    let written = talk(&heard, &orders, &mut io::stdout().lock());
    Ok(ended(written.map(|()| Exit::Success), &Stop::new()))
}

/// Hears and answers.
fn talk(
    heard: &Receiver<Event>,
    orders: &Sender<Box<Assignment>>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut session = Session::default();
    let mut is_open = true;
    while is_open || session.is_running() {
        let event = match session.rest(Instant::now()) {
            Some(rest) => heard.recv_timeout(rest),
            None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let now = Instant::now();
        let mut reaction = match event {
            Ok(Event::Line(line)) => session.hear(&line, now),
            Ok(Event::End) => {
                is_open = false;
                session.hear_end(now)
            }
            Ok(Event::News(bulletin)) => session.learn(bulletin, now),
            Err(RecvTimeoutError::Timeout) => session.look(now),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        // However much is said, the clock goes on.
        reaction.lines.extend(session.look(now).lines);
        if !reaction.lines.is_empty() {
            let mut text = reaction.lines.join("\n");
            text.push('\n');
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
        if let Some(assignment) = reaction.search {
            // The receiver is there as long as this thread: it ends with the last sender.
            let _ = orders.send(assignment);
        }
        if reaction.quit {
            break;
        }
    }
    Ok(())
}

/// Reads lines until there are none.
fn read(events: &Sender<Event>) {
    hear_lines(LONGEST_LINE, |line| events.send(Event::Line(line)).is_ok());
    // Nobody listens any more when the conversation is over.
    let _ = events.send(Event::End);
}

/// Tables that are kept from one search to the next.
struct KeptTables {
    /// The megabytes that were asked for.
    memory: usize,
    /// The number of the game in which they were begun.
    game: u64,
    tables: Tables,
}

/// Does one search after the other.
fn search(ordered: &Receiver<Box<Assignment>>, events: &Sender<Event>) {
    let mut kept: Option<KeptTables> = None;
    for assignment in ordered {
        if assignment.stop.is_raised() {
            // The search was answered before it began.
            continue;
        }
        let number = assignment.number;
        let tell = |bulletin| {
            // Nobody listens any more when the conversation is over.
            let _ = events.send(Event::News(bulletin));
        };
        let ended = quietly(|| {
            let Assignment { memory, game, .. } = *assignment;
            let (mut tables, begun) = match kept.take() {
                Some(kept) if kept.memory == memory => (kept.tables, Some(kept.game)),
                before => {
                    // Its memory may be needed.
                    drop(before);
                    let granted = granted(memory);
                    if granted < memory {
                        let text =
                            format!("no memory for a Hash of {memory} MB; {granted} MB used");
                        tell(SearchUpdate::new(number, News::Note(text)));
                    }
                    (Tables::new(granted), None)
                }
            };
            if begun != Some(game) {
                tables.begin();
            }
            tables.set_threads(assignment.threads);
            analyse(&assignment, &mut tables, &mut |bulletin| tell(bulletin));
            KeptTables {
                memory,
                game,
                tables,
            }
        });
        match ended {
            Ok(tables) => kept = Some(tables),
            Err(panic) => {
                let text = format!("internal error: {}", panic.message);
                tell(SearchUpdate::new(number, News::Note(text)));
                tell(SearchUpdate::new(number, News::Done));
            }
        }
    }
}

/// As much of `megabytes` as there is, halved until it is granted; at least 1.
fn granted(megabytes: usize) -> usize {
    let mut granted = megabytes;
    while granted > 1 && !has_memory(1, granted) {
        granted /= 2;
    }
    granted
}
