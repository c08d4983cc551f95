//! The rules of the games that records name.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ferz::Choice;
use ferz::pgn::{Fault, Notation};
use ferz::text::nearest;

use super::{Failure, Record, RulesArgs, Variant};
use crate::protocol::SupportedVariants;

/// Most games that are kept ready.
const MOST: usize = 64;

/// The games that records have named so far, ready to be played.
pub(super) struct Store {
    offers: SupportedVariants,
    fixed: Option<(String, Variant)>,
    ready: BTreeMap<[String; 2], Variant>,
}

impl Store {
    pub(super) fn new(args: &RulesArgs) -> Result<Self, Failure> {
        let choices = args.options.choices()?;
        let fixed = match &args.game {
            Some(game) => Some((game.clone(), Variant::load(game, &choices)?)),
            None if choices.is_empty() => None,
            None => return Err(Failure::Usage("`--option` needs `--game`, which has the option".to_owned())),
        };
        Ok(Self { offers: SupportedVariants::new(&[] as &[PathBuf])?, fixed, ready: BTreeMap::new() })
    }

    /// The rules of a record's game.
    fn rules(&mut self, record: &Record) -> Result<Variant, Fault> {
        let text = |name: &str| record.tag(name).unwrap_or_default().trim().to_owned();
        let key = [text("Variant"), text("VariantOptions")];
        if let Some(variant) = self.ready.get(&key) {
            return Ok(variant.clone());
        }
        let variant = self.chosen(record, self.named(record, &key[0])?, &key[1])?;
        if self.ready.len() >= MOST {
            self.ready.clear();
        }
        self.ready.insert(key, variant.clone());
        Ok(variant)
    }

    fn named(&self, record: &Record, name: &str) -> Result<Variant, Fault> {
        if let Some((_, variant)) = &self.fixed {
            return Ok(variant.clone());
        }
        if name.is_empty() {
            return Ok(self.offers.standard().rules().clone());
        }
        let offer = self.offers.find(name).map(|offer| offer.rules().clone());
        offer.or_else(|| Variant::recorded(name).ok()).ok_or_else(|| {
            let place = record.whole_tag("Variant").map_or(record.place, |tag| tag.place);
            let likely = nearest(name, self.offers.titles());
            let likely =
                likely.map_or_else(String::new, |title| format!("did you mean {title}? Otherwise, "));
            let message = format!(
                "there is no game called {name} ({likely}give another name, or its file, with `--game`)"
            );
            Fault::error(place, message)
        })
    }

    fn chosen(&self, record: &Record, variant: Variant, options: &str) -> Result<Variant, Fault> {
        let place = record.whole_tag("VariantOptions").map_or(record.place, |tag| tag.place);
        let wrong = |message: String| Fault::error(place, message);
        let choice = |text: &str| {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                wrong(format!("`{text}` is not an option: they are written `name=value, name=value`"))
            })?;
            Ok(Choice { name: name.trim().to_owned(), value: value.trim().to_owned() })
        };
        let parts = options.split(',').map(str::trim).filter(|part| !part.is_empty());
        let choices = parts.map(choice).collect::<Result<Vec<_>, Fault>>()?;
        if choices.is_empty() {
            return Ok(variant);
        }
        variant.with_options(&choices).map_err(|error| wrong(error.to_string().replace('\n', "; ")))
    }

    /// The rules that the command line names.
    pub(super) fn rules_given(&self) -> Option<&Variant> {
        self.fixed.as_ref().map(|(_, variant)| variant)
    }

    /// Plays a record, by the rules of its game. The result names the game as other programs do.
    pub(super) fn play(
        &mut self,
        record: &Record,
        writing: Notation,
    ) -> Result<ferz::pgn::Played, Vec<Fault>> {
        let variant = self.rules(record).map_err(|fault| {
            let mut faults = record.faults.clone();
            faults.push(fault);
            faults.sort_by_key(|fault| fault.place);
            faults
        })?;
        let mut played = record.play(&variant, writing);
        let options = played.record.tag("VariantOptions").is_none();
        let of = ferz::pgn::Record::of(&variant.start(), writing);
        if let Some(value) = of.tag("VariantOptions").filter(|_| options) {
            played.record.set("VariantOptions", value);
        }
        self.label(&variant, &mut played.record);
        Ok(played)
    }

    /// Names the game in a record.
    pub(super) fn label(&self, variant: &Variant, record: &mut Record) {
        match self.offers.tag(variant.name()) {
            Some(label) => record.set("Variant", &label),
            None => record.tags.retain(|tag| tag.name != "Variant"),
        }
    }

    /// The name under which the game of a record is begun: a built-in game, or the file that was given.
    pub(super) fn name(&self, variant: &Variant) -> String {
        self.fixed.as_ref().map_or_else(|| variant.name().to_owned(), |(name, _)| name.clone())
    }
}
