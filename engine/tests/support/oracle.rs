//! Slow and obviously right: gathers by reading every record, scores by comparing every word of
//! the query with every word of every name, sorts everything.
//!
//! Shared with the engine are the text layer, the word weights of the snapshot, and the formula
//! that turns sums into a score; these have tests of their own. Everything else is done again,
//! with strings and without any index.

use std::collections::{BTreeMap, BTreeSet};

use tamis_engine::candidates::BoundFilter;
use tamis_engine::limits::WIDENING_BELOW;
use tamis_engine::matching::{Algorithm, MatchQuery};
use tamis_engine::model::{Collection, RecordOrdinal};
use tamis_engine::scoring::Score;
use tamis_engine::scoring::constants as c;
use tamis_engine::scoring::formula::{Sums, name_score};
use tamis_engine::snapshot::{IndexView, POOLED_LEAST, Snapshot, joined_similarity};
use tamis_engine::text::{
    self, Join, Name, NameKind, Script, Similarity, Word, WordClass, WordForm, weight,
};

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
}

struct OracleRecord {
    kind: NameKind,
    names: Vec<RecordName>,
}

pub struct Oracle<'s> {
    index: IndexView<'s>,
    records: Vec<OracleRecord>,
    /// Every single word of the dictionary.
    dictionary: Vec<WordForm<'static>>,
    /// Text, kind of names, whether it says something: as it occurs in some name.
    classes: BTreeSet<(String, u8, bool)>,
}

impl<'s> Oracle<'s> {
    pub fn new(snapshot: &'s Snapshot) -> Self {
        let index = snapshot.index();
        let (mut dictionary, mut classes) = (BTreeSet::new(), BTreeSet::new());
        let records = (0..snapshot.record_count()).map(|at| {
            let view = snapshot.record(RecordOrdinal(at as u32));
            let kind = text::name_kind(view.entity_type(), view.name());
            let names = std::iter::once(view.name()).chain(view.aliases());
            let names: Vec<RecordName> = names
                .map(|raw| RecordName {
                    normalised: text::normalize(raw),
                    name: text::tokenize(raw, kind),
                })
                .collect();
            for name in &names {
                dictionary.extend(name.name.words.iter().map(|word| word.text.clone()));
                classes.extend(
                    name.name
                        .words
                        .iter()
                        .map(|word| (word.text.clone(), kind as u8, word.class.is_informative())),
                );
            }
            OracleRecord { kind, names }
        });
        let records = records.collect();
        let dictionary = dictionary.iter().map(|text| WordForm::new(text)).collect();
        Self { index, records, dictionary, classes }
    }

    /// All candidates of a query, ranked.
    pub fn answer(
        &self,
        query: &MatchQuery,
        filter: &BoundFilter<'_>,
        algorithm: Algorithm,
    ) -> OracleAnswer {
        let passing: Vec<usize> =
            (0..self.records.len()).filter(|&at| filter.passes(&self.index.records[at])).collect();
        let mut gathered = BTreeSet::new();
        for name in &query.names {
            gathered.extend(self.gather(name.text(), &passing));
        }
        gathered.extend(passing.iter().copied().filter(|&at| {
            query.imos.iter().any(|imo| self.index.records[at].imo == imo.to_code())
        }));
        let readings: Vec<[Reading; 2]> = query
            .names
            .iter()
            .map(|name| NameKind::ALL.map(|kind| self.read(name.text(), kind)))
            .collect();
        let facts = algorithm.facts(query, query.schema);
        let mut ranked: Vec<(RecordOrdinal, Score, Score)> = gathered
            .iter()
            .map(|&at| {
                let record = RecordOrdinal(at as u32);
                let name = self.best_name(&readings, at);
                (record, facts.compare(&self.index, record).apply(name), name)
            })
            .collect();
        ranked.sort_by_key(|&(record, score, name)| {
            (std::cmp::Reverse(score), std::cmp::Reverse(name), record)
        });
        OracleAnswer { total: gathered.len(), ranked }
    }

    /// The two stages of docs/api.md, "Candidates" for one name.
    fn gather(&self, name: &str, passing: &[usize]) -> Vec<usize> {
        let readings = NameKind::ALL.map(|kind| self.read(name, kind));
        let holds_all = |at: &usize| {
            let record = &self.records[*at];
            let words = &readings[record.kind as usize].name.words;
            let held = |word: &Word| {
                record.names.iter().any(|n| n.name.words.iter().any(|w| w.text == word.text))
            };
            !words.is_empty() && words.iter().all(held)
        };
        let all: Vec<usize> = passing.iter().copied().filter(holds_all).collect();
        if all.len() >= WIDENING_BELOW {
            return all;
        }
        let normalised = text::normalize(name);
        let shares = |at: &usize| {
            let record = &self.records[*at];
            let reading = &readings[record.kind as usize];
            record.names.iter().any(|known| {
                let starts = !normalised.is_empty() && known.normalised.starts_with(&normalised);
                starts || self.shares_word(reading, &known.name, record.kind)
            })
        };
        passing.iter().copied().filter(shares).collect()
    }

