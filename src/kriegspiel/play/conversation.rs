//! A conversation in which an ending is played: one line in, one [`ProgramReply`] out.
//!
//! [`Conversation`] has no stream and no clock. It supports three seatings ([`Seating`]): the
//! program attacks and the other side is the umpire; the program attacks and is the umpire, and the
//! other side moves the king; the program hides the king and is the umpire, and the other side
//! attacks. If it is attacker and umpire at once (`umpiring`), the [`Attack`] only gets the
//! umpire's words.

mod help;
mod umpiring;
mod words;

use shakmaty::{Bitboard, Color, Role};

use super::attack::{Attack, Pledge, announced};
use super::hiding::{Ruling, worst};
use super::hunt::{Hunt, HuntEnd, HuntMove};
use super::program_reply::{BoardView, ProgramReply};
use super::transcript::transcribe;
use crate::announcement::Directions;
use crate::ending::chance::Chance;
use crate::ending::geometry::WhiteTry;
use crate::ending::{EndingTable, WhitePlacement};
use crate::notation::{Game, Viewpoint};
use crate::umpire::Umpire;
use words::{Command, complete, read_command};

/// The roles of the program and the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seating {
    /// The program attacks; the other side hides the king and is the umpire.
    Attacker,
    /// The program attacks and is the umpire; the other side moves the king.
    AttackerAndUmpire,
    /// The program hides the king and is the umpire; the other side attacks.
    Hider,
}

/// The initial state of every game of a conversation.
#[derive(Debug, Clone, Copy)]
pub struct Opening {
    /// White's men in the first game; `None` for a random placement.
    pub placement: Option<WhitePlacement>,
    /// The possible squares of the king at the beginning; `None` for all.
    pub kings: Option<Bitboard>,
    /// The seed for random placements.
    pub seed: u64,
    /// The number of White's moves after which a game without mate ends.
    pub longest: usize,
}

/// The state that an undo restores.
#[derive(Debug, Clone)]
struct Moment {
    hunt: Hunt,
    attack: Attack,
    /// The real position, once the king has been placed.
    umpire: Option<Umpire>,
    /// White's move to which the king has not replied yet.
    pending: Option<(WhiteTry, Directions)>,
}

/// A conversation.
#[derive(Debug)]
pub struct Conversation {
    table: EndingTable,
    seating: Seating,
    opening: Opening,
    chance: Chance,
    now: Moment,
    past: Vec<Moment>,
    left: Vec<Game>,
    is_over: bool,
}

impl Conversation {
    /// Sets up the first game.
    pub fn new(table: EndingTable, seating: Seating, opening: Opening) -> Conversation {
        let mut chance = Chance::new(opening.seed);
        let placement = opening
            .placement
            .unwrap_or_else(|| draw(&table, &mut chance));
        let kings = opening.kings.unwrap_or(Bitboard::FULL);
        Conversation {
            now: Moment::new(&table, placement, kings),
            table,
            seating,
            opening,
            chance,
            past: Vec::new(),
            left: Vec::new(),
            is_over: false,
        }
    }

    /// The current game.
    pub fn hunt(&self) -> &Hunt {
        &self.now.hunt
    }

    /// The current board. A move of White's to which Black has not replied has been made on it, and
    /// if the other side moves the king, the king is shown.
    pub fn view(&self) -> BoardView {
        let hunt = &self.now.hunt;
        let (placement, kings) = match &self.now.pending {
            Some((made, checks)) => (made.after, announced(made, *checks, hunt.kings)),
            None => (hunt.placement, hunt.kings),
        };
        let umpire = self.now.umpire.as_ref();
        BoardView {
            placement,
            kings,
            king: umpire.and_then(|umpire| umpire.own_board(Color::Black).men(Role::King).first()),
        }
    }

    /// The first reply: the game that is set up.
    pub fn greeting(&self) -> ProgramReply {
        ProgramReply::Ready(self.view(), self.now.attack.pledge)
    }

