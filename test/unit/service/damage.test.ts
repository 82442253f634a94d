// Data that cannot be read: a start says so, and a reset keeps it and begins anew.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { start } from '../../../scripts/lib/processes.mjs';
import { LocalService } from '../../../src/editor/service/local-service.ts';
import { DamagedFileError } from '../../../src/service/index.ts';
import { schemaVersion } from '../../../src/service/schema.ts';
import { program, run, spawn, stopProcesses, writeSample } from './processes.ts';
import { askEvents, askTickets, stopServices, testService } from './support.ts';

const headOfDatabase = 100;
const firstPage = 4096;

/** Every kind of damage, done to a file with the sample. */
const damages: Record<string, (file: string) => Promise<void>> = {
  'whose header is garbage': async (file) => {
    const bytes = await readFile(file);
    bytes.fill(0xa5, 0, headOfDatabase);
    await writeFile(file, bytes);
  },
  'that is cut off in the middle': async (file) => truncate(file, Math.floor((await readFile(file)).length / 2)),
  'that is cut off in its header': (file) => truncate(file, 40),
  'that is only text': (file) => writeFile(file, 'Remember the milk.\n'),
  'that is only a long text': (file) => writeFile(file, 'Remember the milk.\n'.repeat(10_000)),
  'with garbage in all but its first page': async (file) => {
    const bytes = await readFile(file);
    bytes.fill(0xa5, firstPage);
    await writeFile(file, bytes);
  },
  'with garbage in the middle': async (file) => {
    const bytes = await readFile(file);
    bytes.fill(0xa5, bytes.length >> 1, (bytes.length >> 1) + 100_000);
    await writeFile(file, bytes);
  },
  'that is empty beside its log': async (file) => {
    await truncate(file, 0);
    await writeFile(`${file}-wal`, 'what was written last');
  },
};

