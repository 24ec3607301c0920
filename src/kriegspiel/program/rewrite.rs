//! `kriegspiel filter` and `convert`: a record -> the record in another form, and notes of
//! what that cannot say.

use clap::Args;
use shakmaty::Color;

use crate::batch::{RecordWork, Sheet};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_base::units::named;
use keymove_kriegspiel::convert::convert;
use keymove_kriegspiel::filter::{Comments, Rendition, filter};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::notation::read::Read;
use keymove_kriegspiel::notation::write::write_game;
use keymove_kriegspiel::notation::{Dialect, Game, Viewpoint};

const VIEWPOINTS: &[(&str, Viewpoint)] = &[
    ("white", Viewpoint::For(Color::White)),
    ("black", Viewpoint::For(Color::Black)),
    ("no", Viewpoint::No),
];

const COMMENTS: &[(&str, Comments)] = &[
    ("keep", Comments::Keep),
    ("own", Comments::Own),
    ("none", Comments::None),
];

const DIALECTS: &[(&str, Dialect)] = &[("v0.9", Dialect::V09), ("proposal", Dialect::Proposal)];

#[derive(Debug, Args)]
pub struct Filter {
    /// The player; no: the umpire's record in the normal form
    #[arg(long = "for", value_name = "WHO", value_parser = named(VIEWPOINTS))]
    wanted: Viewpoint,
    /// Comments and NAGs; keep: all, with a note for each on a hidden move; own: those on the
    /// player's own moves
    #[arg(long, value_name = "WHICH", default_value = "own", value_parser = named(COMMENTS))]
    comments: Comments,
}

#[derive(Debug, Args)]
pub struct Convert {
    /// The notation
    #[arg(long, value_name = "NOTATION", value_parser = named(DIALECTS))]
    to: Dialect,
}

/// A way to make a new record from a record.
trait Rewrite: Send + Sync + 'static {
    fn rewritten(&self, game: Game) -> Result<Rendition, RecordFinding>;
}

impl Rewrite for Filter {
    fn rewritten(&self, game: Game) -> Result<Rendition, RecordFinding> {
        filter(game, self.wanted, self.comments)
    }
}

impl Rewrite for Convert {
    fn rewritten(&self, game: Game) -> Result<Rendition, RecordFinding> {
        convert(game, self.to)
    }
}

impl<R: Rewrite> RecordWork for R {
    fn sheet(&self, file: &str, read: Read, _: &Stop) -> Sheet {
        let mut sheet = Sheet::default();
        for broken in &read.broken {
            sheet.say(file, broken);
        }
        if let Some(cut) = &read.cut {
            sheet.say(file, cut);
            sheet.exit = Exit::Malformed;
        }
        match self.rewritten(read.game) {
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

    fn is_spaced(&self) -> bool {
        true
    }
}
