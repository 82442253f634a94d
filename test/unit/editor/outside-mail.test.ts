import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchMails } from '../../../src/editor/service/local-service.ts';
import type { ArrivedMail } from '../../../src/service/index.ts';
import { until } from '../../harness/until.ts';

describe('the mails of a service that was started outside', () => {
  let outbox: string;
  let end = () => {};
  before(async () => (outbox = await mkdtemp(join(tmpdir(), 'box-office-outbox-'))));
  after(async () => {
    end();
    await rm(outbox, { recursive: true, force: true });
  });

  const request = { eventId: '1', eventTitle: 'E', type: 'guestlist', format: 'csv' } as const;
  const mail = (subject: string): ArrivedMail => ({
    ...{ subject, path: 'a.eml', link: 'l', file: 'f.csv', fileName: 'f.csv', request },
  });

  async function leave(name: string, content: string): Promise<void> {
    await writeFile(join(outbox, 'arrived', '.unfinished'), content);
    await rename(join(outbox, 'arrived', '.unfinished'), join(outbox, 'arrived', name));
  }

  it('are told of from now on, each once, whatever else lies there', async () => {
    await mkdir(join(outbox, 'arrived'));
    await leave('old.json', JSON.stringify(mail('old')));
    const told: string[] = [];
    end = await watchMails(outbox, ({ subject }) => told.push(subject));
    await leave('broken.json', '{"subject":');
    await leave('one.json', JSON.stringify(mail('one')));
    await leave('one.json', JSON.stringify(mail('one again')));
    await leave('notes.txt', 'nothing');
    await leave('two.json', JSON.stringify(mail('two')));
    await until('the last one', () => told.includes('two'));
    assert.deepEqual(told.map((subject) => subject.split(' ')[0]).sort(), ['one', 'two']);
  });
});
