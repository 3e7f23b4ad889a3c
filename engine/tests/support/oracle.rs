//! Slow and obviously right: gathers by reading every record, scores by comparing every word of
//! the query with every word of every name, sorts everything.
//!
//! Shared with the engine are the text layer, the word weights of the snapshot, and the formula
//! that turns sums into a score; these have tests of their own. Everything else is done again,
//! with strings and without any index. What two words come to is found once a query and then
//! looked up ([`super::compared`]); every name is still held against every other.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use tamis_engine::candidates::BoundFilter;
use tamis_engine::limits::WIDENING_BELOW;
use tamis_engine::matching::{Algorithm, AskedName, MatchQuery};
use tamis_engine::model::facts::Value;
use tamis_engine::model::{AliasQuality, Collection, Fact, RecordOrdinal};
use tamis_engine::query::{SingleName, mended};
use tamis_engine::scoring::Score;
use tamis_engine::scoring::constants as c;
use tamis_engine::scoring::formula::{Sums, name_score, surname_score};
use tamis_engine::snapshot::{
    BOTH_JOINED, CUT, IndexView, POOLED_LEAST, SAME_JOINED, Snapshot, established_from,
};
use tamis_engine::text::{
    self, Join, Kinds, Name, NameKind, Ranks, Script, Similarity, Word, WordClass, WordForm, weight,
};

use super::compared::{Compared, ComparedJoin, ComparedWord, Vocabulary};
use super::pairing::{Met, Pairing, is_sure};

/// What scoring everything gives.
#[derive(Debug, PartialEq)]
pub struct OracleAnswer {
    pub total: usize,
    /// Record, score, name score, best first, all candidates.
    pub ranked: Vec<(RecordOrdinal, Score, Score)>,
}

