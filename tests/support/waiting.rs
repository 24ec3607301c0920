//! What another process waits for.

use std::fs;
use std::process::Child;

/// Whether a process waits for the other end of a pipe; on a system that does not say for what,
/// whether it waits at all.
pub fn waits_for_a_pipe(child: &Child) -> bool {
    let told = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id()));
    match told("wchan").as_deref() {
        Ok("" | "0") | Err(_) => told("status").is_ok_and(|status| status.contains("State:\tS")),
        Ok(place) => place == "wait_for_partner",
    }
}
