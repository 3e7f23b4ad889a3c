//! Thai, and Lao, whose block is arranged like it. Some vowels precede their consonant, and the
//! commonest two are not written. After the Royal Thai General System.

/// Silences the consonant before it in Thai names.
const SILENCER: char = '์';
/// Follows a consonant as a vowel, and carries one at the beginning of a syllable.
const CARRIER: char = 'อ';
/// Nikhahit: the first half of am, and an o in Lao.
const NIKHAHIT: char = '\u{E4D}';
/// Vowels of Lao that Thai does not have.
const LAO_O: char = '\u{E3B}';
const LAO_IA: char = '\u{E3D}';
/// Consonants that form a cluster with an r, l or w behind them.
const CLUSTERS: &str = "กขคตปผพฟบดวศส";

pub(super) fn is_thai(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}')
}

/// Romanises a word.
pub(super) fn latin(word: &[char]) -> String {
    let mut reader = Reader { letters: heard(word), latin: String::new(), is_open: false };
    let mut at = 0;
    while at < reader.letters.len() {
        at = reader.read(at);
    }
    reader.latin
}

/// Returns the letters without tone marks and silent letters, in the letters of Thai.
fn heard(word: &[char]) -> Vec<char> {
    let mut letters: Vec<char> = Vec::with_capacity(word.len());
    for &c in word {
        let code = u32::from(c);
        let c = if code < 0xE80 { c } else { char::from_u32(code - 0x80).unwrap_or(c) };
        match (c, letters.as_slice()) {
            // Foreign names keep what Thai does not pronounce: "มีร์" is mir.
            (SILENCER, [.., vowel, 'ร' | 'ล' | 'ส']) if is_vowel(*vowel) => {}
            (SILENCER, _) => {
                letters.pop_if(|c| is_vowel(*c));
                letters.pop();
            }
            ('็' | '่' | '้' | '๊' | '๋' | '๎', _) => {}
            _ => letters.push(c),
        }
    }
    letters
}

/// True if the vowel is written behind, above or below its consonant.
fn is_vowel(c: char) -> bool {
    matches!(c, 'ะ'..='ฺ' | LAO_O | LAO_IA | NIKHAHIT)
}

fn is_vowel_before(c: char) -> bool {
    matches!(c, 'เ'..='ไ')
}

fn is_consonant(c: char) -> bool {
    matches!(c, 'ก'..='ฮ')
}

struct Reader {
    letters: Vec<char>,
    latin: String,
    /// True if the last syllable has its vowel, and no consonant behind it yet.
    is_open: bool,
}

impl Reader {
    fn at(&self, at: usize) -> char {
        self.letters.get(at).copied().unwrap_or(' ')
    }

    /// True if a vowel is written with the consonant at this position.
    fn has_vowel(&self, at: usize) -> bool {
        let before = at > 0 && is_vowel_before(self.at(at - 1));
        before || is_vowel(self.at(at + 1)) || self.at(at + 1) == CARRIER
    }

    /// Reads a syllable, or the consonant that closes one, and returns the position of the next.
    fn read(&mut self, at: usize) -> usize {
        let (before, onset) =
            if is_vowel_before(self.at(at)) { (Some(self.at(at)), at + 1) } else { (None, at) };
        // An h before a sonorant only marks the tone.
        let tells_tone = self.at(onset) == 'ห' && "งญนมยรลว".contains(self.at(onset + 1));
        let onset =
            onset + usize::from(tells_tone && (before.is_some() || is_vowel(self.at(onset + 2))));
        if !is_consonant(self.at(onset)) {
            return onset + usize::from(before.is_none());
        }
        if before.is_none() && !self.has_vowel(onset) {
            // Two consonants in a row are a syllable. In a row of one or three the first one closes the
            // last syllable. The silent r of "วัตร" does not count.
            let is_bare = |at: &usize| is_consonant(self.at(*at)) && !self.has_vowel(*at);
            let row = (onset..onset + 4).take_while(is_bare);
            let closes = matches!(row.count(), 1 | 3)
                || matches!(self.letters[onset..], ['ช' | 'ต' | 'ท', 'ร']);
            if std::mem::replace(&mut self.is_open, false) && closes {
                self.latin.push_str(last(self.at(onset)));
                return onset + 1;
            }
        }
        self.push_onset(onset);
        let next = self.at(onset + 1);
        let is_cluster = CLUSTERS.contains(self.at(onset))
            && matches!(next, 'ร' | 'ล' | 'ว')
            && match before {
                Some(_) => is_consonant(self.at(onset + 2)) && self.at(onset + 2) != CARRIER,
                None => is_vowel(self.at(onset + 2)),
            };
        if is_cluster {
            self.push_onset(onset + 1);
        }
        self.vowel(before, onset + 1 + usize::from(is_cluster))
    }

    fn push_onset(&mut self, at: usize) {
        self.latin.push_str(first(self.at(at)));
    }

