import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenLinks } from '../../../scripts/lib/links.mjs';
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

describe('the tables of the pages', () => {
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
    const pages = { 'README.md': 'a', 'docs/x.md': text };
    assert.deepEqual(withTables(pages, { x: 'new' }), {
      'README.md': 'a',
      'docs/x.md': 'a\n<!-- x -->\n\nnew\n\n<!-- end of x -->\nb',
    });
    assert.throws(() => withTables(pages, {}), /docs\/x\.md has marks for a table "x" that does not exist/);
    assert.throws(() => withTables(pages, { x: '', y: '' }), /No page has marks for: y/);
  });
});

describe('the README and the pages of docs', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-readme-'));
    await cp(join(root, 'docs'), join(folder, 'docs'), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('have fresh tables, and links that lead somewhere', () => checkReadme());

  it('are found stale when a table was changed', async () => {
    const changed = join(folder, 'docs', 'commands.md');
    const stored = await readFile(changed, 'utf8');
    await writeFile(changed, stored.replace('`boxOffice.refresh`', '`boxOffice.reload`'));
    await assert.rejects(checkReadme(folder), /docs\/commands\.md are stale: run npm run readme/);
  });

  it('are found wrong when a link leads nowhere', async () => {
    await writeFile(join(folder, 'README.md'), '[a](docs/commands.md#browse) [b](docs/nothing.md)');
    await assert.rejects(checkReadme(folder), /^Error: README\.md points to docs\/nothing\.md, which is not there\.$/);
  });

  it('link to files and headings, in other pages and their own', () => {
    const pages = {
      'README.md': '# A b: `c`, d…\n[1](#a-b-c-d) [2](docs/cli.md#run-it) [3](#none) [4](https://example.com/x) [5](LICENSE)',
      'docs/cli.md':
        '## Run it\n```\n# no heading\n[code](nowhere)\n```\n[6](../README.md#a-b-c-d) [7](#no-heading) [8](../../x.md)',
    };
    assert.deepEqual(
      brokenLinks(pages, root).map(({ page, target }) => `${page} ${target}`),
      ['README.md #none', 'docs/cli.md #no-heading', 'docs/cli.md ../../x.md'],
    );
  });

  it('is short: one picture, and a third of what it was', async () => {
    const text = await readFile(join(root, 'README.md'), 'utf8');
    assert.equal([...text.matchAll(/!\[/g)].length, 1);
    assert.ok(text.split('\n').length <= 165);
  });
});
