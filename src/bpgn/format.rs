//! The normal form: one way to write a game, whatever its lines were like.
//!
//! Tags in the standard's order, a player's name and rating on one line; an empty line; what stands
//! before the first half-move; the half-moves in lines of less than eighty columns, every clock
//! behind its move; the result. Comments are kept to the byte (but for the CR of a line end), moves
//! and tags are, too. What is not understood becomes a comment, so that the normal form is a sound
//! game, and the normal form of itself.

use std::borrow::Cow;
use std::io::{self, Write};

use super::check::shown_result;
use super::clock::Clock;
use super::finding::{BpgnFinding, Severity};
use super::game::{BpgnGame, HalfMove, Item, ItemKind};
use super::tags::{on_one_line, rank, share_line};
use crate::error::excerpt;
use crate::pgn::GameResult;

/// The longest line of movetext, in bytes, if its parts allow it.
const LINE: usize = 79;

/// A version of the format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// Whole seconds, no lag.
    V10,
    /// The same, with positions to start from.
    V11,
    /// Milliseconds, with lag.
    V12,
}

/// How a game is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NormalForm {
    /// The version; none leaves clocks and tags as they stand.
    pub version: Option<Version>,
    /// Whether the result is the one that the end of the game shows.
    pub fix_result: bool,
}

impl NormalForm {
    /// Whether the tag `Lag` is written.
    fn has_lag(&self) -> bool {
        matches!(self.version, None | Some(Version::V12))
    }

    /// The result to write instead of the game's own.
    fn fixed(&self, game: &BpgnGame<'_>) -> Option<GameResult> {
        self.fix_result.then(|| shown_result(game)).flatten()
    }
}

