//! Explanations of results: the matched words and how they matched, in their published spelling, and
//! the penalties of the score.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use tamis_engine::matching::{
    Explain, Feature, FeatureKind, Hit, MatchQuery, MatchSettings, QueryName, Reason, answer,
    of_record,
};
use tamis_engine::model::{CountryCode, EntityType, ImoNumber, RecordOrdinal, Schema};
use tamis_engine::query::rewrite_names;
use tamis_engine::snapshot::ActiveRecord;

use crate::support::oracle::everything;
use crate::support::read_again::names_read_otherwise;
use crate::support::worlds::{With, World, person, record};

/// Records with common words, so that the words of others are rare.
const OTHERS: &[&str] = &["Vladimir Ivanov", "John Brown", "Ivan Petrov", "Hassan Ali", "Kim Il"];

/// Returns the features of a record, which has the id 1, in a world with a few others.
fn features(subject: ActiveRecord, query: &MatchQuery) -> Vec<Feature> {
    let others = OTHERS.iter().zip(2..).map(|(name, id)| person(id, name));
    let world = World::new([subject].into_iter().chain(others).collect());
    let hits = answer(query, &everything(&world.snapshot), MatchSettings::default()).hits;
    let hit = hits.into_iter().find(|hit| world.snapshot.record(hit.record).id().0 == 1);
    hit.expect("the record is found").features
}

fn name_match(subject: ActiveRecord, schema: Schema, name: &str) -> Feature {
    let query = MatchQuery::by_name(schema, QueryName::new(name));
    features(subject, &query).swap_remove(0)
}

/// Formats an alignment: `query=record how` of each pair, then unmatched words and reasons, if any.
fn aligned(feature: &Feature) -> String {
    let alignment = feature.alignment.as_ref().expect("an alignment");
    let pairs = alignment.pairs.iter();
    let mut told: Vec<String> =
        pairs.map(|pair| format!("{}={} {}", pair.query, pair.record, pair.how)).collect();
    let penalties: Vec<&str> = alignment.lowered_by.iter().map(|reason| reason.as_str()).collect();
    for (title, words) in [
        ("query", alignment.only_query.join(" ")),
        ("record", alignment.only_record.join(" ")),
        ("lowered", penalties.join(" ")),
    ] {
        if !words.is_empty() {
            told.push(format!("{title}: {words}"));
        }
    }
    told.join("; ")
}

/// Query, name of the record, sentence, alignment.
type Row = (&'static str, &'static str, &'static str, &'static str);

fn assert_explained(table: &[Row], entity_type: EntityType, schema: Schema) {
    for (query, name, sentence, alignment) in table {
        let feature = name_match(record(1, Some(entity_type), name), schema, query);
        assert_eq!(feature.matched_name.as_deref(), Some(*name));
        assert_eq!(feature.explanation.as_deref(), Some(*sentence), "{query} against {name}");
        assert_eq!(aligned(&feature), *alignment, "{query} against {name}");
    }
}

