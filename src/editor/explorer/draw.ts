// How a row looks, as plain data: no text of a service is ever anything but text here.
import { sessionsOf, type Row } from '../../client/index.ts';
import { eventFacts, hasNoSession, sessionFacts, sessionLabel, type Tools } from '../reading/event-facts.ts';
import { isObject, textIn, aliases, type Badge, type Facts } from '../reading/fields.ts';
import { factText, itemFacts, plainText } from '../reading/item-facts.ts';
import { documentedTicket } from '../../records/index.ts';
import { countItems } from '../../records/item-groups.ts';
import { codeFacts, passkeyFacts } from '../reading/passkey-facts.ts';
import { isPaged, type Read } from '../reading/reads.ts';
import { contextValueOf } from './capabilities.ts';
import {
  eventAbove,
  isStale,
  type CategoryNode,
  type EmptyNode,
  type FactNode,
  type FolderName,
  type FolderNode,
  type ItemNode,
  type Node,
  type ProblemNode,
  type TicketNode,
} from './nodes.ts';
import type { ListState } from './store.ts';

export interface Drawing {
  readonly label: string;
  readonly description?: string | undefined;
  /** Plain text, one line each. VS Code asks for it when somebody points at the row: a folder of many rows shows sooner without. */
  readonly tooltip?: (() => readonly string[]) | undefined;
  readonly icon?: { readonly id: string; readonly color?: string | undefined } | undefined;
  readonly expands: 'no' | 'collapsed' | 'expanded';
  readonly contextValue: string;
  readonly badge?: Badge | undefined;
  readonly command?: RowCommand | undefined;
}

/** What a click does. */
interface RowCommand {
  readonly id: `boxOffice.${string}`;
  readonly title: string;
  /** What it is done to, where that is not the row itself. */
  readonly on?: unknown;
  /** It shows something to somebody who goes on in the tree. */
  readonly isPreview?: boolean;
}

export interface DrawTools extends Tools {
  readonly list: (environment: string, read: Read) => ListState | undefined;
  /** Whether it is known how the row's environment removes items. */
  readonly mayRemove?: boolean | undefined;
}

export function draw(node: Node, tools: DrawTools): Drawing {
  const drawing = { expands: 'no' as const, contextValue: contextValueOf(node, tools), ...look(node, tools) };
  if (!node.stale || !drawing.icon) return drawing;
  return { ...drawing, icon: { ...drawing.icon, color: staleColor } };
}

/** All of a drawing that VS Code shows beside the row, to compare; whether it is open is a person's doing. */
export function lookOf({ label, description, icon, contextValue, badge }: Drawing): string {
  return JSON.stringify([label, description, icon, contextValue, badge]);
}

type RowLook = Partial<Drawing> & { readonly label: string };

/** The icon of what was read before the last read failed. */
const staleColor = 'disabledForeground';

