//! `solver uci` as a GUI sees it: the real program over pipes.

mod conversations;
mod engine;
mod latency;
mod reflex;
mod talks;
