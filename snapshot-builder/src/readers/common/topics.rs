//! Topics of follow-the-money, also used by other formats.

use tamis_engine::model::ListType;

/// Type of list that a topic implies, if any.
///
/// Two of the types in docs/api.md, "List types and topics", are particular facts that no topic states:
/// a tax warrant and an insolvency. Actions of regulators and crimes therefore count as DEBARMENT,
/// which is in the same collection.
pub(in crate::readers) fn list_type_of(topic: &str) -> Option<ListType> {
    let is_within = |family: &str| {
        topic.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let sanctions =
        ["sanction", "export.control", "export.risk", "invest", "asset.frozen", "mare.shadow"];
    let exposed = ["role.pep", "role.rca", "role.pol"];
    let other = ["debarment", "corp.disqual", "reg", "crime", "wanted", "mare.detained"];
    if sanctions.into_iter().any(is_within) {
        Some(ListType::Sanction)
    } else if exposed.into_iter().any(is_within) {
        Some(ListType::Pep)
    } else if other.into_iter().any(is_within) {
        Some(ListType::Debarment)
    } else {
        None
    }
}

/// Types of list that the topics imply, each once.
pub(in crate::readers) fn list_types_of<'t>(
    topics: impl IntoIterator<Item = &'t str>,
) -> Vec<ListType> {
    let mut types: Vec<_> = topics.into_iter().filter_map(list_type_of).collect();
    types.sort_unstable();
    types.dedup();
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_speak_for_the_list_that_is_nearest() {
        for (topic, expected) in [
            ("sanction", Some(ListType::Sanction)),
            ("sanction.linked", Some(ListType::Sanction)),
            ("sanctioned", None),
            ("export.control.linked", Some(ListType::Sanction)),
            ("role.pep.frmr", Some(ListType::Pep)),
            ("role.rca", Some(ListType::Pep)),
            ("role.judge", None),
            ("debarment", Some(ListType::Debarment)),
            ("reg.warn", Some(ListType::Debarment)),
            ("crime.traffick.drug", Some(ListType::Debarment)),
            ("gov.national", None),
            ("poi", None),
        ] {
            assert_eq!(list_type_of(topic), expected, "{topic}");
        }
        let types = list_types_of(["debarment", "sanction", "crime", "fin.bank"]);
        assert_eq!(types, [ListType::Sanction, ListType::Debarment]);
    }
}
