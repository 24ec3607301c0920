//! Problems in Popeye's language as records: one for each twin, and one for each side in a duplex.
//!
//! The language is read by [`composition`](crate::composition), as for `solver popeye`. Options
//! that only concern the display or the effort of the search have no meaning for a record.

use super::problem::{CollectedProblem, ProblemFacts, TwinnedDiagram};
use super::rows::Rows;
use super::{CollectionEntry, EntryReader, Remark};
use crate::composition::read::{Bookmark, may_end_problem};
use crate::composition::{
    Composition, Compositions, PopeyeError, PopeyeErrorKind, Texts, TwinForm,
};
use keymove_records::epd::{Epd, Operation};
use keymove_rules::stipulation::PlayKind;

/// The maximum length of a problem with its twins, in bytes: each twin can take a whole board.
const LONGEST_PROBLEM: usize = 1 << 20;

/// The maximum length of a text, and the maximum number of texts of one sort, because every twin
/// gets a copy.
const LONGEST_TEXT: usize = 1000;
const MOST_LINES: usize = 20;

/// The problems of a file.
pub(super) struct PopeyeProblems {
    rows: Rows,
    /// The unread lines, from the bookmark on.
    buffer: Vec<u8>,
    bookmark: Bookmark,
    /// Whether a problem may end in the buffer, and how much of the buffer was searched without
    /// success.
    may_end: bool,
    looked_at: usize,
    /// Whether all lines are in the buffer; if so, the error, unless it is the end of the file.
    ended: bool,
    broken: Option<Remark>,
    /// The problem whose records are being returned, and the number already returned.
    composition: Option<(Composition, usize)>,
}

impl PopeyeProblems {
    /// The problems of `rows`; the first row is line `number` of the file.
    pub fn new(rows: Rows, number: u64) -> PopeyeProblems {
        PopeyeProblems {
            rows,
            buffer: Vec::new(),
            bookmark: Bookmark::beginning(number),
            may_end: false,
            looked_at: 0,
            ended: false,
            broken: None,
            composition: None,
        }
    }

    /// The next problem. It is read when a word has arrived that may end it, and again only when
    /// the buffer has doubled, so no input is read more than a few times.
    fn next_composition(&mut self) -> Option<Result<Composition, PopeyeError>> {
        loop {
            let unread = self.buffer.len() - self.bookmark.place.at;
            let is_full = unread > LONGEST_PROBLEM;
            if self.ended || is_full || self.may_end && unread >= 2 * self.looked_at {
                let end = self
                    .buffer
                    .len()
                    .min(self.bookmark.place.at + LONGEST_PROBLEM);
                let input = &self.buffer[..end];
                let mut compositions = Compositions::from_bookmark(input, self.bookmark);
                let read = compositions.next();
                if let Some(Err(error)) = &read
                    && error.kind == PopeyeErrorKind::NoBeginning
                {
                    self.give_up(error.line, error.to_string());
                    return None;
                }
                if let Some(bookmark) = compositions.bookmark() {
                    self.buffer.drain(..bookmark.place.start);
                    self.bookmark = bookmark.without_passed();
                    self.looked_at = 0;
                    if read.is_some() {
                        return read;
                    }
                } else if is_full {
                    let reason = "a problem longer than 1 MiB; the rest of the file is not read";
                    self.give_up(self.bookmark.place.line, reason.to_owned());
                    return None;
                }
                if self.ended {
                    self.forget();
                    // An incomplete problem is not used.
                    return read.filter(|_| self.broken.is_none());
                }
                self.may_end = false;
                self.looked_at = self.buffer.len() - self.bookmark.place.at;
            }
            self.read_more();
        }
    }

    /// Reads another line into the buffer.
    fn read_more(&mut self) {
        match self.rows.next_row() {
            Ok(Some(row)) => {
                self.may_end |= may_end_problem(row);
                self.buffer.extend_from_slice(row);
            }
            Ok(None) => self.ended = true,
            Err(error) => {
                self.ended = true;
                self.broken = Some(error);
            }
        }
    }

    fn give_up(&mut self, line: u64, reason: String) {
        self.ended = true;
        self.broken = Some(Remark::new(line, reason));
        self.forget();
    }

    fn forget(&mut self) {
        self.buffer.clear();
        self.bookmark = Bookmark::beginning(1);
    }

