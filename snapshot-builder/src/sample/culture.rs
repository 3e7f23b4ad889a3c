//! The naming cultures: frequent names from tables, rarer ones coined from syllables.

use std::sync::OnceLock;

use super::random::Random;
use super::table::{Table, spaced};

/// A word of a name in Latin letters and, if the culture has another script, in that script.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Word {
    pub(super) latin: String,
    /// Word in the original script; empty if there is none.
    pub(super) original: String,
}

impl Word {
    pub(super) fn latin(text: impl Into<String>) -> Self {
        Self { latin: text.into(), original: String::new() }
    }

    fn push(&mut self, other: &Self) {
        self.latin.push_str(&other.latin);
        self.original.push_str(&other.original);
    }
}

/// Structure of a person's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Given, perhaps middle, family; sometimes a particle before the family name.
    Western,
    /// Two family names.
    Iberian,
    /// Patronymic, and family names with a feminine form.
    Slavic,
    /// Father's and grandfather's names, `bin`, `al-`.
    Arabic,
    /// Two given names are usual.
    Persian,
    /// Given, father's or honorific name, family.
    SouthAsian,
    /// Family name first, given name of two syllables.
    EastAsian,
    /// Family, middle, given.
    Vietnamese,
    /// One or two names, no family name.
    Mononym,
    /// Several given names in any order.
    African,
}

const STYLES: [(&str, Style); 10] = [
    ("western", Style::Western),
    ("iberian", Style::Iberian),
    ("slavic", Style::Slavic),
    ("arabic", Style::Arabic),
    ("persian", Style::Persian),
    ("south_asian", Style::SouthAsian),
    ("east_asian", Style::EastAsian),
    ("vietnamese", Style::Vietnamese),
    ("mononym", Style::Mononym),
    ("african", Style::African),
];

/// One naming culture, as its table describes it.
pub(super) struct Culture {
    pub(super) style: Style,
    /// Countries of its people; a repeated country is more likely.
    pub(super) countries: Vec<&'static str>,
    /// True if the original script is written without blanks.
    pub(super) joined: bool,
    pub(super) particles: Vec<&'static str>,
    pub(super) male: Vec<Word>,
    pub(super) female: Vec<Word>,
    family: Vec<Word>,
    /// Patronymic endings: male and female after a consonant, male and female after `й`.
    patronymic: Vec<Word>,
    /// Endings of family names and their feminine forms.
    feminine: Vec<(Word, Word)>,
    starts: Vec<Word>,
    middles: Vec<Word>,
    ends: Vec<Word>,
    /// Share of names that are coined, in percent.
    coined_percent: usize,
    weight: usize,
}

impl Culture {
    fn parse(text: &'static str) -> Self {
        let table = Table::parse(text);
        let letters: Vec<(&str, &str)> = table.pairs("letters").collect();
        let word = |item: &&'static str| read_word(item, &letters);
        let words = |section: &str| table.items(section).iter().map(word).collect::<Vec<_>>();
        let number = |key| table.value("culture", key).and_then(|v| v.parse().ok()).unwrap_or(0);
        let style = table.value("culture", "style").unwrap_or_default();
        Self {
            style: STYLES
                .iter()
                .find(|(name, _)| *name == style)
                .map_or(Style::Western, |(_, style)| *style),
            countries: table.items("countries").to_vec(),
            joined: !table.items("joined").is_empty(),
            particles: table.items("particles").to_vec(),
            male: words("male"),
            female: words("female"),
            family: words("family"),
            patronymic: words("patronymic"),
            feminine: table
                .pairs("feminine")
                .map(|(from, to)| (read_word(from, &letters), read_word(to, &letters)))
                .collect(),
            starts: words("starts"),
            middles: words("middles"),
            ends: words("ends"),
            coined_percent: number("coined"),
            weight: number("weight"),
        }
    }

    /// True if given names, of two syllables, carry the variety and family names are few.
    fn has_few_family_names(&self) -> bool {
        matches!(self.style, Style::EastAsian | Style::Vietnamese)
    }

