//! Common parts of every reconciliation request.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::api::http::error::ApiError;
use crate::api::http::filters::PathCollection;
use crate::api::http::listing::Today;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Taken};
use tamis_engine::model::{Collection, Day};

pub(super) struct Asked {
    pub(super) collection: Collection,
    pub(super) parameters: Parameters,
    /// The day of the request.
    pub(super) today: Day,
    taken: Taken,
}

impl Asked {
    /// The snapshot. Taken last, so that faults of a request are reported even without one.
    pub(super) fn loaded(self) -> Result<Arc<Loaded>, ApiError> {
        let Taken(loaded) = self.taken;
        loaded.ok_or(ApiError::NoSnapshot)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let PathCollection(collection) = PathCollection::from_request_parts(parts, state).await?;
        Ok(Self {
            collection,
            parameters: Parameters::parse(parts.uri.query()),
            today: parts
                .extensions
                .get()
                .copied()
                .map(|Today(day)| day)
                .ok_or(ApiError::Internal)?,
            taken: parts.extensions.get::<Taken>().cloned().ok_or(ApiError::Internal)?,
        })
    }
}
