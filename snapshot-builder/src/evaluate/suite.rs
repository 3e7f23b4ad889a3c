//! What a suite found.

/// One number of a suite.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// What it is: `pairs.f1`.
    pub name: String,
    pub value: f64,
    /// Of how many cases.
    pub cases: usize,
}

/// The figures of a suite, and what went wrong in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Suite {
    /// Its name; figures begin with it.
    pub name: String,
    /// Its numbers.
    pub figures: Vec<Figure>,
    /// A line a case that fell on the wrong side.
    pub wrong: Vec<String>,
}

impl Suite {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds a number.
    pub(super) fn figure(&mut self, name: &str, value: f64, cases: usize) {
        let name = format!("{}.{name}", self.name);
        self.figures.push(Figure { name, value, cases });
    }
}
