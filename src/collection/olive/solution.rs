//! The solution of a problem as an author or Popeye writes it, cut into claims: [`claims`].
//!
//! Move numbers tell where a move stands: what follows `2.` is the attacker's second move, what
//! follows `1...` the reply to the first. So a tree of variations is a list of lines, each from the
//! first move on, and nobody has to know the rules of chess here. What a claim is worth,
//! [`crate::record::claims`] says.
//!
//! ```text
//! 1.Sc3 ? Bxc3 2.Qf2           Line Nc3 Bxc3 Qf2;
//!     but 1...Sf2 !            Try Nc3 Nf2;
//! 1.Rd5 ! threat: 2.Re5 #      bm Rd5; Line Rd5 -- Re5;
//!     1...Sc~ 2.Qf1 #          Line Rd5 Nc~ Qf1;
//! 1...b5 2.Rd4 #               SetPlay b5 Rd4;     (before all first moves)
//! ```
//!
//! What is neither a move nor a word that belongs to a solution is `Unread`.

use crate::collection::solution::{
    ClaimsDraft, DEEPEST, LEFT_OUT, SolutionToken, tokens, unread_operation,
};
use crate::epd::Operation;
use crate::solve::{PlayKind, Stipulation};

/// So many lines may share one place: `2.Qa1/Qb1/Qc1`.
const MOST_ALTERNATIVES: usize = 64;

/// What `text` claims of a problem that asks `stipulation`, as operations of its record.
///
/// A label of a twin that the problem does not have is not read.
pub(super) fn claims(text: &str, stipulation: Stipulation) -> Vec<Operation> {
    let mut reader = SolutionReader::new(stipulation);
    let text = plain(text);
    for token in tokens(&text) {
        reader.read(token);
    }
    reader.finish()
}

/// A solution of which nothing was read.
pub(super) fn unread(text: &str) -> Vec<Operation> {
    vec![unread_operation(text.trim())]
}

/// The text with signs that everybody has.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2026}' => plain.push_str("..."),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '\u{d7}' => plain.push('x'),
            '\u{2020}' => plain.push('+'),
            '\u{2021}' => plain.push('#'),
            '\u{a0}' => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

/// The solution of a twin, or of all there is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SolutionPart {
    /// The letter of the twin; nothing before the first letter.
    pub letter: String,
    /// The text.
    pub text: String,
}

/// The parts of `text` by the letters of their twins, `a)`, `b) bRb4-->f3`, `+c) ...`; what stands
/// before the first one has no letter.
pub(super) fn parts(text: &str) -> Vec<SolutionPart> {
    let mut parts = vec![SolutionPart::default()];
    for row in text.lines() {
        let begin = row.trim_start();
        let label = begin.strip_prefix('+').unwrap_or(begin);
        let mut letters = label.chars();
        let is_label = letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && letters.next() == Some(')')
            && letters.next().is_none_or(|c| c == ' ');
        let rest = if is_label {
            parts.push(SolutionPart {
                letter: label[..1].to_owned(),
                text: String::new(),
            });
            // What is changed stands before the first move.
            first_number(&label[2..]).map_or("", |at| &label[2 + at..])
        } else if begin.trim_end().eq_ignore_ascii_case("zeroposition") {
            ""
        } else {
            row
        };
        if let Some(part) = parts.last_mut() {
            part.text.push_str(rest);
            part.text.push('\n');
        }
    }
    parts.retain(|part| !part.text.trim().is_empty());
    parts
}

/// Where the first move number stands: digits and a dot.
fn first_number(text: &str) -> Option<usize> {
    text.match_indices('.').find_map(|(dot, _)| {
        let digits = text[..dot].bytes().rev().take_while(u8::is_ascii_digit);
        let digits = digits.count();
        (digits > 0).then_some(dot - digits)
    })
}

/// A first move of forced play and what is said of it.
#[derive(Debug, Default)]
struct PlayPhase {
    /// The moves: several, where they stand beside each other.
    moves: Vec<String>,
    marks: String,
    /// The word `but` was read.
    is_refuted: bool,
    refutations: Vec<String>,
}

/// What a bracket interrupts.
struct Outside {
    lines: Vec<Vec<String>>,
    is_new: bool,
    is_lost: bool,
    has_gap: bool,
}

