//! Reads a file of EPD records, line by line, and prints the keys of each. The operations of a
//! record contain its question: `dm 3`, `Stip "h#2"`.
//!
//! ```sh
//! cargo run --release --example keys -- suites/mates-2.epd
//! ```

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use keymove::{Epd, Settings, Stop, Tables, answer};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1);
    let path = path.as_deref().unwrap_or("tests/examples/problems.epd");
    let settings = Settings::default();
    let (mut tables, stop) = (Tables::new(64), Stop::new());
    for (number, line) in (1..).zip(BufReader::new(File::open(path)?).split(b'\n')) {
        let answer = answer(&line?, &settings, &mut tables, &stop);
        for (column, message) in answer.messages() {
            println!("{path}:{number}:{column}: {message}");
        }
        // The answer is also a record; comments, blank lines and unreadable lines are passed on.
        let Ok(record) = Epd::from_ascii(&answer.text) else {
            continue;
        };
        let text = |opcode| {
            let operation = record.operation(opcode)?;
            Some(String::from_utf8_lossy(&operation.text()).into_owned())
        };
        let id = text("id").unwrap_or_else(|| format!("line {number}"));
        match text("bm") {
            Some(keys) => println!("{id}: {keys}"),
            None => println!("{id}: no solution"),
        }
    }
    Ok(())
}