    fn best_name(&self, readings: &[[Reading; 2]], at: usize) -> Score {
        let record = &self.records[at];
        let scores = readings.iter().flat_map(|reading| {
            let reading = &reading[record.kind as usize];
            record.names.iter().map(|known| self.score(reading, &known.name, record.kind))
        });
        scores.max().unwrap_or(Score::ZERO)
    }

    fn read(&self, raw: &str, kind: NameKind) -> Reading {
        let name = text::tokenize(raw, kind);
        let weights = name.words.iter().map(|word| self.query_weight(word)).collect();
        Reading { name, weights }
    }

    /// Weight of a query word: as the dictionary has it, or by the records of words that sound
    /// alike.
    fn query_weight(&self, word: &Word) -> u32 {
        if self.index.find_word(&word.text).is_some() {
            return self.record_weight(word);
        }
        let form = WordForm::new(&word.text);
        let alike = self.dictionary.iter().filter(|other| {
            text::similarity(&form, other) >= POOLED_LEAST && text::words_meet(&form, other)
        });
        let records = alike.filter_map(|other| self.index.find_word(other.text()));
        let frequency = records.map(|w| u64::from(self.index.words[w.index()].frequency)).sum();
        let rarity = weight::rarity(frequency, self.records.len() as u64);
        weight::weight(word.class, weight::ordinary(rarity)).into()
    }

    fn record_weight(&self, word: &Word) -> u32 {
        let known = self.index.find_word(&word.text).expect("a word of a record is known");
        weight::weight(word.class, self.index.words[known.index()].weight).into()
    }

    /// Whether two words meet at all, for gathering: equal words always do; words alike only when
    /// the record's, in some name of the kind, says something just as the query's does.
    fn gathers(&self, word: &Word, theirs: &Word, kind: NameKind) -> bool {
        let (a, b) = (WordForm::new(&word.text), WordForm::new(&theirs.text));
        let alike = text::similarity(&a, &b) >= Similarity::LEAST && text::words_meet(&a, &b);
        let informative = word.class.is_informative();
        word.text == theirs.text
            || (alike && self.classes.contains(&(theirs.text.clone(), kind as u8, informative)))
    }

    /// Whether a gathering word of the query, or joined words, meet a word of the name.
    fn shares_word(&self, reading: &Reading, record: &Name, kind: NameKind) -> bool {
        let words = reading.name.words.iter().enumerate();
        let mut gathering = words.filter(|(q, _)| reading.gathers(*q));
        gathering.any(|(q, word)| {
            record.words.iter().any(|theirs| self.gathers(word, theirs, kind))
                || record
                    .joins
                    .iter()
                    .any(|join| self.word_with_join(reading, q, word, join).is_some())
        }) || reading.name.joins.iter().any(|join| {
            record.words.iter().any(|theirs| {
                let informative = (theirs.text.clone(), kind as u8, true);
                self.classes.contains(&informative) && joins_word(join, theirs)
            })
        })
    }