    /// Reads the vowel of a syllable. A part of it may precede the consonants.
    fn vowel(&mut self, before: Option<char>, at: usize) -> usize {
        let [next, behind] = [self.at(at), self.at(at + 1)];
        let (vowel, len) = match (before, next, behind) {
            (Some('เ'), 'า', _) => ("ao", 1),
            (Some('เ'), 'ี', 'ย') => ("ia", 2),
            (Some('เ'), 'ื', CARRIER) => ("uea", 2),
            (Some('เ'), 'ิ', _) | (Some('เ'), CARRIER, _) => ("oe", 1),
            (Some('เ'), ..) => ("e", 0),
            (Some('แ'), ..) => ("ae", 0),
            (Some('โ'), ..) => ("o", 0),
            (Some(_), ..) => ("ai", 0),
            (None, 'ั', 'ว') => ("ua", 2),
            (None, NIKHAHIT, 'า') => ("am", 2),
            (None, 'ำ', _) => ("am", 1),
            (None, 'ั' | 'ะ' | 'า', _) => ("a", 1),
            (None, 'ิ' | 'ี', _) => ("i", 1),
            (None, 'ึ' | 'ื', _) => ("ue", 1 + usize::from(behind == CARRIER)),
            (None, 'ุ' | 'ู', _) => ("u", 1),
            (None, LAO_O | NIKHAHIT, _) => ("o", 1),
            (None, LAO_IA, _) => ("ia", 1),
            (None, CARRIER, _) => ("o", 1),
            (None, 'ร', 'ร') => (if is_consonant(self.at(at + 2)) { "a" } else { "an" }, 2),
            (None, 'ว', behind) if is_consonant(behind) && !self.has_vowel(at + 1) => ("ua", 1),
            (None, next, _) if !is_consonant(next) => ("", 0),
            (None, ..) if self.has_vowel(at) => ("a", 0),
            // An unwritten o is followed by a consonant.
            (None, next, _) => {
                self.latin.push('o');
                (last(next), 1)
            }
        };
        self.latin.push_str(vowel);
        self.is_open = vowel.ends_with(['a', 'e', 'i', 'o', 'u']);
        at + len
    }
}

fn first(c: char) -> &'static str {
    match c {
        'ก' => "k",
        'ข'..='ฆ' => "kh",
        'ง' => "ng",
        'จ' | 'ฉ' | 'ช' | 'ฌ' => "ch",
        'ซ' | 'ศ' | 'ษ' | 'ส' => "s",
        'ญ' | 'ย' => "y",
        'ฎ' | 'ด' => "d",
        'ฏ' | 'ต' => "t",
        'ฐ' | 'ฑ' | 'ฒ' | 'ถ' | 'ท' | 'ธ' => "th",
        'ณ' | 'น' => "n",
        'บ' => "b",
        'ป' => "p",
        'ผ' | 'พ' | 'ภ' => "ph",
        'ฝ' | 'ฟ' => "f",
        'ม' => "m",
        'ร' => "r",
        'ล' | 'ฬ' => "l",
        'ว' => "w",
        'ห' | 'ฮ' => "h",
        _ => "",
    }
}

/// Returns the Latin letters of a consonant that closes a syllable.
fn last(c: char) -> &'static str {
    match c {
        'ก'..='ฆ' => "k",
        'จ'..='ฌ' | 'ฎ'..='ฒ' | 'ด'..='ธ' | 'ศ'..='ส' => "t",
        'บ'..='ภ' => "p",
        'ญ' => "n",
        'ย' => "i",
        'ว' => "o",
        _ => first(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        for (word, expected) in [
            ("สมชาย", "somchai"),
            ("ถนัด", "thanat"),
            ("ทักษิณ", "thaksin"),
            ("ชินวัตร", "chinwatr"),
            ("เพชร", "phetr"),
            ("ประยุทธ์", "prayut"),
            ("วชิราลงกรณ", "wachiralongkorn"),
            ("ปูติน", "putin"),
            ("วลาดีมีร์", "wladimir"),
            ("เปรม", "prem"),
            ("โกวิท", "kowit"),
            ("เศรษฐา", "srettha"),
            ("ทอง", "thong"),
            ("หลีกภัย", "likphai"),
            ("สวน", "suan"),
            ("ศักดิ์", "sak"),
            ("พรรณ", "phan"),
            ("ธรรม", "tham"),
            ("อานนท์", "anon"),
            ("ไพบูลย์", "phaibul"),
            ("สุข", "suk"),
            ("เสือ", "suea"),
            ("ลาว", "lao"),
            ("ບຸນ", "bun"),
            ("ພົມ", "phom"),
            ("์", ""),
            ("", ""),
        ] {
            let letters: Vec<char> = word.chars().collect();
            assert_eq!(latin(&letters), expected, "{word}");
        }
    }
}
