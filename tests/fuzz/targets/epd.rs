//! The target `epd`: see [`keymove_fuzz::epd`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| keymove_fuzz::epd::run(data));
