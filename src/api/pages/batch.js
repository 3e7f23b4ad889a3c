// A file of customers, read and screened by this server (POST /api/match/{collection}/file); this script only shows the answer.
const $ = (id) => document.getElementById(id);
const root = $('batch');
const FIELDS = JSON.parse(root.dataset.fields);
const MOST_BYTES = Number(root.dataset.most);
/** Rows of the table shown at first, and added by each press of the button. */
const SHOWN = 200;
/** Maximum number of partly read rows that are listed. */
const TOLD = 100;

let file, run;
let hits = [];
let order = { key: 'score', falling: true };
let shown = SHOWN;
let isSaved = true;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** The parameters for reading the file, from the form. */
function parameters() {
  const asked = new URLSearchParams({ file: file.name });
  for (const id of ['form', 'encoding', 'header_row', 'sheet', 'dates']) if ($(id).value) asked.set(id, $(id).value);
  const columns = [...document.querySelectorAll('.column')];
  if (columns.length) asked.set('only_columns', 'true');
  for (const { value, dataset } of columns) {
    for (const field of value.split(' ').filter(Boolean)) asked.append('column', `${field}=${dataset.name}`);
  }
  return asked;
}

/** Sends the file, and retries while the server is busy, after the time that it names. */
async function send(path, asked, signal) {
  for (;;) {
    const address = `/api/match/${$('scope').value}/file${path}?${asked}`;
    const answer = await fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file, signal });
    if (answer.ok) return answer;
    if (answer.status !== 503 && answer.status !== 429) throw new Error((await answer.json()).error);
    await pause(Number(answer.headers.get('Retry-After') ?? 1));
  }
}

async function choose(chosen) {
  file = chosen;
  for (const id of ['form', 'encoding', 'header_row', 'sheet']) $(id).value = '';
  $('preview').replaceChildren();
  await look();
}

/** Shows the detected format and columns of the file. */
async function look() {
  $('fault').textContent = '';
  $('how').hidden = false;
  if (file.size > MOST_BYTES) {
    $('setup').hidden = $('how').hidden = true;
    $('fault').textContent = `${file.name} has more than ${MOST_BYTES >> 20} MiB. The command tamis screen reads files of any size.`;
    return;
  }
  try {
    const seen = await (await send('/preview', parameters())).json();
    $('setup').hidden = false;
    $('fault').textContent = seen.error ? 'No column is known to hold names. Say below which one does.' : '';
    preview(seen);
  } catch (error) {
    $('setup').hidden = true;
    $('fault').textContent = error.message;
  }
}

function preview({ file: { form, encoding, sheet, columns }, rows, ignored = [] }) {
  const forms = { csv: 'a table', ndjson: 'queries, a line each', names: 'names, a line each', sheet: 'a spreadsheet' };
  $('read-as').textContent = [`Read as ${forms[form]}`, form === 'sheet' ? `sheet ${sheet.name}` : encoding, ...ignored].join('; ');
  if (sheet) {
    const names = [sheet.name, ...sheet.others];
    $('sheet').replaceChildren(...names.map((name) => new Option(name, name, false, name === sheet.name)));
  }
  $('sheets').hidden = !sheet;
  const choice = ({ name, fields }) => {
    const select = element('select', { className: 'column' });
    select.dataset.name = name;
    select.setAttribute('aria-label', `What ${name} holds`);
    const chosen = fields.join(' ');
    const choices = new Set(['', ...FIELDS, chosen]);
    for (const value of choices) select.append(new Option(value.replace(' ', ' and ') || 'not read', value, false, value === chosen));
    select.addEventListener('change', look);
    return select;
  };
  const heads = columns.map((column) => element('th', { scope: 'col' }, column.name, choice(column)));
  heads.push(element('th', { scope: 'col' }, 'Asked as'));
  const cells = (row) => (columns.length ? columns.map((_, at) => row.cells[at] ?? '') : []);
  const body = rows.map((row) => {
    const told = cells(row).map((cell) => element('td', { dir: 'auto' }, cell));
    return element('tr', {}, ...told, element('td', {}, ...asked(row)));
  });
  $('preview').replaceChildren(element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...body));
}

/** Describes the query of a row. */
function asked({ query, error, ignored = [] }) {
  if (error) return [error];
  const { name, birthDate, nationality, imo } = query;
  const facts = [['born', birthDate], ['of', nationality], ['IMO', imo]].filter(([, values]) => values.length);
  const rest = [...facts.map(([what, values]) => `${what} ${values.join(' or ')}`), ...ignored];
  return [element('bdi', {}, name.join(' or ')), ...rest.map((part) => `; ${part}`)];
}

