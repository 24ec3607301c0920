//! Moves that the sieve cuts are refuted: every cut of real searches, and every reply against every
//! move of random positions, is played out and tested for a mate in one.
//!
//! The positions are made to test the assumptions of the sieve's rules ([`Danger`]): one or two
//! dangers each, then men huddled around the king at random. `KEYMOVE_POSITIONS=4000000` judges
//! that many instead of the few of an ordinary run or the 400,000 with `KEYMOVE_LONG`,
//! `KEYMOVE_SEED=2` judges others.

use std::path::PathBuf;

use shakmaty::{Chess, Color};

use super::*;
use crate::asked::number;
use crate::attacks::lowest;
use crate::board::{NO_SQUARE, Orientation, ROOK};
use crate::goal::Mate;
use crate::limit::Limits;
use crate::mate_in_one::mate_in_one;
use crate::movegen::{is_legal, list};
use crate::search::Search;
use crate::small;
use crate::table::Table;
use keymove_base::mix::SplitMix64;
use keymove_base::stop::Stop;

/// The parts of a position besides men around the king.
#[derive(Debug, Clone, Copy)]
enum Danger {
    /// Only men around the king.
    Huddle,
    /// One to three white men between a white line piece and the king.
    Battery,
    /// The same on a line to a square next to the king.
    CoveredFlight,
    /// White pawns close to the king, with men to capture, men in front and line pieces behind.
    Pawns,
    /// White may capture en passant, and a black double step may allow it.
    EnPassant,
    /// White may castle, sometimes Black, too, with the king near the first rank.
    Castling,
    /// The white king close to the other, with white line pieces behind him.
    Kings,
    /// A black line piece that gives check to the white king, or pins.
    Checked,
    /// Black men, defenders of the king, pinned or half pinned by white line pieces.
    Pinned,
    /// Black line pieces that capture close to the king, with up to two men in their way.
    Guarded,
}

const DANGERS: [Danger; 10] = [
    Danger::Huddle,
    Danger::Battery,
    Danger::CoveredFlight,
    Danger::Pawns,
    Danger::EnPassant,
    Danger::Castling,
    Danger::Kings,
    Danger::Checked,
    Danger::Pinned,
    Danger::Guarded,
];

const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ROOK_STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Puts men on a board at random.
struct Composer {
    board: Board,
    random: SplitMix64,
}

impl Composer {
    fn put(&mut self, file: i32, rank: i32, role: usize, white: bool) -> Option<Sq> {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        if !on_board || (role == PAWN && (rank == 0 || rank == 7)) {
            return None;
        }
        let sq = (rank * 8 + file) as Sq;
        if self.board.occupied() & bit(sq) != 0 {
            return None;
        }
        self.board.roles[role] |= bit(sq);
        self.board.colors[usize::from(white)] |= bit(sq);
        Some(sq)
    }

    /// The file and rank of a king, which is placed at random if it is not on the board yet.
    fn king(&mut self, white: bool) -> (i32, i32) {
        let men = self.board.colors[usize::from(white)] & self.board.roles[KING];
        let sq = if men == 0 {
            loop {
                let (file, rank) = (self.random.below(8) as i32, self.random.below(8) as i32);
                if let Some(sq) = self.put(file, rank, KING, white) {
                    break sq;
                }
            }
        } else {
            lowest(men)
        };
        (i32::from(sq % 8), i32::from(sq / 8))
    }

    /// A line piece of a colour aimed at a square, with up to `blockers` men before it.
    fn line(
        &mut self,
        (file, rank): (i32, i32),
        white: bool,
        blockers: usize,
        blocker_white: bool,
    ) {
        let straight = self.random.chance(50);
        let steps = if straight { ROOK_STEPS } else { BISHOP_STEPS };
        let (df, dr) = steps[self.random.below(4)];
        let mut at = 1 + self.random.below(2) as i32;
        for _ in 0..blockers {
            let role = self.random.below(5);
            let role = if role == PAWN && self.random.chance(50) {
                KNIGHT
            } else {
                role
            };
            let king_is_free = self.board.colors[1] & self.board.roles[KING] == 0;
            let role = if blocker_white && king_is_free && self.random.chance(20) {
                KING
            } else {
                role
            };
            self.put(file + df * at, rank + dr * at, role, blocker_white);
            at += 1 + self.random.below(2) as i32;
        }
        let own = if straight { ROOK } else { BISHOP };
        let role = if self.random.chance(35) { QUEEN } else { own };
        self.put(file + df * at, rank + dr * at, role, white);
    }

    /// A random square next to a square.
    fn beside(&mut self, (file, rank): (i32, i32)) -> (i32, i32) {
        (
            file + self.random.below(3) as i32 - 1,
            rank + self.random.below(3) as i32 - 1,
        )
    }

