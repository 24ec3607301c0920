//! Help play by exhaustion: every sequence of moves, no table, shakmaty only. The judge.

use keymove::game::Game;
use keymove::solve::{Kind, Problem};
use shakmaty::{CastlingMode, Move};

/// All lines of one length, sorted by their moves in UCI.
pub type Lines = Vec<Vec<Move>>;

/// All lines of exactly `plies` plies from `position` on that end in what `kind` asks for.
pub fn lines(position: &Game, kind: Kind, plies: u16) -> Lines {
    let mut lines = Vec::new();
    extend(position, kind, plies, &mut Vec::new(), &mut lines);
    let mode = position.mode();
    lines.sort_by_cached_key(|line| in_uci(line, mode));
    lines
}

/// The moves of a line in UCI.
pub fn in_uci(line: &[Move], mode: CastlingMode) -> Vec<String> {
    line.iter().map(|m| m.to_uci(mode).to_string()).collect()
}

fn extend(position: &Game, kind: Kind, plies: u16, line: &mut Vec<Move>, lines: &mut Lines) {
    if plies == 0 {
        let reached = match kind {
            Kind::Helpmate => position.is_checkmate(),
            _ => position.is_stalemate(),
        };
        if reached {
            lines.push(line.clone());
        }
        return;
    }
    for m in position.legal_moves() {
        let mut next = position.clone();
        next.play(m);
        line.push(m);
        extend(&next, kind, plies - 1, line, lines);
        line.pop();
    }
}

/// Everything that can be asked about a problem.
#[derive(Debug)]
pub struct Truth {
    /// For every length up to the stipulated one, in whole moves, its lines.
    pub lengths: Vec<(u16, Lines)>,
    /// Half a move less than stipulated, the other side beginning, if it may begin.
    pub set_play: Option<Lines>,
}

impl Truth {
    /// The truth about a problem.
    pub fn new(problem: &Problem) -> Truth {
        let position = &problem.position;
        let stipulation = problem.stipulation;
        let half = u16::from(stipulation.half);
        let shortest = 1 - half;
        let lengths = (shortest..=stipulation.moves)
            .map(|moves| (moves, lines(position, stipulation.kind, 2 * moves + half)))
            .collect();
        let plies = 2 * stipulation.moves + half - 1;
        let other = position.passed();
        let set_play = other
            .filter(|_| plies > 0 && !position.is_check())
            .map(|other| lines(&other, stipulation.kind, plies));
        Truth { lengths, set_play }
    }

    /// The shortest length with a solution, and its lines.
    pub fn shortest(&self) -> Option<&(u16, Lines)> {
        self.lengths.iter().find(|length| !length.1.is_empty())
    }
}
