//! Certificates -> bytes. See [`crate::proof`] for the format.

use crate::epd::Epd;
use keymove_solve::{Certificate, Edge, Kind, Run, Statement, Uci};

pub use super::read::HEADER;

/// The last line of a file with this number of records, without its line feed.
pub fn trailer(records: u64) -> Vec<u8> {
    format!("total {records}").into_bytes()
}

/// The lines of one record, without the last line feed. `claims` is the position with the
/// operations that were proved.
pub fn record(claims: &Epd, parts: &[(Kind, &Certificate)]) -> Vec<u8> {
    let mut text = b"epd ".to_vec();
    claims.append_to(&mut text);
    text.push(b'\n');
    let mut nodes = 0;
    for (kind, certificate) in parts {
        part(*kind, certificate, &mut text);
        nodes += certificate.graph.len();
    }
    text.extend_from_slice(format!("end {nodes}").as_bytes());
    text
}

fn part(kind: Kind, certificate: &Certificate, text: &mut Vec<u8>) {
    let graph = &certificate.graph;
    // Nodes were added after the nodes they refer to, and are written before them.
    let number = |index: u32| graph.len() as u32 - 1 - index;
    text.extend_from_slice(format!("play {}\n", kind.sign()).as_bytes());
    for statement in &certificate.statements {
        let line = match *statement {
            Statement::Win { m, moves, node } => format!("win {m} {moves} {}", number(node)),
            Statement::Fail {
                m,
                moves,
                reply,
                node,
            } => {
                let reply = reply.map_or(String::new(), |reply| format!(" {reply}"));
                let node = node.map_or(String::new(), |node| format!(" {}", number(node)));
                format!("fail {m} {moves}{reply}{node}")
            }
        };
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    for line in &certificate.lines {
        text.extend_from_slice(b"line");
        for &m in line {
            text.push(b' ');
            text.extend_from_slice(Uci::from(m).as_bytes());
        }
        text.push(b'\n');
    }
    for gap in &certificate.gaps {
        let what = if gap.wins { "win" } else { "fail" };
        let m = gap.m.map_or("*".to_owned(), |m| m.to_string());
        let (moves, reason) = (gap.moves, gap.reason.name());
        text.extend_from_slice(format!("left {what} {m} {moves} {reason}\n").as_bytes());
    }
    for index in (0..graph.len() as u32).rev() {
        let (m, runs) = graph.node(index);
        node(index, m, runs, text);
        text.push(b'\n');
    }
}

fn node(index: u32, m: Option<Uci>, runs: &[Run], text: &mut Vec<u8>) {
    match m {
        Some(m) => {
            text.extend_from_slice(b"p ");
            text.extend_from_slice(m.as_bytes());
        }
        None => text.push(b'r'),
    }
    for run in runs {
        text.push(b' ');
        match run.item {
            Edge::End => text.push(if m.is_some() { b'.' } else { b'-' }),
            Edge::Leaf(leaf) => text.extend_from_slice(leaf.as_bytes()),
            Edge::Won(child) => text.extend_from_slice((index - child).to_string().as_bytes()),
            Edge::Refuted(reply, child) => {
                text.extend_from_slice(reply.as_bytes());
                text.push(b':');
                text.extend_from_slice((index - child).to_string().as_bytes());
            }
        }
        if run.times > 1 {
            text.extend_from_slice(format!("*{}", run.times).as_bytes());
        }
    }
}
