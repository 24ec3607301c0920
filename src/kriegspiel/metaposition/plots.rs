//! The pictures of an experiment: the distribution of moves to mate, with a curve for each ending
//! and player, and the grades during one match.

use super::Metaposition;
use super::evaluation::POINT;
use super::experiment::{Distribution, Experiment};
use super::matches::play;
use super::opponent::{King, Opponent};
use super::plot::{Curve, Plot};
use super::report::EndingReport;
use super::search::{Deliberation, grade};
use crate::ending::Ending;
use crate::ending::chance::Chance;
use crate::ending::geometry::WhiteTry;

/// The two plots as far as they are complete.
pub struct Plots {
    /// The won matches by moves to mate, per thousand.
    pub distribution: Plot,
    /// The grades of White's reference boards during one match from the first start.
    pub trend: Plot,
}

impl Plots {
    /// Plots of matches against `opponent`, without curves.
    pub fn new(opponent: Opponent) -> Plots {
        let against = match opponent {
            Opponent::Random => "a random king",
            Opponent::Best => "the king that resists longest",
        };
        Plots {
            distribution: Plot {
                title: format!("Moves to mate against {against}"),
                across: "moves to mate".to_owned(),
                up: "matches, of 1000 won".to_owned(),
                curves: Vec::new(),
                bars: true,
            },
            trend: Plot {
                title: "White's reference boards along one match".to_owned(),
                across: "tries, refused ones among them".to_owned(),
                up: "grade, points".to_owned(),
                curves: Vec::new(),
                bars: false,
            },
        }
    }

    /// Adds the curve of an ending to the distribution.
    pub fn add_distribution(&mut self, ending: Ending, report: &EndingReport) {
        let mut curve = curve(ending, &report.distribution);
        if let Some(starts) = report.partial_of {
            let done = report.distribution.starts;
            curve.name = format!("{}; {done} of {starts} starts", curve.name);
        }
        self.distribution.curves.push(curve);
        // Bars of several curves would hide each other.
        self.distribution.bars = self.distribution.curves.len() == 1;
    }

    /// Plays a match of `experiment` and adds its curve.
    pub fn add_trend(&mut self, ending: Ending, experiment: &Experiment) {
        self.trend.curves.push(trend(ending, experiment));
    }
}

fn curve(ending: Ending, distribution: &Distribution) -> Curve {
    let scale = 1000.0 / distribution.won.max(1) as f64;
    let last = distribution.longest.unwrap_or(0);
    let count = |moves| distribution.moves.get(&moves).copied().unwrap_or(0) as f64;
    Curve {
        name: match distribution.average {
            Some(average) => format!("{ending}: {average:.1} on average"),
            None => format!("{ending}: none won"),
        },
        points: (0..=last)
            .map(|moves| (f64::from(moves), scale * count(moves)))
            .collect(),
    }
}

/// The grades during one match, from the first start and the first of its kings.
fn trend(ending: Ending, experiment: &Experiment) -> Curve {
    let mut points = Vec::new();
    let seen = |before: &Metaposition, tried: &WhiteTry, king| {
        let mut answers = tried.answers();
        if let Some((answer, kings)) = answers.find(|(_, kings)| kings.contains(king)) {
            let grade = f64::from(grade(before, tried, answer, kings)) / f64::from(POINT);
            points.push((points.len() as f64 + 1.0, grade));
        }
    };
    if let Some(&placement) = experiment.placements(ending).first() {
        let mut search = Deliberation::new(experiment.depth);
        let start = Metaposition::uncertain(placement);
        let random = Chance::of_game(experiment.seed, 0);
        let distances = experiment.distances(ending);
        let king = match &distances {
            Some(distances) => King::Best(distances, random),
            None => King::Random(random),
        };
        if let Some(square) = start.kings.first() {
            play(&mut search, start, square, king, experiment.limit, seen);
        }
    }
    Curve {
        name: ending.to_string(),
        points,
    }
}
