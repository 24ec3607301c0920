//! Random conversations: whatever is sent in whatever order, every `go` has one legal `bestmove`,
//! every `isready` its `readyok`, every mate that is shown a complete line, and the program ends
//! when it is told to.
//!
//! A model of the conversation, without a search, determines the permitted answers.
//! `KEYMOVE_UCI_TALKS` is the number of conversations (default: 80 in a long run, else 20).

use std::time::Duration;

use shakmaty::CastlingMode;
use shakmaty::uci::UciMove;

use keymove::epd::moves::read_move;
use keymove::mix::SplitMix64;
use keymove::{Epd, Position};

use super::engine::Engine;
use super::last_word::judged;
use crate::support::long::{least, share, step};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Positions of every sort: mates, being mated, over, quiet, castling, en passant, promotions.
const CHESS: [&str; 14] = [
    START,
    "7k/8/8/4K3/8/8/6Q1/8 w - -",
    "7k/8/8/4K3/8/8/6Q1/8 b - -",
    "7k/6Q1/6K1/8/8/8/8/8 b - -",
    "7k/5Q2/6K1/8/8/8/8/8 b - -",
    "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq -",
    "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6",
    "k7/8/8/8/8/8/5PPP/6K1 w - -",
    "4k3/8/8/8/8/8/4P3/4K3 b - -",
    "1nr1k1rn/pppppppp/8/8/8/8/PPPPPPPP/1NR1K1RN w GCgc -",
    "8/P6k/8/8/8/8/p6K/8 b - -",
    "8/8/8/8/8/1k6/1p6/K1R5 w - -",
    "6rk/4R3/r5R1/7K/1p4RN/8/8/4r3 w - -",
];

const HANDS: [&str; 4] = [
    START,
    "4K3/P1P4k/8/8/8/1n6/8/7q[BRQ] w - -",
    "6rk/6pp/8/8/8/8/8/4K3[N] w - -",
    "6k1/5ppp/8/8/8/8/8/R3K3[p] w - -",
];

const RUBBISH: [&str; 16] = [
    "",
    "   ",
    "rubbish",
    "go2",
    "position fen",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w",
    "position startpos moves e2e5",
    "position startpos moves zz",
    "setoption",
    "setoption name",
    "setoption name MultiPV value many",
    "setoption name UCI_Chess960 value maybe",
    "debug on",
    "register name x code y",
    "\u{1}\u{7f}\u{fffd} \t\u{b}",
];

/// A `go` and its permitted answers.
struct Asked {
    position: Position,
    allowed: Vec<String>,
    stipulation: &'static str,
}

/// The relevant part of the conversation so far.
struct Talk {
    random: SplitMix64,
    position: Position,
    variant: &'static str,
    stipulation: &'static str,
    asked: Vec<Asked>,
    ready: usize,
}

fn position(fen: &str, variant: &str) -> Position {
    let record = match variant {
        "chess" => fen.to_owned(),
        _ => format!("{fen} Variant \"{variant}\";"),
    };
    let (epd, _) = Epd::read(record.as_bytes()).expect("a position");
    epd.position().clone()
}

/// A move in both notations of castling.
fn names(position: &Position, m: shakmaty::Move) -> Vec<String> {
    let modes = match position.mode() {
        CastlingMode::Standard => vec![CastlingMode::Standard, CastlingMode::Chess960],
        CastlingMode::Chess960 => vec![CastlingMode::Chess960],
    };
    modes
        .iter()
        .map(|&mode| m.to_uci(mode).to_string())
        .collect()
}

