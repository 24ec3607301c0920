//! Kriegspiel: the umpire, records of games, and what is made of them.

mod check;
mod command_line;
mod convert;
#[path = "../support/data.rs"]
mod data;
mod examples;
#[path = "../support/feed.rs"]
mod feed;
mod filter;
mod long_games;
mod notation;
mod page;
mod places;
mod umpire;
