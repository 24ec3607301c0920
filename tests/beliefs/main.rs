//! Kriegspiel: beliefs and problems, judged by a slow plain twin, by shakmaty and by collections.

mod collections;
mod command_line;
#[path = "../support/data.rs"]
mod data;
mod examples;
#[path = "../support/feed.rs"]
mod feed;
mod histories;
mod moves;
mod plans;
mod random;
mod rules;
mod twin;
