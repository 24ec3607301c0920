//! Tables with a heading, whose fields are separated by commas, semicolons or tabs (CSV, TSV).
//!
//! Columns are recognized by name, see `member`: `fen` or `board`; `stipulation`, `type`, `depth`;
//! `turn`; `id`, `puzzleid` or `name`; `author`; `source`; `award`; `variant`. Other columns are
//! ignored; there is a note about one that holds stipulations. If there are `moves` and a `puzzleid`,
//! the rows are puzzles, see `puzzle`. A table without a heading is recognized by a position in its
//! first row. A line before the heading may name the separator, `sep=;`, as Excel writes it.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::form::separator;
use super::member::{mate_in, usual_name};
use super::position::fields;
use super::puzzle::{WrittenPuzzle, is_uci};
use super::record::{CollectedRecord, ProblemFacts, looks_like_board, stipulation_in};
use super::rows::{Rows, TOO_LONG};
use super::{Broken, CollectionEntry, EntryReader, LONGEST_RECORD};
use keymove_base::error::excerpt;

/// The rows of a table.
pub(super) struct TableRows {
    rows: Rows,
    /// The reader and the columns; `None` until the heading has been read.
    open: Option<(Reader, Columns)>,
    row: TableRow,
    /// The row in the place of a heading, with its line number.
    first: Option<(TableRow, u64)>,
    /// The heading, until the columns that are not read have been examined, and the number of rows
    /// for which that is still done.
    heading: TableRow,
    examined: usize,
    /// A message about such a column, and the record that waits until it has been returned.
    unread: Option<String>,
    waiting: Option<CollectedRecord>,
    ended: bool,
}

/// The number of rows in which stipulations are looked for in columns that are not read.
const EXAMINED: usize = 100;

/// The maximum number of columns in which they are looked for.
const MOST_COLUMNS: usize = 1000;

/// Column names beyond those of [`usual_name`]: for stipulations, and for texts that may state the
/// task.
const OTHERS: [(&str, &[&str]); 2] = [
    (
        "task",
        &[
            "forderung",
            "aufgabe",
            "problemtask",
            "enonce",
            "\u{e9}nonc\u{e9}",
            "задание",
        ],
    ),
    ("type", &["problemtype", "goal", "genre"]),
];

/// The fields of a row, concatenated.
#[derive(Debug, Default)]
struct TableRow {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl TableRow {
    fn fields(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).filter_map(|number| self.field(number))
    }

    fn field(&self, number: usize) -> Option<&[u8]> {
        let start = match number {
            0 => 0,
            _ => *self.ends.get(number - 1)?,
        };
        self.text.get(start..*self.ends.get(number)?)
    }
}

/// The names of the columns that are used.
const USED: [&str; 17] = [
    "fen",
    "board",
    "stipulation",
    "task",
    "type",
    "depth",
    "matein",
    "turn",
    "id",
    "puzzleid",
    "name",
    "author",
    "source",
    "award",
    "variant",
    "moves",
    "themes",
];

/// The columns that are used.
#[derive(Debug, Default)]
struct Columns {
    /// Their names, each with the index of the first column of that name.
    named: Vec<(&'static str, usize)>,
    /// Whether the rows are certainly puzzles.
    are_puzzles: bool,
}

impl Columns {
    /// The index of the first column with one of these names.
    fn at(&self, names: &[&str]) -> Option<usize> {
        let mut named = self.named.iter();
        named
            .find(|(name, _)| names.contains(name))
            .map(|row| row.1)
    }

    /// The columns of a heading; `None` if none has positions.
    fn read(heading: &TableRow) -> Option<Columns> {
        let mut columns = Columns::default();
        // Of millions of names only these are kept.
        for (at, name) in heading.fields().enumerate() {
            let name = usual_name(&String::from_utf8_lossy(name));
            let other = OTHERS.iter().find(|(_, others)| others.contains(&&*name));
            let name = other.map_or(&*name, |(usual, _)| usual);
            let used = USED.into_iter().find(|used| *used == name);
            if let Some(name) = used.filter(|name| columns.at(&[name]).is_none()) {
                columns.named.push((name, at));
            }
        }
        let has = |names: &[&str]| columns.at(names).is_some();
        columns.are_puzzles = has(&["moves"]) && has(&["puzzleid", "themes"]);
        columns.position().is_some().then_some(columns)
    }

