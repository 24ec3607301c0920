//! The normal form: a single way to write a game, independent of its line breaks and notation, so
//! that two files of the same game become equal.
//!
//! It consists of the tags in the standard's order, with a player's name and rating on one line; an
//! empty line; the items before the first half-move; the half-moves in lines of less than eighty
//! columns, every clock after its move; the result. Comments are kept byte for byte (except for the
//! CR of a line end). Text that is not understood becomes a comment, so that the normal form is
//! always a valid game, and its own normal form.
//!
//! Moves are written in SAN as far as the game can be played, and unchanged from there; `!` and `?`
//! after them become `{A:!}`, and a NAG with the same meaning is dropped. The comment that ends the
//! game comes before the result. Clocks become seconds, dates `YYYY.MM.DD`, positions the BFEN
//! written by this crate. With [`NormalForm::keep`], all of these are kept unchanged.

mod movetext;
mod tokens;

use std::borrow::Cow;
use std::io::{self, Write};

use self::movetext::without_returns;
use self::tokens::{ClockForm, ClockItem, tag_value};
use super::check::{played_in_san, shown_result};
use super::clock::Clock;
use super::finding::{BpgnFinding, Severity};
use super::game::{BpgnGame, GameItem, HalfMove, ItemKind};
use super::san::SanList;
use super::tags::{on_one_line, rank, share_line};
use keymove_base::error::excerpt;
use keymove_games::pgn::GameResult;

pub(super) use self::movetext::{Movetext, written};
pub(super) use self::tokens::write_number;

/// A version of the format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// Whole seconds, no lag.
    V10,
    /// Like 1.0, with starting positions.
    V11,
    /// Milliseconds, with lag.
    V12,
}

/// The options of the normal form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NormalForm {
    /// The version; with `None`, the tags are kept, and the precision of clocks.
    pub version: Option<Version>,
    /// Whether moves, clocks, dates and positions are kept as written; with a version, clocks are
    /// converted nevertheless.
    pub keep: bool,
    /// Whether the result is replaced by the one shown by the end of the game.
    pub fix_result: bool,
}

impl NormalForm {
    /// Whether the tag `Lag` is written.
    fn has_lag(&self) -> bool {
        matches!(self.version, None | Some(Version::V12))
    }

    /// The result that replaces the game's own.
    fn fixed(&self, game: &BpgnGame<'_>) -> Option<GameResult> {
        self.fix_result.then(|| shown_result(game)).flatten()
    }
}

