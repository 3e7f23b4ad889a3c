// Facts of a customer and a record side by side, as the columns of a hit have them.
const AGREES = { mark: 'agrees', sign: '=', word: 'agrees' };
const NEAR = { mark: 'near', sign: '≈', word: 'near' };
const CONTRADICTS = { mark: 'contradicts', sign: '≠', word: 'contradicts' };
const BY_RANK = [CONTRADICTS, NEAR, AGREES];

/** The values of a cell. */
const valuesOf = (cell) => cell.split(';').map((value) => value.trim()).filter(Boolean);

/** Rank of two countries: equal or not. */
const countryRank = (asked, known) => (asked === known ? 2 : 0);

/** Rank of two birth dates, as their effect on the score (docs/api.md, "Features"). */
function birthRank(asked, known, approximateYears) {
  const [, circa, date] = /^(circa )?(.*)$/.exec(known);
  const years = Math.abs(Number(asked.slice(0, 4)) - Number(date.slice(0, 4)));
  if (circa) return years <= approximateYears ? 1 : 0;
  if (asked.startsWith(date) || date.startsWith(asked)) return 2;
  return years === 0 ? 1 : 0;
}

/**
 * Compares the values of a fact. Gives the best of all pairs as the fact's, and for each value its own; of a fact that one
 * side lacks, only who lacks it.
 */
function compared(ofCustomer, ofRecord, rank) {
  const [asked, known] = [valuesOf(ofCustomer), valuesOf(ofRecord)];
  const best = (ranks) => BY_RANK[Math.max(...ranks)];
  const bare = (values) => values.map((value) => ({ value }));
  if (!asked.length || !known.length) {
    const lacks = asked.length ? 'the record has none' : known.length ? 'the customer has none' : 'neither has one';
    return { fact: { mark: 'alone', sign: '∅', word: lacks }, asked: bare(asked), known: bare(known) };
  }
  return {
    fact: best(asked.flatMap((one) => known.map((other) => rank(one, other)))),
    asked: asked.map((value) => ({ value, ...best(known.map((other) => rank(value, other))) })),
    known: known.map((value) => ({ value, ...best(asked.map((one) => rank(one, value))) })),
  };
}

/** An item, a part and the whole of the sentence that pairs the words of two names. */
const ITEM = /"[^"]*"(?: with "[^"]*")?(?: \([\d.]+\))?/.source;
const PART = `([A-Za-z][a-z ]*): (${ITEM}(?:, ${ITEM})*)`;
const SENTENCE = new RegExp(`^(?:The whole name [^."]*\\. )?(${PART}(?:; ${PART})*)\\.`);

/**
 * The words of the names, as a reason begins: `Words equal: "x"; alike in sound: "y" with "z" (0.93); only in the
 * record: "u".` Empty if it begins otherwise.
 */
function wordsOf(reason) {
  const words = [];
  const [, sentence = ''] = SENTENCE.exec(reason) ?? [];
  for (const [, title, items] of sentence.matchAll(new RegExp(PART, 'g'))) {
    const how = title.toLowerCase();
    for (const [, word, partner = word, similarity] of items.matchAll(/"([^"]*)"(?: with "([^"]*)")?(?: \(([\d.]+)\))?/g)) {
      if (how === 'only in the query') words.push({ asked: word, how: 'not listed', mark: 'near', sign: '∅' });
      else if (how === 'only in the record') words.push({ known: word, how: 'not asked', mark: 'near', sign: '∅' });
      else if (how === 'words equal') words.push({ asked: word, known: partner, how: 'equal', mark: 'agrees', sign: '=' });
      else words.push({ asked: word, known: partner, how: how.replace(/^alike (in )?/, ''), similarity, mark: 'near', sign: '≈' });
    }
  }
  return words;
}

/** The words of a name as one fact: equal, alike in part, or nothing shared. */
function namesCompared(words) {
  if (!words.length) return { mark: 'near', sign: '≈', word: 'as the reason says' };
  if (words.every(({ mark }) => mark === 'agrees')) return AGREES;
  return words.some(({ asked, known }) => asked && known) ? NEAR : CONTRADICTS;
}