/// Reads a solution part by part.
struct SolutionReader {
    /// Lines of help and series play, without phases.
    has_lines: bool,
    is_series: bool,
    /// 1 if the first half of the first move is left out.
    offset: usize,
    /// Lines that share all that follows, equally long.
    lines: Vec<Vec<String>>,
    /// A move was added to them since they were last kept.
    is_new: bool,
    /// They end in a refutation.
    is_refutation: bool,
    /// What there was where a bracket was opened.
    outside: Vec<Outside>,
    /// The next move stands beside the last one.
    is_beside: bool,
    /// Moves have no place until the next number.
    is_lost: bool,
    /// A word stood in the place of a move, perhaps.
    has_gap: bool,
    phases: Vec<PlayPhase>,
    draft: ClaimsDraft,
    was_unread: bool,
}

impl SolutionReader {
    fn new(stipulation: Stipulation) -> SolutionReader {
        let kind = stipulation.kind;
        SolutionReader {
            has_lines: kind.has_lines(),
            is_series: kind.is_series(),
            offset: usize::from(stipulation.length.has_half()),
            lines: Vec::new(),
            is_new: false,
            is_refutation: false,
            outside: Vec::new(),
            is_beside: false,
            is_lost: kind.play == PlayKind::Mated,
            has_gap: false,
            phases: Vec::new(),
            draft: ClaimsDraft::default(),
            was_unread: false,
        }
    }

    fn read(&mut self, token: SolutionToken<'_>) {
        let was_unread = std::mem::take(&mut self.was_unread);
        match token {
            SolutionToken::Number(number, dots) => self.number(number, dots),
            SolutionToken::Move(m) if self.is_lost => self.skip(&m, was_unread),
            SolutionToken::Move(m) => self.add(m),
            SolutionToken::Mark(mark) => self.mark(mark),
            SolutionToken::Dots | SolutionToken::Pass => self.left_out(),
            SolutionToken::Or => self.is_beside = true,
            SolutionToken::But => {
                if let Some(phase) = self.phases.last_mut() {
                    phase.is_refuted = true;
                }
            }
            SolutionToken::Threat => self.threat(),
            SolutionToken::Open if self.outside.len() < DEEPEST => {
                self.outside.push(Outside {
                    lines: self.lines.clone(),
                    is_new: std::mem::take(&mut self.is_new),
                    is_lost: self.is_lost,
                    has_gap: self.has_gap,
                });
            }
            SolutionToken::Open => self.skip("(", was_unread),
            SolutionToken::Close => {
                if let Some(outside) = self.outside.pop() {
                    self.keep();
                    self.lines = outside.lines;
                    self.is_new = outside.is_new;
                    (self.is_lost, self.has_gap) = (outside.is_lost, outside.has_gap);
                }
            }
            SolutionToken::Word(word) => {
                self.skip(word, was_unread);
                (self.is_lost, self.has_gap) = (true, true);
            }
        }
    }

    /// Half moves of the lines.
    fn length(&self) -> usize {
        self.lines.first().map_or(0, Vec::len)
    }

    fn number(&mut self, number: usize, dots: bool) {
        self.is_beside = false;
        self.is_lost = false;
        let half_moves = 2 * number.saturating_sub(1) + usize::from(dots);
        let Some(at) = half_moves.checked_sub(self.offset).filter(|_| number > 0) else {
            self.keep();
            self.is_lost = true;
            return;
        };
        // Otherwise the line goes on.
        if at < self.length() || at == 0 {
            self.keep();
        }
        if at == 0 {
            self.begin();
        } else if at == 1 && self.lines.is_empty() && self.offset == 0 {
            // Set play, before all first moves.
            self.lines = vec![vec![LEFT_OUT.to_owned()]];
        } else if at == 1 && self.has_lines && self.length() > 1 && !self.is_set_play() {
            // Set play, or another way to go on after the first move.
            self.is_lost = true;
            return;
        }
        self.cut(at);
        let is_left_out = !dots && (self.is_series || !self.has_lines);
        if self.length() + 1 == at && is_left_out && self.length() > 0 && !self.has_gap {
            self.left_out();
        }
        self.has_gap &= self.length() < at;
        self.is_lost = self.length() != at || self.lines.is_empty();
    }

    fn begin(&mut self) {
        self.lines = vec![Vec::new()];
        if !self.has_lines {
            self.phases.push(PlayPhase::default());
        }
    }

    /// Takes the moves from half move `at` on back.
    fn cut(&mut self, at: usize) {
        for line in &mut self.lines {
            line.truncate(at);
        }
        self.lines.dedup();
    }

