//! Tables as CSV (RFC 4180, with the line ends of docs/api.md, "Export"): UTF-8, LF, quotation marks
//! only around cells that need them. The module knows nothing of the content.

use std::fmt::{Display, Write};

/// Treatment of cells that a spreadsheet would run as formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formulas {
    /// Kept as published, for programs.
    Kept,
    /// Prefixed with `'`, for people (docs/api.md, "Export").
    Disarmed,
}

/// Characters that a formula begins with (docs/api.md, "Export").
const FORMULA_STARTS: &[u8] = b"=+-@\t";

fn is_formula(cell: &str) -> bool {
    cell.as_bytes().first().is_some_and(|first| FORMULA_STARTS.contains(first))
}

/// The cell that [`Formulas::Disarmed`] made this one of.
#[must_use]
pub fn armed(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(cell)
}

/// Lines of CSV, collected in memory.
pub struct Table {
    writer: csv::Writer<Vec<u8>>,
    formulas: Formulas,
    /// Text of the current cell.
    cell: String,
}

/// Reason why writing cannot fail: the text is in memory.
const IN_MEMORY: &str = "memory takes every line";

impl Table {
    /// Makes a table without lines.
    #[must_use]
    pub fn new(formulas: Formulas) -> Self {
        Self::after(Vec::new(), formulas)
    }

    /// Makes a table that appends lines to this text.
    #[must_use]
    pub fn after(text: Vec<u8>, formulas: Formulas) -> Self {
        let mut settings = csv::WriterBuilder::new();
        settings.terminator(csv::Terminator::Any(b'\n')).flexible(true);
        Self { writer: settings.from_writer(text), formulas, cell: String::new() }
    }

    /// Adds a line of texts, such as the names of columns.
    pub fn header(&mut self, columns: &[&str]) {
        self.writer.write_record(columns).expect(IN_MEMORY);
    }

    /// Begins a line.
    #[must_use]
    pub fn line(&mut self) -> Line<'_> {
        Line(self)
    }

    /// Returns the bytes of the text so far.
    pub fn bytes(&mut self) -> usize {
        self.writer.flush().expect(IN_MEMORY);
        self.writer.get_ref().len()
    }

    /// Returns the text of all lines.
    #[must_use]
    pub fn into_text(self) -> Vec<u8> {
        self.writer.into_inner().expect(IN_MEMORY)
    }
}

/// A line being written.
pub struct Line<'t>(&'t mut Table);

impl Line<'_> {
    /// Adds a cell.
    #[must_use]
    pub fn cell(self, value: impl Display) -> Self {
        let Table { writer, formulas, cell } = &mut *self.0;
        cell.clear();
        // Writing to memory fails only if `Display` of a value fails, and ours never does.
        let _ = write!(cell, "{value}");
        if is_formula(cell) && *formulas == Formulas::Disarmed {
            cell.insert(0, '\'');
        }
        writer.write_field(cell.as_bytes()).expect(IN_MEMORY);
        self
    }

    /// Adds a cell, empty if there is no value.
    #[must_use]
    pub fn optional(self, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.cell(value),
            None => self.cell(""),
        }
    }

    /// Ends the line.
    pub fn end(self) {
        self.0.writer.write_record(None::<&[u8]>).expect(IN_MEMORY);
    }
}

#[cfg(test)]
mod tests {
    use super::{Formulas, Table, armed};

    fn line(formulas: Formulas, cells: &[&str]) -> String {
        let mut table = Table::new(formulas);
        let line = table.line();
        cells.iter().fold(line, |line, cell| line.cell(cell)).end();
        String::from_utf8(table.into_text()).expect("UTF-8")
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
        let mut table = Table::new(Formulas::Disarmed);
        table.header(&["id", "name"]);
        assert_eq!(table.into_text(), b"id,name\n");
    }

    #[test]
    fn lines_go_behind_a_text_that_is_there() {
        let mut table = Table::after(b"id\n".to_vec(), Formulas::Kept);
        assert_eq!(table.bytes(), 3);
        table.line().cell(7).optional(None::<&str>).end();
        assert_eq!((table.bytes(), table.into_text()), (6, b"id\n7,\n".to_vec()));
    }

    #[test]
    fn formulas_are_disarmed_only_when_asked_for() {
        let cells = ["=1+1", "+1", "-1", "@x", "\tx", "a=b", "=1,\"2\""];
        assert_eq!(line(Formulas::Kept, &cells), "=1+1,+1,-1,@x,\tx,a=b,\"=1,\"\"2\"\"\"\n");
        let safe = "'=1+1,'+1,'-1,'@x,'\tx,a=b,\"'=1,\"\"2\"\"\"\n";
        assert_eq!(line(Formulas::Disarmed, &cells), safe);
        for (cell, before) in
            [("'=1+1", "=1+1"), ("'\tx", "\tx"), ("'s Gravenhage", "'s Gravenhage")]
        {
            assert_eq!(armed(cell), before);
        }
    }
}
