use keymove::kriegspiel::metaposition::*;
use keymove::kriegspiel::metaposition::{plan::*, search::*};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let ending: Ending = a[1].parse().unwrap();
    let depth: u8 = a[2].parse().unwrap();
    let full = a[3] == "full";
    let remembered: usize = a[4].parse().unwrap();
    let step: usize = a[5].parse().unwrap();
    let limit: usize = a[6].parse().unwrap();
    let player = Player { depth, remembered, announcements: if full { Announcements::Full } else { Announcements::Paper } };
    let t = std::time::Instant::now();
    let all = Placement::all(ending);
    let mut plan = Plan::new(player);
    let starts: Vec<u32> = all.iter().step_by(step).map(|&p| plan.node(Metaposition::uncertain(p), [0; 8])).collect();
    // random
    let mut seed = 0x9E3779B97F4A7C15u64;
    let mut rnd = |n: usize| { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; (seed % n as u64) as usize };
    let cap = 300;
    let (mut won, mut lost, mut long, mut moves, mut over100) = (0, 0, 0, 0usize, 0);
    for &s in &starts {
        for k in plan.nodes[s as usize].meta.kings {
            let (mut id, mut k, mut n) = (s, k, 0);
            loop {
                let node = &plan.nodes[id as usize];
                if node.mated.contains(k) { won += 1; moves += n + 1; if n + 1 > 100 { over100 += 1; } break; }
                let Some(e) = node.edges.iter().position(|e| e.1.contains(k)) else { lost += 1; break; };
                if node.edges[e].0 == Answer::Illegal { id = plan.follow(id, e).unwrap(); continue; }
                n += 1;
                if n >= cap { long += 1; break; }
                let r: Vec<_> = (shakmaty::attacks::king_attacks(k) & node.free).into_iter().collect();
                k = r[rnd(r.len())];
                let placement = Ruling::new(&node.meta, node.mv, player.announcements).after;
                if placement.takeable().contains(k) { lost += 1; break; }
                id = plan.follow(id, e).unwrap();
            }
        }
    }
    println!("random: won {won} lost {lost} long {long} average {:.2} over100 {over100}  nodes {} {:.1?}", moves as f64 / won as f64, plan.nodes.len(), t.elapsed());
    if limit == 0 { return; }
    let done = plan.grow(limit);
    println!("grown {done} nodes {} {:.1?}", plan.nodes.len(), t.elapsed());
    if !done { return; }
    let counts = plan.solve(&starts, 400);
    let total: u32 = starts.iter().map(|&s| plan.nodes[s as usize].meta.kings.count() as u32).sum();
    let rounds = counts[0].len();
    let mut sum = 0u64; let mut w = 0u64; let mut prev = 0;
    let mut hist = vec![];
    for n in 0..rounds { let c: u32 = counts.iter().map(|c| c[n]).sum(); hist.push(c - prev); sum += u64::from(c - prev) * (n as u64 + 1); w += u64::from(c - prev); prev = c; }
    let full = starts.iter().zip(&counts).filter(|(s, c)| *c.last().unwrap() == plan.nodes[**s as usize].meta.kings.count() as u32).count();
    println!("best: won {w}/{total} average {:.2}; starts won whole {full}/{} rounds {rounds} {:.1?}", sum as f64 / w as f64, starts.len(), t.elapsed());
    println!("{hist:?}");
}
