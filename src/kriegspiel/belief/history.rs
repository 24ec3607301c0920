//! Follows a player's record with the player's belief.

use shakmaty::{Chess, Color, Position as _};

use super::super::announcement::Directions;
use super::super::check::replay::in_order;
use super::super::finding::{Irregularity, RecordFinding};
use super::super::notation::san::{self, SanError, Spelling};
use super::super::notation::{
    Dialect, Game, GameResult, Info, MoveEntry, Payload, Tries, Turn, UNKNOWN_FILTERED, Viewpoint,
};
use super::super::own_board::OwnBoard;
use super::super::rules::RuleSet;
use super::board::CompactBoard;
use super::composed::compose;
use super::{Belief, Hearing, News, Over, Unknown};
use crate::error::excerpt;
use crate::pgn::Mark;
use shakmaty::fen::Fen;

/// What a player knows after a record.
#[derive(Debug, Clone)]
pub struct History {
    /// The player.
    pub player: Color,
    /// The number of positions before the first half-move and after each, as far as it is known.
    pub sizes: Vec<usize>,
    /// The positions at the end, or why they are not known.
    pub belief: Result<Belief, Unknown>,
    /// The side to move at the end.
    pub turn: Color,
    /// Whether the record holds all that the player was told and will be: see
    /// [`RuleSet::is_recorded_whole`]. Where it does not, the player may know that some of the
    /// positions are not the real one.
    pub is_whole: bool,
}

/// Follows `game`, played by the rules it names, and keeps at most `cap` positions; `each` is shown
/// the belief before the first half-move and after each.
///
/// # Errors
///
/// The first thing in the record that cannot be, or tells too little; or rules that are not known.
pub fn follow(
    game: &Game,
    cap: usize,
    each: impl FnMut(&Belief),
) -> Result<History, RecordFinding> {
    follow_until(game, cap, || false, each)
}

/// Like [`follow`], but ends where `is_over` says so.
///
/// # Errors
///
/// As [`follow`].
pub fn follow_until(
    game: &Game,
    cap: usize,
    is_over: impl Fn() -> bool,
    mut each: impl FnMut(&Belief),
) -> Result<History, RecordFinding> {
    let rules = rules(game)?;
    let start = start(game)?;
    let player = match game.filtered() {
        Some(Viewpoint::For(player)) => player,
        // Everything is known.
        Some(Viewpoint::No) if game.turns.is_empty() => start.turn(),
        Some(Viewpoint::No) => {
            return Err(RecordFinding::new(
                game.place,
                Irregularity::Tag,
                "this is the umpire's record: filter it for a player first",
            ));
        }
        None => {
            let place = game.tag("Filtered").map_or(game.place, |tag| tag.place);
            return Err(RecordFinding::new(
                place,
                Irregularity::Tag,
                UNKNOWN_FILTERED,
            ));
        }
    };
    let mut following = Follower {
        player,
        rules,
        own: OwnBoard::of(&start, player),
        belief: Belief::certain(CompactBoard::of(&start)),
        cap,
    };
    let mut history = History {
        player,
        sizes: vec![1],
        belief: Err(Unknown::Stopped),
        turn: start.turn(),
        is_whole: rules.is_recorded_whole(&start),
    };
    each(&following.belief);
    for (index, turn) in game.turns.iter().enumerate() {
        let last = index + 1 == game.turns.len();
        let over = if last && !matches!(game.termination, None | Some(GameResult::Unknown)) {
            Over::Result(game.termination.and_then(GameResult::winner))
        } else {
            Over::No
        };
        let next = if is_over() {
            Err(Unknown::Stopped)
        } else if history.turn == player {
            Ok(following.own_turn(turn, over)?)
        } else {
            following.hidden_turn(turn, over, &is_over)?
        };
        history.turn = !history.turn;
        let next = match next {
            Ok(next) => next,
            Err(unknown) => {
                // The own board could go on, but nothing would come of it.
                history.turn = start.turn();
                if game.turns.len() % 2 == 1 {
                    history.turn = !history.turn;
                }
                history.belief = Err(unknown);
                return Ok(history);
            }
        };
        if next.is_empty() {
            return Err(RecordFinding::new(
                turn.place,
                Irregularity::Impossible,
                "no position fits what is recorded up to here",
            ));
        }
        history.sizes.push(next.len());
        following.belief = next;
        each(&following.belief);
    }
    history.belief = Ok(following.belief);
    Ok(history)
}

/// The rules that the record names; Berkeley's if it names none.
fn rules(game: &Game) -> Result<RuleSet, RecordFinding> {
    let Some(tag) = RuleSet::tag(game) else {
        return Ok(RuleSet::Berkeley);
    };
    RuleSet::from_value(&tag.value).ok_or_else(|| {
        let text = format!(
            "{}: the rules known are those of Berkeley, Berkeley + Any, Cincinnati and ICC (wild 16)",
            excerpt(&tag.value)
        );
        RecordFinding::new(tag.place, Irregularity::Tag, text)
    })
}

