import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { start, stop } from '../../scripts/lib/processes.mjs';
import { browser } from '../harness/browser.ts';
import { Workbench } from '../harness/workbench.ts';

describe('npm start', () => {
  let home: string;
  before(async () => (home = await mkdtemp(join(tmpdir(), 'box-office-start-'))));
  after(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));

  it('prints an address that opens VS Code with the extension, and ends everything on Ctrl+C', async function () {
    this.timeout(120_000);
    const child = start(process.execPath, [join(root, 'scripts', 'start.mjs'), '--web', '--no-browser', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, BOX_OFFICE_START_HOME: home },
    });
    try {
      const { workbenchUrl, serviceUrl } = await printedAddresses(child.stdout!);
      const workbench = await Workbench.open(await browser(), workbenchUrl);
      // Nobody has clicked yet.
      await workbench.page.locator('.sidebar .composite.title').filter({ hasText: 'Box Office' }).waitFor();
      await workbench.expand('Featured');
      await workbench.row('Festival da Primavera').waitFor();
      await workbench.screenshot('npm start');
      assert.equal((await userSettings())['git.openRepositoryInParentFolders'], 'never', 'VS Code would ask about a repository');
      const announced = workbench.notifications.filter({ hasText: /port/i });
      assert.deepEqual((await userSettings())['remote.otherPortsAttributes'], { onAutoForward: 'silent' });
      await workbench.showContainer('Explorer');
      await workbench.row('codes.csv').waitFor();
      assert.equal(await announced.count(), 0, 'ports of other programs are announced');
      await workbench.close();
      assert.ok((await fetch(serviceUrl)).status > 0);

      // No process of Windows can send another one Ctrl+C.
      if (process.platform === 'win32') return;
      child.kill('SIGINT');
      const [code] = (await once(child, 'close')) as [number];
      assert.equal(code, 130);
      for (const address of [workbenchUrl, serviceUrl]) await assert.rejects(fetch(address), 'it still answers');
    } finally {
      await stop(child);
    }
  });

  /** Those of the VS Code that was started. */
  async function userSettings(): Promise<Record<string, unknown>> {
    const [file] = globSync(join('vscode-*', 'data', 'User', 'settings.json'), { cwd: home });
    return JSON.parse(await readFile(join(home, file!), 'utf8')) as Record<string, unknown>;
  }
});

async function printedAddresses(output: NodeJS.ReadableStream): Promise<{ workbenchUrl: string; serviceUrl: string }> {
  let printed = '';
  for await (const piece of output.setEncoding('utf8')) {
    printed += String(piece);
    const workbenchUrl = /VS Code [\d.]+\s+(http\S+)/.exec(printed)?.[1];
    const serviceUrl = /Local service\s+(http\S+)/.exec(printed)?.[1];
    if (workbenchUrl && serviceUrl) return { workbenchUrl, serviceUrl };
  }
  throw new Error(`npm start ended early.\n${printed}`);
}
