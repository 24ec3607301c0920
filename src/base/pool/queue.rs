//! The queue of waiting work, and the limits for all running work.
//!
//! A single lock guards a plain queue. Workers take one item at a time, in the order of the input,
//! so that no item waits behind a slow one of another worker; only the reader adds whole blocks.
//! The window limits running work (added, but its output not yet released):
//!
//! - items, and bytes of waiting input: [`Queue::add`] waits;
//! - bytes of finished output that waits for an earlier item: [`Queue::take`] waits.
//!
//! Neither wait can last forever: items are taken in order, so the earliest unreleased item is
//! running, or no finished output waits for it.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The memory of a value.
pub trait Weigh {
    /// The approximate number of bytes; by default without what the value refers to, which should
    /// be little.
    fn bytes(&self) -> usize {
        size_of_val(self)
    }
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

/// The limits for running work.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// The number of items added but not released.
    pub items: usize,
    /// The number of bytes of waiting input, and the same for waiting output. A single item may
    /// exceed it.
    pub bytes: usize,
}

impl Window {
    fn bytes_held(self) -> isize {
        isize::try_from(self.bytes).unwrap_or(isize::MAX)
    }
}

impl Default for Window {
    /// Enough items to let the other workers continue for a while behind a slow one, within some
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
    /// Signalled when [`Queue::take`] may continue.
    work: Condvar,
    /// Signalled when [`Queue::add`] may continue.
    room: Condvar,
}

struct QueueState<T> {
    waiting: VecDeque<T>,
    /// The number of items taken, which is the number of the first waiting one.
    taken: u64,
    under_way: usize,
    bytes_waiting: usize,
    /// Negative for the moment in which an output is released before its worker reports it as
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

    /// Waits until there is room for one more item; `false` if the queue is closed. When called
    /// before an item is created, the reader never holds one.
    pub fn wait_for_room(&self) -> bool {
        let state = self.wait_to_add(1);
        !state.closed
    }

    /// Adds a block once the window has room for it; `false` if the queue is closed.
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

    /// Waits for room for `items` items, or until the queue is closed.
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

    /// Announces that nothing more will be added.
    pub fn end(&self) {
        self.lock().ended = true;
        self.work.notify_all();
    }

    /// Stops handing out work.
    pub fn close(&self) {
        self.lock().closed = true;
        self.work.notify_all();
        self.room.notify_all();
    }

    /// The next item and its number, from 0; waits for it, and calls `before_wait` before waiting.
    /// `None` if there will be none.
    ///
    /// `finished` is the size in bytes of the outputs that the caller has finished since the last
    /// call, which wait to be released. Both steps are combined because each needs the lock.
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

    /// Records that `items` items with outputs of `bytes` bytes have been released. Returns the
    /// number of running items.
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

    /// Whether everything that will ever be added has been released.
    pub fn is_done(&self) -> bool {
        let state = self.lock();
        state.ended && state.under_way == 0
    }

    /// Wakes [`Queue::add`] only when it can continue, because waking costs a system call.
    fn notify_adding(&self, state: &QueueState<T>) {
        if state.adding.is_some_and(|n| state.has_room(n, self.window)) {
            self.room.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<T>> {
        // No code that can panic runs while the lock is held, so even a poisoned state is
        // consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> QueueState<T> {
    /// Whether a block of `items` may be added. A block larger than the window is added alone.
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
