"""Findings of the fuzzer that are none, each dropped for exactly the requests it is about.

OpenAPI has no word for "exactly one of these two". A request that the document's schemas allow and
that breaks such a rule is rightly answered 400.

A match answers a faulty query by status 400 in its own entry, so that the others run.

In an address every value is a text. A null for a parameter that takes any text arrives as the text
"null", which is within its rule.
"""

import json
import re

import schemathesis

FILTERS = ["q", "type", "list_type", "nationality", "source", "program"]
SEARCH_FILTERS = [*FILTERS, "topics", "include_dataset", "exclude_dataset", "dob", "changed_since"]
ADDRESS_BYTES_MAX = 8 * 1024
# Beyond it no request comes of an address: the HTTP library answers 414 without a body (docs/api.md, "Errors").
HTTP_ADDRESS_BYTES_MAX = 65_534


def is_given(value):
    """An empty value counts as not given, and so does a list of nothing but blanks and commas."""
    if isinstance(value, list):
        return any(str(item).replace(",", "").strip() for item in value)
    return value not in (None, "")


def given(case, names):
    return [name for name in names if is_given(case.query.get(name))]


def keeps_page_rule(case):
    return len(given(case, ["page", "offset"])) < 2


def keeps_search_rules(case):
    names = given(case, [*SEARCH_FILTERS, "scope"])
    return bool(names) and keeps_search_rules_in_collection(case)


def is_readable(name):
    """Whether a name has a letter or digit; pattern languages differ in what these are."""
    return any(letter.isalnum() for letter in str(name))


def keeps_search_rules_in_collection(case):
    return keeps_page_rule(case) and ("q" not in given(case, ["q"]) or is_readable(case.query["q"]))


def keeps_facet_rules(case):
    names = given(case, [*FILTERS, "scope"])
    return bool(names) and ("q" not in names or is_readable(case.query["q"]))


def keeps_screen_rule(case):
    return not isinstance(case.body, dict) or is_readable(case.body.get("name", ""))


def is_json_object(text):
    try:
        return isinstance(json.loads(text), dict)
    except (TypeError, ValueError):
        return False


def keeps_form_rules(case):
    """Fields of a form are JSON texts; only `query` may be a name, which begins with no brace."""
    if not isinstance(case.body, dict) or case.media_type == "application/json":
        return True
    fields = {name: str(case.body.get(name, "")).strip() for name in ("queries", "query", "extend")}
    texts = [text for name, text in fields.items() if text and (name != "query" or text[0] == "{")]
    return any(fields.values()) and all(is_json_object(text) for text in texts)


RULES = {
    "/api/entity": lambda case: len(given(case, ["id", "entity_id"])) == 1,
    "/api/search": keeps_search_rules,
    "/api/search/{collection}": keeps_search_rules_in_collection,
    "/api/facets": keeps_facet_rules,
    "/api/screen": keeps_screen_rule,
    "/api/statements": lambda case: len(given(case, ["canonical_id", "entity_id", "id"])) == 1,
    "/api/reconcile/{collection}": keeps_form_rules,
    # No schema says which bytes are a table, and which encodings there are.
    "/api/match/{collection}/file": lambda case: False,
    "/api/match/{collection}/file/preview": lambda case: False,
    # No schema of the document says which texts are messages.
    "/api/filter": lambda case: False,
    "/api/filter/{collection}": lambda case: False,
}


ANY_TEXT = {"source", "program", "include_dataset", "exclude_dataset", "sheet", "file"}
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Bodies that are a text or bytes to the document.
XML = {"application/xml", "text/xml", "text/plain"}
AS_THEY_ARE = {"application/x-ndjson", "text/csv", "application/octet-stream", XLSX, *XML}


def forbids_any_text(failure):
    """Whether nothing is wrong but that parameters of any text were given something else."""
    found = re.search(r"Invalid component: parameters? (.+) in query", failure.message)
    return found is not None and set(re.findall(r"`(\w+)`", found[1])) <= ANY_TEXT


def is_as_it_is(case):
    """Whether the body is lines of JSON, a message or a file: to the document a text, of which no other type is left when
    it is sent. What is wrong with a line is said in the answer to it."""
    return case.media_type in AS_THEY_ARE


def holds_null_value(query):
    """Whether a list of values has a null, which says nothing, as a blank does."""
    if isinstance(query, dict):
        return any(map(holds_null_value, query.values()))
    return isinstance(query, list) and None in query


def refuses_alone(case, response):
    """Whether the forbidden query of a match is refused in its own entry, or says nothing."""
    if case.operation.path != "/api/match/{collection}" or response.status_code != 200:
        return False
    entries = json.loads(response.content)["responses"].values()
    return any(entry["status"] == 400 for entry in entries) or holds_null_value(case.body)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if response.status_code == 414 and len(response.request.path_url) > HTTP_ADDRESS_BYTES_MAX:
        return response.content != b""
    if type(failure).__name__ == "AcceptedNegativeData":
        dropped = forbids_any_text(failure) or is_as_it_is(case) or refuses_alone(case, response)
        return not dropped
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    if response.status_code in (414, 431):
        return len(response.request.path_url) <= ADDRESS_BYTES_MAX
    keeps_rules = RULES.get(case.operation.path)
    return response.status_code != 400 or keeps_rules is None or keeps_rules(case)


@schemathesis.serializer(*AS_THEY_ARE)
def as_it_is(ctx, value):
    """Lines of JSON and files are sent as they are."""
    if isinstance(value, bytes):
        return value
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()
