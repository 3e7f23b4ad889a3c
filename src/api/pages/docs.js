// Builds the page from /openapi.json: operations by group, their rules, forms to try them, and the
// shapes of their answers. No text of the document or of an answer is ever read as HTML.

// An element with attributes, handlers (on...) and children; null and "" as a child are left out.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== ""));
  return element;
}

// Text with `code` in back quotes, **strong** words, and lines that begin with "- " as a list.
function prose(text) {
  const inline = (line) =>
    line.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
      if (part.startsWith("`")) return make("code", null, part.slice(1, -1));
      if (part.startsWith("**")) return make("strong", null, part.slice(2, -2));
      return part;
    });
  return (text || "").split("\n\n").map((block) => {
    const lines = block.split("\n");
    return lines.every((line) => line.startsWith("- "))
      ? make("ul", null, lines.map((line) => make("li", null, inline(line.slice(2)))))
      : make("p", null, inline(block));
  });
}

let description = null;
// Values of this server that replace those of the examples.
let local = new Map();

// The examples use invented data. Records and a register of this server replace it where possible, so that
// the requests find something.
async function findLocal() {
  const ask = async (address) => {
    const response = await fetch(address);
    return response.ok ? (await response.json()).results : [];
  };
  const [people, politicians, companies, vessels, registers] = await Promise.all([
    "/api/search?type=INDIVIDUAL&limit=25", "/api/search/peps?type=INDIVIDUAL&limit=25", "/api/search?type=COMPANY&limit=25",
    "/api/search?type=VESSEL&limit=1", "/api/sources"].map(ask));
  // The record with most of the properties that the examples need.
  const best = (records, needs) => records.toSorted((a, b) => needs(b).filter(Boolean).length - needs(a).filter(Boolean).length)[0];
  const stand = (documented, here) => here && local.set(documented, here);
  const lower = (text) => text && text.toLowerCase();
  const isLatin = ({ name }) => /^[\x20-\x7e]+$/.test(name);
  const person = best(people, (one) => [one.entity_id, one.nationality, one.dob?.length === 10, isLatin(one)]);
  if (person) {
    const last = lower(person.name.split(/\s+/).at(-1));
    stand("101", String(person.id));
    stand("9f2c1d0e-0000-5000-8000-00000000abcd", person.entity_id);
    stand("Ivan Petrovich Sokolov", person.name);
    stand("sokolov", last);
    stand("sok", last.slice(0, 3));
    stand("1962-05-17", person.dob);
    stand("1962-05", person.dob?.slice(0, 7));
    stand("ru", lower(person.nationality));
    stand("RU", person.nationality);
    stand("p-", lower(person.program)?.slice(0, 2));
  }
  const politician = best(politicians, (one) => [one.dob, isLatin(one)]);
  stand("Maria Garcia Lopez", politician?.name);
  stand("1970", politician?.dob?.slice(0, 4));
  const company = best(companies, (one) => [one.nationality, isLatin(one)]);
  stand("Golden Harvest Trading", company?.name);
  stand("AE", company?.nationality);
  const vessel = vessels[0] && (await (await fetch(`/api/entity/${vessels[0].id}`)).json());
  stand("ocean star", lower(vessel?.name));
  stand("9074729", vessel?.imo);
  const register = registers.find(({ offer, records }) => offer === "download" && records > 0);
  stand("US OFAC Specially Designated Nationals", register?.name);
  stand("ofac", lower(register?.short_name));
}

// An example with its values replaced by those of this server, also within texts.
function localized(value) {
  if (Array.isArray(value)) return value.map(localized);
  if (value !== null && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, localized(part)]));
  if (local.has(String(value))) return typeof value === "number" ? Number(local.get(String(value))) : local.get(value);
  if (typeof value !== "string") return value;
  const isJson = value.startsWith("{");
  return value.replace(/svc-101|Ivan Petrovich Sokolov|Golden Harvest Trading|Ocean Star|9074729/g, (found) => {
    if (found === "svc-101") return `svc-${local.get("101") ?? 101}`;
    const here = local.get(found) ?? local.get(found.toLowerCase()) ?? found;
    return isJson ? JSON.stringify(here).slice(1, -1) : here;
  });
}

