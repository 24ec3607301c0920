//! Games in PGN as problems: the starting position of a game that has one (`FEN`), and its
//! stipulation if the whole value of a tag states it: `Stipulation`, `Termination "mate in 3"`, `White
//! "Mate in two"`, `Black "#2"`. A number in `Event` or another title is not a task.
//!
//! A file is split into games at tags, after results, and at a first move after a blank line,
//! outside comments; the tags of a game may be missing. Unless final positions or claims are
//! wanted, moves are not stored, so nested variations cost nothing and a game may have any length.
//! Otherwise `movetext` reads the moves, and a game with an unreadable word is refused. In a game
//! of crazyhouse (`[Variant "Crazyhouse"]`, as on lichess) the hands are tracked as well; the hands
//! of a bughouse board are unknown, because their men come from the other board.

mod claims;
pub(super) mod movetext;
mod tags;

use memchr::memchr;

use super::problem::{CollectedProblem, ProblemFacts};
use super::rows::{Rows, TOO_LONG};
use super::{CollectionEntry, EntryReader, LONGEST_RECORD, Reading, Remark};
use keymove_records::epd::Operation;
use keymove_rules::stipulation::AskedText;
use movetext::{is_result, last_position};
use tags::{Tags, unsupported_variant};

/// The option that reads games without positions.
const FINAL: &str = "--final takes the last one of each game";

/// The games of a file.
pub(super) struct PgnGames {
    rows: Rows,
    /// The task of problems that name none.
    asked: Option<AskedText>,
    last_positions: bool,
    /// Whether the moves of games that begin with a problem are read as claims.
    claims: bool,
    remarks: bool,
    /// The rest of a line in which a game ended, and its number.
    left: Option<(Vec<u8>, u64)>,
    broken: Option<Remark>,
    /// The number of EPD lines among the moves, and the first of them.
    epd_lines: (u64, u64),
    given: u64,
    left_out: u64,
    ended: bool,
}

/// A line, its number, and whether it is complete.
type GameRow = (Vec<u8>, u64, bool);

/// A game as far as it has been read.
#[derive(Debug, Default)]
struct FoundGame {
    /// The number of its first line; 0 if it has none yet.
    number: u64,
    tags: Tags,
    /// The line of its `FEN`; 0 if it has none.
    fen_line: u64,
    /// The text after the tags, if moves are needed, and the line where it begins.
    moves: Vec<u8>,
    moves_line: u64,
    part: GamePart,
    /// The line of the open comment; 0 if there is none.
    comment: u64,
    /// The comments before the first move, up to the length of a record.
    remarks: Vec<u8>,
    /// The number of open variations.
    depth: usize,
    /// Whether the previous line was blank.
    after_blank: bool,
}

/// The part of a game in which a line is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum GamePart {
    #[default]
    Tags,
    Moves,
    /// After the result.
    Ended,
}

impl FoundGame {
    /// Adds a tag in `line`.
    fn add_tag(&mut self, name: &[u8], value: &[u8], line: u64) {
        if name.eq_ignore_ascii_case(b"FEN") && self.fen_line == 0 {
            self.fen_line = line;
        }
        self.tags.add(name, value);
        self.begins(line);
    }

    /// Notes that a part of the game is in `line`.
    fn begins(&mut self, line: u64) {
        if self.number == 0 {
            self.number = line;
        }
    }

