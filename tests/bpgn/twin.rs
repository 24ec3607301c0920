//! A slow, plain twin of the board: squares in a list, attacks by stepping. It is only used to
//! judge the fast one.

use std::collections::BTreeSet;

use keymove_bpgn::bfen::{BfenMen, Holdings, StateFields};
use keymove_bpgn::board::BughouseBoard;

/// A position as letters on 64 squares, a1 first.
#[derive(Debug, Clone)]
pub struct Twin {
    squares: [u8; 64],
    hand: Vec<u8>,
    white: bool,
    castling: String,
    en_passant: Option<usize>,
}

const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

fn step(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = ((from % 8) as i32 + files, (from / 8) as i32 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

impl Twin {
    /// The same position, read from its text.
    pub fn of(board: &BughouseBoard) -> Twin {
        let mut squares = [b'.'; 64];
        for (row, text) in BfenMen(board).to_string().split('/').enumerate() {
            let mut file = 0;
            for letter in text.bytes().filter(|&b| b != b'~') {
                if letter.is_ascii_digit() {
                    file += usize::from(letter - b'0');
                } else {
                    squares[(7 - row) * 8 + file] = letter;
                    file += 1;
                }
            }
        }
        let state = StateFields(board).to_string();
        let fields: Vec<&str> = state.split(' ').collect();
        let en_passant = fields[2].as_bytes();
        Twin {
            squares,
            hand: Holdings(board.hands()).to_string().into_bytes(),
            white: fields[0] == "w",
            castling: fields[1].to_owned(),
            en_passant: (en_passant.len() == 2)
                .then(|| usize::from(en_passant[1] - b'1') * 8 + usize::from(en_passant[0] - b'a')),
        }
    }

    fn own(&self, square: usize) -> bool {
        let letter = self.squares[square];
        letter != b'.' && letter.is_ascii_uppercase() == self.white
    }

    fn attacked(&self, target: usize, by_white: bool) -> bool {
        (0..64).any(|from| {
            let letter = self.squares[from];
            if letter == b'.' || letter.is_ascii_uppercase() != by_white {
                return false;
            }
            let near = |steps: &[(i32, i32)]| steps.iter().any(|&s| step(from, s) == Some(target));
            let far = |steps: &[(i32, i32)]| {
                steps.iter().any(|&s| {
                    let mut at = from;
                    while let Some(next) = step(at, s) {
                        if next == target {
                            return true;
                        }
                        if self.squares[next] != b'.' {
                            return false;
                        }
                        at = next;
                    }
                    false
                })
            };
            let up = if by_white { 1 } else { -1 };
            match letter.to_ascii_uppercase() {
                b'P' => near(&[(1, up), (-1, up)]),
                b'N' => near(&KNIGHT),
                b'B' => far(&DIAGONAL),
                b'R' => far(&STRAIGHT),
                b'Q' => far(&DIAGONAL) || far(&STRAIGHT),
                _ => near(&DIAGONAL) || near(&STRAIGHT),
            }
        })
    }

    fn in_check(&self, white: bool) -> bool {
        let king = if white { b'K' } else { b'k' };
        let square = self.squares.iter().position(|&letter| letter == king);
        self.attacked(square.expect("a king"), !white)
    }

    /// The legal moves as UCI.
    pub fn legal(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for from in (0..64).filter(|&from| self.own(from)) {
            for to in (0..64).filter(|&to| self.reaches(from, to)) {
                let mut after = self.clone();
                let letter = self.squares[from];
                let pawn = letter.eq_ignore_ascii_case(&b'p');
                if pawn && from % 8 != to % 8 && self.squares[to] == b'.' {
                    after.squares[from / 8 * 8 + to % 8] = b'.';
                }
                after.squares[from] = b'.';
                after.squares[to] = letter;
                if after.in_check(self.white) {
                    continue;
                }
                if pawn && (to / 8 == 0 || to / 8 == 7) {
                    moves.extend(
                        "qrbn"
                            .chars()
                            .map(|c| format!("{}{}{c}", name(from), name(to))),
                    );
                } else {
                    moves.insert(format!("{}{}", name(from), name(to)));
                }
            }
        }
        self.castle(&mut moves);
        for letter in b"PNBRQ" {
            let in_hand = if self.white {
                *letter
            } else {
                letter.to_ascii_lowercase()
            };
            if !self.hand.contains(&in_hand) {
                continue;
            }
            for to in (0..64).filter(|&to| self.squares[to] == b'.') {
                let mut after = self.clone();
                after.squares[to] = in_hand;
                if (*letter != b'P' || (8..56).contains(&to)) && !after.in_check(self.white) {
                    moves.insert(format!("{}@{}", *letter as char, name(to)));
                }
            }
        }
        moves
    }

    /// Whether a man can go there, regardless of its king's safety.
    fn reaches(&self, from: usize, to: usize) -> bool {
        let target = self.squares[to];
        if self.own(to) || target.eq_ignore_ascii_case(&b'k') {
            return false;
        }
        if self.squares[from].eq_ignore_ascii_case(&b'p') {
            let up = if self.white { 1 } else { -1 };
            let one = step(from, (0, up));
            if from % 8 == to % 8 {
                let home = if self.white { 1 } else { 6 };
                let free = one.is_some_and(|one| self.squares[one] == b'.');
                let two = step(from, (0, 2 * up));
                return free
                    && target == b'.'
                    && (one == Some(to) || (two == Some(to) && from / 8 == home));
            }
            let aside = [(1, up), (-1, up)]
                .iter()
                .any(|&s| step(from, s) == Some(to));
            return aside && (target != b'.' || self.en_passant == Some(to));
        }
        // One man alone with all men as blockers: it reaches the squares that it attacks.
        let mut alone = self.clone();
        for square in (0..64).filter(|&square| square != from) {
            if alone.squares[square] != b'.' {
                alone.squares[square] = if self.white { b'x' } else { b'X' };
            }
        }
        alone.squares[to] = b'.';
        alone.attacked_by(from, to)
    }

    fn attacked_by(&self, from: usize, to: usize) -> bool {
        let mut only = self.clone();
        for square in 0..64 {
            if square != from && only.squares[square] != b'.' {
                // A pawn of the other side blocks and does not count.
                only.squares[square] = if self.white { b'p' } else { b'P' };
            }
        }
        only.attacked(to, self.white)
    }

    fn castle(&self, moves: &mut BTreeSet<String>) {
        let home = if self.white { 0 } else { 56 };
        let right = |letter: char| {
            let letter = if self.white {
                letter.to_ascii_uppercase()
            } else {
                letter
            };
            self.castling.contains(letter)
        };
        let free = |files: &[usize]| files.iter().all(|f| self.squares[home + f] == b'.');
        let safe = |files: &[usize]| files.iter().all(|f| !self.attacked(home + f, !self.white));
        if right('k') && free(&[5, 6]) && safe(&[4, 5, 6]) {
            moves.insert(format!("{}{}", name(home + 4), name(home + 6)));
        }
        if right('q') && free(&[1, 2, 3]) && safe(&[2, 3, 4]) {
            moves.insert(format!("{}{}", name(home + 4), name(home + 2)));
        }
    }

    /// Whether the side to move is mated; with `any` it could drop every kind of man.
    pub fn mated(&self, any: bool) -> bool {
        let mut with_hand = self.clone();
        if any {
            with_hand.hand = b"QRBNPqrbnp".to_vec();
        }
        self.in_check(self.white) && with_hand.legal().is_empty()
    }
}