    /// The commands in this seating.
    pub fn help(&self) -> ProgramReply {
        ProgramReply::Help(self.seating)
    }

    /// Whether the conversation is over.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Answers a line.
    pub fn answer(&mut self, line: &str) -> ProgramReply {
        match read_command(line, &self.now.hunt, self.seating) {
            Ok(heard) => self.respond(heard).unwrap_or_else(ProgramReply::Impossible),
            Err(text) => ProgramReply::Error(text),
        }
    }

    /// The reply to a command, or why it is impossible.
    fn respond(&mut self, heard: Command) -> Result<ProgramReply, String> {
        Ok(match heard {
            Command::Quit => {
                self.is_over = true;
                ProgramReply::Bye
            }
            Command::Help => self.help(),
            Command::Board => ProgramReply::Board(self.view()),
            Command::Undo => {
                self.now = self.past.pop().ok_or("nothing to take back")?;
                self.greeting()
            }
            Command::New(placement) => self.begin(placement)?,
            _ if self.now.hunt.end.is_some() => {
                return Err("the game is over: new, undo or quit".to_owned());
            }
            Command::Resign => {
                self.remember();
                let loser = match self.seating {
                    Seating::Hider => Color::White,
                    Seating::Attacker | Seating::AttackerAndUmpire => Color::Black,
                };
                self.leave_pending();
                self.over(HuntEnd::Resigned(loser), None)
            }
            heard => self.play(heard)?,
        })
    }

    /// The records of the games finished or abandoned since the last call and, with `all`, that of
    /// the current game if a move was made in it.
    pub fn records(&mut self, all: bool) -> Vec<Game> {
        let mut records = std::mem::take(&mut self.left);
        if all {
            records.extend(self.record());
        }
        records
    }

    /// The reply to a command that belongs to only one seating.
    fn play(&mut self, heard: Command) -> Result<ProgramReply, String> {
        match (self.seating, heard) {
            (Seating::Attacker, Command::Go) => self.chosen(ProgramReply::Tries),
            (Seating::Attacker, Command::Answer(answer)) => self.hear_umpire(answer),
            (Seating::AttackerAndUmpire, Command::King(square)) => self.hear_king(square),
            (Seating::Hider, Command::Try(tried)) => Ok(self.hear_try(tried)),
            (Seating::Hider, Command::Hint) => self.chosen(ProgramReply::Hint),
            _ => Err(format!("not in this game: {}", self.seating.words())),
        }
    }

    /// The next try, for an external umpire or as a hint.
    fn chosen(&self, say: fn(WhiteTry, Pledge) -> ProgramReply) -> Result<ProgramReply, String> {
        let next = self.now.attack.choose(&self.table);
        Ok(say(
            next.ok_or("there is nothing to try")?,
            self.now.attack.pledge,
        ))
    }

    /// An external umpire answered the try.
    fn hear_umpire(&mut self, answer: Ruling) -> Result<ProgramReply, String> {
        let tried = self.now.attack.choose(&self.table);
        let tried = tried.ok_or("there is nothing to answer")?;
        let ruled = complete(answer, &tried, self.now.hunt.kings)?;
        let before = self.now.clone();
        if !self.now.hunt.hear(&tried, ruled) {
            return Err(format!("no king fits that answer to {tried}"));
        }
        self.past.push(before);
        self.follow(&tried, ruled);
        match self.ending() {
            Some(end) => Ok(self.over(end, None)),
            None => self.chosen(ProgramReply::Tries),
        }
    }

