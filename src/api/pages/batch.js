// A file of customers, screened piece by piece through the stream of this server.
const $ = (id) => document.getElementById(id);
const root = $('batch');
const FIELDS = JSON.parse(root.dataset.fields);
const SCHEMAS = JSON.parse(root.dataset.schemas);
/** Queries of one request, and requests under way at one time. */
const AT_ONCE = 500;
const UNDER_WAY = 2;
/** Bytes that are looked at before the columns are chosen. */
const LOOK = 1 << 16;
/** Rows of the table that are shown at first, and with each press of the button. */
const SHOWN = 200;
/** Rows that were refused, of which so many are told. */
const TOLD = 100;
const PROPERTY = { 'birth-date': 'birthDate', country: 'nationality', imo: 'imoNumber' };

let file, table, run;
let hits = [];
let order = { key: 'score', falling: true };
let shown = SHOWN;
let isSaved = true;

/** Rows of a table that comes in pieces (RFC 4180, and the delimiter of the header). */
class Rows {
  constructor(delimiter) {
    Object.assign(this, { delimiter, row: [], cell: '', quoted: false, wasQuote: false });
  }

  push(text, isEnd, rows = []) {
    for (const sign of text) {
      if (this.quoted && sign === '"' && !this.wasQuote) this.wasQuote = true;
      else if (this.quoted && !this.wasQuote) this.cell += sign;
      else if (this.quoted && sign === '"') {
        this.cell += sign;
        this.wasQuote = false;
      } else {
        this.quoted = false;
        this.wasQuote = false;
        if (sign === '"' && this.cell === '') this.quoted = true;
        else if (sign === this.delimiter) this.endCell();
        else if (sign === '\n') this.endRow(rows);
        else if (sign !== '\r') this.cell += sign;
      }
    }
    if (isEnd && (this.cell !== '' || this.row.length)) this.endRow(rows);
    return rows;
  }

  endCell() {
    this.row.push(this.cell);
    this.cell = '';
  }

  endRow(rows) {
    this.endCell();
    rows.push(this.row);
    this.row = [];
  }
}

