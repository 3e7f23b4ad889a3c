//! Reference data: the content of the service by collection, register, programme, country and licence
//! (docs/api.md, "Catalog", "Overview", "Collection figures", "Registers", "Programmes", "Countries",
//! "Licences"; shapes of docs/api.md, "Registers").
//!
//! All counts come from [`tamis_engine::directory`]; this module filters, pages and writes them.
//! `total` of a list is the number of its entries before paging. Counts are sorted in descending order,
//! then by value.
//!
//! | module | what it answers or holds |
//! |---|---|
//! | `shared` | parts shared by these answers |
//! | `catalog` | `GET /api/catalog` |
//! | `overview` | `GET /api/overview` |
//! | `collection` | `GET /api/collection` |
//! | `sources`, `source` | `GET /api/sources`, `GET /api/source` |
//! | `register_row` | a register as a row of lists |
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