function look(node: Node, tools: DrawTools): RowLook {
  const { t, formats } = tools;
  switch (node.type) {
    case 'folder':
    case 'category':
      return drawFolder(node, tools);
    case 'section':
      return { label: node.label, description: formats.count(node.rows.length), icon: { id: 'layout' }, expands: 'collapsed' };
    case 'event':
      return {
        ...withFacts(node.resource, 'calendar', eventFacts(node.resource.value, tools), tools),
        expands: 'collapsed',
        command: { id: 'boxOffice.openEvent', title: t('Open'), isPreview: true },
      };
    case 'session': {
      const named = { label: sessionLabel(node.session, tools), id: node.session.id };
      const facts = sessionFacts(node.session, tools);
      return { ...withFacts(named, 'clock', facts, tools), expands: node.list ? 'collapsed' : 'no', command: openStep(t) };
    }
    case 'ticket':
      return drawTicket(node, tools);
    case 'item':
      return drawItem(node, tools);
    case 'openedItem':
      return drawOpenedItem(node, tools);
    case 'passkey': {
      const facts = passkeyFacts(node.resource.value, tools);
      return { ...withFacts(node.resource, 'key', facts, tools), expands: 'collapsed', command: openStep(t) };
    }
    case 'code':
      return { ...withFacts(node.resource, 'note', codeFacts(node.resource.value, tools), tools), command: openStep(t) };
    case 'member':
      return { ...drawMember(node.label, node.value), command: openStep(t) };
    case 'fact':
      return drawFact(node, tools);
    case 'report': {
      const isBordero = node.read.operation === 'getBordero';
      const label = isBordero ? t('Bordero') : t('Entry report');
      const id = isBordero ? 'boxOffice.showBordero' : 'boxOffice.showEntryReport';
      const icon = { id: isBordero ? 'table' : 'graph' };
      return { label, icon, tooltip: () => [label, node.event.label], command: { id, title: t('Open'), isPreview: true } };
    }
    case 'more': {
      const shown = formats.count(node.shown);
      return {
        label: t('Load more'),
        description: node.total === undefined ? t('{0} shown', shown) : t('{0} of {1}', shown, formats.count(node.total)),
        icon: { id: 'ellipsis' },
        command: { id: 'boxOffice.loadMore', title: t('Load more') },
      };
    }
    case 'problem':
      return drawProblem(node, t);
    case 'empty':
      return drawEmpty(node, t);
    case 'signedOut':
      return withStep({ label: t('Signed out'), icon: { id: 'sign-in' } }, signInStep(t), t('for items, passkeys and codes'));
    case 'malformed': {
      const { label, reason } = node;
      const icon = { id: 'warning', color: 'list.warningForeground' };
      return { label, description: reason, tooltip: () => [label, reason], icon };
    }
  }
}

/** The label and the id of a record, with what is said of it. */
function withFacts({ label, id }: Pick<Row, 'label' | 'id'>, icon: string, facts: Facts, { t }: Tools): RowLook {
  return {
    label,
    description: facts.parts.join(' · '),
    tooltip: () => [label, ...facts.lines(), ...(id === undefined ? [] : [t('ID: {0}', id)])],
    icon: { id: icon },
    badge: facts.badge,
  };
}

function drawTicket({ label, value, types }: TicketNode, tools: DrawTools): RowLook {
  const { t, formats } = tools;
  const facts = itemFacts(isObject(value) ? documentedTicket(value, formats.dialect) : value, tools, 'tickets');
  const command = openStep(t);
  if (types.length === 0) return { ...withFacts({ label }, 'tag', facts, tools), command };
  const count = types.length === 1 ? t('1 ticket') : t('{0} tickets', formats.count(types.length));
  return {
    ...withFacts({ label }, 'layers', { ...facts, parts: [count, ...facts.parts] }, tools),
    expands: 'collapsed',
    command,
  };
}

function drawItem({ resource, inside, group, isUnclaimed }: ItemNode, tools: DrawTools): RowLook {
  const { t, formats } = tools;
  const own = itemFacts(resource.value, tools, 'items', group);
  const facts = isUnclaimed ? unclaimed(own, t) : !group && hasNoSession(resource.value) ? withNoSession(own, t) : own;
  const command = openStep(t);
  if (!group) return { ...withFacts(resource, 'tag', facts, tools), expands: 'collapsed', command };
  const count = inside.length === 1 ? t('1 item') : t('{0} items', formats.count(inside.length));
  const all = { ...facts, parts: [t('group'), count, ...facts.parts] };
  return { ...withFacts(resource, 'layers', all, tools), expands: inside.length > 0 ? 'collapsed' : 'no', command };
}

function unclaimed(facts: Facts, t: DrawTools['t']): Facts {
  const lines = () => [t('The service lists it, and nothing shows whether it belongs to this event.'), ...facts.lines()];
  return { ...facts, parts: [t('event not known'), ...facts.parts], lines };
}

/** The document names no field and no request that would change it. */
function withNoSession(facts: Facts, t: DrawTools['t']): Facts {
  const lines = () => [...facts.lines(), t('The interface has no way to put an item at a session.')];
  return { ...facts, parts: [...facts.parts, t('no session')], lines };
}