const isFilled = (row) => row.some((cell) => cell.trim() !== '');
const plain = (name) => name.normalize('NFD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The encoding of a file by how it begins: Unicode, or else that of Western tables of old. */
function encodingOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** What stands between the cells of the header, quoted ones aside. */
function delimiterOf(text) {
  const header = text.split('\n', 1)[0].replace(/"[^"]*"/g, '');
  const count = (sign) => header.split(sign).length;
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

async function look(chosen) {
  file = chosen;
  $('fault').textContent = '';
  const bytes = new Uint8Array(await file.slice(0, LOOK).arrayBuffer());
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  const delimiter = delimiterOf(text);
  const rows = new Rows(delimiter).push(text, file.size <= LOOK).filter(isFilled);
  $('setup').hidden = rows.length < 2;
  if (rows.length < 2) {
    $('fault').textContent = `${file.name} has no header and row below it.`;
    return;
  }
  const [header, ...first] = rows;
  const fields = header.map((name) => FIELDS.find(({ known }) => known.includes(plain(name)))?.name ?? '');
  table = { encoding, delimiter, header };
  preview(header, fields, first.slice(0, 5));
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function preview(header, fields, rows) {
  const choice = (name, at) => {
    const select = element('select', { className: 'column' });
    select.setAttribute('aria-label', `What ${name} holds`);
    for (const field of ['', ...FIELDS.map((known) => known.name)]) {
      select.append(new Option(field || 'not read', field, false, field === fields[at]));
    }
    return select;
  };
  const cell = (tag, ...children) => element(tag, {}, ...children);
  const heads = header.map((name, at) => element('th', { scope: 'col' }, name, choice(name, at)));
  const body = rows.map((row) => cell('tr', ...header.map((_, at) => element('td', { dir: 'auto' }, row[at] ?? ''))));
  $('preview').replaceChildren(cell('thead', cell('tr', ...heads)), cell('tbody', ...body));
}

/** A date as the API reads it, where it is one; else as it is written. */
function dateOf(text, dates) {
  const parts = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text.trim());
  if (!parts) return text.trim();
  const [day, month] = dates === 'dmy' ? [parts[1], parts[2]] : [parts[2], parts[1]];
  return `${parts[3]}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function schemaOf(text) {
  const word = text.toLowerCase();
  return SCHEMAS.find(({ name, words }) => name.toLowerCase() === word || words.includes(word))?.name;
}

/** Whether all words of the parts are among those of the name. */
function holds(name, parts) {
  const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = wordsOf(name);
  return parts.flatMap(wordsOf).every((word) => words.includes(word));
}

/** The names of a row, as src/screen/names.rs says. */
function namesOf(values, fields) {
  const whole = values('name');
  const [given, middle, family] = ['given-name', 'middle-name', 'family-name'].map(values);
  const parts = [...given, ...middle, ...family];
  if (!parts.length) return whole;
  const hasBothParts = fields.includes('given-name') && fields.includes('family-name');
  if (hasBothParts || !whole.length) {
    return whole.some((name) => holds(name, parts)) ? whole : [...whole, parts.join(' ')];
  }
  return whole.flatMap((name) => {
    if (holds(name, parts)) return [name];
    const completed = [...given, ...middle, name, ...family].join(' ');
    return /\s/.test(name) ? [completed, name] : [completed];
  });
}

/** A row as a query of the stream. */
function queryOf(row, line, { fields, dates }) {
  const values = (field) => row.filter((cell, at) => fields[at] === field && cell.trim()).map((cell) => cell.trim());
  const names = namesOf(values, fields);
  const properties = { name: names };
  for (const [field, property] of Object.entries(PROPERTY)) {
    const given = values(field);
    if (given.length) properties[property] = field === 'birth-date' ? given.map((date) => dateOf(date, dates)) : given;
  }
  const query = { id: line, properties };
  const schema = values('schema').map(schemaOf).find(Boolean);
  if (schema) query.schema = schema;
  return { query, key: values('id')[0] ?? String(line), name: names[0] ?? '' };
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Sends queries until they are answered: a busy server says when to come again. */
async function ask(customers, { address, signal }) {
  const body = customers.map(({ query }) => `${JSON.stringify(query)}\n`).join('');
  for (;;) {
    const answer = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body, signal });
    if (answer.status === 503 || answer.status === 429) {
      await pause(Number(answer.headers.get('Retry-After') ?? 1));
      continue;
    }
    if (!answer.ok) throw new Error((await answer.json()).error);
    return (await answer.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line));
  }
}

function take(customers, answers) {
  const byLine = new Map(customers.map((customer) => [customer.query.id, customer]));
  for (const answer of answers) {
    const customer = byLine.get(answer.id);
    if (answer.status !== 200) refuse(answer.id ?? '?', answer.error);
    for (const { id, caption, score, source, schema, birth_date } of answer.results ?? []) {
      hits.push({ line: answer.id, key: customer.key, name: customer.name, id, caption, score, source, schema, birth_date: birth_date ?? '' });
    }
  }
  run.screened += customers.length;
}

function refuse(line, reason) {
  $('refusals').hidden = false;
  run.refused += 1;
  if (run.refused <= TOLD) $('refused').append(element('li', {}, `Row ${line}: ${reason}`));
  if (run.refused === TOLD + 1) $('refused').append(element('li', {}, 'Further rows are not told.'));
}

async function screen() {
  const fields = [...document.querySelectorAll('.column')].map((select) => select.value);
  if (!['name', 'given-name', 'family-name', 'imo'].some((field) => fields.includes(field))) {
    $('fault').textContent = 'Say which column holds the name.';
    return;
  }
  $('fault').textContent = '';
  const threshold = encodeURIComponent($('threshold').value);
  const address = `/api/match/${$('scope').value}/stream?hits_only=true&threshold=${threshold}`;
  const stop = new AbortController();
  run = { address, signal: stop.signal, screened: 0, refused: 0, read: 0, began: performance.now(), stop };
  [hits, shown, isSaved] = [[], SHOWN, false];
  $('refused').replaceChildren();
  $('refusals').hidden = true;
  $('running').hidden = $('results').hidden = false;
  $('setup').hidden = true;
  const settings = { fields, dates: $('dates').value };
  const timer = setInterval(tell, 500);
  try {
    await readAll(settings);
    run.isDone = true;
  } catch (error) {
    stop.abort();
    $('fault').textContent = run.isStopped ? 'Stopped. What was found until then is below.' : `Ended after ${run.screened} rows: ${error.message}`;
  }
  clearInterval(timer);
  $('setup').hidden = false;
  $('stop').hidden = true;
  tell();
}

/** Reads the file and keeps a few requests under way: no more of it is in memory. */
async function readAll(settings) {
  const decoder = new TextDecoder(table.encoding);
  const rows = new Rows(table.delimiter);
  const underWay = new Set();
  let [line, waiting, hasHeader] = [0, [], false];
  const send = async () => {
    const customers = waiting;
    waiting = [];
    const asked = ask(customers, run).then((answers) => take(customers, answers));
    underWay.add(asked);
    asked.finally(() => underWay.delete(asked)).catch(() => {});
    if (underWay.size >= UNDER_WAY) await Promise.race(underWay);
  };
  $('stop').hidden = false;
  const reader = file.stream().getReader();
  for (let isEnd = false; !isEnd; ) {
    const { done, value } = await reader.read();
    isEnd = done;
    run.read += value?.length ?? 0;
    for (const row of rows.push(decoder.decode(value, { stream: !done }), done)) {
      line += 1;
      if (!isFilled(row)) continue;
      if (hasHeader) waiting.push(queryOf(row, line, settings));
      hasHeader = true;
      if (waiting.length === AT_ONCE) await send();
      run.signal.throwIfAborted();
    }
  }
  if (waiting.length) await send();
  await Promise.all(underWay);
}

function tell() {
  const seconds = (performance.now() - run.began) / 1000;
  const rate = run.screened / Math.max(seconds, 0.001);
  const share = file.size ? run.read / file.size : 1;
  $('progress').value = run.isDone ? 1 : share;
  const rest = share > 0 && !run.isDone ? `, about ${Math.ceil((seconds * (1 - share)) / share)} s left` : '';
  $('said').textContent = `${run.screened.toLocaleString('en')} rows screened, ${Math.round(rate).toLocaleString('en')} a second${rest}`;
  show();
}

function chosen() {
  const [list, kind, least] = [$('by-list').value, $('by-kind').value, Number($('by-score').value) || 0];
  const kept = hits.filter((hit) => (!list || hit.source === list) && (!kind || hit.schema === kind) && hit.score >= least);
  const compare = (one, other) => (typeof one === 'number' ? one - other : one.localeCompare(other));
  const sign = order.falling ? -1 : 1;
  return kept.sort((a, b) => sign * compare(a[order.key], b[order.key]) || a.line - b.line);
}

function show() {
  for (const [id, key] of [['by-list', 'source'], ['by-kind', 'schema']]) {
    const known = new Set([...$(id).options].map((option) => option.value));
    for (const hit of hits) if (!known.has(hit[key])) known.add(hit[key]) && $(id).append(new Option(hit[key], hit[key]));
  }
  const kept = chosen();
  $('shown').textContent = `${kept.length.toLocaleString('en')} matches${kept.length < hits.length ? ` of ${hits.length.toLocaleString('en')}` : ''}`;
  $('more').hidden = kept.length <= shown;
  $('hits').replaceChildren(...kept.slice(0, shown).map((hit) => {
    const link = element('a', { href: `/estate/record.html?id=${hit.id}`, target: '_blank', rel: 'noopener', dir: 'auto' }, hit.caption);
    const cells = [hit.line, hit.key, element('bdi', {}, hit.name), hit.score, link, hit.source, hit.schema, hit.birth_date];
    return element('tr', {}, ...cells.map((content) => element('td', {}, content)));
  }));
  for (const button of document.querySelectorAll('.sort')) {
    const sorted = button.dataset.key !== order.key ? 'none' : order.falling ? 'descending' : 'ascending';
    button.parentElement.setAttribute('aria-sort', sorted);
  }
}

/** A cell of CSV; one that a spreadsheet would run as a formula is a text there. */
function cellOf(value) {
  let text = String(value);
  if (/^[=+\-@\t]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function download() {
  const columns = ['line', 'key', 'name', 'score', 'id', 'caption', 'source', 'schema', 'birth_date'];
  const lines = [columns, ...chosen().map((hit) => columns.map((column) => hit[column]))];
  const blob = new Blob([lines.map((cells) => `${cells.map(cellOf).join(',')}\n`).join('')], { type: 'text/csv' });
  const link = element('a', { href: URL.createObjectURL(blob), download: 'matches.csv' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  isSaved = true;
}

$('file').addEventListener('change', ({ target }) => target.files[0] && look(target.files[0]));
$('drop').addEventListener('dragover', (event) => event.preventDefault());
$('drop').addEventListener('drop', (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) look(event.dataTransfer.files[0]);
});
$('setup').addEventListener('submit', (event) => {
  event.preventDefault();
  screen();
});
$('stop').addEventListener('click', () => {
  run.isStopped = true;
  run.stop.abort(new Error('stopped'));
});
$('download').addEventListener('click', download);
$('more').addEventListener('click', () => {
  shown += SHOWN;
  show();
});
for (const id of ['by-list', 'by-kind', 'by-score']) $(id).addEventListener('input', show);
for (const button of document.querySelectorAll('.sort')) {
  button.addEventListener('click', () => {
    const { key } = button.dataset;
    order = { key, falling: order.key === key ? !order.falling : key === 'score' };
    show();
  });
}
// What was found and not downloaded goes with the page.
window.addEventListener('beforeunload', (event) => {
  if (!isSaved && hits.length) event.preventDefault();
});
