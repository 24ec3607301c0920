//! Random histories, filtered and followed, against the twin: the same positions after every
//! half-move.

use keymove_kriegspiel::announcement::Announcement;
use keymove_kriegspiel::belief::Unknown;
use keymove_kriegspiel::belief::board::CompactBoard;
use keymove_kriegspiel::belief::history::follow;
use keymove_kriegspiel::filter::{Comments, filter};
use keymove_kriegspiel::notation::read::Games;
use keymove_kriegspiel::notation::write::write_game;
use keymove_kriegspiel::notation::{Game, Viewpoint, san};
use keymove_kriegspiel::own_board::Try;
use keymove_kriegspiel::umpire::{Response, Umpire};
use shakmaty::{Chess, Color, Position as _};

use crate::beliefs::random::Random;
use crate::beliefs::twin::{self, Belief, fen};

/// One half-move of a game.
pub struct Ply {
    pub refused: Vec<Try>,
    pub made: Try,
    pub heard: Announcement,
}

/// A random game from `start`, with its umpire's record as text.
pub fn game(random: &mut Random, start: &Chess, half_moves: usize) -> (Vec<Ply>, String) {
    let mut text = format!(
        "[Filtered \"no\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n",
        fen(start)
    );
    let mut umpire = Umpire::new(start.clone());
    let mut plies: Vec<Ply> = Vec::new();
    let mut ends = 0;
    while plies.len() < half_moves {
        let own = umpire.own_board(umpire.position().turn());
        let mut refused = Vec::new();
        let before = umpire.clone();
        let (made, heard) = loop {
            // Usually a legal move: histories of one try after another test little.
            let tried = if random.below(3) > 0 {
                let moves = umpire.position().legal_moves();
                Try::of(random.one_of(&moves))
            } else {
                random.one_of(&umpire.tries())
            };
            match umpire.answer(tried) {
                Response::Illegal => refused.push(tried),
                Response::Yes(heard) => break (tried, heard),
                Response::Nonsense => {}
            }
        };
        if heard.end.is_some() {
            // The game must continue, if it can.
            umpire = before;
            ends += 1;
            if plies.len() >= 2 || ends > 200 {
                break;
            }
            continue;
        }
        let tries: Vec<_> = refused.iter().rev().map(|t| san::write(*t, &own)).collect();
        text.push_str(&format!(
            "{} {{(:{})}}\n",
            san::write(made, &own),
            tries.join(",")
        ));
        plies.push(Ply {
            refused,
            made,
            heard,
        });
    }
    text.push_str("*\n");
    (plies, text)
}

/// The record as `player` knows it, written and read again.
pub fn filtered(text: &str, player: Color) -> Game {
    let read = |text: &[u8]| Games::new(text).next().expect("a game").expect("PGN").game;
    let made =
        filter(read(text.as_bytes()), Viewpoint::For(player), Comments::Own).expect("a record");
    let mut out = Vec::new();
    write_game(&made.game, &mut out);
    read(&out)
}

/// The twin's beliefs before the first half-move and after each; `None` if one is too large for
/// the twin.
pub fn beliefs(start: &Chess, plies: &[Ply], player: Color, most: usize) -> Option<Vec<Belief>> {
    let mut beliefs = vec![Belief::from([(fen(start), start.clone())])];
    let mut turn = start.turn();
    for ply in plies {
        let belief = beliefs.last().expect("one");
        let next = if turn == player {
            twin::own_move(belief, &ply.refused, ply.made, ply.heard)
        } else {
            twin::hidden_move(belief, ply.refused.len(), ply.heard)
        };
        if next.len() > most {
            return None;
        }
        beliefs.push(next);
        turn = !turn;
    }
    Some(beliefs)
}

fn compare(random: &mut Random, start: &Chess, half_moves: usize) -> Option<usize> {
    let (plies, text) = game(random, start, half_moves);
    let player = random.one_of(&Color::ALL);
    let expected = beliefs(start, &plies, player, 3_000)?;
    let mut ours: Vec<Vec<String>> = Vec::new();
    let history = follow(
        &filtered(&text, player),
        100_000,
        || false,
        |belief| {
            let mut fens: Vec<String> = belief.boards().iter().map(CompactBoard::fen).collect();
            fens.sort();
            ours.push(fens);
        },
    )
    .unwrap_or_else(|finding| panic!("{finding}\n{text}"));
    let expected: Vec<Vec<String>> = expected
        .into_iter()
        .map(|belief| belief.into_keys().collect())
        .collect();
    assert_eq!(ours, expected, "{player:?}\n{text}");
    let sizes: Vec<usize> = expected.iter().map(Vec::len).collect();
    assert_eq!(
        history.belief.ok().map(|belief| belief.len()),
        sizes.last().copied()
    );
    sizes.into_iter().max()
}

#[test]
fn histories_of_small_positions() {
    let mut random = Random::seeded(3);
    let (mut compared, mut large) = (0, 0);
    while compared < 500 {
        let (white, black) = (random.men(4), random.men(4));
        let turn = random.one_of(&Color::ALL);
        let start = random.position(&white, &black, turn);
        let half_moves = 2 + random.below(5);
        if let Some(largest) = compare(&mut random, &start, half_moves) {
            compared += 1;
            large += usize::from(largest > 100);
        }
    }
    assert!(large > 50, "{large} of {compared} have large beliefs");
}

#[test]
fn histories_of_whole_games() {
    let mut random = Random::seeded(4);
    let mut compared = 0;
    while compared < 40 {
        let half_moves = 4 + random.below(5);
        compared += usize::from(compare(&mut random, &Chess::default(), half_moves).is_some());
    }
}

#[test]
fn a_belief_that_is_too_large_is_not_known() {
    let mut random = Random::seeded(5);
    let (_, text) = game(&mut random, &Chess::default(), 6);
    let record = filtered(&text, Color::White);
    let followed = |cap: usize| {
        let mut sizes = Vec::new();
        let count = |belief: &keymove_kriegspiel::belief::Belief| sizes.push(belief.len());
        let history = follow(&record, cap, || false, count).expect("a record");
        (history, sizes)
    };
    let (whole, sizes) = followed(100_000);
    let largest = sizes.iter().max().copied().expect("sizes");
    let (exact, same) = followed(largest);
    assert_eq!(same, sizes);
    assert!(exact.belief.is_ok());
    let (cut, first) = followed(largest - 1);
    assert_eq!(cut.belief.err(), Some(Unknown::TooLarge));
    assert_eq!(cut.turn, whole.turn);
    assert!(first.len() < sizes.len() && sizes.starts_with(&first));
}
