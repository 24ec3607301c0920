//! The stand-in for `packed` if the feature `collections` is off: no file is recognized as
//! compressed.

use std::io::Read;

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {}

/// The compression of a file with this beginning: always `None`.
pub fn packing(_: &[u8]) -> Option<Packing> {
    None
}

/// Whether a file with this beginning may be compressed: never.
pub fn may_be_packed(_: &[u8]) -> bool {
    false
}

/// The bytes decompressed; never called.
pub fn unpacked(packing: Packing, _: Box<dyn Read + Send>, _: u64) -> Box<dyn Read + Send> {
    match packing {}
}