    fn add(&mut self, danger: Danger) {
        match danger {
            Danger::Huddle => {}
            Danger::Battery => {
                let king = self.king(false);
                let blockers = 1 + self.random.below(3);
                self.line(king, true, blockers, true);
            }
            Danger::CoveredFlight => {
                let king = self.king(false);
                let flight = self.beside(king);
                let blockers = 1 + self.random.below(2);
                let white = self.random.chance(80);
                self.line(flight, true, blockers, white);
            }
            Danger::Pawns => self.add_pawns(),
            Danger::EnPassant => self.add_en_passant(),
            Danger::Castling => self.add_castling(),
            Danger::Kings => self.add_kings(),
            Danger::Checked => {
                let king = self.king(true);
                let blockers = self.random.below(2);
                self.line(king, false, blockers, true);
            }
            Danger::Pinned => {
                let king = self.king(false);
                let blockers = 1 + self.random.below(2);
                self.line(king, true, blockers, false);
            }
            Danger::Guarded => {
                let king = self.king(false);
                for _ in 0..1 + self.random.below(2) {
                    let near = self.beside(king);
                    let (blockers, white) = (self.random.below(3), self.random.chance(60));
                    self.line(near, false, blockers, white);
                }
            }
        }
    }

    fn add_pawns(&mut self) {
        let (file, rank) = self.king(false);
        for _ in 0..1 + self.random.below(4) {
            let f = file + self.random.below(5) as i32 - 2;
            let r = if self.random.chance(40) {
                6 - self.random.below(2) as i32
            } else {
                rank - 1 - self.random.below(3) as i32
            };
            if self.put(f, r, PAWN, true).is_none() {
                continue;
            }
            let side = if self.random.chance(50) { 1 } else { -1 };
            if self.random.chance(40) {
                let role = self.random.below(5);
                self.put(f + side, r + 1, role, false);
            }
            if self.random.chance(30) {
                let role = KNIGHT + self.random.below(4);
                self.put(f, r + 1, role, true);
            }
            if self.random.chance(30) {
                let (df, role) = if self.random.chance(60) {
                    (-side, BISHOP)
                } else {
                    (0, ROOK)
                };
                let distance = 1 + self.random.below(2) as i32;
                let role = if self.random.chance(30) { QUEEN } else { role };
                self.put(f + df * distance, r - distance, role, true);
            }
        }
    }

    fn add_en_passant(&mut self) {
        let file = self.random.below(8) as i32;
        let side = if self.random.chance(50) { 1 } else { -1 };
        if self.random.chance(50) {
            self.put(file, 6, PAWN, false);
            self.put(file + side, 4, PAWN, true);
            return;
        }
        let passed = (5 * 8 + file) as Sq;
        if (self.board.occupied() & (bit(passed) | bit(passed + 8))) == 0
            && self.put(file + side, 4, PAWN, true).is_some()
            && self.put(file, 4, PAWN, false).is_some()
        {
            self.board.ep = passed;
        }
    }

    fn add_castling(&mut self) {
        if self.board.roles[KING] & self.board.colors[1] != 0 {
            return;
        }
        if self.board.roles[KING] & self.board.colors[0] == 0 {
            let (file, rank) = (self.random.below(8) as i32, self.random.below(4) as i32);
            self.put(file, rank, KING, false);
        }
        let standard = self.random.chance(60);
        let king = if standard {
            4
        } else {
            1 + self.random.below(6) as i32
        };
        if self.put(king, 0, KING, true).is_none() {
            return;
        }
        for (i, rook) in [(2, 0), (3, 7)] {
            let rook = if standard {
                rook
            } else if i == 2 {
                self.random.below(king as usize) as i32
            } else {
                king + 1 + self.random.below((7 - king) as usize) as i32
            };
            if self.random.chance(70)
                && let Some(sq) = self.put(rook, 0, ROOK, true)
            {
                self.board.castling[i] = sq;
                self.board.may_castle = true;
            }
        }
    }

    fn add_kings(&mut self) {
        let (file, rank) = self.king(false);
        if self.board.roles[KING] & self.board.colors[1] == 0 {
            let f = file + self.random.below(5) as i32 - 2;
            let r = rank + self.random.below(5) as i32 - 2;
            self.put(f, r, KING, true);
        }
        let king = self.king(true);
        self.line(king, true, 0, true);
        let near = self.beside((file, rank));
        let role = self.random.below(5);
        self.put(near.0, near.1, role, false);
    }

    /// A random position with White to move; `None` if the attempt fails.
    fn position(&mut self) -> Option<Board> {
        self.board = Board {
            roles: [0; 6],
            colors: [0; 2],
            hash: 0,
            castling: [NO_SQUARE; 4],
            may_castle: false,
            ep: NO_SQUARE,
        };
        for _ in 0..1 + self.random.below(2) {
            let danger = DANGERS[self.random.below(DANGERS.len())];
            self.add(danger);
        }
        let (file, rank) = self.king(false);
        self.king(true);
        let narrow = self.random.chance(33);
        for _ in 0..1 + self.random.below(14) {
            let spread = if narrow {
                2
            } else {
                1 + self.random.below(5) as i32
            };
            let width = 2 * spread as usize + 1;
            let f = file + self.random.below(width) as i32 - spread;
            let r = rank + self.random.below(width) as i32 - spread;
            let role = self.random.below(5);
            let white = self.random.chance(60);
            self.put(f, r, role, white);
        }
        let b = &mut self.board;
        if b.ep != NO_SQUARE && b.occupied() & (bit(b.ep) | bit(b.ep + 8)) != 0 {
            b.ep = NO_SQUARE;
        }
        b.hash = b.key();
        (b.checkers::<Black>() == 0).then_some(*b)
    }
}

