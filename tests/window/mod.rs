//! The page's server: who may come in, what they get, and that it is what the program says.

mod answers;
mod attacks;
mod client;
mod files;
mod way_in;
