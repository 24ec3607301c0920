//! Outputs come in the order of the items, whatever the cost of each and however many workers there
//! are.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Barrier};

use keymove::stop::Stop;

use crate::pool::{Number, blocks, number, outputs, plan};

/// Work of very uneven length with a result that has no shortcut.
fn uneven(_: &mut u64, value: u64) -> Number {
    let rounds = match value % 97 {
        0 => 200_000,
        r => r * 10,
    };
    number((0..rounds).fold(value, |x, i| x.rotate_left(5) ^ (x.wrapping_mul(31) + i)))
}

#[test]
fn equal_outputs_for_any_number_of_workers() {
    let expected: Vec<u64> = (0..3000).map(|v| uneven(&mut 0, v).value).collect();
    for workers in [1, 2, 8] {
        for block in [1, 7, 256] {
            let (end, out) = outputs(&plan(workers), blocks(3000, block), uneven, &Stop::new());
            assert!(end.is_ok());
            assert!(out == expected, "{workers} workers, blocks of {block}");
        }
    }
}

#[test]
fn nothing_in_nothing_out() {
    let (end, out) = outputs(&plan(4), blocks(0, 1), uneven, &Stop::new());
    assert!(end.is_ok() && out.is_empty());
}

/// The first job ends only when all others have ended: if even one of them were bound to its
/// worker, this would hang.
#[test]
fn no_job_waits_behind_a_slow_one() {
    for (jobs, workers) in [(500, 2), (500, 8)] {
        let all_done = Arc::new(Barrier::new(2));
        let left = Arc::new(AtomicU64::new(jobs - 1));
        let job = move |_: &mut u64, value| {
            if value == 0 || left.fetch_sub(1, Ordering::SeqCst) == 1 {
                all_done.wait();
            }
            number(value)
        };
        let (end, out) = outputs(&plan(workers), blocks(jobs, 256), job, &Stop::new());
        assert!(end.is_ok());
        assert!(out.into_iter().eq(0..jobs));
    }
}
