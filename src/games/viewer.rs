//! A page that replays games on one or more boards: a single file without external resources.
//! `head` comes before all games, [`write_game`] writes one of them, `tail` comes after, so the
//! page can be written while the games are read.
//!
//! A [`PageGame`] contains the initial boards and the changes of every half-move; the script does
//! the rest: buttons, keys, a slider, a list of half-moves with links, the remarks so far. It does
//! not depend on the game: bughouse has two boards, Kriegspiel three.
//!
//! Names and words come from others. They are put into a block of JSON, which no string in it can
//! end, and the script only inserts them as text; the page's own policy allows no other script or
//! style, and forbids loading anything.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;
use shakmaty::{Move, Square};

use crate::men::MenText;
use keymove_base::drawing::{escaped, shapes};
use keymove_base::error::steers;

/// The style sheet of the page.
const CSS: &str = include_str!("viewer/page.css");
/// The script of the page: the board and the replay.
const SCRIPT: &str = concat!(
    include_str!("viewer/board.js"),
    include_str!("viewer/page.js")
);

/// The SHA-256 of [`CSS`] and [`SCRIPT`] in base64, for the policy. A test compares them.
const CSS_DIGEST: &str = "BgEXf3V9aho6PxtJUTn4LIGrwrDHLpZdJ6Dahjr5vVg=";
const SCRIPT_DIGEST: &str = "V1BEvSXS9Ya9e2e2lx5T1q4z0lb0MoBfjoajZB0oHqs=";

/// The script that draws a board, for other pages with boards.
pub const BOARD_SCRIPT: &str = include_str!("viewer/board.js");

/// The script that plays moves, a module.
pub const PLAY_SCRIPT: &str = include_str!("viewer/play.js");

/// A game for the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageGame {
    /// The title of the game in the list of games.
    pub title: String,
    /// Other facts about it: names and values.
    pub facts: Vec<(String, String)>,
    /// The boards, from left to right.
    pub boards: Vec<PageBoard>,
    /// The remarks before the first half-move.
    pub remarks: Vec<String>,
    /// The half-moves in order.
    #[serde(skip)]
    pub steps: WrittenSteps,
    /// The result, and the remarks after it.
    #[serde(skip)]
    pub end: Vec<String>,
}

/// A board before the first half-move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PageBoard {
    /// The name above the board.
    pub name: String,
    /// Whether Black is at the bottom.
    pub turned: bool,
    /// White's and Black's names.
    pub players: [String; 2],
    /// Eight ranks as in a FEN; empty if the men are a part of another board's.
    pub men: String,
    /// The board of whose men this one shows a part, from 0, and whether these are White's; no
    /// change refers to such a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<(usize, bool)>,
    /// The men in White's and Black's hands, as upper-case letters; empty if there are none.
    pub hands: [String; 2],
    /// White's and Black's clocks; empty if the game has no clocks.
    pub clocks: [String; 2],
}

/// A half-move.
#[derive(Debug, Clone)]
pub struct PageStep<'a> {
    /// Its number, `12b.`, which is written unchanged.
    pub number: &'a str,
    /// The move.
    pub text: &'a str,
    /// Its changes on the boards.
    pub changes: &'a [BoardChange<'a>],
    /// The remarks after it.
    pub remarks: &'a [String],
}

/// Half-moves in their final form, which takes less memory than their parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenSteps(Vec<u8>);

impl WrittenSteps {
    /// An empty list with room for half-moves.
    pub fn with_capacity(steps: usize) -> WrittenSteps {
        WrittenSteps(Vec::with_capacity(STEP * steps))
    }

    /// Appends a half-move. Half-moves are nearly the whole page, and hardly any text in them needs
    /// an escape, so they are not written by serde, which allocates and examines each text.
    pub fn push(&mut self, step: &PageStep<'_>) {
        let page = &mut self.0;
        if !page.is_empty() {
            page.push(b',');
        }
        page.extend_from_slice(b"{\"number\":");
        write_plain(step.number, page);
        page.extend_from_slice(b",\"text\":");
        write_text(step.text, page);
        page.extend_from_slice(b",\"changes\":");
        write_list(step.changes, page, BoardChange::write);
        if !step.remarks.is_empty() {
            page.extend_from_slice(b",\"remarks\":");
            write_list(step.remarks, page, |remark, page| write_text(remark, page));
        }
        page.push(b'}');
    }
}

/// The length in bytes of a half-move on three boards.
const STEP: usize = 256;

