//! [`Hunt`] -> a record in the notation 0.9, which `solver kriegspiel check` replays.
//!
//! If the king's path is known, or no side hides a real one, it is the umpire's record. If the
//! other side is the umpire, the king's moves are unknown, and it is White's record. Such a record
//! still has to begin with a position, so its tag `FEN` puts the king on a square that is
//! consistent with all answers, and a comment says so.

use smol_str::{SmolStr, format_smolstr};

use shakmaty::fen::Fen;
use shakmaty::{Color, Role, Setup, Square};
use smallvec::smallvec;

use super::hunt::{Hunt, HuntEnd};
use crate::announcement::Announcement;
use crate::ending::WhitePlacement;
use crate::ending::geometry::WhiteTry;
use crate::filter::info;
use crate::notation::{
    Announced, Attachment, Attachments, Dialect, Game, GameResult, Info, MoveEntry, Payload, Place,
    Tries, TryList, Turn, Viewpoint,
};
use crate::rules::RuleSet;

/// The record, with the names of White and Black; `None` if no path of the king is consistent,
/// which no [`Hunt`] allows.
pub fn transcribe(hunt: &Hunt, viewpoint: Viewpoint, names: [&str; 2]) -> Option<Game> {
    let path = hunt.king_path()?;
    let (&start, replies) = path.split_first()?;
    let result = hunt.end.map_or(GameResult::Unknown, HuntEnd::result);
    let hidden = viewpoint != Viewpoint::No;
    let mut turns = Vec::new();
    for (index, turn) in hunt.moves.iter().enumerate() {
        let Some(made) = &turn.made else { break };
        let is_last = index + 1 == hunt.made();
        let mark = match hunt.end {
            Some(HuntEnd::Mate) if is_last => "#",
            _ if turn.checks.is_empty() => "",
            _ => "+",
        };
        let tries = turn.refused.iter().rev().map(|refused| san(refused, ""));
        turns.push(half_move(
            MoveEntry::San(san(made, mark)),
            info(Announcement {
                checks: turn.checks,
                ..Announcement::default()
            }),
            Tries::List(TryList::of(tries)),
        ));
        let Some(&to) = replies.get(index) else { break };
        let taken = matches!(hunt.end, Some(HuntEnd::Taken(_))) && is_last;
        let info = if taken {
            smallvec![Info::Capture(to)]
        } else {
            Announced::new()
        };
        turns.push(if hidden {
            half_move(MoveEntry::Hidden, info, Tries::Count(0))
        } else {
            let capture = if taken { "x" } else { "" };
            let tries = turn.king_refused.iter().rev();
            half_move(
                MoveEntry::San(format_smolstr!("K{capture}{to}")),
                info,
                Tries::List(TryList::of(tries.map(|square| format!("K{square}")))),
            )
        });
    }
    let mut opening = Attachments::new();
    if hidden {
        let text = format!(
            "the king was not seen; that it began on {start} is one way that fits what was said"
        );
        opening.push(Attachment::Comment(text.into_bytes()));
    }
    let mut game = Game {
        opening,
        turns,
        termination: Some(result),
        ..Game::default()
    };
    for (name, value) in [
        ("Event", "solver kriegspiel play"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", names[0]),
        ("Black", names[1]),
        ("Result", result.as_str()),
        ("Rules", RuleSet::Berkeley.value()),
        ("Filtered", viewpoint.value()),
        ("SetUp", "1"),
        ("FEN", &fen(hunt.start, start)),
    ] {
        game.set_tag(name, value);
    }
    Some(game)
}

/// The position with White to move, as FEN.
pub fn fen(placement: WhitePlacement, king: Square) -> String {
    let mut setup = Setup::empty();
    for (role, square) in placement.all_men() {
        setup.board.set_piece_at(square, role.of(Color::White));
    }
    setup.board.set_piece_at(king, Role::King.of(Color::Black));
    Fen::try_from_setup(setup)
        .expect("four men need nothing that FEN cannot say")
        .to_string()
}

fn san(tried: &WhiteTry, mark: &str) -> SmolStr {
    // No two men of an ending can reach the same square: two bishops are on different colours.
    format_smolstr!("{}{}{mark}", tried.step.role.upper_char(), tried.step.to)
}

fn half_move(written: MoveEntry, info: Announced, tries: Tries) -> Turn {
    let payload = Payload::new(Dialect::V09, info, tries);
    Turn {
        written,
        glyph: None,
        after: smallvec![Attachment::Payload(Box::new(payload))],
        place: Place::default(),
    }
}
