//! The promises about one record, from its bytes to its answer, one file each. They share one
//! crate, because each crate is linked separately.

use crate::support::data;
mod duplex;
mod job_selection;
mod moves;
mod other_goals;
mod own_output;
mod reading;
mod real_files;
mod record_writing;
mod roundtrip;
mod verify_epd;