    fn left_out(&mut self) {
        for line in &mut self.lines {
            line.push(LEFT_OUT.to_owned());
        }
    }

    /// A threat follows what was played: the other side passes.
    fn threat(&mut self) {
        if !self.has_lines && self.length() % 2 == 1 {
            self.left_out();
        }
    }

    fn add(&mut self, m: String) {
        let is_beside = std::mem::take(&mut self.is_beside) && self.is_new;
        if self.lines.len() >= MOST_ALTERNATIVES {
            return self.skip(&m, false);
        }
        if is_beside {
            let Some(last) = self.lines.last() else {
                return;
            };
            let mut beside = last.clone();
            beside.pop();
            beside.push(m.clone());
            self.lines.push(beside);
        } else {
            for line in &mut self.lines {
                line.push(m.clone());
            }
        }
        self.is_new = true;
        let length = self.length();
        let is_set_play = self.is_set_play();
        let Some(phase) = self.phases.last_mut().filter(|_| !is_set_play) else {
            return;
        };
        match length {
            1 => phase.moves.push(m),
            2 if phase.is_refuted => {
                phase.refutations.push(m);
                self.is_refutation = true;
            }
            _ => {}
        }
    }

    fn is_set_play(&self) -> bool {
        let first = self.lines.first().and_then(|line| line.first());
        first.is_some_and(|first| first == LEFT_OUT)
    }

    fn mark(&mut self, mark: &str) {
        let length = self.length();
        let is_set_play = self.is_set_play();
        let Some(phase) = self.phases.last_mut().filter(|_| !is_set_play) else {
            return;
        };
        match length {
            1 => phase.marks.push_str(mark),
            // `1...Kf5 !` refutes a try.
            2 if phase.marks.contains('?') && mark.contains('!') && !self.is_refutation => {
                let replies = self.lines.iter().filter_map(|line| line.last());
                phase.refutations.extend(replies.cloned());
                self.is_refutation = true;
            }
            _ => {}
        }
    }

    /// Keeps the lines if they are more than a first move.
    fn keep(&mut self) {
        let is_line = self.length() > 1 || self.has_lines;
        if std::mem::take(&mut self.is_new) && is_line && !self.is_refutation {
            for line in &self.lines {
                self.draft.line(line);
            }
        }
        self.is_refutation = false;
    }

    /// Notes a word that was not read; `goes_on`: the word before it was not read, either.
    fn skip(&mut self, word: &str, goes_on: bool) {
        self.was_unread = true;
        self.draft.skip(word, goes_on);
    }

    fn finish(mut self) -> Vec<Operation> {
        self.keep();
        self.phases.retain(|phase| !phase.moves.is_empty());
        let has_key = self.phases.iter().any(PlayPhase::is_key);
        for phase in self.phases {
            let first = phase.moves.join(" ");
            if first.contains('~') {
                self.draft.skip(&format!("1.{first}"), false);
            } else if phase.is_try() {
                let tries = phase.moves.into_iter();
                let tries = tries.map(|m| (m, phase.refutations.clone()));
                self.draft.tries.extend(tries);
            } else if phase.is_key() || !has_key {
                self.draft.keys.extend(phase.moves);
            } else {
                let unclear = format!("1.{first} has neither ! nor ?");
                self.draft.skip(&unclear, false);
            }
        }
        self.draft.operations()
    }
}

impl PlayPhase {
    /// Whether the move is said to solve.
    fn is_key(&self) -> bool {
        !self.is_try() && self.marks.contains('!')
    }

