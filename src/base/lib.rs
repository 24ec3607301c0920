//! The ground floor of keymove: what all its crates share that needs no rules of chess.
//!
//! - How a run ends: the [`exit`] codes, the [`stop`] flag that signals raise and searches ask, and
//!   [`error`], the place of an input that is wrong.
//! - How it works: the [`pool`] of workers, which keeps the order of its input, and [`mix`], numbers that
//!   look random.
//! - What it believes and changes: [`trust`] asks whether a file is out of the reach of other users,
//!   [`roles`] refuses a file that is read and written, [`replacement`] writes files that other programs
//!   believe.
//! - What people see: the [`desk`] has the standard streams and the line of status, [`notices`] are findings
//!   as CI services show them, [`drawing`] has men and squares as shapes, [`language`] the languages that texts come in.
//!
//! Start reading with [`stop`] and [`pool`].

pub mod desk;
pub mod drawing;
pub mod error;
pub mod exit;
pub mod language;
pub mod mix;
pub mod notices;
pub mod pool;
pub mod replacement;
pub mod roles;
pub mod stop;
pub mod trust;
