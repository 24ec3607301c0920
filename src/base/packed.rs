//! Recognizes compressed files, which no program here reads, by their first bytes.

use std::borrow::Cow;

/// The number of bytes that tell whether a file is compressed.
pub const MAGIC: u64 = 6;

/// A kind of compressed file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed {
    /// The program that compressed it: `gzip`.
    pub program: &'static str,
    /// The command that writes its contents to standard output: `zcat`.
    pub reader: &'static str,
}

/// The kind of a file with this `beginning`, if it is compressed.
pub fn packed(beginning: &[u8]) -> Option<Packed> {
    let (program, reader) = match beginning {
        [0x1f, 0x8b, 0x08, ..] => ("gzip", "zcat"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => ("zstd", "zstdcat"),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => ("xz", "xzcat"),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => ("bzip2", "bzcat"),
        [b'P', b'K', 3, 4, ..] => ("zip", "unzip -p"),
        [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => ("7-Zip", "7z e -so"),
        [0x04, 0x22, 0x4d, 0x18, ..] => ("lz4", "lz4cat"),
        [b'L', b'Z', b'I', b'P', 1, ..] => ("lzip", "lzip -dc"),
        [0x1f, 0x9d, ..] => ("compress", "zcat"),
        [0x5d, 0, 0, _, _, 0xff, ..] => ("lzma", "lzcat"),
        [b'R', b'a', b'r', b'!', 0x1a, 0x07, ..] => ("rar", "unrar p -inul"),
        _ => return None,
    };
    Some(Packed { program, reader })
}

/// `name` as a word of a shell's command line; standard input is `FILE`.
pub fn shell_word(name: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "._/+,@%-".contains(c);
    match name {
        "-" => "FILE".into(),
        name if name.chars().all(is_plain) && !name.starts_with('-') => name.into(),
        name => format!("'{}'", name.replace('\'', "'\\''")).into(),
    }
}
