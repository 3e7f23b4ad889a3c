//! A slow and obviously correct matcher: it finds candidates by reading every record, scores every name
//! ([`super::oracle_score`]), and sorts everything.
//!
//! The conjunctive stage compares words as written, and uses only the folding of letters of the engine.
//! The disjunctive stage adds similar words by the definition of the score.
//!
//! It shares with the engine the text layer, the word weights of the snapshot, and the formula that
//! turns sums into a score; these have tests of their own. Everything else is done again, with strings
//! and without any index. The similarity of two words is computed once per query and then looked up
//! ([`super::compared`]); every name is still compared with every other.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use tamis_engine::candidates::BoundFilter;
use tamis_engine::lexicon::{CUT, POOLED_LEAST, established_from};
use tamis_engine::limits::WIDENING_BELOW;
use tamis_engine::matching::{MatchQuery, MatchSettings, QueryName};
use tamis_engine::model::facts::Value;
use tamis_engine::model::{AliasQuality, Collection, Fact, RecordOrdinal, WordMask};
use tamis_engine::query::whole_names::may_be_misspelt;
use tamis_engine::query::{SingleName, rewrite_names};
use tamis_engine::scoring::Score;
use tamis_engine::snapshot::{IndexView, Snapshot};
use tamis_engine::text::whole_name::CompactName;
use tamis_engine::text::{
    self, Compound, GIVEN_NAME_OF_THING, GivenNameForms, Kinds, Name, NameKind, Ranks, Similarity,
    Word, WordForm, weight,
};

use super::compared::{Compared, ComparedWord, Vocabulary};
use super::oracle_score::{Reading, RecordName, score, whole_score, word_with_join};
use super::search_oracle::words as written_words;

/// Record, score, name score.
pub type Scored = (RecordOrdinal, Score, Score);

/// Answer of the oracle.
#[derive(Debug, PartialEq)]
pub struct OracleAnswer {
    pub total: usize,
    /// All candidates, best first.
    pub ranked: Vec<Scored>,
    /// Candidates with a queried IMO number, where it is compared, best first.
    pub identified: Vec<Scored>,
}

/// Candidates of both stages of a query, before settings decide between them.
pub struct Candidates {
    /// For each query name, the records of the conjunctive stage and of the disjunctive one.
    stages: Vec<[BTreeSet<usize>; 2]>,
    /// For each query name, the records with a name that is nearly the same as one string.
    whole: Vec<BTreeSet<usize>>,
    /// Records with a queried IMO number.
    carriers: BTreeSet<usize>,
    /// For each candidate record, the score of its best name, without features.
    name_scores: HashMap<usize, Score>,
}

struct OracleRecord {
    kind: NameKind,
    names: Vec<RecordName>,
    /// Words of all names as written.
    written: BTreeSet<String>,
}

