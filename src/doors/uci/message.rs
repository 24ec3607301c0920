//! Parses a line of the Universal Chess Interface: line -> [`Message`].
//!
//! Unknown words are ignored, as required by the protocol, both at the beginning of a line and
//! among the parameters of `go`. A parameter with an invalid number is ignored.

use std::num::IntErrorKind;
use std::time::Duration;

/// A parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `setoption name N value V`
    SetOption {
        /// The name, which may have several words.
        name: String,
        /// The value; empty if there is none.
        value: String,
    },
    /// `position`
    Position {
        /// The FEN; `None` for `startpos`.
        fen: Option<String>,
        /// The moves from the position.
        moves: Vec<String>,
    },
    /// `go`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `ucinewgame`
    NewGame,
    /// A line that needs no answer: blank, `debug`, `register`, unknown.
    Nothing,
}

/// The parameters of `go`; omitted parameters have no value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Go {
    /// The only allowed first moves.
    pub searchmoves: Vec<String>,
    /// Whether the answer must wait for `ponderhit` or `stop`.
    pub ponder: bool,
    /// Whether the answer must wait for `stop`.
    pub infinite: bool,
    /// The remaining time on the clocks: White's, Black's.
    pub time: [Option<Duration>; 2],
    /// The increment per move: White's, Black's.
    pub increment: [Duration; 2],
    /// The number of moves to the next time control.
    pub movestogo: Option<u32>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The number of moves to mate.
    pub mate: Option<u16>,
    /// The time for this move.
    pub movetime: Option<Duration>,
    /// Parameters that set nothing, each with the fault of its number: it is missing or too large.
    pub unnumbered: Vec<(&'static str, &'static str)>,
}

/// The parameters of `go`, any of which ends `searchmoves`.
const GO_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Message {
    /// Reads a line, with or without its end.
    pub fn read(line: &[u8]) -> Message {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            return match word {
                "uci" => Message::Uci,
                "isready" => Message::IsReady,
                "setoption" => set_option(words),
                "position" => position(words),
                "go" => Message::Go(Go::read(words)),
                "stop" => Message::Stop,
                "ponderhit" => Message::PonderHit,
                "quit" => Message::Quit,
                "ucinewgame" => Message::NewGame,
                "debug" | "register" => Message::Nothing,
                _ => continue,
            };
        }
        Message::Nothing
    }
}

/// Parses the rest of `setoption name ... value ...`.
fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Message {
    let (mut name, mut value) = (Vec::new(), Vec::new());
    let mut is_value = false;
    for (i, word) in words.enumerate() {
        match word {
            "name" if i == 0 => {}
            "value" if !is_value => is_value = true,
            _ if is_value => value.push(word),
            _ => name.push(word),
        }
    }
    Message::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    }
}

/// Parses the rest of `position startpos|fen ... [moves ...]`.
fn position<'a>(words: impl Iterator<Item = &'a str>) -> Message {
    let mut words = words.peekable();
    let fen = if words.next_if_eq(&"startpos").is_some() {
        None
    } else {
        // Some clients omit the word.
        let _ = words.next_if_eq(&"fen");
        let mut fields = Vec::new();
        while let Some(field) = words.next_if(|&word| word != "moves") {
            fields.push(field);
        }
        Some(fields.join(" "))
    };
    let moves = words.skip_while(|&word| word != "moves").skip(1);
    Message::Position {
        fen,
        moves: moves.map(str::to_owned).collect(),
    }
}

impl Go {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Go {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let Some(word) = GO_WORDS.into_iter().find(|known| *known == word) else {
                continue;
            };
            match word {
                "searchmoves" => {
                    while let Some(m) = words.next_if(|word| !GO_WORDS.contains(word)) {
                        go.searchmoves.push(m.to_owned());
                    }
                    continue;
                }
                "ponder" => {
                    go.ponder = true;
                    continue;
                }
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                _ => {}
            }
            let number = match words.peek().map(|number| number.parse::<i64>()) {
                Some(Ok(number)) => number,
                Some(Err(error)) if *error.kind() == IntErrorKind::PosOverflow => {
                    go.unnumbered.push((word, "is too large"));
                    let _ = words.next();
                    continue;
                }
                _ => {
                    go.unnumbered.push((word, "is missing"));
                    continue;
                }
            };
            let _ = words.next();
            // A clock may be negative.
            let number = u64::try_from(number).unwrap_or(0);
            let time = Duration::from_millis(number);
            match word {
                "wtime" => go.time[0] = Some(time),
                "btime" => go.time[1] = Some(time),
                "winc" => go.increment[0] = time,
                "binc" => go.increment[1] = time,
                "movestogo" => go.movestogo = Some(saturated(number)),
                // Some programs send 0 when they mean "at once".
                "depth" => go.depth = Some(saturated(number).max(1)),
                "nodes" => go.nodes = Some(number),
                "mate" => {
                    let moves = u16::try_from(number).unwrap_or(u16::MAX);
                    go.mate = Some(moves.max(1));
                }
                _ => go.movetime = Some(time),
            }
        }
        go
    }

    /// Whether it ends only by `stop` or when everything is decided.
    pub fn has_no_limit(&self) -> bool {
        self.time == [None; 2]
            && self.depth.is_none()
            && self.nodes.is_none()
            && self.mate.is_none()
            && self.movetime.is_none()
    }
}

fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match Message::read(line.as_bytes()) {
            Message::Go(go) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn unknown_words_are_passed_over() {
        assert_eq!(Message::read(b"joho isready\r\n"), Message::IsReady);
        assert_eq!(Message::read(b"  \t uci  "), Message::Uci);
        assert_eq!(Message::read(b"ucinewgame"), Message::NewGame);
        for line in [
            "",
            "  ",
            "debug on",
            "register later",
            "joho",
            "\u{0}\u{ff}",
        ] {
            assert_eq!(Message::read(line.as_bytes()), Message::Nothing, "{line}");
        }
        assert_eq!(Message::read(b"\xff\xfe stop"), Message::Stop);
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let option = |line: &str| match Message::read(line.as_bytes()) {
            Message::SetOption { name, value } => (name, value),
            other => panic!("{line}: {other:?}"),
        };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(option("setoption name Hash value 16"), pair("Hash", "16"));
        assert_eq!(option("setoption name Clear Hash"), pair("Clear Hash", ""));
        assert_eq!(
            option("setoption name a  name value b value c"),
            pair("a name", "b value c")
        );
        assert_eq!(option("setoption"), pair("", ""));
    }

    #[test]
    fn positions_have_fields_and_moves() {
        let position = |line: &str| match Message::read(line.as_bytes()) {
            Message::Position { fen, moves } => (fen, moves.join(" ")),
            other => panic!("{line}: {other:?}"),
        };
        let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        assert_eq!(position("position startpos"), (None, String::new()));
        assert_eq!(
            position("position startpos moves e2e4 e7e5"),
            (None, "e2e4 e7e5".to_owned())
        );
        for line in [
            format!("position fen {fen} moves a1a2"),
            format!("position {fen} moves a1a2"),
        ] {
            assert_eq!(position(&line), (Some(fen.to_owned()), "a1a2".to_owned()));
        }
        assert_eq!(position("position"), (Some(String::new()), String::new()));
    }

    #[test]
    fn limits_are_read_in_any_order_and_rubbish_between_them_is_passed_over() {
        let all = go(
            "go wtime -5 searchmoves e2e4 d2d4 foo depth 7 btime 60000 nodes x mate 3 \
                      joho movestogo 9 winc 1 binc 2 infinite ponder movetime 99999999999",
        );
        assert_eq!(
            all.time,
            [Some(Duration::ZERO), Some(Duration::from_secs(60))]
        );
        assert_eq!(all.searchmoves, ["e2e4", "d2d4", "foo"]);
        assert_eq!((all.depth, all.nodes, all.mate), (Some(7), None, Some(3)));
        assert_eq!(all.movestogo, Some(9));
        assert_eq!(
            all.increment,
            [Duration::from_millis(1), Duration::from_millis(2)]
        );
        assert!(all.infinite && all.ponder);
        assert_eq!(all.movetime, Some(Duration::from_millis(99_999_999_999)));
        assert_eq!(go("go"), Go::default());
        assert!(go("go infinite").has_no_limit() && !go("go movetime 0").has_no_limit());
        let none = go("go depth 0 mate -1");
        assert_eq!((none.depth, none.mate), (Some(1), Some(1)));
        assert_eq!(go("go mate 70000").mate, Some(u16::MAX));
        let endless = go("go nodes 99999999999999999999 ponder");
        assert_eq!(endless.unnumbered, [("nodes", "is too large")]);
        assert!(endless.ponder && endless.has_no_limit());
        assert_eq!(go("go nodes").nodes, None);
        let endless = go("go movetime infinite mate");
        assert_eq!(
            endless.unnumbered,
            [("movetime", "is missing"), ("mate", "is missing")]
        );
        assert!(endless.infinite && endless.has_no_limit());
    }
}
