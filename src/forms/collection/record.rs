//! Turns a problem into an EPD line with its operations: [`CollectedRecord`].

use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_records::cause::Cause;
use keymove_records::epd::Operation;

use super::OliveDocument;
use super::played::played;
use keymove_rules::stipulation::{AskedText, side_named};
use shakmaty::Color;

/// A problem of a file as an EPD line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CollectedRecord {
    /// The line, without a line feed; for a refused problem, a comment that describes it.
    pub line: Vec<u8>,
    /// The line number of the problem in the file, from 1.
    pub number: u64,
    /// The line number of its position; 0 if it is unknown.
    pub position_line: u64,
    /// Messages about how the problem was understood.
    pub notes: Vec<String>,
    /// Why it cannot be solved, if it cannot.
    pub cause: Option<Cause>,
    /// Whether neither its position nor anything else says which side begins.
    pub is_bare: bool,
    /// The document of Olive it comes from, if documents are wanted.
    pub document: Option<Box<OliveDocument>>,
    /// The diagram and the twins from which this record and the next ones are made, if it is the
    /// first of several.
    pub twinned: Option<Box<TwinnedDiagram>>,
    /// All problems of the document, including the one above.
    pub twins: Vec<TwinProblem>,
    /// The play that the document asks for in addition to the solution.
    pub wanted: PlayWanted,
}

/// Play that a document asks for in addition to the solution.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlayWanted {
    /// The set play.
    pub set_play: bool,
    /// Tries with at most this number of refutations.
    pub tries: usize,
}

impl CollectedRecord {
    /// The record in line `number`, which is `line` in EPD.
    pub fn new(line: impl Into<Vec<u8>>, number: u64) -> CollectedRecord {
        CollectedRecord {
            line: line.into(),
            number,
            ..CollectedRecord::default()
        }
    }

    /// The record for a line of EPD that is kept unchanged and cannot be solved because of `cause`.
    pub fn unsolved(
        line: impl Into<Vec<u8>>,
        number: u64,
        cause: impl Into<Cause>,
    ) -> CollectedRecord {
        CollectedRecord {
            cause: Some(cause.into()),
            ..CollectedRecord::new(line, number)
        }
    }
}

/// A diagram with its twins, as its file describes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwinnedDiagram {
    /// The EPD line of the diagram, without the letter of a twin.
    pub line: Vec<u8>,
    /// Each twin after its letter: `b) Move b4 c3`. If the first one is `a)`, the diagram itself is
    /// not a problem.
    pub twins: Vec<String>,
    /// The number of records made from them.
    pub records: usize,
}

/// One of several problems of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwinProblem {
    /// The line that Popeye writes above its solution, `b) wKa1-->a2  `; empty if it is the only
    /// problem, or the same as another one for the other side.
    pub caption: String,
    /// Its EPD line, or why there is none.
    pub line: Result<Vec<u8>, Cause>,
}

/// The facts about a problem apart from its position, as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProblemFacts {
    /// The stipulation, `h#2.5`.
    pub stipulation: Option<String>,
    /// The task if it is not a supported stipulation.
    pub task: Option<String>,
    /// The conditions of fairy chess, which are part of the task.
    pub condition: Option<String>,
    /// The options that are not supported, likewise.
    pub option: Option<String>,
    /// The side to move, if the position does not state it.
    pub turn: Option<String>,
    /// The task that the record states in words elsewhere.
    pub asked: Option<AskedText>,
    /// The name of the problem.
    pub id: Option<String>,
    /// Authors.
    pub author: Option<String>,
    /// Where and when it was published.
    pub source: Option<String>,
    /// An award.
    pub award: Option<String>,
    /// A comment, if wanted.
    pub comment: Option<String>,
    /// Keywords, if wanted.
    pub keywords: Option<String>,
    /// The rules, if they are not those of chess.
    pub variant: Option<String>,
    /// For a twin: its letter and its changes, `b) Kf1-->f2`.
    pub twin: Option<String>,
    /// Whether it is a later twin, but the first one with a diagram.
    pub has_own_diagram: bool,
    /// The intended number of solutions.
    pub solutions: Option<u64>,
    /// The claims of its solution, if wanted.
    pub claims: Vec<Operation>,
}

/// An operation and its semicolon after a blank; quotes in its text are escaped, so that none is lost.
pub fn remark(opcode: &str, text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!(" {opcode} \"{text}\";")
}

/// The stipulation in a text, in its usual form; with what the text says in addition, if it says more.
pub fn stipulation_in(text: &str) -> Option<String> {
    let asked = AskedText::read(text.as_bytes()).ok()?;
    Some(match asked.says_more() {
        true => text.to_owned(),
        false => asked.stipulation.to_string(),
    })
}

impl CollectedRecord {
    /// Makes `side` begin if nothing in the record says which side does.
    pub fn begin_with(&mut self, side: Color) {
        if self.is_bare && side == Color::Black {
            let line = String::from_utf8_lossy(&self.line);
            self.line = line.replacen(" w ", " b ", 1).into_bytes();
            self.notes = vec![bare_board(side)];
        }
    }
}

