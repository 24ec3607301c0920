//! Compressed files where the feature `collections` is off: none is known, and what stands for one
//! has no value.

use std::io::Read;

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {}

/// How a file is compressed that begins with these bytes: not at all.
pub fn packing(_: &[u8]) -> Option<Packing> {
    None
}

/// Whether a file that begins with these bytes may be compressed: it may not.
pub fn may_be_packed(_: &[u8]) -> bool {
    false
}

/// What these bytes are when written out.
pub fn unpacked(packing: Packing, _: Box<dyn Read + Send>, _: u64) -> Box<dyn Read + Send> {
    match packing {}
}
