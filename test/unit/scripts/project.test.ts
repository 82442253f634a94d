import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { stages, suites } from '../../harness/suites.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};

describe('the oldest Node', () => {
  const floor = /^>=(\d+)$/.exec(manifest.engines.node)?.[1] ?? 'none';

  it('is the same wherever it is said', () => {
    assert.equal(read('.nvmrc').trim(), floor);
    for (const page of ['README.md', 'docs/cli.md', 'src/cli/README.md'])
      assert.deepEqual([page, /Node (\d+) or newer/.exec(read(page))?.[1]], [page, floor]);
    assert.match(read('.devcontainer/devcontainer.json'), new RegExp(`/javascript-node:${floor}-`));
    const packed = read('scripts/package-npm.mjs');
    for (const text of [`node: '>=${floor}'`, `< ${floor})`, `Node ${floor} or newer`]) assert.ok(packed.includes(text), text);
  });
});

describe('the workflows', () => {
  const folder = '.github/workflows';
  const jobsOf = (name: string) => (read(`${folder}/${name}`).split('\njobs:\n')[1] ?? '').split(/^ {2}(?=\w+:$)/m).slice(1);
  const jobs = readdirSync(join(root, folder)).flatMap(jobsOf);
  const runs = (job: string) => [...job.matchAll(/^ +- run: (.+)$/gm)].map(([, command = '']) => command);
  const gateOn = (system: string) => jobsOf('test.yml').find((job) => job.includes(system)) ?? '';

  it('call only scripts and suites that there are', () => {
    for (const command of jobs.flatMap(runs)) {
      const [, script = '', rest = ''] = /^npm (?:run )?([\w:]+)(?: -- (.*))?$/.exec(command) ?? [];
      assert.ok(script === 'ci' || Object.hasOwn(manifest.scripts, script), command);
      const named =
        script === 'test'
          ? rest
              .replace(/--file \S+/, '')
              .split(' ')
              .filter(Boolean)
          : [];
      for (const name of named) assert.ok(Object.hasOwn(suites, name), command);
    }
  });

  it('run everything each night', () => {
    assert.ok(jobsOf('nightly.yml').flatMap(runs).includes('npm run test:all'));
  });

  it('run the gate on Linux, and elsewhere all of it that needs no window of VS Code', () => {
    assert.ok(runs(gateOn('ubuntu-latest')).includes('npm test'));
    const needsWindow = ['host', 'ui', 'bench'];
    const wanted = stages.flat().filter((name) => !needsWindow.includes(name));
    for (const system of ['windows-latest', 'macos-latest']) {
      const words = runs(gateOn(system)).filter((command) => command.startsWith('npm test -- '));
      for (const name of wanted) assert.ok(words.join(' ').split(' ').includes(name), `${name} on ${system}`);
    }
  });

  it('take the Node that the project names, and are kept up to date', () => {
    for (const job of jobs) assert.match(job, /node-version-file: \.nvmrc\n/);
    const updates = read('.github/dependabot.yml');
    for (const kind of ['npm', 'github-actions', 'devcontainers'])
      assert.ok(updates.includes(`package-ecosystem: ${kind}\n`), kind);
  });
});

describe('a container for development', () => {
  const text = read('.devcontainer/devcontainer.json');

  it('is ready for both commands of the README, and shows the port of the first', () => {
    assert.match(text, /"postCreateCommand": "npm ci && npm run setup"/);
    const port = /firstFreePort\((\d+)\)/.exec(read('scripts/start.mjs'))?.[1];
    assert.match(text, new RegExp(`"forwardPorts": \\[${port}\\]`));
    assert.match(text, new RegExp(`"portsAttributes": \\{ "${port}":`));
  });
});

describe('tests that run on every system', () => {
  const files = ['unit', 'page', 'package'].flatMap((tier) =>
    globSync('**/*.ts', { cwd: join(root, 'test', tier) }).map((name) => join('test', tier, name)),
  );

  it('ask which one it is before they lean on modes, signals or programs that Windows does not have, or on links', () => {
    const unknownToWindows = /\.mode & 0o|\bchmod(Sync)?\(|\bmkfifo\b|\bSIG(STOP|CONT)\b|\bsymlink(Sync)?\(|(run|spawn)\('sh'/;
    const careless = files.filter(
      (name) => unknownToWindows.test(read(name)) && !/process\.platform|itWithLinks/.test(read(name)),
    );
    assert.deepEqual(careless, []);
  });
});

describe('a checkout', () => {
  it('has the same line ends on every system', () => {
    assert.match(read('.gitattributes'), /^\* text=auto eol=lf$/m);
    assert.ok(existsSync(join(root, '.editorconfig')));
  });
});