/// The changes of a half-move on a board; omitted parts stay unchanged.
#[derive(Debug, Clone, Default)]
pub struct BoardChange<'a> {
    /// The index of the board, from 0.
    pub board: usize,
    /// The index of another board with the same marks and news.
    pub also: Option<usize>,
    /// The men, as in [`PageBoard::men`].
    pub men: Option<&'a MenText>,
    /// The hands: letters, which are written unchanged.
    pub hands: Option<[&'a str; 2]>,
    /// The clocks: digits and `-:.`, which are written unchanged.
    pub clocks: Option<[&'a str; 2]>,
    /// The squares marked by the half-move, `["e2", "e4"]`; only until the next change.
    pub marks: [Option<Square>; 2],
    /// The refused tries before it, separated by commas; empty if they are not heard.
    pub refused: Cow<'a, str>,
    /// Further announcements at this board; only until the next change. They are plain words, which
    /// are written unchanged.
    pub news: Option<&'a str>,
}

impl BoardChange<'_> {
    fn write(&self, page: &mut Vec<u8>) {
        let mut number = itoa::Buffer::new();
        page.extend_from_slice(b"{\"board\":");
        page.extend_from_slice(number.format(self.board).as_bytes());
        if let Some(also) = self.also {
            page.extend_from_slice(b",\"also\":");
            page.extend_from_slice(number.format(also).as_bytes());
        }
        if let Some(men) = self.men {
            page.extend_from_slice(b",\"men\":\"");
            page.extend_from_slice(men.as_bytes());
            page.push(b'"');
        }
        for (name, pair) in [
            (&b",\"hands\":"[..], &self.hands),
            (b",\"clocks\":", &self.clocks),
        ] {
            if let Some(pair) = pair {
                page.extend_from_slice(name);
                write_list(pair, page, |text, page| write_plain(text, page));
            }
        }
        let mut sign = &b",\"marks\":["[..];
        for square in self.marks.into_iter().flatten() {
            let (file, rank) = (square.file().char(), square.rank().char());
            page.extend_from_slice(sign);
            page.extend_from_slice(&[b'"', file as u8, rank as u8, b'"']);
            sign = b",";
        }
        if sign == b"," {
            page.push(b']');
        }
        if !self.refused.is_empty() {
            page.extend_from_slice(b",\"no\":");
            write_text(&self.refused, page);
        }
        if let Some(news) = self.news {
            page.extend_from_slice(b",\"news\":");
            write_plain(news, page);
        }
        page.push(b'}');
    }
}

fn write_list<T>(items: &[T], page: &mut Vec<u8>, write: impl Fn(&T, &mut Vec<u8>)) {
    page.push(b'[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            page.push(b',');
        }
        write(item, page);
    }
    page.push(b']');
}

/// Writes a text in which nothing has to be escaped.
fn write_plain(text: &str, page: &mut Vec<u8>) {
    debug_assert!(text.bytes().all(is_plain), "{text}");
    page.push(b'"');
    page.extend_from_slice(text.as_bytes());
    page.push(b'"');
}

fn write_text(text: &str, page: &mut Vec<u8>) {
    // Examined without a break: hardly any text ends early.
    let is_plain = |byte| is_plain(byte) && byte != b'"' && byte != b'\\';
    if text
        .bytes()
        .fold(true, |plain, byte| plain & is_plain(byte))
    {
        write_plain(text, page);
    } else {
        write_json(text, page);
    }
}

/// The squares marked by a move: its origin and target; for castling, those of the king.
pub fn marks(m: Move) -> [Option<Square>; 2] {
    let to = match m.castling_side() {
        Some(side) => Square::from_coords(side.king_to_file(), m.to().rank()),
        None => m.to(),
    };
    [m.from(), Some(to)]
}

/// A page that is being written. It begins with its first game, so files that cannot be read
/// produce no page.
#[derive(Debug)]
pub struct Page<W> {
    out: W,
    /// The part before the first game, until it has been written.
    head: Option<Vec<u8>>,
}

impl<W: Write> Page<W> {
    /// A page with this title, written to `out`.
    pub fn new(title: &str, out: W) -> Page<W> {
        let head = Some(head(title));
        Page { out, head }
    }

    /// Ends the page, which a signal may have cut. A page without games is written only if it
    /// `is_wanted`.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    pub fn end(mut self, is_cut: bool, is_wanted: bool) -> io::Result<()> {
        if self.head.is_some() && !is_wanted {
            return Ok(());
        }
        if is_cut {
            self.write_all(STOPPED.as_bytes())?;
        }
        self.write_all(&tail())
    }
}

