//! A problem of a file in another form than EPD: [`CollectedProblem`], a record as it would be read
//! from a line of EPD.

use std::borrow::Cow;

use keymove_base::error::{Warning, excerpt};
use keymove_base::reason::Reason;
use keymove_records::cause::Cause;
use keymove_records::epd::{Epd, Operation};

use super::OliveDocument;
use super::played::played;
use super::rows::one_line;
use keymove_rules::stipulation::{AskedText, side_named};
use shakmaty::Color;

/// A problem of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectedProblem {
    /// The line number of the problem in the file, from 1.
    pub number: u64,
    /// The column of this line that a message about it names, in bytes from 1.
    pub column: usize,
    /// The line number of its position; 0 if it is unknown.
    pub position_line: u64,
    /// Its position with everything that the file states about it.
    pub record: Result<Epd, Unsolved>,
    /// The operations of the record that are claims of the solution in the file, if wanted.
    pub claims: Vec<Operation>,
    /// Messages about how the problem was understood.
    pub notes: Vec<String>,
    /// The diagram and the twins from which this problem and the next ones are made, if it is the
    /// first of several.
    pub twinned: Option<Box<TwinnedDiagram>>,
    /// The line that Popeye writes above the solution of a twin, `b) wKa1-->a2  `; empty if it is
    /// the only problem, or the same as another one for the other side.
    pub caption: String,
    /// The play that its document asks for in addition to the solution.
    pub wanted: PlayWanted,
}

/// A problem that cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsolved {
    /// The line written in its place: that of a wrong position, or a comment that describes it.
    pub line: Vec<u8>,
    /// Why it cannot be solved.
    pub cause: Cause,
}

impl CollectedProblem {
    /// The problem in line `number`.
    fn new(record: Result<Epd, Unsolved>, number: u64) -> CollectedProblem {
        CollectedProblem {
            number,
            column: 1,
            position_line: 0,
            record,
            claims: Vec::new(),
            notes: Vec::new(),
            twinned: None,
            caption: String::new(),
            wanted: PlayWanted::default(),
        }
    }

    /// The problem in line `number` whose record was read with warnings.
    fn read((record, warnings): (Epd, Vec<Warning>), number: u64) -> CollectedProblem {
        CollectedProblem {
            notes: warnings.into_iter().map(|warning| warning.text).collect(),
            ..CollectedProblem::new(Ok(record), number)
        }
    }

    /// The problem in line `number` that cannot be solved because of `cause`, for which `line` is
    /// written.
    pub fn unsolved(
        line: impl Into<Vec<u8>>,
        number: u64,
        cause: impl Into<Cause>,
    ) -> CollectedProblem {
        let (line, cause) = (line.into(), cause.into());
        CollectedProblem::new(Err(Unsolved { line, cause }), number)
    }

    /// The same problem with the column that a message about it names.
    pub fn at(self, column: usize) -> CollectedProblem {
        CollectedProblem { column, ..self }
    }

    /// Its line in EPD, without a line feed.
    pub fn line(&self) -> Cow<'_, [u8]> {
        match &self.record {
            Ok(record) => record.to_bytes().into(),
            Err(unsolved) => Cow::Borrowed(&unsolved.line),
        }
    }

    /// Its record without the claims of the solution.
    pub fn unclaimed(&self) -> Result<Epd, &Unsolved> {
        let record = self.record.as_ref()?;
        Ok(record.with(|operation| !self.claims.contains(operation)))
    }

    /// Why it cannot be solved, if it cannot.
    pub fn cause(&self) -> Option<&Cause> {
        self.record.as_ref().err().map(|unsolved| &unsolved.cause)
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
    /// The number of problems made from them.
    pub records: usize,
}

/// A document of Olive with all of its problems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectedDocument {
    /// The line number of the document in the file, from 1.
    pub number: u64,
    /// Its text.
    pub document: OliveDocument,
    /// Its problems: none if it has no content, an unsolved one if it is not understood.
    pub problems: Vec<CollectedProblem>,
}

/// Play that a document asks for in addition to the solution.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlayWanted {
    /// The set play.
    pub set_play: bool,
    /// Tries with at most this number of refutations.
    pub tries: usize,
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
    /// The task of all problems that name none.
    pub usual: Option<AskedText>,
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
    /// Other operations: the men and the solution of an unsolved problem, `HalfDuplex`.
    pub others: Vec<Operation>,
    /// The claims of its solution, if wanted.
    pub claims: Vec<Operation>,
}

