use keymove::kriegspiel::metaposition::*;
use keymove::kriegspiel::metaposition::{plan::*, search::*};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let ending: Ending = a[1].parse().unwrap();
    let player = Player { depth: a[2].parse().unwrap(), remembered: 4, announcements: Announcements::Paper };
    let mut seed = 0x9E3779B97F4A7C15u64;
    let mut rnd = |n: usize| { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; (seed % n as u64) as usize };
    let mut plan = Plan::new(player);
    let p = Placement::parse(ending, &a[3]).unwrap();
    let mut id = plan.node(Metaposition::uncertain(p), [0; 8]);
    let mut k = plan.nodes[id as usize].meta.kings.first().unwrap();
    for n in 1..90 {
        let node = &plan.nodes[id as usize];
        if node.mated.contains(k) { println!("mate {}", node.mv); return; }
        let Some(e) = node.edges.iter().position(|e| e.1.contains(k)) else { println!("stalemate"); return; };
        println!("{n} {} | {} | {:?} | {} {} grade {}", node.meta.placement, k, node.meta.kings.into_iter().map(|s| s.to_string()).take(14).collect::<Vec<_>>(), node.mv, node.edges[e].0, node.grade / 6);
        if node.edges[e].0 != Answer::Illegal {
            let r: Vec<_> = (shakmaty::attacks::king_attacks(k) & node.free).into_iter().collect();
            k = r[rnd(r.len())];
        }
        let Some(i) = plan.follow(id, e) else { println!("lost"); return; };
        id = i;
    }
}
