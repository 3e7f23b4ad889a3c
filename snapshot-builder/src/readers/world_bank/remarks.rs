//! The field `ADD_SUPP_INFO`: other names, registration numbers, addresses and footnotes, in no order.
//! It is weak evidence, since the publisher moves texts to other records from day to day. The names in
//! it are therefore weak aliases, its numbers are not identifiers, and the text itself is kept as a
//! note. Footnotes are left out, since they are renumbered all the time.

use tamis_engine::model::{Alias, Record};
use tamis_engine::text::has_legal_form;

use super::footnotes::without_footnotes;
use super::markers::{TEXT_BYTES_READ, Within, names_of_list, split};
use super::titles::take_titles;
use crate::readers::common::facts::{add_note, is_latin};
use crate::readers::common::groups::{Piece, pieces};
use tamis_ingest::squeeze;

/// Least number of digits that make a text in another script a number or an address instead of a name.
const NUMBER_FIGURES: usize = 4;

/// Adds the facts of the field to the record.
pub(super) fn read(text: &str, is_person: bool, record: &mut Record) {
    let text = without_footnotes(text);
    add_note(record, "Additional information", &text);
    if text.len() > TEXT_BYTES_READ {
        return;
    }
    for run in runs(&text) {
        let parts = split(&run, Within::Remark);
        let names = if parts.iter().any(|part| part.is_marked) {
            let marked = parts.iter().filter(|part| part.is_marked);
            marked.flat_map(|part| names_of_list(&without_numbers(&part.text))).collect()
        } else {
            native_names(&run)
        };
        for name in names {
            let name = take_titles(&name, is_person, &mut Vec::new());
            // A person has no firm's name: the text belongs to another record.
            if !(is_person && is_firm(&name)) {
                record.aliases.push(Alias::weak(name));
            }
        }
    }
}

/// Separate texts: each group in parentheses, and the text between groups. Plain groups belong to the
/// surrounding text (`SUN (PVT) LTD`, `太阳(集团)公司`).
fn runs(text: &str) -> Vec<String> {
    let mut runs = Vec::new();
    let mut run = String::new();
    for piece in pieces(text) {
        match piece {
            Piece::Outside(text) => run.push_str(text),
            Piece::Inside { inner, whole } if continues(&run, inner) => run.push_str(whole),
            Piece::Inside { inner, .. } => {
                runs.push(std::mem::take(&mut run));
                runs.push(inner.to_owned());
            }
        }
    }
    runs.push(run);
    runs.iter().map(|run| squeeze(run)).filter(|run| !run.is_empty()).collect()
}

/// True if a group in parentheses belongs to the text before it. In another script it does if no blank
/// precedes it.
fn continues(before: &str, group: &str) -> bool {
    let is_near = match is_latin(group) {
        true => !before.trim().is_empty(),
        false => !is_latin(before) && !before.ends_with(char::is_whitespace),
    };
    is_near
        && !group.contains(|c: char| c.is_ascii_digit())
        && !split(group, Within::Remark).iter().any(|part| part.is_marked)
}

/// A name without groups that contain numbers.
fn without_numbers(name: &str) -> String {
    let kept: Vec<&str> = pieces(name)
        .iter()
        .filter_map(|piece| match piece {
            Piece::Outside(text) => Some(*text),
            Piece::Inside { whole, .. } => {
                (!whole.contains(|c: char| c.is_ascii_digit())).then_some(*whole)
            }
        })
        .collect();
    squeeze(&kept.join(" "))
}

/// Names in another script. Text after a comma is a name only without digits, otherwise an address.
fn native_names(text: &str) -> Vec<String> {
    let figures = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    text.split([',', '，', '、', ';'])
        .enumerate()
        .filter(|(number, name)| {
            let most = if *number == 0 { NUMBER_FIGURES } else { 1 };
            !is_latin(name) && figures(name) < most
        })
        .map(|(_, name)| squeeze(name))
        .collect()
}

fn is_firm(name: &str) -> bool {
    has_legal_form(name) || name.contains("公司")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aliases(text: &str, is_person: bool) -> String {
        let mut record = Record::default();
        read(text, is_person, &mut record);
        let names: Vec<_> = record.aliases.iter().map(|alias| alias.name.as_str()).collect();
        names.join("|")
    }

    #[test]
    fn marked_names_and_names_in_other_scripts_are_aliases() {
        for (text, expected) in [
            ("*192 (AKA MR. SUN)", "SUN"),
            ("(太阳（北京）有限公司)(Reg. No.: 91A)*512", "太阳（北京）有限公司"),
            ("太阳建设(集团)有限公司", "太阳建设(集团)有限公司"),
            ("(太阳有限公司, 太阳)*647", "太阳有限公司|太阳"),
            ("日昇, 北京市朝阳区 104 号", "日昇"),
            ("ООО «Солнце-4»", "ООО «Солнце-4»"),
            ("*87 Reg. No. 91650100686470604E", ""),
            ("also known as SUN (Reg. No: 9111)*448", "SUN"),
            ("AKA SUN SUPPLIES (PVT) LTD", "SUN SUPPLIES (PVT) LTD"),
            ("(a.k.a. SUN b.v.), also d.b.a. SUN Medical *161", "SUN b.v.|SUN Medical"),
            ("SUN Service (FKA SUN TECHNOLOGY JSC) (Reg. No.: 03)", "SUN TECHNOLOGY JSC"),
            ("(formerly known as Sun (dba Moon, also dba Star) (Reg. No. 18)", "Sun|Moon|Star"),
            ("(MUE Group) *662", ""),
            ("SUN CO. LTD. *3", ""),
            ("342", ""),
        ] {
            assert_eq!(aliases(text, false), expected, "{text}");
        }
    }

    #[test]
    fn a_person_is_not_called_by_the_name_of_a_firm() {
        assert_eq!(aliases("(张三)", true), "张三");
        assert_eq!(aliases("AKA (Ms.) Ir. Ana Sun", true), "Ana Sun");
        assert_eq!(aliases("(太阳有限公司)", true), "");
        assert_eq!(aliases("(now known as SUN LTD.)", true), "");
        assert_eq!(aliases("(doing business as SUN WORKS)", true), "SUN WORKS");
    }

    #[test]
    fn the_text_without_footnotes_is_kept() {
        let mut record = Record::default();
        read("*623 (Reg. No. 7)", false, &mut record);
        assert_eq!(record.notes, ["Additional information: (Reg. No. 7)"]);
        let mut record = Record::default();
        read("*623", false, &mut record);
        assert!(record.notes.is_empty());
    }
}
