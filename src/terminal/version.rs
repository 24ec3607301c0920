//! The text of `-V`: the version, the commit it was built from, the processor it was built for.

use crate::Program;

/// Instructions that the build may use beyond those of every processor of the kind, where they
/// matter to the search.
const FEATURES: [(&str, bool); 7] = [
    ("avx2", cfg!(target_feature = "avx2")),
    ("avx512f", cfg!(target_feature = "avx512f")),
    ("bmi1", cfg!(target_feature = "bmi1")),
    ("bmi2", cfg!(target_feature = "bmi2")),
    ("lzcnt", cfg!(target_feature = "lzcnt")),
    ("neon", cfg!(target_feature = "neon")),
    ("popcnt", cfg!(target_feature = "popcnt")),
];

/// `solver 0.1.0 (COMMIT)`. `commit.rs` says when there is a commit.
pub fn full_name(program: &str) -> String {
    let commit = match option_env!("KEYMOVE_COMMIT") {
        Some(commit) => format!(" ({commit})"),
        None => String::new(),
    };
    format!("{program} {}{commit}", env!("CARGO_PKG_VERSION"))
}

/// `0.1.0-COMMIT`, in names of files.
pub fn exact() -> String {
    let commit = option_env!("KEYMOVE_COMMIT").unwrap_or("unknown");
    format!("{}-{commit}", env!("CARGO_PKG_VERSION"))
}

/// Two lines: [`full_name`], and the processor.
pub fn text(program: &Program) -> String {
    let features = FEATURES
        .iter()
        .filter(|(_, used)| *used)
        .map(|(name, _)| *name);
    let mut processor = std::env::consts::ARCH.to_owned();
    for (at, feature) in features.enumerate() {
        processor.push_str(if at == 0 { " with " } else { " " });
        processor.push_str(feature);
    }
    let (name, remark) = (full_name(program.name), (program.remark)());
    format!("{name}\nbuilt for {processor}{remark}\n")
}
