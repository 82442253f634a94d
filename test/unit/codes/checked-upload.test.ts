import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import type { ApiError, UploadFile } from '../../../src/client/index.ts';
import { localFile, mayBeAsChecked, onlyAsChecked, preflight, type SpecialFile } from '../../../src/codes/index.ts';
import { changedWhileSent, linkText } from '../../../src/editor/ask/file-messages.ts';
import { specialText } from '../../../src/codes/messages.ts';
import { clientOf as clientAt, failureOf, rawServer, recordingServer, stopServers } from '../client/support.ts';
import { clientOf, recordsIn, stopServices, testService } from '../service/support.ts';
import { fileOf, newPath, itWithLinks } from './files.ts';

const path = { eventId: 1001 };

/** A file as a check has found it, and whether it turned out to be another one. */
async function checkedFile(name: string) {
  const result = await preflight(name);
  let isOther = false;
  const file = onlyAsChecked(await localFile(name), result, () => (isOther = true));
  return { file, result, isOther: () => isOther };
}

async function piecesOf(file: UploadFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.stream()) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('the upload of a file that was checked', () => {
  afterEach(() => Promise.all([stopServers(), stopServices()]));

  it('fault 69: stores what was checked', async () => {
    const client = clientOf(await testService());
    const { file, isOther } = await checkedFile(fileOf('code\nSAME-1\nSAME-2\n'));
    await client.call('uploadCodes', { path, file });
    const stored = recordsIn(await client.call('listCodes', { path: { itemId: 300002 }, query: { term: 'SAME-' } }));
    assert.deepEqual(
      stored.map(({ code }) => code),
      ['SAME-1', 'SAME-2'],
    );
    assert.equal(isOther(), false);
  });

  it('fault 69: other bytes of the same length end as "not what was checked", and nothing of them is stored', async () => {
    const client = clientOf(await testService());
    const name = fileOf('code\nCHECKED-1\nCHECKED-2\n');
    const { file, isOther } = await checkedFile(name);
    writeFileSync(name, 'code\nANOTHER-1\nANOTHER-2\n');
    const error = (await failureOf(client.call('uploadCodes', { path, file }))) as ApiError;
    assert.equal(error.kind, 'unknownOutcome');
    assert.ok(error.message.includes(`${basename(name)} is not what was checked`), error.message);
    assert.equal(isOther(), true);
    const query = { term: 'ANOTHER-' };
    assert.deepEqual(recordsIn(await client.call('listCodes', { path: { itemId: 300002 }, query })), []);
  });

  it('fault 69: the end of the form is never sent for other bytes', async () => {
    const content = Buffer.from(`code\n${'A1B2C3\n'.repeat(100_000)}`);
    const name = fileOf(content);
    const { file } = await checkedFile(name);
    content.write('X', content.length - 2);
    writeFileSync(name, content);
    const received: Buffer[] = [];
    const ended = Promise.withResolvers<undefined>();
    const server = await rawServer(
      () => assert.fail('a whole request arrived'),
      (socket) => {
        socket.on('data', (piece: Buffer) => received.push(piece));
        socket.on('close', () => ended.resolve(undefined));
      },
    );
    await failureOf(clientAt(server.origin).call('uploadCodes', { path, file }));
    await ended.promise;
    const text = Buffer.concat(received).toString('latin1');
    const boundary = /boundary=(\S+)/.exec(text)?.[1] ?? '';
    assert.ok(text.includes(`--${boundary}\r\n`), 'the form had begun');
    assert.ok(!text.includes(`--${boundary}--`), 'and has no end');
  });

  for (const [title, content] of [
    ['longer', 'code\nCHECKED-1\nCHECKED-2\n'],
    ['shorter', 'code\n'],
  ] as const) {
    it(`fault 69: a file that is ${title} by then is not what was checked`, async () => {
      const server = await recordingServer();
      const name = fileOf('code\nCHECKED-1\n');
      const { file, isOther, result } = await checkedFile(name);
      writeFileSync(name, content);
      assert.equal(mayBeAsChecked(await localFile(name), result), false);
      const error = await failureOf(clientAt(server.origin).call('uploadCodes', { path, file }));
      assert.match(error.message, /is not what was checked/);
      assert.equal(isOther(), true);
      assert.equal(server.requests.length, 0, 'no whole request arrived');
    });
  }

  it('fault 69: what is said does not claim that nothing was stored, and names the next step', () => {
    const text = changedWhileSent('codes.csv', 'Festival', 'stg');
    assert.match(text, /^codes\.csv is not what was checked, so its upload to Festival \(stg\) was stopped/);
    assert.match(text, /It is not known whether any of it was stored: .* check the file again\.$/);
  });
});

