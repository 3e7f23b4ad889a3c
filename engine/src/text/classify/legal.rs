//! Legal forms: every spelling of a form, of one word or many, becomes one code word (`#llc`).
//!
//! The table `tables/legal_forms.txt` says which forms share a code and where a form may stand: in
//! two letters like "sa" or "as" a form is told from a word only by standing first or last.

use std::sync::LazyLock;

use ahash::AHashMap;

use crate::text::fold::{self, DottedLetters};
use crate::text::tables;

/// The first character of a code word; no folded word has it.
pub(in crate::text) const CODE_MARK: char = '#';

/// Letters from which a word of a long phrase may have one wrong.
const MISSPELT_CHARS_MIN: usize = 8;
/// The same for a form of a single word: "compania" is a form, Campania is a place.
const MISSPELT_ALONE_CHARS_MIN: usize = 10;

/// Legal forms that no other word ends in when as much as [`REST_LETTERS_MIN`] stands before them.
const OFTEN_ATTACHED: [&str; 4] = ["company", "corporation", "limited", "incorporated"];
/// Letters before an attached legal form: "unlimited" and "accompany" are words.
const REST_LETTERS_MIN: usize = 4;

/// Where in a name a form may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    Any,
    /// First or last.
    Edge,
    First,
    Last,
}

#[derive(Debug)]
struct Form {
    words: Vec<String>,
    /// The code with its mark.
    code: String,
    position: Position,
}

struct Forms {
    /// By first word; longer forms first.
    by_first_word: AHashMap<String, Vec<Form>>,
    /// Words that may be misspelt, in the order of the table.
    long_words: Vec<String>,
}

static FORMS: LazyLock<Forms> =
    LazyLock::new(|| Forms::read(include_str!("../tables/legal_forms.txt")));

/// Cuts words that end in a long legal form in two: "TRADINGCORPORATION".
pub(in crate::text) fn cut_off(words: Vec<String>) -> Vec<String> {
    let attached_at = |word: &str| {
        let rests = OFTEN_ATTACHED.iter().filter_map(|form| word.strip_suffix(form));
        rests.map(str::len).find(|&rest| rest >= REST_LETTERS_MIN)
    };
    let mut cut = Vec::with_capacity(words.len() + 1);
    for mut word in words {
        let form = attached_at(&word).map(|at| word.split_off(at));
        cut.push(word);
        cut.extend(form);
    }
    cut
}

/// The words with each legal form replaced by its code; a code occurs once.
pub(in crate::text) fn unify(words: Vec<String>) -> Vec<String> {
    let corrected = corrected(&words);
    let spelt = corrected.as_deref().unwrap_or(&words);
    let mut codes = Vec::new();
    let mut at = 0;
    while at < spelt.len() {
        if let Some(form) = form_at(spelt, at) {
            codes.push((at, form));
            at += form.words.len();
        } else {
            at += 1;
        }
    }
    if codes.is_empty() { words } else { replace(words, &codes) }
}

/// Whether the words hold a legal form at a place where it can stand.
pub(in crate::text) fn is_in(words: &[String]) -> bool {
    forms_in(words, |_| true)
}

/// Whether the words hold a legal form that is one wherever it stands. A person may well be called
/// "Sa" or "Ag".
pub(in crate::text) fn is_certainly_in(words: &[String]) -> bool {
    forms_in(words, |form| form.position == Position::Any)
}

fn forms_in(words: &[String], accepts: impl Fn(&Form) -> bool) -> bool {
    let corrected = corrected(words);
    let spelt = corrected.as_deref().unwrap_or(words);
    (0..spelt.len()).any(|at| form_at(spelt, at).is_some_and(&accepts))
}

fn replace(words: Vec<String>, codes: &[(usize, &Form)]) -> Vec<String> {
    let mut replaced: Vec<String> = Vec::with_capacity(words.len());
    let mut codes = codes.iter().peekable();
    let mut covered_until = 0;
    for (at, word) in words.into_iter().enumerate() {
        if let Some((_, form)) = codes.next_if(|(start, _)| *start == at) {
            covered_until = at + form.words.len();
            if !replaced.contains(&form.code) {
                replaced.push(form.code.clone());
            }
        } else if at >= covered_until {
            replaced.push(word);
        }
    }
    replaced
}

/// The longest form that begins at this word.
fn form_at(words: &[String], at: usize) -> Option<&'static Form> {
    let forms = FORMS.by_first_word.get(words[at].as_str())?;
    forms.iter().find(|form| words[at..].starts_with(&form.words) && may_stand(form, words, at))
}

fn may_stand(form: &Form, words: &[String], at: usize) -> bool {
    // What stands after the last word of a name: another form, or a place ("SA (Panama)").
    let is_last = || {
        words[at + form.words.len()..]
            .iter()
            .all(|word| FORMS.by_first_word.contains_key(word.as_str()) || super::is_place(word))
            && at > 0
    };
    let is_first = at == 0 && words.len() > form.words.len();
    match form.position {
        Position::Any => true,
        Position::First => is_first,
        Position::Last => is_last(),
        Position::Edge => is_first || is_last(),
    }
}

