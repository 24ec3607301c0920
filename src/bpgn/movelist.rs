//! Reads the boards of a match as printed by FICS for `moves`, `smoves` and `oldmoves` and kept by
//! users in their logs: one list per board, with the time of every move.
//!
//! ```text
//! Movelist for game 7:
//!
//! Ann (1850) vs. Bob (1790) --- Wed Aug  7, 13:37 PDT 1996
//! Rated bughouse match, initial time: 3 minutes, increment: 0 seconds.
//!
//! Move  Ann                     Bob
//! ----  ---------------------   ---------------------
//!   1.  e4      (0:01.500)      d5      (0:01.100)
//!       {Bob checkmated} 1-0
//! ```
//!
//! A list becomes the PGN of a board with clocks, and two consecutive lists are the boards of a
//! match for [`super::join`], because no list says which other one it belongs to. Any other text in
//! a log (prompts, talk, boards) is ignored, and so are lists of games other than bughouse. Lines
//! may end with LF CR, as on the server, or in any other way.

use std::io::{self, BufRead, BufReader, Read};

use shakmaty::Color;

use super::clock::Clock;
use super::finding::Severity;
use super::format::write_tag;
use super::pgn::PgnGame;
use super::read::Reader;
use super::tags::{is_date, words};
use keymove_base::error::excerpt;
use keymove_games::pgn::{GameResult, MoveText};

/// The maximum number of bytes examined in a line. Those of a list have less than eighty columns.
const LONGEST_LINE: u64 = 1 << 12;

/// The maximum number of half-moves of a list; the longest real ones have about 300.
const MOST_HALF_MOVES: usize = 1 << 16;

const MONTHS: [&[u8]; 12] = [
    b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec",
];

/// Reads lists from a stream.
#[derive(Debug)]
pub struct MovelistReader<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    number: u64,
    /// The current list.
    list: Option<Movelist>,
    left_out: u64,
}

/// The messages for a list that breaks off and for one that is too long.
const NO_END: &str = "the movelist before this line has no end";
const TOO_LONG: &str = "longer than any game; cut here";

/// The message about a line that is wrong, and whether the list ends there.
type WrongLine = (String, bool);

/// A list as far as it has been read.
#[derive(Debug, Default)]
struct Movelist {
    tags: Vec<(&'static str, Vec<u8>)>,
    /// Half-moves with clocks, and the result, in PGN.
    movetext: Vec<u8>,
    half_moves: usize,
    problems: Vec<(Severity, String)>,
    /// Whether it is a list of bughouse; `None` before its second line.
    bughouse: Option<bool>,
    /// The remaining time of White and Black and the increment, in milliseconds.
    clocks: Option<([i64; 2], i64)>,
}

impl<R: Read> MovelistReader<R> {
    /// A reader at the beginning of `input`.
    pub fn new(input: R) -> MovelistReader<R> {
        MovelistReader {
            input: BufReader::with_capacity(1 << 16, input),
            line: Vec::new(),
            number: 0,
            list: None,
            left_out: 0,
        }
    }

    /// The number of lists of games other than bughouse.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Reads the next list of bughouse; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// Errors of the stream.
    pub fn next_game(&mut self) -> io::Result<Option<PgnGame>> {
        while self.next_line()? {
            let line = bare(&self.line);
            if let Some(begun) = Movelist::begin(line) {
                let before = self.list.replace(begun);
                if let Some(game) = before.and_then(|list| self.cut(list)) {
                    return Ok(Some(game));
                }
                continue;
            }
            let Some(list) = &mut self.list else {
                continue;
            };
            let over = list.take(line).unwrap_or_else(|(text, ends)| {
                list.wrong(self.number, &text);
                ends
            });
            if over && let Some(game) = self.list.take().and_then(|list| self.kept(list)) {
                return Ok(Some(game));
            }
        }
        Ok(self.list.take().and_then(|list| self.cut(list)))
    }

    /// Reads a line up to the maximum length; `false` at the end.
    fn next_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let mut start = self.input.by_ref().take(LONGEST_LINE);
        if start.read_until(b'\n', &mut self.line)? == 0 {
            return Ok(false);
        }
        if self.line.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        self.number += 1;
        Ok(true)
    }

    /// Ends a list that is cut off by another one, or by the end of the file.
    fn cut(&mut self, mut list: Movelist) -> Option<PgnGame> {
        list.wrong(self.number, NO_END);
        self.kept(list)
    }

    fn kept(&mut self, mut list: Movelist) -> Option<PgnGame> {
        match list.bughouse {
            Some(true) => {}
            Some(false) => {
                self.left_out += 1;
                return None;
            }
            None => list.wrong(self.number, "the list does not say what was played"),
        }
        list.game()
    }
}

/// A line without the text that the server and the log put around it.
fn bare(line: &[u8]) -> &[u8] {
    let mut line = line.trim_ascii();
    while let Some(rest) = line.strip_prefix(b"fics%") {
        line = rest.trim_ascii_start();
    }
    line
}

