//! Names of the elements that are read, old and new. An element is reused by type: a person's birth
//! date is the year in which a ship was built, and so on.

use tamis_ingest::xml::Element;

pub(super) const COUNTRY: &[&str] = &["Country"];
pub(super) const FAMILY_NAME: &[&str] = &["LastName"];
pub(super) const GIVEN_NAME: &[&str] = &["GivenName"];
pub(super) const THING: &[&str] = &["EntityOrShip", "Entity"];
pub(super) const TITLE: &[&str] = &["TitleOrShip", "Title"];
pub(super) const DATE: &[&str] = &["DateOfBirthOrShipBuildDate", "DateOfBirth"];
pub(super) const ALIASES: &[&str] = &["Aliases"];
pub(super) const SCHEDULE: &[&str] = &["Schedule"];
pub(super) const ITEM: &[&str] = &["Item"];
pub(super) const LISTED_ON: &[&str] = &["DateOfListing"];
pub(super) const IMO: &[&str] = &["ShipIMONumber"];
pub(super) const ALL: [&[&str]; 11] =
    [COUNTRY, FAMILY_NAME, GIVEN_NAME, THING, TITLE, DATE, ALIASES, SCHEDULE, ITEM, LISTED_ON, IMO];

/// Text of an element under any of its names; empty if there is none.
pub(super) fn text_of(element: &Element, names: &[&str]) -> String {
    names.iter().find_map(|name| element.text_of(name)).unwrap_or_default()
}
