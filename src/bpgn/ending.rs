//! The ending of a game according to its text: who lost or won, and how. It may be in the comment
//! at the end, in the words of a server or a program, or in a tag such as `Termination`.
//!
//! A player is referred to by name, by team (`WhiteTeam`, `BlackTeam`), by seat (`BlackB`, `BB`,
//! `Black on board B`, `b`, `Player b`), or as a partner (`Bob's partner`). A colour alone (`White resigns`)
//! refers to two players, one in each team, and the result decides which of them lost or won;
//! without a result it refers to nobody.

use shakmaty::Color;

use super::clock::Clock;
use super::game::BpgnGame;
use super::seat::{BoardName, Seat};
use keymove_games::pgn::GameResult;

/// EndingKind a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndingKind {
    /// `death checkmated`
    Checkmated,
    /// `resigns`, `forfeits on time`, `forfeits by disconnection`...
    GaveUp,
    /// `Ann won by checkmate`, `Ann's partner won`...
    Won,
    /// `Game drawn by mutual agreement`, `Neither player has mating material`...
    Drawn,
    /// `Game aborted on move 1`, `Ann lost connection; game adjourned`...
    Aborted,
}

/// An ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd {
    /// EndingKind the game ended.
    pub how: EndingKind,
    /// The seat that lost or won; `None` after a draw, if nobody did, or if a team is named.
    pub seat: Option<Seat>,
    /// The result that it implies.
    pub result: GameResult,
    /// Its place.
    pub at: u32,
}

/// The beginnings of the words after a name, and their meaning.
const WORDS: [(&str, EndingKind); 3] = [
    ("checkmates|mates", EndingKind::Won),
    ("checkmated|mated", EndingKind::Checkmated),
    (
        "gives up|gave up|resign|forfeit|flagged|flag fell|out of time|timed out|times out\
         |disconnect|abandon|quit|left the game",
        EndingKind::GaveUp,
    ),
];

/// Words with that meaning only if nothing follows them, or one of [`SO`]: otherwise a player may
/// lose a connection, or win a pawn.
const SHORT_WORDS: [(&str, EndingKind); 2] = [
    ("lost|loses", EndingKind::GaveUp),
    ("won|wins|win", EndingKind::Won),
];
const SO: [&str; 8] = ["by ", "on ", "the game", "due ", "because ", "-", ".", ":"];

/// The tags that say how a game ended.
const TAGS: [&str; 4] = ["Termination", "Outcome", "ResultComment", "ICCResult"];

/// The words for a game that neither side can win.
const NO_MATERIAL: [&str; 5] = [
    "neither player has mating material",
    "no mating material",
    "no material to mate",
    "insufficient material",
    "insufficient mating material",
];

/// The words before and after `game`.
const WHOSE: [&str; 4] = ["the", "bughouse", "partner's", "partners'"];
const BECOMES: [&str; 8] = ["was", "is", "has", "been", "ends", "ended", "in", "a"];

/// The separators between the names of a team's players.
const SIGNS: [&str; 4] = [" & ", " and ", "/", ", "];

impl GameEnd {
    /// The endings in the comments after the last half-move and after the result, of which the last
    /// one counts, and in the tags that say how a game ended.
    pub fn all(game: &BpgnGame<'_>) -> impl Iterator<Item = GameEnd> {
        let comment = || {
            let last = game.half_moves().len().checked_sub(1)?;
            game.items(last)
                .iter()
                .chain(game.trailing())
                .filter_map(|item| GameEnd::read(game, game.comment(item)?, item.span.start))
                .next_back()
        };
        let tags = TAGS.into_iter().filter_map(|name| {
            let tag = game.tag_named(name)?;
            GameEnd::read(game, game.bytes(tag.value), tag.value.start)
        });
        comment().into_iter().chain(tags)
    }

