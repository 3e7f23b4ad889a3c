//! Devanagari and the scripts whose blocks Unicode arranges like its own; Sinhala; Khmer.

use std::sync::LazyLock;

use ahash::AHashMap;

use crate::text::tables;

/// Kinds of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Consonant,
    /// An independent vowel.
    Vowel,
    /// A vowel sign, in place of the inherent vowel of its consonant.
    Sign,
    /// A nasal behind a vowel.
    Nasal,
    /// A consonant without an inherent vowel.
    Behind,
    /// A virama: removes the inherent vowel of the consonant before it.
    Joiner,
    /// A nukta: makes another consonant of the one before it.
    Dot,
}

static LETTERS: LazyLock<AHashMap<char, (Kind, &'static str)>> = LazyLock::new(|| {
    let mut letters = AHashMap::new();
    for (letter, head) in tables::grouped(include_str!("../../tables/letters_brahmic.txt")) {
        let Some((kind, latin)) = head.split_once(' ') else { continue };
        let kind = match kind {
            "consonant" => Kind::Consonant,
            "vowel" => Kind::Vowel,
            "sign" => Kind::Sign,
            "nasal" => Kind::Nasal,
            "behind" => Kind::Behind,
            "joiner" => Kind::Joiner,
            "dot" => Kind::Dot,
            _ => continue,
        };
        let latin = if latin == "-" { "" } else { latin };
        letters.insert(letter, (kind, latin));
    }
    letters
});

/// First and last code point of the blocks that are arranged like that of Devanagari, and the length of
/// each.
const ARRANGED: (u32, u32) = (0x900, 0xD7F);
const BLOCK: u32 = 0x80;

pub(super) fn is_brahmic(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{DFF}' | '\u{1780}'..='\u{17FF}')
}

/// Rule for the inherent vowel at the end of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LastVowel {
    Heard,
    /// Heard only behind a cluster of consonants: Narendra, but Ram.
    BehindSeveral,
    #[default]
    Silent,
}

impl LastVowel {
    fn of(c: char) -> Self {
        match c {
            // Tamil to Malayalam, Sinhala.
            '\u{B80}'..='\u{DFF}' => Self::Heard,
            '\u{1780}'..='\u{17FF}' => Self::Silent,
            _ => Self::BehindSeveral,
        }
    }
}

/// Returns the kind and the Latin letters of a character; `None` for a silent one.
fn letter(c: char, is_compound: bool) -> Option<(Kind, &'static str)> {
    let of_devanagari = || {
        let code = u32::from(c);
        let is_arranged = (ARRANGED.0..=ARRANGED.1).contains(&code);
        let same = char::from_u32(ARRANGED.0 + code % BLOCK).filter(|_| is_arranged)?;
        LETTERS.get(&same)
    };
    let own = || LETTERS.get(&c);
    // A Bengali ya is a j and a Tamil cha an s, but not where they are joined to another consonant.
    let found =
        if is_compound { of_devanagari().or_else(own) } else { own().or_else(of_devanagari) };
    found.copied()
}

/// Returns the Latin letters of a consonant with a nukta.
fn dotted(consonant: char, latin: &str) -> Option<&'static str> {
    Some(match (consonant, latin) {
        ('য', _) => "y",
        (_, "k") => "q",
        (_, "j") => "z",
        (_, "d") => "r",
        (_, "dh") => "rh",
        (_, "ph") => "f",
        _ => return None,
    })
}

/// Romanises a word.
pub(super) fn latin(word: &[char]) -> String {
    let last = word.first().map_or(LastVowel::Silent, |c| LastVowel::of(*c));
    let mut reader = Reader { word, last, ..Reader::default() };
    for (at, &c) in word.iter().enumerate() {
        if let Some((kind, text)) = letter(c, reader.joins) {
            reader.take(at, kind, text);
        }
    }
    if reader.carries
        && (last == LastVowel::Heard || last == LastVowel::BehindSeveral && reader.is_compound)
    {
        reader.latin.push('a');
    }
    // ज्ञ
    reader.latin.replace("jn", "gy")
}

#[derive(Default)]
struct Reader<'w> {
    word: &'w [char],
    last: LastVowel,
    latin: String,
    /// Position of the last consonant.
    consonant: usize,
    /// True if the last consonant still carries its inherent vowel.
    carries: bool,
    /// True if the last consonant is joined to the one before.
    is_compound: bool,
    /// True if the next consonant is joined to the last one.
    joins: bool,
}