// Resolves a reference; returns other objects unchanged.
function resolved(object) {
  if (!object || !object.$ref) return object || {};
  return object.$ref.slice(2).split("/").reduce((place, key) => place[key], description);
}

// Replaces a reference to an enumeration by the enumeration; returns anything else unchanged.
function spelledOut(schema) {
  const isName = schema && schema.$ref && resolved(schema).enum;
  return isName ? { ...resolved(schema), ...schema, $ref: undefined } : schema;
}

function componentName(schema) {
  const { $ref } = spelledOut(schema) || {};
  return $ref ? $ref.split("/").pop() : null;
}

// The rule of a value in a few words.
function ruleOf(schema) {
  if (!schema || Object.keys(schema).length === 0) return "anything";
  schema = spelledOut(schema);
  const name = componentName(schema);
  if (name) return name;
  const forms = (schema.anyOf || []).filter((one) => !one.required || one.type);
  if (forms.length) return [...new Set(forms.map(ruleOf))].join(" or ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  const parts = [schema.format || schema.type || (schema.properties ? "object" : "anything")];
  if (schema.type === "array") parts[0] = "array of " + ruleOf(schema.items);
  if (schema.type === "object" && !schema.properties && schema.additionalProperties) {
    parts[0] = "object of " + ruleOf(schema.additionalProperties === true ? {} : schema.additionalProperties);
  }
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  const shown = (number) => Number.isSafeInteger(number) || number % 1 !== 0;
  if (minimum !== undefined && maximum !== undefined && shown(maximum)) parts.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) parts.push(`from ${minimum}`);
  if (minLength !== undefined) parts.push(`at least ${minLength} characters`);
  if (maxLength !== undefined) parts.push(`at most ${maxLength} characters`);
  if (maxItems !== undefined) parts.push(`at most ${maxItems}`);
  if (schema.pattern) return schema.description || [...parts, schema.pattern].join(", ");
  return parts.join(", ");
}

// A shape as a list of fields, those of components behind a button that opens them.
function shapeOf(schema, seen = []) {
  const name = componentName(schema);
  if (name) {
    if (seen.includes(name)) return make("p", null, name);
    return make("details", { open: seen.length === 0 }, make("summary", null, name), shapeOf(resolved(schema), [...seen, name]));
  }
  const forms = (schema.anyOf || []).filter((one) => one.type || one.$ref || one.anyOf);
  if (forms.length) return make("div", null, forms.map((one) => shapeOf(one, seen)));
  if (schema.type === "array") return fieldsOrRule(schema, schema.items, seen);
  if (schema.properties) {
    const required = schema.required || [];
    const fields = Object.entries(schema.properties).map(([field, rule]) =>
      make("li", null, make("code", null, field), " ",
        make("span", { class: "note" }, ruleOf(rule) + (required.includes(field) ? "" : ", may be absent")),
        rule.description ? " – " + rule.description.replaceAll("`", "") : "", inner(rule, seen)));
    return make("div", null, schema.description ? prose(schema.description) : [], make("ul", { class: "shape" }, fields));
  }
  return fieldsOrRule(schema, schema.additionalProperties, seen);
}

function fieldsOrRule(schema, part, seen) {
  const under = part && typeof part === "object" ? inner(part, seen) : null;
  return make("div", null, make("p", { class: "note" }, ruleOf(schema)), under);
}

// The nested shape of a field, if it has one.
function inner(rule, seen) {
  const found = shaped(rule);
  return found ? shapeOf(found, seen.length ? seen : ["field"]) : null;
}

// The first schema within a rule that has fields or is a component.
function shaped(rule) {
  if (!rule || typeof rule !== "object") return null;
  rule = spelledOut(rule);
  if (rule.$ref || rule.properties) return rule;
  return [rule.items, rule.additionalProperties, ...(rule.anyOf || [])].map(shaped).find(Boolean) || null;
}

