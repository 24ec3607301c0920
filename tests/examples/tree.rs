//! Walks the tree of a solution: keys, threats, every variation with its continuations, set play.
//!
//! ```sh
//! cargo run --release --example tree
//! ```

use std::error::Error;

use keymove::solve::{Continuation, Variation};
use keymove::{Position, Stop, Tables, problem, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let mut problem = problem("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2")?;
    problem.wanted.tree = true;
    problem.wanted.set_play = true;
    problem.wanted.tries = 1;
    let verdict = solve(&problem, &mut Tables::new(64), &Stop::new())?;
    let tree = verdict.tree.ok_or("there is no tree")?;
    let position = &problem.position;
    for key in &tree.keys {
        println!("key");
        continuation(position, key, 1);
    }
    for a_try in tree.tries.iter().flatten() {
        println!("try");
        continuation(position, &a_try.play, 1);
        let after = position.after(a_try.play.m);
        for &refutation in &a_try.refutations {
            println!("  but {}!", after.san(refutation));
        }
    }
    if let (Some(set_play), Some(passed)) = (&tree.set_play, position.passed()) {
        println!("set play");
        variations(&passed, set_play, 1);
    }
    Ok(())
}

/// A move of the attacker, its threats, and the play after every reply that does not refute it.
fn continuation(position: &Position, played: &Continuation, depth: usize) {
    let what = if played.zugzwang { " zugzwang" } else { "" };
    println!("{}{}{what}", "  ".repeat(depth), position.san(played.m));
    let after = position.after(played.m);
    if let Some(passed) = after.passed() {
        for threat in &played.threats {
            println!("{}threat", "  ".repeat(depth + 1));
            continuation(&passed, threat, depth + 2);
        }
    }
    variations(&after, &played.variations, depth + 1);
}

/// The written replies, each with its continuations.
fn variations(position: &Position, replies: &[Variation], depth: usize) {
    for variation in replies.iter().filter(|variation| variation.shown) {
        println!(
            "{}... {}",
            "  ".repeat(depth),
            position.san(variation.reply)
        );
        let after = position.after(variation.reply);
        for played in &variation.continuations {
            continuation(&after, played, depth + 1);
        }
    }
}