/// The message about a board without any of the other fields.
fn bare_board(turn: Color) -> String {
    let (letter, name) = match turn {
        Color::White => ('w', "White"),
        Color::Black => ('b', "Black"),
    };
    format!("only a board; read as {letter} - -: {name} to move, no castling")
}

impl ProblemFacts {
    /// The operations, in their order.
    fn operations(&self) -> Vec<u8> {
        let named = [
            ("Stip", &self.stipulation),
            ("Task", &self.task),
            ("Condition", &self.condition),
            ("Option", &self.option),
            ("Twin", &self.twin),
            ("Variant", &self.variant),
            ("c0", &self.author),
            ("c1", &self.source),
            ("c2", &self.award),
            ("id", &self.id),
        ];
        let told = |value: &Option<String>| {
            let value = one_line(value.as_ref()?);
            (!value.is_empty()).then_some(value)
        };
        let mut text = Vec::new();
        for (opcode, value) in named {
            if let Some(value) = told(value) {
                add(&mut text, &Operation::string(opcode, &value));
            }
        }
        if self.has_own_diagram && self.twin.as_ref().is_some_and(|twin| !twin.is_empty()) {
            add(&mut text, &Operation::words("OwnDiagram", [""; 0]));
        }
        if let Some(solutions) = self.solutions {
            add(&mut text, &Operation::number("Count", solutions));
        }
        self.claims.iter().for_each(|claim| add(&mut text, claim));
        for (opcode, value) in [("c3", &self.comment), ("c4", &self.keywords)] {
            if let Some(value) = told(value) {
                text.extend_from_slice(remark(opcode, &value).as_bytes());
            }
        }
        text
    }

    /// The record for `fields` (of a FEN or EPD, as in the file, possibly followed by moves) in
    /// line `number`.
    pub fn record(&self, fields: &str, number: u64) -> CollectedRecord {
        let fields = match played(fields.as_bytes()) {
            Some(Ok(line)) => String::from_utf8_lossy(&line).into_owned(),
            Some(Err(reason)) => return self.unsolved(reason, number),
            None => fields.to_owned(),
        };
        let fields = match &self.turn {
            Some(turn) if looks_like_board(fields.trim()) => {
                let Some(side) = side_named(turn) else {
                    let turn = excerpt(turn.as_bytes());
                    let reason = Reason::new("{} is not a side to move", [turn]);
                    return self.unsolved(reason, number);
                };
                format!("{} {}", fields.trim(), side.char())
            }
            _ => fields,
        };
        let asked = self
            .stipulation
            .as_deref()
            .map(|text| AskedText::read(text.as_bytes()));
        let asked = asked.and_then(Result::ok).or(self.asked);
        let (fields, note) = completed(&fields, asked.map(|asked| asked.beginner()));
        let line = [fields.as_bytes(), &self.operations()].concat();
        CollectedRecord {
            is_bare: asked.is_none() && note.is_some(),
            notes: note.into_iter().collect(),
            ..CollectedRecord::new(line, number)
        }
    }

    /// The record of a problem that cannot be solved because of `cause`.
    pub fn unsolved(&self, cause: impl Into<Cause>, number: u64) -> CollectedRecord {
        let cause = cause.into();
        let mut line = b"#".to_vec();
        line.extend(self.operations());
        let error = one_line(&cause.to_string());
        add(&mut line, &Operation::string("Error", &error));
        CollectedRecord::unsolved(line, number, cause)
    }
}

/// Adds an operation to a line.
pub(super) fn add(line: &mut Vec<u8>, operation: &Operation) {
    line.push(b' ');
    line.extend_from_slice(operation.as_bytes());
    line.push(b';');
}

/// `text` with every run of blanks and line feeds replaced by one blank.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A board with fewer fields than EPD requires, completed by the missing fields, and a message that
/// says so. Anything else is returned unchanged, in one line. `beginner` is the side to move of a
/// board alone, White if nothing says it.
///
/// ```
/// use keymove_forms::collection::completed;
///
/// let (fields, note) = completed("8/8/8/8/8/1k6/8/K7", None);
/// assert_eq!(fields, "8/8/8/8/8/1k6/8/K7 w - -");
/// assert!(note.is_some());
/// assert_eq!(completed("8/8/8/8/8/1k6/8/K7 b - - 0 1", None).1, None);
/// ```
pub fn completed(fields: &str, beginner: Option<Color>) -> (String, Option<String>) {
    let words: Vec<&str> = fields.split_whitespace().collect();
    let beginner = beginner.unwrap_or(Color::White);
    let given = [if beginner.is_white() { "w" } else { "b" }, "-", "-"];
    let lacking = match words.as_slice() {
        [board] | [board, "w" | "b" | "W" | "B"] if looks_like_board(board) => {
            &given[words.len() - 1..]
        }
        [board, "w" | "b" | "W" | "B", castling]
            if looks_like_board(board) && is_castling(castling) =>
        {
            &["-"]
        }
        _ => &[][..],
    };
    let text = [&words, lacking].concat().join(" ");
    let note = match lacking {
        [] | ["-"] => None,
        ["-", "-"] => Some("no castling rights are given; read as none".to_owned()),
        _ => Some(bare_board(beginner)),
    };
    (text, note)
}

