import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import Papa from 'papaparse';
import { openDatabase, type Database, type SqlRow } from '../../../src/service/database.ts';
import { exportFileName, ExportProblem, exportRows, writeExport, type ExportType } from '../../../src/service/exports.ts';
import { exportMail, writeMail, type Mail } from '../../../src/service/mail.ts';
import type { Cell, ExportTable } from '../../../src/service/tables.ts';

const eventId = 1;

function insert(database: Database, table: string, row: SqlRow): void {
  const names = Object.keys(row);
  database.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...Object.values(row));
}

function insertEvent(database: Database, id: number): void {
  const texts = 'title description type category status poster timezone venue_name street city state country attributes';
  const numbers = 'sale_enabled featured producer_id venue_id latitude longitude';
  insert(database, 'events', {
    id,
    link: `event-${id}`,
    ...Object.fromEntries(texts.split(' ').map((name) => [name, ''])),
    ...Object.fromEntries(numbers.split(' ').map((name) => [name, 0])),
  });
}

function insertSale(database: Database, id: number, name: string, changes: SqlRow = {}): void {
  const places = { event_id: eventId, session_id: 11, item_id: 101 };
  const amounts = { price: 12_000, fee_sale: 1_200, fee_producer: 300 };
  const ticket = { code: `0012${id}`, channel: 'web', status: 'approved', sold_at: '2026-08-01 10:00:00' };
  insert(database, 'sales', { id, name, email: `guest${id}@example.com`, ...places, ...amounts, ...ticket, ...changes });
}

async function filledDatabase(): Promise<Database> {
  const database = await openDatabase(undefined);
  insertEvent(database, eventId);
  insertEvent(database, 2);
  insert(database, 'sessions', { id: 11, event_id: eventId, starts_at: '2026-09-18 20:00:00', status: 'available' });
  insert(database, 'items', { id: 100, event_id: eventId, type: 'Group', name: 'Floor' });
  insert(database, 'items', { id: 101, event_id: eventId, parent_id: 100, name: 'Full' });
  insert(database, 'items', { id: 102, event_id: eventId, name: 'Half' });
  insertSale(database, 1, 'João Álvares', { checked_at: '2026-09-18 19:00:00' });
  insertSale(database, 2, 'Maria', { channel: 'app', item_id: 102, email: 'MARIA@example.org' });
  insertSale(database, 3, '100% Rock_Fan');
  insertSale(database, 4, 'Cancelled', { status: 'cancelled' });
  insertSale(database, 5, 'Elsewhere', { event_id: 2 });
  insert(database, 'passkeys', { id: 1, event_id: eventId, passkey: '00123', usage_limit: 5, used: 2, start: '2026-08-01' });
  insert(database, 'passkeys', { id: 2, event_id: eventId, passkey: 'OLD', status: 'cancelled' });
  insert(database, 'passkeys', { id: 3, event_id: 2, passkey: 'ELSEWHERE' });
  for (const item_id of [101, 102]) insert(database, 'passkey_items', { passkey_id: 1, item_id });
  return database;
}

