#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ferz_fuzz::targets::moves(data));
