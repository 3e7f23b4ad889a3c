//! Names of members of Congress: the parts, and names in use.

use tamis_engine::model::Alias;

use crate::readers::common::facts::joined;

/// Published parts of a name; missing ones are empty.
#[derive(Debug, Clone, Default)]
pub(super) struct Parts {
    pub(super) first: String,
    pub(super) middle: String,
    pub(super) last: String,
    pub(super) suffix: String,
    pub(super) nickname: String,
    /// Name used by House or Senate.
    pub(super) full: String,
}

/// A name in parts, without nicknames and suffixes contained in other parts.
#[derive(Debug, Clone, Default)]
pub(super) struct Name {
    first: String,
    middle: String,
    last: String,
    suffix: String,
    nicknames: Vec<String>,
    full: String,
}

impl Name {
    /// Reads the parts. `James (Jim)` contains a nickname, `John, Jr.,` a suffix, and `Ann "Annie"
    /// Sample` in the full name a nickname as well.
    pub(super) fn of(parts: &Parts) -> Self {
        let mut nicknames = Vec::new();
        let first = without_enclosed(&parts.first, '(', ')', &mut nicknames);
        let middle = without_enclosed(&parts.middle, '(', ')', &mut nicknames);
        let full = without_enclosed(&parts.full, '"', '"', &mut nicknames);
        nicknames.insert(0, parts.nickname.clone());
        let (middle, inner_suffix) = match middle.split_once(", ") {
            Some((middle, suffix)) => (bare(middle), bare(suffix)),
            None => (bare(&middle), ""),
        };
        let suffix = if parts.suffix.is_empty() { inner_suffix } else { &parts.suffix };
        nicknames.retain(|name| !name.is_empty());
        Self {
            first: bare(&first).to_owned(),
            middle: middle.to_owned(),
            last: bare(&parts.last).to_owned(),
            suffix: suffix.to_owned(),
            nicknames,
            full: joined([full.as_str()], ""),
        }
    }

    /// First, middle and last name with suffix; empty without a last name.
    pub(super) fn whole(&self) -> String {
        match self.last.as_str() {
            "" => String::new(),
            last => joined([&*self.first, &*self.middle, last, &*self.suffix], " "),
        }
    }

    /// Aliases: the full name if it is another one, and nicknames before the last name. A nickname
    /// alone ("Jim") would match far too many people.
    pub(super) fn aliases(&self) -> Vec<Alias> {
        let mut names = Vec::new();
        if without_commas(&self.full) != without_commas(&self.whole()) {
            names.push(self.full.clone());
        }
        names.extend(self.nicknames.iter().map(|nickname| self.called(nickname)));
        names.retain(|name| !name.is_empty());
        names.into_iter().map(Alias::strong).collect()
    }

    fn called(&self, nickname: &str) -> String {
        if nickname.starts_with("of ") {
            // An addition that distinguishes namesakes: "of Carrollton".
            return joined([&*self.first, &*self.middle, &*self.last, nickname], " ");
        }
        if self.last.is_empty() || nickname.ends_with(&self.last) {
            return nickname.to_owned();
        }
        joined([nickname, &*self.last], " ")
    }
}

/// Removes the texts between these marks and adds them to `found`.
fn without_enclosed(text: &str, opening: char, closing: char, found: &mut Vec<String>) -> String {
    let enclosed = text.split_once(opening).and_then(|(before, rest)| {
        let (inner, after) = rest.split_once(closing)?;
        Some((before, inner, after))
    });
    let Some((before, inner, after)) = enclosed else { return text.to_owned() };
    found.push(joined([inner], ""));
    joined([before, after], " ")
}

fn without_commas(name: &str) -> String {
    name.replace(',', "")
}

fn bare(part: &str) -> &str {
    part.trim_matches([',', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole name and aliases of first, middle, last name, suffix, nickname and full name.
    fn read([first, middle, last, suffix, nickname, full]: [&str; 6]) -> (String, Vec<String>) {
        let [first, middle, last] = [first, middle, last].map(str::to_owned);
        let [suffix, nickname, full] = [suffix, nickname, full].map(str::to_owned);
        let name = Name::of(&Parts { first, middle, last, suffix, nickname, full });
        (name.whole(), name.aliases().into_iter().map(|alias| alias.name).collect())
    }

    #[test]
    fn nicknames_and_suffixes_are_found_wherever_they_stand() {
        for (parts, whole, aliases) in [
            (["Ann", "B.", "Sample", "", "", "Ann B. Sample"], "Ann B. Sample", &[][..]),
            (["Ann", "B.", "Sample", "", "", "Ann Sample"], "Ann B. Sample", &["Ann Sample"]),
            (
                ["John", "Q.", "Sample", "Jr.", "Jack", "John Q. Sample, Jr."],
                "John Q. Sample Jr.",
                &["Jack Sample"],
            ),
            (
                ["Jörg", "A.", "Sample", "", "Jo", "Jörg A. \"Jojo\" Sample"],
                "Jörg A. Sample",
                &["Jo Sample", "Jojo Sample"],
            ),
            (["Carol (Cay)", "", "Sample", "", "", ""], "Carol Sample", &["Cay Sample"]),
            (["Carl", "(Cal) Roy", "Sample", "", "", ""], "Carl Roy Sample", &["Cal Sample"]),
            (["Hans,", "Otto, Jr.,", "Sample", "", "", ""], "Hans Otto Sample Jr.", &[]),
            (
                ["Abel", "", "Sample", "", "of Sampleton", ""],
                "Abel Sample",
                &["Abel Sample of Sampleton"],
            ),
            (["W.", "", "Sample", "", "Will Roy Sample", ""], "W. Sample", &["Will Roy Sample"]),
            (["Ann (", "", "Sample", "", "", "\""], "Ann ( Sample", &["\""]),
            (["Ann", "", "", "", "", ""], "", &[]),
        ] {
            let aliases = aliases.iter().map(ToString::to_string).collect();
            assert_eq!(read(parts), (whole.to_owned(), aliases), "{parts:?}");
        }
    }
}
