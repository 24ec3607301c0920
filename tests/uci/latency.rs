//! The time until `stop` is answered.

use std::time::{Duration, Instant};

use super::engine::Engine;

/// The limit is 50 ms; a few searches may take longer, since the machine may be busy.
const LIMIT: Duration = Duration::from_millis(50);

#[test]
fn stop_is_answered_at_once_whatever_the_search_is_at() {
    let mut engine = Engine::start();
    let mut late = Vec::new();
    for i in 0..40u64 {
        // Different tables for every search, including large ones, and moments right at its
        // beginning.
        let memory = [1, 2000, 64, 700][i as usize % 4];
        engine.say(format!("setoption name Hash value {memory}"));
        engine.say("go infinite");
        std::thread::sleep(Duration::from_millis(i % 5 * i));
        let said = Instant::now();
        engine.say("stop");
        engine.hear_until("bestmove ");
        if said.elapsed() > LIMIT {
            late.push(said.elapsed());
        }
    }
    assert!(late.len() <= 3, "{late:?}");
    assert_eq!(engine.close().0, Some(0));
}