describe('a link', () => {
  afterEach(stopServers);

  itWithLinks('fault 69: is named with what it leads to, in the check and before the upload', async () => {
    const [target, link, other] = [fileOf('code\nA1\n'), newPath(), newPath()];
    symlinkSync(target, other);
    symlinkSync(other, link);
    const result = await preflight(link);
    assert.equal(result.linkTo, target);
    assert.equal((await localFile(link)).linkTo, target);
    assert.equal((await preflight(target)).linkTo, undefined);
    assert.equal(linkText('codes.csv', '/x/y.csv'), 'codes.csv is a link to /x/y.csv.');
    const { file } = await checkedFile(link);
    assert.equal((await piecesOf(file)).toString(), 'code\nA1\n');
  });

  itWithLinks('fault 69: in the place of the file that was checked is refused as changed, whatever it leads to', async () => {
    const server = await recordingServer();
    const name = fileOf('code\nA1\n');
    const { file, isOther, result } = await checkedFile(name);
    const moved = newPath();
    renameSync(name, moved);
    symlinkSync(moved, name);
    assert.equal(mayBeAsChecked(await localFile(name), result), false, 'before anything is sent');
    const error = await failureOf(clientAt(server.origin).call('uploadCodes', { path, file }));
    assert.match(error.message, /changed while it was being sent/);
    assert.equal(isOther(), true);
    assert.equal(server.requests.length, 0, 'no whole request arrived');
  });

  itWithLinks('fault 69: that leads elsewhere by then is refused as changed', async () => {
    const [one, same, link] = [fileOf('code\nA1\n'), fileOf('code\nA1\n'), newPath()];
    symlinkSync(one, link);
    const { file, result } = await checkedFile(link);
    rmSync(link);
    symlinkSync(same, link);
    assert.equal(mayBeAsChecked(await localFile(link), result), false);
    await assert.rejects(piecesOf(file), { name: 'FileChangedError' });
  });

  itWithLinks('fault 69: that is set while the file is read ends the check', async () => {
    const name = fileOf('ABCDEFGHI\n'.repeat(50_000));
    let isMoved = false;
    const onProgress = () => {
      if (isMoved) return;
      isMoved = true;
      const moved = newPath();
      renameSync(name, moved);
      symlinkSync(moved, name);
    };
    await assert.rejects(preflight(name, { onProgress }), { kind: 'changed' });
  });
});

describe('what is no plain file', () => {
  const isWindows = process.platform === 'win32';
  const makers: readonly [SpecialFile, (name: string) => unknown][] = [
    ['folder', (name) => mkdirSync(name)],
    ['pipe', (name) => execFileSync('mkfifo', [name])],
    ['socket', (name) => once(createServer().listen(name).unref(), 'listening')],
    ['device', (name) => symlinkSync('/dev/zero', name)],
  ];
  for (const [what, make] of makers) {
    it(`fault 69: is refused before it is opened, and called what it is: a ${what}`, async function () {
      if (isWindows && what !== 'folder') this.skip();
      const name = newPath();
      await make(name);
      const refused = { name: 'CodeFileError', data: { kind: 'notAFile', what } };
      await assert.rejects(preflight(name), refused);
      await assert.rejects(localFile(name), refused);
      assert.equal(specialText('codes.csv', what), `codes.csv is a ${what}, not a file. Choose another.`);
    });
  }

  it('fault 69: in the place of the file that was checked does not hang the upload', async function () {
    if (isWindows) this.skip();
    const name = fileOf('code\nA1\n');
    const { file, isOther } = await checkedFile(name);
    rmSync(name);
    execFileSync('mkfifo', [name]);
    await assert.rejects(piecesOf(file), { name: 'FileChangedError' });
    assert.equal(isOther(), true);
  });
});
