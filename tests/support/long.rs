//! The share of cases that a long judge judges. With `KEYMOVE_LONG` in the environment, as in a
//! step of CI, it judges every case; otherwise a quarter of them, with lower requirements.

/// The number of judged cases out of `all`.
pub fn share(all: usize) -> usize {
    all.div_ceil(step())
}

/// One case in this many is judged.
pub fn step() -> usize {
    if std::env::var_os("KEYMOVE_LONG").is_some() {
        1
    } else {
        4
    }
}

/// The required number of a feature among the judged cases, if this number is required among all
/// cases. A quarter of the cases has about a quarter of them: half of that is required, and nothing
/// of rare features.
pub fn least(among_all: usize) -> usize {
    if step() == 1 {
        among_all
    } else {
        among_all / (2 * step())
    }
}
