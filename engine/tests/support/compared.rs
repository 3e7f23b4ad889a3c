//! The words of a query beside every word of the records. Records repeat their words a thousand
//! times over, so each two texts are compared once a query, by [`text::similarity`] itself, and
//! what they come to is looked up by the number of the record's text from then on.

use std::collections::HashMap;
use std::rc::Rc;

use tamis_engine::snapshot::joined_similarity;
use tamis_engine::text::{self, Similarity, WordForm};

/// Distinct texts, numbered as they come.
#[derive(Default)]
pub struct Texts {
    numbers: HashMap<String, usize>,
    forms: Vec<WordForm<'static>>,
}

impl Texts {
    /// The number of a text, a new one when it was not known.
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

    /// By number.
    pub fn forms(&self) -> &[WordForm<'static>] {
        &self.forms
    }

    fn each(&self, similarity: impl Fn(&WordForm<'_>) -> Similarity) -> Vec<Similarity> {
        self.forms.iter().map(similarity).collect()
    }
}

/// What records are written with.
#[derive(Default)]
pub struct Vocabulary {
    /// Single words.
    pub words: Texts,
    /// Neighbouring words written as one.
    pub joins: Texts,
}

/// How alike a word of a query is to what records are written with, by the number of the text;
/// [`Similarity::NONE`] where the two do not meet.
pub struct ComparedWord {
    pub words: Vec<Similarity>,
    pub joins: Vec<Similarity>,
}

/// The same of words of a query written as one, which meet single words alone.
pub struct ComparedJoin {
    pub words: Vec<Similarity>,
}

/// What was compared for one query. Its names, each read in two ways, share most of their words.
pub struct Compared<'v> {
    vocabulary: &'v Vocabulary,
    words: HashMap<String, Rc<ComparedWord>>,
    joins: HashMap<String, Rc<ComparedJoin>>,
}

impl<'v> Compared<'v> {
    pub fn new(vocabulary: &'v Vocabulary) -> Self {
        Self { vocabulary, words: HashMap::new(), joins: HashMap::new() }
    }

    pub fn word(&mut self, text: &str) -> Rc<ComparedWord> {
        let Vocabulary { words, joins } = self.vocabulary;
        let compare = || {
            let form = WordForm::new(text);
            let words = words.each(|theirs| of_words(&form, theirs));
            let joins = joins.each(|theirs| of_word_and_join(&form, theirs));
            Rc::new(ComparedWord { words, joins })
        };
        Rc::clone(self.words.entry(text.to_owned()).or_insert_with(compare))
    }

    pub fn join(&mut self, text: &str) -> Rc<ComparedJoin> {
        let words = &self.vocabulary.words;
        let compare = || {
            let form = WordForm::new(text);
            Rc::new(ComparedJoin { words: words.each(|theirs| of_word_and_join(theirs, &form)) })
        };
        Rc::clone(self.joins.entry(text.to_owned()).or_insert_with(compare))
    }
}

fn of_words(a: &WordForm<'_>, b: &WordForm<'_>) -> Similarity {
    let similarity = text::similarity(a, b);
    let alike = similarity >= Similarity::LEAST && text::words_meet(a, b);
    if alike { similarity } else { Similarity::NONE }
}

/// Whether they meet comes first: it is the sooner told.
fn of_word_and_join(word: &WordForm<'_>, join: &WordForm<'_>) -> Similarity {
    let meet = text::joined_meet(word, join);
    let similarity = || joined_similarity(text::similarity(word, join));
    meet.then(similarity).flatten().unwrap_or(Similarity::NONE)
}
