//! What a table says of one position, for readers and as JSON.

use std::io::{self, Write};

use serde::Serialize;
use shakmaty::Bitboard;

use super::WhitePlacement;
use super::table::{Advice, EndingTable, Prospect};

/// The answer for a placement and a set of king squares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PositionAnswer {
    /// The white men: `Kc3 Ra1`.
    placement: String,
    /// The squares of the black king, a1 first.
    king: Vec<String>,
    /// Moves to mate; none if the win is not sure.
    moves: Option<u16>,
    /// The tries in their order; none if the win is not sure.
    tries: Vec<TryAnswer>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct TryAnswer {
    #[serde(rename = "try")]
    try_move: String,
    legal: Vec<String>,
    refused: Vec<String>,
    moves: u16,
    answers: Vec<ProspectAnswer>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct ProspectAnswer {
    announced: String,
    /// Where the king is mated.
    mates: Vec<String>,
    /// Where it may be if it is not mated.
    before: Vec<String>,
    /// And after its reply.
    after: Vec<String>,
    moves: u16,
}

impl PositionAnswer {
    /// Asks the table.
    pub fn of(table: &EndingTable, placement: WhitePlacement, king: Bitboard) -> PositionAnswer {
        let king = king & EndingTable::possible(placement);
        let advice = table.best(placement, king);
        PositionAnswer {
            placement: placement.to_string(),
            king: squares(king),
            moves: table.moves_to_mate(placement, king),
            tries: advice.iter().flatten().map(TryAnswer::of).collect(),
        }
    }

    /// Writes it for a reader.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let won = match self.moves {
            Some(moves) => format!("mate in {moves}"),
            None => "not won for sure".to_owned(),
        };
        let (placement, king) = (&self.placement, listed(&self.king));
        writeln!(out, "{placement}, black king on {king}: {won}")?;
        for (index, step) in self.tries.iter().enumerate() {
            let (count, name) = (index + 1, &step.try_move);
            let mate = if step.moves == 1 {
                "mate".to_owned()
            } else {
                format!("mate in {}", step.moves)
            };
            writeln!(
                out,
                "{count}. {name}, legal on {}: {mate}",
                listed(&step.legal)
            )?;
            for answer in &step.answers {
                answer.write_text(out)?;
            }
            if !step.refused.is_empty() {
                writeln!(out, "   no: it is on {}; next try", listed(&step.refused))?;
            }
        }
        Ok(())
    }
}

impl TryAnswer {
    fn of(advice: &Advice) -> TryAnswer {
        TryAnswer {
            try_move: advice.try_move.to_string(),
            legal: squares(advice.legal),
            refused: squares(advice.refused),
            moves: advice.moves,
            answers: advice.answers.iter().map(ProspectAnswer::of).collect(),
        }
    }
}

impl ProspectAnswer {
    fn of(answer: &Prospect) -> ProspectAnswer {
        ProspectAnswer {
            announced: if answer.announcement.is_empty() {
                "silent".to_owned()
            } else {
                answer.announcement.to_string()
            },
            mates: squares(answer.mates),
            before: squares(answer.before),
            after: squares(answer.after),
            moves: answer.moves,
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let said = &self.announced;
        if !self.mates.is_empty() {
            writeln!(out, "   {said} and mate: it is on {}", listed(&self.mates))?;
        }
        if !self.before.is_empty() {
            let (after, moves) = (listed(&self.after), self.moves);
            writeln!(
                out,
                "   {said}: it is on {}; after its move on {after}: mate in {moves}",
                listed(&self.before),
            )?;
        }
        Ok(())
    }
}

fn squares(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

fn listed(squares: &[String]) -> String {
    match squares {
        [one] => one.clone(),
        _ => format!("{} squares ({})", squares.len(), squares.join(" ")),
    }
}
