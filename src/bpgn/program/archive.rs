//! Whole archives: games read one after the other, worked on side by side by the pool, written in
//! their order.
//!
//! Games go to the workers in batches, as what is done with one takes microseconds: the reader
//! tells them apart, which only it can, and copies their text and parts. What is written does not
//! depend on the number of workers, neither the bytes nor the order of the messages. How fast it
//! goes stands in the manual. Giving the memory of copies back to the reader gained nothing and
//! held 6 MB more (2026-11-22, 100 MB).

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use crate::Treatment;
use crate::input::GameFiles;
use crate::stream::{Batch, BatchStream};
use crate::total::RunTotal;
use keymove_base::desk::{StatusLine, complain, complain_in_lines, counted, inform};
use keymove_base::error::message;
use keymove_base::exit::Exit;
use keymove_base::pool::panics::{Panic, quietly};
use keymove_base::pool::queue::{Weigh, Window};
use keymove_base::pool::{self, Plan, PoolJob, Sink};
use keymove_bpgn::check::{check, played_in_san};
use keymove_bpgn::finding::{BpgnFinding, Severity};
use keymove_bpgn::format::{NormalForm, write_game};
use keymove_bpgn::game::BpgnGame;
use keymove_bpgn::html::replayed;
use keymove_bpgn::mine::{MateMining, Variant, mine};
use keymove_bpgn::split::split;
use keymove_bpgn::tags::is_crazyhouse;
use keymove_bpgn::{columns, json};
use keymove_games::viewer;
use keymove_terminal::pooled;

/// The limits of waiting input: a few batches for each worker.
const WINDOW: Window = Window {
    items: 64,
    bytes: 4 << 20,
};

/// Something that is done with every game of files.
pub struct Batches {
    pub action: Arc<Treatment>,
    pub files: Vec<PathBuf>,
    pub workers: usize,
    pub inputs: GameFiles,
}

impl Batches {
    /// Does it. All goes to `out`, but the boards B of a split into two files.
    ///
    /// # Errors
    ///
    /// One of both fails.
    pub fn run<W: Write, V: Write>(&self, out: &mut W, second: &mut V) -> io::Result<Exit> {
        // Only pages are long in the making, and print nothing that shows how far they are.
        let is_page = matches!(&*self.action, Treatment::Html(_));
        let mut printer = ArchivePrinter {
            out,
            second,
            exit: Exit::Success,
            total: RunTotal::default(),
            status: StatusLine::new(is_page && io::stderr().is_terminal()),
            told: None,
        };
        let plan = Plan {
            window: WINDOW,
            ..Plan::searching(self.workers)
        };
        let one_board = matches!(&*self.action, Treatment::Mine { .. });
        let source = BatchStream::new(&self.files, one_board, self.inputs.clone());
        let job = BatchJob(Arc::clone(&self.action));
        let end = pool::run(&plan, source, job, &mut printer, self.inputs.stop());
        printer.status.clear();
        let ArchivePrinter {
            out, exit, total, ..
        } = printer;
        let exit = pooled(end, exit)?;
        if let Some(sum) = total.sum(&self.action)
            && !self.inputs.ended()
        {
            // The sum comes last where both streams go to one place.
            out.flush()?;
            inform(sum);
        }
        Ok(exit)
    }
}

/// The output for a batch.
#[derive(Debug, Default)]
struct BatchSheet {
    /// To standard output, or to the file of the boards A.
    out: Vec<u8>,
    /// To the file of the boards B.
    second: Vec<u8>,
    /// To standard error, in lines.
    messages: String,
    /// The file and what is told of its first game that is left out, once a file.
    left_out: Option<(Arc<str>, String)>,
    exit: Exit,
    total: RunTotal,
}

impl Weigh for BatchSheet {
    fn bytes(&self) -> usize {
        size_of::<BatchSheet>() + self.out.len() + self.second.len() + self.messages.len()
    }
}

/// The job of the pool: a batch in, its sheet out.
struct BatchJob(Arc<Treatment>);

impl PoolJob for BatchJob {
    type Input = Batch;
    type Output = BatchSheet;
    type State = Vec<BpgnFinding>;

