//! The fields of block 4, and the parts of the headers in blocks 1 and 2.

/// A field of block 4, or the lines before the first one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field<'t> {
    /// Tag such as `59F`; empty for lines before the first field.
    pub(super) tag: &'t str,
    /// Its lines without their ends; none of them is blank.
    pub(super) lines: Vec<&'t str>,
}

/// The fields of a text block.
pub(super) fn fields(text: &str) -> Vec<Field<'_>> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    for line in text.split(['\n', '\r']) {
        let (tag, content) = match tag_of(line) {
            Some(tag) => (Some(tag), &line[tag.len() + 2..]),
            None => (None, line),
        };
        if tag.is_some() || fields.is_empty() {
            fields.push(Field { tag: tag.unwrap_or_default(), lines: Vec::new() });
        }
        if let Some(field) = fields.last_mut().filter(|_| !content.trim().is_empty()) {
            field.lines.push(content);
        }
    }
    fields.retain(|field| !field.lines.is_empty());
    fields
}

/// The tag of a field that begins in a line: two digits, or with a letter, between colons.
fn tag_of(line: &str) -> Option<&str> {
    let (tag, _) = line.strip_prefix(':')?.split_once(':')?;
    match tag.as_bytes() {
        [a, b] if a.is_ascii_digit() && b.is_ascii_digit() => Some(tag),
        [a, b, c] if a.is_ascii_digit() && b.is_ascii_digit() && c.is_ascii_uppercase() => {
            Some(tag)
        }
        _ => None,
    }
}

/// True if a line has the tag of another field in it, as where the ends of lines were lost.
pub(super) fn has_further_tag(line: &str) -> bool {
    line.match_indices(':').any(|(at, _)| tag_of(&line[at..]).is_some())
}

/// Parts of a header with their names. The names of terminals are divided into a BIC and the letter of the
/// terminal; `""` names a text that is no header.
pub(super) type Parts = Vec<(&'static str, String)>;

/// Letters of the address of a terminal: a BIC of eight, the terminal, a branch.
const TERMINAL: usize = 12;

/// The parts of block 1: `F01` and the terminal of the institution, session and sequence numbers.
pub(super) fn basic_header(text: &str) -> Parts {
    divided(text, &[("service", 3), ("", TERMINAL), ("session", 4), ("sequence", 6)])
}

/// The parts of block 2, which differ by its first letter: input to the network, or output from it.
pub(super) fn application_header(text: &str) -> Parts {
    match text.as_bytes().first() {
        Some(b'I') => divided(
            text,
            &[("direction", 1), ("type", 3), ("", TERMINAL), ("priority", usize::MAX)],
        ),
        Some(b'O') => divided(
            text,
            &[
                ("direction", 1),
                ("type", 3),
                ("time", 4),
                ("date", 6),
                ("", TERMINAL),
                ("session", 4),
                ("sequence", 6),
                ("date", 6),
                ("time", 4),
                ("priority", usize::MAX),
            ],
        ),
        _ => vec![("", text.to_owned())],
    }
}

/// Cuts a header into parts of these lengths; a part without a name is a terminal. A header that is too
/// short for its terminal, or is none of ASCII letters and digits, is one text.
fn divided(text: &str, lengths: &[(&'static str, usize)]) -> Parts {
    let text = text.trim();
    let until_terminal: usize =
        lengths.iter().take_while(|(name, _)| !name.is_empty()).map(|(_, length)| length).sum();
    let is_header = text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && text.len() >= until_terminal + TERMINAL;
    if !is_header {
        return vec![("", text.to_owned())];
    }
    let (mut parts, mut rest) = (Vec::new(), text);
    for (name, length) in lengths {
        let (part, after) = rest.split_at(rest.len().min(*length));
        rest = after;
        if name.is_empty() {
            let (bic, terminal) = part.split_at(8);
            let (terminal, branch) = terminal.split_at(1);
            parts.push(("BIC", format!("{bic}{branch}")));
            parts.push(("terminal", terminal.to_owned()));
        } else if !part.is_empty() {
            parts.push((name, part.to_owned()));
        }
    }
    if !rest.is_empty() {
        parts.push(("", rest.to_owned()));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_begins_with_its_tag_at_the_beginning_of_a_line() {
        let text = "\r\nbefore\r\n:20:A:B\r\n:50K:/1\r\n\r\n :59:x\r\n:5:y\r\n:599:z\r\n:59f:\n:70:\n:71A:SHA";
        let field = |tag, lines: &[&'static str]| Field { tag, lines: lines.to_vec() };
        assert_eq!(
            fields(text),
            [
                field("", &["before"]),
                field("20", &["A:B"]),
                field("50K", &["/1", " :59:x", ":5:y", ":599:z", ":59f:"]),
                field("71A", &["SHA"]),
            ]
        );
    }

    #[test]
    fn headers_are_divided_and_what_is_none_is_one_text() {
        let shown = |parts: Parts| -> String {
            parts.iter().map(|(name, text)| format!("{name}={text} ")).collect()
        };
        for (parts, expected) in [
            (
                basic_header("F01BANKDEFFAXXX0000123456"),
                "service=F01 BIC=BANKDEFFXXX terminal=A session=0000 sequence=123456 ",
            ),
            (basic_header("F01BANKDEFFA123"), "service=F01 BIC=BANKDEFF123 terminal=A "),
            (basic_header("F01 BANK"), "=F01 BANK "),
            (
                basic_header("F01BANKDEFFAXXX00001234567"),
                "service=F01 BIC=BANKDEFFXXX terminal=A session=0000 sequence=123456 =7 ",
            ),
            (
                application_header("I103BANKDEFFXXXXN2020"),
                "direction=I type=103 BIC=BANKDEFFXXX terminal=X priority=N2020 ",
            ),
            (
                application_header("O1031610191014BBBBUS3NBXXX63382244921910142210N"),
                "direction=O type=103 time=1610 date=191014 BIC=BBBBUS3NXXX terminal=B \
                 session=6338 sequence=224492 date=191014 time=2210 priority=N ",
            ),
            (application_header("X103"), "=X103 "),
            (application_header(""), "= "),
        ] {
            assert_eq!(shown(parts), expected);
        }
    }
}
