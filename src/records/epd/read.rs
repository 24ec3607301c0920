//! Reading a line: four fields, counters, operations.

use super::asked::{canonical_opcode, put_stipulation};
use super::house::{HouseField, RULES, deny_checks, house, put_rules};
use super::opcode::{has_moves_or_numbers, is_never_move};
use super::operation::{Operation, is_blank, scan, trim_start};
use super::refusal::EpdError;
use super::{Epd, position, stray};
use keymove_base::error::{DOS_END, Warning, excerpt, without_mark};
use keymove_base::reason::Reason;
use keymove_rules::position::Position;
use keymove_rules::stipulation::asks_something;
use memchr::memchr_iter;
use shakmaty::{Board, Color};

/// Whether a line (without its line feed) is copied unchanged because it is not a job: a blank
/// line, or one that begins with `%`, `#` or `;`.
///
/// A byte order mark at the beginning is ignored.
pub fn passes_through(line: &[u8]) -> bool {
    let text = without_mark(line);
    matches!(text.first(), None | Some(b'%' | b'#' | b';')) || significant(text).is_empty()
}

/// The line without trailing blanks, CR, NUL and the end of file of DOS, which real files have.
pub(super) fn significant(line: &[u8]) -> &[u8] {
    let end = line
        .iter()
        .rposition(|&b| !is_blank(b) && b != 0 && b != DOS_END);
    &line[..end.map_or(0, |i| i + 1)]
}

/// The offset at which the four fields (and the counters) of a line end, if they can be read.
pub(super) fn fields_end(line: &[u8]) -> Option<usize> {
    let fields = Fields::read(significant(line)).ok()?;
    position::RawPosition::read(&fields).ok()?;
    Some(fields.end)
}

/// A field and its column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    pub text: &'a [u8],
    pub column: usize,
}

impl Field<'_> {
    /// The error that the field is not what it should be, as the template says.
    pub fn error(&self, template: &'static str) -> EpdError {
        EpdError::new(self.column, Reason::new(template, [excerpt(self.text)]))
    }
}

/// The fields of a line, separated but not yet interpreted.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    pub board: Field<'a>,
    /// The first field, interpreted.
    pub men: (Board, HouseField),
    pub turn: Field<'a>,
    pub castling: Field<'a>,
    pub en_passant: Field<'a>,
    /// The fifth field, if present: plies since a capture or pawn move.
    halfmoves: Option<Field<'a>>,
    /// The sixth field, if present: the move number.
    fullmoves: Option<Field<'a>>,
    /// The offset at which the operations begin.
    end: usize,
}

impl<'a> Fields<'a> {
    /// Separates the fields of a line.
    pub(super) fn read(line: &'a [u8]) -> Result<Fields<'a>, EpdError> {
        let start = line.len() - without_mark(line).len();
        let mut words = WordReader { line, at: start };
        let board = words.next(false).unwrap_or(Field {
            text: b"",
            column: line.len() + 1,
        });
        // For a line of some other kind, the message must not be that a field is missing.
        let men = position::read_board(&board)?;
        let missing =
            |name| move || EpdError::new(line.len() + 1, format!("the {name} is missing"));
        let turn = words.next(false).ok_or_else(missing("side to move"))?;
        let castling = words.next(true).ok_or_else(missing("castling field"))?;
        let mut en_passant = match words.peek() {
            Some(word) if !begins_operations(&line[word.column - 1..], word.text) => {
                words.next(true).unwrap_or(word)
            }
            // Some programs leave the field out if it is empty.
            _ => Field {
                text: b"-",
                column: words.at + 1,
            },
        };

        let mut counters = [None, None];
        let mut first = 0;
        // `- -0 1`: the blank before the first counter is missing.
        if let [b'-', digits @ ..] = en_passant.text
            && is_number(digits)
        {
            counters[0] = Some(Field {
                text: digits,
                column: en_passant.column + 1,
            });
            first = 1;
            en_passant.text = b"-";
        }
        for counter in &mut counters[first..] {
            match words.peek() {
                Some(word) if !is_counter(word.text) => break,
                // An unknown counter.
                Some(word) if word.text == b"-" => (),
                Some(word) => *counter = Some(word),
                None => break,
            }
            words.next(true);
        }
        let [halfmoves, fullmoves] = counters;
        Ok(Fields {
            board,
            men,
            turn,
            castling,
            en_passant,
            halfmoves,
            fullmoves,
            end: words.at,
        })
    }
}

/// Iterates over the words at the beginning of a line.
struct WordReader<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> WordReader<'a> {
    /// Takes the next word. With `operations_may_follow`, a `;` ends it too.
    fn next(&mut self, operations_may_follow: bool) -> Option<Field<'a>> {
        let rest = trim_start(&self.line[self.at..]);
        let start = self.line.len() - rest.len();
        let length = rest
            .iter()
            .position(|&b| is_blank(b) || (operations_may_follow && b == b';'))
            .unwrap_or(rest.len());
        if length == 0 {
            return None;
        }
        self.at = start + length;
        Some(Field {
            text: &rest[..length],
            column: start + 1,
        })
    }

    /// The next word, without taking it; a `;` ends it.
    fn peek(&self) -> Option<Field<'a>> {
        WordReader { ..*self }.next(true)
    }
}