    fn state(&self) -> Vec<BpgnFinding> {
        Vec::new()
    }

    fn run(&self, findings: &mut Vec<BpgnFinding>, batch: &Batch) -> BatchSheet {
        let mut sheet = BatchSheet::default();
        if !matches!(*self.0, Treatment::Check(_) | Treatment::Mine { .. }) {
            let text = batch.games.iter().map(|copy| copy.game().text().len());
            sheet.out.reserve(text.sum());
        }
        for (copy, number) in batch.games.iter().zip(batch.first..) {
            findings.clear();
            let game = copy.game();
            sheet.total.games += 1;
            if batch.one_board && !is_crazyhouse(&game) {
                sheet.leave_out(&batch.file, &game);
                continue;
            }
            let place = GamePlace {
                file: &batch.file,
                number,
                one_board: batch.one_board,
            };
            sheet.guard(place, |sheet| {
                sheet
                    .treat(&self.0, place, &game, findings)
                    .expect("memory can be written");
            });
        }
        if let Some(error) = &batch.unreadable {
            sheet.messages.push_str(&complaint(&batch.file, error));
            sheet.exit = sheet.exit.min(Exit::Malformed);
        }
        sheet
    }

    // Games are guarded one by one, so that this is a panic between them.
    fn failed(&self, batch: &Batch, panic: &Panic) -> BatchSheet {
        let first = batch.first;
        let last = (first + batch.games.len()).saturating_sub(1);
        BatchSheet {
            messages: internal(&batch.file, &format!("games {first} to {last}"), panic),
            exit: Exit::Internal,
            ..BatchSheet::default()
        }
    }
}

/// A panic as a line of standard error.
fn internal(file: &str, games: &str, panic: &Panic) -> String {
    complaint(file, &format_args!("{games}: {panic}"))
}

/// An error of a file, as a line of standard error.
fn complaint(file: &str, text: &dyn fmt::Display) -> String {
    format!("{}\n", message(&format!("{file}: {text}")))
}

/// Where a game stands.
#[derive(Debug, Clone, Copy)]
struct GamePlace<'a> {
    file: &'a str,
    number: usize,
    one_board: bool,
}

impl BatchSheet {
    /// Does something with a game. If it panics, what it wrote is taken back and the panic told;
    /// the other games of the batch stay.
    fn guard(&mut self, place: GamePlace<'_>, work: impl FnOnce(&mut BatchSheet)) {
        let (out, second, messages) = (self.out.len(), self.second.len(), self.messages.len());
        let (exit, total) = (self.exit, self.total);
        if let Err(panic) = quietly(|| work(self)) {
            self.out.truncate(out);
            self.second.truncate(second);
            self.messages.truncate(messages);
            let games = format!("game {}", place.number);
            self.messages
                .push_str(&internal(place.file, &games, &panic));
            self.total = total;
            self.exit = exit.min(Exit::Internal);
        }
    }

    /// Leaves out a game on one board of which nothing can be made.
    fn leave_out(&mut self, file: &Arc<str>, game: &BpgnGame<'_>) {
        self.exit = self.exit.min(Exit::Found);
        self.total.left_out += 1;
        self.left_out.get_or_insert_with(|| {
            let text =
                "this is no crazyhouse, and of bughouse only one board; join puts two together";
            let finding = BpgnFinding::in_text(Severity::Error, 0, text);
            (Arc::clone(file), finding.line(file, &mut game.places()))
        });
    }

