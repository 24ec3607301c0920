//! Recognizes moves of a solution that are not legal as they were read, but would be if the letter
//! of the man, the side or the blanks meant something else: [`may_be_another`].

use shakmaty::{Role, Square};

use super::choices;
use crate::epd::moves::{MoveError, read_move};
use keymove_rules::position::Position;

/// Whether `word`, which is not a legal move of `position`, becomes one with the letter of another
/// man or for the other side, or if it only names the square of such a man (`Rb3` of `Rb3 x b2`).
pub(super) fn may_be_another(position: &Position, word: &[u8]) -> bool {
    let is_move = |position: &Position, word: &[u8]| {
        let read = read_move(position, word);
        matches!(read, Ok(_) | Err(MoveError::Ambiguous(_)))
    };
    let passed = position.passed();
    choices(word).any(|word| {
        let (letter, rest) = match word {
            [letter, rest @ ..] if b"KQRBN".contains(letter) => (Some(*letter), rest),
            _ => (None, word),
        };
        let mut others = b"KQRBN".iter().filter(|_| letter.is_some());
        let stands = Square::from_ascii(rest).is_ok_and(|square| {
            let role = letter.map_or(Some(Role::Pawn), |l| Role::from_char(char::from(l)));
            let man = role.map(|role| role.of(position.turn()));
            position.board().piece_at(square) == man && man.is_some()
        });
        stands
            || others.any(|&other| is_move(position, &[&[other], rest].concat()))
            || passed.as_ref().is_some_and(|passed| is_move(passed, word))
    })
}
