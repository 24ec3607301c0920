//! Recognizes files that no reader takes: [`stranger`].
//!
//! Such a file gets one message, which names its form and a command that solves it. The command is
//! made from the first line of the file: it names the columns of its table or the member of its
//! JSON objects. `scripts/judge/formats` runs these commands on real files.

use std::fmt::Write as _;

use super::pgn::movetext::is_movetext;
use super::played::fields;
use super::problem::{looks_like_board, stipulation_in};
use keymove_base::error::{BINARY, is_binary};
use keymove_base::packed::{Packed, packed, shell_word};
use keymove_records::epd::passes_through;

/// The bytes and the lines at the beginning of a file that tell whether lines belong together.
const MOST_LOOKED_AT: usize = 4096;
const MOST_LINES: usize = 5;

/// A file that no reader takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranger {
    /// Its form: `this is JSON`.
    pub form: String,
    /// A command that turns `FILE` into EPD and solves it, if there is one.
    command: Option<String>,
}

impl Stranger {
    fn new(form: impl Into<String>, command: impl Into<String>) -> Stranger {
        Stranger {
            form: form.into(),
            command: Some(command.into()),
        }
    }

    /// The message where answers are read, which are EPD.
    pub fn no_answers(&self) -> String {
        format!(
            "{}, and answers are read from EPD, as solver -b writes it",
            self.form
        )
    }

    /// The message about the file called `name`; `-` is standard input.
    pub fn message(&self, name: &str) -> String {
        match &self.command {
            // A GUI has started this program as an engine.
            Some(command) if command == ENGINE && name == "-" => {
                format!("{}; try: solver uci", self.form)
            }
            Some(command) => format!(
                "{}; try: {}",
                self.form,
                command.replace("FILE", &shell_word(name))
            ),
            None => self.form.clone(),
        }
    }
}

/// The stranger whose first relevant line is `line`; `None` if a reader may take the file.
pub fn stranger(line: &[u8]) -> Option<Stranger> {
    if let Some(stranger) = compressed(line).or_else(|| database(line)) {
        return Some(stranger);
    }
    if is_binary(line) {
        return Some(Stranger {
            form: BINARY.to_owned(),
            command: None,
        });
    }
    if passes_through(line) {
        return None;
    }
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end_matches('\n');
    quoted_list(text.trim())
        .or_else(|| json(text.trim()))
        .or_else(|| heading(text))
        .or_else(|| row(text))
        .or_else(|| training(text))
        .or_else(|| uci_log(text.trim()))
}

/// A file that is compressed.
fn compressed(beginning: &[u8]) -> Option<Stranger> {
    let Packed { program, reader } = packed(beginning)?;
    let form = format!("this is compressed by {program}");
    Some(Stranger::new(form, format!("{reader} FILE | solver -b")))
}

/// The file of a database.
fn database(beginning: &[u8]) -> Option<Stranger> {
    if beginning.starts_with(b"PAR1") {
        let command = "duckdb -list -noheader -c \"SELECT fen FROM 'FILE'\" | solver -b";
        return Some(Stranger::new("this is a Parquet file", command));
    }
    let command = "sqlite3 FILE 'SELECT fen FROM positions' | solver -b";
    let is_sqlite = beginning.starts_with(b"SQLite format 3\0");
    is_sqlite.then(|| Stranger::new("this is an SQLite database", command))
}

/// A list of strings from the source of a program: `"7k/8/5KQ1/8/8/8/8/8 w - -",`.
fn quoted_list(text: &str) -> Option<Stranger> {
    let quote = text.chars().find(|c| !" [(,".contains(*c))?;
    if quote != '"' && quote != '\'' {
        return None;
    }
    let parts: Vec<&str> = text.split(quote).collect();
    let (outside, inside): (Vec<_>, Vec<_>) =
        (0..).zip(&parts).partition(|(index, _)| index % 2 == 0);
    let is_between = |(_, part): &(i32, &&str)| part.chars().all(|c| "[](), ;\t".contains(c));
    let is_list = inside.iter().all(|(_, part)| begins_with_board(part));
    let mark = if quote == '"' { '\'' } else { '"' };
    let command = format!("grep -o {mark}[^{quote}]*/[^{quote}]*{mark} FILE | solver -b");
    (is_list && outside.iter().all(is_between))
        .then(|| Stranger::new("these are strings in quotes", command))
}