    /// Does with a game what is asked for.
    fn treat(
        &mut self,
        action: &Treatment,
        place: GamePlace<'_>,
        game: &BpgnGame<'_>,
        findings: &mut Vec<BpgnFinding>,
    ) -> io::Result<()> {
        let GamePlace { file, number, .. } = place;
        let out = &mut self.out;
        match action {
            Treatment::Check(_) => {
                self.total.half_moves += check(game, findings).played as u64;
            }
            Treatment::Format {
                keep,
                to,
                fix_result,
                ..
            } => {
                let style = NormalForm {
                    version: *to,
                    keep: *keep,
                    fix_result: *fix_result,
                };
                write_game(game, &style, out, findings)?;
            }
            Treatment::Columns(_) => {
                columns::write(game, out, findings)?;
                played_in_san(game, findings);
            }
            Treatment::Json(_) => json::write(game, file, number, out, findings)?,
            Treatment::Mine { moves, losses, .. } => {
                let wanted = MateMining {
                    moves: *moves,
                    losses: *losses,
                };
                let variant = match place.one_board {
                    true => Variant::Crazyhouse,
                    false => Variant::Bughouse,
                };
                let mined = mine(game, variant, (file, number), wanted, out, findings)?;
                self.total.found += mined as u64;
            }
            Treatment::Html(_) => {
                if let Some(replay) = replayed(game, findings) {
                    viewer::write_game(&replay, out);
                }
            }
            Treatment::Split { output, .. } => {
                if let Some([a, b]) = split(game, findings) {
                    out.extend_from_slice(&a);
                    let second = output.as_ref().map(|_| &mut self.second);
                    second.unwrap_or(out).extend_from_slice(&b);
                }
                played_in_san(game, findings);
            }
            // These read their files themselves.
            Treatment::Join { .. } | Treatment::Position { .. } => (),
        }
        self.write_findings(action, file, game, findings)
    }

    /// Counts what was found and writes it, with `check` to standard output.
    fn write_findings(
        &mut self,
        action: &Treatment,
        file: &str,
        game: &BpgnGame<'_>,
        findings: &[BpgnFinding],
    ) -> io::Result<()> {
        let mut places = game.places();
        for finding in findings {
            match finding.severity {
                Severity::Error => {
                    self.total.errors += 1;
                    self.exit = self.exit.min(Exit::Found);
                }
                Severity::Note => self.total.notes += 1,
            }
            let line = finding.line(file, &mut places);
            if matches!(action, Treatment::Check(_)) {
                writeln!(self.out, "{line}")?;
            } else {
                self.messages.push_str(&line);
                self.messages.push('\n');
            }
        }
        Ok(())
    }
}

/// The destination of sheets, and their totals.
struct ArchivePrinter<'a, W, V> {
    out: &'a mut W,
    second: &'a mut V,
    exit: Exit,
    total: RunTotal,
    status: StatusLine,
    /// The last file of which it was told that games are left out.
    told: Option<Arc<str>>,
}

impl<W: Write, V: Write> Sink<BatchSheet> for ArchivePrinter<'_, W, V> {
    type Error = io::Error;

    fn put(&mut self, sheet: BatchSheet) -> io::Result<()> {
        self.exit = self.exit.min(sheet.exit);
        self.total.add(sheet.total);
        self.status.make_room();
        self.out.write_all(&sheet.out)?;
        self.second.write_all(&sheet.second)?;
        if let Some((file, line)) = sheet.left_out
            && !self
                .told
                .as_ref()
                .is_some_and(|told| Arc::ptr_eq(told, &file))
        {
            self.told = Some(file);
            self.total.errors += 1;
            self.status.clear();
            complain(line);
        }
        if !sheet.messages.is_empty() {
            self.status.clear();
            complain_in_lines(&sheet.messages);
        }
        if self.status.is_due() {
            self.status
                .draw(&counted(self.total.games, "game", "games"));
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.second.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_takes_back_what_its_game_wrote_and_nothing_else() {
        let mut sheet = BatchSheet::default();
        for number in 1..=3 {
            let place = GamePlace {
                file: "f",
                number,
                one_board: false,
            };
            sheet.guard(place, |sheet| {
                sheet.out.extend_from_slice(number.to_string().as_bytes());
                sheet.second.push(b'b');
                sheet.messages.push_str("told\n");
                sheet.total.half_moves += 1;
                sheet.exit = sheet.exit.min(Exit::Found);
                assert_ne!(number, 2, "the second game");
            });
        }
        assert_eq!((&*sheet.out, &*sheet.second), (&b"13"[..], &b"bb"[..]));
        let lines: Vec<&str> = sheet.messages.lines().collect();
        assert_eq!((lines[0], lines[2]), ("told", "told"));
        assert!(lines[1].starts_with("f: game 2: internal: "), "{lines:?}");
        assert_eq!((sheet.exit, sheet.total.half_moves), (Exit::Internal, 2));
    }
}