/// Whether operations begin with this word, and not the en-passant field.
fn begins_operations(rest: &[u8], word: &[u8]) -> bool {
    let is_opcode = || is_never_move(word) || [&b"Stip"[..], b"c0"].contains(&word);
    word != b"-" && (is_opcode() || asks_something(rest))
}

/// Whether `text` is a number that fits the counters of a FEN.
fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.len() <= 9 && text.iter().all(u8::is_ascii_digit)
}

/// Whether `text` may stand in the place of a FEN's counters.
pub(super) fn is_counter(text: &[u8]) -> bool {
    text == b"-" || is_number(text)
}

impl Epd {
    /// Reads a line (without its line feed) and reports what was odd about it.
    ///
    /// ```
    /// use keymove_records::epd::Epd;
    ///
    /// let (epd, warnings) = Epd::read(b"7k/8/6K1/8/8/8/Q7/8 w - - 0 1 ; id BK.01\r")?;
    /// assert_eq!(epd.to_string(), "7k/8/6K1/8/8/8/Q7/8 w - - fmvn 1; hmvc 0; id BK.01;");
    /// assert!(warnings.is_empty());
    /// # Ok::<_, keymove_records::epd::EpdError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// One of the four fields cannot be understood, or problems are not solved in the position: see
    /// [`EpdError`].
    pub fn read(line: &[u8]) -> Result<(Epd, Vec<Warning>), EpdError> {
        Epd::read_with(line, Vec::new())
    }

    /// Reads a line like [`Epd::read`], and operations that its file states elsewhere as if they
    /// followed in the line.
    ///
    /// # Errors
    ///
    /// As [`Epd::read`].
    pub fn read_with(line: &[u8], stated: Vec<Operation>) -> Result<(Epd, Vec<Warning>), EpdError> {
        let line = significant(line);
        let fields = Fields::read(line)?;
        let placement = position::RawPosition::read(&fields)?;
        let held = placement.held;
        let mut warnings = Vec::new();
        let position = placement.position(&fields, &mut warnings)?;
        let mut epd = Epd::new(position.into());

        let turn = epd.position.turn();
        epd.operations = operations(line, fields.end, stated, turn, &mut warnings)?;
        epd.operations.sort_by(|a, b| a.opcode().cmp(b.opcode()));
        for (opcode, counter) in [("hmvc", fields.halfmoves), ("fmvn", fields.fullmoves)] {
            let Some(counter) = counter else { continue };
            // Digits only, so the text is UTF-8.
            let counter_text = String::from_utf8_lossy(counter.text);
            match epd.operation(opcode) {
                None => epd.add(Operation::words(opcode, [counter_text]).read_at(counter.column)),
                Some(kept) if kept.text() == counter.text => (),
                Some(_) => warnings.push(Warning::new(
                    counter.column,
                    format!("the counter {counter_text} disagrees with {opcode}, which is kept"),
                )),
            }
        }
        if let Some(house) = house(held, &epd.operations, fields.board.column)? {
            epd.position = Position::with_house(epd.position.chess().clone(), house);
        }
        Ok((epd, warnings))
    }

