//! The base of keymove: everything shared by its crates that does not depend on the rules of chess.
//!
//! - The end of a run: the [`exit`] codes; the [`stop`] flag, which signals raise and searches
//!   check; [`error`], places in the input with messages; and [`reason`], messages with translations.
//! - Work: the [`pool`] of workers, which keeps the order of its input, and [`mix`], pseudo-random
//!   numbers.
//! - Memory: [`large_pages`] for tables, [`prefetch`] for what is read next.
//! - Files: [`trust`] checks whether a file is out of the reach of other users, [`roles`] refuses a
//!   file that is both read and written, [`packed`] recognizes compressed files, and [`replacement`]
//!   writes files that other programs rely on.
//! - Output: the [`desk`] has the standard streams and the status line, [`paint`] has colour
//!   on terminals, [`drawing`] the men and squares as shapes, and [`language`] the languages of
//!   texts.
//! - Input: [`units`] are the numbers that people type.
//!
//! Start reading with [`stop`] and [`pool`].

pub mod desk;
pub mod drawing;
pub mod error;
pub mod exit;
pub mod language;
pub mod large_pages;
pub mod mix;
pub mod packed;
pub mod paint;
pub mod pool;
pub mod prefetch;
pub mod reason;
pub mod replacement;
pub mod roles;
pub mod stop;
pub mod trust;
pub mod units;
