//! Ways in which names are typed: each changes a name like people, forms, scanners or evaders do.

use chrono::Month;
use tamis_engine::model::{EntityType, PartialDate};
use tamis_engine::text::{NameKind, WordClass, tokenize};

use crate::sample::Random;

/// A name before it is changed, with known facts about its party.
pub(super) struct Original {
    pub(super) entity_type: Option<EntityType>,
    pub(super) birth_date: Option<PartialDate>,
    /// Name of another party, to be added.
    pub(super) other: String,
}

impl Original {
    fn is_person(&self) -> bool {
        self.entity_type == Some(EntityType::Individual)
    }
}

/// A named way to change a name; it returns `None` for unsuitable names.
pub(super) struct Way {
    pub(super) name: &'static str,
    pub(super) change: fn(&str, &Original, &mut Random) -> Option<String>,
}

const fn way(
    name: &'static str,
    change: fn(&str, &Original, &mut Random) -> Option<String>,
) -> Way {
    Way { name, change }
}

pub(super) const WAYS: [Way; 24] = [
    way("born_behind", born_behind),
    way("year_behind", year_behind),
    way("address_behind", address_behind),
    way("country_behind", country_behind),
    way("number_beside", number_beside),
    way("marker_before", marker_before),
    way("another_name", another_name),
    way("two_joined", two_joined),
    way("all_joined", all_joined),
    way("capitals_joined", capitals_joined),
    way("ends_joined", ends_joined),
    way("spelt_letters", spelt_letters),
    way("other_blanks", other_blanks),
    way("sign_put_in", sign_put_in),
    way("mark_of_kind", mark_of_kind),
    way("short_form_behind", short_form_behind),
    way("lookalike_letters", lookalike_letters),
    way("scanned", scanned),
    way("slip", slip),
    way("key_beside", key_beside),
    way("vowels_left_out", vowels_left_out),
    way("invisible_signs", invisible_signs),
    way("cut_by_field", cut_by_field),
    way("first_words", first_words),
];

const CITIES: [(&str, &str); 8] = [
    ("Tehran", "Iran"),
    ("Moscow", "Russia"),
    ("Dubai", "United Arab Emirates"),
    ("Damascus", "Syria"),
    ("Caracas", "Venezuela"),
    ("Minsk", "Belarus"),
    ("Hong Kong", "China"),
    ("Istanbul", "Turkey"),
];

fn words(name: &str) -> Vec<&str> {
    name.split_whitespace().collect()
}

/// A birthday of the party, if known.
fn birthday(original: &Original, random: &mut Random) -> Option<(u16, usize, usize)> {
    if !original.is_person() {
        return None;
    }
    let drawn = (random.between(1940, 1990) as u16, random.between(1, 12), random.between(1, 28));
    match original.birth_date {
        None => Some(drawn),
        Some(date) => Some((date.year(), date.month()?.into(), date.day()?.into())),
    }
}

fn born_behind(name: &str, original: &Original, random: &mut Random) -> Option<String> {
    let (year, month, day) = birthday(original, random)?;
    let long = Month::try_from(u8::try_from(month).ok()?).ok()?.name();
    Some(match random.below(7) {
        0 => format!("{name} born {day} {long} {year}"),
        1 => format!("{name} {year}-{month:02}-{day:02}"),
        2 => format!("{name}, DOB {day:02}/{month:02}/{year}"),
        3 => format!("{name} geb. {day:02}.{month:02}.{year}"),
        4 => format!("{name} (b. {} {day}, {year})", &long[..3]),
        5 => format!("{name}, date of birth: {year}{month:02}{day:02}"),
        _ => format!("{name} {day:02}{}{year}", long[..3].to_uppercase()),
    })
}

fn year_behind(name: &str, original: &Original, random: &mut Random) -> Option<String> {
    let (year, ..) = birthday(original, random)?;
    Some(match random.below(4) {
        0 => format!("{name} ({year})"),
        1 => format!("{name} {year}"),
        2 => format!("{name}, born in {year}"),
        _ => format!("{name} YOB {year}"),
    })
}

fn address_behind(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    let (city, country) = CITIES[random.below(CITIES.len())];
    let number = random.between(1, 180);
    Some(match random.below(4) {
        0 => format!("{name}, {number} Main Street, {city}, {country}"),
        1 => format!("{name}, Building {number}, Central Avenue, {city} {country}"),
        2 => format!("{name}, {city}, {country}"),
        _ => format!("{name}, P.O. Box {number}, {city}"),
    })
}

fn country_behind(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    let (_, country) = CITIES[random.below(CITIES.len())];
    Some(if random.chance(50) {
        format!("{name}, {country}")
    } else {
        format!("{name} ({country})")
    })
}

fn number_beside(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    let number = random.between(1_000_000, 99_999_999);
    Some(match random.below(5) {
        0 => format!("{name} passport no. A{number}"),
        1 => format!("Account {number} {name}"),
        2 => format!("{name} ID: {number}"),
        3 => format!("/{number} {name}"),
        _ => format!("{name}, tel. +{number}"),
    })
}