/** An item that has not been read shows its id for a name. */
function drawOpenedItem({ resource, group }: Node & { type: 'openedItem' }, tools: DrawTools): RowLook {
  const command = openStep(tools.t);
  if (resource.value === undefined) return { label: tools.t('Item {0}', resource.id), icon: { id: 'tag' }, command };
  const facts = itemFacts(resource.value, tools);
  // Lots are called the same in every group.
  const parts = group === undefined ? facts.parts : [group, ...facts.parts];
  return { ...withFacts(resource, 'tag', { ...facts, parts }, tools), command };
}

const roleAliases = aliases('role function position cargo type');
const mailAliases = aliases('email mail');

function drawMember(label: string, value: unknown): RowLook {
  const user = isObject(value) && isObject(value.user) ? value.user : value;
  const role = textIn(value, roleAliases);
  const mail = textIn(user, mailAliases);
  const description = [role, mail].filter(Boolean).join(' · ');
  return { label, description, tooltip: () => [label, ...(description ? [description] : [])], icon: { id: 'person' } };
}

const factIcons: Record<FactNode['fact'], string> = {
  values: 'credit-card',
  salePeriod: 'calendar',
  itemAttributes: 'list-unordered',
  triggers: 'zap',
  attribute: 'circle-small',
  notKnown: 'question',
};

function drawFact(node: FactNode, tools: DrawTools): RowLook {
  const { label, text, badge } = factText(node, tools);
  const more = () => (node.fact === 'attribute' ? plainText(node.value) : text);
  const icon = { id: factIcons[node.fact] };
  return { label, description: text, tooltip: () => [label, more()], icon, badge, command: openStep(tools.t) };
}

type Translate = DrawTools['t'];

/** The icon and the name of each folder. */
function folderLooks(t: Translate): Record<FolderName, readonly [icon: string, label: string]> {
  return {
    pinned: ['pinned', t('Pinned')],
    featured: ['star-full', t('Featured')],
    home: ['home', t('Home')],
    cover: ['preview', t('Cover')],
    categories: ['list-tree', t('Categories')],
    sessions: ['clock', t('Sessions')],
    items: ['tag', t('Items')],
    passkeys: ['key', t('Passkeys')],
    crew: ['organization', t('Crew')],
    attributes: ['list-unordered', t('Attributes')],
    reports: ['graph', t('Reports')],
    codes: ['versions', t('Codes')],
  };
}

function drawFolder(node: FolderNode | CategoryNode, tools: DrawTools): RowLook {
  const { t } = tools;
  const [icon, label] = node.type === 'category' ? ['folder', node.category] : folderLooks(t)[node.folder];
  const expands = node.type === 'folder' && node.folder === 'pinned' ? 'expanded' : 'collapsed';
  // Its own row lives longer than what was read for it, so whether that is up to date is looked up.
  const stale = node.list !== undefined && isStale(tools.list(node.environment, node.list));
  const description = [countText(node, tools), stale ? t('not up to date') : undefined].filter(Boolean).join(' · ');
  return { label, description, icon: { id: icon, color: stale ? staleColor : undefined }, expands };
}

/** How many there are, once that is known. */
function countText(node: FolderNode | CategoryNode, { list, formats, t }: DrawTools): string | undefined {
  const state = node.list && list(node.environment, node.list);
  const folder = node.type === 'folder' ? node.folder : undefined;
  if (folder === 'sessions') {
    if (node.list && !state?.known) return undefined;
    return formats.count(sessionsOf(state ? state.reply : eventAbove(node)?.value).length);
  }
  if (!state?.known || folder === 'attributes') return undefined;
  // What the service counts are groups as well.
  const count = formats.count(
    folder === 'items' ? countItems(state.rows.filter(({ isUnclaimed }) => !isUnclaimed)) : (state.total ?? state.rows.length),
  );
  if (folder !== 'items' && state.total !== undefined) return count;
  if (state.hasMore) return `${count}+`;
  const isOpen = !state.isWhole || state.rows.some(({ isUnclaimed }) => isUnclaimed);
  return node.list && isPaged(node.list) && isOpen ? t('at least {0}', count) : count;
}

