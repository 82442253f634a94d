import assert from 'node:assert/strict';
import { refusalIn } from './inputs.ts';
import { askTickets, form, formType, useService } from './support.ts';

describe('an upload to the local service', () => {
  const held = useService();

  it('that is not one file named file is refused, and nothing of it is stored', async () => {
    const file = { fileName: 'codes.csv', content: 'BAD1\nBAD2\n' };
    const whole = form(file);
    const table: [string, string | undefined, number, string][] = [
      ['no payload', undefined, 415, 'content-type'],
      ['an empty form', form(), 400, 'file'],
      ['an empty payload', '', 400, 'file'],
      ['another field name', form({ ...file, name: 'codes' }), 400, 'file'],
      ['a field that is no file', form({ content: 'BAD1' }), 400, 'file'],
      ['two files', form(file, file), 400, 'file'],
      ['a file and a field', form(file, { name: 'other', content: 'x' }), 400, 'file'],
      ['a field and a file', form({ name: 'other', content: 'x' }, file), 400, 'file'],
      ['an empty file', form({ ...file, content: '' }), 400, 'file'],
      ['an open quote', form({ ...file, content: 'BAD1\n"BAD2\nBAD3\n' }), 400, 'file'],
      ['a NUL', form({ ...file, content: 'BAD1\u0000\nBAD2\n' }), 400, 'file'],
      ['text that is not UTF-8', whole.replace('BAD2', 'BAD\u00e9'), 400, 'file'],
      ...[8, 10, 20, 26, 40, whole.length - 10].map((cut): [string, string, number, string] => [
        `a form that lacks its last ${cut} bytes`,
        whole.slice(0, -cut),
        400,
        'file',
      ]),
    ];
    for (const [what, body, expected, field] of table) {
      const headers = body === undefined ? {} : { 'content-type': formType };
      const sent = body === undefined ? undefined : Buffer.from(body, 'latin1');
      const reply = await askTickets(held.service, 'POST', '/events/1001/codes', sent, headers);
      const { status, fields } = refusalIn(reply);
      assert.deepEqual([status, fields], [expected, [field]], `${what} → ${reply.status} ${reply.text}`);
    }
    for (const type of ['application/json', 'text/csv', 'multipart/form-data', 'multipart/mixed; boundary=edge', ''])
      assert.equal(
        (await askTickets(held.service, 'POST', '/events/1001/codes', whole, { 'content-type': type })).status,
        415,
        type,
      );
    assert.equal((await askTickets(held.service, 'POST', '/events/99/codes', whole, { 'content-type': formType })).status, 404);
    const { text } = await askTickets(held.service, 'GET', '/items/300002/codes?term=BAD');
    assert.equal((JSON.parse(text) as { pagination: { total: number } }).pagination.total, 0);
  });
});
