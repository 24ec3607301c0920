//! The target `compare`: see [`keymove_fuzz::compare`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| keymove_fuzz::compare::run(data));
