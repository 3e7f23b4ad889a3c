//! Lines of `entities.ftm.json`: reads the key of an entity, and compares two lines of the same entity.

use std::fmt;

use tamis_engine::ftm::FtmId;
use tamis_engine::model::RecordId;

/// Sort key of an entity among the lines: a record is followed by its Sanction entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    record: u64,
    is_sanction: bool,
}

impl Key {
    /// Key of a line, read from its first bytes; `None` if it does not begin like the lines written
    /// here.
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

/// True if two lines of the same entity differ only in `last_seen`, which every load updates; `None` if
/// the first has no such key.
pub(super) fn say_the_same(old: &[u8], new: &[u8]) -> Option<bool> {
    let [old, new] = [old, new].map(around_last_seen);
    Some(old? == new?)
}

/// Parts of a line before and after the value of `last_seen`.
fn around_last_seen(line: &[u8]) -> Option<(&[u8], &[u8])> {
    /// Marks the key alone: inside a text, the quotation marks would have a `\` before them.
    const KEY: &[u8] = br#","last_seen":""#;
    let start = line.windows(KEY.len()).rposition(|window| window == KEY)? + KEY.len();
    let end = start + line[start..].iter().position(|byte| *byte == b'"')?;
    Some((&line[..start], &line[end..]))
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
    fn entities_differ_by_all_but_when_they_were_last_seen() {
        let line = |caption: &str, referents: &str, seen: &str| {
            format!(
                r#"{{"id":"svc-1","caption":"{caption}","referents":[{referents}],"last_seen":"{seen}","target":true}}"#
            )
        };
        let old = line("A", r#""svc-2""#, "2026");
        for (new, same) in [
            (line("A", r#""svc-2""#, "2026"), true),
            (line("A", r#""svc-2""#, "2027-10-04"), true),
            (line("A", r#""svc-2","svc-3""#, "2026"), false),
            (line("B", r#""svc-2""#, "2026"), false),
            (old.replace("true", r#"true,"canonical_id":"svc-e-1""#), false),
        ] {
            assert_eq!(say_the_same(old.as_bytes(), new.as_bytes()), Some(same), "{new}");
        }
        let tricky = line(r#"A,\"last_seen\":\"1"#, "", "2026");
        let other = line(r#"A,\"last_seen\":\"2"#, "", "2026");
        assert_eq!(say_the_same(tricky.as_bytes(), other.as_bytes()), Some(false));
        assert_eq!(say_the_same(b"{\"id\":\"svc-1\"", old.as_bytes()), None);
    }
}
