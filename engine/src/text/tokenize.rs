//! The text pipeline: from a raw name to its classified tokens and its compounds.

use std::sync::LazyLock;

use ahash::AHashSet;

use super::classify::{self, abbreviation, legal, number, proclitic, state};
use super::compounds::compounds;
use super::fold::{self, DottedLetters, Folded};
use super::name::{Name, NameKind};
use super::tables;
use super::token::{Token, sentence};
use crate::limits::{NAME_WORDS_MAX, WORD_CHARS_MAX};
use crate::model::EntityType;

/// Runs a raw name of any script through the whole pipeline. It has at most [`NAME_WORDS_MAX`] words of
/// at most [`WORD_CHARS_MAX`] characters. Text without a letter or digit has no words.
///
/// Persons: the words behind a comma go first ("PUTIN, Vladimir"; not "KIM, Jong Un"), letters with
/// dots are initials, and a word repeated in a row counts once. Things: legal forms are codes (`#llc`),
/// numbers are digits.
#[must_use]
pub fn tokenize(raw: &str, kind: NameKind) -> Name {
    let folded = Folded::new(raw);
    match kind {
        NameKind::Person => person(&folded),
        NameKind::Thing => thing(raw, folded.words(DottedLetters::Joined)),
    }
}

/// A raw name folded once, with every reading that a query needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Readings {
    /// Result of [`fold::normalize`].
    pub normalised: String,
    /// Results of [`tokenize`], by [`NameKind`] code.
    pub names: [Name; 2],
}

impl Readings {
    /// Reads a raw name.
    #[must_use]
    pub fn of(raw: &str) -> Self {
        let folded = Folded::new(raw);
        let words = folded.words(DottedLetters::Joined);
        Self { normalised: sentence(&words), names: [person(&folded), thing(raw, words)] }
    }

    /// True if the name has more words than take part in matching ([`NAME_WORDS_MAX`]), or a word that
    /// may have been truncated ([`WORD_CHARS_MAX`]). Folding truncates words, so one of exactly that
    /// length counts too.
    #[must_use]
    pub fn may_be_cut(&self) -> bool {
        let mut words = self.normalised.split(' ');
        words.clone().nth(NAME_WORDS_MAX).is_some()
            || words.any(|word| word.chars().nth(WORD_CHARS_MAX - 1).is_some())
    }
}

fn person(folded: &Folded<'_>) -> Name {
    name_of(folded.raw(), person_words(folded), NameKind::Person, &[])
}

fn thing(raw: &str, words: Vec<Token>) -> Name {
    let says = |word: &&Token| !classify::is_stop_word(&word.text);
    let spoken: Vec<String> = words.iter().filter(says).map(|word| word.text.clone()).collect();
    name_of(raw, thing_words(raw, words), NameKind::Thing, &spoken)
}

fn name_of(raw: &str, mut tokens: Vec<Token>, kind: NameKind, spoken: &[String]) -> Name {
    tokens.truncate(NAME_WORDS_MAX);
    let mut words = classify::classify(tokens, kind);
    // Compounds keep the spellings in the name: "Ben Ali" is "benali", not "binali".
    let compounds = compounds(raw, &words, kind, spoken);
    classify::unify_order_words(&mut words);
    Name { words, compounds }
}

/// Returns the kind to read a name as. Without a known type it is a thing when it has an unmistakable
/// legal form, a generic business word or a number, else a person.
#[must_use]
pub fn name_kind(entity_type: Option<EntityType>, name: &str) -> NameKind {
    match entity_type {
        Some(EntityType::Individual) => NameKind::Person,
        Some(_) => NameKind::Thing,
        None => {
            let words = fold::words(name, DottedLetters::Joined);
            let mut texts = words.iter().map(|word| word.text.as_str());
            let has_digit =
                || words.iter().any(|word| word.text.bytes().any(|b| b.is_ascii_digit()));
            let is_thing = texts.any(classify::is_business_word)
                || has_digit()
                || legal::is_certainly_in(&words);
            if is_thing { NameKind::Thing } else { NameKind::Person }
        }
    }
}

/// True if a name of an entity holds a legal form. The entity is then a company, else an organization
/// (docs/api.md, "Entity types and schemas").
#[must_use]
pub fn has_legal_form(name: &str) -> bool {
    legal::is_in(&fold::words(name, DottedLetters::Joined))
}

fn person_words(folded: &Folded<'_>) -> Vec<Token> {
    let mut words = said(folded);
    // Initials and characters are repeated for good reason: "I. I. Ivanov", 王佳佳.
    // So are syllables: "Chang Chang Ha".
    let is_repeat = |word: &str| word.chars().nth(1).is_some() && !is_said_first(word);
    words.dedup_by(|word, before| word.text == before.text && is_repeat(&word.text));
    number::strip_zeros(&mut words);
    number::replace_by_letters(&mut words);
    words
}

