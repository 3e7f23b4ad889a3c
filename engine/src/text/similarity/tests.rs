use super::*;
use crate::text::keys::may_compare;
use proptest::prelude::*;

fn alike(a: &str, b: &str) -> f32 {
    similarity(&WordForm::new(a), &WordForm::new(b)).value()
}

#[test]
fn spellings_of_one_name_are_alike() {
    let table = [
        ("mohammed", "muhammad", 0.90),
        ("qaddafi", "gadhafi", 0.90),
        ("qaddafi", "ghathafi", 0.85),
        ("gadhafi", "ghathafi", 0.90),
        ("yusuf", "youssef", 0.85),
        ("sergei", "sergey", 0.95),
        ("sergei", "serguei", 0.95),
        ("oleksandr", "aleksandr", 0.90),
        ("hussein", "husayn", 0.90),
        ("omar", "umar", 0.88),
        ("yevgeny", "evgeniy", 0.88),
        ("dmitry", "dmitriy", 0.90),
        ("shcherbakov", "schtscherbakow", 0.93),
        ("alexander", "aleksandr", 0.90),
        ("nguyen", "ngyuen", 0.90),
        ("wladimir", "vladimir", 0.93),
        ("juan", "jaun", 0.85),
        ("fatima", "fatimah", 0.90),
        ("khalid", "halid", 0.90),
        ("giorgi", "georgi", 0.85),
        ("sara", "sarah", 0.88),
        ("boris", "boriss", 0.93),
        ("kim", "gim", 0.80),
    ];
    for (a, b, least) in table {
        assert!(alike(a, b) >= least, "{a} {b}: {}", alike(a, b));
    }
}

#[test]
fn scripts_of_one_name_are_alike() {
    let table = [
        ("محمد", "mohammed", 0.90),
        ("محمد", "muhammad", 0.90),
        ("قذافي", "gaddafi", 0.90),
        ("قذافي", "qadhafi", 0.90),
        ("يوسف", "youssef", 0.90),
        ("علي", "ali", 0.90),
        ("عبدالله", "abdullah", 0.90),
        ("جمال", "gamal", 0.90),
        ("خليفة", "khalifa", 0.90),
        ("كهن", "kahn", 0.85),
        ("כהנ", "cohen", 0.90),
        ("חיימ", "chaim", 0.85),
        ("张", "zhang", 0.95),
        ("张", "chang", 0.95),
        ("近平", "jinping", 0.95),
        ("김", "kim", 0.95),
        ("김", "gim", 0.95),
        ("이", "lee", 0.95),
        ("박", "park", 0.95),
        ("최", "choi", 0.95),
        ("정", "jung", 0.95),
        ("노", "roh", 0.95),
        ("정은", "jongun", 0.95),
        ("존", "john", 0.90),
        ("폴", "paul", 0.90),
        ("让", "jean", 0.95),
        ("乔", "joe", 0.95),
        ("احمد", "احمذ", 0.85),
        ("ايران", "iran", 0.90),
        ("اوليغ", "oleg", 0.90),
        ("اسامة", "osama", 0.90),
        ("مصطفي", "mustafa", 0.90),
        ("שרה", "שרח", 0.85),
        ("שרה", "sara", 0.90),
        ("ברכה", "bracha", 0.90),
        ("ابراهيم", "brahim", 0.90),
        ("استيفان", "stefan", 0.90),
        ("كل", "gul", 0.80), // on a keyboard without گ
    ];
    for (a, b, least) in table {
        assert!(alike(a, b) >= least, "{a} {b}: {}", alike(a, b));
    }
}

