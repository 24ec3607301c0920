//! The certificate of an answered record, for `--proof`.

use super::stated::ASSUMED;
use super::{Findings, answered};
use crate::epd::{Epd, RULES};
use crate::proof::write;
use keymove_solve::{Certificate, Kind, Verdict};

/// The certificate of an answered record, as its lines without the last line feed; `None` if none
/// was asked for.
///
/// It begins with the record: the position, the rules of its game, the claims of this program, and
/// the `id`.
pub fn certificate(epd: &Epd, findings: &Findings) -> Option<Vec<u8>> {
    let parts = findings.certificates()?;
    let mut claims = answered(epd, findings, true);
    claims.retain(|o| {
        let is_one = |opcodes: &[&str]| opcodes.iter().any(|opcode| o.is(opcode));
        let named = o.is("id") && o.as_bytes().is_ascii();
        named || is_one(&RULES) || !(o.was_read() || is_one(&["acd", "acn", ASSUMED]))
    });
    Some(write::record(&claims, &parts))
}

impl Findings {
    /// The certificates of the claims, by kind of play. If the side to move is mated, the
    /// certificate does not claim that it cannot mate.
    fn certificates(&self) -> Option<Vec<(Kind, &Certificate)>> {
        let parts: Vec<_> = self.written_verdicts().iter().filter_map(part).collect();
        (!parts.is_empty()).then_some(parts)
    }
}

fn part(verdict: &Verdict) -> Option<(Kind, &Certificate)> {
    let certificate = verdict.certificate.as_deref()?;
    Some((verdict.stipulation.kind, certificate))
}