#[test]
fn names_of_persons_are_explained_as_they_are_written() {
    let table = [
        (
            "Vladimír Putin",
            "PUTIN, Vladimir",
            "Words equal: \"Vladimír\", \"Putin\".",
            "Vladimír=Vladimir equal; Putin=PUTIN equal",
        ),
        (
            "Владимир Putin",
            "VLADIMIR PUTIN",
            "Words equal: \"Putin\"; in another script: \"Владимир\" with \"VLADIMIR\".",
            "Владимир=VLADIMIR script; Putin=PUTIN equal",
        ),
        (
            "Mohammed El Baradei",
            "محمد البرادعي",
            "In another script: \"Mohammed\" with \"محمد\" (0.94), \"El\" with \"ال\" (0.97), \
             \"Baradei\" with \"برادعي\" (0.96).",
            "Mohammed=محمد script; El=ال script; Baradei=برادعي script",
        ),
        (
            "Zhang Wei",
            "张伟",
            "In another script: \"Zhang\" with \"张\" (0.97), \"Wei\" with \"伟\" (0.97).",
            "Zhang=张 script; Wei=伟 script",
        ),
        (
            "Dmitry Zaitsev",
            "Dmitri ZAYTSEV",
            "Alike in sound: \"Dmitry\" with \"Dmitri\" (0.97), \"Zaitsev\" with \"ZAYTSEV\" (0.97).",
            "Dmitry=Dmitri sound; Zaitsev=ZAYTSEV sound",
        ),
        (
            "Osama Bin Laden",
            "Usama Binladin",
            "Written joined: \"Bin Laden\" with \"Binladin\" (0.94); \
             alike in sound: \"Osama\" with \"Usama\" (0.93).",
            "Osama=Usama sound; Bin Laden=Binladin joined",
        ),
        (
            "Usama Binladin",
            "LADIN, Usama bin",
            "Words equal: \"Usama\"; written joined: \"Binladin\" with \"bin LADIN\" (0.98).",
            "Usama=Usama equal; Binladin=bin LADIN joined",
        ),
        (
            "Abdulrahman Saleh",
            "'Abd al-Rahman SALEH",
            "Words equal: \"Abdul\" with \"Abd al\", \"rahman\", \"Saleh\".",
            "Abdul=Abd al equal; rahman=Rahman equal; Saleh=SALEH equal",
        ),
        (
            "Hassan ben Omar",
            "Hassan ibn Omar",
            "Words equal: \"Hassan\", \"ben\" with \"ibn\", \"Omar\".",
            "Hassan=Hassan equal; ben=ibn equal; Omar=Omar equal",
        ),
        (
            "John Petrovich Smith",
            "Smith, J.",
            "Words equal: \"Smith\"; initial: \"John\" with \"J\"; only in the query: \"Petrovich\". \
             Lowered further: what met is little, few words or common ones.",
            "John=J initial; Smith=Smith equal; query: Petrovich; lowered: little_evidence",
        ),
        (
            "Omar Hassan Petrov",
            "Omar Hassan Zolotov",
            "Words equal: \"Omar\", \"Hassan\"; only in the query: \"Petrov\"; \
             only in the record: \"Zolotov\". Lowered further: \
             words are left over on both sides; what met is little, few words or common ones.",
            "Omar=Omar equal; Hassan=Hassan equal; query: Petrov; record: Zolotov; \
             lowered: contradiction little_evidence",
        ),
        (
            "Omar bin Hassan",
            "Hassan bin Omar",
            "Words equal: \"Omar\", \"bin\", \"Hassan\". \
             Lowered further: the words are in another order.",
            "Omar=Omar equal; bin=bin equal; Hassan=Hassan equal; lowered: order",
        ),
        (
            "Kim Jong Un",
            "KIM, Un Jong",
            "Words equal: \"Kim\", \"Jong\", \"Un\". \
             Lowered further: the words are in another order.",
            "Kim=KIM equal; Jong=Jong equal; Un=Un equal; lowered: order",
        ),
        (
            "Lewis Hamilton",
            "James Hamilton Lewis",
            "Words equal: \"Lewis\", \"Hamilton\"; only in the record: \"James\". \
             Lowered further: the words are in another order.",
            "Lewis=Lewis equal; Hamilton=Hamilton equal; record: James; lowered: order",
        ),
        (
            "דוהרטי פיט",
            "Pat Doherty",
            "In another script: \"דוהרטי\" with \"Doherty\" (0.95), \"פיט\" with \"Pat\" (0.86). \
             Lowered further: the words are in another order.",
            "דוהרטי=Doherty script; פיט=Pat script; lowered: order",
        ),
        // Written as one word, a name begins with the family name.
        (
            "천취안궈",
            "Quanguo Chen",
            "In another script: \"천\" with \"Chen\" (0.91); written joined: \"취안궈\" with \"Quanguo\" (0.82).",
            "천=Chen script; 취안궈=Quanguo joined",
        ),
        // 막 alone is more similar to "Max".
        (
            "레니 막스",
            "Rennie Max",
            "Written joined: \"레니\" with \"Rennie\" (0.91), \"막스\" with \"Max\" (0.88).",
            "레니=Rennie joined; 막스=Max joined",
        ),
    ];
    assert_explained(&table, EntityType::Individual, Schema::Person);
}

