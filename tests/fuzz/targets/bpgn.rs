//! The target `bpgn`: see [`keymove_fuzz::bpgn`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| keymove_fuzz::bpgn::run(data));
