import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { addressesOf } from '../../src/client/index.ts';
import { planText, type PlanFile } from '../../src/plans/index.ts';
import { until } from '../harness/until.ts';
import { signIn, useService, useUserStub } from './kit.ts';

const environment = 'plans';
const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`boxOffice.${command}`, ...args);

describe('the commands of plans', () => {
  const user = useUserStub();
  const held = useService(environment);
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-plans-'));
    await signIn(user, held.service.token);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const stored = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return vscode.Uri.file(join(folder, name));
  };
  const plan = (): PlanFile => ({
    version: 2,
    event: { id: 1001, environment },
    addresses: addressesOf(held.service),
    made: '2026-06-15T15:00:00.000Z',
    madeFrom: { file: '', event: '' },
    steps: [],
  });
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

  it('open the page of a plan that stands in a file', async () => {
    await run('applyPlan', await stored('good.boxoffice-plan.json', planText(plan())));
    await until('the page is open', () => tabs().some((label) => label.startsWith('Plan · ')));
  });

  it('refuse a plan for another address, and a file of an event that is none, with its line', async () => {
    user.shown.length = 0;
    const before = tabs();
    await run(
      'applyPlan',
      await stored(
        'other.boxoffice-plan.json',
        planText({ ...plan(), addresses: { event: 'https://other.example.com', ticket: 'https://other.example.com' } }),
      ),
    );
    await run('planChanges', await stored('wrong.boxoffice.json', '{\n  "items": [{ "name": 7 }]\n}\n'));
    assert.match(user.shown[0] ?? '', /^The plan was made for https:\/\/other\.example\.com/);
    assert.match(user.shown[1] ?? '', /^wrong\.boxoffice\.json, line 2: items\.0\.name must be text, and not empty/);
    assert.deepEqual(tabs(), before, 'nothing opens');
  });
});
