//! Follows a player's record with the player's belief.

use std::ops::ControlFlow;

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

/// What a player knows after a record.
#[derive(Debug, Clone)]
pub struct History {
    /// The player.
    pub player: Color,
    /// The number of positions before the first half-move, and after each as far as it is known.
    pub sizes: Vec<usize>,
    /// The positions at the end, or why they are not known.
    pub belief: Result<Belief, Unknown>,
    /// The side to move at the end.
    pub turn: Color,
    /// Whether the record holds all that the player was told and will be: see
    /// [`is_recorded_whole`]. Where it does not, the player may know that some of the
    /// positions are not the real one.
    pub is_whole: bool,
}

/// Follows `game`, played by the rules it names, and keeps at most `cap` positions; ends where
/// `is_over` says so. `each` is shown the belief before the first half-move and after each.
///
/// # Errors
///
/// The first thing in the record that cannot be, or tells too little; or rules that are not known.
pub fn follow(
    game: &Game,
    cap: usize,
    is_over: impl Fn() -> bool,
    mut each: impl FnMut(&Belief),
) -> Result<History, RecordFinding> {
    follow_stages(game, cap, is_over, |stage| match stage.after {
        Ok(belief) => {
            each(belief);
            ControlFlow::Continue(())
        }
        // The own board could go on, but nothing would come of it.
        Err(_) => ControlFlow::Break(()),
    })
}

/// A half-move as the player has it, and the belief before and after it.
#[derive(Debug)]
pub struct BeliefStage<'a> {
    /// The half-move; none before the first one.
    pub deed: Option<&'a Deed>,
    /// The player's own men after it.
    pub own: &'a OwnBoard,
    /// The positions that fitted before it; none where they are not known, and before the first
    /// half-move.
    pub before: Option<&'a Belief>,
    /// The positions that fit after it, or why they are not known: from then on they never are.
    pub after: Result<&'a Belief, Unknown>,
}

/// What a player's record says of a half-move.
#[derive(Debug, Clone)]
pub enum Deed {
    /// The player's own.
    Own {
        /// The tries that were refused.
        refused: Vec<Try>,
        /// The move.
        made: Try,
        /// What was announced.
        heard: Hearing,
    },
    /// The other side's.
    Hidden {
        /// How many tries were refused.
        count: usize,
        /// What was announced.
        heard: Hearing,
    },
}

