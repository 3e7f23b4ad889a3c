//! Names by word, for search by words: a name holds a word when the word stands in it as it was
//! published, case, accents and punctuation aside.
//!
//! The words that matching reads are no use here: in those of a company "Joint Stock Company" is
//! one code, and a search for "stock" has to find it. So each word is folded by itself, whatever
//! stands beside it, on both sides alike.

use std::iter::once;

use ahash::AHashMap;

use super::lists::Lists;
use crate::model::RecordOrdinal;
use crate::snapshot::Snapshot;
use crate::text;

/// The names of all active records by the words in them.
#[derive(Debug, Default)]
pub struct NameWords {
    /// Folded words and their numbers.
    numbers: AHashMap<Box<str>, u32>,
    names: Lists,
    /// By name, its record. Names stand in the order of their records.
    records: Vec<u32>,
}

impl NameWords {
    /// Reads every name and alias of the snapshot once.
    pub(super) fn new(snapshot: &Snapshot) -> Self {
        let mut reader = Reader::default();
        let mut records = Vec::new();
        // The words of all names, and where those of each name begin.
        let (mut runs, mut starts) = (Vec::new(), vec![0]);
        let mut own = Vec::new();
        for record in 0..snapshot.record_count() as u32 {
            let view = snapshot.record(RecordOrdinal(record));
            for name in once(view.name()).chain(view.aliases()) {
                own.clear();
                reader.read(name, &mut own);
                own.sort_unstable();
                own.dedup();
                runs.extend_from_slice(&own);
                starts.push(runs.len());
                records.push(record);
            }
        }
        let names = Lists::build(reader.numbers.len(), records.len(), |name, key| {
            let own: &[u32] = &runs[starts[name as usize]..starts[name as usize + 1]];
            own.iter().for_each(|word| key(*word as usize));
        });
        records.shrink_to_fit();
        Self { numbers: reader.numbers, names, records }
    }

    /// For each word of a text the names that hold it, ascending, the shortest list first; `None`
    /// when the text has no word or no name holds one of them.
    #[must_use]
    pub fn lists_of(&self, text: &str) -> Option<Vec<&[u32]>> {
        let words = pieces(text).flat_map(folded);
        let lists = words.map(|word| Some(self.names.get(*self.numbers.get(&*word)? as usize)));
        let mut lists: Vec<&[u32]> = lists.collect::<Option<_>>()?;
        lists.sort_unstable_by_key(|list| (list.len(), list.as_ptr()));
        lists.dedup_by_key(|list| list.as_ptr());
        Some(lists).filter(|lists| !lists.is_empty())
    }

    /// The record that has a name of these lists.
    #[inline]
    #[must_use]
    pub fn record_of(&self, name: u32) -> u32 {
        self.records[name as usize]
    }
}

/// Numbers words. Lists repeat the same few spellings, so each is folded once.
#[derive(Default)]
struct Reader<'s> {
    numbers: AHashMap<Box<str>, u32>,
    /// Where the words of a piece stand in `words`.
    spans: AHashMap<&'s str, (u32, u32)>,
    words: Vec<u32>,
}

impl<'s> Reader<'s> {
    /// Appends the numbers of the words of a name.
    fn read(&mut self, name: &'s str, run: &mut Vec<u32>) {
        let Self { numbers, spans, words } = self;
        for piece in pieces(name) {
            let (start, end) = *spans.entry(piece).or_insert_with(|| {
                let start = words.len() as u32;
                for word in folded(piece) {
                    let next = numbers.len() as u32;
                    words.push(*numbers.entry(word).or_insert(next));
                }
                (start, words.len() as u32)
            });
            run.extend(&words[start as usize..end as usize]);
        }
    }
}

/// The pieces between blanks and such punctuation as never stands inside a word. Other marks,
/// as in "O'Neill" and "U.S.A.", are left to folding.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let parts = |c: char| match c {
        '-' | '/' | '\\' | ',' | ';' | ':' | '(' | ')' | '[' | ']' | '"' => true,
        '‐' | '‑' | '–' | '—' | '“' | '”' | '„' | '«' | '»' => true,
        _ => c.is_whitespace(),
    };
    text.split(parts).filter(|piece| !piece.is_empty())
}

/// The words of one piece: mostly one, several in scripts that put no blanks between them.
fn folded(piece: &str) -> Vec<Box<str>> {
    text::normalize(piece).split(' ').filter(|word| !word.is_empty()).map(Box::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        pieces(text).flat_map(folded).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_what_stands_in_the_name() {
        for (text, expected) in [
            ("Golden Harvest Joint-Stock Company Ltd.", "golden harvest joint stock company ltd"),
            ("SOKOLOV, Iván (\"Vanya\")", "sokolov ivan vanya"),
            ("O'Neill & Söhne", "oneill and sohne"),
            ("U.S.A. Holdings", "usa holdings"),
            ("习近平", "习 近 平"),
            (" - \"!\" ", ""),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn a_word_is_the_same_whatever_stands_beside_it() {
        for (name, word) in [
            ("Abd al-Rahman", "al"),
            ("Abd al-Rahman", "abd"),
            ("Star Shipping Company Limited", "company"),
            ("Two Brothers No. 07", "two"),
            ("Юлія Тимошенко", "Тимошенко"),
        ] {
            assert!(words(name).split(' ').any(|own| own == words(word)), "{name} has {word}");
        }
    }
}
