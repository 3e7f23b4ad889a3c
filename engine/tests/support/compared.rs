//! Similarities of the words of a query to every word of the records. Records repeat their words a
//! thousand times, so each pair of texts is compared once per query, by [`text::similarity`] itself.
//! After that it is looked up by the number of the record's text.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use tamis_engine::lexicon::{ESTABLISHED_LEAST, compound_similarity};
use tamis_engine::text::{self, Kinds, NameKind, Similarity, WordForm};

/// Distinct texts, numbered in the order in which they are added.
#[derive(Default)]
pub struct Texts {
    numbers: HashMap<String, usize>,
    forms: Vec<WordForm<'static>>,
}

impl Texts {
    /// Returns the number of a text, a new one if it was not known.
    pub fn add(&mut self, text: &str) -> usize {
        if let Some(known) = self.find(text) {
            return known;
        }
        self.numbers.insert(text.to_owned(), self.forms.len());
        self.forms.push(WordForm::new(text));
        self.forms.len() - 1
    }

    pub fn find(&self, text: &str) -> Option<usize> {
        self.numbers.get(text).copied()
    }

    /// Returns the forms of the texts by number.
    pub fn forms(&self) -> &[WordForm<'static>] {
        &self.forms
    }
}

/// The distinct words and compounds of all records.
#[derive(Default)]
pub struct Vocabulary {
    /// Single words.
    pub words: Texts,
    /// Neighbouring words written as one.
    pub compounds: Texts,
    /// By number of a single word: true if the word is established in its own spelling.
    pub established: Vec<bool>,
    /// Learnt variants: two single words, by their numbers in either order.
    pub learnt: HashMap<[usize; 2], Kinds>,
}

/// Similarity of two texts in names of each kind, by its code.
pub type ByKind = [Similarity; 2];

/// Similarity of a query word to each text of the records, by its number; [`Similarity::NONE`] where
/// the two do not meet.
#[derive(Clone)]
pub struct ComparedWord {
    pub words: Vec<ByKind>,
    pub compounds: Vec<ByKind>,
    /// Numbers of single words that match only as forms of a given name in the name of a thing.
    pub given_names: HashSet<usize>,
}

/// Similarity of a query compound to each single word of the records.
pub struct ComparedJoin {
    pub words: Vec<ByKind>,
}

/// Comparisons of one query. Its names, each read in two ways, share most of their words.
pub struct Compared<'v> {
    vocabulary: &'v Vocabulary,
    words: HashMap<(String, bool), Rc<ComparedWord>>,
    compounds: HashMap<(String, bool), Rc<ComparedJoin>>,
}

impl<'v> Compared<'v> {
    pub fn new(vocabulary: &'v Vocabulary) -> Self {
        Self { vocabulary, words: HashMap::new(), compounds: HashMap::new() }
    }

    /// Compares a query word. If it was typed in Cyrillic, the romanisations of its letters count too,
    /// unless records have the word.
    pub fn word(&mut self, text: &str, is_cyrillic: bool) -> Rc<ComparedWord> {
        let vocabulary = self.vocabulary;
        let Vocabulary { words, compounds, .. } = vocabulary;
        let compare = || {
            let own = words.find(text);
            let form = WordForm::new(text).typed_in_cyrillic(is_cyrillic && own.is_none());
            let is_rare = own.is_none_or(|own| !vocabulary.established[own]);
            let with_word = |(number, theirs): (usize, &WordForm<'_>)| {
                let established = vocabulary.established[number];
                let mut by_spelling = of_words(&form, theirs);
                let are_known = !is_rare && established && form.script() == theirs.script()
                    || text::are_different_names(text, theirs.text());
                if by_spelling < ESTABLISHED_LEAST && are_known {
                    by_spelling = Similarity::NONE;
                }
                let mut alike =
                    with_variants(by_spelling, text, theirs.text(), is_rare && !established);
                let learnt = own.and_then(|own| vocabulary.learnt.get(&[own, number]));
                for (alike, kind) in alike.iter_mut().zip(NameKind::ALL) {
                    if learnt.is_some_and(|kinds| kinds.holds(kind)) {
                        *alike = (*alike).max(text::VARIANT);
                    }
                }
                alike
            };
            let with_join = |theirs: &WordForm<'_>| {
                let by_spelling = of_word_and_join(&form, theirs);
                with_variants(by_spelling, text, theirs.text(), is_rare)
            };
            let words = words.forms().iter().enumerate().map(with_word).collect();
            let compounds = compounds.forms().iter().map(with_join).collect();
            Rc::new(ComparedWord { words, compounds, given_names: HashSet::new() })
        };
        Rc::clone(self.words.entry((text.to_owned(), is_cyrillic)).or_insert_with(compare))
    }

    pub fn join(&mut self, text: &str, is_cyrillic: bool) -> Rc<ComparedJoin> {
        let vocabulary = self.vocabulary;
        let compare = || {
            let form = WordForm::new(text).typed_in_cyrillic(is_cyrillic);
            let itself = vocabulary.words.find(text).filter(|own| vocabulary.established[*own]);
            let with_word = |(number, theirs): (usize, &WordForm<'_>)| {
                let established = vocabulary.established[number];
                let mut by_spelling = of_word_and_join(theirs, &form);
                let are_known = itself.is_some_and(|own| own != number)
                    && established
                    && form.script() == theirs.script();
                if by_spelling < ESTABLISHED_LEAST && are_known {
                    by_spelling = Similarity::NONE;
                }
                let is_rare = !established;
                with_variants(by_spelling, text, theirs.text(), is_rare)
            };
            let words = vocabulary.words.forms().iter().enumerate().map(with_word).collect();
            Rc::new(ComparedJoin { words })
        };
        Rc::clone(self.compounds.entry((text.to_owned(), is_cyrillic)).or_insert_with(compare))
    }
}

/// Returns the similarity of two texts by spelling, or as variants of each other.
fn with_variants(by_spelling: Similarity, a: &str, b: &str, are_rare: bool) -> ByKind {
    let mut alike = [by_spelling; 2];
    let variants = text::variants_of(a).filter(|variant| variant.text == b);
    for variant in variants.filter(|variant| are_rare || !variant.of_rare_words) {
        for (alike, kind) in alike.iter_mut().zip(NameKind::ALL) {
            if variant.kinds.holds(kind) {
                *alike = (*alike).max(variant.similarity);
            }
        }
    }
    alike
}

fn of_words(a: &WordForm<'_>, b: &WordForm<'_>) -> Similarity {
    let similarity = text::similarity(a, b);
    let alike = similarity >= Similarity::LEAST && text::may_compare(a, b);
    if alike { similarity } else { Similarity::NONE }
}

/// Tests first if they meet, which is cheaper than the similarity.
fn of_word_and_join(word: &WordForm<'_>, join: &WordForm<'_>) -> Similarity {
    let meet = text::compounds_match(word, join);
    let similarity = || compound_similarity(text::similarity(word, join), join.script());
    meet.then(similarity).flatten().unwrap_or(Similarity::NONE)
}
