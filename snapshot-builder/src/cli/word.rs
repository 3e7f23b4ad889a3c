//! `inspect --word`: shows the matching data of one word.

use std::fmt::Write;

use anyhow::bail;
use tamis_engine::lexicon::rows::Neighbour;
use tamis_engine::model::WordOrdinal;
use tamis_engine::snapshot::IndexView;
use tamis_engine::text::weight::WEIGHT_ONE;
use tamis_engine::text::{self, Kinds, NameKind, WordClass, WordForm};

/// Writes the dictionary entry of the word, or its neighbours if it occurs in no name.
pub(super) fn show(out: &mut String, index: &IndexView<'_>, raw: &str) -> anyhow::Result<()> {
    // The dictionary has legal forms under a code, `#llc`, which folding never produces.
    let folded = if raw.starts_with('#') { raw.to_owned() } else { text::normalize(raw) };
    if folded.is_empty() || folded.contains(' ') {
        bail!("--word: {raw:?} reads as {folded:?}; give a single word");
    }
    match index.find_word(&folded) {
        Some(word) => {
            show_word(out, index, word)?;
            show_close(out, index, index.neighbours(word))
        }
        None => {
            writeln!(out, "word {folded}, which is not in any name")?;
            show_close(out, index, &index.neighbours_of(&folded, text::is_cyrillic(raw)))
        }
    }
}

fn show_word(out: &mut String, index: &IndexView<'_>, word: WordOrdinal) -> anyhow::Result<()> {
    let row = &index.words[word.index()];
    let text = index.word_text(word);
    writeln!(out, "word {text}, ordinal {}", word.0)?;
    writeln!(out, "  frequency  {} records", row.frequency)?;
    writeln!(out, "  postings   {} records", index.postings(word).len())?;
    let weight = f64::from(row.weight) / f64::from(WEIGHT_ONE);
    writeln!(out, "  weight     {weight:.3} as an ordinary word")?;
    writeln!(out, "  script     {:?}", WordForm::new(text).script())?;
    for (kind, label) in [(NameKind::Person, "of persons"), (NameKind::Thing, "of things")] {
        let classes = classes(row.classes[kind as usize]);
        writeln!(out, "  in names   {label}: {classes}")?;
    }
    if row.place == 1 {
        writeln!(out, "  place      in names of things")?;
    }
    Ok(())
}

fn show_close(
    out: &mut String,
    index: &IndexView<'_>,
    neighbours: &[Neighbour],
) -> anyhow::Result<()> {
    writeln!(out, "close words: {}", neighbours.len())?;
    for neighbour in neighbours {
        let (word, similarity) = (neighbour.word(), neighbour.similarity().value());
        let joined = if index.is_compound(word) { ", neighbours written as one" } else { "" };
        let records = index.words[word.index()].frequency;
        let text = index.word_text(word);
        let learnt = if neighbour.is_learnt() { ", learnt from the lists" } else { "" };
        let kinds = match neighbour.kinds() {
            Kinds::ALL => String::new(),
            _ => format!(", {}", in_names(*neighbour)),
        };
        writeln!(out, "  {text:<24}{similarity:.3}  {records} records{joined}{kinds}{learnt}")?;
    }
    Ok(())
}

/// Classes in a set of bits, in words.
fn classes(bits: u8) -> String {
    let held = WordClass::ALL.iter().filter(|class| bits & class.bit() != 0);
    let names: Vec<String> = held.map(|class| format!("{class:?}").to_lowercase()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Writes the variants learnt from names on the lists: each pair once, under the more frequent word.
pub(super) fn show_variants(out: &mut String, index: &IndexView<'_>) -> anyhow::Result<()> {
    for word in (0..index.single_word_count() as u32).map(WordOrdinal) {
        let learnt = index.neighbours(word).iter().filter(|close| close.is_learnt());
        for variant in learnt.filter(|close| close.word() > word) {
            let [a, b] = [word, variant.word()].map(|word| index.word_text(word));
            writeln!(out, "{a:<24}{b:<24}{}", in_names(*variant))?;
        }
    }
    Ok(())
}

/// Names in which two words count as alike, in words.
fn in_names(neighbour: Neighbour) -> &'static str {
    match NameKind::ALL.map(|kind| neighbour.holds_in(kind)) {
        [true, true] => "in all names",
        [true, false] => "in names of persons",
        [false, true] => "in names of things",
        [false, false] => "in no names",
    }
}
