//! Further names in the field of one name: `SUN LTD. (a.k.a. MOON LTD.; STAR)`, `ANA LEE A/K/A ANNA
//! LI`, `Ana Lee (Russian: Ана Ли)`.

use tamis_ingest::squeeze;

use super::languages::behind_language;
use super::quotes::unquoted;
use super::wording::strip_prefix_any_case;

/// Marks before another name of the same party, in lower case. Longer ones come before their own
/// prefixes.
const MARKS: &[&str] = &[
    "also known as",
    "formerly known as",
    "doing business as",
    "a.k.a.",
    "a.k.a",
    "a/k/a",
    "f.k.a.",
    "f.k.a",
    "f/k/a",
    "n.k.a.",
    "n/k/a",
    "d.b.a.",
    "d/b/a",
];

/// Marks that are also names ("AKA BANK") and therefore count only after an opening bracket.
const MARKS_IN_BRACKETS: &[&str] = &["aka", "fka", "nka", "dba"];

/// Names found in one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::readers) struct Names {
    /// The name before the first mark, or else the first other name.
    pub(in crate::readers) name: String,
    /// Names after marks, in order.
    pub(in crate::readers) others: Vec<String>,
}

/// Splits the names in a text; a text without marks is one name.
pub(in crate::readers) fn names_in(text: &str) -> Names {
    let mut reading = Reading::default();
    let mut rest = text;
    let mut before = None;
    while let Some(letter) = rest.chars().next() {
        let is_word_start = before.is_none_or(|c: char| c.is_whitespace() || "([,;".contains(c));
        let is_labelled = is_opening(before) || reading.is_in_other;
        let behind_label = || behind_language(rest).filter(|_| is_labelled);
        let behind = is_word_start.then(|| behind_mark(rest, before).or_else(behind_label));
        if let Some(after) = behind.flatten() {
            reading.begin_other(before);
            before = Some(' ');
            rest = after;
        } else {
            reading.push(letter);
            before = Some(letter);
            rest = rest.get(letter.len_utf8()..).unwrap_or_default();
        }
    }
    reading.finish()
}

/// Text after a mark at the start.
fn behind_mark(text: &str, before: Option<char>) -> Option<&str> {
    let in_brackets = if is_opening(before) { MARKS_IN_BRACKETS } else { &[] };
    let mut marks = MARKS.iter().chain(in_brackets);
    let after = marks.find_map(|mark| strip_prefix_any_case(text, mark))?;
    let is_whole = after.starts_with(|c: char| c.is_whitespace() || matches!(c, ',' | ':'));
    is_whole.then(|| after.trim_start_matches([',', ':']))
}

fn is_opening(letter: Option<char>) -> bool {
    matches!(letter, Some('(' | '['))
}

/// State of splitting: the names found so far.
#[derive(Default)]
struct Reading {
    name: String,
    others: Vec<String>,
    /// True if the following text belongs to the last of the other names.
    is_in_other: bool,
    /// Open brackets since the first one opened by a mark; true for each that a mark opened.
    open: Vec<bool>,
}

impl Reading {
    /// Begins another name after the letter `before`; its surrounding bracket is not part of a name.
    fn begin_other(&mut self, before: Option<char>) {
        if is_opening(before) {
            self.current().pop();
            // Inside the bracket of another mark, this bracket was counted as an ordinary one.
            self.open.pop();
            self.open.push(true);
        }
        self.others.push(String::new());
        self.is_in_other = true;
    }

    fn push(&mut self, letter: char) {
        match letter {
            '(' | '[' if !self.open.is_empty() => self.open.push(false),
            ')' | ']' if self.open.pop() == Some(true) => {
                if self.open.is_empty() {
                    self.is_in_other = false;
                    self.name.push(' ');
                }
                return;
            }
            ';' if self.is_in_other => {
                self.others.push(String::new());
                return;
            }
            _ => {}
        }
        self.current().push(letter);
    }

    fn current(&mut self) -> &mut String {
        let other = self.others.last_mut().filter(|_| self.is_in_other);
        other.unwrap_or(&mut self.name)
    }

    fn finish(self) -> Names {
        let bare = |name: &str| squeeze(name.trim_end_matches([',', ';', ' ']));
        let own = |name: &String| {
            let name = bare(name);
            unquoted(&name).map(str::to_owned).unwrap_or(name)
        };
        let all = std::iter::once(bare(&self.name)).chain(self.others.iter().map(own));
        let mut names = all.filter(|name| !name.is_empty());
        Names { name: names.next().unwrap_or_default(), others: names.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_behind_marks_are_told_apart() {
        for (text, expected) in [
            ("SUN TRADING, INC.", &["SUN TRADING, INC."][..]),
            ("SUN LTD (a.k.a. MOON, INC.; STAR LTD)", &["SUN LTD", "MOON, INC.", "STAR LTD"]),
            ("ANA LEE A/K/A ANNA LI", &["ANA LEE", "ANNA LI"]),
            ("ANA (A.K.A. LI-AN) LEE", &["ANA LEE", "LI-AN"]),
            ("Sun, OOO (f.k.a., Moon (East) ZAO) Co", &["Sun, OOO Co", "Moon (East) ZAO"]),
            ("SUN CO., a.k.a. MOON a.k.a. STAR (HK)", &["SUN CO.", "MOON", "STAR (HK)"]),
            ("Sun (aka Moon (fka Star)) (HK)", &["Sun (HK)", "Moon", "Star"]),
            ("F.K.A. Office of the Sun", &["Office of the Sun"]),
            ("SUN D/B/A MOON", &["SUN", "MOON"]),
            ("AKA BANK", &["AKA BANK"]),
            ("Osaka a.k.a.", &["Osaka a.k.a."]),
            ("Sun (a.k.a. Moon", &["Sun", "Moon"]),
            ("Sun) (a.k.a. )", &["Sun)"]),
            ("Sun (a.k.a. “Moon”; 'Star')", &["Sun", "Moon", "Star"]),
            ("Ana Lee (Russian: Ана Ли)", &["Ana Lee", "Ана Ли"]),
            ("Ana (in Russian : Ана; Ukrainian: Анна) Lee", &["Ana Lee", "Ана", "Анна"]),
            ("Ana (a.k.a. Anna, Arabic: آنا)", &["Ana", "Anna", "آنا"]),
            ("Sun (Russian Federation)", &["Sun (Russian Federation)"]),
            ("Russian: the Sun", &["Russian: the Sun"]),
            ("", &[""]),
        ] {
            let Names { name, others } = names_in(text);
            let found: Vec<_> = std::iter::once(name).chain(others).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
