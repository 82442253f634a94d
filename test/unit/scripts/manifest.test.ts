import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandContributions } from '../../../scripts/commands.ts';
import { root } from '../../../scripts/lib/paths.mjs';
import { checkGenerated } from '../../../scripts/manifest.ts';

describe('the check of what is generated in package.json', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-manifest-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const manifest = join(root, 'package.json');
  const strings = join(root, 'package.nls.json');

  async function changed(path: string, from: string, to: string): Promise<string> {
    const text = await readFile(path, 'utf8');
    assert.ok(text.includes(from));
    const copy = join(folder, 'changed.json');
    await writeFile(copy, text.replace(from, to));
    return copy;
  }

  it('finds the stored one fresh', () => checkGenerated());

  for (const [what, from, to, stale] of [
    ['a tool', 'Reads only.', 'Reads.', 'languageModelTools'],
    ['an icon', '"$(pinned)"', '"$(pin)"', 'commands'],
    ['a condition', '!boxOffice.signedIn', 'boxOffice.signedIn', 'menus'],
    ['a key', 'cmd+backspace', 'backspace', 'keybindings'],
    ['the note that it is generated', 'npm run manifest writes', 'Somebody writes', '//'],
  ] as const)
    it(`finds ${what} stale that was changed by hand`, async () => {
      const message = `Stale in package.json: contributes.${stale}. Run npm run manifest`;
      await assert.rejects(checkGenerated({ manifest: await changed(manifest, from, to), strings }), { message });
    });

  it('finds addresses stale that are not those of the repository', async () => {
    const moved = await changed(manifest, 'box-office/box-office.git', 'others/box-office.git');
    const message = 'Stale in package.json: homepage, bugs, qna. Run npm run manifest';
    await assert.rejects(checkGenerated({ manifest: moved, strings }), { message });
  });

  it('finds a changed title of a tool stale', async () => {
    const other = await changed(strings, '"tool.getEvent": "Get event"', '"tool.getEvent": "Get an event"');
    await assert.rejects(checkGenerated({ manifest, strings: other }), { message: /: the titles of tools\. Run/ });
  });

  it('finds a changed schema stale', async () => {
    const schemas = join(root, 'schemas');
    const names = await readdir(schemas);
    for (const name of names) await copyFile(join(schemas, name), join(folder, name));
    await checkGenerated({ manifest, strings, schemas: folder });
    for (const name of names) {
      await rename(await changed(join(schemas, name), '"properties"', '"others"'), join(folder, name));
      const message = `Stale: schemas/${name}. Run npm run manifest`;
      await assert.rejects(checkGenerated({ manifest, strings, schemas: folder }), { message });
      await copyFile(join(schemas, name), join(folder, name));
    }
  });
});

describe('the table of commands', () => {
  const { commands, menus } = commandContributions();
  const items = Object.values(menus).flat();

  it('names every menu that a command stands in', () => {
    assert.deepEqual(
      Object.entries(menus).filter(([, found]) => found.length === 0),
      [],
    );
    assert.ok(items.length > commands.length);
  });

  it('hides a button in a row in Restricted Mode when its command writes, and never another', () => {
    const writing = new Set(commands.filter(({ enablement }) => enablement).map(({ command }) => command));
    const buttons = items.filter((item) => 'command' in item).filter(({ group = '' }) => group.startsWith('inline'));
    for (const { command, when } of buttons) assert.equal(when.endsWith(' && isWorkspaceTrusted'), writing.has(command), command);
  });
});