    fn read(game: &BpgnGame<'_>, text: &[u8], at: u32) -> Option<GameEnd> {
        let text = without_heading(text.trim_ascii());
        // Nearly all comments at the end of a game are clocks, and the following steps take longer.
        if Clock::seconds(text).is_some() {
            return None;
        }
        let end = |how, seat, result| GameEnd {
            how,
            seat,
            result,
            at,
        };
        if let Some((how, result)) = without_winner(text) {
            return Some(end(how, None, result));
        }
        let of_seat = |(seat, (is_partner, how)): (Seat, (bool, EndingKind))| {
            let seat = if is_partner { seat.partner() } else { seat };
            let loser = match how {
                EndingKind::Won => seat.opponent(),
                _ => seat,
            };
            end(how, Some(seat), lost_by(loser))
        };
        let players = game.players();
        // The same player may sit at two boards of one team, but never in both teams.
        let mut by_name = Seat::ALL
            .into_iter()
            .filter_map(|seat| Some(of_seat((seat, ending_of(players[seat.index()]?, text)?))));
        match (by_name.next(), by_name.next()) {
            (Some(first), Some(second)) if second.result != first.result => return None,
            (Some(first), _) => return Some(first),
            (None, _) => (),
        }
        let by_team = by_team(game, text).map(|(how, result)| end(how, None, result));
        let by_colour = || {
            let named = |seat: &Seat| ending_of(seat.color.to_string().as_bytes(), text);
            let mut ends = Seat::ALL
                .into_iter()
                .filter_map(|seat| Some(of_seat((seat, named(&seat)?))));
            ends.find(|end| Some(end.result) == game.result_or_tag())
        };
        by_team
            .or_else(|| by_seat(text).map(of_seat))
            .or_else(by_colour)
            .or_else(|| GameEnd::read(game, after(text, b"Player")?, at))
    }
}

/// EndingKind the game ended and its result, where the text names a team by its tag, its colour or both
/// of its players.
fn by_team(game: &BpgnGame<'_>, text: &[u8]) -> Option<(EndingKind, GameResult)> {
    let players = game.players();
    let teams = [
        (GameResult::White, "White", [0, 3]),
        (GameResult::Black, "Black", [1, 2]),
    ];
    teams.into_iter().find_map(|(own, color, [one, other])| {
        let of_tag = game.tag(format!("{color}Team")).map(<[u8]>::to_vec);
        let pairs = [[one, other], [other, one]]
            .into_iter()
            .filter_map(|[one, other]| Some([players[one]?, players[other]?]));
        let pairs = pairs.flat_map(|pair| SIGNS.map(|sign| pair.join(sign.as_bytes())));
        let names = of_tag
            .into_iter()
            .chain([format!("{color} team").into_bytes()]);
        let (_, how) = names.chain(pairs).find_map(|name| ending_of(&name, text))?;
        Some(match how {
            EndingKind::Won => (how, own),
            _ => (EndingKind::GaveUp, own.reversed()),
        })
    })
}

/// Whether a comment says that the game was drawn or aborted, or that one of these players lost or
/// won.
pub fn ends_game<'a>(comment: &[u8], mut players: impl Iterator<Item = &'a [u8]>) -> bool {
    let text = without_heading(comment.trim_ascii());
    without_winner(text).is_some() || players.any(|name| ending_of(name, text).is_some())
}

/// A text without the heading of FICS: `Game 7 (Ann vs. Bob) Bob resigns`.
fn without_heading(text: &[u8]) -> &[u8] {
    let heading = memchr::memmem::find(text, b") ").filter(|_| {
        text.strip_prefix(b"Game ")
            .is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit))
    });
    heading.map_or(text, |end| &text[end + 2..])
}

/// The ending and result of a game that nobody won, if the text says so: in its first words, or
/// after the reason, `Ann lost connection; game adjourned`.
fn without_winner(text: &[u8]) -> Option<(EndingKind, GameResult)> {
    // `C:` and a text is what somebody said.
    if text.get(1) == Some(&b':') {
        return None;
    }
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    if NO_MATERIAL.iter().any(|words| text.contains(words)) {
        return Some((EndingKind::Drawn, GameResult::Draw));
    }
    let text = text.replace(" and ", ";");
    let mut clauses = text.split([';', ',', '.']).enumerate();
    clauses.find_map(|(index, clause)| {
        let mut words = clause.split_whitespace().peekable();
        while words.next_if(|word| WHOSE.contains(word)).is_some() {}
        let is_game = words.next_if_eq(&"game").is_some();
        while words
            .next_if(|word| is_game && BECOMES.contains(word))
            .is_some()
        {}
        let word = words.next().filter(|_| is_game || index == 0)?;
        match word.strip_prefix("courtesy").unwrap_or(word) {
            "drawn" | "draw" => Some((EndingKind::Drawn, GameResult::Draw)),
            "aborted" | "adjourned" => Some((EndingKind::Aborted, GameResult::Unknown)),
            _ => None,
        }
    })
}

/// The text after a name, which is compared case-insensitively; `None` if the text does not begin
/// with it.
fn after<'a>(text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (head, rest) = text.split_at_checked(name.len())?;
    let ends = !rest.first().is_some_and(u8::is_ascii_alphanumeric);
    (ends && head.eq_ignore_ascii_case(name)).then_some(rest)
}

