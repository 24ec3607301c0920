//! Records as objects of JSON.

use std::borrow::Cow;

use keymove::answer::{Format, Settings};
use keymove::epd::Epd;
use keymove::error::Warning;
use keymove::form::AnsweredRecord;
use keymove::record::Findings;
use keymove::record::duplex::AnsweredSide;
use keymove::soundness::Soundness;

/// The side to move, the only one in the question.
pub fn side<'a>(epd: &'a Epd, findings: &Findings) -> AnsweredSide<'a> {
    AnsweredSide {
        epd: Cow::Borrowed(epd),
        findings: findings.clone().into(),
    }
}

/// The object of JSON for a record that is the first line of its input.
pub fn object(epd: &Epd, findings: &Findings, no_time: bool, warnings: &[Warning]) -> String {
    let record = AnsweredRecord {
        number: 1,
        sides: &[side(epd, findings)],
        is_duplex: false,
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