impl Talk {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.random.next() % from.len() as u64) as usize]
    }

    fn chance(&mut self, of: u64) -> bool {
        self.random.next().is_multiple_of(of)
    }

    /// A line to be sent.
    fn line(&mut self) -> String {
        match self.random.next() % 16 {
            0..=3 => self.position_line(),
            4..=7 => self.go_line(),
            8..=9 => "stop".to_owned(),
            10 => {
                self.ready += 1;
                "isready".to_owned()
            }
            11..=12 => self.option_line(),
            13 => self.pick(&["ucinewgame", "ponderhit"]).to_owned(),
            _ => self.pick(&RUBBISH).to_owned(),
        }
    }

    fn position_line(&mut self) -> String {
        let fen = match self.variant {
            "chess" => self.pick(&CHESS),
            _ => self.pick(&HANDS),
        };
        let mut at = position(fen, self.variant);
        let mut line = match fen {
            START if self.chance(2) => "position startpos".to_owned(),
            _ => format!("position fen {fen} 0 1"),
        };
        let moves = self.random.next() % 6;
        for i in 0..moves {
            let legal = at.legal_moves();
            if legal.is_empty() {
                break;
            }
            if i == 0 {
                line.push_str(" moves");
            }
            let m = self.pick(&legal);
            let names = names(&at, m);
            line.push(' ');
            line.push_str(&names[self.random.next() as usize % names.len()]);
            at.play(m);
        }
        if moves > 0 && line.contains("moves") && self.chance(5) {
            // Then all of the line is invalid.
            line.push_str(" a1a1");
            return line;
        }
        self.position = at;
        line
    }

    fn go_line(&mut self) -> String {
        let mut line = "go".to_owned();
        let number = self.random.next() % 5;
        line.push_str(&match self.random.next() % 9 {
            0 => " infinite".to_owned(),
            1 => format!(" mate {number}"),
            2 => format!(" depth {number}"),
            3 => format!(" nodes {}", number * 3000),
            4 => format!(" movetime {}", number * 10),
            5 => format!(" wtime {} btime 100 winc {number} binc 10", number * 100),
            6 => format!(" ponder movetime {number}"),
            7 => " rubbish mate x movetime 20".to_owned(),
            _ => String::new(),
        });
        let legal = self.position.legal_moves();
        let mut allowed = legal.clone();
        if self.chance(5) && !legal.is_empty() {
            allowed = (0..1 + number).map(|_| self.pick(&legal)).collect();
            line.push_str(" searchmoves");
            for &m in &allowed {
                line.push(' ');
                line.push_str(&names(&self.position, m)[0]);
            }
        }
        let allowed = match legal.is_empty() {
            true => vec!["(none)".to_owned()],
            false => allowed
                .into_iter()
                .flat_map(|m| names(&self.position, m))
                .collect(),
        };
        self.asked.push(Asked {
            position: self.position.clone(),
            allowed,
            stipulation: match self.variant {
                "chess" => self.stipulation,
                _ => "mate",
            },
        });
        line
    }

    fn option_line(&mut self) -> String {
        let number = self.random.next() % 6;
        match self.random.next() % 8 {
            0 => format!("setoption name Hash value {}", 1 << (2 * number)),
            1 | 2 => format!("setoption name MultiPV value {number}"),
            3 => format!("setoption name SearchDepth value {}", number * 20),
            4 => format!("setoption name UCI_Chess960 value {}", number < 2),
            5 => {
                let variant = self.pick(&["chess", "chess", "crazyhouse", "bughouse"]);
                if variant != self.variant {
                    self.variant = variant;
                    self.position = position(START, variant);
                }
                format!("setoption name UCI_Variant value {variant}")
            }
            6 => {
                let all = ["mate", "mate", "stalemate", "selfmate", "selfstalemate"];
                self.stipulation = self.pick(&all);
                format!("setoption name Stipulation value {}", self.stipulation)
            }
            _ => "setoption name Clear Hash".to_owned(),
        }
    }
}

