//! A query name read as that of one kind of party: its tokens, and every term that matches them.

use super::expansion::{ResolvedToken, TokenExpander};
use super::name::SingleName;
use super::word_sets::WordSets;
use crate::lexicon::rows::{Neighbour, SPANNED_UNIT};
use crate::lexicon::{CUT, SAME_COMPOUND};
use crate::model::{NameOrdinal, WordMask, WordOrdinal};
use crate::rewrite::cut_word;
use crate::snapshot::IndexView;
use crate::text::{
    self, GIVEN_NAME_OF_THING, GivenNameForms, Kinds, NameKind, Ranks, Script, Similarity, VARIANT,
    Word, WordClass, weight,
};

/// Most informative words of a thing's short form.
const SHORT_FORM_WORDS_MAX: u32 = 2;

/// A query name, read as the name of one kind of party and resolved against a snapshot.
#[derive(Debug)]
pub struct ResolvedQuery<'q> {
    /// The kind of party.
    pub kind: NameKind,
    /// The tokens in order.
    pub words: Vec<QueryWord<'q>>,
    /// The tokens by class.
    pub sets: WordSets,
    /// Each token, then each compound of neighbouring tokens.
    pub spans: Vec<QuerySpan>,
    /// Matches of spans with terms, by term, then span.
    pub hits: Vec<WordHit>,
    /// Tokens that generate candidates on their own.
    pub candidate_words: WordMask,
    /// True if a span matches a compound of the dictionary.
    pub matches_compounds: bool,
    /// True if a token is in Han or Hangul.
    pub syllabic: bool,
    /// True if it may be the short form of a thing's name (distinctive words alone), or a person's
    /// surname behind a rank.
    pub is_short_form: bool,
    /// If it is legal forms alone, the names equal to the text as typed: it matches no others.
    pub as_typed: Option<&'q [NameOrdinal]>,
    /// True if it is a single word of a person, without a rank.
    pub is_surname: bool,
    /// The ranks named with the short form of a person.
    pub ranks: Ranks,
}

#[derive(Debug, Clone, Copy)]
pub struct QueryWord<'q> {
    pub text: &'q str,
    /// Class in a name of this kind.
    pub class: WordClass,
    /// Weight; see [`crate::text::weight`].
    pub weight: u8,
    /// First Latin letter, or 0.
    pub initial: u8,
    /// Letters, at most 255.
    pub letters: u8,
    /// True if it is a well-known name, in the name of a thing.
    pub is_well_known: bool,
    pub script: Script,
    /// The term equal to it.
    pub ordinal: Option<WordOrdinal>,
    /// True if lists or tables know it in names of this kind, so that it is no slip of another word.
    pub is_known: bool,
}

/// One query token, or neighbouring tokens taken as a compound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuerySpan {
    /// The tokens it covers.
    pub words: WordMask,
    /// The tokens that upper bounds credit with its match: its informative ones, or all if none is. An
    /// "al" gains nothing from a match of its neighbours.
    pub bearing: WordMask,
    /// True if its matches generate candidates. An initial does so only in a name of nothing else. A
    /// name without a match of such a span scores 0.
    pub generates_candidates: bool,
    /// True if it is whole words; false for a part of characters that belong together
    /// ([`text::stand_apart`]).
    pub whole: bool,
}

/// A match of a span with a term: all that scoring needs of the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordHit {
    /// The term.
    pub word: WordOrdinal,
    /// Place in [`ResolvedQuery::spans`].
    pub span: u8,
    pub similarity: Similarity,
    /// True if the span is informative. It matches only tokens of a record that are so too, and the
    /// reverse.
    pub informative: bool,
    /// True if the term is another form of a given name, in the name of a thing
    /// ([`text::GivenNameForms`]). Scoring pairs it only right in front of a
    /// matched word.
    pub is_given_name: bool,
    pub pair_weight: PairWeight,
    /// Least and greatest weight of the term (or of the words it spans) in a name.
    pub record_weight: (u16, u16),
    /// Classes of the term in names; see [`crate::lexicon::rows::WordRow::classes`].
    pub classes: [u8; 2],
}