    /// Every pair of a query word (or joined words) and a record word (or joined words) that meet.
    fn candidates<'a>(
        &'a self,
        reading: &'a Reading,
        record: &'a Name,
    ) -> impl Iterator<Item = Candidate> + 'a {
        let singles = reading.name.words.iter().enumerate().flat_map(move |(q, word)| {
            let single =
                record.words.iter().enumerate().filter_map(move |(r, theirs)| {
                    self.word_with_word(reading, q, word, r, theirs)
                });
            let joined = record
                .joins
                .iter()
                .filter_map(move |join| self.word_with_join(reading, q, word, join));
            single.chain(joined)
        });
        let joined = reading.name.joins.iter().enumerate().flat_map(move |(at, join)| {
            let unit = reading.name.words.len() + at;
            record
                .words
                .iter()
                .enumerate()
                .filter_map(move |(r, theirs)| self.join_with_word(join, unit, r, theirs))
        });
        singles.chain(joined)
    }

    fn word_with_word(
        &self,
        reading: &Reading,
        q: usize,
        word: &Word,
        r: usize,
        theirs: &Word,
    ) -> Option<Candidate> {
        let (a, b) = (WordForm::new(&word.text), WordForm::new(&theirs.text));
        let similarity = text::similarity(&a, &b);
        let alike = similarity >= Similarity::LEAST && text::words_meet(&a, &b);
        if !alike || word.class.is_informative() != theirs.class.is_informative() {
            return None;
        }
        let weight = self.record_weight(theirs);
        let semitic = |form: &WordForm| matches!(form.script(), Script::Arabic | Script::Hebrew);
        let weight_twice =
            if semitic(&a) == semitic(&b) { reading.weights[q] + weight } else { 2 * weight };
        let (query, record) = (vec![q], vec![r]);
        let informative = word.class.is_informative();
        Some(Candidate { query, record, informative, similarity, weight_twice, unit: q })
    }

    fn word_with_join(
        &self,
        reading: &Reading,
        q: usize,
        word: &Word,
        join: &Join,
    ) -> Option<Candidate> {
        let (a, b) = (WordForm::new(&word.text), WordForm::new(&join.text));
        let similarity = joined_similarity(text::similarity(&a, &b))?;
        if !text::joined_meet(&a, &b) || !word.class.is_informative() {
            return None;
        }
        let record = (join.start..join.start + join.len).map(usize::from).collect();
        let weight_twice = 2 * reading.weights[q];
        Some(Candidate {
            query: vec![q],
            record,
            informative: true,
            similarity,
            weight_twice,
            unit: q,
        })
    }

    fn join_with_word(
        &self,
        join: &Join,
        unit: usize,
        r: usize,
        theirs: &Word,
    ) -> Option<Candidate> {
        let (a, b) = (WordForm::new(&join.text), WordForm::new(&theirs.text));
        let similarity = joined_similarity(text::similarity(&a, &b))?;
        if !joins_word(join, theirs) || !theirs.class.is_informative() {
            return None;
        }
        let query = (join.start..join.start + join.len).map(usize::from).collect();
        let weight_twice = 2 * self.record_weight(theirs);
        Some(Candidate {
            query,
            record: vec![r],
            informative: true,
            similarity,
            weight_twice,
            unit,
        })
    }

    /// The score of one name.
    fn score(&self, reading: &Reading, record: &Name, kind: NameKind) -> Score {
        let mut candidates: Vec<Candidate> = self.candidates(reading, record).collect();
        candidates.sort_by_key(|pair| {
            (
                std::cmp::Reverse((pair.informative, pair.similarity.0, pair.weight_twice)),
                pair.query[0].abs_diff(pair.record[0]),
                pair.unit,
                pair.record[0],
                pair.record.len(),
            )
        });
        let mut sums = Sums::default();
        let (mut query_met, mut record_met) = (BTreeMap::new(), BTreeMap::new());
        let mut least = Similarity::EQUAL.0;
        for pair in candidates {
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
        }
        let gathered = query_met.iter().any(|(&q, single)| single.is_none() || reading.gathers(q));
        if !gathered {
            return Score::ZERO;
        }
        if kind == NameKind::Person {
            let met = (&mut query_met, &mut record_met);
            least = least.min(self.meet_initials(reading, record, met, &mut sums));
        }
        let names = Pairing { query: &reading.name.words, record: &record.words, met: &query_met };
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
            *side += self.record_weight(&names.record[r]);
        }
        sums.sure = sums.record_left == 0
            && f64::from(least) >= (c::SURE_SIMILARITY * 255.0).floor()
            && record.words.iter().filter(|w| w.class.is_informative()).count()
                >= usize::from(c::SURE_WORDS);
        if kind == NameKind::Person && names.initials_contradict(&query_left, &record_left) {
            let weight = (c::INITIAL_CONTRADICTS * f64::from(weight::WEIGHT_ONE)) as u32;
            sums.query_left += weight;
            sums.record_left += weight;
        }
        let factor = names.numbers_and_places(&query_left, &record_left, kind) * names.order();
        name_score(&sums, c::costs(kind, names.is_syllabic()), factor)
    }

    /// Initials meet leftover words that begin with them; returns the least similarity used.
    fn meet_initials(
        &self,
        reading: &Reading,
        record: &Name,
        (query_met, record_met): (&mut BTreeMap<usize, Option<usize>>, &mut BTreeMap<usize, ()>),
        sums: &mut Sums,
    ) -> u8 {
        let similarity = (c::INITIAL_SIMILARITY * 255.0).round() as u8;
        let is_word = |word: &Word| word.class.is_informative() && word.class != WordClass::Initial;
        let begins = |word: &Word, initial: &Word| {
            word.text.is_ascii()
                && word.text.as_bytes()[0].is_ascii_lowercase()
                && word.text.as_bytes()[0] == initial.text.as_bytes()[0]
        };
        let (query, theirs) = (&reading.name.words, &record.words);
        let mut least = u8::MAX;
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
            let open = (0..mine.len())
                .any(|at| is_word(&mine[at]) && !met(query_met, record_met, true, at));
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
                let weights = reading.weights[q] + self.record_weight(&theirs[r]);
                sums.add_pair(weights / 2, similarity);
                query_met.insert(q, Some(r));
                record_met.insert(r, ());
                least = similarity;
            }
        }
        least
    }
}

