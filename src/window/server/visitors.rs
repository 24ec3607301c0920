//! The open connections. Every user of the machine can connect, so connections that have not shown the
//! secret yet must not keep out those that will: where there is no room left, the oldest of them is
//! closed. Only connections with the secret fill the window for good.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use tokio::task::{AbortHandle, spawn_local};

/// Connections at once.
pub const CONNECTIONS: usize = 256;

/// The connections that are open.
#[derive(Default)]
pub struct Visitors {
    /// Those that have not shown the secret, the oldest first: number and task.
    strangers: RefCell<VecDeque<(u64, AbortHandle)>>,
    /// The number of connections that have shown it.
    known: Cell<usize>,
    last: Cell<u64>,
}

impl Visitors {
    /// Makes room for one more connection; false where all are of people with the secret.
    pub fn make_room(&self) -> bool {
        let mut strangers = self.strangers.borrow_mut();
        if strangers.len() + self.known.get() < CONNECTIONS {
            return true;
        }
        let oldest = strangers.pop_front();
        oldest.map(|(_, task)| task.abort()).is_some()
    }

    /// Serves a connection in a task of its own.
    pub fn enter<T: Future<Output = ()> + 'static>(
        self: &Rc<Visitors>,
        serve: impl FnOnce(Visitor) -> T,
    ) {
        let number = self.last.get() + 1;
        self.last.set(number);
        let task = spawn_local(serve(Visitor {
            visitors: Rc::clone(self),
            number,
            is_known: Cell::new(false),
        }));
        let stranger = (number, task.abort_handle());
        self.strangers.borrow_mut().push_back(stranger);
    }

    fn forget(&self, number: u64) {
        let mut strangers = self.strangers.borrow_mut();
        strangers.retain(|(stranger, _)| *stranger != number);
    }
}

/// One connection, open as long as this lives.
pub struct Visitor {
    visitors: Rc<Visitors>,
    number: u64,
    is_known: Cell<bool>,
}

impl Visitor {
    /// It has shown the secret.
    pub fn introduce(&self) {
        if !self.is_known.replace(true) {
            self.visitors.forget(self.number);
            self.visitors.known.set(self.visitors.known.get() + 1);
        }
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        match self.is_known.get() {
            true => self.visitors.known.set(self.visitors.known.get() - 1),
            false => self.visitors.forget(self.number),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::runtime::Builder;
    use tokio::task::{LocalSet, yield_now};

    use super::*;

    #[test]
    fn strangers_make_room_and_people_with_the_secret_stay() {
        let runtime = Builder::new_current_thread().build().expect("a runtime");
        let visitors = Rc::new(Visitors::default());
        let open = |is_known: bool| {
            assert!(visitors.make_room());
            visitors.enter(move |visitor| async move {
                if is_known {
                    visitor.introduce();
                }
                pending().await
            });
        };
        let all = async || {
            for _ in 0..2 * CONNECTIONS {
                open(false);
            }
            assert_eq!(visitors.strangers.borrow().len(), CONNECTIONS);
            for number in 1..=CONNECTIONS {
                open(true);
                while visitors.known.get() < number {
                    yield_now().await;
                }
                let strangers = visitors.strangers.borrow().len();
                assert_eq!(strangers, CONNECTIONS - number);
            }
            assert!(!visitors.make_room());
        };
        let tasks = LocalSet::new();
        tasks.block_on(&runtime, all());
        drop(tasks);
        assert_eq!(visitors.known.get(), 0);
        assert!(visitors.make_room());
    }
}