#[test]
fn names_of_things_are_explained_as_they_are_written() {
    let table = [
        (
            "Alfa Trading JSC",
            "OAO Alfa Trading",
            "Words equal: \"Alfa\", \"Trading\"; same legal form: \"JSC\" with \"OAO\".",
            "Alfa=Alfa equal; Trading=Trading equal; JSC=OAO legal_form",
        ),
        (
            "ООО Альфа Зенит",
            "Alfa Zenit gmbh",
            "In another script: \"Альфа\" with \"Alfa\", \"Зенит\" with \"Zenit\"; \
             same legal form: \"ООО\" with \"gmbh\".",
            "ООО=gmbh legal_form; Альфа=Alfa script; Зенит=Zenit script",
        ),
        (
            "A A Zenit FZCO",
            "A A ZENIT FZCO",
            "Words equal: \"A\", \"A\", \"Zenit\", \"FZCO\".",
            "A=A equal; A=A equal; Zenit=ZENIT equal; FZCO=FZCO equal",
        ),
        (
            "Zenit GmbH & Co. KG",
            "Zenit Limited Partnership",
            "Words equal: \"Zenit\"; same legal form: \"GmbH & Co. KG\" with \"Limited Partnership\".",
            "Zenit=Zenit equal; GmbH & Co. KG=Limited Partnership legal_form",
        ),
        (
            "Zenit X",
            "Zenit 10",
            "Words equal: \"Zenit\"; same number: \"X\" with \"10\".",
            "Zenit=Zenit equal; X=10 number",
        ),
        (
            "Fund Zenit V",
            "Fund Zenit 3",
            "Words equal: \"Fund\", \"Zenit\"; only in the query: \"V\"; \
             only in the record: \"3\". Lowered further: \
             words are left over on both sides; numbers differ; \
             what met is little, few words or common ones.",
            "Fund=Fund equal; Zenit=Zenit equal; query: V; record: 3; \
             lowered: contradiction numbers_differ little_evidence",
        ),
        (
            "Zenit Kosmos Rakurs",
            "Zenit Kosmos Rakurs No. 7",
            "Words equal: \"Zenit\", \"Kosmos\", \"Rakurs\"; only in the record: \"No\", \"7\". \
             Lowered further: a number is on one side only.",
            "Zenit=Zenit equal; Kosmos=Kosmos equal; Rakurs=Rakurs equal; record: No 7; \
             lowered: number_extra",
        ),
        (
            "First Int'l Bank",
            "First International Bank",
            "Words equal: \"First\", \"Bank\"; abbreviated: \"Int'l\" with \"International\".",
            "First=First equal; Int'l=International abbreviation; Bank=Bank equal",
        ),
        (
            "Zenit Bank of the United States",
            "Zenit Bank USA",
            "Words equal: \"Zenit\", \"Bank\"; abbreviated: \"United States\" with \"USA\"; \
             only in the query: \"of\", \"the\".",
            "Zenit=Zenit equal; Bank=Bank equal; United States=USA abbreviation; query: of the",
        ),
        (
            "Zenit Tehran Cement",
            "Zenit Cement",
            "Words equal: \"Zenit\", \"Cement\"; only in the query: \"Tehran\". \
             Lowered further: a place is left over.",
            "Zenit=Zenit equal; Cement=Cement equal; query: Tehran; lowered: place_left",
        ),
        (
            "KBC Bank",
            "KBK Bank",
            "Words equal: \"Bank\"; alike in sound: \"KBC\" with \"KBK\" (0.96). Lowered further: \
             all that met, generic words apart, is a short or well-known word written otherwise.",
            "KBC=KBK sound; Bank=Bank equal; lowered: short_word_alone",
        ),
        (
            "Petrobras",
            "Petrobres Ltd",
            "Alike in spelling: \"Petrobras\" with \"Petrobres\" (0.96); only in the record: \"Ltd\". \
             Lowered further: \
             all that met, generic words apart, is a short or well-known word written otherwise.",
            "Petrobras=Petrobres spelling; record: Ltd; lowered: short_word_alone",
        ),
        (
            "Namchongan Tradding",
            "Namchongang Trading",
            "Alike in spelling: \"Namchongan\" with \"Namchongang\" (0.93); \
             alike in sound: \"Tradding\" with \"Trading\" (0.98).",
            "Namchongan=Namchongang spelling; Tradding=Trading sound",
        ),
    ];
    assert_explained(&table, EntityType::Company, Schema::Company);
}

