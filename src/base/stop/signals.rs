//! Ctrl-C, TERM and HUP: the first raises the stop flag, the second ends the process at once; so
//! does the first while something is waited for ([`Stop::while_waiting`]). USR1
//! asks how far the run is. XFSZ, a file that may not grow, is heard and otherwise let pass: the
//! write fails then as it does on a full disk.
//!
//! A program under `nohup` is started with HUP ignored, and must go on ignoring it. Whether that is
//! so only the system can say; where it does not say (no `/proc`), HUP is left as it is.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::flag;

use crate::exit::Exit;
use crate::stop::Stop;

/// A flag that the first signal raises; USR1 asks its question. While the flag says that something
/// is waited for, the first signal ends the process.
///
/// # Errors
///
/// The signals cannot be caught.
pub fn on_signals() -> io::Result<Stop> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in ending_signals() {
        // In this order: at the first signal the flag is still down when the shutdown looks at it.
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

/// Lets a write beyond the greatest size of a file (`ulimit -f`) fail, and not end the process.
///
/// # Errors
///
/// The signal cannot be caught.
pub fn let_writes_fail() -> io::Result<()> {
    // Nobody asks the flag: the write says what is wrong.
    flag::register(SIGXFSZ, Arc::default()).map(|_| ())
}

/// Lets Ctrl-C pass: it is meant for a program that this one waits for.
///
/// # Errors
///
/// The signal cannot be caught.
pub fn leave_to_others() -> io::Result<()> {
    flag::register(SIGINT, Arc::default()).map(|_| ())
}

/// Lets the first signal, too, end the process at once while `waiting` is up.
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
    // Asked again, a HUP that is caught already is not an ignored one.
    if fs::read_to_string("/proc/self/status").is_ok_and(|status| !ignores_hangup(&status)) {
        signals.push(SIGHUP);
    }
    signals
}

/// Whether a process with this `/proc/PID/status` ignores HUP; also if that is not said.
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
