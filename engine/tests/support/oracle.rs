//! Slow and obviously right: gathers by reading every record, scores every name
//! ([`super::oracle_score`]), sorts everything.
//!
//! Shared with the engine are the text layer, the word weights of the snapshot, and the formula
//! that turns sums into a score; these have tests of their own. Everything else is done again,
//! with strings and without any index. What two words come to is found once a query and then
//! looked up ([`super::compared`]); every name is still held against every other.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use tamis_engine::candidates::BoundFilter;
use tamis_engine::limits::WIDENING_BELOW;
use tamis_engine::matching::{Algorithm, AskedName, MatchQuery};
use tamis_engine::model::facts::Value;
use tamis_engine::model::{AliasQuality, Collection, Fact, RecordOrdinal};
use tamis_engine::query::{SingleName, mended};
use tamis_engine::scoring::Score;
use tamis_engine::snapshot::{CUT, IndexView, POOLED_LEAST, Snapshot, established_from};
use tamis_engine::text::{
    self, Join, Kinds, Name, NameKind, Ranks, Similarity, Word, WordForm, weight,
};

use super::compared::{Compared, ComparedWord, Vocabulary};
use super::oracle_score::{Reading, RecordName, are_both_joined, score, word_with_join};

/// What scoring everything gives.
#[derive(Debug, PartialEq)]
pub struct OracleAnswer {
    pub total: usize,
    /// Record, score, name score, best first, all candidates.
    pub ranked: Vec<(RecordOrdinal, Score, Score)>,
}

struct OracleRecord {
    kind: NameKind,
    names: Vec<RecordName>,
}

pub struct Oracle<'s> {
    index: IndexView<'s>,
    records: Vec<OracleRecord>,
    /// Every single word, and every joined one, of all names.
    vocabulary: Vocabulary,
    /// Of every single word, how many records hold it.
    frequencies: Vec<u64>,
    /// Number of a word, kind of names, whether it says something: as it occurs in some name.
    classes: BTreeSet<(usize, u8, bool)>,
}

