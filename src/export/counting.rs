//! Counting, by the rules that have a name there.

use toml::Value;

use super::Sheet;
use super::asked::Asked;
use crate::definition::Table;
use crate::ini::counting::{filled, rules};
use crate::model::pieces::TypeId;

/// The option.
const OPTION: &str = "countingRule";

/// A count as it can be compared: what begins it, its numbers of moves with what must hold for each, what it begins with, and whether it begins anew.
type Counted = (Option<Asked>, Vec<(Option<Asked>, i64)>, String, bool);

impl Sheet<'_> {
    /// The counts, if they are those of a rule with a name.
    pub(super) fn counting(&mut self) {
        let root = self.root;
        let Some(counts) = root.table("counting").filter(|counts| !counts.is_empty()) else { return };
        let own: Vec<Option<Counted>> = counts
            .iter()
            .map(|(_, entry)| entry.node.table().and_then(|count| self.count_of(count)))
            .collect();
        let name = |option: &str| {
            let letter = self.options.get(option)?.chars().next()?;
            let mut kinds = 0..self.rules.types.len() as TypeId;
            let kind = kinds.find(|&kind| self.letters.of(kind) == letter)?;
            Some(self.rules.types[usize::from(kind)].name.clone())
        };
        let same = |rule: &Value| {
            let theirs: Vec<_> = rule
                .as_table()
                .into_iter()
                .flatten()
                .filter_map(|(_, count)| filled(count.clone(), &name))
                .map(|count| self.count_named(&count))
                .collect();
            theirs.len() == own.len() && theirs.iter().all(|count| count.is_some() && own.contains(count))
        };
        match rules().iter().find(|(_, rule)| same(rule)) {
            Some((rule, _)) => self.set(OPTION, rule.clone()),
            None => {
                let place = root.get("counting").map_or(root.span(), |entry| entry.key_span);
                self.unsaid(place, "counts other than those of its own named rules", "these counts");
            }
        }
    }

    /// A count of the game.
    fn count_of(&self, table: &Table) -> Option<Counted> {
        let when = |table: &Table| table.text("when").and_then(|word| self.meant(word.text));
        let row = |table: &Table| Some((when(table), table.integer("moves")?));
        let rows: Option<Vec<_>> = match table.list("limits") {
            Some(rows) => rows.iter().map(|node| row(node.table()?)).collect(),
            None => table.integer("moves").map(|moves| vec![(None, moves)]),
        };
        let from = table.text("from").map_or_else(String::new, |word| word.text.to_owned());
        Some((when(table), rows?, from, table.flag("anew").unwrap_or(false)))
    }

    /// A count of a rule with a name.
    fn count_named(&self, count: &Value) -> Option<Counted> {
        let text = |value: &Value, key| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let when = |value: &Value| text(value, "when").and_then(|text| self.meant(&text));
        let row = |value: &Value| Some((when(value), value.get("moves")?.as_integer()?));
        let rows: Option<Vec<_>> = match count.get("limits").and_then(Value::as_array) {
            Some(rows) => rows.iter().map(row).collect(),
            None => Some(vec![(None, count.get("moves")?.as_integer()?)]),
        };
        let anew = count.get("anew").and_then(Value::as_bool).unwrap_or(false);
        Some((when(count), rows?, text(count, "from").unwrap_or_default(), anew))
    }
}