/// Family names that are spoken first.
static FAMILY_NAMES_FIRST: LazyLock<AHashSet<&'static str>> =
    LazyLock::new(|| tables::word_set(include_str!("tables/family_names_first.txt")));

/// Returns the words in spoken order: "LADIN, Usama bin" is "Usama bin LADIN", but "KIM, Jong Un" stays
/// as it is. Only in this order are particles between the names that they order, and words that a lost
/// blank would join are neighbours.
fn said(folded: &Folded<'_>) -> Vec<Token> {
    match folded.before_comma() {
        Some(family) if !is_said_first(family) => folded.words_turned(DottedLetters::Apart),
        _ => folded.words(DottedLetters::Apart),
    }
}

fn is_said_first(family: &str) -> bool {
    FAMILY_NAMES_FIRST.contains(family.trim().to_lowercase().as_str())
}

fn thing_words(raw: &str, mut words: Vec<Token>) -> Vec<Token> {
    proclitic::take_off(&mut words);
    abbreviation::spell_out(&mut words);
    state::shorten(&mut words);
    let mut words = legal::unify(legal::cut_off(raw, words));
    join_ship_prefix(&mut words);
    number::unify(&mut words);
    words
}

/// Joins "M/V" to "MV", the same prefix.
fn join_ship_prefix(words: &mut Vec<Token>) {
    if words.len() > 2 && words[0].text == "m" && words[1].text == "v" {
        let v = words.remove(1);
        words[0].text.push('v');
        words[0].span = words[0].span.to(v.span);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::fold::normalize;
    use super::*;
    use crate::limits::WORD_CHARS_MAX;
    use crate::text::WordClass;
    use crate::text::token::Span;

    fn texts(raw: &str, kind: NameKind) -> String {
        let name = tokenize(raw, kind);
        name.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Checks that names which a screening officer would call equal have the same words, order aside.
    #[test]
    fn persons() {
        let table = [
            (
                "vladimir vladimirovich putin",
                "PUTIN, Vladimir Vladimirovich; Владимир Владимирович Путин; Vladimir  (Vladimirovich) Putin",
            ),
            ("i i ivanov", "I.I. Ivanov; I. I. IVANOV; И.И. Иванов"),
            (
                "haji muhammad",
                "Haji Muhammad; MUHAMMAD, Haji; Haji Muhammad Muhammad; Haji Haji Muhammad",
            ),
            ("osama bin laden", "Osama bin Laden; LADEN, Osama ibn; BEN LADEN, Osama"),
            ("ال ظواهري", "الظواهري; الظواهرى"),
            ("محمد بن احمد", "محمد بن أحمد; محمد ابن احمد"),
            (
                "abdul rahman al zahrani",
                "'Abd al-Rahman al-Zahrani; Abdulrahman Al Zahrani; Abdurrahman az-Zahrani",
            ),
            ("sean o neill", "O Neill, Seán"),
            ("igor sechin", "Ig0r Sech1n"),
            ("kim jong un", "KIM, Jong Un; Kim Jong Un"),
            ("nguyen van linh", "Nguyễn Văn Linh"),
            ("recep tayyip erdogan", "Erdoğan, Recep Tayyip; RECEP TAYYIP ERDOGAN"),
            ("sissoko oumar", "Sissoko Oumar"),
            ("习 近 平", "习近平; 習近平; 习 近平"),
            ("김 정 은", "김정은; 김 정은"),
            ("john smith iii", "John Smith III"),
        ];
        for (expected, spellings) in table {
            for raw in spellings.split("; ") {
                assert_eq!(texts(raw, NameKind::Person), expected, "{raw}");
            }
        }
    }

    #[test]
    fn things() {
        let table = [
            ("abc #llc", "A.B.C. Ltd.; ABC Limited; ABC, L.L.C.; ABC GmbH"),
            (
                "star shipping #llc",
                "Star Shipping Co., Ltd; STAR SHIPPING CO LTD; Star Shipping Company Limited",
            ),
            ("minera azul #corp", "Minera Azul, S.A. de C.V.; Minera Azul SA de CV"),
            ("al qaida 2", "Al Qaida II; Al-Qaida 2; El Qaida Two"),
            ("first international bank", "First Int'l Bank; First Intl. Bank"),
            ("namchongang trading #corp", "Namchongang TradingCorporation"),
            ("unlimited horizon", "Unlimited Horizon"),
            ("ship no 7", "Ship No 7; Ship No. 07; SHIP №7"),
            ("smith and sons #co", "Smith & Sons Co.; Smith and Sons Company"),
            ("3 brigade", "3rd Brigade; 3 Brigade"),
            ("ep gom", "EP-GOM"),
            ("mv ocean star", "M/V Ocean Star; MV OCEAN STAR; M.V. Ocean Star"),
            ("#llc alfa", "ООО «Альфа»; OOO Alfa; Общество с ограниченной ответственностью Альфа"),
        ];
        for (expected, spellings) in table {
            for raw in spellings.split("; ") {
                assert_eq!(texts(raw, NameKind::Thing), expected, "{raw}");
            }
        }
    }

    #[test]
    fn nothing_and_too_much() {
        for raw in ["", " ", ".,;!?", "\u{200B}\u{202E}", "\u{301}\u{302}", "''", "々", "ー"] {
            for kind in NameKind::ALL {
                assert_eq!(tokenize(raw, kind), Name::default(), "{raw:?}");
            }
            assert_eq!(normalize(raw), "", "{raw:?}");
        }
        for long in ["x".repeat(10_000), "x y ".repeat(2_500), "王".repeat(10_000)] {
            let name = tokenize(&long, NameKind::Thing);
            assert!(name.words.len() <= NAME_WORDS_MAX);
            assert!(name.words.iter().all(|word| word.text.chars().count() <= WORD_CHARS_MAX));
        }
    }

    #[test]
    fn kinds_of_names() {
        use NameKind::{Person, Thing};
        let table = [
            (Some(EntityType::Individual), "Acme Trading Ltd", Person),
            (Some(EntityType::Vessel), "Maria", Thing),
            (None, "Vladimir Putin", Person),
            (None, "Acme Ltd", Thing),
            (None, "Ruritania Trading", Thing),
            (None, "Unit 61398", Thing),
            (None, "Ivanov S.A.", Person),
            (None, "General Abdul Dostum", Person),
            (None, "Dwight Ike Eisenhower", Person),
            (None, "王小明", Person),
        ];
        for (entity_type, name, expected) in table {
            assert_eq!(name_kind(entity_type, name), expected, "{name}");
        }
    }

    #[test]
    fn companies_and_organizations() {
        for name in [
            "Acme S.A.",
            "Bank Melli PJSC",
            "ЗАО Ромашка",
            "PT Maju",
            "Publichnoe Aktsionernoe Obschestvo Tupolev",
            "Alfa Company",
            "Foo AS",
        ] {
            assert!(has_legal_form(name), "{name}");
        }
        for name in ["Hamas", "As Sahab Foundation", "Islamic State", "Ansar al-Sharia", ""] {
            assert!(!has_legal_form(name), "{name}");
        }
    }

    /// Text that looks like names: letters of many scripts, the pieces that rules look for,
    /// separators and invisible characters.
    fn name_like() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            "[a-zA-Z]{1,6}",
            "\\PC{1,4}",
            "[а-яїґђA-Z]{1,4}",
            "[α-ωΑ-Ω]{1,4}",
            "[ء-يگچپ]{1,5}",
            "[ァ-ンー]{1,3}",
            "[가-깋一-亿々]{1,3}",
            "[\u{300}-\u{310}\u{64B}-\u{652}\u{93c}\u{94d}क-न]{1,3}",
            prop::sample::select(vec![
                "abd",
                "abdul",
                "al",
                "el",
                "ul",
                "ud",
                "ar",
                "as",
                "allah",
                "abdulrahman",
                "abdal",
                "lah",
                "rahman",
                "عبد",
                "ال",
                "الله",
                "عبدال",
                "الرحمن",
                "bin",
                "Haji",
                "Ltd",
                "Gesellschaft",
                "S.A.",
                "No",
                "II",
                "007",
                "№",
                "&",
                "'",
                "-",
                ".",
                " ",
                "\u{200B}",
            ])
            .prop_map(str::to_owned),
        ];
        let separator = prop::sample::select(vec!["", " ", "-", ".", ", "]);
        prop::collection::vec((part, separator), 0..12)
            .prop_map(|parts| parts.into_iter().map(|(part, gap)| part + gap).collect())
    }

    /// Returns the text that each word was read from.
    fn read_from(raw: &str, kind: NameKind) -> String {
        let name = tokenize(raw, kind);
        name.words.iter().map(|word| word.span.of(raw)).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn words_know_what_they_were_read_from() {
        use NameKind::{Person, Thing};
        let table = [
            ("PUTIN, Vladimir V.", Person, "Vladimir|V|PUTIN"),
            ("BEN LADEN, Osama", Person, "Osama|BEN|LADEN"),
            ("Haji  Haji (Muḥammad) O'Neill", Person, "Haji|Muḥammad|O'Neill"),
            ("'Abdu'l-Bahá", Person, "Abdu'l|Bahá"),
            ("Владимир Путин", Person, "Владимир|Путин"),
            ("习 近平", Person, "习|近|平"),
            ("Ge\u{301}rard", Person, "Ge\u{301}rard"),
            ("A.B.C. Ltd.", Thing, "A.B.C|Ltd"),
            ("Grupo Azul, S.A. de C.V.", Thing, "Grupo|Azul|S.A. de C.V"),
            ("Müller GmbH & Co. KG", Thing, "Müller|GmbH & Co. KG"),
            ("Namchongang TradingCorporation", Thing, "Namchongang|Trading|Corporation"),
            ("Smith & Sons", Thing, "Smith|&|Sons"),
            ("Ship №07", Thing, "Ship|№|07"),
            ("Brigade Forty-Four", Thing, "Brigade|Forty-Four"),
            ("M/V First Int'l", Thing, "M/V|First|Int'l"),
            ("Bank of the United States of America", Thing, "Bank|of|the|United States of America"),
            ("株式会社トヨタ", Thing, "株式会社|トヨタ"),
        ];
        for (raw, kind, expected) in table {
            assert_eq!(read_from(raw, kind), expected, "{raw}");
        }
    }

    proptest! {
        /// In names of persons, the words behind the first comma may come first. A word that was joined
        /// over the comma ("AL RAHMAN, Abd") covers the whole text between its parts, so its place is
        /// skipped.
        #[test]
        fn words_were_read_from_places_in_order(raw in prop_oneof![name_like(), any::<String>()]) {
            for kind in NameKind::ALL {
                let words = tokenize(&raw, kind).words;
                let mut spans: Vec<Span> = words.iter().map(|word| word.span).collect();
                prop_assert!(spans.iter().all(|span| !span.of(&raw).is_empty()));
                if kind == NameKind::Person {
                    let holds = |outer: &Span, inner: &Span| {
                        outer.start < inner.start && inner.end < outer.end
                    };
                    let all = spans.clone();
                    spans.retain(|outer| !all.iter().any(|inner| holds(outer, inner)));
                }
                let falls = |ends: [u32; 2]| ends[1] < ends[0];
                let turns = spans.windows(2).filter(|pair| {
                    let [first, second] = [pair[0], pair[1]];
                    falls([first.start, second.start]) || falls([first.end, second.end])
                });
                let turns = turns.count();
                prop_assert!(turns == 0 || (kind == NameKind::Person && turns == 1), "{:?}", words);
            }
        }

        /// The texts hold only words of letters that are read one by one.
        #[test]
        fn what_a_word_was_read_from_reads_as_the_word(
            raw in "([a-zA-ZÀ-ÖØ-öø-ÿ]{4,8}|[а-яА-Я]{4,8}|[一-亿가-깋])([ ,;.'-]{1,2}([a-zA-ZÀ-ÖØ-öø-ÿ]{4,8}|[а-яА-Я]{4,8}|[一-亿가-깋])){0,5}",
        ) {
            for word in fold::words(&raw, DottedLetters::Apart) {
                prop_assert_eq!(normalize(word.span.of(&raw)), word.text);
            }
        }

        #[test]
        fn normalizing_twice_changes_nothing(raw in name_like()) {
            let once = normalize(&raw);
            prop_assert_eq!(normalize(&once), once);
        }

        #[test]
        fn one_folding_serves_every_reading(raw in name_like()) {
            let readings = Readings::of(&raw);
            prop_assert_eq!(&readings.normalised, &normalize(&raw));
            for kind in NameKind::ALL {
                prop_assert_eq!(&readings.names[kind as usize], &tokenize(&raw, kind), "{:?}", kind);
            }
        }

        #[test]
        fn limits_and_shape_hold_for_any_text(raw in prop_oneof![name_like(), any::<String>()]) {
            for kind in NameKind::ALL {
                let name = tokenize(&raw, kind);
                prop_assert_eq!(&name, &tokenize(&raw, kind));
                prop_assert!(name.words.len() <= NAME_WORDS_MAX);
                for word in &name.words {
                    prop_assert!(!word.text.is_empty() && !word.text.contains(char::is_whitespace));
                    prop_assert!(word.text.chars().count() <= WORD_CHARS_MAX);
                    prop_assert!(kind == NameKind::Person || word.class != WordClass::Initial);
                }
                let informative = name.words.iter().any(|word| word.class.is_informative());
                prop_assert!(name.words.is_empty() || informative);
                for join in &name.compounds {
                    prop_assert!(join.len >= 2 && join.text.chars().count() <= WORD_CHARS_MAX);
                    prop_assert!(usize::from(join.start + join.len) <= name.words.len());
                }
                prop_assert!(name.compounds.is_sorted_by_key(|join| (join.start, join.len)));
            }
        }
    }
}
