// The rows of the Events view, as VS Code has them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Node } from '../../src/editor/explorer/nodes.ts';
import { until } from '../harness/until.ts';
import { shownWindow, type EventsTree } from './window.ts';

export interface TreeRow {
  readonly node: Node;
  readonly label: string;
  readonly description: string;
  readonly item: vscode.TreeItem;
}

/** The view, which the extension makes when it starts. */
export async function eventsTree(): Promise<EventsTree> {
  await vscode.extensions.getExtension('box-office.box-office')?.activate();
  return until('the Events view', () => shownWindow().tree);
}

export async function showTree(): Promise<EventsTree> {
  const tree = await eventsTree();
  await vscode.commands.executeCommand('boxOffice.events.focus');
  await until('the view is visible', () => tree.view.visible);
  return tree;
}

/** Opens row after row by the beginnings of their labels, and gives the rows below the last one; the roots without any. */
export async function rowsBelow(...labels: readonly string[]): Promise<TreeRow[]> {
  const { view, provider } = await eventsTree();
  let rows = await rowsOf(provider, undefined);
  for (const label of labels) {
    const row = rows.find((each) => each.label === label) ?? rows.find((each) => each.label.startsWith(label));
    assert.ok(row, `${label} is not among ${rows.map((each) => each.label).join(', ')}`);
    await Promise.resolve(view.reveal(row.node, { select: false, focus: false, expand: true })).catch(() => undefined);
    rows = await rowsOf(provider, row.node);
  }
  return rows;
}

async function rowsOf(provider: vscode.TreeDataProvider<Node>, node: Node | undefined): Promise<TreeRow[]> {
  const nodes = (await provider.getChildren(node)) ?? [];
  return Promise.all(
    nodes.map(async (each) => {
      const item = await provider.getTreeItem(each);
      const label = typeof item.label === 'string' ? item.label : (item.label?.label ?? '');
      // Intl likes other spaces.
      const description = String(item.description ?? '').replace(/[\u00a0\u202f\u2009]/g, ' ');
      return { node: each, label, description, item };
    }),
  );
}

export async function labelsBelow(...labels: readonly string[]): Promise<string[]> {
  return (await rowsBelow(...labels)).map(({ label }) => label);
}

/** The first row below others whose label begins like this. */
export async function rowAt(...labels: readonly string[]): Promise<TreeRow> {
  const [last = ''] = labels.slice(-1);
  const rows = await rowsBelow(...labels.slice(0, -1));
  const row = rows.find(({ label }) => label === last) ?? rows.find(({ label }) => label.startsWith(last));
  assert.ok(row, `${last} is not among ${rows.map(({ label }) => label).join(', ')}`);
  return row;
}

/** Takes the step that stands beside a row, as a click does. */
export async function click({ item: { command } }: TreeRow): Promise<unknown> {
  assert.ok(command, 'a click does nothing');
  return vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
}
