//! The stop flag: the outputs of started items reach the sink, no other item is started, and no
//! wait is in vain.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use keymove::pool::{End, Failure, run};
use keymove::stop::Stop;

use crate::pool::{Gather, Toy, blocks, number, outputs, plan};

#[test]
fn only_unfinished_output_is_written() {
    for workers in [1, 2, 8] {
        let stop = Stop::new();
        let begun = Arc::new(AtomicU64::new(0));
        let (flag, counter) = (stop.clone(), Arc::clone(&begun));
        let job = move |_: &mut u64, value| {
            counter.fetch_add(1, Ordering::SeqCst);
            if value == 1000 {
                flag.raise();
            }
            if value >= 1000 {
                // A search in progress, which ends when it sees the flag.
                while !flag.is_raised() {
                    thread::yield_now();
                }
            }
            number(value)
        };
        let (end, out) = outputs(&plan(workers), blocks(1 << 40, 16), job, &stop);
        assert_eq!(end.unwrap(), End::Stopped);
        assert_eq!(out.len() as u64, begun.load(Ordering::SeqCst));
        assert!(out.iter().copied().eq(0..out.len() as u64));
        assert!(out.len() > 1000);
    }
}

#[test]
fn a_source_that_waits_is_left_behind() {
    let stop = Stop::new();
    let flag = stop.clone();
    let (sender, receiver) = mpsc::channel();
    sender.send(vec![number(0)]).unwrap();
    let job = move |_: &mut u64, value| {
        flag.raise();
        number(value)
    };
    let (end, out) = outputs(&plan(2), receiver.into_iter(), job, &stop);
    assert_eq!(end.unwrap(), End::Stopped);
    assert_eq!(out, [0]);
    drop(sender);
}

#[test]
fn when_nothing_can_be_put_the_jobs_under_way_are_not_waited_for() {
    let stop = Stop::new();
    let (hold, held) = mpsc::channel::<()>();
    let held = std::sync::Mutex::new(held);
    let job = move |_: &mut u64, value| {
        if value > 10 {
            // It never checks the flag.
            let _ = held.lock().unwrap().recv();
        }
        number(value)
    };
    let mut put = 0;
    let mut sink = Gather(|_| {
        put += 1;
        if put == 5 {
            Err(io::Error::other("full"))
        } else {
            Ok(())
        }
    });
    let end = run(&plan(2), blocks(1 << 40, 16), Toy(job), &mut sink, &stop);
    assert!(matches!(end, Err(Failure::Sink(error)) if error.to_string() == "full"));
    assert_eq!(put, 5);
    drop(hold);
}