/// One name of a record, split.
struct RecordName {
    normalised: String,
    name: Name,
    /// Of its words, in their order: the numbers of their texts, and their weights.
    words: Vec<usize>,
    weights: Vec<u32>,
    /// Of its joined words: the numbers of their texts.
    joins: Vec<usize>,
    is_weak: bool,
    /// Of its record.
    ranks: Ranks,
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

/// The score of one name.
fn score(reading: &Reading, known: &RecordName, kind: NameKind) -> Score {
    let record = &known.name;
    let mut pairs: Vec<Candidate> = pairs(reading, known).collect();
    let is_whole =
        |pair: &Candidate| text::stand_apart(&reading.name.words, pair.query[0], pair.query.len());
    let preference = |pair: &Candidate| {
        let preferred = if is_whole(pair) { (c::WHOLE_PREFERRED * 255.0) as u32 } else { 0 };
        u32::from(pair.similarity.0) + preferred
    };
    pairs.sort_by_key(|pair| {
        (
            std::cmp::Reverse((pair.informative, preference(pair), pair.weight_twice)),
            pair.query[0].abs_diff(pair.record[0]),
            pair.unit,
            pair.record[0],
            pair.record.len(),
        )
    });
    let mut sums = Sums::default();
    let (mut query_met, mut record_met) = (BTreeMap::new(), BTreeMap::new());
    let (mut least, mut said) = (Similarity::EQUAL.0, 0);
    let (mut generic, mut general) = (true, true);
    let (mut has_generic, mut is_letter, mut telling) = (false, false, Vec::new());
    let (mut least_said, mut weight_said) = (Similarity::EQUAL.0, 0);
    let mut met = Vec::new();
    for pair in pairs {
        let taken = pair.query.iter().any(|q| query_met.contains_key(q))
            || pair.record.iter().any(|r| record_met.contains_key(r));
        if taken {
            continue;
        }
        let single = pair.query.len() == 1 && pair.record.len() == 1;
        for &q in &pair.query {
            query_met.insert(q, single.then_some(pair.record[0]));
        }
        for &r in &pair.record {
            record_met.insert(r, ());
        }
        sums.add_pair(pair.weight_twice, pair.similarity.0);
        least = least.min(pair.similarity.0);
        let words = || pair.query.iter().map(|&q| &reading.name.words[q]);
        let says = words().any(|word| word.class.is_informative());
        met.push(Met {
            query: pair.query[0],
            record: pair.record[0],
            similarity: pair.similarity.0,
            is_whole: is_whole(&pair),
            says,
        });
        if says {
            said += 1;
            least_said = least_said.min(pair.similarity.0);
            weight_said += pair.weight_twice;
            generic &= words().all(|word| word.class == WordClass::Generic);
            is_letter = kind == NameKind::Thing
                && said == 1
                && pair.query.len() == 1
                && words().all(|word| word.text.len() == 1);
            general &= words().all(|word| {
                word.class == WordClass::Generic || word.is_place || !word.class.is_informative()
            });
            let is_short = |words: &[Word], at: &[usize]| {
                let text = &words[at[0]].text;
                at.len() == 1 && text.chars().count() <= usize::from(c::SHORT_ALONE_LETTERS)
            };
            let ours = &reading.name.words;
            has_generic |= words().any(|word| word.class == WordClass::Generic);
            if words().any(|word| word.class != WordClass::Generic) {
                let is_doubted = pair.similarity != Similarity::EQUAL;
                let word = &ours[pair.query[0]].text;
                let is_known = kind == NameKind::Thing
                    && pair.query.len() == 1
                    && text::is_well_known_thing(word);
                let is_short_one = word.is_ascii() && is_short(ours, &pair.query);
                telling.push((
                    is_doubted && (is_known || is_short_one),
                    is_known || is_short(&record.words, &pair.record),
                ));
            }
        }
    }
    let gathered = query_met.iter().any(|(&q, single)| single.is_none() || reading.gathers(q));
    if !gathered {
        return Score::ZERO;
    }
    let is_left = |is: &dyn Fn(&Word) -> bool| {
        let query = &reading.name.words;
        (0..query.len()).any(|q| !query_met.contains_key(&q) && is(&query[q]))
            || (0..record.words.len()).any(|r| !record_met.contains_key(&r) && is(&record.words[r]))
    };
    let generic = (generic || is_letter) && is_left(&|word| word.class != WordClass::Legal)
        || kind == NameKind::Thing
            && general
            && is_left(&|word| word.class == WordClass::Word && !word.is_place);
    let short = matches!(telling[..], [(true, theirs)] if theirs || !has_generic);
    let little = match (short, generic) {
        (true, _) => c::SHORT_WORD_ALONE,
        (_, true) => c::GENERIC_ALONE,
        _ => 1.0,
    };
    let mut initials = 1.0;
    if kind == NameKind::Person {
        let words_met = (&mut query_met, &mut record_met);
        let has_met = meet_initials(reading, known, words_met, &mut met, &mut sums);
        if has_met != [false; 2] {
            least = least.min(initial_similarity());
        }
        initials = match has_met {
            [_, true] if said <= 1 => c::RECORD_INITIAL_ALONE,
            [true, _] if said <= 1 => c::INITIAL_ALONE,
            _ => 1.0,
        };
        if has_met != [false; 2] && !is_sure(least_said) {
            initials *= c::INITIAL_BESIDE_DOUBT;
        }
    }
    let names =
        Pairing { query: &reading.name.words, record: &record.words, met: &query_met, pairs: &met };
    let query_left: Vec<usize> =
        (0..names.query.len()).filter(|q| !query_met.contains_key(q)).collect();
    let record_left: Vec<usize> =
        (0..names.record.len()).filter(|r| !record_met.contains_key(r)).collect();
    for &q in &query_left {
        let side = if names.query[q].class.is_informative() {
            &mut sums.query_left
        } else {
            &mut sums.query_flimsy
        };
        *side += reading.weights[q];
    }
    for &r in &record_left {
        let side = if names.record[r].class.is_informative() {
            &mut sums.record_left
        } else {
            &mut sums.record_flimsy
        };
        *side += known.weights[r];
    }
    let informative = record.words.iter().filter(|word| word.class.is_informative()).count();
    sums.sure = sums.record_left == 0
        && is_sure(least)
        && informative >= usize::from(c::SURE_WORDS)
        && f64::from(sums.matched_twice) >= 2.0 * c::SURE_WEIGHT * f64::from(weight::WEIGHT_ONE);
    if kind == NameKind::Person && names.initials_contradict(&query_left, &record_left) {
        let weight = (c::INITIAL_CONTRADICTS * f64::from(weight::WEIGHT_ONE)) as u32;
        sums.query_left += weight;
        sums.record_left += weight;
    }
    let vouched = match (known.is_weak, informative) {
        (false, _) => 1.0,
        (true, 0 | 1) => c::WEAK_ALIAS_ALONE,
        (true, _) => c::WEAK_ALIAS,
    };
    let said = (least_said, weight_said);
    sums.told = match kind {
        NameKind::Person => {
            let is_rank_met = reading.ranks.map(|asked| asked.meet(known.ranks));
            is_rank_met.is_some_and(|is_met| names.is_ranked_one(is_met, &query_left, said))
        }
        NameKind::Thing => names.is_short_form(&query_left, &record_left, said),
    };
    let places = if sums.told { 1.0 } else { names.places(&query_left, &record_left, kind) };
    let factor = initials
        * little
        * names.numbers(&query_left, &record_left)
        * places
        * names.order()
        * match kind {
            NameKind::Person => names.turned() * names.turned_behind(&record_left),
            NameKind::Thing => 1.0,
        }
        * vouched;
    let score = name_score(&sums, c::costs(kind, names.is_syllabic(), sums.told), factor);
    let is_surname = kind == NameKind::Person
        && reading.ranks.is_none()
        && names.is_ranked_one(false, &query_left, said);
    if is_surname { score.max(surname_score(&sums, factor)) } else { score }
}

/// Every pair of a query word (or joined words) and a record word (or joined words) that meet.
fn pairs<'a>(reading: &'a Reading, record: &'a RecordName) -> impl Iterator<Item = Candidate> + 'a {
    let singles = (0..reading.words.len()).flat_map(move |q| {
        let words = 0..record.words.len();
        let single = words.filter_map(move |r| word_with_word(reading, q, record, r));
        let joins = 0..record.joins.len();
        single.chain(joins.filter_map(move |at| word_with_join(reading, q, record, at)))
    });
    let joined = (0..reading.joins.len()).flat_map(move |at| {
        let words = 0..record.words.len();
        words.filter_map(move |r| join_with_word(reading, at, record, r))
    });
    let both = (0..reading.joins.len()).flat_map(move |at| {
        let joins = 0..record.joins.len();
        joins.filter_map(move |theirs| join_with_join(reading, at, record, theirs))
    });
    singles.chain(joined).chain(both)
}

fn word_with_word(reading: &Reading, q: usize, record: &RecordName, r: usize) -> Option<Candidate> {
    let (word, theirs) = (&reading.name.words[q], &record.name.words[r]);
    let similarity = reading.words[q].words[record.words[r]][reading.kind as usize];
    let informative = word.class.is_informative();
    if similarity == Similarity::NONE || informative != theirs.class.is_informative() {
        return None;
    }
    let weight = record.weights[r];
    let semitic = |word: &Word| matches!(Script::of(&word.text), Script::Arabic | Script::Hebrew);
    let weight_twice =
        if semitic(word) == semitic(theirs) { reading.weights[q] + weight } else { 2 * weight };
    let (query, record) = (vec![q], vec![r]);
    Some(Candidate { query, record, informative, similarity, weight_twice, unit: q })
}

fn word_with_join(
    reading: &Reading,
    q: usize,
    record: &RecordName,
    at: usize,
) -> Option<Candidate> {
    let similarity = reading.words[q].joins[record.joins[at]][reading.kind as usize];
    if similarity == Similarity::NONE || !reading.name.words[q].class.is_informative() {
        return None;
    }
    if reading.is_run_together && similarity < SAME_JOINED {
        return None;
    }
    let (query, record) = (vec![q], spanned(&record.name.joins[at]));
    let weight_twice = 2 * reading.weights[q];
    Some(Candidate { query, record, informative: true, similarity, weight_twice, unit: q })
}

fn join_with_word(
    reading: &Reading,
    at: usize,
    record: &RecordName,
    r: usize,
) -> Option<Candidate> {
    let similarity = reading.joins[at].words[record.words[r]][reading.kind as usize];
    if similarity == Similarity::NONE || !record.name.words[r].class.is_informative() {
        return None;
    }
    let weight_twice = 2 * record.weights[r];
    let (query, record) = (spanned(&reading.name.joins[at]), vec![r]);
    let unit = reading.name.words.len() + at;
    Some(Candidate { query, record, informative: true, similarity, weight_twice, unit })
}

/// Two words of the query against words of the record that are the same without blanks, unless they are
/// the same with them too: then they meet one by one.
fn join_with_join(
    reading: &Reading,
    at: usize,
    record: &RecordName,
    theirs: usize,
) -> Option<Candidate> {
    let (ours, theirs) = (&reading.name.joins[at], &record.name.joins[theirs]);
    if !are_both_joined(ours, theirs) {
        return None;
    }
    let (query, known) = (spanned(ours), spanned(theirs));
    let text = |words: &[Word], at: &usize| words[*at].text.clone();
    let apart = |words: &[Word], of: &[usize]| of.iter().map(|at| text(words, at)).collect();
    let [asked, published]: [Vec<String>; 2] =
        [apart(&reading.name.words, &query), apart(&record.name.words, &known)];
    if asked == published {
        return None;
    }
    let informative = |q: &&usize| reading.name.words[**q].class.is_informative();
    let saying: Vec<usize> = query.iter().filter(informative).copied().collect();
    let bearing = if saying.is_empty() { &query } else { &saying };
    let weight = bearing.iter().map(|&q| reading.weights[q]).sum::<u32>().min(u8::MAX.into());
    let unit = reading.name.words.len() + at;
    let (similarity, weight_twice) = (BOTH_JOINED, 2 * weight);
    Some(Candidate { query, record: known, informative: true, similarity, weight_twice, unit })
}

/// Whether two words of a query are those of a record without blanks. That both have the same initials
/// says nothing.
fn are_both_joined(ours: &Join, theirs: &Join) -> bool {
    ours.len == 2 && ours.text == theirs.text && !ours.text.starts_with('#')
}

/// The places of the words that are written as one.
fn spanned(join: &Join) -> Vec<usize> {
    (join.start..join.start + join.len).map(usize::from).collect()
}

fn initial_similarity() -> u8 {
    (c::INITIAL_SIMILARITY * 255.0).round() as u8
}

/// Initials meet leftover words that begin with them; whether one of the query did, and one of the
/// record.
fn meet_initials(
    reading: &Reading,
    record: &RecordName,
    (query_met, record_met): (&mut BTreeMap<usize, Option<usize>>, &mut BTreeMap<usize, ()>),
    pairs: &mut Vec<Met>,
    sums: &mut Sums,
) -> [bool; 2] {
    let similarity = initial_similarity();
    let is_word = |word: &Word| word.class.is_informative() && word.class != WordClass::Initial;
    let begins = |word: &Word, initial: &Word| {
        word.text.is_ascii()
            && word.text.as_bytes()[0].is_ascii_lowercase()
            && word.text.as_bytes()[0] == initial.text.as_bytes()[0]
    };
    let (query, theirs) = (&reading.name.words, &record.name.words);
    let mut has_met = [false; 2];
    for query_side in [true, false] {
        let (mine, others) = if query_side { (query, theirs) } else { (theirs, query) };
        let met = |query_met: &BTreeMap<usize, Option<usize>>,
                   record_met: &BTreeMap<usize, ()>,
                   own: bool,
                   at: usize| {
            if own == query_side {
                query_met.contains_key(&at)
            } else {
                record_met.contains_key(&at)
            }
        };
        let open =
            (0..mine.len()).any(|at| is_word(&mine[at]) && !met(query_met, record_met, true, at));
        if open {
            continue;
        }
        for (at, word) in mine.iter().enumerate() {
            let initial = word.class == WordClass::Initial;
            if !initial || met(query_met, record_met, true, at) {
                continue;
            }
            let found = (0..others.len()).find(|&other| {
                is_word(&others[other])
                    && !met(query_met, record_met, false, other)
                    && begins(&others[other], word)
            });
            let Some(other) = found else { continue };
            let (q, r) = if query_side { (at, other) } else { (other, at) };
            let weights = reading.weights[q] + record.weights[r];
            sums.add_pair(weights / 2, similarity);
            query_met.insert(q, Some(r));
            record_met.insert(r, ());
            pairs.push(Met { query: q, record: r, similarity, is_whole: true, says: true });
            has_met[usize::from(!query_side)] = true;
        }
    }
    has_met
}

/// A name of the query as names of a kind are read.
struct Reading {
    kind: NameKind,
    name: Name,
    /// Of its words, in their order: what they weigh, and what they meet.
    weights: Vec<u32>,
    words: Vec<Rc<ComparedWord>>,
    /// Of its joined words: what they meet.
    joins: Vec<Rc<ComparedJoin>>,
    is_run_together: bool,
    ranks: Option<Ranks>,
}

impl Reading {
    /// Initials gather only in a name of nothing else.
    fn gathers(&self, q: usize) -> bool {
        let initial = |word: &Word| word.class == WordClass::Initial;
        let only_initials =
            !self.name.words.iter().any(|word| word.class.is_informative() && !initial(word));
        only_initials || !initial(&self.name.words[q])
    }
}

struct Candidate {
    query: Vec<usize>,
    record: Vec<usize>,
    /// Whether both words say something.
    informative: bool,
    similarity: Similarity,
    weight_twice: u32,
    unit: usize,
}

/// A filter that lets every record pass.
pub fn everything(snapshot: &Snapshot) -> BoundFilter<'_> {
    BoundFilter::new(snapshot, &tamis_engine::matching::Filter::collection(Collection::Default))
}