    /// Processes `row`, which is line `line` or the end of it, up to the point where another game
    /// begins in it, if one does.
    fn pass(&mut self, row: &[u8], line: u64) -> usize {
        let mut at = 0;
        // Without a result, a game ends where the next one begins.
        let is_next = self.after_blank && self.part == GamePart::Moves && begins_game(row);
        self.after_blank = row.trim_ascii().is_empty();
        if is_next && self.comment == 0 && self.depth == 0 {
            return at;
        }
        while let Some(&first) = row.get(at) {
            if self.comment > 0 {
                let end = memchr(b'}', &row[at..]);
                self.remark(&row[at..at + end.unwrap_or(row.len() - at)]);
                let Some(end) = end else {
                    return row.len();
                };
                self.remark(b" ");
                self.comment = 0;
                at += end + 1;
                continue;
            }
            let is_end = |b: &u8| b.is_ascii_whitespace() || b"{}();".contains(b);
            let rest = &row[at..];
            let length = rest.iter().position(is_end).unwrap_or(rest.len()).max(1);
            match first {
                b'{' => self.comment = line,
                b';' => return row.len(),
                _ if first.is_ascii_whitespace() => {}
                _ if is_result(&rest[..length]) => {
                    if self.depth == 0 && self.number > 0 {
                        self.part = GamePart::Ended;
                    }
                }
                _ if self.part == GamePart::Ended => return at,
                _ => {
                    self.depth = match first {
                        b'(' => self.depth + 1,
                        b')' => self.depth.saturating_sub(1),
                        _ => self.depth,
                    };
                    self.part = GamePart::Moves;
                    self.begins(line);
                }
            }
            at += length;
        }
        at
    }

    /// Stores a piece of a comment; one among the moves is about them.
    fn remark(&mut self, text: &[u8]) {
        if self.part == GamePart::Tags && self.remarks.len() + text.len() <= LONGEST_RECORD {
            self.remarks.extend_from_slice(text);
        }
    }

    /// Stores `row`, which is line `line`, as move text; ignored lines are left blank in it.
    fn keep(&mut self, row: &[u8], line: u64) {
        if self.moves.is_empty() {
            self.moves_line = line;
        }
        self.moves.extend_from_slice(row);
    }

    /// The line of byte `at` of the moves.
    fn line_of(&self, at: usize) -> u64 {
        self.moves_line + memchr::memchr_iter(b'\n', &self.moves[..at]).count() as u64
    }
}

impl PgnGames {
    pub fn new(rows: Rows, reading: &Reading) -> PgnGames {
        PgnGames {
            rows,
            asked: reading.asked,
            last_positions: reading.last_positions,
            claims: reading.claims,
            remarks: reading.remarks,
            left: None,
            broken: None,
            epd_lines: (0, 0),
            given: 0,
            left_out: 0,
            ended: false,
        }
    }

    /// The problem of a game, if it has a position.
    fn problem(&self, game: &FoundGame) -> Option<CollectedProblem> {
        let FoundGame { number, tags, .. } = game;
        let fen = tags.get("FEN").map(str::to_owned);
        if fen.is_none() && !self.last_positions {
            return None;
        }
        let mut facts = tags.facts();
        facts.usual = self.asked;
        if self.remarks {
            facts.comment = Some(String::from_utf8_lossy(&game.remarks).into_owned());
            facts.keywords = tags.get("Keywords").map(str::to_owned);
        }
        if let Some(reason) = unsupported_variant(tags) {
            return Some(facts.unsolved(reason, *number));
        }
        // Bytes that are not UTF-8 cannot be part of a move.
        let moves = String::from_utf8_lossy(&game.moves);
        let Some(fen) = fen else {
            return Some(match last_position(&moves, tags.house()) {
                Ok(fen) => facts.problem(&fen, *number),
                Err((at, reason)) => CollectedProblem {
                    position_line: game.line_of(at.min(game.moves.len())),
                    ..facts.unsolved(reason, *number)
                },
            });
        };
        if self.claims {
            claim(&mut facts, &fen, &moves);
        }
        let mut problem = CollectedProblem {
            position_line: game.fen_line,
            ..facts.problem(&fen, *number)
        };
        if tags.get("SetUp") == Some("0") {
            let note = "SetUp \"0\" means the first position of a game; FEN was read nevertheless";
            problem.notes.push(note.to_owned());
        }
        Some(problem)
    }

