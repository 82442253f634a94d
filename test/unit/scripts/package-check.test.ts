import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findSecrets,
  heavyPages,
  missingFiles,
  missingTargets,
  unexpectedFiles,
  withAddressesOf,
} from '../../../scripts/lib/package-check.mjs';

describe('the package check', () => {
  it('fault 21: lets in what users need and nothing else', () => {
    const needed = [
      'package.json',
      'package.nls.pt-br.json',
      'README.md',
      'LICENSE',
      'dist/extension.cjs',
      'dist/editor.cjs',
      'dist/codes-worker.cjs',
      'dist/mcp.cjs',
      'dist/pages.js',
      'media/icon.png',
      'media/walkthrough/check.svg',
      'media/skills/box-office/SKILL.md',
      'THIRD-PARTY-NOTICES.txt',
      'l10n/bundle.l10n.pt-br.json',
    ];
    const unwanted = [
      '.env',
      'dist/parts-base-0123abcd.cjs',
      '.npmrc',
      'src/extension.ts',
      'dist/extension.cjs.map',
      'test/fixtures/workspace/codes.csv',
      'media/../.env',
      'CONTRIBUTING.md',
      'media/pictures/event.png',
      '.local/token.json',
      'node_modules/x/index.js',
    ];
    assert.deepEqual(unexpectedFiles([...needed, ...unwanted]), unwanted);
  });

  it('names pages of 300 KB and more', () => {
    assert.deepEqual(heavyPages(299_999), []);
    assert.deepEqual(heavyPages(300_000), ['The pages have 300000 bytes; they have under 300000.']);
  });

  it('names what the manifest points to and the package does not have', () => {
    const manifest = {
      main: './dist/extension.cjs',
      icon: 'media/icon.png',
      contributes: { steps: [{ media: { svg: 'media/walkthrough/a.svg' } }, { media: { svg: 'media/walkthrough/b.svg' } }] },
      description: 'Reads media/x.png',
      files: ['dist/*.cjs'],
    };
    assert.deepEqual(missingFiles(manifest, ['dist/extension.cjs', 'media/walkthrough/a.svg']), [
      'media/icon.png',
      'media/walkthrough/b.svg',
    ]);
  });

  it('names what the README points to and the package does not have', () => {
    const readme = '![A](media/a.png) [b](SECURITY.md#report) [c](#here) [d](https://example.com) ![E](media/e.png) [f](LICENSE)';
    assert.deepEqual(missingTargets(readme, ['readme.md', 'media/a.png', 'SECURITY.md', 'LICENSE.txt']), ['media/e.png']);
  });

  it('has the pictures of the README where the details page can show them, and links to what is not in it, all in the repository', async () => {
    const base = 'https://git.example/box-office';
    const readme = '![A](media/a.png) [b](docs/b.md#part) ![C](https://example.com/c.png) [d](LICENSE) [e](#e)';
    assert.equal(
      withAddressesOf(readme, `${base}.git`, ['LICENSE.txt']),
      `![A](${base}/raw/HEAD/media/a.png) [b](${base}/blob/HEAD/docs/b.md#part) ![C](https://example.com/c.png) [d](LICENSE) [e](#e)`,
    );
    const root = join(import.meta.dirname, '..', '..', '..');
    const shown = withAddressesOf(await readFile(join(root, 'README.md'), 'utf8'), base, []);
    const addresses = [...shown.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, address = '']) => address);
    const own = addresses.filter((address) => address.startsWith(base));
    assert.ok(own.some((address) => address.includes('/raw/HEAD/media/')));
    for (const address of own) await access(join(root, address.replace(/^.*?\/HEAD\//, '')));
    assert.deepEqual(
      addresses.filter((address) => !/^[a-z]+:/.test(address)),
      [],
    );
  });

  const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'c2ln'].join('.');
  const secrets: [string, string][] = [
    ['a JSON Web Token', `const t = "${token}"`],
    ['a private key', ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ')],
    ['an access key', ['key=AKIA', 'A1B2C3D4E5F6G7H8'].join('')],
    ['a registry token', `npm_${'a'.repeat(36)}`],
    ['a personal access token', `ghp_${'b'.repeat(36)}`],
  ];
  for (const [kind, text] of secrets) {
    it(`fault 21: finds ${kind}`, () => assert.deepEqual(findSecrets(text), [kind]));
  }

  it('finds nothing in ordinary text', () =>
    assert.deepEqual(findSecrets('const token = await secrets.get(key); // Bearer'), []));
});
