//! A game for a page that replays it ([`keymove_games::viewer`]): White's board, the umpire's and
//! Black's, with the announcements to each.
//!
//! Only an umpire's record has all three. A player's board shows only the own men; refused tries
//! are shown to the player who made them as a list, and to the other player as a number.

use shakmaty::{Bitboard, Chess, Color, Position as _};

use super::announcement::{Announcement, Finish};
use super::check::replay::{TurnReplay, replay};
use super::finding::{Irregularity, RecordFinding};
use super::notation::{Attachment, Game, GameResult, Payload, Tries, TryList, Turn, Viewpoint};
use keymove_games::men::MenText;
use keymove_games::pgn::tag::decode;
use keymove_games::viewer::{BoardChange, PageBoard, PageGame, PageStep, WrittenSteps, marks};

/// The umpire's board is between the players'.
const UMPIRE: usize = 1;

/// The part of the game that can be played, and all findings about it.
///
/// # Errors
///
/// The record belongs to a player, or has no legal starting position.
pub fn replayed(game: &Game) -> Result<(PageGame, Vec<RecordFinding>), RecordFinding> {
    if game.filtered() != Some(Viewpoint::No) {
        let text = "only the umpire's record has the boards of both players";
        return Err(RecordFinding::new(game.place, Irregularity::Tag, text));
    }
    let start = game.start()?;
    let made = replay(game, start.clone());
    let boards = [Some(Color::White), None, Some(Color::Black)].map(|player| PageBoard {
        men: match player {
            Some(_) => String::new(),
            None => MenText::new(start.board(), Bitboard::EMPTY).to_string(),
        },
        part: player.map(|player| (UMPIRE, player.is_white())),
        ..board(game, player)
    });
    let cut =
        (made.turns.len() < game.turns.len()).then_some("the next half-move cannot be played");
    let steps = steps(game, start, &made.turns);
    let page = page(game, boards.into(), remarks(&game.opening), steps, cut);
    Ok((page, made.findings))
}

/// The page of a game, with a text at its end before the result.
fn page(
    game: &Game,
    boards: Vec<PageBoard>,
    remarks: Vec<String>,
    steps: WrittenSteps,
    end: Option<&str>,
) -> PageGame {
    let player = |tag| tag_text(game, tag).unwrap_or_else(|| "?".to_owned());
    let result = game.termination.map(GameResult::as_str);
    let facts = game
        .tags
        .iter()
        .filter(|tag| !matches!(&*tag.name, b"White" | b"Black" | b"FEN"))
        .map(|tag| {
            (
                decode(&tag.name).into_owned(),
                decode(&tag.value).into_owned(),
            )
        });
    PageGame {
        title: format!(
            "{} against {}, {}",
            player("White"),
            player("Black"),
            result.unwrap_or("*")
        ),
        facts: facts.collect(),
        boards,
        remarks,
        steps,
        end: end.into_iter().chain(result).map(str::to_owned).collect(),
    }
}

/// An empty board for a player, or for the umpire.
fn board(game: &Game, player: Option<Color>) -> PageBoard {
    let name = match player {
        Some(Color::White) => "White's board",
        None => "the umpire's board",
        Some(Color::Black) => "Black's board",
    };
    PageBoard {
        name: name.to_owned(),
        turned: player == Some(Color::Black),
        players: ["White", "Black"]
            .map(|tag| tag_text(game, tag).unwrap_or_else(|| tag.to_owned())),
        ..PageBoard::default()
    }
}

