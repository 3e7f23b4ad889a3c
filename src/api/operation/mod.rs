//! One operation: its handler, parameters, body and answers. Both the router and the OpenAPI document
//! are made from these.

pub(super) mod answers;

use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::routing::{self, MethodRouter};

use crate::api::http::service::Service;
use crate::api::http::unread;
use crate::api::interface::json::{Json, Object};
use crate::api::interface::{Shape, ShownParameter, rules};

/// Contribution of a resource to the OpenAPI document: its operations, and the shapes of their bodies.
#[derive(Debug, Default)]
pub(crate) struct Document {
    pub(crate) operations: Vec<Operation>,
    pub(crate) shapes: Object,
}

impl Document {
    /// Adds an operation.
    pub(crate) fn operation(&mut self, operation: Operation) {
        self.operations.push(operation);
    }

    /// Adds a shape under a name, for [`Shape::component`].
    pub(crate) fn schema(&mut self, name: &str, shape: Shape) {
        self.shapes.set(name, shape);
    }
}

/// An operation under construction, with chained setters.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    /// `GET` or `POST`.
    pub(crate) method: Method,
    /// The path, with its parameters in braces.
    pub(crate) path: &'static str,
    /// Handler of the operation.
    handler: MethodRouter<Arc<Service>>,
    /// Name in generated clients, and anchor on the page.
    pub(crate) id: &'static str,
    /// Short summary.
    pub(crate) summary: &'static str,
    pub(crate) tag: &'static str,
    parameters: Vec<ShownParameter>,
    body: Object,
    answers: Object,
    /// All other parts, in order.
    further: Object,
}

