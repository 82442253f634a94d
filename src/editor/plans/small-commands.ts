// Duplicate Item…, Copy Items to Event…, Copy Passkeys to Event…, Change Many…, Shift Event…: each asks what is wanted, and the page of a plan
// shows what would become of the event before anything happens.
import * as vscode from 'vscode';
import { contentOf, eventOfRow } from '../../client/index.ts';
import { askedShift, copyName, leftAlone, withInner } from '../../plans/asked-changes.ts';
import { shifted, withChanges, withDuplicate, withItemsOf, withPasskeysOf } from '../../plans/small-plans.ts';
import { connectionTo, type Connection, type Connections } from '../account/index.ts';
import { titleIn } from '../account/confirm.ts';
import { pickEvent, pickItem, pickItems, pickPasskeys } from '../ask/pickers.ts';
import { targetsOf } from '../ask/targets.ts';
import { notifyWith } from '../platform/notify.ts';
import { eventAround, type EventResource, type ItemResource, type PasskeyResource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { eventNameOf } from '../reading/resources.ts';
import { askForChanges, askText } from './ask-changes.ts';
import { pickEventAnywhere, readWhole } from './choose-event.ts';
import type { OpenPlan } from './open-plan.ts';
import { eventsOf } from './save-event.ts';

const { l10n } = vscode;

export interface PlanServices {
  readonly connections: Connections;
  readonly openPlan: OpenPlan;
  /** The address of a document that only shows a value. */
  readonly keep: (
    name: { readonly environment: string; readonly kind: string; readonly id: string; readonly label: string },
    value: unknown,
  ) => vscode.Uri;
}

export async function duplicateItem(services: PlanServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources, event } = await itemsOf(services, row, selected, async (asked) => {
    const { id } = await pickEvent(asked);
    return [{ ...(await pickItem(asked, { eventId: id })), eventId: id }];
  });
  const [item, ...more] = resources;
  if (!item || more.length > 0) throw new UserError(l10n.t('Only one item can be duplicated at a time. Choose one.'));
  const name = await askText({
    title: titleIn(connection, l10n.t('Duplicate {0}', item.label)),
    prompt: l10n.t('What the copy is called. All else is copied: values, sale periods and attributes.'),
    value: copyName(item.label),
    problemOf: (text) => {
      if (text === '') return l10n.t('Type a name.');
      return text === item.label ? l10n.t('The copy needs a name of its own.') : undefined;
    },
  });
  services.openPlan({
    ...event,
    title: l10n.t('Duplicate {0}', item.label),
    wanted: (there) => withDuplicate(there, item.id, name),
  });
}

export async function copyItems(services: PlanServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources, event } = await itemsOf(services, row, selected, async (asked) => {
    const { id } = await pickEvent(asked);
    const items = await pickItems(asked, { eventId: id, title: l10n.t('Copy which items?') });
    return items.map((item) => ({ ...item, eventId: id }));
  });
  const title =
    resources.length === 1
      ? l10n.t('Copy {0} to which event?', resources[0]?.label ?? '')
      : l10n.t('Copy {0} items to which event?', resources.length);
  const target = await otherEvent(services, event, title);
  const source = await readWhole(connection, { id: event.eventId, label: event.label });
  const ids = new Set(resources.map(({ id }) => id));
  services.openPlan({
    environment: target.environment,
    eventId: target.id,
    title: l10n.t('Items of {0}', event.label),
    wanted: (there) => withItemsOf(there, source, ids),
  });
}

export async function copyPasskeys(services: PlanServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources } = await targetsOf(services.connections, 'passkey', row, selected, async (asked) =>
    pickPasskeys(asked, (await pickEvent(asked)).id),
  );
  const event = await ownerOf(connection, resources, row);
  const title =
    resources.length === 1
      ? l10n.t('Copy {0} to which event?', resources[0]?.label ?? '')
      : l10n.t('Copy {0} passkeys to which event?', resources.length);
  const target = await otherEvent(services, event, title);
  const source = await readWhole(connection, { id: event.eventId, label: event.label });
  const ids = new Set(resources.map(({ id }) => id));
  const found = (source.passkeys ?? []).filter(({ id }) => ids.has(String(id)));
  if (found.length === 0) throw new UserError(l10n.t('{0} does not show these passkeys any more.', event.label));
  const names = new Set(found.map(({ passkey }) => passkey));
  services.openPlan({
    environment: target.environment,
    eventId: target.id,
    title: l10n.t('Passkeys of {0}', event.label),
    wanted: (there) => withPasskeysOf(there, source, names),
  });
}

