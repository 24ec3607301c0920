//! The promises of the worker pool, one file each, proved with integers instead of chess.

mod order;
mod panic;
mod stop;
mod window;

use std::io;

use keymove::pool::panics::Panic;
use keymove::pool::queue::{Weigh, Window};
use keymove::pool::{End, Failure, Plan, PoolJob, Sink, run};
use keymove::stop::Stop;

/// An integer with the weight that it states.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Number {
    value: u64,
    bytes: usize,
}

impl Weigh for Number {
    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The output of a job that panicked.
const FAILED: u64 = u64::MAX;

/// A job made from a function of the worker's state (how many jobs it has done) and the item.
struct Toy<F>(F);

impl<F> PoolJob for Toy<F>
where
    F: Fn(&mut u64, u64) -> Number + Send + Sync + 'static,
{
    type Input = Number;
    type Output = Number;
    type State = u64;

    fn state(&self) -> u64 {
        0
    }

    fn run(&self, state: &mut u64, input: &Number) -> Number {
        *state += 1;
        (self.0)(state, input.value)
    }

    fn failed(&self, _: &Number, _: &Panic) -> Number {
        number(FAILED)
    }
}

/// A sink made from a function.
struct Gather<F>(F);

impl<F: FnMut(u64) -> io::Result<()>> Sink<Number> for Gather<F> {
    type Error = io::Error;

    fn put(&mut self, output: Number) -> io::Result<()> {
        (self.0)(output.value)
    }
}

fn number(value: u64) -> Number {
    Number { value, bytes: 1 }
}

/// The numbers below `end`, in blocks of `size`.
fn blocks(end: u64, size: u64) -> impl Iterator<Item = Vec<Number>> + Send + 'static {
    (0..end)
        .step_by(size as usize)
        .map(move |first| (first..end.min(first + size)).map(number).collect())
}

fn plan(workers: usize) -> Plan {
    Plan {
        workers,
        window: Window::default(),
        stack: 1 << 20,
    }
}

/// Runs `job` over `source` and returns all outputs.
fn outputs(
    plan: &Plan,
    source: impl Iterator<Item = Vec<Number>> + Send + 'static,
    job: impl Fn(&mut u64, u64) -> Number + Send + Sync + 'static,
    stop: &Stop,
) -> (Result<End, Failure<io::Error>>, Vec<u64>) {
    let mut out = Vec::new();
    let mut sink = Gather(|value| {
        out.push(value);
        Ok(())
    });
    let end = run(plan, source, Toy(job), &mut sink, stop);
    (end, out)
}