impl WordHit {
    /// True if all names that hold the term, which is no compound, are of this kind.
    #[inline]
    #[must_use]
    pub fn occurs_only_as(&self, kind: NameKind) -> bool {
        NameKind::ALL.iter().all(|&of| (self.classes[of as usize] != 0) == (of == kind))
    }

    /// True if the term may be an initial in names of this kind.
    #[inline]
    #[must_use]
    pub fn may_be_initial(&self, kind: NameKind) -> bool {
        self.classes[kind as usize] & WordClass::Initial.bit() != 0
    }
}

/// Weight of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairWeight {
    /// Mean of this weight of the query token and the weight of the record token.
    Mean(u8),
    /// Weight of the record token. For a compound of the query; or if one of the two scripts writes no
    /// vowels, so that many words share a spelling and the record has the better frequency.
    Record,
    /// This weight of the query token: the record's side is a compound.
    Query(u8),
}

impl PairWeight {
    /// Twice the weight of the pair, given the weight of the record token.
    #[inline]
    #[must_use]
    pub fn twice(self, record_weight: u16) -> u16 {
        match self {
            Self::Mean(ours) => u16::from(ours) + record_weight,
            Self::Record => 2 * record_weight,
            Self::Query(ours) => 2 * u16::from(ours),
        }
    }
}

impl<'q> ResolvedQuery<'q> {
    /// Finds every term that matches a token or compound of a name.
    pub(super) fn new(
        index: &IndexView<'q>,
        expander: &mut TokenExpander<'q, 'q>,
        asked: &'q SingleName,
        kind: NameKind,
    ) -> Self {
        let name = &asked.readings.names[kind as usize];
        let is_cyrillic = |at: usize| asked.is_cyrillic(&name.words[at]);
        let mut form = Self {
            kind,
            words: Vec::with_capacity(name.words.len()),
            sets: WordSets::default(),
            spans: Vec::with_capacity(name.words.len() + name.compounds.len()),
            hits: Vec::new(),
            candidate_words: WordMask::NONE,
            matches_compounds: false,
            syllabic: false,
            is_short_form: false,
            as_typed: (kind == NameKind::Thing && name.is_legal_forms())
                .then(|| index.names_equal_to(&asked.readings.normalised)),
            is_surname: false,
            ranks: asked.ranks.unwrap_or_default(),
        };
        let initials_generate = !name.words.iter().any(|word| word.class.is_full());
        for (at, word) in name.words.iter().enumerate() {
            let resolved = expander.resolve(index, (&word.text, is_cyrillic(at)));
            let generates_candidates = initials_generate || word.class != WordClass::Initial;
            let words = WordMask::word(at);
            let whole = text::stand_apart(&name.words, at, 1);
            form.spans.push(QuerySpan { words, bearing: words, generates_candidates, whole });
            form.push_word(index, word, resolved, asked.is_run_together);
        }
        let is_known = |at: usize| form.words[at].ordinal.is_some();
        if let Some(at) = cut_word(&asked.text, &name.words, is_known) {
            form.push_cut(index, at, &name.words[at]);
        }
        if kind == NameKind::Thing {
            for (at, word) in name.words.iter().enumerate() {
                form.push_given_names(index, expander, at, (word, is_cyrillic(at)));
            }
        }
        for compound in &name.compounds {
            let words = WordMask::span(compound.start, compound.len);
            let span = form.spans.len();
            let informative = words & form.sets.informative();
            let bearing = if informative.is_empty() { words } else { informative };
            let whole = text::stand_apart(&name.words, compound.start.into(), compound.len.into());
            form.spans.push(QuerySpan { words, bearing, generates_candidates: true, whole });
            let typed = (compound.text.as_str(), is_cyrillic(usize::from(compound.start)));
            form.push_compound_hits(span, expander.resolve_compound(index, typed));
        }
        let words = form.spans[..name.words.len()].iter().filter(|span| span.generates_candidates);
        form.candidate_words = words.fold(WordMask::NONE, |all, span| all | span.words);
        (form.is_short_form, form.is_surname) = match kind {
            NameKind::Person => {
                let (is_one, is_ranked) = (form.is_one_word(), asked.ranks.is_some());
                (is_one && is_ranked, is_one && !is_ranked)
            }
            NameKind::Thing => (form.may_be_short_form(), false),
        };
        form.sort_hits();
        form.matches_compounds = form.hits.iter().any(|hit| index.is_compound(hit.word));
        form
    }

