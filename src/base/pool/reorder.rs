//! Outputs as they come -> outputs in the order of the input.

use std::collections::VecDeque;

/// Holds outputs back until all earlier ones are there.
#[derive(Debug)]
pub struct Reorder<T> {
    /// The number of the output that is to leave next.
    next: u64,
    /// Outputs `next`, `next + 1`, ... as far as one is there.
    waiting: VecDeque<Option<T>>,
}

impl<T> Default for Reorder<T> {
    fn default() -> Reorder<T> {
        Reorder {
            next: 0,
            waiting: VecDeque::new(),
        }
    }
}

impl<T> Reorder<T> {
    /// Takes output `number`, counted from 0. Each number comes once.
    pub fn insert(&mut self, number: u64, output: T) {
        debug_assert!(number >= self.next, "output {number} came twice");
        // Small: it is below the number of items under way.
        let index = (number - self.next) as usize;
        if index >= self.waiting.len() {
            self.waiting.resize_with(index + 1, || None);
        }
        self.waiting[index] = Some(output);
    }

    /// The next output, if it is there.
    pub fn pop(&mut self) -> Option<T> {
        let output = self.waiting.front_mut()?.take()?;
        self.waiting.pop_front();
        self.next += 1;
        Some(output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_order_comes_out_sorted(order in Just((0..200u64).collect::<Vec<_>>()).prop_shuffle()) {
            let mut reorder = Reorder::default();
            let mut out = Vec::new();
            for number in order {
                reorder.insert(number, number);
                out.extend(std::iter::from_fn(|| reorder.pop()));
            }
            prop_assert_eq!(out, (0..200).collect::<Vec<_>>());
        }
    }
}
