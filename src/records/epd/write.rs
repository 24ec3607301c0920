//! Writing a record.

use shakmaty::{CastlingMode, CastlingSide, Color, Position as _};

use super::Epd;

impl Epd {
    /// Appends the record as a line, without a line feed: four fields, then the operations,
    /// separated by exactly one blank. If the first opcode is `-`, a `;` is put before it.
    ///
    /// The en-passant square is written only if a pawn can be captured on it. Castling rights are
    /// written as `KQkq`, for Chess960 as the files of the rooks (Shredder-FEN).
    pub fn append_to(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(self.fields().as_bytes());
        // Without that `;`, `- #;` would begin with a counter of a FEN.
        if self.operations.first().is_some_and(|o| o.is("-")) {
            line.extend_from_slice(b" ;");
        }
        for operation in &self.operations {
            line.push(b' ');
            line.extend_from_slice(operation.as_bytes());
            line.push(b';');
        }
    }

    /// The record as a line, without a line feed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let operations = self.operations.iter().map(|o| o.as_bytes().len() + 2);
        let mut line = Vec::with_capacity(96 + operations.sum::<usize>());
        self.append_to(&mut line);
        line
    }

    /// The four fields.
    pub fn fields(&self) -> String {
        let mut fields = String::with_capacity(96);
        self.write_board(&mut fields);
        fields.push(' ');
        fields.push(self.position.turn().char());
        fields.push(' ');
        self.write_castling(&mut fields);
        fields.push(' ');
        match self.position.chess().legal_ep_square() {
            Some(square) => square.append_to_string(&mut fields),
            None => fields.push('-'),
        }
        fields
    }

    /// Writes the first field.
    fn write_board(&self, field: &mut String) {
        let board = self.position.board();
        let Some(house) = self.position.house() else {
            return board.board_fen().append_to_string(field);
        };
        let men = board
            .board_fen_with_promoted(house.promoted)
            .unwrap_or_else(|lossy| lossy.ignore());
        men.append_to_string(field);
        field.push('[');
        for (color, hand) in house.hands.zip_color() {
            for (role, count) in hand.zip_role() {
                field.extend(std::iter::repeat_n(role.of(color).char(), count.into()));
            }
        }
        field.push(']');
    }

    /// Writes the third field.
    fn write_castling(&self, field: &mut String) {
        let start = field.len();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(rook) = self.position.chess().castles().rook(color, side) else {
                    continue;
                };
                let letter = match (self.mode, side) {
                    (CastlingMode::Chess960, _) => rook.file().char(),
                    (CastlingMode::Standard, CastlingSide::KingSide) => 'k',
                    (CastlingMode::Standard, CastlingSide::QueenSide) => 'q',
                };
                field.push(color.fold_wb(letter.to_ascii_uppercase(), letter));
            }
        }
        if field.len() == start {
            field.push('-');
        }
    }
}
