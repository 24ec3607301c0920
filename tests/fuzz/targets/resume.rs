//! The target `resume`: see [`keymove_fuzz::resume`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| keymove_fuzz::resume::run(data));
