//! Searches for the most expensive name that a client can send.
//!
//! Starts with the queries of the other benches and names made for this, and mutates the most expensive
//! ones found so far, keeping those that cost more (hill climbing). The cost is the thread's processor
//! time, the least of three runs, so that other programs and first page faults do not count.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench amplification [-- ROUNDS]`

mod support;

use std::hint::black_box;
use std::time::Duration;

use support::{Asked, Numbers};
use tamis_engine::limits::NAME_CHARS_MAX;
use tamis_engine::matching::{BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{Collection, Schema};

// The server's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Initial names of each class.
const EACH: usize = 300;
/// Names that are mutated further.
const KEPT: usize = 40;
/// Names that are tried per round.
const TRIED: usize = 200;
const ROUNDS: usize = 30;
/// Most names of a request.
const NAMES: u32 = 100;

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let snapshot = support::snapshot();
    let filter = BoundFilter::new(&snapshot, &Filter::collection(Collection::Default));
    let ask = |name: &str, schema: Schema| {
        let query = MatchQuery::by_name(schema, name);
        let began = processor_time();
        black_box(answer(&query, &filter, MatchSettings::default()));
        processor_time() - began
    };
    let cost = |asked: &Asked| {
        let first = ask(&asked.name, asked.schema);
        // Only those that may be kept are measured again.
        let again = if first > Duration::from_millis(1) { 2 } else { 0 };
        (0..again).map(|_| ask(&asked.name, asked.schema)).fold(first, Duration::min)
    };
    let mut numbers = Numbers(11);
    let own = support::queries(&snapshot, EACH).into_iter().flat_map(|(_, queries)| queries);
    let mut dearest: Vec<(Duration, Asked)> = own.map(|asked| (cost(&asked), asked)).collect();
    for round in 0..=rounds.unwrap_or(ROUNDS) {
        dearest.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
        dearest.truncate(KEPT);
        let (most, asked) = &dearest[0];
        if round % 5 == 0 {
            let name: String = asked.name.chars().take(60).collect();
            println!("round {round:>3}: {:>8.1} ms  {name:?}", most.as_secs_f64() * 1e3);
        }
        let changed: Vec<Asked> = (0..TRIED).map(|_| changed(&dearest, &mut numbers)).collect();
        dearest.extend(changed.into_iter().map(|asked| (cost(&asked), asked)));
    }
    dearest.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
    println!("the dearest, as {}: {:?}", dearest[0].1.schema.as_str(), dearest[0].1.name);
    let of_request = dearest[0].0 * NAMES;
    println!("a request of {NAMES} such names: {:.2} s", of_request.as_secs_f64());
}

/// Mutates one of the kept names.
fn changed(kept: &[(Duration, Asked)], numbers: &mut Numbers) -> Asked {
    let some = |numbers: &mut Numbers| &kept[numbers.below(kept.len())].1;
    let (one, other) = (some(numbers), some(numbers));
    let mut words: Vec<String> = one.name.split(' ').map(str::to_owned).collect();
    let others: Vec<&str> = other.name.split(' ').collect();
    let (at, from) = (numbers.below(words.len()), others[numbers.below(others.len())].to_owned());
    match numbers.below(8) {
        0 => words[at] = from,
        1 => words.insert(at, from),
        2 => words.extend(others.iter().map(|word| (*word).to_owned())),
        3 => drop(words.remove(at)),
        4 => words[at] = cut(&words[at], numbers),
        5 => words[at] = mangled(&words[at], numbers),
        6 => words[at].push_str(&from),
        _ => words.insert(at, letter(numbers).to_string()),
    }
    let name: String = words.join(" ").chars().take(NAME_CHARS_MAX).collect();
    let schemas = [Schema::Person, Schema::Company, Schema::LegalEntity, Schema::Vessel];
    let schema = if numbers.below(4) == 0 { schemas[numbers.below(4)] } else { one.schema };
    Asked { schema, name: if name.trim().is_empty() { one.name.clone() } else { name } }
}

/// Truncates a word.
fn cut(word: &str, numbers: &mut Numbers) -> String {
    word.chars().take(1 + numbers.below(word.chars().count().max(1))).collect()
}

/// Replaces one letter of a word.
fn mangled(word: &str, numbers: &mut Numbers) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = numbers.below(letters.len() + 1);
    match letters.get_mut(at) {
        Some(known) => *known = letter(numbers),
        None => letters.push(letter(numbers)),
    }
    letters.into_iter().collect()
}

/// Draws a letter of one of the scripts that are read.
fn letter(numbers: &mut Numbers) -> char {
    const FIRST: [char; 8] = ['a', 'A', 'а', 'ا', 'א', '一', '가', 'ア'];
    let first = FIRST[numbers.below(FIRST.len())] as u32;
    char::from_u32(first + numbers.below(26) as u32).unwrap_or('a')
}

/// Processor time of this thread.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux machine");
    let nanoseconds = told.split(' ').next().and_then(|time| time.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}
