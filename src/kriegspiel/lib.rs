//! Kriegspiel: chess for players who do not see the other side's men. Berkeley rules.
//!
//! - [`announcement`]: what the umpire says to both players.
//! - [`own_board`]: what a player knows of the board for certain: the own men, and what can be
//!   tried with them.
//! - [`umpire`]: the only one who sees both sides; start reading here. [`dialogue`]: the same, line
//!   by line.
//! - [`rules`]: the rule sets that records name, and what they tell beyond Berkeley's.
//! - [`notation`]: records of games in PGN, read and written.
//! - [`check`]: replays records; [`finding`]: what may be wrong with them.
//! - [`filter`], [`convert`]: records made from records.
//! - [`belief`]: the positions a player has to reckon with; [`problem`]: whether the player can
//!   mate for sure; [`mine`]: problems made from games.
//! - [`html`]: a record as a page replays it, [`own_page`]: a player's own.
//! - [`ending`]: exact tables of endings against a bare king; [`metaposition`]: a player of them
//!   that only searches; [`play`]: endings played against somebody; [`sketch`]: boards as text.
//!
//! It prints nothing, opens no file and starts no thread: the commands are above. A long search asks
//! again and again whether it is to stop. Chess problems and their search are not known here.
//!
#![doc = include_str!("manual.md")]

/// The manual of `solver kriegspiel`.
pub const MANUAL: &str = include_str!("manual.md");

pub mod announcement;
pub mod belief;
pub mod check;
pub mod convert;
pub mod dialogue;
pub mod ending;
pub mod filter;
pub mod finding;
pub mod html;
pub mod metaposition;
pub mod mine;
pub mod notation;
pub mod own_board;
pub mod own_page;
pub mod play;
pub mod problem;
pub mod rules;
pub mod sketch;
pub mod umpire;