    /// A given name.
    pub(super) fn given(&self, female: bool, random: &mut Random) -> Word {
        let names = if female { &self.female } else { &self.male };
        if self.has_few_family_names() && random.chance(self.coined_percent * 4 / 5) {
            return self.coined(random.endless_rank());
        }
        names[random.ranked(names.len())].clone()
    }

    /// A family name in its masculine form.
    pub(super) fn family(&self, random: &mut Random) -> Word {
        if !self.has_few_family_names() && random.chance(self.coined_percent) {
            return self.coined(random.endless_rank());
        }
        self.family[random.ranked(self.family.len())].clone()
    }

    /// Name of this rank in the unbounded vocabulary of the culture: a start, as many middle syllables
    /// as the rank needs, an end. Distinct ranks give distinct syllables.
    pub(super) fn coined(&self, rank: u64) -> Word {
        // Longer than three middle syllables is not a plausible name, so ranks wrap around there.
        let middle_values = 1 + self.middles.len() as u64;
        let whole = (self.starts.len() * self.ends.len()) as u64 * middle_values.pow(3);
        let mut rest = rank % whole;
        let mut digit = |base: usize| {
            let digit = rest % base as u64;
            rest /= base as u64;
            digit as usize
        };
        let end = digit(self.ends.len());
        let mut word = self.starts[digit(self.starts.len())].clone();
        for _ in 0..3 {
            if let Some(at) = digit(self.middles.len() + 1).checked_sub(1) {
                word.push(&self.middles[at]);
            }
        }
        word.push(&self.ends[end]);
        word
    }

    /// The feminine form of a family name; the name itself if the culture has none.
    pub(super) fn feminine(&self, family: Word) -> Word {
        for (from, to) in &self.feminine {
            if let Some(stem) = family.latin.strip_suffix(&from.latin) {
                let original = family.original.strip_suffix(&from.original).unwrap_or_default();
                let mut word = Word { latin: stem.to_owned(), original: original.to_owned() };
                word.push(to);
                return word;
            }
        }
        family
    }

    /// The patronymic for a father of this name; `None` if the rule is irregular.
    pub(super) fn patronymic(&self, father: &Word, female: bool) -> Option<Word> {
        let ending = |soft: bool| self.patronymic.get(usize::from(soft) * 2 + usize::from(female));
        let last = father.original.chars().last()?;
        let soft = last == 'й';
        if "аяоьі".contains(last) {
            return None;
        }
        let mut word = father.clone();
        if soft {
            word.original.pop();
            // Both transliterations in the tables write this letter as one Latin letter.
            word.latin.pop();
        }
        word.push(ending(soft)?);
        Some(word)
    }
}

/// Reads `Latin=Original`, or a word in the original script if the table has `[letters]`.
fn read_word(item: &str, letters: &[(&str, &str)]) -> Word {
    if let Some((latin, original)) = item.split_once('=') {
        return Word { latin: spaced(latin), original: spaced(original) };
    }
    if letters.is_empty() {
        return Word::latin(spaced(item));
    }
    let mut latin = String::new();
    for letter in item.chars() {
        let lower: String = letter.to_lowercase().collect();
        let value = letters.iter().find(|(from, _)| *from == lower).map_or("", |(_, to)| to);
        if letter.is_uppercase() {
            let mut rest = value.chars();
            latin.extend(rest.next().into_iter().flat_map(char::to_uppercase));
            latin.push_str(rest.as_str());
        } else {
            latin.push_str(value);
        }
    }
    Word { latin, original: item.to_owned() }
}

