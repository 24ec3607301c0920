//! Whole games of the table's player, against the opponents of the metaposition player.
//!
//! If a start is certainly won, the worst opponent is exactly as bad as possible: the table's
//! number of moves is the most that its own tries can need, and there is always an answer that
//! needs it. So [`play_worst`] takes exactly the promised number of moves; the tests go through all
//! answers.

use shakmaty::{Bitboard, Square};

use keymove_kriegspiel::ending::EndingTable;
use keymove_kriegspiel::ending::geometry::WhiteTry;
use keymove_kriegspiel::metaposition::matches::MatchEnd;
use keymove_kriegspiel::metaposition::opponent::King;
use keymove_kriegspiel::play::attack::Attack;
use keymove_kriegspiel::play::hiding::{Ruling, worst};

/// Plays a match of at most `limit` moves against a king that begins on `square`.
pub fn play(
    table: &EndingTable,
    attack: Attack,
    square: Square,
    mut king: King<'_>,
    limit: u16,
) -> MatchEnd {
    let mut square = square;
    go_through(table, attack, limit, |_, tried| {
        let is_among = |kings: u64| Bitboard(kings).contains(square);
        if is_among(tried.refused) {
            return Ruling::Refused;
        }
        if is_among(tried.stalemates) {
            return Ruling::Stalemate;
        }
        let mut announced = tried.announced().into_iter();
        let checks = announced.find(|(_, kings)| is_among(*kings));
        let (checks, _) = checks.expect("a square of the king's");
        if is_among(tried.mates) {
            return Ruling::Mate(checks);
        }
        square = king.reply(tried, square).unwrap_or(square);
        if tried.after.takeable().contains(square) {
            Ruling::Taken(checks, square)
        } else {
            Ruling::Made(checks)
        }
    })
}

/// Plays a match of at most `limit` moves against the king that has no fixed square; see `hiding`.
pub fn play_worst(table: &EndingTable, attack: Attack, limit: u16) -> MatchEnd {
    go_through(table, attack, limit, |attack, tried| {
        let ruled = worst(table, attack.placement, attack.kings, tried);
        // Every try of the attack is legal or illegal for some king.
        ruled.unwrap_or(Ruling::Refused)
    })
}

fn go_through(
    table: &EndingTable,
    start: Attack,
    limit: u16,
    mut umpire: impl FnMut(&Attack, &WhiteTry) -> Ruling,
) -> MatchEnd {
    let mut attack = start;
    let mut moves = 0;
    while let Some(tried) = attack.choose(table) {
        match umpire(&attack, &tried) {
            Ruling::Refused => attack.hear_no(table, &tried),
            Ruling::Made(checks) => {
                moves += 1;
                attack.hear_yes(table, &tried, checks);
            }
            Ruling::Taken(..) => return MatchEnd::Taken,
            Ruling::Mate(_) => return MatchEnd::Mate(moves + 1),
            Ruling::Stalemate => return MatchEnd::Stalemate,
        }
        assert!(attack.kings.any(), "{tried}");
        if moves >= limit {
            break;
        }
    }
    MatchEnd::Endless
}