/// The words with misspelt long words of legal phrases put right; `None` when there are none.
fn corrected(words: &[String]) -> Option<Vec<String>> {
    let mut corrected: Option<Vec<String>> = None;
    for (at, word) in words.iter().enumerate().filter(|(_, word)| word.len() >= MISSPELT_CHARS_MIN)
    {
        if FORMS.long_words.iter().any(|known| known == word) {
            continue;
        }
        if let Some(known) = FORMS.long_words.iter().find(|known| is_one_edit_apart(word, known)) {
            corrected.get_or_insert_with(|| words.to_vec())[at].clone_from(known);
        }
    }
    corrected
}

/// Whether one letter inserted, left out, replaced or swapped with its neighbour turns one ASCII
/// word into the other.
fn is_one_edit_apart(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if long.len() - short.len() > 1 {
        return false;
    }
    let (short, long) = (short.as_bytes(), long.as_bytes());
    let start = short.iter().zip(long).take_while(|(x, y)| x == y).count();
    let (short, long) = (&short[start..], &long[start..]);
    let end = short.iter().rev().zip(long.iter().rev()).take_while(|(x, y)| x == y).count();
    match (&short[..short.len() - end], &long[..long.len() - end]) {
        ([], [_]) | ([_], [_]) => true,
        ([x, y], [v, w]) => x == w && y == v,
        _ => false,
    }
}

impl Forms {
    fn read(table: &'static str) -> Self {
        let mut by_first_word: AHashMap<String, Vec<Form>> = AHashMap::new();
        let mut long_words = Vec::new();
        for (head, spellings) in tables::rows(table).filter_map(|row| row.split_once(':')) {
            let (code, position) = head.split_once(' ').unwrap_or((head, "any"));
            let position = match position.trim() {
                "edge" => Position::Edge,
                "start" => Position::First,
                "end" => Position::Last,
                _ => Position::Any,
            };
            for spelling in spellings.split('|') {
                let words = fold::words(spelling, DottedLetters::Joined);
                let Some(first) = words.first().cloned() else { continue };
                let least =
                    if words.len() > 1 { MISSPELT_CHARS_MIN } else { MISSPELT_ALONE_CHARS_MIN };
                let long = words.iter().filter(|word| word.is_ascii() && word.len() >= least);
                for word in long {
                    if !long_words.contains(word) {
                        long_words.push(word.clone());
                    }
                }
                let code = format!("{CODE_MARK}{code}");
                by_first_word.entry(first).or_default().push(Form { words, code, position });
            }
        }
        for forms in by_first_word.values_mut() {
            forms.sort_by_key(|form| std::cmp::Reverse(form.words.len()));
        }
        Self { by_first_word, long_words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unified(raw: &str) -> String {
        unify(fold::words(raw, DottedLetters::Joined)).join(" ")
    }

    #[test]
    fn spellings_of_a_form_share_a_code() {
        let table = [
            ("Siemens Aktiengesellschaft", "siemens #corp"),
            ("Siemens Aktiengeselschaft", "siemens #corp"),
            ("Siemens AG", "siemens #corp"),
            ("Müller Gesellschaft mit beschränkter Haftung", "muller #llc"),
            ("Müller GmbH", "muller #llc"),
            ("Müller GmbH & Co. KG", "muller #lp"),
            ("Obshchestvo S Ogranichennoi Otvetstvennostyu Alfa", "#llc alfa"),
            ("Общество с ограниченной ответственностью «Альфа»", "#llc alfa"),
            ("ООО Альфа", "#llc alfa"),
            ("OOO Alfa, LLC", "#llc alfa"),
            ("A.B.C. Ltd.", "abc #llc"),
            ("Star Trading Co., Ltd", "star trading #llc"),
            ("Grupo Azul, S.A. de C.V.", "grupo azul #corp"),
            ("Enka İnşaat Anonim Şirketi", "enka insaat #corp"),
            ("Foo S.A. (Panama)", "foo #corp panama"),
            ("腾讯科技有限公司", "腾 讯 科 技 #llc"),
            ("Kosmos Sp. z o.o.", "kosmos #llc"),
            ("AO Rosneft", "#corp rosneft"),
            ("As Salam Hospital", "as salam hospital"),
            ("Limited", "#llc"),
            ("Ivan", "ivan"),
        ];
        for (raw, expected) in table {
            assert_eq!(unified(raw), expected, "{raw}");
        }
    }

    #[test]
    fn one_edit() {
        let table = [
            ("gesellschaft", "geselschaft", true),
            ("limited", "limtied", true),
            ("limited", "limitex", true),
            ("limited", "limited", false),
            ("limited", "lmitex", false),
        ];
        for (a, b, expected) in table {
            assert_eq!(is_one_edit_apart(a, b), expected, "{a} {b}");
            assert_eq!(is_one_edit_apart(b, a), expected, "{b} {a}");
        }
    }
}
