//! Score of one name: every word of the query against every word of the name.

use std::collections::BTreeMap;
use std::rc::Rc;

use bytemuck::Zeroable;
use tamis_engine::lexicon::SAME_COMPOUND;
use tamis_engine::model::NameOrdinal;
use tamis_engine::query::whole_names::whole_match;
use tamis_engine::scoring::Score;
use tamis_engine::scoring::constants as c;
use tamis_engine::scoring::formula::{Sums, name_score, surname_score};
use tamis_engine::scoring::whole_name;
use tamis_engine::snapshot::rows::{NameRow, name_flags};
use tamis_engine::text::whole_name::CompactName;
use tamis_engine::text::{
    self, Compound, Name, NameKind, Ranks, Script, Similarity, Word, WordClass, weight,
};

use super::compared::{ComparedJoin, ComparedWord};
use super::pairing::{Met, Pairing, is_nearly_equal};

/// One name of a record, tokenized.
pub struct RecordName {
    pub normalised: String,
    pub name: Name,
    /// Numbers of the texts of its words, in their order; `weights` are theirs.
    pub words: Vec<usize>,
    pub weights: Vec<u32>,
    /// Numbers of the texts of its compounds.
    pub compounds: Vec<usize>,
    /// The name as one string.
    pub string: Option<CompactName>,
    pub is_weak: bool,
    /// Ranks of its record.
    pub ranks: Ranks,
}

/// A name of the query, read as one of a kind.
pub struct Reading {
    pub kind: NameKind,
    pub normalised: String,
    pub name: Name,
    /// Weights of its words, in their order; `words` are their similarities.
    pub weights: Vec<u32>,
    pub words: Vec<Rc<ComparedWord>>,
    /// Similarities of its compounds.
    pub compounds: Vec<Rc<ComparedJoin>>,
    pub is_run_together: bool,
    pub ranks: Option<Ranks>,
    /// The name as one string, in each order that is compared; see [`super::oracle`].
    pub strings: Vec<CompactName>,
}

impl Reading {
    /// True if a word generates candidates. Initials do so only in a name of nothing else.
    pub fn generates_candidates(&self, q: usize) -> bool {
        let initial = |word: &Word| word.class == WordClass::Initial;
        let only_initials =
            !self.name.words.iter().any(|word| word.class.is_informative() && !initial(word));
        only_initials || !initial(&self.name.words[q])
    }
}

/// Returns the score of one name as one string, from the nearest of the query's strings.
pub fn whole_score(
    reading: &Reading,
    known: &RecordName,
    is_word: impl Fn(&str) -> bool,
) -> Option<Score> {
    let record = known.string.as_ref()?;
    let matches = reading.strings.iter();
    let matches = matches.filter_map(|query| whole_match(query, record, NameOrdinal(0), &is_word));
    let nearest = matches.min_by_key(|found| found.differences.order())?;
    let informative = |at: &usize| known.name.words[*at].class.is_informative();
    let places = || (0..known.name.words.len()).filter(informative);
    let row = NameRow {
        informative: places().map(|at| known.weights[at]).sum::<u32>() as u16,
        informative_words: places().count() as u8,
        flags: if known.is_weak { name_flags::WEAK } else { 0 },
        ..NameRow::zeroed()
    };
    Some(whole_name::whole_score(&nearest, &row).0)
}

/// Returns the score of one name: the better of those by words and as one string.
pub fn score(
    reading: &Reading,
    known: &RecordName,
    kind: NameKind,
    is_word: impl Fn(&str) -> bool,
) -> Score {
    let by_words = score_by_words(reading, known, kind);
    whole_score(reading, known, is_word).map_or(by_words, |whole| whole.max(by_words))
}