impl<'s> Oracle<'s> {
    pub fn new(snapshot: &'s Snapshot) -> Self {
        let mut oracle = Self {
            index: snapshot.index(),
            records: Vec::new(),
            vocabulary: Vocabulary::default(),
            frequencies: Vec::new(),
            classes: BTreeSet::new(),
        };
        for at in 0..snapshot.record_count() {
            let view = snapshot.record(RecordOrdinal(at as u32));
            let kind = text::name_kind(view.entity_type(), view.name());
            let positions = view.values(Fact::Positions);
            let ranks = positions.filter_map(|position| Some(Ranks::of_position(position.name()?)));
            let ranks = ranks.collect();
            let primary = oracle.take_up((view.name(), false), ranks, kind);
            let aliases = view.values(Fact::Aliases).map(|alias| {
                let is_weak = matches!(alias, Value::Alias { quality: AliasQuality::Weak, .. });
                let name = alias.name().expect("an alias is a name");
                oracle.take_up((name, is_weak), ranks, kind)
            });
            let names = std::iter::once(primary).chain(aliases.collect::<Vec<_>>()).collect();
            oracle.records.push(OracleRecord { kind, names });
        }
        let frequency = |form: &WordForm<'_>| {
            let known = oracle.index.find_word(form.text()).expect("a word of a record is known");
            u64::from(oracle.index.words[known.index()].frequency)
        };
        oracle.frequencies = oracle.vocabulary.words.forms().iter().map(frequency).collect();
        let least = u64::from(established_from(oracle.records.len()));
        oracle.vocabulary.established = oracle.frequencies.iter().map(|f| *f >= least).collect();
        oracle.vocabulary.learnt = oracle.learnt();
        oracle
    }

    /// What the lists teach is taken from the snapshot; how it is learnt has tests of its own.
    fn learnt(&self) -> HashMap<[usize; 2], Kinds> {
        let Vocabulary { words, .. } = &self.vocabulary;
        let number = |word| words.find(self.index.word_text(word));
        let mut learnt = HashMap::new();
        for (own, form) in words.forms().iter().enumerate() {
            let Some(word) = self.index.find_word(form.text()) else { continue };
            for close in self.index.neighbours(word).iter().filter(|close| close.is_learnt()) {
                let theirs = number(close.word()).expect("a word of a record is known");
                learnt.insert([own, theirs], close.kinds());
            }
        }
        learnt
    }

    /// Splits a name and adds its words to those that are known.
    fn take_up(
        &mut self,
        (raw, is_weak): (&str, bool),
        ranks: Ranks,
        kind: NameKind,
    ) -> RecordName {
        let name = text::tokenize(raw, kind);
        let Vocabulary { words, joins, .. } = &mut self.vocabulary;
        let words: Vec<usize> = name.words.iter().map(|word| words.add(&word.text)).collect();
        let joins = name.joins.iter().map(|join| joins.add(&join.text)).collect();
        for (&number, word) in words.iter().zip(&name.words) {
            self.classes.insert((number, kind as u8, word.class.is_informative()));
        }
        let weights = name.words.iter().map(|word| self.record_weight(word)).collect();
        let normalised = text::normalize(raw);
        RecordName { normalised, name, words, weights, joins, is_weak, ranks }
    }

    /// All candidates of a query, each with the score of its best name, which no fact changes.
    pub fn candidates(
        &self,
        query: &MatchQuery,
        filter: &BoundFilter<'_>,
    ) -> Vec<(RecordOrdinal, Score)> {
        let passing: Vec<usize> =
            (0..self.records.len()).filter(|&at| filter.passes(&self.index.records[at])).collect();
        let mut compared = Compared::new(&self.vocabulary);
        let mut readings: Vec<[Reading; 2]> = Vec::new();
        let mut gathered = BTreeSet::new();
        for name in mended(&self.index, &query.names).iter().flat_map(AskedName::names) {
            let reading = NameKind::ALL.map(|kind| self.read(name, kind, &mut compared));
            gathered.extend(self.gather(&name.text, &reading, &passing));
            readings.push(reading);
        }
        gathered.extend(self.carriers(query, &passing));
        let scored = |at| (RecordOrdinal(at as u32), self.best_name(&readings, at));
        gathered.into_iter().map(scored).collect()
    }

    /// The candidates of a query, ranked.
    pub fn rank(
        &self,
        query: &MatchQuery,
        candidates: &[(RecordOrdinal, Score)],
        algorithm: Algorithm,
    ) -> OracleAnswer {
        let facts = algorithm.facts(query, query.schema);
        let with_facts = |&(record, name): &(RecordOrdinal, Score)| {
            (record, facts.compare(&self.index, record).apply(name), name)
        };
        let mut ranked: Vec<(RecordOrdinal, Score, Score)> =
            candidates.iter().map(with_facts).collect();
        ranked.sort_by_key(|&(record, score, name)| {
            (std::cmp::Reverse(score), std::cmp::Reverse(name), record)
        });
        OracleAnswer { total: candidates.len(), ranked }
    }

    /// The two stages of docs/api.md, "Candidates" for one name.
    fn gather(&self, name: &str, readings: &[Reading; 2], passing: &[usize]) -> Vec<usize> {
        let words = readings.each_ref().map(|reading| self.numbers(&reading.name));
        let holds_all = |at: &usize| {
            let record = &self.records[*at];
            let held = |word: &Option<usize>| {
                word.is_some_and(|word| record.names.iter().any(|name| name.words.contains(&word)))
            };
            let words = &words[record.kind as usize];
            !words.is_empty() && words.iter().all(held)
        };
        let all: Vec<usize> = passing.iter().copied().filter(holds_all).collect();
        if all.len() >= WIDENING_BELOW {
            return all;
        }
        self.widened(name, readings, passing)
    }

    /// The numbers of the words of a name; none of a word that no record has.
    fn numbers(&self, name: &Name) -> Vec<Option<usize>> {
        name.words.iter().map(|word| self.vocabulary.words.find(&word.text)).collect()
    }

    /// Those that share any word with a name of the query or have one that starts with it.
    fn widened(&self, name: &str, readings: &[Reading; 2], among: &[usize]) -> Vec<usize> {
        let normalised = text::normalize(name);
        let shares = |at: &usize| {
            let record = &self.records[*at];
            let reading = &readings[record.kind as usize];
            record.names.iter().any(|known| {
                let starts = !normalised.is_empty() && known.normalised.starts_with(&normalised);
                starts || self.shares_word(reading, known, record.kind)
            })
        };
        among.iter().copied().filter(shares).collect()
    }

    /// How many records the second stage gathers for all names of a query, pass they or not.
    pub fn widened_in_all(&self, query: &MatchQuery) -> usize {
        let mut compared = Compared::new(&self.vocabulary);
        let all: Vec<usize> = (0..self.records.len()).collect();
        let mut gathered: BTreeSet<usize> = self.carriers(query, &all).collect();
        for name in mended(&self.index, &query.names).iter().flat_map(AskedName::names) {
            let readings = NameKind::ALL.map(|kind| self.read(name, kind, &mut compared));
            gathered.extend(self.widened(&name.text, &readings, &all));
        }
        gathered.len()
    }

    /// Those that carry a queried IMO number.
    fn carriers(&self, query: &MatchQuery, among: &[usize]) -> impl Iterator<Item = usize> {
        among
            .iter()
            .copied()
            .filter(|&at| query.imos.iter().any(|imo| self.index.records[at].imo == imo.to_code()))
    }

    fn best_name(&self, readings: &[[Reading; 2]], at: usize) -> Score {
        let record = &self.records[at];
        let scores = readings.iter().flat_map(|reading| {
            let reading = &reading[record.kind as usize];
            record.names.iter().map(|known| score(reading, known, record.kind))
        });
        scores.max().unwrap_or(Score::ZERO)
    }

    fn read(&self, asked: &SingleName, kind: NameKind, compared: &mut Compared<'_>) -> Reading {
        let (raw, name) = (&asked.text, asked.readings.names[kind as usize].clone());
        let is_cyrillic = |word: &Word| text::is_cyrillic(word.span.of(raw));
        let mut words: Vec<_> =
            name.words.iter().map(|word| compared.word(&word.text, is_cyrillic(word))).collect();
        let is_known = |at: usize| self.index.find_word(&name.words[at].text).is_some();
        if let Some(at) = text::cut_word(raw, &name.words, is_known) {
            words[at] = self.with_whole_words(&name.words[at].text, &words[at], kind);
        }
        let join = |join: &Join| {
            compared.join(&join.text, is_cyrillic(&name.words[usize::from(join.start)]))
        };
        let joins = name.joins.iter().map(join).collect();
        let weights = name.words.iter().zip(&words);
        let weights = weights.map(|(word, compared)| self.query_weight(word, compared)).collect();
        let SingleName { is_run_together, ranks, .. } = *asked;
        Reading { kind, name, weights, words, joins, is_run_together, ranks }
    }

    /// What the rest of a word that a field has cut meets: the words that begin with it, too.
    fn with_whole_words(
        &self,
        text: &str,
        compared: &ComparedWord,
        kind: NameKind,
    ) -> Rc<ComparedWord> {
        let ComparedWord { mut words, joins } = compared.clone();
        for (alike, form) in words.iter_mut().zip(self.vocabulary.words.forms()) {
            let alike = &mut alike[kind as usize];
            if *alike == Similarity::NONE && form.text().starts_with(text) {
                *alike = CUT;
            }
        }
        Rc::new(ComparedWord { words, joins })
    }

    /// Weight of a query word: as the dictionary has it, or by the records of words that sound
    /// alike.
    fn query_weight(&self, word: &Word, compared: &ComparedWord) -> u32 {
        if let Some(known) = self.index.find_word(&word.text) {
            return weight::asked(word, self.index.words[known.index()].weight).into();
        }
        let each = compared.words.iter().zip(&self.frequencies);
        let alike = each.filter(|(by_kind, _)| by_kind.iter().min() >= Some(&POOLED_LEAST));
        let frequency = alike.map(|(_, frequency)| frequency).sum();
        let rarity = weight::rarity_of(&word.text, frequency, self.records.len() as u64);
        weight::asked(word, weight::ordinary(rarity)).into()
    }

    fn record_weight(&self, word: &Word) -> u32 {
        let known = self.index.find_word(&word.text).expect("a word of a record is known");
        weight::weight(word.class, self.index.words[known.index()].weight).into()
    }

    /// Whether two words meet at all, for gathering: equal words always do; words alike only when
    /// the record's, in some name of the kind, says something just as the query's does.
    fn gathers(&self, reading: &Reading, q: usize, theirs: usize, kind: NameKind) -> bool {
        match reading.words[q].words[theirs][kind as usize] {
            Similarity::NONE => false,
            Similarity::EQUAL => true,
            _ => {
                let informative = reading.name.words[q].class.is_informative();
                self.classes.contains(&(theirs, kind as u8, informative))
            }
        }
    }

    /// Whether a gathering word of the query, or joined words, meet a word of the name.
    fn shares_word(&self, reading: &Reading, record: &RecordName, kind: NameKind) -> bool {
        let mut gathering = (0..reading.words.len()).filter(|q| reading.gathers(*q));
        gathering.any(|q| {
            record.words.iter().any(|&theirs| self.gathers(reading, q, theirs, kind))
                || (0..record.joins.len()).any(|j| word_with_join(reading, q, record, j).is_some())
        }) || (0..reading.joins.len()).any(|at| {
            record.name.joins.iter().any(|theirs| are_both_joined(&reading.name.joins[at], theirs))
        }) || reading.joins.iter().any(|join| {
            record.words.iter().any(|&theirs| {
                join.words[theirs][kind as usize] != Similarity::NONE
                    && self.classes.contains(&(theirs, kind as u8, true))
            })
        })
    }
}

/// A filter that lets every record pass.
pub fn everything(snapshot: &Snapshot) -> BoundFilter<'_> {
    BoundFilter::new(snapshot, &tamis_engine::matching::Filter::collection(Collection::Default))
}
