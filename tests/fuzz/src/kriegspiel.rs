//! Kriegspiel: records read, checked, filtered, converted, shown and solved; and the umpire's dialogue.
//!
//! An input that begins with neither `[` nor a digit is a dialogue.

use keymove::error::is_utf16;
use keymove::stop::Stop;
use keymove_kriegspiel::belief::history::follow;
use keymove_kriegspiel::belief::squares::squares_json;
use keymove_kriegspiel::check::check;
use keymove_kriegspiel::convert::convert;
use keymove_kriegspiel::dialogue::umpire;
use keymove_kriegspiel::filter::{Comments, filter};
use keymove_kriegspiel::notation::read::{Games, Read, ReadError};
use keymove_kriegspiel::notation::write::write_game;
use keymove_kriegspiel::notation::{Dialect, Game, Viewpoint};
use keymove_kriegspiel::problem::answer::{ProblemAnswer, depth};
use keymove_kriegspiel::problem::{Allowance, Conclusion, Reason};
use serde_json::Value;
use shakmaty::Color;

use crate::shown;

/// The maximum number of positions in a belief.
const POSITIONS: usize = 60;

/// The deepest problem that is solved, in half-moves.
const DEEPEST: u32 = 3;

/// Reads records and does everything with them.
pub fn run(data: &[u8]) {
    if !matches!(data.first(), Some(b'[' | b'0'..=b'9')) {
        dialogue(data);
        return;
    }
    for read in Games::new(data) {
        match read {
            Ok(read) => record(&read),
            Err(ReadError::Syntax(finding)) => {
                assert!(is_one_line(&finding.to_string()), "{finding:?}");
            }
            // The only input that is refused as a whole.
            Err(ReadError::Io(_)) => assert!(is_utf16(data), "{}", shown(data)),
        }
    }
}

/// There is an answer for every line, and no panic.
fn dialogue(data: &[u8]) {
    let mut out = Vec::new();
    umpire(data, &mut out).expect("memory");
    assert!(std::str::from_utf8(&out).is_ok());
}

fn record(read: &Read) {
    let findings = check(read, POSITIONS);
    for finding in &findings {
        assert!(is_one_line(&finding.to_string()), "{finding:?}");
    }
    let sound = findings.iter().all(|finding| finding.kind.is_note());
    stable(&bytes(&read.game));
    for (wanted, comments) in [
        (Viewpoint::No, Comments::Keep),
        (Viewpoint::For(Color::White), Comments::Own),
        (Viewpoint::For(Color::Black), Comments::None),
    ] {
        let Ok(made) = filter(read.game.clone(), wanted, comments) else {
            continue;
        };
        let text = bytes(&made.game);
        let again = stable(&text);
        let twice = filter(again.game.clone(), wanted, comments)
            .unwrap_or_else(|finding| panic!("{finding}: {}", shown(&text)));
        assert_eq!(shown(&bytes(&twice.game)), shown(&text));
        let wrong = check(&again, POSITIONS)
            .into_iter()
            .find(|finding| sound && !finding.kind.is_note());
        assert_eq!(wrong, None, "a sound record, filtered: {}", shown(&text));
    }
    for to in [Dialect::V09, Dialect::Proposal] {
        if let Ok(made) = convert(read.game.clone(), to) {
            let text = bytes(&made.game);
            stable(&text);
        }
    }
    followed(read);
}

/// Whether a message fits in one line.
fn is_one_line(message: &str) -> bool {
    !message.is_empty() && !message.contains('\n')
}

/// A written record reads as itself.
fn stable(text: &[u8]) -> Read {
    let mut games = Games::new(text);
    let read = match games.next() {
        Some(Ok(read)) => read,
        Some(Err(error)) => panic!("{error:?}: {}", shown(text)),
        None => panic!("nothing is read: {}", shown(text)),
    };
    assert!(games.next().is_none(), "two games: {}", shown(text));
    assert_eq!(shown(&bytes(&read.game)), shown(text));
    read
}

fn bytes(game: &Game) -> Vec<u8> {
    let mut out = Vec::new();
    write_game(game, &mut out);
    out
}

/// Beliefs and problems.
fn followed(read: &Read) {
    if let Ok(history) = follow(&read.game, POSITIONS, || false, |_| {})
        && let Ok(belief) = &history.belief
    {
        let squares = squares_json(belief, history.player, read.game.turns.len());
        assert!(squares["positions"].as_u64() > Some(0), "{squares}");
    }
    let stop = Stop::new();
    let deep = read.game.tag("depth").is_some_and(|tag| {
        // However a greater depth is written.
        !matches!(tag.value.as_slice(), b"1" | b"2" | b"3")
    });
    let depth = match depth(&read.game) {
        Ok(depth) if !deep => depth.unwrap_or(1),
        _ => DEEPEST,
    };
    let limits = Allowance {
        positions: POSITIONS,
        until: None,
    };
    let Ok(answer) = ProblemAnswer::of(&read.game, depth, true, limits, &stop) else {
        return;
    };
    let failed = matches!(
        answer.conclusion,
        Conclusion::Undecided(Reason::Unproved(_))
    );
    assert!(!failed, "the plan failed its replay");
    is_json(
        format!("{}\n", answer.json("f", &read.game, true)).as_bytes(),
        true,
    );
    is_json(answer.text(&read.game, false).as_bytes(), false);
}

/// At most one line of JSON, if that was requested.
fn is_json(out: &[u8], json: bool) {
    if json && !out.is_empty() {
        let value: Result<Value, _> = serde_json::from_slice(out);
        let lines = out.iter().filter(|&&byte| byte == b'\n').count();
        assert!(value.is_ok() && lines == 1, "{}", shown(out));
    }
}
