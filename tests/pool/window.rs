//! The items in progress are bounded, in number and in bytes, by counters and not by luck.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use keymove::pool::queue::Window;
use keymove::pool::{End, Plan, run};
use keymove::stop::Stop;

use crate::pool::{Gather, Number, Toy, blocks, plan};

const BLOCK: u64 = 8;

/// Counts the items between two gates, and their maximum so far.
#[derive(Default)]
struct Level {
    now: AtomicU64,
    peak: AtomicU64,
}

impl Level {
    fn rise(&self, by: u64) {
        let now = self.now.fetch_add(by, Ordering::SeqCst) + by;
        self.peak.fetch_max(now, Ordering::SeqCst);
    }

    fn fall(&self, by: u64) {
        self.now.fetch_sub(by, Ordering::SeqCst);
    }
}

/// Runs many items after a first one that waits until the window is full and then takes its time.
/// Returns the peaks of the items in progress, and of the outputs that waited for the first.
fn peaks(window: Window, workers: usize, output_bytes: usize, full: u64) -> (u64, u64) {
    let under_way = Arc::new(Level::default());
    let waiting = Arc::new(Level::default());
    let source = {
        let under_way = Arc::clone(&under_way);
        blocks(20_000, BLOCK).inspect(move |block| under_way.rise(block.len() as u64))
    };
    let job = {
        let waiting = Arc::clone(&waiting);
        move |_: &mut u64, value| {
            if value == 0 {
                while waiting.now.load(Ordering::SeqCst) < full {
                    thread::yield_now();
                }
                for _ in 0..10_000 {
                    thread::yield_now();
                }
            }
            waiting.rise(1);
            Number {
                value,
                bytes: output_bytes,
            }
        }
    };
    let mut sink = Gather(|_| {
        under_way.fall(1);
        waiting.fall(1);
        Ok(())
    });
    let plan = Plan {
        window,
        ..plan(workers)
    };
    let end = run(&plan, source, Toy(job), &mut sink, &Stop::new());
    assert_eq!(end.unwrap(), End::Complete);
    let peak = |level: &Level| level.peak.load(Ordering::SeqCst);
    (peak(&under_way), peak(&waiting))
}

#[test]
fn items_under_way_never_exceed_the_window_and_the_block_at_its_door() {
    let window = Window {
        items: 64,
        bytes: usize::MAX,
    };
    for workers in [2, 3, 8] {
        let (under_way, _) = peaks(window, workers, 1, 63);
        assert!(under_way <= 64 + BLOCK, "{under_way} items were under way");
    }
}

#[test]
fn waiting_outputs_never_exceed_their_bytes_and_one_output_a_worker() {
    let window = Window {
        items: usize::MAX,
        bytes: 50_000,
    };
    for workers in [2, 3, 8] {
        let (_, waiting) = peaks(window, workers, 1000, 50);
        assert!(waiting <= 50 + workers as u64, "{waiting} outputs waited");
    }
}

#[test]
fn waiting_input_never_exceeds_its_bytes_and_a_block() {
    let window = Window {
        items: usize::MAX,
        bytes: 50,
    };
    // Outputs have no weight here: only the input can hold the reader back.
    let under_way = Arc::new(Level::default());
    let source = {
        let under_way = Arc::clone(&under_way);
        blocks(20_000, BLOCK).inspect(move |block| under_way.rise(block.len() as u64))
    };
    let job = {
        let under_way = Arc::clone(&under_way);
        move |_: &mut u64, value| {
            if value == 0 {
                while under_way.now.load(Ordering::SeqCst) < 50 {
                    thread::yield_now();
                }
                for _ in 0..10_000 {
                    thread::yield_now();
                }
            }
            under_way.fall(1);
            Number { value, bytes: 0 }
        }
    };
    let end = run(
        &Plan { window, ..plan(1) },
        source,
        Toy(job),
        &mut Gather(|_| Ok(())),
        &Stop::new(),
    );
    assert_eq!(end.unwrap(), End::Complete);
    let peak = under_way.peak.load(Ordering::SeqCst);
    // One is in progress, and no block is made before there is room for its first item.
    assert!(peak <= 50 + BLOCK, "{peak} items waited");
}
