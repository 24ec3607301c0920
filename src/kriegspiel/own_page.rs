//! A player's own game for a page that replays it ([`keymove_games::viewer`]): after each
//! half-move, the own men, the numbers of consistent positions with each man of the other side on
//! each square, the positions ruled out by every answer of the umpire, and the moments at which a
//! mate was certain. If the umpire's record is known, the umpire's board is next to it, covered.
//!
//! [`OwnPage::replayed`] is the entry point. The belief is followed as long as it has at most
//! [`OwnPage::positions`] positions; after that, the page has only the own men and says so.

use std::fmt::Write;
use std::ops::ControlFlow;

use shakmaty::{Board, Chess, Position as _, Role, Square};
use smallvec::{SmallVec, smallvec};

use super::announcement::{Announcement, Finish};
use super::belief::board::CompactBoard;
use super::belief::history::{BeliefStage, RecordedMove, follow_stages, start};
use super::belief::{Belief, GameOver, Hearing, News, Unknown, hidden_men};
use super::check::replay::{TurnReplay, replay};
use super::finding::RecordFinding;
use super::html::{board, page, remarks, san_of, umpire_says};
use super::notation::write::MoveNumber;
use super::notation::{Game, Turn, san};
use super::own_board::OwnBoard;
use super::problem::certain::{CertainMate, Lookout};
use super::problem::show::counted;
use super::rules::is_recorded_whole;
use keymove_base::stop::Stop;
use keymove_games::viewer::{BoardChange, PageBoard, PageGame, PageStep, WrittenSteps, marks};

/// The options of a player's page.
#[derive(Debug, Clone, Copy)]
pub struct OwnPage {
    /// The limit for the number of positions of a belief; 0: no belief is followed, and the page
    /// has only the own men.
    pub positions: usize,
    /// The limits for the search for certain mates.
    pub lookout: Lookout,
}

impl OwnPage {
    /// The page of a player's record, with the umpire's record of the same game if there is one.
    ///
    /// # Errors
    ///
    /// The first fact in the record that is impossible or insufficient.
    pub fn replayed(
        &self,
        game: &Game,
        umpire: Option<&Game>,
        stop: &Stop,
    ) -> Result<PageGame, RecordFinding> {
        let start = start(game)?;
        let umpire = umpire.map(|umpire| umpire_changes(umpire, start.clone()).into_iter());
        let mut scribe = PageWriter {
            page: self,
            game,
            stop,
            whole: is_recorded_whole(game, &start),
            number: MoveNumber {
                full: start.fullmoves().get(),
                turn: start.turn(),
            },
            umpire,
            opening: Vec::new(),
            boards: Vec::new(),
            done: 0,
            steps: WrittenSteps::default(),
        };
        let history = follow_stages(
            game,
            self.positions,
            || stop.is_raised(),
            |stage| scribe.note(&stage, &start),
        )?;
        let is_stopped = matches!(history.belief, Err(Unknown::Stopped));
        let remarks = [remarks(&game.opening), scribe.opening].concat();
        let end = is_stopped.then_some("stopped here");
        Ok(page(game, scribe.boards, remarks, scribe.steps, end))
    }
}

/// A half-move on the umpire's board, and how it ends the game.
type UmpireChange = (BoardChange<'static>, Option<Finish>);

/// The half-moves on the umpire's board.
fn umpire_changes(umpire: &Game, mut position: Chess) -> Vec<UmpireChange> {
    let made = replay(umpire, position.clone()).turns;
    let change = |(turn, done): (&Turn, TurnReplay)| {
        position.play_unchecked(done.played);
        let change = BoardChange {
            board: 1,
            men: Some(position.board().to_string()),
            marks: marks(done.played),
            news: Some(san_of(turn, &done).to_owned().into()),
            ..BoardChange::default()
        };
        (change, done.announcement.end)
    };
    umpire.turns.iter().zip(made).map(change).collect()
}

/// Writes the half-moves.
struct PageWriter<'a> {
    page: &'a OwnPage,
    game: &'a Game,
    stop: &'a Stop,
    /// Whether the record contains everything that the player hears.
    whole: bool,
    /// The number of the next half-move.
    number: MoveNumber,
    /// The half-moves on the umpire's board.
    umpire: Option<std::vec::IntoIter<UmpireChange>>,
    /// The text before the first half-move.
    opening: Vec<String>,
    boards: Vec<PageBoard>,
    /// The number of half-moves so far, and the half-moves.
    done: usize,
    steps: WrittenSteps,
}

