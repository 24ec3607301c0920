//! The claims of a record about its solution, as moves on its board: [`Claims`].
//!
//! | operation | claim |
//! |---|---|
//! | `bm`, else `pm`, else the first move of `pv` | the keys |
//! | `am` | moves that are no keys |
//! | `pv` | a line, from the first move to the goal |
//! | `Count` | the number of solutions of help play, of keys otherwise |
//! | `Line` | another line; in forced play it may break off, and `--` is a defender who passes: what follows threatens |
//! | `SetPlay` | a line that the other side begins, one half move shorter |
//! | `Try` | a first move that fails, and all replies that refute it, if there are any |
//! | `Unread` | what stands in a solution and could not be read |
//! | `Unsure` | what was read, but may mean something else: it is never held against the author |
//! | `Doubt` | what the solution rests on that is not known here: retro-analysis |
//!
//! `Line`, `SetPlay`, `Try`, `Unread` and `Unsure` may occur several times. They are created from
//! solutions in Olive's documents and from games in PGN (`collection::Reading::claims`). In `Line`
//! and `SetPlay` a `~` is any move, `Nc~` any move of that knight, and `Qd6/Qd5` either of the two;
//! a move without the file or rank it needs is any move that matches.

mod misread;

use super::claimed_count;
use shakmaty::{Move, Role};

use crate::epd::moves::{MoveError, possible_moves, read_move, stray_numbers, written_moves};
use crate::epd::{Epd, Operation};
use crate::record::LEFT_OUT;
use crate::record::line::{LineFault, PlayedLine};
use keymove_rules::position::Position;
use keymove_solve::Stipulation;

/// The maximum number of ways to read a line that leaves moves open.
const MOST_READINGS: usize = 2048;

/// All claims of a record in addition to its stipulation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// The keys.
    pub keys: NamedMoves,
    /// Moves that are claimed not to be keys.
    pub avoided: NamedMoves,
    /// The lines.
    pub lines: Vec<ClaimedLine>,
    /// First moves that fail.
    pub tries: Vec<ClaimedTry>,
    /// The number of solutions of help play, of keys otherwise.
    pub count: Option<u64>,
    /// The parts that could not be read: `Unread`, and moves that are illegal or ambiguous.
    pub unread: Vec<String>,
    /// The parts that were read but may mean something else.
    pub unsure: Vec<String>,
    /// A condition of the solution that is not known here.
    pub doubt: Option<String>,
}

/// The operation from which a line comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineSource {
    /// `pv`: it must be complete.
    Pv,
    /// `Line`.
    Line,
    /// `SetPlay`.
    SetPlay,
}

impl LineSource {
    /// The name of the operation.
    pub fn name(self) -> &'static str {
        match self {
            LineSource::Pv => "pv",
            LineSource::Line => "line",
            LineSource::SetPlay => "set play",
        }
    }
}

/// A line that is claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedLine {
    /// Where the line comes from.
    pub source: LineSource,
    /// The moves as they are written.
    pub written: Vec<String>,
    /// The line on the board, once for every way to read it; never empty.
    pub readings: Vec<PlayedLine>,
}

/// A first move that is claimed to fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedTry {
    /// The move; several only if it is wrong.
    pub first: NamedMoves,
    /// The replies that are claimed to refute it; empty if the record does not name any.
    pub refutations: NamedMoves,
}

impl Claims {
    /// The claims of `record`, which asks for `stipulation`.
    pub fn of(record: &Epd, stipulation: Stipulation) -> Claims {
        let position = &stipulation.kind.settle(record.position());
        let mut claims = Claims {
            avoided: NamedMoves::of(record, "am", position),
            count: claimed_count(record),
            doubt: record.operation("Doubt").map(text_of),
            unsure: record.all("Unsure").map(text_of).collect(),
            ..Claims::default()
        };
        for (opcode, source) in [
            ("pv", LineSource::Pv),
            ("Line", LineSource::Line),
            ("SetPlay", LineSource::SetPlay),
        ] {
            for operation in record.all(opcode) {
                match ClaimedLine::read(operation, source, position, stipulation) {
                    Some(line) if line.is_understood() => claims.lines.push(line),
                    _ => claims.unread.push(text_of(operation)),
                }
            }
        }
        claims.tries = record
            .all("Try")
            .map(|operation| ClaimedTry::read(operation, position))
            .collect();
        claims.unread.extend(record.all("Unread").map(text_of));
        let named = ["bm", "pm"].map(|opcode| NamedMoves::of(record, opcode, position));
        let named = named.into_iter().find(|named| !named.is_empty());
        claims.keys = named.unwrap_or_else(|| {
            let main = claims.lines.iter().find(|l| l.source == LineSource::Pv);
            NamedMoves {
                moves: main
                    .and_then(|l| l.readings[0].moves().next())
                    .into_iter()
                    .collect(),
                wrong: Vec::new(),
            }
        });
        for opcode in ["bm", "am", "pm"] {
            let numbers = record.all(opcode).flat_map(stray_numbers);
            claims.unread.extend(numbers);
        }
        let named = claims.tries.iter_mut();
        let named = named.flat_map(|claimed| [&mut claimed.first, &mut claimed.refutations]);
        for named in named.chain([&mut claims.keys, &mut claims.avoided]) {
            claims.unread.extend(named.take_unread());
        }
        claims
    }

