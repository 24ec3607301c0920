//! The page's server: who has access, the answers, and that these are the program's.

mod answers;
mod attacks;
mod client;
mod files;
mod way_in;
