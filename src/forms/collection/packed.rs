//! Decompresses files while they are read: gzip and bzip2 (with several members, as made by `cat
//! a.gz b.gz`) and Zstandard (with several frames, skippable ones ignored).
//!
//! A few kilobytes can expand to terabytes. Memory is bounded by the window of the format (32 KiB
//! for gzip, 4 MB for bzip2, and for Zstandard the size requested by the frame, at most 128 MiB),
//! and the output is counted: exceeding the limit is an error. All decoders are pure Rust.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::BlockDecodingStrategy;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// gzip.
    Gzip,
    /// Zstandard.
    Zstd,
    /// bzip2.
    Bzip2,
}

/// The first bytes of each format.
const MAGIC: [(&[u8], Packing); 3] = [
    (&[0x1f, 0x8b, 0x08], Packing::Gzip),
    (&[0x28, 0xb5, 0x2f, 0xfd], Packing::Zstd),
    (b"BZh", Packing::Bzip2),
];

/// The range of the magic numbers of frames without data.
const SKIPPABLE: u32 = 0x184d_2a50;

/// The compression of a file that begins with `bytes`; `None` if it is not compressed.
pub fn packing(bytes: &[u8]) -> Option<Packing> {
    // pzstd begins with a frame without data.
    if matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) {
        return Some(Packing::Zstd);
    }
    MAGIC
        .into_iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, packing)| packing)
}

/// Whether a file may be compressed, given that `bytes` are all that has been read of it.
pub fn may_be_packed(bytes: &[u8]) -> bool {
    MAGIC
        .into_iter()
        .any(|(magic, _)| magic.starts_with(bytes) || bytes.starts_with(magic))
}

/// `bytes` decompressed, at most `limit` bytes.
pub fn unpacked(packing: Packing, bytes: Box<dyn Read + Send>, limit: u64) -> Box<dyn Read + Send> {
    let bytes = BufReader::with_capacity(64 * 1024, bytes);
    let reader: Box<dyn Read + Send> = match packing {
        Packing::Gzip => Box::new(MultiGzDecoder::new(bytes)),
        Packing::Bzip2 => Box::new(MultiBzDecoder::new(bytes)),
        Packing::Zstd => Box::new(ZstdReader {
            bytes,
            decoder: FrameDecoder::new(),
            inside: false,
        }),
    };
    Box::new(Limited {
        reader,
        left: limit,
        limit,
    })
}

/// A reader that fails instead of exceeding its limit.
struct Limited {
    reader: Box<dyn Read + Send>,
    left: u64,
    limit: u64,
}

impl Read for Limited {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX);
        if most == 0 && !buffer.is_empty() {
            let mut one = [0];
            return match self.reader.read(&mut one)? {
                0 => Ok(0),
                _ => Err(io::Error::other(format!(
                    "unpacked it has more than {} bytes, see --max-input",
                    self.limit
                ))),
            };
        }
        let length = buffer.len().min(most);
        let count = self.reader.read(&mut buffer[..length])?;
        self.left -= count as u64;
        Ok(count)
    }
}

/// All frames of a Zstandard file, one after the other.
struct ZstdReader<R> {
    bytes: BufReader<R>,
    decoder: FrameDecoder,
    /// Whether the current frame has not been read to its end.
    inside: bool,
}

impl<R: Read> ZstdReader<R> {
    /// Begins the next frame; `false` if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            if self.bytes.fill_buf()?.is_empty() {
                return Ok(false);
            }
            let mut magic = [0; 4];
            self.bytes.read_exact(&mut magic)?;
            if u32::from_le_bytes(magic) & !0xf == SKIPPABLE {
                self.skip()?;
                continue;
            }
            let result = self
                .decoder
                .reset(Cursor::new(magic).chain(&mut self.bytes));
            return match result {
                Ok(()) => {
                    self.inside = true;
                    Ok(true)
                }
                Err(FrameDecoderError::ReadFrameHeaderError(
                    ReadFrameHeaderError::BadMagicNumber(_),
                )) => Err(io::Error::other(
                    "something else stands behind the compressed data",
                )),
                Err(error) => Err(io::Error::other(error.to_string())),
            };
        }
    }

    /// Skips a frame without data, whose magic number has been read.
    fn skip(&mut self) -> io::Result<()> {
        let mut length = [0; 4];
        self.bytes.read_exact(&mut length)?;
        let length = u64::from(u32::from_le_bytes(length));
        let skipped = io::copy(&mut self.bytes.by_ref().take(length), &mut io::sink())?;
        if skipped < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }
}

impl<R: Read> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.inside {
                while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                    self.decoder
                        .decode_blocks(&mut self.bytes, BlockDecodingStrategy::UptoBlocks(1))
                        .map_err(|error| io::Error::other(error.to_string()))?;
                }
                let count = self.decoder.read(buffer)?;
                if count > 0 {
                    return Ok(count);
                }
                self.inside = false;
                let asked = self.decoder.get_checksum_from_data();
                if asked.is_some() && asked != self.decoder.get_calculated_checksum() {
                    return Err(io::Error::other(
                        "the checksum of the compressed data is wrong",
                    ));
                }
            }
            if !self.begin()? {
                return Ok(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bzip2::write::BzEncoder;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    fn bzip2(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::default());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        compress_to_vec(bytes, CompressionLevel::Fastest)
    }

    fn read(bytes: &[u8], limit: u64) -> io::Result<Vec<u8>> {
        let packing = packing(bytes).expect("compressed");
        let mut plain = Vec::new();
        let bytes = Box::new(Cursor::new(bytes.to_vec()));
        unpacked(packing, bytes, limit).read_to_end(&mut plain)?;
        Ok(plain)
    }

    #[test]
    fn what_was_compressed_comes_back() {
        let text: Vec<u8> = (0..300_000u32)
            .flat_map(|n| n.wrapping_mul(n).to_le_bytes())
            .collect();
        for packed in [gzip(&text), zstd(&text), bzip2(&text)] {
            assert!(read(&packed, u64::MAX).expect("all of it") == text);
            assert!(read(&packed, text.len() as u64).expect("just enough") == text);
            let error = read(&packed, text.len() as u64 - 1).expect_err("one byte too many");
            assert!(error.to_string().contains("--max-input"), "{error}");
            let torn = read(&packed[..packed.len() / 2], u64::MAX);
            assert!(torn.is_err(), "a torn file is no whole file");
        }
    }

    #[test]
    fn several_members_are_one_file() {
        for both in [
            [gzip(b"one\n"), gzip(b"two\n")],
            [bzip2(b"one\n"), bzip2(b"two\n")],
        ] {
            assert_eq!(read(&both.concat(), 100).expect("both"), b"one\ntwo\n");
        }
        assert_eq!(read(&bzip2(b""), 100).expect("nothing"), b"");
        let skippable = [&[0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"xyz"].concat();
        let frames = [zstd(b"one\n"), skippable.clone(), zstd(b"two\n"), skippable].concat();
        assert_eq!(read(&frames, 100).expect("both"), b"one\ntwo\n");
        let more = [zstd(b"one\n"), b"and text".to_vec()].concat();
        assert!(read(&more, 100).is_err());
    }

    #[test]
    fn the_first_bytes_tell() {
        assert!(may_be_packed(b"") && may_be_packed(b"\x1f") && may_be_packed(b"\x28\xb5"));
        assert!(!may_be_packed(b"8/8") && !may_be_packed(b"\n") && !may_be_packed(b"\x1f\x8c"));
        assert!(may_be_packed(b"BZ") && !may_be_packed(b"B5"));
        assert_eq!(packing(b"\x1f\x8b"), None);
    }
}