    /// Reads a line like [`Epd::from_ascii`]. This is cheaper if its fields are byte for byte those
    /// of `near`, from which `record` was read: nearly half the time of reading a merged record
    /// goes into the position.
    ///
    /// # Errors
    ///
    /// As [`Epd::read`].
    pub fn from_ascii_near(line: &[u8], record: &Epd, near: &[u8]) -> Result<Epd, EpdError> {
        let end = plain_fields_end(line)
            .filter(|&end| plain_fields_end(near) == Some(end) && line[..end] == near[..end]);
        let Some(end) = end.filter(|_| record.position.house().is_none()) else {
            return Epd::from_ascii(line);
        };
        let turn = record.position.turn();
        let line = significant(line);
        let mut operations = operations(line, end, Vec::new(), turn, &mut Vec::new())?;
        if RULES
            .iter()
            .any(|rule| operations.iter().any(|o| o.is(rule)))
        {
            return Epd::from_ascii(line);
        }
        operations.sort_by(|a, b| a.opcode().cmp(b.opcode()));
        Ok(Epd {
            position: record.position.clone(),
            mode: record.mode,
            operations,
        })
    }

    /// Reads a line and ignores whatever was odd about it.
    ///
    /// # Errors
    ///
    /// As [`Epd::read`].
    pub fn from_ascii(line: &[u8]) -> Result<Epd, EpdError> {
        Epd::read(line).map(|(epd, _)| epd)
    }
}

impl std::str::FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        Epd::from_ascii(line.as_bytes())
    }
}

impl From<Epd> for Position {
    /// The position of a record, which may be a FEN, with or without its two counters.
    ///
    /// ```
    /// use keymove_records::epd::Epd;
    /// use keymove_rules::position::Position;
    ///
    /// let record: Epd = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1".parse()?;
    /// assert_eq!(Position::from(record).legal_moves().len(), 23);
    /// # Ok::<_, keymove_records::epd::EpdError>(())
    /// ```
    fn from(record: Epd) -> Position {
        record.position
    }
}

/// The offset of the first operation, if the line begins with four fields, each followed by one
/// space, and the operation is not preceded by a counter, a blank or a `;`.
fn plain_fields_end(line: &[u8]) -> Option<usize> {
    let (mut spaces, mut start) = (memchr_iter(b' ', line), 0);
    for number in 1..=4 {
        let end = spaces.next()?;
        let field = &line[start..end];
        let is_square = || matches!(field, b"-" | [b'a'..=b'h', b'1'..=b'8']);
        if field.is_empty() || field.iter().any(|&b| is_blank(b)) || number == 4 && !is_square() {
            return None;
        }
        start = end + 1;
    }
    line.get(start)?.is_ascii_alphabetic().then_some(start)
}

/// The maximum number of operations and operands of a record. Once read, each takes many times its
/// length in bytes, and a line of 16 MiB may have eight million.
const MOST_WORDS: usize = 20_000;

/// Refuses more words than a record may have; `words` are those before `operation`.
fn count_words(words: &mut usize, operation: &Operation) -> Result<(), EpdError> {
    *words += 1 + operation.each_operand().take(MOST_WORDS).count();
    if *words > MOST_WORDS {
        let reason = format!("a record may have {MOST_WORDS} operations and operands at most");
        return Err(EpdError::new(operation.column(), reason));
    }
    Ok(())
}

