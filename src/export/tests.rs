use super::to_variants_ini;
use crate::{Variant, builtin_games};

fn exported(name: &str) -> super::Exported {
    to_variants_ini(&Variant::load(name, &[]).expect("a built-in game"), "trial")
}

#[test]
fn what_is_exported_is_imported_as_the_same_game() {
    let mut told = 0;
    for name in builtin_games() {
        let Some(text) = exported(name).text else { continue };
        let import = crate::ini::import("trial.ini", &text, None);
        let [one] = import.variants.as_slice() else { panic!("{name}: one section") };
        let Some(file) = &one.text else { continue };
        let again = Variant::from_text("again.toml", file, &[]).expect("an imported game can be played");
        let own = Variant::load(name, &[]).expect("a built-in game");
        let counts = |variant: &Variant| variant.start_position().perft(2);
        assert_eq!(counts(&again), counts(&own), "{name}:\n{text}\n{file}");
        told += 1;
    }
    assert!(told > 40, "only {told} games are exported and imported again");
}

#[test]
fn what_cannot_be_said_is_told_at_its_place() {
    for name in builtin_games() {
        let found = exported(name);
        assert_eq!(found.text.is_none(), found.report.has_errors(), "{name}");
    }
    let found = exported("courier");
    assert!(found.text.is_none());
    assert!(found.report.diagnostics().iter().all(|fault| !fault.labels.is_empty()));
}