fn marker_before(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    let markers = ["c/o ", "Attn: ", "ATTENTION ", "on behalf of ", "care of "];
    Some(format!("{}{name}", random.pick(&markers)))
}

fn another_name(name: &str, original: &Original, random: &mut Random) -> Option<String> {
    let between = random.pick(&[" a.k.a. ", " aka ", "; ", " / ", " alias ", " f/k/a "]);
    Some(match random.chance(50) {
        true => format!("{name}{between}{}", original.other),
        false => format!("{}{between}{name}", original.other),
    })
}

fn two_joined(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    let words = words(name);
    let gaps = words.len().saturating_sub(1);
    let at = (gaps > 0).then(|| random.below(gaps))?;
    let joined = [words[at], words[at + 1]].concat();
    Some([&words[..at], &[joined.as_str()], &words[at + 2..]].concat().join(" "))
}

/// True if a name has only Latin letters and blanks, so that a form may run it together.
fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphabetic() || c == ' ')
}

fn all_joined(name: &str, original: &Original, _: &mut Random) -> Option<String> {
    let fits = is_plain(name) && original.is_person() && (2..=3).contains(&words(name).len());
    fits.then(|| name.replace(' ', "").to_lowercase())
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    first + &chars.as_str().to_lowercase()
}

fn capitals_joined(name: &str, _: &Original, _: &mut Random) -> Option<String> {
    let of = words(name);
    let fits =
        is_plain(name) && (2..=4).contains(&of.len()) && of.iter().all(|word| word.len() > 1);
    fits.then(|| of.iter().map(|word| capitalised(word)).collect())
}

fn ends_joined(name: &str, original: &Original, _: &mut Random) -> Option<String> {
    let words = words(name);
    let fits = original.is_person() && is_plain(name) && words.len() == 3;
    let long = |word: &str| word.len() > 3;
    (fits && long(words[0]) && long(words[2]))
        .then(|| format!("{}{}", words[0], words[2]).to_lowercase())
}

fn spelt_letters(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    let of = words(name);
    let long: Vec<usize> = (0..of.len()).filter(|&at| of[at].chars().count() > 3).collect();
    let at = *long.get(random.below(long.len()))?;
    let spelt = of[at].chars().map(String::from).collect::<Vec<_>>().join(" ");
    Some(
        of.iter()
            .enumerate()
            .map(|(of, word)| if of == at { &spelt } else { *word })
            .collect::<Vec<_>>()
            .join(" "),
    )
}

fn other_blanks(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    Some(name.replace(' ', random.pick(&["-", "_", "/", ".", "  ", "+"])))
}

/// Changes at least one letter of a random word with more than three letters.
fn in_a_word(
    name: &str,
    random: &mut Random,
    change: impl Fn(&mut Vec<char>, &mut Random) -> bool,
) -> Option<String> {
    let mut of: Vec<String> = words(name).into_iter().map(str::to_owned).collect();
    let long: Vec<usize> = (0..of.len()).filter(|&at| of[at].chars().count() > 4).collect();
    let at = *long.get(random.below(long.len()))?;
    let mut chars: Vec<char> = of[at].chars().collect();
    change(&mut chars, random).then_some(())?;
    of[at] = chars.into_iter().collect();
    let changed = of.join(" ");
    (changed != name).then_some(changed)
}

fn sign_put_in(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    in_a_word(name, random, |chars, random| {
        let at = random.between(2, chars.len() - 2);
        chars.insert(at, random.pick(&['.', '*', '-', '_', '\'', '7', '/']));
        true
    })
}

fn mark_of_kind(name: &str, original: &Original, random: &mut Random) -> Option<String> {
    let marked = |before: &str| format!("{before} {name}");
    Some(match original.entity_type? {
        EntityType::Individual => {
            match random.below(4) {
                0 => format!("{name} {}", random.pick(&["Jr", "Sr.", "PhD", "Esq."])),
                1 => format!(
                    "{name}{}",
                    random.pick(&[
                        ", CEO",
                        " (director)",
                        ", Minister of Justice",
                        " - Head of State Security",
                        ", former Governor",
                        ", Chairman of the Board",
                        ", Secretary-General",
                    ])
                ),
                2 => marked(random.pick(&[
                    "Maj. Gen.",
                    "Supreme Leader",
                    "Vice President",
                    "Prime Minister",
                    "Sen.",
                    "Crown Prince",
                    "Minister of Defence",
                    "Judge",
                    "The late",
                    "Comrade",
                ])),
                _ => marked(random.pick(&[
                    "Mr.", "Mrs", "Dr.", "Gen.", "Sheikh", "Prof.", "Col.", "Hon.", "Senor",
                ])),
            }
        }
        EntityType::Vessel => {
            marked(random.pick(&["MV", "M/V", "MT", "M/T", "MY", "M/Y", "SS", "S.S.", "FV", "F/V"]))
        }
        EntityType::Aircraft => return None,
        EntityType::Company | EntityType::Organization => match random.chance(50) {
            true => format!(
                "{name} {}",
                random.pick(&["Ltd", "GmbH", "S.A.", "LLC", "Inc.", "Co., Ltd."])
            ),
            false => marked(random.pick(&["OOO", "PT", "LLC", "The"])),
        },
    })
}

