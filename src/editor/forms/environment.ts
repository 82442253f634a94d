// The page of an environment: what is known of its service and by what evidence, what is not, and what is locked because of it.
import { join } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { ApiError, contentOf, readList, stringifyJson, type CredentialForm, type OperationId } from '../../client/index.ts';
import { probe, type Finding } from '../../records/index.ts';
import { environmentContract, dialectFields, type EnvironmentContract, type Evidence } from '../../protocol/environment.ts';
import type { AnyInput, Connection } from '../account/connection.ts';
import { groups, localName, type Environment } from '../account/environments.ts';
import { replaceDialect } from '../account/learn.ts';
import { pickEvent } from '../ask/pickers.ts';
import { Drafts, PageDraft } from '../pages/drafts.ts';
import { connectionOf, environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage, keyOf } from '../pages/panel.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { dialectOfFields, dialectSections, fieldsOfDialect } from './dialect-fields.ts';
import { seenFields } from './seen-fields.ts';

const { l10n } = vscode;
const keptEvidence = v.array(v.object({ name: v.string(), value: v.optional(v.string()), text: v.string() }));

export const environmentPage: PageKind = (host, state) => {
  const draft = new PageDraft(host.drafts, keyOf(state), dialectFields);
  const history = new PageDraft(new Drafts(join(host.storage, 'evidence')), state.environment, keptEvidence);
  const connection = () => connectionOf(host, state);
  const title = l10n.t('Environment {0}', state.environment);
  return anyPage<EnvironmentContract>({
    state,
    title,
    icon: 'server-environment',
    page: 'environment',
    content: () => ({
      contract: environmentContract,
      init: async () => {
        const { environment } = connection();
        return {
          environment: environmentFor(connection()),
          facts: factsOf(environment),
          sections: dialectSections(),
          saved: fieldsOfDialect(environment.dialect),
          evidence: (await history.read())?.fields ?? [],
          isEditable: environment.name !== localName,
          draft: await draft.read(),
          ...(state.eventId === undefined ? {} : { event: { id: state.eventId, label: state.eventId } }),
        };
      },
      handlers: {
        ...draft.handlers,
        chooseEvent: async () => {
          const { id, label } = await pickEvent(connection());
          return { id, label };
        },
        probe: async ({ eventId }) => {
          const { findings, unfound, seen } = await withDelayedProgress(l10n.t('Describe Service'), async (signal) => {
            const look = lookAt(connection());
            const looked = await probe(look.read, { eventId, signal });
            await look.findCode(signal);
            return { ...looked, seen: seenFields(look.records) };
          });
          const found = findings.flatMap(evidenceOf);
          await history.keep(found);
          return { found, unfound: unfound.map(({ name, reason }) => ({ name, text: reason })), seen };
        },
        save: async (fields) => {
          const { environment } = connection();
          const read = dialectOfFields(environment.dialect, fields);
          if ('problems' in read) return { kind: 'problems', problems: read.problems };
          await replaceDialect(environment, read.dialect);
          await draft.clear(fields);
          return { kind: 'saved', saved: fieldsOfDialect(connection().environment.dialect) };
        },
        configure: async () => vscode.commands.executeCommand('boxOffice.configureEnvironments', state.environment),
      },
    }),
  });
};

/** A group of items has hardly any fields: what has most of them shows most. */
function fullest(records: readonly unknown[]): unknown {
  return records.reduce((best, record) => (sizeOf(record) > sizeOf(best) ? record : best));
}

function sizeOf(record: unknown): number {
  return record === undefined ? 0 : stringifyJson(record).length;
}

/** So many items are asked for a code; most have none. */
const itemsForCode = 3;

const kindsRead: Partial<Record<OperationId, 'item' | 'passkey'>> = {
  getItem: 'item',
  listItems: 'item',
  getPasskey: 'passkey',
  listPasskeys: 'passkey',
};

/** Reads for a look at the service, and keeps a record of each kind as it came. */
function lookAt(connection: Connection) {
  const records: { item?: unknown; passkey?: unknown; code?: unknown } = {};
  const items: string[] = [];

  async function read(operation: OperationId, input: AnyInput, signal?: AbortSignal): Promise<unknown> {
    const reply = await connection.readAny(operation, input, { quiet: true, signal });
    const kind = kindsRead[operation];
    if (!kind) return reply;
    const rows = operation.startsWith('list') ? readList(reply).rows : [{ value: contentOf(reply), id: undefined }];
    records[kind] = fullest([records[kind], ...rows.map(({ value }) => value)]);
    if (operation === 'listItems')
      items.push(...rows.toSorted((one, other) => sizeOf(other.value) - sizeOf(one.value)).flatMap(({ id }) => id ?? []));
    return reply;
  }

  async function findCode(signal: AbortSignal): Promise<void> {
    for (const itemId of [...new Set(items)].slice(0, itemsForCode)) {
      if (records.code !== undefined) return;
      try {
        records.code = readList(await read('listCodes', { path: { itemId } }, signal)).rows[0]?.value;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
  }

  return { records, read, findCode };
}

/** Each field that a finding fills in, with what showed it. */
function evidenceOf({ name, part, evidence }: Finding): Evidence[] {
  const values = Object.entries(fieldsOfDialect(part));
  return values.length === 0
    ? [{ name, text: evidence }]
    : values.map(([field, value]) => ({ name: field, value, text: evidence }));
}

function factsOf(environment: Environment): { name: string; text: string }[] {
  const names = { event: l10n.t('Event group'), ticket: l10n.t('Ticket group') };
  const urls = { event: environment.eventUrl, ticket: environment.ticketUrl };
  return groups.map((group) => ({
    name: names[group],
    text: `${urls[group]} · ${credentialText(environment.dialect.token?.[group] ?? (group === 'ticket' ? 'bearer' : 'nothing'))}`,
  }));
}

function credentialText(form: CredentialForm): string {
  if (form === 'nothing') return l10n.t('no credential');
  if (form === 'bearer') return l10n.t('the token as Authorization: Bearer');
  if (!('header' in form || 'query' in form)) return l10n.t('query parameters: {0}', form.join(', '));
  const what = form.own ? l10n.t('a key of its own') : l10n.t('the token');
  return 'header' in form ? l10n.t('{0} as {1}', what, form.header) : l10n.t('{0} as the query parameter {1}', what, form.query);
}