/// The half-moves that were replayed.
fn steps(game: &Game, mut position: Chess, made: &[TurnReplay]) -> WrittenSteps {
    let mut steps = WrittenSteps::with_capacity(made.len());
    let mut men = MenText::new(position.board(), Bitboard::EMPTY);
    let (mut number, mut words, mut heard) = (String::new(), String::new(), String::new());
    for (turn, done) in game.turns.iter().zip(made) {
        number.clear();
        number.push_str(itoa::Buffer::new().format(position.fullmoves().get()));
        number.push_str(done.mover.fold_wb(".", "..."));
        position.play_unchecked(done.played);
        men.follow(position.board(), Bitboard::EMPTY, done.played);
        let payload = turn.payload();
        let refused = payload.and_then(|payload| match &payload.tries {
            Tries::List(list) => Some(done.respelled.as_ref().unwrap_or(list)),
            Tries::Count(_) => None,
        });
        words.clear();
        umpire_says(done.announcement, &mut words);
        if let Some(number) = payload.and_then(Payload::pawn_tries) {
            add(&mut words, ", ", "");
            add_count(&mut words, number as usize, ["pawn try", "pawn tries"]);
        }
        // The words that the other player hears.
        heard.clear();
        match refused.map_or(0, TryList::len) {
            // Both sides hear at least that a move was made.
            0 if words.is_empty() => {
                words.push_str(done.mover.fold_wb("White has moved", "Black has moved"));
            }
            0 => {}
            number => add_count(&mut heard, number, ["try", "tries"]),
        }
        if !words.is_empty() {
            add(&mut heard, "; ", &words);
        }
        let umpires = BoardChange {
            board: UMPIRE,
            also: Some(done.mover.fold_wb(0, 2)),
            men: Some(&men),
            marks: marks(done.played),
            refused: refused.map(TryList::text).unwrap_or_default(),
            news: Some(&words),
            ..BoardChange::default()
        };
        let others = BoardChange {
            board: done.mover.fold_wb(2, 0),
            marks: [done.announcement.capture, None],
            news: Some(&heard),
            ..BoardChange::default()
        };
        steps.push(&PageStep {
            number: &number,
            text: san_of(turn, done),
            changes: &[umpires, others],
            remarks: &remarks(&turn.after),
        });
    }
    steps
}

/// Adds a number of things to a text.
fn add_count(text: &mut String, number: usize, [one, several]: [&str; 2]) {
    text.push_str(itoa::Buffer::new().format(number));
    text.push(' ');
    text.push_str(if number == 1 { one } else { several });
}

/// Adds words to a text, after a separator if it is not empty.
fn add(text: &mut String, separator: &str, words: &str) {
    if !text.is_empty() {
        text.push_str(separator);
    }
    text.push_str(words);
}

/// A half-move in Kriegspiel SAN.
fn san_of<'a>(turn: &'a Turn, done: &'a TurnReplay) -> &'a str {
    let written = turn.written.text();
    done.san.as_deref().unwrap_or(written)
}

/// Adds the umpire's words to a text.
fn umpire_says(announcement: Announcement, text: &mut String) {
    if let Some(to) = announcement.capture {
        text.push_str("capture on ");
        text.extend([to.file().char(), to.rank().char()]);
    }
    for direction in announcement.checks.iter() {
        add(text, ", ", "check (");
        text.push_str(direction.name());
        text.push(')');
    }
    match announcement.end {
        Some(Finish::Mate) => add(text, ", ", "checkmate"),
        Some(Finish::Stalemate) => add(text, ", ", "stalemate"),
        None => {}
    }
}

fn tag_text(game: &Game, name: &str) -> Option<String> {
    game.tag(name).map(|tag| decode(&tag.value).into_owned())
}

/// The remarks after a half-move, apart from its announcement.
fn remarks(after: &[Attachment]) -> Vec<String> {
    after
        .iter()
        .filter_map(|attachment| match attachment {
            Attachment::Comment(text) | Attachment::LineComment(text) => {
                Some(decode(text).into_owned())
            }
            Attachment::Payload(payload) => match [&payload.before[..], &payload.rest[..]] {
                [[], []] => None,
                both => Some(decode(&both.concat()).into_owned()),
            },
            _ => None,
        })
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
        .collect()
}
