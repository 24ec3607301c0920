//! Lines and documents answered one after the other on the bench of a job, as a run answers them.

use std::sync::Arc;

use super::task::Workbench;
use keymove_base::pool::PoolJob;
use keymove_base::pool::panics::quietly;
use keymove_forms::form::Settings;
use keymove_run::batch::answering::{Answerer, LineAnswer};
use keymove_run::batch::known_answers::KnownAnswers;
use keymove_run::batch::lines::Item;
use keymove_solve::Tables;

/// Where lines are answered as in a run.
pub struct Desk<'a, 'b> {
    /// The answerer of the records.
    pub answerer: Answerer,
    state: <Answerer as PoolJob>::State,
    bench: &'a mut Workbench<'b>,
    part: usize,
}

impl<'a, 'b> Desk<'a, 'b> {
    /// A desk that takes the tables of `bench` as long as it is there.
    pub fn new(
        bench: &'a mut Workbench<'b>,
        settings: Settings,
        headings_from: u64,
    ) -> Desk<'a, 'b> {
        // Its own tables take the place of those at hand.
        *bench.tables = Tables::new(1);
        let answerer = Answerer {
            settings,
            memory: bench.memory,
            threads: 1,
            endings: bench.endings.clone(),
            stop: bench.notes.stop.clone(),
            watch: Arc::default(),
            headings_from,
            errors_in_text: false,
            known: KnownAnswers::default(),
        };
        Desk {
            state: answerer.state(),
            answerer,
            bench,
            part: 0,
        }
    }

    /// The answer to a line or a document.
    pub fn answer(&mut self, item: Item) -> LineAnswer {
        self.part += 1;
        self.bench.notes.begin(self.part);
        let Desk {
            answerer, state, ..
        } = self;
        quietly(|| answerer.run(state, &item)).unwrap_or_else(|panic| {
            self.state = self.answerer.state();
            self.answerer.failed(&item, &panic)
        })
    }
}

impl Drop for Desk<'_, '_> {
    fn drop(&mut self) {
        *self.bench.tables = Tables::sharing(self.bench.memory, self.bench.endings);
    }
}
