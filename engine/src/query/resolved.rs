//! The words of a query name read as that of one kind of party, with every dictionary word that
//! they meet.

use super::expansion::{ResolvedToken, TokenExpander};
use super::name::SingleName;
use super::word_sets::WordSets;
use crate::model::{WordMask, WordOrdinal};
use crate::snapshot::IndexView;
use crate::snapshot::rows::{Neighbour, SPANNED_UNIT};
use crate::snapshot::{BOTH_COMPOUNDS, CUT, SAME_COMPOUND};
use crate::text::{self, Kinds, NameKind, Ranks, Script, Similarity, Word, WordClass, weight};

/// Informative words, at most, of the short name that a thing goes by.
const SHORT_FORM_WORDS_MAX: u32 = 2;

/// A query name, read as the name of one kind of party.
#[derive(Debug)]
pub struct ResolvedQuery<'q> {
    /// How it was read.
    pub kind: NameKind,
    /// Its words in order.
    pub words: Vec<QueryWord<'q>>,
    /// The same in sets.
    pub sets: WordSets,
    /// What can meet a record word: each word, then each run of joined neighbours.
    pub spans: Vec<QuerySpan>,
    /// Dictionary words that units meet, by dictionary word, then unit.
    pub hits: Vec<WordHit>,
    /// The words that gather on their own.
    pub candidate_words: WordMask,
    /// Whether some unit meets a joined word.
    pub matches_compounds: bool,
    /// Whether some word is in Han or Hangul.
    pub syllabic: bool,
    /// Whether it may be the short name of a thing, of words that tell it apart and no others, or the
    /// surname of a person, behind a rank.
    pub is_short_form: bool,
    /// Whether it is one word of a person without a rank.
    pub is_surname: bool,
    /// The ranks of whom a brief name of a person means.
    pub ranks: Ranks,
}

#[derive(Debug, Clone, Copy)]
pub struct QueryWord<'q> {
    /// Folded text.
    pub text: &'q str,
    /// Its class in a name of this kind.
    pub class: WordClass,
    /// Weight; see [`crate::text::weight`].
    pub weight: u8,
    /// First Latin letter, or 0.
    pub initial: u8,
    /// Letters, at most 255.
    pub letters: u8,
    /// Whether it is the name of a well-known thing, in the name of one.
    pub is_well_known: bool,
    /// Its script.
    pub script: Script,
    /// The dictionary's word with this text.
    pub ordinal: Option<WordOrdinal>,
}

/// A word of the query, or neighbours of it written as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuerySpan {
    /// The query words it covers, neighbours.
    pub words: WordMask,
    /// Those under which bounds count what it brings: the ones that say something, or all when
    /// none does. An "al" brings nothing by what its neighbours meet with it.
    pub bearing: WordMask,
    /// Whether it gathers candidates: an initial does not, unless the name has nothing else. A name
    /// that met no candidate_words unit scores 0.
    pub generates_candidates: bool,
    /// Whether it is more than a part of characters that stand together ([`text::stand_apart`]).
    pub whole: bool,
}

/// A dictionary word that a unit meets, with all that scoring needs of the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordHit {
    /// The dictionary word.
    pub word: WordOrdinal,
    /// Place in [`ResolvedQuery::spans`].
    pub span: u8,
    /// How alike they are.
    pub similarity: Similarity,
    /// Whether the unit says something: it meets the dictionary word only where that does, too.
    pub informative: bool,
    /// What the pair weighs.
    pub pair_weight: PairWeight,
    /// Least and greatest weight of the dictionary word (or of what it spans) in a name.
    pub record_weight: (u16, u16),
    /// What the dictionary word is in some name; see [`crate::snapshot::rows::WordRow::classes`].
    pub classes: [u8; 2],
}

impl WordHit {
    /// Whether all names that hold the dictionary word, which is a single one, are of this kind.
    #[inline]
    #[must_use]
    pub fn occurs_only_as(&self, kind: NameKind) -> bool {
        NameKind::ALL.iter().all(|&of| (self.classes[of as usize] != 0) == (of == kind))
    }

    /// Whether, in names of this kind, the dictionary word may be an initial.
    #[inline]
    #[must_use]
    pub fn may_be_initial(&self, kind: NameKind) -> bool {
        self.classes[kind as usize] & WordClass::Initial.bit() != 0
    }
}

/// What a pair weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairWeight {
    /// The mean of the query word's weight, this one, and the record word's.
    Mean(u8),
    /// What the record's word weighs: neighbours of the query against it; or one of the two
    /// scripts has no vowels, so that many words share a spelling and the record says how many.
    Record,
    /// What the query's word weighs: it meets joined neighbours of the record.
    Query(u8),
}

