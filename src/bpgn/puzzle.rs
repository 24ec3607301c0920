//! Puzzles from a match: every half-move before which the side to move has a mate in one that no
//! man from the partner could prevent ([`MateRule::Unblockable`]), with all legal moves and the
//! refutations of the wrong ones. The page ([`keymove_games::viewer`]) shows them on both boards of
//! the replay.

use std::collections::BTreeMap;

use shakmaty::attacks::between;
use shakmaty::{Move, Square};

use super::board::BughouseBoard;
use super::game::BpgnGame;
use super::mate::MateRule;
use super::replay::BpgnReplay;
use keymove_games::viewer::PagePuzzle;

/// The puzzles of a game, as far as it can be played; of consecutive half-moves on one board with
/// the same mates, only the first.
pub fn puzzles(game: &BpgnGame<'_>) -> Vec<PagePuzzle> {
    let Ok(mut replay) = BpgnReplay::start(game) else {
        return Vec::new();
    };
    let mut puzzles: Vec<PagePuzzle> = Vec::new();
    for (at, half_move) in game.half_moves().iter().enumerate() {
        let seat = half_move.seat;
        let board = replay.boards.board(seat.board);
        if replay.boards.is_turn(seat) && board.has_mate_in_one(MateRule::Unblockable) {
            let puzzle = PagePuzzle {
                at,
                board: seat.board.index(),
                white: seat.color.is_white(),
                moves: answers(board),
            };
            let is_old = puzzles.iter().any(|old| old.has_the_mates_of(&puzzle));
            if !is_old {
                puzzles.push(puzzle);
            }
        }
        if replay.step(game, half_move).is_err() {
            break;
        }
    }
    puzzles
}

/// The legal moves, `e2e4`, `e7e8q` or `N@f7`, each with its SAN and its refutation, which is empty
/// if it mates.
fn answers(board: &BughouseBoard) -> BTreeMap<String, [String; 2]> {
    let moves = board.legal_moves();
    let answers = moves.into_iter().map(|m| {
        let mut after = board.clone();
        after.play(m);
        let mut san = san_of(board, m);
        if let Some(mark) = after.mark() {
            san.push_str(mark.sign());
        }
        (uci(m), [san, refutation(&after)])
    });
    answers.collect()
}

fn san_of(board: &BughouseBoard, m: Move) -> String {
    let mut san = Vec::new();
    board.write_san(m, &mut san);
    String::from_utf8_lossy(&san).into_owned()
}

/// Why the side to move is not mated; empty if it is.
fn refutation(after: &BughouseBoard) -> String {
    if after.is_mate(MateRule::Unblockable) {
        return String::new();
    }
    let replies = after.legal_moves();
    match replies
        .iter()
        .min_by_key(|reply| matches!(reply, Move::Put { .. }))
    {
        Some(reply) => san_of(after, *reply),
        None => match after.checkers().single_square() {
            Some(checker) => {
                let gap = between(after.king(), checker).first();
                let gap = gap.map_or(String::new(), |square: Square| format!(" on {square}"));
                format!("a man from the partner{gap}")
            }
            None => "no check: stalemate until the partner sends a man".to_owned(),
        },
    }
}

fn uci(m: Move) -> String {
    m.to_uci(shakmaty::CastlingMode::Standard).to_string()
}