    /// Whether the move is said to fail.
    fn is_try(&self) -> bool {
        self.is_refuted || self.marks.contains('?')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::record::one_line;
    use crate::job::stipulation_named;

    /// The claims of a solution, `;` between them.
    fn read(stipulation: &str, text: &str) -> String {
        let stipulation = stipulation_named(stipulation.as_bytes()).expect("a stipulation");
        let claims = claims(text, stipulation);
        let claims: Vec<&str> = claims
            .iter()
            .map(|claim| std::str::from_utf8(claim.as_bytes()).expect("text"))
            .collect();
        claims.join("; ")
    }

    #[test]
    fn a_tree_of_popeye_is_cut_into_lines() {
        let text = "\n      1...d3-d2\n          2.Qb2-c2 #\n\n   1.Qb2-f6 ? threat:\n          2.Bc8-b7 #\n\n          2.Qf6-c6 #\n      1...Bc5*e3\n          2.Rg3*e3 #\n    but\n      1...d3-d2 !\n\n                       1.h2-h4 ! zugzwang.\n      1...e7-e8=S +\n          2.Rg3*e3 #\n\n\nsolution finished.\n";
        assert_eq!(
            read("#2", text),
            "bm h2-h4; Try Qb2-f6 d3-d2; SetPlay d3-d2 Qb2-c2; Line Qb2-f6 -- Bc8-b7; Line Qb2-f6 -- Qf6-c6; Line Qb2-f6 Bc5xe3 Rg3xe3; Line h2-h4 e7-e8=N Rg3xe3"
        );
    }

    #[test]
    fn solutions_written_by_hand_are_read() {
        for (stipulation, text, due) in [
            (
                "s#6",
                "1.Sc3? Bxc3? 2.Qf2!\n\nbut 1\u{2026}Sf2!\n\n1.Rd5! (2.Re5)\n\n1\u{2026}Bh4 2.Qf2 Bxf2",
                "bm Rd5; Try Nc3 Nf2; Line Nc3 Bxc3 Qf2; Line Rd5 -- Re5; Line Rd5 Bh4 Qf2 Bxf2",
            ),
            (
                "#2",
                "1.Nd2!? (>2.Nd3/Qa1,Qb1)\nbut\n  1... cxd2!\n1.Nd5! Sc~ 2.c4xd3 ep.#",
                "bm Nd5; Try Nd2 cxd2; Line Nd2 -- Nd3; Line Nd2 -- Qa1; Line Nd2 -- Qb1; Line Nd5 Nc~ c4xd3",
            ),
            ("#2", "1.Qd4 Kf5 2.Qf4#", "bm Qd4; Line Qd4 Kf5 Qf4"),
            (
                "#2",
                "Key: 1.Dd4! Kf5 2.Qf4#",
                "Unread \"Dd4! Kf5\"; Unread \"Qf4\"",
            ),
            (
                "#2",
                "1.Qd4! Df5 2.Qf4# 1...Kf6 2.Qe5#",
                "bm Qd4; Unread \"Df5\"; Unread \"Qf4\"; Line Qd4 Kf6 Qe5",
            ),
            (
                "#3",
                "1.Qd4! 3.Qf4# Ke5 2...Kd5",
                "bm Qd4; Unread \"Qf4\"; Unread \"Ke5\"; Unread \"Kd5\"",
            ),
            (
                "h#2",
                "1...Ka6*a5 2.c5-c4 Sd4-e2 #\n1.Rb4-c4 Bc5-b4 + 2.a5*b4 Sd4-b5 #\n1...Ka6*a5",
                "SetPlay Ka6xa5 c5-c4 Nd4-e2; Line Rb4-c4 Bc5-b4 a5xb4 Nd4-b5; Unread \"Ka6xa5\"",
            ),
            (
                "h#2.5",
                "1...Be5-a1   2.Qf8*f4 Re2-b2   3.Ke6-e5 + Rb2-b6 #",
                "Line Be5-a1 Qf8xf4 Re2-b2 Ke6-e5 Rb2-b6",
            ),
            (
                "ser-h#3",
                "  1.g6-g5   2.Kh7-g6   3.Kg6-h5 Rg4*g5 #",
                "Line g6-g5 -- Kh7-g6 -- Kg6-h5 Rg4xg5",
            ),
        ] {
            let found = read(stipulation, text);
            let mut found: Vec<&str> = found.split("; ").collect();
            let mut due: Vec<&str> = due.split("; ").collect();
            found.sort_unstable();
            due.sort_unstable();
            assert_eq!(found, due, "{text}");
        }
    }

    #[test]
    fn twins_are_told_apart_by_their_letters() {
        let text =
            "a) \n  1.Rb4-c4 Bc5-b4 +\n\nb) bRb4-->f3\n  1.b6*c5\n\n+c) bKc3<-->bPf4 1.e5*d4\n";
        let found: Vec<(String, String)> = parts(text)
            .into_iter()
            .map(|part| (part.letter, one_line(&part.text)))
            .collect();
        let due = [
            ("a", "1.Rb4-c4 Bc5-b4 +"),
            ("b", "1.b6*c5"),
            ("c", "1.e5*d4"),
        ];
        assert_eq!(found, due.map(|(l, t)| (l.to_owned(), t.to_owned())));
        assert_eq!(parts("Lovely!\na) 1.x").len(), 2);
    }
}
