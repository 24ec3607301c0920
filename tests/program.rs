//! The program as a whole: what the README and the help show, and the engine for a GUI.
//!
//! A folder for each promise. One crate, because each links anew.

mod support {
    pub mod long;
}

mod help;
mod readme;
mod uci;
