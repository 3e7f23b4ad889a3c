//! Cells and lines of CSV (RFC 4180, with the line ends of decisions D7): UTF-8, LF, quotation
//! marks only where a cell needs them.

use std::fmt::Display;
use std::io::Write;

/// The content type of CSV.
pub(in crate::api) const CONTENT_TYPE: &str = "text/csv; charset=utf-8";

/// What becomes of a cell that a spreadsheet would run as a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api) enum Formulas {
    /// It stays as published, for programs.
    Kept,
    /// It begins with `'`, for people (decisions D7).
    Disarmed,
}

/// Characters with which a formula begins (decisions D7).
const FORMULA_STARTS: &[u8] = b"=+-@\t";

/// Writes one line after what is in `out` already.
pub(in crate::api) struct Line<'o> {
    out: &'o mut Vec<u8>,
    formulas: Formulas,
    is_first: bool,
}

impl<'o> Line<'o> {
    /// A line without cells.
    pub(in crate::api) fn new(out: &'o mut Vec<u8>, formulas: Formulas) -> Self {
        Self { out, formulas, is_first: true }
    }

    /// Adds a cell.
    pub(in crate::api) fn cell(mut self, value: impl Display) -> Self {
        if !self.is_first {
            self.out.push(b',');
        }
        self.is_first = false;
        let start = self.out.len();
        // Writing to memory fails only where a value cannot be shown, and ours can.
        let _ = write!(self.out, "{value}");
        let runs = self.out.get(start).is_some_and(|first| FORMULA_STARTS.contains(first));
        if runs && self.formulas == Formulas::Disarmed {
            self.out.insert(start, b'\'');
        }
        self.quote_from(start);
        self
    }

    /// Adds a cell that is empty where there is no value.
    pub(in crate::api) fn optional(self, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.cell(value),
            None => self.cell(""),
        }
    }

    /// Ends the line.
    pub(in crate::api) fn end(self) {
        self.out.push(b'\n');
    }

    fn quote_from(&mut self, start: usize) {
        if !self.out[start..].iter().any(|byte| b",\"\r\n".contains(byte)) {
            return;
        }
        let cell = self.out.split_off(start);
        self.out.push(b'"');
        for byte in cell {
            if byte == b'"' {
                self.out.push(b'"');
            }
            self.out.push(byte);
        }
        self.out.push(b'"');
    }
}

/// Writes a line of texts, as the names of columns are.
pub(in crate::api) fn header(out: &mut Vec<u8>, columns: &[&str]) {
    columns.iter().fold(Line::new(out, Formulas::Kept), Line::cell).end();
}

#[cfg(test)]
mod tests {
    use super::{Formulas, Line, header};

    fn line(formulas: Formulas, cells: &[&str]) -> String {
        let mut out = Vec::new();
        cells.iter().fold(Line::new(&mut out, formulas), Line::cell).end();
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_cell_is_quoted_only_where_it_must_be() {
        for (cells, expected) in [
            (vec!["a", "", "b c"], "a,,b c\n"),
            (vec!["DOE, Jane", "x"], "\"DOE, Jane\",x\n"),
            (vec!["the \"Fox\""], "\"the \"\"Fox\"\"\"\n"),
            (vec!["two\nlines", "a\rb"], "\"two\nlines\",\"a\rb\"\n"),
            (vec!["Иван", " kept "], "Иван, kept \n"),
        ] {
            assert_eq!(line(Formulas::Kept, &cells), expected);
        }
        let mut out = Vec::new();
        header(&mut out, &["id", "name"]);
        assert_eq!(out, b"id,name\n");
    }

    #[test]
    fn formulas_are_disarmed_only_when_asked_for() {
        let cells = ["=1+1", "+1", "-1", "@x", "\tx", "a=b", "=1,\"2\""];
        assert_eq!(line(Formulas::Kept, &cells), "=1+1,+1,-1,@x,\tx,a=b,\"=1,\"\"2\"\"\"\n");
        let safe = "'=1+1,'+1,'-1,'@x,'\tx,a=b,\"'=1,\"\"2\"\"\"\n";
        assert_eq!(line(Formulas::Disarmed, &cells), safe);
    }

    proptest::proptest! {
        /// What is written is what an independent reader reads.
        #[test]
        fn every_cell_is_read_back(cells in proptest::collection::vec("[a,\"\r\n =é]{0,6}", 1..5)) {
            let mut out = Vec::new();
            // A line of one empty cell is an empty line, which readers pass over.
            let cells: Vec<String> = cells.into_iter().chain(["end".to_owned()]).collect();
            cells.iter().fold(Line::new(&mut out, Formulas::Kept), Line::cell).end();
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&out[..]);
            let read = reader.records().next().expect("a line").expect("readable");
            proptest::prop_assert_eq!(read.iter().collect::<Vec<_>>(), cells);
        }
    }
}