impl Reader<'_> {
    fn take(&mut self, at: usize, kind: Kind, text: &'static str) {
        let takes_vowel = matches!(kind, Kind::Sign | Kind::Joiner | Kind::Dot);
        if self.carries && !takes_vowel {
            self.latin.push('a');
        }
        self.carries = kind == Kind::Consonant || self.carries && kind == Kind::Dot;
        match kind {
            Kind::Consonant => {
                self.is_compound = std::mem::take(&mut self.joins);
                let text = self.voiced(at).unwrap_or(text);
                self.consonant = self.latin.len();
                self.latin.push_str(text);
            }
            Kind::Dot => {
                let before = at.checked_sub(1).map(|before| self.word[before]);
                let text = before.and_then(|c| dotted(c, &self.latin[self.consonant..]));
                if let Some(text) = text {
                    self.latin.replace_range(self.consonant.., text);
                }
            }
            Kind::Joiner => self.joins = true,
            Kind::Nasal => self.latin.push_str(self.nasal(at, text)),
            Kind::Vowel | Kind::Sign | Kind::Behind => self.latin.push_str(text),
        }
    }

    /// Returns the voiced reading of a Tamil consonant. Tamil has no letters of its own for voiced
    /// consonants: they occur behind a nasal, and some between vowels.
    fn voiced(&self, at: usize) -> Option<&'static str> {
        let is_doubled = || matches!(self.word.get(at + 1), Some('்'));
        let is_between = || {
            !self.is_compound && self.latin.ends_with(['a', 'e', 'i', 'o', 'u']) && !is_doubled()
        };
        let is_behind_nasal = self.is_compound && self.latin.ends_with(['n', 'm']);
        Some(match self.word[at] {
            'க' if is_behind_nasal || is_between() => "g",
            'ட' if is_behind_nasal || is_between() => "d",
            'த' if is_behind_nasal => "d",
            'ச' if is_behind_nasal => "j",
            'ப' if is_behind_nasal => "b",
            _ => return None,
        })
    }

    /// Returns the Latin letters of a nasal, which depend on the next letter.
    fn nasal(&self, at: usize, text: &'static str) -> &'static str {
        match self.word.get(at + 1).and_then(|next| letter(*next, false)) {
            Some((_, next)) if next.starts_with(['p', 'b', 'm']) => "m",
            // सिंह
            Some((_, "h")) => "ng",
            None if self.last == LastVowel::Heard => "m",
            _ => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_one_of_such_a_script() {
        assert!(LETTERS.len() > 200, "{}", LETTERS.len());
        for (letter, (_, latin)) in LETTERS.iter() {
            assert!(is_brahmic(*letter), "{letter}");
            assert!(latin.bytes().all(|b| b.is_ascii_lowercase()), "{letter} {latin}");
        }
    }

    #[test]
    fn names_are_read() {
        for (word, expected) in [
            ("व्लादिमीर", "vladimir"),
            ("पुतिन", "putin"),
            ("नरेन्द्र", "narendra"),
            ("मोदी", "modi"),
            ("शर्मा", "sharma"),
            ("संजय", "sanjay"),
            ("अम्बानी", "ambani"),
            ("दाऊद", "daud"),
            ("इब्राहिम", "ibrahim"),
            ("हाफिज", "haphij"),
            ("हाफ़िज़", "hafiz"),
            ("ज्ञानेंद्र", "gyanendra"),
            ("कृष्ण", "krishna"),
            ("मोहम्मद", "mohammad"),
            ("ভ্লাদিমির", "bhladimir"),
            ("রহমান", "rahaman"),
            ("শেখ", "shekh"),
            ("হাসিনা", "hasina"),
            ("ইউনূস", "iunus"),
            ("জিয়া", "jiya"),
            ("ভট্টাচার্য", "bhattacharya"),
            ("ਗੁਰਪਤਵੰਤ", "gurapatavant"),
            ("ਸਿੰਘ", "singh"),
            ("सिंह", "singh"),
            ("ନବୀନ", "nabin"),
            ("નરેન્દ્ર", "narendra"),
            ("பிரபாகரன்", "pirapagaran"),
            ("காந்தி", "kandi"),
            ("எடப்பாடி", "edappadi"),
            ("ஒசாமா", "osama"),
            ("விளாதிமிர்", "vilatimir"),
            ("రెడ్డి", "reddi"),
            ("ಸಿದ್ದರಾಮಯ್ಯ", "siddaramayya"),
            ("പിണറായി", "pinarayi"),
            ("വിജയൻ", "vijayan"),
            ("රාජපක්ෂ", "rajapaksha"),
            ("මහින්ද", "mahinda"),
            ("ហ៊ុន", "hun"),
            ("សែន", "sen"),
        ] {
            let letters: Vec<char> = word.chars().collect();
            assert_eq!(latin(&letters), expected, "{word}");
        }
    }
}
