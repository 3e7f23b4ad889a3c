//! The queries of a plan: parties as queries with their facts, then the windows of texts, the longest
//! first. Each different one is asked once.

use std::ops::Range;
use std::sync::Arc;
use std::{iter, mem};

use ahash::AHashMap;

use super::embargo::embargoed;
use super::found::{Found, FoundHit, FoundIdentifier};
use super::party::Party;
use super::plan::{Plan, Treatment};
use super::windows::{Window, windows};
use crate::api::http::metrics::QueryCounts;
use crate::api::http::turns::{GivenUp, Turn};
use crate::limits::{
    FILTER_CHUNK, FILTER_HITS_MAX, FILTER_RESULTS_KEPT_MAX, WINDOW_ALONE_LETTERS_MIN, WINDOW_WORDS,
    WINDOWS_MAX,
};
use crate::policy::{Policy, RuleOrdinal, Terms};
use tamis_engine::matching::{
    self, Algorithm, BoundFilter, Explain, Hit, How, MatchQuery, MatchSettings, Reason,
};
use tamis_engine::model::{Day, EntityType, Schema};
use tamis_engine::snapshot::{IdentifierMatch, RecordView};
use tamis_engine::text::{NameKind, Word, name_kind, tokenize};
use tamis_payments::element_at;

/// A snapshot with the settings of a request.
pub(super) struct Screening<'f, 's> {
    pub(super) filter: &'f BoundFilter<'s>,
    /// The filter without the lists that a rule leaves out.
    pub(super) without: Vec<(RuleOrdinal, BoundFilter<'s>)>,
    pub(super) how: MatchSettings,
    /// Minimum score of results by the request.
    pub(super) cutoff: f64,
    pub(super) today: Day,
    pub(super) counts: &'f QueryCounts,
}

/// Filter and settings of a query.
#[derive(Clone, Copy)]
struct Asking<'f, 's> {
    filter: &'f BoundFilter<'s>,
    how: MatchSettings,
}

/// Place of a hit, with its result.
struct HitPlace {
    message: u32,
    element: u32,
    /// First byte in its text.
    start: u32,
    source: Source,
}

#[derive(Clone, Copy)]
enum Source {
    /// Ordinals of the party and of its result.
    Party(u32, u32),
    /// Ordinals of the text, of its window, and of the window's result.
    Text(u32, u32, u32),
}

/// The answer about a party.
#[derive(Default)]
struct PartyAnswer {
    /// Results, each with the party's name that it matches best.
    hits: Vec<(usize, Arc<Hit>)>,
    unverified: Vec<(usize, &'static str)>,
    unread: Vec<usize>,
}

/// The windows of a text, and those with results.
struct TextState {
    windows: Vec<Window>,
    hits: Vec<(Range<usize>, Vec<Arc<Hit>>)>,
}

impl TextState {
    /// True if a window with results holds this one.
    fn covers(&self, span: &Range<usize>) -> bool {
        self.hits.iter().any(|(hit, _)| hit.start <= span.start && span.end <= hit.end)
    }

    /// Adds the results of a window, except for records that a window has found which it overlaps.
    fn add(&mut self, span: Range<usize>, found: &[Arc<Hit>]) {
        let overlaps = |other: &Range<usize>| span.start < other.end && other.start < span.end;
        let is_new = |hit: &&Arc<Hit>| {
            let mut others = self.hits.iter().filter(|(other, _)| overlaps(other));
            !others.any(|(_, known)| known.iter().any(|known| known.record == hit.record))
        };
        let fresh: Vec<Arc<Hit>> = found.iter().filter(is_new).cloned().collect();
        if !fresh.is_empty() {
            self.hits.push((span, fresh));
        }
    }
}

const UNREAD_FACT: &str = "a fact that cannot be read or compared";
const MANY_WINDOWS: &str = "the messages have too many parts of texts that may be names";

/// Counts of results while queries are answered.
#[derive(Default)]
struct Kept {
    results: usize,
}

impl Kept {
    /// Keeps results while there is room.
    fn keep<T>(&mut self, results: &mut Vec<T>) {
        results.truncate(FILTER_RESULTS_KEPT_MAX.saturating_sub(self.results).max(1));
        self.results += results.len();
    }
}

/// Windows that may still be asked.
struct Room(usize);

impl Room {
    /// Takes room for the windows of a text; false if there is less.
    fn take(&mut self, windows: usize) -> bool {
        let left = self.0.checked_sub(windows);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

impl<'s> Screening<'_, 's> {
    /// Screens all parts of a plan.
    pub(super) fn run(&self, mut plan: Plan, turn: &Turn) -> Result<Found<'s>, GivenUp> {
        let mut kept = Kept::default();
        let mut parties = Vec::with_capacity(plan.parties.len());
        for chunk in plan.parties.chunks(FILTER_CHUNK) {
            let ask = |party: &Party| self.party(party, self.asking(&plan.policy, party.terms));
            for mut answer in turn.answers(chunk, ask)? {
                kept.keep(&mut answer.hits);
                parties.push(answer);
            }
        }
        let texts = self.texts(&mut plan, &mut kept, turn)?;
        let mut places = of_parties(&mut plan, &parties);
        places.extend(of_texts(&plan, &texts));
        places.sort_by_key(|place| (place.message, place.element, place.start));
        let hits_total = places.len();
        places.truncate(FILTER_HITS_MAX);
        let hit = |HitPlace { message, element, source, .. }: HitPlace| {
            let (text, hit, terms) = match source {
                Source::Party(party, hit) => {
                    let (name, hit) = &parties[party as usize].hits[hit as usize];
                    let party = &plan.parties[party as usize];
                    (&*party.names[*name], hit, party.terms)
                }
                Source::Text(text, window, hit) => {
                    let (span, hits) = &texts[text as usize].hits[window as usize];
                    let text = &plan.texts[text as usize];
                    (&text.text[span.clone()], &hits[hit as usize], text.terms)
                }
            };
            let threshold = plan.policy.threshold(terms);
            let (message, element) = (message as usize, element as usize);
            FoundHit { message, element, text: text.to_owned(), threshold, hit: Arc::clone(hit) }
        };
        let hits = places.into_iter().map(hit).collect();
        let (identifiers, identifiers_total) = self.identifiers(&plan, turn)?;
        let (embargoed, embargoed_total) = embargoed(&plan);
        Ok(Found {
            plan,
            identifiers,
            identifiers_total,
            embargoed,
            embargoed_total,
            hits,
            hits_total,
        })
    }