    /// The columns of a table without a heading, from its first row; `None` if it has no position.
    fn of_row(row: &TableRow) -> Option<Columns> {
        let texts: Vec<_> = row.fields().map(String::from_utf8_lossy).collect();
        let position = texts.iter().position(|text| is_position(text))?;
        let moves = texts.iter().position(|text| are_moves(text));
        // Lichess's own format: the themes are the eighth column, and one of them is the length of
        // the puzzle.
        let is_lichess = position == 1 && moves == Some(2) && texts.len() > 7;
        let stipulation = texts.iter().position(|text| stipulation_in(text).is_some());
        let named = [
            ("fen", Some(position)),
            ("stipulation", stipulation),
            (
                "id",
                (position > 0 && moves != Some(0) && stipulation != Some(0)).then_some(0),
            ),
            ("moves", moves),
            ("themes", is_lichess.then_some(7)),
        ];
        let named = named.into_iter().filter_map(|(name, at)| Some((name, at?)));
        Some(Columns {
            named: named.collect(),
            are_puzzles: is_lichess,
        })
    }

    /// The index of the column with the positions.
    fn position(&self) -> Option<usize> {
        self.at(&["fen"]).or_else(|| self.at(&["board"]))
    }

    /// The first column of a row that holds a stipulation although it is not read; none if the row
    /// asks something in a column that is.
    fn unread_stipulation(&self, row: &TableRow) -> Option<usize> {
        let is_empty = |name: &str| {
            let field = self.at(&[name]).and_then(|at| row.field(at));
            field.unwrap_or_default().trim_ascii().is_empty()
        };
        let asked = ["stipulation", "task", "depth", "matein", "moves"];
        if !asked.into_iter().all(is_empty) {
            return None;
        }
        let mut fields = row.fields().take(MOST_COLUMNS).enumerate();
        fields.find_map(|(column, field)| {
            let is_read = self.named.iter().any(|(_, at)| *at == column);
            let text = std::str::from_utf8(field).ok().filter(|_| !is_read)?;
            stipulation_in(text).map(|_| column)
        })
    }

    fn record(&self, row: &TableRow, number: u64) -> Option<CollectedRecord> {
        let content = |column: Option<usize>| {
            let text = String::from_utf8_lossy(row.field(column?)?);
            let text = text.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let field = |name| content(self.at(&[name]));
        if row.fields().all(|field| field.trim_ascii().is_empty()) {
            return None;
        }
        let asked = field("stipulation").or_else(|| field("task"));
        let mut facts = ProblemFacts {
            stipulation: asked.map(|text| stipulation_in(&text).unwrap_or(text)),
            depth: field("depth").or_else(|| mate_in(&field("matein")?)),
            turn: field("turn"),
            id: content(self.at(&["id", "puzzleid", "name"])),
            author: field("author"),
            source: field("source"),
            award: field("award"),
            variant: field("variant"),
            ..ProblemFacts::default()
        };
        facts.asks_kind(&field("type").unwrap_or_default());
        let Some(position) = content(self.position()) else {
            return Some(facts.refused("this row has no position", number));
        };
        let (moves, themes) = (field("moves"), field("themes"));
        let puzzle = WrittenPuzzle {
            fen: &position,
            moves: moves.as_deref().unwrap_or_default(),
            themes: themes.as_deref().unwrap_or_default(),
            is_known: self.are_puzzles,
        };
        Some(match puzzle.position(&mut facts) {
            None => facts.record(&position, number),
            Some(Ok(fen)) => facts.record(&fen, number),
            Some(Err(reason)) => facts.refused(reason, number),
        })
    }
}

/// Whether a line is a row of a table without a heading: a position after another column, or before
/// a column with moves or with a stipulation. A line of EPD has no comma directly after its fields.
pub(super) fn is_row(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else {
        return false;
    };
    [',', ';', '\t'].into_iter().any(|delimiter| {
        let fields: Vec<&str> = line
            .split(delimiter)
            .map(|field| field.trim_matches([' ', '"']))
            .collect();
        let asks = |fields: &[&str]| fields.iter().any(|field| stipulation_in(field).is_some());
        match fields.iter().position(|field| is_position(field)) {
            None => false,
            Some(place) if !is_fen(fields[place]) => fields.len() > 1 && asks(&fields),
            Some(0) if delimiter == ';' && !line.starts_with('"') => are_moves_first(&fields),
            Some(0) if delimiter == '\t' => are_moves_first(&fields) || asks(&fields),
            Some(place) => place > 0 || fields.len() > 1,
        }
    })
}

/// Whether moves follow the first column.
fn are_moves_first(fields: &[&str]) -> bool {
    fields.get(1).is_some_and(|field| are_moves(field))
}

/// Whether a text is a board, or a FEN.
fn is_position(text: &str) -> bool {
    is_fen(text) || looks_like_board(text)
}

fn is_fen(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.len() > 1 && looks_like_board(words[0]) && fields(&words) == words.len()
}

fn are_moves(text: &str) -> bool {
    !text.is_empty() && text.split_whitespace().all(is_uci)
}

impl TableRows {
    /// The table that begins with the next of `rows`.
    pub fn new(rows: Rows) -> TableRows {
        TableRows {
            rows,
            open: None,
            row: TableRow::default(),
            first: None,
            heading: TableRow::default(),
            examined: 0,
            unread: None,
            waiting: None,
            ended: false,
        }
    }

