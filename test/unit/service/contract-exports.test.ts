import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { type CallInput } from '../../../src/client/index.ts';
import { festival, subjects, useContract } from './contract.ts';
import { ask } from './support.ts';

describe('an export of the local service', () => {
  const contract = useContract(subjects.exports);

  it('arrives as a mail whose link downloads the CSV file', async () => {
    const mail = await contract.mailAfter(() =>
      contract.call('requestPasskeysReport', { path: { eventId: festival }, body: {} }),
    );
    const letter = await readFile(mail.path, 'utf8');
    assert.match(mail.path, /\.eml$/);
    assert.ok(mail.path.startsWith(contract.service.outbox));
    assert.ok(letter.replaceAll('=\r\n', '').includes(mail.link), letter);
    assert.match(letter, /^To: /m);
    const { status, headers, text } = await ask(contract.service.eventUrl, { path: new URL(mail.link).pathname });
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    assert.ok(headers['content-disposition']?.startsWith('attachment;'));
    assert.equal(text, await readFile(mail.file, 'utf8'));
    const listed = await contract.walk('listPasskeys', { query: { eventId: festival, status: 'approved' } }, 10);
    const rows = Papa.parse<Record<string, string>>(text.trim(), { header: true }).data;
    assert.deepEqual(
      rows.map(({ passkey }) => passkey),
      listed.map(({ passkey }) => passkey),
    );
  });

  it('can be an XLSX workbook, with the filters that were asked for', async () => {
    const body: CallInput<'requestExport'>['body'] = {
      type: 'guestlist',
      format: 'xlsx',
      filters: [{ name: 'channel', value: 'web' }],
    };
    const mail = await contract.mailAfter(() => contract.call('requestExport', { path: { eventId: festival }, body }));
    const response = await fetch(mail.link);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(bytes.toString('latin1', 0, 2), 'PK');
    assert.deepEqual(bytes, await readFile(mail.file));
    assert.match(mail.fileName, /guestlist - 2026-06-15\.xlsx$/);
  });

  it('is refused at once when a filter is unknown, naming it', async () => {
    const body: CallInput<'requestExport'>['body'] = { type: 'guestlist', filters: [{ name: 'colour', value: 'red' }] };
    const { kind, message } = await contract.refusal('requestExport', { path: { eventId: festival }, body });
    assert.equal(kind, 'invalid');
    assert.match(message, /filters\.colour/);
  });
});
