//! Bodies of answers, each declared once: its fields with their types and their shapes.

use super::Shape;

/// A value that an answer leaves out if it is empty.
pub(crate) trait Absent {
    fn is_absent(&self) -> bool;
}

impl<T> Absent for Vec<T> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl<T> Absent for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// The fields of an object.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    always: Vec<(&'static str, Shape)>,
    perhaps: Vec<(&'static str, Shape)>,
}

impl Fields {
    /// Adds a field that is always there; `says` are the lines of its doc comment.
    pub(crate) fn add(&mut self, name: &'static str, says: &[&str], shape: Shape) {
        self.always.push(named(name, says, shape));
    }

    /// Adds an optional field.
    pub(crate) fn add_perhaps(&mut self, name: &'static str, says: &[&str], shape: Shape) {
        self.perhaps.push(named(name, says, shape));
    }

    /// Adds the fields of another object.
    pub(crate) fn add_those_of(&mut self, other: Self) {
        self.always.extend(other.always);
        self.perhaps.extend(other.perhaps);
    }

    /// The object's shape: required fields first.
    pub(crate) fn shape(self) -> Shape {
        Shape::object(self.always).and_perhaps(self.perhaps)
    }
}

impl FromIterator<(&'static str, Shape)> for Fields {
    fn from_iter<I: IntoIterator<Item = (&'static str, Shape)>>(fields: I) -> Self {
        Self { always: fields.into_iter().collect(), perhaps: Vec::new() }
    }
}

/// A field under its JSON name, with its doc comment.
fn named(field: &'static str, says: &[&str], shape: Shape) -> (&'static str, Shape) {
    let says = says.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let shape = if says.is_empty() { shape } else { shape.says(&says) };
    (field.trim_start_matches("r#"), shape)
}

/// Declares the body of an answer, and a function that returns the shapes of its fields.
///
/// A field is `name: Type = shape`, with the visibility of the body. An optional field, left out if
/// [`Absent`], is `name?: Type = shape`. The fields of another body are `name..: Type = its fields`.
/// The doc comment of a field is its description in the OpenAPI document. A shape that differs between
/// uses is a parameter of the function.
macro_rules! answer {
    (
        $(#[$of:meta])*
        $vis:vis struct $name:ident $(<$($generic:tt),*>)? as $shape:ident $(($part:ident))? {
            $(
                $(#[doc = $says:literal])*
                $field:ident
                $(: $type:ty = $is:expr,)?
                $(? : $perhaps:ty = $may_be:expr,)?
                $(.. : $flat:ty = $holds:expr,)?
            )*
        }
    ) => {
        $(#[$of])*
        #[derive(serde::Serialize)]
        $vis struct $name $(<$($generic),*>)? {
            $(
                $($vis $field: $type,)?
                $(
                    #[serde(skip_serializing_if = "crate::api::interface::answer::Absent::is_absent")]
                    $vis $field: $perhaps,
                )?
                $(#[serde(flatten)] $vis $field: $flat,)?
            )*
        }

        $vis fn $shape($($part: $crate::api::interface::Shape)?) -> $crate::api::interface::answer::Fields {
            let mut fields = $crate::api::interface::answer::Fields::default();
            $(
                let _says: &[&str] = &[$($says),*];
                $(fields.add(stringify!($field), _says, $is);)?
                $(fields.add_perhaps(stringify!($field), _says, $may_be);)?
                $(fields.add_those_of($holds);)?
            )*
            fields
        }
    };
}
pub(crate) use answer;
