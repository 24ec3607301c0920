//! Solves one problem: a FEN and a stipulation, from the command line or from the constants below.
//!
//! ```sh
//! cargo run --release --example solve -- '7k/8/8/4K3/8/8/6Q1/8 w - -' '#2'
//! ```

use std::error::Error;

use keymove::{Outcome, Stop, Tables, problem, solve};

/// Attributed to Morphy.
const KNOWN: [&str; 2] = ["kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2"];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let problem = match &arguments[..] {
        [] => problem(KNOWN[0], KNOWN[1])?,
        [fen, stipulation] => problem(fen, stipulation)?,
        _ => return Err("give a FEN and a stipulation, or nothing".into()),
    };
    // 64 megabytes. The flag that would stop the search is never raised.
    let verdict = solve(&problem, &mut Tables::new(64), &Stop::new())?;
    match verdict.outcome() {
        Outcome::Solved(solution) => {
            println!("solved in {} moves", solution.moves);
            for &key in &solution.keys {
                println!("key: {}", problem.position.san(key));
            }
            let mut position = problem.position.clone();
            let line = solution.line.iter().map(|&m| position.play_with_san(m));
            println!("longest line: {}", line.collect::<Vec<_>>().join(" "));
        }
        Outcome::Helped(help) => {
            println!("solved in {} moves", help.length);
            for line in help.solutions.iter().flat_map(|lines| &lines.lines) {
                let mut position = problem.position.clone();
                let line = line.iter().map(|&m| position.play_with_san(m));
                println!("solution: {}", line.collect::<Vec<_>>().join(" "));
            }
        }
        Outcome::Refuted { length, .. } => println!("proved: no solution within {length}"),
        other => println!("{other:?}"),
    }
    Ok(())
}
