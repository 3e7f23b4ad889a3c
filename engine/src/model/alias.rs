//! Other names of a party, and their quality as stated by the publisher.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::named_enum;

named_enum!(
    /// Quality of an alias as stated by its publisher.
    AliasQuality {
        /// A full alias.
        Strong = "strong",
        /// A weak alias: OFAC "weak a.k.a.", UN "Low".
        Weak = "weak",
    }
);

/// Another name of a party. A strong current alias is a plain string in JSON. Any other is an object
/// with its differences: `{"name": "A. E.", "quality": "weak", "former": true}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The name as published.
    pub name: String,
    /// Quality as stated by the publisher.
    pub quality: AliasQuality,
    /// True if the publisher marks the name as a former one ("formerly known as").
    pub is_former: bool,
}

impl Alias {
    /// Makes a strong, current alias.
    #[must_use]
    pub fn strong(name: impl Into<String>) -> Self {
        Self { name: name.into(), quality: AliasQuality::Strong, is_former: false }
    }

    /// A weak alias (docs/api.md, "Record fields"): broad, or of low quality.
    #[must_use]
    pub fn weak(name: impl Into<String>) -> Self {
        Self { name: name.into(), quality: AliasQuality::Weak, is_former: false }
    }

    /// Returns the same name, marked as a former one if `is_former`.
    #[must_use]
    pub fn formerly(self, is_former: bool) -> Self {
        Self { is_former, ..self }
    }
}

/// JSON object of an alias that is weak or former.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts<S> {
    name: S,
    #[serde(default = "strong", skip_serializing_if = "is_strong")]
    quality: AliasQuality,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    former: bool,
}

fn strong() -> AliasQuality {
    AliasQuality::Strong
}

fn is_strong(quality: &AliasQuality) -> bool {
    *quality == AliasQuality::Strong
}

impl Serialize for Alias {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { name, quality, is_former: former } = self;
        if is_strong(quality) && !former {
            return serializer.serialize_str(name);
        }
        Parts { name: name.as_str(), quality: *quality, former: *former }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Alias {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Written;

        impl<'de> Visitor<'de> for Written {
            type Value = Alias;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name, or a name with what it differs in")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Alias, E> {
                Ok(Alias::strong(name))
            }

            fn visit_string<E: Error>(self, name: String) -> Result<Alias, E> {
                Ok(Alias::strong(name))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Alias, A::Error> {
                let Parts { name, quality, former } =
                    Parts::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Alias { name, quality, is_former: former })
            }
        }

        deserializer.deserialize_any(Written)
    }
}
