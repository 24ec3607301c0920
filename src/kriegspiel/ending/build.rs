//! Builds the exact table of an ending, level by level.

use std::collections::HashMap;

use super::geometry::{self, kept_within, possible, replies, tries};
use super::maximal::Maximal;
use super::symmetry::Symmetry;
use super::{Ending, Placement};

struct Factor {
    mask: u64,
    sets: Maximal,
}

struct Step {
    target: u32,
    symmetry: Symmetry,
    refused: u64,
    factors: Vec<Factor>,
}

struct Node {
    steps: Vec<Step>,
    replies: u64,
    won: Maximal,
    kept: Maximal,
}

pub fn prototype(ending: Ending, max_level: u16) {
    let start = std::time::Instant::now();
    let folded: Vec<Placement> = Placement::all(ending)
        .filter(|p| p.folded().0 == *p)
        .collect();
    let ids: HashMap<usize, u32> = folded
        .iter()
        .enumerate()
        .map(|(i, p)| (p.number(), i as u32))
        .collect();
    let mut nodes: Vec<Node> = folded
        .iter()
        .map(|&p| {
            let mut steps = Vec::new();
            for t in tries(p) {
                let (image, symmetry) = t.after.folded();
                if t.announced.is_empty() {
                    continue;
                }
                let mut factors: Vec<Factor> = t
                    .announced
                    .iter()
                    .map(|&(_, mask)| Factor {
                        mask,
                        sets: Maximal::default(),
                    })
                    .collect();
                if t.refused != 0 {
                    let mut sets = Maximal::default();
                    sets.insert(0);
                    factors.push(Factor {
                        mask: t.refused,
                        sets,
                    });
                }
                steps.push(Step {
                    target: ids[&image.number()],
                    symmetry: symmetry.inverse(),
                    refused: t.refused,
                    factors,
                });
            }
            let r = replies(p);
            let mut kept = Maximal::default();
            kept.insert(kept_within(r, 0));
            let mut won = Maximal::default();
            won.insert(0);
            won.settle();
            Node {
                steps,
                replies: r,
                won,
                kept,
            }
        })
        .collect();
    eprintln!("setup {:?}, {} placements", start.elapsed(), nodes.len());
    let mut fresh: Vec<Vec<u64>> = nodes.iter().map(|n| n.kept.all().to_vec()).collect();
    for n in &mut nodes {
        n.kept.settle();
    }
    let mut full = vec![0u16; nodes.len()];
    let mut pending = Vec::new();
    let mut recorded = 0usize;
    for level in 1..=max_level {
        let mut candidates = 0u64;
        let mut finserts = 0u64;
        let mut next: Vec<Vec<u64>> = vec![Vec::new(); nodes.len()];
        for (id, node) in nodes.iter_mut().enumerate() {
            for step in &mut node.steps {
                for &set in &fresh[step.target as usize] {
                    let set = step.symmetry.set(set);
                    for f in step.factors.iter_mut() {
                        if step.refused == f.mask {
                            continue;
                        }
                        finserts += 1;
                        f.sets.insert(set & f.mask);
                    }
                }
            }
            loop {
                pending.clear();
                for step in &mut node.steps {
                    if step.factors.iter().all(|f| f.sets.fresh().is_empty()) {
                        continue;
                    }
                    product(&step.factors, 0, false, &mut |set| {
                        candidates += 1;
                        if node.won.insert(set) {
                            pending.push(set);
                        }
                    });
                    for f in &mut step.factors {
                        f.sets.settle();
                    }
                }
                if pending.is_empty() {
                    break;
                }
                for step in &mut node.steps {
                    if step.refused == 0 {
                        continue;
                    }
                    if let Some(f) = step.factors.last_mut() {
                        for &s in &pending {
                            f.sets.insert(s & f.mask);
                        }
                    }
                }
            }
            for &set in node.won.fresh() {
                node.kept.insert(kept_within(node.replies, set));
            }
            recorded += node.won.fresh().len();
            node.won.settle();
            next[id] = node.kept.fresh().to_vec();
            node.kept.settle();
            if full[id] == 0 && node.won.covers(possible(folded[id])) {
                full[id] = level;
            }
        }
        fresh = next;
        let nfresh: usize = fresh.iter().map(|f| f.len()).sum();
        let won: usize = nodes.iter().map(|n| n.won.all().len()).sum();
        let wmax: usize = nodes.iter().map(|n| n.won.all().len()).max().unwrap_or(0);
        let kept: usize = nodes.iter().map(|n| n.kept.all().len()).sum();
        let fac: usize = nodes
            .iter()
            .map(|n| {
                n.steps
                    .iter()
                    .map(|s| s.factors.iter().map(|f| f.sets.all().len()).sum::<usize>())
                    .sum::<usize>()
            })
            .sum();
        eprintln!(
            "level {level}: {:.1?} won sets {won} (max {wmax}) kept {kept} fresh {nfresh} factors {fac} candidates {candidates} finserts {finserts} recorded {recorded} full {}",
            start.elapsed(),
            full.iter().filter(|f| **f > 0).count()
        );
        if nfresh == 0 {
            break;
        }
    }
    let fulls: Vec<u16> = full.iter().copied().filter(|f| *f > 0).collect();
    eprintln!(
        "{} {:?} {:?}",
        fulls.len(),
        fulls.iter().min(),
        fulls.iter().max()
    );
    let _ = geometry::spread(1);
}

fn product(factors: &[Factor], partial: u64, fresh: bool, give: &mut impl FnMut(u64)) {
    let Some((first, rest)) = factors.split_first() else {
        if fresh {
            give(partial);
        }
        return;
    };
    let rest_fresh = rest.iter().any(|f| !f.sets.fresh().is_empty());
    if fresh || rest_fresh {
        for &s in first.sets.settled() {
            product(rest, partial | s, fresh, give);
        }
    }
    for &s in first.sets.fresh() {
        product(rest, partial | s, true, give);
    }
}