impl PairWeight {
    /// Twice the weight of the pair, `record_weight` being the weight of the record's word.
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
    /// Finds every dictionary word that the words of a name meet.
    pub(super) fn new<'s>(
        index: &IndexView<'s>,
        expander: &mut TokenExpander<'q, 's>,
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
        if let Some(at) = text::cut_word(&asked.text, &name.words, is_known) {
            form.push_cut(index, at, &name.words[at]);
        }
        for compound in &name.compounds {
            let words = WordMask::span(compound.start, compound.len);
            let span = form.spans.len();
            let informative = words & form.sets.informative();
            let bearing = if informative.is_empty() { words } else { informative };
            let whole = text::stand_apart(&name.words, compound.start.into(), compound.len.into());
            form.spans.push(QuerySpan { words, bearing, generates_candidates: true, whole });
            let typed = (compound.text.as_str(), is_cyrillic(usize::from(compound.start)));
            let resolved = expander.resolve_compound(index, typed);
            form.push_compound_hits(span, &resolved.neighbours);
            if let Some(word) = resolved.compound
                && compound.len == 2
                && !text::is_acronym(&compound.text)
            {
                form.push_both_compounds(index, span, &compound.text, word);
            }
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

    /// Whether all that it says is one word in full.
    fn is_one_word(&self) -> bool {
        let is_name = |at: usize| self.words[at].class == WordClass::Word;
        self.sets.informative().only().is_some_and(is_name)
    }

    /// A name with its legal form is given in full, and so is one word that is well known by itself: nobody
    /// calls a security company "Puma".
    fn may_be_short_form(&self) -> bool {
        let (informative, distinctive) = (self.sets.informative(), self.sets.distinctive());
        self.sets.of(WordClass::Legal).is_empty()
            && informative == distinctive
            && distinctive.len() <= SHORT_FORM_WORDS_MAX
            && !distinctive.only().is_some_and(|at| self.words[at].is_well_known)
    }

    /// By dictionary word, then unit. Hits of one word and unit stay in their order.
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

    /// A word of the query against a word, or against joined words, of a record. A word that is
    /// only alike must say something if the query's does, and else must not.
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
        let hit =
            WordHit { word, span, similarity, informative, pair_weight, record_weight, classes };
        self.hits.push(hit);
    }

    /// The rest of a word against the words that it may have been.
    fn push_cut(&mut self, index: &IndexView<'_>, at: usize, word: &Word) {
        let QueryWord { weight, .. } = self.words[at];
        let known: Vec<WordOrdinal> = self.hits_of(at).map(|hit| hit.word).collect();
        for whole in index.words_starting_with(&word.text).filter(|whole| !known.contains(whole)) {
            let row = &index.words[whole.index()];
            let neighbour = Neighbour::new(whole, CUT, Kinds::ALL, row);
            self.push_hit(index, at, word, weight, Script::Latin, neighbour);
        }
    }

    /// What a unit met so far.
    fn hits_of(&self, span: usize) -> impl Iterator<Item = &WordHit> {
        self.hits.iter().filter(move |hit| usize::from(hit.span) == span)
    }

    /// Two words of the query against two of a record whose blank stands elsewhere: "Yon Gwon",
    /// "Yong Won".
    fn push_both_compounds(
        &mut self,
        index: &IndexView<'_>,
        span: usize,
        text: &str,
        word: WordOrdinal,
    ) {
        let (row, QuerySpan { words, bearing, .. }) =
            (&index.words[word.index()], self.spans[span]);
        let first = words.first();
        let [before, behind] = [first, first + 1].map(|at| self.words[at].text);
        let is_never_elsewhere =
            text.strip_prefix(before) == Some(behind) && row.is_always_apart_at(before.len());
        // Such names are led to by either word, and meet word by word.
        if is_never_elsewhere && words.iter().any(|at| self.spans[at].generates_candidates) {
            return;
        }
        let ours: u16 = bearing.iter().map(|at| u16::from(self.words[at].weight)).sum();
        let record_weight = u16::from(row.weight) * SPANNED_UNIT as u16;
        self.hits.push(WordHit {
            word,
            span: span as u8,
            similarity: BOTH_COMPOUNDS,
            informative: true,
            pair_weight: PairWeight::Query(u8::try_from(ours).unwrap_or(u8::MAX)),
            record_weight: (0, record_weight),
            classes: [0; 2],
        });
    }

    /// Joined words of the query against a single word of a record.
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
                    pair_weight: PairWeight::Record,
                    record_weight: weights_of(weight, fitting),
                    classes,
                });
            }
        }
    }
}

/// Least and greatest weight of a word over some classes, from its weight as an ordinary word.
fn weights_of(ordinary: u8, classes: u8) -> (u16, u16) {
    let weights = || WordClass::in_set(classes).map(|class| weight::weight(class, ordinary));
    (weights().min().unwrap_or(0).into(), weights().max().unwrap_or(0).into())
}
