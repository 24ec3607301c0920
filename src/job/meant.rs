//! Stipulations that are written in another way than the usual one: what was likely meant.
//!
//! A guess is only ever shown, never followed: a job is never silently another job.

use super::claim::text_stipulation as stipulation;
use crate::solve::Stipulation;

/// What stands for a kind in words, longest first where one is a part of another.
const WORDS: [(&str, &str); 13] = [
    ("helpstalemate", "h="),
    ("selfstalemate", "s="),
    ("helpmate", "h#"),
    ("selfmate", "s#"),
    ("semi-reflexmate", "semi-r#"),
    ("semireflexmate", "semi-r#"),
    ("reflexstalemate", "r="),
    ("reflexmate", "r#"),
    ("stalemate", "="),
    ("matt", "#"),
    ("mates", "#"),
    ("mate", "#"),
    ("mat", "#"),
];

/// The stipulation that `text` likely means: `#2` for `2#`, `h#2` for `H#2`, `h#2*`, `h#2 2.1.1`
/// and `Helpmate in 2`. Nothing for what is understood as it stands, and for other stipulations of
/// fairy chess.
pub(super) fn likely_meant(text: &[u8]) -> Option<Stipulation> {
    const LONGEST: usize = 40;
    if text.len() > LONGEST || stipulation(text).is_ok() {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?.to_lowercase();
    let text = text.replace("++", "#").replace('+', "#");
    let mut words: Vec<&str> = text.split_whitespace().collect();
    // Popeye's "2.1.1" says how many solutions begin in which way.
    if words.len() > 1 && words.last().is_some_and(|word| is_starts(word)) {
        words.pop();
    }
    let text = words.concat();
    let text = text.trim_end_matches(['*', '!', '?', '.', ',', 'v', '°']);
    let text = text.strip_prefix("mated").map_or_else(
        || text.to_owned(),
        |rest| format!("-#{}", rest.trim_start_matches("in")),
    );
    let text = WORDS
        .into_iter()
        .find_map(|(word, sign)| {
            let rest = text.strip_prefix(word)?;
            let rest = rest.strip_prefix("in").unwrap_or(rest);
            Some(format!("{sign}{rest}"))
        })
        .unwrap_or(text);
    [Some(text.clone()), length_first(&text)]
        .into_iter()
        .flatten()
        .find_map(|text| stipulation(text.as_bytes()).ok())
        .map(|claim| claim.stipulation)
}

/// The stipulation that `text` is or likely means.
///
/// ```
/// use keymove::job::meant_by;
///
/// assert_eq!(meant_by(b"Mate in 2").map(|s| s.to_string()), Some("#2".to_owned()));
/// assert_eq!(meant_by(b"reci-h#2"), None);
/// ```
pub fn meant_by(text: &[u8]) -> Option<Stipulation> {
    match stipulation(text) {
        Ok(claim) => Some(claim.stipulation),
        Err(_) => likely_meant(text),
    }
}

/// The stipulation that `text` is as it stands; nothing is guessed.
///
/// ```
/// use keymove::job::stipulation_named;
///
/// assert!(stipulation_named(b"h#2.5").is_some());
/// assert_eq!(stipulation_named(b"2#"), None);
/// ```
pub fn stipulation_named(text: &[u8]) -> Option<Stipulation> {
    stipulation(text).ok().map(|claim| claim.stipulation)
}

/// Whether an opcode may be `Stip` or the beginning of a stipulation without it. This is asked of
/// every operation of every record, so it is a quick look.
pub(super) fn may_name_job(opcode: &[u8]) -> bool {
    opcode.first().is_some_and(u8::is_ascii_digit)
        || opcode.iter().any(|b| b"#=+".contains(b))
        || opcode.eq_ignore_ascii_case(b"stip")
        || WORDS
            .iter()
            .any(|(word, _)| opcode.eq_ignore_ascii_case(word.as_bytes()))
}

/// `2#` and `2h#` as `#2` and `h#2`.
fn length_first(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (length, sign) = text.split_at(end);
    (!length.is_empty()).then(|| format!("{sign}{length}"))
}

/// `2.1.1`, `0.3.1.1`: numbers between dots.
fn is_starts(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    // One dot stands in half a move.
    word.matches('.').count() > 1
        && word
            .split('.')
            .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_ways_to_write_a_stipulation_are_recognised() {
        let written = [
            ("2#", "#2"),
            ("H#2", "h#2"),
            ("# 2", "#2"),
            ("h#2 2.1.1", "h#2"),
            ("h#2.5 0.3.1.1", "h#2.5"),
            ("h#2*", "h#2"),
            ("Mate in 2", "#2"),
            ("mate in 12.", "#12"),
            ("Matt in 3", "#3"),
            ("mated in 3", "-#3"),
            ("Helpmate in 2", "h#2"),
            ("helpmate 2.5", "h#2.5"),
            ("selfmate in 4", "s#4"),
            ("Reflexmate in 2", "r#2"),
            ("Semi-Reflexmate 3", "semi-r#3"),
            ("Stalemate in 4", "=4"),
            ("S=3", "s=3"),
            ("3h#", "h#3"),
            ("+2", "#2"),
            ("#2!", "#2"),
        ];
        for (text, meant) in written {
            let found = likely_meant(text.as_bytes()).map(|s| s.to_string());
            assert_eq!(found.as_deref(), Some(meant), "{text}");
        }
    }

    #[test]
    fn what_is_right_or_something_else_is_not_guessed_at() {
        let others = [
            "#2", "h#2.5", "-#3", "r#2", "hs#3", "ser-h#4", "reci-h#3", "~1", "zc3", "semi-r#2",
            "", "mate", "#", "2", "#0", "0#", "2.1.1", "#2000", "pser-#3", "h##2", "dia 12",
        ];
        for text in others {
            assert_eq!(likely_meant(text.as_bytes()), None, "{text}");
        }
        assert_eq!(likely_meant(&[b'2'; 1 << 20]), None);
    }
}