fn begins_with_board(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(looks_like_board)
}

/// `{"fen": ...`, `[{`, or a bracket on a line of its own. The command finds the problems wherever
/// they are; the member for positions is spelled as in the first line.
fn json(text: &str) -> Option<Stranger> {
    let inside = text.strip_prefix(['{', '['])?.trim_start();
    let is_json = match inside.chars().next() {
        None => true,
        Some('"') => inside.contains("\":") || inside.contains("\" :"),
        Some('{') => text.starts_with('['),
        Some('}') => text.starts_with('{'),
        Some(_) => false,
    };
    let lower = text.to_lowercase();
    let spelled = ["fen", "epd", "position"].into_iter().find_map(|name| {
        let at = lower.find(&format!("\"{name}\""))? + 1;
        text.get(at..at + name.len())
    });
    let fen = spelled.unwrap_or("fen");
    let command = format!(
        "jq -r '..|objects|select(.{fen})|\"position fen \"+.{fen}+(if .stipulation then \" Stip \
         \\\"\\(.stipulation)\\\";\" else \"\" end)' FILE | solver -b"
    );
    let command = match lower.contains("\"algebraic\"") {
        // An entry of YACPDB: the document of Olive as JSON.
        true => "jq -r '..|objects|select(.algebraic)|\"---\",.' FILE | solver -b".to_owned(),
        false => command,
    };
    is_json.then(|| Stranger::new("this is JSON", command))
}

/// The columns of a table that a command needs, counted from 1.
#[derive(Debug, Default)]
struct Columns {
    fen: Option<usize>,
    moves: Option<usize>,
    stipulation: Option<usize>,
    moves_to_mate: Option<usize>,
    id: Option<usize>,
}

impl Columns {
    /// The command for a table with these columns; `first` is the first row with a position. Python
    /// reads quoted cells, and `position fen` makes a cell without a position an error: `#N/A` alone
    /// is a comment of EPD.
    fn command(&self, separator: char, first: usize) -> String {
        let cell = |column: usize| format!("r[{}]", column - 1);
        let mut printed = cell(self.fen.unwrap_or(1));
        let mut helpers = String::new();
        if let Some(moves) = self.moves {
            // The first move.
            let _ = write!(printed, "+\" moves \"+{}[:5]+\";\"", cell(moves));
        }
        if self.stipulation.or(self.id).is_some() {
            // A text of EPD contains neither quotation marks nor line breaks.
            helpers +=
                "q=lambda o,c:c and \" \"+o+\" \\\"\"+c.translate({34:39,10:32})+\"\\\";\"; ";
        }
        if let Some(column) = self.stipulation {
            // An engine's score: nothing says which side is mated.
            let score = "replace(\"#-\",\"score #-\")";
            let _ = write!(printed, "+q(\"Stip\",{}.{score})", cell(column));
        }
        if let Some(column) = self.id {
            let _ = write!(printed, "+q(\"id\",{})", cell(column));
        }
        if let Some(column) = self.moves_to_mate {
            // As pandas writes them, a cell may say 1.0, or NaN.
            helpers += "d=lambda c:{\"\":\"\",\"nan\":\"\"}.get(c.lower(),\" dm \"+c.removesuffix(\".0\")+\";\"); ";
            let _ = write!(printed, "+d({})", cell(column));
        }
        let columns = [
            self.fen,
            self.moves,
            self.stipulation,
            self.moves_to_mate,
            self.id,
        ];
        let width = columns.into_iter().flatten().max().unwrap_or(1);
        let separator = match separator {
            ',' => String::new(),
            '\t' => ",delimiter=\"\\t\"".to_owned(),
            other => format!(",delimiter=\"{other}\""),
        };
        let headings = "next(t); ".repeat(first - 1);
        format!(
            "python3 -Xutf8 -c 'import csv,sys; t=csv.DictReader(sys.stdin,range({width}),restval=\"\"{separator}); \
             {headings}{helpers}[print(\"position fen\",{printed}) for r in t]' <FILE | solver -b"
        )
    }

    fn stranger(&self, separator: char, first: usize) -> Stranger {
        let command = self.command(separator, first);
        Stranger::new("this is a table (CSV)", command)
    }
}

