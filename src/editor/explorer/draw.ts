// How a row looks, as plain data: no text of a service is ever anything but text here.
import { sessionsOf } from '../../client/index.ts';
import { eventFacts, sessionFacts, sessionLabel, type Tools } from '../reading/event-facts.ts';
import { isObject, textIn, aliases, type Badge, type Facts } from '../reading/fields.ts';
import type { Formats } from '../reading/formats.ts';
import { factText, itemFacts, plainText } from '../reading/item-facts.ts';
import { countItems } from '../reading/item-groups.ts';
import { codeFacts, passkeyFacts } from '../reading/passkey-facts.ts';
import type { Read } from '../reading/reads.ts';
import { contextValueOf } from './capabilities.ts';
import { isStale } from './list-nodes.ts';
import {
  eventAbove,
  type CategoryNode,
  type EmptyNode,
  type FactNode,
  type FolderName,
  type FolderNode,
  type ItemNode,
  type Node,
  type ProblemNode,
  type SectionNode,
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
}

export function draw(node: Node, tools: DrawTools): Drawing {
  const drawing = { expands: 'no' as const, contextValue: contextValueOf(node), ...look(node, tools) };
  if (!node.stale || !drawing.icon) return drawing;
  return { ...drawing, icon: { ...drawing.icon, color: staleColor } };
}

/** All of a drawing that VS Code shows beside the row, to compare; whether it is open is a person's doing. */
export function lookOf({ label, description, icon, contextValue, badge }: Drawing): string {
  return JSON.stringify([label, description, icon, contextValue, badge]);
}

function look(node: Node, tools: DrawTools): RowLook {
  const { t } = tools;
  switch (node.type) {
    case 'folder':
    case 'category':
    case 'section':
      return drawFolder(node, tools);
    case 'more':
    case 'problem':
    case 'empty':
    case 'malformed':
    case 'signedOut':
      return drawState(node, tools);
    case 'event':
      return {
        ...record(node.resource, 'calendar', eventFacts(node.resource.value, tools), tools),
        expands: 'collapsed',
        command: { id: 'boxOffice.openEvent', title: t('Open'), isPreview: true },
      };
    case 'session': {
      const label = sessionLabel(node.session, tools);
      const facts = sessionFacts(node.session, tools);
      return { ...withFacts(label, 'clock', facts, node.session.id, tools), expands: node.list ? 'collapsed' : 'no' };
    }
    case 'ticket':
      return drawTicket(node, tools);
    case 'item':
      return drawItem(node, tools);
    case 'openedItem':
      return drawOpenedItem(node, tools);
    case 'passkey':
      return { ...record(node.resource, 'key', passkeyFacts(node.resource.value, tools), tools), expands: 'collapsed' };
    case 'code':
      return record(node.resource, 'note', codeFacts(node.resource.value, tools), tools);
    case 'member':
      return drawMember(node.label, node.value);
    case 'fact':
      return drawFact(node, tools);
    case 'report': {
      const isBordero = node.read.operation === 'getBordero';
      const label = isBordero ? t('Bordero') : t('Entry report');
      const id = isBordero ? 'boxOffice.showBordero' : 'boxOffice.showEntryReport';
      const icon = { id: isBordero ? 'table' : 'graph' };
      return { label, icon, tooltip: () => [label, node.event.label], command: { id, title: t('Open') } };
    }
  }
}

function record(resource: { label: string; id: string }, icon: string, facts: Facts, tools: DrawTools): RowLook {
  return withFacts(resource.label, icon, facts, resource.id, tools);
}

function withFacts(label: string, icon: string, facts: Facts, id: string | undefined, { t }: Tools): RowLook {
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
  const facts = itemFacts(value, tools);
  if (types.length === 0) return withFacts(label, 'tag', facts, undefined, tools);
  const count = types.length === 1 ? t('1 ticket') : t('{0} tickets', formats.count(types.length));
  const group = { ...facts, parts: [count, ...facts.parts] };
  return { ...withFacts(label, 'layers', group, undefined, tools), expands: 'collapsed' };
}