describe('damaged data of the local service', function () {
  this.timeout(60_000);
  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'damage-'));
    file = join(folder, 'service.db');
    await writeSample(file);
  });
  afterEach(async () => {
    await stopServices();
    await stopProcesses();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const [what, damage] of Object.entries(damages))
    it(`fault 71: a file ${what} is refused in words, and a reset keeps it and begins with the sample`, async () => {
      await damage(file);
      const damaged = await readFile(file);
      const log = existsSync(`${file}-wal`) ? await readFile(`${file}-wal`) : undefined;

      await assert.rejects(testService({ file }), (error: Error) => {
        assert.ok(error instanceof DamagedFileError, error.message);
        assert.ok(error.message.startsWith(`${file} is damaged: `), error.message);
        return /--reset/.test(error.message);
      });
      assert.deepEqual(await readFile(file), damaged, 'a refused file stays as it is');

      const service = await testService({ file, reset: true });
      assert.equal(service.setAside, `${file}.damaged`);
      assert.deepEqual(await readFile(`${file}.damaged`), damaged);
      if (log) assert.deepEqual(await readFile(`${file}.damaged-wal`), log);
      assert.match((await askEvents(service, 'GET', '/event/1001')).text, /"responseError":null/);
      assert.equal((await askTickets(service, 'POST', '/items', '{"name":"New","eventId":1001}')).status, 200);
    });

  it('fault 71: an empty file without a log is a new one', async () => {
    await truncate(file, 0);
    const service = await testService({ file });
    assert.equal(service.setAside, undefined);
    assert.match((await askEvents(service, 'GET', '/event/1001')).text, /"responseError":null/);
  });

  it('fault 71: each reset keeps its file under a name of its own', async () => {
    for (const text of ['first', 'second']) {
      await writeFile(file, text);
      await (await testService({ file, reset: true })).stop();
    }
    assert.equal(await readFile(`${file}.damaged`, 'utf8'), 'first');
    assert.equal(await readFile(`${file}.damaged-2`, 'utf8'), 'second');
  });

  it('fault 71: a reset of sound data keeps nothing aside', async () => {
    const service = await testService({ file, reset: true });
    assert.equal(service.setAside, undefined);
    assert.equal(await service.reset(), undefined);
    assert.ok(!existsSync(`${file}.damaged`));
  });

  it('fault 71: a running service whose data is damaged says so, and its reset keeps the file, the copy and the token', async () => {
    const service = await testService({ file });
    const other = new DatabaseSync(file);
    const copy = join(folder, 'copy.db');
    await copyFile(file, copy);
    const before = await readFile(copy);
    await damages['with garbage in all but its first page']!(file);
    // Who sees that another one has written reads the file again.
    other.exec(`PRAGMA user_version = ${schemaVersion}`);
    other.close();
    const { status, text } = await askTickets(service, 'GET', '/items?pageSize=1000');
    assert.deepEqual([status, /damaged; reset the service/.test(text)], [500, true], text);

    assert.equal(await service.reset(copy), `${file}.damaged`);

    assert.ok(existsSync(`${file}.damaged`));
    assert.deepEqual(await readFile(copy), before, 'damaged data takes the place of no copy');
    assert.equal((await askTickets(service, 'GET', '/items?pageSize=1000')).status, 200);
    const again = await service.reset(copy);
    assert.equal(again, undefined);
    await service.stop();
    const next = await testService({ file });
    assert.equal((await askTickets({ ...next, token: service.token }, 'GET', '/types')).status, 200);
  });

  it('fault 71: a process ends with a message and a code of its own, and goes on with --reset', async () => {
    await writeFile(file, 'no database');
    const child = spawn(file, []);
    assert.deepEqual(await once(child, 'close'), [65, null]);
    const service = await run(file, '--reset');
    assert.equal((service as { setAside?: string }).setAside, `${file}.damaged`);
    assert.match((await askEvents(service, 'GET', '/event/1001')).text, /"responseError":null/);
  });

  const editorOptions = () => ({
    program: program(),
    folder,
    lastPort: undefined,
    onMail: () => undefined,
    onCrash: () => undefined,
    log: () => undefined,
  });

  it('fault 71: the editor is told that the data is damaged, and can start it with a reset', async () => {
    const data = join(folder, 'local-service.db');
    await writeFile(data, 'no database');
    await assert.rejects(LocalService.start(editorOptions()), {
      name: 'DamagedDataError',
      message: /local-service\.db is damaged/,
    });
    const service = await LocalService.start({ ...editorOptions(), reset: true });
    try {
      assert.equal(service.setAside, `${data}.damaged`);
      assert.equal(await readFile(`${data}.damaged`, 'utf8'), 'no database');
      assert.equal((await askTickets(service.address, 'GET', '/types')).status, 200);
    } finally {
      await service.stop();
    }
  });

  it('fault 71: the editor is told where the reset of a running service has kept its damaged data', async () => {
    const data = join(folder, 'local-service.db');
    await writeSample(data);
    const service = await LocalService.start(editorOptions());
    try {
      await damages['with garbage in all but its first page']!(data);
      assert.equal(await service.reset(folder), `${data}.damaged`);
      assert.equal((await askTickets(service.address, 'GET', '/items')).status, 200);
    } finally {
      await service.stop();
    }
  });

  it('fault 71: a place that cannot hold a database is refused in words, with a reset too', async () => {
    await mkdir(join(folder, 'folder.db'));
    for (const reset of [false, true]) {
      await assert.rejects(
        testService({ file: join(folder, 'folder.db'), reset }),
        /folder\.db cannot be opened: it is a folder/,
      );
      await assert.rejects(
        testService({ file: join(file, 'x.db'), reset }),
        /x\.db cannot be opened: .*service\.db is not a folder/,
      );
    }
  });

  it('fault 71: a folder that may not be written is named', async function () {
    if (process.platform === 'win32') this.skip();
    await writeFile(file, 'no database');
    await chmod(file, 0o666);
    await chmod(folder, 0o555);
    try {
      for (const [name, ...args] of [['new.db'], ['service.db', '--reset']] as const) {
        const error = await errorsOf(join(folder, name), ...args);
        assert.ok(error.includes(`${name} cannot be opened: this user may not write it or its folder ${folder}`), error);
      }
    } finally {
      await chmod(folder, 0o755);
    }
  });

  /** What a process says that cannot start; the administrator may write everywhere, so it runs as somebody else. */
  async function errorsOf(data: string, ...args: string[]): Promise<string> {
    const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const child = start(process.execPath, [program(), '--data', data, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...other,
    });
    let text = '';
    child.stderr!.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 1, text);
    return text;
  }
});
