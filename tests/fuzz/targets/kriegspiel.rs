//! The target `kriegspiel`: see [`keymove_fuzz::kriegspiel`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| keymove_fuzz::kriegspiel::run(data));
