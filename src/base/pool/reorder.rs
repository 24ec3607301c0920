//! Restores the order of the input for outputs that arrive in any order.

use std::collections::VecDeque;

/// Holds back outputs until all earlier ones have arrived.
#[derive(Debug)]
pub struct Reorder<T> {
    /// The number of the next output to be returned.
    next: u64,
    /// Outputs `next`, `next + 1`, ... up to the last one that has arrived.
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
    /// Adds output `number`, from 0. Each number is added once.
    pub fn insert(&mut self, number: u64, output: T) {
        debug_assert!(number >= self.next, "output {number} came twice");
        // Small: it is less than the number of running items.
        let index = (number - self.next) as usize;
        if index >= self.waiting.len() {
            self.waiting.resize_with(index + 1, || None);
        }
        self.waiting[index] = Some(output);
    }

    /// The next output, if it has arrived.
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