const TABLES: [(&str, &str); 25] = [
    ("arabic", include_str!("tables/people/arabic.txt")),
    ("chinese", include_str!("tables/people/chinese.txt")),
    ("dutch", include_str!("tables/people/dutch.txt")),
    ("english", include_str!("tables/people/english.txt")),
    ("french", include_str!("tables/people/french.txt")),
    ("german", include_str!("tables/people/german.txt")),
    ("greek", include_str!("tables/people/greek.txt")),
    ("hebrew", include_str!("tables/people/hebrew.txt")),
    ("hungarian", include_str!("tables/people/hungarian.txt")),
    ("indian", include_str!("tables/people/indian.txt")),
    ("indonesian", include_str!("tables/people/indonesian.txt")),
    ("italian", include_str!("tables/people/italian.txt")),
    ("japanese", include_str!("tables/people/japanese.txt")),
    ("korean", include_str!("tables/people/korean.txt")),
    ("nigerian", include_str!("tables/people/nigerian.txt")),
    ("pakistani", include_str!("tables/people/pakistani.txt")),
    ("persian", include_str!("tables/people/persian.txt")),
    ("polish", include_str!("tables/people/polish.txt")),
    ("portuguese", include_str!("tables/people/portuguese.txt")),
    ("russian", include_str!("tables/people/russian.txt")),
    ("serbian", include_str!("tables/people/serbian.txt")),
    ("spanish", include_str!("tables/people/spanish.txt")),
    ("turkish", include_str!("tables/people/turkish.txt")),
    ("ukrainian", include_str!("tables/people/ukrainian.txt")),
    ("vietnamese", include_str!("tables/people/vietnamese.txt")),
];

fn all() -> &'static [Culture] {
    static CULTURES: OnceLock<Vec<Culture>> = OnceLock::new();
    CULTURES.get_or_init(|| TABLES.iter().map(|(_, text)| Culture::parse(text)).collect())
}

/// A random culture, weighted as in its table.
pub(super) fn any(random: &mut Random) -> &'static Culture {
    let cultures = all();
    let mut rest = random.below(cultures.iter().map(|culture| culture.weight).sum());
    for culture in cultures {
        match rest.checked_sub(culture.weight) {
            Some(left) => rest = left,
            None => return culture,
        }
    }
    &cultures[0]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn named(name: &str) -> &'static Culture {
        let at = TABLES.iter().position(|(known, _)| *known == name).expect(name);
        &all()[at]
    }

    #[test]
    fn every_table_is_complete() {
        for (name, text) in TABLES {
            let table = Table::parse(text);
            let style = table.value("culture", "style").expect(name);
            assert!(STYLES.iter().any(|(known, _)| *known == style), "{name}: {style}");
            let culture = named(name);
            assert!(culture.weight > 0 && culture.coined_percent > 0, "{name}");
            assert!(!culture.countries.is_empty(), "{name}");
            // Given names of two syllables have no middle ones.
            assert_eq!(culture.middles.is_empty(), culture.has_few_family_names(), "{name}");
            let lists = [&culture.male, &culture.female, &culture.family, &culture.starts];
            for list in lists.into_iter().chain([&culture.ends]) {
                assert!(!list.is_empty(), "{name}");
                for word in list {
                    // The soft sign alone has no Latin letter, and no list holds it alone.
                    assert!(!word.latin.is_empty(), "{name}: {word:?}");
                    assert!(word.latin.chars().all(|c| !"[]=|#_".contains(c)), "{word:?}");
                }
            }
        }
    }

    #[test]
    fn originals_are_transliterated_letter_by_letter() {
        let word = &named("russian").family[9];
        assert_eq!((word.original.as_str(), word.latin.as_str()), ("Фёдоров", "Fedorov"));
    }

    #[test]
    fn coined_names_of_different_ranks_hardly_ever_coincide() {
        for (name, _) in TABLES {
            let words: HashSet<_> = (0..5000).map(|rank| named(name).coined(rank).latin).collect();
            let least = if named(name).has_few_family_names() { 800 } else { 4000 };
            assert!(words.len() > least, "{name}: {}", words.len());
        }
    }

    #[test]
    fn patronymics_and_feminine_forms_follow_the_rules() {
        let russian = named("russian");
        let sergey = russian.male[1].clone();
        assert_eq!(russian.patronymic(&sergey, true).expect("regular").original, "Сергеевна");
        assert_eq!(russian.patronymic(&sergey, false).expect("regular").latin, "Sergeevich");
        assert_eq!(russian.feminine(russian.family[0].clone()).latin, "Ivanova");
    }
}