    /// Looks all identifiers up, each different one once. Returns the first of those that records carry,
    /// and the number of all.
    fn identifiers(
        &self,
        plan: &Plan,
        turn: &Turn,
    ) -> Result<(Vec<FoundIdentifier<'s>>, usize), GivenUp> {
        let mut asked: Vec<(&str, Option<RuleOrdinal>)> = Vec::new();
        let mut known = AHashMap::new();
        let mut places: Vec<(usize, usize, usize)> = Vec::new();
        for (at, (message, treatments)) in plan.file.messages().zip(&plan.treatments).enumerate() {
            let elements = message.elements().iter().zip(treatments).enumerate();
            for (ordinal, (element, _)) in
                elements.filter(|(_, (_, treatment))| **treatment == Treatment::Identifier)
            {
                let datasets = plan.rulings[at][ordinal].terms.datasets;
                let text = (message.text(element).trim(), datasets);
                let text = *known.entry(text).or_insert_with(|| {
                    asked.push(text);
                    asked.len() - 1
                });
                places.push((at, ordinal, text));
            }
        }
        let carried = turn.answers(&asked, |(text, rule)| self.carriers(text, *rule))?;
        let total = places.iter().map(|(_, _, text)| carried[*text].len()).sum();
        let found = places.into_iter().flat_map(|(message, element, text)| {
            let matches = carried[text].iter().cloned();
            matches.map(move |found| FoundIdentifier { message, element, found })
        });
        Ok((found.take(FILTER_HITS_MAX).collect(), total))
    }

    /// The identifiers of records that pass the filter.
    fn carriers(&self, text: &str, rule: Option<RuleOrdinal>) -> Vec<IdentifierMatch<'s>> {
        let filter = self.filter_without(rule);
        let mut matches = filter.snapshot().with_identifier(text);
        matches.retain(|found| filter.passes_record(found.record));
        matches
    }

    /// The filter without the lists that a rule leaves out.
    fn filter_without(&self, rule: Option<RuleOrdinal>) -> &BoundFilter<'s> {
        let mut without = self.without.iter();
        without.find(|(own, _)| Some(*own) == rule).map_or(self.filter, |(_, filter)| filter)
    }

    /// Filter and settings by the rules of a policy.
    fn asking(&self, policy: &Policy, terms: Terms) -> Asking<'_, 's> {
        let mut how = self.how;
        if let Some(threshold) = policy.threshold(terms) {
            (how.threshold, how.cutoff) = (threshold, self.cutoff.max(threshold));
        }
        Asking { filter: self.filter_without(terms.datasets), how }
    }

    fn party(&self, party: &Party, asking: Asking<'_, '_>) -> PartyAnswer {
        let queries = party.queries(self.today);
        let mut answer = PartyAnswer {
            unverified: queries.unverified,
            unread: queries.unread,
            ..PartyAnswer::default()
        };
        for (query, names) in &queries.list {
            let hits = self.ask(query, asking);
            for hit in hits {
                let name = best_name(query, &hit, asking);
                answer.hits.push((names[name], Arc::new(hit)));
            }
        }
        answer
    }

