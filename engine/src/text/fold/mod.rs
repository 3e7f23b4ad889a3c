//! From raw text to folded words: one case, no marks, few spellings of a letter, no punctuation.
//!
//! ```text
//! raw ─► clean ─► split ─► each word into its script's letters ─► dotted letters, articles, "abd"
//! ```
//!
//! Latin, Greek, Cyrillic, kana and scripts whose letters carry vowel signs (and those without a table
//! of their own) come out as ASCII letters and digits. Arabic, Hebrew, Han and Hangul stay in their
//! script, because no table can invent vowels or readings. Folding the result again changes nothing.
//!
//! | module | what it holds |
//! |---|---|
//! | `clean` | the whole text before it is split |
//! | `split` | cleaned text to words, each folded by its script |
//! | `folded` | a text folded once, for every reading of it |
//! | `script`, `lookalike` | the script of a character; words that mix scripts |
//! | `alphabet`, `greek`, `kana` | letters to ASCII |
//! | `abugida` | letters with vowel signs to ASCII: Devanagari, Thai, Burmese and others |
//! | `letters` | Arabic, Hebrew and Han within their own script |
//! | `article`, `abd` | the Arabic article; the "abd" family |
//! | `as_written` | a text in its own script, for search: none of the above |

mod abd;
mod abugida;
mod alphabet;
pub(super) mod article;
mod as_written;
mod clean;
mod folded;
mod greek;
pub(super) mod kana;
mod letters;
mod lookalike;
mod script;
mod split;

pub use article::without_hangul_article;
pub(super) use as_written::as_written;
pub use clean::within_letters;
pub use folded::normalize;
pub(super) use folded::{DottedLetters, Folded, FoldedLetters, words};
pub(crate) use script::is_of_characters;
pub(super) use script::{are_of_one_script, is_cyrillic, script_of};
pub(super) use split::parted;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::token::sentence;

    fn folded(raw: &str) -> String {
        sentence(&words(raw, DottedLetters::Joined))
    }

    #[test]
    fn latin_of_many_languages() {
        let table = [
            ("Łukasz Żółć", "lukasz zolc"),
            ("Søren Kierkegård", "soren kierkegard"),
            ("İbrahim Yıldırım", "ibrahim yildirim"),
            ("IŞIK", "isik"),
            ("Nguyễn Văn Đức", "nguyen van duc"),
            ("Müller Straße", "muller strasse"),
            ("Œuvre Þór Ðorđe", "oeuvre thor dorde"),
            ("José María Aznar-López", "jose maria aznar lopez"),
            ("ＦＵＬＬ　ＷＩＤＴＨ", "full width"),
            ("ﬁnance Ⅳ", "finance iv"),
            ("Smith & Sons", "smith and sons"),
        ];
        for (raw, expected) in table {
            assert_eq!(folded(raw), expected, "{raw}");
        }
    }

    #[test]
    fn other_scripts_to_latin() {
        let table = [
            ("Владимир Путин", "vladimir putin"),
            ("Сергей Щербаков", "sergey shcherbakov"),
            ("Юлія Тимошенко", "yuliya tymoshenko"),
            ("Григорій Ґалаґан", "hryhoriy galagan"),
            ("Алексей Горбачёв", "aleksey gorbachev"),
            ("Ђорђе Чубриловић", "djordje cubrilovic"),
            ("Қасым-Жомарт Тоқаев", "qasym zhomart toqaev"),
            ("Γεώργιος Παπανδρέου", "georgios papandreou"),
            ("Μπάμπης Ντίνος Ευαγγέλου", "bampis dinos evangelou"),
            ("Վարդան Պետրոսյան", "vardan petrosyan"),
            ("გიორგი", "giorgi"),
        ];
        for (raw, expected) in table {
            assert_eq!(folded(raw), expected, "{raw}");
        }
    }

    #[test]
    fn scripts_that_stay() {
        let table = [
            ("أحمد علی‎", "احمد علي"),
            ("كریم کرمانی", "كريم كرماني"),
            ("فاطمة", "فاطمه"),
            ("مُحَمَّد", "محمد"),
            ("محـــمد ٧", "محمد 7"),
            ("שלום בן־דוד", "שלומ בנ דוד"),
            ("שָׁלוֹם", "שלומ"),
            ("張偉", "张 伟"),
            ("佐々木", "佐 佐 木"),
            ("김정은", "김 정 은"),
            ("김 정은", "김 정 은"),
            ("トヨタ自動車", "トヨタ 自 动 车"),
            ("タナカ しんたろう", "タナカ シンタロウ"),
            ("きょうこ・マッカーサー", "キョウコ マッカーサー"),
        ];
        for (raw, expected) in table {
            assert_eq!(folded(raw), expected, "{raw}");
        }
    }

    #[test]
    fn scripts_whose_letters_carry_vowels() {
        let table = [
            ("สมชาย ใจดี", "somchai chaidi"),
            ("राजेश कुमार", "rajesh kumar"),
            ("आनन्\u{200D}द, ७", "ananda 7"),
            ("မင်းအောင်လှိုင်", "min aung hlaing"),
            ("ኤርሚኣስ", "ermias"),
        ];
        for (raw, expected) in table {
            assert_eq!(folded(raw), expected, "{raw}");
        }
        let raw = "U မင်းအောင်";
        let words = words(raw, DottedLetters::Joined);
        let read_from: Vec<&str> = words.iter().map(|word| word.span.of(raw)).collect();
        assert_eq!(read_from, ["U", "မင်း", "အောင်"]);
    }

    #[test]
    fn punctuation_and_invisible_characters() {
        let table = [
            ("", ""),
            (" .,;-–'\"()", ""),
            ("U.S.A. A.B.C. Ltd.", "usa abc ltd"),
            ("a.bc.d", "a bc d"),
            ("O'Neill O’Neill OʼNeill", "oneill oneill oneill"),
            ("Ivan\u{200B}ov\u{202E} Pe\u{AD}tr", "ivanov petr"),
            ("Ship №7", "ship no 7"),
            ("'Abdu'l-Bahá", "abdul baha"),
            ("Acme™ Group", "acme group"),
            ("e\u{301}mile\u{301}", "emile"),
        ];
        for (raw, expected) in table {
            assert_eq!(folded(raw), expected, "{raw:?}");
        }
        let initials = words("I.I. Ivanov", DottedLetters::Apart);
        assert_eq!(sentence(&initials), "i i ivanov");
    }

    #[test]
    fn letters_that_look_alike_go_to_the_script_of_the_majority() {
        let table = [
            ("Vlаdimir", "vladimir"), // Cyrillic а
            ("Пyтин", "putin"),       // Latin y
            ("ВOEING", "boeing"),     // Cyrillic В
            ("Αmerica", "america"),   // Greek Α
        ];
        for (raw, expected) in table {
            assert_eq!(folded(raw), expected, "{raw}");
        }
    }
}
