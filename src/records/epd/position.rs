//! Interprets the four fields: text -> a legal position.

use shakmaty::attacks;
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, Board, Castles, CastlingMode, CastlingSide, Chess, Color, File, FromSetup, Piece,
    Position as _, PositionError, PositionErrorKinds, Rank, Role, Setup, Square,
};

use super::fault::fault;
use super::house::HouseField;
use super::read::{Field, Fields};
use super::refusal::{EpdError, EpdErrorKind};
use keymove_base::error::Warning;

/// The capacity of shakmaty's move lists, which panic beyond it; a problem may have forty queens.
const MOST_MOVES: usize = 256;

/// A castling right as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Right {
    /// `K`, `q`: the outermost rook of that side.
    Side(CastlingSide),
    /// `H`, `a`: the rook of that file.
    File(File),
}

/// The fields, read one by one but not yet checked against each other.
#[derive(Debug)]
pub(super) struct RawPosition {
    board: Board,
    pub held: HouseField,
    turn: Color,
    rights: Vec<(Color, Right, char)>,
    en_passant: Option<Square>,
}

impl RawPosition {
    /// Reads the four fields one by one.
    pub fn read(fields: &Fields<'_>) -> Result<RawPosition, EpdError> {
        let (board, held) = fields.men.clone();
        let turn = match fields.turn.text {
            b"w" | b"W" => Color::White,
            b"b" | b"B" => Color::Black,
            _ => return Err(fields.turn.error("{} is not a side to move")),
        };
        let mut rights = Vec::new();
        let letters = fields.castling.text;
        for &letter in letters.iter().filter(|_| letters != b"-") {
            let right = right(char::from(letter))
                .ok_or_else(|| fields.castling.error("{} is not a set of castling rights"))?;
            if !rights.contains(&right) {
                rights.push(right);
            }
        }
        let en_passant = match fields.en_passant.text {
            b"-" => None,
            square => Some(
                Square::from_ascii(square)
                    .map_err(|_| fields.en_passant.error("{} is not an en-passant square"))?,
            ),
        };
        Ok(RawPosition {
            rights,
            en_passant: en_passant.map(|square| passed(square, turn, &board)),
            board,
            held,
            turn,
        })
    }

    /// The position, if it is one in which problems are solved.
    pub fn position(
        self,
        fields: &Fields<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Chess, EpdError> {
        let refuse = |kind| EpdError::new(fields.board.column, kind);
        for color in Color::ALL {
            match self.board.by_piece(Role::King.of(color)).count() {
                0 => return Err(refuse(EpdErrorKind::NoKing(color))),
                1 => (),
                _ => {
                    let reason = color.fold_wb(
                        "white has more than one king",
                        "black has more than one king",
                    );
                    return Err(refuse(reason.into()));
                }
            }
        }
        let (castling_rights, dropped) = self.castling_rights();
        if !dropped.is_empty() {
            warnings.push(Warning::new(
                fields.castling.column,
                format!("castling {dropped} was dropped: king or rook is not in its place"),
            ));
        }
        let mut setup = Setup {
            board: self.board,
            turn: self.turn,
            castling_rights,
            ep_square: self.en_passant,
            ..Setup::empty()
        };
        let mode = CastlingMode::detect(&setup);
        setup.castling_rights = Castles::from_setup(&setup, mode)
            .unwrap_or_else(|usable| usable)
            .castling_rights();

        let strict = Chess::from_setup(setup, mode);
        if let Err(error) = &strict
            && error
                .kinds()
                .contains(PositionErrorKinds::INVALID_EP_SQUARE)
        {
            warnings.push(Warning::new(
                fields.en_passant.column,
                "the en-passant square was dropped: no pawn has just passed it",
            ));
        }
        let position = strict
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_invalid_ep_square)
            .map_err(|error| refuse(illegal(&error)))?;
        if !moves_fit(&position) {
            return Err(refuse("a side may have more than 256 moves".into()));
        }
        Ok(position)
    }

    /// The squares of the rooks that may castle, and the letters of the rights that were dropped.
    ///
    /// `KQkq` mean the rooks in the corners, if those can castle. Otherwise the rights are taken
    /// for X-FEN (Chess960) if every one of them finds its rook that way and the kings and rooks of
    /// both sides are on the same files. If not, the record is one of ordinary chess with outdated
    /// rights.
    fn castling_rights(&self) -> (Bitboard, String) {
        if self.rights.is_empty() {
            return (Bitboard::EMPTY, String::new());
        }
        let of_kind = |by_side: bool| {
            self.rights
                .iter()
                .filter(move |(_, right, _)| matches!(right, Right::Side(_)) == by_side)
        };
        let mut rights = Bitboard::EMPTY;
        let mut dropped = String::new();

        for &(color, right, letter) in of_kind(false) {
            match self.rook(color, right, CastlingMode::Chess960) {
                Some(rook) => rights.add(rook),
                None => dropped.push(letter),
            }
        }
        let outermost: Option<Vec<(Color, Square)>> = of_kind(true)
            .map(|&(color, right, _)| {
                Some((color, self.rook(color, right, CastlingMode::Chess960)?))
            })
            .collect();
        let corners_only = of_kind(true)
            .all(|&(color, right, _)| self.rook(color, right, CastlingMode::Standard).is_some());
        match outermost {
            Some(rooks) if !corners_only && self.may_be_chess960(&rooks) => {
                rights.extend(rooks.into_iter().map(|(_, rook)| rook));
            }
            _ => {
                for &(color, right, letter) in of_kind(true) {
                    match self.rook(color, right, CastlingMode::Standard) {
                        Some(rook) => rights.add(rook),
                        None => dropped.push(letter),
                    }
                }
            }
        }
        self.drop_inner(&mut rights, &mut dropped);
        (rights, dropped)
    }