    fn ask(&self, query: &MatchQuery, Asking { filter, how }: Asking<'_, '_>) -> Vec<Hit> {
        let answer = matching::answer(query, filter, how);
        self.counts.found(&answer);
        self.counts.answered(1, u64::from(!answer.hits.is_empty()));
        answer.hits
    }

    /// Asks the windows of all texts, the longest first. Those inside a window with results are not
    /// asked.
    fn texts(
        &self,
        plan: &mut Plan,
        kept: &mut Kept,
        turn: &Turn,
    ) -> Result<Vec<TextState>, GivenUp> {
        let index = self.filter.snapshot().index();
        let found = turn.answers(&plan.texts, |own| windows(&index, &own.text, own.is_address))?;
        let mut room = Room(WINDOWS_MAX);
        let mut states = Vec::with_capacity(found.len());
        let mut refused = vec![false; found.len()];
        for (windows, refused) in found.into_iter().zip(&mut refused) {
            *refused = !room.take(windows.len());
            let windows = if *refused { Vec::new() } else { windows };
            states.push(TextState { windows, hits: Vec::new() });
        }
        for words in (1..=WINDOW_WORDS).rev() {
            self.round(plan, &mut states, words, kept, turn)?;
        }
        for place in plan.text_places.iter().filter(|place| refused[place.text]) {
            for (element, _) in &place.pieces {
                plan.treatments[place.message][*element] = Treatment::Unverified(MANY_WINDOWS);
            }
        }
        Ok(states)
    }

    /// Asks the windows of a number of words.
    fn round(
        &self,
        plan: &Plan,
        states: &mut [TextState],
        words: usize,
        kept: &mut Kept,
        turn: &Turn,
    ) -> Result<(), GivenUp> {
        let mut asked: Vec<(&str, Terms)> = Vec::new();
        let mut known = AHashMap::new();
        let mut places: Vec<(usize, Range<usize>, usize)> = Vec::new();
        for (at, (state, text)) in states.iter().zip(&plan.texts).enumerate() {
            for Window { span, .. } in state.windows.iter().filter(|own| own.words == words) {
                if state.covers(span) {
                    continue;
                }
                let window = (&text.text[span.clone()], text.terms);
                let query = *known.entry(window).or_insert_with(|| {
                    asked.push(window);
                    asked.len() - 1
                });
                places.push((at, span.clone(), query));
            }
        }
        let mut answers = Vec::with_capacity(asked.len());
        for chunk in asked.chunks(FILTER_CHUNK) {
            let ask = |(window, terms): &(&str, Terms)| {
                self.window(window, words, self.asking(&plan.policy, *terms))
            };
            for mut hits in turn.answers(chunk, ask)? {
                kept.keep(&mut hits);
                answers.push(hits);
            }
        }
        for (at, span, query) in places {
            states[at].add(span, &answers[query]);
        }
        Ok(())
    }

    /// Results that a window of a number of words is enough evidence for. The name alone is compared: a
    /// ship is as good an answer as a person, and a text has no facts.
    fn window(&self, window: &str, words: usize, asking: Asking<'_, '_>) -> Vec<Arc<Hit>> {
        let query = MatchQuery::by_name(Schema::LegalEntity, window);
        let how =
            MatchSettings { algorithm: Algorithm::NameOnly, explain: Explain::Full, ..asking.how };
        let mut hits = self.ask(&query, Asking { how, ..asking });
        hits.retain(|hit| {
            is_evident(hit, window, words, self.filter.snapshot().record(hit.record))
        });
        hits.iter_mut().for_each(|hit| shorten(hit, self.how.explain));
        hits.into_iter().map(Arc::new).collect()
    }
}

/// Ordinal of the name of a query that a result matches best; the first of equal ones.
fn best_name(query: &MatchQuery, hit: &Hit, Asking { filter, how }: Asking<'_, '_>) -> usize {
    let mut best = (0, f64::MIN);
    if query.names.len() > 1 {
        for (at, name) in query.names.iter().enumerate() {
            let alone = MatchQuery { names: vec![name.clone()], ..query.clone() };
            let how = MatchSettings { explain: Explain::None, ..how };
            let score = matching::of_record(&alone, filter, how, hit.record);
            let score = score.map_or(f64::MIN, |own| own.score);
            if score > best.1 {
                best = (at, score);
            }
        }
    }
    best.0
}