impl PageWriter<'_> {
    fn note(&mut self, stage: &BeliefStage<'_>, start: &Chess) -> ControlFlow<()> {
        match stage.recorded_move {
            Some(recorded_move) => self.half_move(stage, recorded_move),
            None if self.boards.is_empty() => self.begin(stage, start),
            None => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn begin(&mut self, stage: &BeliefStage<'_>, start: &Chess) {
        let own = PageBoard {
            men: own_men(stage.own),
            shade: shade(stage).unwrap_or_default(),
            ..board(self.game, Some(stage.own.color()))
        };
        let umpire = self.umpire.is_some().then(|| PageBoard {
            covered: true,
            turned: own.turned,
            men: start.board().to_string(),
            ..board(self.game, None)
        });
        self.boards = [own].into_iter().chain(umpire).collect();
        let certain = self.certain(stage);
        self.opening.extend(certain.map(|mate| mate.text));
    }

    fn half_move(&mut self, stage: &BeliefStage<'_>, recorded_move: &RecordedMove) {
        let Some(turn) = self.game.turns.get(self.done) else {
            return;
        };
        self.done += 1;
        let number = self.number.to_string();
        self.number = self.number.next();
        let umpire = self.umpire.as_mut().and_then(Iterator::next);
        let end = umpire.as_ref().and_then(|(_, end)| *end);
        let announcement = words(recorded_move, end);
        let mut remarks = remarks(&turn.after);
        let positions = self.positions_left(stage, recorded_move, &announcement, &mut remarks);
        let news = Vec::from_iter([announcement].into_iter().chain(positions)).join("; ");
        let mut text = turn.written.text().to_owned();
        if let Some(mate) = self.certain(stage) {
            let _ = write!(text, " (mate in {})", mate.moves);
            remarks.push(mate.text);
        }
        let marks = match recorded_move {
            RecordedMove::Own { made, .. } => made.squares(stage.own.color()).into(),
            RecordedMove::Hidden { heard, .. } => match heard.news {
                News::All(Some(square), _) | News::Capture(square) => smallvec![square],
                _ => SmallVec::new(),
            },
        };
        let own = BoardChange {
            men: Some(own_men(stage.own)),
            marks,
            news: Some(news.into()),
            shade: shade(stage),
            ..BoardChange::default()
        };
        let changes = [own].into_iter().chain(umpire.map(|(change, _)| change));
        self.steps.push(&PageStep {
            number: &number,
            text: &text,
            changes: changes.collect(),
            remarks: &remarks,
        });
    }

    /// The number of consistent positions after a half-move in words; adds remarks on them.
    fn positions_left(
        &self,
        stage: &BeliefStage<'_>,
        recorded_move: &RecordedMove,
        announcement: &str,
        remarks: &mut Vec<String>,
    ) -> Option<String> {
        let most = self.page.positions;
        match stage.after {
            Ok(after) => {
                if let Some(before) = stage.before {
                    remarks.push(ruled_out(recorded_move, before, after, announcement, most));
                }
                Some(counted(after.len(), "position", "positions"))
            }
            Err(Unknown::TooLarge) if most > 0 => {
                let text = format!("more than {most} positions");
                if stage.before.is_some() {
                    let remark = format!("{text} fit from here on: only the own men are shown");
                    remarks.push(remark);
                }
                Some(text)
            }
            Err(Unknown::TooLarge | Unknown::Stopped) => None,
        }
    }

    /// A mate that is certain for the player, who is to move.
    fn certain(&self, stage: &BeliefStage<'_>) -> Option<CertainMate> {
        let belief = stage
            .after
            .ok()
            .filter(|_| self.number.turn == stage.own.color())?;
        self.page.lookout.certain(belief, self.whole, self.stop)
    }
}

/// The words heard about a half-move.
fn words(recorded_move: &RecordedMove, end: Option<Finish>) -> String {
    let (refused, heard) = match recorded_move {
        RecordedMove::Own { refused, heard, .. } => (refused.len(), heard),
        RecordedMove::Hidden { count, heard } => (*count, heard),
    };
    let end = end.or((heard.over == GameOver::Mate).then_some(Finish::Mate));
    let says = match heard.news {
        News::All(capture, checks) => umpire_says(Announcement {
            capture,
            checks,
            end,
        }),
        News::Capture(square) => format!("capture on {square}"),
        News::Check(letter) => format!("check ({letter})"),
        News::Unannounced => String::new(),
    };
    let mut says = match says.is_empty() {
        true => "silence".to_owned(),
        false => says,
    };
    if let Some(number) = heard.pawn_tries {
        let tries = counted(number as usize, "pawn try", "pawn tries");
        says = format!("{says}, {tries}");
    }
    match refused {
        0 => says,
        _ => format!(
            "{}; {says}",
            counted(refused, "try refused", "tries refused")
        ),
    }
}

/// The number of positions left by each answer of the umpire.
fn ruled_out(
    recorded_move: &RecordedMove,
    before: &Belief,
    after: &Belief,
    announcement: &str,
    cap: usize,
) -> String {
    let positions = |number| counted(number, "position", "positions");
    let mut text = positions(before.len());
    match recorded_move {
        RecordedMove::Own { refused, made, .. } => {
            let Some(own) = before.own_board() else {
                return text;
            };
            let mut left: Vec<&CompactBoard> = before.boards().iter().collect();
            for tried in refused {
                left.retain(|board| board.answer(*tried).is_none());
                let (name, left) = (san::write(*tried, &own), left.len());
                let _ = write!(text, "; no to {name}: {left} left");
            }
            left.retain(|board| board.answer(*made).is_some());
            let (name, left) = (san::write(*made, &own), left.len());
            let _ = write!(text, "; yes to {name}: {left} left");
        }
        RecordedMove::Hidden { count, .. } => {
            let any = Hearing {
                news: News::Unannounced,
                over: GameOver::Unannounced,
                pawn_tries: None,
                signs: None,
            };
            let replies = |count| match before.hidden_move(any, count, cap, || false) {
                Ok(all) => positions(all.len()),
                Err(_) => format!("more than {}", positions(cap)),
            };
            let _ = write!(text, "; {} after any reply", replies(0));
            if *count > 0 {
                let _ = write!(text, ", {} after one with so many tries", replies(*count));
            }
        }
    }
    let _ = write!(text, "; {announcement}: {}", positions(after.len()));
    text
}

/// The own men as in a FEN.
fn own_men(own: &OwnBoard) -> String {
    let of_role = |role: Role| {
        let squares = own.men(role).into_iter();
        squares.map(move |square| (square, role.of(own.color())))
    };
    let board: Board = Role::ALL.into_iter().flat_map(of_role).collect();
    board.to_string()
}

/// The number of positions, then each square on which a man of the other side may be, with the
/// number of positions for each man: `641 e5p12k3 f6n600`; `None` if the positions are unknown.
fn shade(stage: &BeliefStage<'_>) -> Option<String> {
    let belief = stage.after.ok()?;
    let mut text = belief.len().to_string();
    let hidden = hidden_men(belief.boards(), stage.own.color());
    for (square, men) in Square::ALL.into_iter().zip(hidden) {
        let found = Role::ALL.into_iter().filter(|&role| men[role] > 0);
        let found: String = found
            .map(|role| format!("{}{}", role.char(), men[role]))
            .collect();
        if !found.is_empty() {
            let _ = write!(text, " {square}{found}");
        }
    }
    Some(text)
}