/** The next step stands beside what the row says, and a click takes it. */
function withStep(look: RowLook, step: RowCommand, ...more: readonly string[]): RowLook {
  return { ...look, description: [step.title, ...more].join(' · '), tooltip: () => [look.label, ...more], command: step };
}

/** It opens as a preview tab what the row stands for, at that part. */
function openStep(t: Translate): RowCommand {
  return { id: 'boxOffice.openRow', title: t('Open') };
}

function signInStep(t: Translate): RowCommand {
  return { id: 'boxOffice.signIn', title: t('Sign In…') };
}

function drawProblem({ problem: { kind, message, sendsNothing }, environment }: ProblemNode, t: Translate): RowLook {
  if (sendsNothing) {
    const step: RowCommand = { id: 'boxOffice.configureEnvironments', title: t('Configure Environments…'), on: environment };
    return withStep({ label: t('Refused without a credential'), icon: { id: 'lock' } }, step, message);
  }
  if (kind === 'unauthorized')
    return { label: t('Sign in to see these'), tooltip: () => [message], icon: { id: 'sign-in' }, command: signInStep(t) };
  const isOffline = kind === 'network' || kind === 'timeout';
  const label = isOffline ? t('Offline') : t('Could not be read');
  const icon = { id: isOffline ? 'debug-disconnect' : 'error', color: 'list.errorForeground' };
  return withStep({ label, icon }, { id: 'boxOffice.refresh', title: t('Try Again') }, message);
}

function drawEmpty(node: EmptyNode, t: Translate): RowLook {
  const [label, step] = emptyTexts(node, t)[node.of];
  const look = { label, icon: { id: 'info', color: 'descriptionForeground' } };
  return step ? withStep(look, step) : look;
}

/** What is said of nothing, and what fills it; no step where only the service does. */
function emptyTexts(node: EmptyNode, t: Translate): Record<EmptyNode['of'], readonly [text: string, step?: RowCommand]> {
  const nothing = t('Nothing here yet');
  const find: RowCommand = { id: 'boxOffice.findEvent', title: t('Find Event…') };
  const browse: RowCommand = { id: 'boxOffice.browseCategory', title: t('Browse Category…') };
  return {
    pinned: [t('Nothing pinned yet'), { id: 'boxOffice.pinEvent', title: t('Pin Event…') }],
    featured: [nothing, find],
    cover: [nothing, find],
    home: [nothing, find],
    section: [nothing, find],
    category: [t('No events in this category'), browse],
    categories: [t('No categories are known'), browse],
    sessions: [t('No sessions yet')],
    session: [t('No tickets for this session')],
    items: [t('No items yet'), { id: 'boxOffice.createItem', title: t('Create Item…') }],
    passkeys: [t('No passkeys yet'), { id: 'boxOffice.createPasskey', title: t('Create Passkey…') }],
    passkey: [t('Opens no items'), { id: 'boxOffice.associatePasskey', title: t('Choose Items…'), on: node.parent }],
    codes: [t('No codes yet'), { id: 'boxOffice.uploadCodes', title: t('Upload Codes…'), on: eventAbove(node) }],
    crew: [t('Nobody in the crew')],
    attributes: [t('No attributes')],
    reports: [t('No reports')],
    unseenItems: [
      t('Not known: the service does not show which items it opens'),
      { id: 'boxOffice.associatePasskey', title: t('Choose Items…'), on: node.parent },
    ],
    notWhole: [t('Nothing shows that these are all'), { id: 'boxOffice.describeService', title: t('Describe Service…') }],
    filter: [t('Nothing that is loaded has this'), { id: 'boxOffice.clearFilter', title: t('Clear Filter') }],
  };
}
