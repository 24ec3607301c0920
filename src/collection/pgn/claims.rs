//! The moves of a game that begins with a problem, as claims: [`of_moves`].
//!
//! The first move of the game and the first moves of variations in its place are keys; with `?`
//! (`$2`, `$4`, `$6`) they are tries. Every way through the game is a line. Comments claim nothing,
//! and what is neither a move nor a sign of one is `Unread`.

use crate::collection::solution::{ClaimsDraft, DEEPEST, LEFT_OUT, SolutionToken, tokens};
use crate::epd::Operation;

/// The signs of a move by their numbers in PGN.
const NAGS: [(&str, &str); 6] = [
    ("$1", "!"),
    ("$2", "?"),
    ("$3", "!!"),
    ("$4", "??"),
    ("$5", "!?"),
    ("$6", "?!"),
];

/// What the moves of a game claim, as operations of a record.
pub(super) fn of_moves(movetext: &[u8]) -> Vec<Operation> {
    let text = without_comments(&String::from_utf8_lossy(movetext));
    let mut game = GameMoves::default();
    for token in tokens(&text) {
        game.read(token);
    }
    game.keep();
    for (m, marks) in &game.first_moves {
        if marks.contains('?') {
            game.draft.tries.push((m.clone(), Vec::new()));
        } else {
            game.draft.keys.push(m.clone());
        }
    }
    game.draft.operations()
}

/// The text without `{...}`, and without what follows a `;` in its line.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', ';']) {
        plain.push_str(&rest[..at]);
        plain.push(' ');
        let end = if rest[at..].starts_with('{') {
            '}'
        } else {
            '\n'
        };
        rest = rest[at..].split_once(end).map_or("", |(_, behind)| behind);
    }
    plain + rest
}

/// A game that is being read.
#[derive(Default)]
struct GameMoves {
    line: Vec<String>,
    /// Moves were added since the line was kept.
    is_new: bool,
    /// A word that is no move stood in the line, so that what follows has no place.
    is_lost: bool,
    /// The lines around the variation, whether they were new, and whether they were lost.
    outside: Vec<(Vec<String>, bool, bool)>,
    /// The first moves with their signs.
    first_moves: Vec<(String, String)>,
    draft: ClaimsDraft,
}

impl GameMoves {
    fn read(&mut self, token: SolutionToken<'_>) {
        match token {
            SolutionToken::Move(m) if self.is_lost => self.draft.skip(&m, true),
            SolutionToken::Move(m) => self.add(m),
            SolutionToken::Pass => self.add(LEFT_OUT.to_owned()),
            SolutionToken::Mark(mark) => self.mark(mark),
            SolutionToken::Open if self.outside.len() < DEEPEST => {
                let is_new = std::mem::take(&mut self.is_new);
                self.outside.push((self.line.clone(), is_new, self.is_lost));
                self.line.pop();
            }
            SolutionToken::Close => {
                self.keep();
                if let Some(outside) = self.outside.pop() {
                    (self.line, self.is_new, self.is_lost) = outside;
                }
            }
            SolutionToken::Word("*" | "1-0" | "0-1" | "1/2-1/2")
            | SolutionToken::Number(..)
            | SolutionToken::Dots => {}
            SolutionToken::Word(word) => match NAGS.iter().find(|(nag, _)| *nag == word) {
                Some((_, mark)) => self.mark(mark),
                // Other numbers say how a position is.
                None if word.starts_with('$') => {}
                None => {
                    self.draft.skip(word, self.is_lost);
                    self.is_lost = true;
                }
            },
            SolutionToken::Open => self.draft.skip("(", false),
            SolutionToken::Or | SolutionToken::But | SolutionToken::Threat => {}
        }
    }

    fn add(&mut self, m: String) {
        if self.line.is_empty() {
            self.first_moves.push((m.clone(), String::new()));
        }
        self.line.push(m);
        self.is_new = true;
    }

    fn mark(&mut self, mark: &str) {
        if let ([_], Some((_, marks))) = (self.line.as_slice(), self.first_moves.last_mut()) {
            marks.push_str(mark);
        }
    }

    fn keep(&mut self) {
        if std::mem::take(&mut self.is_new) && self.line.len() > 1 {
            self.draft.line(&self.line);
        }
    }
}