/// EndingKind the player of this name, or the partner (`true`), lost or won; `None` if the text does not
/// say so.
fn ending_of(name: &[u8], text: &[u8]) -> Option<(bool, EndingKind)> {
    let rest = without_aside(after(text, name)?);
    let of_partner = after(rest, b"'s partner");
    let how = how(of_partner.unwrap_or(rest))?;
    Some((of_partner.is_some(), how))
}

/// The text after a name without a leading sign or parenthesis: `Dee (BlackB) resigns`.
fn without_aside(rest: &[u8]) -> &[u8] {
    let rest = rest
        .strip_prefix(b",")
        .or(rest.strip_prefix(b":"))
        .unwrap_or(rest);
    let aside = rest.trim_ascii_start().starts_with(b"(");
    let end = memchr::memchr(b')', rest).filter(|_| aside);
    end.map_or(rest, |end| &rest[end + 1..])
}

/// The meaning of the words after a name.
fn how(words: &[u8]) -> Option<EndingKind> {
    let words = words.strip_prefix(b"'s").unwrap_or(words);
    let mut words = words.strip_prefix(b" ")?.trim_ascii_start();
    for auxiliary in ["is", "was", "got", "has", "been", "ran", "runs"] {
        words = after(words, auxiliary.as_bytes()).map_or(words, <[u8]>::trim_ascii_start);
    }
    let begins = |words: &[u8], start: &str| {
        let head = words.get(..start.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
    };
    let long = WORDS
        .iter()
        .find(|(starts, _)| starts.split('|').any(|start| begins(words, start)));
    let short = || {
        let is_alone = |word: &str| {
            after(words, word.as_bytes()).is_some_and(|rest| {
                let rest = rest.trim_ascii_start();
                rest.is_empty() || SO.iter().any(|so| begins(rest, so))
            })
        };
        SHORT_WORDS
            .iter()
            .find(|(known, _)| known.split('|').any(is_alone))
    };
    long.or_else(short).map(|(_, how)| *how)
}

/// The seat at the beginning of a text, whether its partner is meant, and how the player's game
/// ended.
fn by_seat(text: &[u8]) -> Option<(Seat, (bool, EndingKind))> {
    let (named, text) = without_board(text);
    Seat::ALL.into_iter().find_map(|seat| {
        let Seat { board, color } = seat;
        let names = [
            seat.tag().to_owned(),
            format!("{}{board}", color.char()),
            format!("{color} {board}"),
            format!("{color} ({board})"),
            format!("{color} on {board}"),
            format!("{color} on board {board}"),
            format!("{color} (board {board})"),
        ];
        let colour = (named == Some(board)).then(|| color.to_string());
        // The letters of move numbers differ only in case.
        let letter = seat.letter().to_string();
        let letter = text.starts_with(letter.as_bytes()).then_some(letter);
        let mut names = names.into_iter().chain(letter).chain(colour);
        names.find_map(|name| Some((seat, ending_of(name.as_bytes(), text)?)))
    })
}

/// The board named before or after the statement about a colour, and the text without it: `Black
/// resigns on board B`.
fn without_board(text: &[u8]) -> (Option<BoardName>, &[u8]) {
    let named = |board| {
        let text = text.strip_suffix(b".").unwrap_or(text);
        let name = format!("board {board}");
        let behind = text.split_at_checked(text.len().saturating_sub(name.len()));
        let behind = behind.filter(|(_, end)| end.eq_ignore_ascii_case(name.as_bytes()));
        let behind = behind.and_then(|(rest, _)| rest.strip_suffix(b" on "));
        let before = || after(text, name.as_bytes()).map(|rest| without_aside(rest).trim_ascii());
        Some((Some(board), behind.or_else(before)?))
    };
    BoardName::ALL
        .into_iter()
        .find_map(named)
        .unwrap_or((None, text))
}

/// The result if this seat has lost.
pub fn lost_by(loser: Seat) -> GameResult {
    GameResult::won_by(Color::from_white(!loser.of_first_team()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Reader;

    fn end(comment: &str) -> Option<(EndingKind, Option<&'static str>, GameResult)> {
        let text = format!(
            "[WhiteA \"Ann\"][BlackA \"Bob\"][WhiteB \"Cid\"][BlackB \"Dee\"]\n\
             [WhiteTeam \"Reds\"][BlackTeam \"Blues\"]\n1A. e4 {{{comment}}} *"
        );
        let mut reader = Reader::new(text.as_bytes());
        let game = reader
            .next_game()
            .expect("memory can be read")
            .expect("a game");
        GameEnd::all(&game)
            .next()
            .map(|end| (end.how, end.seat.map(Seat::tag), end.result))
    }

    #[test]
    fn players_are_known_by_name_team_seat_and_partner() {
        use EndingKind::{Aborted, Checkmated, Drawn, GaveUp, Won};
        use GameResult::{Black, Draw, Unknown, White};
        for (comment, how, seat, result) in [
            ("Dee resigns", GaveUp, Some("BlackB"), Black),
            ("dee has resigned", GaveUp, Some("BlackB"), Black),
            ("BB resigns", GaveUp, Some("BlackB"), Black),
            ("BB Resigns.", GaveUp, Some("BlackB"), Black),
            ("BlackB forfeits on time", GaveUp, Some("BlackB"), Black),
            ("Black B flagged", GaveUp, Some("BlackB"), Black),
            (
                "Black on board B ran out of time",
                GaveUp,
                Some("BlackB"),
                Black,
            ),
            ("black (B) lost on time", GaveUp, Some("BlackB"), Black),
            ("Dee (BlackB) resigns", GaveUp, Some("BlackB"), Black),
            ("BlackB (Dee) gives up", GaveUp, Some("BlackB"), Black),
            ("BB: resigns", GaveUp, Some("BlackB"), Black),
            ("Black resigns on board B.", GaveUp, Some("BlackB"), Black),
            (
                "Board B: black checkmated",
                Checkmated,
                Some("BlackB"),
                Black,
            ),
            ("WB mates", Won, Some("WhiteB"), Black),
            ("b resigns", GaveUp, Some("BlackB"), Black),
            ("B resigns", GaveUp, Some("WhiteB"), White),
            ("WA checkmated", Checkmated, Some("WhiteA"), Black),
            ("wa is checkmated", Checkmated, Some("WhiteA"), Black),
            ("BlackA was mated", Checkmated, Some("BlackA"), White),
            (
                "Ann's partner forfeits on time",
                GaveUp,
                Some("BlackB"),
                Black,
            ),
            ("Ann's partner won", Won, Some("BlackB"), White),
            ("WB's partner checkmated", Checkmated, Some("BlackA"), White),
            ("Bob won by checkmate", Won, Some("BlackA"), Black),
            ("Cid wins on time", Won, Some("WhiteB"), Black),
            ("Reds won by checkmate", Won, None, White),
            ("Blues resign", GaveUp, None, White),
            ("Black team won on time", Won, None, Black),
            (
                "Game 7 (Cid vs. Dee) Dee forfeits on time",
                GaveUp,
                Some("BlackB"),
                Black,
            ),
            ("Game drawn by mutual agreement", Drawn, None, Draw),
            ("Partner's game drawn by repetition", Drawn, None, Draw),
            ("Draw by agreement", Drawn, None, Draw),
            ("The game ended in a draw.", Drawn, None, Draw),
            ("Draw, and a good game", Drawn, None, Draw),
            ("Neither player has mating material", Drawn, None, Draw),
            (
                "Ann ran out of time and Bob has no material to mate",
                Drawn,
                None,
                Draw,
            ),
            (
                "Player b (Dee) checkmated",
                Checkmated,
                Some("BlackB"),
                Black,
            ),
            ("player A resigns", GaveUp, Some("WhiteA"), Black),
            ("Player Cid wins on time", Won, Some("WhiteB"), Black),
            ("Game aborted on move 1 by Bob", Aborted, None, Unknown),
            ("Partners' game aborted", Aborted, None, Unknown),
            ("BUGHOUSE GAME ABORTED.", Aborted, None, Unknown),
            ("Game courtesyadjourned by Ann", Aborted, None, Unknown),
            ("The game was adjourned", Aborted, None, Unknown),
            ("Aborted by the server", Aborted, None, Unknown),
            ("Ann disconnected, game adjourned", Aborted, None, Unknown),
            (
                "Ann lost connection and the game was aborted",
                Aborted,
                None,
                Unknown,
            ),
            (
                "Game 7 (Cid vs. Dee) Dee lost connection; game aborted",
                Aborted,
                None,
                Unknown,
            ),
        ] {
            assert_eq!(end(comment), Some((how, seat, result)), "{comment}");
        }
        for comment in [
            "White resigns",
            "Black won",
            "Ann lost connection",
            "Game in progress",
            "Still in progress",
            "Player resigns",
            "a draw would be fair",
            "C:Bob said, game drawn",
            "Ann lost the queen",
            "Ann wins a pawn",
            "Anna resigns",
            "Game not aborted",
            "Drawings everywhere",
            "BB",
            "C:Bob resigns",
            "a fine game",
        ] {
            assert_eq!(end(comment), None, "{comment}");
        }
    }
}
