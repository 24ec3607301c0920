//! Which build of the program runs. The plain build runs on every x86-64 processor. A package also has
//! a build for x86-64-v3 (2013 and later), which is faster (by how much: `src/solve/measured.md`). The
//! plain build gives way to it where the processor has all that it needs.
//!
//! The faster build is found in the installed layout alone: at `../lib/keymove/` from the program's
//! own folder, which has the name `bin`, under a name with version and commit: one of another
//! package is never taken for it. It must be the file of the program's owner, or root's, where
//! nobody else can put another one ([`trust::is_out_of_reach`]). If anything is missing, the plain
//! build does the work; both write the same bytes.
//!
//! On Windows no process becomes another program: the faster build would be a second process, which goes on when the
//! caller ends the first. So Windows has the plain build alone.

use std::ffi::OsString;

#[cfg(unix)]
use keymove_base::trust;
#[cfg(unix)]
use keymove_terminal::version;

/// The variable that keeps the plain build, if it has the value `baseline`.
const CHOICE: &str = "KEYMOVE_BUILD";

/// Runs the faster build in place of this one, with the same arguments, if there is one and the
/// processor can run it. Otherwise this returns.
pub fn give_way(arguments: impl IntoIterator<Item = OsString>) {
    if is_plain() && has_v3() && std::env::var_os(CHOICE).is_none_or(|choice| choice != "baseline")
    {
        replace(arguments);
    }
}

/// The addition to `-V`: empty, or a remark that a faster build could run here.
pub fn remark() -> &'static str {
    match (is_plain(), has_v3() && cfg!(unix)) {
        (true, true) => " (any processor; this one could run the faster build for x86-64-v3)",
        (true, false) => " (any processor)",
        (false, _) => "",
    }
}

/// Whether this build runs on every x86-64 processor.
fn is_plain() -> bool {
    cfg!(all(target_arch = "x86_64", not(target_feature = "avx2")))
}

/// Whether the processor, and the system, have all of x86-64-v3.
#[cfg(target_arch = "x86_64")]
fn has_v3() -> bool {
    is_x86_feature_detected!("sse4.2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("cmpxchg16b")
        && is_x86_feature_detected!("avx")
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_v3() -> bool {
    false
}

/// The process goes on as the faster build; descriptors, folder, environment and process id stay.
#[cfg(unix)]
fn replace(arguments: impl IntoIterator<Item = OsString>) {
    use std::os::unix::process::CommandExt;

    let Some(program) = faster_build() else {
        return;
    };
    let mut arguments = arguments.into_iter();
    let mut command = std::process::Command::new(program);
    // The name says whether it is called as chest or py.
    command.arg0(arguments.next().unwrap_or_else(|| "solver".into()));
    // This returns only if the other build cannot be started; then this build does the work.
    let _ = command.args(arguments).exec();
}

#[cfg(unix)]
fn faster_build() -> Option<std::path::PathBuf> {
    let own = std::env::current_exe().ok()?.canonicalize().ok()?;
    let owner = trust::owner(&own.metadata().ok()?);
    let folder = own.parent().filter(|folder| folder.ends_with("bin"))?;
    let name = format!("lib/keymove/solver-{}-x86-64-v3", version::exact());
    let program = folder.parent()?.join(name);
    (program.is_file() && trust::is_out_of_reach(&program, owner)).then_some(program)
}

#[cfg(not(unix))]
fn replace(_: impl IntoIterator<Item = OsString>) {}
