//! Games in PGN as problems: the position of a game that has one (`FEN`, and no `SetUp "0"`), and
//! what is asked of it: the tag `Stipulation`, or a stipulation that stands as a word in `Event`
//! (`#3`, `h#2.5`).
//!
//! A file is cut into games at its tags, outside of comments, and each is read with `pgn-reader`.
//! Where last positions are not asked for, moves are looked over and not kept, so that variations
//! within variations cost nothing, and a game may be as long as it likes; otherwise the moves that
//! were played are followed, and variations are skipped. In a game of crazyhouse
//! (`[Variant "Crazyhouse"]`, as lichess writes them) the hands are followed, too; of a board of
//! bughouse nobody knows them, as they come from the other one.

mod claims;

use std::ops::ControlFlow;

use memchr::memchr;
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{Chess, EnPassantMode, Move, Position as _};

use super::record::{CollectedRecord, ProblemFacts};
use super::rows::{Rows, TOO_LONG};
use super::{CollectionEntry, EntryReader, LONGEST_RECORD, Reading};
use crate::house::{House, MateRule, Variant};
use crate::job::stipulation_named;
use crate::position::Position;

/// The games of a file.
pub(super) struct PgnGames {
    rows: Rows,
    last_positions: bool,
    /// Whether the moves of games that begin with a problem are read as claims.
    claims: bool,
    /// The beginning of the next game.
    next: Option<FoundGame>,
    broken: Option<(u64, String)>,
    /// Lines of EPD among the moves, and the first of them.
    epd_lines: (u64, u64),
    given: u64,
    left_out: u64,
    ended: bool,
}

/// A game as far as it was read.
#[derive(Debug, Default)]
struct FoundGame {
    /// The number of its first line; 0 where there is none.
    number: u64,
    tags: Tags,
    /// The line of its `FEN`; 0 where it has none.
    fen_line: u64,
    /// What stands behind the tags, if moves are to be followed.
    moves: Vec<u8>,
    /// Where its next line stands.
    part: GamePart,
}

/// Where in a game a line stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum GamePart {
    #[default]
    Tags,
    Moves,
    /// In a comment that may have several lines.
    Comment,
}

impl FoundGame {
    /// The game that begins with the tags of `row`, all of which belong to it.
    fn of_row(row: &[u8], line: u64, wants_moves: bool) -> FoundGame {
        let mut game = FoundGame::default();
        let mut rest = row;
        while let Some((name, value, behind)) = tag(rest) {
            game.add_tag(name, value, line);
            rest = behind;
        }
        if !rest.trim_ascii().is_empty() {
            game.part = after(rest, GamePart::Moves);
        }
        if wants_moves {
            game.moves.extend_from_slice(rest);
        }
        game
    }

    /// Adds a tag that stands in `line`.
    fn add_tag(&mut self, name: &[u8], value: &[u8], line: u64) {
        if name.eq_ignore_ascii_case(b"FEN") && self.fen_line == 0 {
            self.fen_line = line;
        }
        self.tags.add(name, value);
        self.begins(line);
    }

    /// Something of the game stands in `line`.
    fn begins(&mut self, line: u64) {
        if self.number == 0 {
            self.number = line;
        }
    }
}

impl PgnGames {
    pub fn new(rows: Rows, reading: &Reading) -> PgnGames {
        PgnGames {
            rows,
            last_positions: reading.last_positions,
            claims: reading.claims,
            next: None,
            broken: None,
            epd_lines: (0, 0),
            given: 0,
            left_out: 0,
            ended: false,
        }
    }

    /// The record of a game, if it has a position.
    fn record(&self, game: &FoundGame) -> Option<CollectedRecord> {
        let FoundGame { number, tags, .. } = game;
        let fen = tags.position();
        if fen.is_none() && !self.last_positions {
            return None;
        }
        let mut facts = tags.facts();
        if let Some(reason) = unsupported_variant(tags) {
            return Some(facts.refused(reason, *number));
        }
        if self.claims && fen.is_some() {
            facts.claims = claims::of_moves(&game.moves);
        }
        let last = || last_position(&game.moves, tags.house());
        Some(match fen.map_or_else(last, Ok) {
            Ok(fen) => CollectedRecord {
                position_line: game.fen_line,
                ..facts.record(&fen, *number)
            },
            Err(reason) => facts.refused(reason, *number),
        })
    }

