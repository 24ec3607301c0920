//! No rule of pruning loses a solution: random mates and stalemates are made, moves are taken back
//! from them, and every move of the way there has to be among those that are tried.
//!
//! So only positions with a solution are judged, at every length, and the final position is of the
//! kind on which rules rely: men shut in, pinned, blocked, just promoted or captured, castled,
//! captured en passant. `KEYMOVE_SEED=2` takes others.

use shakmaty::{
    Chess, Color, EnPassantMode, File, Move as ChessMove, Position as _, Rank, Role, Square,
    fen::Fen,
};

use super::backwards::{Theme, line};
use super::placement::Random;
use super::{Node, Play};
use crate::asked::number;
use crate::board::{Board, Orientation};
use crate::goal::{Goal, Mate, Stalemate};
use crate::help::move_order::InTurn;
use crate::limit::Limits;
use crate::long::{least, share};
use crate::search::Search;
use crate::table::Table;
use keymove_base::mix::SplitMix64;
use keymove_base::stop::Stop;

/// The number of plies left at which the line's move is not among those tried.
fn dropped<G: Goal<Rules = Board>>(
    play: &mut Play<G, InTurn>,
    first: &Chess,
    moves: &[ChessMove],
) -> Option<u16> {
    let orientation = Orientation::new(Color::White);
    let mut node = Node::root(&orientation.board(first));
    play.line.clear();
    for (i, m) in moves.iter().enumerate() {
        let plies = (moves.len() - i) as u16;
        if !G::MATE && !play.may_stop(&node, plies) {
            return Some(plies);
        }
        let heading = play.narrow(&mut node, plies);
        play.search.moves.clear();
        let can_end = heading.is_nowhere() || plies == 1 || play.can_end(&mut node, plies);
        if can_end && !heading.is_nowhere() {
            play.list(&node, plies, heading);
        }
        let board = node.board;
        let tried = play.search.moves.iter().copied();
        match tried
            .into_iter()
            .find(|&t| orientation.chess_move(t, &board) == *m)
        {
            Some(tried) => {
                node = node.play(InTurn, tried, plies);
                play.line.push(tried);
            }
            None => return Some(plies),
        }
    }
    None
}

/// Counts of the features of the lines.
#[derive(Debug, Default)]
struct LineCensus {
    /// The number of lines, by plies.
    lines: [usize; 13],
    en_passant: usize,
    castling: usize,
    chess960: usize,
    promotion: usize,
    under_promotion: usize,
    /// Castlings for which the other king was on a target before: by colour, side, and whether it
    /// was the rook's target.
    kings: [usize; 8],
}

impl LineCensus {
    fn count(&mut self, first: &Chess, moves: &[ChessMove]) {
        self.count_kings(first, moves);
        self.lines[moves.len()] += 1;
        let has = |wanted: fn(&ChessMove) -> bool| usize::from(moves.iter().any(wanted));
        self.en_passant += has(|m| m.is_en_passant());
        self.castling += has(|m| m.is_castle());
        self.chess960 +=
            has(|m| matches!(m, ChessMove::Castle { king, .. } if king.file() != File::E));
        self.promotion += has(|m| m.is_promotion());
        self.under_promotion += has(|m| m.promotion().is_some_and(|r| r != Role::Queen));
    }

    fn count_kings(&mut self, first: &Chess, moves: &[ChessMove]) {
        for (i, m) in moves.iter().enumerate() {
            let ChessMove::Castle { king, rook } = *m else {
                continue;
            };
            let short = rook > king;
            let (king_to, rook_to) = if short {
                (File::G, File::F)
            } else {
                (File::C, File::D)
            };
            let white = king.rank() == Rank::First;
            let mut position = first.clone();
            let mut stood = [false; 2];
            for &m in &moves[..i] {
                let other = position.board().king_of(Color::from_white(!white));
                for (stood, file) in stood.iter_mut().zip([king_to, rook_to]) {
                    *stood |= other == Some(Square::from_coords(file, king.rank()));
                }
                position.play_unchecked(m);
            }
            for (on_rooks, stood) in stood.into_iter().enumerate() {
                let kind = 4 * usize::from(white) + 2 * usize::from(short) + on_rooks;
                self.kings[kind] += usize::from(stood);
            }
        }
    }

    /// A rook that has just castled is hardly ever without a move, so stalemates of castled kings
    /// are not required.
    fn is_worth_something(&self, mate: bool) -> bool {
        let kings = if mate {
            &self.kings[..]
        } else {
            &self.kings[4..]
        };
        kings.iter().all(|&lines| lines >= least(3))
            && self.lines[1..].iter().all(|&lines| lines >= least(10))
            && self.en_passant >= least(40)
            && self.castling - self.chess960 >= least(40)
            && self.chess960 >= least(40)
            && self.promotion - self.under_promotion >= least(100)
            && self.under_promotion >= least(100)
    }
}

/// Lines of every theme: the moves to the end are among the moves tried.
fn no_line_is_dropped<G: Goal<Rules = Board>>(seed: u64, count: usize) {
    let more = number("KEYMOVE_SEED").unwrap_or(0) as u64;
    let mut random = Random::seeded(SplitMix64::at(more << 32 ^ seed));
    let mut table = Table::new(1);
    table.begin_job();
    let stop = Stop::new();
    let mut seen = LineCensus::default();
    for i in 0..share(count) {
        let (theme, plies) = match i % 6 {
            5 => (Theme::Exchanges, 2 + random.below(8)),
            4 => (Theme::SelfBlocks, 2 + random.below(8)),
            0 => (Theme::Rooks, 3 + random.below(2)),
            1 => (Theme::Kings, 3 + random.below(3)),
            2 => (Theme::Pawns, 2 + random.below(2)),
            _ if random.chance(80) => (Theme::Any, 1 + random.below(5)),
            _ => (Theme::Any, 6 + random.below(7)),
        };
        let (first, moves) = loop {
            if let Some(found) = line(&mut random, G::MATE, theme, plies) {
                break found;
            }
        };
        seen.count(&first, &moves);
        let search = Search::<G>::new(&mut table, Limits::default(), &stop);
        let mut play = Play::<G, _>::new(search, InTurn, true);
        if let Some(left) = dropped(&mut play, &first, &moves) {
            let fen = Fen::from_position(&first, EnPassantMode::Legal);
            panic!("{fen} {moves:?}: with {left} plies left the move is not tried");
        }
    }
    eprintln!("{seen:?}");
    assert!(seen.is_worth_something(G::MATE), "{seen:?}");
}

#[test]
fn no_line_to_mate_is_dropped() {
    no_line_is_dropped::<Mate>(88_172_645_463_325_252, 5000);
}

#[test]
fn no_line_to_stalemate_is_dropped() {
    no_line_is_dropped::<Stalemate>(88_172_645_463_325_259, 10_000);
}
