//! Sounds of an Arabic or Hebrew word: consonants and long vowels, as written.

use super::Sound::{self, *};

/// Returns the sounds of a word, one per letter. A word with a letter that is not in the table has
/// none.
pub(super) fn sounds(text: &str) -> Vec<Sound> {
    let mut sounds = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '׳' => change(sounds.last_mut()),
            _ => match sound(letter) {
                Some(sound) => sounds.push(sound),
                None => return Vec::new(),
            },
        }
    }
    sounds
}

/// Changes the last sound to that of a foreign name, for a Hebrew letter with a mark behind it.
fn change(last: Option<&mut Sound>) {
    if let Some(last) = last {
        *last = match *last {
            G => J,
            Z => Zh,
            Tsadi => Ch,
            other => other,
        };
    }
}

/// Returns the sound of a letter. Compiled by hand from the Arabic, Persian, Urdu and Hebrew alphabets.
/// Letters that folding replaces are listed with their canonical form, so that folded and raw texts
/// read the same.
#[rustfmt::skip]
fn sound(letter: char) -> Option<Sound> {
    Some(match letter {
        'ا' | 'أ' | 'إ' | 'آ' | 'ء' | 'א' => Alef,
        'ع' | 'ע' => Ayn,
        'و' | 'ؤ' | 'ו' => Waw,
        'ي' | 'ی' | 'ى' | 'ئ' | 'ے' | 'י' => Yeh,
        'ب' => B,
        'ב' => Bet,
        'پ' => P,
        'פ' => Pe,
        'ت' | 'ط' | 'ט' | 'ת' | 'ٹ' => T,
        'ث' => Th,
        'ج' => J,
        'چ' => Ch,
        'ح' | 'ه' | 'ة' | 'ہ' | 'ھ' | 'ה' => H,
        'ח' => Het,
        'خ' => Kh,
        'د' | 'ڈ' | 'ד' => D,
        'ذ' => Dh,
        'ر' | 'ڑ' | 'ר' => R,
        'ز' | 'ז' => Z,
        'ژ' => Zh,
        'س' | 'ص' | 'ס' => S,
        'ش' => Sh,
        'ש' => Shin,
        'צ' => Tsadi,
        'ض' => Dad,
        'ظ' => Zah,
        'غ' => Gh,
        'ف' => F,
        'ڤ' => V,
        'ق' | 'ק' => Q,
        'ك' | 'ک' => K,
        'כ' => Kaf,
        'گ' | 'ג' => G,
        'ل' | 'ל' => L,
        'م' | 'מ' => M,
        'ن' | 'ں' | 'נ' => N,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_one_by_one() {
        assert_eq!(sounds("محمد"), [M, H, M, D]);
        assert_eq!(sounds("قذافي"), [Q, Dh, Alef, F, Yeh]);
        assert_eq!(sounds("כהנ"), [Kaf, H, N]);
        assert_eq!(sounds("مx"), [], "a foreign letter: no reading at all");
    }
}