/// The position before the first half-move; also one that only a composer makes.
fn start(game: &Game) -> Result<Chess, RecordFinding> {
    let Some(tag) = game.tag("FEN") else {
        return Ok(Chess::default());
    };
    position(&tag.value).map_err(|text| RecordFinding::new(tag.place, Irregularity::Tag, text))
}

/// Reads a FEN; a position that only a composer makes is taken, too.
///
/// # Errors
///
/// What is wrong with it.
pub fn position(fen: &[u8]) -> Result<Chess, String> {
    let fen = Fen::from_ascii(fen).map_err(|error| format!("FEN: {error}"))?;
    compose(fen.into_setup()).map_err(|error| format!("FEN: {error}"))
}

struct Follower {
    player: Color,
    rules: RuleSet,
    own: OwnBoard,
    belief: Belief,
    cap: usize,
}

impl Follower {
    fn own_turn(&mut self, turn: &Turn, over: Over) -> Result<Belief, RecordFinding> {
        let at = |kind, text: String| RecordFinding::new(turn.place, kind, text);
        let MoveEntry::San(written) = &turn.written else {
            let text = "?? for the player's own move".to_owned();
            return Err(at(Irregularity::IllegalMove, text));
        };
        let payload = announcement(turn)?;
        let Tries::List(list) = &payload.tries else {
            return Err(RecordFinding::new(
                payload.tries_place(),
                Irregularity::Count,
                "a number stands where the player's tries should",
            ));
        };
        let mut refused = Vec::with_capacity(list.len());
        for tried in in_order(payload.notation, list) {
            match san::read(&tried.san, &self.own) {
                Ok((tried, _)) => refused.push(tried),
                // Nobody heard of it.
                Err(SanError::Impossible) => {}
                Err(SanError::Unreadable | SanError::Ambiguous(_)) => {
                    let text = format!(
                        "{} is no try, or one of several",
                        excerpt(tried.san.as_bytes())
                    );
                    return Err(RecordFinding::new(
                        tried.place,
                        Irregularity::NonsenseTry,
                        text,
                    ));
                }
            }
        }
        let (made, spelling) = san::read(written, &self.own).map_err(|error| {
            let text = match error {
                SanError::Unreadable => "is not a move",
                SanError::Impossible => "is impossible: no own man can go there",
                SanError::Ambiguous(_) => "may be made by several own men",
            };
            at(
                Irregularity::IllegalMove,
                format!("{} {text}", excerpt(written.as_bytes())),
            )
        })?;
        let over = if spelling.mark == Some(Mark::Mate) {
            Over::Mate
        } else {
            over
        };
        let heard = heard(payload, over)?;
        let signs = payload.notation == Dialect::Proposal;
        let next = self.belief.own_move(&refused, made, heard, |announcement| {
            !signs
                || (
                    announcement.capture.is_some(),
                    !announcement.checks.is_empty(),
                ) == said_by(spelling)
        });
        self.own.play(made);
        Ok(next)
    }

    fn hidden_turn(
        &mut self,
        turn: &Turn,
        over: Over,
        is_over: impl Fn() -> bool,
    ) -> Result<Result<Belief, Unknown>, RecordFinding> {
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
        let heard = heard(payload, over)?;
        if let Some(square) = payload.capture()
            && self.own.lose(square).is_none()
        {
            let text = format!("{square}: no man of the player's stands there");
            return Err(RecordFinding::new(
                payload.capture_place(),
                Irregularity::Capture,
                text,
            ));
        }
        let count = if self.rules.tells_refusals() {
            usize::try_from(payload.tries.count()).unwrap_or(usize::MAX)
        } else {
            // Whatever stands there, the player did not hear it.
            0
        };
        debug_assert_ne!(
            Some(self.player),
            self.belief.boards().first().map(CompactBoard::turn)
        );
        Ok(self.belief.hidden_move(heard, count, self.cap, is_over))
    }
}

/// Capture and check, as the signs at a move tell them.
fn said_by(spelling: Spelling) -> (bool, bool) {
    (spelling.is_capture(), spelling.mark.is_some())
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

fn heard(payload: &Payload, over: Over) -> Result<Hearing, RecordFinding> {
    let told = match (payload.notation, payload.info.first()) {
        (Dialect::V09, _) => payload
            .checks()
            .map(|checks| News::All(payload.capture(), checks)),
        (Dialect::Proposal, None) => Some(News::All(None, Directions::NONE)),
        (Dialect::Proposal, Some(Info::Capture(square))) => Some(News::Capture(*square)),
        (Dialect::Proposal, Some(Info::Check(letters))) => letters.chars().next().map(News::Check),
    };
    told.map(|told| Hearing { told, over }).ok_or_else(|| {
        let letters = excerpt(payload.check_letters().unwrap_or_default().as_bytes());
        let text = format!("C{letters}: the letters are F, L, N, R and S");
        RecordFinding::new(payload.place, Irregularity::Check, text)
    })
}
