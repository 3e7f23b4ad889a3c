//! Labels: informative values of properties.

use serde_json::Value;

use crate::readers::common::json::texts;

/// Informative values of a property.
pub(super) fn labels(item: &Value, property: &str) -> Vec<String> {
    let values = texts(item, property).into_iter();
    values.filter(|value| !is_item(value) && !is_unknown(value)).collect()
}

/// True for the identifier of an item, written if there is no English label.
pub(super) fn is_item(value: &str) -> bool {
    let number = value.strip_prefix('Q').unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for a value that is marked as unknown.
fn is_unknown(value: &str) -> bool {
    value.contains("/.well-known/genid/") || value.starts_with("_:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_without_a_label_and_unknown_ones_are_told_apart() {
        for (value, item, unknown) in [
            ("Q123", true, false),
            ("Q", false, false),
            ("Q12b", false, false),
            ("Quentin", false, false),
            ("http://www.wikidata.org/.well-known/genid/0a1b", false, true),
            ("_:b0", false, true),
        ] {
            assert_eq!((is_item(value), is_unknown(value)), (item, unknown), "{value}");
        }
    }
}