    /// True if its only informative token is one full word.
    fn is_one_word(&self) -> bool {
        let is_name = |at: usize| self.words[at].class == WordClass::Word;
        self.sets.informative().only().is_some_and(is_name)
    }

    /// True if it is distinctive words alone. A name with its legal form is given in full, and so is
    /// one well-known word: nobody calls a security company "Puma".
    fn may_be_short_form(&self) -> bool {
        let (informative, distinctive) = (self.sets.informative(), self.sets.distinctive());
        self.sets.of(WordClass::Legal).is_empty()
            && informative == distinctive
            && distinctive.len() <= SHORT_FORM_WORDS_MAX
            && !distinctive.only().is_some_and(|at| self.words[at].is_well_known)
    }

    /// Sorts hits by term, then span; hits of one term and span keep their order.
    fn sort_hits(&mut self) {
        // Ordinals have 24 bits. Numbers are sorted in a third of the time of what they stand for.
        let key = |(at, hit): (u64, &WordHit)| {
            u64::from(hit.word.0) << 40 | u64::from(hit.span) << 32 | at
        };
        let mut order: Vec<u64> = (0..).zip(&self.hits).map(key).collect();
        order.sort_unstable();
        self.hits = order.iter().map(|&key| self.hits[key as u32 as usize]).collect();
    }

    fn push_word(
        &mut self,
        index: &IndexView<'_>,
        word: &'q Word,
        resolved: &ResolvedToken<'_>,
        is_run_together: bool,
    ) {
        let weight = weight::asked(word, resolved.weight(index, &word.text));
        self.syllabic |= resolved.script.is_syllabic();
        self.sets.add(self.words.len(), word.class, word.is_place);
        self.words.push(QueryWord {
            text: &word.text,
            class: word.class,
            weight,
            initial: text::initial_of(&word.text),
            letters: text::letters_of(&word.text),
            is_well_known: self.kind == NameKind::Thing && text::is_well_known_thing(&word.text),
            script: resolved.script,
            ordinal: resolved.ordinal,
            is_known: resolved.is_known[self.kind as usize],
        });
        let span = self.words.len() - 1;
        let kind = self.kind;
        let may_meet = |close: &Neighbour| {
            let is_same =
                || close.similarity() >= SAME_COMPOUND || !index.is_compound(close.word());
            close.holds_in(kind) && (!is_run_together || is_same())
        };
        for neighbour in resolved.matched(index).filter(may_meet) {
            self.push_hit(index, span, word, weight, resolved.script, neighbour);
        }
    }

