//! Reads the moves of a game that begins with a problem as claims: [`of_moves`].
//!
//! The first move of the game, and the first moves of variations in its place, are keys; with `?`
//! (`$2`, `$4`, `$6`) they are tries. Every path through the game is a line. Comments are not
//! claims. An unreadable word becomes `Unread`, and so does the rest of its line or variation; an
//! illegal move is kept as written, and its line ends there.

use super::movetext::{MovetextPart, parts};
use crate::collection::solution::{ClaimsDraft, DEEPEST, LEFT_OUT};
use keymove_records::epd::Operation;
use keymove_records::epd::moves::{MoveError, read_move};
use keymove_rules::position::Position;

/// The claims of the moves of a game.
pub(super) struct GameClaims {
    /// The claims as operations of a record.
    pub operations: Vec<Operation>,
    /// The length of the game in moves, if the side that begins mates at the end, or is said to.
    pub mates_in: Option<usize>,
}

/// The claims of the moves of a game from `position`.
pub(super) fn of_moves(text: &str, position: &Position) -> GameClaims {
    let mut game = GameMoves {
        line: Line::new(position.clone()),
        outside: Vec::new(),
        too_deep: 0,
        first_moves: Vec::new(),
        draft: ClaimsDraft::default(),
    };
    for (_, part) in parts(text) {
        if part == MovetextPart::Result && game.outside.is_empty() {
            break;
        }
        game.read(part);
    }
    while let Some(outside) = game.outside.pop() {
        game.draft.skip("(", false);
        game.line = outside;
    }
    game.keep();
    let line = &game.line;
    let ends = line.says_mate || (!line.is_over && line.position.is_checkmate());
    let is_mate = ends && !line.is_lost && line.moves.len() % 2 == 1;
    let mates_in = is_mate.then(|| line.moves.len().div_ceil(2));
    for (m, marks) in &game.first_moves {
        if marks.contains('?') {
            game.draft.tries.push((m.clone(), Vec::new()));
        } else {
            game.draft.keys.push(m.clone());
        }
    }
    GameClaims {
        operations: game.draft.operations(),
        mates_in,
    }
}

/// A line of a game as far as it has been read.
struct Line {
    moves: Vec<String>,
    /// The position after the moves, and the position before the last of them.
    position: Position,
    before: Position,
    /// Whether moves were added since the line was stored.
    is_new: bool,
    /// Whether the last move has the sign of mate.
    says_mate: bool,
    /// Whether something in the line could not be read, so that the following moves have no place.
    is_lost: bool,
    /// Whether it ended with an illegal move, so that what follows claims nothing.
    is_over: bool,
}

impl Line {
    fn new(position: Position) -> Line {
        Line {
            moves: Vec::new(),
            before: position.clone(),
            position,
            is_new: false,
            says_mate: false,
            is_lost: false,
            is_over: false,
        }
    }

    fn push(&mut self, written: String, position: Position) {
        self.moves.push(written);
        self.before = std::mem::replace(&mut self.position, position);
        self.is_new = true;
    }
}

/// A game that is being read.
struct GameMoves {
    line: Line,
    /// The lines around the variation.
    outside: Vec<Line>,
    /// The number of open variations within the deepest one that is read.
    too_deep: usize,
    /// The first moves with their signs.
    first_moves: Vec<(String, String)>,
    draft: ClaimsDraft,
}

impl GameMoves {
    fn read(&mut self, part: MovetextPart) {
        match part {
            MovetextPart::Open if self.too_deep > 0 => self.too_deep += 1,
            MovetextPart::Close if self.too_deep > 0 => self.too_deep -= 1,
            MovetextPart::Open if self.outside.len() == DEEPEST => {
                self.draft.skip("(", false);
                self.too_deep = 1;
            }
            _ if self.too_deep > 0 => {}
            MovetextPart::Open => self.open(),
            MovetextPart::Close => {
                self.keep();
                match self.outside.pop() {
                    Some(outside) => self.line = outside,
                    None => self.lose(")"),
                }
            }
            MovetextPart::Move(written) => self.add(&written),
            MovetextPart::Pass => match self.line.position.passed() {
                _ if self.line.is_over => {}
                Some(position) if !self.line.is_lost => {
                    self.line.push(LEFT_OUT.to_owned(), position);
                }
                _ => self.lose(LEFT_OUT),
            },
            MovetextPart::Mark(mark) => {
                self.line.says_mate |= mark == "#";
                let first = self.first_moves.last_mut();
                if let (1, Some((_, marks))) = (self.line.moves.len(), first) {
                    marks.push_str(mark);
                }
            }
            MovetextPart::Unread(word) => self.lose(&word),
            MovetextPart::Number(_) | MovetextPart::Result => {}
        }
    }

    /// Begins a variation: an alternative to the last move.
    fn open(&mut self) {
        let line = &self.line;
        let mut variation = Line::new(line.before.clone());
        let shared = line.moves.len().saturating_sub(1);
        variation.moves = line.moves[..shared].to_vec();
        variation.is_lost = line.is_lost;
        variation.is_over = line.is_over;
        self.outside
            .push(std::mem::replace(&mut self.line, variation));
    }

    /// Adds a move, in SAN if it is legal.
    fn add(&mut self, written: &str) {
        if self.line.is_over {
            return;
        }
        if self.line.is_lost {
            return self.draft.skip(written, true);
        }
        let position = &self.line.position;
        let (san, after) = match read_move(position, written.as_bytes()) {
            Ok(m) => (position.san(m), Some(position.after(m))),
            Err(MoveError::Illegal(_)) => (written.to_owned(), None),
            Err(_) => return self.lose(written),
        };
        if self.line.moves.is_empty() {
            self.first_moves.push((san.clone(), String::new()));
        }
        let is_legal = after.is_some();
        self.line.says_mate = false;
        self.line
            .push(san, after.unwrap_or_else(|| position.clone()));
        if !is_legal {
            self.keep();
            self.line.is_over = true;
        }
    }

    /// Records that something cannot be read: the line so far is kept, but its continuation is
    /// unknown.
    fn lose(&mut self, word: &str) {
        self.draft.skip(word, self.line.is_lost);
        self.line.is_lost = true;
        self.line.is_new = false;
    }

    fn keep(&mut self) {
        if std::mem::take(&mut self.line.is_new) && self.line.moves.len() > 1 {
            self.draft.line(&self.line.moves);
        }
    }
}
