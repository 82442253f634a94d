// Asks for an operation and for its input, field by field: with a search where the table says what a field names, as text elsewhere.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { idIn, operations, titleOf, type Group, type Operation } from '../../client/index.ts';
import { CodeFileError } from '../../codes/errors.ts';
import { localFile, type LocalFile } from '../../codes/local-file.ts';
import { titleIn } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { chooseCsvFiles } from '../platform/choose-file.ts';
import { memory } from '../platform/memory.ts';
import { categories } from '../platform/settings.ts';
import { UserError } from '../platform/user-error.ts';
import type { AnyInput } from '../account/connection.ts';
import { specialText } from '../../codes/messages.ts';
import {
  meaningFor,
  nextMissing,
  optionalNames,
  readOptional,
  readTyped,
  withField,
  type CheckContext,
  type Field,
} from './input-fields.ts';
import { pickCode, pickEvent, pickItem, pickItems, pickPasskey, pickSession } from './pickers.ts';

const { l10n } = vscode;

interface OperationItem extends vscode.QuickPickItem {
  readonly operation?: Operation;
}

/** Every operation of the interface, by its group; in Restricted Mode those that read. */
export async function pickOperation(connection: Connection, title: string): Promise<Operation> {
  const { isTrusted } = vscode.workspace;
  const all = Object.values<Operation>(operations).filter(({ effect }) => isTrusted || effect === 'read');
  const recent = recentOperations().flatMap((id) => all.find((operation) => operation.id === id) ?? []);
  const below = (label: string, listed: readonly Operation[]): OperationItem[] =>
    listed.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...listed.map(itemOf)];
  const others = (group: Group) => all.filter((operation) => operation.group === group && !recent.includes(operation));
  const items = [
    ...below(l10n.t('Recently used'), recent),
    ...below(l10n.t('Events'), others('event')),
    ...below(l10n.t('Tickets'), others('ticket')),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: titleIn(connection, title),
    placeHolder: l10n.t('Which operation?'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (!chosen?.operation) throw new vscode.CancellationError();
  await keepRecent(chosen.operation.id);
  return chosen.operation;
}

const recentKey = 'operations.recent';
const maxRecent = 5;

function recentOperations(): readonly string[] {
  const kept = memory()?.get(recentKey);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, maxRecent) : [];
}

async function keepRecent(id: string): Promise<void> {
  await memory()?.update(recentKey, [id, ...recentOperations().filter((other) => other !== id)].slice(0, maxRecent));
}

const icons = { read: 'eye', write: 'edit', destroy: 'trash' };

function itemOf(operation: Operation): OperationItem {
  const { method, path, deprecated, effect } = operation;
  const mark = deprecated ? ` · ${l10n.t('deprecated')}` : '';
  return { label: `$(${icons[effect]}) ${titleOf(operation)}`, description: `${method} ${path}${mark}`, operation };
}

interface Asking {
  readonly connection: Connection;
  readonly operation: Operation;
  readonly context: CheckContext;
  /** What was picked so far: a passkey's items are those of its event. */
  readonly picked: { eventId?: string | undefined; itemId?: string | undefined };
}

export async function askInput(connection: Connection, operation: Operation, given: AnyInput = {}): Promise<AnyInput> {
  const context = checkContext(connection);
  const asking: Asking = { connection, operation, context, picked: {} };
  let input = given;
  for (let field = nextMissing(operation, input, context); field; field = nextMissing(operation, input, context))
    input = withField(input, field, await askField(asking, input, field));
  if (given !== input || Object.keys(given).length === 0) input = await askOptional(asking, input);
  // What is known to be asked for, unless something else was typed.
  const { featured } = connection.environment.dialect;
  if (operation.id === 'getFeatured' && featured) return { ...input, query: { ...featured, ...input.query } };
  return input;
}

export function checkContext({ environment }: Connection): CheckContext {
  const { timeZone, dialect } = environment;
  return { timeZone, removalPayload: dialect.removal ?? undefined, now: Date.now() };
}

/** The ids that somebody chooses for a field which names something; undefined for one that is typed. */
export async function pickField(
  connection: Connection,
  operation: Operation,
  input: AnyInput,
  field: Field,
): Promise<string[] | undefined> {
  if (operation.subjects?.[field.part]?.[field.name] === undefined) return undefined;
  const picked = { eventId: idIn(operation.id, input, 'event'), itemId: idIn(operation.id, input, 'item') };
  const chosen = await askField({ connection, operation, context: checkContext(connection), picked }, input, field);
  return [chosen].flat().map(String);
}

