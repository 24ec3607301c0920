//! Records as JSON has them.

use keymove::answer::{Format, Settings};
use keymove::epd::Epd;
use keymove::error::Warning;
use keymove::form::AnsweredRecord;
use keymove::record::Findings;
use keymove::soundness::Soundness;

/// The object of JSON for a record that is the first line of its input.
pub fn object(epd: &Epd, findings: &Findings, no_time: bool, warnings: &[Warning]) -> String {
    let record = AnsweredRecord {
        number: 1,
        epd,
        findings,
        is_duplex: false,
        duplex: None,
        soundness: &Soundness::unclaimed(),
        warnings,
    };
    let settings = Settings {
        no_time,
        ..Settings::default()
    };
    let written = Format::Json.form().answered(&record, &settings);
    String::from_utf8(written.text).expect("text")
}
