//! A conversation in which an ending is played: one line in, one [`Said`] out.
//!
//! [`Conversation`] has no stream and no clock. Three seatings ([`Seating`]) share it: the program
//! attacks and somebody else is the umpire; it attacks and is the umpire, and somebody else moves
//! the king; it hides the king and is the umpire, and somebody else attacks. Where it is attacker
//! and umpire at once (`umpiring`), all the [`Attack`] is told are the umpire's words.

mod help;
mod umpiring;
mod words;

use shakmaty::{Bitboard, Color, Role};

use super::attack::{Attack, Pledge, announced};
use super::hiding::{Ruled, worst};
use super::hunt::{Hunt, HuntEnd, HuntMove};
use super::said::{BoardView, Said};
use super::transcript::transcribe;
use crate::announcement::Directions;
use crate::ending::chance::Chance;
use crate::ending::geometry::WhiteTry;
use crate::ending::{EndingTable, WhitePlacement};
use crate::notation::{Game, Viewpoint};
use crate::umpire::Umpire;
use words::{Heard, hear};

/// Who does what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seating {
    /// The program attacks; the other side hides the king and is the umpire.
    Attacker,
    /// The program attacks and is the umpire; the other side moves the king.
    AttackerAndUmpire,
    /// The program hides the king and is the umpire; the other side attacks.
    Hider,
}

/// What every game of a conversation begins with.
#[derive(Debug, Clone, Copy)]
pub struct Opening {
    /// White's men in the first game; none: drawn by chance.
    pub placement: Option<WhitePlacement>,
    /// The squares of the king then; none: all that are possible.
    pub kings: Option<Bitboard>,
    /// For what is drawn.
    pub seed: u64,
    /// A game without mate ends after so many moves of White's.
    pub longest: usize,
}

/// All that an undo brings back.
#[derive(Debug, Clone)]
struct Moment {
    hunt: Hunt,
    attack: Attack,
    /// The real position, once the king is placed.
    umpire: Option<Umpire>,
    /// White's move that the king has not replied to.
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

    /// The game as it stands.
    pub fn hunt(&self) -> &Hunt {
        &self.now.hunt
    }

    /// The board as it stands now. A move of White's to which Black has not replied is made on it,
    /// and where the other side moves the king, that king is on it.
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

    /// The first thing said: the game that is set up.
    pub fn greeting(&self) -> Said {
        Said::Ready(self.view(), self.now.attack.pledge)
    }

    /// What may be said, in this seating.
    pub fn help(&self) -> Said {
        Said::Help(self.seating)
    }

    /// Whether the conversation is over.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Answers a line.
    pub fn answer(&mut self, line: &str) -> Said {
        match hear(line, &self.now.hunt, self.seating) {
            Ok(heard) => self.respond(heard).unwrap_or_else(Said::Impossible),
            Err(text) => Said::Error(text),
        }
    }