function drawItem({ resource, inside, group }: ItemNode, tools: DrawTools): RowLook {
  const { t, formats } = tools;
  const facts = itemFacts(resource.value, tools);
  if (!group) return { ...record(resource, 'tag', facts, tools), expands: 'collapsed' };
  const count = inside.length === 1 ? t('1 item') : t('{0} items', formats.count(inside.length));
  const all = { ...facts, parts: [t('group'), count, ...facts.parts] };
  return { ...record(resource, 'layers', all, tools), expands: inside.length > 0 ? 'collapsed' : 'no' };
}

/** An item that has not been read shows its id for a name. */
function drawOpenedItem({ resource, group }: Node & { type: 'openedItem' }, tools: DrawTools): RowLook {
  if (resource.value !== undefined) {
    const facts = itemFacts(resource.value, tools);
    // Lots are called the same in every group.
    const parts = group === undefined ? facts.parts : [group, ...facts.parts];
    return record(resource, 'tag', { ...facts, parts }, tools);
  }
  return { label: tools.t('Item {0}', resource.id), icon: { id: 'tag' } };
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
};

function drawFact(node: FactNode, tools: DrawTools): RowLook {
  const { label, text, badge } = factText(node, tools);
  const more = () => (node.fact === 'attribute' ? plainText(node.value) : text);
  return { label, description: text, tooltip: () => [label, more()], icon: { id: factIcons[node.fact] }, badge };
}

type RowLook = Partial<Drawing> & { readonly label: string };

/** The icon of what was read before the last read failed. */
const staleColor = 'disabledForeground';

type Translate = DrawTools['t'];

const icons: Record<FolderName, string> = {
  pinned: 'pinned',
  featured: 'star-full',
  home: 'home',
  cover: 'preview',
  categories: 'list-tree',
  sessions: 'clock',
  items: 'tag',
  passkeys: 'key',
  crew: 'organization',
  attributes: 'list-unordered',
  reports: 'graph',
  codes: 'versions',
};

function folderLabel(folder: FolderName, t: Translate): string {
  const labels: Record<FolderName, string> = {
    pinned: t('Pinned'),
    featured: t('Featured'),
    home: t('Home'),
    cover: t('Cover'),
    categories: t('Categories'),
    sessions: t('Sessions'),
    items: t('Items'),
    passkeys: t('Passkeys'),
    crew: t('Crew'),
    attributes: t('Attributes'),
    reports: t('Reports'),
    codes: t('Codes'),
  };
  return labels[folder];
}

function drawFolder(node: FolderNode | CategoryNode | SectionNode, tools: DrawTools): RowLook {
  const { t, formats } = tools;
  if (node.type === 'section')
    return {
      label: node.label,
      description: formats.count(node.rows.length),
      icon: { id: 'layout' },
      expands: 'collapsed',
    };
  const label = node.type === 'category' ? node.category : folderLabel(node.folder, t);
  const expands = node.type === 'folder' && node.folder === 'pinned' ? 'expanded' : 'collapsed';
  // Its own row lives longer than what was read for it, so whether that is up to date is looked up.
  const stale = node.list !== undefined && isStale(tools.list(node.environment, node.list));
  const icon = { id: node.type === 'category' ? 'folder' : icons[node.folder], color: stale ? staleColor : undefined };
  const description = [countText(node, tools), stale ? t('not up to date') : undefined].filter(Boolean).join(' · ');
  return { label, description, icon, expands };
}

/** How many there are, once that is known. */
function countText(node: FolderNode | CategoryNode, { list, formats }: DrawTools): string | undefined {
  const state = node.list && list(node.environment, node.list);
  if (node.type === 'folder' && node.folder === 'sessions') return sessionCount(node, state, formats);
  if (!state?.known || node.list?.operation === 'getEventAttributes') return undefined;
  const more = state.hasMore ? '+' : '';
  // What the service counts are groups as well.
  if (node.list?.operation === 'listItems') return formats.count(countItems(state.rows)) + more;
  return state.total === undefined ? formats.count(state.rows.length) + more : formats.count(state.total);
}

