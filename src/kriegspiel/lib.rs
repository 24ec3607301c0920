//! Kriegspiel: chess for players who do not see the other side's men. Berkeley rules.
//!
//! - [`announcement`]: the umpire's announcements to both players.
//! - [`own_board`]: what a player certainly knows of the board: the own men, and the possible
//!   tries.
//! - [`umpire`]: sees both sides; start reading here. [`dialogue`]: an umpire for two programs,
//!   line by line.
//! - [`rules`]: the rule sets that records name, and how their announcements differ from
//!   Berkeley's.
//! - [`notation`]: reads and writes records of games in PGN.
//! - [`check`]: replays records; [`finding`]: the possible faults of records.
//! - [`filter`], [`convert`]: make records from records.
//! - [`belief`]: the positions that are possible for a player; [`problem`]: whether the player has
//!   a certain mate.
//! - [`html`]: a record for a page that replays it.
//! - [`ending`]: exact tables of endings against a bare king; [`metaposition`]: a player of these
//!   endings that only searches; [`play`]: endings played against an opponent; [`sketch`]: boards
//!   as text.
//!
//! This crate prints nothing, opens no files and starts no threads; the program with its commands is in
//! `program/`. A long search checks regularly whether it has been stopped. Chess problems and the
//! search for them are not used here.
//!
#![doc = include_str!("manual.md")]

/// The manual of the program `kriegspiel`.
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
pub mod notation;
pub mod own_board;
pub mod play;
pub mod problem;
pub mod rules;
pub mod sketch;
pub mod umpire;
