//! Bytes -> the lines of a certificate file. Only their form is checked here, not their truth. See
//! [`crate::proof`] for the format.

use std::fmt;
use std::str::FromStr;

use keymove_base::error::excerpt;
use keymove_solve::{Kind, Length, Uci};

/// The first line, without its line feed.
pub const HEADER: &[u8] = b"keymove-proof 1";

/// A line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofLine<'a> {
    /// `epd`: a record begins.
    Epd(&'a [u8]),
    /// `play`: a part begins.
    Play(Kind),
    /// `win`
    Win {
        /// The first move.
        m: Uci,
        /// The length.
        moves: u16,
        /// The number of the node.
        node: u64,
    },
    /// `fail`
    Fail {
        /// The first move.
        m: Uci,
        /// The length.
        moves: u16,
        /// The reply, if there is one.
        reply: Option<Uci>,
        /// The number of the node, if there is one.
        node: Option<u64>,
    },
    /// `line`
    Solution(Vec<Uci>),
    /// `left`
    Left,
    /// `p`
    Wins {
        /// The attacker's move.
        m: Uci,
        /// Its items.
        items: Items,
    },
    /// `r`
    Refutes(Items),
    /// `end`, with the number of nodes.
    End(u64),
    /// `total`, with the number of records.
    Total(u64),
}

/// The items of a line, each with its number of repetitions.
pub type Items = Vec<(WrittenItem, usize)>;

/// An item of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenItem {
    /// `.`
    Reached,
    /// `-`
    NoReply,
    /// A move.
    Move(Uci),
    /// A distance.
    Node(u64),
    /// A move and a distance.
    MoveAndNode(Uci, u64),
}

/// Why bytes are not a line of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofFault {
    /// The line begins with an unknown word.
    Unknown(String),
    /// A word is missing, or there is one too many.
    Words(&'static str),
    /// A word is not of the expected kind.
    Word(&'static str, String),
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofFault::Unknown(word) => write!(f, "{word} is not a line of a certificate"),
            ProofFault::Words(line) => write!(f, "a {line} line has more words or fewer"),
            ProofFault::Word(what, word) => write!(f, "{word} is not {what}"),
        }
    }
}

impl std::error::Error for ProofFault {}

