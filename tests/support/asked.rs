//! Settings of a judge in addition to the number of cases: `KEYMOVE_POSITIONS` judges this many
//! positions instead of the number of an ordinary run, `KEYMOVE_SEED` chooses others.

/// The value of this variable in the environment.
pub fn number(name: &str) -> Option<usize> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().expect("it is a number"))
}
