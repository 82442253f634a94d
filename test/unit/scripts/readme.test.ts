import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { operations } from '../../../src/client/index.ts';
import { checkReadme, tables, withTables } from '../../../scripts/readme.ts';

const manifest = {
  contributes: {
    commands: [
      { command: 'boxOffice.refresh', title: '%refresh%' },
      { command: 'boxOffice.loadMore', title: '%more%' },
    ],
    menus: {
      'commandPalette': [{ command: 'boxOffice.loadMore', when: 'false' }],
      'view/title': [{ command: 'boxOffice.refresh' }],
    },
    configuration: {
      properties: {
        'boxOffice.environments': {
          type: 'object',
          default: {},
          markdownDescription: '%environments%',
          patternProperties: {
            '.*': { properties: { protected: { type: 'boolean', default: false, description: '%protected%' } } },
          },
        },
      },
    },
  },
};
const strings = {
  refresh: 'Refresh',
  more: 'Load More',
  environments: 'One | all, as in `#boxOffice.environment#`. [Configure](command:boxOffice.x) asks.',
  protected: 'Asks first.',
};

describe('the tables of the README', () => {
  const made = tables(manifest, strings);

  it('have the commands of the palette, and where else each is', () => {
    assert.deepEqual(made.commands.split('\n'), [
      '| command | id                  | also found in     |',
      '| ------- | ------------------- | ----------------- |',
      '| Refresh | `boxOffice.refresh` | title of the view |',
    ]);
  });

  it('have the settings in words that a page of text can show', () => {
    assert.match(
      made.settings,
      /^\| `boxOffice\.environments` \| {9}\| One \\\| all, as in `boxOffice\.environment`\. \*\*Configure\*\* asks\. \|$/m,
    );
    assert.match(made.environment, /^\| `protected` \| `false` \| Asks first\. {2}\|$/m);
  });

  it('have every operation, and say which an agent may call', () => {
    assert.equal(made.operations.split('\n').length, Object.keys(operations).length + 2);
    assert.match(made.operations, /`deletePasskey` .* deletes .*\| {17}\|/);
    assert.match(made.operations, /`getEvent` .* reads .*\| yes {13}\|/);
  });

  it('go between their marks and nowhere else', () => {
    const text = 'a\n<!-- x -->\nold\n<!-- end of x -->\nb';
    assert.equal(withTables(text, { x: 'new' }), 'a\n<!-- x -->\n\nnew\n\n<!-- end of x -->\nb');
    assert.throws(() => withTables(text, {}), /a table "x" that does not exist/);
    assert.throws(() => withTables(text, { x: '', y: '' }), /no marks for: y/);
  });
});

describe('the README', () => {
  it('has fresh tables', () => checkReadme());

  it('is found stale when a table was changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'box-office-readme-'));
    const changed = join(folder, 'README.md');
    const stored = await readFile(join(root, 'README.md'), 'utf8');
    await writeFile(changed, stored.replace('`boxOffice.refresh`', '`boxOffice.reload`'));
    await assert.rejects(checkReadme(changed), /stale: run npm run readme/);
    await rm(folder, { recursive: true });
  });

  for (const name of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']) {
    it(`${name} points only at files that exist`, async () => {
      const text = await readFile(join(root, name), 'utf8');
      const targets = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, target]) => target ?? '');
      assert.deepEqual(
        targets.filter((target) => !existsSync(join(root, target))),
        [],
      );
    });
  }
});