/// The stipulation in a text, in its usual form; with what the text says in addition, if it says more.
pub fn stipulation_in(text: &str) -> Option<String> {
    let asked = AskedText::read(text.as_bytes()).ok()?;
    Some(match asked.says_more() {
        true => text.to_owned(),
        false => asked.stipulation.to_string(),
    })
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
    /// The operations but for the claims.
    fn operations(&self) -> Vec<Operation> {
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
        let quoted = |write: fn(&str, &str) -> Operation| {
            move |(opcode, value): (&str, &Option<String>)| {
                let value = one_line(value.as_ref()?);
                (!value.is_empty()).then(|| write(opcode, &value))
            }
        };
        let mut operations: Vec<Operation> = named
            .into_iter()
            .filter_map(quoted(Operation::string))
            .collect();
        if self.has_own_diagram && self.twin.as_ref().is_some_and(|twin| !twin.is_empty()) {
            operations.push(Operation::words("OwnDiagram", [""; 0]));
        }
        let solutions = self.solutions;
        operations.extend(solutions.map(|solutions| Operation::number("Count", solutions)));
        operations.extend_from_slice(&self.others);
        let remarks = [("c3", &self.comment), ("c4", &self.keywords)];
        operations.extend(remarks.into_iter().filter_map(quoted(Operation::escaped)));
        operations
    }

    /// The problem for `fields` (of a FEN or EPD, as in the file, possibly followed by moves) in
    /// line `number`.
    pub fn problem(&self, fields: &str, number: u64) -> CollectedProblem {
        self.problem_in(fields, "", number)
    }

    /// The same, with the text of operations that follow the fields in the file.
    pub fn problem_in(&self, fields: &str, operations: &str, number: u64) -> CollectedProblem {
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
        let asked = asked.and_then(Result::ok).or(self.asked).or(self.usual);
        let (fields, note) = completed(&fields, asked.map(|asked| asked.beginner()));
        let line = [&fields, operations].join(" ");
        let line = line.trim_end().as_bytes();
        let operations = self.operations();
        let mut problem = match Epd::read_with(line, [&operations[..], &self.claims].concat()) {
            Ok(read) => CollectedProblem {
                claims: self.claims.clone(),
                ..CollectedProblem::read(read, number)
            },
            Err(error) => match Epd::read_with(line, operations.clone()) {
                // There are too many of them.
                Ok(read) => {
                    let mut problem = CollectedProblem::read(read, number);
                    problem
                        .notes
                        .push(format!("the solution is not read: {error}"));
                    problem
                }
                Err(error) => {
                    let line = followed(line, &operations);
                    CollectedProblem::unsolved(line, number, error.kind.reason())
                }
            },
        };
        problem.notes.splice(0..0, note);
        problem
    }

    /// The problem that cannot be solved because of `cause`.
    pub fn unsolved(&self, cause: impl Into<Cause>, number: u64) -> CollectedProblem {
        let cause = cause.into();
        let mut operations = self.operations();
        operations.push(Operation::string("Error", &one_line(&cause.to_string())));
        CollectedProblem::unsolved(followed(b"#", &operations), number, cause)
    }
}

/// A line followed by operations.
fn followed(line: &[u8], operations: &[Operation]) -> Vec<u8> {
    let mut text = line.to_vec();
    for operation in operations {
        text.push(b' ');
        text.extend_from_slice(operation.as_bytes());
        text.push(b';');
    }
    text
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
    use keymove_base::mix::SplitMix64;

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
        let problem = facts.problem("8/8/8/8/8/1k6/8/K7 w - -\n", 3);
        let line = String::from_utf8(problem.line().into_owned()).expect("text");
        assert_eq!(line, "8/8/8/8/8/1k6/8/K7 w - - id \"a b', dm 1, ?\";");
        let refused = facts.unsolved("no\nway", 3);
        let line = refused.line();
        assert!(line.ends_with(b" Error \"no way\";") && line.starts_with(b"# "));
    }

    #[test]
    fn a_record_is_read_again_from_its_line() {
        let words = [
            "a",
            "\"",
            "\\",
            ";",
            " ",
            "\t",
            "é",
            "#2",
            "h#2.5 2.1.1",
            "z#2",
            "//",
            "bm",
            "Qg6",
            "0",
        ];
        let mut random = SplitMix64(3);
        let mut text = || {
            let count = random.below(5);
            let text = (0..count).map(|_| words[random.below(words.len())]);
            let text: String = text.collect();
            random.below(2).eq(&0).then_some(text)
        };
        let mut solved = 0;
        for _ in 0..20_000 {
            let claims = [text(), text()].into_iter().flatten();
            let facts = ProblemFacts {
                stipulation: text(),
                id: text(),
                author: text(),
                source: text(),
                award: text(),
                comment: text(),
                keywords: text(),
                twin: text(),
                claims: claims
                    .map(|text| Operation::string("Line", &text))
                    .collect(),
                ..ProblemFacts::default()
            };
            let problem = facts.problem("8/8/8/8/8/1k6/7r/K7 w - -", 1);
            let Ok(record) = &problem.record else {
                panic!("{problem:?}");
            };
            let line = problem.line();
            let again = Epd::from_ascii(&line);
            assert_eq!(
                again.as_ref(),
                Ok(record),
                "{}",
                String::from_utf8_lossy(&line)
            );
            solved += usize::from(record.operation("Stip").is_some());
        }
        assert!(solved > 1_000, "only {solved} have a task");
    }

    #[test]
    fn the_question_says_who_begins_on_a_board_alone() {
        let board = "8/8/8/8/8/1k6/7r/K7";
        let begins = |asked: Option<&str>, turn: Option<&str>, usual: Option<&str>| {
            let usual = usual.map(|text| AskedText::read(text.as_bytes()).expect("a task"));
            let facts = ProblemFacts {
                stipulation: asked.map(str::to_owned),
                turn: turn.map(str::to_owned),
                usual,
                ..ProblemFacts::default()
            };
            let record = facts.problem(board, 1).record.expect("a record");
            record.position().turn().char()
        };
        for (asked, turn, usual, side) in [
            (None, None, None, 'w'),
            (None, None, Some("h#2"), 'b'),
            (Some("#1"), None, Some("h#2"), 'w'),
            (Some("#1 black to move"), None, None, 'b'),
            (None, Some("white"), Some("h#2"), 'w'),
            (None, None, Some("h#2.5"), 'w'),
            (Some("h#2"), None, None, 'b'),
            (Some("h#2.5"), None, None, 'w'),
            (Some("h#2"), Some("white"), None, 'w'),
        ] {
            let seen = begins(asked, turn, usual);
            assert_eq!(seen, side, "{asked:?} {turn:?} {usual:?}");
        }
        let facts = ProblemFacts {
            usual: AskedText::read(b"h#2").ok(),
            ..ProblemFacts::default()
        };
        let record = facts.problem(&format!("{board} w"), 1).record;
        let turn = record.map(|record| record.position().turn());
        assert_eq!(turn, Ok(Color::White), "the side to move is given");
    }
}