    /// The claimed number of solutions of help play; `None` if the record makes no such claim.
    pub fn solutions(&self) -> Option<u64> {
        let mut lines: Vec<&PlayedLine> = Vec::new();
        for line in self.lines.iter().filter(|l| l.source == LineSource::Line) {
            if !lines.contains(&&line.readings[0]) {
                lines.push(&line.readings[0]);
            }
        }
        let shown = match lines.len() {
            0 => self.keys.moves.len() + self.keys.wrong.len(),
            // The unread parts may contain other solutions.
            _ if !self.unread.is_empty() => 0,
            shown => shown,
        };
        self.count.or_else(|| (shown > 0).then_some(shown as u64))
    }
}

fn text_of(operation: &Operation) -> String {
    String::from_utf8_lossy(&operation.text()).into_owned()
}

impl ClaimedLine {
    /// Whether, in one of its readings, every word of the line is understood as a move. A line of a
    /// solution that has too many moves for the stipulation, or that another man could play, may
    /// have been assembled wrongly.
    fn is_understood(&self) -> bool {
        self.readings.iter().any(|reading| match &reading.fault {
            Some(LineFault::Illegal(_, error)) if !error.is_understood() => false,
            _ if self.source == LineSource::Pv => true,
            Some(LineFault::Illegal(ply, _)) => self
                .written
                .get(ply - 1)
                .is_none_or(|word| !misread::may_be_another(&reading.end, word.as_bytes())),
            Some(LineFault::TooShort(_, _, asked)) => {
                !asked.kind.has_lines() || reading.reaches(asked.kind)
            }
            Some(LineFault::NoGoal(_)) | None => true,
            Some(_) => false,
        })
    }

    /// The line of an operation; `None` if it can be read in too many ways.
    fn read(
        operation: &Operation,
        source: LineSource,
        position: &Position,
        stipulation: Stipulation,
    ) -> Option<ClaimedLine> {
        let written = written_moves(operation);
        let whole = stipulation.length.plies(stipulation.kind) as usize;
        let passes = source != LineSource::Pv && !stipulation.kind.has_lines();
        let (begin, whole) = match source {
            // In a series the set play is only the move that ends it.
            LineSource::SetPlay if stipulation.kind.is_series() => (position.passed(), 1),
            LineSource::SetPlay => (position.passed(), whole.saturating_sub(1)),
            LineSource::Pv | LineSource::Line => (Some(position.clone()), whole),
        };
        let walk = |begin: &Position, words: &[Vec<u8>]| {
            PlayedLine::walk_play(begin, stipulation, words, whole, passes)
        };
        let readings = match begin {
            Some(begin) => {
                let passes = passes && source == LineSource::Line;
                each_reading(&written, passes, |words| walk(&begin, words))?
            }
            None => vec![PlayedLine::in_check(position)],
        };
        let written = written.iter().map(|word| String::from_utf8_lossy(word));
        Some(ClaimedLine {
            source,
            written: written.map(|word| word.into_owned()).collect(),
            readings,
        })
    }
}

/// All ways to read a line, each played on the board; `None` if there are too many. With `passes`,
/// a `~` in the place of a reply may also mean no reply, so that a threat follows.
fn each_reading(
    written: &[Vec<u8>],
    passes: bool,
    walk: impl Fn(&[Vec<u8>]) -> PlayedLine,
) -> Option<Vec<PlayedLine>> {
    let line = walk(written);
    let is_ambiguous =
        |fault: &LineFault| matches!(fault, LineFault::Illegal(_, MoveError::Ambiguous(_)));
    if !written.iter().any(|word| has_choice(word))
        && !line.fault.as_ref().is_some_and(is_ambiguous)
    {
        return Some(vec![line]);
    }
    let mut readings: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
    for word in written {
        let mut longer = Vec::new();
        for line in &readings {
            let before = walk(line).end;
            let length = longer.len();
            let moves = moves_meant(&before, word).into_iter();
            longer.extend(moves.map(|m| [&line[..], &[before.san(m).into_bytes()]].concat()));
            if passes && word == b"~" && line.len() % 2 == 1 && before.passed().is_some() {
                longer.push([&line[..], &[LEFT_OUT.as_bytes().to_vec()]].concat());
            }
            if longer.len() == length {
                // No move matches, which is the fault; or a side passes.
                longer.push([&line[..], std::slice::from_ref(word)].concat());
            }
            if longer.len() > MOST_READINGS {
                return None;
            }
        }
        readings = longer;
    }
    Some(readings.iter().map(|line| walk(line)).collect())
}

