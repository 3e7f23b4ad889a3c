//! Tests of every parameter of a search at the edges of its rule.

use super::*;
use crate::limits;

fn parameters(query: &str) -> Parameters {
    Parameters::parse(Some(query))
}

fn read(query: &str) -> Result<(Asked, Listing), ApiError> {
    let parameters = parameters(query);
    let collection = SCOPE.given(&parameters)?;
    let asked = Asked::by_search(&parameters, collection)?;
    Ok((asked, Listing::read(&parameters)?))
}

fn read_facets(query: &str) -> Result<Asked, ApiError> {
    let parameters = parameters(query);
    let collection = SCOPE.given(&parameters)?;
    Asked::by_search(&parameters, collection)
}

#[test]
fn defaults_are_those_of_the_description() {
    let (asked, Listing { order, paging }) = read("q=+ab+&type=&unknown=1").expect("a search");
    assert_eq!(asked.text.as_deref(), Some("ab"));
    assert_eq!(asked.filters, SearchFilters::default());
    assert_eq!(serde_json::to_string(&asked.filters).expect("plain JSON"), "{}");
    assert_eq!((order, paging), (Order::Name, Paging { limit: 25, page: 1, offset: 0 }));
}

#[test]
fn every_filter_is_read_and_shown_as_it_applies() {
    let (asked, _) = read(
        "scope=crime&type=VESSEL&list_type=TAX_WARRANT&topics=sanction&include_dataset=A\
         &exclude_dataset=B&source=C&nationality=ru&dob=1962-05&program=P%201\
         &changed_since=2026-10-04&listing=current",
    )
    .expect("all within their rules");
    let expected = concat!(
        r#"{"scope":"crime","type":"VESSEL","list_type":"TAX_WARRANT","topics":["sanction"],"#,
        r#""include_dataset":["A"],"exclude_dataset":["B"],"changed_since":"2026-10-04","#,
        r#""listing":"current","source":"C","nationality":"RU","dob":"1962-05","program":"P 1"}"#,
    );
    assert_eq!(serde_json::to_string(&asked.filters).expect("plain JSON"), expected);
}

#[test]
fn each_filter_is_enough_without_a_text() {
    for query in [
        "scope=peps",
        "scope=default",
        "type=VESSEL",
        "list_type=PEP",
        "topics=sanction",
        "include_dataset=A",
        "exclude_dataset=A",
        "source=A",
        "nationality=ru",
        "dob=1962",
        "program=A",
        "changed_since=2026-10-04",
        "listing=ended",
    ] {
        assert!(read(query).is_ok(), "{query}");
        let (name, _) = query.split_once('=').expect("a pair");
        assert!(read_facets(query).is_ok(), "{query}");
        assert!(SEARCH_FILTERS.contains(&name), "{query}");
    }
}

#[test]
fn nothing_to_search_by_is_an_error_that_names_what_is() {
    for query in ["", "q=", "q=&type=", "limit=5&sort=first_seen", "topics="] {
        let error = read(query).expect_err(query);
        assert_eq!((error.status().as_u16(), error.parameter()), (400, Some("q")), "{query}");
        assert!(error.to_string().contains("changed_since"), "{error}");
    }
}

#[test]
fn a_text_has_two_to_512_characters() {
    for (text, fits) in [
        ("a".to_owned(), false),
        ("%20a%20".to_owned(), false),
        ("ab".to_owned(), true),
        ("%E4%B9%A0%E8%BF%91".to_owned(), true),
        ("a".repeat(limits::NAME_CHARS_MAX), true),
        ("a".repeat(limits::NAME_CHARS_MAX + 1), false),
    ] {
        let read = read(&format!("q={text}&type=VESSEL"));
        assert_eq!(read.is_ok(), fits, "{text}");
        if let Err(error) = read {
            let limits = format!("{} to {}", limits::SEARCH_TEXT_CHARS_MIN, limits::NAME_CHARS_MAX);
            assert!(error.to_string().contains(&limits), "{error}");
        }
    }
}

#[test]
fn values_outside_their_rule_are_refused_by_name() {
    for (query, parameter) in [
        ("q=ab&q=cd", "q"),
        ("scope=kyb", "scope"),
        ("scope=Default", "scope"),
        ("type=vessel", "type"),
        ("type=Person", "type"),
        ("list_type=ALL", "list_type"),
        ("topics=crime", "topics"),
        ("nationality=RUS", "nationality"),
        ("nationality=R1", "nationality"),
        ("dob=62", "dob"),
        ("dob=1962-5", "dob"),
        ("dob=1963-02-29", "dob"),
        ("changed_since=soon", "changed_since"),
        ("source=A&source=B", "source"),
        ("q=ab&sort=name", "sort"),
        ("q=ab&limit=0", "limit"),
        ("q=ab&limit=51", "limit"),
        ("q=ab&limit=x", "limit"),
        ("q=ab&page=0", "page"),
        ("q=ab&page=-1", "page"),
        ("q=ab&offset=-1", "offset"),
        ("q=ab&offset=1.5", "offset"),
    ] {
        let error = read(query).expect_err(query);
        assert_eq!((error.status().as_u16(), error.parameter()), (400, Some(parameter)), "{query}");
    }
    let over = read("q=ab&limit=51").expect_err("over").to_string();
    assert!(over.contains(&format!("1 to {}", limits::SEARCH_LIMIT_MAX)), "{over}");
    assert_eq!(read("q=ab&sort=name").expect_err("sort").accepted(), Some(&["first_seen"][..]));
}

#[test]
fn a_page_begins_where_page_or_offset_says() {
    for (query, limit, page, offset) in [
        ("q=ab&limit=50", 50, 1, 0),
        ("q=ab&page=3", 25, 3, 50),
        ("q=ab&limit=10&page=2", 10, 2, 10),
        ("q=ab&offset=0", 25, 1, 0),
        ("q=ab&limit=10&offset=25", 10, 3, 25),
        ("q=ab&offset=&page=2", 25, 2, 25),
    ] {
        let (_, listing) = read(query).expect(query);
        assert_eq!(listing.paging, Paging { limit, page, offset }, "{query}");
    }
    let most = usize::MAX;
    assert_eq!(read(&format!("q=ab&page={most}")).expect("far").1.paging.offset, most);
    let both = read("q=ab&page=1&offset=0").expect_err("both");
    assert_eq!(both.to_string(), "give either page or offset");
}

#[test]
fn facets_have_no_use_for_what_only_a_list_has() {
    let asked = read_facets("q=ab&dob=1962&limit=0&sort=x&page=&offset=2").expect("not read");
    let filters = serde_json::to_string(&asked.filters).expect("plain JSON");
    assert_eq!(filters, r#"{"dob":"1962"}"#);
}
