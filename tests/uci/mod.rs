//! `solver uci` as a GUI uses it: the real program over pipes.

mod conversations;
mod engine;
mod last_word;
mod latency;
mod reflex;
mod talks;
mod walks;
