//! A page that replays games on one board or several: one file that needs nothing from elsewhere.
//! [`head`] comes before all games, [`game`] is one of them, [`tail`] comes after, so that a page
//! can be written as the games are read.
//!
//! A [`PageGame`] says what stands on each board at first and what every half-move changes; the script
//! does the rest: buttons, keys, a slider, a list of the half-moves of which each is a link, what was
//! said so far. Whose boards these are it does not know: bughouse has two, Kriegspiel three.
//!
//! Names and words were written by others. They go into a block of JSON in which nothing can end the
//! block, and from there the script makes text of them and nothing else; the page's own policy lets
//! no other script or style run, and nothing load.

use std::fmt::Write;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::steers;
use crate::report::html::{escaped, shapes};

/// How the page looks.
const CSS: &str = include_str!("viewer/page.css");
/// What the page does.
const SCRIPT: &str = include_str!("viewer/page.js");

/// A game as the page replays it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageGame {
    /// What the game is called in the list of games.
    pub title: String,
    /// What else is known of it: names and values.
    pub facts: Vec<(String, String)>,
    /// The boards, from left to right.
    pub boards: Vec<PageBoard>,
    /// What is said before the first half-move.
    pub remarks: Vec<String>,
    /// The half-moves in their order.
    pub steps: Vec<PageStep>,
    /// The result and what is said behind it.
    pub end: Vec<String>,
}

/// A board before the first half-move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageBoard {
    /// What stands above it.
    pub name: String,
    /// Whether Black sits below.
    pub turned: bool,
    /// White's and Black's names.
    pub players: [String; 2],
    /// Eight ranks as a FEN has them.
    pub men: String,
    /// The men in White's and Black's hands, by their capital letters; nothing where none are held.
    pub hands: [String; 2],
    /// White's and Black's clocks; empty where there are none.
    pub clocks: [String; 2],
}

/// A half-move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageStep {
    /// The number in front of it, `12b.`
    pub number: String,
    /// The move.
    pub text: String,
    /// What it changes.
    pub changes: Vec<BoardChange>,
    /// What is said then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// What a half-move changes on a board; what is left out stays as it was.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct BoardChange {
    /// Which board, from 0.
    pub board: usize,
    /// The men.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub men: Option<String>,
    /// The hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<[String; 2]>,
    /// The clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[String; 2]>,
    /// The squares that the half-move marks, `["e2", "e4"]`; only until the next change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// What is announced at this board; only until the next change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub news: Option<String>,
}

/// Everything before the first game of a page with this title.
pub fn head(title: &str) -> Vec<u8> {
    format!(
        "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n\
         <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; \
         style-src 'sha256-{css}'; script-src 'sha256-{script}'; base-uri 'none'; \
         form-action 'none'\">\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <meta name=referrer content=no-referrer>\n<title>{title}</title>\n\
         <style>{CSS}</style>\n</head>\n<body>\n\
         <svg class=defs aria-hidden=true><defs>{shapes}</defs></svg>\n\
         <header><h1>{title}</h1><noscript><p>The boards are drawn by the script of this page, \
         which may not run here.</p></noscript>\
         <label id=choice hidden>Game <select id=game></select></label></header>\n\
         <main hidden><dl id=facts></dl><div id=boards></div>\n\
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
        css = digest(CSS),
        script = digest(SCRIPT),
        shapes = shapes(),
        title = escaped(title),
    )
    .into_bytes()
}

/// One game.
pub fn game(replay: &PageGame) -> Vec<u8> {
    let json = serde_json::to_string(replay).expect("strings and numbers can be written");
    let mut text = String::with_capacity(json.len() + 64);
    text.push_str("<script type=\"application/json\" class=game>");
    for c in json.chars() {
        match c {
            // These are in strings only, and without them no tag, comment or reference can begin.
            '<' | '>' | '&' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c if steers(c) => text.push(char::REPLACEMENT_CHARACTER),
            c => text.push(c),
        }
    }
    text.push_str("</script>\n");
    text.into_bytes()
}

/// What a page says behind its games when a signal cut it.
pub fn stopped() -> Vec<u8> {
    b"<p role=alert><b>The run was stopped: games are missing on this page.</b></p>\n".to_vec()
}

/// Everything after the last game.
pub fn tail() -> Vec<u8> {
    format!("<script>{SCRIPT}</script>\n</body>\n</html>\n").into_bytes()
}

/// SHA-256 in base 64, as a page's policy names what may run.
fn digest(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hash = Sha256::digest(text.as_bytes());
    let mut written = String::with_capacity(44);
    for part in hash.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, at| {
            bits << 8 | u32::from(part.get(at).copied().unwrap_or_default())
        });
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            written.push(if at > part.len() {
                '='
            } else {
                char::from(digit)
            });
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(
            digest("abc"),
            "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
        );
    }

    #[test]
    fn nothing_in_a_game_ends_its_block() {
        let evil = "\u{202e}</script><script>alert(1)</script><!-- ]]> & \u{2028} \"";
        let replay = PageGame {
            title: evil.to_owned(),
            facts: vec![(evil.to_owned(), evil.to_owned())],
            boards: Vec::new(),
            remarks: vec![evil.to_owned()],
            steps: Vec::new(),
            end: Vec::new(),
        };
        let block = String::from_utf8(game(&replay)).expect("UTF-8");
        let inside = block
            .strip_prefix("<script type=\"application/json\" class=game>")
            .and_then(|text| text.strip_suffix("</script>\n"))
            .expect("a block");
        assert!(!inside.contains(['<', '>', '&', '\u{202e}']), "{inside}");
        let read: serde_json::Value = serde_json::from_str(inside).expect("JSON");
        // What would turn the direction of the text is replaced, all else is as it was.
        let harmless = evil.replace('\u{202e}', "\u{fffd}");
        assert_eq!(read["facts"][0][1], harmless.as_str());
    }
}
