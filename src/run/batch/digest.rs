//! SHA-256 hashes of input and output, in the format of `sha256sum`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes that arrive in pieces.
#[derive(Debug, Clone, Default)]
pub struct Fingerprint(Sha256);

impl Fingerprint {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The SHA-256 of the concatenated `pieces`.
    pub fn of(pieces: &[&[u8]]) -> [u8; 32] {
        let mut hasher = Sha256::new();
        pieces.iter().for_each(|piece| hasher.update(piece));
        hasher.finalize().into()
    }

    /// Sixty-four hexadecimal digits.
    pub fn hex(self) -> String {
        self.0
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

impl Write for Fingerprint {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The fingerprint of a file, in hexadecimal digits.
///
/// # Errors
///
/// The file cannot be read.
pub fn of_file(path: &Path) -> io::Result<String> {
    let mut fingerprint = Fingerprint::default();
    let mut file = File::open(path)?;
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(fingerprint.hex()),
            length => fingerprint.add(&piece[..length]),
        }
    }
}

/// The fingerprint of bytes, in hexadecimal digits.
pub fn of_bytes(bytes: &[u8]) -> String {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(bytes);
    fingerprint.hex()
}

/// The line that `sha256sum` prints for a file, without its line feed.
pub fn line(hex: &str, name: &str) -> String {
    format!("{hex}  {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-2, appendix B.1.
    #[test]
    fn the_example_of_the_standard_has_its_value() {
        assert_eq!(
            of_bytes(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
