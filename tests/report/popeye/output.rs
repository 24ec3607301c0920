//! Popeye's text with variations, read strictly: a line that does not fit is an error.
//!
//! ```text
//!       1...Ke4-d4            set play: a block that begins with the defender
//!           2.Qa1-a4 #
//!
//!    1.Qb2-f6 ? threat:       a try (?) or a key (!), its threats, then its defences
//!           2.Bc8-b7 #
//!       1...Bc5*e3
//!           2.Rg3*e3 #
//!     but                     of a try: every reply that refutes it
//!       1...d3-d2 !
//! ```
//!
//! This was written from outputs alone. The indentation shows the side and the number of a move,
//! and the printed number shows them again; both are checked.

use std::collections::BTreeSet;

/// The facts of a text, one per line: a path of moves and a statement about it.
///
/// | fact | meaning |
/// |---|---|
/// | `key M`, `try M` | a first move |
/// | `try M but R` | `R` refutes it |
/// | `PATH threat M` | `M` threatens |
/// | `PATH zugzwang` | the word is printed there |
/// | `PATH defence R` | `R` is shown |
/// | `PATH defence R then M` | a continuation |
/// | `PATH goal` | the last move of `PATH` reaches the goal |
/// | `set defence R` | `R` is shown in set play |
pub type Facts = BTreeSet<String>;

/// Reads the whole output of one problem.
pub fn read(output: &str) -> Result<Facts, String> {
    let body = output
        .trim_end()
        .strip_suffix("solution finished.")
        .ok_or("the solution is not finished")?;
    let mut facts = Facts::new();
    let lines: Vec<&str> = body.lines().map(str::trim_end).collect();
    for (at, block) in lines
        .split(|line| line.is_empty())
        .filter(|block| !block.is_empty())
        .enumerate()
    {
        let mut reader = Reader {
            lines: block
                .iter()
                .map(|line| Line::read(line))
                .collect::<Result<_, _>>()?,
            next: 0,
            facts: &mut facts,
        };
        match reader.lines[0] {
            Line::Defender { .. } if at == 0 => reader.defences("set", 1)?,
            _ => reader.first_move()?,
        }
        if reader.next < block.len() {
            return Err(format!("does not belong here: {}", block[reader.next]));
        }
    }
    Ok(facts)
}

/// The text after a move.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
struct Tail {
    goal: bool,
    key: bool,
    try_move: bool,
    threat: bool,
    zugzwang: bool,
}

enum Line {
    Attacker {
        number: usize,
        uci: String,
        tail: Tail,
    },
    Defender {
        number: usize,
        uci: String,
        tail: Tail,
    },
    But,
}

impl Line {
    fn read(line: &str) -> Result<Line, String> {
        let text = line.trim_start_matches(' ');
        let indentation = line.len() - text.len();
        let wrong = || format!("not understood: {line:?}");
        if text == "but" && indentation == 4 {
            return Ok(Line::But);
        }
        let (number, rest) = text.split_once('.').ok_or_else(wrong)?;
        let number: usize = number.parse().map_err(|_| wrong())?;
        let (defender, rest) = match rest.strip_prefix("..") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let expected = match (defender, number) {
            (_, 0) => return Err(wrong()),
            (false, 1) => 3,
            (false, n) => 8 * n - 6,
            (true, n) => 8 * n - 2,
        };
        if indentation != expected {
            return Err(wrong());
        }
        let mut words = rest.split(' ');
        let uci = uci(words.next().unwrap_or_default()).ok_or_else(wrong)?;
        let tail = tail(&words.collect::<Vec<_>>()).ok_or_else(wrong)?;
        Ok(if defender {
            Line::Defender { number, uci, tail }
        } else {
            Line::Attacker { number, uci, tail }
        })
    }
}

/// `Sg1*f3` as `g1f3`, `b7-b8=S` as `b7b8n`.
fn uci(text: &str) -> Option<String> {
    let man = text.strip_prefix(['K', 'Q', 'R', 'B', 'S']);
    let (way, promotion) = match text.split_once('=') {
        Some(_) if man.is_some() => return None,
        Some((way, "Q")) => (way, "q"),
        Some((way, "R")) => (way, "r"),
        Some((way, "B")) => (way, "b"),
        Some((way, "S")) => (way, "n"),
        Some(_) => return None,
        None => (man.unwrap_or(text), ""),
    };
    let (from, to) = way.split_once(['-', '*'])?;
    let is_square = |s: &str| {
        matches!(s.as_bytes(), [file, rank]
            if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank))
    };
    (is_square(from) && is_square(to)).then(|| format!("{from}{to}{promotion}"))
}