/// Writes a game and an empty line, and appends what was wrong with its text.
///
/// # Errors
///
/// Those of the stream.
pub fn write_game(
    game: &BpgnGame<'_>,
    style: &NormalForm,
    out: &mut impl Write,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<()> {
    findings.extend(game.problems());
    let mut note = |at, text: &str| findings.push(BpgnFinding::in_text(Severity::Note, at, text));
    if let Some(tag) = game.tag_named("FEN")
        && style.version == Some(Version::V10)
    {
        let text = "version 1.0 has no FEN; written all the same";
        note(tag.name.start, text);
    }
    if let Some(tag) = game.tag_named("Lag")
        && !style.has_lag()
    {
        note(tag.name.start, "only version 1.2 has lag; left out");
    }
    let fixed = style.fixed(game);
    if let Some(fixed) = fixed {
        let tag = game.tag_named("Result").map(|tag| tag.value);
        let end = game.result().map(|(_, span)| span);
        for span in tag.into_iter().chain(end) {
            if GameResult::read_loosely(game.bytes(span)) != Some(fixed) {
                let before = excerpt(game.bytes(span));
                let text = format!("the result was {before} and is {}", fixed.as_str());
                note(span.start, &text);
            }
        }
    }
    out.write_all(&written_game(game, style, fixed))
}

/// The normal form of a game, with the empty line behind it.
pub fn normal_form(game: &BpgnGame<'_>, style: &NormalForm) -> Vec<u8> {
    written_game(game, style, style.fixed(game))
}

fn written_game(game: &BpgnGame<'_>, style: &NormalForm, fixed: Option<GameResult>) -> Vec<u8> {
    let mut text = Vec::with_capacity(game.text().len() + 64);
    write_tags(game, style, fixed, &mut text);
    let mut movetext = Movetext {
        text,
        column: 0,
        version: style.version,
    };
    for item in game.preamble() {
        movetext.item(game, item);
    }
    movetext.end_line();
    for (index, half_move) in game.half_moves().iter().enumerate() {
        movetext.half_move(game, index, half_move);
    }
    if let Some(result) = result(game, fixed) {
        movetext.part(result.as_str().as_bytes());
    }
    for item in game.trailing() {
        movetext.trailing(game, item);
    }
    movetext.end_line();
    if !movetext.text.is_empty() {
        movetext.text.push(b'\n');
    }
    movetext.text
}

/// The result to write at the end: none for what is no game at all.
fn result(game: &BpgnGame<'_>, fixed: Option<GameResult>) -> Option<GameResult> {
    let of_tag = || game.tag("Result").and_then(GameResult::read_loosely);
    let written = game.result().map(|(result, _)| result);
    if written.is_none() && game.tags().is_empty() && game.half_moves().is_empty() {
        return None;
    }
    fixed
        .or(written)
        .or_else(of_tag)
        .or(Some(GameResult::Unknown))
}

fn write_tags(
    game: &BpgnGame<'_>,
    style: &NormalForm,
    fixed: Option<GameResult>,
    text: &mut Vec<u8>,
) {
    let mut tags: Vec<_> = game
        .tags()
        .iter()
        .map(|tag| (rank(game.bytes(tag.name)), tag))
        .filter(|(_, tag)| style.has_lag() || game.bytes(tag.name) != b"Lag")
        .collect();
    tags.sort_by_key(|(rank, _)| *rank);
    for (index, (rank, tag)) in tags.iter().enumerate() {
        let name = game.bytes(tag.name);
        let value = match fixed {
            Some(result) if name == b"Result" => Cow::Borrowed(result.as_str().as_bytes()),
            _ => on_one_line(game.bytes(tag.value)),
        };
        text.push(b'[');
        text.extend_from_slice(name);
        text.extend_from_slice(b" \"");
        text.extend_from_slice(&value);
        text.extend_from_slice(b"\"]");
        let together = tags
            .get(index + 1)
            .is_some_and(|(next, _)| share_line(*rank, *next));
        if !together {
            text.push(b'\n');
        }
    }
    if !tags.is_empty() {
        text.push(b'\n');
    }
}

/// Movetext that breaks its lines between its parts.
#[derive(Debug)]
pub(super) struct Movetext {
    pub text: Vec<u8>,
    pub column: usize,
    pub version: Option<Version>,
}

impl Movetext {
    /// Writes a part that is not broken, behind a blank or on a new line.
    pub fn part(&mut self, part: &[u8]) {
        let first = memchr::memchr(b'\n', part).unwrap_or(part.len());
        if self.column > 0 {
            if self.column + 1 + first > LINE {
                self.end_line();
            } else {
                self.text.push(b' ');
                self.column += 1;
            }
        }
        self.put(part);
    }

    fn put(&mut self, part: &[u8]) {
        self.text.extend_from_slice(part);
        match memchr::memrchr(b'\n', part) {
            Some(line_feed) => self.column = part.len() - line_feed - 1,
            None => self.column += part.len(),
        }
    }

    /// Begins a new line, unless this is one.
    pub fn end_line(&mut self) {
        if self.text.last().is_some_and(|&b| b != b'\n') {
            self.text.push(b'\n');
        }
        self.column = 0;
    }

    fn half_move(&mut self, game: &BpgnGame<'_>, index: usize, half_move: &HalfMove) {
        let mut part = BpgnGame::name(half_move).into_bytes();
        part.extend_from_slice(b". ");
        part.extend_from_slice(game.bytes(half_move.san));
        let mut items = game.items(index);
        while let [first, rest @ ..] = items
            && written(game, first).is_empty()
        {
            items = rest;
        }
        if let [first, rest @ ..] = items
            && let Some(clock) = self.clock(game, first)
        {
            part.push(b' ');
            part.extend_from_slice(&clock);
            items = rest;
        }
        self.part(&part);
        for item in items {
            self.item(game, item);
        }
    }

    /// The comment of a clock, as it is to be written; a `[%clk]` becomes seconds when a version is
    /// asked for.
    fn clock(&self, game: &BpgnGame<'_>, item: &Item) -> Option<Vec<u8>> {
        if !matches!(item.kind, ItemKind::Comment { .. }) {
            return None;
        }
        let inside = game.inside(item).trim_ascii();
        let clock = match self.version {
            None => Clock::seconds(inside)?,
            Some(_) => Clock::alone(inside)?,
        };
        let text = match self.version {
            None => inside.to_vec(),
            Some(Version::V10 | Version::V11) => clock.in_seconds().to_string().into_bytes(),
            Some(Version::V12) => clock.in_millis().to_string().into_bytes(),
        };
        Some([b"{", &text[..], b"}"].concat())
    }

    pub fn item(&mut self, game: &BpgnGame<'_>, item: &Item) {
        let part = written(game, item);
        if part.is_empty() {
            return;
        }
        self.part(&part);
        if item.kind == ItemKind::LineComment {
            self.end_line();
        }
    }

    /// Writes an item on the line of the result, where it must stay.
    pub fn trailing(&mut self, game: &BpgnGame<'_>, item: &Item) {
        let part = written(game, item);
        if part.is_empty() {
            return;
        }
        if self.column > 0 {
            self.put(b" ");
        }
        self.put(&part);
        if item.kind == ItemKind::LineComment {
            self.end_line();
        }
    }
}

/// An item as it is written: a comment has its brace and no CR, what is not understood is a
/// comment. Empty for what was nothing but lost braces.
pub(super) fn written<'a>(game: &BpgnGame<'a>, item: &Item) -> Cow<'a, [u8]> {
    let bytes = game.bytes(item.span);
    if item.kind == ItemKind::Stray {
        let kept: Vec<u8> = bytes.iter().copied().filter(|&b| b != b'}').collect();
        return Cow::Owned(match kept.trim_ascii() {
            [] => Vec::new(),
            kept => [b"{C:", kept, b"}"].concat(),
        });
    }
    let open = item.kind == ItemKind::Comment { closed: false };
    if !open && memchr::memchr(b'\r', bytes).is_none() {
        return Cow::Borrowed(bytes);
    }
    let mut text: Vec<u8> = Vec::with_capacity(bytes.len() + 1);
    for &byte in bytes {
        if byte == b'\n' {
            while text.pop_if(|last| *last == b'\r').is_some() {}
        }
        text.push(byte);
    }
    if open {
        text.push(b'}');
    }
    Cow::Owned(text)
}