export async function changeMany(services: PlanServices, row?: unknown, selected?: unknown): Promise<void> {
  const { connection, resources, event } = await itemsOf(services, row, selected, async (asked) => {
    const { id } = await pickEvent(asked);
    const items = await pickItems(asked, { eventId: id, title: l10n.t('Change which items?') });
    return items.map((item) => ({ ...item, eventId: id }));
  });
  const what =
    resources.length === 1 ? l10n.t('Change {0}', resources[0]?.label ?? '') : l10n.t('Change {0} items', resources.length);
  const changes = await askForChanges(titleIn(connection, what));
  const chosen = new Set(resources.map(({ id }) => id));
  services.openPlan({
    ...event,
    title: what,
    wanted: (there) => {
      const ids = withInner(there, chosen);
      const unchanged = leftAlone(there, ids, changes);
      if (unchanged.length > 0) void notifyWith('warning', leftAloneText(unchanged, changes.price !== undefined));
      return withChanges(there, ids, changes);
    },
  });
}

const maxNamed = 5;

function leftAloneText(paths: readonly string[], isPrice: boolean): string {
  const more = paths.length - maxNamed;
  const named = paths.slice(0, maxNamed).join(', ');
  const names = more > 0 ? l10n.t('{0} and {1} more', named, more) : named;
  return isPrice
    ? l10n.t('Left alone, because their price cannot be read as money: {0}.', names)
    : l10n.t('Left alone, because they show no sale periods: {0}.', names);
}

export async function shiftEvent(services: PlanServices, row?: unknown, selected?: unknown): Promise<void> {
  const [event, ...more] = await eventsOf(services.connections, row, selected);
  if (!event || more.length > 0) throw new UserError(l10n.t('Only one event can be moved at a time. Choose one.'));
  const connection = connectionTo(services.connections, event.environment);
  const text = await askText({
    title: titleIn(connection, l10n.t('Shift {0}', event.label)),
    prompt: l10n.t('By how much all sale periods and passkeys move: 7 d, -2 h or 1 d 12 h. The dates of sessions stay.'),
    value: '',
    problemOf: (typed) => askedShift(typed).problem,
  });
  const asked = askedShift(text);
  if (asked.problem !== undefined) throw new UserError(asked.problem);
  services.openPlan({
    environment: event.environment,
    eventId: event.id,
    title: l10n.t('Shift by {0}', text),
    wanted: (there) => shifted(there, asked.value),
  });
}

interface Owner {
  readonly environment: string;
  readonly eventId: string;
  readonly label: string;
}

async function itemsOf(
  { connections }: PlanServices,
  row: unknown,
  selected: unknown,
  pick: (connection: Connection) => Promise<readonly ItemResource[]>,
): Promise<{ readonly connection: Connection; readonly resources: readonly ItemResource[]; readonly event: Owner }> {
  const { connection, resources } = await targetsOf(connections, 'item', row, selected, pick);
  return { connection, resources, event: await ownerOf(connection, resources, row) };
}

/** The one event that all of them belong to: what a row says, what it stands under, or what its record says. */
async function ownerOf(
  connection: Connection,
  resources: readonly (ItemResource | PasskeyResource)[],
  row: unknown,
): Promise<Owner> {
  const around = resources.length === 1 ? eventAround(row) : undefined;
  const ids = new Set<string | undefined>();
  for (const resource of resources) ids.add(resource.eventId ?? around?.id ?? (await eventIdOf(connection, resource)));
  const [eventId, ...more] = ids;
  if (more.length > 0) throw new UserError(l10n.t('These rows are of more than one event. Choose rows of one.'));
  if (eventId === undefined) throw new UserError(l10n.t('The service does not say which event this belongs to.'));
  const environment = connection.environment.name;
  const label = around?.label ?? resources.find(({ eventLabel }) => eventLabel !== undefined)?.eventLabel;
  return { environment, eventId, label: label ?? eventNameOf(environment, eventId) ?? eventId };
}

async function eventIdOf(connection: Connection, { kind, id }: ItemResource | PasskeyResource): Promise<string | undefined> {
  const record = contentOf(await connection.read(kind === 'item' ? 'getItem' : 'getPasskey', { path: { id } }));
  return eventOfRow(record, connection.environment.dialect);
}

async function otherEvent(services: PlanServices, { environment, eventId }: Owner, title: string): Promise<EventResource> {
  const { event } = await pickEventAnywhere(services.connections, title);
  if (event.environment === environment && event.id === eventId)
    throw new UserError(l10n.t('{0} has them already. Choose another event, or duplicate an item.', event.label));
  return event;
}
