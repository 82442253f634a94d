// Plans of tests: an event as a file, edited, and the page that shows what would change.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type Client } from '../../src/client/index.ts';
import { seenDialect } from '../../src/service/own-dialect.ts';
import { readEvent, textOf, type FileItem, type FilePasskey } from '../../src/plans/index.ts';
import { Uri } from './editor/vscode-types.ts';
import type { PageEditor, Tab } from './editor/use-editor.ts';

export const eventId = '1001';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
export type EditableItem = Mutable<Omit<FileItem, 'items' | 'salePeriods'>> & {
  items?: EditableItem[];
  salePeriods?: Record<string, unknown>[];
};
export interface EditableEvent {
  event: { id?: number; name?: string; environment?: string };
  items: EditableItem[];
  passkeys: Mutable<FilePasskey>[];
}
export type Edit = (file: EditableEvent) => void;

export function clientFor({ service }: PageEditor): Client {
  const { eventUrl, ticketUrl, token } = service;
  return createClient({ eventUrl, ticketUrl, token: () => token, dialect: seenDialect });
}

export async function eventText(editor: PageEditor): Promise<string> {
  return textOf(await readEvent(clientFor(editor), eventId, { environment: editor.environment }));
}

/** The event as a file of the workspace, edited. */
export async function eventFile(editor: PageEditor, edit: Edit, name = 'festival.boxoffice.json'): Promise<Uri> {
  const file = JSON.parse(await eventText(editor)) as EditableEvent;
  edit(file);
  const path = join(editor.fake.workspace, name);
  await writeFile(path, `${JSON.stringify(file, undefined, 2)}\n`);
  return Uri.file(path);
}

/** The first lot of the first group. */
export function firstLot({ items }: EditableEvent): EditableItem {
  const lot = items.find((item) => item.items)?.items?.[0];
  if (!lot) throw new Error('The sample has no lot.');
  return lot;
}

export async function openPlan(editor: PageEditor, edit: Edit, name?: string): Promise<Tab> {
  editor.user.pick = (rows) => rows[0];
  return editor.open('planChanges', await eventFile(editor, edit, name));
}
