// A table as CSV (RFC 4180), kept as the text that it was read from: what is not written to stays as it was, byte for byte.
const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d];
/** Characters between cells; spreadsheets write others than the comma. */
const DELIMITERS = [',', ';', '\t', '|'];
/** A cell that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t]/;

/**
 * The rows from a place of a text on. `places` has the place at which each cell begins, and last the one behind the row's
 * end, as if a further cell began there.
 */
function* rowsOf(text, from, delimiter) {
  const divides = delimiter.charCodeAt(0);
  let [at, line] = [from, text.slice(0, from).split('\n').length];
  while (at < text.length) {
    const row = { line, places: [at] };
    for (;;) {
      if (text.charCodeAt(at) === QUOTE) {
        const begins = at;
        do at = text.indexOf('"', at + 1) + 1;
        while (at > 0 && text.charCodeAt(at) === QUOTE);
        if (at === 0) throw new Error(`A quotation mark of the row on line ${row.line} is not closed.`);
        for (let end = text.indexOf('\n', begins); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
      }
      let sign = text.charCodeAt(at);
      while (at < text.length && sign !== divides && sign !== LINE_FEED && sign !== CARRIAGE_RETURN) sign = text.charCodeAt(++at);
      row.places.push(++at);
      if (at > text.length || sign !== divides) break;
    }
    if (text.charCodeAt(at - 1) === CARRIAGE_RETURN && text.charCodeAt(at) === LINE_FEED) at += 1;
    line += 1;
    const isEmpty = row.places.length === 2 && row.places[1] - row.places[0] === 1;
    if (!isEmpty) yield row;
  }
}

/** The text of a cell, without the quotation marks around it. */
function unquoted(cell) {
  if (!cell.startsWith('"')) return cell;
  return cell.replace(/^"((?:[^"]+|"")*)"/, (_, inside) => inside.replaceAll('""', '"'));
}

/** A text as people read it: without the apostrophe that disarms a formula. */
function shownAs(text) {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/** A text as a cell; one that a spreadsheet would run as a formula is disarmed. */
function cellOf(text, delimiter) {
  const disarmed = FORMULA.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(disarmed) || disarmed.includes(delimiter) ? `"${disarmed.replaceAll('"', '""')}"` : disarmed;
}

class Table {
  /**
   * Reads a table whose header has these columns, and perhaps others.
   *
   * @throws {Error} a column is missing, or a quotation mark is not closed
   */
  constructor(text, needed) {
    this.text = text;
    const mark = text.startsWith('\ufeff') ? 1 : 0;
    // Spreadsheets may state the delimiter on a line of its own.
    const [stated] = /^sep=.\r?\n/.exec(text.slice(mark, mark + 8)) ?? [''];
    const delimiters = stated ? [stated.charAt(4)] : DELIMITERS;
    const readings = delimiters.map((delimiter) => {
      const header = rowsOf(text, mark + stated.length, delimiter).next().value;
      const names = header ? header.places.slice(1).map((_, at) => unquoted(this.raw(header, at))) : [];
      return { delimiter, names, lacking: needed.filter((name) => !names.includes(name)) };
    });
    const best = readings.reduce((least, own) => (own.lacking.length < least.lacking.length ? own : least));
    if (best.lacking.length) throw new Error(`It has no column ${best.lacking.join(', ')}.`);
    [this.delimiter, this.names] = [best.delimiter, best.names];
    // Of two columns of a name, the first is meant.
    this.columns = new Map(this.names.map((name, at) => [name, at]).reverse());
    this.rows = [...rowsOf(text, mark + stated.length, this.delimiter)].slice(1);
  }

  /** A cell as it is written; empty if the row has none there. */
  raw({ places }, at) {
    return at + 1 < places.length ? this.text.slice(places[at], places[at + 1] - 1) : '';
  }

  /** The text of a row in a column, without surrounding blanks; empty if there is no such column. */
  cell(row, name) {
    const at = this.columns.get(name);
    return at === undefined ? '' : shownAs(unquoted(this.raw(row, at))).trim();
  }

  /** The text of the whole table; `changes` gives for a row the new cells by column, or nothing. */
  with(changes) {
    const parts = [];
    let done = 0;
    const write = (from, to, cell) => {
      parts.push(this.text.slice(done, from), cell);
      done = to;
    };
    for (const row of this.rows) {
      const cells = Object.entries(changes(row) ?? {}).map(([name, text]) => [this.columns.get(name), text]);
      cells.sort(([one], [other]) => one - other);
      const end = row.places.at(-1) - 1;
      let known = row.places.length - 1;
      for (const [at, text] of cells) {
        const cell = cellOf(text, this.delimiter);
        if (at < known) write(row.places[at], row.places[at + 1] - 1, cell);
        else {
          // Spreadsheets may leave out the last cells of a row if they are empty.
          write(end, end, this.delimiter.repeat(at + 1 - known) + cell);
          known = at + 1;
        }
      }
    }
    parts.push(this.text.slice(done));
    return parts.join('');
  }
}