    /// The next line, or the rest of the last one, with its number and whether it is complete.
    fn next_row(&mut self) -> Result<Option<GameRow>, Remark> {
        if let Some((row, line)) = self.left.take() {
            return Ok(Some((row, line, false)));
        }
        let line = self.rows.number() + 1;
        let row = self.rows.next_row()?;
        Ok(row.map(|row| (row.to_vec(), line, true)))
    }

    fn next_game(&mut self) -> Option<FoundGame> {
        if self.broken.is_some() {
            return None;
        }
        let mut game = FoundGame::default();
        loop {
            let (row, line, is_whole) = match self.next_row() {
                Ok(Some(row)) => row,
                // The number of games inside the comment is unknown.
                Ok(None) if game.comment > 0 => {
                    self.broken = Some(Remark::new(game.comment, "the comment does not end"));
                    break;
                }
                Ok(None) => break,
                Err(broken) => {
                    self.broken = Some(broken);
                    break;
                }
            };
            let mut rest = &row[..];
            if game.comment == 0 {
                if is_whole && row.starts_with(b"%") {
                    rest = b"\n";
                }
                while let Some((name, value, behind)) = tag(rest) {
                    if game.part != GamePart::Tags || game.tags.has(name) {
                        self.left = Some((rest.to_vec(), line));
                        return Some(game);
                    }
                    game.add_tag(name, value, line);
                    rest = behind;
                }
                if is_epd(rest) {
                    let (count, first) = self.epd_lines;
                    self.epd_lines = (count + 1, if count == 0 { line } else { first });
                    rest = b"\n";
                }
            }
            let end = game.pass(rest, line);
            if self.last_positions || self.claims && game.tags.get("FEN").is_some() {
                game.keep(&rest[..end], line);
                if game.moves.len() > LONGEST_RECORD {
                    self.broken = Some(Remark::new(game.number, TOO_LONG));
                    return None;
                }
            }
            if end < rest.len() {
                self.left = Some((rest[end..].to_vec(), line));
                return Some(game);
            }
        }
        (game.number > 0).then_some(game)
    }
}

/// Whether a line begins with the first move of a game.
fn begins_game(row: &[u8]) -> bool {
    match row.trim_ascii_start() {
        [b'1', b'.', behind @ ..] => !behind.starts_with(b"."),
        row => row.starts_with(b"1)"),
    }
}

/// Whether a line is EPD: no move has seven slashes.
fn is_epd(row: &[u8]) -> bool {
    let mut words = row
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let slashes = |word: &[u8]| word.iter().filter(|&&b| b == b'/').count();
    words.next().is_some_and(|board| slashes(board) >= 7)
        && matches!(words.next(), Some(b"w" | b"b"))
}

/// The tag at the beginning of a line: its name, its value as written, and the text after it. The
/// value ends at the `"` before the `]`, so quotes within it need no escape.
fn tag(row: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let inside = row.trim_ascii_start().strip_prefix(b"[")?;
    let inside = inside.trim_ascii_start();
    let is_name = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
    let length = inside.iter().take_while(is_name).count();
    let (name, rest) = inside.split_at(length);
    let value = rest.trim_ascii_start().strip_prefix(b"\"")?;
    if name.is_empty() {
        return None;
    }
    let ends = |at: &usize| {
        let behind = value[at + 1..].trim_ascii_start();
        behind.first() == Some(&b']')
    };
    let end = memchr::memchr_iter(b'"', value).find(ends);
    // A tag without an end takes the whole line.
    Some(match end {
        Some(end) => {
            let behind = value[end + 1..].trim_ascii_start();
            (name, &value[..end], &behind[1..])
        }
        None => (name, value.trim_ascii_end(), b""),
    })
}

