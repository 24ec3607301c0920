
use shakmaty::{Bitboard, Square, attacks};
use super::Metaposition;
use super::placement::{Ending, Placement};
use super::umpire::neighbours;

pub fn opt(name: &str) -> i32 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(0)
}
pub static DIST: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("DIST"));
pub static JEOP: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("JEOP"));
pub static LINES: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("LINES"));
pub static RECT: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("RECT"));
pub static VARY: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("VARY"));
pub static KSIGN: std::sync::LazyLock<i32> = std::sync::LazyLock::new(|| opt("KSIGN"));

const V: [[i32; 8]; 8] = [
    [1, 1, 0, 0, 0, 0, 1, 1],
    [1, 1, 0, 0, 0, 0, 1, 1],
    [0, 0, -2, -4, -4, -2, 0, 0],
    [0, 0, -4, -4, -4, -4, 0, 0],
    [0, 0, -4, -4, -4, -4, 0, 0],
    [0, 0, -2, -4, -4, -2, 0, 0],
    [1, 1, 0, 0, 0, 0, 1, 1],
    [1, 1, 0, 0, 0, 0, 1, 1],
];
const B: [[i32; 8]; 8] = [
    [0, -10, -50, -100, -100, -50, -10, 0],
    [-10, -10, -40, -40, -40, -40, -10, -10],
    [-50, -40, -40, -40, -40, -40, -40, -50],
    [-100, -40, -40, -50, -50, -40, -40, -100],
    [-100, -40, -40, -50, -50, -40, -40, -100],
    [-50, -40, -40, -40, -40, -40, -40, -50],
    [-10, -10, -40, -40, -40, -40, -10, -10],
    [0, -10, -50, -100, -100, -50, -10, 0],
];
fn sum(m: &[[i32; 8]; 8], kings: Bitboard) -> i32 {
    kings.into_iter().map(|k| m[7 - k.rank().to_usize()][k.file().to_usize()]).sum()
}
fn distance(king: Square, kings: Bitboard) -> i32 {
    let d = kings.into_iter().map(|k| king.distance(k) as i32);
    match *DIST {
        0 => d.max().unwrap_or(0),
        1 => d.sum(),
        2 => d.min().unwrap_or(0),
        _ => { let n = kings.count().max(1) as i32; (d.sum::<i32>() + n / 2) / n }
    }
}
fn rectangle(a: Square, b: Square) -> Bitboard {
    let mut s = Bitboard::EMPTY;
    let (f0, f1) = (a.file().min(b.file()), a.file().max(b.file()));
    let (r0, r1) = (a.rank().min(b.rank()), a.rank().max(b.rank()));
    for q in Square::ALL {
        if *RECT == 1 && (q.file() == f0 || q.file() == f1 || q.rank() == r0 || q.rank() == r1) { continue; }
        if q.file() >= f0 && q.file() <= f1 && q.rank() >= r0 && q.rank() <= r1 { s.add(q); }
    }
    s
}
fn parted(areas: [Bitboard; 4], kings: Bitboard) -> i32 {
    let n = areas.map(|a| (a & kings).count() as i32);
    let c = n.iter().filter(|&&n| n > 0).count() as i32;
    c * n.iter().sum::<i32>()
}
fn quadrants(s: Square) -> [Bitboard; 4] {
    let mut q = [Bitboard::EMPTY; 4];
    for k in Square::ALL {
        if k.file() == s.file() || k.rank() == s.rank() { if *LINES == 0 { continue; } }
        q[2 * usize::from(k.file() > s.file()) + usize::from(k.rank() > s.rank())].add(k);
    }
    q
}
fn sectors(s: Square) -> [Bitboard; 4] {
    let mut q = [Bitboard::EMPTY; 4];
    for k in Square::ALL {
        let df = k.file().to_u32() as i32 - s.file().to_u32() as i32;
        let dr = k.rank().to_u32() as i32 - s.rank().to_u32() as i32;
        if df.abs() == dr.abs() { if *LINES == 0 { continue; } }
        let i = if df.abs() > dr.abs() { usize::from(df > 0) } else { 2 + usize::from(dr > 0) };
        q[i].add(k);
    }
    q
}
struct Tabs { rect: Vec<Bitboard>, quad: Vec<[Bitboard; 4]>, sect: Vec<[Bitboard; 4]> }
static TABS: std::sync::LazyLock<Tabs> = std::sync::LazyLock::new(|| Tabs {
    rect: Square::ALL.iter().flat_map(|&a| Square::ALL.iter().map(move |&b| rectangle(a, b))).collect(),
    quad: Square::ALL.iter().map(|&a| quadrants(a)).collect(),
    sect: Square::ALL.iter().map(|&a| sectors(a)).collect(),
});

/// in sixths
pub fn grade(m: &Metaposition, black_to_move: bool) -> i32 {
    let p = m.placement;
    let kings = m.kings;
    let attacked = p.attacked();
    let en_prise = p.takeable() & !attacked & neighbours(kings);
    let jeopardy = i32::from(en_prise.any() && (black_to_move || *JEOP == 1));
    let t = &*TABS;
    let men = p.men();
    let rect = |x: Square| {
        let r = t.rect[p.king().to_usize() * 64 + x.to_usize()];
        i32::from((r & kings).any())
    };
    let adjacent = |a: Square, b: Square| i32::from(a.distance(b) == 1);
    let dist = distance(p.king(), kings);
    match p.ending() {
        Ending::Rook | Ending::Queen => {
            let r = men[0];
            let mut e = -1000 * jeopardy - dist - parted(t.quad[r.to_usize()], kings)
                - 500 * rect(r) + adjacent(r, p.king()) + sum(&V, kings);
            if p.ending() == Ending::Queen {
                e -= kings.count() as i32;
                e -= parted(t.sect[r.to_usize()], kings);
            }
            6 * e
        }
        Ending::Bishops => {
            let b = sum(&B, kings);
            let areas: i32 = men.iter().map(|&x| parted(t.sect[x.to_usize()], kings)).sum();
            let between = if men.iter().any(|&x| rect(x) == 1) { 1 } else { 0 };
            let line = men.iter().any(|&x| x.file() == p.king().file() || x.rank() == p.king().rank());
            let e = -1000 * jeopardy - dist - 500 * between + 2 * adjacent(men[0], men[1]) + b + i32::from(line)
                + 30 * i32::from(key_bishops(p));
            6 * e + areas * if b < -600 { -24 } else if *KSIGN == 1 { 1 } else { -1 }
        }
        Ending::BishopKnight => {
            let b = sum(&B, kings);
            let areas: i32 = parted(t.sect[men[0].to_usize()], kings);
            let line = men[0].file() == p.king().file() || men[0].rank() == p.king().rank();
            let e = -1000 * jeopardy - dist - 500 * rect(men[0]) 
                + 2 * i32::from(attacks::knight_attacks(men[1]).contains(men[0])) + b + i32::from(line)
                - kings.count() as i32;
            6 * e + areas * if b < -600 { -24 } else { -1 }
        }
    }
}
fn key_bishops(p: Placement) -> bool {
    static KEYS: std::sync::LazyLock<Vec<Placement>> = std::sync::LazyLock::new(|| {
        let k = Placement::parse(Ending::Bishops, "Kc7 Bc4 Bc5").unwrap();
        super::placement::Symmetry::ALL.iter().map(|&s| k.seen(s)).collect()
    });
    KEYS.contains(&p)
}
