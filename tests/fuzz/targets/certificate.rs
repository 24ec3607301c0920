//! The target `certificate`: see [`keymove_fuzz::certificate`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| keymove_fuzz::certificate::run(data));