#[test]
fn a_given_name_of_a_company_has_other_forms_in_front_of_a_word_that_matches() {
    let matched = |query, name| {
        name_match(record(1, Some(EntityType::Company), name), Schema::Company, query)
    };
    for (query, name, sentence) in [
        (
            "Bill Oleander & Sons",
            "William Oleander and Sons Ltd",
            "another form of the name: \"Bill\" with \"William\"",
        ),
        (
            "Mohd Zarqandi Trading",
            "Hamada Zarqandi Trading Co",
            "another form of the name: \"Mohd\" with \"Hamada\"",
        ),
    ] {
        let feature = matched(query, name);
        assert!(feature.score > 0.85, "{query}: {}", feature.score);
        let explanation = feature.explanation.expect("an explanation");
        assert!(explanation.contains(sentence), "{explanation}");
    }
    for (query, name) in [
        ("Bill Trading", "William Trading"),
        ("Bill London Trading", "William London Trading"),
        ("Bill Oleander Trading", "William Trading"),
        ("Bill Oleander Trading", "William Zenith Trading"),
        ("Bill Peggy Trading", "William Margaret Trading"),
        // Another word is behind it, or none: a ship, say.
        ("Bill Oleander Zenith Trading", "William Zenith Trading"),
        ("Oleander Bill Trading", "Oleander William Trading"),
    ] {
        let feature = matched(query, name);
        assert!(feature.score < 0.5, "{query}: {}", feature.score);
        assert!(!aligned(&feature).contains("variant"), "{}", aligned(&feature));
    }
}

#[test]
fn a_surname_behind_a_rank_means_who_has_that_rank() {
    let general = || person(1, "Qasem Soleimani").position("Brigadier General; former Governor");
    let scored = |query| name_match(general(), Schema::Person, query).score;
    assert!(scored("Gen. Soleimani") > 0.75);
    for query in ["Soleimani", "Mr Soleimani", "Governor Soleimani", "Gen. Soleimani Ahmad"] {
        assert!(scored(query) < 0.75, "{query}");
    }
}

#[test]
fn what_the_publisher_says_of_a_name_is_told() {
    let query = MatchQuery::by_name(Schema::Person, QueryName::new("Vanya the Falcon"));
    let weak = person(1, "Ivan Sokolov").weak_alias("Vanya the Falcon");
    let feature = features(weak, &query).swap_remove(0);
    let equal = "Words equal: \"Vanya\", \"the\", \"Falcon\".";
    assert_eq!(
        feature.explanation.as_deref(),
        Some(&*format!("{equal} \"Vanya the Falcon\" is a weak alias."))
    );
    assert!(aligned(&feature).ends_with("; lowered: weak_alias"), "{}", aligned(&feature));

    let mut former = person(1, "Ivan Sokolov").alias("Vanya the Falcon");
    former.record.aliases[0].is_former = true;
    let feature = features(former, &query).swap_remove(0);
    assert_eq!(
        feature.explanation.as_deref(),
        Some(&*format!("{equal} \"Vanya the Falcon\" is a former name."))
    );
}