fn short_form_behind(name: &str, original: &Original, _: &mut Random) -> Option<String> {
    let words = words(name);
    let fits = !original.is_person() && words.len() > 2 && words[0].chars().count() > 4;
    fits.then(|| format!("{name} ({})", words[0]))
}

const LOOKALIKES: [(char, char); 11] = [
    ('a', 'а'),
    ('e', 'е'),
    ('o', 'о'),
    ('p', 'р'),
    ('c', 'с'),
    ('x', 'х'),
    ('y', 'у'),
    ('i', 'і'),
    ('A', 'А'),
    ('E', 'Е'),
    ('O', 'О'),
];

fn lookalike_letters(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    let other =
        |c: char| LOOKALIKES.iter().find(|(own, _)| *own == c).map_or(c, |(_, other)| *other);
    let share = if random.chance(50) { 100 } else { 50 };
    let changed: String =
        name.chars().map(|c| if random.chance(share) { other(c) } else { c }).collect();
    (changed != name).then_some(changed)
}

fn scanned(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    const MISREAD: [(&str, &str); 14] = [
        ("o", "0"),
        ("O", "0"),
        ("l", "1"),
        ("i", "1"),
        ("I", "l"),
        ("s", "5"),
        ("S", "5"),
        ("B", "8"),
        ("rn", "m"),
        ("m", "rn"),
        ("d", "cl"),
        ("w", "vv"),
        ("t", "7"),
        ("h", "b"),
    ];
    let fitting: Vec<(&str, &str)> =
        MISREAD.into_iter().filter(|(own, _)| name.contains(own)).collect();
    let (own, read) = *fitting.get(random.below(fitting.len()))?;
    let places: Vec<usize> = name.match_indices(own).map(|(at, _)| at).collect();
    let at = places[random.below(places.len())];
    Some(format!("{}{read}{}", &name[..at], &name[at + own.len()..]))
}

fn slip(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    in_a_word(name, random, |chars, random| {
        let at = random.between(1, chars.len() - 2);
        match random.below(3) {
            0 => chars.insert(at, chars[at]),
            1 => drop(chars.remove(at)),
            _ => chars.swap(at, at + 1),
        }
        true
    })
}

fn key_beside(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    in_a_word(name, random, |chars, random| {
        let at = random.between(1, chars.len() - 1);
        let is_upper = chars[at].is_uppercase();
        let letter = chars[at].to_ascii_lowercase();
        let Some((row, place)) = ROWS.iter().find_map(|row| Some((row, row.find(letter)?))) else {
            return false;
        };
        let beside = if place == 0 || (place + 1 < row.len() && random.chance(50)) {
            place + 1
        } else {
            place - 1
        };
        let hit = char::from(row.as_bytes()[beside]);
        chars[at] = if is_upper { hit.to_ascii_uppercase() } else { hit };
        true
    })
}

fn vowels_left_out(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    in_a_word(name, random, |chars, _| {
        let first = chars[0];
        let is_vowel = |c: &char| "aeiouAEIOU".contains(*c);
        if chars.len() < 6 || chars.iter().filter(|c| !is_vowel(c)).count() < 4 {
            return false;
        }
        chars.retain(|c| !is_vowel(c));
        if is_vowel(&first) {
            chars.insert(0, first);
        }
        true
    })
}

fn invisible_signs(name: &str, _: &Original, random: &mut Random) -> Option<String> {
    if random.chance(25) {
        let wide = |c: char| match c {
            '!'..='~' => char::from_u32(u32::from(c) + 0xFEE0).unwrap_or(c),
            ' ' => '\u{3000}',
            _ => c,
        };
        return Some(name.chars().map(wide).collect());
    }
    in_a_word(name, random, |chars, random| {
        let at = random.between(1, chars.len() - 1);
        chars.insert(
            at,
            random.pick(&['\u{200B}', '\u{AD}', '\u{2060}', '\u{301}', '\u{FEFF}', '\u{200D}']),
        );
        true
    })
}

/// Truncates a name to the field of a message: one line or two.
fn cut_by_field(name: &str, _: &Original, _: &mut Random) -> Option<String> {
    let count = name.chars().count();
    let field = [70, 35].into_iter().find(|field| (field + 1..field + 12).contains(&count))?;
    let cut: String = name.chars().take(field).collect();
    (words(&cut).len() > 1).then_some(cut)
}

/// The first two words of the name of a thing, if both are informative.
fn first_words(name: &str, original: &Original, _: &mut Random) -> Option<String> {
    let read = tokenize(name, NameKind::Thing).words;
    let says = |at: usize| {
        read.get(at).is_some_and(|word| word.class == WordClass::Word && !word.is_place)
    };
    let is_thing = original.entity_type.is_some() && !original.is_person();
    let fits = is_thing && (3..=5).contains(&read.len()) && says(0) && says(1);
    fits.then(|| words(name)[..2].join(" "))
}