/// Like [`follow`], with more of every half-move. Where the belief is not known any more, the
/// own men alone are followed, until `each` breaks off.
///
/// # Errors
///
/// As [`follow`].
pub fn follow_stages(
    game: &Game,
    cap: usize,
    is_over: impl Fn() -> bool,
    mut each: impl FnMut(BeliefStage<'_>) -> ControlFlow<()>,
) -> Result<History, RecordFinding> {
    let rules = rules(game)?;
    let start = start(game)?;
    let player = player_of(game, &start)?;
    let mut own = OwnBoard::of(&start, player);
    let mut turn_of = start.turn();
    let mut belief = match cap {
        0 => Err(Unknown::TooLarge),
        _ => Ok(Belief::certain(CompactBoard::of(&start))),
    };
    let mut sizes = vec![1];
    let mut flow = each(BeliefStage {
        deed: None,
        own: &own,
        before: None,
        after: belief.as_ref().map_err(|unknown| *unknown),
    });
    for (index, turn) in game.turns.iter().enumerate() {
        if flow.is_break() {
            break;
        }
        let over = over_at(game, index);
        let is_stopped = belief.is_ok() && is_over();
        let deed = match () {
            () if is_stopped => None,
            () if turn_of == player => Some(own_deed(turn, over, rules, &mut own)?),
            () => Some(hidden_deed(turn, over, rules, &mut own)?),
        };
        turn_of = !turn_of;
        let after = match (&belief, &deed) {
            (Err(unknown), _) => Err(*unknown),
            (Ok(_), None) => Err(Unknown::Stopped),
            (Ok(belief), Some(deed)) => deed.follow(belief, cap, &is_over),
        };
        if let Ok(next) = &after {
            if next.is_empty() {
                return Err(impossible(turn));
            }
            sizes.push(next.len());
        }
        flow = each(BeliefStage {
            deed: deed.as_ref(),
            own: &own,
            before: belief.as_ref().ok(),
            after: after.as_ref().map_err(|unknown| *unknown),
        });
        if deed.is_none() {
            flow = ControlFlow::Break(());
        }
        belief = after;
    }
    Ok(History {
        player,
        sizes,
        belief,
        turn: match game.turns.len() % 2 {
            0 => start.turn(),
            _ => !start.turn(),
        },
        is_whole: is_recorded_whole(game, &start),
    })
}

/// No position is left behind `turn`.
fn impossible(turn: &Turn) -> RecordFinding {
    let text = "no position fits what is recorded up to here";
    RecordFinding::new(turn.place, Irregularity::Impossible, text)
}

/// What the record says of the end of the game at its half-move `index`, from 0.
fn over_at(game: &Game, index: usize) -> GameOver {
    match game.termination {
        Some(result) if result != GameResult::Unknown && index + 1 == game.turns.len() => {
            GameOver::Result(result.winner())
        }
        _ => GameOver::No,
    }
}

/// Whose belief the record tells.
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

/// The rules that the record names; Berkeley's if it names none.
fn rules(game: &Game) -> Result<RuleSet, RecordFinding> {
    RuleSet::named(game).map(|(rules, _)| rules).map_err(|tag| {
        let text = format!(
            "{}: the rules known are those of Berkeley, Berkeley + Any, Cincinnati and ICC (wild 16)",
            excerpt(&tag.value)
        );
        RecordFinding::new(tag.place, Irregularity::Tag, text)
    })
}

/// The position before the first half-move; also one that only a composer makes.
///
/// # Errors
///
/// What is wrong with the tag `FEN`.
pub fn start(game: &Game) -> Result<Chess, RecordFinding> {
    game.start_by(compose)
}

impl Deed {
    /// The belief after it.
    ///
    /// # Errors
    ///
    /// As [`Belief::hidden_move`].
    fn follow(
        &self,
        belief: &Belief,
        cap: usize,
        is_over: impl Fn() -> bool,
    ) -> Result<Belief, Unknown> {
        match self {
            Deed::Own {
                refused,
                made,
                heard,
            } => Ok(belief.own_move(refused, *made, *heard)),
            Deed::Hidden { count, heard } => belief.hidden_move(*heard, *count, cap, is_over),
        }
    }
}

/// Reads the player's own half-move and makes it on the own board.
fn own_deed(
    turn: &Turn,
    over: GameOver,
    rules: RuleSet,
    own: &mut OwnBoard,
) -> Result<Deed, RecordFinding> {
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
            // Nobody heard of it.
            Err(SanError::Impossible) => {}
            Err(SanError::Unreadable | SanError::Ambiguous(..)) => {
                let text = format!("{} is no try, or one of several", excerpt(written));
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
    Ok(Deed::Own {
        refused,
        made,
        heard,
    })
}

/// Reads the other side's half-move and takes what it took off the own board.
fn hidden_deed(
    turn: &Turn,
    over: GameOver,
    rules: RuleSet,
    own: &mut OwnBoard,
) -> Result<Deed, RecordFinding> {
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
        // Whatever stands there, the player did not hear it.
        0
    };
    Ok(Deed::Hidden { count, heard })
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

/// What a payload tells.
///
/// # Errors
///
/// It cannot be true, or tells too little.
pub fn heard(payload: &Payload, over: GameOver, rules: RuleSet) -> Result<Hearing, RecordFinding> {
    if let Some(item) = payload.slip() {
        let text = format!("{} may be a capture or a check", excerpt(item));
        return Err(RecordFinding::within(
            payload,
            Irregularity::BrokenPayload,
            text,
        ));
    }
    let told = match (payload.notation, payload.items().next()) {
        (Dialect::V09, _) => payload
            .checks()
            .map(|checks| News::All(payload.capture(), checks)),
        (Dialect::Proposal, None) => Some(News::All(None, Directions::NONE)),
        (Dialect::Proposal, Some(Info::Capture(square))) => Some(News::Capture(*square)),
        (Dialect::Proposal, Some(Info::Check(letters))) => letters.chars().next().map(News::Check),
        (Dialect::Proposal, Some(_)) => None,
    };
    let hearing = |told| Hearing {
        told,
        over,
        pawn_tries: rules.heard_pawn_tries(payload),
        signs: None,
    };
    told.map(hearing).ok_or_else(|| {
        let letters = excerpt(payload.check_letters().unwrap_or_default().as_bytes());
        let text = format!("C{letters}: the letters are F, L, N, R and S");
        RecordFinding::new(payload.place, Irregularity::Check, text)
    })
}
