//! The work that waits, and the window over all that is under way.
//!
//! One lock guards a plain queue. Workers take one item at a time, in the order of the input, so
//! that no item waits behind a slow one that another worker is busy with; only the reader adds
//! whole blocks. The window bounds what is under way (added, but its output not released):
//!
//! - items, and bytes of waiting input: [`Queue::add`] waits;
//! - bytes of finished output that waits for an earlier item: [`Queue::take`] waits.
//!
//! Neither wait can last for ever: items are taken in order, so the earliest item that is not
//! released is running, or nothing that is finished waits for it.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How much memory a thing holds.
pub trait Weigh {
    /// Its bytes, roughly.
    fn bytes(&self) -> usize;
}

impl<T: Weigh> Weigh for Vec<T> {
    fn bytes(&self) -> usize {
        self.iter().map(Weigh::bytes).sum()
    }
}

/// An error counts as no memory.
impl<T: Weigh, E> Weigh for Result<T, E> {
    fn bytes(&self) -> usize {
        self.as_ref().map_or(0, Weigh::bytes)
    }
}

/// How much may be under way at once.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// Items added but not released.
    pub items: usize,
    /// Bytes of input that waits, and as many of output that waits. One item may exceed it.
    pub bytes: usize,
}

impl Window {
    fn bytes_held(self) -> isize {
        isize::try_from(self.bytes).unwrap_or(isize::MAX)
    }
}

impl Default for Window {
    /// As many items as let the other workers go on for a while behind a slow one, yet fit in some
    /// tens of megabytes.
    fn default() -> Window {
        Window {
            items: 65_536,
            bytes: 32 << 20,
        }
    }
}

/// A queue between one reader, many workers and one writer.
pub struct Queue<T> {
    window: Window,
    state: Mutex<QueueState<T>>,
    /// Signalled when [`Queue::take`] may go on.
    work: Condvar,
    /// Signalled when [`Queue::add`] may go on.
    room: Condvar,
}

struct QueueState<T> {
    waiting: VecDeque<T>,
    /// How many items were taken: the number of the first that waits.
    taken: u64,
    under_way: usize,
    bytes_waiting: usize,
    /// Below 0 for the moment in which an output is released before its worker says that it is
    /// finished.
    bytes_finished: isize,
    /// The size of the block that waits for room.
    adding: Option<usize>,
    ended: bool,
    closed: bool,
}

impl<T: Weigh> Queue<T> {
    /// An empty queue.
    pub fn new(window: Window) -> Queue<T> {
        Queue {
            window,
            state: Mutex::new(QueueState {
                waiting: VecDeque::new(),
                taken: 0,
                under_way: 0,
                bytes_waiting: 0,
                bytes_finished: 0,
                adding: None,
                ended: false,
                closed: false,
            }),
            work: Condvar::new(),
            room: Condvar::new(),
        }
    }

    /// Waits until there is room for one more item; `false` when the queue is closed. Asked before
    /// an item is made, this keeps none in the hand of the reader.
    pub fn wait_for_room(&self) -> bool {
        let state = self.wait_to_add(1);
        !state.closed
    }

    /// Adds a block when the window has room for it; `false` when the queue is closed.
    pub fn add(&self, block: Vec<T>) -> bool {
        let mut state = self.wait_to_add(block.len());
        if state.closed {
            return false;
        }
        state.under_way += block.len();
        state.bytes_waiting += block.iter().map(T::bytes).sum::<usize>();
        if block.len() == 1 {
            self.work.notify_one();
        } else {
            self.work.notify_all();
        }
        state.waiting.extend(block);
        true
    }

    /// Waits for room for so many items, or until the queue is closed.
    fn wait_to_add(&self, items: usize) -> MutexGuard<'_, QueueState<T>> {
        let mut state = self.lock();
        while !state.closed && !state.has_room(items, self.window) {
            state.adding = Some(items);
            state = self
                .room
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.adding = None;
        state
    }

    /// Says that nothing will be added any more.
    pub fn end(&self) {
        self.lock().ended = true;
        self.work.notify_all();
    }

    /// Gives no more work to anybody, from now on.
    pub fn close(&self) {
        self.lock().closed = true;
        self.work.notify_all();
        self.room.notify_all();
    }