describe('the rows of an export', () => {
  let database: Database;
  before(async () => {
    database = await filledDatabase();
  });
  after(() => database.close());

  function records(type: ExportType, filters: unknown[] = []): Record<string, Cell | undefined>[] {
    const { columns, rows } = exportRows(database, { eventId, type, filters });
    return [...rows].map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  }

  function ids(type: ExportType, ...filters: unknown[]): unknown[] {
    return records(type, filters).map(({ id }) => id);
  }

  it('are the approved guests of the event', () => {
    assert.deepEqual(ids('guestlist'), [1, 2, 3]);
    const [first, second] = records('guestlist');
    const ticket = { ticket: 'Full', group: 'Floor', session: '2026-09-18 20:00:00', channel: 'web' };
    const guest = { id: 1, code: '00121', name: 'João Álvares', email: 'guest1@example.com' };
    assert.deepEqual(first, { ...guest, ...ticket, checked: 'yes', lastUpdate: '2026-09-18 19:00:00' });
    assert.deepEqual([second?.group, second?.checked, second?.lastUpdate], [null, 'no', '2026-08-01 10:00:00']);
  });

  it('are filtered by channel and by a term in name, e-mail or code', () => {
    assert.deepEqual(ids('guestlist', { name: 'channel', value: 'app' }), [2]);
    assert.deepEqual(ids('guestlist', { name: 'channel', value: "x' OR 1=1 --" }), []);
    const found = { 'joao álv': [1], 'maria@': [2], '00123': [3], '%': [3], '_': [3], 'nobody': [], '': [1, 2, 3] };
    for (const [value, expected] of Object.entries(found)) assert.deepEqual(ids('guestlist', { name: 'term', value }), expected);
    assert.deepEqual(ids('guestlist', { name: 'term', value: 'example' }, { name: 'channel', value: 'web' }), [1, 3]);
  });

  it('are passkeys with their status, limit and items', () => {
    assert.deepEqual(ids('passkey'), [1, 2]);
    const period = { start: '2026-08-01', finish: null };
    const passkey = { id: 1, passkey: '00123', status: 'approved', limit: 5, used: 2, items: 'Full; Half', ...period };
    assert.deepEqual(records('passkey', [{ status: 'approved' }]), [passkey]);
    assert.deepEqual(ids('passkey', { name: 'status', value: 'cancelled' }), [2]);
  });

  it('are all transactions with what the buyer paid', () => {
    assert.deepEqual(ids('transactions'), [1, 2, 3, 4]);
    assert.deepEqual(ids('transactions', { name: 'status', value: 'cancelled' }), [4]);
    const { price, feeSale, feeProducer, total } = records('transactions')[0] ?? {};
    assert.deepEqual({ price, feeSale, feeProducer, total }, { price: 12_000, feeSale: 1_200, feeProducer: 300, total: 13_200 });
  });

  const refused: [ExportType, unknown[], string][] = [
    ['guestlist', [{ name: 'colour', value: 'red' }], 'filters.colour'],
    ['guestlist', [{ status: 'approved' }], 'filters.status'],
    ['guestlist', [{ name: 'constructor', value: '' }], 'filters.constructor'],
    ['passkey', [{ name: 'term', value: 'x' }], 'filters.term'],
    ['guestlist', [{ name: 'channel', value: 5 }], 'filters.channel'],
    ['passkey', [{ status: 'approved' }, { status: 'cancelled' }], 'filters.status'],
    ['guestlist', [null], 'filters'],
    ['guestlist', [{}], 'filters'],
  ];
  for (const [type, filters, field] of refused) {
    it(`are refused, naming ${field}, for ${type} with ${JSON.stringify(filters)}`, () => {
      assert.throws(
        () => exportRows(database, { eventId, type, filters }),
        (error) => error instanceof ExportProblem && error.field === field && error.message === `${field} ${error.problem}`,
      );
    });
  }
});

/** The files of a ZIP, found by its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    files.set(name, (bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8'));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/** A folder for the tests of one suite. */
function useFolder(): { path: string } {
  const folder = { path: '' };
  before(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'exports-'));
  });
  after(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}

