use super::evaluation::{grade, opt};
use super::umpire::{Announcements, Answer, Pseudomove, Ruling};
use super::Metaposition;

pub const MATE: i32 = 1_000_000;
pub const LOST: i32 = -100_000;

#[derive(Debug, Clone, Copy)]
pub struct Player {
    pub depth: u8,
    pub announcements: Announcements,
    pub remembered: usize,
}

static HMODE: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("HMODE"));
static GUARD: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("GUARD"));
static JLAST: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("JLAST"));
static MIN: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("MIN"));
static ILLM: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("ILLM"));

pub fn key(m: Pseudomove) -> u16 {
    match *HMODE {
        0 => (u16::from(m.from) << 6) | u16::from(m.to),
        1 => (m.role as u16) << 6 | u16::from(m.to),
        _ => 0x4000 | (m.role as u16) << 6 | u16::from(m.from),
    }
}
pub fn probe(m: Pseudomove) -> u16 {
    match *HMODE {
        0 | 1 => key(m),
        _ => 0x4000 | (m.role as u16) << 6 | u16::from(m.to),
    }
}

impl Player {
    pub fn choose(&self, m: &Metaposition, history: &[u16]) -> Option<(Pseudomove, i32)> {
        let mut best: Option<(Pseudomove, i32)> = None;
        let mut old: Option<(Pseudomove, i32)> = None;
        for mv in m.pseudomoves() {
            let v = self.grade_move(m, mv, self.depth);
            if v >= MATE { return Some((mv, v)); }
            let slot = if history.contains(&probe(mv)) { &mut old } else { &mut best };
            if slot.is_none_or(|(_, b)| v > b) { *slot = Some((mv, v)); }
        }
        match (best, old) {
            (Some((_, b)), Some((_, o))) if *GUARD > 0 && o > b + *GUARD * 6 => old,
            (Some(_), _) => best,
            _ => old,
        }
    }
    fn grade_move(&self, m: &Metaposition, mv: Pseudomove, depth: u8) -> i32 {
        let r = Ruling::new(m, mv, self.announcements);
        if r.stalemated.any() { return 2 * LOST; }
        if r.mates_all() { return if depth == self.depth { MATE * 10 } else { 6 * *MIN * i32::from(depth) }; }
        let mut worst = (i32::MAX, None);
        for &(a, k) in r.answers() {
            let left = r.left(m, a, k);
            let g = grade(&left, a != Answer::Illegal);
            if g < worst.0 { worst = (g, Some((a, k))); }
        }
        let (g, Some((a, k))) = worst else { return LOST };
        if depth <= 1 { return g; }
        let next = if a == Answer::Illegal { r.left(m, a, k) } else { r.metamove(k) };
        if next.kings.is_empty() { return g + LOST; }
        let d = if a == Answer::Illegal && *ILLM == 1 { depth } else { depth - 1 };
        let g = if *JLAST == 1 && a != Answer::Illegal && r.takers.intersects(k) { g - 6000 * i32::from(depth - 1) } else { g };
        g + next.pseudomoves().map(|n| self.grade_move(&next, n, d)).max().unwrap_or(LOST)
    }
}
