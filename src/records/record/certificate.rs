//! `--proof`: what of an answer goes into its certificate.

use super::{Findings, answered};
use crate::epd::{Epd, RULES};
use crate::proof::write;
use keymove_solve::{Certificate, Kind, Verdict};

/// The certificate of an answered record, as its lines without the last line feed; none if none was
/// asked for.
///
/// It begins with the record: its position and the rules of its game, what this program claims of
/// it, and its `id`.
pub fn certificate(epd: &Epd, findings: &Findings) -> Option<Vec<u8>> {
    let parts = findings.certificates()?;
    let mut claims = answered(epd, findings, true);
    claims.retain(|o| {
        let is_one = |opcodes: &[&str]| opcodes.iter().any(|opcode| o.is(opcode));
        let named = o.is("id") && o.as_bytes().is_ascii();
        named || is_one(&RULES) || !(o.was_read() || is_one(&["acd", "acn"]))
    });
    Some(write::record(&claims, &parts))
}

impl Findings {
    /// The certificates of what is claimed, by kind of play; a side that is mated is not said not
    /// to mate.
    fn certificates(&self) -> Option<Vec<(Kind, &Certificate)>> {
        let parts: Vec<_> = self.told().iter().filter_map(part).collect();
        (!parts.is_empty()).then_some(parts)
    }
}

fn part(verdict: &Verdict) -> Option<(Kind, &Certificate)> {
    let certificate = verdict.certificate.as_deref()?;
    Some((verdict.stipulation.kind, certificate))
}
