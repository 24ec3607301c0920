//! SAN on a bughouse board: what a written move means, and its canonical form, which is that of
//! PGN, with as much of the origin as needed, `x`, `=`, `+` and `#`.
//!
//! Reading is lenient ([`keymove_games::pgn::MoveText::read_loosely`]), as real games require: more
//! of the origin than needed, `0-0`, a missing `x` or `=`, `@e4` for a dropped pawn, UCI's `b1c3`.
//! Not supported: figurines, letters of other languages.

mod list;
mod resolve;
mod write;

pub use list::SanList;
pub use resolve::Illegal;

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;
    use crate::board::BughouseBoard;
    use keymove_games::pgn::{Mark, MoveText};

    fn legal(board: &mut BughouseBoard, text: &str) -> Result<(), Illegal> {
        let (san, _) = MoveText::read_loosely(text.as_bytes()).expect("a move");
        let m = board.resolve(san)?;
        board.play(m);
        Ok(())
    }

    #[test]
    fn moves_are_read_generously() {
        for (written, plain) in [
            ("0-0", "O-O"),
            ("Ng1f3", "Ng1f3"),
            ("exd5e.p.", "exd5"),
            ("e7e8q", "e7e8=Q"),
            ("b8Q", "b8=Q"),
            ("@e4", "P@e4"),
            ("n@e4", "N@e4"),
            ("e2-e4", "e2e4"),
            ("Nf3!?", "Nf3"),
        ] {
            assert_eq!(
                MoveText::read_loosely(written.as_bytes()),
                MoveText::read_loosely(plain.as_bytes()),
                "{written}"
            );
            assert!(
                MoveText::read_loosely(plain.as_bytes()).is_some(),
                "{plain}"
            );
        }
        for text in [
            "", "e9", "K@e4", "Nf", "x", "e8=K", "hello", "1-0", "Nabc3", "+", "@",
        ] {
            assert_eq!(MoveText::read_loosely(text.as_bytes()), None, "{text}");
        }
        assert_eq!(
            MoveText::read_loosely(b"R@d8#").map(|read| read.1),
            Some(Some(Mark::Mate))
        );
        assert_eq!(
            MoveText::read_loosely(b"Bb5+!").map(|read| read.1),
            Some(Some(Mark::Check))
        );
    }

    #[test]
    fn what_cannot_be_played_is_told() {
        let mut board = BughouseBoard::default();
        assert_eq!(
            legal(&mut board, "N@e4"),
            Err(Illegal::NotInHand(Role::Knight))
        );
        assert_eq!(legal(&mut board, "O-O"), Err(Illegal::Castling));
        assert_eq!(
            legal(&mut board, "Nxf3"),
            Err(Illegal::NothingToCapture(Square::F3))
        );
        assert_eq!(
            legal(&mut board, "Nd2"),
            Err(Illegal::NoSuchMan(Role::Knight, Square::D2))
        );
        board.give(Role::Pawn.of(shakmaty::Color::White));
        assert_eq!(
            legal(&mut board, "P@e8"),
            Err(Illegal::Occupied(Square::E8))
        );
        assert_eq!(
            legal(&mut board, "P@e2"),
            Err(Illegal::Occupied(Square::E2))
        );
        for played in ["e4", "e5", "Nf3", "d6", "Bb5+"] {
            assert_eq!(legal(&mut board, played), Ok(()), "{played}");
        }
        assert_eq!(legal(&mut board, "a6"), Err(Illegal::Check));
        assert_eq!(legal(&mut board, "Nd7"), Ok(()));
    }
}
