//! Makes a problem from two texts: a FEN, and a stipulation as it is printed under a diagram.

use std::fmt;

use crate::epd::{Epd, EpdError};
use keymove_rules::stipulation::StipulationError;
use keymove_solve::Problem;

/// Why two texts do not make a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProblemError {
    /// The position cannot be read, or problems are not solved in it.
    Position(EpdError),
    /// The stipulation cannot be read, or is not supported.
    Stipulation(StipulationError),
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemError::Position(error) => error.fmt(f),
            ProblemError::Stipulation(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ProblemError {}

impl From<EpdError> for ProblemError {
    fn from(error: EpdError) -> ProblemError {
        ProblemError::Position(error)
    }
}

impl From<StipulationError> for ProblemError {
    fn from(error: StipulationError) -> ProblemError {
        ProblemError::Stipulation(error)
    }
}

/// The problem for a position in FEN and a stipulation; it asks for every key, without limits.
///
/// ```
/// use keymove_base::stop::Stop;
/// use keymove_records::job::problem;
/// use keymove_solve::{Outcome, Tables, solve};
///
/// let problem = problem("7k/8/8/4K3/8/8/6Q1/8 w - - 0 1", "#2").unwrap();
/// let verdict = solve(&problem, &mut Tables::new(16), &Stop::new()).unwrap();
/// let Outcome::Solved(solution) = verdict.outcome() else { panic!("no mate in 2") };
/// let keys: Vec<String> = solution.keys.iter().map(|&m| problem.position.san(m)).collect();
/// assert_eq!(keys, ["Kf6"]);
/// ```
///
/// # Errors
///
/// [`ProblemError`], if one of the two cannot be read or is not supported.
pub fn problem(fen: &str, stipulation: &str) -> Result<Problem, ProblemError> {
    let record: Epd = fen.parse()?;
    Ok(Problem::new(record.into(), stipulation.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_solve::Extent;

    #[test]
    fn a_wrong_text_says_which_one_it_is() {
        let position = "7k/8/8/4K3/8/8/6Q1/8 w - -";
        let read = problem(position, "s#12").expect("a problem");
        assert_eq!(read.stipulation.to_string(), "s#12");
        assert!(!read.claimed && read.extent == Extent::AllKeys);
        for (fen, stipulation) in [
            ("", "#2"),
            ("7k/8/8/8/8/8/6Q1/8 w - -", "#2"),
            ("7k/8/8/4K3/8/8/6Q1/8", "#2"),
        ] {
            let error = problem(fen, stipulation).expect_err("no position");
            assert!(matches!(error, ProblemError::Position(_)), "{error}");
        }
        for stipulation in ["", "s#", "#0", "#1001", "2#x", "reci-h#2", "#2.5"] {
            let error = problem(position, stipulation).expect_err("no stipulation");
            assert!(matches!(error, ProblemError::Stipulation(_)), "{error}");
        }
    }
}
