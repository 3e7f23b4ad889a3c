//! Splits several values in one cell: `(1) Tunis (2) Sousse`, `1) Mullah, 2) Haji`, `a) Peru b) Chile`,
//! `(1)-(2) Algeria (3) Morocco`, `Passport No: (a) 12 (b) 34`, `Russia|Belarus`.

/// Largest number of a mark; a list has no more values.
const NUMBER_MAX: usize = 99;

/// Values of a cell.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct Values {
    /// Common text before the first of several values; otherwise empty.
    pub(super) heading: String,
    /// Values in the order of their numbers; empty if the publisher leaves one out (`-`).
    pub(super) items: Vec<String>,
    /// True if they are numbered.
    pub(super) is_counted: bool,
}

impl Values {
    /// Non-empty values, each with the heading before it.
    pub(super) fn headed(self) -> Vec<String> {
        let Self { heading, items, .. } = self;
        let items = items.into_iter().filter(|item| !item.is_empty());
        items.map(|item| format!("{heading} {item}").trim().to_owned()).collect()
    }
}

/// Values of a cell; most cells have one.
pub(super) fn values(text: &str) -> Values {
    let marks = marks(text);
    if let Some(values) = by_number(text, &marks) {
        return values;
    }
    let items = text.split('|').map(|item| item.trim().to_owned());
    let items = items.filter(|item| !item.is_empty()).collect();
    Values { heading: String::new(), items, is_counted: false }
}

/// The text without its mark as an item of a list (`b) Antwerp`).
pub(super) fn without_mark(text: &str) -> &str {
    match marks(text).first() {
        Some(mark) if mark.from == 0 => text.get(mark.to..).unwrap_or_default().trim(),
        _ => text,
    }
}

/// A number or letter before a value.
struct Mark {
    from: usize,
    to: usize,
    number: usize,
}

/// All possible marks: `(1)`, `1)`, `(a)`, `a)`, with up to two digits or one letter.
fn marks(text: &str) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for (close, _) in text.match_indices(')') {
        let before = text.get(..close).unwrap_or_default();
        let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let Some(number) = number_of(word) else { continue };
        let word_from = close - word.len();
        let outside = before.get(..word_from).unwrap_or_default();
        let from = match outside.strip_suffix('(') {
            Some(outside) => outside.len(),
            // Without an opening bracket a mark must be a separate word.
            None if outside.is_empty() || outside.ends_with([' ', ',', ';']) => word_from,
            None => continue,
        };
        marks.push(Mark { from, to: close + 1, number });
    }
    marks
}

fn number_of(word: &str) -> Option<usize> {
    match word.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => {
            Some(usize::from(letter.to_ascii_lowercase() - b'a') + 1)
        }
        [_] | [_, _] => word.parse().ok().filter(|number| *number > 0),
        _ => None,
    }
}

/// Splits values at their marks if these count from 1 without a gap. Text before a mark 2 is the first
/// value.
fn by_number(text: &str, marks: &[Mark]) -> Option<Values> {
    let first = marks.first()?;
    let mut heading = text.get(..first.from)?.trim();
    let mut found: Vec<(usize, String)> = Vec::new();
    let is_first_unmarked = first.number == 2 && !heading.is_empty();
    if is_first_unmarked {
        found.push((1, cleaned(heading)));
        heading = "";
    }
    let mut waiting: Vec<usize> = Vec::new();
    for (at, mark) in marks.iter().enumerate() {
        waiting.push(mark.number);
        if found.len() + waiting.len() > NUMBER_MAX {
            return None;
        }
        let next = marks.get(at + 1);
        let between = text.get(mark.to..next.map_or(text.len(), |next| next.from))?;
        match (between, next) {
            // "(1)-(3) Mali" is Mali three times, "(1) - (2) Mali" only once.
            ("-" | " to ", Some(next)) => waiting.extend(mark.number + 1..next.number),
            (" " | "" | ", " | " & " | " and ", Some(_)) => {}
            _ => found.extend(waiting.drain(..).map(|number| (number, cleaned(between)))),
        }
    }
    found.sort_by_key(|(number, _)| *number);
    let has_no_gap = found.iter().map(|(number, _)| *number).eq(1..=found.len());
    let is_list = found.len() > 1 || heading.is_empty();
    let is_said = !is_first_unmarked || found.iter().all(|(_, item)| !item.is_empty());
    let is_whole = has_no_gap && is_list && is_said;
    let items = found.into_iter().map(|(_, item)| item).collect();
    is_whole.then(|| Values { heading: heading.to_owned(), items, is_counted: true })
}

/// A value without separators at its ends.
fn cleaned(item: &str) -> String {
    let item = item.trim_matches([' ', ',', ';']);
    let item = item.strip_suffix(" and").unwrap_or(item);
    let item = item.strip_suffix('.').unwrap_or(item).trim_end_matches([' ', ',', ';']);
    if item == "-" { String::new() } else { item.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_counting_is_read() {
        let table: [(&str, &str, &[&str]); 22] = [
            ("Tunis", "", &["Tunis"]),
            ("", "", &[]),
            ("(1) Tunis (2) Sousse", "", &["Tunis", "Sousse"]),
            ("(1) Tunis(2) Sousse.", "", &["Tunis", "Sousse"]),
            ("1) Mullah, 2) Haji, 3) Dr.", "", &["Mullah", "Haji", "Dr"]),
            ("a) French, b) Tunisian", "", &["French", "Tunisian"]),
            ("a) General b)Major", "", &["General", "Major"]),
            ("A) One (b) Two  (c) Three", "", &["One", "Two", "Three"]),
            ("(1) German (b) Algeria", "", &["German", "Algeria"]),
            ("(1) Tunis (2)-(3) -", "", &["Tunis", "", ""]),
            ("(1) - (2) Shabwa", "", &["", "Shabwa"]),
            ("(1)-(2) Algeria (3) Mali", "", &["Algeria", "Algeria", "Mali"]),
            ("(1) to (3) Algeria (4) Mali", "", &["Algeria", "Algeria", "Algeria", "Mali"]),
            ("(1) (2) (4) Libya (3) Mali", "", &["Libya", "Libya", "Mali", "Libya"]),
            ("(1) Samarra", "", &["Samarra"]),
            ("Passport No: (a) 12 (b) 34", "Passport No:", &["12", "34"]),
            ("12 (Yemeni) (b) 34 (card)", "", &["12 (Yemeni)", "34 (card)"]),
            ("Russia|Belarus | ", "", &["Russia", "Belarus"]),
            ("Ministry (2004)", "", &["Ministry (2004)"]),
            ("Department (b)", "", &["Department (b)"]),
            ("(1) One (3) Three", "", &["(1) One (3) Three"]),
            ("é) x (é) y", "", &["é) x (é) y"]),
        ];
        for (text, heading, items) in table {
            let found = values(text);
            assert_eq!(
                (found.heading.as_str(), found.items),
                (heading, items.iter().map(|item| (*item).to_owned()).collect()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_heading_stands_before_each_value() {
        assert_eq!(values("No (a) 12 (b) - (c) 34").headed(), ["No 12", "No 34"]);
    }

    #[test]
    fn an_item_of_a_list_that_others_continue_loses_its_mark() {
        for (text, expected) in
            [("b) Antwerp", "Antwerp"), ("(2)Goma", "Goma"), ("Ward b) x", "Ward b) x"), ("", "")]
        {
            assert_eq!(without_mark(text), expected);
        }
    }
}