/// The reason of the rewrite whose words match, and the end of the explanation.
fn rewritten(subject: ActiveRecord, schema: Schema, name: &str) -> (Option<Reason>, String) {
    let feature = name_match(subject, schema, name);
    let rewrite = feature.alignment.expect("an alignment").rewrite;
    let said = feature.explanation.as_deref().expect("a sentence");
    let sentence = said.split_once(" The query is read as ");
    (rewrite, sentence.map_or_else(String::new, |(_, end)| end.to_owned()))
}

#[test]
fn a_rewrite_is_named_with_its_text() {
    let sokolov = || person(1, "Ivan Sokolov");
    for (query, reason, sentence) in [
        ("Ivan Sokolov", None, ""),
        (
            "Ivan Sokolov, born 7 October 1952",
            Some(Reason::FreeText),
            "\"Ivan Sokolov\": the facts beside the name are left out.",
        ),
        (
            "Jean Dupont a.k.a. Ivan Sokolov",
            Some(Reason::Alias),
            "\"Ivan Sokolov\": it holds several names.",
        ),
        (
            "Ivan Sokolov, CEO of Zenit",
            Some(Reason::Role),
            "\"Ivan Sokolov\": the role of the person is left out.",
        ),
        ("IvanSokolov", Some(Reason::Spacing), "\"Ivan Sokolov\": blanks may be lost or put in."),
        (
            "ivansokolov",
            Some(Reason::Segmentation),
            "\"ivan sokolov\": its words are run together.",
        ),
        (
            "Ivan 5okolov",
            Some(Reason::Correction),
            "\"Ivan sokolov\": an unknown word may be a slip.",
        ),
    ] {
        let found = rewritten(sokolov(), Schema::Person, query);
        assert_eq!(found, (reason, sentence.to_owned()), "{query}");
    }
    let association = "Zenith Scientific Production Association for Advanced Materials";
    let subject = record(1, Some(EntityType::Organization), association);
    let cut = "Zenith Scientific Production Associat";
    let (reason, sentence) = rewritten(subject, Schema::Organization, cut);
    assert_eq!(reason, Some(Reason::Truncation));
    assert!(sentence.ends_with("for advanced materials\": it may be cut off."), "{sentence}");
    let subject = record(1, Some(EntityType::Organization), association);
    let of_words = "Zenith Scientific Production Association";
    assert_eq!(rewritten(subject, Schema::Organization, of_words).0, None);
    let subject = record(1, Some(EntityType::Company), "Limited Liability Company Zenithal");
    let other = "Limited Liability Company Zenith";
    assert_eq!(rewritten(subject, Schema::Company, other).0, None);
    let movement = record(1, Some(EntityType::Organization), "Zenith");
    let found = rewritten(movement, Schema::Organization, "Zenith movement");
    let sentence = "\"Zenith\": the kind of thing is left out.";
    assert_eq!(found, (Some(Reason::Kind), sentence.to_owned()));
}

#[test]
fn the_least_score_of_a_rare_surname_is_named() {
    let others = (2..200).map(|id| person(id, "Ivan Petrovich Smirnov"));
    let records = others.chain([person(1, "Ivan Petrovich Deripaska")]).collect();
    let world = World::new(records);
    let first = |name: &str| {
        let query = MatchQuery::by_name(Schema::Person, QueryName::new(name));
        let hits = answer(&query, &everything(&world.snapshot), MatchSettings::default()).hits;
        hits.into_iter().next().expect("a hit").features.swap_remove(0)
    };
    let alone = first("Deripaska");
    assert_eq!(alone.score, 0.68);
    let sentence = " A rare surname alone scores 0.68 at least.";
    let said = alone.explanation.as_deref().expect("a sentence");
    assert!(said.ends_with(sentence), "{said}");
    assert!(alone.alignment.expect("an alignment").is_raised);
    assert!(!first("Ivan Deripaska").alignment.expect("an alignment").is_raised);
}

