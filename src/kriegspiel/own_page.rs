//! A player's own game for a page that replays it ([`keymove_games::viewer`]): after each
//! half-move, the own men, the numbers of consistent positions with each man of the other side on
//! each square, the positions ruled out by every answer of the umpire, and the moments at which a
//! mate was certain. If the umpire's record is known, the umpire's board is next to it, covered.
//!
//! [`OwnPage::replayed`] is the entry point. The belief is followed as long as it has at most
//! [`OwnPage::positions`] positions; after that, the page has only the own men and says so.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::ControlFlow;

use shakmaty::{Bitboard, Chess, Color, Position as _, Role, Square};
use smallvec::{SmallVec, smallvec};

use super::announcement::{Announcement, Finish};
use super::belief::board::CompactBoard;
use super::belief::history::{BeliefStage, RecordedMove, follow_stages, start};
use super::belief::{Belief, GameOver, Hearing, News, Unknown};
use super::check::replay::{TurnReplay, replay};
use super::finding::RecordFinding;
use super::html::{board, page, remarks, san_of, umpire_says, write_number};
use super::notation::{Game, Turn, san};
use super::own_board::{OwnBoard, Try, king_start};
use super::problem::certain::{CertainMate, Lookout};
use super::problem::show::counted;
use super::rules::is_recorded_whole;
use keymove_base::stop::Stop;
use keymove_games::viewer::{BoardChange, MenText, PageBoard, PageGame, WrittenSteps};

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
        let umpire = umpire.map(|umpire| UmpireBoard {
            position: start.clone(),
            turns: umpire.turns.iter(),
            made: replay(umpire, start.clone()).turns.into_iter(),
        });
        let mut scribe = PageWriter {
            page: self,
            game,
            stop,
            whole: is_recorded_whole(game, &start),
            turn: start.turn(),
            number: start.fullmoves().get(),
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

/// The umpire's view of the game.
struct UmpireBoard<'a> {
    position: Chess,
    turns: std::slice::Iter<'a, Turn>,
    made: std::vec::IntoIter<TurnReplay>,
}

impl UmpireBoard<'_> {
    /// The board after the next half-move, that half-move, and its spelling.
    fn step(&mut self) -> Option<(MenText, TurnReplay, String)> {
        let (turn, done) = (self.turns.next()?, self.made.next()?);
        self.position.play_unchecked(done.played);
        let san = san_of(turn, &done).to_owned();
        Some((MenText::of(self.position.board()), done, san))
    }
}

/// Writes the half-moves.
struct PageWriter<'a> {
    page: &'a OwnPage,
    game: &'a Game,
    stop: &'a Stop,
    /// Whether the record contains everything that the player hears.
    whole: bool,
    /// The side to move, and the number of the move.
    turn: Color,
    number: u32,
    umpire: Option<UmpireBoard<'a>>,
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
            men: own_men(stage.own).to_string(),
            shade: shade(stage).unwrap_or_default(),
            ..board(self.game, Some(stage.own.color()))
        };
        let umpire = self.umpire.is_some().then(|| PageBoard {
            covered: true,
            turned: own.turned,
            men: MenText::of(start.board()).to_string(),
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
        let mut number = String::new();
        write_number(self.number, self.turn, &mut number);
        self.number += u32::from(self.turn == Color::Black);
        self.turn = !self.turn;
        let umpire = self.umpire.as_mut().and_then(UmpireBoard::step);
        let end = umpire
            .as_ref()
            .and_then(|(_, done, _)| done.announcement.end);
        let announcement = words(recorded_move, end);
        let mut remarks = remarks(&turn.after);
        let positions = self.positions_left(stage, recorded_move, &announcement, &mut remarks);
        let mut news = vec![announcement];
        news.extend(positions);
        let mut text = turn.written.text().to_owned();
        if let Some(mate) = self.certain(stage) {
            let _ = write!(text, " (mate in {})", mate.moves);
            remarks.push(mate.text);
        }
        news.retain(|words| !words.is_empty());
        let marks = match recorded_move {
            RecordedMove::Own { made, .. } => squares(*made, stage.own.color()),
            RecordedMove::Hidden { heard, .. } => match heard.news {
                News::All(Some(square), _) | News::Capture(square) => smallvec![square],
                _ => SmallVec::new(),
            },
        };
        let own_men = own_men(stage.own);
        let own = BoardChange {
            board: 0,
            men: Some(&own_men),
            marks,
            news: Some(Cow::Owned(news.join("; "))),
            shade: shade(stage).map(Cow::Owned),
            ..BoardChange::default()
        };
        let umpire = umpire.as_ref().map(|(men, done, san)| BoardChange {
            board: 1,
            men: Some(men),
            marks: keymove_games::viewer::marks(done.played),
            news: Some(Cow::Borrowed(san)),
            ..BoardChange::default()
        });
        let changes = [own].into_iter().chain(umpire);
        self.steps.list().push(&number, &text, changes, &remarks);
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
            .filter(|_| self.turn == stage.own.color())?;
        self.page.lookout.certain(belief, self.whole, self.stop)
    }
}

/// The squares that a move leaves and reaches.
fn squares(made: Try, player: Color) -> SmallVec<[Square; 2]> {
    match made {
        Try::Step { from, to, .. } => smallvec![from, to],
        Try::Castle(side) => smallvec![king_start(player), side.king_to(player)],
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
fn own_men(own: &OwnBoard) -> MenText {
    let color = own.color();
    let board = Role::ALL
        .into_iter()
        .fold(shakmaty::Board::empty(), |mut board, role| {
            for square in own.men(role) {
                board.set_piece_at(square, role.of(color));
            }
            board
        });
    MenText::of(&board)
}

/// The number of positions, then each square on which a man of the other side may be, with the
/// number of positions for each man: `641 e5p12k3 f6n600`; `None` if the positions are unknown.
fn shade(stage: &BeliefStage<'_>) -> Option<String> {
    let belief = stage.after.ok()?;
    let mut counts = [[0_u32; 6]; 64];
    for board in belief.boards() {
        let others: Bitboard = board.side(!stage.own.color());
        for (role, index) in Role::ALL.into_iter().zip(0..) {
            for square in board.men(role) & others {
                let cell: &mut [u32; 6] = &mut counts[square.to_usize()];
                cell[index] += 1;
            }
        }
    }
    let mut text = belief.len().to_string();
    for (square, cell) in Square::ALL.into_iter().zip(&counts) {
        if cell.iter().all(|&count| count == 0) {
            continue;
        }
        let _ = write!(text, " {square}");
        for (role, &count) in Role::ALL.into_iter().zip(cell) {
            if count > 0 {
                let _ = write!(text, "{}{count}", role.char());
            }
        }
    }
    Some(text)
}
