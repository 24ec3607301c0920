//! `solver kriegspiel filter` and `convert`: a record -> the record in another form, and notes of
//! what that cannot say.

use super::batch::{RecordWork, Sheet};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_kriegspiel::convert::convert;
use keymove_kriegspiel::filter::{Comments, Rendition, filter};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::notation::read::Read;
use keymove_kriegspiel::notation::write::write_game;
use keymove_kriegspiel::notation::{Dialect, Game, Viewpoint};

/// The form a record is to have.
#[derive(Debug, Clone, Copy)]
pub enum Rewrite {
    /// As this player knows it, with these comments.
    Filter(Viewpoint, Comments),
    /// In this notation.
    Convert(Dialect),
}

impl Rewrite {
    fn of(self, game: Game) -> Result<Rendition, RecordFinding> {
        match self {
            Rewrite::Filter(wanted, comments) => filter(game, wanted, comments),
            Rewrite::Convert(to) => convert(game, to),
        }
    }
}

impl RecordWork for Rewrite {
    fn sheet(&self, file: &str, read: Read, _: &Stop) -> Sheet {
        let mut sheet = Sheet::default();
        for broken in &read.broken {
            sheet.say(file, broken);
        }
        if let Some(cut) = &read.cut {
            sheet.say(file, cut);
            sheet.exit = Exit::Malformed;
        }
        match self.of(read.game) {
            Ok(made) => {
                for note in &made.findings {
                    sheet.say(file, note);
                }
                write_game(&made.game, &mut sheet.out);
            }
            Err(finding) => {
                let left_out = self.broken(file, &finding);
                sheet.messages.push_str(&left_out.messages);
                sheet.exit = left_out.exit;
            }
        }
        sheet
    }

    fn broken(&self, file: &str, finding: &RecordFinding) -> Sheet {
        Sheet::malformed(format!("{file}:{finding}; left out"))
    }
}