fn is_castling(word: &str) -> bool {
    word == "-" || word.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Whether a word was meant as the board of a FEN, whatever its letters: six to nine parts between
/// slashes, at least half of which fill a rank.
pub fn resembles_board(word: &str) -> bool {
    let is_rank = |part: &&str| {
        let squares = |c: char| c.to_digit(10).or(c.is_alphabetic().then_some(1));
        part.chars().map(squares).sum::<Option<u32>>() == Some(8)
    };
    let (ranks, full) = (
        word.split('/').count(),
        word.split('/').filter(is_rank).count(),
    );
    looks_like_board(word) || (6..=9).contains(&ranks) && 2 * full >= ranks
}

/// Whether a word is the board of a FEN or resembles one: seven slashes between letters and digits
/// that occur in boards.
pub fn looks_like_board(word: &str) -> bool {
    let (board, hand) = word.split_once('[').unwrap_or((word, ""));
    let ranks = board.split('/').count();
    (8..=9).contains(&ranks)
        && board
            .bytes()
            .all(|b| b.is_ascii_digit() || b"pnbrqksPNBRQKS/~".contains(&b))
        && board.bytes().any(|b| b.is_ascii_digit() || b == b'k')
        && hand.bytes().all(|b| b"pnbrqPNBRQ-]".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fields_lack_is_put_there_and_said() {
        let board = "8/8/8/8/8/1k6/8/K7";
        let cases = [
            ("", "w - -", true),
            (" b", "b - -", true),
            (" w KQ", "w KQ -", false),
            (" w - - 0 1", "w - - 0 1", false),
            (" w - -", "w - -", false),
        ];
        for (more, completed_fields, noted) in cases {
            let (text, note) = completed(&format!("{board}{more}"), None);
            assert_eq!(text, format!("{board} {completed_fields}"));
            assert_eq!(note.is_some(), noted, "{more}");
        }
        assert_eq!(
            completed("nonsense\n x", None),
            ("nonsense x".to_owned(), None)
        );
    }

    #[test]
    fn boards_are_known_and_paths_are_not() {
        for board in [
            "8/8/8/8/8/1k6/8/K7",
            "k7/9/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/Kk6/Qn",
            "8/8/8/8/8/8/8/Kk6[Qn]",
        ] {
            assert!(looks_like_board(board), "{board}");
        }
        for meant in [
            "7k/8/8/4K3/8/8/6D1/8",
            "7k/8/8/4K3/8/8/6Q1",
            "k7/8/8/8/8/8/PPP/K7",
        ] {
            assert!(resembles_board(meant), "{meant}");
        }
        for other in [
            "a/b/c/d/e/f/g/h",
            "8/8/8",
            "k.epd",
            "",
            "///////",
            "8/8/8/8/8/8/8/x",
            "/p/r/b/q/n/s/p",
        ] {
            assert!(!looks_like_board(other), "{other}");
            assert_eq!(resembles_board(other), other.ends_with("/x"), "{other}");
        }
    }

    #[test]
    fn text_of_a_file_cannot_leave_its_line_or_its_string() {
        let facts = ProblemFacts {
            id: Some("a\nb\"; dm 1; \u{7}".to_owned()),
            ..ProblemFacts::default()
        };
        let record = facts.record("8/8/8/8/8/1k6/8/K7 w - -\n", 3);
        let line = String::from_utf8(record.line).expect("text");
        assert_eq!(line, "8/8/8/8/8/1k6/8/K7 w - - id \"a b', dm 1, ?\";");
        let refused = facts.unsolved("no\nway", 3);
        assert!(refused.line.ends_with(b" Error \"no way\";") && refused.line.starts_with(b"# "));
    }

    #[test]
    fn the_question_says_who_begins_on_a_board_alone() {
        let board = "8/8/8/8/8/1k6/7r/K7";
        let record = |asked: Option<&str>, turn: Option<&str>| {
            let facts = ProblemFacts {
                stipulation: asked.map(str::to_owned),
                turn: turn.map(str::to_owned),
                ..ProblemFacts::default()
            };
            facts.record(board, 1)
        };
        for (asked, turn, side, is_bare) in [
            (None, None, "w", true),
            (Some("#1"), None, "w", false),
            (Some("#1 black to move"), None, "b", false),
            (Some("h#2"), None, "b", false),
            (Some("h#2.5"), None, "w", false),
            (Some("h#2"), Some("white"), "w", false),
        ] {
            let mut record = record(asked, turn);
            let begins = format!("{board} {side} - -");
            assert!(record.line.starts_with(begins.as_bytes()), "{asked:?}");
            assert_eq!(record.is_bare, is_bare, "{asked:?}");
            record.begin_with(Color::Black);
            assert_eq!(record.line.starts_with(begins.as_bytes()), !is_bare);
        }
    }
}
