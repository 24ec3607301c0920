//! Checks the lag of a game: one number for each half-move, in the order of the text, in
//! milliseconds.
//!
//! Clocks stop while a move is being transmitted, so they show less than the elapsed time. If the
//! lag of all half-moves of a board is added to the time shown by its clocks, the half-moves of
//! both boards are in the order of the text to within some tenths of a second; without it, they are
//! out of order by seconds.

use crate::clock::TimeControl;
use crate::finding::{BpgnFinding, Severity};
use crate::game::BpgnGame;
use crate::tags::words;
use keymove_base::error::excerpt;

/// Differences in order up to this number of milliseconds are ignored, because servers read the
/// clocks of the boards one after the other.
const TOLERATED: i64 = 2000;

pub(super) fn check(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) {
    let Some(tag) = game.tag_named("Lag") else {
        return;
    };
    let mut find = |severity, text| {
        findings.push(BpgnFinding::in_text(severity, tag.value.start, text));
    };
    let mut lags = Vec::with_capacity(game.half_moves().len());
    for word in words(game.bytes(tag.value)) {
        let Some(lag) = number(word) else {
            let place = lags.len() + 1;
            let text = format!("lag value {place} is not a number: {}", excerpt(word));
            return find(Severity::Error, text);
        };
        lags.push(lag);
    }
    let (numbers, half_moves) = (lags.len(), game.half_moves().len());
    if numbers != half_moves {
        let text = format!("{numbers} numbers of lag for {half_moves} half-moves");
        return find(Severity::Error, text);
    }
    let none = vec![0; lags.len()];
    let (Some(with), Some(without)) = (out_of_order(game, &lags), out_of_order(game, &none)) else {
        return;
    };
    if with > TOLERATED && with > without {
        let seconds = |millis: i64| millis as f64 / 1000.0;
        let text = format!(
            "with this lag the half-moves are up to {} seconds out of order, without it {}",
            seconds(with),
            seconds(without)
        );
        find(Severity::Note, text);
    }
}

/// The maximum number of milliseconds by which a half-move comes before an earlier one in the text,
/// according to the time used on its board, including lag. `None` if the clocks do not tell.
pub(super) fn out_of_order(game: &BpgnGame<'_>, lags: &[i64]) -> Option<i64> {
    let control = game.tag("TimeControl").and_then(TimeControl::read)?;
    if game.fen_tag().is_some() {
        return None;
    }
    let mut left = [control.start; 4];
    let mut spent = [0i64; 2];
    let (mut latest, mut worst) = (i64::MIN, 0);
    for (index, (half_move, lag)) in game.half_moves().iter().zip(lags).enumerate() {
        let clock = game.clock(index)?.millis;
        let (seat, board) = (half_move.seat.index(), half_move.seat.board.index());
        let used = left[seat] + control.increment - clock;
        left[seat] = clock;
        spent[board] = spent[board].saturating_add(used).saturating_add(*lag);
        if latest > spent[board] {
            worst = worst.max(latest.saturating_sub(spent[board]));
        }
        latest = latest.max(spent[board]);
    }
    Some(worst)
}

/// Milliseconds; no lag is longer than a day.
fn number(word: &[u8]) -> Option<i64> {
    const LONGEST: i64 = 86_400_000;
    let lag: i64 = std::str::from_utf8(word).ok()?.parse().ok()?;
    (-LONGEST..=LONGEST).contains(&lag).then_some(lag)
}