#[test]
fn other_names_are_not_very_alike() {
    let table = [
        ("hassan", "hussein", 0.75),
        ("maria", "mario", 0.85),
        ("ivanov", "ivanova", 0.90),
        ("ali", "alia", 0.80),
        ("amin", "amina", 0.85),
        ("lopez", "gomez", 0.0),
        ("kim", "jin", 0.0),
        ("m7", "m8", 0.0),
        ("boeing737", "boeing738", 0.0),
        ("737", "738", 0.0),
        ("#llc", "#ltd", 0.0),
        ("مصري", "masr", 0.85),
        ("حماد", "ahmad", 0.82),
        ("حماد", "hamud", 0.88),
        ("شعبان", "savin", 0.75),
        ("محمد", "ahmed", 0.80),
        ("ברכה", "brick", 0.85),
        ("احسان", "hossein", 0.70),
        ("אקים", "kim", 0.0),
        ("秀玉", "yue", 0.0),
        ("张", "wang", 0.0),
        ("张", "章", 0.0),
        ("존", "paul", 0.0),
        ("让", "joe", 0.0),
        ("김", "금", 0.0),
        ("محمد", "张", 0.0),
        ("abdulrahmanov", "abdul", 0.0),
        ("wallid", "waid", 0.84),
        ("li", "liu", 0.0),
        ("kim", "kum", 0.66),
        ("hassan", "ghassan", 0.87),
        ("حسين", "hassan", 0.85),
    ];
    for (a, b, most) in table {
        assert!(alike(a, b) <= most, "{a} {b}: {}", alike(a, b));
    }
}

/// Armenian has no groups of vowels and look-alikes here, so only the plain costs apply.
#[test]
fn spelling_costs_and_budgets() {
    let table = [
        ("աբգդե", "աբգդժ", 0.84),    // one letter of five
        ("աբգդե", "ժբգդե", 0.808),   // the first one
        ("աբգդե", "աբդգե", 0.92),    // two swapped
        ("աբգդ", "բագդ", 0.88),      // the first two, of four
        ("աբգդե", "աբբգդե", 0.96),   // one doubled
        ("աբգդ", "աբժթ", 0.0),       // two letters of four
        ("աբգդեզէ", "աբգդեժթ", 0.0), // two letters of seven: less than the least
        ("աբգ", "աբժ", 0.0),         // one letter of three
        ("աբգ", "ժաբգ", 0.0),        // one letter more than three
        ("աբ", "աժ", 0.0),
        ("աբգդեզէըթ", "աբգդեզէըթաաաա", 0.0), // four letters more
    ];
    for (a, b, expected) in table {
        assert!((alike(a, b) - expected).abs() < 0.003, "{a} {b}: {}", alike(a, b));
    }
}

#[test]
fn three_letters_with_one_wrong_are_not_alike() {
    for (a, b) in [("ron", "rob"), ("ro", "ra"), ("علي", "علم")] {
        assert_eq!(alike(a, b), 0.0, "{a} {b}");
    }
}

#[test]
fn any_two_words_compare() {
    let texts = ["", "#", "x", "1", "ـ", "é", "a张", "m7", "ﷺ", "𐤀𐤁", "ab\u{301}", "ხ"];
    for a in texts {
        for b in texts {
            assert_eq!(alike(a, b), alike(b, a));
        }
    }
}

/// Words of any script that the text pipeline produces, and arbitrary text. They have few letters, so
/// that many are alike.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[aeiouyhkgqcsztdbmnlr]{1,8}",
        2 => "(mu?o?hamm?[ae]d|[qgk]h?add?h?aff?[iy]|s[ck]?h?[ct]?herbako[vwf]f?)",
        2 => "[ابتثجحخدذرزسشصضطظعغفقكلمنهوي]{1,6}",
        1 => "[אבגדהוזחטיכלמנסעפצקרשת]{1,6}",
        1 => "[김이박최정은노조강]{1,3}",
        1 => "[张王李陈近平金朴]{1,3}",
        1 => "[0-9a-z#]{1,32}",
        1 => "\\PC{0,32}",
    ]
}

#[test]
fn what_makes_words_alike_is_told() {
    let table = [
        ("zaytsev", "zaitsev", Some(Measure::Sound)),
        ("namchongan", "namchongang", Some(Measure::Spelling)),
        ("محمد", "mohammed", Some(Measure::Script)),
        ("zhang", "张", Some(Measure::Script)),
        ("สมชาย", "สมชัย", Some(Measure::Spelling)),
        ("ivan", "ivan", None),
        ("ivan", "omar", None),
    ];
    for (a, b, expected) in table {
        let (form_a, form_b) = (WordForm::new(a), WordForm::new(b));
        assert_eq!(measure(&form_a, &form_b), expected, "{a} {b}");
        assert_eq!(measure(&form_b, &form_a), expected, "{b} {a}");
    }
}