    /// If two rooks are on the same side of their king, only the outer one may castle.
    fn drop_inner(&self, rights: &mut Bitboard, dropped: &mut String) {
        let setup = Setup {
            board: self.board.clone(),
            castling_rights: *rights,
            ..Setup::empty()
        };
        let usable = Castles::from_setup(&setup, CastlingMode::Chess960)
            .unwrap_or_else(|usable| usable)
            .castling_rights();
        for rook in *rights & !usable {
            let letter = rook.file().char();
            dropped.push(if rook.rank() == Color::White.backrank() {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
        *rights = usable;
    }

    /// The rook that a right refers to, if both it and the king are on suitable squares.
    fn rook(&self, color: Color, right: Right, mode: CastlingMode) -> Option<Square> {
        let king = self.board.king_of(color)?;
        if king.rank() != color.backrank() {
            return None;
        }
        // A rook that was promoted from a pawn has moved.
        let rooks = self.board.by_piece(Role::Rook.of(color)) & color.backrank();
        let rooks = rooks & !self.held.promoted;
        let rook = match (right, mode) {
            (Right::File(file), _) => Some(Square::from_coords(file, color.backrank())),
            (Right::Side(_), CastlingMode::Standard) if king.file() != File::E => None,
            (Right::Side(side), CastlingMode::Standard) => {
                let corner = if side.is_king_side() {
                    File::H
                } else {
                    File::A
                };
                Some(Square::from_coords(corner, color.backrank()))
            }
            (Right::Side(CastlingSide::KingSide), CastlingMode::Chess960) => {
                rooks.last().filter(|rook| king < *rook)
            }
            (Right::Side(CastlingSide::QueenSide), CastlingMode::Chess960) => {
                rooks.first().filter(|rook| *rook < king)
            }
        };
        rook.filter(|rook| rooks.contains(*rook))
    }

    /// Whether the kings and rooks that may castle can come from one starting position: both sides
    /// must have them on the same files.
    fn may_be_chess960(&self, rooks: &[(Color, Square)]) -> bool {
        rooks.iter().all(|&(color, rook)| {
            rooks.iter().all(|&(other, other_rook)| {
                let (Some(king), Some(other_king)) =
                    (self.board.king_of(color), self.board.king_of(other))
                else {
                    return false;
                };
                let same_side =
                    (king.file() < rook.file()) == (other_king.file() < other_rook.file());
                king.file() == other_king.file() && (!same_side || rook.file() == other_rook.file())
            })
        })
    }
}

/// The square that a pawn has passed. Some programs write the square of the pawn itself: `e4` for `e3`.
fn passed(square: Square, turn: Color, board: &Board) -> Square {
    let [third, fourth] = [Rank::Third, Rank::Fourth].map(|rank| (!turn).relative_rank(rank));
    match board.piece_at(square) == Some((!turn).pawn()) && square.rank() == fourth {
        true => Square::from_coords(square.file(), third),
        false => square,
    }
}

/// Why there is no such position.
fn illegal(error: &PositionError<Chess>) -> EpdErrorKind {
    let kinds = error.kinds();
    if kinds.contains(PositionErrorKinds::PAWNS_ON_BACKRANK) {
        "a pawn stands on the first or last rank".into()
    } else if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
        EpdErrorKind::OppositeCheck
    } else {
        error.to_string().into()
    }
}

/// Reads the first field.
pub(super) fn read_board(field: &Field<'_>) -> Result<(Board, HouseField), EpdError> {
    let no_board = || fault(field).unwrap_or_else(|| field.error("{} is not a board"));
    // A trailing slash after the last rank does not begin a hand.
    let ranks = |text: &[u8]| text.iter().filter(|&&b| b == b'/').count() + 1;
    let text = match field.text.strip_suffix(b"/") {
        Some(board) if ranks(board) == 8 => board,
        _ => field.text,
    };
    // Some programs write an empty hand as a hyphen.
    let emptied = text
        .strip_suffix(b"[-]")
        .or_else(|| text.strip_suffix(b"/-"));
    let emptied = emptied.map(|board| [board, b"[]"].concat());
    let text = emptied.as_deref().unwrap_or(text);
    // An underscore would end the field.
    let Some(Ok(fen)) = (!text.contains(&b'_')).then(|| Fen::from_ascii(text)) else {
        return Err(no_board());
    };
    let Setup {
        board,
        promoted,
        pockets: hands,
        ..
    } = fen.into_setup();
    let kings =
        hands.is_some_and(|hands| Color::ALL.iter().any(|&color| hands.get(color).king > 0));
    if kings || (promoted & (board.kings() | board.pawns())).any() {
        return Err(no_board());
    }
    Ok((board, HouseField { hands, promoted }))
}

/// The castling right denoted by a letter of the castling field, with its side and the letter.
fn right(letter: char) -> Option<(Color, Right, char)> {
    let color = Color::from_white(letter.is_ascii_uppercase());
    let right = match letter.to_ascii_lowercase() {
        'k' => Right::Side(CastlingSide::KingSide),
        'q' => Right::Side(CastlingSide::QueenSide),
        file => Right::File(File::from_char(file)?),
    };
    Some((color, right, letter))
}

/// Whether the moves of either side are certain to fit into a list.
pub fn moves_fit(position: &Chess) -> bool {
    Color::ALL
        .into_iter()
        .all(|color| most_moves(position.board(), color) <= MOST_MOVES)
}

/// An upper bound for the number of moves of `color`, were it to move: captures of its own men are
/// excluded, pins and checks are ignored.
fn most_moves(board: &Board, color: Color) -> usize {
    let own = board.by_color(color);
    let last_rank = Bitboard::from_rank((!color).backrank());
    let moves = |from: Square| match board.role_at(from) {
        // Two steps, two captures; on the last rank each is four promotions.
        Some(Role::Pawn) => {
            let near = attacks::king_attacks(from) & last_rank;
            if near.any() { 3 * 4 } else { 4 }
        }
        // A king may castle to either side.
        Some(Role::King) => 8 + 2,
        Some(role) => {
            let piece = Piece { color, role };
            (attacks::attacks(from, piece, board.occupied()) & !own).count()
        }
        None => 0,
    };
    own.into_iter().map(moves).sum()
}

#[cfg(test)]
mod tests {
    use super::super::Epd;

    #[test]
    fn a_hyphen_is_an_empty_hand() {
        let read = |board: &str| {
            let record = format!("{board} w - - Variant \"bughouse\"; dm 1;");
            Epd::read(record.as_bytes()).map(|(epd, _)| epd.to_string())
        };
        let board = "6k1/5ppp/8/8/8/8/8/R3K3";
        let empty = read(&format!("{board}[]")).expect("a record");
        for hand in ["[-]", "/-"] {
            assert_eq!(read(&format!("{board}{hand}")), Ok(empty.clone()), "{hand}");
        }
        for hand in ["[P-]", "[--]", "-", "[_]"] {
            assert!(read(&format!("{board}{hand}")).is_err(), "{hand}");
        }
    }

    #[test]
    fn the_square_of_the_pawn_itself_means_the_square_that_it_passed() {
        for (fields, field) in [
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e4", "e3"),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "e3"),
            ("4k3/8/8/Pp6/8/8/8/4K3 w - b5", "b6"),
            // No pawn can take it, it stood there before, it is the other side's, or there is no pawn.
            ("4k3/8/8/8/4P3/8/8/4K3 b - e4", "-"),
            ("4k3/8/8/8/3pP3/8/4P3/4K3 b - e4", "-"),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - d4", "-"),
            ("4k3/8/8/8/3pP3/8/8/4K3 w - e4", "-"),
            ("4k3/8/8/8/3pN3/8/8/4K3 b - e4", "-"),
        ] {
            let epd = Epd::from_ascii(fields.as_bytes()).expect("a record");
            let written = epd.to_string();
            assert_eq!(written.split(' ').nth(3), Some(field), "{fields}");
        }
    }

    #[test]
    fn a_rook_that_was_a_pawn_does_not_castle() {
        for (board, rights, left) in [
            ("6k1/5ppp/8/8/8/8/8/R3K2R~[]", "KQ", "Q"),
            ("6k1/5ppp/8/8/8/8/8/R~3K2R[]", "KQ", "K"),
            ("r~3k2r/8/8/8/8/8/8/4K3[]", "kq", "k"),
            ("6k1/5ppp/8/8/8/8/8/1K3R~2[]", "F", "-"),
            ("6k1/5ppp/8/8/8/8/8/R3K2R[]", "KQ", "KQ"),
        ] {
            let record = format!("{board} w {rights} - Variant \"crazyhouse\";");
            let (epd, warnings) = Epd::read(record.as_bytes()).expect("a record");
            assert_eq!(warnings.len(), usize::from(left != rights), "{record}");
            let written = epd.to_string();
            let field = written.split(' ').nth(2);
            assert_eq!(field, Some(left), "{record}: {written}");
        }
    }
}
