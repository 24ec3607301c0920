//! How much a long judge judges. With `KEYMOVE_LONG` in the environment, as in a step of CI, it takes
//! every case; else a quarter of them, and asks for less in them.

/// How many of `all` cases are judged.
pub fn share(all: usize) -> usize {
    all.div_ceil(step())
}

/// Every how many of the cases one is judged.
pub fn step() -> usize {
    if std::env::var_os("KEYMOVE_LONG").is_some() {
        1
    } else {
        4
    }
}

/// How many of a thing must be among the cases, where there are to be so many among all of them. A
/// quarter of the cases has a quarter of them, more or less: half of that is asked for, and nothing of
/// what is rare.
pub fn least(among_all: usize) -> usize {
    if step() == 1 {
        among_all
    } else {
        among_all / (2 * step())
    }
}