impl Movelist {
    /// The list begun by a line with both players: `Ann (1850) vs. Bob (UNR) --- Wed Aug  7...`
    fn begin(line: &[u8]) -> Option<Movelist> {
        let (white, white_elo, rest) = player(line)?;
        let (black, black_elo, rest) = player(rest.strip_prefix(b" vs. ")?)?;
        let begun = rest.strip_prefix(b" --- ")?.trim_ascii();
        let mut tags = vec![
            ("Event", b"bughouse match".to_vec()),
            ("Site", b"FICS".to_vec()),
        ];
        if let Some((date, time)) = date_and_time(begun) {
            tags.extend([("Date", date), ("Time", time)]);
        }
        tags.extend([("White", white.to_vec()), ("WhiteElo", quotable(white_elo))]);
        tags.extend([("Black", black.to_vec()), ("BlackElo", quotable(black_elo))]);
        Some(Movelist {
            tags,
            ..Movelist::default()
        })
    }

    /// Records a fault of a line.
    fn wrong(&mut self, line: u64, text: &str) {
        let problem = format!("line {line}: {text}");
        self.problems.push((Severity::Error, problem));
    }

    /// The list as a game.
    fn game(self) -> Option<PgnGame> {
        let mut text = Vec::new();
        for (name, value) in &self.tags {
            write_tag(name, value, &mut text);
        }
        text.push(b'\n');
        text.extend(self.movetext);
        // Reading from memory does not fail, and the tags alone are a game.
        let mut reader = Reader::pgn(&text[..]);
        let game = reader.next_game().ok()??;
        Some(PgnGame::new(&game, self.problems))
    }

    /// Processes a line; returns whether it was the last one.
    fn take(&mut self, line: &[u8]) -> Result<bool, WrongLine> {
        if let Some((event, start, increment)) = terms(line) {
            self.bughouse = Some(memchr::memmem::find(&event, b"bughouse").is_some());
            self.clocks = Some(([1000 * start; 2], 1000 * increment));
            self.tags[0].1 = quotable(&event);
            let control = format!("{start}+{increment}").into_bytes();
            self.tags.push(("TimeControl", control));
            return Ok(false);
        }
        if let Some(rest) = line.strip_prefix(b"{") {
            let end = memchr::memchr(b'}', rest).ok_or_else(|| not_understood(line))?;
            let (words, result) = (&rest[..end], rest[end + 1..].trim_ascii());
            let result = GameResult::read(result).ok_or_else(|| not_understood(line))?;
            self.end(words, result);
            return Ok(true);
        }
        let Some((number, moves)) = row(line) else {
            let heading = line.starts_with(b"Move ") || line.starts_with(b"---");
            // Between the first row and the end there are only rows.
            return if line.is_empty() || heading || self.half_moves == 0 {
                Ok(false)
            } else {
                Err((NO_END.to_owned(), true))
            };
        };
        let mut words = words(moves);
        for color in Color::ALL {
            let Some(san) = words.next() else { break };
            let time = words.next().and_then(move_time);
            // A placeholder if the game does not begin with White's move.
            if san == b"..." {
                continue;
            }
            let (Some(time), Some(_)) = (time, MoveText::read_loosely(san)) else {
                return Err(not_understood(line));
            };
            if self.half_moves == MOST_HALF_MOVES {
                return Err((TOO_LONG.to_owned(), true));
            }
            self.half_moves += 1;
            let number = format!("{number}{} ", color.fold_wb(".", "..."));
            let clock = self.clock(color, time);
            self.movetext
                .extend([number.as_bytes(), san, clock.as_bytes()].concat());
        }
        match words.next() {
            Some(_) => Err(not_understood(line)),
            None => Ok(false),
        }
    }

    /// The clock after a move that took `time`, if it is known, and the end of the line.
    fn clock(&mut self, color: Color, time: Clock) -> String {
        let Some((left, increment)) = &mut self.clocks else {
            return "\n".to_owned();
        };
        let millis = &mut left[usize::from(color.is_black())];
        *millis += *increment - time.millis;
        let clock = Clock {
            millis: *millis,
            decimals: time.decimals,
        };
        format!(" {{[%clk {}]}}\n", clock.to_hours())
    }

    /// Handles the end: colours in its text become names, because two of the four players have each
    /// colour.
    fn end(&mut self, words: &[u8], result: GameResult) {
        self.movetext.extend(result.as_str().bytes());
        self.tags.push(("Result", result.as_str().into()));
        if result == GameResult::Unknown {
            return;
        }
        let mut words = words.to_vec();
        for color in ["White", "Black"] {
            // It may also be the beginning of a name.
            let rest = words.strip_prefix(color.as_bytes());
            let Some(rest) = rest.filter(|rest| !rest.first().is_some_and(is_name)) else {
                continue;
            };
            if let Some((_, name)) = self.tags.iter().find(|(tag, _)| *tag == color) {
                words = [name, rest].concat();
                break;
            }
        }
        self.movetext.extend([b" {", &words[..], b"}"].concat());
    }
}

