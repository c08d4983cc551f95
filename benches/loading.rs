//! Reading, checking and compiling each game of the library, with the memory that takes, and the size of its tables.
//!
//! ```sh
//! cargo bench --bench loading
//! ```

use std::io::{Write, stdout};

use ferz::{Variant, builtin_games};

#[global_allocator]
static MEMORY: divan::AllocProfiler = divan::AllocProfiler::system();

/// The most that tables may take, in bytes: of boards up to 128 squares, and of larger ones.
const MOST: [usize; 2] = [32 << 20, 128 << 20];

fn main() {
    for name in builtin_games() {
        let kibibytes = tables(&Variant::load(name, &[]).expect("a built-in game")).div_ceil(1024);
        let _ = writeln!(stdout(), "{name}: {kibibytes} KiB of tables");
    }
    divan::main();
}

/// The size of the tables, within its limit.
fn tables(variant: &Variant) -> usize {
    let squares = usize::from(variant.files()) * usize::from(variant.ranks());
    let (bytes, most) = (variant.table_bytes(), MOST[usize::from(squares > 128)]);
    assert!(bytes <= most, "{}: {bytes} bytes of tables, more than {most}", variant.name());
    bytes
}

/// From the text to the tables. What is shown beside the time is the memory in use at most, and what was asked for on the way.
#[divan::bench(args = builtin_games(), sample_count = 10, sample_size = 1)]
fn load(bencher: divan::Bencher<'_, '_>, name: &str) {
    let bytes = tables(&Variant::load(name, &[]).expect("a built-in game"));
    bencher.bench_local(|| {
        let variant = Variant::load(name, &[]).expect("a built-in game");
        assert_eq!(tables(&variant), bytes, "{name}: the tables are always the same");
        variant
    });
}
