//! A panic costs one output, and the worker's state.

use std::sync::atomic::{AtomicU64, Ordering};

use keymove::pool::panics::Panic;
use keymove::pool::{End, PoolJob, run};
use keymove::stop::Stop;

use crate::pool::{FAILED, Gather, Number, blocks, number, outputs, plan};

#[test]
fn a_panic_costs_one_output() {
    let job = |_: &mut u64, value| {
        assert!(value % 10 != 3, "three again");
        number(value)
    };
    for workers in [1, 2, 8] {
        let (end, out) = outputs(&plan(workers), blocks(1000, 64), job, &Stop::new());
        assert_eq!(end.unwrap(), End::Complete);
        let expected = (0..1000).map(|v| if v % 10 == 3 { FAILED } else { v });
        assert!(out.into_iter().eq(expected));
    }
}

#[test]
fn the_worker_goes_on_with_a_fresh_state() {
    let job = |jobs_done: &mut u64, value| {
        assert!(value != 2);
        number(*jobs_done)
    };
    let (_, out) = outputs(&plan(1), blocks(5, 5), job, &Stop::new());
    assert_eq!(out, [1, 2, FAILED, 1, 2]);
}

/// A job whose failure also fails.
struct Hopeless(AtomicU64);

impl PoolJob for Hopeless {
    type Input = Number;
    type Output = Number;
    type State = ();

    fn state(&self) {}

    fn run(&self, (): &mut (), input: &Number) -> Number {
        assert!(self.0.fetch_add(1, Ordering::SeqCst) != 5);
        input.clone()
    }

    fn failed(&self, _: &Number, _: &Panic) -> Number {
        panic!("this panic is a part of the test");
    }
}

#[test]
fn a_dead_worker_ends_the_run_instead_of_hanging_it() {
    for workers in [1, 2] {
        let mut out = Vec::new();
        let mut sink = Gather(|value| {
            out.push(value);
            Ok(())
        });
        let job = Hopeless(AtomicU64::new(0));
        let end = run(
            &plan(workers),
            blocks(100_000, 10),
            job,
            &mut sink,
            &Stop::new(),
        );
        assert_eq!(end.unwrap(), End::Broken);
        let put = out.len() as u64;
        assert!(out.into_iter().eq(0..put), "what was put is in order");
    }
}

#[test]
fn a_dead_source_is_not_the_end_of_the_input() {
    let source = blocks(100, 10).inspect(|block| {
        assert!(block[0].value < 50, "this panic is a part of the test");
    });
    let (end, _) = outputs(&plan(2), source, |_, v| number(v), &Stop::new());
    assert_eq!(end.unwrap(), End::Broken);
}