impl EntryReader for PgnGames {
    fn next_entry(&mut self) -> Result<Option<CollectionEntry>, Remark> {
        while let Some(game) = self.next_game() {
            if let Some(problem) = self.problem(&game) {
                self.given += 1;
                return Ok(Some(CollectionEntry::Problem(Box::new(problem))));
            }
            self.left_out += 1;
        }
        if let Some(broken) = self.broken.take() {
            return Err(broken);
        }
        if let (count @ 1.., first) = std::mem::take(&mut self.epd_lines) {
            let lines = if count == 1 {
                "this line is"
            } else {
                "lines from here are"
            };
            let text = format!("{lines} EPD in a file of PGN, and left out ({count})");
            return Err(Remark::new(first, text));
        }
        if std::mem::replace(&mut self.ended, true) || self.left_out == 0 {
            return Ok(None);
        }
        if self.given == 0 {
            let reason = "this is PGN without positions";
            return Err(Remark::new(1, reason).with_option(FINAL));
        }
        let games = if self.left_out == 1 {
            "1 game"
        } else {
            &format!("{} games", self.left_out)
        };
        let text = format!("{games} without a position left out");
        let remark = Remark::new(self.rows.number(), text).with_option(FINAL);
        Ok(Some(CollectionEntry::Note(remark)))
    }
}

