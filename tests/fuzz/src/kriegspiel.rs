//! Kriegspiel: records read, checked, filtered, converted, shown and solved; and the umpire's dialogue.
//!
//! An input that begins with neither `[` nor a digit is a dialogue.

use keymove::app::kriegspiel::batch::RecordWork;
use keymove::app::kriegspiel::problem::ProblemRequest;
use keymove::desk::When;
use keymove::error::is_utf16;
use keymove::kriegspiel::belief::history::follow;
use keymove::kriegspiel::belief::squares::squares_json;
use keymove::kriegspiel::check::check;
use keymove::kriegspiel::convert::convert;
use keymove::kriegspiel::dialogue::umpire;
use keymove::kriegspiel::filter::{Comments, filter};
use keymove::kriegspiel::notation::read::{Games, Read, ReadError};
use keymove::kriegspiel::notation::write::write_game;
use keymove::kriegspiel::notation::{Dialect, Game, Viewpoint};
use keymove::stop::Stop;
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
    for json in [false, true] {
        let asking = ProblemRequest {
            fen: None,
            depth: json.then_some(1),
            force_depth: deep.then_some(DEEPEST),
            keys: true,
            time: None,
            list: json,
            positions: POSITIONS,
            progress: When::Never,
            json,
        };
        let solved = asking.sheet("f", read.clone(), &stop);
        is_json(&solved.out, json);
        let told = &solved.messages;
        assert!(told.is_empty() || told.ends_with('\n'), "{told}");
        for message in told.lines().chain(solved.note.as_deref()) {
            assert!(!message.contains("internal"), "{message}");
            assert!(!message.contains('\n'), "{message}");
        }
    }
}

/// At most one line of JSON, if that was requested.
fn is_json(out: &[u8], json: bool) {
    if json && !out.is_empty() {
        let value: Result<Value, _> = serde_json::from_slice(out);
        let lines = out.iter().filter(|&&byte| byte == b'\n').count();
        assert!(value.is_ok() && lines == 1, "{}", shown(out));
    }
}
