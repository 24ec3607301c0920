//! The parts of a question: a diagram and what its twins make of it.
//!
//! A twin is described in Popeye's words (`Move b4 c3`), or as composers write it: `b) Kb4-c3`,
//! several changes with commas.

use serde::Serialize;
use shakmaty::Square;

use super::question::stipulated;
use super::request::RequestFault;
use super::unsolved::of_record;
use keymove_forms::collection::diagram::Diagram;
use keymove_forms::composition::TwinDescription;
use keymove_forms::composition::write::head::twin_caption;
use keymove_records::epd::{Epd, Operation};
use keymove_solve::Stipulation;

/// The largest number of twins of a question.
const MOST: usize = 200;

/// The largest number of bytes of a twin.
const LONGEST: usize = 4096;

/// The operations of its diagram's record that a twin keeps; the rest is about its solution.
const KEPT: [&str; 8] = ["c0", "c1", "c2", "c3", "c4", "dup", "hmvc", "fmvn"];

/// A record of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProblemPart {
    /// `a`, `b`, ...; nothing where it stands alone.
    pub letter: String,
    /// The line that Popeye writes above its solution: `b) wKb4-->c3`.
    pub caption: String,
    /// Its line of EPD.
    pub record: String,
}

impl ProblemPart {
    /// The only part of a question.
    pub fn alone(line: &[u8]) -> ProblemPart {
        ProblemPart {
            letter: String::new(),
            caption: String::new(),
            record: String::from_utf8_lossy(line).into_owned(),
        }
    }
}

/// The diagram in `line`, which is no problem itself if it is a `zero` position, and its twins.
///
/// # Errors
///
/// The diagram or a twin cannot be understood.
pub fn parts(line: &[u8], twins: &[String], zero: bool) -> Result<Vec<ProblemPart>, RequestFault> {
    if twins.len() > MOST {
        return Err(RequestFault::at("twins", format!("more than {MOST} twins")));
    }
    if twins.is_empty() {
        return Err(RequestFault::at("twins", "a zero position needs a twin"));
    }
    let (epd, _) = Epd::read(line).map_err(|error| RequestFault::at("record", error))?;
    let diagram = Diagram {
        en_passant: None,
        ..of_record(epd.clone())?.diagram
    };
    let mut parts = Vec::new();
    if !zero {
        parts.push(part(&epd, &diagram, 0, (false, &[])));
    }
    let mut last = diagram.clone();
    for (index, text) in twins.iter().enumerate() {
        let refused = |reason: &dyn std::fmt::Display| {
            RequestFault::at(format!("twins[{index}]"), reason.to_string())
        };
        if text.len() > LONGEST {
            return Err(refused(&format!("longer than {LONGEST} bytes")));
        }
        let words = in_popeyes_words(text);
        let twin = TwinDescription::read(&words).map_err(|error| refused(&error))?;
        if !twin.continued {
            last = diagram.clone();
        }
        let texts = twin.change(&mut last.board);
        let texts = texts.map_err(|error| refused(&error))?;
        if let Some(stipulation) = twin.stipulation() {
            stipulated(&stipulation.text)
                .map_err(|_| refused(&"this stipulation is not solved"))?;
            last.stipulation.clone_from(&stipulation.text);
        }
        let label = index + usize::from(!zero);
        parts.push(part(&epd, &last, label, (twin.continued, &texts)));
    }
    Ok(parts)
}

/// Whether the first twin is `a)`, so that the diagram is no problem itself.
pub fn is_zero_position(twins: &[String]) -> bool {
    let first = twins.first();
    first.is_some_and(|twin| twin.trim_start().starts_with("a)"))
}

/// The part number `index` of the record `epd`.
fn part(epd: &Epd, diagram: &Diagram, index: usize, changes: (bool, &[String])) -> ProblemPart {
    let letter = letter(index);
    let caption = twin_caption(&letter, changes.0, changes.1);
    let (fields, operations) = match index {
        // The diagram is what it was, en passant and solution included.
        0 if changes.1.is_empty() => (epd.fields(), epd.clone()),
        _ => (
            diagram.fields(),
            epd.with(|o| KEPT.iter().any(|&opcode| o.is(opcode))),
        ),
    };
    let mut record = fields;
    let mut add = |operation: &Operation| {
        record.push(' ');
        record.push_str(&String::from_utf8_lossy(operation.as_bytes()));
        record.push(';');
    };
    // Composers do not agree on whether a number of solutions applies to each twin or to all together.
    let replaced = ["Stip", "id", "dm", "ce", "Count"];
    let own = |operation: &&Operation| !replaced.iter().any(|o| operation.is(o));
    operations
        .operations()
        .iter()
        .filter(own)
        .for_each(&mut add);
    let id = epd
        .operation("id")
        .map(|id| String::from_utf8_lossy(&id.text()).into_owned());
    let id = id.map_or_else(|| format!("{letter})"), |id| format!("{id} {letter})"));
    add(&Operation::string("Stip", &diagram.stipulation));
    add(&Operation::string("id", &id));
    ProblemPart {
        letter,
        caption: caption.trim().to_owned(),
        record,
    }
}

