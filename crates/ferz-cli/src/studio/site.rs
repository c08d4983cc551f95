//! The studio as a site that needs no server: the page, ferz in WebAssembly, and the games.
//!
//! WebAssembly and the games are compressed; the page unpacks them. Texts stand there compressed as well, for servers that send `site.js.gz`
//! where a browser asks for `site.js`. A page that was opened from a disk may fetch nothing: `held.js` holds all
//! for it once more, in text.
//!
//! What only a site needs is built from the sources by `crates/ferz-wasm/build.sh --site`, and not under version control. A program that was
//! compiled afterwards carries it; any other takes it from a folder.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ferz::library_files;
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::library::{GameView, games};
use super::pages;
use crate::disk;

/// The parts that were there when the program was compiled.
static CARRIED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/site");

/// The folder into which the parts are built, in a checkout.
pub(crate) const BUILT: &str = "crates/ferz-cli/assets/site";

/// The parts of a site besides those of the studio.
pub(crate) struct Parts {
    /// The page, built from `studio/`.
    index: Cow<'static, [u8]>,
    page: Cow<'static, [u8]>,
    worker: Cow<'static, [u8]>,
    /// What serves the site where there is no network.
    offline: Cow<'static, [u8]>,
    /// ferz in WebAssembly, compressed, and what wasm-bindgen has made beside it, built from `crates/ferz-wasm/`.
    wasm: Cow<'static, [u8]>,
    glue: Cow<'static, [u8]>,
}

impl Parts {
    /// Returns the parts that the program carries; `None` if it was compiled without them.
    pub(crate) fn carried() -> Option<Self> {
        Self::each(|name| CARRIED.get_file(name).map(|file| Cow::Borrowed(file.contents())).ok_or(())).ok()
    }

    /// Reads the parts from a folder.
    ///
    /// # Errors
    /// The first file that can't be read, and why.
    pub(crate) fn read(folder: &Path) -> Result<Self, (PathBuf, io::Error)> {
        Self::each(|name| {
            let path = folder.join(name);
            std::fs::read(&path).map(Cow::Owned).map_err(|error| (path, error))
        })
    }

    fn each<E>(mut part: impl FnMut(&str) -> Result<Cow<'static, [u8]>, E>) -> Result<Self, E> {
        Ok(Self {
            index: part("index.html")?,
            page: part("site.js")?,
            worker: part("worker.js")?,
            offline: part("offline.js")?,
            wasm: part("ferz.wasm.gz")?,
            glue: part("ferz.js")?,
        })
    }
}

/// The games, as the page takes them.
#[derive(Serialize)]
struct Games {
    /// The texts of all files by their paths.
    files: Map<String, Value>,
    games: &'static [GameView],
}

#[derive(Serialize)]
struct Held {
    worker: String,
    wasm: String,
    games: String,
}

/// Writes the site into a folder, over the files of an older one. Returns the number of bytes.
///
/// # Errors
/// If the folder can't be made or written to.
pub(crate) fn write(folder: &Path, built: &Parts) -> io::Result<usize> {
    std::fs::create_dir_all(folder)?;
    let texts = library_files();
    let files = texts.into_iter().map(|(path, text)| (path.to_owned(), Value::from(text))).collect();
    let games = compressed(&serde_json::to_vec(&Games { files, games: games() })?)?;
    let worker = [&*built.glue, b"\n", &built.worker].concat();
    let held = Held {
        worker: String::from_utf8_lossy(&worker).into_owned(),
        wasm: base64(&built.wasm),
        games: base64(&games),
    };
    let held = format!("var FERZ = {};\n", serde_json::to_string(&held)?);
    let manifest = serde_json::to_vec(&manifest())?;
    let style = pages::STYLE.as_bytes();
    let icon = pages::asset("icon.svg").map_or("", |(_, icon)| icon).as_bytes();
    let kept: [(&str, &[u8]); 8] = [
        ("studio.css", style),
        ("icon.svg", icon),
        ("ferz.webmanifest", &manifest),
        ("ferz.wasm.bin", &built.wasm),
        ("games.bin", &games),
        ("worker.js", &worker),
        ("site.js", &built.page),
        ("index.html", &built.index),
    ];
    let offline = offline(&kept, &built.offline)?;
    let others: [(&str, &[u8]); 2] = [("held.js", held.as_bytes()), ("offline.js", &offline)];
    let mut written = 0;
    // the page last, so that a site that was not written whole does not look so
    for (name, bytes) in others.iter().chain(&kept) {
        // what is compressed already, or only read from a disk
        if !name.ends_with(".bin") && *name != "held.js" {
            let packed = compressed(bytes)?;
            disk::replace(&folder.join(format!("{name}.gz")), &packed)?;
            written += packed.len();
        }
        disk::replace(&folder.join(name), bytes)?;
        written += bytes.len();
    }
    Ok(written)
}

/// What a browser must know to install the site.
fn manifest() -> Value {
    let icon =
        json!({ "src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable" });
    json!({
        "name": "ferz studio",
        "short_name": "ferz",
        "description": "Chess variants from their rules: write them, play them, analyse them",
        "start_url": "./",
        "display": "standalone",
        "icons": [icon],
    })
}

/// Returns the script that keeps these files for visits without a network, with their names and a version that changes with them.
fn offline(kept: &[(&str, &[u8])], script: &[u8]) -> io::Result<Vec<u8>> {
    let mut hasher = DefaultHasher::new();
    (kept, script).hash(&mut hasher);
    let files: Vec<&str> = kept.iter().map(|(name, _)| *name).collect();
    let site = json!({ "version": format!("{:016x}", hasher.finish()), "files": files });
    Ok([format!("const SITE = {};\n", serde_json::to_string(&site)?).as_bytes(), script].concat())
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
}