function sessionCount(node: FolderNode, state: ListState | undefined, formats: Formats): string | undefined {
  if (node.list && !state?.known) return undefined;
  return formats.count(sessionsOf(state ? state.reply : eventAbove(node)?.value).length);
}

type StateNode = Extract<Node, { type: 'more' | 'problem' | 'empty' | 'malformed' | 'signedOut' }>;

function drawState(node: StateNode, tools: DrawTools): RowLook {
  const { t, formats } = tools;
  switch (node.type) {
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
    case 'malformed':
      return {
        label: node.label,
        description: node.reason,
        tooltip: () => [node.label, node.reason],
        icon: { id: 'warning', color: 'list.warningForeground' },
      };
  }
}

/** The next step stands beside what the row says, and a click takes it. */
function withStep(look: RowLook, step: RowCommand, ...more: readonly string[]): RowLook {
  return { ...look, description: [step.title, ...more].join(' · '), tooltip: () => [look.label, ...more], command: step };
}

function signInStep(t: Translate): RowCommand {
  return { id: 'boxOffice.signIn', title: t('Sign In…') };
}

function drawProblem({ problem: { kind, message } }: ProblemNode, t: Translate): RowLook {
  if (kind === 'unauthorized')
    return { label: t('Sign in to see these'), tooltip: () => [message], icon: { id: 'sign-in' }, command: signInStep(t) };
  const isOffline = kind === 'network' || kind === 'timeout';
  const label = isOffline ? t('Offline') : t('Could not be read');
  const icon = { id: isOffline ? 'debug-disconnect' : 'error', color: 'list.errorForeground' };
  return withStep({ label, icon }, { id: 'boxOffice.refresh', title: t('Try Again') }, message);
}

function drawEmpty(node: EmptyNode, t: Translate): RowLook {
  const look = { label: emptyText(node.of, t), icon: { id: 'info', color: 'descriptionForeground' } };
  const step = stepFrom(node, t);
  return step ? withStep(look, step) : look;
}

/** What fills it; nothing where only the service does. */
function stepFrom(node: EmptyNode, t: Translate): RowCommand | undefined {
  switch (node.of) {
    case 'pinned':
    case 'featured':
    case 'cover':
    case 'home':
    case 'section':
      return { id: 'boxOffice.findEvent', title: t('Find Event…') };
    case 'category':
    case 'categories':
      return { id: 'boxOffice.browseCategory', title: t('Browse Category…') };
    case 'items':
      return { id: 'boxOffice.createItem', title: t('Create Item…') };
    case 'passkeys':
      return { id: 'boxOffice.createPasskey', title: t('Create Passkey…') };
    case 'openedItems':
      return { id: 'boxOffice.associatePasskey', title: t('Choose Items…'), on: node.parent };
    case 'codes':
      return { id: 'boxOffice.uploadCodes', title: t('Upload Codes…'), on: eventAbove(node) };
    case 'filter':
      return { id: 'boxOffice.clearFilter', title: t('Clear Filter') };
    default:
      return undefined;
  }
}

function emptyText(of: EmptyNode['of'], t: Translate): string {
  const texts: Partial<Record<EmptyNode['of'], string>> = {
    pinned: t('Nothing pinned yet'),
    category: t('No events in this category'),
    categories: t('No categories in the settings'),
    sessions: t('No sessions yet'),
    tickets: t('No tickets for this session'),
    items: t('No items yet'),
    passkeys: t('No passkeys yet'),
    openedItems: t('Opens no items'),
    codes: t('No codes yet'),
    crew: t('Nobody in the crew'),
    attributes: t('No attributes'),
    reports: t('No reports'),
    filter: t('Nothing that is loaded has this'),
  };
  return texts[of] ?? t('Nothing here yet');
}
