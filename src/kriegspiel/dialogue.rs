//! An umpire for a game between two programs, line by line.
//!
//! ```text
//! new [FEN]      begins a game              -> ok white | ok black | error TEXT
//! try MOVE       e2e4, e2-e4, e1g1 or SAN   -> yes - - - | yes e5 FN mate | no | nonsense
//! tries          the possible tries         -> tries a2a3 a2a4 ...
//! board          the umpire's own board     -> board FEN
//! help           the commands               -> help new [FEN], try MOVE, ...
//! ```
//!
//! The words after `yes` are the square of the capture, the letters of the check, and `mate` or
//! `stalemate`; `-` for none. `stalemate` is also announced where neither side has more than a king
//! and a knight or bishop ([`rules`](crate::rules)). Anything else, and a try after the end of the
//! game, is answered with `error` and a text.

use std::error::Error;
use std::io::{self, BufRead, Write};

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Position as _, Role, Square,
};

use super::announcement::{Announcement, Directions, Finish};
use super::notation::san::{self, SanError};
use super::own_board::{OwnBoard, Try};
use super::rules::RuleSet;
use super::umpire::{Response, Umpire};
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;

/// The commands.
const WORDS: &str = "new [FEN], try MOVE (as e2e4 or Nf3), tries, board, help";

/// Answers the lines of `input` until it ends.
///
/// # Errors
///
/// `input` or `out` fails.
pub fn umpire(input: impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut umpire = Umpire::default();
    for line in input.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let answer = answer(&mut umpire, line.trim());
        writeln!(out, "{answer}")?;
        // The other program waits for the answer.
        out.flush()?;
    }
    Ok(())
}

fn answer(umpire: &mut Umpire, line: &str) -> String {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "new" => match start(rest.trim()) {
            Ok(position) => {
                *umpire = Umpire::new(position);
                format!("ok {}", umpire.position().turn())
            }
            Err(text) => format!("error {text}"),
        },
        "try" | "tries" if RuleSet::Berkeley.is_over(umpire.position()) => {
            "error the game is over".to_owned()
        }
        "try" => {
            let own = umpire.own_board(umpire.position().turn());
            match read_try(rest.trim(), &own) {
                Ok(Some(tried)) => shown(umpire.answer(tried)),
                Ok(None) => shown(Response::Nonsense),
                Err(text) => format!("error {text}"),
            }
        }
        "tries" => listed(umpire.tries(), umpire.position().turn()),
        "board" => {
            let setup = umpire.position().to_setup(EnPassantMode::Legal);
            let fen = Fen::try_from_setup(setup).unwrap_or_else(|error| error.ignore());
            format!("board {fen}")
        }
        "help" => format!("help {WORDS}"),
        _ => format!("error {WORDS}"),
    }
}

fn start(fen: &str) -> Result<Chess, Box<dyn Error>> {
    if fen.is_empty() {
        return Ok(Chess::default());
    }
    Ok(fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?)
}

/// The try in UCI notation or in SAN; `None` if no own man can make it.
pub(crate) fn read_try(text: &str, own: &OwnBoard) -> Result<Option<Try>, Reason> {
    let Ok(UciMove::Normal {
        from,
        to,
        promotion,
    }) = UciMove::from_ascii(text.as_bytes())
    else {
        return match san::read(text, own) {
            Ok((tried, _)) => Ok(Some(tried)),
            Err(SanError::Impossible) => Ok(None),
            Err(SanError::Unreadable) => Err("try needs a move: e2e4 or Nf3".into()),
            Err(error) => Err(format!("{} {}", excerpt(text.as_bytes()), error.text()).into()),
        };
    };
    let castling = CastlingSide::ALL
        .into_iter()
        .find(|side| to == side.king_to(own.color()));
    Ok(own.role_at(from).map(|role| match castling {
        Some(side) if role == Role::King && from.distance(to) == 2 && from.rank() == to.rank() => {
            Try::Castle(side)
        }
        _ => Try::step(role, from, to, promotion),
    }))
}

/// The answer to `tries`.
pub(crate) fn listed(tries: Vec<Try>, color: Color) -> String {
    let tries = tries.into_iter();
    let mut tries: Vec<String> = tries.map(|tried| uci(tried, color)).collect();
    tries.sort_unstable();
    format!("tries {}", tries.join(" "))
}

/// The try in UCI notation.
pub(crate) fn uci(tried: Try, color: Color) -> String {
    let promotion = match tried {
        Try::Step {
            promotion: Some(piece),
            ..
        } => piece.char().to_string(),
        _ => String::new(),
    };
    let [from, to] = tried.squares(color);
    format!("{from}{to}{promotion}")
}

/// The answer to a try.
fn shown(answer: Response) -> String {
    match answer {
        Response::Illegal => "no".to_owned(),
        Response::Nonsense => "nonsense".to_owned(),
        Response::Yes(announcement) => {
            let Announcement {
                capture,
                checks,
                end,
            } = announcement;
            format!("yes {}", words(capture, checks, end))
        }
    }
}

/// The words of an announcement: the square of the capture, the letters of the check, the end.
pub(crate) fn words(capture: Option<Square>, checks: Directions, end: Option<Finish>) -> String {
    let capture = capture.map_or("-".to_owned(), |square| square.to_string());
    let end = match end {
        Some(Finish::Mate) => "mate",
        Some(Finish::Stalemate) => "stalemate",
        None => "-",
    };
    format!("{capture} {} {end}", checks.or_dash())
}
