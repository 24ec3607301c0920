//! Kriegspiel: beliefs and problems, judged by a slow plain twin, by shakmaty and by collections.

mod collections;
mod command_line;
use crate::support::data;
mod examples;
use crate::support::feed;
mod histories;
mod moves;
mod plans;
mod random;
mod rules;
mod twin;
