//! Finds what is wrong with a game: the text, the tags, the start, the half-moves, the end.
//!
//! Errors break a rule or contradict another part of the game. Notes are deviations from the
//! standard that are common or may have a reason.

mod clocks;
mod lag;
mod tags;

use self::clocks::Clocks;
use super::board::BughouseBoard;
use super::ending::{EndingKind, GameEnd, lost_by};
use super::finding::{BpgnFinding, Severity};
use super::game::{BpgnGame, HalfMove};
use super::mate::MateRule;
use super::replay::BpgnReplay;
use super::san::SanList;
use super::seat::{BoardName, Seat};
use super::tags::decode;
use keymove_base::error::excerpt;
use keymove_games::pgn::{GameResult, Mark};
use shakmaty::Move;

/// The result of checking a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CheckResult {
    /// The number of half-moves that were played.
    pub played: usize,
    /// The number of half-moves after the first one that cannot be played.
    pub unplayed: usize,
    /// The seat that is mated; the first one, if the other board continued.
    pub mated: Option<Seat>,
    /// The seats that have no reply at the end with their present hands, whether or not a further
    /// man could help.
    pub mated_now: [Option<Seat>; 2],
}

/// Checks a game and appends the findings in the order of the text.
pub fn check(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) -> CheckResult {
    checked_moves(game, findings).0
}

/// Like [`check`], with the moves as far as the game can be played.
pub(super) fn checked_moves(
    game: &BpgnGame<'_>,
    findings: &mut Vec<BpgnFinding>,
) -> (CheckResult, Vec<Move>) {
    let first = findings.len();
    findings.extend(game.problems());
    self::tags::check(game, findings);
    self::lag::check(game, findings);
    let mut moves = Vec::with_capacity(game.half_moves().len());
    let checked = match BpgnReplay::start(game) {
        Ok(replay) => replayed(game, replay, MoveLog::Moves(&mut moves), findings),
        Err(error) => {
            findings.push(error);
            CheckResult {
                unplayed: game.half_moves().len(),
                ..CheckResult::default()
            }
        }
    };
    check_end(game, &checked, findings);
    findings[first..].sort_by_key(|finding| finding.place);
    (checked, moves)
}