describe('an export file', () => {
  const folder = useFolder();
  const texts = ['00123', 'say "hi", all', 'two\r\nlines', ' spaced ', 'João 🎟️', 'constructor', ''];
  const guarded = new Map([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx'].map((text): [string, string] => [text, `'${text}`]),
    ['\r=1', "'\r'=1"],
    ['x;=1+1', "x;'=1+1"],
  ]);
  const formulas = [...guarded.keys()];
  const table: ExportTable = { columns: ['text', 'number'], rows: [...texts, ...formulas].map((text) => [text, -5]) };

  async function csv(content: ExportTable, options?: { guardFormulas: boolean }): Promise<string> {
    const path = join(folder.path, 'table.csv');
    await writeExport(path, 'csv', content, options);
    return readFile(path, 'utf8');
  }

  function cellsOf(content: string): string[][] {
    return Papa.parse<string[]>(content, { delimiter: ',', newline: '\r\n', skipEmptyLines: true }).data;
  }

  it('is CSV with CRLF, quotes where they are needed and no byte order mark', async () => {
    const content = await csv({
      columns: ['a', 'b', 'c'],
      rows: [
        ['say "hi"', 1.5, null],
        ['x,y', 0, 'a\rb'],
      ],
    });
    assert.equal(content, 'a,b,c\r\n"say ""hi""",1.5,\r\n"x,y",0,"a\rb"\r\n');
  });

  it('is CSV that reads back as it was, however many rows there are', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => [texts[index % texts.length] ?? '', index]);
    const [, ...cells] = cellsOf(await csv({ columns: ['text', 'number'], rows }));
    assert.deepEqual(
      cells,
      rows.map(([text, number]) => [text, String(number)]),
    );
  });

  it("faults 20 and 75: formulas in CSV text get a ' in front, numbers and other text do not", async () => {
    const [, ...cells] = cellsOf(await csv(table));
    assert.deepEqual(
      cells,
      [...texts, ...guarded.values()].map((text) => [text, '-5']),
    );
    const [, ...unguarded] = cellsOf(await csv(table, { guardFormulas: false }));
    assert.deepEqual(
      unguarded,
      [...texts, ...formulas].map((text) => [text, '-5']),
    );
  });

  it('fault 20: XLSX keeps text as text and numbers as numbers, with no formula', async () => {
    const path = join(folder.path, 'table.xlsx');
    await writeExport(path, 'xlsx', { ...table, rows: [...table.rows, ['_x0041_', 7], [null, 8]] });
    const files = unzip(await readFile(path));
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    assert.ok(files.has('[Content_Types].xml') && files.has('xl/workbook.xml'));
    const cell = (name: string) => {
      const inRow = new RegExp(`<row r="${name.slice(1)}">(.*?)</row>`, 's').exec(sheet)?.[1] ?? '';
      return new RegExp(`<c r="${name}"([^>]*?)(?:/>|>(.*?)</c>)`, 's').exec(inRow)?.slice(1) ?? [];
    };
    const textIn = (name: string) => /<t[^>]*>(.*)<\/t>/s.exec(cell(name)[1] ?? '')?.[1];
    assert.equal(textIn('A1'), 'text');
    const shown = ['00123', 'say "hi", all', 'two_x000D_\nlines', ' spaced ', 'João 🎟️', 'constructor'];
    for (const [index, text] of shown.entries()) assert.equal(textIn(`A${index + 2}`)?.replaceAll('&quot;', '"'), text);
    assert.equal(textIn('A9'), '=1+1');
    assert.equal(textIn('A16'), '_x005F_x0041_');
    assert.match(cell('A2')[0] ?? '', /t="inlineStr"/);
    assert.deepEqual(cell('B2'), ['', '<v>-5</v>']);
    assert.doesNotMatch(sheet, /<f[ >]/);
    assert.deepEqual([cell('A17'), cell('B17')], [[], ['', '<v>8</v>']]);
  });

  for (const format of ['csv', 'xlsx'] as const) {
    it(`is never half a file: ${format} that fails leaves the old one and nothing else`, async () => {
      const own = await mkdtemp(join(folder.path, 'half-'));
      const path = join(own, `table.${format}`);
      await writeExport(path, format, { columns: ['a'], rows: [['old']] });
      const old = await readFile(path);
      const rows = (function* () {
        for (let index = 0; index < 5_000; index++) yield [index];
        throw new Error('the rows broke off');
      })();
      await assert.rejects(writeExport(path, format, { columns: ['a'], rows }), /broke off/);
      assert.deepEqual(await readdir(own), [`table.${format}`]);
      assert.deepEqual(await readFile(path), old);
    });
  }
});

describe('the name of an export file', () => {
  const nameOf = (title: string) => exportFileName(title, 'guestlist', 'csv', '2026-09-18 20:00:00');
  const ending = ' - guestlist - 2026-09-18.csv';

  it('says what it is, in any script', () => {
    for (const title of ['Rock in Rio', 'São João', '東京ナイト', 'مهرجان', 'Con Air', 'Nulls & Co. (live)'])
      assert.equal(nameOf(title), `${title}${ending}`);
  });

  /** A test report must not be turned around by its own titles. */
  const printable = (text: string) =>
    JSON.stringify(text).replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

  const cleaned: [string, string][] = [
    ['../../etc/passwd', 'etc-passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a/../b', 'a-.-b'],
    ['C:\\x', 'C-x'],
    ['CON', '_CON'],
    ['con.tickets', '_con.tickets'],
    ['LPT1 .x', '_LPT1 .x'],
    ['..', 'event'],
    ['', 'event'],
    ['\0', 'event'],
    ['a\0b\r\nc\u0085d', 'abcd'],
    ['exe.\u202evsc', 'exe.vsc'],
    ['half \ud83c', 'half'],
    ['-rf', 'rf'],
    ['What? "Yes" <now>', 'What- -Yes- -now-'],
  ];
  for (const [title, expected] of cleaned) {
    it(`fault 19: ${printable(title)} becomes ${expected}`, () => assert.equal(nameOf(title), `${expected}${ending}`));
  }

  it('fault 19: 300 characters become at most 100, and fit a file system', () => {
    for (const title of ['x', '東', '🎟', 'A🎟', '. ', 'e\u0301'].map((start) => `A${start}${start.slice(-2).repeat(300)}`)) {
      const name = exportFileName(title, 'transactions', 'xlsx', '2026-09-18');
      assert.ok(name.length <= 100 && Buffer.byteLength(name) <= 255, name);
      assert.ok(name.isWellFormed() && name.endsWith(' - transactions - 2026-09-18.xlsx'), name);
      assert.doesNotMatch(name, /[. ] - transactions/);
    }
    assert.equal(nameOf('x'.repeat(300)).length, 100);
  });

  it('fault 19: a date cannot leave the folder either', () => {
    assert.doesNotMatch(exportFileName('x', 'passkey', 'csv', '../../../x'), /[/\\]|\.\./);
  });
});

describe('a mail', () => {
  const folder = useFolder();
  const plain: Mail = { to: 'ana@example.com', subject: 'Ready', text: 'Hello', date: new Date('2026-09-18T20:05:06Z'), id: 7 };

  async function sent(changes: Partial<Mail> = {}) {
    const path = await writeMail(join(folder.path, 'outbox'), { ...plain, ...changes });
    const raw = await readFile(path, 'utf8');
    assert.doesNotMatch(raw.replaceAll('\r\n', ''), /[\r\n]/, 'every line ends with CRLF');
    const [head = '', ...body] = raw.split('\r\n\r\n');
    const lines = head.replaceAll(/\r\n[ \t]/g, ' ').split('\r\n');
    const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
    return { path, raw, headers, text: unquoted(body.join('\r\n\r\n')) };
  }

  function unquoted(body: string): string {
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }

  function decoded(header = ''): string {
    const joined = header.replaceAll('?= =?', '?==?');
    return joined.replaceAll(/=\?UTF-8\?B\?(.*?)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString('utf8'));
  }

  it('has the headers of RFC 5322', async () => {
    const { path, headers, text } = await sent();
    assert.equal(path, join(folder.path, 'outbox', 'mail-7.eml'));
    assert.deepEqual(Object.fromEntries(headers), {
      'From': 'Box Office <no-reply@box-office.invalid>',
      'To': 'ana@example.com',
      'Subject': 'Ready',
      'Date': 'Fri, 18 Sep 2026 20:05:06 +0000',
      'Message-ID': '<7@box-office.invalid>',
      'MIME-Version': '1.0',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Transfer-Encoding': 'quoted-printable',
    });
    assert.equal(text, 'Hello\r\n');
  });

  it('carries any subject, name and text in short ASCII lines', async () => {
    for (const subject of ['São João 🎟️'.repeat(12), '=?UTF-8?B?QUFB?=', 'long '.repeat(40).trim(), '東京']) {
      const { raw, headers } = await sent({ subject });
      assert.equal(decoded(headers.get('Subject')), subject);
      assert.ok(
        raw.split('\r\n').every((line) => line.length <= 90),
        raw,
      );
    }
    const { raw, headers, text } = await sent({ to: 'João <joao@example.com>', text: `a=b é \n${'ção 🎟️ '.repeat(60)}\n.\n` });
    assert.match(headers.get('To') ?? '', /^=\?UTF-8\?B\?\S+ <joao@example\.com>$/);
    assert.equal(decoded(headers.get('To')), 'João <joao@example.com>');
    assert.equal(text, `a=b é \r\n${'ção 🎟️ '.repeat(60)}\r\n.\r\n\r\n`);
    assert.ok(
      raw.split('\r\n').every((line) => /^[ -~]{0,76}$/.test(line)),
      raw,
    );
  });

  it('takes no header from a value', async () => {
    for (const broken of ['\r\n', '\n', '\r', '\u2028', '\u0085']) {
      const evil = `x${broken}Bcc: all@example.com${broken}${broken}body`;
      const { path, headers, text } = await sent({ to: evil, subject: evil, id: `../${evil}` });
      assert.equal(headers.size, 8);
      assert.ok(!headers.has('Bcc'));
      assert.equal(text, 'Hello\r\n');
      assert.equal(path, join(folder.path, 'outbox', 'mail--x-Bcc-all-example-com-body.eml'));
    }
  });

  it('says that an export is ready, with the link on a line of its own', async () => {
    const link = 'http://127.0.0.1:8080/download/abc?key=0123456789abcdef0123456789abcdef0123456789abcdef';
    const mail = exportMail({ eventTitle: 'São João\nhttp://evil.example', type: 'guestlist', format: 'csv', link });
    assert.equal(mail.subject, 'Your export of São João http://evil.example is ready');
    const { headers, text } = await sent(mail);
    assert.equal(decoded(headers.get('Subject')), mail.subject);
    assert.match(text, /The export of São João http:\/\/evil\.example is ready \(guest list, CSV\)/);
    assert.deepEqual(
      text.split('\r\n').filter((line) => line.startsWith('http')),
      [link],
    );
  });
});
