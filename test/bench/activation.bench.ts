import { build } from 'esbuild';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, testExtension } from '../../scripts/lib/paths.mjs';
import { hostVersions, newestHost, type HostVersion } from '../../scripts/setup.mjs';
import { closeBrowser } from '../harness/browser.ts';
import { runInHost } from '../harness/host.ts';
import type { ActivationCost } from './activation.suite.ts';
import { atMost, benchOutput, compareTime, median, stageOnce, type Bench, type Measurement } from './harness.ts';

const ids = ['box-office.box-office', 'box-office-tests.empty-functions', 'box-office-tests.hello-tree'] as const;

type Costs = Record<(typeof ids)[number], ActivationCost>;

const suite = join(benchOutput, 'children', 'activation.cjs');
const results = join(benchOutput, 'activation.json');
const emptyFunctions = join(benchOutput, 'empty-functions');

export const bench: Bench = {
  name: 'activation',
  target:
    'at most 1.5 times the CPU of registering the same with empty functions, under 1 MB of heap kept, the editor in 150 ms of CPU',
  async run({ quick, rounds }) {
    await stageOnce();
    await writeEmptyFunctions();
    await build({
      entryPoints: [join(import.meta.dirname, 'activation.suite.ts')],
      outfile: suite,
      bundle: true,
      format: 'cjs',
      platform: 'node',
      external: ['vscode'],
    });
    const measurements: Measurement[] = [];
    const versions = quick ? [newestHost] : (Object.keys(hostVersions) as HostVersion[]);
    for (const version of versions) measurements.push(...(await measure(version, rounds, quick)));
    await closeBrowser();
    return measurements;
  },
};

async function measure(version: HostVersion, rounds: number, quick: boolean): Promise<Measurement[]> {
  const costs: Costs[] = [];
  // What other threads compile meanwhile counts too, and comes by chance: a few rounds decide nothing.
  for (let round = 0; round < rounds; round++) costs.push(await activateInOrders(version, quick ? [2] : ids.keys()));
  const [ours, empty, hello] = ids.map((id) => costs.map((cost) => cost[id])) as [
    ActivationCost[],
    ActivationCost[],
    ActivationCost[],
  ];
  const name = `activation in ${version}`;
  return [
    compareTime(`${name}: CPU, of empty functions`, ours, empty, ({ cpu }) => cpu, atMost(1.5)),
    compareTime(`${name}: CPU, of a hello tree`, ours, hello, ({ cpu }) => cpu),
    compareTime(`${name}: time, of empty functions`, ours, empty, ({ wall }) => wall),
    { name: `${name}: heap kept`, unit: 'MB', ours: median(ours.map(({ heap }) => heap)), target: atMost(1) },
    {
      name: `editor in ${version}: CPU of its load`,
      unit: 'ms',
      ours: median(ours.map(({ editor }) => editor)),
      target: atMost(150),
    },
  ];
}

/** Whoever comes first pays for what all need, so each comes first, second and third once, and the three goes count as one. A quick go lets the hello tree pay. */
async function activateInOrders(version: HostVersion, firsts: Iterable<number>): Promise<Costs> {
  const goes: Costs[] = [];
  for (const first of firsts) goes.push(await activateAll(version, [...ids.slice(first), ...ids.slice(0, first)]));
  return Object.fromEntries(ids.map((id) => [id, mean(goes.map((costs) => costs[id]))])) as Costs;
}

function mean(costs: readonly ActivationCost[]): ActivationCost {
  const of = (part: keyof ActivationCost) => costs.reduce((sum, cost) => sum + cost[part], 0) / costs.length;
  return { cpu: of('cpu'), wall: of('wall'), heap: of('heap'), editor: of('editor') };
}

/** A fresh VS Code each time: an extension activates only once. */
async function activateAll(version: HostVersion, order: readonly string[]): Promise<Costs> {
  await rm(results, { force: true });
  await runInHost({
    version,
    extension: join(root, 'test', 'harness', 'probe'),
    suite,
    links: [testExtension, emptyFunctions, join(import.meta.dirname, 'hello-tree')],
    env: { BOX_OFFICE_RESULTS: results, BOX_OFFICE_ORDER: JSON.stringify(order) },
  });
  return JSON.parse(await readFile(results, 'utf8')) as Costs;
}

interface Manifest {
  readonly engines: unknown;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly languageModelTools: readonly { readonly name: string }[];
  };
}

/** An extension that registers the same commands, tools and providers, under other names, and does nothing. */
async function writeEmptyFunctions(): Promise<void> {
  const { engines, contributes } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  const commands = contributes.commands.map((each) => ({ ...each, command: `empty.${each.command}` }));
  const languageModelTools = contributes.languageModelTools.map((each) => ({
    ...each,
    name: `empty_${each.name}`,
    toolReferenceName: undefined,
  }));
  const manifest = {
    name: 'empty-functions',
    publisher: 'box-office-tests',
    version: '0.0.1',
    engines,
    main: './extension.cjs',
    contributes: { commands, languageModelTools },
  };
  await mkdir(emptyFunctions, { recursive: true });
  await writeFile(join(emptyFunctions, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(emptyFunctions, 'extension.cjs'), emptyExtension);
}

const emptyExtension = `
const vscode = require('vscode');

exports.activate = (context) => {
  const { commands, languageModelTools } = context.extension.packageJSON.contributes;
  const nothing = () => undefined;
  const [shown, changed] = [new vscode.EventEmitter(), new vscode.EventEmitter()];
  const files = {
    onDidChangeFile: changed.event,
    ...{ watch: nothing, stat: nothing, readFile: nothing, writeFile: nothing },
    ...{ readDirectory: nothing, createDirectory: nothing, delete: nothing, rename: nothing },
  };
  context.subscriptions.push(
    ...[shown, changed],
    ...commands.map(({ command }) => vscode.commands.registerCommand(command, () => undefined)),
    vscode.workspace.registerTextDocumentContentProvider('empty', { onDidChange: shown.event, provideTextDocumentContent: nothing }),
    vscode.workspace.registerFileSystemProvider('empty-edit', files, { isCaseSensitive: true }),
    ...languageModelTools.map(({ name }) => vscode.lm.registerTool(name, { prepareInvocation: nothing, invoke: nothing })),
  );
};
`;
