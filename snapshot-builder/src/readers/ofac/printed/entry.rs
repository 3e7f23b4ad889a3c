//! Splits one printed entry from both ends: programmes and type at the end, names at the start, and the
//! rest between them.

use tamis_engine::model::EntityType;

use super::heading::{self, Alias};

/// An entry as printed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry<'t> {
    /// Name that heads the entry.
    pub(super) name: String,
    /// The other names of the party.
    pub(super) aliases: Vec<Alias<'t>>,
    /// Type of the party; `None` for entities, which have no mark.
    pub(super) entity_type: Option<EntityType>,
    /// Addresses and remarks, with their leading `, ` or `; `.
    pub(super) body: &'t str,
    /// Programmes in order.
    pub(super) programmes: Vec<&'t str>,
    /// Text after the programmes, without parentheses: the parties linked to this one.
    pub(super) links: &'t str,
}

impl<'t> Entry<'t> {
    /// Splits an entry.
    ///
    /// # Errors
    /// In words: the part of an entry that the text lacks.
    pub(super) fn parse(text: &'t str) -> Result<Self, String> {
        let text = text.trim_end();
        let text = text.strip_suffix('.').unwrap_or(text);
        let (before, links) = text.rsplit_once(']').ok_or("no programme in brackets")?;
        let links =
            unparenthesised(links).ok_or("words outside parentheses after the programmes")?;
        let (before, programmes) = split_programmes(before)?;
        let (before, entity_type) = split_type(before);
        let heading = heading::split(before, entity_type)?;
        if heading.name.is_empty() {
            return Err("no name".to_owned());
        }
        Ok(Self {
            name: heading.name,
            aliases: heading.aliases,
            entity_type,
            body: heading.rest,
            programmes,
            links,
        })
    }
}

/// Content of parentheses around the whole text; empty for an empty text.
fn unparenthesised(text: &str) -> Option<&str> {
    let text = text.trim();
    if text.is_empty() { Some(text) } else { text.strip_prefix('(')?.strip_suffix(')') }
}

/// Splits off the programmes at the end of a text without its last bracket.
fn split_programmes(text: &str) -> Result<(&str, Vec<&str>), String> {
    let mut programmes = Vec::new();
    let mut rest = Some(text);
    let mut before = text;
    while let Some(text) = rest {
        let (head, programme) =
            text.rsplit_once('[').ok_or("a closing bracket without an opening one")?;
        programmes.push(programme.trim());
        before = head.trim_end();
        rest = before.strip_suffix(']');
    }
    programmes.reverse();
    Ok((before, programmes))
}

/// Splits off the mark of the type at the end.
fn split_type(text: &str) -> (&str, Option<EntityType>) {
    let marks = [
        ("(individual)", EntityType::Individual),
        ("(vessel)", EntityType::Vessel),
        ("(aircraft)", EntityType::Aircraft),
    ];
    let found = marks.iter().find_map(|(mark, kind)| Some((text.strip_suffix(mark)?, Some(*kind))));
    let (text, entity_type) = found.unwrap_or((text, None));
    (text.trim_end(), entity_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_taken_apart_from_both_ends() {
        let text = "LEE, Ana (a.k.a. LI, Anna; a.k.a. \"AL\"), Lima, Peru; DOB 1950 (individual) \
                    [SDGT] [UKRAINE-EO13660] (Linked To: SUN (U.K.) LTD.; Linked To: MOON).";
        let entry = Entry::parse(text).expect("an entry");
        assert_eq!((entry.name.as_str(), entry.body), ("LEE, Ana", ", Lima, Peru; DOB 1950"));
        assert_eq!(entry.entity_type, Some(EntityType::Individual));
        assert_eq!(entry.aliases.len(), 2);
        assert_eq!(entry.programmes, ["SDGT", "UKRAINE-EO13660"]);
        assert_eq!(entry.links, "Linked To: SUN (U.K.) LTD.; Linked To: MOON");
        let bare = Entry::parse("SUN BANK [CUBA].").expect("an entry");
        assert_eq!((bare.name.as_str(), bare.body, bare.entity_type), ("SUN BANK", "", None));
    }

    #[test]
    fn what_is_no_entry_is_refused_with_the_reason() {
        for (text, expected) in [
            ("This list is published by an office.", "no programme in brackets"),
            ("SUN BANK CUBA].", "a closing bracket without an opening one"),
            ("SUN BANK [CUBA] and so on.", "words outside parentheses after the programmes"),
            ("SUN BANK (a.k.a. MOON [CUBA].", "the parentheses around the aliases are not closed"),
            ("[CUBA].", "no name"),
        ] {
            assert_eq!(Entry::parse(text).expect_err(expected), expected);
        }
    }
}