#[test]
fn other_features_have_no_alignment_and_neither_have_names_that_do_not_meet() {
    let mut query = MatchQuery::by_name(Schema::Vessel, QueryName::new("Ocean Star"));
    query.imos = ImoNumber::parse("9074729").into_iter().collect();
    let other = record(1, Some(EntityType::Vessel), "Zenit").imo("9074729");
    for feature in features(other, &query) {
        assert_eq!(feature.alignment, None, "{:?}", feature.kind);
    }
    query.names = vec![QueryName::new("Zenith Star")];
    let met = record(1, Some(EntityType::Vessel), "Zenith").imo("9074729");
    for feature in features(met, &query) {
        let is_name = feature.kind == FeatureKind::NameMatch;
        assert_eq!(feature.alignment.is_some(), is_name, "{:?}", feature.kind);
    }
}

#[test]
fn of_birth_dates_the_one_that_decides_is_told() {
    let table = [
        (vec!["1949-08"], "1948 or 1949-08-14", "is the record's 1949-08-14."),
        (vec!["1949-08"], "1948 or 1949-05", "is in the same year as the record's 1949-05."),
        (vec!["1949-08"], "before 1900", "differs from the record's, which lies before 1900."),
        (vec!["1949-08"], "1948 or 1951", "differs from the record's 1948 or 1951."),
        (
            vec!["1949-08"],
            "1960 or 1951-02 or 1951-01 or 1930",
            "differs from the record's 1951-01, the closest of several.",
        ),
    ];
    for (asked, known, expected) in table {
        let mut query = MatchQuery::by_name(Schema::Person, QueryName::new("Ivan Sokolov"));
        query.birth_dates = asked.iter().map(|date| date.parse().expect("a date")).collect();
        let subject = known.split(" or ").fold(person(1, "Ivan Sokolov"), With::born);
        let features = features(subject, &query);
        let born = features.iter().find(|feature| feature.kind == FeatureKind::DobMatch);
        let sentence = &born.expect("birth dates are compared").explanation;
        let expected = format!("Birth date {} {expected}", asked.join(" or "));
        assert_eq!(sentence.as_ref(), Some(&expected));
    }
}

/// Features with fewer parts differ in nothing else.
#[test]
fn scores_do_not_depend_on_how_far_they_are_explained() {
    let subject = person(1, "Ivan Sokolov").born("1949-08-14");
    let world = World::new([subject, person(2, "Iwan Petrov")].into());
    for name in ["Ivan Sokolow", "Ivannsokolov", "Zeppelin"] {
        let mut query = MatchQuery::by_name(Schema::Vessel, QueryName::new(name));
        query.birth_dates = vec!["1949".parse().expect("a date")];
        query.countries = CountryCode::parse("RU").into_iter().collect();
        let hits = |explain| {
            let settings = MatchSettings { explain, ..MatchSettings::default() };
            answer(&query, &everything(&world.snapshot), settings).hits
        };
        let without = |mut hits: Vec<Hit>, explain| {
            for feature in hits.iter_mut().flat_map(|hit| &mut hit.features) {
                feature.alignment = None;
                if explain == Explain::None {
                    (feature.explanation, feature.matched_name) = (None, None);
                }
            }
            hits
        };
        assert!(hits(Explain::Full).iter().all(|hit| hit.features[0].explanation.is_some()));
        for explain in [Explain::Text, Explain::None] {
            assert_eq!(hits(explain), without(hits(Explain::Full), explain), "{name} {explain}");
        }
    }
}

/// Words of many kinds, no two of which fold to the same text.
const WORDS: &[&str] = &[
    "Danan",
    "BANAN",
    "Muḥammad",
    "محمد",
    "Ivan",
    "Петров",
    "bin",
    "Dr.",
    "J",
    "Kim",
    "of",
    "Blue",
    "Star",
    "bluestar",
    "Trading",
    "GmbH",
    "7",
    "IX",
    "Tehran",
    "王",
    "Müller",
    "O'Neill",
    "ﬁlm",
];

