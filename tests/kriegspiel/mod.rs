//! Kriegspiel: the umpire, records of games, and what is made of them.

mod check;
mod command_line;
mod convert;
use crate::support::data;
mod examples;
use crate::support::feed;
mod filter;
mod long_games;
mod mine;
mod notation;
mod page;
mod places;
mod umpire;