#[derive(Debug, Default)]
struct Sifted {
    positions: usize,
    cut: u64,
    passed: u64,
}

impl Sifted {
    fn judge(&mut self, board: &Board, sieve: &mut Sieve) {
        self.positions += 1;
        let (mut moves, mut replies) = (Vec::new(), Vec::new());
        list::<White>(board, &mut moves);
        list::<Black>(board, &mut replies);
        for reply in replies {
            if !is_legal::<Black>(board, reply) || !sieve.set(board, reply) {
                continue;
            }
            for &m in &moves {
                if sieve.passes(m) {
                    self.passed += 1;
                    continue;
                }
                self.cut += 1;
                let child = board.play_unkeyed::<White>(m);
                assert!(
                    is_legal::<Black>(&child, reply)
                        && mate_in_one(&child.play_unkeyed::<Black>(reply)).is_none(),
                    "{reply:?} does not refute {m:?} in {board:?}"
                );
            }
        }
    }
}

#[test]
fn what_is_cut_in_random_positions_is_refuted() {
    let is_long = std::env::var_os("KEYMOVE_LONG").is_some();
    let usual = if is_long { 400_000 } else { 20_000 };
    let wanted = number("KEYMOVE_POSITIONS").unwrap_or(usual);
    let seed = number("KEYMOVE_SEED").unwrap_or(0) as u64;
    let mut composer = Composer {
        board: Orientation::new(Color::White).board(&Chess::default()),
        random: SplitMix64(SplitMix64::at(seed)),
    };
    let mut sieve = Sieve::new();
    let mut sifted = Sifted::default();
    while sifted.positions < wanted {
        if let Some(board) = composer.position() {
            sifted.judge(&board, &mut sieve);
        }
    }
    println!("{sifted:?}");
    assert!(
        sifted.cut > 20 * wanted as u64 && sifted.cut > sifted.passed,
        "{sifted:?}: too little to judge by"
    );
}

/// The boards of positions, with the side to move seen as White.
fn boards(positions: impl IntoIterator<Item = Chess>) -> Vec<Board> {
    let seen = |position: Chess| {
        let attacker = shakmaty::Position::turn(&position);
        Orientation::new(attacker).board(&position)
    };
    positions.into_iter().map(seen).collect()
}

/// Searches each board for mates in 2 to 5, `nodes` each, and returns how many cuts were played out
/// on the way (by the search itself).
fn judged_cuts(boards: &[Board], nodes: u64) -> u64 {
    let mut table = Table::new(4);
    let stop = Stop::new();
    let mut judged = 0;
    for board in boards {
        table.begin_job();
        let limits = Limits {
            nodes: Some(nodes),
            time: None,
        };
        let mut search = Search::<Mate>::new(&mut table, limits, &stop);
        for n in 2..=5 {
            if search.attack(board, n) != Ok(false) {
                break;
            }
        }
        judged += search.judged_cuts;
    }
    judged
}

#[test]
fn what_is_cut_in_real_searches_is_refuted() {
    let suites = [
        "mates-2",
        "mates-3",
        "mates-4",
        "mates-5",
        "mates-6",
        "castling",
        "en-passant",
        "refuted",
        "under-promotion",
        "selfmates",
        "helpmates",
    ];
    let all = boards(suites.into_iter().flat_map(small::suite));
    let nodes = number("KEYMOVE_POSITIONS").unwrap_or(10_000) as u64;
    let judged = judged_cuts(&all, nodes);
    println!("{judged} cuts in {} records", all.len());
    assert!(judged > 200 * all.len() as u64, "{judged} cuts are too few");
}

#[test]
fn what_is_cut_in_searches_of_real_files_is_refuted() {
    let data = std::env::var_os("KEYMOVE_DATA")
        .map_or_else(|| small::root().join("../shared/data"), PathBuf::from);
    let file = data.join("mates/matetrack-open.epd");
    if !file.exists() {
        eprintln!("skipped: {} is not there", file.display());
        return;
    }
    let more = number("KEYMOVE_POSITIONS");
    let every = if more.is_some() { 4 } else { 40 };
    let all: Vec<Board> = boards(small::records(&file).into_iter().step_by(every));
    let judged = judged_cuts(&all, more.unwrap_or(10_000) as u64);
    println!("{judged} cuts in {} records", all.len());
    assert!(judged > 200 * all.len() as u64, "{judged} cuts are too few");
}