fn name() -> impl Strategy<Value = String> {
    let separator = select(vec![" ", "  ", "/", " ("]);
    let words = subsequence(WORDS.to_vec(), 1..6).prop_shuffle();
    (words, separator).prop_map(|(words, separator)| words.join(separator))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Every typed word is quoted once, matched or not.
    #[test]
    fn every_word_is_told_as_it_is_written(query in name(), name in name(), is_person: bool) {
        let (entity_type, schema) = match is_person {
            true => (EntityType::Individual, Schema::Person),
            false => (EntityType::Company, Schema::Company),
        };
        let world = World::new(vec![record(1, Some(entity_type), &name)]);
        let asked = MatchQuery::by_name(schema, QueryName::new(query.as_str()));
        let asked_names = asked.names.clone();
        let hits = answer(&asked, &everything(&world.snapshot), MatchSettings::default()).hits;
        let alignment = hits.first().and_then(|hit| hit.features[0].alignment.as_ref());
        if let Some(alignment) = alignment {
            let asked = alignment.pairs.iter().map(|pair| &pair.query);
            let told_of_query = told(asked.chain(&alignment.only_query));
            let read = rewrite_names(&world.snapshot.index(), &asked_names).into_owned();
            match read[0].names().count() {
                1 => prop_assert_eq!(told_of_query, words_of(&query)),
                // One of several readings matched.
                _ => prop_assert!(told_of_query.iter().all(|word| query.contains(word.as_str()))),
            }
            let known = alignment.pairs.iter().map(|pair| &pair.record);
            prop_assert_eq!(told(known.chain(&alignment.only_record)), words_of(&name));
        }
    }

    #[test]
    fn names_of_records_are_read_again_as_they_were(
        names in prop::collection::vec((name(), any::<bool>()), 1..40),
    ) {
        let records = names.iter().zip(1..).map(|((name, is_person), id)| {
            let entity_type = if *is_person { EntityType::Individual } else { EntityType::Vessel };
            record(id, Some(entity_type), name).alias("Another, Name")
        });
        let world = World::new(records.collect());
        prop_assert_eq!(names_read_otherwise(&world.snapshot), Vec::<String>::new());
    }
}

fn told<'t>(quotes: impl Iterator<Item = &'t String>) -> Vec<String> {
    let mut words: Vec<String> = quotes.flat_map(|quote| words_of(quote)).collect();
    words.sort_unstable();
    words
}

/// Returns the words between blanks and the punctuation of [`name`], sorted.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split([' ', '/', '(']).map(|word| word.trim_end_matches('.').to_owned());
    let mut words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words
}

#[test]
fn a_record_comes_to_the_same_whether_it_is_found_or_named() {
    let listed =
        ["Vladimir Ivanov", "Ivan Vladimirovich Ivanov", "Hassan Ali", "Ali Hassan Trading"];
    let mut records: Vec<_> = listed.iter().zip(1..).map(|(name, id)| person(id, name)).collect();
    records[1] = person(2, "Ivan Vladimirovich Ivanov").alias("V. Ivanov").born("1970").of("RU");
    records[3] = record(4, Some(EntityType::Vessel), "Ali Hassan Trading").imo("9074729");
    let world = World::new(records);
    let by_name = |name| MatchQuery::by_name(Schema::Person, QueryName::new(name));
    let born = "1970-05".parse().expect("a date");
    for query in [
        by_name("Vladimir Ivanov"),
        MatchQuery { birth_dates: vec![born], ..by_name("Ivanov, V.") },
        by_name("Hasan Aly"),
        by_name("Somebody Else"),
        MatchQuery { imos: ImoNumber::parse("9074729").into_iter().collect(), ..by_name("Ali") },
    ] {
        let (filter, settings) = (everything(&world.snapshot), MatchSettings::default());
        let found = answer(&query, &filter, settings).hits;
        for at in (0..world.snapshot.record_count() as u32).map(RecordOrdinal) {
            let named = of_record(&query, &filter, settings, at).expect("no cutoff");
            match found.iter().find(|hit| hit.record == at) {
                Some(hit) => assert_eq!(*hit, named, "{query:?}"),
                None => assert_eq!(named.score, 0.0, "{query:?}: all that meet a word are found"),
            }
        }
    }
}
