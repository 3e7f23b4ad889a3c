//! Screens customers with a server, through its stream (docs/api.md, "Match stream").
//!
//! ```text
//! rows ─► queries, a line each ─► the server ─► answers, in order ─► hits and rejects
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `client` | the connection |
//! | `answer` | a line of the answer |

pub(crate) mod answer;
mod client;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use axum::body::Bytes;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use self::answer::Answered;
use self::client::Posted;
pub use self::client::Server;
use super::error::ScreenError;
use super::hits::{Made, OutputForm, Writer};
use super::lists::{Lists, State, Version, Write};
use super::watch::Watch;
use crate::api::matching::customer::{Customer, Reading, Unread};
use crate::customers::source::{Head, Sources};
use crate::limits::SERVER_CHUNKS_AHEAD;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::matching::{MatchQuery, QueryName};
use tamis_engine::model::{Collection, RecordId, Timestamp};

/// A server and the query parameters.
pub(super) struct Remote<'s> {
    server: &'s Server,
    /// Path of the stream, with its parameters.
    path: String,
    form: OutputForm,
    version: Version,
    watch: &'s dyn Watch,
}

/// The fields read from an answer of `/api/status`.
#[derive(Deserialize)]
struct Status {
    snapshot: Version,
}

/// The fields read from a FollowTheMoney entity.
#[derive(Deserialize)]
struct Changes {
    first_seen: String,
    last_change: String,
    #[serde(default)]
    properties: Properties,
}

#[derive(Default, Deserialize)]
struct Properties {
    #[serde(default)]
    sanctions: Vec<Changes>,
}

impl Changes {
    /// Latest time at which the record, or its listing, was first seen or changed.
    fn touched(&self) -> Option<Timestamp> {
        let own = [&self.first_seen, &self.last_change];
        let own = own.into_iter().filter_map(|moment| Timestamp::parse_iso(moment));
        own.chain(self.properties.sanctions.iter().filter_map(Self::touched)).max()
    }
}

impl Server {
    /// The version in service.
    pub(crate) fn version(&self) -> Result<Version, ScreenError> {
        let status: Result<Status, _> = self.get("/api/status")?;
        let Status { snapshot } = status.map_err(|(_, said)| self.fault(said))?;
        Ok(snapshot)
    }
}

impl<'s> Remote<'s> {
    /// Asks a server for its current version. The parameters are those of a stream.
    pub(super) fn new(
        server: &'s Server,
        collection: Collection,
        parameters: &str,
        form: OutputForm,
        watch: &'s dyn Watch,
    ) -> Result<Self, ScreenError> {
        let version = server.version()?;
        let path = format!("/api/match/{}/stream?{parameters}", collection.as_str());
        Ok(Self { server, path, form, version, watch })
    }

    /// Sends the queries of all customers.
    fn send(
        sources: &mut Sources,
        heads: &[Head],
        reading: &Reading,
        text: &mpsc::Sender<Bytes>,
        asked: &SyncSender<Asked>,
    ) -> Result<(), ScreenError> {
        let mut number = 0;
        while let Some(chunk) = sources.next_chunk()? {
            let mut lines = Vec::new();
            let mut customers = Vec::with_capacity(chunk.rows.len());
            for (line, row) in &chunk.rows {
                let customer = reading.customer(*line, row, &heads[chunk.file].columns);
                if let Ok(query) = &customer.query {
                    number += 1;
                    push_query(&mut lines, number, query);
                }
                customers.push((*line, customer));
            }
            let asked = asked.send(Asked { made: Made::of(&chunk), customers });
            // If the receiver is gone, it knows the reason.
            if asked.is_err() || (!lines.is_empty() && text.blocking_send(lines.into()).is_err()) {
                break;
            }
        }
        Ok(())
    }

