//! Elements of the XML lists that are grouped in a list within an entity.

use tamis_ingest::xml::Element;

/// Elements of a list within an entity.
pub(super) fn items<'e>(
    entity: &'e Element,
    list: &'e str,
    item: &'e str,
) -> impl Iterator<Item = &'e Element> {
    entity.all(list).flat_map(move |list| list.all(item))
}

/// Same as [`items`], with marked elements ("isPrimary") first.
pub(super) fn marked_first<'e>(
    entity: &'e Element,
    list: &'e str,
    item: &'e str,
    mark: &str,
) -> Vec<&'e Element> {
    let mut items: Vec<_> = items(entity, list, item).collect();
    items.sort_by_key(|item| !is_true(item, mark));
    items
}

/// True if an element of this name says "true".
pub(super) fn is_true(element: &Element, name: &str) -> bool {
    element.text_of(name).is_some_and(|text| text == "true")
}
