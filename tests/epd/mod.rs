//! The promises of one record, from its bytes to its answer, one file each. One crate, because each
//! links anew.

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