/// Whether a word of a line leaves open which move is meant: `Nc~`, `Qd6/Qd5`.
fn has_choice(word: &[u8]) -> bool {
    word.ends_with(b"~") || choices(word).count() > 1
}

/// The alternatives in a word, separated by `/`; `e8/Q` and `exd6/ep` are single words.
fn choices(word: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_move = |part: &[u8]| part.ends_with(b"~") || part.iter().any(u8::is_ascii_digit);
    let are_moves = word.split(|&b| b == b'/').all(is_move);
    word.split(move |&b| b == b'/' && are_moves)
}

/// The legal moves of `position` that match a word of a line.
fn moves_meant(position: &Position, word: &[u8]) -> Vec<Move> {
    let mut meant: Vec<Move> = Vec::new();
    for choice in choices(word) {
        match (choice.strip_suffix(b"~"), read_move(position, choice)) {
            (Some(man), _) => {
                let moves = position.legal_moves().into_iter();
                meant.extend(moves.filter(|&m| is_of_man(m, man)));
            }
            (None, Ok(m)) => meant.push(m),
            (None, Err(MoveError::Ambiguous(_))) => {
                meant.extend(possible_moves(position, choice));
            }
            (None, Err(_)) => {}
        }
    }
    meant
}

/// Whether `m` is a move of the man described before a `~`: its letter (none for a pawn), then the
/// file, the rank or both; an empty description matches any man. After `x` comes the file of a
/// pawn's capture.
fn is_of_man(m: Move, man: &[u8]) -> bool {
    if let [from @ b'a'..=b'h', b'x', to] = man {
        return m.role() == Role::Pawn
            && m.is_capture()
            && m.from()
                .is_some_and(|square| square.file().char() == char::from(*from))
            && m.to().file().char() == char::from(*to);
    }
    let (role, square) = match man {
        [letter @ b'A'..=b'Z', square @ ..] => (Role::from_char(char::from(*letter)), square),
        square => (Some(Role::Pawn).filter(|_| !square.is_empty()), square),
    };
    let Some(from) = m.from() else {
        return false;
    };
    role.is_none_or(|role| m.role() == role)
        && square
            .iter()
            .all(|&b| [from.file().char(), from.rank().char()].contains(&char::from(b)))
}

impl ClaimedTry {
    fn read(operation: &Operation, position: &Position) -> ClaimedTry {
        let words = written_moves(operation);
        let (first, replies) = words.split_at(words.len().min(1));
        let first = NamedMoves::read(first, position);
        let after = first.moves.first().map(|&m| position.after(m));
        ClaimedTry {
            refutations: after.map_or(NamedMoves::default(), |after| {
                NamedMoves::read(replies, &after)
            }),
            first,
        }
    }
}

/// First moves named by an operation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedMoves {
    /// The legal moves, in the order in which they are written.
    pub moves: Vec<Move>,
    /// The words that are not legal moves, each with the reason.
    pub wrong: Vec<(String, MoveError)>,
}

impl NamedMoves {
    /// The moves in all operations `opcode` (`bm`, `am`, `pm`) of `record`, in `position`. A
    /// length, as in `bm #3`, is not a move.
    pub fn of(record: &Epd, opcode: &str, position: &Position) -> NamedMoves {
        let moves: Vec<Vec<u8>> = record.all(opcode).flat_map(written_moves).collect();
        NamedMoves::read(&moves, position)
    }

    /// The moves of `position` that these words denote.
    fn read(written: &[Vec<u8>], position: &Position) -> NamedMoves {
        let mut named = NamedMoves::default();
        for text in written {
            let meant = || moves_meant(position, text);
            match read_move(position, text).map_err(|error| (error, meant())) {
                Ok(m) => named.moves.push(m),
                Err((_, meant)) if meant.len() == 1 => named.moves.extend(meant),
                Err((error, _)) => {
                    let is_another = misread::may_be_another(position, text);
                    let text = String::from_utf8_lossy(text).into_owned();
                    let error = match is_another {
                        true => MoveError::Unreadable(text.clone()),
                        false => error,
                    };
                    named.wrong.push((text, error));
                }
            }
        }
        named
    }

    /// Removes the words that are not moves, or are ambiguous, and returns them.
    fn take_unread(&mut self) -> Vec<String> {
        let is_unread = |(_, error): &mut (String, MoveError)| !error.is_understood();
        let unread = self.wrong.extract_if(.., is_unread);
        unread.map(|(text, _)| text).collect()
    }

    /// Whether nothing is named, neither legal moves nor wrong words.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.wrong.is_empty()
    }

    /// The moves in SAN, then the wrong words unchanged.
    pub fn written(&self, position: &Position) -> impl Iterator<Item = String> {
        let san = self.moves.iter().map(|&m| position.san(m));
        san.chain(self.wrong.iter().map(|(text, _)| text.clone()))
    }
}