/// Adds the claims of the moves of a game from `fen`.
fn claim(facts: &mut ProblemFacts, fen: &str, moves: &str) {
    let Ok(record) = facts.problem(fen, 1).record else {
        // The problem without claims reports the fault.
        return;
    };
    let claims = claims::of_moves(moves, record.position());
    facts.claims = claims.operations;
    let shown = claims.mates_in.filter(|_| facts.stipulation.is_none());
    let shown = shown.map(|length| Operation::string("Stip", &format!("#{length}")));
    facts.claims.extend(shown);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::{Collection, InputForm, Reading};

    fn entries(text: &str, last_positions: bool) -> Vec<String> {
        let reading = Reading {
            last_positions,
            ..Reading::default()
        };
        let bytes = Box::new(std::io::Cursor::new(text.to_owned()));
        Collection::open(InputForm::Pgn, bytes, 1, &reading)
            .expect("a reader")
            .map(|entry| match entry {
                CollectionEntry::Problem(problem) => {
                    format!(
                        "{} {}",
                        problem.number,
                        String::from_utf8(problem.line().into_owned()).expect("text")
                    )
                }
                CollectionEntry::Note(remark) => format!("{} note {remark}", remark.line),
                CollectionEntry::Broken(remark) => format!("{} broken {remark}", remark.line),
                CollectionEntry::Document(_) => panic!("{entry:?}"),
            })
            .collect()
    }

    #[test]
    fn quotes_in_tags_and_several_tags_in_a_line() {
        let text = format!(
            "[Event \"a \"b\" \\\"c\\\"\"] [FEN \"{MATE}\"]1. e4 *\n[Event \"open\n[FEN \"{MATE}\"]\n"
        );
        assert_eq!(
            entries(&text, false),
            [
                format!("1 {MATE} id \"a 'b' 'c'\";"),
                format!("2 {MATE} id \"open\";"),
            ]
        );
        let tags = "[X \"y\"]\n".repeat(200_000);
        assert_eq!(
            entries(&format!("{tags}[FEN \"{MATE}\"]\n"), false),
            [format!("1 {MATE}")]
        );
    }

    const MATE: &str = "7k/8/5KQ1/8/8/8/8/8 w - -";

    #[test]
    fn a_position_and_what_is_asked() {
        let text = format!(
            "[Event \"x #1\"]\n[White \"A\"]\n[FEN \"{MATE}\"]\n\n1. Qg7# {{[Event \"in a\n[Site \"comment\"]}} *\n\n\
             [Event \"#1\"]\n[FEN \"{MATE}\"]\n[Stipulation \"h#2.5\"]\n*\n[FEN \"{MATE}\"]\n[FEN \"{MATE}\"]\n[SetUp \"0\"]\n*\n1. e4 *\n"
        );
        assert_eq!(
            entries(&text, false),
            [
                format!("1 {MATE} c0 \"A\"; id \"x #1\";"),
                format!("8 {MATE} Stip \"h#2.5\"; id \"#1\";"),
                format!("12 {MATE}"),
                format!("13 {MATE}"),
                "16 note 1 game without a position left out; --final takes the last one of each game".to_owned(),
            ]
        );
    }

    #[test]
    fn the_comment_before_the_moves_and_keywords_are_operations() {
        let text = format!(
            "[FEN \"{MATE}\"]\n[Keywords \"a, b\"]\n\n{{first\n\"line\"}} {{second}} 1. Qg7# {{of a move}} *\n"
        );
        let said = |remarks| {
            let reading = Reading {
                remarks,
                ..Reading::default()
            };
            let bytes = Box::new(std::io::Cursor::new(text.clone()));
            match Collection::open(InputForm::Pgn, bytes, 1, &reading)
                .map(|mut entries| entries.next())
            {
                Some(Some(CollectionEntry::Problem(problem))) => {
                    String::from_utf8(problem.line().into_owned()).expect("text")
                }
                _ => String::new(),
            }
        };
        assert_eq!(
            said(true),
            format!("{MATE} c3 \"first \\\"line\\\" second\"; c4 \"a, b\";")
        );
        assert_eq!(said(false), MATE);
    }

    #[test]
    fn a_comment_without_an_end_is_told() {
        let text = format!("[FEN \"{MATE}\"]\n\n1. Qg7#\n{{oops *\n\n[FEN \"{MATE}\"]\n*\n");
        assert_eq!(
            entries(&text, false),
            [
                format!("1 {MATE}"),
                "4 broken the comment does not end".to_owned(),
            ]
        );
    }

    #[test]
    fn the_last_position_of_a_game() {
        let text = "[Event \"?\"]\n\n1. e4 (1. d4 d5 (1... Nf6)) e5 $1 2. Qh5 {x} Nc6 ; y\n3. Bc4 Nf6 4. Qxf7# 1-0\n\n[Event \"b\"]\n\n1. e4 e4 *\n";
        assert_eq!(
            entries(text, true),
            [
                "1 r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - fmvn 4; hmvc 0;",
                "6 # id \"b\"; Error \"1...e4 is not a legal move\";",
            ]
        );
        assert_eq!(
            entries(text, false),
            ["1 broken this is PGN without positions; --final takes the last one of each game"]
        );
        let moves_alone = "1. e4 *";
        assert_eq!(
            entries(moves_alone, true),
            ["1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - fmvn 1; hmvc 0;"]
        );
    }

    #[test]
    fn a_number_may_have_a_parenthesis_and_a_side_may_pass() {
        let after = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - fmvn 2; hmvc 0;";
        for moves in [
            "1) f3 e5 2) g4",
            "1)f3 e5 2)g4",
            "1.) f3 e5 2.) g4",
            "1). f3 1) ... e5 2). g4",
            "1) f3 (1) d4 d5 2) c4) e5 2) g4 (2) h4)",
            "1. f3 (1. d4 d5 2.) e5 (7) 2. g4 (12)",
        ] {
            let seen = entries(&format!("[Event \"x\"]\n\n{moves} *\n"), true);
            assert_eq!(seen, [format!("1 {after} id \"x\";")], "{moves}");
        }
        let two = entries("1) f3 e5 2) g4\n\n1) e4 *\n", true);
        assert_eq!((two.len(), &two[0][..]), (2, &format!("1 {after}")[..]));
        for pass in ["--", "<>", "Z0"] {
            let seen = entries(&format!("1. f3 {pass} 2. g4 {pass} *\n"), true);
            let moved = "rnbqkbnr/pppppppp/8/8/6P1/5P2/PPPPP2P/RNBQKBNR w KQkq -";
            assert!(seen[0].starts_with(&format!("1 {moved}")), "{seen:?}");
        }
        for moves in ["1. f3 ) e5", "1 ) f3", "1. f3 e5) 2. g4"] {
            let seen = entries(&format!("{moves} *\n"), true);
            assert!(seen[0].contains("closes nothing"), "{moves}: {seen:?}");
        }
    }

    #[test]
    fn hands_are_followed_in_crazyhouse_and_unknown_on_a_board_of_bughouse() {
        // Rebuilt after what lichess writes; the bishop's capture of a queen that was a pawn gives
        // a pawn, and a man on the board has its `~`.
        let text = "[Variant \"Crazyhouse\"]\n[Event \"z\"]\n\n1. e4 d5 2. exd5 { [%clk 0:02:59] } Qxd5 3. Nc3 Qa5 4. P@d4 N@f3 *\n\n\
            [Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nd5 5. bxa8=Q *\n\n\
            [Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxc8=Q Qxc8 6. P@h6 *\n\n\
            [Variant \"Bughouse\"]\n\n1. e4 *\n";
        assert_eq!(
            entries(text, true),
            [
                "1 # Variant \"crazyhouse\"; id \"z\"; Error \"4...N@f3 is not a legal move\";",
                "6 Q~nbqkb1r/p3pppp/8/3n4/8/8/PPPP1PPP/RNBQKBNR[PPPR] b KQk - Variant \"crazyhouse\"; fmvn 5; hmvc 0;",
                "10 rnq1kbnr/4pppp/7P/p7/8/8/PPPP1PPP/RNBQKBNR[PPBp] b KQkq - Variant \"crazyhouse\"; fmvn 6; hmvc 0;",
                "14 # Variant \"bughouse\"; Error \"what is in hand comes from the other board of the match\";",
            ]
        );
    }

    #[test]
    fn lines_of_epd_behind_a_game_do_not_vanish() {
        let text = format!("[FEN \"{MATE}\"]\n\n1. Qg7# 1-0\n{MATE}\n{MATE} id \"x\";\n");
        assert_eq!(
            entries(&text, false),
            [
                format!("1 {MATE}"),
                "4 broken lines from here are EPD in a file of PGN, and left out (2)".to_owned(),
            ]
        );
    }

    #[test]
    fn a_million_variations_within_each_other() {
        let deep = format!(
            "[Event \"d\"]\n\n1. e4 {} {} *\n[FEN \"{MATE}\"]\n",
            "(1. d4 ".repeat(1_000_000),
            ")".repeat(1_000_000)
        );
        let seen = entries(&deep, true);
        assert_eq!(seen.len(), 2, "{seen:?}");
        assert!(
            seen[0].contains("/4P3/") && seen[1].contains(MATE),
            "{seen:?}"
        );
        assert_eq!(entries(&deep, false)[0], format!("4 {MATE}"));
    }

    #[test]
    fn games_without_tags_are_games() {
        let text = "{ a file of games }\n1. e4 e5 1-0\n\n1. d4 1/2-1/2 {drawn} 1. c4 *\n; more\n[Event \"t\"]\n\n1. f4 (1. g4 1-0) 0-1\n\n1.\nb3\n";
        let after = |moved: &str| format!("rnbqkbnr/pppppppp/8/8/{moved} b KQkq - fmvn 1; hmvc 0;");
        assert_eq!(
            entries(text, true),
            [
                "2 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - fmvn 2; hmvc 0;"
                    .to_owned(),
                format!("4 {}", after("3P4/8/PPP1PPPP/RNBQKBNR")),
                format!("4 {}", after("2P5/8/PP1PPPPP/RNBQKBNR")),
                format!("6 {} id \"t\";", after("5P2/8/PPPPP1PP/RNBQKBNR")),
                format!("10 {}", after("8/1P6/P1PPPPPP/RNBQKBNR")),
            ]
        );
        assert_eq!(
            entries(text, false),
            ["1 broken this is PGN without positions; --final takes the last one of each game"]
        );
        let without_results = "1. e4 e5\n\n1. d4 d5\n\n1... e6\n\n{\n\n1. f4 }\n";
        assert_eq!(entries(without_results, true).len(), 2);
        let one = format!("1. e4 e5 1-0\n1. d4 1-0\n[FEN \"{MATE}\"]\n*\n1. c4 *\n");
        assert_eq!(
            entries(&one, false),
            [
                format!("3 {MATE}"),
                "5 note 3 games without a position left out; --final takes the last one of each game"
                    .to_owned(),
            ]
        );
    }

    #[test]
    fn a_game_is_refused_at_the_word_that_cannot_be_read() {
        for (moves, reason) in [
            ("1. e4 e5\n2. hxg8X Nf6", "3:2.hxg8X cannot be read"),
            ("1. e4\n\n1... zork", "4:1...zork cannot be read"),
            ("1. e4 e5 2. Ke3", "2:2.Ke3 is not a legal move"),
            ("1. Nf3 d5 2. Nd2 d4 3. N3b1", "2:2.Nd2 is not a legal move"),
            ("1. Nf3 d5 2. d3 d4 3. Nd2", "2:3.Nd2 may be several moves"),
            ("1. e4 (1. d4 *", "2:the variation does not end"),
            ("1. e4) e5", "2:1...) closes nothing"),
            ("1. e4 e5 2. 00", "2:2.00 is not a legal move"),
            (
                "15. e4",
                "2:the game begins with move 15, and has no position",
            ),
            ("5254 5755", "2:1.5254 cannot be read"),
            (
                "1. e4 e5 2. Pf3 Pc6 3. Lb5",
                "2:2.Pf3 may be a pawn's or a knight's move",
            ),
            ("1. e4 e5 2. Nf3 <x>", "2:2...<x> cannot be read"),
        ] {
            let text = format!("[Event \"x\"]\n{moves} *\n");
            let reading = Reading {
                last_positions: true,
                ..Reading::default()
            };
            let bytes = Box::new(std::io::Cursor::new(text));
            let mut games = Collection::open(InputForm::Pgn, bytes, 1, &reading).expect("a reader");
            let Some(CollectionEntry::Problem(problem)) = games.next() else {
                panic!("{moves}: no record");
            };
            let seen = format!(
                "{}:{}",
                problem.position_line,
                problem.cause().expect("no position")
            );
            assert_eq!(seen, reason, "{moves}");
        }
    }

    #[test]
    fn what_is_asked_is_said_by_a_whole_tag() {
        for (tags, task) in [
            ("[Termination \"mate in 3\"] [Event \"Hook Mate #2\"]", "#3"),
            ("[White \"Mate in two\"] [Black \"White to move\"]", "#2"),
            ("[White \"Loyd, S.\"] [Black \"#2 ...\"]", "#2"),
            ("[White \"?\"] [Black \"Matt in zwei Zügen\"]", "#2"),
            ("[Stipulation \"Mate in 2\"] [White \"#3\"]", "#2"),
        ] {
            let text = format!("[FEN \"{MATE}\"] {tags}\n*\n");
            let seen = entries(&text, false);
            assert!(seen[0].contains(&format!("Stip \"{task}\";")), "{seen:?}");
        }
        for tags in [
            "[Event \"#400 Chess Problems\"]",
            "[Event \"Puzzle #12\"] [White \"#4 of 100\"] [Black \"Chapter 3\"]",
            "[Event \"#2\"] [Round \"#3\"] [Site \"mate in 2\"]",
            "[Termination \"normal\"] [White \"White to move and win\"]",
            "[White \"Problem #2\"] [Black \"White #2\"]",
            "[White \"Mate (2)\"] [Black \"Play #3\"]",
        ] {
            let text = format!("[FEN \"{MATE}\"] {tags}\n*\n");
            let seen = entries(&text, false);
            assert!(!seen[0].contains("Stip"), "{seen:?}");
        }
    }

    #[test]
    fn other_rules_are_refused_by_name() {
        let text = format!("[Variant \"Atomic\"]\n[FEN \"{MATE}\"]\n");
        assert_eq!(
            entries(&text, false),
            ["1 # Error \"variant Atomic is not supported\";"]
        );
    }
}
