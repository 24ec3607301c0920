//! The exact tables of K+R, K+Q, K+B+B and K+B+N against a king that is not seen, built a second
//! time: a program of its own that shares nothing with the tables it judges. It knows no symmetry
//! (every placement is worked out for itself), its men go square by square over a board of files and
//! ranks, and the umpire's answers are read off the attackers of each square.
//!
//!     rustc -O -o again scripts/judge/endings_again.rs && ./again kbnk > values.tsv
//!
//! One line a placement: the men as in `Kc3 Ra1`, a tab, and the moves to mate from full uncertainty
//! (nothing if the win is not sure). `scripts/kriegspiel-endings --again` compares them all.

use std::collections::BTreeMap;

const MEN: [(&str, &str); 4] = [("krk", "R"), ("kqk", "Q"), ("kbbk", "BB"), ("kbnk", "BN")];
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [(i8, i8); 8] = [
    (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2),
];

fn step(square: u8, (across, up): (i8, i8)) -> Option<u8> {
    let (file, rank) = (square as i8 % 8 + across, square as i8 / 8 + up);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as u8)
}

/// What a man reaches; lines end at, and with, the first white man.
fn reach(man: u8, from: u8, white: u64) -> u64 {
    let (slides, leaps): (Vec<(i8, i8)>, Vec<(i8, i8)>) = match man {
        b'R' => (STRAIGHT.to_vec(), vec![]),
        b'B' => (SLANTED.to_vec(), vec![]),
        b'Q' => ([STRAIGHT, SLANTED].concat(), vec![]),
        b'N' => (vec![], JUMPS.to_vec()),
        _ => (vec![], [STRAIGHT, SLANTED].concat()),
    };
    let mut reached = 0;
    for direction in leaps {
        reached |= step(from, direction).map_or(0, |to| 1 << to);
    }
    for direction in slides {
        let mut at = from;
        while let Some(to) = step(at, direction) {
            reached |= 1 << to;
            if white & (1 << to) != 0 {
                break;
            }
            at = to;
        }
    }
    reached
}

/// The letter of a check on `king` from `checker`.
fn letter(man: u8, king: u8, checker: u8) -> u8 {
    if man == b'N' {
        return b'N';
    }
    let (across, up) = (
        checker as i8 % 8 - king as i8 % 8,
        checker as i8 / 8 - king as i8 / 8,
    );
    if across == 0 {
        return b'F';
    }
    if up == 0 {
        return b'R';
    }
    let length = |slope: i8| {
        let count = |sign: i8| {
            let mut at = king;
            let mut steps = 0;
            while let Some(to) = step(at, (sign, sign * slope)) {
                at = to;
                steps += 1;
            }
            steps
        };
        count(1) + count(-1)
    };
    let own = if across == up { 1 } else { -1 };
    if length(own) > length(-own) { b'L' } else { b'S' }
}

/// Maximal sets; those from `old` on are new.
#[derive(Default, Clone)]
struct Family {
    sets: Vec<u64>,
    old: u32,
}

impl Family {
    fn add(&mut self, set: u64) -> bool {
        if self.sets.iter().any(|one| set & !one == 0) {
            return false;
        }
        let (mut kept, mut old) = (0, 0);
        for index in 0..self.sets.len() {
            let one = self.sets[index];
            if one & !set != 0 {
                self.sets[kept] = one;
                kept += 1;
                old += u32::from((index as u32) < self.old);
            }
        }
        self.sets.truncate(kept);
        self.sets.push(set);
        self.old = old;
        true
    }

    fn new_ones(&self) -> &[u64] {
        &self.sets[self.old as usize..]
    }

    fn settle(&mut self) {
        self.old = self.sets.len() as u32;
    }
}

struct Attempt {
    after: u32,
    refused: u64,
    /// What gets one answer, and the sets won of it; the first one is "no" if there is that.
    answers: Vec<(u64, Family)>,
}

