//! What is found in a game, and where.

use std::borrow::Cow;

use super::Place;
use crate::error::printable;

/// Something found in a game: `K` is the kind of finding, `P` how its place is told. A wing that
/// keeps a game's text tells it in bytes from there and asks for line and column when it writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<K, P = Place> {
    /// Where.
    pub place: P,
    /// Of what kind.
    pub kind: K,
    /// What: lower case, without a full stop, printable.
    pub text: String,
}

impl<K, P> Finding<K, P> {
    /// A finding at `place`.
    pub fn new(place: P, kind: K, text: impl Into<String>) -> Finding<K, P> {
        let mut text = text.into();
        if let Cow::Owned(shown) = printable(&text) {
            text = shown;
        }
        Finding { place, kind, text }
    }
}
