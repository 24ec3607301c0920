//! Turns a panic inside a job into a value instead of output on stderr.
//!
//! While [`quietly`] runs, the panic hook of this thread only takes notes; every other panic goes
//! to the previous hook.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

/// The facts about a panic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panic {
    /// The message on one line, without quotation marks, so that it fits into a string of a record.
    pub message: String,
    /// The place in the source. It differs between builds, so it is not included in records.
    pub place: Option<String>,
}

/// A message: it is an error of this program, and its place.
impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal: {}", self.message)?;
        match &self.place {
            Some(place) => write!(f, " (at {place})"),
            None => Ok(()),
        }
    }
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `f` and catches its panic, without output on stderr. Calls may be nested.
///
/// # Errors
///
/// The panic, if there was one. Data that `f` was changing is then in an unknown state.
pub fn quietly<R>(f: impl FnOnce() -> R) -> Result<R, Panic> {
    install();
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    QUIET.set(before);
    result.map_err(|payload| Panic {
        message: message(payload.as_ref()),
        place: PLACE.take(),
    })
}

/// Continues a panic of another thread that did the same work. Within [`quietly`], its place is
/// recorded as if it had happened here.
pub fn pass_on(panic: Panic) -> ! {
    if QUIET.get() {
        PLACE.set(panic.place);
        panic::resume_unwind(Box::new(panic.message));
    }
    let place = panic.place.unwrap_or_default();
    panic!("{} ({place})", panic.message)
}

fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            if QUIET.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                previous(info);
            }
        }));
    });
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = if let Some(text) = payload.downcast_ref::<&str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "panic"
    };
    text.chars()
        .map(|c| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_fits_in_a_string_of_a_record() {
        let panic = quietly(|| panic!("left: \"a\"\n right: {}", 2)).unwrap_err();
        assert_eq!(panic.message, "left: 'a'  right: 2");
        assert!(panic.place.unwrap().contains("panics.rs"));
    }

    #[test]
    fn the_panic_of_another_thread_is_passed_on_with_its_place() {
        let other = std::thread::spawn(|| quietly(|| panic!("there"))).join();
        let there = other.expect("it was caught").expect_err("it panicked");
        let here = quietly(|| pass_on(there.clone())).unwrap_err();
        assert_eq!(here, there);
        assert!(here.place.is_some());
    }

    #[test]
    fn a_result_is_given_through() {
        assert_eq!(quietly(|| 5), Ok(5));
    }
}