/// The filters reject only pairs that are not alike.
#[test]
fn a_filter_of_signs_changes_nothing() {
    let latin = ["mohammed", "mhmd", "hanmini", "jongun", "xiaoping", "putin", "yamada", "a", "qi"];
    let signs =
        ["محمد", "אברהם", "小平", "平", "金正恩", "김정은", "プーチン", "ヤマダ", "☃", "한미니"];
    let cyrillic = WordForm::new("mukhammed").typed_in_cyrillic(true);
    let others: Vec<WordForm> = signs.map(WordForm::new).into_iter().chain([cyrillic]).collect();
    let (mut alike, mut rejected, mut rejected_by_signs) = (0, 0, 0);
    for word in latin.map(WordForm::new) {
        let filter = SignFilter::new(&word).expect("letters from a to z");
        for other in &others {
            for floor in [0, 153, 200, 217].map(Similarity) {
                let above = |filter| similarity_above(&word, other, floor, filter);
                assert_eq!(above(Some(&filter)), above(None), "{} {}", word.text(), other.text());
                alike += u32::from(above(None) > floor);
                rejected += u32::from(!may_be_alike(&word, other, floor));
                assert!(may_be_alike(&word, other, floor) || above(None) <= floor);
                rejected_by_signs += u32::from(!may_be_alike(other, &word, floor));
                assert!(may_be_alike(other, &word, floor) || above(None) <= floor);
            }
        }
    }
    assert!(alike > 10 && rejected > 100, "{alike} alike, {rejected} not");
    assert!(rejected_by_signs > 50, "{rejected_by_signs}");
    assert!(SignFilter::new(&WordForm::new("x2")).is_none());
}

/// True if the filters let a pair pass, with and without that of signs.
fn may_be_alike(a: &WordForm, b: &WordForm, floor: Similarity) -> bool {
    let (signature, filter) = (Signature::of(b), SignatureFilter::new(a));
    let without = filter.may_be_alike(&signature, floor);
    let with = filter.of_all_scripts(a).may_be_alike(&signature, floor);
    assert!(without || !with);
    with
}

/// A word of few syllables, so that many pairs are alike.
fn near_word() -> impl Strategy<Value = String> {
    let syllable =
        prop::sample::select(vec!["mo", "mu", "ha", "kha", "med", "mad", "sh", "y", "i"]);
    prop::collection::vec(syllable, 2..6).prop_map(|syllables| syllables.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn a_floor_changes_nothing_above_it(a in near_word(), b in near_word(), floor in 0u8..255) {
        let (a, b, floor) = (WordForm::new(&a), WordForm::new(&b), Similarity(floor));
        let (alike, above) = (similarity(&a, &b), similarity_above(&a, &b, floor, None));
        let possible = may_be_alike(&a, &b, floor);
        prop_assert!(possible || alike <= floor);
        if alike > floor {
            prop_assert_eq!(above, alike);
        } else {
            prop_assert!(above <= floor, "{:?} above {:?}", above, floor);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn similarity_is_symmetric_in_range_and_equal_for_the_same_text_only(a in word(), b in word()) {
        let (form_a, form_b) = (WordForm::new(&a), WordForm::new(&b));
        let alike = similarity(&form_a, &form_b);
        prop_assert_eq!(alike, similarity(&form_b, &form_a));
        let possible = may_be_alike(&form_a, &form_b, Similarity::NONE);
        prop_assert!(possible || alike == Similarity::NONE);
        prop_assert_eq!(alike == Similarity::EQUAL, a == b);
        prop_assert!(alike == Similarity::NONE || alike >= Similarity::LEAST);
        let one_script = form_a.script() == form_b.script();
        let least = Similarity::LEAST_OF_ONE_SCRIPT;
        prop_assert!(alike == Similarity::NONE || alike >= least || !one_script);
        prop_assert_eq!(may_compare(&form_a, &form_b), may_compare(&form_b, &form_a));
    }
}
