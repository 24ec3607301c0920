//! Whole games of the table's player, against the opponents of the metaposition player.
//!
//! Where a start is won for sure the worst opponent is exactly as bad as one can be: the table's
//! number of moves is the most that its own tries can need, and there is always an answer that
//! needs it. So [`play_worst`] takes exactly the moves promised; the tests go through all
//! answers.

use shakmaty::Square;

use keymove::kriegspiel::announcement::Directions;
use keymove::kriegspiel::ending::EndingTable;
use keymove::kriegspiel::ending::geometry::WhiteTry;
use keymove::kriegspiel::metaposition::matches::MatchEnd;
use keymove::kriegspiel::metaposition::opponent::King;
use keymove::kriegspiel::metaposition::{Announcements, Ruling, Signal};
use keymove::kriegspiel::play::attack::Attack;
use keymove::kriegspiel::play::hiding::{Ruled, worst};

/// Plays a match of at most `limit` moves against a king that begins on `square`.
pub fn play(
    table: &EndingTable,
    attack: Attack,
    square: Square,
    mut king: King<'_>,
    limit: u16,
) -> MatchEnd {
    let mut square = square;
    go_through(table, attack, limit, |attack, tried| {
        let ruling = ruling(attack, tried);
        let mut answers = ruling.answers().iter();
        let checks = match answers.find(|(_, kings)| kings.contains(square)) {
            None if ruling.mated.contains(square) => return Ruled::Mate(Directions::NONE),
            None => return Ruled::Stalemate,
            Some((Signal::Illegal, _)) => return Ruled::Refused,
            Some((Signal::Silent, _)) => Directions::NONE,
            Some(&(Signal::Check(checks), _)) => checks,
        };
        square = king.reply(&ruling, square).unwrap_or(square);
        if ruling.after.takeable().contains(square) {
            Ruled::Taken(checks, square)
        } else {
            Ruled::Made(checks)
        }
    })
}

/// Plays a match of at most `limit` moves against the king that stands nowhere; see
/// `hiding`.
pub fn play_worst(table: &EndingTable, attack: Attack, limit: u16) -> MatchEnd {
    go_through(table, attack, limit, |attack, tried| {
        let ruled = worst(table, attack.placement(), attack.kings(), tried);
        // Every try of the attack is legal or illegal for some king.
        ruled.unwrap_or(Ruled::Refused)
    })
}

/// What the try means for each of the kings.
fn ruling(attack: &Attack, tried: &WhiteTry) -> Ruling {
    Ruling::new(&attack.metaposition(), tried.into(), Announcements::Full)
}

fn go_through(
    table: &EndingTable,
    start: Attack,
    limit: u16,
    mut umpire: impl FnMut(&Attack, &WhiteTry) -> Ruled,
) -> MatchEnd {
    let mut attack = start;
    let mut moves = 0;
    while let Some(tried) = attack.choose(table) {
        let fits = match umpire(&attack, &tried) {
            Ruled::Refused => attack.refused(table, &tried),
            Ruled::Made(checks) => {
                moves += 1;
                attack.made(table, &tried, checks)
            }
            Ruled::Taken(..) => return MatchEnd::Taken,
            Ruled::Mate(_) => return MatchEnd::Mate(moves + 1),
            Ruled::Stalemate => return MatchEnd::Stalemate,
        };
        debug_assert!(fits, "{tried}");
        if moves >= limit || !fits {
            break;
        }
    }
    MatchEnd::Endless
}
