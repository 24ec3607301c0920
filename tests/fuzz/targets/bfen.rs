//! The target `bfen`: see [`keymove_fuzz::bfen`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| keymove_fuzz::bfen::run(data));