/// True if a window is enough evidence for a record: more than a name in a field of names needs, since
/// any words of a text may be a part of some listed name.
///
/// - Its first and its last word match. Readings that leave out a part of the window do not count: a
///   smaller window is the name alone.
/// - Of the name of a thing, all informative words match, except for places: "crude oil" is not the
///   ministry of that name.
/// - A word alone is the name of an organisation, in a known spelling, and not short: "Star" and "Maria" are ships.
fn is_evident(hit: &Hit, window: &str, words: usize, record: RecordView<'_>) -> bool {
    let entity_type = record.entity_type();
    let name = hit
        .features
        .iter()
        .find_map(|feature| Some((feature.matched_name.as_deref()?, feature.alignment.as_ref()?)));
    let Some((name, alignment)) = name else { return false };
    if let Some(Reason::FreeText | Reason::Alias | Reason::Role | Reason::Kind) = alignment.rewrite
    {
        return false;
    }
    let is_bound = |next: Option<char>| !next.is_some_and(char::is_alphanumeric);
    let is_edge = |word: &String| {
        let (begins, ends) = (window.strip_prefix(&**word), window.strip_suffix(&**word));
        begins.is_some_and(|rest| is_bound(rest.chars().next()))
            || ends.is_some_and(|rest| is_bound(rest.chars().next_back()))
    };
    if alignment.only_query.iter().any(is_edge) {
        return false;
    }
    if words == 1 {
        let is_organisation =
            matches!(entity_type, Some(EntityType::Company | EntityType::Organization));
        let is_equal =
            alignment.pairs.iter().all(|pair| matches!(pair.how, How::Equal | How::Variant));
        let is_long = window.chars().count() >= WINDOW_ALONE_LETTERS_MIN;
        if !(is_organisation && is_equal && is_long) {
            return false;
        }
    }
    let is_missing = |word: &Word| {
        let text = word.span.of(name);
        word.class.is_informative()
            && !word.is_place
            && alignment.only_record.iter().any(|unmatched| unmatched == text)
    };
    // Of a record of unknown type one name may say that it is a thing: "RSP Ltd.", "Rebuilt Spare Parts".
    let mut names = iter::once(record.name()).chain(record.aliases());
    names.all(|name| name_kind(entity_type, name) == NameKind::Person)
        || !tokenize(name, NameKind::Thing).words.iter().any(is_missing)
}

/// Leaves the parts of the features that a request asks for.
fn shorten(hit: &mut Hit, explain: Explain) {
    for feature in &mut hit.features {
        if explain != Explain::Full {
            feature.alignment = None;
        }
        if explain == Explain::None {
            (feature.explanation, feature.matched_name) = (None, None);
        }
    }
}

/// Hits of parties at their places. Names that could not be asked, and facts that could not be read,
/// are marked.
fn of_parties(plan: &mut Plan, answers: &[PartyAnswer]) -> Vec<HitPlace> {
    let mut hits = Vec::new();
    for place in mem::take(&mut plan.party_places) {
        let answer = &answers[place.party];
        let treatments = &mut plan.treatments[place.message];
        for (name, reason) in &answer.unverified {
            let name = place.names[*name];
            if !name.is_joined {
                treatments[name.element] = Treatment::Unverified(reason);
            }
        }
        for fact in &answer.unread {
            treatments[place.facts[*fact]] = Treatment::LeftOut(UNREAD_FACT);
        }
        for (at, (name, _)) in answer.hits.iter().enumerate() {
            let (message, element) = (place.message as u32, place.names[*name].element as u32);
            let source = Source::Party(place.party as u32, at as u32);
            hits.push(HitPlace { message, element, start: 0, source });
        }
    }
    hits
}

/// Hits of texts, each at the element that its window begins in.
fn of_texts(plan: &Plan, states: &[TextState]) -> Vec<HitPlace> {
    let mut hits = Vec::new();
    for place in &plan.text_places {
        for (window, (span, found)) in states[place.text].hits.iter().enumerate() {
            let Some(element) = element_at(&place.pieces, span.start) else { continue };
            let (message, element, start) =
                (place.message as u32, element as u32, span.start as u32);
            let source = |hit| Source::Text(place.text as u32, window as u32, hit);
            let of_window = (0..found.len() as u32).map(source);
            hits.extend(of_window.map(|source| HitPlace { message, element, start, source }));
        }
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_asked_up_to_the_limit() {
        let mut room = Room(WINDOWS_MAX);
        assert!(room.take(WINDOWS_MAX - 1) && !room.take(2) && room.take(1) && !room.take(1));
        assert!(!Room(WINDOWS_MAX).take(WINDOWS_MAX + 1));
    }

    #[test]
    fn results_are_kept_up_to_the_limit_and_the_best_of_each_name_beyond() {
        let mut kept = Kept::default();
        for (found, expected) in
            [(FILTER_RESULTS_KEPT_MAX - 2, FILTER_RESULTS_KEPT_MAX - 2), (3, 2), (3, 1), (0, 0)]
        {
            let mut results: Vec<usize> = (0..found).collect();
            kept.keep(&mut results);
            assert_eq!(results, (0..expected).collect::<Vec<_>>());
        }
    }
}
