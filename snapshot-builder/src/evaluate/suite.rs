//! Results of a suite.

/// One number of a suite.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Name of the figure: `pairs.f1`.
    pub name: String,
    pub value: f64,
    /// Number of measured cases.
    pub cases: usize,
}

/// Figures and wrong cases of a suite.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Suite {
    /// Name of the suite; names of figures begin with it.
    pub name: String,
    pub figures: Vec<Figure>,
    /// One line for each wrong case.
    pub wrong: Vec<String>,
}

impl Suite {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds a figure.
    pub(super) fn figure(&mut self, name: &str, value: f64, cases: usize) {
        let name = format!("{}.{name}", self.name);
        self.figures.push(Figure { name, value, cases });
    }
}