/// A heading, one of whose names is a name for positions; or the line `sep=;` that Excel writes
/// before it.
fn heading(line: &str) -> Option<Stranger> {
    let bare = line.trim_end_matches('\r').trim_matches('"');
    if let Some(separator) = bare.to_lowercase().strip_prefix("sep=") {
        let mut separator = separator.chars();
        let first = separator.next().unwrap_or('\t');
        let is_one = ",;\t".contains(first) && separator.next().is_none();
        return is_one.then(|| Columns::default().stranger(first, 3));
    }
    let separator = [',', ';', '\t'].into_iter().find(|c| line.contains(*c));
    let lower = line.trim_start_matches('\u{feff}').to_lowercase();
    let names = cells(&lower, separator.unwrap_or(','));
    let column = |wanted: &[&str]| {
        let at = names.iter().position(|name| wanted.contains(name));
        at.map(|at| at + 1)
    };
    let is_puzzles = column(&["puzzleid"]).is_some();
    let columns = Columns {
        fen: column(&["fen"]).or_else(|| column(&["epd", "position", "board"])),
        moves: column(&["moves"]).filter(|_| is_puzzles),
        stipulation: column(&[
            "stipulation",
            "stip",
            "task",
            "goal",
            "forderung",
            "aufgabe",
        ]),
        moves_to_mate: column(&["dm"]),
        id: column(&["id", "puzzleid"]),
    };
    let is_heading =
        columns.fen.is_some() && (names.len() > 1 || ["fen", "epd"].contains(&names[0]));
    is_heading.then(|| columns.stranger(separator.unwrap_or(','), 2))
}

/// The cells of a row; separators in quotation marks belong to a cell.
fn cells(line: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    let separates = |c: char| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    };
    let is_around = |c: char| c.is_whitespace() || c == '"';
    let cells = line.split(separates);
    cells.map(|cell| cell.trim_matches(is_around)).collect()
}

/// A row of a table without a heading: a position between separators.
fn row(line: &str) -> Option<Stranger> {
    [',', ';', '\t'].into_iter().find_map(|separator| {
        let parts = cells(line, separator);
        let place = parts
            .iter()
            .position(|part| is_fen(part) || looks_like_board(part))?;
        let stipulation = parts.iter().position(|part| stipulation_in(part).is_some());
        let is_row = match place {
            _ if !is_fen(parts[place]) => parts.len() > 1 && stipulation.is_some(),
            // A semicolon or a blank behind a position belongs to EPD, too.
            0 if separator == ';' => line.starts_with('"'),
            0 if separator == '\t' => stipulation.is_some(),
            place => place > 0 || parts.len() > 1,
        };
        let columns = Columns {
            fen: Some(place + 1),
            stipulation: stipulation.map(|at| at + 1),
            ..Columns::default()
        };
        is_row.then(|| columns.stranger(separator, 1))
    })
}

/// Whether a text is a board with some of the other fields of a FEN, and nothing else.
fn is_fen(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.len() > 1 && looks_like_board(words[0]) && fields(&words) == words.len()
}

/// Titles, positions and solutions on lines of their own: among the first lines there is a position
/// with nothing behind it, and moves in the next line.
pub fn lines_apart(text: &[u8]) -> Option<Stranger> {
    let text = String::from_utf8_lossy(&text[..text.len().min(MOST_LOOKED_AT)]);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.take(MOST_LINES).collect();
    let is_apart = |pair: &[&str]| is_fen(pair[0]) && is_movetext(pair[1].as_bytes());
    let command = "grep -E '^([^ ]+/){7}' FILE | solver -b";
    let form = "these are positions with titles or solutions on lines of their own";
    lines
        .windows(2)
        .any(is_apart)
        .then(|| Stranger::new(form, command))
}

/// A training of Lucas Chess: `FEN|title|solution|game`.
fn training(text: &str) -> Option<Stranger> {
    let (fen, _) = text.split_once('|')?;
    let command = "cut -d'|' -f1 FILE | solver -b";
    (is_fen(fen) && !fen.ends_with(' '))
        .then(|| Stranger::new("this is a training of Lucas Chess", command))
}

/// The command for messages of a GUI to an engine.
const ENGINE: &str = "solver uci <FILE";