    /// Receives the answers, and passes on the output.
    fn receive(
        &self,
        posted: Posted<'_>,
        asked: &Receiver<Asked>,
        heads: &[Head],
        writer: &Writer,
        write: &mut Write<'_>,
    ) -> Result<(), ScreenError> {
        let mut lines = posted.answer()?;
        if lines.version != self.version.version {
            return Err(self.server.fault(format!(
                "snapshot {} has just come into service; repeat the command",
                lines.version
            )));
        }
        let mut number = 0;
        let mut has_said = false;
        for Asked { mut made, customers } in asked {
            let Head { file, .. } = &heads[made.file];
            for (line, mut customer) in customers {
                let mut answer = None;
                if customer.query.is_ok() {
                    number += 1;
                    let answered = Answered::read(lines.next()?, number, self.form);
                    match answered.map_err(|reason| self.server.fault(reason))? {
                        Answered::Answer { answer: own, ignored } => {
                            if !has_said {
                                ignored.iter().for_each(|sentence| self.watch.says(sentence));
                                has_said = true;
                            }
                            answer = Some(Arc::new(own));
                        }
                        Answered::Refused(reason) => customer.query = Err(Unread::of_row(reason)),
                    }
                }
                writer.push(&mut made, file, line, customer, |_, _| {
                    answer.expect("whoever can be asked was answered").into()
                });
            }
            write(made)?;
        }
        Ok(())
    }
}

/// Customers that wait for an answer.
struct Asked {
    made: Made,
    /// Customers with their lines. Those with a query will get an answer.
    customers: Vec<(u64, Customer)>,
}

impl Lists for Remote<'_> {
    fn version(&self) -> &Version {
        &self.version
    }

    fn state_of(&self, record: RecordId) -> Result<State, ScreenError> {
        let path = format!("/api/entity/{}?format=ftm&nested=true", record.0);
        let entity: Result<Changes, _> = self.server.get(&path)?;
        match entity {
            Ok(changes) => {
                let touched = changes.touched();
                let touched = touched.ok_or_else(|| self.server.fault("a record without times"))?;
                Ok(State::Listed { touched })
            }
            Err((StatusCode::NOT_FOUND, reason)) => Ok(State::Gone { reason }),
            // The party is on other lists.
            Err((StatusCode::PERMANENT_REDIRECT, _)) => {
                let reason = format!("record {} is not active any more", record.0);
                Ok(State::Gone { reason })
            }
            Err((_, said)) => Err(self.server.fault(said)),
        }
    }

    fn screen(
        &self,
        sources: &mut Sources,
        reading: &Reading,
        writer: &Writer,
        write: &mut Write<'_>,
    ) -> Result<(), ScreenError> {
        let (text, posted) = self.server.post_lines(&self.path)?;
        let (asked, answers) = sync_channel(SERVER_CHUNKS_AHEAD);
        let heads = &sources.heads();
        thread::scope(|threads| {
            let receiver =
                threads.spawn(move || self.receive(posted, &answers, heads, writer, write));
            let sent = Self::send(sources, heads, reading, &text, &asked);
            drop((text, asked));
            let received = receiver.join().unwrap_or(Err(ScreenError::Fault));
            received.and(sent)
        })
    }
}

/// Writes a query as a numbered line of the stream.
fn push_query(text: &mut Vec<u8>, number: u64, query: &MatchQuery) {
    #[derive(Serialize)]
    struct Line<P> {
        id: u64,
        schema: &'static str,
        properties: P,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Values<N, D, C, I> {
        name: N,
        birth_date: D,
        nationality: C,
        imo_number: I,
    }
    let properties = Values {
        name: Sequence(|| query.names.iter().map(QueryName::text)),
        birth_date: Sequence(|| query.birth_dates.iter().map(Shown)),
        nationality: Sequence(|| query.countries.iter().map(Shown)),
        imo_number: Sequence(|| query.imos.iter().map(Shown)),
    };
    let line = Line { id: number, schema: query.schema.as_str(), properties };
    serde_json::to_writer(&mut *text, &line).expect("memory takes every line");
    text.push(b'\n');
}
