//! Terms under an embargo: words and countries that stop a payment wherever they stand.

use std::ops::Range;

use ahash::AHashMap;
use serde::Deserialize;

use tamis_engine::model::CountryCode;
use tamis_engine::text::normalize;
use tamis_ingest::descriptions::{DescriptionError, Source, Spanned};

/// A term of the file, with the reason that stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Embargoed {
    pub(crate) term: &'static str,
    pub(crate) reason: &'static str,
}

/// The terms of a policy.
#[derive(Debug, Default)]
pub(crate) struct Embargo {
    /// Terms by their first folded token, each with its further ones.
    words: AHashMap<String, Vec<(Vec<String>, Embargoed)>>,
    countries: AHashMap<CountryCode, Embargoed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEmbargo {
    reason: Spanned<String>,
    #[serde(default)]
    words: Vec<Spanned<String>>,
    #[serde(default)]
    countries: Vec<Spanned<String>>,
}

impl Embargo {
    /// Adds the terms of a table. Of equal terms the first stays.
    pub(super) fn add(
        &mut self,
        source: &Source<'_>,
        raw: Spanned<RawEmbargo>,
    ) -> Result<(), DescriptionError> {
        let span = raw.span();
        let RawEmbargo { reason, words, countries } = raw.into_inner();
        if words.is_empty() && countries.is_empty() {
            return Err(source.malformed(&span, "an embargo has words or countries"));
        }
        // A policy lives as long as its program, and answers repeat its terms and reasons.
        let reason: &str = source.text("reason", &reason)?.leak();
        for word in words {
            let accepted = || "a text with a letter or digit".to_owned();
            let read = |text: &str| {
                let mut tokens = tokens(text).map(|(_, token)| token);
                Some((tokens.next()?, tokens.collect::<Vec<String>>()))
            };
            let (first, further) = source.checked("words", &word, read, accepted)?;
            let own = Embargoed { term: word.into_inner().leak(), reason };
            let terms = self.words.entry(first).or_default();
            if terms.iter().all(|(known, _)| *known != further) {
                terms.push((further, own));
            }
        }
        for country in countries {
            let accepted = || "two letters of ISO 3166-1, such as KP".to_owned();
            let code = source.checked("countries", &country, CountryCode::parse, accepted)?;
            let own = Embargoed { term: country.into_inner().leak(), reason };
            self.countries.entry(code).or_insert(own);
        }
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.countries.is_empty()
    }

    /// The embargo on a country by its code of ISO 3166-1.
    pub(crate) fn country(&self, code: &str) -> Option<Embargoed> {
        self.countries.get(&CountryCode::parse(code)?).copied()
    }

    /// The terms in a text as whole words, each with its place in bytes.
    pub(crate) fn within(&self, text: &str) -> Vec<(Range<usize>, Embargoed)> {
        if self.words.is_empty() {
            return Vec::new();
        }
        let tokens: Vec<(Range<usize>, String)> = tokens(text).collect();
        let mut found = Vec::new();
        for (at, (first, token)) in tokens.iter().enumerate() {
            for (further, own) in self.words.get(token).into_iter().flatten() {
                let rest = &tokens[at + 1..];
                let is_here = rest.len() >= further.len()
                    && further.iter().zip(rest).all(|(word, (_, token))| word == token);
                if is_here {
                    let last = further.len().checked_sub(1).map_or(first, |last| &rest[last].0);
                    found.push((first.start..last.end, *own));
                }
            }
        }
        found
    }
}

/// The words of a text, folded, each with its place in bytes.
fn tokens(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    // An accent may be a character of its own, behind its letter.
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36f}');
    let words = text.split(move |c| !is_of_word(c));
    words.filter_map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let token = normalize(word);
        (!token.is_empty()).then(|| (start..start + word.len(), token))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn embargo(words: &[&str]) -> Embargo {
        let text = format!("reason = \"r\"\nwords = {words:?}\n");
        let source = Source::new("e.toml", &text);
        let raw: RawEmbargo = source.parse().expect("TOML");
        let mut embargo = Embargo::default();
        embargo.add(&source, Spanned::new(0..1, raw)).expect("sound");
        embargo
    }

    #[test]
    fn terms_are_found_as_whole_words() {
        let embargo = embargo(&["Sevastopol", "Bandar Abbas", "Bandar", "Севастополь", "Yalta"]);
        for (text, expected) in [
            ("to SEVASTOPOL, via Sochi", vec!["SEVASTOPOL"]),
            ("Port of Bandar-Abbas", vec!["Bandar-Abbas", "Bandar"]),
            ("Bandar  Abbas", vec!["Bandar  Abbas", "Bandar"]),
            ("Bandar", vec!["Bandar"]),
            ("Sevastopolskaya", vec![]),
            ("г. СЕВАСТОПОЛЬ", vec!["СЕВАСТОПОЛЬ"]),
            ("Ya\u{301}lta", vec!["Ya\u{301}lta"]),
            ("", vec![]),
        ] {
            let found: Vec<&str> =
                embargo.within(text).into_iter().map(|(span, _)| &text[span]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