    fn next_game(&mut self) -> Option<FoundGame> {
        if self.broken.is_some() {
            return None;
        }
        let mut game = self.next.take().unwrap_or_default();
        let mut part = game.part;
        let mut opened = game.number;
        loop {
            let line = self.rows.number() + 1;
            let row = match self.rows.next_row() {
                Ok(Some(row)) => row,
                // Whatever games it swallowed, nobody knows.
                Ok(None) if part == GamePart::Comment => {
                    self.broken = Some((opened, "the comment does not end".to_owned()));
                    break;
                }
                Ok(None) => break,
                Err(error) => {
                    self.broken = Some((line, error.to_string()));
                    break;
                }
            };
            if row.starts_with(b"%") && part != GamePart::Comment {
                continue;
            }
            let mut rest = row;
            if part != GamePart::Comment {
                while let Some((name, value, behind)) = tag(rest) {
                    if part == GamePart::Moves || game.tags.has(name) {
                        let wants_moves = self.last_positions || self.claims;
                        self.next = Some(FoundGame::of_row(rest, line, wants_moves));
                        return Some(game);
                    }
                    game.add_tag(name, value, line);
                    rest = behind;
                }
            }
            if part == GamePart::Tags && rest.trim_ascii().is_empty() {
                continue;
            }
            if part != GamePart::Comment && is_epd(rest) {
                let (count, first) = self.epd_lines;
                self.epd_lines = (count + 1, if count == 0 { line } else { first });
                continue;
            }
            game.begins(line);
            let within = match part {
                GamePart::Comment => part,
                GamePart::Tags | GamePart::Moves => GamePart::Moves,
            };
            part = after(rest, within);
            if part == GamePart::Comment && within != GamePart::Comment {
                opened = line;
            }
            if self.last_positions || self.claims && game.tags.position().is_some() {
                game.moves.extend_from_slice(rest);
                if game.moves.len() > LONGEST_RECORD {
                    self.broken = Some((game.number, TOO_LONG.to_owned()));
                    return None;
                }
            }
        }
        (game.number > 0).then_some(game)
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

/// Whether a comment is open after `row`, which begins in `part`.
fn after(row: &[u8], mut part: GamePart) -> GamePart {
    let mut rest = row;
    loop {
        let found = match part {
            GamePart::Comment => memchr(b'}', rest),
            _ => memchr::memchr2(b'{', b';', rest),
        };
        let Some(at) = found else { return part };
        part = match (rest[at], part) {
            (b'}', _) => GamePart::Moves,
            (b';', _) => return GamePart::Moves,
            _ => GamePart::Comment,
        };
        rest = &rest[at + 1..];
    }
}

/// The tag that a line begins with: its name, its value as it is written, and what stands behind
/// it. The value ends at a `"` before the `]`, so that quotes within it need no escape.
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
    fn next_entry(&mut self) -> Option<CollectionEntry> {
        while let Some(game) = self.next_game() {
            if let Some(record) = self.record(&game) {
                self.given += 1;
                return Some(CollectionEntry::Record(record));
            }
            self.left_out += 1;
        }
        if let Some((line, reason)) = self.broken.take() {
            return Some(CollectionEntry::Broken(line, reason));
        }
        if let (count @ 1.., first) = std::mem::take(&mut self.epd_lines) {
            let lines = if count == 1 {
                "this line is"
            } else {
                "lines from here are"
            };
            let text = format!("{lines} EPD in a file of PGN, and left out ({count})");
            return Some(CollectionEntry::Broken(first, text));
        }
        if std::mem::replace(&mut self.ended, true) || self.left_out == 0 {
            return None;
        }
        if self.given == 0 {
            let reason = "this is PGN without positions; --final takes the last one of each game";
            return Some(CollectionEntry::Broken(1, reason.to_owned()));
        }
        let games = if self.left_out == 1 {
            "1 game"
        } else {
            &format!("{} games", self.left_out)
        };
        Some(CollectionEntry::Note(
            self.rows.number(),
            format!("{games} without a position left out; --final takes the last one of each game"),
        ))
    }
}

/// The position after the moves of a game, in the game that is played.
fn last_position(moves: &[u8], house: Option<Variant>) -> Result<String, String> {
    let array = match house {
        None => Position::from(Chess::default()),
        Some(Variant::Crazyhouse) => {
            let empty = House::new(Variant::Crazyhouse, MateRule::Now);
            Position::with_house(Chess::default(), empty)
        }
        Some(Variant::Bughouse) => {
            return Err("what is in hand comes from the other board of the match".to_owned());
        }
    };
    let mut follower = MoveFollower(array);
    let played = match Reader::new(moves).read_game(&mut follower) {
        Ok(played) => played.unwrap_or(Ok(follower.0))?,
        Err(error) => return Err(format!("this game cannot be read: {error}")),
    };
    let mut setup = played.chess().to_setup(EnPassantMode::Legal);
    if let Some(house) = played.house() {
        setup.pockets = Some(house.hands);
        setup.promoted = house.promoted;
    }
    // What was promoted stands on the board, and no hand holds more than there are men.
    let fen = Fen::try_from_setup(setup).unwrap_or_else(|lossy| lossy.ignore());
    Ok(fen.to_string())
}

/// Why the rules of a game are not those of chess, if they are not.
fn unsupported_variant(tags: &Tags) -> Option<String> {
    let variant = tags.get("Variant")?;
    Variant::read(variant)
        .err()
        .map(|unknown| unknown.to_string())
}

/// The tags of a game that matter.
#[derive(Debug, Default)]
struct Tags(Vec<(&'static str, String)>);

/// The names of these tags.
const TAKEN: [&str; 15] = [
    "FEN",
    "SetUp",
    "Stipulation",
    "Event",
    "Variant",
    "Id",
    "Title",
    "Round",
    "Source",
    "Site",
    "Date",
    "White",
    "Black",
    "Author",
    "Composer",
];

impl Tags {
    /// Whether there is a tag that matters with this name.
    fn has(&self, name: &[u8]) -> bool {
        let mut names = self.0.iter();
        names.any(|(taken, _)| taken.as_bytes().eq_ignore_ascii_case(name))
    }

    fn add(&mut self, name: &[u8], value: &[u8]) {
        let mut names = TAKEN.into_iter();
        let taken = names.find(|taken| taken.as_bytes().eq_ignore_ascii_case(name));
        if let Some(taken) = taken.filter(|_| !self.has(name)) {
            let value = RawTag(value).decode_utf8_lossy().into_owned();
            self.0.push((taken, value));
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self
            .0
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
        let value = value.trim();
        // What is not known, in the standard's words.
        (!matches!(value, "" | "?" | "-" | "*" | "????.??.??")).then_some(value)
    }

    fn position(&self) -> Option<String> {
        let fen = self.get("FEN")?;
        (self.get("SetUp") != Some("0")).then(|| fen.to_owned())
    }

    /// The game, if it is one with hands.
    fn house(&self) -> Option<Variant> {
        Variant::read(self.get("Variant")?).ok().flatten()
    }

    fn facts(&self) -> ProblemFacts {
        let text = |name| self.get(name).map(str::to_owned);
        let event = self.get("Event");
        let named = text("Stipulation");
        let in_event = || {
            let mut words = event.unwrap_or_default().split_whitespace();
            words
                .find(|word| stipulation_named(word.as_bytes()).is_some())
                .map(str::to_owned)
        };
        let only_stipulation =
            event.is_some_and(|event| stipulation_named(event.as_bytes()).is_some());
        let id = text("Id")
            .or_else(|| text("Title"))
            .or_else(|| event.filter(|_| !only_stipulation).map(str::to_owned));
        let id = match (id, self.get("Round")) {
            (Some(id), Some(round)) => Some(format!("{id}, {round}")),
            (id, _) => id,
        };
        let place: Vec<&str> = [
            self.get("Source").or_else(|| self.get("Site")),
            self.get("Date"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let players: Vec<&str> = [self.get("White"), self.get("Black")]
            .into_iter()
            .flatten()
            .collect();
        ProblemFacts {
            stipulation: named.or_else(in_event),
            id,
            author: text("Author")
                .or_else(|| text("Composer"))
                .or_else(|| (!players.is_empty()).then(|| players.join(" - "))),
            source: (!place.is_empty()).then(|| place.join(", ")),
            variant: self.house().map(|variant| variant.name().to_owned()),
            ..ProblemFacts::default()
        }
    }
}

/// Follows the moves that were played, from this position.
struct MoveFollower(Position);

/// A game that is being followed, or why it cannot be.
struct FollowedGame {
    position: Result<Position, String>,
    plies: u32,
}

impl Visitor for MoveFollower {
    type Tags = ();
    type Movetext = FollowedGame;
    type Output = Result<Position, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, FollowedGame> {
        ControlFlow::Continue(FollowedGame {
            position: Ok(self.0.clone()),
            plies: 0,
        })
    }

    fn san(&mut self, game: &mut FollowedGame, san: SanPlus) -> ControlFlow<Self::Output> {
        let FollowedGame { position, plies } = game;
        if let Ok(before) = position {
            match legal(before, san.san) {
                Some(m) => before.play(m),
                None => {
                    let dots = if *plies % 2 == 0 { "." } else { "..." };
                    *position = Err(format!("{}{dots}{san} is no legal move", *plies / 2 + 1));
                }
            }
        }
        *plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: FollowedGame) -> Self::Output {
        game.position
    }
}

/// The legal move that is written.
fn legal(position: &Position, san: San) -> Option<Move> {
    match san {
        San::Put { role, to } => Some(Move::Put { role, to }).filter(|&m| position.is_legal(m)),
        on_board => on_board.to_move(position.chess()).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::{Collection, FileForm, Reading};

    fn entries(text: &str, last_positions: bool) -> Vec<String> {
        let reading = Reading {
            last_positions,
            ..Reading::default()
        };
        let bytes = Box::new(std::io::Cursor::new(text.to_owned()));
        Collection::open(FileForm::Pgn, bytes, 1, &reading)
            .expect("a reader")
            .map(|entry| match entry {
                CollectionEntry::Record(record) => {
                    format!(
                        "{} {}",
                        record.number,
                        String::from_utf8(record.line).expect("text")
                    )
                }
                CollectionEntry::Note(line, text) => format!("{line} note {text}"),
                CollectionEntry::Broken(line, text) => format!("{line} broken {text}"),
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

    const MATE: &str = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";

    #[test]
    fn a_position_and_what_is_asked() {
        let text = format!(
            "[Event \"x #1\"]\n[White \"A\"]\n[FEN \"{MATE}\"]\n\n1. Qg7# {{[Event \"in a\n[Site \"comment\"]}} *\n\n\
             [Event \"#1\"]\n[FEN \"{MATE}\"]\n[Stipulation \"h#2.5\"]\n*\n[FEN \"{MATE}\"]\n[FEN \"{MATE}\"]\n[SetUp \"0\"]\n"
        );
        assert_eq!(
            entries(&text, false),
            [
                format!("1 {MATE} Stip \"#1\"; c0 \"A\"; id \"x #1\";"),
                format!("8 {MATE} Stip \"h#2.5\";"),
                format!("12 {MATE}"),
                "14 note 1 game without a position left out; --final takes the last one of each game".to_owned(),
            ]
        );
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
                "1 r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
                "6 # id \"b\"; Error \"1...e4 is no legal move\";",
            ]
        );
        assert_eq!(
            entries(text, false),
            ["1 broken this is PGN without positions; --final takes the last one of each game"]
        );
        let moves_alone = "1. e4 *";
        assert_eq!(
            entries(moves_alone, true),
            ["1 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]
        );
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
                "1 # Variant \"crazyhouse\"; id \"z\"; Error \"4...N@f3 is no legal move\";",
                "6 Q~nbqkb1r/p3pppp/8/3n4/8/8/PPPP1PPP/RNBQKBNR[PPPR] b KQk - 0 5 Variant \"crazyhouse\";",
                "10 rnq1kbnr/4pppp/7P/p7/8/8/PPPP1PPP/RNBQKBNR[PPBp] b KQkq - 0 6 Variant \"crazyhouse\";",
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
    fn other_rules_are_refused_by_name() {
        let text = format!("[Variant \"Atomic\"]\n[FEN \"{MATE}\"]\n");
        assert_eq!(
            entries(&text, false),
            ["1 # Error \"variant Atomic is not supported\";"]
        );
    }
}
