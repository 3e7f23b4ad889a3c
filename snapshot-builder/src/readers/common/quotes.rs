//! Quotation marks around a name, of every kind that lists use.

/// Opening and closing marks. Low marks close with either of the high ones.
const MARKS: [(char, char); 13] = [
    ('\'', '\''),
    ('"', '"'),
    ('‘', '’'),
    ('’', '’'),
    ('“', '”'),
    ('”', '”'),
    ('„', '“'),
    ('„', '”'),
    ('‚', '‘'),
    ('‚', '’'),
    ('«', '»'),
    ('»', '«'),
    ('‹', '›'),
];

/// The name between quotation marks. A second pair around it is removed too; a mark inside it is a
/// letter (`ABU-'UMAR`). `None` if the text is not quoted or the quotes are empty.
pub(in crate::readers) fn unquoted(text: &str) -> Option<&str> {
    let name = between(text.trim())?;
    Some(between(name).unwrap_or(name))
}

fn between(text: &str) -> Option<&str> {
    let strip = |(open, close): &(char, char)| text.strip_prefix(*open)?.strip_suffix(*close);
    MARKS.iter().find_map(strip).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_the_marks_around_them() {
        for (text, expected) in [
            ("'Sun'", Some("Sun")),
            ("''Sun''", Some("Sun")),
            ("\"Sun\" ", Some("Sun")),
            ("“Sun”", Some("Sun")),
            ("„Sun“", Some("Sun")),
            ("„Sun”", Some("Sun")),
            ("‚Sun‘", Some("Sun")),
            ("«Sun»", Some("Sun")),
            ("»Sun«", Some("Sun")),
            ("‹Sun›", Some("Sun")),
            ("‘ABU-‘UMAR’", Some("ABU-‘UMAR")),
            ("\"Sun", None),
            ("“Sun» ", None),
            ("Sun", None),
            ("\"\"", None),
            ("\"", None),
            ("", None),
        ] {
            assert_eq!(unquoted(text), expected, "{text}");
        }
    }
}
