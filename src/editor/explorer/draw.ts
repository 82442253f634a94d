// How a row looks, as plain data: no text of a service is ever anything but text here.
import { contextValueOf } from './capabilities.ts';
import { eventFacts, sessionFacts, sessionLabel, type Tools } from '../reading/event-facts.ts';
import { factText, itemFacts, plainText } from '../reading/item-facts.ts';
import { codeFacts, passkeyFacts } from '../reading/passkey-facts.ts';
import { isObject, textIn, aliases, type Facts } from '../reading/fields.ts';
import { drawFolder, drawState, staleColor, type Drawing, type DrawTools, type RowLook } from './draw-folders.ts';
import type { FactNode, ItemNode, Node, TicketNode } from './nodes.ts';

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
