//! Kriegspiel: beliefs and problems, judged by a slow plain twin, by shakmaty and by collections.

mod collections;
use crate::support::data;
mod examples;
mod histories;
mod moves;
mod plans;
mod random;
mod rules;
mod twin;
