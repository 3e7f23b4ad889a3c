// The pages in a browser, as their readers use them: node run.mjs MODULES PROGRAMS SCREENSHOTS
//
// MODULES is a folder with the packages playwright-core and axe-core, PROGRAMS one with tamis and snapshot-builder.
// Pages are followed without scripts; then each is looked at, light and dark, narrow and wide, and left as an image
// in SCREENSHOTS, with screening.png of docs/. The lists are invented: names that are markup, that run from right to left, that are many.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { comparisons, decided, desk, give, tables } from './review.mjs';

const [modules, programs, screenshots] = process.argv.slice(2);
const require = createRequire(join(modules, 'here.js'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const work = mkdtempSync(join(tmpdir(), 'pages-'));
const servers = [];

const MARKUP = `<img src=x onerror="alert(1)"> & 'Sons'`;
const RIGHT_TO_LEFT = 'أيمن محمد ربيع الظواهري';
/** What is on the invented lists, by register. */
const LISTS = {
  first_list: [
    { ref: '1', name: 'Ivan Petrovich Sokolov', type: 'INDIVIDUAL', aliases: ['Иван Соколов', 'Vanya'], birth_dates: ['1962-05-17'],
      countries: ['RU'], programmes: ['P-ONE'], listed_on: '2020-03-01', source_url: 'https://example.org/1' },
    { ref: '2', name: MARKUP, type: 'ORGANIZATION', aliases: ['<b>Sons</b>'] },
    { ref: '3', name: RIGHT_TO_LEFT, type: 'INDIVIDUAL', aliases: ['Ayman al-Zawahiri'], birth_dates: ['1951-06-19'], countries: ['EG'] },
    { ref: '4', name: 'Of Many Names', type: 'INDIVIDUAL', aliases: Array.from({ length: 200 }, (_, n) => `Name number ${n}`) },
    { ref: '5', name: 'Gone Tomorrow', type: 'INDIVIDUAL' },
    ...Array.from({ length: 120 }, (_, n) => ({ ref: `p${n}`, name: `Searched Person${n}`, type: 'INDIVIDUAL' })),
  ],
  second_list: [
    { ref: '1', name: 'Ivan Petrovich Sokolov', type: 'INDIVIDUAL', birth_dates: ['1962-05-17'], countries: ['BY'] },
    { ref: '2', name: 'OCEAN STAR', type: 'VESSEL', imo: '9074729', countries: ['PA'] },
  ],
};

function writeList(slug, records, lists = 'lists') {
  const folder = join(work, lists, slug);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'register.toml'), `slug = "${slug}"\nname = "List ${slug}"\nshort_name = "${slug.toUpperCase()}"\npublisher = "Somebody"\n` +
    'country = "ZZ"\nlist_type = "SANCTION"\ncadence_hours = 24\nformat = "records_jsonl"\nsource_url = "https://example.org"\n' +
    'licence = "CC0"\noffer = "download"\n');
  writeFileSync(join(folder, 'records.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

function builder(...options) {
  const ran = spawnSync(join(programs, 'snapshot-builder'), options, { encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
}

const build = (lists = 'lists', snapshots = 'snapshots') =>
  builder('build', '--quiet', '--sources', join(work, lists), '--out', join(work, snapshots));

/** Serves a folder of snapshots; gives the address. */
async function serve(snapshots) {
  const options = ['serve', '--snapshots', snapshots, '--listen', '127.0.0.1:0', '--log', 'error'];
  const server = spawn(join(programs, 'tamis'), options, { stdio: ['ignore', 'pipe', 'inherit'] });
  servers.push(server);
  for await (const line of createInterface({ input: server.stdout })) return line.split(' ').at(-1);
}

/** A page whose requests all go to one server, and which reports nothing to the console. */
async function open(browser, base, options) {
  const page = await (await browser.newContext(options)).newPage();
  page.on('request', (request) => assert.ok(request.url().startsWith(`${base}/`), `a request to ${request.url()}`));
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // That an answer is an error is what some pages are for.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`));
  return { page, faults };
}

const follow = (page, act) => Promise.all([page.waitForNavigation(), act()]);
const record = async (base, name) => {
  const answer = await (await fetch(`${base}/api/search?q=${encodeURIComponent(name)}`)).json();
  return answer.results[0];
};

/** Without scripts: from the first page to a record, its party, a screening, and errors. */
async function followed(browser, base) {
  const { page, faults } = await open(browser, base, { javaScriptEnabled: false });
  const heading = () => page.locator('h1').innerText();
  const text = () => page.locator('main').innerText();

  await page.goto(`${base}/`);
  assert.match(await text(), /127 records|Records\s+127/);
  await page.keyboard.press('Tab');
  assert.equal(await page.locator(':focus').innerText(), 'Skip to the content');

  await page.fill('#q', 'searched person');
  await follow(page, () => page.click('button:has-text("Search")'));
  assert.match(await text(), /120 records, 1 to 25/);
  await follow(page, () => page.click('button:has-text("Next")'));
  assert.match(await text(), /120 records, 26 to 50/);
  assert.equal(page.url(), `${base}/estate/search.html`, 'nothing searched is in the address');

  await page.fill('#q', 'sokolov');
  await follow(page, () => page.click('form.search button'));
  await follow(page, () => page.click('tbody a >> nth=0'));
  assert.equal(await heading(), 'Ivan Petrovich Sokolov');
  await follow(page, () => page.click('text=All records of this party, compared'));
  assert.match(await text(), /Country\s+≠ differs/);

  await page.goto(`${base}/`);
  await page.fill('#q', 'Iwan Sokolow');
  await follow(page, () => page.click('button:has-text("Screen")'));
  assert.match(await text(), /2 records match/);
  await page.click('summary:has-text("Change what is asked")');
  await page.fill('#birthDate', '1963');
  await page.fill('#limit', '1');
  await follow(page, () => page.click('form.party button'));
  assert.match(await text(), /No record matches/);
  assert.match(await text(), /≠ Birth date\s+-0.25/);
  await page.fill('#record', String((await record(base, 'ocean star')).id));
  await follow(page, () => page.click('button:has-text("Compare")'));
  assert.match(await page.locator('#why').innerText(), /OCEAN STAR comes to 0.00/);
  assert.match(page.url(), /result\.html\?id=[0-9a-f]{32}#why$/);
  await page.click('summary:has-text("Change what is asked")');
  await page.fill('#imoNumber', '123');
  await follow(page, () => page.click('form.party button'));
  assert.match(await text(), /Not used:[^]*123/);
  await page.click('summary:has-text("Change what is asked")');
  await page.fill('#name', '???');
  await follow(page, () => page.click('form.party button'));
  assert.match(await page.locator('#name-fault').innerText(), /must be a name/);
  assert.equal(await page.inputValue('#birthDate'), '1963', 'what was typed stays');

  await page.goto(`${base}/estate/record.html?id=${(await record(base, 'onerror')).id}`);
  assert.equal(await heading(), MARKUP);
  assert.equal(await page.locator('img').count(), 0);
  await page.goto(`${base}/estate/record.html?id=${(await record(base, 'zawahiri')).id}`);
  assert.equal(await heading(), RIGHT_TO_LEFT);
  await page.goto(`${base}/estate/record.html?id=${(await record(base, 'of many names')).id}`);
  assert.ok(!(await page.getByText('Name number 50', { exact: true }).first().isVisible()));
  await page.click('summary:has-text("188 more") >> nth=0');
  assert.ok(await page.getByText('Name number 50', { exact: true }).first().isVisible());
  await follow(page, () => page.click('nav >> text=Lists'));
  assert.match(await text(), /2 lists are loaded/);
  await follow(page, () => page.click('text=List first_list'));
  assert.match(await text(), /125 records/);
  await page.click('text=Day by day');
  assert.match(await page.locator('details[open]').innerText(), /125\s+0/);
  await follow(page, () => page.click('nav >> text=API'));
  assert.match(await text(), /POST \/api\/match\/\{collection\}/);
  await page.goto(`${base}/nowhere`);
  assert.equal(await heading(), 'There is no such page');
  assert.deepEqual(faults, []);
}

/** Keys alone screen a name and open a record; the way back leads to the result. */
async function returned(browser, base) {
  const { page, faults } = await open(browser, base, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  /** Goes on to the field of this id, or to what bears these words. */
  const until = async (wanted) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await press('Tab');
      const focus = page.locator(':focus');
      if (await focus.getAttribute('id') === wanted || (await focus.innerText()).includes(wanted)) return;
    }
    assert.fail(`${wanted} is not reached`);
  };
  await page.goto(`${base}/estate/screen.html`);
  await until('name');
  await page.keyboard.type('Iwan Sokolow');
  await press('Tab', 'Tab');
  await page.keyboard.type('17.05.1962');
  await follow(page, () => press('Enter'));
  const result = page.url();
  assert.match(result, /\/estate\/result\.html\?id=[0-9a-f]{32}$/);
  const [verdict, article] = [await page.locator('#verdict').innerText(), page.locator('article.result').first()];
  assert.match(verdict, /2 records match/);
  assert.match(await page.locator('.asked').innerText(), /17 May 1962, typed as 17\.05\.1962/);
  assert.ok((await article.boundingBox()).y < 844, 'the verdict and the first result are in the first screenful');
  await until('Ivan Petrovich Sokolov');
  await follow(page, () => press('Enter'));
  assert.match(page.url(), /record\.html/);
  await page.goBack();
  assert.equal(page.url(), result);
  assert.equal(await page.locator('#verdict').innerText(), verdict);
  await until('Change what is asked');
  await press('Enter');
  await until('limit');
  await page.keyboard.type('1');
  await follow(page, () => press('Enter'));
  assert.equal(await page.locator('article.result').count(), 1);
  await page.goBack();
  assert.ok(await page.locator('article.result').count() > 1);

  await page.goto(`${base}/estate/search.html`);
  await page.fill('#q', 'Iwan Sokolow');
  await follow(page, () => page.press('#q', 'Enter'));
  await follow(page, () => page.click('button:has-text("Screen this name")'));
  assert.match(await page.locator('#verdict').innerText(), /2 records match/);
  const gone = await page.goto(`${base}/estate/result.html?id=${'0'.repeat(32)}`);
  assert.equal(gone.status(), 404);
  assert.match(await page.locator('main').innerText(), /no longer kept/);
  assert.deepEqual(faults, []);
}

/** On paper: what was asked, when, and of which snapshot; nothing to press. */
async function printed(browser, base) {
  const { page } = await open(browser, base, { javaScriptEnabled: false });
  const { snapshot, version } = await (await fetch(`${base}/api/status`)).json();
  await page.goto(`${base}/estate/screen.html`);
  await page.fill('#name', 'Iwan Sokolow');
  await follow(page, () => page.press('#name', 'Enter'));
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  for (const said of ['Iwan Sokolow', version, snapshot.sha256, '2 records match']) assert.ok(text.includes(said), `${said} is not on paper`);
  assert.match(text, /Answered \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  for (const hidden of ['nav', 'form', 'button', 'summary:has-text("Change")', 'text=Why did a record not come up']) {
    for (const one of await page.locator(hidden).all()) assert.ok(!(await one.isVisible()), `${hidden} is on paper`);
  }
  assert.ok((await page.pdf()).length > 1000);
}

/** Numbers and buttons where they belong, on a telephone and on a desk. */
async function placed(browser, base) {
  for (const width of [390, 768, 1400]) {
    const { page } = await open(browser, base, { javaScriptEnabled: false, viewport: { width, height: 844 } });
    await page.goto(`${base}/`);
    const [screen, search] = await page.locator('form.search button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(screen, search, `the buttons are in one row at ${width}`);
    await page.fill('#q', 'Iwan Sokolow');
    await follow(page, () => page.press('#q', 'Enter'));
    const broken = await page.locator('.number, .effects dd:nth-of-type(1), .met').evaluateAll((all) => all.filter((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size > 1;
    }).map((one) => one.textContent));
    assert.deepEqual(broken, [], `numbers break at ${width}`);
    await page.context().close();
  }
}

/** Two transfers: a listed creditor, a listed ship and markup in a text, a name from right to left, a name that is lost. */
const PAYMENT = `<?xml version="1.0" encoding="ISO-8859-1"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf>
<GrpHdr><MsgId>MSG-1</MsgId><CreDtTm>2026-11-30T08:00:00Z</CreDtTm><NbOfTxs>2</NbOfTxs></GrpHdr>
<CdtTrfTxInf><PmtId><EndToEndId>E2E-1</EndToEndId><UETR>7a562c67-ca16-48ba-b074-65581be6f001</UETR></PmtId>
<IntrBkSttlmAmt Ccy="EUR">1000.00</IntrBkSttlmAmt>
<Dbtr><Nm>J\u00fcrgen Beispiel</Nm><PstlAdr><TwnNm>Riga</TwnNm><Ctry>LV</Ctry></PstlAdr></Dbtr>
<DbtrAcct><Id><IBAN>LV80BANK0000435195001</IBAN></Id></DbtrAcct>
<CdtrAgt><FinInstnId><BICFI>BANKLV22XXX</BICFI></FinInstnId></CdtrAgt>
<Cdtr><Nm>Iwan Petrowitsch Sokolow</Nm><Id><PrvtId><DtAndPlcOfBirth><BirthDt>1962-05-17</BirthDt></DtAndPlcOfBirth></PrvtId></Id><CtryOfRes>RU</CtryOfRes></Cdtr>
<RmtInf><Ustrd>Charter of OCEAN STAR &lt;b&gt;paid&lt;/b&gt;</Ustrd></RmtInf></CdtTrfTxInf>
<CdtTrfTxInf><PmtId><EndToEndId>E2E-2</EndToEndId></PmtId><IntrBkSttlmAmt Ccy="EUR">1.00</IntrBkSttlmAmt>
<Dbtr><Nm>${RIGHT_TO_LEFT}</Nm></Dbtr><UltmtDbtr><Nm>???</Nm></UltmtDbtr><Cdtr><Nm>Anna Beispiel</Nm></Cdtr></CdtTrfTxInf>
</FIToFICstmrCdtTrf></Document>`;

/** A payment message without scripts, then a file of one: each hit is in its place, and what is wrong is said. */
async function paid(browser, base) {
  const { page, faults } = await open(browser, base, { javaScriptEnabled: false });
  const send = () => follow(page, () => page.click('form.party button'));
  await page.goto(`${base}/`);
  await follow(page, () => page.click('nav >> text=Screen a payment'));
  await page.fill('#message', PAYMENT);
  await send();
  assert.equal(page.url(), `${base}/estate/payment.html`, 'nothing of the message is in the address');
  assert.match(await page.locator('section.verdict').innerText(), /Hit[^]*Stop the payment/);
  const creditor = page.locator('.element:has-text("Iwan Petrowitsch Sokolow")').first();
  assert.match(await creditor.innerText(), /^Nm\s+Iwan Petrowitsch Sokolow\s+! hit, asked as the name of a/);
  assert.match(await creditor.locator('article').first().innerText(), /Ivan Petrovich Sokolov[^]*FIRST_LIST|SECOND_LIST[^]*From the name to the score/);
  const row = page.locator('tr:has-text("OCEAN STAR")').first();
  await row.locator('th a').click();
  const ship = page.locator('article:target');
  assert.ok(await ship.isVisible() && /OCEAN STAR/.test(await ship.innerText()));
  assert.equal(await page.locator('main b').count(), 0, 'a text that is markup is text');
  assert.match(await page.locator('.element:has-text("???")').innerText(), /unverified: /);
  const [record] = await Promise.all([page.context().waitForEvent('page'), creditor.locator('article h3 a').first().click()]);
  await record.waitForLoadState();
  assert.match(record.url(), /record\.html/, 'a record opens next to the message');
  await record.close();
  await page.emulateMedia({ media: 'print' });
  for (const said of ['Jürgen Beispiel', 'Iwan Petrowitsch Sokolow', 'MSG-1']) {
    assert.ok(await page.locator(`.element:has-text("${said}")`).first().isVisible(), `${said} is not on paper`);
  }
  await page.emulateMedia({ media: 'screen' });

  await page.click('summary:has-text("Change the message")');
  assert.ok((await page.inputValue('#message')).includes('encoding="ISO-8859-1"'), 'what was sent stays');
  await page.fill('#message', PAYMENT.replace('</Cdtr>', '</Creditor>'));
  await send();
  assert.match(await page.locator('[role=alert]').first().innerText(), /line 9, column \d+/);
  assert.ok((await page.inputValue('#message')).includes('</Creditor>'));
  assert.deepEqual(faults, []);

  const scripted = await open(browser, base, {});
  await scripted.page.goto(`${base}/estate/payment.html`);
  const file = (name, buffer) => scripted.page.setInputFiles('#file', { name, mimeType: 'text/xml', buffer });
  const text = () => scripted.page.inputValue('#message');
  for (const encoding of ['latin1', 'utf8', 'utf16le']) {
    await scripted.page.fill('#message', '');
    const content = PAYMENT.replace(RIGHT_TO_LEFT, 'Anna Beispiel').replace('ISO-8859-1', encoding === 'utf16le' ? 'UTF-16' : 'ISO-8859-1');
    await file(`${encoding}.xml`, Buffer.from(encoding === 'utf16le' ? `\ufeff${content}` : content, encoding));
    await scripted.page.waitForFunction(() => document.querySelector('#message').value);
    assert.ok((await text()).includes('Jürgen Beispiel'), encoding);
  }
  await scripted.page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'dropped.xml'));
    document.querySelector('h1').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, PAYMENT.replace('E2E-1', 'DROPPED'));
  await scripted.page.waitForFunction(() => document.querySelector('#message').value.includes('DROPPED'));
  await file('large.xml', Buffer.alloc(2 << 20, 'a'));
  await scripted.page.waitForSelector('#file-fault:has-text("too large")');
  await scripted.page.fill('#message', '<'.repeat(500_000));
  await scripted.page.click('form.party button');
  await scripted.page.waitForSelector('#file-fault:has-text("more than this page takes")');
  assert.deepEqual(scripted.faults, []);
}

const BATCH = Array.from({ length: 1000 }, (_, n) => {
  const name = n % 100 === 7 ? 'Sokolow, "Iwan"' : `Nobody Known${n}`;
  return `K${n},"${name.replaceAll('"', '""')}",17.05.1962,Russia\r\n`;
});

/** A file of 1,000 customers: its columns understood, its matches filtered, sorted and downloaded. */
async function screened(browser, base) {
  const { page, faults } = await open(browser, base, {});
  await page.goto(`${base}/estate/batch.html`);
  const rows = ['Kunden-Nr,Name,Geburtsdatum,Notes\r\n', ...BATCH, 'K?,???,,\n'];
  await page.setInputFiles('#file', { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('')) });
  await page.waitForSelector('.column');
  const fields = await page.locator('.column').evaluateAll((selects) => selects.map((select) => select.value));
  assert.deepEqual(fields, ['id', 'name', 'birth-date', '']);
  const asked = page.locator('#preview tbody tr').first().locator('td').last();
  assert.equal(await asked.innerText(), 'Nobody Known0; born 1962-05-17');
  await page.locator('.column').nth(3).selectOption('country');
  await page.waitForSelector('#preview tbody td:has-text("of RU")');
  await page.click('button:has-text("Start")');
  await page.waitForSelector('#said:has-text("1,001 rows screened")');
  // Ten customers, each met by the records of two lists.
  assert.equal(await page.locator('#shown').innerText(), '20 matches');
  assert.match(await page.locator('#refused').innerText(), /Row 1002: name is "\?\?\?"/);
  await page.selectOption('#by-list', 'SECOND_LIST');
  assert.equal(await page.locator('#shown').innerText(), '10 matches of 20');
  await page.click('.sort:has-text("Row")');
  assert.equal(await page.locator('#hits tr td').first().innerText(), '9');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
  const lines = readFileSync(await download.path(), 'utf8').trimEnd().split('\n');
  assert.equal(lines.length, 11);
  assert.ok(lines[1].startsWith('9,K7,"Sokolow, ""Iwan""",'), lines[1]);
  assert.ok(lines[1].endsWith(',SECOND_LIST,Person,1962-05-17'), lines[1]);
  assert.deepEqual(faults, []);
}

const CUSTOMERS = join(import.meta.dirname, '../../tests/customers');
const LISTED = readFileSync(join(CUSTOMERS, 'listed.jsonl'), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));

/** Files as people have them: the listed ones are found in each, or the page says why not. */
async function everyFile(browser) {
  writeList('customers', LISTED, 'listed');
  build('listed', 'of-customers');
  const base = await serve(join(work, 'of-customers'));
  const { page, faults } = await open(browser, base, {});
  await page.goto(`${base}/estate/batch.html`);
  const told = () => page.locator('#fault').innerText();
  const [, ...lines] = readFileSync(join(CUSTOMERS, 'corpus.csv'), 'utf8').trimEnd().split('\n');
  let number = 0;
  for (const line of lines) {
    const [file, parameters, outcome] = line.replaceAll('"', '').split(',');
    // What the page has its own fields for is tried elsewhere.
    if (parameters) continue;
    await page.setInputFiles('#file', join(CUSTOMERS, 'files', file));
    await page.waitForFunction(() => document.querySelector('#fault').textContent || document.querySelector('#preview tbody'));
    number += 1;
    if (await told()) {
      const isWhole = /save it as xlsx/.test(await told());
      assert.ok(outcome === 'refused' || isWhole, `${file}: ${await told()}`);
      continue;
    }
    await page.click('button:has-text("Start")');
    await page.waitForFunction(() => document.querySelector('#stop').hidden);
    const found = new Set(await page.locator('#hits tr td:nth-child(5)').allInnerTexts());
    const isTold = Boolean(await told()) || await page.locator('#refusals').isVisible();
    assert.ok(found.size === LISTED.length || isTold || outcome === 'nobody', `${file}: ${[...found]}`);
  }
  assert.ok(number > 60, `${number} files`);
  assert.deepEqual(faults, []);
}

/** Every example of every request is sent, and finds something in the sample that the README begins with. */
async function tried(browser) {
  const [lists, snapshots] = [join(work, 'sample-lists'), join(work, 'sample')];
  builder('sample', '--records', '5000', '--seed', '1', '--out', lists);
  builder('build', '--quiet', '--sources', lists, '--out', snapshots);
  const base = await serve(snapshots);
  const { page, faults } = await open(browser, base, {});
  await page.goto(`${base}/docs`);
  await page.waitForSelector('#operations article');
  for (const form of await page.locator('article form').all()) {
    const what = await form.getAttribute('aria-label');
    const examples = await form.locator('.examples button').all();
    for (const example of examples.length ? examples : [null]) {
      const name = example && await example.innerText();
      await example?.click();
      await form.locator('button:has-text("Send")').click();
      const said = form.locator('.outcome');
      await said.locator('pre').waitFor();
      const text = await said.innerText();
      assert.ok(text.startsWith('200'), `${what}, ${name}: ${text.slice(0, 400)}`);
      // The sample has no reference registries.
      const isFound = /"total": [1-9]/.test(text) || !text.includes('"total": 0') || what.includes('/registries');
      assert.ok(isFound, `${what}, ${name} finds nothing: ${text.slice(0, 400)}`);
    }
  }
  assert.deepEqual(faults, []);
}

/** Each page in each form: no violation, nothing wider than the window, nothing in the console. */
async function looked(browser, base, name, steps) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [360, 1400]) {
      const where = `${name}, ${colorScheme}, ${width}`;
      const { page, faults } = await open(browser, base, { colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      await steps(page);
      await page.screenshot({ path: join(screenshots, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wider, 0, `${where} is ${wider} pixels wider than the window`);
      // The driver's own evaluation stands above the page's policy.
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
      assert.deepEqual(told, [], where);
      assert.deepEqual(faults, [], where);
      await page.context().close();
    }
  }
}

async function main() {
  mkdirSync(screenshots, { recursive: true });
  for (const [slug, records] of Object.entries(LISTS)) writeList(slug, records);
  build();
  const gone = LISTS.first_list.findIndex(({ name }) => name === 'Gone Tomorrow');
  const base = await serve(join(work, 'snapshots'));
  const retired = (await record(base, 'gone tomorrow')).id;
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  await followed(browser, base);
  await returned(browser, base);
  await printed(browser, base);
  await placed(browser, base);
  await paid(browser, base);
  await screened(browser, base);
  await everyFile(browser);
  await tried(browser);
  await tables();
  await comparisons();
  const reviewed = desk({ work, programs, writeList, build });
  const toReview = reviewed.screen('--clearances', 'none.csv');
  await decided({ browser, open, serve, desk: reviewed });

  const goto = (path) => (page) => page.goto(base + path);
  const sokolov = await record(base, 'sokolov');
  for (const [name, steps] of Object.entries({
    home: goto('/'),
    record: goto(`/estate/record.html?id=${sokolov.id}`),
    markup: goto(`/estate/record.html?id=${(await record(base, 'onerror')).id}`),
    right_to_left: goto(`/estate/record.html?id=${(await record(base, 'zawahiri')).id}`),
    many_names: goto(`/estate/record.html?id=${(await record(base, 'of many names')).id}`),
    entity: goto(`/estate/entity.html?id=${sokolov.entity_id}`),
    error: goto('/estate/record.html?id=x'),
    sources: goto('/estate/sources.html'),
    source: goto('/estate/source.html?name=first_list'),
    collections: goto('/estate/collections.html'),
    collection: goto('/estate/collection.html?name=maritime'),
    programmes: goto('/estate/programs.html'),
    countries: goto('/estate/countries.html'),
    status: goto('/estate/status.html'),
    docs: async (page) => {
      await page.goto(`${base}/docs`);
      await page.waitForSelector('#operations article');
    },
    search: async (page) => {
      await page.goto(`${base}/estate/search.html`);
      await page.click('summary:has-text("More filters")');
      await page.selectOption('#list_type', 'SANCTION');
      await page.fill('#q', 'person');
      await follow(page, () => page.click('form.search button'));
    },
    screening: async (page) => {
      await page.goto(`${base}/estate/screen.html`);
      await page.fill('#name', 'Iwan Sokolow');
      await page.fill('#other-names', RIGHT_TO_LEFT);
      await page.fill('#birthDate', '1962');
      await page.fill('#nationality', 'Belarus');
      await follow(page, () => page.click('form.party button'));
      await page.fill('#record', String(sokolov.id));
      await follow(page, () => page.click('button:has-text("Compare")'));
    },
    payment_form: goto('/estate/payment.html'),
    payment: async (page) => {
      await page.goto(`${base}/estate/payment.html`);
      await page.fill('#message', PAYMENT);
      await follow(page, () => page.click('form.party button'));
    },
    payment_refused: async (page) => {
      await page.goto(`${base}/estate/payment.html`);
      await page.fill('#message', PAYMENT.replace('</Cdtr>', '</Creditor>'));
      await follow(page, () => page.click('form.party button'));
    },
    batch: async (page) => {
      await page.goto(`${base}/estate/batch.html`);
      const rows = ['name,country\n', 'Iwan Sokolow,RU\n', `${RIGHT_TO_LEFT},EG\n`, '???,\n'];
      await page.setInputFiles('#file', { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('')) });
      await page.click('button:has-text("Start")');
      await page.waitForSelector('#said:has-text("3 rows screened")');
    },
    review_choice: goto('/estate/review.html'),
    review: async (page) => {
      await page.goto(`${base}/estate/review.html`);
      await give(page, toReview.replace('Olga Varga', RIGHT_TO_LEFT).replace('Fatima Varga', MARKUP.replaceAll('"', '')));
      await page.waitForSelector('#desk:not([hidden])');
      await page.fill('#reviewer', 'A. Reviewer');
      await page.fill('#comment', 'another birth date');
      await page.click('[data-decision=cleared]');
      await page.waitForSelector('#progress:has-text("1 of 300")');
      await page.click('#previous');
    },
    nothing_found: async (page) => {
      await page.goto(`${base}/estate/search.html`);
      await page.fill('#q', 'nobody at all');
      await follow(page, () => page.press('#q', 'Enter'));
    },
    forgotten: goto('/estate/result.html?id=1'),
    wrong_field: async (page) => {
      await page.goto(`${base}/estate/screen.html`);
      await page.fill('#imoNumber', '123');
      await follow(page, () => page.click('form.party button'));
    },
  })) await looked(browser, base, name, steps);

  // The image of the README.
  const { page } = await open(browser, base, { viewport: { width: 1000, height: 1040 }, colorScheme: 'light' });
  await page.goto(`${base}/estate/screen.html`);
  await page.fill('#name', 'Iwan Petrowitsch Sokolow');
  await page.fill('#birthDate', '1962');
  await page.fill('#nationality', 'Belarus');
  await page.fill('#limit', '1');
  await follow(page, () => page.click('form.party button'));
  await page.screenshot({ path: join(screenshots, 'screening.png') });

  LISTS.first_list.splice(gone, 1);
  writeList('first_list', LISTS.first_list);
  build();
  const next = await serve(join(work, 'snapshots'));
  await looked(browser, next, 'retired', async (page) => {
    const answer = await page.goto(`${next}/estate/record.html?id=${retired}`);
    assert.equal(answer.status(), 404);
    assert.equal(await page.locator('h1').innerText(), 'This record left its list');
  });
  const empty = await serve(join(work, 'nothing'));
  await looked(browser, empty, 'no_snapshot', async (page) => {
    const answer = await page.goto(`${empty}/`);
    assert.equal(answer.status(), 503);
    assert.equal(await page.locator('h1').innerText(), 'No lists are loaded yet');
  });
  await browser.close();
  console.log('the pages are as they should be');
}

try {
  await main();
} finally {
  servers.forEach((server) => server.kill());
  rmSync(work, { recursive: true, force: true });
}