    /// Reads a row and returns the number of its first line.
    fn read(&mut self, reader: &mut Reader) -> Result<Option<u64>, Broken> {
        let TableRow { text, ends } = &mut self.row;
        text.resize(text.capacity().max(512), 0);
        ends.resize(ends.capacity().max(16), 0);
        let (mut written, mut fields, mut read) = (0, 0, 0);
        let mut number = 0;
        while !self.ended {
            let line = self.rows.number() + 1;
            let mut input = self.rows.next_row()?.unwrap_or_else(|| {
                self.ended = true;
                b""
            });
            if number == 0 && input.trim_ascii().is_empty() {
                continue;
            }
            number = if number == 0 { line } else { number };
            read += input.len();
            if read > LONGEST_RECORD {
                return Err((number, TOO_LONG.to_owned()));
            }
            loop {
                let (result, taken, out, ended) =
                    reader.read_record(input, &mut text[written..], &mut ends[fields..]);
                input = &input[taken..];
                written += out;
                fields += ended;
                match result {
                    ReadRecordResult::InputEmpty => break,
                    ReadRecordResult::OutputFull => text.resize(text.len() * 2, 0),
                    ReadRecordResult::OutputEndsFull => ends.resize(ends.len() * 2, 0),
                    ReadRecordResult::Record | ReadRecordResult::End => {
                        text.truncate(written);
                        ends.truncate(fields);
                        return Ok((fields > 0).then_some(number));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Reads the heading.
    fn open(&mut self) -> Result<(Reader, Columns), Broken> {
        let mut heading = self.rows.next_row()?.unwrap_or_default().to_vec();
        let named = separator(&heading);
        if named.is_some() {
            heading = self.rows.next_row()?.unwrap_or_default().to_vec();
        }
        let line = self.rows.number();
        let count = |delimiter: &u8| heading.iter().filter(|b| *b == delimiter).count();
        let most = b",;\t"
            .iter()
            .rev()
            .max_by_key(|delimiter| count(delimiter));
        let delimiter = named.unwrap_or(*most.expect("there are three"));
        let mut names = TableRow {
            text: vec![0; heading.len() + 1],
            ends: vec![0; count(&delimiter) + 1],
        };
        let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
        let (_, _, written, fields) =
            reader.read_record(&heading, &mut names.text, &mut names.ends);
        let (_, _, more, last) =
            reader.read_record(b"", &mut names.text[written..], &mut names.ends[fields..]);
        names.text.truncate(written + more);
        names.ends.truncate(fields + last);
        let reader = ReaderBuilder::new().delimiter(delimiter).build();
        let rows = Columns::of_row(&names);
        match Columns::read(&names).or(rows) {
            Some(columns) => {
                let position = columns.position().and_then(|at| names.field(at));
                if is_position(&String::from_utf8_lossy(position.unwrap_or_default())) {
                    self.first = Some((names, line));
                } else {
                    (self.heading, self.examined) = (names, EXAMINED);
                }
                Ok((reader, columns))
            }
            None => Err((
                line,
                "this table has no column fen, epd, position or board".to_owned(),
            )),
        }
    }

    fn next_record(&mut self) -> Result<Option<CollectedRecord>, Broken> {
        let (mut reader, columns) = match self.open.take() {
            Some(open) => open,
            None => self.open()?,
        };
        let mut record = self
            .first
            .take()
            .and_then(|(row, line)| columns.record(&row, line));
        while record.is_none()
            && let Some(number) = self.read(&mut reader)?
        {
            record = columns.record(&self.row, number);
        }
        self.examine(&columns);
        self.open = Some((reader, columns));
        Ok(record)
    }

    /// Looks for stipulations in the columns of the current row that are not read.
    fn examine(&mut self, columns: &Columns) {
        let Some(left) = self.examined.checked_sub(1) else {
            return;
        };
        self.examined = left;
        if let Some(column) = columns.unread_stipulation(&self.row) {
            let name = excerpt(self.heading.field(column).unwrap_or_default());
            self.unread = Some(format!(
                "the column {name} holds stipulations and is not read; call it stip"
            ));
            self.examined = 0;
        }
        if self.examined == 0 {
            self.heading = TableRow::default();
        }
    }
}

impl EntryReader for TableRows {
    fn next_entry(&mut self) -> Result<Option<CollectionEntry>, Broken> {
        if let Some(record) = self.waiting.take() {
            return Ok(Some(CollectionEntry::Record(record)));
        }
        let Some(record) = self.next_record()? else {
            return Ok(None);
        };
        let Some(text) = self.unread.take() else {
            return Ok(Some(CollectionEntry::Record(record)));
        };
        let number = record.number;
        self.waiting = Some(record);
        Ok(Some(CollectionEntry::Note(number, text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, Read};

    use crate::collection::{Collection, FileForm, Reading};

    fn entries(text: impl AsRef<[u8]> + Send + 'static) -> Vec<String> {
        Collection::open(
            FileForm::Table,
            Box::new(io::Cursor::new(text)),
            3,
            &Reading::default(),
        )
        .expect("a reader")
        .map(|entry| match entry {
            CollectionEntry::Record(record) => {
                format!(
                    "{} {}",
                    record.number,
                    String::from_utf8(record.line).expect("text")
                )
            }
            CollectionEntry::Note(line, text) => format!("{line} note {text}"),
            CollectionEntry::Broken(line, text) => format!("{line} broken {text}"),
        })
        .collect()
    }

    #[test]
    fn rows_become_records() {
        let text = "\"ID\",FEN,stip,depth,author\r\n1,7k/8/5KQ1/8/8/8/8/8 w - -,#1,,\"A, \"\"B\"\"\nC\"\n\n2,\"7k/8/5KQ1/8/8/8/8/8\",,-3\n3,,#1\n";
        assert_eq!(
            entries(text),
            [
                "4 7k/8/5KQ1/8/8/8/8/8 w - - Stip \"#1\"; c0 \"A, 'B' C\"; id \"1\";",
                "7 7k/8/5KQ1/8/8/8/8/8 w - - id \"2\"; dm -3;",
                "8 # Stip \"#1\"; id \"3\"; Error \"this row has no position\";",
            ]
        );
        assert_eq!(
            entries(
                "fen,side_to_move,Type,mate in\n7k/8/5KQ1/8/8/8/8/8,Black,,-3\n7k/8/5KQ1/8/8/8/8/8 w - -,,Mate in 1,\n7k/8/5KQ1/8/8/8/8/8,zz,,\n"
            ),
            [
                "4 7k/8/5KQ1/8/8/8/8/8 b - - dm -3;",
                "5 7k/8/5KQ1/8/8/8/8/8 w - - Stip \"#1\";",
                "6 # Error \"zz is not a side to move\";",
            ]
        );
        assert_eq!(
            entries("fen\tdm\n7k/8/5KQ1/8/8/8/8/8 w - - 0 1\t1\n"),
            ["4 7k/8/5KQ1/8/8/8/8/8 w - - 0 1 dm 1;"]
        );
        assert_eq!(
            entries("board,id,fen\nx,1,7k/8/5KQ1/8/8/8/8/8 w - -\n"),
            ["4 7k/8/5KQ1/8/8/8/8/8 w - - id \"1\";"]
        );
        assert_eq!(
            entries("Board;id\n7k/8/5KQ1/8/8/8/8/8 b - -;1\n"),
            ["4 7k/8/5KQ1/8/8/8/8/8 b - - id \"1\";"]
        );
        assert_eq!(
            entries("a,b\n1,2\n"),
            ["3 broken this table has no column fen, epd, position or board"]
        );
    }

    #[test]
    fn puzzles_begin_after_their_first_move() {
        let text = "PuzzleId,FEN,Moves,Rating,Themes\nx,6k1/5ppp/8/8/8/8/5PPP/4RK1r w - - 0 1,f1e2 h1e1,1,\"mate mateIn2\"\ny,8/8 w,e2e4 e7e5,1,mate\n";
        let seen = entries(text);
        assert_eq!(
            seen[0],
            "4 6k1/5ppp/8/8/8/8/4KPPP/4R2r b - - Stip \"#2\"; id \"x\";"
        );
        assert!(seen[1].contains("cannot be played"), "{seen:?}");
    }

    #[test]
    fn a_table_needs_no_heading() {
        let line = "x,8/8/8/8/8/2K5/8/k6R b - - 0 1,a1a2 h1d1 a2a3 d1a1,900,80,90,10,endgame mate mateIn2,https://example.org,";
        let read = "8/8/8/8/8/2K5/k7/7R w - - Stip \"#2\"; id \"x\"; pv Rd1 Ka3 Ra1#;";
        assert_eq!(
            entries(format!("{line}\n{line}\n")),
            [format!("3 {read}"), format!("4 {read}")]
        );
        assert_eq!(
            entries("8/8/8/8/8/2K5/8/k6R b - - 0 1;a1a2 h1d1 a2a3 d1a1\n"),
            ["3 8/8/8/8/8/2K5/k7/7R w - - Stip \"#2\"; pv Rd1 Ka3 Ra1#;"]
        );
        assert_eq!(
            entries("x,a1a2 h1d1 a2a3 d1a1,8/8/8/8/8/2K5/8/k6R b - - 0 1,1500\n"),
            ["3 8/8/8/8/8/2K5/k7/7R w - - Stip \"#2\"; id \"x\"; pv Rd1 Ka3 Ra1#;"]
        );
        assert_eq!(
            entries("7\t7k/8/5KQ1/8/8/8/8/8 w - - 0 1\tmate in 1\n"),
            ["3 7k/8/5KQ1/8/8/8/8/8 w - - 0 1 Stip \"#1\"; id \"7\";"]
        );
        for text in [
            "7k/8/5KQ1/8/8/8/8/8 w - - 0 1,#1\n",
            "\"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\";#1\n",
            "7k/8/5KQ1/8/8/8/8/8,#1\n",
            "#1,7k/8/5KQ1/8/8/8/8/8\n",
        ] {
            assert!(is_row(text.trim_end().as_bytes()), "{text}");
            let read = entries(text).concat();
            assert!(read.starts_with("3 7k/8/5KQ1/8/8/8/8/8 w - -"), "{read}");
            assert!(read.ends_with(" Stip \"#1\";"), "{read}");
        }
        for line in [
            "7k/8/5KQ1/8/8/8/8/8 w - - ;#1;a,b",
            "7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7#; id \"a,b\";",
            "a,b",
            "8/8 w,e2e4",
        ] {
            assert!(!is_row(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn columns_with_stipulations_are_found_under_many_names() {
        let mate = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
        for name in [
            "Task",
            "Goal",
            "Problem type",
            "Forderung",
            "Aufgabe",
            "STIP",
            "Type",
        ] {
            let read = entries(format!("FEN,{name}\n{mate},#1\n"));
            assert_eq!(read, [format!("4 {mate} Stip \"#1\";")], "{name}");
        }
        let read = entries(format!(
            "id;fen;what;more\n1;{mate};;\n2;{mate};mate in 1;#2\n"
        ));
        assert_eq!(
            read[1..],
            [
                "5 note the column what holds stipulations and is not read; call it stip"
                    .to_owned(),
                format!("5 {mate} id \"2\";"),
            ]
        );
        assert_eq!(
            entries(format!("sep=;\r\nid;fen;stip\r\n1;{mate};#1, a\r\n")),
            [format!("5 {mate} Stip \"#1, a\"; id \"1\";")]
        );
        assert_eq!(
            entries(format!("sep=\t\nid,x\tfen\n1\t{mate}\n")),
            [format!("5 {mate}")]
        );
    }

    #[test]
    fn a_row_without_end_is_given_up() {
        let endless = io::Cursor::new(b"fen,dm\n8/8,1\n\"").chain(io::repeat(b'x'));
        let reading = Reading::default();
        let mut table =
            Collection::open(FileForm::Table, Box::new(endless), 1, &reading).expect("a reader");
        assert!(matches!(table.next(), Some(CollectionEntry::Record(_))));
        let Some(CollectionEntry::Broken(_, reason)) = table.next() else {
            panic!("no end");
        };
        assert!(reason.contains("longer than"), "{reason}");
        assert!(table.next().is_none());
    }
}
