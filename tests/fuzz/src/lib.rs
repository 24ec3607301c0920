//! Promises that hold for any bytes: one module for each fuzz target, each with a function `run` that panics if a
//! promise is broken. `scripts/judge/fuzz` runs them under libFuzzer; the bin `replay` runs them over files.
//!
//! Nothing here judges chess except [`certificate`], which asks exhaustion; the tests do that. These are promises about
//! form, which hold for every input: an answer is one line, a normal form is its own normal form, and written output
//! can be read again.

pub mod bfen;
pub mod bpgn;
pub mod certificate;
pub mod compare;
pub mod epd;
pub mod kriegspiel;
#[path = "../../brute_force/plain.rs"]
pub mod plain;
pub mod popeye;

/// A target: its name and the function that it runs on an input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets by name.
pub const TARGETS: [Target; 7] = [
    ("bfen", bfen::run),
    ("bpgn", bpgn::run),
    ("certificate", certificate::run),
    ("compare", compare::run),
    ("epd", epd::run),
    ("kriegspiel", kriegspiel::run),
    ("popeye", popeye::run),
];

/// Bytes for a message.
pub fn shown(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