function parameterTable(parameters) {
  if (parameters.length === 0) return [];
  const rows = parameters.map((parameter) => {
    const schema = parameter.schema || parameter.content["application/json"].schema;
    const preset = schema.default === undefined ? null : make("p", { class: "note" }, "default ", make("code", null, String(schema.default)));
    return make("tr", null,
      make("td", null, make("code", null, parameter.name), parameter.required ? make("div", { class: "fault" }, "required") : null),
      make("td", null, parameter.in),
      make("td", null, make("span", { class: "note" }, ruleOf(schema)), preset),
      make("td", null, prose(parameter.description)));
  });
  const head = make("tr", null, ["Name", "In", "Rule", "What it does"].map((text) => make("th", { scope: "col" }, text)));
  return [make("h4", null, "Parameters"), make("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": "Parameters" }, make("table", null, make("thead", null, head), make("tbody", null, rows)))];
}

function answerList(operation) {
  const answers = Object.entries(operation.responses).map(([status, answer]) => {
    const { description: says, content, headers } = resolved(answer);
    const bodies = Object.entries(content || {}).map(([type, body]) =>
      make("div", null, make("p", { class: "note" }, type), shapeOf(body.schema)));
    const names = Object.keys(headers || {});
    return make("details", null,
      make("summary", null, make("span", { class: "status" }, status), says.replaceAll("`", "")),
      names.length ? make("p", { class: "note" }, "Headers: " + names.join(", ")) : null, bodies);
  });
  return [make("h4", null, "Answers"), ...answers];
}

// The form of an operation. `fill` takes an example, `send` asks the service.
function tryForm(method, path, operation) {
  const parameters = operation.parameters || [];
  const bodies = Object.entries((operation.requestBody || {}).content || {});
  const fields = parameters.map((parameter) => ({ parameter, input: inputFor(parameter) }));
  const bodyType = make("select", { name: "body-type" }, bodies.map(([type]) => make("option", null, type)));
  const bodyText = make("textarea", { name: "body", spellcheck: "false" });
  const outcome = make("div", { class: "outcome", "aria-live": "polite" });

  function fill(name) {
    for (const { parameter, input } of fields) {
      const examples = parameter.examples || ((parameter.content || {})["application/json"] || {}).examples || {};
      const value = examples[name] ? localized(examples[name].value) : "";
      input.value = value !== null && typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value);
    }
    const found = bodies.find(([, body]) => (body.examples || {})[name]);
    if (found) {
      const value = localized(found[1].examples[name].value);
      bodyType.value = found[0];
      bodyText.value = typeof value === "string" ? value : found[0].includes("urlencoded") ? String(new URLSearchParams(value)) : JSON.stringify(value, null, 2);
    }
  }

  function request() {
    const query = new URLSearchParams();
    const headers = {};
    let address = path;
    for (const { parameter, input } of fields) {
      const value = input.value;
      if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(value));
      else if (value !== "" && parameter.in === "header") headers[parameter.name] = value;
      else if (value !== "") query.append(parameter.name, value);
    }
    const text = query.toString();
    if (bodies.length) headers["Content-Type"] = bodyType.value;
    return { address: text ? `${address}?${text}` : address, options: { method: method.toUpperCase(), headers, cache: "no-store", body: bodies.length ? bodyText.value : undefined } };
  }

  async function send(event) {
    event.preventDefault();
    const { address, options } = request();
    outcome.replaceChildren("Waiting for the answer …");
    try {
      const began = performance.now();
      const response = await fetch(address, options);
      const text = await response.text();
      const took = Math.round(performance.now() - began);
      const kind = response.headers.get("content-type") || "";
      outcome.replaceChildren(
        make("span", { class: response.ok ? "agrees" : "contradicts" }, `${response.status} ${response.statusText}`),
        ` in ${took} ms, ${kind || "no body"}`, make("pre", { tabindex: "0" }, kind.includes("application/json") ? indented(text) : text.slice(0, 100000)));
    } catch (error) {
      outcome.replaceChildren(make("span", { class: "contradicts" }, `No answer: ${error.message}`));
    }
  }

  async function copyCommand() {
    const { address, options } = request();
    const quoted = (part) => "'" + part.replaceAll("'", "'\\''") + "'";
    const parts = ["curl", quoted(location.origin + address)];
    for (const [name, value] of Object.entries(options.headers)) parts.push("-H", quoted(`${name}: ${value}`));
    if (options.body !== undefined) parts.push("--data-binary", quoted(options.body));
    outcome.replaceChildren(make("pre", { tabindex: "0" }, parts.join(" ")));
  }

  const names = exampleNames(parameters, bodies);
  const examples = names.map((name) => make("button", { type: "button", onclick: () => fill(name) }, name.replaceAll("_", " ")));
  const body = bodies.length ? [make("label", { class: "wide" }, "Content type", bodyType), make("label", { class: "wide" }, "Body", bodyText)] : [];
  const form = make("form", { onsubmit: send, "aria-label": `Try ${method} ${path}` },
    examples.length ? make("div", { class: "examples" }, "Examples:", examples) : null,
    make("div", { class: "fields" }, fields.map(({ parameter, input }) => make("label", null, parameter.name + (parameter.required ? " (required)" : ""), input))),
    body, make("div", { class: "buttons" }, make("button", { class: "send" }, "Send"), make("button", { type: "button", onclick: copyCommand }, "As a curl command")), outcome);
  if (names.length) fill(names[0]);
  return [make("h4", null, "Try it"), form];
}

