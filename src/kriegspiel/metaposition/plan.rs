use std::collections::HashMap;
use shakmaty::Bitboard;
use super::search::{Player, key};
use super::umpire::{Answer, Pseudomove, Ruling, neighbours};
use super::Metaposition;

pub type History = [u16; 8];

pub struct Node {
    pub meta: Metaposition,
    pub history: History,
    pub mv: Pseudomove,
    pub grade: i32,
    pub mated: Bitboard,
    pub free: Bitboard,
    pub edges: Vec<(Answer, Bitboard, u32)>,
}
pub const NONE: u32 = u32::MAX;
pub struct Plan {
    pub player: Player,
    pub nodes: Vec<Node>,
    ids: HashMap<(Metaposition, History), u32>,
}
impl Plan {
    pub fn new(player: Player) -> Plan { Plan { player, nodes: vec![], ids: HashMap::new() } }
    pub fn node(&mut self, meta: Metaposition, history: History) -> u32 {
        if let Some(&id) = self.ids.get(&(meta, history)) { return id; }
        let (mv, grade) = self.player.choose(&meta, &history[..self.player.remembered]).unwrap();
        let r = Ruling::new(&meta, mv, self.player.announcements);
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { meta, history, mv, grade, mated: r.mated, free: r.free,
            edges: r.answers().iter().map(|&(a, k)| (a, k, NONE)).collect() });
        self.ids.insert((meta, history), id);
        id
    }
    pub fn follow(&mut self, id: u32, edge: usize) -> Option<u32> {
        let n = &self.nodes[id as usize];
        let (a, k, next) = n.edges[edge];
        if next != NONE { return Some(next); }
        let r = Ruling::new(&n.meta, n.mv, self.player.announcements);
        let mut history = n.history;
        let meta = if a == Answer::Illegal { r.left(&n.meta, a, k) } else {
            let l = self.player.remembered;
            if l > 0 { history[..l].rotate_right(1); history[0] = key(n.mv); }
            r.metamove(k)
        };
        if meta.kings.is_empty() { return None; }
        let next = self.node(meta, history);
        self.nodes[id as usize].edges[edge].2 = next;
        Some(next)
    }
    pub fn grow(&mut self, limit: usize) -> bool {
        let mut i = 0;
        while i < self.nodes.len() {
            if self.nodes.len() > limit { return false; }
            for e in 0..self.nodes[i].edges.len() { self.follow(i as u32, e); }
            i += 1;
        }
        true
    }
    /// rounds: sets won within n
    pub fn solve(&self, starts: &[u32], cap: usize) -> Vec<Vec<u32>> {
        let mut won: Vec<Bitboard> = vec![Bitboard::EMPTY; self.nodes.len()];
        let mut counts: Vec<Vec<u32>> = vec![vec![]; starts.len()];
        for _n in 1..=cap {
            let prev = won.clone();
            let mut changed = false;
            // legal parts
            for (i, n) in self.nodes.iter().enumerate() {
                let mut w = n.mated;
                for &(a, k, next) in &n.edges {
                    if a == Answer::Illegal { continue; }
                    let good = if next == NONE { Bitboard::EMPTY } else { prev[next as usize] };
                    w |= k & !neighbours(n.free & !good);
                }
                if w != won[i] & !illegal(n) { changed = true; }
                won[i] = w | (won[i] & illegal(n));
            }
            loop {
                let mut again = false;
                for (i, n) in self.nodes.iter().enumerate() {
                    for &(a, k, next) in &n.edges {
                        if a == Answer::Illegal {
                            let w = won[i] | (k & won[next as usize]);
                            if w != won[i] { won[i] = w; again = true; changed = true; }
                        }
                    }
                }
                if !again { break; }
            }
            for (c, &s) in counts.iter_mut().zip(starts) { c.push(won[s as usize].count() as u32); }
            if !changed { break; }
        }
        counts
    }
}
fn illegal(n: &Node) -> Bitboard {
    n.edges.iter().filter(|e| e.0 == Answer::Illegal).fold(Bitboard::EMPTY, |s, e| s | e.1)
}