pub struct Oracle<'s> {
    index: IndexView<'s>,
    records: Vec<OracleRecord>,
    /// Every single word and every compound of all names.
    vocabulary: Vocabulary,
    /// For each single word, the number of records that hold it.
    frequencies: Vec<u64>,
    /// Number of a word, kind of name, and true if the word is informative, as it occurs in some name.
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
            let published = std::iter::once(view.name()).chain(view.aliases());
            let written = published.flat_map(written_words).collect();
            oracle.records.push(OracleRecord { kind, names, written });
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

    /// Returns the learnt variants of the snapshot; learning has tests of its own.
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

    /// Splits a name and adds its words to the vocabulary.
    fn take_up(
        &mut self,
        (raw, is_weak): (&str, bool),
        ranks: Ranks,
        kind: NameKind,
    ) -> RecordName {
        let name = text::tokenize(raw, kind);
        let Vocabulary { words, compounds, .. } = &mut self.vocabulary;
        let words: Vec<usize> = name.words.iter().map(|word| words.add(&word.text)).collect();
        let compounds = name.compounds.iter().map(|join| compounds.add(&join.text)).collect();
        for (&number, word) in words.iter().zip(&name.words) {
            self.classes.insert((number, kind as u8, word.class.is_informative()));
        }
        let weights = name.words.iter().map(|word| self.record_weight(word)).collect();
        let (normalised, string) = (text::normalize(raw), CompactName::new(raw, &name));
        RecordName { normalised, name, words, weights, compounds, string, is_weak, ranks }
    }

    /// Returns the candidates of a query.
    pub fn candidates(&self, query: &MatchQuery, filter: &BoundFilter<'_>) -> Candidates {
        let passing: Vec<usize> =
            (0..self.records.len()).filter(|&at| filter.passes(&self.index.records[at])).collect();
        let mut compared = Compared::new(&self.vocabulary);
        let (mut readings, mut stages): (Vec<[Reading; 2]>, _) = (Vec::new(), Vec::new());
        let mut whole = Vec::new();
        for name in rewrite_names(&self.index, &query.names).iter().flat_map(QueryName::names) {
            let reading = NameKind::ALL.map(|kind| self.read(name, kind, &mut compared));
            let first = self.first_stage(&name.text, &reading, &passing).collect();
            stages.push([first, self.second_stage(&name.text, &reading, &passing).collect()]);
            whole.push(self.whole(&reading, &passing).collect());
            readings.push(reading);
        }
        let carriers: BTreeSet<usize> = self.carriers(query, &passing).collect();
        let all = stages.iter().flatten().chain(&whole).flatten().chain(&carriers);
        let all: BTreeSet<usize> = all.copied().collect();
        let name_scores = all.into_iter().map(|at| (at, self.best_name(&readings, at))).collect();
        Candidates { stages, whole, carriers, name_scores }
    }

    /// Returns the answer to a query from its candidates.
    pub fn rank(
        &self,
        query: &MatchQuery,
        candidates: &Candidates,
        settings: MatchSettings,
    ) -> OracleAnswer {
        let facts = settings.algorithm.facts(query, query.schema);
        let scored = |at: &usize| {
            let (record, name) = (RecordOrdinal(*at as u32), candidates.name_scores[at]);
            (record, facts.compare(&self.index, record).apply(name), name)
        };
        let mut gathered = candidates.carriers.clone();
        for ([first, second], whole) in candidates.stages.iter().zip(&candidates.whole) {
            gathered.extend(whole);
            let scored = first.iter().chain(whole).chain(&candidates.carriers).map(scored);
            let reaching = scored.filter(|(_, score, _)| score.rounded() >= settings.threshold);
            let parties = reaching.map(|(record, ..)| settings.group.party(&self.index, record));
            let parties = parties.fold(Vec::new(), |mut parties, party| {
                parties.extend((!parties.contains(&party)).then_some(party));
                parties
            });
            let is_enough = first.len() >= WIDENING_BELOW && parties.len() >= settings.limit;
            gathered.extend(if is_enough { first } else { second });
        }
        let ranked_of = |records: &BTreeSet<usize>| {
            let mut ranked: Vec<Scored> = records.iter().map(scored).collect();
            ranked.sort_by_key(|&(record, score, name)| (Reverse(score), Reverse(name), record));
            ranked
        };
        let has_imo = !facts.imos.is_empty();
        let identified = if has_imo { ranked_of(&candidates.carriers) } else { Vec::new() };
        OracleAnswer { total: gathered.len(), ranked: ranked_of(&gathered), identified }
    }

    /// Returns the records that hold every word of a name as written (docs/api.md, "Candidates"), of
    /// the kinds that the name is read as.
    fn first_stage(
        &self,
        name: &str,
        readings: &[Reading; 2],
        among: &[usize],
    ) -> impl Iterator<Item = usize> {
        let words = written_words(name);
        among.iter().copied().filter(move |&at| {
            let record = &self.records[at];
            is_read(readings, record.kind) && !words.is_empty() && words.is_subset(&record.written)
        })
    }

    /// Returns the records that share a word with a name, as written or by spelling, sound, script or
    /// as a variant. Records with a name that starts with the query's are returned too.
    fn second_stage(
        &self,
        name: &str,
        readings: &[Reading; 2],
        among: &[usize],
    ) -> impl Iterator<Item = usize> {
        let (words, normalised) = (written_words(name), text::normalize(name));
        among.iter().copied().filter(move |&at| {
            let record = &self.records[at];
            let reading = &readings[record.kind as usize];
            let is_written = is_read(readings, record.kind) && !words.is_disjoint(&record.written);
            is_written
                || record.names.iter().any(|known| {
                    let starts =
                        !normalised.is_empty() && known.normalised.starts_with(&normalised);
                    starts || self.shares_word(reading, known, record.kind)
                })
        })
    }

    /// Returns the records with a name that is nearly the query name as one string.
    fn whole(&self, readings: &[Reading; 2], among: &[usize]) -> impl Iterator<Item = usize> {
        among.iter().copied().filter(move |&at| {
            let OracleRecord { kind, names, .. } = &self.records[at];
            let is_word = |text: &str| self.is_established(text, *kind);
            let reading = &readings[*kind as usize];
            names.iter().any(|known| whole_score(reading, known, is_word).is_some())
        })
    }

    /// Returns the number of records of the disjunctive stage for all names of a query, without the
    /// filter.
    pub fn widened_in_all(&self, query: &MatchQuery) -> usize {
        let mut compared = Compared::new(&self.vocabulary);
        let all: Vec<usize> = (0..self.records.len()).collect();
        let mut gathered: BTreeSet<usize> = self.carriers(query, &all).collect();
        for name in rewrite_names(&self.index, &query.names).iter().flat_map(QueryName::names) {
            let readings = NameKind::ALL.map(|kind| self.read(name, kind, &mut compared));
            gathered.extend(self.second_stage(&name.text, &readings, &all));
            gathered.extend(self.whole(&readings, &all));
        }
        gathered.len()
    }

    /// Returns the records with a queried IMO number.
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
            let is_word = |text: &str| self.is_established(text, record.kind);
            record.names.iter().map(move |known| score(reading, known, record.kind, is_word))
        });
        scores.max().unwrap_or(Score::ZERO)
    }

    fn read(&self, asked: &SingleName, kind: NameKind, compared: &mut Compared<'_>) -> Reading {
        let (raw, name) = (&asked.text, asked.readings.names[kind as usize].clone());
        let is_cyrillic = |word: &Word| text::is_cyrillic(word.span.of(raw));
        let mut words: Vec<_> =
            name.words.iter().map(|word| compared.word(&word.text, is_cyrillic(word))).collect();
        let is_known = |at: usize| self.index.find_word(&name.words[at].text).is_some();
        if let Some(at) = tamis_engine::rewrite::cut_word(raw, &name.words, is_known) {
            words[at] = self.with_whole_words(&name.words[at].text, &words[at], kind);
        }
        if kind == NameKind::Thing {
            for (word, compared) in name.words.iter().zip(&mut words) {
                *compared = self.with_given_names(&word.text, compared);
            }
        }
        let join = |join: &Compound| {
            compared.join(&join.text, is_cyrillic(&name.words[usize::from(join.start)]))
        };
        let compounds = name.compounds.iter().map(join).collect();
        let weights = name.words.iter().zip(&words);
        let weights = weights.map(|(word, compared)| self.query_weight(word, compared)).collect();
        let SingleName { is_run_together, ranks, .. } = *asked;
        let normalised = asked.readings.normalised.clone();
        let strings = self.strings(raw, &name, kind);
        Reading {
            kind,
            normalised,
            name,
            weights,
            words,
            compounds,
            is_run_together,
            ranks,
            strings,
        }
    }

    /// True if lists or tables know a word.
    fn is_established(&self, text: &str, kind: NameKind) -> bool {
        self.vocabulary.words.find(text).is_some() || text::is_known_word(text, kind)
    }

    /// Returns the strings of a query name. None if lists or tables know each of its words, and some
    /// record holds all of them.
    fn strings(&self, raw: &str, name: &Name, kind: NameKind) -> Vec<CompactName> {
        let is_established = |at: &usize| {
            let word = &name.words[*at];
            !may_be_misspelt(word.class) || self.is_established(&word.text, kind)
        };
        let words = 0..name.words.len();
        let established: Vec<usize> = words.filter(is_established).collect();
        let written = written_words(raw);
        let is_held = || {
            let mut records = self.records.iter();
            !written.is_empty() && records.any(|record| written.is_subset(&record.written))
        };
        let is_asked = (established.len() < name.words.len() || !is_held())
            && !(kind == NameKind::Thing && name.is_legal_forms());
        let typed = CompactName::new(raw, name).filter(|_| is_asked);
        let fixed = established.iter().map(|at| WordMask::word(*at));
        let fixed = fixed.fold(WordMask::NONE, |fixed, word| fixed | word);
        let strings = typed.map(|typed| {
            let typed = typed.with_fixed(fixed);
            let turned = (kind == NameKind::Person).then(|| typed.turned());
            [Some(typed), turned].into_iter().flatten().collect()
        });
        strings.unwrap_or_default()
    }

    /// Adds the words that begin with a truncated word to those that match it.
    fn with_whole_words(
        &self,
        text: &str,
        compared: &ComparedWord,
        kind: NameKind,
    ) -> Rc<ComparedWord> {
        let ComparedWord { mut words, compounds, given_names } = compared.clone();
        for (alike, form) in words.iter_mut().zip(self.vocabulary.words.forms()) {
            let alike = &mut alike[kind as usize];
            if *alike == Similarity::NONE && form.text().starts_with(text) {
                *alike = CUT;
            }
        }
        Rc::new(ComparedWord { words, compounds, given_names })
    }

    /// Adds the other forms of a given name, in names of things, that match by nothing else.
    fn with_given_names(&self, text: &str, compared: &Rc<ComparedWord>) -> Rc<ComparedWord> {
        let forms = GivenNameForms::of(text);
        if forms.is_empty() {
            return Rc::clone(compared);
        }
        let mut with_forms = ComparedWord::clone(compared);
        let texts = self.vocabulary.words.forms().iter().enumerate();
        for (number, _) in texts.filter(|(_, form)| forms.has(form.text())) {
            let alike = &mut with_forms.words[number][NameKind::Thing as usize];
            if *alike == Similarity::NONE {
                *alike = GIVEN_NAME_OF_THING;
                with_forms.given_names.insert(number);
            }
        }
        Rc::new(with_forms)
    }

    /// Returns the weight of a query word: that of the dictionary, or by the records of words that
    /// sound alike.
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

    /// True if two words match for candidate generation. Equal words always do. Similar words do only
    /// if the record's, in some name of the kind, is as informative as the query's.
    fn generates_candidates(
        &self,
        reading: &Reading,
        q: usize,
        theirs: usize,
        kind: NameKind,
    ) -> bool {
        match reading.words[q].words[theirs][kind as usize] {
            Similarity::NONE => false,
            Similarity::EQUAL => true,
            _ => {
                let informative = reading.name.words[q].class.is_informative();
                self.classes.contains(&(theirs, kind as u8, informative))
            }
        }
    }

    /// True if a candidate-generating word of the query, or a compound, matches a word of the name.
    fn shares_word(&self, reading: &Reading, record: &RecordName, kind: NameKind) -> bool {
        let mut gathering = (0..reading.words.len()).filter(|q| reading.generates_candidates(*q));
        gathering.any(|q| {
            record.words.iter().any(|&theirs| self.generates_candidates(reading, q, theirs, kind))
                || (0..record.compounds.len())
                    .any(|j| word_with_join(reading, q, record, j).is_some())
        }) || reading.compounds.iter().any(|join| {
            record.words.iter().any(|&theirs| {
                join.words[theirs][kind as usize] != Similarity::NONE
                    && self.classes.contains(&(theirs, kind as u8, true))
            })
        })
    }
}

/// True if the name is read as that of this kind of party; some readings are of one kind alone.
fn is_read(readings: &[Reading; 2], kind: NameKind) -> bool {
    !readings[kind as usize].name.words.is_empty()
}

/// Returns a filter that passes every record.
pub fn everything(snapshot: &Snapshot) -> BoundFilter<'_> {
    BoundFilter::new(snapshot, &tamis_engine::matching::Filter::collection(Collection::Default))
}