/// `a` to `z`, then `z1`, `z2`.
fn letter(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..26) => char::from(b'a' + index).to_string(),
        _ => format!("z{}", index - 25),
    }
}

/// A twin as composers write it in Popeye's words; what are such words stays as it is.
pub fn in_popeyes_words(text: &str) -> String {
    let text = text.trim();
    // `b) `
    let text = match text.split_once(')') {
        Some((letter, rest)) if letter.len() <= 3 && !letter.contains(' ') => rest,
        _ => text,
    };
    let changes = text.split([',', ';']).map(str::trim);
    let changes =
        changes.map(|change| change_in_words(change).unwrap_or_else(|| change.to_owned()));
    changes.collect::<Vec<_>>().join(" ")
}

fn change_in_words(change: &str) -> Option<String> {
    if let Ok(stipulation) = change.parse::<Stipulation>() {
        return Some(format!("Stipulation {stipulation}"));
    }
    if let Some(added) = change.strip_prefix('+') {
        let (color, man) = match added.as_bytes().first()? {
            b'w' => ("white", &added[1..]),
            b'b' if added.len() == 4 => ("black", &added[1..]),
            _ => return None,
        };
        square(man)?;
        return Some(format!("Add {color} {man}"));
    }
    if let Some(removed) = change.strip_prefix('-') {
        return Some(format!("Remove {}", square(removed)?));
    }
    for (sign, word) in [
        ("<-->", "Exchange"),
        ("<->", "Exchange"),
        ("<>", "Exchange"),
        ("-->", "Move"),
        ("->", "Move"),
        ("-", "Move"),
    ] {
        if let Some((from, to)) = change.split_once(sign) {
            return Some(format!("{word} {} {}", square(from)?, square(to)?));
        }
    }
    None
}

/// The square of a man, or a square alone: `Kb4`, `wKb4`, `b4`.
fn square(man: &str) -> Option<Square> {
    let man = man.trim();
    let at = man
        .len()
        .checked_sub(2)
        .filter(|&at| man.is_char_boundary(at))?;
    let (name, square) = man.split_at(at);
    let is_man = |name: &str| matches!(name, "K" | "Q" | "R" | "B" | "S" | "N" | "P" | "");
    let is_named = is_man(name) || name.strip_prefix(['w', 'b']).is_some_and(is_man);
    square.parse().ok().filter(|_| is_named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composers_words_are_popeyes_words() {
        for (written, words) in [
            ("b) Kb4-c3", "Move b4 c3"),
            ("c) wKb4-->c3", "Move b4 c3"),
            ("b4-c3", "Move b4 c3"),
            ("+wPa2, -bSc3", "Add white Pa2 Remove c3"),
            ("+bBb4", "Add black Bb4"),
            ("-a2", "Remove a2"),
            ("d) Ka1<->Kb2", "Exchange a1 b2"),
            ("z1) h#2.5", "Stipulation h#2.5"),
            ("e) Continued Rotate 90", "Continued Rotate 90"),
            ("Mirror a1<-->h1", "Mirror a1<-->h1"),
            ("Kb9-c3", "Kb9-c3"),
            ("é", "é"),
        ] {
            assert_eq!(in_popeyes_words(written).trim(), words, "{written}");
        }
    }

    #[test]
    fn parts_are_what_the_reader_of_popeyes_files_makes_of_them() {
        let line = b"7k/8/8/8/8/8/1Q6/K7 b - - Stip \"h#1\"; c0 \"A\"; id \"x\"; bm Kg8;";
        let twins = ["b) Qb2-b3", "Continued Rotate 90", "#1"].map(str::to_owned);
        let seen = parts(line, &twins, false).expect("twins");
        let records: Vec<&str> = seen.iter().map(|part| part.record.as_str()).collect();
        assert_eq!(
            records,
            [
                "7k/8/8/8/8/8/1Q6/K7 b - - bm Kg8; c0 \"A\"; Stip \"h#1\"; id \"x a)\";",
                "7k/8/8/8/8/1Q6/8/K7 b - - c0 \"A\"; Stip \"h#1\"; id \"x b)\";",
                "k7/8/8/8/8/8/5Q2/7K b - - c0 \"A\"; Stip \"h#1\"; id \"x c)\";",
                "7k/8/8/8/8/8/1Q6/K7 w - - c0 \"A\"; Stip \"#1\"; id \"x d)\";",
            ]
        );
        assert_eq!(seen[1].caption, "b) wQb2-->b3");
        let zero = parts(line, &twins[..1], true).expect("a twin");
        assert_eq!(zero.len(), 1);
        assert!(
            zero[0].record.ends_with("id \"x a)\";"),
            "{}",
            zero[0].record
        );
    }

    #[test]
    fn castling_stays_only_where_king_and_rook_do() {
        let line = b"4k3/8/8/8/8/8/8/R3K2R w K - Stip \"#2\";";
        let twins = ["-h1", "Ra1-b1"].map(str::to_owned);
        let seen = parts(line, &twins, false).expect("twins");
        let rights = seen.iter().map(|part| part.record.split(' ').nth(2));
        assert_eq!(
            rights.collect::<Vec<_>>(),
            [Some("K"), Some("-"), Some("K")]
        );
    }
}
