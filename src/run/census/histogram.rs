//! A histogram on a logarithmic scale, whose steps begin at 0, 1, 3, 10, 30, 100 and so on.

use serde::Serialize;

/// The count of each step.
#[derive(Debug, Clone, Default)]
pub struct Histogram(Vec<u64>);

/// A step of a histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// The smallest number in it.
    pub from: u64,
    /// The largest number in it.
    pub to: u64,
    /// Its count.
    pub records: u64,
}

impl Histogram {
    /// Counts a number.
    pub fn count(&mut self, number: u64) {
        let mut step = 0;
        while start(step + 1).is_some_and(|next| next <= number) {
            step += 1;
        }
        if self.0.len() <= step {
            self.0.resize(step + 1, 0);
        }
        self.0[step] += 1;
    }

    /// The steps from the first to the last with a count.
    pub fn steps(&self) -> Vec<Bar> {
        (0..)
            .zip(&self.0)
            .skip_while(|(_, records)| **records == 0)
            .map(|(step, &records)| Bar {
                from: start(step).expect("a number lies in this step or after it"),
                to: start(step + 1).map_or(u64::MAX, |next| next - 1),
                records,
            })
            .collect()
    }
}

/// The beginning of a step; `None` beyond the largest number.
fn start(step: usize) -> Option<u64> {
    let Some(step) = step.checked_sub(1) else {
        return Some(0);
    };
    let decade = 10u64.checked_pow(u32::try_from(step / 2).ok()?)?;
    decade.checked_mul([1, 3][step % 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_lies_in_one_step() {
        let mut histogram = Histogram::default();
        for number in [1, 2, 3, 9, 10, 29, 30, 99, 100, 2_999_999, u64::MAX] {
            histogram.count(number);
        }
        let steps = histogram.steps();
        assert_eq!(
            steps[0],
            Bar {
                from: 1,
                to: 2,
                records: 2
            }
        );
        assert_eq!(
            steps[1],
            Bar {
                from: 3,
                to: 9,
                records: 2
            }
        );
        assert_eq!(
            steps[2],
            Bar {
                from: 10,
                to: 29,
                records: 2
            }
        );
        assert_eq!(steps.iter().map(|step| step.records).sum::<u64>(), 11);
        assert!(steps.windows(2).all(|pair| pair[0].to + 1 == pair[1].from));
        assert_eq!(steps.last().map(|step| step.to), Some(u64::MAX));
        assert!(Histogram::default().steps().is_empty());
    }
}