impl<'a> ProofLine<'a> {
    /// Reads a line, without its line feed.
    ///
    /// # Errors
    ///
    /// [`ProofFault`].
    pub fn read(text: &'a [u8]) -> Result<ProofLine<'a>, ProofFault> {
        let (name, rest) = match text.iter().position(|&b| b == b' ') {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        if name == b"epd" {
            return rest.map(ProofLine::Epd).ok_or(ProofFault::Words("epd"));
        }
        let words: Vec<&[u8]> =
            rest.map_or(Vec::new(), |rest| rest.split(|&b| b == b' ').collect());
        match (name, &words[..]) {
            (b"play", [sign]) => kind(sign).map(ProofLine::Play),
            (b"win", [m, moves, node]) => Ok(ProofLine::Win {
                m: uci(m)?,
                moves: length(moves)?,
                node: number(node)?,
            }),
            (b"fail", [m, moves, rest @ ..]) => fail(m, moves, rest),
            (b"line", moves @ [_, ..]) => {
                let moves: Result<_, _> = moves.iter().map(|m| uci(m)).collect();
                moves.map(ProofLine::Solution)
            }
            (b"left", [what, m, moves, reason]) => left(what, m, moves, reason),
            (b"p", [m, rest @ ..]) => Ok(ProofLine::Wins {
                m: uci(m)?,
                items: items(rest)?,
            }),
            (b"r", rest @ [_, ..]) => items(rest).map(ProofLine::Refutes),
            (b"end", [nodes]) => number(nodes).map(ProofLine::End),
            (b"total", [records]) => number(records).map(ProofLine::Total),
            (b"play", _) => Err(ProofFault::Words("play")),
            (b"win", _) => Err(ProofFault::Words("win")),
            (b"fail", _) => Err(ProofFault::Words("fail")),
            (b"line", _) => Err(ProofFault::Words("line")),
            (b"left", _) => Err(ProofFault::Words("left")),
            (b"p", _) => Err(ProofFault::Words("p")),
            (b"r", _) => Err(ProofFault::Words("r")),
            (b"end", _) => Err(ProofFault::Words("end")),
            (b"total", _) => Err(ProofFault::Words("total")),
            _ => Err(ProofFault::Unknown(excerpt(name))),
        }
    }
}

fn fail<'a>(m: &[u8], moves: &[u8], rest: &[&[u8]]) -> Result<ProofLine<'a>, ProofFault> {
    let (reply, node) = match rest {
        [word] if word.first().is_some_and(u8::is_ascii_digit) => (None, Some(number(word)?)),
        [word] => (Some(uci(word)?), None),
        [reply, node] => (Some(uci(reply)?), Some(number(node)?)),
        _ => return Err(ProofFault::Words("fail")),
    };
    Ok(ProofLine::Fail {
        m: uci(m)?,
        moves: length(moves)?,
        reply,
        node,
    })
}

fn left<'a>(
    what: &[u8],
    m: &[u8],
    moves: &[u8],
    reason: &[u8],
) -> Result<ProofLine<'a>, ProofFault> {
    if what != b"win" && what != b"fail" {
        return Err(ProofFault::Word("win or fail", excerpt(what)));
    }
    if m != b"*" {
        uci(m)?;
    }
    length(moves)?;
    if reason.is_empty() || !reason.iter().all(u8::is_ascii_lowercase) {
        return Err(ProofFault::Word("a reason", excerpt(reason)));
    }
    Ok(ProofLine::Left)
}

fn items(words: &[&[u8]]) -> Result<Items, ProofFault> {
    words.iter().map(|word| item(word)).collect()
}

fn item(whole: &[u8]) -> Result<(WrittenItem, usize), ProofFault> {
    let (word, times) = match whole.iter().position(|&b| b == b'*') {
        Some(at) => (&whole[..at], number(&whole[at + 1..])?),
        None => (whole, 1),
    };
    if times < 2 && word.len() < whole.len() {
        return Err(ProofFault::Word("an item", excerpt(whole)));
    }
    let item = match word {
        b"." => WrittenItem::Reached,
        b"-" => WrittenItem::NoReply,
        [b'0'..=b'9', ..] => WrittenItem::Node(number(word)?),
        _ => match word.iter().position(|&b| b == b':') {
            Some(at) => WrittenItem::MoveAndNode(uci(&word[..at])?, number(&word[at + 1..])?),
            None => WrittenItem::Move(uci(word)?),
        },
    };
    Ok((item, times))
}

fn kind(sign: &[u8]) -> Result<Kind, ProofFault> {
    Kind::ALL
        .into_iter()
        .find(|kind| kind.sign().as_bytes() == sign)
        .ok_or_else(|| ProofFault::Word("a kind of play", excerpt(sign)))
}

fn uci(word: &[u8]) -> Result<Uci, ProofFault> {
    Uci::from_ascii(word).ok_or_else(|| ProofFault::Word("a move", excerpt(word)))
}

/// A length in full moves.
fn length(word: &[u8]) -> Result<u16, ProofFault> {
    match number(word)? {
        length @ 0..=Length::LONGEST => Ok(length),
        _ => Err(ProofFault::Word("a length", excerpt(word))),
    }
}

/// A number of at most nine digits, without a sign or a leading zero.
fn number<N: FromStr>(word: &[u8]) -> Result<N, ProofFault> {
    let plain = matches!(word, [b'0'] | [b'1'..=b'9', ..])
        && word.len() < 10
        && word.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(word)
        .ok()
        .filter(|_| plain)
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| ProofFault::Word("a number", excerpt(word)))
}
