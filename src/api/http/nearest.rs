//! Suggests the parameter or property that a caller probably meant by an unknown one.

use crate::customers::{field_named, plain};
use tamis_ingest::nearest;

/// Jaro-Winkler similarity from which a name counts as a misspelling of another.
const LIKE: f64 = 0.85;

/// Returns the known name nearest to an unknown one: the same letters and digits, a synonym, or a close
/// spelling.
pub(crate) fn nearest<'n>(
    given: &str,
    read: impl Iterator<Item = &'n str> + Clone,
) -> Option<&'n str> {
    let given = plain(given);
    let field = field_named(&given);
    let spelt = |own: &&str| plain(own) == given;
    let means = |own: &&str| field.is_some() && field_named(&plain(own)) == field;
    let close = || {
        let spellings: Vec<(String, &str)> = read.clone().map(|own| (plain(own), own)).collect();
        let known = spellings.iter().map(|(spelling, _)| spelling.as_str());
        let meant = nearest::nearest(&given, known, LIKE)?;
        spellings.iter().find(|(spelling, _)| spelling == meant).map(|(_, own)| *own)
    };
    read.clone().find(spelt).or_else(|| read.clone().find(means)).or_else(close)
}

/// End of a sentence about an unknown name: a full stop, or a suggestion.
pub(crate) fn did_you_mean(meant: Option<&str>) -> String {
    meant.map_or_else(|| ".".to_owned(), |meant| format!("; did you mean {meant}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_none_where_nothing_is_near() {
        let of_match = ["limit", "threshold", "cutoff", "topics", "include_dataset", "listing"];
        let of_search = ["q", "type", "list_type", "nationality", "source", "dob", "limit", "page"];
        for (read, given, expected) in [
            (&of_match[..], "treshold", Some("threshold")),
            (&of_match, "Threshold", Some("threshold")),
            (&of_match, "topic", Some("topics")),
            (&of_match, "includeDataset", Some("include_dataset")),
            (&of_match, "lmit", Some("limit")),
            (&of_match, "country", None),
            (&of_match, "format", None),
            (&of_match, "", None),
            (&of_search, "country", Some("nationality")),
            (&of_search, "birthDate", Some("dob")),
            (&of_search, "schema", Some("type")),
            (&of_search, "cutoff", None),
        ] {
            assert_eq!(nearest(given, read.iter().copied()), expected, "{given}");
        }
    }
}
