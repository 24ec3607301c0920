//! Facts about a line that need not be a record, found without reading it as one:
//! [`board_hash`], [`written_id`].

use std::hash::{BuildHasher, Hasher};

use foldhash::quality::FixedState;
use keymove_base::error::without_mark;

/// A hash that is the same for all lines with the same position, however the position is written,
/// and rarely the same for lines with other positions. It is the same in every run of one build.
pub fn board_hash(line: &[u8]) -> u64 {
    let line = without_mark(line);
    let mut fields = line.split(|&b| is_outside(b)).filter(|f| !f.is_empty());
    let mut hasher = FixedState::default().build_hasher();
    if let Some(field) = fields.next() {
        // Uncommon spellings of the position are normalized first, which takes memory.
        let plain = ranks(field).ok_or_else(|| squares(field));
        match plain.or_else(|squares| ranks(&squares).ok_or(squares)) {
            Ok(ranks) => ranks.into_iter().for_each(|rank| hasher.write_u32(rank)),
            Err(squares) => hasher.write(&squares),
        }
    }
    hasher.write_u8(fields.next().map_or(0, |f| f[0].to_ascii_lowercase()));
    hasher.finish()
}

/// The eight ranks of a board without hands, 4 bits per square; `None` for anything else.
fn ranks(field: &[u8]) -> Option<[u32; 8]> {
    let mut ranks = [0; 8];
    let (mut men, mut count, mut rank) = (0u64, 0, 0);
    for &byte in field {
        let code = match byte {
            b'/' if count == 8 && rank < 7 => {
                ranks[rank] = men as u32;
                (men, count, rank) = (0, 0, rank + 1);
                continue;
            }
            b'1'..=b'8' => {
                let empty = u32::from(byte - b'0');
                men <<= 4 * empty;
                count += empty;
                continue;
            }
            b'.' => 0,
            b'P' => 1,
            b'N' => 2,
            b'B' => 3,
            b'R' => 4,
            b'Q' => 5,
            b'K' => 6,
            b'p' => 7,
            b'n' => 8,
            b'b' => 9,
            b'r' => 10,
            b'q' => 11,
            b'k' => 12,
            _ => return None,
        };
        if count >= 8 {
            return None;
        }
        men = men << 4 | code;
        count += 1;
    }
    ranks[rank] = men as u32;
    (rank == 7 && count == 8).then_some(ranks)
}

/// The first field in a normalized form: empty squares one by one, the hand sorted after a bracket.
fn squares(field: &[u8]) -> Vec<u8> {
    let ninth_rank = field.iter().enumerate().filter(|(_, b)| **b == b'/').nth(7);
    let hand = field.iter().position(|&b| b == b'[');
    let end = hand.or(ninth_rank.map(|(slash, _)| slash));
    let (placement, hand) = field.split_at(end.unwrap_or(field.len()));
    let mut squares = Vec::with_capacity(72);
    for &byte in placement {
        match byte {
            b'1'..=b'8' => squares.extend(std::iter::repeat_n(b'.', usize::from(byte - b'0'))),
            b'~' => {}
            _ => squares.push(byte),
        }
    }
    let mut hand: Vec<u8> = hand
        .iter()
        .copied()
        .filter(u8::is_ascii_alphabetic)
        .collect();
    hand.sort_unstable();
    if !hand.is_empty() {
        squares.push(b'[');
        squares.append(&mut hand);
    }
    squares
}

/// The text of the first `id` in a line, which need not be a record.
pub fn written_id(line: &[u8]) -> Option<String> {
    operations(line).find_map(|operation| {
        let operand = operation.strip_prefix(b"id")?;
        operand.first().filter(|&&b| is_outside(b))?;
        let operand = trimmed(operand);
        let inner = operand.strip_prefix(b"\"").unwrap_or(operand);
        let inner = inner.strip_suffix(b"\"").unwrap_or(inner);
        Some(String::from_utf8_lossy(inner).into_owned())
    })
}

/// The operations of an EPD line, that is, the texts between semicolons outside strings. The first
/// one still includes the fields of the position before it; they are cut off together with the
/// counters of a FEN.
fn operations(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    for field in 0..6 {
        let trimmed = trimmed(rest);
        let end = trimmed
            .iter()
            .position(|&b| is_outside(b))
            .unwrap_or(trimmed.len());
        if field >= 4 && !trimmed[..end].iter().all(u8::is_ascii_digit) {
            break;
        }
        rest = &trimmed[end..];
    }
    let mut quoted = false;
    rest.split(move |&b| {
        quoted ^= b == b'"';
        b == b';' && !quoted
    })
    .map(trimmed)
}

/// `text` without blanks at either end, and without NUL, which occurs there in real files.
pub fn trimmed(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&b| !is_outside(b));
    let end = text.iter().rposition(|&b| !is_outside(b));
    match (start, end) {
        (Some(start), Some(end)) => &text[start..=end],
        _ => b"",
    }
}

fn is_outside(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_has_one_hash_however_it_is_written() {
        let alike = [
            &[
                "4k3/8/8/8/8/8/8/R3K2R w KQ - id \"x\";",
                "\u{feff}1111k111/8/8/8/8/8/62/R3K2R  W - -",
            ][..],
            &[
                "4k3/8/8/8/8/8/8/R3K2R b KQ -",
                "4k3/8/8/8/8/8/8/R3K2R[] b KQ - Variant \"bughouse\";",
            ],
            &[
                "4k3/8/8/8/8/8/8/R3K2Q w - -",
                "4k3/8/8/8/8/8/8/R3K2Q~[] w - -",
            ],
            &[
                "4k3/8/8/8/8/8/8/R3K2Q[Pn] w - -",
                "4k3/8/8/8/8/8/8/R3K2Q/nP w - -",
            ],
            &["4k3/8/8/8/8/8/8/R3K2Q[Pp] w - -"],
            &["4k3/8/8/8/8/8/8/R3K2R", "13k3/8/8/8/8/8/8/R3K2R"],
            &["4k3/8/8/8/8/8/8/R3K3 w"],
            &["4k3/8/8/8/8/8/8/R3K4 w"],
            &["4k3/8/8/8/8/8/R3K3 w"],
            &["4k3/8/8/8/8/8/8/1R3K2 w"],
            &["4k3/8/8/8/8/8/8/R3K2 w"],
            &["[Event"],
            &[""],
        ];
        let hashes: Vec<Vec<u64>> = alike
            .iter()
            .map(|lines| {
                lines
                    .iter()
                    .map(|line| board_hash(line.as_bytes()))
                    .collect()
            })
            .collect();
        for (at, own) in hashes.iter().enumerate() {
            assert!(own.iter().all(|hash| *hash == own[0]), "{:?}", alike[at]);
            let others = hashes.iter().skip(at + 1);
            assert!(
                !others.flatten().any(|hash| *hash == own[0]),
                "{:?}",
                alike[at]
            );
        }
    }

    #[test]
    fn an_id_is_an_operation_not_a_word() {
        let ids = |line: &str| written_id(line.as_bytes());
        assert_eq!(ids("8 w - - ; bm a; id  7\0"), Some("7".to_owned()));
        assert_eq!(
            ids("8 w - - c0 \"a; id \"; bm Ka1; id \"x;y\";"),
            Some("x;y".to_owned())
        );
        assert_eq!(ids("8 w - - 0 1 id 7"), Some("7".to_owned()));
        assert_eq!(ids("8 w - -; id 7;"), Some("7".to_owned()));
        assert_eq!(ids("8 w - - idea 7; c0 id;"), None);
        assert_eq!(ids(""), None);
    }
}
