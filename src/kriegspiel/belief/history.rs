//! Follows a player's record and updates the player's belief.

use shakmaty::{Chess, Color, Position as _};

use super::super::announcement::Directions;
use super::super::finding::{Irregularity, RecordFinding};
use super::super::notation::san::{self, SanError};
use super::super::notation::{
    Dialect, Game, GameResult, Info, MoveEntry, Payload, Tries, Turn, Viewpoint,
};
use super::super::own_board::{OwnBoard, Try};
use super::super::rules::{RuleSet, is_recorded_whole};
use super::board::CompactBoard;
use super::composed::compose;
use super::{Belief, GameOver, Hearing, News, Unknown};
use keymove_base::error::excerpt;
use keymove_games::pgn::Mark;

/// The knowledge of a player after a record.
#[derive(Debug, Clone)]
pub struct History {
    /// The player.
    pub player: Color,
    /// The positions at the end, or why they are unknown.
    pub belief: Result<Belief, Unknown>,
    /// The side to move at the end.
    pub turn: Color,
    /// Whether the record contains everything the player has been told and will be: see
    /// [`is_recorded_whole`]. If not, the player may know that some of the positions are not the
    /// real one.
    pub is_whole: bool,
}

/// Follows `game` by the rules that it names, with at most `cap` positions; stops when `is_over`
/// returns true. `each` is called with the belief before the first half-move and after each further
/// one, as long as it is known.
///
/// # Errors
///
/// The first fact in the record that is impossible or insufficient; or unknown rules.
pub fn follow(
    game: &Game,
    cap: usize,
    is_over: impl Fn() -> bool,
    mut each: impl FnMut(&Belief),
) -> Result<History, RecordFinding> {
    let rules = rules(game)?;
    let start = start(game)?;
    let player = player_of(game, &start)?;
    let mut own = OwnBoard::of(&start, player);
    let mut turn_of = start.turn();
    let mut belief = Ok(Belief::certain(CompactBoard::of(&start)));
    for (index, turn) in game.turns.iter().enumerate() {
        let Ok(before) = &belief else { break };
        each(before);
        let over = over_at(game, index);
        let after = if is_over() {
            Err(Unknown::Stopped)
        } else if turn_of == player {
            let (refused, made, heard) = read_own_move(turn, over, rules, &mut own)?;
            Ok(before.own_move(&refused, made, heard))
        } else {
            let (count, heard) = read_hidden_move(turn, over, rules, &mut own)?;
            before.hidden_move(heard, count, cap, &is_over)
        };
        if after.as_ref().is_ok_and(Belief::is_empty) {
            return Err(impossible(turn));
        }
        belief = after;
        turn_of = !turn_of;
    }
    if let Ok(belief) = &belief {
        each(belief);
    }
    Ok(History {
        player,
        belief,
        turn: match game.turns.len() % 2 {
            0 => start.turn(),
            _ => !start.turn(),
        },
        is_whole: is_recorded_whole(game, &start),
    })
}

/// A finding that no position is consistent with the record after `turn`.
fn impossible(turn: &Turn) -> RecordFinding {
    let text = "no position fits what is recorded up to here";
    RecordFinding::new(turn.place, Irregularity::Impossible, text)
}

/// The information about the end of the game at half-move `index`, from 0.
fn over_at(game: &Game, index: usize) -> GameOver {
    match game.termination {
        Some(result) if result != GameResult::Unknown && index + 1 == game.turns.len() => {
            GameOver::Result(result.winner())
        }
        _ => GameOver::No,
    }
}

/// The player whose knowledge the record contains.
fn player_of(game: &Game, start: &Chess) -> Result<Color, RecordFinding> {
    match game.viewpoint()? {
        Viewpoint::For(player) => Ok(player),
        // Everything is known.
        Viewpoint::No if game.turns.is_empty() => Ok(start.turn()),
        Viewpoint::No => Err(RecordFinding::new(
            game.place,
            Irregularity::Tag,
            "this is the umpire's record: filter it for a player first",
        )),
    }
}

/// The rules named in the record; Berkeley's if it names none.
fn rules(game: &Game) -> Result<RuleSet, RecordFinding> {
    RuleSet::named(game).map(|(rules, _)| rules).map_err(|tag| {
        let text = format!(
            "{}: the rules known are those of Berkeley, Berkeley + Any, Cincinnati and ICC (wild 16)",
            excerpt(&tag.value)
        );
        RecordFinding::new(tag.place, Irregularity::Tag, text)
    })
}

/// The position before the first half-move; positions that only composers make are accepted.
///
/// # Errors
///
/// A message about the tag `FEN`.
pub fn start(game: &Game) -> Result<Chess, RecordFinding> {
    game.start_by(compose)
}