impl<W: Write> Write for Page<W> {
    fn write(&mut self, games: &[u8]) -> io::Result<usize> {
        if !games.is_empty()
            && let Some(head) = self.head.take()
        {
            self.out.write_all(&head)?;
        }
        self.out.write(games)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Everything before the first game of a page with this title.
fn head(title: &str) -> Vec<u8> {
    format!(
        "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n\
         <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; \
         style-src 'sha256-{CSS_DIGEST}'; script-src 'sha256-{SCRIPT_DIGEST}'; base-uri 'none'; \
         form-action 'none'\">\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <meta name=referrer content=no-referrer>\n<title>{title}</title>\n\
         <style>{CSS}</style>\n</head>\n<body>\n\
         <svg class=defs aria-hidden=true><defs>{shapes}</defs></svg>\n\
         <header><h1>{title}</h1><noscript><p>The boards are drawn by the script of this page, \
         which may not run here.</p></noscript>\
         <label id=choice hidden>Game <select id=game></select></label></header>\n\
         <main hidden><dl id=facts></dl>\
         <div id=which role=group aria-label=Boards></div><div id=boards></div>\n\
         <div id=keys role=toolbar aria-label=Replay>\
         <button id=first title=\"Home\" aria-label=Start>|◀</button>\
         <button id=back title=\"←\" aria-label=Back>◀</button>\
         <button id=play title=\"space\" aria-label=Play>▶ play</button>\
         <button id=next title=\"→\" aria-label=Forward>▶</button>\
         <button id=last title=\"End\" aria-label=End>▶|</button>\
         <button id=flip title=\"f\">turn</button>\
         <input id=at type=range min=0 value=0 aria-label=\"Half-move\">\
         <output id=now aria-live=polite></output></div>\n\
         <div id=below><ol id=moves></ol><ul id=said></ul></div></main>\n",
        shapes = shapes(),
        title = escaped(title),
    )
    .into_bytes()
}

/// Appends one game.
pub fn write_game(replay: &PageGame, page: &mut Vec<u8>) {
    page.reserve(replay.steps.0.len() + STEP * 8);
    page.extend_from_slice(b"<script type=\"application/json\" class=game>");
    write_json(replay, page);
    // Replace the end of the object by the members that serde did not write.
    page.pop();
    page.extend_from_slice(b",\"steps\":[");
    page.extend_from_slice(&replay.steps.0);
    page.extend_from_slice(b"],\"end\":");
    write_json(&replay.end, page);
    page.extend_from_slice(b"}</script>\n");
}

fn write_json<T: Serialize + ?Sized>(value: &T, page: &mut Vec<u8>) {
    let mut serializer = serde_json::Serializer::with_formatter(page, BlockFormatter);
    value
        .serialize(&mut serializer)
        .expect("strings and numbers can be written");
}

/// Whether a byte of a string can be part of a page unchanged.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'<' | b'>' | b'&')
}

/// Writes JSON that no string in it can end, without characters that control the display.
struct BlockFormatter;

impl Formatter for BlockFormatter {
    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // Examined without a break: hardly any text ends early.
        if fragment
            .bytes()
            .fold(true, |plain, byte| plain & is_plain(byte))
        {
            return writer.write_all(fragment.as_bytes());
        }
        for c in fragment.chars() {
            match c {
                // Without these characters, no tag, comment or reference can begin.
                '<' | '>' | '&' => write!(writer, "\\u{:04x}", u32::from(c))?,
                c if steers(c) => write!(writer, "{}", char::REPLACEMENT_CHARACTER)?,
                c => write!(writer, "{c}")?,
            }
        }
        Ok(())
    }
}

/// The message after the games if a signal cut the page.
const STOPPED: &str =
    "<p role=alert><b>The run was stopped: games are missing on this page.</b></p>\n";

/// Everything after the last game.
fn tail() -> Vec<u8> {
    format!("<script type=module>{SCRIPT}</script>\n</body>\n</html>\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn digests_are_those_of_the_page() {
        let digest = |text: &str| STANDARD.encode(Sha256::digest(text));
        assert_eq!(digest(CSS), CSS_DIGEST);
        assert_eq!(digest(SCRIPT), SCRIPT_DIGEST);
    }

    /// `tests/pages` makes a browser reject the address; the order comes from there.
    #[test]
    fn a_board_is_shown_before_its_address_is_set() {
        let part = |from: &str, to: &str| {
            let begin = SCRIPT.find(from).expect("it is in the script");
            let length = SCRIPT[begin..].find(to).expect("it has an end");
            &SCRIPT[begin..begin + length]
        };
        let go = part("const go = ", "};");
        assert!(go.find("step(to)") < go.find("settle()"), "{go}");
        assert!(part("const step = (to)", "};").contains("show()"));
        let settle = part("const settle = ", "const step");
        assert!(settle.find("try {") < settle.find("history.replaceState"));
        assert!(settle.contains("} catch {"));
        assert_eq!(SCRIPT.matches("history.").count(), 1);
        let drag = part("addEventListener('input'", "\n");
        assert!(!drag.contains("go(") && !drag.contains("settle"), "{drag}");
    }

    #[test]
    fn nothing_in_a_game_ends_its_block() {
        let evil = "\u{202e}</script><script>alert(1)</script><!-- ]]> & \u{2028} \"";
        let replay: PageGame = PageGame {
            title: evil.to_owned(),
            facts: vec![(evil.to_owned(), evil.to_owned())],
            boards: Vec::new(),
            remarks: vec![evil.to_owned()],
            steps: WrittenSteps::default(),
            end: Vec::new(),
        };
        let mut block = Vec::new();
        write_game(&replay, &mut block);
        let block = String::from_utf8(block).expect("UTF-8");
        let inside = block
            .strip_prefix("<script type=\"application/json\" class=game>")
            .and_then(|text| text.strip_suffix("</script>\n"))
            .expect("a block");
        assert!(!inside.contains(['<', '>', '&', '\u{202e}']), "{inside}");
        let read: serde_json::Value = serde_json::from_str(inside).expect("JSON");
        // Characters that change the text direction are replaced, everything else is unchanged.
        let harmless = evil.replace('\u{202e}', "\u{fffd}");
        assert_eq!(read["facts"][0][1], harmless.as_str());
    }
}