async function askField(asking: Asking, input: AnyInput, field: Field): Promise<unknown> {
  const { connection, operation, picked } = asking;
  switch (operation.subjects?.[field.part]?.[field.name]) {
    case 'event':
      return (picked.eventId = (await pickEvent(connection)).id);
    case 'item': {
      const item = await pickItem(connection, { eventId: picked.eventId });
      picked.eventId ??= item.eventId;
      return (picked.itemId = item.id);
    }
    case 'items':
      return (await pickItems(connection, { eventId: (picked.eventId ??= (await pickEvent(connection)).id) })).map(
        ({ id }) => id,
      );
    case 'passkey':
      return (await pickPasskey(connection, (picked.eventId = (await pickEvent(connection)).id))).id;
    case 'session':
      return (await pickSession(connection, idIn(operation.id, input, 'event') ?? picked.eventId ?? '')).id;
    case 'code':
      return (await pickCode(connection, idIn(operation.id, input, 'item') ?? picked.itemId ?? '')).id;
    case 'category':
      return pickCategory(connection);
    case undefined:
      return askText(asking, input, field);
  }
}

/** One of the known ones, or whatever is typed. */
export async function pickCategory(connection: Connection): Promise<string> {
  const other = l10n.t('$(edit) Another category…');
  const title = titleIn(connection, l10n.t('Which category?'));
  const chosen = await vscode.window.showQuickPick([...categories(connection.environment.dialect), other], {
    title,
    ignoreFocusOut: true,
  });
  const name = chosen === other ? await vscode.window.showInputBox({ title, ignoreFocusOut: true }) : chosen;
  if (name === undefined || name === '') throw new vscode.CancellationError();
  return name;
}

async function askText(asking: Asking, input: AnyInput, field: Field): Promise<unknown> {
  const { operation, context } = asking;
  const name = field.part === 'query' ? `${field.name} (${l10n.t('query')})` : field.name;
  const prompt = [name, meaningFor(operation, field)].filter(Boolean).join(': ');
  const read = (text: string) => readTyped(operation, input, field, text, context);
  const problemOf = (text: string) => (text === '' ? undefined : messageOf(field.name, read(text).problem));
  const result = read(await askTyped(asking, { prompt, validateInput: problemOf }));
  if (result.problem !== undefined) throw new vscode.CancellationError();
  return result.value;
}

async function askTyped({ connection, operation }: Asking, options: vscode.InputBoxOptions): Promise<string> {
  const title = titleIn(connection, titleOf(operation));
  const text = await vscode.window.showInputBox({ title, ignoreFocusOut: true, ...options });
  if (text === undefined) throw new vscode.CancellationError();
  return text;
}

/** Whatever else may be sent; most operations need nothing of it, and one Enter says so. */
async function askOptional(asking: Asking, input: AnyInput): Promise<AnyInput> {
  let whole = input;
  for (let part = await pickPart(asking); part; part = await pickPart(asking)) whole = await askOptionalPart(asking, whole, part);
  return whole;
}

async function pickPart({ connection, operation }: Asking): Promise<'query' | 'body' | undefined> {
  const hasBody = operation.method !== 'GET' && !operation.file;
  const choice = (label: string, part: 'query' | 'body') => ({
    label,
    description: optionalNames(operation, part).join(', '),
    part,
  });
  const chosen = await vscode.window.showQuickPick(
    [
      { label: l10n.t('$(check) Nothing more'), part: undefined },
      ...(hasBody ? [choice(l10n.t('$(add) Add fields…'), 'body')] : []),
      choice(l10n.t('$(add) Add query parameters…'), 'query'),
    ],
    {
      title: titleIn(connection, titleOf(operation)),
      placeHolder: l10n.t('Everything that is needed is there. Send more?'),
      ignoreFocusOut: true,
    },
  );
  if (!chosen) throw new vscode.CancellationError();
  return chosen.part;
}

async function askOptionalPart(asking: Asking, input: AnyInput, part: 'query' | 'body'): Promise<AnyInput> {
  const { operation, context } = asking;
  const what = part === 'query' ? l10n.t('Optional query parameters (JSON)') : l10n.t('Optional fields (JSON)');
  const names = optionalNames(operation, part).join(', ');
  const read = (text: string) => readOptional(operation, input, part, text, context);
  const text = await askTyped(asking, {
    prompt: names === '' ? what : `${what}: ${names}`,
    placeHolder: l10n.t('Leave empty to send none'),
    validateInput: (typed) => messageOf('', read(typed).problem),
  });
  const result = read(text);
  if (result.problem !== undefined) throw new vscode.CancellationError();
  return result.input;
}

function messageOf(name: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `${name} ${problem}`.trim();
}

/** The file that an operation sends. */
export async function fileOnDisk({ scheme, fsPath }: vscode.Uri): Promise<LocalFile> {
  if (scheme !== 'file') throw new UserError(l10n.t('Only files on disk can be uploaded. Save it to this machine first.'));
  try {
    return await localFile(fsPath);
  } catch (error) {
    const isSpecial = error instanceof CodeFileError && error.data.kind === 'notAFile';
    const name = basename(fsPath);
    throw new UserError(isSpecial ? specialText(name, error.data.what) : l10n.t('{0} is not a file. Choose another.', name));
  }
}

export async function askForFile(): Promise<vscode.Uri> {
  const [file] = await chooseCsvFiles(l10n.t('Upload'));
  return file;
}