/// Whether neighbours of the query written as one meet a word.
fn joins_word(join: &Join, theirs: &Word) -> bool {
    let (a, b) = (WordForm::new(&join.text), WordForm::new(&theirs.text));
    joined_similarity(text::similarity(&a, &b)).is_some() && text::joined_meet(&b, &a)
}

struct Reading {
    name: Name,
    weights: Vec<u32>,
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

/// Two names and which query word met which record word.
struct Pairing<'a> {
    query: &'a [Word],
    record: &'a [Word],
    met: &'a BTreeMap<usize, Option<usize>>,
}

impl Pairing<'_> {
    fn is_syllabic(&self) -> bool {
        self.query
            .iter()
            .chain(self.record)
            .any(|word| matches!(WordForm::new(&word.text).script(), Script::Han | Script::Hangul))
    }

    fn initials_contradict(&self, query_left: &[usize], record_left: &[usize]) -> bool {
        let has = |words: &[Word], left: &[usize], initial: bool| {
            left.iter().any(|&at| {
                let class = words[at].class;
                class.is_informative() && (class == WordClass::Initial) == initial
            })
        };
        (has(self.query, query_left, true) && has(self.record, record_left, false))
            || (has(self.record, record_left, true) && has(self.query, query_left, false))
    }

    fn numbers_and_places(
        &self,
        query_left: &[usize],
        record_left: &[usize],
        kind: NameKind,
    ) -> f64 {
        let any = |words: &[Word], left: &[usize], is: &dyn Fn(&Word) -> bool| {
            left.iter().any(|&at| words[at].class.is_informative() && is(&words[at]))
        };
        let number = |word: &Word| word.class == WordClass::Number;
        let place = |word: &Word| word.is_place;
        let query_number = any(self.query, query_left, &number);
        let record_number = any(self.record, record_left, &number);
        let mut factor = 1.0;
        if query_number && record_number {
            factor *= c::NUMBERS_DIFFER;
        } else if query_number || record_number {
            factor *= c::NUMBER_EXTRA;
        }
        let places = any(self.query, query_left, &place) || any(self.record, record_left, &place);
        if kind == NameKind::Thing && places {
            factor *= c::PLACE_LEFT;
        }
        factor
    }

    fn order(&self) -> f64 {
        let mut factor = 1.0;
        let query = neighbours_of_particles(self.query);
        let record = neighbours_of_particles(self.record);
        let met = |q: usize| self.met.get(&q).copied().flatten();
        if query.iter().any(|&(before, after)| {
            record.iter().any(|&(b, a)| met(before) == Some(a) && met(after) == Some(b))
        }) {
            factor *= c::ORDER_REVERSED;
        }
        let pairs: Vec<(usize, usize)> = self
            .met
            .iter()
            .filter_map(|(&q, &r)| Some((q, r?)))
            .filter(|&(q, _)| self.query[q].class.is_informative())
            .collect();
        let short = |word: &Word| word.text.chars().count() <= usize::from(c::SHORT_WORD_LETTERS);
        let all_short = pairs.iter().all(|&(q, r)| short(&self.query[q]) && short(&self.record[r]));
        let order: Vec<usize> = pairs.iter().map(|&(_, r)| r).collect();
        let is_rotation = (0..order.len().max(1)).any(|by| {
            let mut rotated = order.clone();
            rotated.rotate_left(by.min(order.len()));
            rotated.is_sorted()
        });
        if (3..=5).contains(&order.len()) && all_short && !is_rotation {
            factor *= c::SHORT_WORDS_SHUFFLED;
        }
        factor
    }
}

/// The nearest ordinary words before and behind each of the first four particles.
fn neighbours_of_particles(words: &[Word]) -> Vec<(usize, usize)> {
    let particles: Vec<usize> = (1..words.len().saturating_sub(1))
        .filter(|&at| words[at].class == WordClass::Order)
        .take(4)
        .collect();
    let ordinary = |at: &usize| words[*at].class == WordClass::Word;
    particles
        .into_iter()
        .filter_map(|at| {
            let before = (0..at).rev().find(ordinary)?;
            let after = (at + 1..words.len()).find(ordinary)?;
            Some((before, after))
        })
        .collect()
}

/// A filter that lets every record pass.
pub fn everything(snapshot: &Snapshot) -> BoundFilter<'_> {
    BoundFilter::new(snapshot, &tamis_engine::matching::Filter::collection(Collection::Default))
}