/// The list to which the moves that can be played are appended.
enum MoveLog<'a> {
    Moves(&'a mut Vec<Move>),
    Sans(&'a mut SanList),
}

/// Appends the findings that make a game illegal, for writers that check nothing else: the errors
/// of its start and half-moves. Such writers report faults of the text themselves, and a result
/// that contradicts the board does not make a move illegal. Returns the moves in SAN as far as the
/// game can be played.
pub fn played_in_san(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) -> SanList {
    let mut sans = SanList::with_capacity(game.half_moves().len());
    let mut found = Vec::new();
    match BpgnReplay::start(game) {
        Ok(replay) => {
            replayed(game, replay, MoveLog::Sans(&mut sans), &mut found);
        }
        Err(error) => found.push(error),
    }
    found.retain(|finding| finding.severity == Severity::Error);
    findings.append(&mut found);
    findings.sort_by_key(|finding| finding.place);
    sans
}

/// The result shown by the game itself, whatever its tag says: by mate on a board, or by the
/// comment at the end.
pub fn shown_result(game: &BpgnGame<'_>) -> Option<GameResult> {
    let checked = check(game, &mut Vec::new());
    shown_by(&checked, GameEnd::all(game).next().as_ref())
}

/// The result of a mate or, without a mate, of an ending in words.
fn shown_by(checked: &CheckResult, ending: Option<&GameEnd>) -> Option<GameResult> {
    let of_words = || ending.map(|ending| ending.result);
    checked.mated.map(lost_by).or_else(of_words)
}

/// Plays the game and checks each half-move. If the moves are wanted in SAN, only errors are
/// searched for: clocks cause none, and of the signs only `#` can. In that case, mates are not
/// determined.
fn replayed(
    game: &BpgnGame<'_>,
    mut replay: BpgnReplay,
    mut log: MoveLog<'_>,
    findings: &mut Vec<BpgnFinding>,
) -> CheckResult {
    let all = matches!(log, MoveLog::Moves(_));
    if replay.resumed && all {
        starting_position(game, &replay, findings);
    }
    // A game that continues from a position may begin with any number.
    let mut next_numbers = [(!replay.resumed).then_some(1); 2];
    let mut clocks = Clocks::new(game, &replay);
    let mut refused = false;
    let mut checked = CheckResult {
        mated: mated(&replay, MateRule::Unblockable).next(),
        ..CheckResult::default()
    };
    let mut over = false;
    for (index, half_move) in game.half_moves().iter().enumerate() {
        if all {
            clocks.check(game, index, half_move, findings);
        }
        if refused {
            checked.unplayed += 1;
            continue;
        }
        let next = &mut next_numbers[half_move.seat.board.index()];
        check_number(half_move, next, findings);
        let step = match &mut log {
            MoveLog::Moves(moves) => replay
                .step(game, half_move)
                .inspect(|played| moves.push(played.m)),
            MoveLog::Sans(sans) => replay.step_in_san(game, half_move, sans),
        };
        match step {
            Ok(played) => {
                checked.played += 1;
                if let Some(seat) = checked.mated.filter(|_| !over) {
                    over = true;
                    let text = format!(
                        "the game goes on, but {} is mated",
                        player_and_seat(game, seat)
                    );
                    findings.push(BpgnFinding::at_half_move(Severity::Note, half_move, text));
                }
                let board = replay.boards.board(half_move.seat.board);
                let is_marked = played.mark == Some(Mark::Mate)
                    || all && (played.mark.is_some() || board.checkers().any());
                if is_marked && mark(board, half_move, played.mark, findings) {
                    checked.mated = checked.mated.or(Some(half_move.seat.opponent()));
                }
            }
            Err(refusal) => {
                let text = format!("{}: {refusal}", excerpt(game.bytes(half_move.san)));
                findings.push(BpgnFinding::at_half_move(Severity::Error, half_move, text));
                refused = true;
                checked.unplayed += 1;
            }
        }
    }
    if all {
        clocks.finish(findings);
        if !refused {
            let mut seats = mated(&replay, MateRule::Now);
            checked.mated_now = [seats.next(), seats.next()];
        }
    }
    checked
}

/// Compares the number of a half-move with `next`, if a number is expected, and sets the next one,
/// so that one wrong number is reported only once.
fn check_number(half_move: &HalfMove, next: &mut Option<u32>, findings: &mut Vec<BpgnFinding>) {
    if let Some(next) = next.filter(|next| *next != half_move.number) {
        let text = format!("the number should be {next}");
        findings.push(BpgnFinding::at_half_move(Severity::Error, half_move, text));
    }
    let step = u32::from(half_move.seat.color.is_black());
    *next = Some(half_move.number.saturating_add(step));
}

/// The seats that are mated on the current boards.
fn mated(replay: &BpgnReplay, rule: MateRule) -> impl Iterator<Item = Seat> {
    BoardName::ALL.into_iter().filter_map(move |name| {
        let board = replay.boards.board(name);
        board.is_mate(rule).then(|| Seat {
            board: name,
            color: board.turn(),
        })
    })
}

/// Findings about a game's own starting position.
fn starting_position(game: &BpgnGame<'_>, replay: &BpgnReplay, findings: &mut Vec<BpgnFinding>) {
    let at = game.fen_tag().map_or(0, |tag| tag.value.start);
    for dropped in &replay.dropped {
        let text = format!("FEN: {dropped}; not taken");
        findings.push(BpgnFinding::in_text(Severity::Note, at, text));
    }
    let imbalances = replay.boards.imbalances();
    if !imbalances.is_empty() {
        let list = imbalances.join(", ");
        let text = format!("FEN: these are not the men of two sets: {list}");
        findings.push(BpgnFinding::in_text(Severity::Note, at, text));
    }
}

/// Compares the sign after a move with the position it leads to; returns whether that is mate.
fn mark(
    board: &BughouseBoard,
    half_move: &HalfMove,
    mark: Option<Mark>,
    findings: &mut Vec<BpgnFinding>,
) -> bool {
    let mate = board.is_mate(MateRule::Unblockable);
    let (severity, text) = match mark {
        Some(Mark::Mate) if mate => return true,
        Some(Mark::Mate) if board.is_mate(MateRule::Now) => (
            Severity::Note,
            "marked #, but a man that comes could be put between",
        ),
        Some(Mark::Mate) => (Severity::Error, "marked #, but this is not mate"),
        Some(Mark::Check) if mate => (Severity::Note, "mate is marked +"),
        Some(Mark::Check) if board.checkers().is_empty() => {
            (Severity::Note, "marked +, but this is not check")
        }
        Some(Mark::Check) => return false,
        None if mate => (Severity::Note, "mate is not marked"),
        None => (Severity::Note, "check is not marked"),
    };
    findings.push(BpgnFinding::at_half_move(severity, half_move, text));
    mate
}

/// Compares all statements about the end of the game: mate, the ending in words, both results.
fn check_end(game: &BpgnGame<'_>, checked: &CheckResult, findings: &mut Vec<BpgnFinding>) {
    let endings: Vec<GameEnd> = GameEnd::all(game).collect();
    let shown = shown_by(checked, endings.first());
    for ending in &endings {
        let found = match ending.seat.filter(|_| ending.how == EndingKind::Checkmated) {
            Some(loser) => check_mated(game, checked, loser),
            None => shown.filter(|shown| *shown != ending.result).map(|shown| {
                let (said, shown) = (reason(game, ending), shown.as_str());
                let text = format!("{said}, as it says here, but the game ended {shown}");
                (Severity::Error, text)
            }),
        };
        let finding = |(severity, text)| BpgnFinding::in_text(severity, ending.at, text);
        findings.extend(found.map(finding));
    }
    if game.result().is_none() && !game.half_moves().is_empty() {
        let end = game.text().len().saturating_sub(1) as u32;
        let text = "no result at the end";
        findings.push(BpgnFinding::in_text(Severity::Note, end, text));
    }
    let Some(shown) = shown else {
        return;
    };
    let why = || match (checked.mated, endings.first()) {
        (Some(seat), _) => format!("{} is mated", player_and_seat(game, seat)),
        (None, ending) => ending.map_or_else(String::new, |ending| reason(game, ending)),
    };
    // If the movetext does not say how the game ended, the tag counts.
    let of_tag = game.tag_named("Result").and_then(|tag| {
        let result = GameResult::read_loosely(game.bytes(tag.value))?;
        Some((result, tag.value))
    });
    let of_tag = of_tag.filter(|(tag, _)| match game.result() {
        Some((end, _)) => end == GameResult::Unknown && *tag != end,
        None => true,
    });
    for (result, span) in game.result().into_iter().chain(of_tag) {
        if shown == result {
            continue;
        }
        let severity = match result {
            GameResult::Unknown => Severity::Note,
            _ => Severity::Error,
        };
        let (result, shown, why) = (result.as_str(), shown.as_str(), why());
        let text = format!("the result is {result}, but {why}: {shown}");
        findings.push(BpgnFinding::in_text(severity, span.start, text));
    }
}

/// The fault in an ending that says who is checkmated, given that `loser` is; `None` if it is
/// right.
fn check_mated(
    game: &BpgnGame<'_>,
    checked: &CheckResult,
    loser: Seat,
) -> Option<(Severity, String)> {
    let name = player_and_seat(game, loser);
    match checked.mated {
        // If two seats have the same name, the mated one is meant.
        Some(mated) if mated == loser || game.tag(mated.tag()) == game.tag(loser.tag()) => None,
        Some(mated) => {
            let mated = player_and_seat(game, mated);
            let text = format!("{name} is said to be checkmated, but {mated} is");
            Some((Severity::Error, text))
        }
        None if checked.unplayed > 0 || checked.played == 0 => None,
        None if checked.mated_now.contains(&Some(loser)) => {
            let text = format!("{name} is checkmated, unless a man comes that can be put between");
            Some((Severity::Note, text))
        }
        None => {
            let text = format!("{name} is said to be checkmated, but is not");
            Some((Severity::Error, text))
        }
    }
}

/// The ending in words.
fn reason(game: &BpgnGame<'_>, ending: &GameEnd) -> String {
    match (ending.how, ending.seat, ending.result) {
        (EndingKind::Drawn, ..) => "the game was drawn".to_owned(),
        (EndingKind::Aborted, ..) => "the game was aborted or adjourned".to_owned(),
        (EndingKind::Won, Some(seat), _) => format!("{} won", player_and_seat(game, seat)),
        (_, Some(seat), _) => format!("{} lost", player_and_seat(game, seat)),
        (_, None, GameResult::White) => "WhiteA's team won".to_owned(),
        (_, None, _) => "BlackA's team won".to_owned(),
    }
}

/// A player's name with the seat: `raven (WhiteA)`.
fn player_and_seat(game: &BpgnGame<'_>, seat: Seat) -> String {
    match game.players()[seat.index()] {
        Some(name) => format!("{} ({seat})", excerpt(decode(name).as_bytes())),
        None => seat.to_string(),
    }
}