/// The operations of `line` from the offset `start` on, in the order of the line, then those that
/// are `stated` elsewhere; `turn` is the side to move.
fn operations(
    line: &[u8],
    start: usize,
    stated: Vec<Operation>,
    turn: Color,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Operation>, EpdError> {
    // Most records have at most this many.
    let mut operations = Vec::with_capacity(8);
    let mut at = start;
    let mut words = 0;
    while at < line.len() {
        let scanned = scan(line, at);
        at = scanned.next;
        let Some(operation) = scanned.operation else {
            continue;
        };
        deny_checks(&operation)?;
        let is_first = operations.is_empty();
        let Some(operation) = stray::removed(operation, is_first, warnings) else {
            continue;
        };
        // A shorter line cannot contain more words.
        if line.len() > MOST_WORDS {
            count_words(&mut words, &operation)?;
        }
        for (is_so, what) in [
            (scanned.repaired, "does not end, it was closed"),
            (
                scanned.swallows,
                "goes on behind a ;, a \" may be missing before it",
            ),
        ] {
            if is_so {
                let text = format!("the string of {} {what}", excerpt(operation.opcode()));
                warnings.push(Warning::new(operation.column(), text));
            }
        }
        let usual = canonical_opcode(operation.opcode());
        let operation = match usual.filter(|usual| has_moves_or_numbers(usual.as_bytes())) {
            Some(usual) => operation.renamed(usual),
            None => operation,
        };
        // `bm Nxd4 id "position 02";`
        let first = operations.len();
        operation.split(&mut operations);
        warnings.extend(operations[first + 1..].iter().map(|o| {
            Warning::new(
                o.column(),
                format!("a ; is missing before {}", excerpt(o.opcode())),
            )
        }));
    }
    for operation in stated {
        let operation = operation.read_at(1);
        count_words(&mut words, &operation)?;
        operations.push(operation);
    }
    put_stipulation(&mut operations, turn, warnings);
    put_rules(&mut operations);
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_base::mix::SplitMix64;

    #[test]
    fn the_en_passant_field_may_be_missing() {
        let board = "7k/8/8/4K3/8/8/6Q1/8 w -";
        for (rest, read) in [
            ("", ""),
            (" ", ""),
            ("\x1a", ""),
            (" ; id x;", " id x;"),
            ("; id x;", " id x;"),
            (" bm Kf6;", " bm Kf6;"),
            (" #2", " Stip \"#2\";"),
            (" # 2", " Stip \"#2\";"),
            (" mate in 2", " Stip \"#2\";"),
        ] {
            let line = format!("{board}{rest}");
            let epd = Epd::from_ascii(line.as_bytes()).map(|epd| epd.to_string());
            assert_eq!(epd, Ok(format!("{board} -{read}")), "{line}");
        }
        for rest in [" 0 1", " E4", " x", " 1. Kf6"] {
            assert!(
                Epd::from_ascii(format!("{board}{rest}").as_bytes()).is_err(),
                "{rest}"
            );
        }
    }

    #[test]
    fn beside_another_a_line_is_read_as_by_itself() {
        let fields = [
            ["7k/8/8/3pPp2/8/8/4K1Q1/8", "w", "-", "d6"],
            ["7k/8/8/3pPp2/8/8/4K1Q1/8", "w", "-", "f6"],
            ["7k/8/8/3pPp2/8/8/4K1Q1/8", "b", "-", "-"],
            ["4k2r/8/8/8/8/8/8/4K3", "b", "k", "-"],
            ["4k2r/8/8/8/8/8/8/4K3", "b", "k", ""],
        ];
        let odd = ["", "  ", "\t", " \t"];
        let ends = [
            "id \"a\"; c1 one;",
            "c0 \"a b c d e\"; dm 5;",
            "0 1 dm 2;",
            "; id \"b\";",
            "Variant \"bughouse\";",
            "",
        ];
        let mut random = SplitMix64(7);
        let mut line = || {
            let mut blank = |usual| match random.below(20) {
                0 => odd[random.below(odd.len())],
                _ => usual,
            };
            let blanks = ["", " ", " ", " ", " "].map(&mut blank);
            let mut line = String::new();
            for (field, blank) in fields[random.below(fields.len())].iter().zip(blanks) {
                line += blank;
                line += field;
            }
            line += blanks[4];
            line + ends[random.below(ends.len())]
        };
        let mut alike = 0;
        for _ in 0..100_000 {
            let (near, asked) = (line(), line());
            let Ok(record) = Epd::from_ascii(near.as_bytes()) else {
                continue;
            };
            let alone = Epd::from_ascii(asked.as_bytes());
            let beside = Epd::from_ascii_near(asked.as_bytes(), &record, near.as_bytes());
            alike += usize::from(plain_fields_end(near.as_bytes()).is_some_and(|end| {
                plain_fields_end(asked.as_bytes()) == Some(end) && near[..end] == asked[..end]
            }));
            assert_eq!(beside, alone, "{asked:?} beside {near:?}");
        }
        assert!(alike > 1_000, "only {alike} lines began alike");
    }
}