/// Reads the player's own half-move and makes it on the own board: the refused tries, the move and
/// the announcement.
fn read_own_move(
    turn: &Turn,
    over: GameOver,
    rules: RuleSet,
    own: &mut OwnBoard,
) -> Result<(Vec<Try>, Try, Hearing), RecordFinding> {
    let here = |kind, text: String| RecordFinding::new(turn.place, kind, text);
    let MoveEntry::San(written) = &turn.written else {
        let text = "?? for the player's own move".to_owned();
        return Err(here(Irregularity::IllegalMove, text));
    };
    let payload = announcement(turn)?;
    let Tries::List(list) = &payload.tries else {
        let text = "a number stands where the player's tries should".to_owned();
        return Err(RecordFinding::within(payload, Irregularity::Count, text));
    };
    let mut refused = Vec::with_capacity(list.len());
    for written in list.in_order(payload.notation) {
        match san::read(written, own) {
            Ok((tried, _)) => refused.push(tried),
            // Nobody hears of such a try.
            Err(SanError::Impossible) => {}
            Err(SanError::Unreadable | SanError::Ambiguous(..)) => {
                let text = format!("{} is not a try, or is ambiguous", excerpt(written));
                let place = payload.place_of_try(written);
                return Err(RecordFinding::new(place, Irregularity::NonsenseTry, text));
            }
        }
    }
    let (made, spelling) = san::read(written, own).map_err(|error| {
        let text = format!("{} {}", excerpt(written.as_bytes()), error.text());
        here(Irregularity::IllegalMove, text)
    })?;
    let over = if spelling.mark == Some(Mark::Mate) {
        GameOver::Mate
    } else {
        over
    };
    let mut heard = heard(payload, over, rules)?;
    if payload.notation == Dialect::Proposal {
        heard.signs = Some((spelling.capture, spelling.mark.is_some()));
    }
    own.play(made);
    Ok((refused, made, heard))
}

/// Reads the other side's half-move and removes the captured man from the own board: the number of
/// refused tries and the announcement.
fn read_hidden_move(
    turn: &Turn,
    over: GameOver,
    rules: RuleSet,
    own: &mut OwnBoard,
) -> Result<(usize, Hearing), RecordFinding> {
    if let MoveEntry::San(written) = &turn.written {
        let text = format!(
            "{} where the other side's move is hidden, ??",
            excerpt(written.as_bytes())
        );
        return Err(RecordFinding::new(
            turn.place,
            Irregularity::IllegalMove,
            text,
        ));
    }
    let payload = announcement(turn)?;
    let heard = heard(payload, over, rules)?;
    if let Some(square) = payload.capture()
        && own.lose(square).is_none()
    {
        let text = format!("{square}: no man of the player's stands there");
        return Err(RecordFinding::within(payload, Irregularity::Capture, text));
    }
    let count = if rules.tells_refusals() {
        usize::try_from(payload.tries.count()).unwrap_or(usize::MAX)
    } else {
        // Whatever number is given, the player did not hear it.
        0
    };
    Ok((count, heard))
}

fn announcement(turn: &Turn) -> Result<&Payload, RecordFinding> {
    turn.payload().ok_or_else(|| {
        RecordFinding::new(
            turn.place,
            Irregularity::MissingPayload,
            "nothing is announced after this move",
        )
    })
}

/// The information in a payload.
///
/// # Errors
///
/// It cannot be true, or is insufficient.
pub fn heard(payload: &Payload, over: GameOver, rules: RuleSet) -> Result<Hearing, RecordFinding> {
    if let Some(item) = payload.slip() {
        let text = format!("{} may be a capture or a check", excerpt(item));
        return Err(RecordFinding::within(
            payload,
            Irregularity::BrokenPayload,
            text,
        ));
    }
    let news = match (payload.notation, payload.items().next()) {
        (Dialect::V09, _) => payload
            .checks()
            .map(|checks| News::All(payload.capture(), checks)),
        (Dialect::Proposal, None) => Some(News::All(None, Directions::NONE)),
        (Dialect::Proposal, Some(Info::Capture(square))) => Some(News::Capture(*square)),
        (Dialect::Proposal, Some(Info::Check(letters))) => letters.chars().next().map(News::Check),
        (Dialect::Proposal, Some(_)) => None,
    };
    let hearing = |news| Hearing {
        news,
        over,
        pawn_tries: rules.heard_pawn_tries(payload),
        signs: None,
        rules,
    };
    news.map(hearing).ok_or_else(|| {
        let letters = excerpt(payload.check_letters().unwrap_or_default().as_bytes());
        let text = format!("C{letters}: the letters are F, L, N, R and S");
        RecordFinding::new(payload.place, Irregularity::Check, text)
    })
}
