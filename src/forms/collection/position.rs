//! A problem on the command line: `8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q - #3`.

use super::played::{fields, played};
use super::problem::{CollectedProblem, ProblemFacts};
use super::{CollectionEntry, EntryReader, Remark};
use keymove_records::epd::Epd;
use keymove_rules::stipulation::{AskedText, asks_something};

/// The one problem of an argument.
pub(super) struct GivenPosition(Option<CollectedProblem>);

impl GivenPosition {
    /// The problem in `text`; if it asks nothing, `usual` is asked.
    pub fn new(text: &str, usual: Option<AskedText>) -> GivenPosition {
        GivenPosition(Some(problem(text, usual)))
    }
}

fn problem(text: &str, usual: Option<AskedText>) -> CollectedProblem {
    let text = match played(text.as_bytes()) {
        Some(Ok(line)) => String::from_utf8_lossy(&line).into_owned(),
        Some(Err(reason)) => return CollectedProblem::unsolved(text, 1, reason),
        None => text.to_owned(),
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let (fields, rest) = words.split_at(fields(&words));
    let asked = rest.join(" ");
    let (first, is_single) = match asked.split_once(';') {
        Some((first, _)) => (first, false),
        None => (asked.as_str(), true),
    };
    // A sentence may include the side to move, but a field of a FEN is not a part of it.
    let is_sentence = fields.len() >= 2 || !rest.contains(&"-");
    let read = AskedText::read(first.as_bytes())
        .ok()
        .filter(|_| is_sentence);
    let is_read = read.is_some();
    let is_word = is_read || asks_something(first.as_bytes()) || is_operation(first);
    let mut facts = ProblemFacts {
        asked: read.or_else(|| named(&asked)),
        usual,
        ..ProblemFacts::default()
    };
    if is_single && (is_read || fields.len() >= 4 && !is_word) && !rest.is_empty() {
        // A text that is not a stipulation is refused as an unknown stipulation.
        facts.stipulation = Some(asked);
        return facts.problem(&fields.join(" "), 1);
    }
    if rest.is_empty() || is_word || fields.len() >= 4 {
        return facts.problem_in(&fields.join(" "), &asked, 1);
    }
    // A field that is not understood, and is refused as such.
    facts.problem(&words.join(" "), 1)
}

/// The task named by the `Stip` in `operations`.
fn named(operations: &str) -> Option<AskedText> {
    let record = Epd::from_ascii(&[ANY, b" w - - ", operations.as_bytes()].concat()).ok()?;
    AskedText::read(&record.operation("Stip")?.text()).ok()
}

/// A board for operations that stand without one.
const ANY: &[u8] = b"8/8/8/8/8/1k6/8/K7";

/// Whether an EPD operation is one that a problem may have, or the check counter of another game.
fn is_operation(text: &str) -> bool {
    const OPCODES: [&str; 9] = ["am", "bm", "c0", "ce", "dm", "id", "pm", "pv", "Stip"];
    let opcode = text.split(' ').next().unwrap_or_default();
    OPCODES.contains(&opcode) || opcode.contains('+')
}

impl EntryReader for GivenPosition {
    fn next_entry(&mut self) -> Result<Option<CollectionEntry>, Remark> {
        Ok(self.0.take().map(Box::new).map(CollectionEntry::Problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_and_what_is_asked() {
        let board = "7k/8/5KQ1/8/8/8/8/8";
        for (text, line, noted) in [
            ("", " w - -", true),
            (" #1", " w - - Stip \"#1\";", true),
            (" h#2", " b - - Stip \"h#2\";", true),
            (" h#2.5", " w - - Stip \"h#2.5\";", true),
            (
                " Stip \"h#2\"; id \"x\";",
                " b - - Stip \"h#2\"; id \"x\";",
                true,
            ),
            (" #1 black to move", " b - - Stip \"#1\";", true),
            (" Black mates in 1", " b - - Stip \"#1\";", true),
            (" b", " b - -", true),
            (" w - - #1", " w - - Stip \"#1\";", false),
            (
                " w - - 0 1 h#2.5",
                " w - - Stip \"h#2.5\"; fmvn 1; hmvc 0;",
                false,
            ),
            (" w - - 2#", " w - - Stip \"#2\";", false),
            (" B - - mate in 2", " b - - Stip \"#2\";", false),
            (" z#2", " w - - z#2;", true),
            (" w - - z#2", " w - - z#2;", false),
            (" w - - foo", " w - - Stip \"foo\";", false),
            (" black - - #1", " black - - #1", false),
            (" x", " x", false),
            (" w - - 3+3 0 1", " w - - 3+3 0 1", false),
            (" w - - dm 1; id \"x\";", " w - - dm 1; id \"x\";", false),
            (" w - e3", " w - -", true),
            (" #1; id \"x\";", " w - - Stip \"#1\"; id \"x\";", true),
            (" id \"x\"", " w - - id \"x\";", true),
            (" w - - foo; id \"x\";", " w - - foo; id \"x\";", false),
            (
                " black - - #1; id \"x\";",
                " black - - #1; id \"x\";",
                false,
            ),
        ] {
            let problem = problem(&format!("{board}{text}"), None);
            let seen = String::from_utf8(problem.line().into_owned()).expect("text");
            assert_eq!(seen, format!("{board}{line}"));
            assert_eq!(!problem.notes.is_empty(), noted, "{text}");
        }
    }
}