function inputFor(parameter) {
  const schema = spelledOut(parameter.schema || {});
  if (schema.enum) {
    const choices = parameter.required ? schema.enum : ["", ...schema.enum];
    return make("select", { name: parameter.name }, choices.map((value) => make("option", { value }, value)));
  }
  return make("input", { name: parameter.name, autocomplete: "off", spellcheck: "false", placeholder: schema.default === undefined ? null : String(schema.default) });
}

function exampleNames(parameters, bodies) {
  const holders = [...parameters, ...parameters.map((one) => (one.content || {})["application/json"]), ...bodies.map(([, body]) => body)];
  return [...new Set(holders.flatMap((holder) => Object.keys((holder || {}).examples || {})))];
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function operationArticle(method, path, operation) {
  const body = Object.entries((operation.requestBody || {}).content || {}).map(([type, { schema }]) =>
    make("div", null, make("p", { class: "note" }, type), shapeOf(schema)));
  return make("article", { id: operation.operationId },
    make("h3", null, make("span", { class: "method" }, method.toUpperCase()), " ", make("a", { href: "#" + operation.operationId }, make("code", null, path)), operation.deprecated ? make("span", { class: "mark" }, "deprecated") : null),
    make("p", { class: "summary" }, operation.summary), prose(operation.description), parameterTable(operation.parameters || []),
    body.length ? [make("h4", null, "Body"), ...body] : [], tryForm(method, path, operation), answerList(operation));
}

function groups() {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })));
  return description.tags.map((tag) => make("section", { class: "group", "aria-label": tag.name },
    make("h2", null, tag.name), make("p", null, tag.description),
    operations.filter(({ operation }) => operation.tags[0] === tag.name).map(({ method, path, operation }) => operationArticle(method, path, operation))));
}

// Shows the operations whose text has every typed word.
function filterBy(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (element) => words.every((word) => element.textContent.toLowerCase().includes(word));
  for (const article of document.querySelectorAll("article")) {
    article.hidden = !matches(article);
    const link = document.querySelector(`.operations a[href="#${article.id}"]`);
    if (link) link.parentElement.hidden = article.hidden;
  }
  for (const group of document.querySelectorAll(".group")) {
    group.hidden = !group.querySelector("article:not([hidden])");
  }
}

function markCurrent() {
  for (const link of document.querySelectorAll(".operations a")) {
    if (link.getAttribute("href") === location.hash) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

async function start() {
  const place = document.getElementById("operations");
  try {
    const [response] = await Promise.all([fetch("/openapi.json"), findLocal().catch(() => {})]);
    if (!response.ok) throw new Error(`status ${response.status}`);
    description = await response.json();
  } catch (error) {
    place.replaceChildren(make("p", { class: "fault" }, `The interface document could not be read: ${error.message}`));
    return;
  }
  const { title, version, description: says } = description.info;
  document.getElementById("about").replaceChildren(make("h1", null, title), make("p", { class: "note" }, `Version ${version}`), ...prose(says));
  place.removeAttribute("aria-live");
  place.replaceChildren(...groups());
  const filter = document.getElementById("filter");
  document.getElementById("filtering").hidden = false;
  filter.addEventListener("input", () => filterBy(filter.value));
  window.addEventListener("hashchange", markCurrent);
  markCurrent();
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target) target.scrollIntoView();
}

start();
