// The open hit: its facts side by side, and all that a sheet of evidence needs.
const EARLIER = {
  reopened: 'It was cleared before.', expired: 'Its clearance has ended.', confirmed: 'It was confirmed before.', open: 'It was left open before.',
};
const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** A link that opens next to the page. */
const apart = (href, ...content) => element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...content);

function recordLink(id, ...content) {
  return /^\d+$/.test(id) ? apart(`${settings.record}?id=${id}`, ...content) : element('span', {}, ...content);
}

function show() {
  const hit = hits[at];
  const of = (name) => cell(hit, name);
  const words = wordsOf(of('reason'));
  const record = of('record_name') || of('record_id');
  $('title').replaceChildren('Is ', isolated(of('customer_name') || of('customer_id')), ' the listed ', isolated(record), '?');
  $('score').textContent = scoreOf(hit);
  $('verdict').textContent = { yes: 'match', no: 'no match' }[of('match')] ?? '';
  $('verdict').className = of('match') === 'yes' ? 'contradicts' : 'note';
  $('place').textContent = `Hit ${(at + 1).toLocaleString('en')} of ${hits.length.toLocaleString('en')}; line ${hit.row.line.toLocaleString('en')} of ${file.name}`;
  const earlier = of('earlier_decision');
  $('earlier').hidden = !earlier;
  const changed = of('changed') && (earlier === 'expired' ? of('changed') : `Changed since: ${of('changed')}`);
  $('earlier').textContent = `${EARLIER[earlier] ?? earlier} ${changed}`.trim();

  const births = compared(of('customer_birth_dates'), of('birth_dates'), (one, other) => birthRank(one, other, Number(settings.approximateYears)));
  const homes = compared(of('customer_countries'), of('countries'), countryRank);
  const plain = (value) => value;
  const inFull = (code) => (/^[A-Z]{2}$/.test(code) && countryNames.of(code) ? `${countryNames.of(code)} (${code})` : code);
  const names = [isolated(of('customer_name'))];
  const listed = [recordLink(of('record_id'), isolated(record))];
  if (of('matched_name') && of('matched_name') !== record) listed.push(' matched as ', isolated(of('matched_name')));
  $('compared').replaceChildren(
    factRow('Name', namesCompared(words), names, listed),
    factRow('Birth date', births.fact, values(births.asked, plain), values(births.known, plain)),
    factRow('Country', homes.fact, values(homes.asked, inFull), values(homes.known, inFull)));
  $('words').replaceChildren(...words.map(({ asked, known, how, similarity = '', mark, sign }) => element('li', { className: mark },
    wordOf(asked), element('span', { className: 'met' }, `${sign} ${how} ${similarity}`.trim()), wordOf(known))));
  $('words').hidden = !words.length;
  $('reason').textContent = of('reason');

  const link = of('link');
  const others = othersOf(hit).map((other) => element('li', {}, recordLink(other.split(' ')[0], other)));
  facts('listing', [
    ['Customer', of('customer_id')],
    ['Record', recordLink(of('record_id'), of('record_id'))],
    ['List', isolated(of('list'))],
    ['Kind of list', JSON.parse(settings.kinds)[of('list_type')] ?? of('list_type')],
    ['Programme', of('programme')],
    ["Publisher's page", /^https?:\/\//i.test(link) ? apart(link, link) : link],
    ['Receipt', of('receipt')],
    ['Other records of the party', others.length ? element('ul', { className: 'values' }, ...others) : ''],
  ]);
  facts('columns', table.names.filter((name) => !DECIDED.includes(name)).map((name) => [name, isolated(of(name))]));
  $('basis').textContent = of('basis') || 'none in the table';
  $('comment').value = of('comment');
  showDecision();
}

/** A word in a box of the alignment. */
const wordOf = (word) => element('span', { className: word ? 'word' : 'word gap' }, word ? isolated(word) : '–');

function factRow(name, fact, asked, known) {
  const content = (parts) => (parts.length ? parts : [element('span', { className: 'note' }, '–')]);
  const head = element('th', { scope: 'row' }, `${name} `, element('span', { className: `fact ${fact.mark}` }, ...marked(fact)));
  return element('tr', {}, head, element('td', {}, ...content(asked)), element('td', {}, ...content(known)));
}

/** Values, each with its own mark. */
function values(all, inWords) {
  const items = all.map(({ value, mark, sign, word }) => {
    const text = element('span', { className: mark ?? '' }, mark ? `${sign} ${inWords(value)}` : inWords(value));
    if (word) text.title = word;
    return element('li', {}, text);
  });
  return items.length ? [element('ul', { className: 'values' }, ...items)] : [];
}

function facts(id, pairs) {
  const filled = pairs.filter(([, value]) => (value.textContent ?? value) !== '');
  $(id).replaceChildren(...filled.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
}