fn score_by_words(reading: &Reading, known: &RecordName, kind: NameKind) -> Score {
    let record = &known.name;
    let is_legal_forms = kind == NameKind::Thing && reading.name.is_legal_forms();
    if is_legal_forms && reading.normalised != known.normalised {
        return Score::ZERO;
    }
    let mut pairs: Vec<Candidate> = pairs(reading, known).collect();
    let is_whole =
        |pair: &Candidate| text::stand_apart(&reading.name.words, pair.query[0], pair.query.len());
    let preference = |pair: &Candidate| {
        let preferred = if is_whole(pair) { (c::WHOLE_PREFERRED * 255.0) as u32 } else { 0 };
        u32::from(pair.similarity.0) + preferred
    };
    pairs.sort_by_key(|pair| {
        (
            pair.is_given_name,
            std::cmp::Reverse((pair.informative, preference(pair), pair.weight_twice)),
            pair.query[0].abs_diff(pair.record[0]),
            pair.span,
            pair.record[0],
            pair.record.len(),
        )
    });
    let mut sums = Sums::default();
    let (mut query_met, mut record_met) = (BTreeMap::new(), BTreeMap::new());
    let (mut least, mut said) = (Similarity::EQUAL.0, 0);
    let (mut generic, mut general) = (true, true);
    let (mut has_generic, mut is_letter, mut distinctive) = (false, false, Vec::new());
    let (mut least_said, mut weight_said) = (Similarity::EQUAL.0, 0);
    let (mut met, mut nearly_equal) = (Vec::new(), Vec::new());
    for pair in pairs {
        let taken = pair.query.iter().any(|q| query_met.contains_key(q))
            || pair.record.iter().any(|r| record_met.contains_key(r));
        // A form of a given name stands right in front of a distinctive word that matches.
        let is_in_front = || {
            let next = |words: &[Word], at: usize| {
                (at + 1..words.len()).find(|&next| words[next].class.is_informative())
            };
            let query = next(&reading.name.words, pair.query[0]);
            query.zip(next(&record.words, pair.record[0])).is_some_and(|next| {
                let word = &reading.name.words[next.0];
                word.class == WordClass::Word && !word.is_place && nearly_equal.contains(&next)
            })
        };
        if taken || pair.is_given_name && !is_in_front() {
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
            has_particle: words().any(|word| word.class == WordClass::Order),
            is_of_words: single,
            is_initial: false,
        });
        if is_nearly_equal(pair.similarity.0) {
            let each = |&q: &usize| pair.record.iter().map(move |&r| (q, r));
            nearly_equal.extend(pair.query.iter().flat_map(each));
        }
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
                distinctive.push((
                    is_doubted && (is_known || is_short_one),
                    is_known || is_short(&record.words, &pair.record),
                ));
            }
        }
    }
    let gathered =
        query_met.iter().any(|(&q, single)| single.is_none() || reading.generates_candidates(q));
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
    let short = matches!(distinctive[..], [(true, theirs)] if theirs || !has_generic);
    let low_evidence = match (short, generic) {
        (true, _) => c::SHORT_WORD_ALONE,
        (_, true) => c::GENERIC_ALONE,
        _ => 1.0,
    };
    if kind == NameKind::Person {
        let words_met = (&mut query_met, &mut record_met);
        sums.initials = meet_initials(reading, known, words_met, &mut met, &mut sums);
        if sums.initials != [false; 2] {
            least = least.min(initial_similarity());
        }
    }
    let names = Pairing { query: &reading.name.words, record: &record.words, pairs: &met };
    let query_unmatched: Vec<usize> =
        (0..names.query.len()).filter(|q| !query_met.contains_key(q)).collect();
    let record_unmatched: Vec<usize> =
        (0..names.record.len()).filter(|r| !record_met.contains_key(r)).collect();
    for &q in &query_unmatched {
        let side = if names.query[q].class.is_informative() {
            &mut sums.query_unmatched
        } else {
            &mut sums.query_low_information
        };
        *side += reading.weights[q];
    }
    for &r in &record_unmatched {
        let side = if names.record[r].class.is_informative() {
            &mut sums.record_unmatched
        } else {
            &mut sums.record_low_information
        };
        *side += known.weights[r];
    }
    let informative = record.words.iter().filter(|word| word.class.is_informative()).count();
    sums.is_confident = sums.record_unmatched == 0
        && is_nearly_equal(least)
        && f64::from(sums.matched_twice)
            >= 2.0 * c::CONFIDENT_WEIGHT * f64::from(weight::WEIGHT_ONE);
    if kind == NameKind::Person && names.initials_contradict(&query_unmatched, &record_unmatched) {
        let weight = (c::INITIAL_CONTRADICTS * f64::from(weight::WEIGHT_ONE)) as u32;
        sums.query_unmatched += weight;
        sums.record_unmatched += weight;
    }
    let alias_quality = match (known.is_weak, informative) {
        (false, _) => 1.0,
        (true, 0 | 1) => c::WEAK_ALIAS_ALONE,
        (true, _) => c::WEAK_ALIAS,
    };
    let said = (least_said, weight_said);
    sums.is_identified = match kind {
        NameKind::Person => {
            let is_rank_met = reading.ranks.map(|asked| asked.intersects(known.ranks));
            is_rank_met.is_some_and(|is_met| names.is_ranked_one(is_met, &query_unmatched, said))
        }
        NameKind::Thing => names.is_short_form(&query_unmatched, &record_unmatched, said),
    };
    let places = if sums.is_identified {
        1.0
    } else {
        names.places(&query_unmatched, &record_unmatched, kind)
    };
    let factor = low_evidence
        * names.numbers(&query_unmatched, &record_unmatched)
        * places
        * names.order(&record_unmatched, kind)
        * alias_quality;
    let score = name_score(&sums, c::costs(kind, names.is_syllabic(), sums.is_identified), factor);
    let is_surname = kind == NameKind::Person
        && reading.ranks.is_none()
        && names.is_ranked_one(false, &query_unmatched, said);
    if is_surname { score.max(surname_score(&sums, factor)) } else { score }
}

