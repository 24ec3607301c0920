//! The cost of pictures and their gain: how many may be examined.
//!
//! A picture costs as much as a node or two, and the number of nodes it spares differs from problem
//! to problem by a factor of a thousand. So the positions of each number of plies have an account:
//! it has a little at first, the search below them adds a share of its cost, and when pictures
//! exclude final squares of the king, it gets the average cost of the search below such a position,
//! in proportion. Pictures that are examined farther down are a part of that cost: with nodes
//! alone, positions whose successors are excluded one by one, each by a few pictures, seemed cheap,
//! and three h=8 took 12.0 s instead of 8.2 s.
//!
//! While an account has earned less than it spent, its share is taken of the nodes alone: otherwise
//! each ply examines a third of all that the ply below it examines, with any number of plies. An
//! h#10 of 320,000 nodes whose pictures exclude next to nothing examines 1.4 million instead of 13
//! million and takes 0.23 times the time; 19 mates in 4 to 10 together 0.5 times, four h=8 the
//! same. With nodes alone in all accounts the 19 take 1.18 times the time, the h=8 1.15.
//!
//! Eleven composed h#5 and h#6 take 0.8 s instead of 1.9 s (1.3 million nodes instead of 12.5),
//! five h#7 0.41 s instead of 0.30 s.

/// Pictures are used with at least this many plies left, and in lines of at least this many: h#2 to
/// h#4 gain nothing from them.
const LEAST_PLIES: u16 = 5;
const LONG: u16 = 8;

/// The least and the most pictures that are examined for one final square, and the number while the
/// cost of the nodes below is not known. With 10,000 at most an h=4 takes 0.78 s instead of 0.66 s,
/// with 100,000 it is no faster.
const LEAST: u64 = 10;
const MOST: u64 = 30_000;
const UNKNOWN: u64 = 100;

/// The pictures that each account has at first. A thousand are 5 % slower in h#4.5.
const AT_FIRST: i64 = 300;

/// The number of nodes or pictures below that add one picture to the budget; each one that is
/// spared adds one, too. With 8, and two for each one spared, the eleven take 0.93 s.
const SHARE: u64 = 3;

/// Stalemates in lines of at most this many plies spend from one purse until it is empty: with
/// accounts eight h=5 took between a third longer and three times as long again. Nine h=7 (the h=6
/// to h=8 of a collection with a man less, over 300,000 nodes each with 12): all are answered in
/// 20.5 s and 14 million nodes; with 12, five of them within 15 million nodes each, in 26.4 s in
/// all. 16 plies are no better than 14.
const SHORT: u16 = 14;

/// The content of the purse at first, and the amount that each position adds.
const PURSE: u64 = 1 << 24;
const PAID: u64 = 128;

/// The accounts of one problem.
#[derive(Debug)]
pub struct PictureBudget {
    /// Whether the pictures are of mates.
    mate: bool,
    accounts: Vec<Account>,
    purse: u64,
    /// The number of pictures examined.
    pictures: u64,
    /// The most plies that were left.
    longest: u16,
}

/// The account of the positions with a given number of plies left.
#[derive(Debug, Clone, Copy)]
struct Account {
    /// The number of positions that were searched, and of the nodes and pictures below them.
    positions: u64,
    work: u64,
    /// The number of pictures that may still be examined.
    credit: i64,
    /// Nodes spared so far minus pictures examined so far.
    profit: i64,
}

impl PictureBudget {
    /// An empty budget.
    pub fn new(mate: bool) -> PictureBudget {
        PictureBudget {
            mate,
            accounts: Vec::new(),
            purse: PURSE,
            pictures: 0,
            longest: 0,
        }
    }

    /// The number of pictures that may be examined for one final square of the king. Tests always
    /// use them.
    #[inline]
    pub fn room(&mut self, plies: u16) -> usize {
        if cfg!(test) {
            return 1000;
        }
        self.longest = self.longest.max(plies);
        if self.is_short() {
            // With one ply a stalemate is found as soon as its picture.
            return if plies > 1 {
                MOST.min(self.purse) as usize
            } else {
                0
            };
        }
        if plies < LEAST_PLIES || self.longest < LONG {
            return 0;
        }
        let account = self.account(plies);
        let credit = account.credit.max(0) as u64;
        // Fewer are not worth the search for the first fault.
        if credit < LEAST {
            return 0;
        }
        let nodes = account.average().unwrap_or(UNKNOWN);
        nodes.clamp(LEAST, MOST).min(credit) as usize
    }

    /// The number of pictures examined so far.
    #[inline]
    pub fn pictures(&self) -> u64 {
        self.pictures
    }

    /// Adds the amount for a position whose pictures are examined.
    #[inline]
    pub fn pay(&mut self) {
        self.purse = self.purse.saturating_add(PAID);
    }

    /// Whether there is a purse.
    fn is_short(&self) -> bool {
        !self.mate && self.longest <= SHORT
    }

    /// Records that this many pictures were examined.
    #[inline]
    pub fn spend(&mut self, plies: u16, pictures: usize) {
        self.pictures += pictures as u64;
        if self.is_short() {
            self.purse -= self.purse.min(pictures as u64);
        } else {
            let account = self.account(plies);
            account.credit -= pictures as i64;
            account.profit -= pictures as i64;
        }
    }

    /// Records that `gone` of the `squares` on which the king might have ended are excluded.
    #[inline]
    pub fn earn(&mut self, plies: u16, gone: u32, squares: u32) {
        if gone == 0 || self.is_short() {
            return;
        }
        let account = self.account(plies);
        if let Some(nodes) = account.average() {
            let spared = nodes * u64::from(gone) / u64::from(squares);
            account.credit += spared as i64;
            account.profit += spared as i64;
        }
    }

    /// Records that a position was searched, with this many nodes and pictures below it.
    #[inline]
    pub fn searched(&mut self, plies: u16, nodes: u64, pictures: u64) {
        if let Some(account) = self.accounts.get_mut(usize::from(plies)) {
            account.positions += 1;
            account.work += nodes + pictures;
            let shared = match account.profit < 0 {
                true => nodes,
                false => nodes + pictures,
            };
            account.credit += (shared / SHARE) as i64;
        }
    }

    fn account(&mut self, plies: u16) -> &mut Account {
        let at = usize::from(plies);
        if self.accounts.len() <= at {
            let account = Account {
                positions: 0,
                work: 0,
                credit: AT_FIRST,
                profit: 0,
            };
            self.accounts.resize(at + 1, account);
        }
        &mut self.accounts[at]
    }
}

impl Account {
    /// The average number of nodes and pictures below a position.
    #[inline]
    fn average(&self) -> Option<u64> {
        self.work.checked_div(self.positions)
    }
}