    /// Adds matches of a token with the other forms of a given name, as lists hold them in names of
    /// persons. Those that are also similar by their letters, or that it is truncated from, are paired
    /// as such.
    fn push_given_names(
        &mut self,
        index: &IndexView<'q>,
        expander: &mut TokenExpander<'q, 'q>,
        span: usize,
        (word, is_cyrillic): (&'q Word, bool),
    ) {
        let forms = GivenNameForms::of(&word.text);
        if forms.is_empty() {
            return;
        }
        let resolved = expander.resolve(index, (&word.text, is_cyrillic));
        let weight = self.words[span].weight;
        let first = self.hits.len();
        for neighbour in resolved.matched(index) {
            let is_form = neighbour.similarity() == VARIANT
                && !neighbour.holds_in(NameKind::Thing)
                && !index.is_compound(neighbour.word())
                && forms.has(index.word_text(neighbour.word()));
            if is_form && !self.hits_of(span).any(|hit| hit.word == neighbour.word()) {
                self.push_hit(index, span, word, weight, resolved.script, neighbour);
            }
        }
        for hit in &mut self.hits[first..] {
            (hit.similarity, hit.is_given_name) = (GIVEN_NAME_OF_THING, true);
        }
    }

    /// Adds the match of a token with a term or a compound. Terms that are only similar must be
    /// informative if the token is, and must not be if it is not.
    fn push_hit(
        &mut self,
        index: &IndexView<'_>,
        span: usize,
        word: &Word,
        weight: u8,
        script: Script,
        neighbour: Neighbour,
    ) {
        let Neighbour { weight: record_weight, classes, .. } = neighbour;
        let (ordinal, similarity) = (neighbour.word(), neighbour.similarity());
        let informative = word.class.is_informative();
        let (pair_weight, record_weight) = if index.is_compound(ordinal) {
            if !informative {
                return;
            }
            (PairWeight::Query(weight), (0, u16::from(record_weight) * SPANNED_UNIT as u16))
        } else {
            let fitting = classes[self.kind as usize] & WordClass::set_where(informative);
            if fitting == 0 && similarity != Similarity::EQUAL {
                return;
            }
            // A word that leads to its equal but is never paired with it brings nothing: "of" alone
            // says something, and in names of things it does not.
            let same = neighbour.is_vowelless() == script.is_vowelless();
            let pair_weight = match same && fitting != 0 {
                true => PairWeight::Mean(weight),
                false => PairWeight::Record,
            };
            (pair_weight, weights_of(record_weight, fitting))
        };
        let (word, span) = (ordinal, span as u8);
        self.hits.push(WordHit {
            word,
            span,
            similarity,
            informative,
            is_given_name: false,
            pair_weight,
            record_weight,
            classes,
        });
    }

    /// Adds matches of a truncated token with the terms that begin with it.
    fn push_cut(&mut self, index: &IndexView<'_>, at: usize, word: &Word) {
        let QueryWord { weight, .. } = self.words[at];
        let known: Vec<WordOrdinal> = self.hits_of(at).map(|hit| hit.word).collect();
        for whole in index.words_starting_with(&word.text).filter(|whole| !known.contains(whole)) {
            let row = &index.words[whole.index()];
            let neighbour = Neighbour::new(whole, CUT, Kinds::ALL, row);
            self.push_hit(index, at, word, weight, Script::Latin, neighbour);
        }
    }

    /// Hits of a span so far.
    fn hits_of(&self, span: usize) -> impl Iterator<Item = &WordHit> {
        self.hits.iter().filter(move |hit| usize::from(hit.span) == span)
    }

    /// Adds matches of a compound of the query with single terms.
    fn push_compound_hits(&mut self, span: usize, close: &[Neighbour]) {
        for neighbour in close.iter().filter(|close| close.holds_in(self.kind)) {
            let Neighbour { weight, classes, .. } = *neighbour;
            let fitting = classes[self.kind as usize] & WordClass::set_where(true);
            if fitting != 0 {
                self.hits.push(WordHit {
                    word: neighbour.word(),
                    span: span as u8,
                    similarity: neighbour.similarity(),
                    informative: true,
                    is_given_name: false,
                    pair_weight: PairWeight::Record,
                    record_weight: weights_of(weight, fitting),
                    classes,
                });
            }
        }
    }
}

/// Least and greatest weight of a term over some classes, from its weight as an ordinary word.
fn weights_of(ordinary: u8, classes: u8) -> (u16, u16) {
    let weights = || WordClass::in_set(classes).map(|class| weight::weight(class, ordinary));
    (weights().min().unwrap_or(0).into(), weights().max().unwrap_or(0).into())
}