/// A dialogue between a GUI and an engine.
fn uci_log(text: &str) -> Option<Stranger> {
    let mut words = text.split_whitespace();
    let is_word = matches!(
        (words.next()?, words.next()),
        (
            "uci" | "xboard" | "uciok" | "isready" | "readyok" | "ucinewgame",
            None
        ) | ("setoption" | "id", Some("name" | "author"))
            | ("bestmove", Some(_))
            | ("info", Some("depth" | "string" | "score" | "nodes"))
            | (
                "go",
                Some("mate" | "depth" | "nodes" | "movetime" | "infinite" | "wtime")
            )
    );
    is_word.then(|| Stranger::new("these are messages between a GUI and an engine", ENGINE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_has_a_form_and_a_command() {
        let fen = "7k/8/8/4K3/8/8/6Q1/8 w - - 0 1";
        for (line, form, command) in [
            ("PAR1\x15", "a Parquet file", "duckdb "),
            (
                "SQLite format 3\0\x10",
                "an SQLite database",
                "sqlite3 FILE",
            ),
            ("fen", "a table", "python3 -Xutf8 -c 'import csv,sys; "),
            ("fen,depth", "a table", "python3 "),
            ("\"id\";\"FEN\"\r", "a table", "python3 "),
            ("PuzzleId,FEN,Moves,Rating", "a table", "python3 "),
            ("sep=;\r", "a table", "python3 "),
            (&format!("1,{fen},x"), "a table", "python3 "),
            (&format!("{fen}\t#2"), "a table", "python3 "),
            (
                "{\"fen\": \"x\"}",
                "JSON",
                "jq -r '..|objects|select(.fen)|\"position fen \"+.fen+(",
            ),
            (
                "{\"id\":1,\"FEN\":\"x\"}",
                "JSON",
                "jq -r '..|objects|select(.FEN)|",
            ),
            ("[{\"fen\": 1}]", "JSON", "jq "),
            (
                "{\"id\": 1, \"algebraic\": {\"white\": [\"Kc2\"]}}",
                "JSON",
                "jq -r '..|objects|select(.algebraic)|\"---\",.' FILE | solver -b",
            ),
            ("{", "JSON", "jq "),
            (
                &format!("    \"{fen}\","),
                "strings in quotes",
                "grep -o '[^\"]*/[^\"]*' FILE",
            ),
            (
                &format!("['{fen}', '{fen}']"),
                "strings in quotes",
                "grep -o \"[^']*/[^']*\" FILE",
            ),
            (
                &format!("{fen}|Title|1.Kf6"),
                "a training of Lucas Chess",
                "cut -d'|' -f1 FILE",
            ),
            ("uci", "messages between", "solver uci"),
            ("xboard", "messages between", "solver uci"),
            ("info depth 3 score cp 1", "messages between", "solver uci"),
        ] {
            let found = stranger(line.as_bytes()).expect(line);
            assert!(found.form.contains(form), "{line}: {found:?}");
            assert!(
                found.message("-").contains(&format!("; try: {command}")),
                "{line}: {found:?}"
            );
        }
        let gzip = stranger(b"\x1f\x8b\x08\0").expect("gzip");
        assert_eq!(
            gzip.message("a b"),
            "this is compressed by gzip; try: zcat 'a b' | solver -b"
        );
    }

    #[test]
    fn titles_and_solutions_on_their_own_lines_are_told_once() {
        let fen = "7k/8/8/4K3/8/8/6Q1/8 w - - 0 1";
        let board = "7k/8/8/4K3/8/8/6Q1/8 w - -";
        for text in [
            format!("A. Tester, 1931\n{fen}\n1. Kf6 Kh8 2. Qg7#\n\n"),
            format!("{fen}\r\n1. Kf6 Kh8 2. Qg7#\r\n"),
            format!("Problem 1\n\nMate in two\n{board}\n\n1.Kf6\n"),
            format!("A, 1931\n{board}\nKf6 Kh8 Qg7#"),
        ] {
            assert!(lines_apart(text.as_bytes()).is_some(), "{text}");
        }
        for text in [
            format!("{fen}\n{fen}\n"),
            format!("# title\n{fen} bm Kf6;\n1. Kf6\n"),
            format!("a title\n{fen}\nanother title\n{fen}\n"),
            format!("a title\n{fen}\n"),
        ] {
            assert!(lines_apart(text.as_bytes()).is_none(), "{text}");
        }
    }
}
