//! Puzzles in lichess's format: a position, the move that leads to the puzzle, and the solution
//! after it, in UCI.
//!
//! A solution that ends in mate determines the stipulation: its length is the number of moves, and
//! the solution becomes a claim and a guide, `pv`. The theme `mateIn3` counts if the moves are
//! incomplete; `mateIn5` means five or more.

use super::record::ProblemFacts;
use keymove_records::epd::moves::read_move;
use keymove_records::epd::{Epd, Operation};
use keymove_rules::position::Position;

/// A puzzle as it is in the file.
pub(super) struct WrittenPuzzle<'a> {
    /// The position before the move that leads to the puzzle.
    pub fen: &'a str,
    /// The move that leads to the puzzle, then the solution, in UCI, separated by blanks or commas.
    pub moves: &'a str,
    /// Its themes.
    pub themes: &'a str,
    /// Whether it is certainly a puzzle; otherwise it is one only if its moves end in mate.
    pub is_known: bool,
}

impl WrittenPuzzle<'_> {
    /// The position of the puzzle; its stipulation and claims are added to `facts`. `None` if it is
    /// a position with moves of another kind.
    ///
    /// # Errors
    ///
    /// Its first move cannot be played.
    pub fn position(&self, facts: &mut ProblemFacts) -> Option<Result<String, String>> {
        // Python writes a list as `['e2e4', 'e7e5']`, numpy without commas.
        let is_between = |c: char| c.is_whitespace() || ",;[]()'\"".contains(c);
        let words = self.moves.split(is_between);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let is_uci = words.iter().all(|word| is_uci(word));
        let begin = Epd::from_ascii(self.fen.as_bytes());
        let Some(line) = begin
            .ok()
            .filter(|_| is_uci && !words.is_empty())
            .map(|begin| Line::of(begin.position().clone(), &words))
        else {
            return self.refused();
        };
        // A mate in an odd number of half moves begins with the given position.
        let begins_here = line.ends_in_mate && words.len() % 2 == 1;
        if !self.is_known && !line.ends_in_mate {
            return None;
        }
        if begins_here {
            facts.asks(&line.moves, words.len());
            return Some(Ok(self.fen.to_owned()));
        }
        let Some(after) = line.after_first else {
            return self.refused();
        };
        if line.ends_in_mate {
            facts.asks(&line.moves[1..], words.len() - 1);
        } else if let Some(moves) = mate_in(self.themes) {
            let shown = if moves < 5 { 0 } else { words.len() / 2 };
            facts.stipulation = Some(format!("#{}", moves.max(shown)));
        }
        Some(Ok(after))
    }

    fn refused(&self) -> Option<Result<String, String>> {
        let reason = "the first move of this puzzle cannot be played";
        self.is_known.then(|| Err(reason.to_owned()))
    }
}

impl ProblemFacts {
    /// Asks for a mate in the moves of `line`, which is `plies` half moves long.
    fn asks(&mut self, line: &[String], plies: usize) {
        self.stipulation = Some(format!("#{}", plies.div_ceil(2)));
        self.claims.push(Operation::words("pv", line));
    }
}

/// Moves that were played.
struct Line {
    /// The moves in SAN, as far as they are legal.
    moves: Vec<String>,
    /// The position after the first move.
    after_first: Option<String>,
    /// Whether all moves are legal and the last one mates.
    ends_in_mate: bool,
}

impl Line {
    fn of(begin: Position, words: &[&str]) -> Line {
        let mut position = begin;
        let mut line = Line {
            moves: Vec::new(),
            after_first: None,
            ends_in_mate: false,
        };
        for word in words {
            let Ok(m) = read_move(&position, word.as_bytes()) else {
                return line;
            };
            line.moves.push(position.play_with_san(m));
            if line.after_first.is_none() {
                line.after_first = Some(Epd::new(position.clone()).fields());
            }
        }
        line.ends_in_mate = position.is_checkmate();
        line
    }
}

/// Whether a word looks like a move in UCI.
pub(super) fn is_uci(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    match word.as_bytes() {
        [from @ .., a, b] if from.len() == 2 => is_square(from) && is_square(&[*a, *b]),
        [
            a,
            b,
            c,
            d,
            b'q' | b'r' | b'b' | b'n' | b'Q' | b'R' | b'B' | b'N',
        ] => is_square(&[*a, *b]) && is_square(&[*c, *d]),
        _ => false,
    }
}

/// The number in a theme such as `mateIn3`, in any case.
fn mate_in(themes: &str) -> Option<usize> {
    let themes = themes.to_lowercase();
    let mut words = themes.split(|c: char| !c.is_alphanumeric());
    words.find_map(|theme| theme.strip_prefix("matein")?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position, the stipulation, and the line.
    fn read(moves: &str, themes: &str, is_known: bool) -> Option<String> {
        let puzzle = WrittenPuzzle {
            fen: "8/8/8/8/8/2K5/8/k6R b - - 0 1",
            moves,
            themes,
            is_known,
        };
        let mut facts = ProblemFacts::default();
        let position = puzzle.position(&mut facts)?;
        Some(match position {
            Ok(fen) => String::from_utf8(facts.record(&fen, 1).line).expect("text"),
            Err(reason) => reason,
        })
    }

    #[test]
    fn the_moves_say_what_is_asked() {
        let after = "8/8/8/8/8/2K5/k7/7R w - -";
        let solved = format!("{after} Stip \"#2\"; pv Rd1 Ka3 Ra1#;");
        let whole = "a1a2 h1d1 a2a3 d1a1";
        for (moves, themes, is_known) in [
            (whole, "mate mateIn2", true),
            (whole, "", true),
            (whole, "mateIn5", true),
            ("a1a2, h1d1, a2a3, d1a1", "", false),
            ("['a1a2', 'h1d1', 'a2a3', 'd1a1']", "", false),
            ("['a1a2' 'h1d1' 'a2a3' 'd1a1']", "", false),
        ] {
            assert_eq!(
                read(moves, themes, is_known).as_ref(),
                Some(&solved),
                "{moves} {themes}"
            );
        }
        for (moves, themes, read_as) in [
            ("a1a2 h1h8", "mate mateIn3", format!("{after} Stip \"#3\";")),
            (
                "a1a2",
                "[\"mate\", \"mateIn2\"]",
                format!("{after} Stip \"#2\";"),
            ),
            ("a1a2 h1h8", "endgame", after.to_owned()),
            (
                "a1a3",
                "mateIn2",
                "the first move of this puzzle cannot be played".to_owned(),
            ),
            (
                "",
                "mateIn2",
                "the first move of this puzzle cannot be played".to_owned(),
            ),
        ] {
            assert_eq!(read(moves, themes, true), Some(read_as), "{moves} {themes}");
        }
        // Moves of another kind: the position is used unchanged.
        for moves in ["a1a2 h1h8", "Ka2 Rd1", "h1-d1", "", "3"] {
            assert_eq!(read(moves, "", false), None, "{moves}");
        }
    }

    #[test]
    fn a_mate_that_begins_with_the_position_is_asked_of_it() {
        let puzzle = WrittenPuzzle {
            fen: "8/8/8/8/8/2K5/k7/7R w - - 0 1",
            moves: "h1d1 a2a3 d1a1",
            themes: "",
            is_known: true,
        };
        let mut facts = ProblemFacts::default();
        assert_eq!(puzzle.position(&mut facts), Some(Ok(puzzle.fen.to_owned())));
        assert_eq!(facts.stipulation.as_deref(), Some("#2"));
    }
}