impl Operation {
    /// A reading operation; `id` is its name in generated clients.
    pub(crate) fn get<T: 'static>(
        path: &'static str,
        id: &'static str,
        handler: impl Handler<T, Arc<Service>>,
    ) -> Self {
        Self::new(Method::GET, path, id, routing::get(handler))
    }

    /// An operation with a body.
    pub(crate) fn post<T: 'static>(
        path: &'static str,
        id: &'static str,
        handler: impl Handler<T, Arc<Service>>,
    ) -> Self {
        Self::new(Method::POST, path, id, routing::post(handler))
    }

    fn new(
        method: Method,
        path: &'static str,
        id: &'static str,
        handler: MethodRouter<Arc<Service>>,
    ) -> Self {
        Self {
            method,
            path,
            handler,
            id,
            tag: "",
            summary: "",
            parameters: Vec::new(),
            body: Object::new(),
            answers: Object::new(),
            further: Object::new(),
        }
    }

    /// Sets the group.
    #[must_use]
    pub(crate) fn tag(self, tag: &'static str) -> Self {
        Self { tag, ..self }
    }

    /// Sets the short summary.
    #[must_use]
    pub(crate) fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// Sets the description.
    #[must_use]
    pub(crate) fn describes(mut self, text: &str) -> Self {
        self.further.set("description", text);
        self
    }

    /// Marks the operation as deprecated.
    #[must_use]
    pub(crate) fn deprecated(mut self) -> Self {
        self.further.set("deprecated", true);
        self
    }

    /// Adds a parameter.
    #[must_use]
    pub(crate) fn parameter(mut self, parameter: ShownParameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// Adds several parameters.
    #[must_use]
    pub(crate) fn parameters(
        mut self,
        parameters: impl IntoIterator<Item = ShownParameter>,
    ) -> Self {
        self.parameters.extend(parameters);
        self
    }

    /// Adds a body of this media type; several calls are alternatives.
    #[must_use]
    pub(crate) fn body(mut self, media_type: &str, rule: Shape) -> Self {
        self.body.set("required", true);
        let content = self.body.object_at("content");
        content.set(media_type, Object::new().with("schema", rule));
        self
    }

    /// Makes the body optional.
    #[must_use]
    pub(crate) fn body_may_be_empty(mut self) -> Self {
        self.body.set("required", false);
        self
    }

    /// Adds parameter values to a named example. Values with the same name form one request, also in
    /// the test that replays all examples.
    #[must_use]
    pub(crate) fn example(mut self, name: &str, values: &[(&str, &str)]) -> Self {
        for (parameter, value) in values {
            let own = self.parameters.iter_mut().find(|own| own.name == *parameter);
            let own = own.unwrap_or_else(|| panic!("{}: no parameter {parameter}", self.path));
            own.set_example(name, value);
        }
        self
    }

    /// Adds the body of a named example.
    #[must_use]
    pub(crate) fn example_body(
        mut self,
        media_type: &str,
        name: &str,
        summary: &str,
        value: serde_json::Value,
    ) -> Self {
        let examples = self.body.object_at("content").object_at(media_type).object_at("examples");
        examples.set(name, Object::new().with("summary", summary).with("value", value));
        self
    }

    /// Sets the successful answer as JSON.
    #[must_use]
    pub(crate) fn answers(self, says: &str, rule: Shape) -> Self {
        self.answers_as(says, "application/json", rule)
    }

    /// Adds a successful answer in this media type; several calls are alternatives.
    #[must_use]
    pub(crate) fn answers_as(mut self, says: &str, media_type: &str, rule: Shape) -> Self {
        let answer = self.answers.object_at("200");
        answer.set("description", says);
        if answer.get("headers").is_none() && self.path.starts_with("/api/") {
            answer.set("headers", answers::good_headers());
        }
        let content = answer.object_at("content");
        content.set(media_type, Object::new().with("schema", rule));
        self
    }

    /// Adds a header of the successful answer.
    #[must_use]
    pub(crate) fn header(mut self, name: &str, says: &str, rule: Shape) -> Self {
        let header = Object::new().with("description", says).with("schema", rule);
        self.answers.object_at("200").object_at("headers").set(name, header);
        self
    }

    /// Sets a component under `responses` as the answer with this status.
    #[must_use]
    pub(crate) fn may_answer(mut self, status: StatusCode, component: &str) -> Self {
        let reference = format!("#/components/responses/{component}");
        self.answers.set(status.as_str(), Object::new().with("$ref", reference));
        self
    }

    /// Adds errors with these statuses to those that every operation may answer.
    #[must_use]
    pub(crate) fn refuses(self, statuses: &[u16]) -> Self {
        statuses.iter().fold(self, |operation, status| operation.error(*status))
    }

    fn error(self, status: u16) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
        let component = answers::of_status(status);
        let described = self.answers.get(status.as_str()).is_some();
        match component.filter(|_| !described) {
            Some(component) => self.may_answer(status, component),
            None => self,
        }
    }

    /// Marks a GET whose answer may be 304: it depends only on the address and the snapshot.
    #[must_use]
    pub(crate) fn revalidates(self) -> Self {
        self.parameter(rules::if_none_match()).may_answer(StatusCode::NOT_MODIFIED, "NotModified")
    }

    /// The handler, wrapped to report the query parameters that it does not read.
    pub(crate) fn answered(self) -> MethodRouter<Arc<Service>> {
        let own = self.parameters.iter().filter(|parameter| parameter.is_of_query());
        let read: Arc<[&'static str]> = own.map(|parameter| parameter.name).collect();
        let say = from_fn(move |request: Request, next: Next| {
            unread::say(Arc::clone(&read), request, next)
        });
        self.handler.route_layer(say)
    }

    pub(crate) fn finish(self) -> Object {
        let everywhere = answers::everywhere(self.path);
        let Self { mut answers, .. } = everywhere.iter().fold(self.clone(), |o, s| o.error(*s));
        answers.sort();
        let head = Object::new().with("operationId", self.id).with("tags", vec![self.tag]);
        let mut object = head.with("summary", self.summary).joined(self.further);
        if !self.parameters.is_empty() {
            let parameters: Vec<Json> =
                self.parameters.into_iter().map(ShownParameter::finish).collect();
            object.set("parameters", parameters);
        }
        if !self.body.is_empty() {
            object.set("requestBody", self.body);
        }
        object.with("responses", answers)
    }
}