/// Writes a game and an empty line, and appends the faults of its text and the illegal half-moves.
///
/// # Errors
///
/// Errors of the stream.
pub fn write_game(
    game: &BpgnGame<'_>,
    style: &NormalForm,
    out: &mut impl Write,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<()> {
    findings.extend(game.problems());
    let mut note = |at, text: &str| findings.push(BpgnFinding::in_text(Severity::Note, at, text));
    if let Some(tag) = game.fen_tag()
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
    let sans = played_in_san(game, findings);
    out.write_all(&written_game(game, style, &sans, fixed))
}

/// The normal form of a game, followed by an empty line.
pub fn normal_form(game: &BpgnGame<'_>, style: &NormalForm) -> Vec<u8> {
    let sans = played_in_san(game, &mut Vec::new());
    written_game(game, style, &sans, style.fixed(game))
}

fn written_game(
    game: &BpgnGame<'_>,
    style: &NormalForm,
    sans: &SanList,
    fixed: Option<GameResult>,
) -> Vec<u8> {
    let mut text = Vec::with_capacity(game.text().len() + 64);
    write_tags(game, style, fixed, &mut text);
    let mut movetext = Movetext { text, column: 0 };
    for item in game.preamble() {
        movetext.item(game, item);
    }
    movetext.end_line();
    if style.keep {
        write_kept_moves(game, style, &mut movetext);
    } else {
        write_normal_moves(game, style, sans, &mut movetext);
    }
    // In the standard, the comment that ends the game comes before its result.
    let ends = |item: &&GameItem| !style.keep && is_terminal(game, item);
    for item in game.trailing().iter().filter(ends) {
        movetext.item(game, item);
    }
    if let Some(result) = result(game, fixed) {
        movetext.part(result.as_str().as_bytes());
    }
    for item in game.trailing().iter().filter(|item| !ends(item)) {
        movetext.trailing(game, item);
    }
    movetext.end_line();
    if !movetext.text.is_empty() {
        movetext.text.push(b'\n');
    }
    movetext.text
}

/// Whether an item after the result may be moved before it: a comment, or an item that becomes one,
/// whose meaning would not change after the last half-move, as that of a clock or an annotation
/// would.
fn is_terminal(game: &BpgnGame<'_>, item: &GameItem) -> bool {
    let inside = game.inside(item).trim_ascii();
    let is_comment = match item.kind {
        ItemKind::Comment { .. } => {
            !inside.starts_with(b"A:") && !inside.starts_with(b"[") && Clock::read(inside).is_none()
        }
        kind => kind == ItemKind::Stray,
    };
    is_comment && !game.half_moves().is_empty()
}

/// Writes all half-moves in SAN, each followed by its clock.
fn write_normal_moves(
    game: &BpgnGame<'_>,
    style: &NormalForm,
    sans: &SanList,
    movetext: &mut Movetext,
) {
    let clocks: Vec<ClockItem> = (0..game.half_moves().len())
        .map(|index| game.clock_item(index))
        .map(|item| item.map(|(place, clock)| (place as u32, clock.millis)))
        .collect();
    let form = ClockForm::of(style, &clocks);
    for (index, half_move) in game.half_moves().iter().enumerate() {
        let token = game.bytes(half_move.san);
        let (san, judgement) = match sans.get(index) {
            Some((_, san)) => (san, judgement(token)),
            None => (token, Vec::new()),
        };
        movetext.words(|text| {
            write_move(half_move, san, text);
            if let Some((_, millis)) = clocks[index] {
                text.push(b' ');
                form.write(millis, text);
            }
        });
        if !judgement.is_empty() {
            movetext.part(&[b"{A:", &judgement[..], b"}"].concat());
        }
        for (place, item) in (0..).zip(game.items(index)) {
            if clocks[index].is_none_or(|(clock, _)| clock != place) {
                match game.signs(item) {
                    Some(signs) => movetext.part(&[b"{A:", signs, b"}"].concat()),
                    None if is_said_in_signs(game, index, &judgement, item) => (),
                    None => movetext.item(game, item),
                }
                continue;
            }
            let inside = game.inside(item);
            if !inside.contains(&b'[') {
                // A clock in seconds needs no further comment.
                continue;
            }
            let rest = Clock::rest(inside);
            if !rest.is_empty() {
                movetext.part(&without_returns(&[b"{", &rest[..], b"}"].concat()));
            }
        }
    }
}

/// The signs after a move that judge it.
fn judgement(token: &[u8]) -> Vec<u8> {
    let signs = token.iter().filter(|&&b| matches!(b, b'!' | b'?'));
    signs.copied().collect()
}

/// Whether an item is a NAG with the same meaning as signs: those after the move itself
/// (`judgement`), separate signs, or an annotation.
fn is_said_in_signs(game: &BpgnGame<'_>, index: usize, judgement: &[u8], item: &GameItem) -> bool {
    let signs: &[u8] = match game.bytes(item.span) {
        _ if item.kind != ItemKind::Nag => return false,
        b"$1" => b"!",
        b"$2" => b"?",
        b"$3" => b"!!",
        b"$4" => b"??",
        b"$5" => b"!?",
        b"$6" => b"?!",
        _ => return false,
    };
    let annotation = |item: &GameItem| game.inside(item).trim_ascii().strip_prefix(b"A:");
    let mut items = game.items(index).iter();
    judgement == signs
        || items.any(|other| {
            game.signs(other) == Some(signs)
                || annotation(other).is_some_and(|text| text.trim_ascii() == signs)
        })
}

/// Writes all half-moves unchanged, except for clocks that a version requires in another form.
fn write_kept_moves(game: &BpgnGame<'_>, style: &NormalForm, movetext: &mut Movetext) {
    for (index, half_move) in game.half_moves().iter().enumerate() {
        let items = game.items(index).iter();
        let mut items = items
            .skip_while(|item| written(game, item).is_empty())
            .peekable();
        let clock = items.next_if_map(|item| kept_clock(game, style, item).ok_or(item));
        movetext.words(|text| {
            write_move(half_move, game.bytes(half_move.san), text);
            if let Some(clock) = clock {
                text.push(b' ');
                text.extend(clock);
            }
        });
        for item in items {
            movetext.item(game, item);
        }
    }
}

/// Appends a half-move with its number.
#[inline]
fn write_move(half_move: &HalfMove, san: &[u8], text: &mut Vec<u8>) {
    write_number(half_move.number.into(), text);
    text.extend_from_slice(&[half_move.seat.letter() as u8, b'.', b' ']);
    text.extend_from_slice(san);
}

/// The comment of a clock in the form to be written; a `[%clk]` becomes seconds if a version is
/// requested.
fn kept_clock(game: &BpgnGame<'_>, style: &NormalForm, item: &GameItem) -> Option<Vec<u8>> {
    let inside = game.comment(item)?;
    if style.version.is_none() {
        return Clock::seconds(inside).map(|_| [b"{", inside, b"}"].concat());
    }
    let mut text = Vec::new();
    ClockForm::of(style, &[]).write(Clock::alone(inside)?.millis, &mut text);
    Some(text)
}

/// The result at the end; `None` if the text is not a game at all.
fn result(game: &BpgnGame<'_>, fixed: Option<GameResult>) -> Option<GameResult> {
    let is_game = !game.tags().is_empty() || !game.half_moves().is_empty();
    let unknown = is_game.then_some(GameResult::Unknown);
    fixed.or_else(|| game.result_or_tag()).or(unknown)
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
            _ if style.keep => on_one_line(game.bytes(tag.value)),
            _ => tag_value(game, name, game.bytes(tag.value)),
        };
        write_tag(name, &value, text);
        let next = tags.get(index + 1);
        if next.is_some_and(|(next, _)| share_line(*rank, *next)) {
            text.pop();
        }
    }
    if !tags.is_empty() {
        text.push(b'\n');
    }
}

/// Appends a tag on a line of its own.
pub(super) fn write_tag(name: impl AsRef<[u8]>, value: &[u8], text: &mut Vec<u8>) {
    for part in [b"[", name.as_ref(), b" \"", value, b"\"]\n"] {
        text.extend_from_slice(part);
    }
}