/// The characters that are allowed in a tag.
fn quotable(value: &[u8]) -> Vec<u8> {
    let mut value = value.to_vec();
    value.retain(|b| !matches!(b, b'"' | b'\\'));
    value
}

fn not_understood(line: &[u8]) -> WrongLine {
    (format!("not understood: {}", excerpt(line)), false)
}

fn is_name(b: &u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')
}

/// The player's name and rating at the beginning of a line, and the rest.
fn player(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let open = memchr::memchr(b'(', line)?;
    let close = open + memchr::memchr(b')', &line[open..])?;
    let name = line[..open].strip_suffix(b" ")?;
    let known = !name.is_empty() && name.iter().all(is_name);
    let rating = line[open + 1..close].trim_ascii();
    known.then_some((name, rating, &line[close + 1..]))
}

/// `Rated bughouse match, initial time: 3 minutes, increment: 0 seconds.` as the event in lower
/// case, and the times in seconds.
fn terms(line: &[u8]) -> Option<(Vec<u8>, i64, i64)> {
    const START: &[u8] = b", initial time: ";
    const INCREMENT: &[u8] = b", increment: ";
    let at = memchr::memmem::find(line, START)?;
    let (event, rest) = (&line[..at], &line[at + START.len()..]);
    let at = memchr::memmem::find(rest, INCREMENT)?;
    let (start, increment) = (&rest[..at], &rest[at + INCREMENT.len()..]);
    let number = |text: &[u8], unit: &[u8]| -> Option<i64> {
        let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
        let has_unit = text[digits..].trim_ascii().starts_with(unit);
        let seconds = Clock::seconds(&text[..digits])?.millis / 1000;
        has_unit.then_some(seconds)
    };
    let (start, increment) = (number(start, b"minute")?, number(increment, b"second")?);
    Some((event.to_ascii_lowercase(), 60 * start, increment))
}

/// `12.` and the rest.
fn row(line: &[u8]) -> Option<(u32, &[u8])> {
    let digits = line.iter().take_while(|b| b.is_ascii_digit()).count();
    let number = std::str::from_utf8(&line[..digits]).ok()?.parse().ok()?;
    Some((number, line[digits..].strip_prefix(b".")?))
}

/// `(0:01.500)`
fn move_time(word: &[u8]) -> Option<Clock> {
    Clock::hours(word.strip_prefix(b"(")?.strip_suffix(b")")?)
}

/// `Wed Aug  7, 13:37 PDT 1996`, or `1996.08.07 13:37:00`, as date and time in the zone of the
/// server.
fn date_and_time(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let words: Vec<&[u8]> = text
        .split(|b| b.is_ascii_whitespace() || *b == b',')
        .filter(|word| !word.is_empty())
        .collect();
    let (date, time) = match words[..] {
        [date, time] => (date.to_vec(), time),
        [_, month, day, time, .., year] => {
            let month = 1 + MONTHS.into_iter().position(|name| name == month)?;
            let day: u8 = std::str::from_utf8(day).ok()?.parse().ok()?;
            let date = format!("{}.{month:02}.{day:02}", std::str::from_utf8(year).ok()?);
            (date.into_bytes(), time)
        }
        _ => return None,
    };
    let is_time = Clock::hours(time).is_some() && memchr::memchr(b':', time).is_some();
    (is_date(&date) && is_time).then(|| (date, time.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_times_are_read() {
        let list = Movelist::begin(b"OBIT (1694) vs. boffo (++++) --- Thu Feb  7, 21:11 PST 2002");
        let tags = list.expect("a heading").tags;
        for tag in [
            ("Date", "2002.02.07"),
            ("Time", "21:11"),
            ("BlackElo", "++++"),
        ] {
            assert!(tags.contains(&(tag.0, tag.1.into())), "{tag:?}");
        }
        for line in [
            "OBIT vs. boffo --- Thu",
            "{Game 7 (OBIT vs. boffo) OBIT resigns} 0-1",
            "a tells you: OBIT (1694) vs. boffo (1833) --- x",
            "OBIT (1694) vs. boffo (1833)",
        ] {
            assert!(Movelist::begin(line.as_bytes()).is_none(), "{line}");
        }
        assert_eq!(
            date_and_time(b"2008.01.19 16:55:38"),
            Some((b"2008.01.19".to_vec(), b"16:55:38".to_vec()))
        );
        assert_eq!(date_and_time(b"Thu Foo  7, 21:11 PST 2002"), None);
        let millis = |word: &str| move_time(word.as_bytes()).map(|clock| clock.millis);
        assert_eq!(millis("(19:59.514)"), Some(1_199_514));
        assert_eq!(millis("(1:00:01)"), Some(3_601_000));
        assert_eq!(millis("0:01"), None);
        assert_eq!(
            terms(b"Unrated bughouse match, initial time: 2 minutes, increment: 12 seconds."),
            Some((b"unrated bughouse match".to_vec(), 120, 12))
        );
    }
}
