//! The commands in each seating: a line for programs, an explanation for people.

use super::Seating;

impl Seating {
    /// The commands of the protocol, on one line.
    pub fn words(self) -> &'static str {
        match self {
            Seating::Attacker => {
                "go, no, yes [FLNRS], mate [FLNRS], stalemate, taken SQUARE [FLNRS], board, undo, \
                 resign, new [MEN], quit"
            }
            Seating::AttackerAndUmpire => "king SQUARE, board, undo, resign, new [MEN], quit",
            Seating::Hider => "try MOVE, hint, board, undo, resign, new [MEN], quit",
        }
    }

    /// The reader's role in this game, and the meaning of each command.
    pub(in crate::play) fn explained(self) -> &'static str {
        match self {
            Seating::Attacker => {
                "\
I am White and attack. You are Black and the umpire: I do not see your king. You can say:
  go            I say what I try
  no            my try is illegal
  yes [CHECKS]  my try is legal and made: say it when Black has moved, too
  mate [CHECKS], stalemate
                my try is legal and ends the game
  taken SQUARE [CHECKS]
                my try is legal, and Black's king took the man on this square
  board, undo, resign, new [MEN], help, quit
CHECKS are the lines on which my man attacks your king, as one or two letters: F file,
L long diagonal, N knight, R rank, S short diagonal."
            }
            Seating::AttackerAndUmpire => {
                "\
I am White and attack, and I am the umpire, too. You are Black and have the king, which the
attacker does not see. You can say:
  king SQUARE   at first: the king stands there; then: it goes there; also Ke5 or e5 alone
  board, undo, resign, new [MEN], help, quit
On the board, k is your king, and each ? is a square where White reckons with it."
            }
            Seating::Hider => {
                "\
You are White and attack. I hide the black king, and I am the umpire. You can say:
  try MOVE      a move, as Ra1-h1, a1h1 or Rh1, also without try; when I say yes, it is made and
                Black has moved
  hint          what the table would try
  board, undo, resign, new [MEN], help, quit
On the board, each ? is a square where the king may be."
            }
        }
    }
}