async function screen() {
  $('fault').textContent = '';
  const stop = new AbortController();
  run = { stop, totals: { screened: 0, refused: 0 }, share: 0, told: 0, began: performance.now() };
  [hits, shown, isSaved] = [[], SHOWN, false];
  $('refused').replaceChildren();
  $('refusals').hidden = true;
  $('running').hidden = $('results').hidden = $('stop').hidden = false;
  $('setup').hidden = $('how').hidden = true;
  const asked = parameters();
  asked.set('hits_only', 'true');
  asked.set('threshold', $('threshold').value);
  const timer = setInterval(tell, 500);
  try {
    for await (const line of linesOf(await send('', asked, stop.signal))) take(line);
    if (!run.isDone) throw new Error('the connection broke off');
  } catch (error) {
    stop.abort();
    $('fault').textContent = run.isStopped
      ? 'Stopped. What was found until then is below.'
      : `Ended after ${run.totals.screened.toLocaleString('en')} rows: ${error.message}`;
  }
  clearInterval(timer);
  $('setup').hidden = $('how').hidden = false;
  $('stop').hidden = true;
  tell();
}

/** The lines of an answer, as they come. */
async function* linesOf(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    yield* lines.map((line) => JSON.parse(line));
  }
}

function take({ line, id, name, status, error, results = [], ignored = [], progress, summary }) {
  if (progress) [run.totals, run.share] = [progress, progress.share];
  if (summary) [run.totals, run.isDone] = [summary, true];
  if (error && !line) throw new Error(error);
  for (const reason of error ? [error] : ignored) note(line, reason);
  for (const { id: record, caption, score, source, schema, birth_date } of results) {
    hits.push({ line, key: id ?? '', name, id: record, caption, score, source, schema, birth_date: birth_date ?? '' });
  }
}

function note(line, reason) {
  $('refusals').hidden = false;
  run.told += 1;
  if (run.told <= TOLD) $('refused').append(element('li', {}, `Row ${line}: ${reason}`));
  if (run.told === TOLD + 1) $('refused').append(element('li', {}, 'Further rows are not told.'));
}

function tell() {
  const seconds = (performance.now() - run.began) / 1000;
  const { screened, refused } = run.totals;
  const rows = screened + refused;
  if (run.isDone) $('progress').value = 1;
  else if (run.share === null) $('progress').removeAttribute('value');
  else $('progress').value = run.share;
  const rest = run.share && !run.isDone ? `, about ${Math.ceil((seconds * (1 - run.share)) / run.share)} s left` : '';
  const rate = Math.round(rows / Math.max(seconds, 0.001)).toLocaleString('en');
  $('said').textContent = rows || run.isDone
    ? `${rows.toLocaleString('en')} rows screened, ${rate} a second${rest}`
    : 'The file is sent';
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

/** A cell of CSV; text that a spreadsheet would run as a formula is disarmed. */
function cellOf(value) {
  let text = String(value);
  if (/^[=+\-@\t]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function download() {
  const columns = ['line', 'key', 'name', 'score', 'id', 'caption', 'source', 'schema', 'birth_date'];
  const lines = [columns, ...chosen().map((hit) => columns.map((column) => hit[column]))];
  // Without the byte order mark spreadsheets assume the encoding of their locale.
  const blob = new Blob(['\ufeff', ...lines.map((cells) => `${cells.map(cellOf).join(',')}\n`)], { type: 'text/csv' });
  const link = element('a', { href: URL.createObjectURL(blob), download: 'matches.csv' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  isSaved = true;
}

$('file').addEventListener('change', ({ target }) => target.files[0] && choose(target.files[0]));
$('drop').addEventListener('dragover', (event) => event.preventDefault());
$('drop').addEventListener('drop', (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) choose(event.dataTransfer.files[0]);
});
for (const id of ['form', 'encoding', 'header_row', 'sheet']) {
  $(id).addEventListener('change', () => {
    $('preview').replaceChildren();
    look();
  });
}
$('dates').addEventListener('change', look);
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
// Results that were not downloaded are lost with the page.
window.addEventListener('beforeunload', (event) => {
  if (!isSaved && hits.length) event.preventDefault();
});