/// The words after a move, in Popeye's order.
fn tail(words: &[&str]) -> Option<Tail> {
    let mut tail = Tail::default();
    let mut words = words.iter().copied().peekable();
    words.next_if_eq(&"ep.");
    if words.next_if_eq(&"+").is_none() {
        tail.goal = words.next_if(|w| matches!(*w, "#" | "=")).is_some();
    }
    tail.key = words.next_if_eq(&"!").is_some();
    tail.try_move = !tail.key && words.next_if_eq(&"?").is_some();
    tail.threat = words.next_if_eq(&"threat:").is_some();
    tail.zugzwang = !tail.threat && words.next_if_eq(&"zugzwang.").is_some();
    words.next().is_none().then_some(tail)
}

struct Reader<'a> {
    lines: Vec<Line>,
    next: usize,
    facts: &'a mut Facts,
}

impl Reader<'_> {
    fn say(&mut self, fact: String) -> Result<(), String> {
        if self.facts.contains(&fact) {
            return Err(format!("twice: {fact}"));
        }
        self.facts.insert(fact);
        Ok(())
    }

    /// The next line, if it is the attacker's with this number: its move and the text after it.
    fn attacker(&mut self, wanted: usize) -> Option<(String, Tail)> {
        match self.lines.get(self.next) {
            Some(Line::Attacker { number, uci, tail }) if *number == wanted => {
                self.next += 1;
                Some((uci.clone(), *tail))
            }
            _ => None,
        }
    }

    fn defender(&mut self, wanted: usize) -> Option<(String, Tail)> {
        match self.lines.get(self.next) {
            Some(Line::Defender { number, uci, tail }) if *number == wanted => {
                self.next += 1;
                Some((uci.clone(), *tail))
            }
            _ => None,
        }
    }

    /// A key or a try with everything that follows.
    fn first_move(&mut self) -> Result<(), String> {
        let (m, tail) = self.attacker(1).ok_or("a block begins with a first move")?;
        if tail.key == tail.try_move {
            return Err(format!("1.{m} is neither a key nor a try"));
        }
        let path = format!("{} {m}", if tail.key { "key" } else { "try" });
        self.played(&path, 1, tail)?;
        if tail.key {
            return Ok(());
        }
        if !matches!(self.lines.get(self.next), Some(Line::But)) {
            return Err(format!("{path}: nothing refutes it"));
        }
        self.next += 1;
        let before = self.next;
        while let Some((reply, tail)) = self.defender(1) {
            if !tail.key || tail.goal {
                return Err(format!("{path}: {reply} does not refute it"));
            }
            self.say(format!("{path} but {reply}"))?;
        }
        (self.next > before)
            .then_some(())
            .ok_or_else(|| format!("{path}: but what?"))
    }

    /// The lines after an attacker's move that was itself already read.
    fn played(&mut self, path: &str, number: usize, tail: Tail) -> Result<(), String> {
        self.say(path.to_owned())?;
        if tail.goal {
            self.say(format!("{path} goal"))?;
            if tail.threat || tail.zugzwang {
                return Err(format!("{path}: the play is over"));
            }
            return Ok(());
        }
        if tail.zugzwang {
            self.say(format!("{path} zugzwang"))?;
        }
        if tail.threat {
            let before = self.next;
            while let Some((m, tail)) = self.attacker(number + 1) {
                self.inner(&format!("{path} threat {m}"), number + 1, tail)?;
            }
            if self.next == before {
                return Err(format!("{path}: what is threatened?"));
            }
        }
        self.defences(path, number)
    }

    /// An attacker's move that is not the first.
    fn inner(&mut self, path: &str, number: usize, tail: Tail) -> Result<(), String> {
        if tail.key || tail.try_move {
            return Err(format!(
                "{path}: a sign behind a move that is not the first"
            ));
        }
        self.played(path, number, tail)
    }

    fn defences(&mut self, path: &str, number: usize) -> Result<(), String> {
        // A try's refutations follow `but`, which is not a line of the defender.
        while let Some((reply, tail)) = self.defender(number) {
            let path = format!("{path} defence {reply}");
            if tail.key || tail.try_move || tail.threat || tail.zugzwang {
                return Err(format!("{path}: words that belong to the attacker"));
            }
            self.say(path.clone())?;
            if tail.goal {
                self.say(format!("{path} goal"))?;
                continue;
            }
            let before = self.next;
            while let Some((m, tail)) = self.attacker(number + 1) {
                self.inner(&format!("{path} then {m}"), number + 1, tail)?;
            }
            if self.next == before {
                return Err(format!("{path}: nothing follows"));
            }
        }
        Ok(())
    }
}
