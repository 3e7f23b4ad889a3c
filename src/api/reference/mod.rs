//! Reference data: what the service holds, by collection, register, programme, country and licence
//! (docs/api.md, "Catalog", "Overview", "Collection figures", "Registers", "Programmes",
//! "Countries", "Licences"; shapes of docs/api.md, "Registers").
//!
//! Everything counted comes from [`tamis_engine::directory`]; here it is filtered, paged and written.
//! `total` of a list is the number of its entries before paging. Counts are sorted by falling
//! count, then by value.
//!
//! | module | what it answers or holds |
//! |---|---|
//! | `shared` | what these answers have in common |
//! | `catalog` | `GET /api/catalog` |
//! | `overview` | `GET /api/overview` |
//! | `collection` | `GET /api/collection` |
//! | `sources`, `source` | `GET /api/sources`, `GET /api/source` |
//! | `register_row` | a register as lists of registers show it |
//! | `programmes` | `GET /api/programs` |
//! | `countries` | `GET /api/countries` |
//! | `licences` | `GET /api/licences` |

mod catalog;
mod collection;
mod countries;
mod licences;
mod overview;
mod programmes;
mod register_row;
mod shared;
mod source;
mod sources;

use super::operation::Document;

pub(super) fn describe(document: &mut Document) {
    sources::describe(document);
    source::describe(document);
    programmes::describe(document);
    countries::describe(document);
    licences::describe(document);
    catalog::describe(document);
    overview::describe(document);
    collection::describe(document);
}