struct Node {
    full: u64,
    /// Where the king may go when Black is to move, and where it may stand then.
    free: u64,
    stands: u64,
    attempts: Vec<Attempt>,
    won: Family,
    kept: Family,
    value: u16,
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let Some((_, men)) = MEN.iter().find(|(ending, _)| *ending == name) else {
        eprintln!("krk, kqk, kbbk or kbnk");
        std::process::exit(64);
    };
    let men = men.as_bytes();
    let near: Vec<u64> = (0..64).map(|square| reach(b'K', square, 0)).collect();
    let dark = |square: u8| (square % 8 + square / 8) % 2 == 0;
    let mut placements: Vec<Vec<u8>> = Vec::new();
    for king in 0..64 {
        for first in 0..64 {
            for second in 0..if men.len() == 2 { 64 } else { 1 } {
                let mut squares = vec![king, first, second];
                squares.truncate(1 + men.len());
                let apart = (1..squares.len()).all(|at| !squares[..at].contains(&squares[at]));
                // The first of two bishops is the one on dark squares.
                if apart && (men != b"BB" || (dark(first) && !dark(second))) {
                    placements.push(squares);
                }
            }
        }
    }
    let number = |squares: &[u8]| squares.iter().fold(0, |all, &at| all * 64 + at as usize);
    let mut ids = vec![u32::MAX; 64 * 64 * if men.len() == 2 { 64 } else { 1 }];
    for (id, squares) in placements.iter().enumerate() {
        ids[number(squares)] = id as u32;
    }
    let white = |squares: &[u8]| squares.iter().fold(0_u64, |all, at| all | 1 << at);
    let attacked = |squares: &[u8]| {
        let own = white(squares);
        let by = men.iter().zip(&squares[1..]);
        by.fold(reach(b'K', squares[0], own), |all, (&man, &at)| {
            all | reach(man, at, own)
        })
    };
    let mut nodes: Vec<Node> = placements
        .iter()
        .map(|squares| {
            let own = white(squares);
            let full = !(own | attacked(squares));
            let mut attempts = Vec::new();
            for mover in 0..squares.len() {
                let man = if mover == 0 { b'K' } else { men[mover - 1] };
                for to in 0..64_u8 {
                    if reach(man, squares[mover], own) & !own & (1 << to) == 0 {
                        continue;
                    }
                    let mut after = squares.clone();
                    after[mover] = to;
                    let (mut refused, mut answers) = (0, BTreeMap::<Vec<u8>, u64>::new());
                    let (free, own) = (!attacked(&after) & !(1 << after[0]), white(&after));
                    let by = men.iter().zip(&after[1..]);
                    let checkers: Vec<(u8, u8, u64)> =
                        by.map(|(&man, &at)| (man, at, reach(man, at, own))).collect();
                    for king in (0..64_u8).filter(|king| full & (1 << king) != 0) {
                        if man == b'K' && near[king as usize] & (1 << to) != 0 {
                            refused |= 1 << king;
                            continue;
                        }
                        let mut letters: Vec<u8> = checkers
                            .iter()
                            .filter(|(_, _, reached)| reached & (1 << king) != 0)
                            .map(|&(man, at, _)| letter(man, king, at))
                            .collect();
                        letters.sort_unstable();
                        letters.dedup();
                        let stalemate = letters.is_empty() && near[king as usize] & free == 0;
                        if !stalemate {
                            *answers.entry(letters).or_default() |= 1 << king;
                        }
                    }
                    if answers.is_empty() {
                        continue;
                    }
                    let nothing = Family {
                        sets: vec![0],
                        old: 0,
                    };
                    let mut families: Vec<(u64, Family)> = Vec::new();
                    if refused != 0 {
                        families.push((refused, nothing));
                    }
                    families.extend(answers.into_values().map(|mask| (mask, Family::default())));
                    attempts.push(Attempt {
                        after: ids[number(&after)],
                        refused,
                        answers: families,
                    });
                }
            }
            Node {
                full,
                free: !attacked(squares) & !(1 << squares[0]),
                stands: !(own | near[squares[0] as usize]),
                attempts,
                won: Family {
                    sets: vec![0],
                    old: 1,
                },
                kept: Family::default(),
                value: 0,
            }
        })
        .collect();
    // Black to move: from where every reply leads into the set.
    let keep = |node: &mut Node, set: u64| {
        let mut bad = node.free & !set;
        let mut spoilt = 0;
        while bad != 0 {
            spoilt |= near[bad.trailing_zeros() as usize];
            bad &= bad - 1;
        }
        node.kept.add(node.stands & !spoilt);
    };
    let mut fresh: Vec<Vec<u64>> = Vec::new();
    for node in &mut nodes {
        keep(node, 0);
        fresh.push(node.kept.new_ones().to_vec());
        node.kept.settle();
    }
    for level in 1.. {
        let mut next: Vec<Vec<u64>> = vec![Vec::new(); nodes.len()];
        let mut gained = false;
        for (id, node) in nodes.iter_mut().enumerate() {
            let mut learnt = false;
            for attempt in &mut node.attempts {
                for &set in &fresh[attempt.after as usize] {
                    for (mask, family) in
                        attempt.answers.iter_mut().skip(usize::from(attempt.refused != 0))
                    {
                        learnt |= family.add(set & *mask);
                    }
                }
            }
            if !learnt {
                continue;
            }
            loop {
                let mut found = Vec::new();
                for attempt in &mut node.attempts {
                    if attempt.answers.iter().all(|(_, family)| family.new_ones().is_empty()) {
                        continue;
                    }
                    join(&attempt.answers, 0, false, &mut |set| {
                        if node.won.add(set) {
                            found.push(set);
                        }
                    });
                    for (_, family) in &mut attempt.answers {
                        family.settle();
                    }
                }
                if found.is_empty() {
                    break;
                }
                for attempt in node.attempts.iter_mut().filter(|one| one.refused != 0) {
                    let (mask, family) = &mut attempt.answers[0];
                    for set in &found {
                        family.add(set & *mask);
                    }
                }
            }
            let sets = node.won.new_ones().to_vec();
            gained |= !sets.is_empty();
            for set in sets {
                keep(node, set);
                if node.value == 0 && node.full & !set == 0 {
                    node.value = level;
                }
            }
            node.won.settle();
            next[id] = node.kept.new_ones().to_vec();
            node.kept.settle();
        }
        eprintln!("level {level}: {} won", nodes.iter().filter(|node| node.value > 0).count());
        if !gained {
            break;
        }
        fresh = next;
    }
    for (squares, node) in placements.iter().zip(&nodes) {
        let named = |(man, at): (&u8, &u8)| {
            let (file, rank) = (char::from(b'a' + at % 8), at / 8 + 1);
            format!("{}{file}{rank}", char::from(*man))
        };
        let all = [&b"K"[..], men].concat();
        let words: Vec<String> = all.iter().zip(squares).map(named).collect();
        let value = if node.value == 0 { String::new() } else { node.value.to_string() };
        println!("{}\t{value}", words.join(" "));
    }
}

/// Every union of one set for each answer, at least one of them new.
fn join(answers: &[(u64, Family)], sofar: u64, fresh: bool, give: &mut impl FnMut(u64)) {
    let Some(((_, first), rest)) = answers.split_first() else {
        give(sofar);
        return;
    };
    let old = first.old as usize;
    if fresh || rest.iter().any(|(_, family)| !family.new_ones().is_empty()) {
        for set in &first.sets[..old] {
            join(rest, sofar | set, fresh, give);
        }
    }
    for set in &first.sets[old..] {
        join(rest, sofar | set, true, give);
    }
}
