//! The reason for which another process waits.

use std::fs;
use std::process::Child;

/// Whether one of a process's threads waits for the other end of a pipe; on a system that does not
/// tell the reason, whether the process waits at all.
pub fn waits_for_a_pipe(child: &Child) -> bool {
    let process = format!("/proc/{}", child.id());
    let waits = fs::read_to_string(format!("{process}/status"));
    let Ok(threads) = fs::read_dir(format!("{process}/task")) else {
        return false;
    };
    let places: Vec<String> = threads
        .flatten()
        .flat_map(|thread| fs::read_to_string(thread.path().join("wchan")))
        .collect();
    match places.iter().all(|place| matches!(&**place, "" | "0")) {
        true => waits.is_ok_and(|status| status.contains("State:\tS")),
        false => places.iter().any(|place| place == "wait_for_partner"),
    }
}