    /// The other side, White, makes a try.
    fn hear_try(&mut self, tried: Option<WhiteTry>) -> ProgramReply {
        let Some(tried) = tried else {
            return ProgramReply::Nonsense;
        };
        let hunt = &self.now.hunt;
        let again = |one: &HuntMove| one.refused.contains(&tried);
        if hunt.moves.last().is_some_and(again) {
            return ProgramReply::Nonsense;
        }
        let ruled = worst(&self.table, hunt.placement, hunt.kings, &tried);
        let Some(ruled) = ruled else {
            return ProgramReply::Nonsense;
        };
        self.remember();
        self.tell(&tried, ruled);
        match (self.ending(), ruled) {
            (Some(end), _) => self.over(end, None),
            (None, Ruling::Made(checks)) => ProgramReply::Yes(checks),
            (None, _) => ProgramReply::No,
        }
    }

    /// Passes the umpire's words to the score sheet and to the attack.
    fn tell(&mut self, tried: &WhiteTry, ruled: Ruling) {
        let fits = self.now.hunt.hear(tried, ruled);
        debug_assert!(fits, "{tried}: {ruled:?}");
        self.follow(tried, ruled);
    }

    /// Passes the umpire's words to the attack.
    fn follow(&mut self, tried: &WhiteTry, ruled: Ruling) {
        let attack = &mut self.now.attack;
        let fits = match ruled {
            Ruling::Refused => attack.refused(&self.table, tried),
            Ruling::Made(checks) => attack.made(&self.table, tried, checks),
            Ruling::Taken(..) | Ruling::Mate(_) | Ruling::Stalemate => true,
        };
        debug_assert!(fits, "{tried}: {ruled:?}");
    }

    /// The end of the game, if it has ended.
    fn ending(&self) -> Option<HuntEnd> {
        let hunt = &self.now.hunt;
        let is_long = hunt.made() >= self.opening.longest;
        hunt.end.or(is_long.then_some(HuntEnd::Endless))
    }

    fn over(&mut self, end: HuntEnd, made: Option<WhiteTry>) -> ProgramReply {
        self.now.hunt.end = Some(end);
        ProgramReply::Over(end, made, self.now.hunt.made())
    }

    fn remember(&mut self) {
        self.past.push(self.now.clone());
    }

    fn begin(&mut self, placement: Option<WhitePlacement>) -> Result<ProgramReply, String> {
        let ending = self.table.ending();
        if placement.is_some_and(|given| given.ending() != ending) {
            return Err(format!("the men are not those of {ending}"));
        }
        self.left.extend(self.record());
        let placement = placement.unwrap_or_else(|| draw(&self.table, &mut self.chance));
        self.past.clear();
        self.now = Moment::new(&self.table, placement, Bitboard::FULL);
        Ok(self.greeting())
    }

    /// The record of the current game.
    fn record(&self) -> Option<Game> {
        let mut hunt = self.now.hunt.clone();
        if let Some((made, checks)) = &self.now.pending {
            hunt.hear(made, Ruling::Made(*checks));
        }
        if hunt.made() == 0 {
            return None;
        }
        let (names, viewpoint) = match self.seating {
            Seating::Attacker => (["solver", "?"], Viewpoint::For(Color::White)),
            Seating::AttackerAndUmpire => (["solver", "?"], Viewpoint::No),
            Seating::Hider => (["?", "solver"], Viewpoint::No),
        };
        transcribe(&hunt, viewpoint, names)
    }
}

impl Moment {
    fn new(table: &EndingTable, placement: WhitePlacement, kings: Bitboard) -> Moment {
        Moment {
            hunt: Hunt::new(placement, kings),
            attack: Attack::new(table, placement, kings),
            umpire: None,
            pending: None,
        }
    }
}

/// A random start that is certainly won, under a random symmetry.
fn draw(table: &EndingTable, chance: &mut Chance) -> WhitePlacement {
    let all = table.placements();
    // At least one start in nine is certainly won, so a thousand draws find one.
    for _ in 0..1000 {
        let placement = all[chance.below(all.len())];
        let kings = EndingTable::possible(placement);
        if table.moves_to_mate(placement, kings).is_some() {
            return placement;
        }
    }
    all[0]
}