    /// The next item and its number, counted from 0; waits for it, and before it does, calls
    /// `before_wait`. `None` when there will be none.
    ///
    /// Whoever takes has finished an output of so many bytes since the last time, which waits to be
    /// released: the two are one step, as each asks for the lock.
    pub fn take(&self, finished: usize, mut before_wait: impl FnMut()) -> Option<(u64, T)> {
        let mut state = self.lock();
        state.bytes_finished += finished as isize;
        loop {
            if state.closed {
                return None;
            }
            if state.bytes_finished < self.window.bytes_held() {
                if let Some(item) = state.waiting.pop_front() {
                    let number = state.taken;
                    state.taken += 1;
                    state.bytes_waiting -= item.bytes();
                    self.notify_adding(&state);
                    return Some((number, item));
                }
                if state.ended {
                    return None;
                }
            }
            before_wait();
            state = self
                .work
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says that so many items left, whose outputs had so many bytes. Gives back how many are left
    /// under way.
    pub fn release(&self, items: usize, bytes: usize) -> usize {
        let mut state = self.lock();
        let full = state.bytes_finished >= self.window.bytes_held();
        state.under_way -= items;
        state.bytes_finished -= bytes as isize;
        if full && state.bytes_finished < self.window.bytes_held() {
            self.work.notify_all();
        }
        self.notify_adding(&state);
        state.under_way
    }

    /// Whether all that will ever be added was released.
    pub fn is_done(&self) -> bool {
        let state = self.lock();
        state.ended && state.under_way == 0
    }

    /// Wakes [`Queue::add`] when it can go on, not before: waking costs a system call.
    fn notify_adding(&self, state: &QueueState<T>) {
        if state.adding.is_some_and(|n| state.has_room(n, self.window)) {
            self.room.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<T>> {
        // No code that can panic runs under the lock, so a poisoned state is still a sound one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> QueueState<T> {
    /// Whether a block of `items` may be added. A block larger than the window goes in alone.
    fn has_room(&self, items: usize, window: Window) -> bool {
        self.under_way == 0
            || self.under_way + items <= window.items && self.bytes_waiting < window.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    impl Weigh for u32 {
        fn bytes(&self) -> usize {
            *self as usize
        }
    }

    const WINDOW: Window = Window {
        items: 4,
        bytes: 100,
    };

    #[test]
    fn items_leave_in_order_and_then_there_are_none() {
        let queue = Queue::new(WINDOW);
        assert!(queue.add(vec![7, 8]));
        queue.end();
        assert_eq!(queue.take(0, || ()), Some((0, 7)));
        assert_eq!(queue.take(0, || ()), Some((1, 8)));
        assert_eq!(queue.take(0, || ()), None);
        assert!(!queue.is_done());
        assert_eq!(queue.release(2, 0), 0);
        assert!(queue.is_done());
    }

    #[test]
    fn a_block_larger_than_the_window_goes_in_alone() {
        let queue = Queue::new(WINDOW);
        assert!(queue.add(vec![1; 9]));
        for _ in 0..9 {
            assert!(queue.take(0, || ()).is_some());
        }
        assert_eq!(queue.release(9, 0), 0);
        assert!(queue.add(vec![1000]));
    }

    #[test]
    fn too_much_finished_output_holds_back_the_workers_until_it_is_released() {
        let queue = Queue::new(WINDOW);
        queue.add(vec![1, 2, 3]);
        queue.take(0, || ());
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| sender.send(queue.take(100, || ())));
            thread::yield_now();
            assert!(receiver.try_recv().is_err());
            queue.release(1, 100);
            assert_eq!(receiver.recv(), Ok(Some((1, 2))));
        });
    }

    #[test]
    fn closing_wakes_everybody() {
        let queue = Queue::new(WINDOW);
        queue.add(vec![0; 4]);
        let empty: Queue<u32> = Queue::new(WINDOW);
        thread::scope(|scope| {
            let adding = scope.spawn(|| queue.add(vec![0]));
            let taking = scope.spawn(|| empty.take(0, || ()));
            queue.close();
            empty.close();
            assert!(!adding.join().unwrap());
            assert_eq!(taking.join().unwrap(), None);
        });
        assert_eq!(
            queue.take(0, || ()),
            None,
            "what waits is not given out either"
        );
    }
}
