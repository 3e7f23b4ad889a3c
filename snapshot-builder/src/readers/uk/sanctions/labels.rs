//! Remarks since 2022: labelled facts (`(Gender):Male (Website):www.example.org`), with free text
//! before the first of them and after some values.

/// Bytes of the longest label.
const LABEL_BYTES_MAX: usize = 60;

/// A part of remarks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part<'t> {
    /// Label; `None` for free text.
    pub(super) label: Option<&'t str>,
    /// Text without surrounding blanks.
    pub(super) text: &'t str,
}

/// Non-empty parts of remarks.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut label, mut from) = (None, 0);
    for (open, _) in text.match_indices('(') {
        if let Some((next, length)) = text.get(open + 1..).and_then(label_at_start) {
            parts.extend(part(label, text.get(from..open)));
            (label, from) = (Some(next), open + 1 + length);
        }
    }
    parts.extend(part(label, text.get(from..)));
    parts
}

fn part<'t>(label: Option<&'t str>, text: Option<&'t str>) -> Option<Part<'t>> {
    let text = text?.trim();
    (!text.is_empty()).then_some(Part { label, text })
}

/// The label at the start of a text, after its opening bracket, and its length in bytes up to the
/// colon.
fn label_at_start(text: &str) -> Option<(&str, usize)> {
    let close = text.bytes().take(LABEL_BYTES_MAX).position(|byte| byte == b')')?;
    let label = text.get(..close)?;
    let is_label = label.starts_with(|c: char| c.is_ascii_uppercase())
        && label.chars().all(|c| c.is_alphanumeric() || " /'’-".contains(c));
    let behind = text.get(close + 1..)?;
    let blanks = behind.len() - behind.trim_start_matches(' ').len();
    let is_followed = behind.get(blanks..)?.starts_with(':');
    (is_label && is_followed).then_some((label, close + 1 + blanks + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let parts = parts(text).into_iter();
        parts.map(|part| format!("{}={}", part.label.unwrap_or_default(), part.text)).collect()
    }

    #[test]
    fn labels_divide_remarks() {
        for (text, expected) in [
            ("(Gender):Male", vec!["Gender=Male"]),
            (
                "(UK Ref):XXA0306 (Phone number):(1) +12 (2) +34",
                vec!["UK Ref=XXA0306", "Phone number=(1) +12 (2) +34"],
            ),
            ("Chief. (Gender) : Male", vec!["=Chief.", "Gender=Male"]),
            ("(Gender): (Website):", vec![]),
            ("Note (see below): text", vec!["=Note (see below): text"]),
            ("(é", vec!["=(é"]),
            ("(Æ):x", vec!["=(Æ):x"]),
            ("", vec![]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