/// Returns every matching pair of a query word or compound and a record word or compound.
fn pairs<'a>(reading: &'a Reading, record: &'a RecordName) -> impl Iterator<Item = Candidate> + 'a {
    let singles = (0..reading.words.len()).flat_map(move |q| {
        let words = 0..record.words.len();
        let single = words.filter_map(move |r| word_with_word(reading, q, record, r));
        let compounds = 0..record.compounds.len();
        single.chain(compounds.filter_map(move |at| word_with_join(reading, q, record, at)))
    });
    let joined = (0..reading.compounds.len()).flat_map(move |at| {
        let words = 0..record.words.len();
        words.filter_map(move |r| join_with_word(reading, at, record, r))
    });
    singles.chain(joined)
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
    let is_given_name = reading.words[q].given_names.contains(&record.words[r]);
    let (query, record) = (vec![q], vec![r]);
    Some(Candidate { query, record, informative, is_given_name, similarity, weight_twice, span: q })
}

pub fn word_with_join(
    reading: &Reading,
    q: usize,
    record: &RecordName,
    at: usize,
) -> Option<Candidate> {
    let similarity = reading.words[q].compounds[record.compounds[at]][reading.kind as usize];
    if similarity == Similarity::NONE || !reading.name.words[q].class.is_informative() {
        return None;
    }
    if reading.is_run_together && similarity < SAME_COMPOUND {
        return None;
    }
    let (query, record) = (vec![q], spanned(&record.name.compounds[at]));
    let weight_twice = 2 * reading.weights[q];
    Some(Candidate {
        query,
        record,
        informative: true,
        is_given_name: false,
        similarity,
        weight_twice,
        span: q,
    })
}

fn join_with_word(
    reading: &Reading,
    at: usize,
    record: &RecordName,
    r: usize,
) -> Option<Candidate> {
    let similarity = reading.compounds[at].words[record.words[r]][reading.kind as usize];
    if similarity == Similarity::NONE || !record.name.words[r].class.is_informative() {
        return None;
    }
    let weight_twice = 2 * record.weights[r];
    let (query, record) = (spanned(&reading.name.compounds[at]), vec![r]);
    let span = reading.name.words.len() + at;
    Some(Candidate {
        query,
        record,
        informative: true,
        is_given_name: false,
        similarity,
        weight_twice,
        span,
    })
}

/// Returns the positions of the words of a compound.
fn spanned(join: &Compound) -> Vec<usize> {
    (join.start..join.start + join.len).map(usize::from).collect()
}

fn initial_similarity() -> u8 {
    (c::INITIAL_SIMILARITY * 255.0).round() as u8
}

/// Matches initials with unmatched words that begin with them. Returns true for a matched initial of
/// the query, and for one of the record.
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
            sums.add_matched(weights / 2, similarity);
            query_met.insert(q, Some(r));
            record_met.insert(r, ());
            pairs.push(Met {
                query: q,
                record: r,
                similarity,
                is_whole: true,
                says: true,
                has_particle: false,
                is_of_words: true,
                is_initial: true,
            });
            has_met[usize::from(!query_side)] = true;
        }
    }
    has_met
}

pub struct Candidate {
    query: Vec<usize>,
    record: Vec<usize>,
    /// True if both words are informative.
    informative: bool,
    /// True if they match only as forms of a given name in the name of a thing.
    is_given_name: bool,
    similarity: Similarity,
    weight_twice: u32,
    span: usize,
}
