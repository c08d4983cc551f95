//! The built-in games, each loaded once for all tests.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use ferz::{Choice, LoadError, Variant};

static LOADED: LazyLock<Mutex<HashMap<String, Variant>>> = LazyLock::new(Mutex::default);

/// Loads a game with some of its options, or returns it as it was loaded before.
pub(crate) fn load(name: &str, choices: &[Choice]) -> Result<Variant, LoadError> {
    let key = format!("{name} {choices:?}");
    let known = LOADED.lock().expect("no thread panics with it").get(&key).cloned();
    if let Some(variant) = known {
        return Ok(variant);
    }
    let variant = Variant::load(name, choices)?;
    LOADED.lock().expect("no thread panics with it").insert(key, variant.clone());
    Ok(variant)
}
