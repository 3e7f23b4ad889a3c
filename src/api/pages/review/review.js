// A table of hits, decided one by one. It is read, changed and given out again in this window; the page's policy allows no calls.
const $ = (id) => document.getElementById(id);
const settings = $('review').dataset;
const MOST_BYTES = Number(settings.most);
/** Hits that the queue lists at once. */
const QUEUED = Number(settings.queued);
/** The columns that a decision fills in. */
const DECIDED = ['decision', 'reviewer', 'comment'];
const NEEDED = ['customer_id', 'record_id', ...DECIDED];
const STATES = {
  cleared: { mark: 'agrees', sign: '✓', word: 'cleared', meaning: 'cleared, another party' },
  confirmed: { mark: 'contradicts', sign: '!', word: 'confirmed', meaning: 'confirmed, the listed party' },
  open: { mark: 'near', sign: '…', word: 'open', meaning: 'left open' },
};
let table, file;
let hits = [];
/** Index of the open hit, and of the first one in the queue. */
let [at, queuedFrom] = [0, -1];
/** The hits of a customer and a record, of which one alone can be decided. */
let ofPair = new Map();
let decided = 0;
/** A decision that waits for a reviewer or a comment. */
let pending = '';
let lastComment = '';
let isSaved = true;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const isolated = (text) => element('bdi', {}, text);
const marked = ({ mark, sign, word }) => [element('span', { className: mark, ariaHidden: 'true' }, `${sign} `), word];
const say = (text) => { $('said').textContent = text; };
const counted = (number, one, several = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : several}`;

/** A cell of a hit, as decided here or as the table has it. */
const cell = (hit, name) => hit.changes?.[name] ?? table.cell(hit.row, name);

/** A score with at least two decimals, as on the other pages. */
const scoreOf = (hit) => cell(hit, 'score').replace(/^(\d)(?:\.(\d?))?$/, (_, whole, digits = '') => `${whole}.${digits.padEnd(2, '0')}`);

/** The other records of a party, such as `17 (EU)`. */
const othersOf = (hit) => valuesOf(cell(hit, 'other_records'));

/** The decision on a hit, if `tamis clear` would take it. */
function stateOf(hit) {
  const decision = cell(hit, 'decision').toLowerCase();
  return Object.hasOwn(STATES, decision) && cell(hit, 'reviewer') && cell(hit, 'comment') ? decision : '';
}

async function choose(chosen) {
  if (hits.length && !keepComment()) return;
  if (!isSaved) {
    say('Some decisions are not downloaded. Download the table first, or reload the page to drop them.');
    return;
  }
  const refuse = (reason) => {
    $('fault').textContent = `${chosen.name} cannot be reviewed. ${reason}`;
  };
  $('fault').textContent = '';
  if (chosen.size > MOST_BYTES) return refuse(`It has more than ${MOST_BYTES >> 20} MiB.`);
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await chosen.arrayBuffer());
  } catch {
    return refuse('It is not text in UTF-8: in a spreadsheet, save it as CSV in UTF-8.');
  }
  let read;
  try {
    read = new Table(text, NEEDED);
  } catch ({ message }) {
    return refuse(`${message} Give a table of hits that tamis screen --clearances wrote.`);
  }
  const found = read.rows.filter((row) => read.cell(row, 'record_id'));
  if (found.length) open(read, chosen, found);
  else refuse('It has no hits.');
}

/** Opens a table at its first hit without a decision. */
function open(read, chosen, found) {
  [table, file, ofPair, pending, lastComment] = [read, chosen, new Map(), '', ''];
  hits = found.map((row) => {
    const hit = { row, score: Number(read.cell(row, 'score')) || 0 };
    hit.isBack = ['reopened', 'expired'].includes(read.cell(row, 'earlier_decision'));
    hit.state = stateOf(hit);
    const records = [read.cell(row, 'record_id'), ...othersOf(hit).map((other) => other.split(' ')[0])];
    hit.pairs = records.map((record) => JSON.stringify([read.cell(row, 'customer_id'), record]));
    for (const pair of hit.pairs) ofPair.set(pair, [...(ofPair.get(pair) ?? []), hit]);
    return hit;
  });
  hits.sort((a, b) => b.isBack - a.isBack || b.score - a.score || a.row.line - b.row.line);
  decided = hits.filter((hit) => hit.state).length;
  const back = hits.filter((hit) => hit.isBack).length;
  const without = table.rows.length - hits.length;
  $('read').textContent = `${file.name}: ${counted(hits.length, 'hit')}, ${back.toLocaleString('en')} of them reopened or expired.`
    + (without ? ` ${counted(without, 'row')} without a hit ${without === 1 ? 'stays as it is' : 'stay as they are'}.` : '');
  $('baseless').hidden = table.columns.has('basis');
  $('desk').hidden = false;
  $('choosing').open = false;
  queuedFrom = -1;
  $('said').textContent = '';
  go(Math.max(0, hits.findIndex((hit) => !hit.state)));
  if (!$('reviewer').value) {
    say('Give your name, which goes with each decision; then press Enter.');
    $('reviewer').focus();
  }
}

/** Opens a hit. Its title is focused, unless the queue is. */
function go(to, focused = $('title')) {
  at = to;
  pending = '';
  show();
  queue();
  const row = $('queue').children[at - queuedFrom];
  if (focused === 'queue') row.firstChild.focus({ preventScroll: true });
  else focused.focus({ preventScroll: true });
  const { offsetTop, offsetHeight } = row;
  const list = $('queue');
  if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
  else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
  const { top } = $('hit').getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) $('hit').scrollIntoView();
}

/** Moves by so many hits, once what was typed is kept. */
function move(by, focused) {
  const to = Math.min(hits.length - 1, Math.max(0, at + by));
  if (keepComment()) go(to, focused);
}

/** Index of the next hit without a decision, from the first again after the last; -1 if all have one. */
function nextUndecided() {
  const after = hits.findIndex((hit, index) => index > at && !hit.state);
  return after >= 0 ? after : hits.findIndex((hit) => !hit.state);
}

function queue() {
  const isListed = queuedFrom >= 0 && at >= queuedFrom && at < queuedFrom + QUEUED;
  if (!isListed) {
    queuedFrom = Math.max(0, Math.min(hits.length - QUEUED, at - (QUEUED >> 1)));
    const listed = hits.slice(queuedFrom, queuedFrom + QUEUED);
    $('queue').replaceChildren(...listed.map((_, index) => element('li', {}, queueButton(queuedFrom + index))));
    const all = `${counted(listed.length, 'hit')}, reopened and expired first, then by score`;
    $('queued').textContent = listed.length === hits.length ? all
      : `Hits ${(queuedFrom + 1).toLocaleString('en')} to ${(queuedFrom + listed.length).toLocaleString('en')} of ${hits.length.toLocaleString('en')}`;
  }
  const before = $('queue').querySelector('[aria-current]');
  for (const index of [before ? Number(before.dataset.at) : at, at]) update(index);
}

/** Renews a row of the queue, if it is listed. */
function update(index) {
  const row = $('queue').children[index - queuedFrom];
  if (!row) return;
  const isFocused = row.contains(document.activeElement);
  row.replaceChildren(queueButton(index));
  if (isFocused) row.firstChild.focus({ preventScroll: true });
}

function queueButton(index) {
  const hit = hits[index];
  const state = hit.state ? STATES[hit.state] : { mark: 'note', sign: '○', word: hit.isBack ? cell(hit, 'earlier_decision') : 'undecided' };
  const made = element('button', { type: 'button', tabIndex: index === at ? 0 : -1 },
    element('span', { className: 'number' }, scoreOf(hit)),
    isolated(cell(hit, 'customer_name') || cell(hit, 'customer_id')),
    isolated(cell(hit, 'record_name') || cell(hit, 'record_id')),
    element('span', {}, ...marked(state), `, ${cell(hit, 'list')}`));
  made.dataset.at = index;
  if (index === at) made.setAttribute('aria-current', 'true');
  return made;
}

function showDecision() {
  const hit = hits[at];
  const [decision, reviewer, comment] = DECIDED.map((name) => cell(hit, name));
  const refused = decision && !hit.state ? `${decision}, which tamis clear refuses: it must be cleared, confirmed or open, with reviewer and comment` : '';
  const said = hit.state ? element('span', { className: STATES[hit.state].mark }, `${STATES[hit.state].sign} ${STATES[hit.state].meaning}`) : refused || 'none yet';
  facts('decided', [['Decision', said], ['Reviewer', isolated(reviewer)], ['Comment', isolated(comment)]]);
  $('undo').disabled = !decision;
  $('reuse').disabled = !lastComment;
  $('progress').textContent = `${decided.toLocaleString('en')} of ${counted(hits.length, 'hit')} decided${isSaved ? '' : ', not downloaded yet'}`;
}

/** Takes new cells of a hit. */
function change(hit, changes) {
  hit.changes = { ...hit.changes, ...changes };
  decided -= hit.state ? 1 : 0;
  hit.state = stateOf(hit);
  decided += hit.state ? 1 : 0;
  isSaved = false;
  update(hits.indexOf(hit));
  showDecision();
}

/** Keeps the comment as typed; false if it cannot be kept. */
function keepComment() {
  const hit = hits[at];
  const comment = $('comment').value.trim();
  if (comment === cell(hit, 'comment')) return true;
  if (hit.state && !comment) {
    say('A decision needs a comment. To have none, take the decision back first.');
    $('comment').value = cell(hit, 'comment');
    $('comment').focus();
    return false;
  }
  const reviewer = $('reviewer').value.trim();
  change(hit, hit.state && reviewer ? { comment, reviewer } : { comment });
  return true;
}

function decide(decision) {
  const hit = hits[at];
  pending = decision;
  const [reviewer, comment] = [$('reviewer').value.trim(), $('comment').value.trim()];
  if (!reviewer || !comment) {
    say(reviewer ? 'A decision needs a comment: write it, then press Enter.' : 'A decision needs a reviewer: give your name, then press Enter.');
    $(reviewer ? 'comment' : 'reviewer').focus();
    return;
  }
  pending = '';
  const twin = hit.pairs.flatMap((pair) => ofPair.get(pair)).find((other) => other !== hit && other.state);
  if (twin || !cell(hit, 'customer_id')) {
    say(twin ? `Line ${twin.row.line} decides on this customer and record already; tamis clear takes one decision.`
      : 'The row has no customer_id, so that tamis clear takes no decision on it.');
    $('title').focus();
    return;
  }
  change(hit, { decision, reviewer, comment });
  lastComment = comment;
  const next = nextUndecided();
  go(next < 0 ? at : next);
  say(`${cell(hit, 'customer_name')}: ${STATES[decision].meaning}. ${next < 0 ? 'All hits are decided: download the table.' : ''}`);
}

function download() {
  if (!keepComment()) return;
  const name = `${file.name.replace(/(\.reviewed)?(\.\w+)?$/i, '')}.reviewed.csv`;
  const changes = new Map(hits.filter((hit) => hit.changes).map((hit) => [hit.row, hit.changes]));
  const blob = new Blob([table.with((row) => changes.get(row))], { type: 'text/csv' });
  const link = element('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  isSaved = true;
  showDecision();
  say(`${counted(decided, 'decision')} in ${name}. Next: tamis clear ${name} --clearances clearances.csv`);
}

/** What the buttons do, by their ids. */
const ACTIONS = {
  next: () => move(1),
  previous: () => move(-1),
  undecided: () => {
    if (!keepComment()) return;
    const next = nextUndecided();
    if (next < 0) say('All hits are decided: download the table.');
    else go(next);
  },
  reuse: () => {
    $('comment').value = lastComment;
    if (keepComment()) say(`Comment: ${lastComment}`);
  },
  undo: () => {
    change(hits[at], { decision: '', reviewer: '' });
    say('The decision is taken back; the comment stays.');
    $('title').focus();
  },
  print: () => keepComment() && print(),
  download,
};
for (const [id, act] of Object.entries(ACTIONS)) $(id).addEventListener('click', act);
for (const button of document.querySelectorAll('[data-decision]')) button.addEventListener('click', () => decide(button.dataset.decision));

/** Letter of a pressed key; on a keyboard of another script, that of its place. */
const letterOf = ({ key, code }) => (/^[a-z]$/i.test(key) ? key : /^Key(.)$/.exec(code)?.[1] ?? '').toUpperCase();
const isSingle = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);

document.addEventListener('keydown', (event) => {
  const isText = event.target.matches?.('textarea, select, input:not([type=checkbox], [type=file])');
  if (!hits.length || isText || !isSingle(event) || !$('keys').checked) return;
  const target = document.querySelector(`[data-key="${letterOf(event)}"]`);
  // A key that is held moves on, but decides one hit only.
  if (!target || (event.repeat && !['next', 'previous'].includes(target.id))) return;
  event.preventDefault();
  if (target.matches('button')) target.click();
  else target.focus();
});
for (const id of ['reviewer', 'comment']) {
  $(id).addEventListener('keydown', (event) => {
    if (!isSingle(event) || event.shiftKey || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Enter' && pending) return decide(pending);
    pending = '';
    say('');
    if (keepComment()) $('title').focus();
  });
}
$('queue').addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (button && keepComment()) go(Number(button.dataset.at));
});
$('queue').addEventListener('keydown', (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || !isSingle(event)) return;
  event.preventDefault();
  move(by, 'queue');
});
$('file').addEventListener('change', ({ target }) => {
  if (target.files[0]) choose(target.files[0]);
  // The same file can be chosen again.
  target.value = '';
});
document.addEventListener('dragover', (event) => {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
});
document.addEventListener('drop', (event) => {
  if (!event.dataTransfer.files[0]) return;
  event.preventDefault();
  choose(event.dataTransfer.files[0]);
});
window.addEventListener('beforeprint', () => {
  if (hits.length) keepComment();
  $('printed').textContent = `Printed ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC. The foot names the lists of the server then, not those of the screening.`;
});
// Decisions that were not downloaded are lost with the page.
window.addEventListener('beforeunload', (event) => {
  const isTyped = hits.length && $('comment').value.trim() !== cell(hits[at], 'comment');
  if (!isSaved || isTyped) event.preventDefault();
});
