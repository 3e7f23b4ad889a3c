// The page for reviewing, in a browser: 300 hits of `tamis screen`, decided by keys alone, and taken by `tamis clear`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../../src/api/pages/review');

/** Functions of a script of the page. */
function scriptOf(file, names) {
  const source = `${readFileSync(join(SOURCES, file), 'utf8')}\nexport { ${names} };`;
  return import(`data:text/javascript,${encodeURIComponent(source)}`);
}

/** Numbers below a bound, the same in each run (mulberry32). */
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Tables as programs and spreadsheets write them: read, given out unchanged, and given out with decisions. */
export async function tables() {
  const { Table, shownAs } = await scriptOf('table.js', 'Table, shownAs');
  const below = numbers(17);
  const oneOf = (choices) => choices[below(choices.length)];
  const PIECES = ['a', 'Ж', '"', ',', ';', '\t', '\n', '\r\n', '=', "'", '-', ' ', '👤', ''];
  const text = () => Array.from({ length: below(5) }, () => oneOf(PIECES)).join('');
  const names = ['customer_id', 'own column', 'record_id', 'decision', 'reviewer', 'comment'];
  for (let round = 0; round < 3000; round += 1) {
    const delimiter = oneOf([',', ';', '\t']);
    const end = oneOf(['\n', '\r\n']);
    const quotesAll = below(4) === 0;
    const quoted = (cell) => (quotesAll || cell.startsWith('"') || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const rows = Array.from({ length: below(6) }, () => {
      const cells = [`K${below(9)}`, text(), '7', ...Array.from({ length: 3 }, text)];
      // Empty cells at the end may be missing.
      while (below(2) && cells.length > 3) cells.pop();
      return cells;
    });
    const lines = [names, ...rows].map((cells) => cells.map(quoted).join(delimiter));
    const head = oneOf(['', '\ufeff']) + oneOf(['', `sep=${delimiter}${end}`]);
    const written = head + lines.join(oneOf([end, end + end])) + oneOf(['', end]);
    const table = new Table(written, names);
    const asRead = () => table.rows.map((row) => names.map((name) => table.cell(row, name)));
    const expected = rows.map((cells) => names.map((_, at) => shownAs(cells[at] ?? '').trim()));
    assert.deepEqual(asRead(), expected, JSON.stringify(written));
    assert.equal(table.with(() => undefined), written);
    for (const { line, places: [begins] } of table.rows) assert.equal(line, written.slice(0, begins).split('\n').length, JSON.stringify(written));

    const changes = new Map(table.rows.filter(() => below(2)).map((row) => [row, { comment: `${text()}.`, decision: 'cleared' }]));
    const changed = new Table(table.with((row) => changes.get(row)), names);
    assert.equal(changed.rows.length, rows.length);
    changed.rows.forEach((row, at) => {
      const given = changes.get(table.rows[at]);
      names.forEach((name, column) => {
        const cell = given?.[name] === undefined ? expected[at][column] : shownAs(given[name]).trim();
        assert.equal(changed.cell(row, name), cell, `${JSON.stringify(written)}, ${name}`);
      });
      if (!given) assert.equal(changed.text.slice(row.places[0], row.places.at(-1) - 1), table.text.slice(table.rows[at].places[0], table.rows[at].places.at(-1) - 1));
    });
  }
  assert.throws(() => new Table('customer_id,comment\n', names), /no column own column, record_id, decision, reviewer/);
  assert.throws(() => new Table(`${names}\nK1,,7\nK2,"open`, names), /row on line 3 is not closed/);
  assert.throws(() => new Table('', names), /no column/);
}

/** Facts compared as the score compares them, and the words of a reason. */
export async function comparisons() {
  const { compared, birthRank, wordsOf, namesCompared } = await scriptOf('compare.js', 'compared, birthRank, wordsOf, namesCompared');
  for (const [asked, known, word] of [
    ['1962', '1962-05-17', 'agrees'], ['1962-05-17', '1962', 'agrees'], ['1962-05-18', '1962-05-17', 'near'], ['1962-06', '1962-05-17', 'near'],
    ['1963', '1962-05-17', 'contradicts'], ['1963; 1962', '1950; 1962-05-17', 'agrees'], ['1962', 'circa 1962', 'near'], ['1961', 'circa 1962-05-17', 'near'],
    ['1964', 'circa 1962', 'contradicts'], ['1964', 'circa 1962; 1964', 'agrees'], ['', '1962', 'the customer has none'], ['1962', '', 'the record has none'], ['', '', 'neither has one'],
  ]) {
    assert.equal(compared(asked, known, (one, other) => birthRank(one, other, 1)).fact.word, word, `${asked} and ${known}`);
  }
  const words = (reason) => wordsOf(reason).map(({ asked = '–', known = '–', sign, how, similarity = '' }) => `${asked} ${sign} ${known} ${how} ${similarity}`.trim());
  assert.deepEqual(words('Words equal: "Ivan"; alike in sound: "Sokolow" with "Sokolov" (0.93), "J." with "Jo"; only in the record: "Petrovich". Country RU is among the record\'s RU.'),
    ['Ivan = Ivan equal', 'Sokolow ≈ Sokolov sound 0.93', 'J. ≈ Jo sound', '– ∅ Petrovich not asked']);
  assert.deepEqual(words('The whole name differs by one letter. Alike as one string: "A B" with "AB" (0.98).'), ['A B ≈ AB as one string 0.98']);
  assert.deepEqual(words('No word of the query meets a word of the record\'s names.'), []);
  assert.equal(namesCompared(wordsOf('Only in the query: "a"; only in the record: "b".')).word, 'contradicts');
}

const GIVEN = ['Ivan', 'Karim', 'Pierre', 'Chidi', 'Anders', 'Hiroshi', 'Zoltan', 'Ernesto', 'Milan', 'Cemal', 'Olga', 'Fatima', 'Ingrid', 'Yuki', 'Amara'];
const FAMILY = ['Sokolov', 'Haddad', 'Moreau', 'Okafor', 'Lindqvist', 'Tanaka', 'Varga', 'Castillo', 'Brankovic', 'Yilmaz'];
const PEOPLE = FAMILY.flatMap((family) => GIVEN.map((given) => `${given} ${family}`));

/** Invented lists of 150 people with two records each, and customers of their names: 300 hits. */
export function desk({ work, programs, writeList, build }) {
  const write = (aliases) => {
    const record = (year, countries, link) => (name, at) => ({
      ref: `${at}`, name, type: 'INDIVIDUAL', birth_dates: [`${year + (at % 30)}-05-17`], countries, programmes: ['P-ONE'],
      aliases: aliases[name] ?? [], ...(link && { source_url: `https://example.org/${at}` }),
    });
    writeList('one', PEOPLE.map(record(1930, ['RU'], true)), 'review-lists');
    writeList('two', PEOPLE.map(record(1970, ['BY'], false)), 'review-lists');
    build('review-lists', 'of-review');
  };
  write({});
  const rows = PEOPLE.map((name, at) => `${at ? `K-${at}` : '=K-0'},${name},${at % 3 ? '' : 1930 + (at % 30)},${at % 2 && at % 3 ? 'RU' : ''}\n`);
  writeFileSync(join(work, 'reviewed.customers.csv'), ['id,name,dob,country\n', ...rows].join(''));
  const run = (...options) => spawnSync(join(programs, 'tamis'), options, { encoding: 'utf8', cwd: work });
  const screen = (...options) => {
    const ran = run('screen', 'reviewed.customers.csv', '-o', 'to-review.csv', '--snapshots', 'of-review', '--group', 'record', ...options);
    assert.equal(ran.status, 0, ran.stderr);
    return readFileSync(join(work, 'to-review.csv'), 'utf8');
  };
  const clear = (table, ...options) => {
    writeFileSync(join(work, 'decided.csv'), table);
    return run('clear', 'decided.csv', '--clearances', 'decisions.csv', '--snapshots', 'of-review', ...options);
  };
  return { snapshots: join(work, 'of-review'), write, screen, clear };
}

export const give = (page, text, name = 'hits.csv') =>
  page.setInputFiles('#file', { name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** The table as the page gives it out by its key. */
async function givenOut(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  assert.equal(download.suggestedFilename(), 'hits.reviewed.csv');
  return readFileSync(await download.path(), 'utf8');
}

/** From the table to the clearances and to the next screening, by keys alone. */
export async function decided({ browser, open, serve, desk: { snapshots, write, screen, clear } }) {
  const { Table } = await scriptOf('table.js', 'Table');
  const NEEDED = ['customer_id', 'record_id', 'decision', 'reviewer', 'comment'];
  const base = await serve(snapshots);
  const { page, faults } = await open(browser, base, { viewport: { width: 1400, height: 900 } });
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  const text = (selector) => page.locator(selector).innerText();
  const focus = () => page.evaluate(() => document.activeElement.id);
  await page.goto(`${base}/`);
  await Promise.all([page.waitForNavigation(), page.click('nav >> text=Review hits')]);
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));

  const refused = async (content, reason, name) => {
    await give(page, content, name);
    await page.waitForFunction((words) => document.querySelector('#fault').textContent.includes(words), reason);
    assert.ok(!(await page.locator('#desk').isVisible()));
  };
  await refused('file,verdict,record_id,decision,reviewer,comment\n', 'It has no column customer_id. Give a table of hits that tamis screen');
  await refused(`${NEEDED}\nK1,,,,\n`, 'It has no hits');
  await refused(`${NEEDED}\nK1,7,"cleared,,\n`, 'A quotation mark of the row on line 2 is not closed');
  await refused(Buffer.from(`${NEEDED}\nJörg,7,,,\n`, 'latin1'), 'It is not text in UTF-8');
  const most = Number(await page.locator('#review').getAttribute('data-most'));
  for (const [bytes, reason] of [[most, 'It has no column'], [most + 1, `It has more than ${most >> 20} MiB`]]) {
    await page.evaluate((length) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(length).fill(0x61)], 'large.csv'));
      document.querySelector('h1').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    }, bytes);
    await page.waitForFunction((words) => document.querySelector('#fault').textContent.includes(words), reason);
  }

  const hits = screen('--clearances', 'decisions.csv');
  await give(page, `\ufeff${hits}`);
  await page.waitForSelector('#desk:not([hidden])');
  assert.match(await text('#read'), /^hits\.csv: 300 hits, 0 of them reopened/);
  assert.equal(await page.locator('#queue li').count(), 200);
  assert.ok(!(await page.locator('#baseless').isVisible()));

  // A decision asks for the reviewer once, and for a comment.
  assert.equal(await focus(), 'reviewer');
  await press('Enter', 'c');
  assert.equal(await focus(), 'reviewer');
  await page.keyboard.type('A. Reviewer');
  await press('Enter');
  assert.equal(await focus(), 'comment');
  assert.match(await text('#said'), /needs a comment/);
  const first = await text('#title');
  await page.keyboard.type('=other, "person"');
  await press('Shift+Enter');
  await page.keyboard.type('of that name');
  await press('Enter');
  assert.match(await text('#progress'), /^1 of 300 hits decided, not downloaded yet/);
  assert.equal(await focus(), 'title');
  assert.notEqual(await text('#title'), first);
  assert.ok(await page.locator('#title:focus-visible').count(), 'the focus is to be seen');

  // The next by the last comment; a held key decides one.
  await press('r');
  await page.evaluate(() => ['keydown', 'keydown'].forEach((type, at) =>
    document.dispatchEvent(new KeyboardEvent(type, { key: 'f', code: 'KeyF', repeat: at > 0, bubbles: true }))));
  assert.match(await text('#progress'), /^2 of 300/);
  await press('k');
  assert.match(await text('#decided'), /! confirmed, the listed party\s+Reviewer\s+A\. Reviewer/);
  await press('x');
  assert.match(await text('#decided'), /none yet/);
  assert.match(await text('#progress'), /^1 of 300/);
  // A note without a decision, another one left open, keys of a Cyrillic keyboard, keys turned off.
  await press('n', 'Control+a');
  await page.keyboard.type('ask the branch');
  await press('Enter', 'j', 'n');
  await page.keyboard.type('passport asked for');
  await press('Escape', 'o');
  assert.match(await text('#progress'), /^2 of 300/);
  const place = await text('#place');
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'о', code: 'KeyJ', bubbles: true })));
  assert.notEqual(await text('#place'), place);
  await page.locator('#keys').focus();
  await press('Space', 'k', 'c');
  assert.match(await text('#progress'), /^2 of 300/);
  await press('Space', 'k');
  assert.equal(await text('#place'), place);
  await page.locator('#queue [aria-current]').focus();
  await press('ArrowUp', 'ArrowUp');
  assert.ok(await page.evaluate(() => document.activeElement === document.querySelector('#queue [aria-current]')));
  const undecided = await text('#decided');
  assert.match(undecided, /none yet|cleared/);

  // All but the noted one, as fast as keys come.
  await press('u');
  const nodesDrawn = await page.evaluate(() => {
    const observer = new MutationObserver(() => {});
    observer.observe(document.body, { childList: true, subtree: true });
    const key = (letter) => document.dispatchEvent(new KeyboardEvent('keydown', { key: letter, code: `Key${letter.toUpperCase()}`, bubbles: true }));
    let most = 0;
    for (let n = 0; n < 297; n += 1) {
      if (document.querySelector('#comment').value === 'ask the branch') key('u');
      key('r');
      key('c');
      const nodes = observer.takeRecords().reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
      most = Math.max(most, nodes);
    }
    return most;
  });
  assert.ok(nodesDrawn > 0 && nodesDrawn < 500, `a decision draws ${nodesDrawn} nodes`);
  assert.match(await text('#progress'), /^299 of 300/);
  assert.match(await text('#queued'), /^Hits \d+ to \d+ of 300/);

  // Nothing is dropped without a question.
  await give(page, hits);
  await page.waitForSelector('#said:has-text("not downloaded")');
  const asked = page.waitForEvent('dialog');
  const left = page.goto(`${base}/`).catch(() => {});
  const dialog = await asked;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  await left;
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.startsWith('a dialog')));

  // Every other cell is as it was.
  await page.locator('#title').focus();
  const out = await givenOut(page);
  const [before, after] = [new Table(hits, NEEDED), new Table(out, NEEDED)];
  assert.ok(out.startsWith('\ufeffcustomer_id,') && out.includes("\n'=K-0,") && out.includes(`,"'=other, ""person""\nof that name"`), 'formulas are disarmed');
  assert.deepEqual(after.names, before.names);
  const [counts, comments] = [{}, {}];
  after.rows.forEach((row, at) => {
    for (const [column, name] of before.names.entries()) {
      if (!NEEDED.slice(2).includes(name)) assert.equal(after.raw(row, column), before.raw(before.rows[at], column));
    }
    const decision = after.cell(row, 'decision');
    counts[decision] = (counts[decision] ?? 0) + 1;
    assert.equal(after.cell(row, 'reviewer'), decision && 'A. Reviewer');
    const comment = after.cell(row, 'comment');
    comments[comment] = (comments[comment] ?? 0) + 1;
    assert.equal(comment === 'ask the branch', !decision);
  });
  assert.deepEqual(counts, { cleared: 298, open: 1, '': 1 });
  assert.deepEqual(comments, { '=other, "person"\nof that name': 1, 'ask the branch': 1, 'passport asked for': 298 });
  const taken = clear(out);
  assert.equal(taken.status, 0, taken.stdout);
  assert.match(taken.stderr, /^299 rows with a decision, 0 refused, 1 without one/);
  // Of the window's own doing: the icon, the file that is given out, and the page that was not gone to.
  const ofWindow = [`${base}/estate/icon.svg`, `${base}/`];
  assert.deepEqual(requests.filter((url) => !url.startsWith('blob:') && !ofWindow.includes(url)), [], 'nothing is sent');

  // What has changed since is first, and says so; the table goes on where it was left.
  write({ 'Olga Varga': ['Shadow'] });
  await give(page, screen('--clearances', 'decisions.csv'));
  await page.waitForSelector('#read:has-text("4 hits, 2 of them reopened")');
  assert.match(await text('#title'), /^Is Olga Varga the listed Olga Varga\?/);
  assert.equal(await text('#earlier'), `It was cleared before. Changed since: the record's names ("Shadow" added)`);
  await give(page, out);
  await page.waitForSelector('#progress:has-text("299 of 300")');
  assert.equal(await page.inputValue('#comment'), 'ask the branch');
  await press('c');
  await give(page, await givenOut(page));
  await page.waitForSelector('#progress:has-text("300 of 300")');

  // One decision of a customer and a record; what `tamis clear` would refuse counts as none.
  const [head, line] = hits.split('\n');
  await give(page, `${head}\n${line}\n${line}\n${line.replace(/,,,$/, ',perhaps,A,b')}\n`);
  await page.waitForSelector('#read:has-text("3 hits")');
  await press('n');
  await page.keyboard.type('of that name');
  await press('Enter', 'c', 'r', 'c');
  assert.match(await text('#said'), /Line 2 decides on this customer and record already/);
  await press('j');
  assert.match(await text('#decided'), /perhaps, which tamis clear refuses/);
  await givenOut(page);

  // Without bases the table can be reviewed, and the page says what follows.
  await give(page, screen());
  await page.waitForSelector('#baseless:not([hidden])');

  // The receipt of the customer goes with the hit.
  await give(page, screen('--receipts', 'of-review.receipts.ndjson'));
  await page.waitForSelector('#listing:has-text("Receipt")');
  assert.match(await text('#listing'), /Receipt\s*[0-9a-f]{64}/);

  // The sheet of one hit.
  await give(page, out);
  await page.waitForSelector('#progress:has-text("299 of 300")');
  await press('k');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = await text('body');
  for (const said of ['Words equal', 'cleared, another party', 'A. Reviewer', 'of that name', 'hits.csv', 'Basis: ', 'Printed 20']) {
    assert.ok(sheet.includes(said), `${said} is not on paper: ${sheet}`);
  }
  for (const hidden of ['button', 'input', 'textarea', '#queue', '#read']) {
    for (const one of await page.locator(hidden).all()) assert.ok(!(await one.isVisible()), `${hidden} is on paper`);
  }
  assert.deepEqual(faults, []);
  return base;
}