    /// What is said to what was heard, or why that cannot be.
    fn respond(&mut self, heard: Heard) -> Result<Said, String> {
        Ok(match heard {
            Heard::Quit => {
                self.is_over = true;
                Said::Bye
            }
            Heard::Help => self.help(),
            Heard::Board => Said::Board(self.view()),
            Heard::Undo => {
                self.now = self.past.pop().ok_or("nothing to take back")?;
                self.greeting()
            }
            Heard::New(placement) => self.begin(placement)?,
            _ if self.now.hunt.end.is_some() => {
                return Err("the game is over: new, undo or quit".to_owned());
            }
            Heard::Resign => {
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

    /// The records of the games left for others since the last call, and with `all` that of the
    /// game as it stands, if a move was made in it.
    pub fn records(&mut self, all: bool) -> Vec<Game> {
        let mut records = std::mem::take(&mut self.left);
        if all {
            records.extend(self.record());
        }
        records
    }

    /// What is said to what belongs to one seating only.
    fn play(&mut self, heard: Heard) -> Result<Said, String> {
        match (self.seating, heard) {
            (Seating::Attacker, Heard::Go) => self.chosen(Said::Tries),
            (Seating::Attacker, Heard::Answer(answer)) => self.hear_umpire(answer),
            (Seating::AttackerAndUmpire, Heard::King(square)) => self.hear_king(square),
            (Seating::Hider, Heard::Try(tried)) => Ok(self.hear_try(tried)),
            (Seating::Hider, Heard::Hint) => self.chosen(Said::Hint),
            _ => Err(format!("not in this game: {}", self.seating.words())),
        }
    }

    /// The next try, for an umpire elsewhere or as a hint.
    fn chosen(&self, say: fn(WhiteTry, Pledge) -> Said) -> Result<Said, String> {
        let next = self.now.attack.choose(&self.table);
        Ok(say(
            next.ok_or("there is nothing to try")?,
            self.now.attack.pledge,
        ))
    }

    /// An umpire elsewhere answered the try.
    fn hear_umpire(&mut self, answer: words::UmpireWord) -> Result<Said, String> {
        let tried = self.now.attack.choose(&self.table);
        let tried = tried.ok_or("there is nothing to answer")?;
        let ruled = answer.ruled(&tried, self.now.hunt.kings)?;
        let before = self.now.clone();
        if !self.now.hunt.hear(&tried, ruled) {
            return Err(format!("no king fits that answer to {tried}"));
        }
        self.past.push(before);
        self.follow(&tried, ruled);
        match self.ending() {
            Some(end) => Ok(self.over(end, None)),
            None => self.chosen(Said::Tries),
        }
    }

    /// The other side, White, tries something.
    fn hear_try(&mut self, tried: Option<WhiteTry>) -> Said {
        let Some(tried) = tried else {
            return Said::Nonsense;
        };
        let hunt = &self.now.hunt;
        let again = |one: &HuntMove| one.refused.contains(&tried);
        if hunt.moves.last().is_some_and(again) {
            return Said::Nonsense;
        }
        let ruled = worst(&self.table, hunt.placement, hunt.kings, &tried);
        let Some(ruled) = ruled else {
            return Said::Nonsense;
        };
        self.remember();
        self.tell(&tried, ruled);
        match (self.ending(), ruled) {
            (Some(end), _) => self.over(end, None),
            (None, Ruled::Made(checks)) => Said::Yes(checks),
            (None, _) => Said::No,
        }
    }

    /// The umpire's words, to the sheet and to the attack.
    fn tell(&mut self, tried: &WhiteTry, ruled: Ruled) {
        let fits = self.now.hunt.hear(tried, ruled);
        debug_assert!(fits, "{tried}: {ruled:?}");
        self.follow(tried, ruled);
    }

    /// The umpire's words, to the attack.
    fn follow(&mut self, tried: &WhiteTry, ruled: Ruled) {
        let attack = &mut self.now.attack;
        let fits = match ruled {
            Ruled::Refused => attack.refused(&self.table, tried),
            Ruled::Made(checks) => attack.made(&self.table, tried, checks),
            Ruled::Taken(..) | Ruled::Mate(_) | Ruled::Stalemate => true,
        };
        debug_assert!(fits, "{tried}: {ruled:?}");
    }

    /// The end, if this is one.
    fn ending(&self) -> Option<HuntEnd> {
        let hunt = &self.now.hunt;
        let is_long = hunt.made() >= self.opening.longest;
        hunt.end.or(is_long.then_some(HuntEnd::Endless))
    }

    fn over(&mut self, end: HuntEnd, made: Option<WhiteTry>) -> Said {
        self.now.hunt.end = Some(end);
        Said::Over(end, made, self.now.hunt.made())
    }

    fn remember(&mut self) {
        self.past.push(self.now.clone());
    }

    fn begin(&mut self, placement: Option<WhitePlacement>) -> Result<Said, String> {
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

    /// The record of the game as it stands.
    fn record(&self) -> Option<Game> {
        let mut hunt = self.now.hunt.clone();
        if let Some((made, checks)) = &self.now.pending {
            hunt.hear(made, Ruled::Made(*checks));
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

/// A start that is won for sure, turned some way.
fn draw(table: &EndingTable, chance: &mut Chance) -> WhitePlacement {
    let all = table.placements();
    // Of the endings one start in nine or more is won for sure, so a thousand draws find one.
    for _ in 0..1000 {
        let placement = all[chance.below(all.len())];
        let kings = EndingTable::possible(placement);
        if table.moves_to_mate(placement, kings).is_some() {
            return placement;
        }
    }
    all[0]
}
