//! The studio as a site that needs no server: the page, ferz in WebAssembly, and the games.
//!
//! WebAssembly and the games are compressed; the page unpacks them. A page that was opened from a disk may fetch nothing: `held.js` holds all
//! for it once more, in text.

use std::io::{self, Write};
use std::path::Path;

use ferz::library_files;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde_json::{Map, Value};

use super::pages;
use super::routes::{GameView, games};
use crate::disk;

/// The page, built from `studio/`.
const INDEX: &str = include_str!("../../assets/site/index.html");
const PAGE: &str = include_str!("../../assets/site/site.js");
const WORKER: &str = include_str!("../../assets/site/worker.js");
/// ferz in WebAssembly and what wasm-bindgen has made beside it, built from `crates/ferz-wasm/`.
const GLUE: &str = include_str!("../../assets/site/ferz.js");
const WASM: &[u8] = include_bytes!("../../assets/site/ferz.wasm.gz");

/// The games, as the page takes them.
#[derive(Serialize)]
struct Games {
    /// The texts of all files by their paths.
    files: Map<String, Value>,
    games: &'static [GameView],
}

#[derive(Serialize)]
struct Held<'a> {
    worker: &'a str,
    wasm: String,
    games: String,
}

/// Writes the site into a folder, over the files of an older one. Returns the number of bytes.
///
/// # Errors
/// If the folder can't be made or written to.
pub(crate) fn write(folder: &Path) -> io::Result<usize> {
    std::fs::create_dir_all(folder)?;
    let texts = library_files();
    let files = texts.into_iter().map(|(path, text)| (path.to_owned(), Value::from(text))).collect();
    let games = compressed(&serde_json::to_vec(&Games { files, games: games() })?)?;
    let worker = format!("{GLUE}\n{WORKER}");
    let held = Held { worker: &worker, wasm: base64(WASM), games: base64(&games) };
    let held = format!("var FERZ = {};\n", serde_json::to_string(&held)?);
    let style = pages::STYLE.as_bytes();
    let icon = pages::asset("icon.svg").map_or("", |(_, icon)| icon).as_bytes();
    let parts: [(&str, &[u8]); 8] = [
        ("studio.css", style),
        ("icon.svg", icon),
        ("ferz.wasm.bin", WASM),
        ("games.bin", &games),
        ("worker.js", worker.as_bytes()),
        ("held.js", held.as_bytes()),
        ("site.js", PAGE.as_bytes()),
        // last, so that a site that was not written whole does not look so
        ("index.html", INDEX.as_bytes()),
    ];
    for (name, bytes) in parts {
        disk::replace(&folder.join(name), bytes)?;
    }
    Ok(parts.iter().map(|(_, bytes)| bytes.len()).sum())
}

fn compressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Writes bytes in Base64.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let sign = SIGNS[(word >> (18 - 6 * at)) as usize & 63];
            text.push(if at <= chunk.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_text() {
        let texts = [b"".as_slice(), b"f", b"fo", b"foo", b"foob", b"\xff\xfe\xfd"].map(base64);
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "//79"]);
    }

    #[test]
    fn what_is_carried_fits_together() {
        // the version, as the module says it, is checked in a browser (studio/test/site.mjs)
        assert_eq!(WASM[..2], [0x1f, 0x8b]);
        assert!(WASM.len() < 1_760_000, "{}", WASM.len());
        assert!(GLUE.contains("addGames") && GLUE.contains("class Studio"));
        assert!(INDEX.contains("site.js") && !INDEX.contains("/assets/") && !INDEX.contains("{token}"));
    }
}
