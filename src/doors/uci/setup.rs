//! Positions in the protocol's format: a FEN and moves -> [`Position`].

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move};

use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_records::epd::moves::{MoveError, read_move};
use keymove_records::epd::{Epd, moves_fit};
use keymove_rules::house::Variant;
use keymove_rules::position::Position;

/// The initial position.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The position of `fen` (`None` for the initial position) after `moves`, and warnings.
///
/// The counters are ignored, because they do not matter for problems. The rest is read like an EPD
/// record.
///
/// # Errors
///
/// A message about the FEN or the first wrong move.
pub fn set_up(
    fen: Option<&str>,
    moves: &[String],
    variant: Option<Variant>,
) -> Result<(Position, Vec<String>), Reason> {
    let fields: Vec<&str> = fen.unwrap_or(START).split_whitespace().take(4).collect();
    if fields.len() < 4 {
        return Err("the FEN lacks one of its four fields: men, turn, castling, en passant".into());
    }
    let mut record = fields.join(" ");
    if let Some(variant) = variant {
        record.push_str(&format!(" Variant \"{variant}\";"));
    }
    let (epd, warnings) = Epd::read(record.as_bytes()).map_err(|error| error.to_string())?;
    let mut position = epd.position().clone();
    for (i, text) in moves.iter().enumerate() {
        let m = uci_move(&position, text).map_err(|error| format!("move {}: {error}", i + 1))?;
        position.play(m);
    }
    if !moves_fit(position.chess()) {
        return Err("a side may have more than 256 moves".into());
    }
    Ok((position, warnings.iter().map(ToString::to_string).collect()))
}

/// The legal move of `position` denoted by `text` in the protocol's notation.
///
/// # Errors
///
/// [`MoveError`] if the text cannot be read, or no legal move fits it.
pub fn uci_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    match text.parse::<UciMove>() {
        Ok(UciMove::Null) | Err(_) => Err(MoveError::Unreadable(excerpt(text.as_bytes()))),
        Ok(_) => read_move(position, text.as_bytes()),
    }
}

/// A move in the protocol's notation; with `chess960`, castling is written as the king taking its
/// own rook.
pub fn written(m: Move, chess960: bool) -> String {
    let mode = if chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    };
    m.to_uci(mode).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn moves_are_played_and_the_first_wrong_one_is_named() {
        let (position, _) =
            set_up(None, &words("e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1"), None).expect("legal moves");
        assert_eq!(
            position.board().to_string().split('/').next_back(),
            Some("RNBQ1RK1")
        );
        let wrong = |moves: &str| set_up(None, &words(moves), None).expect_err("a wrong move");
        assert!(wrong("e2e4 e7e5 e1g1").to_string().starts_with("move 3: "));
        assert!(wrong("0000").to_string().contains("move 1"));
        // The protocol does not use SAN.
        assert!(wrong("e2e4 Nf6").to_string().contains("move 2"));
    }

    #[test]
    fn wrong_fens_are_refused() {
        for fen in [
            "",
            "8/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8 w - -",
            "4k3/8/8/8/8/8/8/4K3 x - -",
            "4k3/8/8/8/8/8/4R3/4K3 w - - ;",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq -",
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            let read = set_up(Some(fen), &[], None);
            assert!(read.is_err() || fen.ends_with(';'), "{fen}");
        }
    }

    #[test]
    fn hands_belong_to_their_games_and_drops_are_moves() {
        let fen = "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1";
        let moves = words("P@e4 P@d5 e4d5");
        let (position, _) = set_up(Some(fen), &moves, Some(Variant::Crazyhouse)).expect("drops");
        let house = position.house().expect("a house");
        assert_eq!(house.hands.white.pawn, 1);
        assert!(set_up(Some(fen), &moves, None).is_err());
        let (start, _) = set_up(None, &[], Some(Variant::Bughouse)).expect("the beginning");
        assert!(start.house().is_some());
    }

    #[test]
    fn castling_is_written_as_the_game_has_it() {
        let (position, _) =
            set_up(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &[], None).expect("legal");
        let m = uci_move(&position, "e1g1").expect("castling");
        assert_eq!(uci_move(&position, "e1h1"), Ok(m));
        assert_eq!(
            (written(m, false), written(m, true)),
            ("e1g1".to_owned(), "e1h1".to_owned())
        );
    }
}
