//! Lines of `entities.ftm.json`: which entity one is, and whether two say the same of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;
use tamis_engine::ftm::FtmId;
use tamis_engine::model::RecordId;

/// The place of an entity among the lines: a record is followed by its Sanction entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    record: u64,
    is_sanction: bool,
}

impl Key {
    /// That of a line, read from its first bytes; none where it does not begin as our lines do.
    pub(super) fn of_line(line: &[u8]) -> Option<Self> {
        let id = line.strip_prefix(br#"{"id":"svc-"#)?;
        let end = id.iter().position(|byte| *byte == b'"')?;
        let id = std::str::from_utf8(&id[..end]).ok()?;
        let number = id.strip_suffix("-sanction");
        let record = number.unwrap_or(id).parse().ok()?;
        Some(Self { record, is_sanction: number.is_some() })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = RecordId(self.record);
        if self.is_sanction { FtmId::Sanction(id) } else { FtmId::Record(id) }.fmt(f)
    }
}

/// Whether two lines of the same entity agree in schema, caption and properties, in whatever order
/// their values are; none where the first cannot be read.
pub(super) fn say_the_same(old: &[u8], new: &[u8]) -> Option<bool> {
    if content(new).is_some_and(|content| old.starts_with(content)) {
        return Some(true);
    }
    let read = |line| serde_json::from_slice::<Entity>(line).ok();
    Some(read(old)? == read(new)?)
}

/// What leads to the dates in a line as we write it. Within a text the quotation mark would have a
/// `\` before it, so this is where the properties end.
const END_OF_CONTENT: &[u8] = br#"},"referents":["#;

fn content(line: &[u8]) -> Option<&[u8]> {
    let mut windows = line.windows(END_OF_CONTENT.len());
    let at = windows.position(|window| window == END_OF_CONTENT)?;
    Some(&line[..at + END_OF_CONTENT.len()])
}

/// What makes an entity a changed one.
#[derive(Deserialize, PartialEq, Eq)]
struct Entity {
    schema: String,
    caption: String,
    properties: BTreeMap<String, BTreeSet<String>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_in_the_order_of_records_each_before_its_sanction() {
        let key =
            |id: &str| Key::of_line(format!("{{\"id\":\"{id}\",\"caption\":\"A\"").as_bytes());
        let ids = ["svc-9", "svc-9-sanction", "svc-10", "svc-100-sanction"];
        let keys = ids.map(|id| key(id).expect(id));
        assert!(keys.is_sorted());
        assert_eq!(keys.map(|key| key.to_string()), ids);
        for id in ["", "svc-", "svc-x", "svc-e-1", "svc-1-other", "9"] {
            assert_eq!(key(id), None, "{id}");
        }
        for line in ["", "{", r#"{"id":"svc-9"#, r#"{"id": "svc-9"}"#] {
            assert_eq!(Key::of_line(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn entities_differ_by_schema_caption_and_values() {
        let line = |caption: &str, values: &str, seen: &str| {
            format!(
                r#"{{"id":"svc-1","caption":"{caption}","schema":"Person","properties":{{"name":[{values}]}},"referents":[],"last_seen":"{seen}"}}"#
            )
        };
        let old = line("A", r#""A","B""#, "2026");
        for (new, same) in [
            (line("A", r#""A","B""#, "2026"), true),
            (line("A", r#""A","B""#, "2027"), true),
            (line("A", r#""B","A""#, "2027"), true),
            (line("A", r#""A""#, "2026"), false),
            (line("A", r#""A","B","C""#, "2026"), false),
            (line("B", r#""A","B""#, "2026"), false),
            (old.replace("Person", "Company"), false),
            (old.replace("name", "alias"), false),
        ] {
            assert_eq!(say_the_same(old.as_bytes(), new.as_bytes()), Some(same), "{new}");
        }
        let tricky = line("A", r#""A},\"referents\":[""#, "2026");
        let other = line("A", r#""A},\"referents\":[ more""#, "2026");
        assert_eq!(say_the_same(tricky.as_bytes(), other.as_bytes()), Some(false));
        assert_eq!(say_the_same(b"{\"id\":\"svc-1\"", old.as_bytes()), None);
    }
}
