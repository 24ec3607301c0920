//! The interface of Popeye: its input is read, its layout is written.

mod collection;
use crate::support::data;
mod known;
use crate::report::popeye::output;
mod reading;
mod recorded;

use keymove::composition::Compositions;
use keymove::popeye::{PopeyeSettings, answer};
use keymove::solve::Tables;
use keymove::stop::Stop;

/// As with `-regression`: no time is written, and none is limited.
const PLAIN: PopeyeSettings = PopeyeSettings {
    time: None,
    timed: false,
};

/// The output for the problems in `input`, all of which must be understood.
fn written(input: &str, tables: &mut Tables) -> String {
    let mut text = Vec::new();
    for composition in Compositions::new(input.as_bytes()) {
        let composition = composition.unwrap_or_else(|error| panic!("{error}\n{input}"));
        text.extend(answer(&composition, PLAIN, tables, &Stop::new()).text);
    }
    String::from_utf8(text).expect("UTF-8")
}