/// The fault in an `info` line that shows a mate.
fn fault_of_line(asked: &Asked, words: &[&str]) -> Option<String> {
    let place = words
        .windows(2)
        .position(|pair| pair == ["score", "mate"])?;
    let moves: i64 = words[place + 2].parse().expect("a number of moves");
    let at = words.iter().position(|&word| word == "pv");
    let line = at.map_or(&[][..], |at| &words[at + 1..]);
    let is_self = asked.stipulation.starts_with("self");
    let plies = match moves {
        0 => 0,
        _ if moves > 0 => 2 * moves - i64::from(!is_self),
        _ => -2 * moves,
    };
    if line.len() as i64 != plies {
        return Some(format!("mate {moves} has {} plies", line.len()));
    }
    let mut position = asked.position.clone();
    for text in line {
        // In the notation of the protocol, and legal.
        let is_uci = text.parse::<UciMove>().is_ok();
        match read_move(&position, text.as_bytes()) {
            Ok(m) if is_uci => position.play(m),
            _ => return Some(format!("{text} is not legal")),
        }
    }
    // The position itself may be mate, whatever the goal is.
    let is_mate = moves == 0 || !asked.stipulation.ends_with("stalemate");
    (!position.is_over(is_mate)).then(|| "the line does not end where it should".to_owned())
}

/// Holds one conversation; returns the number of mates that were shown.
fn hold(seed: u64) -> usize {
    let mut talk = Talk {
        random: SplitMix64(seed),
        position: position(START, "chess"),
        variant: "chess",
        stipulation: "mate",
        asked: Vec::new(),
        ready: 0,
    };
    let mut engine = Engine::start();
    let mut script = Vec::new();
    for _ in 0..talk.random.next() % 40 {
        let line = talk.line();
        engine.say(&line);
        script.push(line);
        if talk.chance(4) {
            std::thread::sleep(Duration::from_millis(talk.random.next() % 12));
        }
    }
    let quits = talk.chance(4);
    // A search without a limit might have a bound that takes long.
    let last = if quits { "quit" } else { "stop" };
    engine.say(last);
    let (code, said) = engine.close();
    let told = || {
        format!(
            "seed {seed}\n{}\n--\n{}",
            script.join("\n"),
            said.join("\n")
        )
    };
    assert_eq!(code, Some(0), "{}", told());
    let mut mates = 0;
    let (mut answered, mut ready) = (0, 0);
    let ends = |line: &String| line.starts_with("bestmove ");
    for lines in said.split_inclusive(ends) {
        if let Err(fault) = judged(lines) {
            panic!("{fault}\n{}", told());
        }
    }
    for line in &said {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["readyok"] => ready += 1,
            ["bestmove", best, ..] => {
                let asked = talk
                    .asked
                    .get(answered)
                    .unwrap_or_else(|| panic!("{}", told()));
                assert!(
                    asked.allowed.iter().any(|m| m == best),
                    "{line}\n{}",
                    told()
                );
                answered += 1;
            }
            ["info", "string", ..] => assert!(!line.contains("internal"), "{}", told()),
            ["info", ..] => {
                let asked = talk
                    .asked
                    .get(answered)
                    .unwrap_or_else(|| panic!("{}", told()));
                if let Some(fault) = fault_of_line(asked, &words) {
                    panic!("{line}: {fault}\n{}", told());
                }
                mates += usize::from(line.contains(" score mate "));
            }
            _ => panic!("{line}\n{}", told()),
        }
    }
    if quits {
        assert!(
            answered <= talk.asked.len() && ready <= talk.ready,
            "{}",
            told()
        );
    } else {
        assert_eq!(
            (answered, ready),
            (talk.asked.len(), talk.ready),
            "{}",
            told()
        );
    }
    mates
}

#[test]
fn every_go_has_one_legal_answer_whatever_the_input() {
    let talks = match std::env::var("KEYMOVE_UCI_TALKS") {
        Ok(number) => number.parse().expect("KEYMOVE_UCI_TALKS is a number"),
        Err(_) => share(80) as u64,
    };
    let mates: usize = (0..talks).map(hold).sum();
    let due = least(2 * talks as usize * step() / 5);
    assert!(mates >= due, "only {mates} lines with a mate");
}
