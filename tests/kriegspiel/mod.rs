//! Kriegspiel: the umpire, records of games, and their uses.

mod check;
mod command_line;
mod convert;
use crate::support::data;
mod examples;
use crate::support::feed;
mod filter;
mod long_games;
mod notation;
mod page;
mod places;
mod umpire;
