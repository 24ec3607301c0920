//! Ctrl-C, TERM and HUP: the first signal raises the stop flag, the second ends the process at
//! once; so does the first while the program waits for something ([`Stop::while_waiting`]). USR1
//! requests a progress report. XFSZ, which means that a file has reached its maximum size, is
//! caught and ignored: the write then fails as on a full disk.
//!
//! A program under `nohup` is started with HUP ignored, and must continue to ignore it. Only the
//! system knows whether that is the case; if it does not tell (no `/proc`), the handling of HUP is
//! not changed.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::flag;

use crate::exit::Exit;
use crate::stop::Stop;

/// A flag that the first signal raises; USR1 requests a report. While the flag says that the
/// program waits for something, the first signal ends the process.
///
/// # Errors
///
/// The signals cannot be caught.
pub fn on_signals() -> io::Result<Stop> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in ending_signals() {
        // In this order: at the first signal, the flag is not yet raised when the shutdown checks
        // it.
        let code = i32::from(Exit::Interrupted.code());
        flag::register_conditional_shutdown(signal, code, Arc::clone(&raised))?;
        flag::register(signal, Arc::clone(&raised))?;
    }
    let asked = Arc::new(AtomicBool::new(false));
    flag::register(SIGUSR1, Arc::clone(&asked))?;
    let stop = Stop::from_flags(raised, asked);
    end_while(&stop.waiting)?;
    Ok(stop)
}

/// Makes a write beyond the maximum size of a file (`ulimit -f`) fail instead of ending the
/// process.
///
/// # Errors
///
/// The signal cannot be caught.
pub fn let_writes_fail() -> io::Result<()> {
    // The flag is never used: the write returns the error.
    flag::register(SIGXFSZ, Arc::default()).map(|_| ())
}

/// Makes the first signal end the process at once while `waiting` is set.
///
/// # Errors
///
/// The signals cannot be caught.
pub fn end_while(waiting: &Arc<AtomicBool>) -> io::Result<()> {
    for signal in ending_signals() {
        let code = i32::from(Exit::Interrupted.code());
        flag::register_conditional_shutdown(signal, code, Arc::clone(waiting))?;
    }
    Ok(())
}

fn ending_signals() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    // On a second call, a HUP that is already caught does not count as ignored.
    if fs::read_to_string("/proc/self/status").is_ok_and(|status| !ignores_hangup(&status)) {
        signals.push(SIGHUP);
    }
    signals
}

/// Whether a process with this `/proc/PID/status` ignores HUP; also true if the status does not
/// say.
fn ignores_hangup(status: &str) -> bool {
    status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_none_or(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ignored_hangup_is_seen_in_the_mask() {
        let status = |mask| format!("Name:\tsolver\nSigIgn:\t{mask}\nSigCgt:\t0000000000000001\n");
        assert!(ignores_hangup(&status("0000000000000001")));
        assert!(ignores_hangup(&status("0000000000001001")));
        assert!(!ignores_hangup(&status("0000000000001000")));
        assert!(ignores_hangup("Name:\tsolver\n"));
    }
}