    /// The next problem of the current composition.
    fn next_problem(&mut self) -> Option<CollectedProblem> {
        let (composition, given) = self.composition.as_mut()?;
        let sides = &composition.choices.sides;
        let twin = composition.twins.get(*given / sides.len())?;
        let side = *given % sides.len();
        let notes = composition.notes.iter().filter(|_| *given == 0);
        let notes: Vec<String> = notes.map(PopeyeError::to_string).collect();
        let twinned = match *given {
            0 => twinned(composition).map(Box::new),
            _ => None,
        };
        *given += 1;
        let mut facts = facts(&composition.texts);
        facts.stipulation = Some(twin.stipulation.text.clone());
        let label = twin.label.as_ref().map(|label| format!("{label})"));
        let parts = [
            facts.id.take(),
            label,
            (side > 0).then(|| "duplex".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        facts.id = Some(parts.join(" "));
        let mut problem = match composition.simplex(twin, sides[side]) {
            Ok(simplex) => {
                let asked = simplex.stipulation;
                facts.stipulation = Some(asked.to_string());
                let is_help = matches!(asked.kind.play, PlayKind::Help | PlayKind::SeriesHelp);
                // Such input has no side to move, so nobody can have confused the sides.
                if is_help && asked.beginner() != simplex.position.turn() {
                    facts.others.push(Operation::words("HalfDuplex", [""; 0]));
                }
                facts.problem(&Epd::new(simplex.position).fields(), twin.line)
            }
            Err(error) => facts.unsolved(&error, error.line).at(error.column),
        };
        problem.notes.splice(0..0, notes);
        Some(CollectedProblem { twinned, ..problem })
    }
}

impl EntryReader for PopeyeProblems {
    fn next_entry(&mut self) -> Result<Option<CollectionEntry>, Remark> {
        loop {
            if let Some(problem) = self.next_problem() {
                return Ok(Some(CollectionEntry::Problem(Box::new(problem))));
            }
            match self.next_composition() {
                Some(Ok(composition)) => self.composition = Some((composition, 0)),
                Some(Err(error)) => {
                    let facts = ProblemFacts::default();
                    return Ok(Some(CollectionEntry::Problem(Box::new(
                        facts.unsolved(&error, error.line).at(error.column),
                    ))));
                }
                None => return self.broken.take().map_or(Ok(None), Err),
            }
        }
    }
}

/// The diagram and its twins, if it has any and can be solved by itself.
fn twinned(composition: &Composition) -> Option<TwinnedDiagram> {
    let first = composition.twins.first()?;
    first.label.as_ref()?;
    let diagram = TwinForm {
        board: composition.diagram.clone(),
        stipulation: composition.stipulation.clone(),
        fault: None,
        ..first.clone()
    };
    let sides = &composition.choices.sides;
    let simplex = composition.simplex(&diagram, sides[0]).ok()?;
    let mut facts = facts(&composition.texts);
    facts.stipulation = Some(simplex.stipulation.to_string());
    let fields = Epd::new(simplex.position).fields();
    let twins = composition.twins.iter();
    let twins = twins.skip(usize::from(!composition.zero_position));
    let text = |twin: &TwinForm| {
        let label = twin.label.as_deref().unwrap_or_default();
        format!("{label}) {}", twin.words).trim_end().to_owned()
    };
    Some(TwinnedDiagram {
        line: facts.problem(&fields, first.line).line().into_owned(),
        twins: twins.map(text).collect(),
        records: composition.twins.len() * sides.len(),
    })
}

/// The texts above the diagram: the title, or else the source, is the name.
fn facts(texts: &Texts) -> ProblemFacts {
    let joined = |lines: &[Vec<u8>], between: &str| {
        let lines = lines.iter().take(MOST_LINES).map(|line| decoded(line));
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        (!lines.is_empty()).then(|| lines.join(between))
    };
    let source = joined(&texts.origins, ", ");
    ProblemFacts {
        id: joined(&texts.titles, ", ").or_else(|| source.clone()),
        author: joined(&texts.authors, " & "),
        source,
        award: joined(&texts.awards, ", "),
        ..ProblemFacts::default()
    }
}

/// The beginning of a text in an unknown encoding: UTF-8, or else Latin-1.
fn decoded(text: &[u8]) -> String {
    let text = match std::str::from_utf8(text) {
        Ok(text) => text.chars().take(LONGEST_TEXT).collect(),
        Err(_) => text
            .iter()
            .take(LONGEST_TEXT)
            .copied()
            .map(char::from)
            .collect::<String>(),
    };
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::collection::{Collection, InputForm, Reading};

    /// The entries of a reader that gets one byte at a time.
    fn entries(bytes: &[u8]) -> Vec<String> {
        struct Trickle(std::io::Cursor<Vec<u8>>);
        impl Read for Trickle {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let length = buffer.len().min(1);
                self.0.read(&mut buffer[..length])
            }
        }
        let trickle = Box::new(Trickle(std::io::Cursor::new(bytes.to_vec())));
        Collection::open(InputForm::Popeye, trickle, 3, &Reading::default())
            .expect("a reader")
            .map(|entry| match entry {
                CollectionEntry::Problem(problem) => format!(
                    "{}: {}",
                    problem.number,
                    String::from_utf8(problem.line().into_owned()).expect("text")
                ),
                CollectionEntry::Broken(remark) => format!("{}! {remark}", remark.line),
                CollectionEntry::Note(..) | CollectionEntry::Document(_) => panic!("{entry:?}"),
            })
            .collect()
    }

    #[test]
    fn a_problem_its_twins_and_both_sides() {
        let text = "\
BeginProblem
Author A, B
Author C\u{e9}
Origin S 7, 1999
Award 1st prize
Title The End of Next
Stipulation h#1
Pieces White Ka1 Qb2 Black Kh8
Twin Move b2 b3
Twin Continued Rotate 90
NextProblem
option halfduplex stip #1 pieces black kf6 qg6 white kh8
NextProblem
option duplex origin x
stip #2 pieces white ke1 rh1 black ke8 ra8 option nocastling a8
EndProblem

AnfangProblem ford #1.5 stei weiss kf6 dg6 schw kh8 weiteres ford #1 forsyth 7k/8/5KD1/8/8/8/8/8 ende
";
        let text: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let head = "c0 \"A, B & C\u{e9}\"; c1 \"S 7, 1999\"; c2 \"1st prize\"";
        assert_eq!(
            entries(&text),
            [
                format!(
                    "4: 7k/8/8/8/8/8/1Q6/K7 b - - Stip \"h#1\"; {head}; id \"The End of Next a)\";"
                ),
                format!(
                    "11: 7k/8/8/8/8/1Q6/8/K7 b - - Stip \"h#1\"; {head}; id \"The End of Next b)\";"
                ),
                format!(
                    "12: k7/8/8/8/8/8/5Q2/7K b - - Stip \"h#1\"; {head}; id \"The End of Next c)\";"
                ),
                "14: 7K/8/5kq1/8/8/8/8/8 b - - Stip \"#1\";".to_owned(),
                "16: r3k3/8/8/8/8/8/8/4K2R w K - Stip \"#2\"; c1 \"x\"; id \"x\";".to_owned(),
                "16: r3k3/8/8/8/8/8/8/4K2R b K - Stip \"#2\"; c1 \"x\"; id \"x duplex\";"
                    .to_owned(),
                "20: 7k/8/5KQ1/8/8/8/8/8 b - - Stip \"-#1\";".to_owned(),
                "20: 7k/8/5KQ1/8/8/8/8/8 w - - Stip \"#1\";".to_owned(),
            ]
        );
    }

    #[test]
    fn what_is_refused_costs_no_other() {
        let problem = "stip #1 forsyth 7k/8/5KQ1/8/8/8/8/8";
        let text = format!(
            "begin\ncondition circe title end\nnext\nstip pser-#2\nnext\n{problem} twin remove h8\nnext\n\
             {problem}\ntwin move g1 g2\nnext\n{problem}\nend\nrubbish\nbegin {problem}\n"
        );
        let seen = entries(text.as_bytes());
        let expected = [
            "4: # Error \"unsupported: condition circe is not supported\";",
            "6: # Error \"unsupported: stipulation pser-#2 is not supported, #n, s#n, r#n, semi-r#n, h#n, hs#n, hr#n, ser-#n, \
             ser-h#n, ser-s#n and ser-r#n are, with = or == for #, and exact- before them\";",
            "8: 7k/8/5KQ1/8/8/8/8/8 w - - Stip \"#1\"; id \"a)\";",
            "8: # Stip \"#1\"; id \"b)\"; Error \"both sides need a king\";",
            "10: 7k/8/5KQ1/8/8/8/8/8 w - - Stip \"#1\"; id \"a)\";",
            "11: # Stip \"#1\"; id \"b)\"; Error \"there is no man on g1\";",
            "13: 7k/8/5KQ1/8/8/8/8/8 w - - Stip \"#1\";",
            "15! rubbish: Popeye's input begins with BeginProblem, AnfangProblem or DebutProbleme",
        ];
        assert_eq!(seen, expected);
    }

    /// However the input is cut into lines, and whatever words that may end a problem stand in it.
    #[test]
    fn lines_change_nothing_but_their_numbers() {
        let problems = "begin stip #1 forsyth 7k/8/5KQ1/8/8/8/8/8 next stip h#1 pieces white ka1 \
                        qb2 black kh8 twin remove b2 add white rb3 end begin stip #1 forsyth \
                        7k/8/5KQ1/8/8/8/8/8 title end";
        let without_lines = |text: &str| -> Vec<String> {
            let seen = entries(text.as_bytes()).into_iter();
            seen.map(|entry| entry.split_once(' ').expect("a number").1.to_owned())
                .collect()
        };
        let expected = without_lines(problems);
        assert_eq!(expected.len(), 4);
        let split = problems
            .replace(' ', "\n")
            .replace("title\nend", "title end");
        assert_eq!(without_lines(&split), expected);
        let texts = format!("begin {} {}", "author next\n".repeat(3000), &split[5..]);
        assert_eq!(without_lines(&texts).len(), 4);
    }

    #[test]
    fn a_problem_without_end_is_given_up() {
        let twins =
            "begin stip #1 forsyth 7k/8/5KQ1/8/8/8/8/8\n".to_owned() + &"tw\n".repeat(1 << 19);
        let seen = entries(twins.as_bytes());
        assert_eq!(
            seen,
            ["3! a problem longer than 1 MiB; the rest of the file is not read"]
        );
    }
}
