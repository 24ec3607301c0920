//! What a judge is told beside the number of cases: `KEYMOVE_POSITIONS` judges so many positions in
//! the place of those of a common run, `KEYMOVE_SEED` others.

/// What the environment says under this name.
pub fn number(name: &str) -> Option<usize> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().expect("it is a number"))
}
