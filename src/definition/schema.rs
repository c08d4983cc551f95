//! The tables of keys as a JSON Schema, so that editors complete and check game files.

use serde_json::{Map, Value, json};

use super::{Key, KeyTable, Kind};

/// The schema of a whole game file.
pub(crate) fn schema(root: &KeyTable) -> Value {
    let mut schema = of_table(root);
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!("A ferz game file");
    // a child of another game file leaves out what it doesn't change
    schema.as_object_mut().map(|object| object.remove("required"));
    schema
}

fn of_table(table: &KeyTable) -> Value {
    let mut properties = Map::new();
    for key in table.keys {
        let mut property = removable(key);
        let example =
            if key.example.is_empty() { String::new() } else { format!(" Example: {}", key.example) };
        property["description"] = json!(format!("{}{example}", key.doc));
        properties.insert(key.name.to_owned(), property);
    }
    json!({
        "type": "object", "title": table.name, "description": table.doc,
        "properties": properties, "additionalProperties": false,
    })
}

/// The value of a key, or `false`, which removes what a parent says.
fn removable(key: &Key) -> Value {
    let value = of_kind(&key.kind);
    let has_false = matches!(key.kind, Kind::Table(_)) || key.kind.takes_flag();
    if has_false { value } else { json!({ "anyOf": [value, { "const": false }] }) }
}

fn of_kind(kind: &Kind) -> Value {
    match kind {
        Kind::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Words => {
            json!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] })
        }
        Kind::Points => json!({ "type": "number", "minimum": 0, "maximum": 999, "multipleOf": 0.5 }),
        Kind::Year => json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] }),
        Kind::OneOf(words) => json!({ "enum": words }),
        Kind::List(item) => json!({ "type": "array", "items": of_kind(item) }),
        // `false` takes away what a parent says
        Kind::Table(table) => json!({ "anyOf": [of_table(table), { "const": false }] }),
        Kind::Named(value) => {
            json!({ "type": "object", "additionalProperties": { "anyOf": [of_kind(value), { "const": false }] } })
        }
        Kind::Rules(kind) => {
            let mut rules = kind.keys().map(of_table).unwrap_or_default();
            rules["additionalProperties"] = of_kind(kind);
            json!({ "anyOf": [rules, { "const": false }] })
        }
        Kind::Either(kinds) => json!({ "anyOf": kinds.iter().map(of_kind).collect::<Vec<_>>() }),
        Kind::Free => json!({}),
        Kind::Text
        | Kind::Line
        | Kind::Moves
        | Kind::Squares
        | Kind::Pieces
        | Kind::MoveKinds
        | Kind::Selection
        | Kind::Condition => {
            json!({ "type": "string" })
        }
    }
}
