import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArrivedMail } from '../../../src/service/index.ts';
import { run, stopProcesses, writeSample } from './processes.ts';
import { askEvents, askTickets, stopServices, testService } from './support.ts';

describe('the files of the local service', function () {
  this.timeout(60_000);
  let folder = '';
  let umask = 0;
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'private-'));
    umask = process.umask(0);
  });
  afterEach(async () => {
    process.umask(umask);
    await stopServices();
    await stopProcesses();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Each file and folder with its mode. */
  async function modes(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const entry of await readdir(folder, { recursive: true }))
      found[entry] = ((await stat(join(folder, entry))).mode & 0o777).toString(8);
    return found;
  }

  it('fault 78: can be read by this user only: the database, its log, its copy, mails and exports, and their folders', async () => {
    const file = join(folder, 'data', 'service.db');
    const mail = Promise.withResolvers<ArrivedMail>();
    const service = await testService({ file, onMail: mail.resolve });
    await askEvents(service, 'POST', '/event/1001/export', '{}');
    const { file: exported, path } = await mail.promise;
    await service.reset(join(folder, 'data', 'copy.db'));
    await askTickets(service, 'POST', '/items', '{"name":"x"}');
    const under = (each: string) => each.slice(folder.length + 1);
    assert.deepEqual(await modes(), {
      'data': '700',
      'data/service.db': '600',
      'data/service.db-wal': '600',
      'data/service.db-shm': '600',
      'data/copy.db': '600',
      'data/service.db.outbox': '700',
      'data/service.db.outbox/files': '700',
      [under(exported)]: '600',
      [under(path)]: '600',
    });
  });

  it('fault 78: a file that others could read is theirs no longer', async () => {
    const file = join(folder, 'service.db');
    await writeSample(file);
    await chmod(file, 0o666);
    await testService({ file });
    assert.deepEqual(await modes(), { 'service.db': '600', 'service.db-wal': '600', 'service.db-shm': '600' });
  });

  it('fault 78: the note of a mail is private too, when the service runs in a shell', async () => {
    const file = join(folder, 'service.db');
    await writeSample(file);
    const service = await run(file);
    await askEvents(service, 'POST', '/event/1001/export', '{}');
    await service.mail;
    await service.stop();
    assert.deepEqual(
      Object.entries(await modes()).filter(([, mode]) => mode !== '600' && mode !== '700'),
      [],
    );
  });
});
