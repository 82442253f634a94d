// How each kind of thing is removed: what goes, how it is asked for, how it is deleted, and what is said of it afterwards.
import * as vscode from 'vscode';
import { eventOfRow, labelOf, type OperationId } from '../../client/index.ts';
import { documented } from '../../records/index.ts';
import { isObject } from '../../client/replies.ts';
import { showsRemoval, type RemovalPayload } from './removed-items.ts';
import { confirmRemoval, namesShown, type RemovalQuestion } from '../account/confirm.ts';
import { withOwnItems } from '../ask/own-items.ts';
import type { Connection } from '../account/index.ts';
import type { AnyInput } from '../account/connection.ts';
import { readEventLabel } from '../pages/session.ts';
import type { Change } from '../platform/changes.ts';
import { nextStep } from '../platform/user-error.ts';
import { notifyWith, type Button } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import type { CodeResource, EventResource, ItemResource, PasskeyResource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { recordLines } from '../records/change-lines.ts';
import { codeLists, pagesOf, readReply, reads, type Read } from '../reading/reads.ts';
import { fieldOf } from '../reading/resources.ts';
import { readEach } from './bulk.ts';
import { codesOfEvent, copyRows, countsByTicket, countText, findCodes, type CodeOfTicket, type TicketCodes } from './codes.ts';
import { copiesFolder, copyDays, keepCopy, keepRows, type CommandServices } from './copies.ts';
import {
  countsOf,
  eventCodesText,
  isGood,
  onlyOne,
  withCopy,
  type Confirmed,
  type RemovalEntry,
  type CallOutcome,
  type Removal,
} from './removal.ts';
import { undoDelete } from './restore-passkeys.ts';

const { l10n } = vscode;

/** A removal, and what is said and offered after it. */
export interface Described<T> extends Removal<T> {
  readonly title: string;
  report(confirmed: Confirmed<T>, outcome?: CallOutcome): void;
}

export type Removed = PasskeyResource | ItemResource | CodeResource;

/** One by one, what its own requests delete. */
export interface RecordRemoval<T extends Removed> extends Described<T> {
  readonly operation: OperationId;
  inputOf(record: T): AnyInput;
  readonly changes: readonly Omit<Change, 'environment'>[];
}

export function passkeyRemoval(
  services: CommandServices,
  connection: Connection,
  passkeys: readonly PasskeyResource[],
): RecordRemoval<PasskeyResource> {
  const { label } = connection.environment;
  const title = l10n.t('Delete Passkey');
  const [only] = passkeys.length === 1 ? passkeys : [];
  return {
    ...recordRemoval(services, connection, title, 'passkeys', {
      targetOf: (count) => l10n.t('{0} passkeys', count),
      detail: l10n.t('A copy is kept, so that you can undo this, for {0} days with Restore Deleted Passkeys.', copyDays),
    }),
    operation: 'deletePasskey',
    read: readRecords(connection, title, passkeys, reads.passkey, passkeyText(connection)),
    inputOf: ({ id }) => ({ path: { id } }),
    changes: [...new Set(passkeys.map(({ eventId }) => eventId))].map((eventId) => ({ kind: 'passkey', id: only?.id, eventId })),
    report: (confirmed) => {
      const { result, problem, copy } = confirmed;
      const one = onlyOne(confirmed);
      const message = one
        ? l10n.t('Passkey {0} was deleted in {1}.', one.name, label)
        : l10n.t('Passkeys in {0}: {1}.', label, countsOf(confirmed));
      const deleted = result.done.map(({ record }) => record);
      // What may still be there is not made again.
      const mayUndo = copy !== undefined && problem === undefined && deleted.length > 0;
      report(isGood(confirmed), message, copy, mayUndo ? () => undoDelete(services, connection, deleted, copy) : undefined);
    },
  };
}

/** The interface has no way back for an item: its copy is only shown. `payload`: what is sent to remove it, where that is known. */
export function itemRemoval(
  services: CommandServices,
  connection: Connection,
  items: readonly ItemResource[],
  payload: RemovalPayload = null,
): RecordRemoval<ItemResource> {
  const { label } = connection.environment;
  const title = l10n.t('Delete Item');
  return {
    ...recordRemoval(services, connection, title, 'items', {
      targetOf: (count) => l10n.t('{0} items', count),
      detail: `${l10n.t('This cannot be undone.')} ${copyDetail()}`,
    }),
    operation: 'removeItem',
    read: readRecords(connection, title, items, reads.item, labelOf),
    inputOf: ({ id }) => ({ path: { id }, ...(payload && { body: payload }) }),
    changes: items.map(({ id, eventId }) => ({ kind: 'item', id, eventId })),
    // A service may archive what is removed: then it can still be read, and says so.
    isLeft: (before, after) => !showsRemoval(before.record.value, after.record.value, payload),
    stayedText: (name) => l10n.t('the service answered, and {0} is still there', name),
    report: (confirmed) => {
      const one = onlyOne(confirmed);
      const message = one
        ? l10n.t('Item {0} was deleted in {1}.', one.name, label)
        : l10n.t('Items in {0}: {1}.', label, countsOf(confirmed));
      report(isGood(confirmed), message, confirmed.copy);
    },
  };
}

export function codeRemoval(
  services: CommandServices,
  connection: Connection,
  codes: readonly CodeResource[],
): RecordRemoval<CodeResource> {
  const title = l10n.t('Delete Code');
  const { dialect } = connection.environment;
  const [first, ...others] = codes;
  const id = others.length === 0 ? first?.id : undefined;
  return {
    ...recordRemoval(services, connection, title, 'codes', {
      targetOf: (count) => l10n.t('{0} codes', count),
      detail: copyDetail(),
    }),
    operation: 'deleteCode',
    read: () =>
      withDelayedProgress(title, (signal) =>
        findCodes(codes, (itemId) => pagesOf(connection, reads.codes(itemId), { signal }), dialect),
      ),
    inputOf: (code) => ({ path: { itemId: code.itemId, codeId: code.id } }),
    changes: [...new Set(codes.map(({ itemId }) => itemId))].map((itemId) => ({
      kind: 'code',
      id,
      itemId,
      eventId: first?.eventId,
    })),
    report: (confirmed) => {
      const message = l10n.t('Codes in {0}: {1}.', connection.environment.label, countsOf(confirmed));
      report(isGood(confirmed), message, confirmed.copy);
    },
  };
}

/** The codes of one ticket, which go one by one. */
export function ticketCodesRemoval(
  services: CommandServices,
  connection: Connection,
  event: EventResource,
  { itemId, label, used }: TicketCodes,
): Removal<CodeOfTicket> {
  const { environment } = connection;
  const title = l10n.t('Delete Codes of Ticket');
  return {
    read: () => readCodes(connection, event, itemId),
    ask: (codes, isAgain) => {
      const target = l10n.t('{0} codes of {1}', codes.length.toLocaleString(), label);
      // What is used may have changed since the tickets were shown.
      const line = `${label} · ${itemId}: ${isAgain ? l10n.t('{0} codes', codes.length) : countText(codes.length, used)}`;
      const detail = `${l10n.t('They are deleted one by one; all other codes stay.')} ${copyDetail()}`;
      return confirmAgain({ environment, title, target, names: [event.label, line], detail }, isAgain);
    },
    copy: (codes) => keepCodes(services, connection, event, codes),
    whenEmpty: () => noCodes(event),
  };
}

/** What limits the delete of an event's codes, as far as anybody knows. */
export interface CodesLimit {
  readonly query: Readonly<Record<string, unknown>>;
  /** The names of the tickets that the environment's dialect says it is limited to. */
  readonly ticket?: string | undefined;
}

/** One request for the codes of an event. Whatever it is limited to, all of them are read, copied and counted again. */
export function eventCodesRemoval(
  services: CommandServices,
  connection: Connection,
  event: EventResource,
  limit?: CodesLimit,
): Described<CodeOfTicket> {
  const { environment } = connection;
  const { ticket } = limit ?? {};
  const title = ticket === undefined ? l10n.t('Delete Codes of Event') : l10n.t('Delete Codes of Ticket');
  const isAsked = ticket === undefined ? undefined : ({ record }: RemovalEntry<CodeOfTicket>) => record.ticket === ticket;
  return {
    title,
    read: () => readCodes(connection, event),
    ask: (codes, isAgain) => {
      const lines = [...countsByTicket(codes)].map(
        ([{ label, itemId }, count]) => `${label} · ${itemId}: ${count.toLocaleString()}`,
      );
      const asked = isAsked ? codes.filter(isAsked) : codes;
      const target = l10n.t('{0} codes of {1}', asked.length.toLocaleString(), ticket ?? event.label);
      const detail = [...limitText(limit, codes.length), copyDetail()].join('\n\n');
      // Two lines make the answer one that has to be typed, also for a single ticket.
      return confirmAgain({ environment, title, target, names: [event.label, ...lines], detail }, isAgain);
    },
    copy: (codes) => keepCodes(services, connection, event, codes),
    whenEmpty: () => noCodes(event),
    report: (confirmed, outcome = { reply: undefined }) => {
      const meant = limit ? isAsked : () => true;
      const text = eventCodesText(confirmed, outcome, { event: event.label, environment: environment.label, isAsked: meant });
      report(text.isGood, text.message, confirmed.copy);
    },
  };
}

function limitText(limit: CodesLimit | undefined, count: number): string[] {
  if (!limit) return [];
  const [query, all] = [queryText(limit.query), count.toLocaleString()];
  if (limit.ticket === undefined)
    return [l10n.t('The interface document knows no query for this ({0}): ALL {1} codes of the event may go.', query, all)];
  return [
    l10n.t(
      'The environment says that {0} limits it to this ticket. All {1} codes of the event are copied, and what is gone is read back.',
      query,
      all,
    ),
  ];
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&');
}

function readCodes(connection: Connection, event: EventResource, itemId?: string): Promise<RemovalEntry<CodeOfTicket>[]> {
  const { dialect } = connection.environment;
  return withOwnItems(connection, event, () =>
    withDelayedProgress(l10n.t('Reading the codes of {0}', event.label), (signal, progress) =>
      codesOfEvent(codeLists(connection, event.id, { signal }), {
        ...{ dialect, itemId, onProgress: (read: number) => progress({ message: read.toLocaleString() }) },
      }),
    ),
  );
}

function keepCodes(
  { context }: CommandServices,
  { environment }: Connection,
  event: EventResource,
  codes: readonly RemovalEntry<CodeOfTicket>[],
): Promise<string> {
  // English: the name of a file.
  return keepRows(copiesFolder(context), environment.name, `codes of ${event.id}`, copyRows(codes));
}

export function noCodes(event: EventResource): UserError {
  return new UserError(l10n.t('{0} has no such codes.', event.label), nextStep.uploadCodes(event));
}

/** What the removals of single records have in common. `what`: the kind of copy that is kept. */
function recordRemoval<T extends Removed>(
  { context }: CommandServices,
  connection: Connection,
  title: string,
  what: 'passkeys' | 'items' | 'codes',
  { targetOf, detail }: { targetOf: (count: number) => string; detail: string },
): Pick<RecordRemoval<T>, 'title' | 'ask' | 'copy' | 'whenEmpty'> {
  const { environment } = connection;
  return {
    title,
    ask: async (entries, isAgain) => {
      const names = entries.map(({ name }) => name);
      const target = names.length === 1 ? (names[0] ?? '') : targetOf(names.length);
      const records = entries.map(({ record }) => record);
      const owners = await withEventNames(connection, records);
      const kind = what === 'items' ? 'item' : 'passkey';
      const lines = what === 'codes' ? names : await recordLines(connection, records.slice(0, namesShown), kind);
      return confirmAgain({ environment, title, target, names, lines, owners, detail }, isAgain);
    },
    copy: (entries) =>
      keepCopy(
        copiesFolder(context),
        environment.name,
        what,
        entries.map(({ record }) => record.value),
      ),
    whenEmpty: () => new UserError(l10n.t('None of it is there any more. Nothing was deleted.')),
  };
}

/** More events than these are named by their ids. */
const maxNamedEvents = 5;

/** A row of a table knows its event by an id, and a person by a name. */
async function withEventNames(connection: Connection, records: readonly Removed[]): Promise<readonly Removed[]> {
  const nameless = records.flatMap(({ eventLabel, eventId }) =>
    eventLabel === undefined && eventId !== undefined ? eventId : [],
  );
  const ids = [...new Set(nameless)].slice(0, maxNamedEvents);
  const names = new Map(await Promise.all(ids.map(async (id) => [id, await readEventLabel(connection, id)] as const)));
  return records.map((record) => {
    const { eventLabel = names.get(record.eventId ?? '') } = record;
    return eventLabel === undefined ? record : { ...record, eventLabel };
  });
}

const passkeyText =
  ({ environment }: Connection) =>
  (record: unknown) =>
    isObject(record) ? fieldOf(documented('passkey', record, environment.dialect), 'passkey') : undefined;

/** Records as they are now, under the names that they have now: whoever asked may know no more than an id. */
function readRecords<T extends PasskeyResource | ItemResource>(
  connection: Connection,
  title: string,
  resources: readonly T[],
  readOne: (id: string) => Read,
  nameOf: (record: unknown) => string | undefined,
): () => Promise<RemovalEntry<T>[]> {
  return async () => {
    const found = await withDelayedProgress(title, (signal) =>
      readEach(resources, ({ id }) => readReply(connection, readOne(id), { signal }), signal),
    );
    return found.map(([resource, value]) => {
      const label = nameOf(value) || resource.label;
      const eventId = resource.eventId ?? eventOfRow(value, connection.environment.dialect);
      return { key: resource.id, name: label, record: { ...resource, label, eventId, value } };
    });
  };
}

/** Says first where the question is another one than before. */
function confirmAgain(question: RemovalQuestion, isAgain: boolean): Promise<void> {
  if (!isAgain) return confirmRemoval(question);
  const changed = l10n.t('What is there has changed since you were asked. Look at it again; nothing was deleted so far.');
  return confirmRemoval({ ...question, detail: `${changed}\n\n${question.detail ?? ''}` });
}

/** For the question: it is asked before there is a copy. */
function copyDetail(): string {
  return l10n.t('A copy is kept for {0} days; you can open it afterwards.', copyDays);
}

/** Nobody waits for the answer. */
function report(isSuccess: boolean, message: string, copy: string | undefined, undo?: () => Promise<void>): void {
  const buttons: Button[] = [
    ...(undo ? [{ title: l10n.t('Undo'), run: undo }] : []),
    ...(copy === undefined
      ? []
      : [{ title: l10n.t('Open Copy'), run: () => vscode.window.showTextDocument(vscode.Uri.file(copy)) }]),
  ];
  void notifyWith(isSuccess ? 'info' : 'warning', withCopy(message, copy), ...buttons);
}
